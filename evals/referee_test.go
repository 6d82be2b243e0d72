package evals

import (
	"context"
	"math"
	"testing"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/search"
)

const refereeFight = `version: 1
system: breath
title: Two at a referee's
rounds: 1
sides:
  - {name: barn, fighters: [{who: ashigaru, name: Kihei}]}
  - {name: road, fighters: [{who: bandit, name: Saku}]}
now: {round: 1, waits for: count, seat: Kihei, seats: {Kihei: {energy: 4, wounds: 1}, Saku: {energy: 4, wounds: 1}}}
`

// always takes the option of these words.
type always string

func (a always) Choose(_ context.Context, v agent.View) (rules.Action, error) {
	for _, o := range v.Options() {
		if o.Words == string(a) {
			return o.Action, nil
		}
	}
	return rules.Action{}, nil
}
func (a always) String() string { return "always " + string(a) }

// Each half of the playouts names the best option, and what was chosen is measured against it on the other half: where
// they agree that is the difference, where they do not it cancels out or falls below nothing. What was not played out
// is not judged.
func TestTheRefereeChoosesByOneHalfAndMeasuresByTheOther(t *testing.T) {
	f, err := agent.Builtin().NewFight("test.yaml", []byte(refereeFight), agent.Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	options := []string{"yari thrust > Saku", "overhead beat > Saku", "close the round"}
	for _, c := range []struct {
		did    string
		halves [][2]float64
		lost   float64
		best   string
		judged bool
	}{
		{"yari thrust > Saku", [][2]float64{{0.7, 0.6}, {0.5, 0.5}, {0.2, 0.1}}, 0, "yari thrust > Saku", true},
		{"close the round", [][2]float64{{0.7, 0.6}, {0.5, 0.5}, {0.2, 0.1}}, 500, "yari thrust > Saku", true},
		{"overhead beat > Saku", [][2]float64{{0.7, 0.4}, {0.5, 0.5}, {0.2, 0.1}}, -50, "yari thrust > Saku", true},
		{"yari thrust > Saku", [][2]float64{{0.7, 0.4}, {0.5, 0.5}, {0.2, 0.1}}, -100, "yari thrust > Saku", true},
		{"reserve harry", [][2]float64{{0.7, 0.6}, {0.5, 0.5}, {0.2, 0.1}}, 0, "yari thrust > Saku", false},
	} {
		m := judgedAgent{agent: always(c.did)}
		x, err := m.judgeByPlayouts(t.Context(), judgedPosition{Position: Position{ID: "one", Options: options, Standard: &standard{Halves: c.halves}}, fight: f})
		if err != nil || math.Abs(x.Lost-c.lost) > 1e-9 || x.Best != c.best || x.Judged != c.judged {
			t.Errorf("%s of %v: %+v, %v; want %v lost against %s", c.did, c.halves, x, err, c.lost, c.best)
		}
	}
}

// What a suite that ships knows of its positions is of the rows that ship with it: else kokyu-lab eval refuses it.
func TestStoredValuesAreOfTodaysRows(t *testing.T) {
	for _, name := range Suites() {
		s, err := ReadSuite(t.Context(), name, agent.Builtin())
		if err != nil {
			t.Fatal(err)
		}
		r := &Run{Suite: s, Question: Question{Seed: 1}}
		for _, p := range s.Positions {
			if _, err := r.openPosition(p, 1); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// hedge returns one of the fights that are solved, from its beginning.
func hedge(t *testing.T) *fight.Fight {
	t.Helper()
	data, err := builtin("hedge.yaml")
	if err != nil {
		t.Fatal(err)
	}
	f, err := agent.Builtin().NewFight("hedge.yaml", data, agent.Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// An agent is judged by the weights it was given: what it sees is what it would see at the table.
func TestAnAgentIsJudgedByItsOwnWeights(t *testing.T) {
	f := hedge(t)
	for f.Turn().Kind == rules.Chance {
		if _, err := f.Roll(); err != nil {
			t.Fatal(err)
		}
	}
	v, err := agent.Look(f)
	if err != nil {
		t.Fatal(err)
	}
	var sees []float64
	for _, leaf := range []agent.Weights{nil, {{Name: "steep", Value: 4}}} {
		s := &agent.Search{Limits: search.Limits{Nodes: 300}, Leaf: leaf}
		m := judgedAgent{agent: s}
		_, win, err := m.choose(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := v.SearchWith(t.Context(), s.Limits, s.Leaf); err != nil || agent.WinChance(r.Value) != win {
			t.Errorf("%v sees %v at the table (%v), judged it sees %v", s, agent.WinChance(r.Value), err, win)
		}
		sees = append(sees, win)
	}
	if sees[0] == sees[1] {
		t.Errorf("both see %v, want the weight to make a difference", sees)
	}
}
