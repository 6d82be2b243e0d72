package breath

import (
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
)

// The lull ends a round: fire burns, the sealed and the bleeding have their checks, and morale is raised. As the next
// round begins, held boons are paid again, the exhausted have 1 Energy, and the seized lose the round.

// runLull begins the lull: reservations and effects of this round end, dropped weapons are taken up, and the bleeding
// lose a Wound. Then checks follow, one after the other: of fire, of seals, of bleeding (EB-11, EB-34, R-107, R-119).
// The fight may end only when all have bled, so that nobody wins by a later line in the file.
func (g *Game) runLull(s *State, log *rules.Log) {
	log.Add(rules.Event{Kind: "lull", N: int(s.round)})
	for i := range g.n {
		c := &s.seats[i]
		if c.flags&isDown != 0 {
			continue
		}
		if g.fighters[i].isSquad() {
			g.endSquadRound(s, i, log)
			continue
		}
		g.clearFlag(s, i, isDefenseless, "defenseless", log)
		g.clearExposed(s, i, log)
		c.flags &^= hasClosed | hasWaited | hasBreathed | isRooted | isDescended
		if !g.rule.StrainBreath {
			c.flags &^= isStrained
		}
		c.place, c.zeroUses = 0, 0
		c.held = [2]uint8{}
		if g.rule.LullPickUp && s.duel.rung != tsubazeriai {
			g.pickUp(s, i, 3, log)
		}
	}
	if g.duel.on {
		g.updateGuard(s, log)
	}
	if g.usesExtras {
		g.clearTillLull(s)
	}
	for i := range g.n {
		if s.seats[i].flags&isBleeding != 0 {
			g.takeWounds(s, i, noDoer, 1, woundCause{what: "bleeding"}, log)
		}
	}
	switch {
	case len(g.casters) > 0:
		g.runSpellLull(s, log)
	case !g.endIfDecided(s, log):
		g.askBleeding(s, log)
	}
}

// endSquadRound ends a squad's round in the lull. It may obey orders again and keeps its formation; without a commander
// it loses Cohesion. Unlike others it keeps place and zeroUses, which mean something else for it.
func (g *Game) endSquadRound(s *State, i int, log *rules.Log) {
	c := &s.seats[i]
	c.held[0] &= formationMask
	g.clearExposed(s, i, log)
	if s.isLeaderless(i) {
		g.loseCohesion(s, i, 1, "nobody leads them", log)
	}
}

// clearTillLull clears the marks on people and places that last till the lull: gifts received, blessings, silver.
func (g *Game) clearTillLull(s *State) {
	for i := range g.n {
		s.marks[i] &^= markReceived | markBlessed
	}
	for z := range s.ground {
		s.ground[z] &^= silverOn(0) | silverOn(1)
	}
}

// How far the lull has come, in State.cursor: cursorBurn and more for the seats whose burning is checked, in the order
// of ties; cursorSeal and more for the casters whose seals are checked; then 0 and more for the seats that bleed, and
// again for those who may raise morale.
const (
	cursorBurn uint8 = 32
	cursorSeal uint8 = 64
)

// runSpellLull begins the part of the lull about spells: effects and marks that last till the lull end, then the checks
// begin. An effect that lasts till the next lull counts down from 2.
func (g *Game) runSpellLull(s *State, log *rules.Log) {
	for t := range g.n {
		s.marks[t] &^= markRoundLost
		for n := range g.lasting {
			x := &g.lasting[n]
			if c := g.lastingOn(s, t, x); c != 0 && (x.until == untilLull || x.until == untilNextLull) {
				g.setLasting(s, t, x, c-1)
				if c == 1 {
					g.logState(log, t, x.name, false)
				}
			}
		}
	}
	for k := range g.casters {
		ca := &s.casters[k]
		ca.flags &^= paidThisRound | muteNow | exhaustedNow
	}
	s.cursor = cursorBurn
	g.askBurning(s, log)
}

// isBurning reports whether seat t burns or stands in fire. It has one check for both.
func (g *Game) isBurning(s *State, t int) bool {
	return s.isUp(t) && !g.isSealed(s, t) && !g.fighters[t].isSquad() && !g.fighters[t].isMob &&
		(s.marks[t]&markBurning != 0 || s.ground[s.seats[t].zone].fire() > 0)
}

// askBurning makes the fight wait for the dice of the next one who burns, in the order of ties in the count. After the
// last one, fire and gates have a round less, and the sealed are next.
func (g *Game) askBurning(s *State, log *rules.Log) {
	for ; s.cursor < cursorBurn+uint8(g.n); s.cursor++ {
		if t := g.byTieRank[s.cursor-cursorBurn]; g.isBurning(s, int(t)) {
			s.phase, s.actor = phBurn, t
			return
		}
	}
	for z := range s.ground {
		l := &s.ground[z]
		if n := l.fire(); n > 0 {
			l.setFire(n - 1)
			if log != nil && n == 1 {
				log.Add(rules.Event{Kind: "lay", What: "fire", To: rows.Zones[z]})
			}
		}
		for side := range rules.Side(2) {
			if n := l.gate(side); n > 0 && n < gateForever {
				l.setGate(side, n-1)
			}
		}
	}
	if !g.endIfDecided(s, log) {
		s.cursor = cursorSeal
		g.askSealed(s, log)
	}
}

// The numbers of the checks against fire, with Physique, and against a seal, with Courage.
const (
	burnTarget = 9
	sealTarget = 15
)

// burnNeed returns the sum of dice that spares seat t a Wound by fire.
func (g *Game) burnNeed(s *State, t int) int8 {
	return burnTarget - g.fighters[t].physique + g.checkPenalty(s, t)
}

// takeBurn takes the dice of one who burns.
func (g *Game) takeBurn(s *State, ok bool, log *rules.Log) {
	t := int(s.actor)
	if s.marks[t]&markBurning != 0 {
		s.marks[t] &^= markBurning
		g.logState(log, t, "burning", false)
	}
	if !ok {
		g.takeWounds(s, t, noDoer, 1, woundCause{what: "fire"}, log)
	}
	s.cursor++
	g.askBurning(s, log)
}

// askSealed makes the fight wait for the dice of the next one who is sealed; after the last one the bleeding are next.
func (g *Game) askSealed(s *State, log *rules.Log) {
	for ; s.cursor < cursorSeal+uint8(len(g.casters)); s.cursor++ {
		k := s.cursor - cursorSeal
		if sp := g.heldSpell(s, k); sp != nil && sp.effects.Seal {
			s.phase, s.actor = phUnseal, s.casters[k].target
			return
		}
	}
	s.cursor = 0
	g.askBleeding(s, log)
}

// unsealNeed returns the sum of dice that breaks the actor's seal.
func (g *Game) unsealNeed(s *State) int8 {
	return sealTarget - g.fighters[s.actor].courage + g.checkPenalty(s, int(s.actor))
}

// takeUnseal takes the dice of one who is sealed.
func (g *Game) takeUnseal(s *State, ok bool, log *rules.Log) {
	if ok {
		g.breakCasting(s, int(g.casters[s.cursor-cursorSeal].seat), int(s.actor), log)
	}
	s.cursor++
	g.askSealed(s, log)
}

// askBleeding makes the fight wait for the dice of the next one who bleeds, in the order of ties in the count; after
// the last one it ends the round.
func (g *Game) askBleeding(s *State, log *rules.Log) {
	for ; int(s.cursor) < g.n; s.cursor++ {
		if i := g.byTieRank[s.cursor]; s.seats[i].flags&isBleeding != 0 {
			s.phase, s.actor = phBleed, i
			return
		}
	}
	g.nextRound(s, log)
}

// takeBleeding takes the dice of a try to stop bleeding.
func (g *Game) takeBleeding(s *State, ok bool, log *rules.Log) {
	if ok {
		g.clearFlag(s, int(s.actor), isBleeding, "bleeding", log)
	}
	s.cursor++
	g.askBleeding(s, log)
}

// nextRound ends the fight if its rounds are over, else gives everyone full Energy (EB-04) and lets morale be raised
// before the round begins.
func (g *Game) nextRound(s *State, log *rules.Log) {
	switch {
	case g.goal.Kind == book.GoalLast && s.round >= g.goal.Rounds:
		g.closeFight(s, rules.EndOf(g.goal.Side), rules.WhyHeld, log)
		return
	case s.round >= g.rounds:
		g.closeFight(s, g.timeUp(), rules.WhyTimeUp, log)
		return
	}
	for i := range g.n {
		if s.isUp(i) {
			s.seats[i].energy = g.fighters[i].energy
		}
	}
	s.cursor = 0
	g.askRaiseMorale(s, log)
}

// newRound begins the next round. It sets phCount, since in any other phase callNext would end a breath of whoever
// threw last in the lull, with what holds that seat until its breath ends.
func (g *Game) newRound(s *State, log *rules.Log) {
	s.round++
	if g.duel.on {
		g.startDuelRound(s)
	}
	log.Add(rules.Event{Kind: "round", N: int(s.round)})
	if len(g.casters) > 0 {
		g.startSpellRound(s, log)
		s.phase = phCount
	}
	g.callNext(s, log)
}

// startSpellRound begins a round, once Energy is back, for casters and those under spells: the seized lose it,
// the exhausted have 1 Energy and are Defenseless (SP-29, SP-32), held boons are paid again.
func (g *Game) startSpellRound(s *State, log *rules.Log) {
	for t := range g.n {
		if s.marks[t]&markSeized == 0 {
			continue
		}
		s.marks[t] &^= markSeized
		c := &s.seats[t]
		if g.rule.SeizeSix {
			c.energy = max(0, c.energy-seizeEnergy)
			continue
		}
		s.marks[t] |= markRoundLost
		c.energy = 0
		c.flags |= hasClosed
		g.logState(log, t, "seized", false)
	}
	for k := range g.casters {
		ca, i := &s.casters[k], int(g.casters[k].seat)
		if ca.flags&muteNext != 0 {
			ca.flags = ca.flags&^muteNext | muteNow
		}
		if ca.flags&exhaustedNext != 0 {
			ca.flags = ca.flags&^exhaustedNext | exhaustedNow
			s.seats[i].energy = min(s.seats[i].energy, exhaustedEnergy)
			g.makeDefenseless(s, i, isSpent, log)
		}
		g.renewBoon(s, k, i, log)
	}
}

// exhaustedEnergy is the Energy with which the exhausted begin a round (SP-29).
var exhaustedEnergy = int8(rows.TermTable.Num("exhaustion", "energy"))

// seizeEnergy is the Energy that a seizure takes if by a ruling it does not take the round.
const seizeEnergy = 6

// renewBoon pays the activation of the boon that caster k, who has seat i, holds: again each round and outside any
// breath. Without the Energy for it the boon ends. A seal costs nothing to hold.
func (g *Game) renewBoon(s *State, k, i int, log *rules.Log) {
	sp := g.heldSpell(s, uint8(k))
	if sp == nil || sp.effects.Seal || g.standsByItself(s, i) {
		return
	}
	cost := sp.cost[sp.stages-1]
	if s.seats[i].energy < cost {
		g.breakCasting(s, i, noDoer, log)
		return
	}
	g.spendEnergy(s, i, cost, log)
}
