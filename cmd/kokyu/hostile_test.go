package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/cmd/cli"
	"kokyu/cmd/cli/clitest"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
)

// entered runs a command line in this process and gives back what it prints.
func entered(t *testing.T, in string, args ...string) (out, errs string) {
	t.Helper()
	_, out, errs = ended(t, in, args...)
	return out, errs
}

// ended is entered with the exit code.
func ended(t *testing.T, in string, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	a := &app{App: &cli.App{In: strings.NewReader(in), Out: &o, Err: &e}}
	root := a.root()
	root.SetArgs(args)
	err := root.ExecuteContext(context.WithoutCancel(t.Context()))
	a.JSON = a.JSON || err != nil && cli.WantsJSON(args)
	code = a.Fail(err)
	return code, o.String(), e.String()
}

// Whatever stands in the fields of a record, nothing of it reaches a terminal, a page, a paragraph or a line of JSON unescaped.
func TestAHostileRecordReachesNobodyUnescaped(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "r.jsonl")
	if _, errs := entered(t, "", "fight", "alley", "--seed", "4", "--nodes", "200", "--voice", "none", "--record", path); errs != "" {
		t.Fatal(errs)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rec, _, err := fight.ReadRecord(path, bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	// What a GM says may be anything at all, and stands in a record that replays.
	rec.Steps = append(rec.Steps, rules.Step{N: len(rec.Steps) + 1, Word: fight.WordNote, What: clitest.Hostile, Why: clitest.Hostile})
	tried := 0
	for field, spoil := range spoilers(rec) {
		h, steps := spoil()
		var file bytes.Buffer
		if err := fight.WriteRecord(&file, h, steps); err != nil {
			t.Fatalf("%s: %v", field, err)
		}
		name := filepath.Join(dir, "h.jsonl")
		if err := os.WriteFile(name, file.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{
			{"tell", name}, {"tell", name, "--as", "markdown", "--law", "notes"}, {"tell", name, "--as", "html"}, {"tell", name, "--as", "json"},
			{"tell", name, "--law", "inline"}, {"tell", name, "--as", "story"}, {"replay", name}, {"replay", name, "--stream", "--json"},
			{"replay", name, "--at", "3"}, {"check", name}, {"check", name, "--json"},
			{"show", name}, {"show", name, "--json"}, {"carry", name}, {"advise", name, "--nodes", "50"}, {"apply", name},
			{"fight", "--resume", name, "--nodes", "50", "--voice", "none"},
		} {
			looks := slices.Contains([]string{"advise", "apply", "fight", "carry"}, args[0]) || slices.Contains(args, "html") || slices.Contains(args, "json") || slices.Contains(args, "story")
			if strings.HasPrefix(field, "text ") && (looks || args[0] != "tell" && args[0] != "check") { // none gets beyond the header
				continue
			}
			if looks && !rulestest.Long() && !slices.Contains([]string{"what stands as it is", "decisions", "seats of events"}, field) {
				continue
			}
			tried++
			out, errs := entered(t, "", args...)
			for face, text := range map[string]string{"stdout": out, "stderr": errs} {
				if err := clitest.Harmless(text); err != nil {
					t.Errorf("%s, kokyu %s, %s: %v", field, strings.Join(args, " "), face, err)
				}
			}
			if strings.Contains(out, "<script>") && args[len(args)-1] == "html" {
				t.Errorf("%s: the page has a script in it", field)
			}
		}
	}
	if tried < 100 {
		t.Errorf("%d commands were tried", tried)
	}
}

// spoilers returns the record with one kind of field made clitest.Hostile, by what that is.
func spoilers(rec fight.Record) map[string]func() (fight.Header, []rules.Step) {
	steps := func(change func(*rules.Step)) func() (fight.Header, []rules.Step) {
		return func() (fight.Header, []rules.Step) {
			list := make([]rules.Step, len(rec.Steps))
			for i, s := range rec.Steps {
				s.Events = append([]rules.Event{}, s.Events...)
				change(&s)
				list[i] = s
			}
			return rec.Header, list
		}
	}
	events := func(change func(*rules.Event)) func() (fight.Header, []rules.Step) {
		return steps(func(s *rules.Step) {
			for i := range s.Events {
				change(&s.Events[i])
			}
		})
	}
	header := func(change func(*fight.Header)) func() (fight.Header, []rules.Step) {
		return func() (fight.Header, []rules.Step) {
			h := rec.Header
			change(&h)
			return h, rec.Steps
		}
	}
	put := func(field *string) {
		if *field != "" {
			*field += clitest.Hostile
		}
	}
	all := map[string]func() (fight.Header, []rules.Step){
		"what stands as it is": steps(func(*rules.Step) {}),
		"seats of steps":       steps(func(s *rules.Step) { put(&s.Seat) }),
		"decisions":            steps(func(s *rules.Step) { put(&s.Do) }),
		"edits":                steps(func(s *rules.Step) { s.Edit = clitest.Hostile }),
		"seats of events":      events(func(e *rules.Event) { put(&e.Seat) }),
		"targets of events":    events(func(e *rules.Event) { put(&e.At) }),
		"what of events":       events(func(e *rules.Event) { put(&e.What) }),
		"weapons of events":    events(func(e *rules.Event) { put(&e.With) }),
		"units of events":      events(func(e *rules.Event) { put(&e.Of) }),
		"places of events":     events(func(e *rules.Event) { put(&e.To); put(&e.From) }),
		"the system":           header(func(h *fight.Header) { put(&h.System) }),
		"agents": header(func(h *fight.Header) {
			h.Seats = append(rules.Pairs{}, h.Seats...)
			for i := range h.Seats {
				put(&h.Seats[i].Value)
			}
		}),
		"rulings": header(func(h *fight.Header) { h.Rulings = rules.Pairs{{Name: clitest.Hostile, Value: clitest.Hostile}} }),
	}
	var encounter any
	if err := json.Unmarshal(rec.Header.Encounter, &encounter); err == nil {
		for n := range strings.Count(string(rec.Header.Encounter), `"`) / 2 {
			changed, hit := spoilNth(encounter, n)
			if !hit {
				break
			}
			text, err := json.Marshal(changed)
			if err != nil {
				continue
			}
			all[fmt.Sprintf("text %d of the encounter", n)] = header(func(h *fight.Header) { h.Encounter = text })
		}
	}
	return all
}

// spoilNth is JSON with its n-th text made clitest.Hostile, and whether there is one.
func spoilNth(v any, n int) (any, bool) {
	at := 0
	var walk func(v any) any
	hit := false
	walk = func(v any) any {
		switch x := v.(type) {
		case string:
			if at++; at-1 == n {
				hit = true
				return x + clitest.Hostile
			}
		case []any:
			list := make([]any, len(x))
			for i := range x {
				list[i] = walk(x[i])
			}
			return list
		case map[string]any:
			m := map[string]any{}
			for _, k := range slices.Sorted(maps.Keys(x)) {
				m[k] = walk(x[k])
			}
			return m
		}
		return v
	}
	return walk(v), hit
}

// Whatever is typed as the argument or the setting of any command, the sentence that refuses it is safe to print.
func TestHostileWordsOfACommandLineArePrintedSafely(t *testing.T) {
	t.Parallel()
	clitest.HostileWords(t, 200, (&app{App: &cli.App{}}).root(), func(args []string) (string, string) { return entered(t, "", args...) })
}

// Nor do the fields of an encounter file, which may not hold such characters at all.
func TestAHostileEncounterIsRefusedSafely(t *testing.T) {
	t.Parallel()
	path, refused := filepath.Join(t.TempDir(), "h.yaml"), 0
	for _, encounter := range agent.Encounters() {
		_, data, err := agent.ReadEncounter(encounter)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(data), "\n")
		for n, line := range lines {
			at := strings.LastIndex(line, ": ")
			if at < 0 || strings.ContainsAny(line[at+2:], `{["'#|>`) {
				continue
			}
			changed := slices.Clone(lines)
			changed[n] = line[:at+2] + `"` + line[at+2:] + `\e[2J\u202e\0"`
			if err := os.WriteFile(path, []byte(strings.Join(changed, "\n")), 0o600); err != nil {
				t.Fatal(err)
			}
			out, errs := entered(t, "", "check", path)
			if errs != "" { // else it was a comment, or a line of a text, where nothing is an escape
				refused++
			}
			for face, text := range map[string]string{"stdout": out, "stderr": errs} {
				if err := clitest.Harmless(text); err != nil {
					t.Errorf("%s, line %d, %s: %v", encounter, n+1, face, err)
				}
			}
		}
	}
	if refused < 200 {
		t.Errorf("%d changed files were refused", refused)
	}
}
