package agent

import (
	"math"

	"kokyu/rules"
	"kokyu/search"
)

// binding is a position of one system with the search for it.
type binding[S comparable] struct {
	sys    rules.System[S]
	now    S
	finder *search.Searcher[S]
}

func newBinding[S comparable](sys rules.System[S], s S) *binding[S] {
	return &binding[S]{sys: sys, now: s}
}

// move goes to where f stands, if that is a fight of the same system and encounter.
func (b *binding[S]) move(f *rules.Fight) bool {
	sys, s, ok := rules.At[S](f)
	if !ok || sys != b.sys {
		return false
	}
	b.now = s
	return true
}

func (b *binding[S]) search(lim search.Limits) (search.Result, error) {
	if b.finder == nil {
		b.finder = search.New[S](b.sys)
	}
	return b.finder.Search(b.now, lim)
}

func (b *binding[S]) actions() []rules.Action { return b.sys.Actions(&b.now, nil) }

// greedy is the action whose expected gain of Score for the Energy it takes is largest; of equal ones the first. An
// action for nothing counts as one point, so that no division decides.
func (b *binding[S]) greedy() rules.Action {
	sign := 1.0
	if b.sys.Side(b.sys.Turn(&b.now).Seat) == 1 {
		sign = -1
	}
	before := b.sys.Score(&b.now)
	best, most := rules.Action{}, math.Inf(-1)
	for _, a := range b.actions() {
		next := b.now
		b.sys.Play(&next, a, nil)
		gain := sign * (expected(b.sys, next) - before) / float64(max(1, b.sys.Cost(&b.now, a)))
		if gain > most+1e-12 {
			best, most = a, gain
		}
	}
	return best
}

// expected is the mean Score after the dice that wait at once have fallen.
func expected[S comparable](g rules.Game[S], s S) float64 {
	if g.Turn(&s).Kind != rules.Chance {
		return g.Score(&s)
	}
	sum := 0.0
	for _, o := range g.Odds(&s, nil) {
		next := s
		g.Play(&next, o.Action, nil)
		sum += o.P * expected(g, next)
	}
	return sum
}

// Moment is one step of an expected line, in words.
type Moment struct {
	Seat   rules.Seat
	Do     string
	Dice   bool
	Begins bool    // a breath begins with it
	P      float64 // of dice
	Check  rules.Check
}

// follow words a line step by step.
func (b *binding[S]) follow(line []search.Ply) (moments []Moment) {
	s := b.now
	for _, ply := range line {
		m := Moment{Seat: ply.Seat, Do: b.sys.Format(&s, ply.Action), Dice: ply.Kind == rules.Chance, P: ply.P, Begins: b.sys.Turn(&s).Begins}
		if m.Dice {
			m.Check = b.sys.Check(&s)
		}
		moments = append(moments, m)
		b.sys.Play(&s, ply.Action, nil)
	}
	return moments
}

func (b *binding[S]) words(line []search.Ply) (words []string) {
	for _, m := range b.follow(line) {
		words = append(words, m.Do)
	}
	return words
}
