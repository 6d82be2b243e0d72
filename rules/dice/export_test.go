package dice

import "math/big"

// What only tests ask of dice.

// Results lists them.
func Results() []Result { return []Result{Success, Failure, Win, Tie, Lose} }

// TwoD10Contest returns how many of the ten thousand throws of 2d10+edge against 2d10 win, tie and lose: the contest 2d10+a
// against 2d10+b has the edge a-b.
func TwoD10Contest(edge int) (win, tie, lose int) {
	for other := 2; other <= 20; other++ {
		plain, double := twoD10(other)
		ways := plain + double
		same, sameDouble := twoD10(other - edge)
		more, moreDouble := TwoD10AtLeast(other - edge + 1)
		tie += ways * (same + sameDouble)
		win += ways * (more + moreDouble)
	}
	return win, tie, TwoD10Throws*TwoD10Throws - win - tie
}

// Mean returns the total to expect.
func (c Curve) Mean() float64 {
	sum := float64(c.from)
	for _, p := range c.atLeast[1:] {
		sum += p
	}
	return sum
}

// dist returns the distribution of the total, exact as far as it is listed; its tail is less than [tailMax]. It takes some
// milliseconds: where numbers will do, [Pool.Curve] is ten times as fast, and the next time is free.
func (p Pool) dist() Dist {
	p = p.Normalize()
	return p.listSums(p.lastSum()).shift(p.Add)
}

// tailChance returns the chance of a value above Max: 0 unless the dice have no largest value.
func (d Dist) tailChance() *big.Rat { return new(big.Rat).SetFrac(d.tail, d.total) }

// AtLeast returns the chance of n or more, exact.
func (p Pool) AtLeast(n int) *big.Rat { return p.listedTo(n - 1).AtLeast(n) }
