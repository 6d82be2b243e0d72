package agent

import (
	"slices"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/search"
)

// Bearing describes an open decision as an onlooker would, for those who ask whether play makes sense.
type Bearing struct {
	Motive   rules.Motive
	NoEffect bool // it comes to nothing as things stand
}

// Bearings returns the bearing of each open decision, in the order of Options.
func (v View) Bearings() (list []Bearing) {
	for _, a := range v.Actions() {
		list = append(list, v.player.describe(a))
	}
	return list
}

func (b *binding[S]) describe(a rules.Action) Bearing {
	d := Bearing{Motive: b.Sys.Motive(&b.Now, a)}
	if b.hooks.NoEffect != nil {
		d.NoEffect = b.hooks.NoEffect(&b.Now, a)
	}
	return d
}

func (b *binding[S]) Plight(seat rules.Seat) rules.Plight { return b.Sys.Plight(&b.Now, seat) }
func (b *binding[S]) Error() float64                      { return b.hooks.Epsilon / 2 }

func (b *binding[S]) Touches(a rules.Action, enough float64) float64 {
	owner := b.hooks.Owner
	if owner == nil {
		owner = func(s *S) rules.Seat { return b.Sys.Turn(s).Seat }
	}
	return rules.TouchChance(b.Sys, owner, aboutOf(b).IdleDecisions, &b.Now, a, enough)
}

// sensible returns what was found, with what makes sense first: of options within the error of leaves one that undoes nothing, and
// that does something where the means are full and would lapse; of those worth the same one that is no detour.
func (b *binding[S]) sensible(r search.Result) search.Result {
	if b.path == nil || r.IsMixed() || r.IsBlind() || len(r.Options) < 2 || b.Turn().Kind != rules.Decide {
		return r
	}
	back := b.path.Back(b.Sys, &b.Now)
	undoes := func(o search.Option) bool { return back(o.Action) || b.returns(o.Line) }
	detour, exposes := b.path.Detour(b.Sys, &b.Now), exposesUnarmed(b)
	within := b.Error()
	if r.Solved {
		within = tie
	}
	if undoes(r.Options[0]) {
		r = instead(b, r, within, func(o search.Option) bool { return !undoes(o) })
	}
	if detour(r.Best) {
		r = instead(b, r, tie, func(o search.Option) bool { return !undoes(o) && !detour(o.Action) })
	}
	if !r.Solved && exposes(r.Best) {
		r = instead(b, r, within, func(o search.Option) bool { return !exposes(o.Action) && !undoes(o) })
	}
	if !r.Solved && lapses(b, r.Best) {
		r = instead(b, r, within, func(o search.Option) bool { return sets(b, o.Action) && !exposes(o.Action) && !undoes(o) })
	}
	return r
}

// fault says why an option does not stand first though none has a higher value, as what goes on of it.
func (b *binding[S]) fault(o search.Option) string {
	switch chance := b.comesTo(o.Action); {
	case chance == 0:
		return "comes to nothing as things stand"
	case chance < search.EffectChanceLeast:
		return "hardly can do anything"
	case b.path != nil && (b.path.Back(b.Sys, &b.Now)(o.Action) || b.returns(o.Line)):
		return "takes back what was just done"
	case exposesUnarmed(b)(o.Action):
		return "goes at the foes without a weapon or a defence"
	case lapses(b, o.Action):
		return "lets a turn go by with full means"
	}
	return "does less, and so small a difference is within the error of the search"
}

// instead puts the best option that is as wanted before all others, if it is worth as much as the best there is but for so much of a win.
func instead(p player, r search.Result, within float64, wanted func(o search.Option) bool) search.Result {
	side, most := p.Side(p.Turn().Seat), 0.0
	for i, o := range r.Options {
		if i == 0 || !comesToNothing(p, o.Action, 0) {
			most = max(most, win(o.Value, side))
		}
	}
	chosen := -1
	for i, o := range r.Options {
		if w := win(o.Value, side); most-w <= within && (chosen < 0 || w > win(r.Options[chosen].Value, side)+tie) && wanted(o) &&
			!comesToNothing(p, o.Action, search.EffectChanceLeast) {
			chosen = i
		}
	}
	if chosen > 0 {
		o := r.Options[chosen]
		r.Options = slices.Insert(slices.Delete(slices.Clone(r.Options), chosen, chosen+1), 0, o)
		r.Best, r.Value = o.Action, o.Value
	}
	return r
}

// tie is the difference of win chances below which two options are worth the same.
const tie = 1e-9

// returns reports whether the next thing that its seat means to do after the first of a line takes that back.
func (b *binding[S]) returns(line []search.Ply) bool {
	seat, s, path := b.Turn().Seat, b.Now, rules.Path[S]{From: b.Now}
	for i, ply := range line {
		switch turn := b.Sys.Turn(&s); {
		case i == 0 || turn.Kind != rules.Decide:
		case turn.Seat == seat:
			return path.Back(b.Sys, &s)(ply.Action)
		case turn.Begins:
			return false
		}
		before := s
		b.Sys.Play(&s, ply.Action, nil)
		path = path.WithAction(b.Sys, &before, ply.Action, &s)
	}
	return false
}

// lapses reports whether a decision lets a turn go by in which nothing has been done, with means as full as they can be.
func lapses(p player, a rules.Action) bool {
	idles := func(o fight.Option) bool { return o.Action == a && slices.Contains(aboutOf(p).IdleDecisions, o.Words) }
	if !p.Turn().Begins || !slices.ContainsFunc(p.Options(), idles) {
		return false
	}
	paid := false
	for _, n := range p.Board().Stands[p.Turn().Seat].Numbers {
		if n.Term().Pays {
			if paid = true; n.N < n.Max {
				return false
			}
		}
	}
	return paid
}

// exposesUnarmed returns what takes the seat that decides nearer to the foes without a blow, if it has lost its weapon or cannot defend
// itself; nothing does if it can.
func exposesUnarmed(p player) func(a rules.Action) bool {
	seat := p.Turn().Seat
	weak := p.Plight(seat).Helpless ||
		slices.ContainsFunc(p.Board().Stands[seat].States, func(x rules.State) bool { return x.Name == "disarmed" })
	return func(a rules.Action) bool {
		if !weak {
			return false
		}
		m := p.describe(a).Motive
		return m.Nears > 0 && m.Strikes == rules.Nobody
	}
}

// sets reports whether a decision strikes at a foe, comes nearer to one, or loads.
func sets(p player, a rules.Action) bool {
	m := p.describe(a).Motive
	return m.Strikes != rules.Nobody || m.Nears > 0 || m.Loads
}

// comesToNothing reports whether a decision has no effect as things stand, or a blow hardly any chance: less than least, or of
// least 0 none.
func comesToNothing(p player, a rules.Action, least float64) bool {
	chance := p.comesTo(a)
	return chance == 0 || chance < least
}

// comesTo returns the chance of a blow to do anything, as far as it counts, and 0 for what has no effect as things stand.
func (b *binding[S]) comesTo(a rules.Action) float64 {
	switch {
	case b.hooks.NoEffect != nil && b.hooks.NoEffect(&b.Now, a):
		return 0
	case b.hooks.EffectChance == nil:
		return 1
	}
	return b.hooks.EffectChance(&b.Now, a, search.EffectChanceLeast)
}
