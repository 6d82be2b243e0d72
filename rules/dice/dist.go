package dice

import (
	"fmt"
	"math/big"
	"slices"
)

// Dist is a distribution over whole numbers: the number of equally likely ways to each value. Values run from Min to
// Max without gaps; some of them may have 0 ways. A Dist never changes, so distributions made from it share its
// numbers.
//
// Dice that explode, or are thrown until they fail, have no largest value. They are listed up to a Max, and all ways to
// values above Max are counted together as the tail. So every chance about values up to Max + 1 is exact. An exploding
// d10 listed to 30 has 27 values of weight 100, 10 or 1 in 1000 and a tail of 1. A geometric die of chance a/b listed
// to k has the weights a^(v-1) (b-a) b^(k-v) in b^k and a tail of a^k.
type Dist struct {
	min   int
	ways  []*big.Int // of min, min+1, ...
	tail  *big.Int
	total *big.Int
}

// newDist returns the distribution with the weight ways[0] for min, ways[1] for min+1 and so on, and tail for
// everything above; nil is no tail. It panics if there is no value, if a weight is negative or if all are zero.
func newDist(min int, ways []*big.Int, tail *big.Int) Dist {
	d := Dist{min: min, ways: make([]*big.Int, len(ways)), tail: new(big.Int), total: new(big.Int)}
	if tail != nil {
		d.tail.Set(tail)
	}
	negative := d.tail.Sign() < 0
	d.total.Set(d.tail)
	for i, w := range ways {
		d.ways[i] = new(big.Int).Set(w)
		d.total.Add(d.total, w)
		negative = negative || w.Sign() < 0
	}
	if len(ways) == 0 || negative || d.total.Sign() == 0 {
		panic(fmt.Sprintf("dice: weights %v, tail %v are not a distribution", ways, tail))
	}
	return d
}

// always returns the distribution of a throw that always comes to n.
func always(n int) Dist { return newDist(n, []*big.Int{big.NewInt(1)}, nil) }

// Sum returns the total of count dice with sides sides each, both 1 or more: sides^count equally likely throws.
func Sum(count, sides int) Dist {
	if count < 1 || sides < 1 {
		panic(fmt.Sprintf("dice: %dd%d cannot be thrown", count, sides))
	}
	ways := []*big.Int{big.NewInt(1)}
	for range count {
		ways = addDie(ways, sides)
	}
	return newDist(count, ways, nil)
}

// addDie adds one die to totals, both counted from 0. Each new weight is the sum of the last sides old ones, kept as a
// running sum.
func addDie(ways []*big.Int, sides int) []*big.Int {
	sums := newInts(len(ways) + sides - 1)
	run := new(big.Int)
	for i, sum := range sums {
		if i < len(ways) {
			run.Add(run, ways[i])
		}
		if i >= sides {
			run.Sub(run, ways[i-sides])
		}
		sum.Set(run)
	}
	return sums
}

// Min returns the smallest value listed.
func (d Dist) Min() int { return d.min }

// Max returns the largest value listed; the tail lies above it.
func (d Dist) Max() int { return d.min + len(d.ways) - 1 }

// Ways returns the number of ways to exactly v, which is 0 below Min and, without a tail, above Max. It panics on a
// value that lies in the tail.
func (d Dist) Ways(v int) *big.Int {
	if v > d.Max() && d.tail.Sign() > 0 {
		panic(fmt.Sprintf("dice: %d asked of a distribution listed to %d", v, d.Max()))
	}
	if v < d.min || v > d.Max() {
		return new(big.Int)
	}
	return new(big.Int).Set(d.ways[v-d.min])
}

// AtLeast returns the chance of n or more. It panics on an n above Max + 1 when there is a tail: list the dice further.
func (d Dist) AtLeast(n int) *big.Rat {
	if n > d.Max()+1 && d.tail.Sign() > 0 {
		panic(fmt.Sprintf("dice: %d or more asked of a distribution listed to %d", n, d.Max()))
	}
	good := new(big.Int).Set(d.tail)
	for _, w := range d.ways[min(max(n-d.min, 0), len(d.ways)):] {
		good.Add(good, w)
	}
	return new(big.Rat).SetFrac(good, d.total)
}

// shift adds n to every value.
func (d Dist) shift(n int) Dist {
	d.min += n
	return d
}

// floor counts every value below n as n. It panics if n is above Max.
func (d Dist) floor(n int) Dist {
	if n > d.Max() {
		panic(fmt.Sprintf("dice: a floor of %d under values up to %d", n, d.Max()))
	}
	if n <= d.min {
		return d
	}
	ways := slices.Clone(d.ways[n-d.min:])
	lowest := new(big.Int)
	for _, w := range d.ways[:n-d.min+1] {
		lowest.Add(lowest, w)
	}
	ways[0] = lowest
	d.min, d.ways = n, ways
	return d
}

// negate returns the distribution of the negative value. The distribution must be finite.
func (d Dist) negate() Dist {
	d.min, d.ways = -d.Max(), slices.Clone(d.ways)
	slices.Reverse(d.ways)
	return d
}

// Mean returns the expected value. All of the tail counts as the largest value listed.
func (d Dist) Mean() float64 {
	sum, left := new(big.Int).Mul(d.total, big.NewInt(int64(d.min))), new(big.Int).Set(d.total)
	for _, w := range d.ways[:len(d.ways)-1] {
		sum.Add(sum, left.Sub(left, w))
	}
	mean, _ := new(big.Rat).SetFrac(sum, d.total).Float64()
	return mean
}

// Plus returns the sum of two independent throws. It is listed as far as it is exact: up to where a tail could begin.
func (d Dist) Plus(e Dist) Dist {
	last := d.Max() + e.Max()
	if d.tail.Sign() > 0 {
		last = min(last, d.Max()+e.min)
	}
	if e.tail.Sign() > 0 {
		last = min(last, d.min+e.Max())
	}
	sum := Dist{min: d.min + e.min, tail: new(big.Int), total: new(big.Int).Mul(d.total, e.total)}
	sum.ways = newInts(last - sum.min + 1)
	product := new(big.Int)
	for i, w := range d.ways {
		for j, v := range e.ways[:min(len(e.ways), max(0, len(sum.ways)-i))] {
			sum.ways[i+j].Add(sum.ways[i+j], product.Mul(w, v))
		}
	}
	sum.tail.Set(sum.total)
	for _, w := range sum.ways {
		sum.tail.Sub(sum.tail, w)
	}
	return sum
}

// contest has the chances of a comparison of two independent throws. They add up to 1. Open is the chance that the
// tails leave the comparison open; it is 0 if neither has a tail.
type contest struct {
	Win, Tie, Lose, Open *big.Rat
}

// against compares d with e: Win is the chance that d is higher.
func (d Dist) against(e Dist) contest {
	var win, tie, lose, open, product, below big.Int
	add := func(to, a, b *big.Int) { to.Add(to, product.Mul(a, b)) }

	listed := new(big.Int).Sub(e.total, e.tail)
	for y := e.min; y < d.min && y <= e.Max(); y++ {
		below.Add(&below, e.ways[y-e.min])
	}
	for i, w := range d.ways {
		x := d.min + i
		same := new(big.Int)
		if x >= e.min && x <= e.Max() {
			same = e.ways[x-e.min]
		}
		above := new(big.Int).Sub(listed, &below)
		add(&win, w, &below)
		add(&tie, w, same)
		add(&lose, w, above.Sub(above, same))
		if x <= e.Max() {
			add(&lose, w, e.tail)
		} else {
			add(&open, w, e.tail)
		}
		below.Add(&below, same)
	}
	for i, v := range e.ways {
		if e.min+i <= d.Max() {
			add(&win, d.tail, v)
		} else {
			add(&open, d.tail, v)
		}
	}
	add(&open, d.tail, e.tail)

	all := new(big.Int).Mul(d.total, e.total)
	chance := func(ways *big.Int) *big.Rat { return new(big.Rat).SetFrac(ways, all) }
	return contest{chance(&win), chance(&tie), chance(&lose), chance(&open)}
}
