package evals

import (
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/rules/fight"
)

// The same ladder gives the same rungs on any number of cores, and every system weighs the same, however many of its
// encounters are fought.
func TestALadderIsTheSameOnAnyNumberOfCores(t *testing.T) {
	t.Parallel()
	climb := func(cores int) Rungs {
		q := Question{From: 1, To: 3, Count: 2, Nodes: 500, Seed: 3, Cores: cores}
		for _, name := range []string{"alley", "mirror", "crossing-small"} {
			_, text, err := agent.ReadEncounter(name)
			if err != nil {
				t.Fatal(err)
			}
			q.Encounters = append(q.Encounters, Encounter{Name: name, Fights: []*fight.Fight{begin(t, string(text), 0)}})
		}
		found, err := levelsSeries.Take(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		return found.Report.(Rungs)
	}
	one, two := climb(1), climb(2)
	if !reflect.DeepEqual(one, two) {
		t.Errorf("one core: %+v\ntwo: %+v", one, two)
	}
	for _, g := range one.Rungs {
		if len(g.Systems) != 2 || len(g.Encounters) != 3 || g.All.Pairs != 6 || g.Higher != g.Lower+1 {
			t.Fatalf("the rung %+v", g)
		}
		breath := (g.Encounters[0].Adjusted.Mean + g.Encounters[1].Adjusted.Mean) / 2
		if want := (breath + g.Encounters[2].Adjusted.Mean) / 2; math.Abs(g.All.Adjusted.Mean-want) > 1e-12 {
			t.Errorf("level %v scores %v, want %v", g, g.All.Adjusted.Mean, want)
		}
	}
}

// A level is judged by what it takes, not by what it sees to be best: a lower one regrets more, and none less than the
// search with the same sight.
func TestALevelIsJudgedByWhatItTakes(t *testing.T) {
	t.Parallel()
	barn := suite(t, "barn")
	regrets := func(spec string) float64 {
		a, err := AgentOf(t.Context(), spec, 20_000)
		if err != nil {
			t.Fatal(err)
		}
		return measured(t, &Run{Suite: barn, Question: Question{Agents: []agent.Agent{a}, Seed: barn.Seed, Cores: 2}}).Agents[0].Regret.All.Mean
	}
	low, high, sees := regrets("search level=2"), regrets("search level=4"), regrets(fmt.Sprintf("search nodes=%d", agent.Levels()[1].Nodes))
	if low < 2*high || low < 2*sees {
		t.Errorf("level 2 regrets %.2f mWP a decision, level 4 %.2f, the search that sees as far as level 2 %.2f", low, high, sees)
	}
}

// The report in the repository is of the rows as they are. To make it takes most of an hour: what is held here is that
// somebody did, and changed no row since.
func TestTheLevelsReportIsOfTheseRows(t *testing.T) {
	report, err := os.ReadFile("reports/levels.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := Rungs{Levels: agent.Levels()}.Sections()
	if rows := Page(sections[1:]); !strings.Contains(string(report), strings.TrimPrefix(rows, "# ")) {
		t.Errorf("levels.md is not of the rows\n%s\nmake it again by the commands it names", rows)
	}
}
