package agent

import (
	"context"
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

// seen is what whose turn it is may know of the present: who answers a secret choice stands before it.
func (b *binding[S]) seen() (s S, answers bool) {
	if before, ok := search.Answering[S](b.sys, &b.now); ok {
		return before, true
	}
	return b.now, false
}

func (b *binding[S]) search(ctx context.Context, lim search.Limits) (search.Result, error) {
	if b.finder == nil {
		b.finder = search.New[S](b.sys)
	}
	s, answers := b.seen()
	lim.Answer = answers
	return b.finder.Search(ctx, s, lim)
}

func (b *binding[S]) position() ([]byte, error) {
	s, _ := b.seen()
	return b.sys.Position(&s)
}

func (b *binding[S]) actions() []rules.Action { return b.sys.Actions(&b.now, nil) }

// greedy is the action whose expected gain of Score for the Energy it takes is largest; of equal ones the first. An
// action for nothing counts as one point, so that no division decides. A secret is weighed as if every answer to it were
// as likely as any other, and an answer as if every secret were.
func (b *binding[S]) greedy() rules.Action {
	sign := 1.0
	if b.sys.Side(b.sys.Turn(&b.now).Seat) == 1 {
		sign = -1
	}
	s, answers := b.seen()
	before := b.sys.Score(&s)
	best, most := rules.Action{}, math.Inf(-1)
	for _, a := range b.actions() {
		worth := 0.0
		if secrets := b.sys.Actions(&s, nil); answers {
			for _, secret := range secrets {
				worth += b.after(s, secret, a) / float64(len(secrets))
			}
		} else {
			worth = b.after(s, a)
		}
		gain := sign * (worth - before) / float64(max(1, b.sys.Cost(&b.now, a)))
		if gain > most+1e-12 {
			best, most = a, gain
		}
	}
	return best
}

// after is the expected Score after some actions, of which a secret one at the end is followed by any answer.
func (b *binding[S]) after(s S, actions ...rules.Action) float64 {
	kind := rules.Decide
	for _, a := range actions {
		kind = b.sys.Turn(&s).Kind
		b.sys.Play(&s, a, nil)
	}
	if kind != rules.Commit {
		return expected(b.sys, s)
	}
	answers, sum := b.sys.Actions(&s, nil), 0.0
	for _, a := range answers {
		next := s
		b.sys.Play(&next, a, nil)
		sum += expected(b.sys, next)
	}
	return sum / float64(len(answers))
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
	Secret bool
	Begins bool    // a breath begins with it
	P      float64 // of dice
	Check  rules.Check
}

// follow words a line step by step. The secret that an answer's line supposes is played and not told.
func (b *binding[S]) follow(line []search.Ply) (moments []Moment) {
	s, answers := b.seen()
	if answers && len(line) > 0 {
		b.sys.Play(&s, line[0].Action, nil)
		line = line[1:]
	}
	for _, ply := range line {
		m := Moment{Seat: ply.Seat, Do: b.sys.Format(&s, ply.Action), Dice: ply.Kind == rules.Chance, Secret: ply.Kind == rules.Commit, P: ply.P, Begins: b.sys.Turn(&s).Begins}
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
