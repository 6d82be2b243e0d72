package breath

import "kokyu/rules"

// Stances: declared for Energy, one at a time (EB-119, EB-120), held until released, stripped or replaced, over lulls
// too. Two of them strike by themselves: the spear wall and the guard stance.

// takeStance takes up the task's stance in the place of any other.
func (g *Game) takeStance(s *State, log *rules.Log) {
	i, st := int(s.actor), s.task.with
	c := &s.seats[i]
	g.dropStance(s, i, byItself, log)
	c.stance = 1 + st
	if g.stances[st].rooted == rootRound {
		c.is |= isRooted
	}
	log.Add(rules.Event{Kind: "stance", Seat: g.name(i), What: g.stances[st].name, OK: true})
}

// canDeclare reports whether seat i may reserve a technique or declare a stance: not while Defenseless. A
// Fumble's Defenseless ends as the breath begins, so it does not bar the first maneuver.
func (g *Game) canDeclare(s *State, i int) bool {
	is := s.seats[i].is
	if s.phase == phCount {
		is &^= isShaken
	}
	return is&isDefenseless == 0
}

// dropStance ends a held stance, and the casting or the held spell in its place; by is who has stripped it, or
// byItself.
func (g *Game) dropStance(s *State, i, by int, log *rules.Log) {
	if len(g.mages) > 0 && !g.standsByItself(s, i) {
		g.interrupt(s, i, by, log)
	}
	c := &s.seats[i]
	if c.stance == 0 {
		return
	}
	log.Add(rules.Event{Kind: "stance", Seat: g.name(i), At: g.doerName(by), What: g.stances[c.stance-1].name})
	c.stance = 0
}

// shake makes a seat Defenseless, by isShaken or isSpent, so that it drops its stance.
func (g *Game) shake(s *State, i int, how flags, log *rules.Log) {
	if s.seats[i].is&isDown != 0 || g.seats[i].isSquad() {
		return
	}
	g.setFlag(s, i, how, "defenseless", log)
	g.dropStance(s, i, byItself, log)
}
