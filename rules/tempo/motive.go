package tempo

import "kokyu/rules"

// What a decision is for and how everybody stands, for those who want more than to win.

// Motive returns the purpose of a decision: whom it strikes or helps, whether it goes at the foes or away from them,
// and whether it guards or stakes something. Answers cost AP: to spend so many that no answer can be paid is to stake
// something, and to end a turn with AP for one is to guard. No action of the document is for a friend; what helps a
// friend is a blow at the foe who holds it, or to go to its side.
func (g *Game) Motive(s *State, a rules.Action) rules.Motive {
	m := rules.Motive{Strikes: rules.Nobody, Helps: rules.Nobody}
	i := int(g.Turn(s).Seat)
	if s.phase == phStep && a.To != 0 {
		m.Nears, m.Helps = g.field(s).Nears(i, a.To), g.field(s).RelievedFriend(i, a.To)
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
		m.Nears, m.Helps = g.field(s).Nears(i, a.To), g.field(s).RelievedFriend(i, a.To)
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

// heldFriend returns the friend of seat i that a foe holds, in a bind, grapple or pin.
func (g *Game) heldFriend(s *State, i, foe int) rules.Seat {
	if k := int(s.seats[foe].partner) - 1; k >= 0 && k != i {
		return rules.Seat(k)
	}
	return rules.Nobody
}

// field returns who stands on which square.
func (g *Game) field(s *State) rules.Field {
	return rules.Field{Seats: g.n, Place: func(k int) uint8 { return s.seats[k].square }, IsInFight: s.isInFight, Distance: g.ground.Distance, Beside: 1, AreFoes: g.foes}
}

// Plight returns how a seat stands: by the boxes of its wound chart, and helpless where it has no answer to a blow.
func (g *Game) Plight(s *State, seat rules.Seat) rules.Plight {
	f, c := &g.seats[seat], &s.seats[seat]
	p := rules.Plight{Out: !s.isInFight(int(seat)), Helpless: c.status == offGuard || c.status == pinned || c.ap == 0}
	for k, have := range f.boxes {
		p.LifeMax += int(have)
		if c.status != out {
			p.LifeLeft += int(have - c.boxes[k])
		}
	}
	return p
}

// Reaches reports whether a seat has a blow or a shot for another from where both stand, ready in its hands.
func (g *Game) Reaches(s *State, by, at rules.Seat) bool {
	c := &s.seats[by]
	if !s.isInFight(int(by)) || !s.isInFight(int(at)) {
		return false
	}
	for k := range g.seats[by].arms {
		a := g.arm(int(by), uint8(k))
		if a.isInHand(c) && !(a.ranged && c.shots < a.shotsUsed) && g.canReach(c, a, s.seats[at].square) {
			return true
		}
	}
	return false
}
