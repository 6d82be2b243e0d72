package breath

import (
	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// The course of a fight: what it waits for, what may be done then, and doing it. A maneuver is declared and paid; if it
// passes the limit there is an overload check; it is performed, and its blows wait for dice and answers; then it is
// closed.

// Turn returns what the fight waits for.
func (g *Game) Turn(s *State) rules.Turn {
	p := &phases[s.phase]
	return rules.Turn{Kind: p.Kind, Seat: p.Seat(g, s), Begins: p.Begins != nil && p.Begins(g, s)}
}

// Actions lists the legal decisions.
func (g *Game) Actions(s *State, buf []rules.Action) []rules.Action {
	if list := phases[s.phase].Actions; list != nil {
		return list(g, s, buf)
	}
	return buf
}

// firstManeuvers returns what whoever stands at the count may do: begin a breath, wait or close.
func (g *Game) firstManeuvers(s *State, buf []rules.Action) []rules.Action {
	i := int(s.actor)
	buf = g.maneuvers(s, i, buf)
	if g.mayWait(s, i) {
		buf = append(buf, rules.Action{Do: doWait, At: rules.Nobody})
	}
	return append(buf, rules.Action{Do: doClose, At: rules.Nobody})
}

// nextManeuvers returns what may follow in a breath, and its end.
func (g *Game) nextManeuvers(s *State, buf []rules.Action) []rules.Action {
	first := len(buf)
	buf = g.maneuvers(s, int(s.actor), buf)
	if s.breath&breathWaived != 0 && len(buf) > first {
		return buf
	}
	return append(buf, rules.Action{Do: doEnd, At: rules.Nobody})
}

// maneuvers appends the legal maneuvers of a breath (EB-15 to EB-21). Each needs as much Energy as it costs; the
// limit forbids nothing, it only asks for a check (EB-40). Of two with the same value a search takes the first, so that
// reservations, which wait for others to act, come last.
func (g *Game) maneuvers(s *State, i int, buf []rules.Action) []rules.Action {
	f, c := &g.seats[i], &s.seats[i]
	if s.breath&breathWaived != 0 { // its Kata has an order to follow
		return g.orderActions(s, i, buf)
	}
	mayDeclare := g.canDeclare(s, i)
	for k := range f.arms {
		a := &f.arms[k]
		if g.duel.on && a.isBlow() {
			buf = g.duelAttackActions(s, i, k, a, buf)
			continue
		}
		if s.price(a, c.zone) > c.energy || !c.inHand(a.slot) {
			continue
		}
		switch a.kind {
		case kindAttack, kindKata:
			buf = g.attackActions(s, i, k, a, buf)
		case kindUpkeep:
			if a.is&armReload != 0 && !c.isLoaded(a.slot) || a.is&armNock != 0 && s.breath&breathNock == 0 {
				buf = append(buf, rules.Action{Do: doUpkeep, With: uint8(k), At: rules.Nobody})
			}
		}
	}
	if f.mage != 0 {
		buf = g.castActions(s, i, mayDeclare, buf)
	}
	for _, st := range f.stances {
		if mayDeclare && c.stance != 1+st && g.stances[st].cost[c.zone] <= c.energy && (!g.stances[st].weapon || c.inHand(slotMain)) {
			buf = append(buf, rules.Action{Do: doStance, With: st, At: rules.Nobody})
		}
	}
	if f.descentLimit > 0 && c.is&(isReturned|isDescended) == 0 && f.descentCost <= c.energy {
		buf = append(buf, rules.Action{Do: doDescend, At: rules.Nobody})
	}
	for slot := range uint8(2) {
		if c.lost&(1<<slot) != 0 && !c.isGone(slot) && g.rule.PickUp <= c.energy {
			buf = append(buf, rules.Action{Do: doPickUp, With: slot, At: rules.Nobody})
		}
	}
	if g.usesLaid { // what it does by others or for them
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
	if c.stance != 0 || f.mage != 0 && s.casters[f.mage-1].spell != 0 {
		buf = append(buf, rules.Action{Do: doRelease, At: rules.Nobody})
	}
	if mayDeclare {
		buf = g.reserveActions(s, i, buf)
	}
	return buf
}

// Play makes a legal action happen. It does not check that it is legal, as fight.Fight does for what people choose.
func (g *Game) Play(s *State, a rules.Action, log *rules.Log) {
	switch a.Do {
	case doRoll:
		if g.isFated(s) {
			s.shown, s.paused, s.phase = [2]uint8{a.With, a.To}, s.phase, phFate // to the Lord who may then shift one
			return
		}
		g.roll(s, int8(a.N), a.Mode == 1, log)
	case doKeep, doShift:
		g.intervene(s, a, log)
	case doDraw:
		g.strikeAstray(s, int(a.At), log)
	case doTake:
		g.takeBlow(s, log)
	case doName:
		g.takeSecondTarget(s, a, log)
	case doMirror:
		g.answerBySpell(s, a, log)
	case doPass:
		s.phase = phLands
	case doResist:
		s.phase = phContest
	case doLet:
		g.letBe(s, log)
	case doUse:
		g.strikeKata(s, log)
	case doRaise:
		g.takeRaise(s, true, log)
	case doContest:
		g.takeContest(s, int8(a.With), int8(a.To), log)
	case doDefend:
		g.defend(s, a, log)
	case doWait:
		g.wait(s, int(s.actor), log)
	case doClose:
		g.leaveCount(s, int(s.actor), log)
	case doEnd:
		g.callNext(s, log) // to end with nothing done is to close: a breath begins with its first maneuver
	default:
		g.maneuver(s, a, log)
	}
	g.goOn(s, log)
}

// goOn takes the steps between what the fight has waited for and what it waits for next.
func (g *Game) goOn(s *State, log *rules.Log) {
	for s.phase >= phaseCount {
		switch s.phase {
		case phPaid:
			g.perform(s, log)
		case phDeclared:
			g.meetBlow(s, log)
		case phReady:
			g.awaitRoll(s, log)
		case phLands:
			g.applyHit(s, log)
		case phParted:
			g.endExchange(s, log)
		case phEntered:
			g.wallsAtEntry(s, log)
		case phArrived:
			g.finishMove(s, log)
		case phDone:
			if uint16(s.task.do) != doGeneral || !g.obeyNext(s, log) {
				g.closeManeuver(s, log)
			}
		case phFailed:
			if g.closeManeuver(s, log); s.phase == phBreath {
				s.phase = phEnded
			}
		case phEnded:
			g.callNext(s, log)
		case phLull:
			g.runLull(s, log)
		case phRound:
			g.newRound(s, log)
		}
	}
}

// letBe goes on without what was offered: resistance to a half-step, a Kata, raised morale.
func (g *Game) letBe(s *State, log *rules.Log) {
	switch s.phase {
	case phKata:
		s.phase = phParted
	case phRaise:
		g.takeRaise(s, false, log)
	default:
		g.makeStep(s, log)
		s.phase = phDone
	}
}

// roll hands the sum of two dice to what waits for them, or, where doubles mean nothing, whether it is a success.
func (g *Game) roll(s *State, sum int8, double bool, log *rules.Log) {
	p := &phases[s.phase]
	if log != nil && s.phase != phStrike && s.phase != phDefend { // these tell of their weapons too
		c := g.Check(s)
		total := int(sum) + c.Mod
		e := rules.Event{Kind: "check", Seat: g.name(int(c.Seat)), What: c.What, Total: total, Need: c.Need,
			OK: total >= c.Need, Double: double && p.need == nil}
		if c.At != rules.Nobody {
			e.At = g.name(int(c.At))
		}
		if s.phase == phForce {
			e.To = rows.Zones[s.task.to]
		}
		log.Add(e)
	}
	if p.need == nil {
		p.take(g, s, sum, double, log)
		return
	}
	p.settle(g, s, sum >= p.need(g, s), log)
}

// maneuver declares a maneuver and takes its price; the first one begins the breath. If the breath is then over its
// limit, the overload check comes before the maneuver is performed.
func (g *Game) maneuver(s *State, a rules.Action, log *rules.Log) {
	if s.phase == phCount {
		g.begin(s, int(s.actor), log)
	}
	s.task = task{do: uint8(a.Do), with: a.With, at: uint8(a.At), to: a.To, mode: a.Mode}
	if log != nil {
		log.Add(g.declaration(s, a))
	}
	cost := g.cost(s, a)
	g.spendEnergy(s, int(s.actor), cost, log)
	if s.spent += cost; cost > 0 && s.spent > g.limit(s, int(s.actor)) { // EB-40, EB-41
		s.phase = phStrain
		log.Add(rules.Event{Kind: "overload", Seat: g.name(int(s.actor)), N: int(g.excess(s))})
		return
	}
	s.phase = phPaid
}

// cost returns the Energy of a maneuver of the actor, where it stands.
func (g *Game) cost(s *State, a rules.Action) int8 {
	f, c := &g.seats[s.actor], &s.seats[s.actor]
	switch a.Do {
	case doAttack:
		if g.duel.on {
			return g.blowCost(&f.arms[a.With], c.zone, a.Mode)
		}
		return s.price(&f.arms[a.With], c.zone)
	case doReserve, doUpkeep:
		return s.price(&f.arms[a.With], c.zone)
	case doStance:
		return g.stances[a.With].cost[c.zone]
	case doMove:
		return g.moveCost(f, a.Mode, c.zone, a.To)
	case doDescend:
		return f.descentCost
	case doPickUp:
		return g.rule.PickUp
	case doStep:
		return g.stepCost(s, int(s.actor))
	case doPush, doSlip:
		return g.rule.BindCost
	case doCast:
		return g.stageCost(s, a)
	case doOrder, doGeneral:
		return g.orderCost(s, int(s.actor), a)
	case doControl:
		return g.controlCost(s, a)
	case doGift:
		return int8(a.With)
	case doRoar:
		return roarCost
	}
	return releaseEnergy // EB-56, EB-121
}

// perform does the task that has been paid for. It is done with that, unless something more has to happen first.
func (g *Game) perform(s *State, log *rules.Log) {
	i := int(s.actor)
	s.phase = phDone
	switch uint16(s.task.do) {
	case doAttack:
		g.declareStrike(s, log)
	case doReserve:
		g.reserve(s, log)
	case doStance:
		g.takeStance(s, log)
	case doMove:
		if s.task.mode == wayOutside && g.seats[i].outside == 0 {
			useZero(&s.seats[i], zeroOutside)
		}
		g.move(s, log)
	case doRelease: // EB-121: a stance, or else the spell that is cast or held
		if s.seats[i].stance == 0 {
			g.interrupt(s, i, byItself, log)
		}
		g.dropStance(s, i, byItself, log)
	case doDescend:
		s.seats[i].is |= isDescended
		if g.rule.DescentOnce {
			s.seats[i].is |= isReturned
		}
		g.status(log, i, "descended", true)
	case doPickUp:
		g.pickUp(s, i, 1<<s.task.with, log)
	case doUpkeep:
		g.upkeep(s, log)
	case doStep:
		g.step(s, log)
	case doPush, doSlip:
		g.wrestle(s, log)
	case doCast:
		g.cast(s, log)
	case doOrder:
		g.obeyOrder(s, log)
	case doGeneral:
		s.scan = 0 // the squads obey one after the other
	case doControl:
		g.controlUnit(s, log)
	case doGift:
		g.give(s, log)
	case doKata:
		g.performKata(s, log)
	case doRoar:
		s.phase = phRoar
	}
}

// upkeep performs an upkeep technique: it nocks an arrow, which adds 1 to the next shot of this breath, or loads a gun.
func (g *Game) upkeep(s *State, log *rules.Log) {
	i := int(s.actor)
	a := &g.seats[i].arms[s.task.with]
	if a.is&armNock != 0 {
		s.breath |= breathNock
	} else {
		g.loadGun(s, i, a, log)
	}
}
