package rules

import (
	"slices"
	"sync"
)

// touchMax is the most plays by which TouchChance follows one decision; a decision that needs more counts as one that
// does something.
const touchMax = 10_000

// detailPhases are the kinds of decisions that only say how an action under way is made.
var detailPhases = []string{"call", "damage", "reaction"}

// TouchChance returns the chance, 0 to 1, that a decision changes anything about a foe or the ground: a wound, a
// grapple, a weapon knocked away. It assumes that nobody answers and that its seat adds nothing: where somebody
// decides, a decision in idle (in words) is taken if it is legal, else the first one. A chance above enough is not
// computed exactly: the result is then any number of at least enough. owner is that of [Hooks].
func TouchChance[S comparable](sys System[S], owner func(*S) Seat, idle []string, s *S,
	a Action, enough float64) float64 {
	x := touch[S]{sys: sys, owner: owner, idle: idle, by: sys.Turn(s).Seat, before: sys.Board(s), ended: *s}
	return x.after(*s, a, enough)
}

// touch is one call of TouchChance.
type touch[S comparable] struct {
	sys    System[S]
	owner  func(*S) Seat
	idle   []string
	by     Seat    // whose decision it is
	before Board   // the position before the decision
	steps  int     // plays so far, see touchMax
	ended  S       // where the last line ended: most totals of a throw end in the same position
	did    float64 // hasChanged of ended
}

// after returns the chance after an action at s.
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
	for _, o := range slices.Backward(x.sys.Odds(&s, nil)) { // systems list hits last: from there the sum is enough soonest
		if sum += float64(o.P * x.after(s, o.Action, (enough-sum)/o.P)); sum >= enough {
			break
		}
	}
	return sum
}

// isSettled reports whether nothing more can come of the decision: the next one of its seat, or the next turn, is due.
func (x *touch[S]) isSettled(s *S, turn Turn) bool {
	switch {
	case turn.Kind == Over:
		return true
	case turn.Kind != Decide:
		return false
	case turn.Begins:
		return true
	}
	return x.owner(s) == turn.Seat && !slices.Contains(detailPhases, x.sys.Phase(s, x.sys.Actions(s, nil)[0]))
}

// hasChanged returns 1 if anything about a foe or on the ground differs from before the decision, else 0.
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

// Undoes returns a test for decisions of the seat to move: whether one takes back a step of this path. It does if it
// leads back to where the seat has been, to a place it has left, a stance it has let go, a mount it has got off, or,
// within its turn, a weapon it has put away. Only this round and the last one count, and only what came after its last
// blow at a foe, and after a foe last struck at it or came nearer. A decision whose dice or answer are still to come
// counts as if it led where it is meant to lead.
func (p Path[S]) Undoes(sys System[S], s *S) func(a Action) bool {
	seat := sys.Turn(s).Seat
	now := sys.Board(s).Stands[seat]
	been := sync.OnceValue(func() []Stand { return p.standsOf(sys, seat, sys.Round(s), now.Weapon) }) // most decisions change nothing of a stand
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
		for _, part := range returnParts {
			if part(&then) != part(&now) && slices.ContainsFunc(been(), func(was Stand) bool { return part(&was) == part(&then) }) {
				return true
			}
		}
		return false
	}
}

// returnParts are the parts of a stand by which Undoes knows a return.
var returnParts = []func(*Stand) string{
	func(t *Stand) string { return t.At },
	func(t *Stand) string { return t.Weapon },
	func(t *Stand) string { return t.Stance },
	(*Stand).mount,
}

// standsOf returns the stands of a seat at its decisions on a path that ends in a round. It looks back to the last blow
// of the seat or at it, the last approach of a foe, or the beginning of the round before, whichever is latest. At
// decisions of earlier turns the weapon counts as the present one, since a weapon put away in one turn may rightly be
// taken up in the next for another foe.
func (p Path[S]) standsOf(sys System[S], seat Seat, round int, holds string) (been []Stand) {
	decides := func(p *Path[S]) bool { turn := sys.Turn(&p.From); return turn.Kind == Decide && turn.Seat == seat }
	for at, calm, own := &p, true, true; at != nil && calm && sys.Round(&at.From)+1 >= round; at = at.before {
		var part []Stand
		part, calm = at.standsSince(sys, seat)
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

// standsSince is standsOf for the moves since the last boundary. calm is false if one of them ends the looking back.
func (p *Path[S]) standsSince(sys System[S], seat Seat) (been []Stand, calm bool) {
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

// decisions calls each with every decision since the last boundary and its position. It returns false if a decision
// cannot be parsed.
func (p *Path[S]) decisions(sys System[S], each func(s *S, by Seat, a Action)) (known bool) {
	s := p.From
	for _, m := range p.since {
		turn, a := sys.Turn(&s), m.action
		if turn.Kind == Decide && m.Edit == "" {
			if m.at == nil {
				var err error
				if a, err = ParseAction(sys, &s, m.Do); err != nil {
					return false
				}
			}
			each(&s, turn.Seat, a)
		}
		m.play(sys, &s)
	}
	return true
}

// Detour returns a test for decisions of the seat to move: whether one is a step that could have been taken at once,
// because the last decision in its turn was a step too, and could have gone there.
func (p Path[S]) Detour(sys System[S], s *S) func(a Action) bool {
	passed := sync.OnceValue(func() []string { return p.placesPassed(sys, sys.Turn(s).Seat) })
	return func(a Action) bool {
		to := sys.Leads(s, a)
		return to != "" && slices.Contains(passed(), to)
	}
}

// placesPassed returns the places that the last decision of a seat in its turn, if that was a step, could have led to.
func (p *Path[S]) placesPassed(sys System[S], seat Seat) (places []string) {
	for at, last := p, false; at != nil && !last; at = at.before {
		at.decisions(sys, func(s *S, by Seat, a Action) {
			if by != seat || slices.Contains(detailPhases, sys.Phase(s, a)) {
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
