package main

import (
	"regexp"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/cmd/cli"
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// What is thrown for the best maneuver: its chance with its word, its fraction where it has one, and neither where
// nothing can fail, as of the damage of a blow that nobody can answer.
var thrownLine = regexp.MustCompile(`^  check +\S.*, \S.*, [A-Z a-z]*[a-z] [<>]?\d+(\.\d)? %(, else [A-Za-z ]+)?(, \d+/[1-9]\d*)?$|^  throw +[a-z ]+, \S.*$`)

// Advice can be said of every decision of a fight of every system.
func TestAdviceIsSaidOfEveryDecision(t *testing.T) {
	t.Parallel()
	lim := search.Limits{Nodes: 200}
	kinds := map[string]int{}
	decisions := rulestest.Few(12, 120)
	if rulestest.More() {
		decisions = max(decisions, 25)
	}
	for _, name := range agent.Encounters() {
		_, data, err := agent.ReadEncounter(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := agent.Builtin().NewFight(name, data, agent.Setup{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for range decisions {
			turn := f.Turn().Kind
			if turn == rules.Over {
				break
			}
			if turn == rules.Chance {
				if _, err := f.Roll(); err != nil {
					t.Fatal(err)
				}
				continue
			}
			d, err := agent.AdviseAs(t.Context(), f, lim, book.Character{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			(&app{App: &cli.App{Out: &out}}).sayAdvice(f, d, nil, lim, adviceParts{})
			_, below, _ := strings.Cut(out.String(), "\n  chance to win  ")
			below, _, _ = strings.Cut(below, "\n\n")
			below = strings.ReplaceAll(below, "\n"+strings.Repeat(" ", labelWidth+2), " ")
			for _, line := range strings.Split(below, "\n")[1:] {
				what := strings.Fields(line)[0]
				if what != "check" && what != "throw" {
					continue
				}
				if kinds[what]++; !thrownLine.MatchString(line) {
					t.Errorf("%s, step %d: %q", name, f.Moves(), line)
				}
				if strings.Contains(line, "/") {
					kinds["fraction"]++
				}
			}
			if _, err := f.Do(d.Best); err != nil {
				t.Fatal(err)
			}
		}
	}
	if kinds["throw"] == 0 || kinds["fraction"] == 0 || kinds["check"] <= kinds["fraction"] {
		t.Errorf("%v: want throws, and checks with a fraction and without", kinds)
	}
}

// On a terminal the advice stands last and the position only where it is asked for; elsewhere the position is last, always.
func TestATerminalHasTheAdviceLast(t *testing.T) {
	_, data, err := agent.ReadEncounter("ambush")
	if err != nil {
		t.Fatal(err)
	}
	f, err := agent.Builtin().NewFight("ambush", data, agent.Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	lim := search.Limits{Nodes: 200}
	d, err := agent.AdviseAs(t.Context(), f, lim, book.Character{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		screen, position bool
		last             string
	}{{true, false, "  why"}, {true, true, "  why"}, {false, false, "```"}, {false, true, "```"}} {
		var out strings.Builder
		(&app{App: &cli.App{Out: &out, Screen: c.screen, Width: 200}}).sayAdvice(f, d, nil, lim, adviceParts{position: c.position})
		lines := strings.Split(strings.TrimSpace("\n"+out.String()), "\n")
		if last := lines[len(lines)-1]; !strings.HasPrefix(last, c.last) {
			t.Errorf("%+v: the last line is %q", c, last)
		}
		if has := strings.Contains(out.String(), d.Position); has != (c.position || !c.screen) {
			t.Errorf("%+v: the position is shown: %v", c, has)
		}
	}
}
