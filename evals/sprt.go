package evals

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// sprtBounds are the two hypotheses of a sequential test: that the first agent is better by Low, or by High, in mWP a
// game.
type sprtBounds struct {
	Low  float64 `json:"low_mwp"`
	High float64 `json:"high_mwp"`
}

// boundMax is the largest bound: nobody is better by more than half a win.
const boundMax = 500

// ParseBounds parses bounds in the form "0,5".
func ParseBounds(text string) (b sprtBounds, err error) {
	low, high, ok := strings.Cut(text, ",")
	b.Low, err = strconv.ParseFloat(strings.TrimSpace(low), 64)
	if err == nil {
		b.High, err = strconv.ParseFloat(strings.TrimSpace(high), 64)
	}
	if !ok || err != nil || !(b.Low < b.High) || b.Low < -boundMax || b.High > boundMax {
		return b, fmt.Errorf("the bounds of a sequential test cannot be %q, want two numbers of mWP a game, the lower first, from -%d to %d, as in 0,5",
			text, boundMax, boundMax)
	}
	return b, nil
}

// The verdicts of a sequential test.
const (
	better    = "better"     // the high bound is accepted
	notBetter = "not better" // the low bound is accepted
	undecided = "undecided"
)

// risk is the probability of either error if the truth lies at a bound (alpha and beta). decisive is the LLR, 2.94, at
// which a test with that risk stops.
const risk = 0.05

var decisive = math.Log((1 - risk) / risk)

// extraSquares is added once to the sum of squares, as if one more pair had been seen in which one of the two games had
// gone the other way, which moves its mean score by a quarter. Without it a few equal pairs would have no variance and
// look like certainty.
const extraSquares = 0.25 * 0.25

// resultsLeast is how many results the normal approximation needs.
const resultsLeast = 16

// sprt is a generalized sequential probability ratio test with the normal approximation, as fishtest uses it on pairs
// of games: LLR = (d1-d0)(2m-d0-d1)n / 2s², where m and s² are the mean and the variance of the n results so far and
// d0, d1 the bounds.
type sprt struct {
	Bounds sprtBounds `json:"bounds"`
	// LLR is the logarithm of how much likelier the results are under the high bound than under the low one.
	LLR     float64 `json:"llr"`
	Stop    float64 `json:"stop"` // the LLR, up or down, at which it is decided
	Verdict string  `json:"verdict"`

	n            int     // results so far
	sum, squares float64 // the sums of the results less 0.5, and of their squares
}

// newSPRT returns a test without results.
func newSPRT(b sprtBounds) *sprt { return &sprt{Bounds: b, Stop: decisive, Verdict: undecided} }

// Add adds a result, the first agent's score per game (about 0 to 1), and reports whether the test is decided.
func (t *sprt) Add(score float64) (decided bool) {
	if t.Verdict != undecided {
		return true
	}
	x := score - 0.5
	t.n++
	t.sum += x
	t.squares += x * x
	n, m := float64(t.n), t.sum/float64(t.n)
	variance := (max(0, t.squares-n*m*m) + extraSquares) / n
	d0, d1 := t.Bounds.Low/1000, t.Bounds.High/1000
	t.LLR = (d1 - d0) * (2*m - d0 - d1) * n / (2 * variance)
	switch {
	case t.n < resultsLeast:
	case t.LLR >= t.Stop:
		t.Verdict = better
	case t.LLR <= -t.Stop:
		t.Verdict = notBetter
	}
	return t.Verdict != undecided
}
