package agent_test

import (
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/search"
)

// best returns what the search does in a written position.
func best(t *testing.T, text string) string {
	t.Helper()
	f, err := agent.Builtin().NewFight("position.yaml", []byte(text), agent.Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	seats, err := agent.AssignAgents(f.Roster(), &agent.Search{Limits: search.Limits{Nodes: 4000}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	step, err := agent.MakeStep(t.Context(), f, seats)
	if err != nil {
		t.Fatal(err)
	}
	return step.Do
}

// Nobody can be felled before the only round is over, so that everything is worth the same: a stance is taken,
// and nothing is held ready against nobody.
func TestOfEqualValuesSomethingIsDone(t *testing.T) {
	if do := best(t, `
version: 1
system: breath
title: Too Far
rounds: 1
zones: {first rear: {}, first front: {}, second rear: {}}
sides:
  - name: here
    fighters: [{who: swordsman, name: Aki, zone: first rear}]
  - name: there
    fighters: [{who: swordsman, name: Bun, zone: second rear}]
now:
  seats:
    Aki: {energy: 2}
    Bun: {energy: 0}
`); do != "take up checking stance" {
		t.Errorf("with all options worth a draw: got %s, want a stance taken", do)
	}
}

// Jubei stands at 10 and Masamune at 6: at 9 Jubei would breathe again before Masamune, and a parry held until then has
// parried nothing, whatever the estimate thinks of it.
func TestNoReservationIsMadeForNobody(t *testing.T) {
	if do := best(t, `
version: 1
system: breath
title: Before Anybody
zones: {first front: {}, second front: {}, second rear: {}}
sides:
  - name: travellers
    fighters: [{who: hatamoto, name: Masamune}]
  - name: bandits
    fighters: [{who: road ronin, name: Jubei}, {who: bandit archer, name: Oyuki, zone: second rear}]
objective: {for: bandits, goal: last, rounds: 5}
now:
  round: 3
  waits for: count
  seat: Jubei
  seats:
    Jubei: {energy: 10, zone: second rear, is: [opened]}
    Masamune: {energy: 6, wounds: 3, zone: second front, is: [opened]}
    Oyuki: {energy: 5, wounds: 1}
`); strings.HasPrefix(do, "reserve") {
		t.Errorf("first in the count by far: got %s, want something that somebody may meet", do)
	}
}
