package agent

import (
	"errors"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/search"
)

// binding is a position of one system, as the seat to move may know it, with the searchers that search it.
type binding[S comparable] struct {
	fight.MomentOf[S] // see setState for a position in which a secret waits for its answer
	hooks             rules.Hooks[S]
	// path leads to the position, as far as the seat to move may know it; nil if nobody needs it.
	path              *rules.Path[S]
	about             *book.About // of the system
	header            fight.Header
	searcher          *search.Searcher[S]            // nil until somebody searches
	weightedSearchers map[string]*search.Searcher[S] // with other weights at their leaves, by the weights
	encounterFacts    *encounterFacts                // nil until somebody asks
	knownFeatures     map[S]ForecastFeatures         // of positions for which a forecast was asked
	nextSearch        nextSearch[S]                  // of the next decision, if that was searched already
}

// newBinding returns a binding without a path; setPath adds it where one is needed.
func newBinding[S comparable](about *book.About, sys rules.System[S], s S, h fight.Header) *binding[S] {
	b := &binding[S]{MomentOf: fight.MomentOf[S]{Sys: sys}, hooks: sys.Hooks(), about: about, header: h}
	b.setState(s)
	return b
}

// setState goes to a position. A secret that waits for its answer is replaced by the first one that could have been
// chosen: two fights that differ only in the secret have the same view, and whoever answers gets the same advice.
func (b *binding[S]) setState(s S) {
	b.path = nil
	if before, ok := search.BeforeSecret[S](b.Sys, &s); ok {
		b.Sys.Play(&before, b.Sys.Actions(&before, nil)[0], nil)
		s = before
	}
	b.Now = s
}

// moveTo goes to the position of f and reports whether f is a fight of the same game. Games are compared as pointers: a
// fight that somebody has joined is of another game, whose values the searcher does not know.
func (b *binding[S]) moveTo(f *fight.Fight) bool {
	sys, s, ok := fight.At[S](f)
	if !ok || sys != b.Sys {
		return false
	}
	b.setState(s)
	b.setPath(pathOf[S](f))
	return true
}

// pathOf returns the path to the position of a fight.
func pathOf[S comparable](f *fight.Fight) rules.Path[S] {
	path, _ := fight.PathOf[S](f)
	return path
}

// setPath sets the path to the position. If the seat to move answers a secret choice, the path ends before that.
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

// Position returns the position as an encounter file. A file describes a boundary (where a breath or turn begins) and
// the path from there, so that it takes a path.
func (b *binding[S]) Position() ([]byte, error) {
	if b.path == nil {
		return nil, errors.New("a position of which nobody knows how it was reached")
	}
	return b.path.Position(b.Sys)
}

func (b *binding[S]) fightHeader() fight.Header { return b.header }
func (b *binding[S]) aboutSystem() *book.About  { return b.about }

// meaning returns the system's explanation of a decision, empty if it has none.
func (b *binding[S]) meaning(a rules.Action) string {
	if b.hooks.Meaning != nil {
		return b.hooks.Meaning(&b.Now, a)
	}
	return ""
}

// LineStep is one step of an expected line, in words.
type LineStep struct {
	Seat     rules.Seat  // who decides, or whose dice they are
	Do       string      // the decision, or what the dice come to
	Dice     bool        // it is a throw
	Secret   bool        // it is a secret choice
	Begins   bool        // a breath begins with it
	NoEffect bool        // a decision without an effect as things stand
	Activity int         // how much a decision does, see [rules.Hooks]
	Check    rules.Check // of a throw
}

// describeLine returns the steps of a line in words. The line of an answer begins with a supposed secret choice, which
// is left out.
func (b *binding[S]) describeLine(line []search.Ply) (steps []LineStep) {
	s, answers := b.visibleState()
	if answers && len(line) > 0 {
		b.Sys.Play(&s, line[0].Action, nil)
		line = line[1:]
	}
	for _, ply := range line {
		m := LineStep{Seat: ply.Seat, Do: b.Sys.Format(&s, ply.Action), Dice: ply.Kind == rules.Chance,
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
		steps = append(steps, m)
		b.Sys.Play(&s, ply.Action, nil)
	}
	return steps
}

// decisionTraits says what an open decision is for, as an onlooker would see it.
type decisionTraits struct {
	Motive   rules.Motive
	NoEffect bool // it has no effect as things stand
}

func (b *binding[S]) traits(a rules.Action) decisionTraits {
	d := decisionTraits{Motive: b.Sys.Motive(&b.Now, a)}
	if b.hooks.NoEffect != nil {
		d.NoEffect = b.hooks.NoEffect(&b.Now, a)
	}
	return d
}

func (b *binding[S]) Plight(seat rules.Seat) rules.Plight { return b.Sys.Plight(&b.Now, seat) }

// ValueError is half of Epsilon, which is a difference of values from -1 to 1, not of chances.
func (b *binding[S]) ValueError() float64 { return b.hooks.Epsilon / 2 }

func (b *binding[S]) TouchChance(a rules.Action, enough float64) float64 {
	owner := b.hooks.Owner
	if owner == nil {
		owner = func(s *S) rules.Seat { return b.Sys.Turn(s).Seat }
	}
	return rules.EffectChance(b.Sys, owner, b.about.IdleDecisions, &b.Now, a, enough)
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
