package agent

import (
	"math"
	"testing"
)

// Wilson's interval as tables have it: of 0, 10 and 50 of 100.
func TestWilson(t *testing.T) {
	for _, c := range []struct{ p, n, low, high float64 }{{0, 100, 0, 0.0370}, {0.1, 100, 0.0552, 0.1744}, {0.5, 100, 0.4038, 0.5962}, {1, 48, 0.9259, 1}} {
		i := Wilson(c.p, c.n)
		if math.Abs(i.Low-c.low) > 5e-5 || math.Abs(i.High-c.high) > 5e-5 || i.Mean != c.p {
			t.Errorf("%v of %v: %v, want %v to %v", c.p, c.n, i, c.low, c.high)
		}
	}
}

// No interval says what cannot be: that five fights prove anything, that fights take less than a round, that somebody loses less than
// nothing, or that the luck taken off makes a chance of more than one.
func TestIntervalsSayWhatCanBe(t *testing.T) {
	m := Match{Fight: duel(t), Agents: [2]Agent{Random{}, Random{}}, Count: 3}
	tally := m.Tally([]Outcome{{Score: 1, Rounds: 1, Wounds: [2]int{0, 5}}, {Score: 1, Rounds: 1}, {Score: 1, Rounds: 3}})
	if tally.Score.Low > 0.5 || tally.Score.High != 1 || tally.Side != tally.Score {
		t.Errorf("three fights won score %v", tally.Score)
	}
	if tally.Rounds.Low != 1 || tally.Wounds[1].Low != 0 || tally.Wounds[1].High < 4 {
		t.Errorf("rounds %v, Wounds %v", tally.Rounds, tally.Wounds)
	}
	if i := ChanceOf([]float64{1, 1, 0, 1}, []float64{1.1, 1.2, 0.9, 1.1}); i.Mean != 1 || i.High != 1 || i.Low >= 1 {
		t.Errorf("a chance of %v", i)
	}
}
