package tempo

import (
	"math/big"

	"kokyu/rules/dice"
)

// Inverted checks: rating and modifiers less the dice (R-TP-38). The document names them and does not say what forces
// one, so no built-in action has one; a row of actions with inverted: true does.
//
// The dice then count with a sign, and so does the margin of a pair: the reactor's signed dice less the actor's. The
// margins at which an outcome changes are the same; what differs is how likely they are.

// signedChance returns the chance that dice counted with a sign come to n or more.
func signedChance(sign, n int16) float64 {
	if sign > 0 {
		return chanceAtLeast(n)
	}
	return 1 - chanceAtLeast(1-n) // -k is n or more where k is -n or less: never, if n is above 0
}

// chanceInverted returns the exact chance of a choice of cells: the sum over the actor's throw of its chance and of
// those of the reactors' throws given it.
func (t *opposedCheck) chanceInverted(c *[reactorsMax]cuts, cell *[reactorsMax]int) float64 {
	if t.reactors == 0 {
		return signedChance(t.sign, c[0].low(cell[0])) - signedChance(t.sign, c[0].high(cell[0]))
	}
	given := func(own int16) float64 { // the chance of the reactors' cells, given the actor's signed dice
		p := 1.0
		for j := range t.reactors {
			p *= signedChance(t.signs[j], c[j].low(cell[j])+own) - signedChance(t.signs[j], c[j].high(cell[j])+own)
		}
		return p
	}
	if !t.actorThrows {
		return given(0)
	}
	sum := 0.0
	for a := range int16(powersMax) {
		sum += float64(power(a) / 6 * given(t.sign*a))
	}
	return sum
}

// sampleInverted is sampleResults for an inverted check: the lowest results that fall into the cells, the actor's
// first. If no throw falls into them all results are 0.
func (t *opposedCheck) sampleInverted(c *[reactorsMax]cuts, cell *[reactorsMax]int) (own int16, theirs [reactorsMax]int16) {
	lowest := func(j int, sign, by int16) (n int16, ok bool) {
		lo, hi := c[j].low(cell[j])+by, c[j].high(cell[j])+by // lo <= sign * n < hi
		if sign < 0 {
			lo, hi = 1-hi, 1-lo
		}
		n = max(0, lo)
		return n, n < hi && n <= resultMax
	}
	if t.reactors == 0 {
		own, _ = lowest(0, t.sign, 0)
		return own, theirs
	}
	for own = range int16(resultMax) { // an actor that does not throw has sign 0, so that 0 decides
		ok := true
		for j := 0; ok && j < t.reactors; j++ {
			theirs[j], ok = lowest(j, t.signs[j], t.sign*own)
		}
		if ok {
			return own, theirs
		}
	}
	return 0, [reactorsMax]int16{}
}

// exactAtLeast returns the chance that dice counted with a sign come to n or more, as a rational number.
func exactAtLeast(sign int16, n int) *big.Rat {
	if sign > 0 {
		return dice.Prismatic.ExactAtLeast(n)
	}
	return complement(dice.Prismatic.ExactAtLeast(1 - n))
}

// exactContest returns the chance that one signed throw less another comes to n or more. Two throws of one sign are
// each other's mirror, so that their difference has the same chances as without a sign. Throws of different signs add
// up: to s with the chance (s+1)(1/6)^2(5/6)^s.
func exactContest(own, other int16, n int) *big.Rat {
	switch {
	case own == other:
		return dice.Prismatic.ExactMargin(n)
	case own > 0:
		return exactSumAtLeast(n)
	}
	return complement(exactSumAtLeast(1 - n))
}

// exactSumAtLeast returns the chance that two throws add up to n or more.
func exactSumAtLeast(n int) *big.Rat {
	n = max(n, 0)
	return new(big.Rat).Mul(dice.Prismatic.ExactAtLeast(n), big.NewRat(int64(6+n), 6))
}

// complement returns 1 less p, in the place of p.
func complement(p *big.Rat) *big.Rat { return p.Sub(big.NewRat(1, 1), p) }
