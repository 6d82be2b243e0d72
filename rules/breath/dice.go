package breath

import "kokyu/rules"

// The throws of two d10, a hundred equally likely ones, and of two against two, ten thousand. All chances are counted
// in throws and divided once, so that they are exact. Throws of one sum are one outcome, but a double is another.

// waysOf returns how many of the hundred throws show a sum of 2 to 20.
func waysOf(sum int) int { return 10 - max(sum-11, 11-sum) }

// unequalWays is the number of throws of two unequal dice that show a sum. An even sum has one throw more, a double.
var unequalWays = func() (w [21]int8) {
	for sum := 2; sum <= 20; sum++ {
		w[sum] = int8(waysOf(sum) - 1 + sum%2)
	}
	return w
}()

// atLeast is the number of throws of a hundred that show n or more: 100 up to 2, and 0 from 21 on.
var atLeast = func() (w [32]int8) {
	for n := range w {
		for sum := max(n, 2); sum <= 20; sum++ {
			w[n] += int8(waysOf(sum))
		}
	}
	return w
}()

// throwsFor returns how many of a hundred throws reach need, which may be any number.
func throwsFor(need int) int {
	return int(atLeast[min(max(need, 0), len(atLeast)-1)])
}

// classes gathers throws by their consequence. The first throw of a class stands for all of it when a search plays it.
type classes struct {
	keys    [32]int16
	actions [32]rules.Action
	ways    [32]int16
	n       int
}

// addWays counts so many throws for a class. There are at most 27 outcomes, so all classes fit, and to look through so
// few is faster than a map.
func (c *classes) addWays(key int16, act rules.Action, ways int8) {
	for i := range c.n {
		if c.keys[i] == key {
			c.ways[i] += int16(ways)
			return
		}
	}
	c.keys[c.n], c.actions[c.n], c.ways[c.n] = key, act, int16(ways)
	c.n++
}

// mergeThrows appends the outcomes of two dice. key returns a number for the result of a throw; throws of one number
// are one outcome. Sums rise, and of one sum unequal dice come before the double.
func mergeThrows(buf []rules.Odds, key func(sum int8, double bool) int16) []rules.Odds {
	var c classes
	for sum := int8(2); sum <= 20; sum++ {
		if w := unequalWays[sum]; w > 0 {
			c.addWays(key(sum, false), rollAction(sum, false), w)
		}
		if sum%2 == 0 {
			c.addWays(key(sum, true), rollAction(sum, true), 1)
		}
	}
	for i := range c.n {
		buf = append(buf, rules.Odds{Action: c.actions[i], P: float64(c.ways[i]) / 100})
	}
	return buf
}

// rollAction returns the action of two dice that show a sum, whatever their faces.
func rollAction(sum int8, double bool) rules.Action {
	return rules.Action{Do: doRoll, At: rules.Nobody, N: int16(sum), Mode: uint8(bit(double))}
}

// passFailOdds appends the outcomes of a check on which doubles mean nothing: 1-1 stands for failure, 10-10 for
// success. An outcome that cannot come is left out.
func passFailOdds(need int, buf []rules.Odds) []rules.Odds {
	yes := throwsFor(need)
	if yes < 100 {
		buf = append(buf, rules.Odds{Action: rollAction(2, true), P: float64(100-yes) / 100})
	}
	if yes > 0 {
		buf = append(buf, rules.Odds{Action: rollAction(20, true), P: float64(yes) / 100})
	}
	return buf
}

// bit returns 1 for true and 0 for false.
func bit(b bool) int16 {
	if b {
		return 1
	}
	return 0
}

// rollFaces returns the action of a throw whose faces a Lord may shift, the lower face first.
func rollFaces(lo, hi int) rules.Action {
	act := rollAction(int8(lo+hi), lo == hi)
	act.With, act.To = uint8(lo), uint8(hi)
	return act
}

// pairOdds appends the 55 pairs of faces that two dice show. They are not merged, since the result of a shift depends
// on both faces.
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

// countBeating returns how many of the 10,000 throws of two dice against two have the first ahead by n or more, which
// may be any number.
func countBeating(n int8) int {
	return int(beatingThrows[min(max(int(n)+19, 0), len(beatingThrows)-1)])
}
