package breath

import "kokyu/rules"

// What two d10 show, of a hundred equally likely throws, and two against two. Those with the same sum, doubles apart,
// are one outcome, and outcomes with the same consequences are merged.

// waysOf returns how many of the hundred throws show a sum.
func waysOf(sum int) int { return 10 - max(sum-11, 11-sum) }

// unequalWays is by sum the throws of two unequal dice that show it. Each even sum is one throw of a double besides.
var unequalWays = func() (w [21]int8) {
	for sum := 2; sum <= 20; sum++ {
		w[sum] = int8(waysOf(sum) - 1 + sum%2)
	}
	return w
}()

// atLeast is by n the throws of a hundred that show n or more.
var atLeast = func() (w [32]int8) {
	for n := range w {
		for sum := max(n, 2); sum <= 20; sum++ {
			w[n] += int8(waysOf(sum))
		}
	}
	return w
}()

// throwsFor returns how many of a hundred throws reach need, whatever it is.
func throwsFor(need int) int {
	return int(atLeast[min(max(need, 0), len(atLeast)-1)])
}

// classes are outcomes by consequence: the first throw of a class stands for all of it.
type classes struct {
	keys    [32]int16
	actions [32]rules.Action
	ways    [32]int16
	n       int
}

// add counts so many throws for a class. There are at most 27 outcomes, so all classes fit, and to look through so few
// is faster than a map.
func (c *classes) add(key int16, a rules.Action, ways int8) {
	for i := range c.n {
		if c.keys[i] == key {
			c.ways[i] += int16(ways)
			return
		}
	}
	c.keys[c.n], c.actions[c.n], c.ways[c.n] = key, a, int16(ways)
	c.n++
}

// gather appends the throws of two dice, merged by key, which numbers what a throw leads to. Sums rise, and unequal
// dice come before doubles.
func gather(buf []rules.Odds, key func(sum int8, double bool) int16) []rules.Odds {
	var c classes
	for sum := int8(2); sum <= 20; sum++ {
		if w := unequalWays[sum]; w > 0 {
			c.add(key(sum, false), rollAction(sum, false), w)
		}
		if sum%2 == 0 {
			c.add(key(sum, true), rollAction(sum, true), 1)
		}
	}
	for i := range c.n {
		buf = append(buf, rules.Odds{Action: c.actions[i], P: float64(c.ways[i]) / 100})
	}
	return buf
}

// rollAction returns the action of dice that show a sum.
func rollAction(sum int8, double bool) rules.Action {
	return rules.Action{Do: doRoll, At: rules.Nobody, N: int16(sum), Mode: uint8(bit(double))}
}

// twoWays appends the outcomes of a check on which doubles mean nothing: the least throw stands for failure,
// the greatest for success.
func twoWays(need int, buf []rules.Odds) []rules.Odds {
	yes := throwsFor(need)
	if yes < 100 {
		buf = append(buf, rules.Odds{Action: rollAction(2, true), P: float64(100-yes) / 100})
	}
	if yes > 0 {
		buf = append(buf, rules.Odds{Action: rollAction(20, true), P: float64(yes) / 100})
	}
	return buf
}

// bit returns 1 for true.
func bit(b bool) int16 {
	if b {
		return 1
	}
	return 0
}

// rollFaces returns the action of a throw told face by face, the lower first.
func rollFaces(lo, hi int) rules.Action {
	a := rollAction(int8(lo+hi), lo == hi)
	a.With, a.To = uint8(lo), uint8(hi)
	return a
}

// pairOdds appends the 55 pairs of faces that two dice show.
func pairOdds(buf []rules.Odds) []rules.Odds {
	for lo := 1; lo <= 10; lo++ {
		for hi := lo; hi <= 10; hi++ {
			p := 0.02
			if lo == hi {
				p = 0.01
			}
			buf = append(buf, rules.Odds{Action: rollFaces(lo, hi), P: p})
		}
	}
	return buf
}

// beatingThrows[19+n] is the number of the 10,000 throws of two dice against two that have the first ahead by n or
// more.
var beatingThrows = func() (w [39]int16) {
	for i := range w {
		for a := 2; a <= 20; a++ {
			for b := 2; b <= 20; b++ {
				if a-b >= i-19 {
					w[i] += int16(waysOf(a) * waysOf(b))
				}
			}
		}
	}
	return w
}()

// countBeating returns how many of those throws have the first ahead by n or more, whatever n is.
func countBeating(n int8) int {
	return int(beatingThrows[min(max(int(n)+19, 0), len(beatingThrows)-1)])
}
