package agent

import (
	"context"
	"fmt"
	"slices"
	"time"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/search"
)

// weightedSearchersMax is how many searchers with changed weights are kept between decisions. Each has a transposition
// table of its own, whose values other weights would make wrong.
const weightedSearchersMax = 8

// search searches with some weights of the leaf evaluation changed, or none. The error names a weight that the fight
// does not have.
func (b *binding[S]) search(ctx context.Context, lim search.Limits, leaf Weights) (search.Result, error) {
	if len(leaf) == 0 {
		return b.searchUsing(ctx, b.ownSearcher(), lim)
	}
	key := leaf.String()
	searcher := b.weightedSearchers[key]
	if searcher == nil {
		if b.hooks.Weights == nil {
			return search.Result{}, fmt.Errorf("%s has no weights of leaves", b.header.System)
		}
		values, err := leaf.among(b.hooks.Weights())
		if err != nil {
			return search.Result{}, err
		}
		searcher = search.New[S](b.Sys)
		searcher.SetLeaf(b.hooks.LeafWith(values))
		if b.weightedSearchers == nil || len(b.weightedSearchers) == weightedSearchersMax {
			b.weightedSearchers = map[string]*search.Searcher[S]{}
		}
		b.weightedSearchers[key] = searcher
	}
	return b.searchUsing(ctx, searcher, lim)
}

// searchUsing searches what the seat to move may know, and puts the option first that makes most sense to an onlooker
// among those that the search values nearly alike. The answer to a secret choice is searched from before that choice;
// its result is a mix of answers and keeps the search's order.
func (b *binding[S]) searchUsing(ctx context.Context, searcher *search.Searcher[S],
	lim search.Limits) (search.Result, error) {
	began := time.Now()
	r, err := b.searchOnce(ctx, searcher, lim)
	if err != nil || b.answersSecret() {
		return r, err
	}
	return b.preferDirectMove(ctx, searcher, lim, began, b.preferSensible(r))
}

// preferSensible returns a result with the option first that makes most sense. If the search's choice takes back what
// was just done, exposes an unarmed combatant or wastes a turn, an option without that fault comes first, if its value
// is lower by no more than the error of leaves. If it is a detour, one of equal value comes first.
//
// The order of the checks matters: the replacement for a fault has none of the faults checked before, so that no check
// undoes an earlier one.
func (b *binding[S]) preferSensible(r search.Result) search.Result {
	if b.path == nil || r.IsMixed() || r.IsBlind() || len(r.Options) < 2 || b.Turn().Kind != rules.Decide {
		return r
	}
	takesBack := b.path.Undoes(b.Sys, &b.Now)
	undoes := func(o search.Option) bool { return takesBack(o.Action) || b.takesItselfBack(o.Line) }
	detour, exposes := b.path.Detour(b.Sys, &b.Now), exposesUnarmed(b)
	margin := b.ValueError()
	if r.Solved {
		margin = tieMargin
	}
	if undoes(r.Options[0]) {
		r = putFirst(b, r, margin, func(o search.Option) bool { return !undoes(o) })
	}
	if detour(r.Best) {
		r = putFirst(b, r, tieMargin, func(o search.Option) bool { return !undoes(o) && !detour(o.Action) })
	}
	if !r.Solved && exposes(r.Best) {
		r = putFirst(b, r, margin, func(o search.Option) bool { return !exposes(o.Action) && !undoes(o) })
	}
	if !r.Solved && wastesTurn(b, r.Best) {
		r = putFirst(b, r, margin, func(o search.Option) bool {
			return isAdvance(b, o.Action) && !exposes(o.Action) && !undoes(o)
		})
	}
	return r
}

// faultWords says why an option is not preferred though none has a higher value, in words that follow "but it".
func (b *binding[S]) faultWords(o search.Option) string {
	switch chance := b.effectChance(o.Action); {
	case chance == 0:
		return "comes to nothing as things stand"
	case chance < search.EffectChanceLeast:
		return "hardly can do anything"
	case b.path != nil && (b.path.Undoes(b.Sys, &b.Now)(o.Action) || b.takesItselfBack(o.Line)):
		return "takes back what was just done"
	case exposesUnarmed(b)(o.Action):
		return "goes at the foes without a weapon or a defence"
	case wastesTurn(b, o.Action):
		return "lets a turn go by with full means"
	}
	return "does less, and so small a difference is within the error of the search"
}

// putFirst moves the best option that is wanted before all others, if its value is within margin, a difference of win
// chances, of the highest.
func putFirst(p player, r search.Result, margin float64, isWanted func(o search.Option) bool) search.Result {
	side, highest := p.Side(p.Turn().Seat), 0.0
	for i, o := range r.Options {
		if i == 0 || !comesToNothing(p, o.Action, 0) {
			highest = max(highest, win(o.Value, side))
		}
	}
	chosen := -1
	for i, o := range r.Options {
		w := win(o.Value, side)
		isBetter := chosen < 0 || w > win(r.Options[chosen].Value, side)+tieMargin
		if highest-w <= margin && isBetter && isWanted(o) && !comesToNothing(p, o.Action, search.EffectChanceLeast) {
			chosen = i
		}
	}
	if chosen > 0 {
		r.Options = moveToFront(r.Options, chosen)
		r.Best, r.Value = r.Options[0].Action, r.Options[0].Value
	}
	return r
}

// tieMargin is the difference of win chances below which two options are worth the same.
const tieMargin = 1e-9

// takesItselfBack reports whether, in a line, the next decision of the same seat takes back the first one.
func (b *binding[S]) takesItselfBack(line []search.Ply) bool {
	seat, s, path := b.Turn().Seat, b.Now, rules.Path[S]{From: b.Now}
	for i, ply := range line {
		switch turn := b.Sys.Turn(&s); {
		case i == 0 || turn.Kind != rules.Decide:
		case turn.Seat == seat:
			return path.Undoes(b.Sys, &s)(ply.Action)
		case turn.Begins:
			return false
		}
		before := s
		b.Sys.Play(&s, ply.Action, nil)
		path = path.WithAction(b.Sys, &before, ply.Action, &s)
	}
	return false
}

// wastesTurn reports whether a decision ends a turn in which nothing has been done though all means to pay with are
// full.
func wastesTurn(p player, a rules.Action) bool {
	idles := func(o fight.Option) bool {
		return o.Action == a && slices.Contains(p.aboutSystem().IdleDecisions, o.Words)
	}
	if !p.Turn().Begins || !slices.ContainsFunc(p.Options(), idles) {
		return false
	}
	hasMeans := false
	for _, n := range p.Board().Stands[p.Turn().Seat].Numbers {
		if n.Term().Pays {
			if hasMeans = true; n.N < n.Max {
				return false
			}
		}
	}
	return hasMeans
}

// exposesUnarmed returns a function that reports whether a decision leads nearer to the foes without striking at one,
// while the seat to move is helpless or has lost its weapon.
func exposesUnarmed(p player) func(a rules.Action) bool {
	seat := p.Turn().Seat
	weak := p.Plight(seat).Helpless ||
		slices.ContainsFunc(p.Board().Stands[seat].States, func(x rules.State) bool { return x.Name == "disarmed" })
	return func(a rules.Action) bool {
		if !weak {
			return false
		}
		m := p.traits(a).Motive
		return m.Nears > 0 && m.Strikes == rules.Nobody
	}
}

// isAdvance reports whether a decision strikes at a foe, leads nearer to one, or loads a weapon.
func isAdvance(p player, a rules.Action) bool {
	m := p.traits(a).Motive
	return m.Strikes != rules.Nobody || m.Nears > 0 || m.Loads
}

// comesToNothing reports whether a decision has no effect as things stand, or is an attack whose chance of an effect is
// below least.
func comesToNothing(p player, a rules.Action, least float64) bool {
	chance := p.effectChance(a)
	return chance == 0 || chance < least
}
