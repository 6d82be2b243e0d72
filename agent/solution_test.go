package agent

import (
	"math"
	"testing"

	"kokyu/rules"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// plank is a tempo fight small enough to be solved in a second.
const plank = `
version: 1
system: tempo
title: Two on a Plank
rounds: 1
map: [".."]
sides:
  - {name: east, status: on guard, fighters: [{who: swordsman, name: Aldric, at: a1, weapons: [arming sword], boxes: [1, 1, 1, 1]}]}
  - {name: west, status: on guard, fighters: [{who: swordsman, name: Bertran, at: b1, weapons: [arming sword], boxes: [1, 1, 1, 1]}]}
`

func solvedPlank(t *testing.T) *Tablebase {
	t.Helper()
	f, err := Builtin().NewFight("plank.yaml", []byte(plank), Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	table, err := Solve(t.Context(), f, search.SolveLimits{})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// In best play attack, feint, parry, evade and counter-attack all have their share, and the shares of one choice are a whole.
func TestBestPlayMixesEveryAction(t *testing.T) {
	t.Parallel()
	mixes, err := solvedPlank(t).Mixes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{"melee attack": true, "feint": true, "parry": false, "evade": false, "counter-attack, arming sword": false}
	secrets, choices, parts := 0, 0, 0.0
	for _, m := range mixes {
		if secret, ok := want[m.Do]; ok && m.Secret == secret && m.WithShare > 0 {
			delete(want, m.Do)
		}
		if m.Secret {
			secrets, choices = secrets+1, m.Legal
			parts += m.Share
		}
	}
	if len(want) > 0 {
		t.Errorf("never mixed: %v", want)
	}
	if secrets != 2 || choices < MixFights || math.Abs(parts-1) > 1e-9 {
		t.Errorf("%d secrets at %d choices with shares of %v together", secrets, choices, parts)
	}
}

// A solved player cannot be exploited by one who knows its mixes, a greedy one can.
func TestASolvedPlayerGivesNothingAway(t *testing.T) {
	rulestest.NeedsMore(t)
	t.Parallel()
	table := solvedPlank(t)
	f, err := table.Fight()
	if err != nil {
		t.Fatal(err)
	}
	value, _ := table.Value(f)
	for side, sign := range []float64{1, -1} {
		for name, c := range map[string]struct {
			agent       Agent
			least, most float64
		}{"solved": {&Solved{Tablebase: table}, -1e-9, 1e-9}, "greedy": {Greedy{}, 0.01, 1}, "random": {Random{}, 0.01, 1}} {
			win, decisions, err := table.EvaluateAgent(t.Context(), c.agent, rules.Side(side), true, 1)
			if err != nil {
				t.Fatal(err)
			}
			if lost := sign * (value - win); lost < c.least || lost > c.most || decisions == 0 {
				t.Errorf("%s on side %d gives away %v in %d decisions", name, side, lost, decisions)
			}
		}
	}
}
