package evals

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// tuningOf is a tuning in small fights that are over at once.
func tuningOf(t *testing.T, cores int, names ...string) Tuning {
	t.Helper()
	x := Tuning{Pairs: 18, Limits: search.Limits{Nodes: 100}, Seed: 3, Cores: cores}
	for _, name := range names {
		e, err := Unplanned(agent.Builtin(), name)
		if err != nil {
			t.Fatal(err)
		}
		x.Encounters = append(x.Encounters, e)
	}
	return x
}

// hedge is one of the fights that are solved, from its beginning.
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

// A weight that is far off comes back: at a pace of 0 there is always time, though the fight has two rounds.
func TestABadWeightComesBack(t *testing.T) {
	if !rulestest.Long() {
		t.Skip("LONG=1: a tuning of 960 pairs")
	}
	f := hedge(t)
	x := Tuning{Encounters: []Encounter{{Name: "hedge", Fight: f}}, Only: []string{"pace", "held"}, From: agent.Weights{{Name: "pace"}},
		Pairs: 960, Limits: search.Limits{Nodes: 150}, Seed: 1, Cores: 2}
	r, err := x.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if pace := r.Weights[0]; pace.After <= 0 || pace.Effect.Low <= 0 {
		t.Errorf("pace came from 0 to %.3f, worth %+v; want it higher", pace.After, pace.Effect)
	}
	if len(r.Weights) != 2 || r.Pairs != 960 {
		t.Errorf("turned %d weights in %d pairs", len(r.Weights), r.Pairs)
	}
}

func TestATuningIsTheSameOnAnyCores(t *testing.T) {
	one, err := tuningOf(t, 1, "random tempo 2").Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	two, err := tuningOf(t, 2, "random tempo 2").Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(one, two) {
		t.Errorf("one core:\n%+v\ntwo:\n%+v", one, two)
	}
}

func TestWhatCannotBeTuned(t *testing.T) {
	for _, c := range []struct {
		only  string
		names []string
		want  string
	}{
		{"nonsense", []string{"random breath 1"}, `leaves of random breath 1 have no weight nonsense`},
		{"rest", []string{"random breath 1", "random tempo 1"}, `leaves of random tempo 1 have no weight rest`},
	} {
		x := tuningOf(t, 1, c.names...)
		x.Only = []string{c.only}
		if _, err := x.Run(context.Background()); err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), `"`, ""), c.want) {
			t.Errorf("%v: %v, want it to say %q", c.names, err, c.want)
		}
	}
}
