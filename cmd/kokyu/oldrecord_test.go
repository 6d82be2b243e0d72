package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// oldRecords are records of the last three turns of this repository, as they were written: none says by which rules.
func oldRecords(t *testing.T) (paths []string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "..", "agent", "testdata", "records", "*.jsonl"))
	if err != nil || len(paths) < 9 {
		t.Fatal(paths, err)
	}
	return paths
}

// partsAt is where the rules make something else of them; of the others they make what they say.
var partsAt = map[string]string{
	"1123-ambush.jsonl":     "1123-ambush.jsonl:98: p is now 0.64, the record has 0.45",
	"1123-sake-house.jsonl": "1123-sake-house.jsonl:180: events[4] is now",
}

// conforms validates what a command prints against its schema.
func conforms(out []byte, schema string) error {
	s, err := outputSchemas[schema]()
	if err != nil {
		return err
	}
	closed, err := s.Resolve(nil)
	if err != nil {
		return err
	}
	var value any
	if err := json.Unmarshal(out, &value); err != nil {
		return err
	}
	return closed.Validate(value)
}

// Records that older versions wrote are told, shown and reviewed, and none of them is changed on disk.
func TestRecordsOutliveVersions(t *testing.T) {
	for _, path := range oldRecords(t) {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			rec, err := session.ReadRecord(path)
			if err != nil {
				t.Fatal(err)
			}
			steps := fight.StandingSteps(rec.Steps)
			last := steps[len(steps)-1]
			won := last.Events[len(last.Events)-1].Seat
			parts, wonBy := partsAt[name], "Won by "+text.The(won)
			ask := func(code int, has []string, args ...string) {
				t.Helper()
				is, out, errs := ended(t, "", args...)
				for _, s := range has {
					if !strings.Contains(out+errs, s) {
						t.Errorf("%v says nothing of %q: %s%s", args, s, out, errs)
					}
				}
				if is != code {
					t.Errorf("%v: exit code %d, want %d: %s%s", args, is, code, out, errs)
				}
			}
			other := "The record was written under other rules of " + rec.Header.System + " (digest none; here "
			code, says, shows := 0, []string{"and all of them as recorded."}, []string{": won by " + text.The(won)}
			if parts != "" {
				code, says, shows = 1, []string{parts, other, "kokyu review --as-recorded"}, append(shows, other)
			}
			ask(code, says, "replay", path, "--voice", "none")
			ask(0, shows, "show", path)
			ask(0, []string{"round 1: "}, "show", path, "--at", "5")
			ask(0, []string{"R1 ", "End in round ", won + " won"}, "tell", path, "--voice", "law")
			ask(0, []string{"<svg", won}, "tell", path, "--as", "html")
			_, plan, errs := ended(t, "", "tell", path, "--as", "story")
			if err := conforms([]byte(plan), "story"); err != nil || !strings.Contains(plan, `"winner": "`+won+`"`) {
				t.Errorf("the plan: %v: %s%s", err, plan, errs)
			}
			ask(0, []string{"as recorded", other, wonBy, "Wounds dealt"}, "review", path, "--as-recorded")
			ask(0, []string{"<h1>", wonBy, "<svg"}, "review", path, "--as-recorded", "--as", "html")
			ask(2, []string{other, "--new-rules"}, "fight", "--resume", path)
			ask(2, []string{other, "--new-rules"}, "table", "--resume", path)
			if parts != "" {
				ask(1, says, "review", path, "--nodes", "1")
				ask(1, says, "check", path)
			}
			strange := unread(t, rec)
			ask(0, []string{"R1 ", "End in round ", won + " won"}, "tell", strange, "--voice", "law")
			ask(0, []string{": won by " + text.The(won), other}, "show", strange)
			ask(0, []string{"as recorded", other, wonBy}, "review", strange, "--as-recorded")
			ask(2, []string{other, "cannot begin its fight"}, "fight", "--resume", strange)
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
				t.Errorf("the record has been changed: %v", err)
			}
		})
	}
}

// unread returns a record that no rules of this version begin: it keeps positions, and its encounter has a word that is unknown.
func unread(t *testing.T, rec fight.Record) string {
	t.Helper()
	f, err := agent.Begin(rec)
	if err != nil {
		t.Fatal(err)
	}
	h := rec.Header
	if h.Now, err = f.Snapshot().JSON(); err != nil {
		t.Fatal(err)
	}
	h.Encounter = bytes.Replace(h.Encounter, []byte(`"version":1`), []byte(`"version":7`), 1)
	h.Encounter = bytes.Replace(h.Encounter, []byte(`"sides":[`), []byte(`"sides":[{"name":7},`), 1)
	path := filepath.Join(t.TempDir(), "strange.jsonl")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := fight.WriteRecord(file, h, rec.Steps); err != nil {
		t.Fatal(err)
	}
	return path
}

// With --new-rules a fight goes on, once, and its record says so; what it had stays as it was.
func TestARecordOfOtherRulesGoesOnWhenItIsTold(t *testing.T) {
	for _, name := range []string{"1123-ambush.jsonl", "1125-bridge.jsonl", "1124-crossing-small.jsonl"} {
		old, err := os.ReadFile(filepath.Join("..", "..", "agent", "testdata", "records", name))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, old, 0o600); err != nil {
			t.Fatal(err)
		}
		resume := func(code int, args ...string) {
			t.Helper()
			is, out, errs := ended(t, "", append([]string{"fight", "--voice", "none", "--resume", path}, args...)...)
			if is != code {
				t.Errorf("%s %v: exit code %d, want %d: %s%s", name, args, is, code, out, errs)
			}
		}
		resume(2)
		if now, _ := os.ReadFile(path); !bytes.Equal(now, old) {
			t.Errorf("%s was changed though it was refused", name)
		}
		resume(0, "--new-rules")
		resume(0)
		now, _ := os.ReadFile(path)
		line, said := bytes.CutPrefix(now, old)
		var step struct{ Word, What string }
		if !said || json.Unmarshal(line, &step) != nil || step.Word != fight.WordRules || !strings.Contains(string(now), step.What) {
			t.Errorf("%s goes on with %q", name, line)
		}
		rec, err := session.ReadRecord(path)
		if err != nil || agent.RulesDifference(rec) != "" || step.What != agent.RulesDigest(rec.Header.System) {
			t.Errorf("%s is still one of other rules: %v %q", name, err, agent.RulesDifference(rec))
		}
	}
}
