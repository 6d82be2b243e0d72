package main

import (
	"fmt"
	"math"
	"slices"

	"kokyu/agent"
	"kokyu/evals"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// kinds are the phases of decisions that a prior tells apart.
var kinds = []string{"attack", "reserve", "end", "wait", "overload", "move", "stance"}

// seatNumbers is how many numbers describe a seat: see seatsOf.
const seatNumbers = 8

// seatsOf describes each seat by numbers that every system's board has; a seat that is out has zeros. By index: 0 it
// stands, 1 its health, 2 whether the next Wound is its last, 3 what it can still spend, 4 what it holds ready, 5
// whether its turn is to come, 6 how many foes reach it, 7 whether it reaches any.
func seatsOf(f *fight.Fight) [][seatNumbers]float64 {
	board := f.Board()
	seats := make([][seatNumbers]float64, len(board.Stands))
	for i, s := range board.Stands {
		if s.Out != "" {
			continue
		}
		seat := &seats[i]
		seat[0], seat[1] = 1, 1
		for _, x := range s.Numbers {
			left, of := float64(x.N), x.Term()
			if of.CountsUp {
				left = float64(x.Max) - left
			}
			switch {
			case x.Max > 0 && of.Pays:
				seat[3] = left / float64(x.Max)
			case x.Max > 0 && (of.CountsUp || x.Name == "wounds" || x.Name == "heads"):
				seat[1], seat[2] = min(seat[1], left/float64(x.Max)), max(seat[2], oneIf(left <= 1))
			}
		}
		for _, h := range s.Reservations {
			seat[4] += float64(h.N) / 2
		}
	}
	for _, c := range board.Upcoming {
		seats[c.Seat][5] = 1
	}
	for i := range seats {
		for j := range seats {
			by, at := rules.Seat(i), rules.Seat(j)
			if seats[i][0]*seats[j][0] > 0 && f.Side(by) != f.Side(at) && f.Reaches(by, at) {
				seats[j][6] += 0.3
				seats[i][7] = 1
			}
		}
	}
	return seats
}

// oneIf returns 1 if yes, else 0.
func oneIf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// traitsOf returns what a prior knows of an option: whether the search takes it, the numbers of its target, and for its
// kind the numbers of its own seat and who is ahead. The numbers of other kinds are zeros, so that each kind has
// weights of its own.
func traitsOf(f *fight.Fight, o fight.Option, seats [][seatNumbers]float64, taken bool) []float64 {
	seat := f.Turn().Seat
	var stand [2]float64
	for i, v := range seats {
		stand[f.Side(rules.Seat(i))] += v[1]
	}
	ahead := math.Log((stand[f.Side(seat)] + 0.1) / (stand[1-f.Side(seat)] + 0.1))
	foe := [seatNumbers]float64{}
	if int(o.At) < len(seats) && f.Side(o.At) != f.Side(seat) {
		foe = seats[o.At]
	}
	x := append(foe[:], oneIf(taken), float64(o.Cost)/4)
	for _, kind := range kinds {
		for _, z := range append(seats[seat][:], ahead, float64(f.Round())/5) {
			x = append(x, z*oneIf(o.Phase == kind))
		}
	}
	return x
}

// example is a fork with the traits of its options.
type example struct {
	fork
	traits [][]float64
}

// exampleOf plays a fork again up to its decision and works out the traits of its options. It returns an error if the
// rules have changed since, so that an option is not legal any more.
func exampleOf(c agent.Catalogue, x fork) (e example, err error) {
	_, begun, err := c.DrawEncounter(x.System, x.Seed)
	if err != nil {
		return e, err
	}
	e.fork = x
	f, way := x.begin(begun), x.Way
	isThere := func() bool { return len(way) == 0 && f.Turn().Kind != rules.Chance }
	err = playUntil(f, isThere, func([]rules.Action) (at int, _ error) {
		at, way = way[0], way[1:]
		return at, nil
	})
	seats, options := seatsOf(f), f.Options()
	for i, words := range x.Do {
		at := slices.IndexFunc(options, func(o fight.Option) bool { return o.Words == words })
		if err != nil || at < 0 {
			return e, fmt.Errorf("%s %d has no %q any more (%v): these forks are of other rules", x.System, x.Seed, words, err)
		}
		e.traits = append(e.traits, traitsOf(f, options[at], seats, i == x.Best[1]))
	}
	return e, nil
}

// A guess returns what the options of a fork are worth to whoever decides, less their mean.
type guess func(x *example) []float64

// centre subtracts the mean of a list from its numbers.
func centre(list []float64) []float64 {
	mean := 0.0
	for _, v := range list {
		mean += v / float64(len(list))
	}
	for i := range list {
		list[i] -= mean
	}
	return list
}

// forDecider returns chances of side 0 as those of whoever decides, less their mean.
func (x *example) forDecider(list []float64) []float64 {
	for i := range list {
		list[i] *= float64(1 - 2*x.Side)
	}
	return centre(list)
}

// bySearch returns the guess of a search with one of the budgets.
func bySearch(budget int) guess {
	return func(x *example) []float64 {
		list := make([]float64, len(x.Do))
		for i := range x.Values[budget] {
			list[i] = float64(x.Values[budget][i]) / milli
		}
		return x.forDecider(list)
	}
}

// byPlayouts returns the guess of every step-th playout, from the k-th on.
func byPlayouts(k, step int) guess {
	return func(x *example) []float64 {
		list := make([]float64, len(x.Do))
		for i, runs := range x.Played {
			n := 0.0
			for k := k; k < len(runs); k += step {
				list[i] += runs[k].result()
				n++
			}
			list[i] /= n
		}
		return x.forDecider(list)
	}
}

// result returns the result of a playout for side 0, less as much of its luck as makes the results of an option scatter
// least in breath.
func (p playout) result() float64 {
	return float64(p.Score)/2 - (0.67*float64(p.Luck)+0.57*float64(p.Dealt))/milli
}

// prior returns a guess that is fitted to examples: a share of the value of a search of 2,000 nodes, and a weighted sum
// of traits. The weights are fitted, by ridge regression, to what that share leaves of the results.
func prior(list []example, share float64) guess {
	n := len(list[0].traits[0])
	normal, right := make([][]float64, n), make([]float64, n) // the normal equations
	for k := range normal {
		normal[k] = make([]float64, n)
		normal[k][k] = 100 // holds back what little is known of: chosen by choose-breath
	}
	base, all := bySearch(1), byPlayouts(0, 1)
	for at := range list {
		x := &list[at]
		said, came, z := base(x), all(x), make([][]float64, n+1) // by trait, less its mean; then what is left of the results
		for i, traits := range x.traits {
			for k := range traits {
				z[k] = append(z[k], traits[k])
			}
			z[n] = append(z[n], came[i]-share*said[i])
		}
		for k := range n {
			centre(z[k])
			for i := range z[k] {
				right[k] += z[k][i] * z[n][i]
				for l := range k + 1 {
					normal[k][l] += z[k][i] * z[l][i]
				}
			}
		}
	}
	worth, _ := evals.SolveSymmetric(normal, right) // what holds back makes it positive
	return func(x *example) []float64 {
		list := base(x)
		for i := range list {
			list[i] *= share
			for k, z := range x.traits[i] {
				list[i] += z * worth[k]
			}
		}
		return centre(list)
	}
}

// verdict is how well a guess orders options.
type verdict struct {
	pairs, right       float64 // whose difference is more than two standard errors; of them in the right order
	slope, correlation float64 // of guessed differences with those that were played
	// gain is how much more the first option of the guess is worth than the one that a search of 2,000 nodes takes, in
	// mWP; within is half the width of its 95 % interval.
	gain, within float64
	changed, n   float64 // forks in which these two are not the same; all forks
}

// judge compares a guess with the results of every step-th playout, from the from-th on.
func judge(list []example, g guess, from, step int) (v verdict) {
	var both, guessed, played, squares float64
	for at := range list {
		x := &list[at]
		q, y, first := g(x), byPlayouts(from, step)(x), x.Best[1]
		for i := range q {
			both, guessed, played = both+q[i]*y[i], guessed+q[i]*q[i], played+y[i]*y[i]
			if q[i] > q[first]+1e-9 {
				first = i
			}
			for j := range i {
				if d, sure := x.differ(i, j, from, step); sure {
					v.pairs++
					v.right += oneIf(d*float64(1-2*x.Side)*(q[i]-q[j]) > 0)
				}
			}
		}
		d := milli * (y[first] - y[x.Best[1]])
		v.gain, squares, v.changed, v.n = v.gain+d, squares+d*d, v.changed+oneIf(first != x.Best[1]), v.n+1
	}
	v.gain /= v.n
	v.within = 1.96 * math.Sqrt((squares/v.n-v.gain*v.gain)/v.n)
	v.slope, v.correlation = both/guessed, both/math.Sqrt(guessed*played)
	return v
}

// differ returns the mean difference of two options on common dice, and whether it is more than two standard errors.
func (x *example) differ(i, j, from, step int) (mean float64, sure bool) {
	var sum, squares, n float64
	for k := from; k < len(x.Played[i]); k += step {
		d := x.Played[i][k].result() - x.Played[j][k].result()
		sum, squares, n = sum+d, squares+d*d, n+1
	}
	mean = sum / n
	return mean, math.Abs(mean) > 2*math.Sqrt(max(0, squares/n-mean*mean)/(n-1))
}
