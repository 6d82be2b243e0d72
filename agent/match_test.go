package agent

import (
	"context"
	"errors"
	"testing"

	"kokyu/search"
)

// Fight k has its own seed, and nothing is shared between fights: cores change how long it takes, nothing else.
func TestManyFightsAreTheSameOnAnyNumberOfCores(t *testing.T) {
	t.Parallel()
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

// A match that is stopped tells of the fights that were over, and of whole pairs where the agents change sides.
func TestAStoppedMatchTellsWhatWasFought(t *testing.T) {
	for _, c := range []struct {
		swap bool
		want int
	}{{false, 5}, {true, 4}} {
		ctx, stop := context.WithCancel(t.Context())
		m := Match{Fight: duel(t), Agents: [2]Agent{Random{}, Greedy{}}, Count: 400, Swap: c.swap, Seed: 1, Cores: 1}
		m.Progress = func(done int) {
			if done == 5 {
				stop()
			}
		}
		got, err := m.Play(ctx)
		if !errors.Is(err, context.Canceled) || got.Fights != c.want {
			t.Fatalf("swap %v: %d fights, %v, want %d and that it was stopped", c.swap, got.Fights, err, c.want)
		}
		m.Count, m.Progress = c.want, nil
		want, err := m.Play(t.Context())
		if err != nil || got != want {
			t.Errorf("swap %v: got %+v, %v, want %+v as if only these were asked for", c.swap, got, err, want)
		}
	}
}

// Two seeds that are neighbours have no fight in common: fight k of the one is not fight k-1 of the other.
func TestSeedsAreSeriesOfTheirOwn(t *testing.T) {
	seen := map[uint64]uint64{}
	for seed := range uint64(50) {
		m := Match{Seed: seed}
		for k := range 200 {
			if other, met := seen[m.seed(k)]; met {
				t.Fatalf("fight %d of seed %d has the dice of one of seed %d", k, seed, other)
			}
			seen[m.seed(k)] = seed
		}
	}
}
