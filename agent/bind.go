package agent

import (
	"context"
	"errors"
	"fmt"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/search"
)

// binding is a position of one system with the search for it, as whoever must decide there may know it.
type binding[S comparable] struct {
	fight.MomentOf[S] // a secret that waits for its answer is as if it were the first that could have been chosen
	hooks             rules.Hooks[S]
	path              *rules.Path[S] // to what whose turn it is may know of it, nil where nobody asks
	header            fight.Header
	finder            *search.Searcher[S]
	others            map[string]*search.Searcher[S] // with other weights at their leaves
	known             *Tablebase                     // that has been found to be of this fight
	read              *encounter                     // nil until somebody asks
	met               map[S]Prospect                 // of positions a forecast was asked for
}

func newBinding[S comparable](sys rules.System[S], s S, h fight.Header) *binding[S] {
	b := &binding[S]{MomentOf: fight.MomentOf[S]{Sys: sys}, hooks: sys.Hooks(), header: h}
	b.look(s)
	return b
}

// look goes to a position and forgets what is secret there.
func (b *binding[S]) look(s S) {
	b.path = nil
	if before, ok := search.BeforeSecret[S](b.Sys, &s); ok {
		b.Sys.Play(&before, b.Sys.Actions(&before, nil)[0], nil)
		s = before
	}
	b.Now = s
}

// move goes to where f stands, if that is a fight of the same system and encounter.
func (b *binding[S]) move(f *fight.Fight) bool {
	sys, s, ok := fight.At[S](f)
	if !ok || sys != b.Sys {
		return false
	}
	b.look(s)
	b.came(pathOf[S](f))
	return true
}

// pathOf returns how the position of a fight came to be.
func pathOf[S comparable](f *fight.Fight) rules.Path[S] {
	path, _ := fight.PathOf[S](f)
	return path
}

// came remembers how the position came to be: up to the secret, for who answers one.
func (b *binding[S]) came(path rules.Path[S]) {
	if before, answers := b.visibleState(); answers {
		path = path.CutAt(b.Sys, &before)
	}
	b.path = &path
}

// visibleState returns what whose turn it is may know of the present.
func (b *binding[S]) visibleState() (s S, answers bool) {
	s = visible(b.Sys, b.Now)
	return s, s != b.Now
}

// visible returns what whose turn it is may know of a position: who answers a secret choice stands before it.
func visible[S comparable](g rules.Game[S], s S) S {
	if before, ok := search.BeforeSecret[S](g, &s); ok {
		return before
	}
	return s
}

func (b *binding[S]) search(ctx context.Context, lim search.Limits) (search.Result, error) {
	if b.finder == nil {
		b.finder = search.New[S](b.Sys)
	}
	return b.searchBy(ctx, b.finder, lim)
}

// searchBy searches what whose turn it is may know. Who answers a secret searches the position before it; there nothing is reordered,
// since a mix of answers is told.
func (b *binding[S]) searchBy(ctx context.Context, x *search.Searcher[S], lim search.Limits) (search.Result, error) {
	s, answers := b.visibleState()
	lim.Answer = answers
	r, err := x.Search(ctx, s, lim)
	if answers {
		return r, err
	}
	return b.sensible(r), err
}

// othersMax is how many searches with weights of their own are kept between decisions.
const othersMax = 8

// searchWith is search with some weights of its leaves changed, if any are. The error names one that this fight does not have.
func (b *binding[S]) searchWith(ctx context.Context, lim search.Limits, leaf Weights) (search.Result, error) {
	if len(leaf) == 0 {
		return b.search(ctx, lim)
	}
	key := leaf.String()
	x := b.others[key]
	if x == nil {
		if b.hooks.Weights == nil {
			return search.Result{}, fmt.Errorf("%s has no weights of leaves", b.header.System)
		}
		values, err := leaf.Among(b.hooks.Weights())
		if err != nil {
			return search.Result{}, err
		}
		x = search.New[S](b.Sys)
		x.SetLeaf(b.hooks.LeafWith(values))
		if b.others == nil || len(b.others) == othersMax {
			b.others = map[string]*search.Searcher[S]{}
		}
		b.others[key] = x
	}
	return b.searchBy(ctx, x, lim)
}

func (b *binding[S]) answers() bool {
	_, answers := b.visibleState()
	return answers
}

// exactly is search with the values of a table of this fight at its leaves.
func (b *binding[S]) exactly(ctx context.Context, lim search.Limits, t *Tablebase) (search.Result, error) {
	sol, x := t.truth.(*solved[S]).Solution, search.New[S](b.Sys)
	x.SetLeaf(func(s *S) float64 {
		if v, ok := sol.Value(*s); ok {
			return v
		}
		return b.Sys.Score(s)
	})
	return b.searchBy(ctx, x, lim)
}

func (b *binding[S]) Position() ([]byte, error) {
	if b.path == nil {
		return nil, errors.New("a position of which nobody knows how it was reached")
	}
	return b.path.Position(b.Sys)
}

func (b *binding[S]) system() string { return b.header.System }

func (b *binding[S]) meaning(a rules.Action) string {
	if b.hooks.Meaning != nil {
		return b.hooks.Meaning(&b.Now, a)
	}
	return ""
}

// Moment is one step of an expected line, in words.
type Moment struct {
	Seat     rules.Seat
	Do       string
	Dice     bool
	Secret   bool
	Begins   bool // a breath begins with it
	NoEffect bool // a decision that comes to nothing as things stand
	Activity int  // how much a decision does, see [rules.Hooks]
	Check    rules.Check
}

// follow words a line step by step. The secret that an answer's line supposes is played and not told.
func (b *binding[S]) follow(line []search.Ply) (moments []Moment) {
	s, answers := b.visibleState()
	if answers && len(line) > 0 {
		b.Sys.Play(&s, line[0].Action, nil)
		line = line[1:]
	}
	for _, ply := range line {
		m := Moment{Seat: ply.Seat, Do: b.Sys.Format(&s, ply.Action), Dice: ply.Kind == rules.Chance,
			Secret: ply.Kind == rules.Commit, Begins: b.Sys.Turn(&s).Begins}
		if m.Dice {
			m.Check = b.Sys.Check(&s)
		}
		if b.hooks.NoEffect != nil && ply.Kind == rules.Decide {
			m.NoEffect = b.hooks.NoEffect(&s, ply.Action)
		}
		if b.hooks.Activity != nil && ply.Kind == rules.Decide {
			m.Activity = b.hooks.Activity(&s, ply.Action)
		}
		moments = append(moments, m)
		b.Sys.Play(&s, ply.Action, nil)
	}
	return moments
}

// lineWords returns a line in words.
func lineWords(p player, line []search.Ply) (words []string) {
	for _, m := range p.follow(line) {
		words = append(words, m.Do)
	}
	return words
}
