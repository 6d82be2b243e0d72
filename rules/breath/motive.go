package breath

import "kokyu/rules"

// What a decision is for, and how everybody stands, for agents with goals besides winning: a loyal foe helps its
// friends, a wary one stakes nothing.

// Motive returns what an action is for: whom it strikes or helps, whether it nears the foes, whether it guards, rests
// or stakes something, as an overload does. Decisions outside of a breath are answers and have no motive.
func (g *Game) Motive(s *State, act rules.Action) rules.Motive {
	m := rules.Motive{Strikes: rules.Nobody, Helps: rules.Nobody}
	if s.phase != phCount && s.phase != phBreath {
		return m
	}
	i := int(s.actor)
	m.Stakes = isManeuver(act.Do) && g.wouldOverload(s, act)
	switch act.Do {
	case doReserve, doStance:
		m.Guards = true
	case doDescend:
		m.Stakes = true
	case doMove:
		m.Nears, m.Helps = g.field(s).Nears(i, act.To), g.field(s).RelievedFriend(i, act.To)
	case doWait, doCloseRound, doEnd:
		m.Rests = true
	default:
		switch t := int(act.At); {
		case t >= g.n || t == i:
		case !g.foes(t, i):
			m.Helps = act.At
		default:
			m.Strikes, m.Shoots = act.At, act.Do == doAttack && g.fighters[i].techniques[act.With].flags&techRanged != 0
		}
	}
	return m
}

// field returns who stands in which zone.
func (g *Game) field(s *State) rules.Field {
	return rules.Field{Seats: g.n, Place: func(k int) uint8 { return s.seats[k].zone }, IsInFight: s.isUp,
		Distance: func(a, b uint8) uint8 { return g.stepsApart[a][b] }, AreFoes: g.foes}
}

// Plight returns how a seat stands: by its Wounds, and Defenseless or not.
func (g *Game) Plight(s *State, seat rules.Seat) rules.Plight {
	c := &s.seats[seat]
	return rules.Plight{Out: !s.isUp(int(seat)), Helpless: c.flags&isDefenseless != 0,
		LifeLeft: int(c.wounds), LifeMax: int(g.fighters[seat].wounds)}
}

// Reaches reports whether a seat, in a breath of this round, could pay for a blow that reaches another from where both
// stand. In a duel it may be of any aim: a feint may cost less than a plain blow.
func (g *Game) Reaches(s *State, by, at rules.Seat) bool {
	i, c := int(by), &s.seats[by]
	if !g.isInCount(s, i) || !s.isUp(int(at)) {
		return false
	}
	for k := range g.fighters[i].techniques {
		a := &g.fighters[i].techniques[k]
		canPay := c.inHand(a.slot) && s.techniqueCost(a, c.zone) <= c.energy
		if g.duel.on && a.isBlow() {
			canPay = len(g.duelAttackActions(s, i, k, a, nil)) > 0
		}
		if a.isBlow() && canPay && g.reaches(s, i, int(at), a) {
			return true
		}
	}
	return false
}
