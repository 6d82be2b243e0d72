package agent

import (
	"reflect"
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

// Touches returns the chance, 0 to 1, that an open decision changes anything about a foe: a wound, a grapple, a weapon
// knocked away. Nobody answers it, and its seat adds nothing to it; a secret is what it looks like. Chances above enough
// are not worked out: then it is some number of at least enough.
func (v View) Touches(a rules.Action, enough float64) float64 { return v.p.touches(a, enough) }

func (b *binding[S]) plight(seat rules.Seat) rules.Plight { return b.sys.Plight(&b.now, seat) }
func (b *binding[S]) reaches(by, at rules.Seat) bool      { return b.sys.Reaches(&b.now, by, at) }
func (b *binding[S]) leafError() float64                  { return b.hooks.Epsilon / 2 }

// touchesMax is the most steps that one decision is followed to know what it can do.
const touchesMax = 10_000

// touching follows a decision through everything that can come of it.
type touching[S comparable] struct {
	b      *binding[S]
	idle   []string
	by     rules.Seat
	before rules.Board
	steps  int
}

func (b *binding[S]) touches(a rules.Action, enough float64) float64 {
	x := touching[S]{b: b, idle: b.idle(), by: b.turn().Seat, before: b.sys.Board(&b.now)}
	return x.after(b.now, a, enough)
}

// after is the chance once an action is played; of too long an exchange it is 1.
func (x *touching[S]) after(s S, a rules.Action, enough float64) float64 {
	if x.steps++; x.steps > touchesMax {
		return 1
	}
	g := x.b.sys
	g.Play(&s, a, nil)
	turn := g.Turn(&s)
	if x.settled(&s, turn) {
		return x.changed(&s)
	}
	if turn.Kind != rules.Chance {
		legal := g.Actions(&s, nil)
		i := slices.IndexFunc(legal, func(a rules.Action) bool { return slices.Contains(x.idle, g.Format(&s, a)) })
		return x.after(s, legal[max(0, i)], enough)
	}
	sum := 0.0
	for _, o := range g.Odds(&s, nil) {
		if sum += float64(o.P * x.after(s, o.Action, (enough-sum)/o.P)); sum >= enough {
			break
		}
	}
	return sum
}

// within are the phases of decisions that only say how an action under way is made.
var within = []string{"call", "damage", "reaction"}

// settled says whether the decision is over and done with.
func (x *touching[S]) settled(s *S, turn rules.Turn) bool {
	if turn.Kind == rules.Over {
		return true
	}
	g := x.b.sys
	return turn.Kind == rules.Decide && search.Waits(&x.b.hooks, s, turn) && (turn.Begins || !slices.Contains(within, g.Phase(s, g.Actions(s, nil)[0])))
}

// changed is 1 if anything about a foe, or on the ground, is not as it was.
func (x *touching[S]) changed(s *S) float64 {
	g, now := x.b.sys, x.b.sys.Board(s)
	if g.Turn(s).Kind == rules.Over || !reflect.DeepEqual(now.Lies, x.before.Lies) {
		return 1
	}
	for k := range now.Stands {
		if g.Side(rules.Seat(k)) != g.Side(x.by) && !reflect.DeepEqual(now.Stands[k], x.before.Stands[k]) {
			return 1
		}
	}
	return 0
}
