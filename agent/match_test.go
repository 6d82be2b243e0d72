package agent

import (
	"testing"

	"kokyu/search"
)

// Fight k has its own seed, and nothing is shared between fights: cores change how long it takes, nothing else.
func TestManyFightsAreTheSameOnAnyNumberOfCores(t *testing.T) {
	play := func(cores int) Tally {
		m := Match{Fight: duel(t), Agents: [2]Agent{&Search{Limits: search.Limits{Nodes: 200}}, Greedy{}}, Count: 12, Swap: true, Seed: 5, Cores: cores}
		tally, err := m.Play(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return tally
	}
	one, three := play(1), play(3)
	if one != three {
		t.Errorf("one core: %+v\nthree: %+v", one, three)
	}
	if one.Wins[0]+one.Wins[1]+one.Draws != 12 {
		t.Errorf("12 fights are %+v", one)
	}
}
