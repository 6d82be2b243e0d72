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
	g.closeManeuver(s, log)
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

// stanceStrikes reports whether seat i holds a stance that strikes, of the sort strikes, and can strike by it now:
// source is its 0-Energy use (MA-17, R-176).
func (g *Game) stanceStrikes(s *State, i int, strikes, source uint8) bool {
	c := &s.seats[i]
	if c.is&isDown != 0 || c.stance == 0 || s.marks[i]&markLost != 0 || !mayZero(c.zero, source) || g.isOverreached(s, i) {
		return false
	}
	st := &g.stances[c.stance-1]
	a := &g.seats[i].arms[st.arm]
	return st.strikes == strikes && c.inHand(a.slot) && a.rungMod[s.duel.rung] != outOfReach
}

// wallsAtEntry has the next spear wall in the zone, by seat, strike at the one who has just entered. It is called again
// after each such blow; a wall that has struck does not strike again in this round. After the last the maneuver is
// done.
func (g *Game) wallsAtEntry(s *State, log *rules.Log) {
	i := g.mover(s)
	for k := range g.n {
		if s.up(i) && g.seats[k].side != g.seats[i].side && s.seats[k].zone == s.seats[i].zone &&
			(g.stanceStrikes(s, k, strikeShorter, zeroWall) || g.canSpearWallStrike(s, k)) {
			g.counter(s, k, i, zeroWall, log)
			return
		}
	}
	if i != int(s.actor) {
		g.finishMove(s, log)
		return
	}
	g.closeManeuver(s, log)
}

// wallMeets reports whether the target's spear wall strikes into the current blow, one hand to hand with a shorter
// weapon.
func (g *Game) wallMeets(s *State) bool {
	b := s.currentBlow()
	a := &g.seats[b.by].arms[b.with]
	return b.is&(blowStance|blowAsked) == 0 && a.reach == 0 && a.is&armLong == 0 &&
		(g.stanceStrikes(s, int(b.at), strikeShorter, zeroWall) || g.canSpearWallStrike(s, int(b.at)))
}

// guardMeets reports whether the target's guard stance strikes back at the current blow, which has missed, hand to
// hand.
func (g *Game) guardMeets(s *State) bool {
	b := s.currentBlow()
	return b.is&blowStance == 0 && g.seats[b.by].arms[b.with].reach == 0 && s.up(int(b.by)) && g.stanceStrikes(s, int(b.at), strikeMiss, zeroGuard)
}

// counter strikes a stance's blow, inside whatever exchange is under way. It costs no Energy and is a 0-Energy use, of
// a squad one of its own.
func (g *Game) counter(s *State, by, at int, source uint8, log *rules.Log) {
	c := &s.seats[by]
	s.depth++
	b := s.currentBlow()
	*b = exchange{by: uint8(by), at: uint8(at), is: blowStance}
	if g.seats[by].isSquad() {
		c.held[0] |= squadThrust
		b.mod = g.squadMod(s, by, at, 0)
	} else {
		useZero(c, source)
		b.with = g.stances[c.stance-1].arm
		a := &g.seats[by].arms[b.with]
		b.mod = g.capped(int(a.mod[c.zone]) + g.heightBonus(s, by, at) + g.distanceMod(s, by, a))
	}
	g.logCounter(log, by, at, &g.seats[by].arms[b.with])
	g.awaitRoll(s, log)
}

// logCounter tells of a blow struck out of turn.
func (g *Game) logCounter(log *rules.Log, by, at int, a *arm) {
	if log != nil {
		log.Add(rules.Event{Kind: "counter", Seat: g.name(by), At: g.name(at), What: a.name, With: g.slotName(by, a.slot), Of: g.slotFamily(by, a.slot)})
	}
}
