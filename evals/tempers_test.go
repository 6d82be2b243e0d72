package evals_test

import (
	"fmt"
	"math"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/evals"
	"kokyu/rules/rulestest"
)

// temperedIn are fights of one temper in random encounters of the fitting part.
func temperedIn(t *testing.T, temper string, pairs, cores int, systems ...string) evals.TemperFound {
	t.Helper()
	x := evals.Tempers{Pairs: pairs, Nodes: 300, Luck: budget(100), Seed: 1, Cores: cores}
	for _, row := range agent.Tempers() {
		if row.Temper == temper {
			x.Tempers = append(x.Tempers, row)
		}
	}
	for _, system := range systems {
		e, err := evals.Unplanned(agent.Builtin(), fmt.Sprintf("random %s 1..%d", system, pairs))
		if err != nil {
			t.Fatal(err)
		}
		x.Encounters = append(x.Encounters, e)
	}
	found, err := x.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return found.Tempers[0]
}

// In every system the loyal do more for their friends than the same search without a temper in the same positions.
func TestTheLoyalShowIt(t *testing.T) {
	rulestest.NeedsMore(t)
	t.Parallel()
	for _, s := range temperedIn(t, "loyal", 12, 2, agent.Systems()...).Shown {
		if help := s.Wants[0]; !help.Shows() {
			t.Errorf("%s: a friend is helped %d times of %d, and %d without the temper", s.System, help.Met, help.Open, help.Plain)
		}
	}
}

// What a temper is counted to do differs from the search's own choice, wants it as its row does and loses no more than its row
// says. The same fights give the same figures on any number of cores.
func TestWhatATemperShowsIsCounted(t *testing.T) {
	t.Parallel()
	const system = "breath"
	found := temperedIn(t, "bold", 1, 1, system)
	if two := temperedIn(t, "bold", 1, 2, system); !reflect.DeepEqual(found, two) {
		t.Errorf("one core: %+v\ntwo: %+v", found, two)
	}
	s := found.Shown[0]
	if s.Decisions == 0 || s.Other == 0 || s.Other > s.Decisions || s.LossMWP <= 0 || s.LossMWP > 50*float64(s.Other) {
		t.Errorf("%d of %d decisions are others, and lose %.1f mWP in all", s.Other, s.Decisions, s.LossMWP)
	}
	differs := 0
	for _, w := range s.Wants {
		if w.Met > w.Open || w.Plain > w.Open || w.Open > s.Decisions {
			t.Errorf("%q is met %d and %d times of %d, in %d decisions", w.Want.Want, w.Met, w.Plain, w.Open, s.Decisions)
		}
		if w.Shows() {
			differs++
		}
	}
	if differs == 0 || found.All.Pairs != 1 || len(found.Systems) != 1 {
		t.Errorf("no want of the bold shows, or the pairs are wrong: %+v", found)
	}
	for _, w := range []struct {
		points, met, plain int
		shows              bool
	}{{30, 2, 1, true}, {30, 1, 1, false}, {30, 1, 2, false}, {-30, 1, 2, true}, {-30, 2, 1, false}, {-30, 1, 1, false}} {
		if got := (evals.WantShown{Want: agent.Want{Points: w.points}, Met: w.met, Plain: w.plain}).Shows(); got != w.shows {
			t.Errorf("%+v shows: %t", w, got)
		}
	}
}

// What is printed of a system is that system's, in whatever order its encounters were given.
func TestATemperIsShownBySystem(t *testing.T) {
	t.Parallel()
	found := evals.TempersFound{Tempers: []evals.TemperFound{{
		Temper:  "bold",
		Systems: []evals.Contest{{Encounter: "breath"}, {Encounter: "tempo"}},
		All:     evals.Contest{Encounter: "all"},
		Shown:   []evals.TemperInShown{{System: "tempo", Decisions: 4, Other: 1}, {System: "breath", Decisions: 4, Other: 2}},
	}}}
	for i, want := range []string{"50.0%", "25.0%", ""} {
		row := found.Sections()[0].Rows[i]
		if got := row[len(row)-2]; got != want {
			t.Errorf("%s takes another in %q of its decisions, want %q", row[1], got, want)
		}
	}
}

// The report in the repository is of the rows as they are, and what a row says that its temper scores is what was measured.
func TestTheTempersReportIsOfTheseRows(t *testing.T) {
	t.Parallel()
	report, err := os.ReadFile("reports/tempers.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range agent.Tempers() {
		scored := false
		for line := range strings.Lines(string(report)) {
			cells := strings.Split(line, " | ")
			if len(cells) < 6 || cells[0] != "| "+row.Temper || cells[1] != "all" {
				continue
			}
			scored = true
			score, err := strconv.ParseFloat(cells[5], 64)
			if err != nil || int(math.Round(100*score)) != row.Score {
				t.Errorf("%s scores %s in the report, and %d by its row (%v)", row.Temper, cells[5], row.Score, err)
			}
		}
		if !scored {
			t.Errorf("the report has no score of the %s", row.Temper)
		}
		for _, w := range row.Wants {
			name := w.Want
			if w.When != "" {
				name += " (" + w.When + ")"
			}
			if want := fmt.Sprintf("| %s: %s | %+d |", row.Temper, name, w.Points); !strings.Contains(string(report), want) {
				t.Errorf("the report has no line %q: make it again by the command it names", want)
			}
		}
	}
}
