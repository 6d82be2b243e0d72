package main

import (
	"math"
	"testing"

	"kokyu/rules/breath"
)

// The estimate in force means what it says: over fights of fixed seeds its win chance is right to a quarter in every
// tenth of the scale that has positions enough, and it tells far more than a coin. The fights are of a search that
// finishes a stage before it answers; positions of one fight hang together, so that forty fights say no more.
func TestScoreIsCalibrated(t *testing.T) {
	var samples []sample
	for _, name := range breath.Encounters() {
		samples = append(samples, play(load(name), 40, 4000, 1)...)
	}
	if l := loss(samples, &breath.Fitted); l > 0.6 {
		t.Errorf("mean logarithmic loss %.3f over %d positions, want at most 0.6; a coin has %.3f", l, len(samples), math.Ln2)
	}
	for k, bin := range tenths(samples, &breath.Fitted) {
		if bin.n >= 60 && math.Abs(bin.predicted-bin.actual) > 0.25 {
			t.Errorf("positions between %d and %d %%: predicted %.3f, actual %.3f, over %.0f positions", 10*k, 10*k+10, bin.predicted, bin.actual, bin.n)
		}
	}
}
