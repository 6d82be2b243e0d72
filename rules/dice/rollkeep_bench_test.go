package dice

import (
	"math"
	"math/rand/v2"
	"testing"
)

// thirty are pools of all kinds: of every size, flat and exploding, with and without an emphasis.
var thirty = func() (pools []Pool) {
	for k := range 30 {
		roll := 1 + k*7%10
		pools = append(pools, Pool{Roll: roll, Keep: 1 + k*3%roll, Add: k % 4, Explode: k%5 != 4, Emphasis: k%3 == 1})
	}
	return pools
}()

// BenchmarkThirtyPoolsAsThrown throws thirty pools ten million times each, by a thrower that knows no table, and fails where
// the share of any total or more is four standard errors from its chance. It takes a minute:
//
//	go test ./rules/dice -run '^$' -bench ThirtyPools -benchtime 1x
func BenchmarkThirtyPoolsAsThrown(b *testing.B) {
	const throws = 10_000_000
	for b.Loop() {
		for k, p := range thirty {
			rand := rand.New(rand.NewPCG(7, uint64(k)))
			var totals [400]int
			for range throws {
				totals[min(simulate(p, rand), len(totals)-1)]++
			}
			curve, reached := p.Curve(), 0
			for n := len(totals) - 1; n >= curve.First(); n-- {
				reached += totals[n]
				chance := curve.AtLeast(n)
				if chance*throws < 25 { // too rare for a normal error
					continue
				}
				if off, one := float64(reached)/throws-chance, math.Sqrt(chance*(1-chance)/throws); math.Abs(off) > 4*one {
					b.Errorf("%v (%+v) came to %d or more %d times of %d, %.1f standard errors from %v", p, p, n, reached, throws, off/one, chance)
				}
			}
		}
	}
}

// simulate throws a pool of at most ten dice and keeps the highest by striking out the lowest.
func simulate(p Pool, rand *rand.Rand) int {
	var dice [10]int
	for i := range p.Roll {
		face := 1 + int(rand.Uint32N(10))
		if p.Emphasis && face == 1 {
			face = 1 + int(rand.Uint32N(10))
		}
		for dice[i] = face; p.Explode && face == 10; dice[i] += face {
			face = 1 + int(rand.Uint32N(10))
		}
	}
	total := p.Add
	for _, d := range dice {
		total += d
	}
	for range p.Roll - p.Keep {
		least := -1
		for i, d := range dice[:p.Roll] {
			if d > 0 && (least < 0 || d < dice[least]) {
				least = i
			}
		}
		total -= dice[least]
		dice[least] = 0
	}
	return total
}

// BenchmarkCurve is what a pool costs that was asked for before.
func BenchmarkCurve(b *testing.B) {
	p := Pool{Roll: 6, Keep: 3, Add: 6, Explode: true}
	for b.Loop() {
		if p.Curve().AtLeast(25) < 0.5 {
			b.Fatal("6k3+6 reaches 25 less than half the time")
		}
	}
}
