package tempo

import (
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/tempo/rows"
)

// §Resolve Action: the dice are thrown once, then blows roll damage in the order of initiative, then outcomes take
// effect. Each part may wait for dice or a decision in the middle: what is still to be done is kept in State.actorHit,
// dueWound and effectRow, and in seat.effectRow of whoever answered, and is set to 0 as it is done.

// askCheck asks for the dice of the action under way, or goes on at once where they make no difference.
func (g *Game) askCheck(s *State, log *rules.Log) {
	t := g.checkUnderWay(s)
	if g.isCertain(s, &t) {
		v := g.judge(s, &t, 0, new([reactorsMax]int16))
		if log != nil {
			g.logOutcome(s, &t, &v, log)
			g.logFoils(s, &t, &v, log)
		}
		g.keepVerdict(s, &t, &v, log)
		return
	}
	s.phase = phCheck
}

// isCertain reports whether all throws have the same consequence. With several reactors they never do.
func (g *Game) isCertain(s *State, t *opposedCheck) bool {
	switch {
	case t.reactors > 1:
		return false
	case t.reactors == 0 && !t.actorThrows:
		return true
	}
	var few [9]rules.Odds
	return len(g.checkOutcomes(s, t, few[:0])) == 1
}

// takeCheck takes the dice of a check.
func (g *Game) takeCheck(s *State, a rules.Action, log *rules.Log) {
	t := g.checkUnderWay(s)
	own, theirs := unpackResults(a)
	v := g.judge(s, &t, own, &theirs)
	if log != nil {
		g.logCheck(s, &t, &v, own, &theirs, log)
	}
	g.keepVerdict(s, &t, &v, log)
}

// keepVerdict keeps in the position what takes effect of a verdict, and begins with the damage of the blows.
func (g *Game) keepVerdict(s *State, t *opposedCheck, v *verdict, log *rules.Log) {
	s.effectRow = v.effectRow
	if rollsDamage(t.do) {
		s.actorHit, s.effectRow = v.effectRow, min(v.effectRow, 1)
	}
	for j := range t.reactors {
		s.seats[t.seats[j]].effectRow = v.reactorEffects[j]
	}
	g.askDamage(s, log)
}

// rollsDamage reports whether an action of the actor rolls damage when it succeeds: it is an attack.
func rollsDamage(do uint16) bool {
	switch do {
	case doMelee, doPress, doRanged, doUnarmed, doCTCounter:
		return true
	}
	return false
}

// askDamage asks for the damage of the next blow that has hit: the actor's first, then those of the reactors in the
// order of initiative. When all damage is known the outcomes take effect.
func (g *Game) askDamage(s *State, log *rules.Log) {
	if s.actorHit > 0 { // TP-59, TP-73, TP-81, TP-146
		s.by, s.phase = s.actor, phDamage
		return
	}
	for _, k := range g.order[:g.n] {
		if c := &s.seats[k]; c.effectRow > 0 && usesArm(uint16(c.reaction)) { // TP-91, TP-98, TP-110
			s.by, s.phase = k, phDamage
			return
		}
	}
	if s.dueWound > 0 {
		g.fillBox(s, int(s.at), s.dueWound, log)
	}
	g.resolveOutcome(s, log)
}

// takeDamage takes the damage that seat State.by has rolled. The actor's blow and the first one at it wound together
// (R-TP-44): the wound that the actor deals waits until the other's damage is rolled, so that a target that falls by it
// has still struck.
func (g *Game) takeDamage(s *State, a rules.Action, log *rules.Log) {
	i, k := int(s.actor), int(s.by)
	h := g.damageRoll(s)
	category := g.woundCategory(s, h, a.N)
	if log != nil {
		g.logDamage(s, h, a.N, log)
	}
	if k == i {
		s.actorHit, s.dueWound = 0, category
		g.askDamage(s, log)
		return
	}
	c := &s.seats[k]
	g.stopMover(s, k)
	c.effectRow = 0
	if s.dueWound > 0 {
		g.fillBox(s, int(s.at), s.dueWound, log)
		s.dueWound = 0
	}
	if category > 0 { // TP-94
		g.fillBox(s, i, category, log)
	}
	if !s.isInFight(i) {
		for _, r := range g.order[:g.n] { // R-TP-21: the others' answers come too late
			s.seats[r].effectRow = 0
		}
	}
	g.askDamage(s, log)
}

// stopMover stops a mover at the first square of its path that seat k reaches, which has hit it (R-TP-13). Of several
// stops the one nearest to the start counts.
func (g *Game) stopMover(s *State, k int) {
	if uint16(s.do) != doMove || s.effectRow > 0 {
		return
	}
	c := &s.seats[k]
	a := g.arm(k, c.reactionArm)
	place := 0 // where it starts, whatever the path
	if !g.canReach(c, a, s.seats[s.actor].square) {
		p := g.actionPath(s)
		place = g.firstReached(c, a, &p)
	}
	if stop := uint8(1 + place); s.stopPlace == 0 || stop < s.stopPlace {
		s.stopPlace = stop
	}
}

// resolveOutcome does what the outcomes say once all wounds are known, and ends the action. If somebody may choose a
// step it returns and waits for that; it is called again for the rest.
func (g *Game) resolveOutcome(s *State, log *rules.Log) {
	if g.endIfDecided(s, log) {
		return
	}
	i, t := int(s.actor), int(s.at)
	switch uint16(s.do) {
	case doMove, doCombatMove:
		if g.travel(s, log) || g.askRetreat(s) { // a step is asked for
			return
		}
	case doMelee, doUnarmed, doRanged:
		g.applyBlowEffects(s, i, t, log)
	case doDisarm, doGrapple, doPress, doWithdraw:
		if g.resolveBind(s, i, t, log) {
			return
		}
	case doEscape, doPin:
		if s.effectRow > 0 { // TP-47, TP-64
			g.resolveGrapple(s, i, t, log)
		}
	case doAim:
		if s.effectRow > 0 { // TP-29
			s.aimedAt = uint8(1 + t) // TP-30
			g.logStatus(log, i, "aimed", t)
		}
	case doReady:
		s.seats[i].status = onGuard // TP-77
		g.logStatus(log, i, rows.StatusNames[onGuard], -1)
	case doReload, doDraw, doPickUp:
		if s.isInFight(i) {
			g.handleWeapon(s, i, log)
		}
	}
	g.endAction(s, log)
}

// applyBlowEffects does what an attack does besides wounds: a Parry or CT Parry that barely holds binds both, who are
// unhurt then (TP-124, TP-155), and a target that was Off Guard is now On Guard (R-TP-51).
func (g *Game) applyBlowEffects(s *State, i, t int, log *rules.Log) {
	c := &s.seats[t]
	if uint16(c.reaction) == doParry && c.effectRow == 1 || uint16(s.counterTempo) == doCTParry && s.effectRow == 1 {
		g.bindTogether(s, i, t, bound, log)
	}
	if c.status == offGuard {
		c.status = onGuard
		g.logStatus(log, t, rows.StatusNames[onGuard], -1)
	}
}

// bindTogether puts two seats into a status together, and logs it.
func (g *Game) bindTogether(s *State, i, t int, st status, log *rules.Log) {
	s.join(i, t, st)
	g.logStatus(log, i, rows.StatusNames[st], t)
	g.logStatus(log, t, rows.StatusNames[st], i)
}

// freeBoth ends the bind or grapple of two seats, and logs it.
func (g *Game) freeBoth(s *State, i, t int, log *rules.Log) {
	s.separate(i)
	g.logStatus(log, i, rows.StatusNames[onGuard], -1)
	g.logStatus(log, t, rows.StatusNames[onGuard], -1)
}

// resolveBind does what an action in a bind does to it (R-TP-14, R-TP-15), and reports whether a step is asked for. A
// Double gives the bind up, whatever the action comes to (TP-113).
func (g *Game) resolveBind(s *State, i, t int, log *rules.Log) (waits bool) {
	do := uint16(s.do)
	isDoubled := uint16(s.seats[t].reaction) == doDouble // TP-113
	if !s.isInFight(i) || !s.isInFight(t) {
		return false // the fall has ended it
	}
	if do == doGrapple && s.effectRow > 0 { // TP-56
		g.moveTo(s, i, g.grappleSquare(s, i, t), log)
		g.bindTogether(s, i, t, grappled, log)
		return false
	}
	if s.effectRow == 0 && !isDoubled { // TP-43, TP-55, TP-68, TP-86
		return false
	}
	if do == doDisarm && s.effectRow > 0 { // TP-44
		g.knockFromHand(s, t, i, log)
	}
	g.freeBoth(s, i, t, log) // TP-44, TP-87
	if do == doWithdraw && s.effectRow > 0 && g.squareAway(s, i, t) != 0 {
		s.by, s.phase = uint8(i), phStep
		return true
	}
	return false
}

// squareAway returns the square beside seat i that is directly away from seat t, 0 if it is not free.
func (g *Game) squareAway(s *State, i, t int) uint8 {
	m, a, b := &g.ground, s.seats[i].square, s.seats[t].square
	sign := func(n int8) int8 { return min(1, max(-1, n)) }
	sq := m.square(m.X[a]+sign(m.X[a]-m.X[b]), m.Y[a]+sign(m.Y[a]-m.Y[b]))
	taken := g.takenSquares(s)
	if m.Wall[sq] || taken.Has(sq) {
		return 0
	}
	return sq
}

// grappleSquare returns the square from which seat i grapples seat t: its own if that is beside t, else the nearest
// free one beside t, of several the first by number; 0 if there is none (R-TP-62).
func (g *Game) grappleSquare(s *State, i, t int) (best uint8) {
	m, from := &g.ground, s.seats[i].square
	if m.Distance(from, s.seats[t].square) <= 1 {
		return from
	}
	taken := g.takenSquares(s)
	free := m.Near[s.seats[t].square].Without(&taken)
	for sq := range free.All() {
		if best == 0 || m.Distance(from, sq) < m.Distance(from, best) {
			best = sq
		}
	}
	return best
}

// knockFromHand takes the weapon out of the hand of seat t; it lies in its square (R-TP-14).
func (g *Game) knockFromHand(s *State, t, by int, log *rules.Log) {
	c := &s.seats[t]
	log.Add(rules.Event{Kind: "drop", Seat: g.name(t), At: g.name(by), With: g.seats[t].slots[c.hand].name,
		To: g.ground.Name(c.square)})
	c.lostAt[c.hand] = c.square
	c.hand = slotNone
}

// resolveGrapple does what a successful action in a grapple does to it: a Pin pins; the Escape of one who is pinned
// leaves it grappled, any other frees both (R-TP-14, R-TP-52).
func (g *Game) resolveGrapple(s *State, i, t int, log *rules.Log) {
	switch {
	case uint16(s.do) == doPin:
		s.seats[t].status = pinned // TP-65
		g.logStatus(log, t, rows.StatusNames[pinned], i)
	case s.seats[i].status == pinned:
		s.seats[i].status = grappled // TP-48
		g.logStatus(log, i, rows.StatusNames[grappled], t)
	default:
		g.freeBoth(s, i, t, log) // TP-48
	}
}

// handleWeapon reloads, over as many turns as it takes (R-TP-39), draws or picks up.
func (g *Game) handleWeapon(s *State, i int, log *rules.Log) {
	c, f := &s.seats[i], &g.seats[i]
	if uint16(s.do) != doReload {
		slot := s.with
		c.lostAt[slot], c.hand = 0, slot
		log.Add(rules.Event{Kind: "take", Seat: g.name(i), What: rows.ActionNames[s.do], With: f.slots[slot].name})
		return
	}
	sl := &f.slots[c.hand]
	c.loadingAP += s.to
	left := max(0, int(sl.reload)-int(c.loadingAP))
	if left == 0 {
		c.shots, c.loadingAP = sl.shots, 0
	}
	log.Add(rules.Event{Kind: "reload", Seat: g.name(i), With: sl.name, N: int(s.to), Left: left})
}

// travel moves the mover (TP-33, TP-34, TP-39), and reports whether it is asked for its square instead (TP-40).
func (g *Game) travel(s *State, log *rules.Log) (waits bool) {
	i := int(s.actor)
	if s.to == 0 || !s.isInFight(i) {
		return false
	}
	switch {
	case uint16(s.do) == doCombatMove && s.effectRow == 0: // TP-38
	case uint16(s.do) == doCombatMove && s.effectRow == 2:
		s.by, s.phase = uint8(i), phStep
		return true
	case s.stopPlace == 0:
		g.moveTo(s, i, s.to, log)
	case s.stopPlace > 1: // at 1 it has not left its square
		p, taken := g.actionPath(s), g.takenSquares(s)
		place := int(s.stopPlace) - 1
		for taken.Has(p.squares[place]) { // the first free square from there on: the last one is free
			place++
		}
		g.moveTo(s, i, p.squares[place], log)
	}
	s.to, s.stopPlace = 0, 0
	return false
}

// moveTo moves a seat to a square.
func (g *Game) moveTo(s *State, i int, to uint8, log *rules.Log) {
	c := &s.seats[i]
	if log != nil && to != c.square {
		log.Add(rules.Event{Kind: "move", Seat: g.name(i), From: g.ground.Name(c.square), To: g.ground.Name(to)})
	}
	c.square = to
}

// askRetreat asks the next seat whose Retreat has succeeded for its square, after the mover has travelled (R-TP-48,
// R-TP-57), and reports whether there is one.
func (g *Game) askRetreat(s *State) (waits bool) {
	for _, k := range g.order[:g.n] {
		c := &s.seats[k]
		if uint16(c.reaction) != doRetreat || c.effectRow == 0 { // TP-129
			continue
		}
		s.by, s.phase = k, phStep
		if g.hasStep(s) {
			return true
		}
		c.effectRow = 0
	}
	return false
}

// listSteps appends the squares that the outcome lets seat State.by choose, at most so many. The first is to stay.
func (g *Game) listSteps(s *State, buf []rules.Action, most int) []rules.Action {
	i, k := int(s.actor), int(s.by)
	start := len(buf)
	add := func(to uint8) {
		if len(buf)-start < most {
			buf = append(buf, rules.Action{Do: doStep, At: rules.Nobody, To: to})
		}
	}
	add(0)
	if uint16(s.do) == doWithdraw {
		add(g.squareAway(s, i, int(s.at)))
		return buf
	}
	taken := g.takenSquares(s)
	free := g.walkableSquares(s, k, new(book.Walk)).Without(&taken)
	for sq := range free.All() {
		if g.isStepAllowed(s, sq) {
			add(sq)
		}
	}
	return buf
}

// isStepAllowed reports whether the outcome lets seat State.by step on a square that it can walk to.
func (g *Game) isStepAllowed(s *State, sq uint8) bool {
	i, k := s.actor, s.by
	foe := s.seats[i].square
	was, d := g.ground.Distance(s.seats[k].square, foe), g.ground.Distance(sq, foe)
	switch {
	case k == i: // Combat Move, critical: anywhere (TP-40)
		return true
	case s.seats[k].effectRow == 2: // Retreat, critical: farther than before (TP-131)
		return d > was
	}
	return d <= was+1 && (d >= was || g.rule.RetreatMayClose && d+1 == was) // TP-130, R-TP-11
}

// hasStep reports whether seat State.by has a step to choose. There is nearly always one to a square beside it, which
// is looked for first, since a walk takes long.
func (g *Game) hasStep(s *State) bool {
	taken := g.takenSquares(s)
	free := g.ground.Near[s.seats[s.by].square].Without(&taken)
	for sq := range free.All() {
		if g.isStepAllowed(s, sq) {
			return true
		}
	}
	var buf [2]rules.Action
	return len(g.listSteps(s, buf[:0], 2)) > 1
}

// takeStep moves seat State.by where it chose, and goes on with the rest.
func (g *Game) takeStep(s *State, a rules.Action, log *rules.Log) {
	k := int(s.by)
	if a.To != 0 {
		g.moveTo(s, k, a.To, log)
	}
	if k == int(s.actor) {
		s.effectRow, s.to = 0, 0
	} else {
		s.seats[k].effectRow = 0
	}
	if uint16(s.do) == doWithdraw {
		g.endAction(s, log)
		return
	}
	g.resolveOutcome(s, log)
}

// alertActor puts an actor that is Off Guard On Guard if its action was answered by a blow or a shot, whatever came of
// it (R-TP-63).
func (g *Game) alertActor(s *State, log *rules.Log) {
	c := &s.seats[s.actor]
	for k := 0; k < g.n && c.status == offGuard; k++ {
		if do := uint16(s.seats[k].reaction); do == doCounterAttack || do == doCounterFire {
			c.status = onGuard
			g.logStatus(log, int(s.actor), rows.StatusNames[onGuard], -1)
		}
	}
}

// endAction ends the action under way: the turn goes on, or is over.
func (g *Game) endAction(s *State, log *rules.Log) {
	g.alertActor(s, log)
	s.clearAction()
	if g.endIfDecided(s, log) {
		return
	}
	if !s.isInFight(int(s.actor)) {
		g.beginNextTurn(s, log)
		return
	}
	g.continueTurn(s, log)
}
