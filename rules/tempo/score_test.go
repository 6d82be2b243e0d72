package tempo

import (
	"math"
	"math/rand/v2"
	"testing"

	"kokyu/rules"
	"kokyu/rules/rulestest"
)

// fencer plays each exchange out to its end against best answers and picks among the near best: no search, but it parries
// what should be parried. The secret of an attack is a fixed mix, and who answers reckons with it.
type fencer struct {
	g     *Game
	r     *rand.Rand
	feint float64
	buf   [16][]rules.Action
	odds  [16][]rules.Odds
}

// value returns what side 0 can hope for at the end of the exchange under way.
func (f *fencer) value(s *State, deep int) float64 {
	g := f.g
	if s.phase == phOver || s.phase == phTurn || deep == len(f.buf) {
		return g.Score(s)
	}
	switch t := g.Turn(s); t.Kind {
	case rules.Chance:
		f.odds[deep] = g.Odds(s, f.odds[deep][:0])
		sum := 0.0
		for _, o := range f.odds[deep] {
			next := *s
			g.Play(&next, o.Action, nil)
			sum += o.P * f.value(&next, deep+1)
		}
		return sum
	case rules.Commit:
		next := *s
		g.Play(&next, rules.Action{Do: doEarnest, At: rules.Nobody}, nil)
		return f.value(&next, deep+1)
	default:
		sign := 1 - 2*float64(g.Side(t.Seat))
		best := math.Inf(-1)
		f.buf[deep] = g.Actions(s, f.buf[deep][:0])
		for _, a := range f.buf[deep] {
			next := *s
			g.Play(&next, a, nil)
			best = max(best, sign*f.value(&next, deep+1))
		}
		return sign * best
	}
}

// choose picks a decision.
func (f *fencer) choose(s *State) rules.Action {
	g := f.g
	all := g.Actions(s, nil)
	if s.phase == phSecret {
		if f.r.Float64() < f.feint {
			return all[1]
		}
		return all[0]
	}
	sign := 1 - 2*float64(g.Side(g.Turn(s).Seat))
	values := make([]float64, len(all))
	best := math.Inf(-1)
	for k, a := range all {
		worth := func(s State) float64 {
			g.Play(&s, a, nil)
			return sign * f.value(&s, 0)
		}
		if g.hidesFeint(s) {
			earnest, feigned := *s, *s
			earnest.feint, feigned.feint = 0, 1
			values[k] = (1-f.feint)*worth(earnest) + f.feint*worth(feigned)
		} else {
			values[k] = worth(*s)
		}
		best = max(best, values[k])
	}
	sum := 0.0
	for k := range values {
		values[k] = math.Exp((values[k] - best) / 0.01)
		sum += values[k]
	}
	p := f.r.Float64() * sum
	for k, v := range values {
		if p -= v; p < 0 {
			return all[k]
		}
	}
	return all[0]
}

// fight plays on to the end: 1, 0 or -1 for side 0. Each sees every position where a decision begins.
func (f *fencer) fight(s State, each func(s *State)) float64 {
	for {
		switch f.g.Turn(&s).Kind {
		case rules.Over:
			return f.g.Score(&s)
		case rules.Chance:
			f.g.Play(&s, rulestest.AnyMove(f.r, f.g, &s), nil)
		default:
			if s.phase == phTurn && each != nil {
				each(&s)
			}
			f.g.Play(&s, f.choose(&s), nil)
		}
	}
}

// The estimate is a chance of winning: what it gives in the middle of fights between fencers is what comes of them, within
// a broad margin, and it tells more than an even guess.
func TestScoreIsCalibrated(t *testing.T) {
	if testing.Short() {
		t.Skip("a few seconds of fencing")
	}
	var said, came, count [5]float64
	brier, n := 0.0, 0.0
	g := builtin(t, "crossing")
	for fight := range 40 {
		f := &fencer{g: g, r: rand.New(rand.NewPCG(3, uint64(fight))), feint: 0.15}
		var seen []float64
		result := f.fight(g.Start(), func(s *State) { seen = append(seen, g.Score(s)) })
		for _, v := range seen {
			p, won := (1+v)/2, (1+result)/2
			k := min(4, int(5*p))
			said[k] += p
			came[k] += won
			count[k]++
			brier += (p - won) * (p - won)
			n++
		}
	}
	t.Logf("%.0f positions, mean squared error %.3f", n, brier/n)
	for k := range count {
		if count[k] > 0 {
			t.Logf("said %.2f, came %.2f in %.0f", said[k]/count[k], came[k]/count[k], count[k])
		}
	}
	if brier/n > 0.24 {
		t.Errorf("the mean squared error is %.3f, want less than an even guess's 0.25", brier/n)
	}
}
