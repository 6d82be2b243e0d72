package evals

import (
	"testing"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/search"
)

// An agent is judged by the weights it was given: what it sees is what it would see at the table.
func TestAnAgentIsJudgedByItsOwnWeights(t *testing.T) {
	hedge, err := builtin("hedge.yaml")
	if err != nil {
		t.Fatal(err)
	}
	f := begin(t, string(hedge), 1)
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
