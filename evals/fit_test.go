package evals

import (
	"context"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
)

func opened(t *testing.T) func([]byte) (*fight.Fight, error) {
	c := agent.Builtin()
	return func(position []byte) (*fight.Fight, error) {
		return c.NewFight("position", position, agent.Setup{Seed: 1})
	}
}

// The weights in force are those the fit finds from the positions in the repository: fitting again gains nothing to
// speak of, neither on the positions it turns for nor on those held out.
func TestTheWeightsInForceAreTheFitted(t *testing.T) {
	systems := 0
	for _, system := range agent.Systems() {
		if system == "breath" && !rulestest.Long() {
			continue // takes six seconds
		}
		positions, err := Leaves(system)
		if err != nil {
			continue // its leaves are not fitted to anything
		}
		systems++
		r, err := Fit(context.Background(), positions, opened(t))
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Weights) == 0 || len(r.Errors) < 3 {
			t.Fatalf("%s: %d weights and %d errors: nothing was fitted", system, len(r.Weights), len(r.Errors))
		}
		for _, e := range r.Errors {
			if e.Before > e.After+2 {
				t.Errorf("%s: off by %.1f mWP, fitted anew by %.1f: run kokyu-lab eval fit --write", e.Of, e.Before, e.After)
			}
		}
	}
	if systems < rulestest.Few(1, 2) {
		t.Errorf("%d systems have positions to fit to", systems)
	}
}

// Positions of two systems have no weights in common.
func TestAFitRefusesTwoSystems(t *testing.T) {
	var both []Position
	for _, system := range []string{"breath", "tempo"} {
		positions, err := Leaves(system)
		if err != nil {
			t.Fatal(err)
		}
		both = append(both, positions[:20]...)
	}
	if _, err := Fit(context.Background(), both, opened(t)); err == nil || !strings.Contains(err.Error(), "is of the system tempo, want all of breath") {
		t.Errorf("positions of two systems: %v", err)
	}
}

// A fit that begins far away comes to an error not far from that of the weights in force.
func TestAFitFindsItsWay(t *testing.T) {
	positions, err := Leaves("breath")
	if err != nil {
		t.Fatal(err)
	}
	open := opened(t)
	var list []fitSample
	var far []float64
	var weights []fitWeight
	for _, p := range positions {
		if p.Encounter != "mirror" || len(list) == 60 {
			continue
		}
		f, err := open([]byte(p.Position))
		if err != nil {
			t.Fatal(err)
		}
		s := fitSample{encounter: p.Encounter, fight: f, exact: exactValue(f, p.Values)}
		for i, w := range f.Weights() {
			s.weights = append(s.weights, i)
			if len(list) == 0 {
				weights, far = append(weights, fitWeight{w, w.Value}), append(far, w.Most)
			}
		}
		list = append(list, s)
	}
	force := make([]float64, len(weights))
	for i, w := range weights {
		force[i] = w.Value
	}
	at, err := fitWeights(context.Background(), list, weights, far)
	if err != nil {
		t.Fatal(err)
	}
	begun, came, inForce := squaredError(list, far), squaredError(list, at), squaredError(list, force)
	if came > begun/4 || came > inForce*1.1 {
		t.Errorf("from %.5f the fit came to %.5f; the weights in force have %.5f", begun, came, inForce)
	}
}

// What cannot be fitted to is refused, with the position's id.
func TestAFitRefusesPositionsWithoutValues(t *testing.T) {
	positions, err := Leaves("breath")
	if err != nil {
		t.Fatal(err)
	}
	p := positions[0]
	p.Values, p.Options = nil, nil
	if _, err := Fit(context.Background(), []Position{p}, opened(t)); err == nil || !strings.Contains(err.Error(), p.ID) {
		t.Errorf("no values: %v", err)
	}
	if _, err := Fit(context.Background(), positions[:3], opened(t)); err == nil || !strings.Contains(err.Error(), "want 10") {
		t.Errorf("three positions: %v", err)
	}
}
