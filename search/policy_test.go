package search

import (
	"context"
	"math"
	"testing"

	"kokyu/rules"
)

// try evaluates a policy that is a function of the position.
func try(t *testing.T, sol *Solution[brawlState], s brawlState, side rules.Side, response bool, threads int, p Policy[brawlState]) float64 {
	v, _, err := sol.Try(context.Background(), s, Trial[brawlState]{Side: side, Response: response, Threads: threads, Policy: func() Policy[brawlState] { return p }})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Best play loses nothing, to the best player or to the best response, from either side.
func TestBestPlayCannotBeExploited(t *testing.T) {
	g, start := newBrawl(1, 1, 2, 4, 2)
	sol := solve(t, Solvable[brawlState](g), start, SolveLimits{})
	want, _ := sol.Value(start)
	best := func(s brawlState, actions []rules.Action) (int, error) {
		options, _ := sol.Best(s)
		for i, a := range actions {
			if a == options[0].Action {
				return i, nil
			}
		}
		panic("the best action is not legal")
	}
	for side := range rules.Side(2) {
		for _, response := range []bool{false, true} {
			if v := try(t, sol, start, side, response, 2, best); math.Abs(v-want) > 1e-9 {
				t.Errorf("best play of side %d (response: %v) is worth %.12f, want %.12f", side, response, v, want)
			}
		}
	}
}

// Whoever draws its decisions loses, and loses more to one who knows; however many threads evaluate it.
func TestADrawingPlayerLosesMoreToItsBestResponse(t *testing.T) {
	g, start := newBrawl(1, 1, 2, 4, 2)
	sol := solve(t, Solvable[brawlState](g), start, SolveLimits{})
	value, _ := sol.Value(start)
	even := func(brawlState, []rules.Action) (int, error) { return Evenly, nil }
	for side := range rules.Side(2) {
		sign := 1 - 2*float64(side)
		loss := sign * (value - try(t, sol, start, side, false, 1, even))
		worst := sign * (value - try(t, sol, start, side, true, 1, even))
		if loss <= 0.01 || worst < loss-1e-12 {
			t.Errorf("side %d drawing loses %v to the best player and %v to the best response", side, loss, worst)
		}
		if again := sign * (value - try(t, sol, start, side, true, 3, even)); again != worst {
			t.Errorf("side %d: %v on one thread, %v on three", side, worst, again)
		}
	}
}
