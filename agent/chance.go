package agent

import (
	"kokyu/rules"
	"kokyu/rules/bitexact"
)

// WinChance returns a value of rules or search, -1 to 1, as a win chance of side 0.
func WinChance(v float64) float64 { return win(v, 0) }

// win returns a value of the search, from -1 to 1 for side 0, as a chance to win for a side.
func win(v float64, side rules.Side) float64 {
	if side == 1 {
		v = -v
	}
	// The mean over dice may be rounded beyond -1 or 1: in random breath 554 the chance would be -1e-16.
	return min(1, max(0, (v+1)/2))
}

// ForSide returns a win chance of side 0 as that of a side.
func ForSide(p float64, side rules.Side) float64 {
	if side == 1 {
		return 1 - p
	}
	return p
}

// Sign returns 1 for side 0 and -1 for side 1.
func Sign(side rules.Side) float64 { return 1 - 2*float64(side) }

// logOddsMax is the largest log odds that logOdds returns: those of a chance of 99.9 %.
const logOddsMax = 7

// logOdds returns the log odds of a chance, limited to logOddsMax. It uses the logarithm of bitexact, because a
// forecast has to be the same on every processor.
func logOdds(p float64) float64 {
	switch {
	case p <= 0:
		return -logOddsMax
	case p >= 1:
		return logOddsMax
	}
	return max(-logOddsMax, min(logOddsMax, bitexact.Log(p/(1-p))))
}
