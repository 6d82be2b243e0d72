package rules

import (
	"slices"
	"sync"
)

// touchMax is the most steps that one decision is followed to know what it can do; beyond them it is taken to do something.
const touchMax = 10_000

// within are the phases of decisions that only say how an action under way is made.
var within = []string{"call", "damage", "reaction"}

// Touch returns the chance, 0 to 1, that a decision changes anything about a foe or the ground: a wound, a grapple, a weapon
// knocked away. Nobody answers it and its seat adds nothing to it, with the decisions that idle words; a secret is what it
// looks like. Chances above enough are not worked out: then it is some number of at least enough. owner is that of [Hooks].
func Touch[S comparable](sys System[S], owner func(*S) Seat, idle []string, s *S, a Action, enough float64) float64 {
	x := touch[S]{sys: sys, owner: owner, idle: idle, by: sys.Turn(s).Seat, before: sys.Board(s), ended: *s}
	return x.after(*s, a, enough)
}

// touch follows a decision through what can come of it.
type touch[S comparable] struct {
	sys    System[S]
	owner  func(*S) Seat
	idle   []string
	by     Seat
	before Board
	steps  int
	ended  S       // where the last line that was followed came to; most totals of a throw come to the same
	did    float64 // what [touch.hasChanged] says of it
}

// after returns the chance once an action is played.
func (x *touch[S]) after(s S, a Action, enough float64) float64 {
	if x.steps++; x.steps > touchMax {
		return 1
	}
	x.sys.Play(&s, a, nil)
	turn := x.sys.Turn(&s)
	if x.isSettled(&s, turn) {
		if s != x.ended {
			x.ended, x.did = s, x.hasChanged(&s)
		}
		return x.did
	}
	if turn.Kind != Chance {
		legal := x.sys.Actions(&s, nil)
		i := slices.IndexFunc(legal, func(a Action) bool { return slices.Contains(x.idle, x.sys.Format(&s, a)) })
		return x.after(s, legal[max(0, i)], enough)
	}
	sum := 0.0
	for _, o := range slices.Backward(x.sys.Odds(&s, nil)) { // what hits stands last, and is enough soon
		if sum += float64(o.P * x.after(s, o.Action, (enough-sum)/o.P)); sum >= enough {
			break
		}
	}
	return sum
}

// isSettled reports whether the decision is over and done with.
func (x *touch[S]) isSettled(s *S, turn Turn) bool {
	switch {
	case turn.Kind == Over:
		return true
	case turn.Kind != Decide:
		return false
	case turn.Begins:
		return true
	}
	return x.owner(s) == turn.Seat && !slices.Contains(within, x.sys.Phase(s, x.sys.Actions(s, nil)[0]))
}

// hasChanged returns 1 if anything about a foe, or on the ground, is not as it was.
func (x *touch[S]) hasChanged(s *S) float64 {
	now := x.sys.Board(s)
	if x.sys.Turn(s).Kind == Over || !slices.Equal(now.Lies, x.before.Lies) {
		return 1
	}
	for k := range now.Stands {
		if x.sys.Side(Seat(k)) != x.sys.Side(x.by) && !now.Stands[k].equal(&x.before.Stands[k]) {
			return 1
		}
	}
	return 0
}

// Back reports whether a decision of the seat to move leads back to where it has been, in this round or the last one, since its last blow
// at a foe, and since a foe has struck at it or come nearer: to a place it has left, a stance it has let go, a mount it has got off; in its
// turn also to a weapon it has put away. What dice or an answer have still to decide leads where it is meant to lead.
func (p Path[S]) Back(sys System[S], s *S) func(a Action) bool {
	seat := sys.Turn(s).Seat
	now := sys.Board(s).Stands[seat]
	been := sync.OnceValue(func() []Stand { return p.been(sys, seat, sys.Round(s), now.Weapon) }) // most decisions change nothing of a stand
	return func(a Action) bool {
		after := *s
		sys.Play(&after, a, nil)
		if sys.Turn(&after).Kind == Over {
			return false
		}
		then := sys.Board(&after).Stands[seat]
		if to := sys.Leads(s, a); to != "" {
			then.At = to
		}
		for _, of := range changes {
			if of(&then) != of(&now) && slices.ContainsFunc(been(), func(was Stand) bool { return of(&was) == of(&then) }) {
				return true
			}
		}
		return false
	}
}

// changes is what of a stand somebody changes and changes back.
var changes = []func(*Stand) string{
	func(t *Stand) string { return t.At }, func(t *Stand) string { return t.Weapon }, func(t *Stand) string { return t.Stance }, (*Stand).mount,
}

// been returns how a seat stood at its decisions on a path that ends in a round, from the last blow of its own or at it on, and the last step
// of a foe at the others, but no longer than since the round before began. Before its turn it held what it holds now: a weapon put away in
// one turn is taken up again in the next for another foe.
func (p Path[S]) been(sys System[S], seat Seat, round int, holds string) (been []Stand) {
	decides := func(p *Path[S]) bool { turn := sys.Turn(&p.From); return turn.Kind == Decide && turn.Seat == seat }
	for at, calm, own := &p, true, true; at != nil && calm && sys.Round(&at.From)+1 >= round; at = at.before {
		var part []Stand
		part, calm = at.stood(sys, seat)
		for k := range part {
			if !own {
				part[k].Weapon = holds
			}
		}
		been = append(been, part...)
		own = own && decides(at) && at.before != nil && decides(at.before) // in some systems each deed of a turn is a boundary
	}
	return been
}

// stood is been since the last boundary, and whether nothing has happened to the seat there.
func (p *Path[S]) stood(sys System[S], seat Seat) (been []Stand, calm bool) {
	calm = true
	known := p.decisions(sys, func(s *S, by Seat, a Action) {
		switch d, own := sys.Motive(s, a), by == seat; {
		case own && d.Strikes != Nobody, d.Strikes == seat, d.Nears > 0 && sys.Side(by) != sys.Side(seat):
			been, calm = nil, false
		case own:
			been = append(been, sys.Board(s).Stands[seat])
		}
	})
	if !known {
		return nil, false
	}
	return been, calm
}

// decisions calls each with the decisions since the last boundary, in their positions; it returns false where one cannot be read.
func (p *Path[S]) decisions(sys System[S], each func(s *S, by Seat, a Action)) (known bool) {
	s := p.From
	for _, m := range p.since {
		turn, a := sys.Turn(&s), m.action
		if turn.Kind == Decide && m.Edit == "" {
			if m.at == nil {
				var err error
				if a, err = sys.Parse(&s, m.Do); err != nil {
					return false
				}
			}
			each(&s, turn.Seat, a)
		}
		if m.at != nil {
			sys.Play(&s, a, nil)
		} else {
			move(sys, &s, m.Move)
		}
	}
	return true
}

// Detour reports whether a decision of the seat to move is a step that could have been taken at once: the last decision in its turn was a
// step too, and could have gone there.
func (p Path[S]) Detour(sys System[S], s *S) func(a Action) bool {
	passed := sync.OnceValue(func() []string { return p.passed(sys, sys.Turn(s).Seat) })
	return func(a Action) bool {
		to := sys.Leads(s, a)
		return to != "" && slices.Contains(passed(), to)
	}
}

// passed returns the places that the last decision of a seat in its turn, if that was a step, could have led to.
func (p *Path[S]) passed(sys System[S], seat Seat) (places []string) {
	for at, last := p, false; at != nil && !last; at = at.before {
		at.decisions(sys, func(s *S, by Seat, a Action) {
			if by != seat || slices.Contains(within, sys.Phase(s, a)) {
				return
			}
			last, places = true, nil
			if sys.Leads(s, a) == "" {
				return
			}
			for _, o := range sys.Actions(s, nil) {
				places = append(places, sys.Leads(s, o))
			}
		})
		if turn := sys.Turn(&at.From); turn.Kind != Decide || turn.Seat != seat { // it was not its turn
			break
		}
	}
	return places
}
