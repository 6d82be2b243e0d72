package tempo

import (
	"cmp"

	"kokyu/rules"
)

// What a decision is for and how everybody stands, for those who want more than to win.

// Motive returns what a is for: whom it strikes or helps, whether it goes at the foes or away from them, what it keeps back and
// what it stakes. Points of action are what answers are made with: to spend so many that none can be paid for is a gamble, and
// to end a turn with points for one is to keep a guard. No action of the document is for a friend; what helps one is a blow at
// a foe who holds it, and to go to its side.
func (g *Game) Motive(s *State, a rules.Action) rules.Motive {
	m := rules.Motive{Strikes: rules.Nobody, Helps: rules.Nobody}
	i := int(g.Turn(s).Seat)
	if s.phase == phStep && a.To != 0 {
		m.Nears, m.Helps = g.nears(s, i, a.To), g.relieves(s, i, a.To)
	}
	if s.phase != phTurn {
		return m
	}
	left := int8(s.seats[i].ap)
	least := min(g.price(s, i, doEvade, noArm), g.price(s, i, doParry, noArm))
	switch a.Do {
	case doEnd:
		m.Rests, m.Guards = true, left >= least
		return m
	case doMove, doCombatMove:
		m.Nears, m.Helps = g.nears(s, i, a.To), g.relieves(s, i, a.To)
	case doReload:
		m.Loads = true
	case doWithdraw, doEscape:
		m.Nears = -1
	default:
		if a.At != rules.Nobody && g.foes(i, int(a.At)) {
			m.Strikes, m.Shoots = a.At, a.Do == doRanged || a.Do == doAim
			m.Helps = g.heldFriend(s, i, int(a.At))
		}
	}
	m.Stakes = left >= least && left-g.declarationPrice(s, a) < least
	return m
}

// nears returns 1 if a square is nearer to the nearest foe than where seat i stands, -1 if it is farther.
func (g *Game) nears(s *State, i int, to uint8) int8 {
	near := func(square uint8) uint8 {
		least := uint8(groundMax)
		for k := range g.n {
			if s.up(k) && g.foes(i, k) {
				least = min(least, g.ground.Far(square, s.seats[k].square))
			}
		}
		return least
	}
	return int8(cmp.Compare(near(s.seats[i].square), near(to)))
}

// heldFriend returns the friend of seat i that a foe holds, in a bind, grapple or pin.
func (g *Game) heldFriend(s *State, i, foe int) rules.Seat {
	if k := int(s.seats[foe].partner) - 1; k >= 0 && k != i {
		return rules.Seat(k)
	}
	return rules.Nobody
}

// relieves returns the friend to whose side seat i comes on a square.
func (g *Game) relieves(s *State, i int, to uint8) rules.Seat {
	place := func(k int) uint8 { return s.seats[k].square }
	beside := func(a, b uint8) bool { return g.ground.Far(a, b) <= 1 }
	return rules.Relieved(g.n, i, to, place, beside, g.foes, s.up)
}

// Plight returns how a seat stands: by the boxes of its wound chart, and helpless where it has no answer to a blow.
func (g *Game) Plight(s *State, seat rules.Seat) rules.Plight {
	f, c := &g.seats[seat], &s.seats[seat]
	p := rules.Plight{Out: !s.up(int(seat)), Helpless: c.status == offGuard || c.status == pinned || c.ap == 0}
	for k, have := range f.boxes {
		p.Of += int(have)
		if c.status != out {
			p.Left += int(have - c.boxes[k])
		}
	}
	return p
}

// Reaches reports whether a seat has a blow or a shot for another from where both stand, ready in its hands.
func (g *Game) Reaches(s *State, by, at rules.Seat) bool {
	c := &s.seats[by]
	if !s.up(int(by)) || !s.up(int(at)) {
		return false
	}
	for k := range g.seats[by].arms {
		a := g.arm(int(by), uint8(k))
		if a.usable(c) && !(a.ranged && c.shots < a.uses) && g.hits(s, int(by), int(at), a) {
			return true
		}
	}
	return false
}
