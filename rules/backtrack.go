package rules

import (
	"slices"
	"sync"
)

// Undoes returns a function that reports whether a decision of the seat to move takes back a step of this path: it
// leads back to a place that the seat has left, a stance it has let go, a mount it has got off, or, within its turn, a
// weapon it has put away, and to nothing new beside it. Only this round and the last one count, and only what came after its last blow at a foe, and
// after a foe last struck at it or came nearer. A decision whose dice or answer are still to come counts as if it led
// where it is meant to lead.
func (p Path[S]) Undoes(sys System[S], s *S) func(a Action) bool {
	seat := sys.Turn(s).Seat
	now := sys.Board(s).Stands[seat]
	// Most decisions change nothing of a stand, so that this is seldom asked.
	been := sync.OnceValue(func() []Stand { return p.standsOf(sys, seat, sys.Round(s), now.Weapon) })
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
		returns := false
		for _, part := range returnParts {
			if part(&then) == part(&now) {
				continue
			}
			if returns = slices.ContainsFunc(been(), func(was Stand) bool { return part(&was) == part(&then) }); !returns {
				return false
			}
		}
		return returns
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
	decides := func(p *Path[S]) bool {
		turn := sys.Turn(&p.From)
		return turn.Kind == Decide && turn.Seat == seat
	}
	own := true // at is in the seat's present turn
	for at, calm := &p, true; at != nil && calm && sys.Round(&at.From)+1 >= round; at = at.before {
		var part []Stand
		part, calm = at.standsSince(sys, seat)
		for k := range part {
			if !own {
				part[k].Weapon = holds
			}
		}
		been = append(been, part...)
		// In some systems each deed of a turn is a boundary.
		own = own && decides(at) && at.before != nil && decides(at.before)
	}
	return been
}

// standsSince is standsOf for the moves since the last boundary. calm is false if one of them is a blow or an approach,
// so that nothing before it counts.
func (p *Path[S]) standsSince(sys System[S], seat Seat) (been []Stand, calm bool) {
	calm = true
	known := p.eachDecision(sys, func(s *S, by Seat, a Action) {
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

// eachDecision calls each with every decision since the last boundary and its position. It returns false if a decision
// cannot be parsed.
func (p *Path[S]) eachDecision(sys System[S], each func(s *S, by Seat, a Action)) (known bool) {
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

// Detour returns a function that reports whether a decision of the seat to move is a step that could have been taken at
// once: the last decision in its turn was a step too, and could have gone there.
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
		at.eachDecision(sys, func(s *S, by Seat, a Action) {
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
		if turn := sys.Turn(&at.From); turn.Kind != Decide || turn.Seat != seat {
			break // its turn begins after this position
		}
	}
	return places
}
