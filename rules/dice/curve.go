package dice

import (
	"math"
	"sync"

	"kokyu/rules/bitexact"
)

// Curve is the chance of each total of a pool or more, in floating point for a search, which asks a million times. It
// is right to [tailMax], since totals beyond the last one listed are left out. A copy shares the numbers.
type Curve struct {
	from    int       // the total that is always reached
	atLeast []float64 // of from, from+1, ...; shared
}

// AtLeast returns the chance of n or more: 1 up to the lowest total, 0 above the last one listed.
func (c Curve) AtLeast(n int) float64 {
	switch i := n - c.from; {
	case i <= 0:
		return 1
	case i < len(c.atLeast):
		return c.atLeast[i]
	}
	return 0
}

// Exactly returns the chance of n.
func (c Curve) Exactly(n int) float64 { return c.AtLeast(n) - c.AtLeast(n+1) }

// First returns the lowest total.
func (c Curve) First() int { return c.from }

// Last returns the highest total that is listed.
func (c Curve) Last() int { return c.from + len(c.atLeast) - 1 }

// Against returns the chance that the total is higher than that of another pool, equal to it, and lower.
func (c Curve) Against(d Curve) (win, tie, lose float64) {
	for n := max(c.from, d.from); n <= min(c.Last(), d.Last()); n++ {
		tie += float64(c.Exactly(n) * d.Exactly(n))
	}
	for n := c.from; n <= c.Last(); n++ {
		win += float64(c.Exactly(n) * (1 - d.AtLeast(n)))
	}
	return win, tie, max(0, 1-win-tie)
}

// Curve returns the curve of a pool. The first call for equal dice takes some hundred microseconds, later ones look it
// up. It is safe for concurrent use.
func (p Pool) Curve() Curve {
	p = p.Normalize()
	kind := 0
	if p.Explode {
		kind++
	}
	if p.Emphasis {
		kind += 2
	}
	return Curve{p.Keep + p.Add, curves[kind][p.Roll][p.Keep]()}
}

// curves has the curves of all pools without Add, each computed at its first use.
var curves = func() (all [4][tenDice + 1][tenDice + 1]func() []float64) {
	for kind := range all {
		for roll := range tenDice + 1 {
			for keep := range roll + 1 {
				p := Pool{Roll: roll, Keep: keep, Explode: kind&1 != 0, Emphasis: kind&2 != 0}
				all[kind][roll][keep] = sync.OnceValue(p.atLeast)
			}
		}
	}
	return all
}()

// atLeast returns the chances of the least sum of the kept dice or more, of one more than that or more, and so on. It
// counts as [sumHighest] does, in floating point.
func (p Pool) atLeast() []float64 {
	if p.Keep == 0 {
		return []float64{1}
	}
	last := p.lastSum()
	below := make([]float64, last+2) // of each value: the chance that a die comes to less
	for v := 1; v <= last+1; v++ {
		below[v] = below[v-1] + p.valueChance(v-1)
	}
	sums := make([]float64, last+1)
	placed := make([][]float64, p.Keep) // as in sumHighest
	for n := range placed {
		placed[n] = make([]float64, last+1)
	}
	placed[0][0] = 1
	for v := last; v > 0; v-- {
		chance := p.valueChance(v)
		if chance == 0 {
			continue
		}
		for n := min(p.Keep-1, last/v-1); n >= 0; n-- {
			left, wanted := p.Roll-n, p.Keep-n
			var waysOf [tenDice + 1]float64
			enough, ways := 0.0, 1.0
			for c := range left + 1 {
				waysOf[c] = ways * bitexact.Pow(chance, float64(c))
				if c >= wanted {
					enough += float64(waysOf[c] * bitexact.Pow(below[v], float64(left-c)))
				}
				ways *= float64(left-c) / float64(c+1)
			}
			for s, p := range placed[n][:last-v+1] {
				if p == 0 {
					continue
				}
				if s+wanted*v <= last {
					sums[s+wanted*v] += float64(p * enough)
				}
				for c := 1; c < wanted && s+c*v <= last; c++ {
					placed[n+c][s+c*v] += float64(p * waysOf[c])
				}
			}
		}
	}
	for v := last - 1; v > p.Keep; v-- {
		sums[v] += sums[v+1]
	}
	sums[p.Keep] = 1 // the least, or more
	return sums[p.Keep:]
}

// valueChance returns the chance that one die comes to v.
func (p Pool) valueChance(v int) float64 {
	chance := 0.1
	switch {
	case v == 0 || p.Explode && v%10 == 0 || !p.Explode && v > 10:
		return 0
	case p.Emphasis && v == 1:
		chance = 0.01
	case p.Emphasis:
		chance = 0.11
	}
	if p.Explode {
		chance = float64(chance * math.Pow10(-(v / 10)))
	}
	return chance
}
