package dice

import (
	"fmt"
	"math/big"

	"kokyu/rules/bitexact"
)

// Geometric counts how often something happens before it first fails: 0, 1, 2 and on without end. It happens with the
// chance On/Of, between 0 and 1. Sums over the infinite tail have a closed form, so its chances are exact.
type Geometric struct {
	On, Of int
}

// Prismatic is a throw of eight coloured d6, of which the result is the index of the first one that shows its key face;
// if none does they are thrown again, for 8 more. So it counts failures of one chance in six: P(k) = (1/6)(5/6)^k.
var Prismatic = Geometric{5, 6}

// Colours are the colours of these dice in their order: the index of a colour is the result.
var Colours = [...]string{"black", "red", "orange", "yellow", "green", "blue", "purple", "white"}

// AtLeast returns the chance of n or more.
func (g Geometric) AtLeast(n int) float64 {
	return bitexact.Pow(g.ratio(), float64(max(n, 0)))
}

// Margin returns the chance that one throw exceeds another by n or more; n may be negative.
func (g Geometric) Margin(n int) float64 {
	if n <= 0 {
		return 1 - g.Margin(1-n) // the margins mirror
	}
	return bitexact.Pow(g.ratio(), float64(n)) * float64(g.Of) / float64(g.Of+g.On)
}

// ExactAtLeast returns AtLeast as a rational number.
func (g Geometric) ExactAtLeast(n int) *big.Rat {
	n = max(n, 0)
	return new(big.Rat).SetFrac(power(big.NewInt(int64(g.On)), n), power(big.NewInt(int64(g.Of)), n))
}

// ExactMargin returns Margin as a rational number.
func (g Geometric) ExactMargin(n int) *big.Rat {
	if n <= 0 {
		r := g.ExactMargin(1 - n)
		return r.Sub(big.NewRat(1, 1), r)
	}
	r := g.ExactAtLeast(n)
	return r.Mul(r, big.NewRat(int64(g.Of), int64(g.Of+g.On)))
}

// dist returns the distribution listed up to last.
func (g Geometric) dist(last int) Dist {
	if last < 0 {
		panic(fmt.Sprintf("dice: a geometric distribution listed to %d", last))
	}
	on, of, stop := big.NewInt(int64(g.On)), big.NewInt(int64(g.Of)), big.NewInt(int64(g.Of-g.On))
	ways := make([]*big.Int, last+1)
	for v := range ways {
		w := power(on, v)
		w.Mul(w, stop)
		ways[v] = w.Mul(w, power(of, last-v))
	}
	return newDist(0, ways, power(on, last+1))
}

// Throw draws one result, a die of Of sides at a time.
func (g Geometric) Throw(die func(sides int) int) (n int) {
	for die(g.Of) <= g.On {
		n++
	}
	return n
}

// ratio returns On/Of.
func (g Geometric) ratio() float64 { return float64(g.On) / float64(g.Of) }
