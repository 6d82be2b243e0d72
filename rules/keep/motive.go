package keep

import "kokyu/rules"

// What a decision is for and how everybody stands, for agents who want more than to win: to spare somebody, to save
// themselves, to keep a promise.

// Motive returns the purpose of a decision, whatever may come of it: whom it strikes or helps, whether it goes at the
// foes or away from them, and whether it guards or stakes something, as a stance does for a turn and raises for one
// blow.
func (g *Game) Motive(s *State, a rules.Action) rules.Motive {
	m := rules.Motive{Strikes: rules.Nobody, Helps: rules.Nobody}
	switch s.phase {
	case phOpening, phStance:
		m.Guards, m.Stakes = stance(a.With) == air || stance(a.With) == earth, stance(a.With) == fire
	case phCall:
		m.Stakes = a.Do >= callFeint && a.Do <= callTactical
	case phAct, phExtra:
		g.actionMotive(s, a, &m)
	}
	return m
}

// actionMotive adds the motive of an action of the actor's own turn.
func (g *Game) actionMotive(s *State, a rules.Action, m *rules.Motive) {
	i := int(s.actor)
	switch a.Do {
	case doEnd:
		m.Rests = true
	case doDefend:
		m.Guards = true
	case doFreeMove, doMove, doSteedFree, doSteedMove, doCrawl:
		m.Nears, m.Helps = g.field(s).Nears(i, a.To), g.field(s).RelievedFriend(i, a.To)
	case doLeave:
		m.Nears = -1
	case doNevermind: // its At proposes the end of a grapple, and is not struck
	default:
		switch t := int(a.At); {
		case t >= g.n || t == i:
		case !g.foes(i, t):
			m.Helps = a.At
		default:
			m.Strikes, m.Shoots = a.At, a.Do == doAttack && g.arms[a.With].kind == aimed
		}
	}
}

// field returns who stands on which square.
func (g *Game) field(s *State) rules.Field {
	return rules.Field{Seats: g.n, Place: func(k int) uint8 { return s.seats[k].square }, IsInFight: func(k int) bool { return g.isConscious(s, k) },
		Distance: g.ground.Distance, Beside: 1, AreFoes: g.foes}
}

// Plight returns how a seat stands: by the Wounds till it is Downed (RK-69), and helpless Entangled, Incapacitated,
// Stunned or Prone.
func (g *Game) Plight(s *State, seat rules.Seat) rules.Plight {
	i, c := int(seat), &s.seats[seat]
	of := int(g.downedFrom(c, i))
	return rules.Plight{Out: !g.isConscious(s, i), LifeLeft: max(0, of-int(c.wounds)), LifeMax: of,
		Helpless: g.isDefenseless(s, i) || c.stun != 0 || c.status&prone != 0}
}

// Reaches reports whether a seat has a way to strike another from where both stand.
func (g *Game) Reaches(s *State, by, at rules.Seat) bool {
	i := int(by)
	if !g.canAct(s, i) || !g.isConscious(s, int(at)) {
		return false
	}
	for j := range g.arms {
		if g.canStrikeWith(s, i, uint8(j)) && g.isInRange(s, i, int(at), &g.arms[j]) {
			return true
		}
	}
	return false
}
