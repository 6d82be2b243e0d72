package agent

import (
	"context"
	"math"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/search"
)

// player is a position as the seat to move may know it, with the searchers that search it.
type player struct {
	fight.Moment      // see goTo for a position in which a secret waits for its answer
	about             *book.About
	header            fight.Header // see [fight.Fight.PresentHeader]
	newSearcher       makeSearcher
	searcher          searcher                 // nil until somebody searches
	weightedSearchers map[string]searcher      // with other weights at their leaves, by the weights
	encounterFacts    *encounterFacts          // nil until somebody asks
	knownFeatures     map[any]ForecastFeatures // of positions for which a forecast was asked, by their keys
	nextSearch        nextSearch               // of the next decision, if that was searched already
}

// searcher hides the type of positions from those who have them searched. The positions are of the game for which it
// was made.
type searcher interface {
	search(ctx context.Context, m fight.Moment, lim search.Limits) (search.Result, error)
	perft(ctx context.Context, m fight.Moment, depth int) (search.Count, error)
}

// makeSearcher returns a searcher for the game of a moment, with other weights of the leaf evaluation unless they are
// nil.
type makeSearcher func(of fight.Moment, weights []float64) searcher

// searcherOf is the searcher of a system with positions of the type S.
type searcherOf[S comparable] struct{ *search.Searcher[S] }

// newSearcher is the makeSearcher of a system.
func newSearcher[S comparable](of fight.Moment, weights []float64) searcher {
	sys, _, _ := fight.StateOf[S](of)
	x := search.New[S](sys)
	if weights != nil {
		x.SetLeaf(sys.Hooks().LeafWith(weights))
	}
	return searcherOf[S]{x}
}

func (x searcherOf[S]) search(ctx context.Context, m fight.Moment, lim search.Limits) (search.Result, error) {
	_, s, _ := fight.StateOf[S](m)
	return x.Search(ctx, s, lim)
}

func (x searcherOf[S]) perft(ctx context.Context, m fight.Moment, depth int) (search.Count, error) {
	sys, s, _ := fight.StateOf[S](m)
	return search.Perft[S](ctx, sys, s, depth)
}

// newPlayer returns the player of a position.
func newPlayer(about *book.About, m fight.Moment, h fight.Header, newSearcher makeSearcher) *player {
	p := &player{about: about, header: h, newSearcher: newSearcher}
	p.goTo(m)
	return p
}

// goTo goes to a position of the same game. A secret that waits for its answer is replaced by the first one that could
// have been chosen: two fights that differ only in the secret have the same view, and whoever answers gets the same
// advice.
func (p *player) goTo(m fight.Moment) {
	if before, answers := m.Visible(); answers {
		m = before.Next(before.Actions()[0], nil)
	}
	p.Moment = m
}

// moveTo goes to the position of f and reports whether f is a fight of the same game: a fight that somebody has joined
// is of another one, whose values the searcher does not know.
func (p *player) moveTo(f *fight.Fight) bool {
	if f.Game() != p.Game() {
		return false
	}
	p.goTo(f.Moment)
	return true
}

// ownSearcher returns the searcher with the game's own weights, made at the first call.
func (p *player) ownSearcher() searcher {
	if p.searcher == nil {
		p.searcher = p.newSearcher(p.Moment, nil)
	}
	return p.searcher
}

// answersSecret reports whether the decision is the answer to a secret choice.
func (p *player) answersSecret() bool {
	_, answers := p.Visible()
	return answers
}

// Position returns what may be known of the position as an encounter file.
func (p *player) Position() ([]byte, error) {
	m, _ := p.Visible()
	return m.Position()
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
func (p *player) describeLine(line []search.Ply) (steps []LineStep) {
	m, answers := p.Visible()
	if m = m.Fresh(false); answers && len(line) > 0 {
		m, line = m.Next(line[0].Action, nil), line[1:]
	}
	for _, ply := range line {
		step := LineStep{Seat: ply.Seat, Do: m.Format(ply.Action), Dice: ply.Kind == rules.Chance,
			Secret: ply.Kind == rules.Commit, Begins: m.Turn().Begins}
		switch ply.Kind {
		case rules.Chance:
			step.Check = m.Check()
		case rules.Decide:
			t := m.Traits(ply.Action)
			step.NoEffect, step.Activity = t.NoEffect, t.Activity
		}
		steps = append(steps, step)
		m = m.Next(ply.Action, nil)
	}
	return steps
}

// ValueError returns the difference of win chances, 0 to 1, below which the estimate of this fight is not reliable:
// half of Epsilon, which is a difference of values from -1 to 1.
func (p *player) ValueError() float64 { return p.EpsilonShare(math.MaxInt) / 2 }

// TouchChance returns the chance, 0 to 1, that an open decision changes anything about a foe, see [rules.EffectChance].
func (p *player) TouchChance(a rules.Action, enough float64) float64 {
	return p.Moment.TouchChance(a, enough, p.about.IdleDecisions)
}

// effectChance returns the chance that an attack has an effect, see [fight.Moment].
func (p *player) effectChance(a rules.Action) float64 {
	return p.EffectChance(a, search.EffectChanceLeast)
}
