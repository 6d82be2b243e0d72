package breath

import "kokyu/rules"

// The maneuvers of a breath: which are open, what they cost, and how they are performed.

// firstManeuvers returns what whoever is next in the count may do: begin a breath with a maneuver, wait, or close the
// round.
func (g *Game) firstManeuvers(s *State, buf []rules.Action) []rules.Action {
	i := int(s.actor)
	buf = g.maneuvers(s, i, buf)
	if g.mayWait(s, i) {
		buf = append(buf, rules.Action{Do: doWait, At: rules.Nobody})
	}
	return append(buf, rules.Action{Do: doCloseRound, At: rules.Nobody})
}

// nextManeuvers returns what may follow in a breath, and its end. After a Kata that waives an order, an order must
// follow if any can.
func (g *Game) nextManeuvers(s *State, buf []rules.Action) []rules.Action {
	first := len(buf)
	buf = g.maneuvers(s, int(s.actor), buf)
	if s.breath&breathWaived != 0 && len(buf) > first {
		return buf
	}
	return append(buf, rules.Action{Do: doEnd, At: rules.Nobody})
}

// maneuvers appends the legal maneuvers of a breath (EB-15 to EB-21). Each needs as much Energy as it costs; the
// limit forbids nothing, it only asks for a check (EB-40).
//
// The order matters: of options with one value a search takes the first. Reservations come last: when they were among
// the blows, a seat whose options were all worth a draw reserved a parry.
func (g *Game) maneuvers(s *State, i int, buf []rules.Action) []rules.Action {
	f, c := &g.fighters[i], &s.seats[i]
	if s.breath&breathWaived != 0 { // its Kata has an order to follow
		return g.orderActions(s, i, buf)
	}
	mayDeclare := g.canDeclare(s, i)
	for k := range f.techniques {
		a := &f.techniques[k]
		if g.duel.on && a.isBlow() {
			buf = g.duelAttackActions(s, i, k, a, buf)
			continue
		}
		if s.techniqueCost(a, c.zone) > c.energy || !c.inHand(a.slot) {
			continue
		}
		switch a.kind {
		case kindAttack, kindKata:
			buf = g.attackActions(s, i, k, a, buf)
		case kindUpkeep:
			if a.flags&techReload != 0 && !c.isLoaded(a.slot) || a.flags&techNock != 0 && s.breath&breathNock == 0 {
				buf = append(buf, rules.Action{Do: doUpkeep, With: uint8(k), At: rules.Nobody})
			}
		}
	}
	if f.casterNumber != 0 {
		buf = g.castActions(s, i, mayDeclare, buf)
	}
	for _, st := range f.stances {
		if mayDeclare && c.stance != 1+st && g.stances[st].cost[c.zone] <= c.energy && (!g.stances[st].needsWeapon || c.inHand(slotMain)) {
			buf = append(buf, rules.Action{Do: doStance, With: st, At: rules.Nobody})
		}
	}
	if f.descentLimit > 0 && c.flags&(descentUsed|isDescended) == 0 && f.descentCost <= c.energy {
		buf = append(buf, rules.Action{Do: doDescend, At: rules.Nobody})
	}
	for slot := range uint8(2) {
		if !c.inHand(slot) && !c.isGone(slot) && g.rule.PickUp <= c.energy {
			buf = append(buf, rules.Action{Do: doPickUp, With: slot, At: rules.Nobody})
		}
	}
	if g.usesExtras { // what it does by others or for them
		buf = g.orderActions(s, i, buf)
		buf = g.controlActions(s, i, buf)
		buf = g.giftActions(s, i, buf)
		buf = g.kataActions(s, i, buf)
		buf = g.roarActions(s, i, buf)
	}
	buf = g.moveActions(s, i, buf)
	if g.duel.on {
		buf = g.stepActions(s, i, buf)
	}
	if c.stance != 0 || f.casterNumber != 0 && s.casters[f.casterNumber-1].spell != 0 {
		buf = append(buf, rules.Action{Do: doReleaseStance, At: rules.Nobody})
	}
	if mayDeclare {
		buf = g.reserveActions(s, i, buf)
	}
	return buf
}

// cost returns the Energy of a maneuver of the actor, where it stands. It does not ask whether the maneuver is legal.
func (g *Game) cost(s *State, act rules.Action) int8 {
	f, c := &g.fighters[s.actor], &s.seats[s.actor]
	switch act.Do {
	case doAttack:
		if g.duel.on {
			return g.blowCost(&f.techniques[act.With], c.zone, act.Mode)
		}
		return s.techniqueCost(&f.techniques[act.With], c.zone)
	case doReserve, doUpkeep:
		return s.techniqueCost(&f.techniques[act.With], c.zone)
	case doStance:
		return g.stances[act.With].cost[c.zone]
	case doMove:
		return g.moveCost(f, act.Mode, c.zone, act.To)
	case doDescend:
		return f.descentCost
	case doPickUp:
		return g.rule.PickUp
	case doHalfStep:
		return g.stepCost(s, int(s.actor))
	case doPush, doSlip:
		return g.rule.BindCost
	case doCast:
		return g.stageCost(s, act)
	case doOrder, doGeneralOrder:
		return g.orderCost(s, int(s.actor), act)
	case doControl:
		return g.controlCost(s, act)
	case doGift:
		return int8(act.With)
	case doRoar:
		return roarCost
	}
	return releaseEnergy // EB-56, EB-121
}

// perform performs the maneuver that has been paid for. A case that needs more, such as dice, sets State.phase to it.
func (g *Game) perform(s *State, log *rules.Log) {
	i := int(s.actor)
	s.phase = phManeuverDone
	switch uint16(s.maneuver.do) {
	case doAttack:
		g.declareStrike(s, log)
	case doReserve:
		g.reserve(s, log)
	case doStance:
		g.takeStance(s, log)
	case doMove:
		if s.maneuver.mode == wayIntoOutside && g.fighters[i].outsideEnergy == 0 {
			useZero(&s.seats[i], zeroOutside)
		}
		g.makeMove(s, log)
	case doReleaseStance: // EB-121: a stance, or else the spell that is cast or held
		if s.seats[i].stance == 0 {
			g.breakCasting(s, i, noDoer, log)
		}
		g.dropStance(s, i, noDoer, log)
	case doDescend:
		s.seats[i].flags |= isDescended
		if g.rule.DescentOnce {
			s.seats[i].flags |= descentUsed
		}
		g.logState(log, i, "descended", true)
	case doPickUp:
		g.pickUp(s, i, 1<<s.maneuver.with, log)
	case doUpkeep:
		if a := &g.fighters[i].techniques[s.maneuver.with]; a.flags&techNock != 0 {
			s.breath |= breathNock
		} else {
			g.loadGun(s, i, a, log)
		}
	case doHalfStep:
		g.tryStep(s, log)
	case doPush, doSlip:
		g.tryPushOrSlip(s, log)
	case doCast:
		g.performStage(s, log)
	case doOrder:
		g.obeyOrder(s, log)
	case doGeneralOrder:
		s.cursor = 0 // the squads obey one after the other
	case doControl:
		g.controlUnit(s, log)
	case doGift:
		g.giveEnergy(s, log)
	case doKata:
		g.performKata(s, log)
	case doRoar:
		s.phase = phRoar
	}
}
