package agent

import (
	"context"
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
func (p *player) search(ctx context.Context, lim search.Limits, leaf Weights) (search.Result, error) {
	if len(leaf) == 0 {
		return p.searchUsing(ctx, p.ownSearcher(), lim)
	}
	key := leaf.String()
	x := p.weightedSearchers[key]
	if x == nil {
		values, err := leaf.among(p.Weights())
		if err != nil {
			return search.Result{}, err
		}
		if p.weightedSearchers == nil || len(p.weightedSearchers) == weightedSearchersMax {
			p.weightedSearchers = map[string]searcher{}
		}
		x = p.newSearcher(p.Moment, values)
		p.weightedSearchers[key] = x
	}
	return p.searchUsing(ctx, x, lim)
}

// searchUsing searches what the seat to move may know, and puts the option first that makes most sense to an onlooker
// among those that the search values nearly alike. The answer to a secret choice is searched from before that choice;
// its result is a mix of answers and keeps the search's order.
func (p *player) searchUsing(ctx context.Context, x searcher, lim search.Limits) (search.Result, error) {
	began := time.Now()
	r, err := p.searchOnce(ctx, x, lim)
	if err != nil || p.answersSecret() {
		return r, err
	}
	return p.preferDirectMove(ctx, x, lim, began, p.preferSensible(r))
}

// preferSensible returns a result with the option first that makes most sense. If the search's choice takes back what
// was just done, exposes an unarmed combatant or wastes a turn, an option without that fault comes first, if its value
// is lower by no more than the error of leaves. If it is a detour, one of equal value comes first.
//
// The order of the checks matters: the replacement for a fault has none of the faults checked before, so that no check
// undoes an earlier one.
func (p *player) preferSensible(r search.Result) search.Result {
	if r.IsMixed() || r.IsBlind() || len(r.Options) < 2 || p.Turn().Kind != rules.Decide {
		return r
	}
	takesBack, detour := p.Backtracking()
	if takesBack == nil {
		return r
	}
	undoes := func(o search.Option) bool { return takesBack(o.Action) || p.takesItselfBack(o.Line) }
	exposes, margin := exposesUnarmed(p), p.ValueError()
	if r.Solved {
		margin = tieMargin
	}
	if undoes(r.Options[0]) {
		r = putFirst(p, r, margin, func(o search.Option) bool { return !undoes(o) })
	}
	if detour(r.Best) {
		r = putFirst(p, r, tieMargin, func(o search.Option) bool { return !undoes(o) && !detour(o.Action) })
	}
	if !r.Solved && exposes(r.Best) {
		r = putFirst(p, r, margin, func(o search.Option) bool { return !exposes(o.Action) && !undoes(o) })
	}
	if !r.Solved && wastesTurn(p, r.Best) {
		r = putFirst(p, r, margin, func(o search.Option) bool {
			return isAdvance(p, o.Action) && !exposes(o.Action) && !undoes(o)
		})
	}
	return r
}

// faultWords says why an option is not preferred though none has a higher value, in words that follow "but it".
func (p *player) faultWords(o search.Option) string {
	takesBack, _ := p.Backtracking()
	switch chance := p.effectChance(o.Action); {
	case chance == 0:
		return "comes to nothing as things stand"
	case chance < search.EffectChanceLeast:
		return "hardly can do anything"
	case takesBack != nil && (takesBack(o.Action) || p.takesItselfBack(o.Line)):
		return "takes back what was just done"
	case exposesUnarmed(p)(o.Action):
		return "goes at the foes without a weapon or a defence"
	case wastesTurn(p, o.Action):
		return "lets a turn go by with full means"
	}
	return "does less, and so small a difference is within the error of the search"
}

// putFirst moves the best option that is wanted before all others, if its value is within margin, a difference of win
// chances, of the highest.
func putFirst(p *player, r search.Result, margin float64, isWanted func(o search.Option) bool) search.Result {
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
func (p *player) takesItselfBack(line []search.Ply) bool {
	seat, m := p.Turn().Seat, p.Fresh(true)
	for i, ply := range line {
		switch turn := m.Turn(); {
		case i == 0 || turn.Kind != rules.Decide:
		case turn.Seat == seat:
			undoes, _ := m.Backtracking()
			return undoes(ply.Action)
		case turn.Begins:
			return false
		}
		m = m.Next(ply.Action, nil)
	}
	return false
}

// wastesTurn reports whether a decision ends a turn in which nothing has been done though all means to pay with are
// full.
func wastesTurn(p *player, a rules.Action) bool {
	idles := func(o fight.Option) bool {
		return o.Action == a && slices.Contains(p.about.IdleDecisions, o.Words)
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
func exposesUnarmed(p *player) func(a rules.Action) bool {
	seat := p.Turn().Seat
	weak := p.Plight(seat).Helpless ||
		slices.ContainsFunc(p.Board().Stands[seat].States, func(x rules.State) bool { return x.Name == "disarmed" })
	return func(a rules.Action) bool {
		if !weak {
			return false
		}
		m := p.Traits(a).Motive
		return m.Nears > 0 && m.Strikes == rules.Nobody
	}
}

// isAdvance reports whether a decision strikes at a foe, leads nearer to one, or loads a weapon.
func isAdvance(p *player, a rules.Action) bool {
	m := p.Traits(a).Motive
	return m.Strikes != rules.Nobody || m.Nears > 0 || m.Loads
}

// comesToNothing reports whether a decision has no effect as things stand, or is an attack whose chance of an effect is
// below least.
func comesToNothing(p *player, a rules.Action, least float64) bool {
	chance := p.effectChance(a)
	return chance == 0 || chance < least
}
