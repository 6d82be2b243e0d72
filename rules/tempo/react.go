package tempo

import "kokyu/rules"

// §Reactive actions: who may answer an action, with what, in the order of initiative (TP-06, R-TP-20, R-TP-21).

// ask looks for the next who can answer the action under way, from a place in the order of initiative on; when nobody is
// left the counter-tempo comes.
func (g *Game) ask(s *State, from int, log *rules.Log) {
	var p track
	var buf [1]rules.Action
	for _, k := range g.cycle[from:g.n] {
		if len(g.answersTo(s, int(k), &p, buf[:0], 1)) > 0 {
			s.by, s.phase = k, phReact
			return
		}
	}
	s.by = 0
	g.reply(s, log)
}

// canReact reports whether seat k has anything to answer with.
func (g *Game) canReact(s *State, k int) bool {
	var buf [1]rules.Action
	return len(g.reactions(s, k, buf[:0], 1)) > 0
}

// reactions appends seat k's answers to the action under way, at most so many.
func (g *Game) reactions(s *State, k int, buf []rules.Action, most int) []rules.Action {
	var p track
	return g.answersTo(s, k, &p, buf, most)
}

// answersTo appends reactions with the path of the action, which is found when somebody needs it first.
func (g *Game) answersTo(s *State, k int, p *track, buf []rules.Action, most int) []rules.Action {
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
	if do := uint16(s.do); moves(do) {
		if c.status != onGuard || !g.isConcerned(s, k) {
			return buf
		}
		if most == 1 && g.plainly(s, k) {
			add(doRetreat, noArm) // that there is an answer is all that is asked
			return buf
		}
		if p.n == 0 {
			*p = g.trail(s)
		}
		g.counters(s, k, p, add)
		g.fires(s, k, p, add)
		if to := p.squares[p.n-1]; g.answersAction(s, k, doRetreat, noArm) && g.ground.Far(c.square, to) < g.ground.Far(c.square, p.squares[0]) {
			add(doRetreat, noArm)
		}
		return buf
	}
	if k != int(s.at) {
		return buf // an action with one target is answered by that target alone
	}
	switch c.status {
	case onGuard:
		g.guards(s, k, add)
	case bound, grappled:
		if int(c.partner) != 1+i {
			return buf // R-TP-23: a third party's blow is not opposed
		}
		g.closes(s, k, add)
	}
	return buf
}

// plainly reports whether seat k can answer by what the ends of the path show: somebody comes nearer, or is within reach or in
// its line of fire there.
func (g *Game) plainly(s *State, k int) bool {
	c, m := &s.seats[k], &g.ground
	from := s.seats[s.actor].square
	to := from
	if do := uint16(s.do); do == doMove || do == doCombatMove {
		to = s.to
	}
	if m.Far(c.square, to) < m.Far(c.square, from) && g.answersAction(s, k, doRetreat, noArm) {
		return true
	}
	for w := range g.seats[k].arms {
		a := &g.seats[k].arms[w]
		do := doCounterFire
		switch {
		case !a.ranged && !g.countersWith(c, k, a), a.ranged && (!a.usable(c) || c.shots < a.uses):
			continue
		case !a.ranged:
			do = doCounterAttack
		}
		if g.answersAction(s, k, do, uint8(w)) && (g.comes(c, a, from) || g.comes(c, a, to)) {
			return true
		}
	}
	return false
}

// comes reports whether an arm of one who stands somewhere comes to a square: by its reach, or by a line of fire.
func (g *Game) comes(c *seat, a *arm, to uint8) bool {
	if a.ranged {
		return g.ground.Sees(c.square, to)
	}
	return a.within(g.ground.Far(c.square, to))
}

// moves reports whether an action may be answered by several.
func moves(do uint16) bool {
	switch do {
	case doMove, doCombatMove, doAim, doReload, doDraw, doPickUp:
		return true
	}
	return false
}

// isConcerned spares those the path who are too far away for a blow, have nothing to shoot and see nobody come nearer.
func (g *Game) isConcerned(s *State, k int) bool {
	c, m := &s.seats[k], &g.ground
	from := s.seats[s.actor].square
	if c.hand != slotNone && g.seats[k].slots[c.hand].ranged && c.shots > 0 {
		return true
	}
	steps, to := uint8(0), from
	if do := uint16(s.do); do == doMove || do == doCombatMove {
		steps, to = uint8(g.seats[s.actor].speed), s.to
	}
	d := m.Far(c.square, from)
	return m.Far(c.square, to) < d || g.seats[k].threat[c.hand]>>(d-min(d, steps)) != 0
}

// answersAction reports whether a reaction answers the action under way (the book's answers), in this status, at this price.
func (g *Game) answersAction(s *State, k int, do uint16, with uint8) bool {
	return g.combatActions[do].answers&(1<<s.do) != 0 && g.canPay(s, k, do, with)
}

// trail returns the path of the action under way: of a move from where it starts, else the square it is done on.
func (g *Game) trail(s *State) track {
	if uint16(s.do) == doMove || uint16(s.do) == doCombatMove {
		return g.way(s, int(s.actor), s.to)
	}
	var p track
	p.squares[0], p.n = s.seats[s.actor].square, 1
	return p
}

// counters adds Counter-Attacks at one who moves through a threatened area, a surface each that reaches a square of the
// path.
func (g *Game) counters(s *State, k int, p *track, add func(do uint16, with uint8)) {
	c := &s.seats[k]
	for w := range g.seats[k].arms {
		a := &g.seats[k].arms[w]
		if g.countersWith(c, k, a) && g.answersAction(s, k, doCounterAttack, uint8(w)) && g.first(c, a, p) >= 0 {
			add(doCounterAttack, uint8(w))
		}
	}
}

// countersWith reports whether an arm can counter-attack: a melee weapon in hand, or else empty hands (R-TP-46).
func (g *Game) countersWith(c *seat, k int, a *arm) bool {
	if g.wields(c, k) {
		return a.slot == c.hand
	}
	return a.slot == slotNone
}

// first returns the first place of a path that an arm comes to, -1 if there is none.
func (g *Game) first(c *seat, a *arm, p *track) int {
	for n := range p.n {
		if g.comes(c, a, p.squares[n]) {
			return n
		}
	}
	return -1
}

// fires adds Counter-Fires: a loaded weapon in hand and a line of fire to some square of the path.
func (g *Game) fires(s *State, k int, p *track, add func(do uint16, with uint8)) {
	c := &s.seats[k]
	for w := range g.seats[k].arms {
		a := &g.seats[k].arms[w]
		if a.ranged && a.usable(c) && c.shots >= a.uses && g.answersAction(s, k, doCounterFire, uint8(w)) && g.first(c, a, p) >= 0 {
			add(doCounterFire, uint8(w))
		}
	}
}

// guards adds the answers to a blow or a shot at one who is On Guard.
func (g *Game) guards(s *State, k int, add func(do uint16, with uint8)) {
	i, c := int(s.actor), &s.seats[k]
	if uint16(s.do) == doRanged {
		far := g.ground.Far(c.square, s.seats[i].square)
		if far > g.arm(i, s.with).speed && g.answersAction(s, k, doDodge, noArm) { // TP-103
			add(doDodge, noArm)
		}
		return
	}
	if g.wields(c, k) && g.answersAction(s, k, doParry, noArm) {
		add(doParry, noArm)
	}
	if g.answersAction(s, k, doEvade, noArm) {
		add(doEvade, noArm)
	}
	for w := range g.seats[k].arms {
		a := &g.seats[k].arms[w]
		if g.countersWith(c, k, a) && g.answersAction(s, k, doCounterAttack, uint8(w)) && a.within(g.ground.Far(c.square, s.seats[i].square)) {
			add(doCounterAttack, uint8(w))
		}
	}
}

// closes adds the answers of a partner in a bind or a grapple.
func (g *Game) closes(s *State, k int, add func(do uint16, with uint8)) {
	c := &s.seats[k]
	if g.wields(c, k) && g.answersAction(s, k, doWind, noArm) {
		add(doWind, noArm)
	}
	for w := range g.seats[k].arms {
		a := &g.seats[k].arms[w]
		if a.slot == c.hand && a.slot != slotNone && !a.ranged && g.answersAction(s, k, doDouble, uint8(w)) {
			add(doDouble, uint8(w))
		}
	}
	melee := uint16(s.do) == doMelee // with a blade short enough, answered like an Unarmed Attack (R-TP-59)
	if g.answersAction(s, k, doStruggle, noArm) || melee && g.canPay(s, k, doStruggle, noArm) {
		add(doStruggle, noArm)
	}
}

// react declares seat by's answer, or none, and asks the next.
func (g *Game) react(s *State, a rules.Action, log *rules.Log) {
	k := int(s.by)
	if a.Do != doNothing {
		c := &s.seats[k]
		cost := uint8(g.price(s, k, a.Do, a.With))
		c.answer, c.with = uint8(a.Do), a.With
		if a.Do == doCounterFire {
			c.shots -= g.arm(k, a.With).uses
		}
		if log != nil {
			log.Add(g.reaction(s, k, a, cost))
		}
		g.takeAP(s, k, cost, log)
	}
	g.ask(s, int(g.rank[k])+1, log)
}
