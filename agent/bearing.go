package agent

import (
	"slices"

	"kokyu/rules"
	"kokyu/search"
)

// Bearing describes an open decision as an onlooker would, for those who ask whether play makes sense.
type Bearing struct {
	Motive   rules.Motive
	Activity int  // how much it does, see [rules.Hooks]
	NoEffect bool // it comes to nothing as things stand
}

// Bearings returns the bearing of each open decision, in the order of Options.
func (v View) Bearings() (list []Bearing) {
	for _, a := range v.Actions() {
		list = append(list, v.p.bearing(a))
	}
	return list
}

func (b *binding[S]) bearing(a rules.Action) Bearing {
	d := Bearing{Motive: b.sys.Motive(&b.now, a)}
	if b.hooks.Activity != nil {
		d.Activity = b.hooks.Activity(&b.now, a)
	}
	if b.hooks.NoEffect != nil {
		d.NoEffect = b.hooks.NoEffect(&b.now, a)
	}
	return d
}

// Plight returns the condition of a seat.
func (v View) Plight(seat rules.Seat) rules.Plight { return v.p.plight(seat) }

// Reaches reports whether by could strike at from where both stand, with the time and means it has.
func (v View) Reaches(by, at rules.Seat) bool { return v.p.reaches(by, at) }

// Error returns the difference of win chances, 0 to 1, below which the estimate of this fight is not reliable.
func (v View) Error() float64 { return v.p.leafError() }

// Touches returns the chance, 0 to 1, that an open decision changes anything about a foe, see [rules.Touch].
func (v View) Touches(a rules.Action, enough float64) float64 { return v.p.touches(a, enough) }

func (b *binding[S]) plight(seat rules.Seat) rules.Plight { return b.sys.Plight(&b.now, seat) }
func (b *binding[S]) reaches(by, at rules.Seat) bool      { return b.sys.Reaches(&b.now, by, at) }
func (b *binding[S]) leafError() float64                  { return b.hooks.Epsilon / 2 }

func (b *binding[S]) touches(a rules.Action, enough float64) float64 {
	owner := b.hooks.Owner
	if owner == nil {
		owner = func(s *S) rules.Seat { return b.sys.Turn(s).Seat }
	}
	return rules.Touch(b.sys, owner, b.idle(), &b.now, a, enough)
}

// sensible is what was found, with what makes sense first: of options within the error of leaves one that does not only
// undo what its seat has just done.
func (b *binding[S]) sensible(r search.Result) search.Result {
	if b.path == nil || r.Solved || r.Mixed() || r.Blind() || len(r.Options) < 2 || b.turn().Kind != rules.Decide {
		return r
	}
	back := b.path.Back(b.sys, &b.now)
	best, side := r.Options[0], b.sys.Side(b.turn().Seat)
	if !back(best.Action) {
		return r
	}
	for i, o := range r.Options {
		if win(best.Value, side)-win(o.Value, side) <= b.leafError() && !back(o.Action) && !b.comesToNothing(o.Action, search.LandsLeast) {
			r.Options = slices.Insert(slices.Delete(slices.Clone(r.Options), i, i+1), 0, o)
			r.Best, r.Value = o.Action, o.Value
			break
		}
	}
	return r
}

// comesToNothing says whether a decision has no effect as things stand, or a blow hardly any chance: less than least, or of
// least 0 none.
func (b *binding[S]) comesToNothing(a rules.Action, least float64) bool {
	p := b.comesTo(a)
	return p == 0 || p < least
}

// comesTo is the chance of a blow to do anything, as far as it counts, and 0 for what has no effect as things stand.
func (b *binding[S]) comesTo(a rules.Action) float64 {
	switch {
	case b.hooks.NoEffect != nil && b.hooks.NoEffect(&b.now, a):
		return 0
	case b.hooks.Lands == nil:
		return 1
	}
	return b.hooks.Lands(&b.now, a, search.LandsLeast)
}
