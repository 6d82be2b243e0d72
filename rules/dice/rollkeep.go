package dice

import (
	"fmt"
	"math/big"
)

// Pool is ten-sided dice rolled and kept: Roll of them are thrown, the Keep highest are added up, and Add with them.
// "7k3+6" is a Pool of 7, 3 and 6.
//
// The dice are thrown. With an Emphasis a die that shows a one is thrown again, once. If the dice Explode, a die that
// shows a ten is thrown again and the face added to it, until it shows another face. Then the dice are chosen and added.
//
// Exploding dice have no highest total. The chance of a number or more is still counted exactly, as further faces do
// not matter to a die that has reached it: see [Pool.listedTo]. What has to be listed, as for [Pool.Curve], ends where
// less than [tailMax] is left. A contest of two such pools has no finite form: [Dist.against] says how much it leaves
// open.
type Pool struct {
	Roll, Keep, Add   int
	Explode, Emphasis bool
}

// tailMax bounds the chance of all totals that a listed pool leaves out.
const tailMax = 1e-12

// tenDice is the most dice of a pool that are rolled or kept (R-RK-34), and the sides of a die.
const tenDice = 10

// Gain returns the pool with a bonus or a malus on it: dice rolled, dice kept, and a flat part.
func (p Pool) Gain(roll, keep, add int) Pool {
	p.Roll, p.Keep, p.Add = p.Roll+roll, p.Keep+keep, p.Add+add
	return p
}

// Strive returns the pool with more dice rolled, and able to explode (RK-179).
func (p Pool) Strive(more int) Pool {
	p.Explode = true
	return p.Gain(more, 0, 0)
}

// Normalize returns the pool as it is thrown, after all bonuses and maluses (R-RK-34, R-RK-61). Every two dice rolled
// above ten become one die kept. Each die still above ten, rolled or kept, becomes a flat 2. No more dice are kept than
// rolled. A pool without a die to roll or to keep is its flat part (R-RK-27).
func (p Pool) Normalize() Pool {
	if p.Roll <= 0 || p.Keep <= 0 {
		p.Roll, p.Keep = 0, 0
		return p
	}
	if p.Roll >= tenDice {
		surplus := p.Roll - tenDice
		turned := max(0, min(surplus/2, tenDice-p.Keep))
		p.Keep += turned
		p.Add += 2 * (surplus - 2*turned + max(0, p.Keep-tenDice))
		p.Roll, p.Keep = tenDice, min(p.Keep, tenDice)
	}
	p.Keep = min(p.Keep, p.Roll)
	return p
}

// String returns the pool as [ParsePool] reads it, without its qualities.
func (p Pool) String() string {
	text := fmt.Sprintf("%dk%d", p.Roll, p.Keep)
	if p.Add != 0 {
		text += fmt.Sprintf("%+d", p.Add)
	}
	return text
}

// Text returns the pool with its qualities: "6k3+2 emphasis", "3k2 flat".
func (p Pool) Text() string { return p.String() + p.qualities() }

// qualities words what is unusual of the dice: an emphasis, or that they do not explode.
func (p Pool) qualities() (text string) {
	if p.Emphasis {
		text = " emphasis"
	}
	if !p.Explode {
		text += " flat"
	}
	return text
}

// listedTo returns the distribution of the total, listed up to most.
func (p Pool) listedTo(most int) Dist {
	p = p.Normalize()
	return p.listSums(max(p.Keep, most-p.Add)).shift(p.Add)
}

// lastSum returns the highest sum of dice worth listing. The kept dice come to at most 9 each and 10 for every
// explosion of any die. m explosions of r dice have a chance below (r+m-1 over m) / 10^m, times 1.1 for every die with
// an emphasis, whose ten is that much likelier.
func (p Pool) lastSum() int {
	if !p.Explode {
		return tenDice * p.Keep
	}
	chance, m := 1.0, 0
	if p.Emphasis {
		for range p.Roll {
			chance *= 1.1
		}
	}
	for ; chance >= tailMax/2; m++ { // all beyond add less than as much again
		chance *= float64(p.Roll+m) / float64(m+1) / 10
	}
	return 9*p.Keep + 10*m
}

// valueWeights returns the weights of the sums of one die up to last, and the weight of all its sums.
func (p Pool) valueWeights(last int) (weights []*big.Int, all *big.Int) {
	throws := 0 // after the first
	if p.Explode {
		throws = last / 10
	}
	ten, other := big.NewInt(10), big.NewInt(1)
	all = power(ten, throws+1)
	if p.Emphasis {
		other.SetInt64(11) // a one weighs 1 still
		all.Mul(all, ten)
	}
	weights = newInts(last + 1)
	for v := range weights {
		again := v / 10
		switch {
		case v == 1:
			weights[v].Set(power(ten, throws))
		case v == 0 || p.Explode && v%10 == 0 || !p.Explode && v > 10:
		case p.Explode:
			weights[v].Mul(other, power(ten, throws-again))
		default:
			weights[v].Set(other)
		}
	}
	return weights, all
}

// listSums returns the distribution of the sum of the kept dice, listed up to last or to its end.
func (p Pool) listSums(last int) Dist {
	if p.Keep == 0 {
		return always(0)
	}
	if !p.Explode {
		last = tenDice * p.Keep
	}
	weights, all := p.valueWeights(last)
	return sumHighest(p.Roll, p.Keep, last, weights, all)
}

// sumHighest counts the sums of the keep highest of roll dice up to last. A die has value v with the weight weights[v]
// of all. It goes through the values from the highest down and counts how many dice have each, until keep dice are
// placed: then the other dice may have that value or any below.
func sumHighest(roll, keep, last int, weights []*big.Int, all *big.Int) Dist {
	below := new(big.Int) // the weight of all that is less than v
	for _, w := range weights {
		below.Add(below, w)
	}
	sums := newInts(last + 1)
	placed := make([][]*big.Int, keep) // the sums of so many dice, all above v
	for n := range placed {
		placed[n] = newInts(last + 1)
	}
	placed[0][0].SetInt64(1)

	product := new(big.Int)
	add := func(to, a, b *big.Int) { to.Add(to, product.Mul(a, b)) }
	for v := len(weights) - 1; v > 0; v-- {
		if weights[v].Sign() == 0 {
			continue
		}
		below.Sub(below, weights[v])
		for n := min(keep-1, last/v-1); n >= 0; n-- {
			left, wanted := roll-n, keep-n
			waysOf := binomialTerms(left, weights[v])
			enough := new(big.Int)
			for c := wanted; c <= left; c++ {
				add(enough, waysOf[c], power(below, left-c))
			}
			for s, ways := range placed[n][:last-v+1] {
				if ways.Sign() == 0 {
					continue
				}
				if s+wanted*v <= last {
					add(sums[s+wanted*v], ways, enough)
				}
				for c := 1; c < wanted && s+c*v <= last; c++ {
					add(placed[n+c][s+c*v], ways, waysOf[c])
				}
			}
		}
	}
	total := power(all, roll)
	tail := new(big.Int).Set(total)
	for _, w := range sums {
		tail.Sub(tail, w)
	}
	return newDist(keep, sums[keep:], tail)
}

// binomialTerms returns the ways in which 0, 1, ... n of n dice have a value of this weight.
func binomialTerms(n int, weight *big.Int) []*big.Int {
	ways := newInts(n + 1)
	for c := range ways {
		ways[c].Mul(ways[c].Binomial(int64(n), int64(c)), power(weight, c))
	}
	return ways
}

// power returns base to the power n.
func power(base *big.Int, n int) *big.Int {
	return new(big.Int).Exp(base, big.NewInt(int64(n)), nil)
}

// newInts returns n numbers, all 0, each of which may be changed.
func newInts(n int) []*big.Int {
	ints := make([]*big.Int, n)
	for i := range ints {
		ints[i] = new(big.Int)
	}
	return ints
}
