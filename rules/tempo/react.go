package tempo

import (
	"kokyu/rules"
	"kokyu/rules/tempo/rows"
)

// §Reactive actions: who may answer an action, with what, in the order of initiative (TP-06, R-TP-20, R-TP-21).

// askReaction asks the next seat that can answer the action under way, from a place in the order of initiative on. When
// nobody is left it asks the actor for its counter-tempo.
func (g *Game) askReaction(s *State, from int, log *rules.Log) {
	var p movePath
	var buf [1]rules.Action
	for _, k := range g.order[from:g.n] {
		if len(g.listAnswers(s, int(k), &p, buf[:0], 1)) > 0 {
			s.by, s.phase = k, phReact
			return
		}
	}
	s.by = 0
	g.askCounterTempo(s, log)
}

// listReactions appends the answers of seat k to the action under way, at most so many.
func (g *Game) listReactions(s *State, k int, buf []rules.Action, most int) []rules.Action {
	var p movePath
	return g.listAnswers(s, k, &p, buf, most)
}

// listAnswers is listReactions with the path of the action in p. The path is worked out when it is first needed and
// then shared by all seats that are asked.
func (g *Game) listAnswers(s *State, k int, p *movePath, buf []rules.Action, most int) []rules.Action {
	i := int(s.actor)
	c := &s.seats[k]
	if c.ap == 0 || !g.foes(i, k) {
		return buf
	}
	start := len(buf)
	add := func(do uint16, with uint8) {
		if len(buf)-start < most {
			buf = append(buf, rules.Action{Do: do, With: with, At: rules.Seat(i)})
		}
	}
	if do := uint16(s.do); isAnsweredByMany(do) {
		if c.status != onGuard || !g.mayHaveAnswer(s, k) {
			return buf
		}
		if most == 1 && g.hasSureAnswer(s, k) {
			add(doRetreat, noArm) // any will do: the caller asks only whether there is one
			return buf
		}
		if p.n == 0 {
			*p = g.actionPath(s)
		}
		g.addCounters(s, k, p, add)
		if to := p.squares[p.n-1]; g.mayAnswer(s, k, doRetreat, noArm) && g.ground.Distance(c.square, to) < g.ground.Distance(c.square, p.squares[0]) {
			add(doRetreat, noArm)
		}
		return buf
	}
	if k != int(s.at) {
		return buf // only its target answers an action that has one
	}
	switch c.status {
	case onGuard:
		g.addDefences(s, k, add)
	case bound, grappled:
		if !c.isPartner(i) {
			return buf // R-TP-23: a third party's blow is not opposed
		}
		g.addCloseAnswers(s, k, add)
	}
	return buf
}

// hasSureAnswer reports, from the two ends of the path alone, that seat k has an answer for certain: the actor comes
// nearer, or is within its reach or line of fire at one of the ends. If it reports false there may still be one. It
// saves working out a path where the question is only whether to ask.
func (g *Game) hasSureAnswer(s *State, k int) bool {
	c, m := &s.seats[k], &g.ground
	from := s.seats[s.actor].square
	to := from
	if do := uint16(s.do); do == doMove || do == doCombatMove {
		to = s.to
	}
	if m.Distance(c.square, to) < m.Distance(c.square, from) && g.mayAnswer(s, k, doRetreat, noArm) {
		return true
	}
	for w := range g.seats[k].arms {
		a := &g.seats[k].arms[w]
		do := doCounterAttack
		if a.ranged {
			do = doCounterFire
		}
		if g.canCounterWith(c, k, a) && g.mayAnswer(s, k, do, uint8(w)) && (g.canReach(c, a, from) || g.canReach(c, a, to)) {
			return true
		}
	}
	return false
}

// canReach reports whether an arm of seat c reaches a square from where it stands: by its reach, or by a line of fire.
func (g *Game) canReach(c *seat, a *arm, to uint8) bool {
	if a.ranged {
		return g.ground.Sees(c.square, to)
	}
	return a.within(g.ground.Distance(c.square, to))
}

// isAnsweredByMany reports whether several may answer an action: one that has no target to answer it.
func isAnsweredByMany(do uint16) bool {
	switch do {
	case doMove, doCombatMove, doAim, doReload, doDraw, doPickUp:
		return true
	}
	return false
}

// mayHaveAnswer reports whether seat k may have an answer to an action without a target, as far as that shows without
// its path: it can shoot, the actor comes nearer, or it threatens a square that the path may lead over. If it reports
// false there is none.
func (g *Game) mayHaveAnswer(s *State, k int) bool {
	c, m := &s.seats[k], &g.ground
	from := s.seats[s.actor].square
	if c.hand != slotNone && g.seats[k].slots[c.hand].ranged && c.shots > 0 {
		return true
	}
	steps, to := uint8(0), from
	if do := uint16(s.do); do == doMove || do == doCombatMove {
		steps, to = uint8(g.seats[s.actor].speed), s.to
	}
	d := m.Distance(c.square, from)
	// threatened has a bit for each distance; the shift leaves those at the nearest that the path can come, and beyond.
	return m.Distance(c.square, to) < d || g.seats[k].threatened[c.hand]>>(d-min(d, steps)) != 0
}

// mayAnswer reports whether a reaction answers the action under way, and seat k is allowed it and can pay for it.
func (g *Game) mayAnswer(s *State, k int, do uint16, with uint8) bool {
	return g.combatActions[do].answers&(1<<s.do) != 0 && g.canPay(s, k, do, with)
}

// actionPath returns the squares of the action under way: the path of a move from where it starts, else the one square
// it is done on.
func (g *Game) actionPath(s *State) movePath {
	if uint16(s.do) == doMove || uint16(s.do) == doCombatMove {
		return g.pathTo(s, int(s.actor), s.to)
	}
	var p movePath
	p.squares[0], p.n = s.seats[s.actor].square, 1
	return p
}

// addCounters adds the answers to an actor on its path: Counter-Attacks with each arm that strikes and reaches a square
// of it, then Counter-Fires with each loaded arm that has a line of fire to one.
func (g *Game) addCounters(s *State, k int, p *movePath, add func(do uint16, with uint8)) {
	c := &s.seats[k]
	for _, do := range [2]uint16{doCounterAttack, doCounterFire} {
		for w := range g.seats[k].arms {
			a := &g.seats[k].arms[w]
			if a.ranged == (do == doCounterFire) && g.canCounterWith(c, k, a) && g.mayAnswer(s, k, do, uint8(w)) && g.firstReached(c, a, p) >= 0 {
				add(do, uint8(w))
			}
		}
	}
}

// canCounterWith reports whether an arm can counter-attack or counter-fire: a melee weapon in hand, empty hands if
// there is none (R-TP-46), or a ranged weapon that is in hand and loaded.
func (g *Game) canCounterWith(c *seat, k int, a *arm) bool {
	switch {
	case a.ranged:
		return a.isInHand(c) && c.shots >= a.shotsUsed
	case g.hasMeleeInHand(c, k):
		return a.slot == c.hand
	}
	return a.slot == slotNone
}

// firstReached returns the first place of a path that an arm of seat c reaches, -1 if there is none.
func (g *Game) firstReached(c *seat, a *arm, p *movePath) int {
	for n := range p.n {
		if g.canReach(c, a, p.squares[n]) {
			return n
		}
	}
	return -1
}

// addDefences adds the answers of seat k, which is On Guard, to a blow or a shot at it.
func (g *Game) addDefences(s *State, k int, add func(do uint16, with uint8)) {
	i, c := int(s.actor), &s.seats[k]
	if uint16(s.do) == doRanged {
		distance := g.ground.Distance(c.square, s.seats[i].square)
		if distance > g.arm(i, s.with).speed && g.mayAnswer(s, k, doDodge, noArm) { // a shot leaves time to dodge only beyond its speed (TP-103)
			add(doDodge, noArm)
		}
		return
	}
	if g.hasMeleeInHand(c, k) && g.mayAnswer(s, k, doParry, noArm) {
		add(doParry, noArm)
	}
	if g.mayAnswer(s, k, doEvade, noArm) {
		add(doEvade, noArm)
	}
	for w := range g.seats[k].arms {
		a := &g.seats[k].arms[w]
		if !a.ranged && g.canCounterWith(c, k, a) && g.mayAnswer(s, k, doCounterAttack, uint8(w)) && g.canReach(c, a, s.seats[i].square) {
			add(doCounterAttack, uint8(w))
		}
	}
}

// addCloseAnswers adds the answers of seat k to its partner in a bind or a grapple.
func (g *Game) addCloseAnswers(s *State, k int, add func(do uint16, with uint8)) {
	c := &s.seats[k]
	if g.hasMeleeInHand(c, k) && g.mayAnswer(s, k, doWind, noArm) {
		add(doWind, noArm)
	}
	for w := range g.seats[k].arms {
		a := &g.seats[k].arms[w]
		if a.slot == c.hand && a.slot != slotNone && !a.ranged && g.mayAnswer(s, k, doDouble, uint8(w)) {
			add(doDouble, uint8(w))
		}
	}
	isMelee := uint16(s.do) == doMelee // in a grapple, which is answered as an Unarmed Attack is (R-TP-59)
	if g.mayAnswer(s, k, doStruggle, noArm) || isMelee && g.canPay(s, k, doStruggle, noArm) {
		add(doStruggle, noArm)
	}
}

// takeReaction takes the answer of seat State.by, or none, and asks the next.
func (g *Game) takeReaction(s *State, a rules.Action, log *rules.Log) {
	k := int(s.by)
	if a.Do != doNothing {
		c := &s.seats[k]
		cost := uint8(g.price(s, k, a.Do, a.With))
		c.reaction, c.reactionArm = uint8(a.Do), a.With
		if a.Do == doCounterFire {
			c.shots -= g.arm(k, a.With).shotsUsed
		}
		if log != nil {
			e := rules.Event{Kind: "react", Seat: g.name(k), At: g.name(int(s.actor)), What: rows.ActionNames[a.Do], Paid: int(cost)}
			e.With, e.Of = g.weaponWords(s, k, a.Do, a.With)
			log.Add(e)
		}
		g.takeAP(s, k, cost, log)
	}
	g.askReaction(s, int(g.rank[k])+1, log)
}
