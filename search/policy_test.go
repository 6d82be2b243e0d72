package search

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kokyu/rules"
	"kokyu/rules/rulestest"
)

// try evaluates a policy that is a function of the position.
func try(t *testing.T, sol *Solution[brawlState], s brawlState, side rules.Side, response bool, threads int, p Policy[brawlState]) float64 {
	v, _, err := sol.Try(context.Background(), s, Trial[brawlState]{Side: side, Response: response,
		Threads: threads, Policy: func() Policy[brawlState] { return p }})
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
	best := func(s brawlState, actions []rules.Action, mix []float64) error {
		options, _ := sol.Best(s)
		mix[slices.Index(actions, options[0].Action)] = 1
		return nil
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
	g, start := newBrawl(1, 1, uint8(rulestest.Few(1, 2)), 4, 2)
	sol := solve(t, Solvable[brawlState](g), start, SolveLimits{})
	value, _ := sol.Value(start)
	for side := range rules.Side(2) {
		sign := 1 - 2*float64(side)
		loss := sign * (value - try(t, sol, start, side, false, 1, evenly[brawlState]))
		worst := sign * (value - try(t, sol, start, side, true, 1, evenly[brawlState]))
		if loss <= 0.01 || worst < loss-1e-12 {
			t.Errorf("side %d drawing loses %v to the best player and %v to the best response", side, loss, worst)
		}
		if again := sign * (value - try(t, sol, start, side, true, 3, evenly[brawlState])); again != worst {
			t.Errorf("side %d: %v on one thread, %v on three", side, worst, again)
		}
	}
}

// Mixes that solve every secret choice cannot be exploited by one who knows them, from either side; what secrets are drawn
// from evenly loses, to the best response at least as much as to the best player.
func TestSolvedMixesCannotBeExploited(t *testing.T) {
	lost := 0
	rapid.Check(t, func(t *rapid.T) {
		f, s := drawFeints(t)
		g := oneRound{f}
		sol := solve(t, Solvable[feintState](g), s, SolveLimits{})
		want, _ := sol.Value(s)
		mixes := func(s feintState, actions []rules.Action, mix []float64) error {
			options, ok := sol.Best(s)
			if !ok {
				t.Fatalf("the solution does not hold %+v", s)
			}
			FillMix(options, actions, mix)
			return nil
		}
		for side := range rules.Side(2) {
			sign := 1 - 2*float64(side)
			var loss [2][2]float64
			for i, response := range []bool{false, true} {
				for k, policy := range []Policy[feintState]{mixes, evenly[feintState]} {
					v, _, err := sol.Try(t.Context(), s, Trial[feintState]{Side: side, Response: response, Policy: func() Policy[feintState] { return policy }})
					if err != nil {
						t.Fatal(err)
					}
					loss[k][i] = sign * (want - v)
				}
			}
			if max(math.Abs(loss[0][0]), math.Abs(loss[0][1])) > 1e-9 {
				t.Fatalf("the solution's own mixes of side %d lose %v to the best player and %v to the best response", side, loss[0][0], loss[0][1])
			}
			if loss[1][0] < -1e-9 || loss[1][1] < loss[1][0]-1e-9 {
				t.Fatalf("even mixes of side %d lose %v to the best player and %v to the best response", side, loss[1][0], loss[1][1])
			}
			if loss[1][1] > loss[1][0]+1e-6 {
				lost++
			}
		}
	})
	if lost == 0 {
		t.Error("nobody loses more to a best response than to the best player: this shows nothing")
	}
}

// oneRound says that a fight without rounds ends with the first.
type oneRound struct{ feints }

func (oneRound) Rounds() int { return 1 }

// evenly draws every action alike.
func evenly[S comparable](_ S, _ []rules.Action, mix []float64) error {
	for i := range mix {
		mix[i] = 1 / float64(len(mix))
	}
	return nil
}

// A best responder knows the mix and not what was drawn from it: against a coin that shows one side three times in four,
// guessing that side is all there is.
func TestABestResponseDoesNotSeeTheSecret(t *testing.T) {
	start := penniesState{Round: 1}
	sol := solve(t, Solvable[penniesState](pennies{1}), start, SolveLimits{})
	turn := pennies{1}.Turn(&start)
	bent := func(_ penniesState, actions []rules.Action, mix []float64) error {
		mix[0], mix[len(mix)-1] = 0.75, 0.25
		return nil
	}
	d, err := newMatrixGame[penniesState](pennies{1}, &start, turn, 0)
	if err != nil {
		t.Fatal(err)
	}
	sign := 1 - 2*float64(pennies{1}.Side(turn.Seat))
	want := math.Inf(1)
	for j := range d.cols {
		sum := 0.0
		for i := range d.rows {
			v, _ := sol.Value(cellPosition[penniesState](pennies{1}, d, start, i*len(d.cols)+j))
			sum += sign * v * []float64{0.75, 0.25}[i]
		}
		want = min(want, sum)
	}
	got := sign * func() float64 {
		v, _, err := sol.Try(t.Context(), start, Trial[penniesState]{Side: pennies{1}.Side(turn.Seat),
			Response: true, Policy: func() Policy[penniesState] { return bent }})
		if err != nil {
			t.Fatal(err)
		}
		return v
	}()
	if math.Abs(got-want) > 1e-12 {
		t.Errorf("a bent coin is worth %v against who knows it, want %v", got, want)
	}
}
