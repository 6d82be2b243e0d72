package agent

import (
	"errors"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/search"
)

// What the players of a fight know of its position: a binding, which is below all of them.

// binding is a position of one system, as the seat to move may know it, joined with the search.
type binding[S comparable] struct {
	fight.MomentOf[S] // where a secret waits for its answer, the first secret that could have been chosen stands for it
	hooks             rules.Hooks[S]
	// path is how the position came to be, as the seat to move may know it; nil if nobody needs it.
	path              *rules.Path[S]
	about             *book.About // of the system
	header            fight.Header
	searcher          *search.Searcher[S]            // nil until somebody searches
	weightedSearchers map[string]*search.Searcher[S] // with other weights at their leaves, by the weights
	encounterFacts    *encounterFacts                // nil until somebody asks
	knownProspects    map[S]Prospect                 // of positions for which a forecast was asked
	ahead             ahead[S]                       // of the next decision, if it was looked at already
}

// newBinding returns a binding without a path; setPath adds it where one is needed.
func newBinding[S comparable](about *book.About, sys rules.System[S], s S, h fight.Header) *binding[S] {
	b := &binding[S]{MomentOf: fight.MomentOf[S]{Sys: sys}, hooks: sys.Hooks(), about: about, header: h}
	b.setState(s)
	return b
}

// setState goes to a position, without what is secret there: the secret that was chosen is replaced by the first one
// that could have been. So two fights that differ in nothing but the secret have the same view, and whoever answers it
// is advised alike in both, to the byte.
func (b *binding[S]) setState(s S) {
	b.path = nil
	if before, ok := search.BeforeSecret[S](b.Sys, &s); ok {
		b.Sys.Play(&before, b.Sys.Actions(&before, nil)[0], nil)
		s = before
	}
	b.Now = s
}

// moveTo goes to the position of f; it returns false if f is not a fight of the same game. Games are compared as
// pointers: a fight that somebody has joined since is of another game, whose values the searcher does not know.
func (b *binding[S]) moveTo(f *fight.Fight) bool {
	sys, s, ok := fight.At[S](f)
	if !ok || sys != b.Sys {
		return false
	}
	b.setState(s)
	b.setPath(pathOf[S](f))
	return true
}

// pathOf returns how the position of a fight came to be.
func pathOf[S comparable](f *fight.Fight) rules.Path[S] {
	path, _ := fight.PathOf[S](f)
	return path
}

// setPath remembers how the position came to be: up to the secret choice, if the seat to move answers one.
func (b *binding[S]) setPath(path rules.Path[S]) {
	if before, answers := b.visibleState(); answers {
		path = path.CutAt(b.Sys, &before)
	}
	b.path = &path
}

// visibleState returns what the seat to move may know of the position, and whether it answers a secret choice.
func (b *binding[S]) visibleState() (s S, answers bool) {
	s = visible(b.Sys, b.Now)
	return s, s != b.Now
}

// visible returns what the seat to move may know of a position: if it answers a secret choice, the position before
// that.
func visible[S comparable](g rules.Game[S], s S) S {
	if before, ok := search.BeforeSecret[S](g, &s); ok {
		return before
	}
	return s
}

// ownSearcher returns the searcher with the game's own weights, made at the first call.
func (b *binding[S]) ownSearcher() *search.Searcher[S] {
	if b.searcher == nil {
		b.searcher = search.New[S](b.Sys)
	}
	return b.searcher
}

func (b *binding[S]) answersSecret() bool {
	_, answers := b.visibleState()
	return answers
}

// Position returns the position as a file, with the way to it from the last boundary: a file can describe boundaries
// alone. Without a path it cannot.
func (b *binding[S]) Position() ([]byte, error) {
	if b.path == nil {
		return nil, errors.New("a position of which nobody knows how it was reached")
	}
	return b.path.Position(b.Sys)
}

func (b *binding[S]) fightHeader() fight.Header { return b.header }
func (b *binding[S]) aboutSystem() *book.About  { return b.about }

// meaning returns what a decision sets going, where the system explains some; empty for all others.
func (b *binding[S]) meaning(a rules.Action) string {
	if b.hooks.Meaning != nil {
		return b.hooks.Meaning(&b.Now, a)
	}
	return ""
}

// Moment is one step of an expected line, in words.
type Moment struct {
	Seat     rules.Seat  // who decides, or whose dice they are
	Do       string      // the decision, or what the dice come to
	Dice     bool        // it is a throw
	Secret   bool        // it is a secret choice
	Begins   bool        // a breath begins with it
	NoEffect bool        // a decision without an effect as things stand
	Activity int         // how much a decision does, see [rules.Hooks]
	Check    rules.Check // of a throw
}

// follow returns the steps of a line in words. If the line is that of an answer, it begins with a supposed secret
// choice, which is left out.
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

// bearing describes an open decision as an onlooker would see it, to judge whether play makes sense.
type bearing struct {
	Motive   rules.Motive
	NoEffect bool // it has no effect as things stand
}

func (b *binding[S]) bearing(a rules.Action) bearing {
	d := bearing{Motive: b.Sys.Motive(&b.Now, a)}
	if b.hooks.NoEffect != nil {
		d.NoEffect = b.hooks.NoEffect(&b.Now, a)
	}
	return d
}

func (b *binding[S]) Plight(seat rules.Seat) rules.Plight { return b.Sys.Plight(&b.Now, seat) }

// ValueError is half of Epsilon, which is a difference of values from -1 to 1, not of chances.
func (b *binding[S]) ValueError() float64 { return b.hooks.Epsilon / 2 }

func (b *binding[S]) Touches(a rules.Action, enough float64) float64 {
	owner := b.hooks.Owner
	if owner == nil {
		owner = func(s *S) rules.Seat { return b.Sys.Turn(s).Seat }
	}
	return rules.TouchChance(b.Sys, owner, b.about.IdleDecisions, &b.Now, a, enough)
}

// effectChance returns the chance that an attack has an effect, 0 for a decision without any, and 1 where the system
// does not tell.
func (b *binding[S]) effectChance(a rules.Action) float64 {
	switch {
	case b.hooks.NoEffect != nil && b.hooks.NoEffect(&b.Now, a):
		return 0
	case b.hooks.EffectChance == nil:
		return 1
	}
	return b.hooks.EffectChance(&b.Now, a, search.EffectChanceLeast)
}
