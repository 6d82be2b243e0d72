package keep

import (
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/text"
)

// The course of a fight (001 §Encounters): rounds, their turns, and the end.

// What an action does: Action.Do of decisions, and of outcomes of dice. Those of one phase stand together. The order
// matters: actions up to doComplete are in that of rows.ActionNames, and calls are made in the order they have here.
const (
	doEnd uint16 = iota // end the turn
	doAttack
	doGrapple
	doDefend // the test of the Earth stance
	doGuard
	doFreeMove
	doMove
	doSteedFree
	doSteedMove
	doCrawl
	doStand
	doMount
	doDismount
	doLeave
	doReady
	doStow
	doLetGo
	doRecover
	doString
	doEscape
	doTend
	doTrial
	doHit // grapple actions
	doBreak
	doThrow
	doDrag
	doMaintain
	doNevermind
	doSpeak // changes nothing in the fight but takes the action
	doFirst // the effect With comes first of those that begin with the round
	doLast
	doWhich // the effect With comes first of those that begin with the turn
	doShake // the test of the Readying Phase of a Stunned combatant
	doRally // the same of an Incapacitated one
	doUse   // techniques and small objects. With: the deed
	doDraw
	doPutAway
	doBegin // spells
	doPayFor
	doComplete

	doStance // With: the stance
	doAccelerate
	doDeflect
	doSwap
	doNoMore

	doRoll // calls on a roll: none more, throw now
	callFeint
	callDisarm
	callExtraAttack
	callExtraDamage // N raises
	callKnockdown
	callPush // N squares
	callPull
	callFocus // Mode: the part
	callTactical
	callFree       // N Free Raises from the Tactics Pool
	callFreeDisarm // the Free Raise for Disarm
	callBoost
	callStrive
	callVoid
	callWeapon

	doEndure
	doTake // the damage as it is
	doShove
	doFollow
	doStay
	doAgree
	doRefuse

	doTotal     // the dice of a test, of damage or of an Initiative Value. N: their total
	doTotals    // of a contest. At: the winner; N, With and Mode: see packTotals
	doTieWinner // of a tie in initiative. At: who comes first
	doCount
)

// bareAction returns an action that is nothing but what it does: at nobody, with nothing.
func bareAction(do uint16) rules.Action { return rules.Action{Do: do, At: rules.Nobody} }

// Turn returns what the fight waits for.
func (g *Game) Turn(s *State) rules.Turn { return phases[s.phase].Turn(g, s) }

// isUntouched reports whether nobody has done anything yet in a turn that begins without a stance.
func (g *Game) isUntouched(s *State) bool {
	if s.did != 0 || s.said != 0 || s.smallActions != 0 || s.moved != 0 ||
		s.simpleLeft != g.simpleActions(s) || s.steedSimpleLeft != g.steedActions(s) {
		return false
	}
	for i := range g.n {
		if s.seats[i].grapple&grappleEndOffered != 0 {
			return false
		}
	}
	return true
}

// turnOwner returns whose turn it is: nobody's before the turns of a round, and in the Readying Phase after them. The
// tests of that phase run through phCall and phTest like those of a turn; State.do tells them apart.
func (g *Game) turnOwner(s *State) rules.Seat {
	shaking := uint16(s.do) == doShake || uint16(s.do) == doRally
	if s.phase < phStance || s.phase == phFirst || shaking && (s.phase == phCall || s.phase == phTest) {
		return rules.Nobody
	}
	return rules.Seat(s.actor)
}

// Actions lists the legal decisions.
func (g *Game) Actions(s *State, buf []rules.Action) []rules.Action {
	if list := phases[s.phase].Actions; list != nil {
		return list(g, s, buf)
	}
	return buf
}

// Odds returns the outcomes of the dice the fight waits for, merged by consequence.
func (g *Game) Odds(s *State, buf []rules.Odds) []rules.Odds {
	if list := phases[s.phase].Odds; list != nil {
		return list(g, s, buf)
	}
	return buf
}

// Play makes an action happen. It does not check whether the action is legal: Fight checks what people choose, and a
// search only plays what Actions and Odds list.
func (g *Game) Play(s *State, a rules.Action, log *rules.Log) {
	if s.untold != 0 {
		g.logBeginning(s, log)
	}
	phases[s.phase].Play(g, s, a, log)
}

// isConscious reports whether a seat is on the field and not Out (RK-67, RK-68). Only then does it take up its square,
// and can be struck or moved.
func (g *Game) isConscious(s *State, i int) bool {
	c := &s.seats[i]
	return c.status&gone == 0 && c.wounds < g.outFrom(c, i)
}

// canAct reports whether a seat can act at all: Incapacitated it cannot (RK-215).
func (g *Game) canAct(s *State, i int) bool {
	return g.isConscious(s, i) && s.seats[i].status&incapacitated == 0
}

// isRidden reports whether a seat is a steed with a rider: it has no turns and moves in its rider's (R-RK-42).
func (g *Game) isRidden(s *State, i int) bool { return g.seats[i].steed && s.seats[i].mount != 0 }

// isRiding reports whether a seat rides a steed.
func (g *Game) isRiding(s *State, i int) bool { return s.seats[i].mount != 0 && !g.seats[i].steed }

// distance returns how many squares far two seats stand from each other.
func (g *Game) distance(s *State, i, k int) uint8 {
	return g.ground.Distance(s.seats[i].square, s.seats[k].square)
}

// beginRound begins a round: what is open once a round is open again, beganVoid marks the seats in the Void stance, and
// the order of the round is made, which depends on that mark.
func (g *Game) beginRound(s *State, log *rules.Log) {
	s.actor, s.eventful = 0, 0
	s.clearTurn()
	for i := range g.n {
		c := &s.seats[i]
		c.spent, c.swappedWith = 0, 0
		c.turnMarks &= wasVoid
		if g.isConscious(s, i) && g.hasBenefit(s, i, void) { // R-RK-09
			c.turnMarks |= beganVoid // R-RK-04, R-RK-71: an opening Void counts as begun in round 1
		}
	}
	log.Add(rules.Event{Kind: "round", N: int(s.round)})
	g.makeRoundOrder(s, log)
	g.beginRoundEffects(s, log)
}

// beginNextTurn begins the turn of the next seat in the order of the round, or the Readying Phase when all have had
// theirs (RK-12, RK-14). A seat that comes to itself when its place has passed still gets one, by the mark acted.
func (g *Game) beginNextTurn(s *State, log *rules.Log) {
	s.clearTurn()
	for i := range g.n {
		s.seats[i].grapple &^= grappleEndOffered
	}
	for place := range g.n {
		i := g.seatAt(s, place)
		if s.seats[i].turnMarks&acted == 0 && g.canAct(s, i) && !g.isRidden(s, i) {
			g.begin(s, i, log)
			return
		}
	}
	s.actor = 0
	s.dueEffects = g.dueAt(s, whenReadying)
	g.continueReadying(s, log)
}

// begin begins a seat's turn (RK-15): its guards and the bonus of its Earth stance end, it gets its actions, and
// chooses its stance (R-RK-03). In round 1 the stance is known already.
func (g *Game) begin(s *State, i int, log *rules.Log) {
	c := &s.seats[i]
	s.actor = uint8(i)
	c.guards, c.earthBonus = 0, 0
	if c.brokeFrom != 0 {
		c.brokeFrom |= brokeLastTurn
	}
	s.simpleLeft, s.steedSimpleLeft = 2, g.steedActions(s)
	if log != nil {
		log.Add(rules.Event{Kind: "turn", Seat: g.name(i), Left: int(s.simpleLeft)})
	}
	if s.firstRound == 0 {
		s.phase = phStance
		return
	}
	g.beginActions(s, log)
}

// beginActions goes on once the stance is known: the Void stance takes actions away (RK-92), and the turn sets off
// effects (RK-13).
func (g *Game) beginActions(s *State, log *rules.Log) {
	s.simpleLeft = g.simpleActions(s)
	s.dueEffects = g.dueAt(s, whenTurn)
	g.setOffTurnEffects(s, log)
}

// afterTurnEffects goes on with the contest of the actor's grapple (RK-139), or with its actions.
func (g *Game) afterTurnEffects(s *State, log *rules.Log) {
	if c := &s.seats[s.actor]; c.grapple != 0 && g.canAct(s, int(s.actor)) {
		s.clearAction()
		g.askContenders(s)
		return
	}
	g.continueTurn(s, log)
}

// simpleActions returns how many Simple Actions a turn begins with.
func (g *Game) simpleActions(s *State) uint8 {
	if s.seats[s.actor].stance == void {
		return 2 - voidActions // RK-92
	}
	return 2
}

// steedActions returns how many Simple Actions the actor's steed has in this turn (R-RK-42).
func (g *Game) steedActions(s *State) uint8 {
	if m := s.seats[s.actor].mount; m != 0 && !g.seats[s.actor].steed && g.canAct(s, int(m)-1) {
		return 2
	}
	return 0
}

// continueTurn lets the actor act again, or ends its turn when it cannot act, or has nothing to do but end it (RK-24):
// a search meets no decision with one option.
func (g *Game) continueTurn(s *State, log *rules.Log) {
	s.clearAction()
	if g.canAct(s, int(s.actor)) && g.canDoMore(s) {
		s.phase = phAct
		return
	}
	g.endTurn(s, log)
}

// canDoMore reports whether there is anything to do besides ending the turn. The whole list takes long to make, so it
// first looks for what there nearly always is: a weapon to let go of, a step to take or a foe to strike.
func (g *Game) canDoMore(s *State) bool {
	i := int(s.actor)
	if c := &s.seats[i]; c.grapple == 0 && c.escapeNumber == 0 {
		if s.did&didLetGo == 0 && g.canBeDisarmed(s, i) || g.canStep(s) {
			return true
		}
		if s.simpleLeft >= 2 {
			var few [64]rules.Action
			if len(g.listAttacks(s, few[:0])) > 0 {
				return true
			}
		}
	}
	var room [1024]rules.Action
	return len(g.turnActions(s, room[:0], everySquare)) > 1
}

// canStep reports whether the actor can certainly take a step; there may be one where it says no. It looks only at even
// ground, and not at all in the Fire stance, where it depends on whom the step leads away from.
func (g *Game) canStep(s *State) bool {
	i := int(s.actor)
	c := &s.seats[i]
	if c.stance == fire || !g.canMove(s, doFreeMove) && !g.canMove(s, doMove) {
		return false
	}
	if most := capSquares * g.lowestWater(s, g.waterOf(s, i)); int(s.moved) >= most {
		return false
	}
	taken := g.ground.rough
	for k := range g.n {
		if g.isConscious(s, k) {
			taken.Add(s.seats[k].square)
		}
	}
	return g.ground.Near[c.square].Without(&taken) != book.Squares{}
}

// endTurn ends the turn under way (RK-24).
func (g *Game) endTurn(s *State, log *rules.Log) {
	i := int(s.actor)
	c := &s.seats[i]
	c.turnMarks |= acted
	if c.focus != 0 { // R-RK-62: what a Focused Attack did ends now, the stun of a blow to the head too
		if c.focus&hurtHead != 0 {
			c.stun = 0
		}
		c.focus = 0
		g.logStatusChange(log, i, "struck part", false)
	}
	if c.brokeFrom&brokeLastTurn != 0 {
		c.brokeFrom = 0
	}
	for k := range g.slots {
		if s.slots[k].left == lastsTurn && g.slotEffect(k).owner == s.actor {
			g.endEffect(s, k, log)
		}
	}
	g.beginNextTurn(s, log)
}

// logStatusChange logs that a condition began or ended.
func (g *Game) logStatusChange(log *rules.Log, i int, what string, began bool) {
	if log != nil {
		log.Add(rules.Event{Kind: "status", Seat: g.name(i), What: what, OK: began})
	}
}

// whyNobodyLeft words the end of a fight in which a side has nobody left, or both with [rules.Neither]: with the rank
// of each, since the Crippled are lost and not dead (R-RK-81).
func (g *Game) whyNobodyLeft(s *State, side rules.Side, log *rules.Log) string {
	if log == nil {
		return ""
	}
	whose := ""
	if side != rules.Neither {
		whose = g.Teams[side]
	}
	var ranks []string
	for i := range g.n {
		f, c := &g.seats[i], &s.seats[i]
		if f.steed || side != rules.Neither && f.side != side {
			continue
		}
		ranks = append(ranks, f.name+" "+text.Either(c.status&gone != 0, outWord(c), rankNames[g.rankOf(c, i)]))
	}
	return rules.WhyNobodyOf(whose) + strings.Join(ranks, ", ")
}

// endIfDecided ends the fight if one side has nobody left or an objective is reached (R-RK-75, R-RK-81), and reports
// whether the fight is over. The order of the cases matters: a side that got away has reached its goal though nobody of
// it is left.
func (g *Game) endIfDecided(s *State, log *rules.Log) bool {
	var left, away [2]int // by side: who can still fight, and who got away
	for i := range g.n {
		f, c := &g.seats[i], &s.seats[i]
		switch {
		case f.steed, c.status&yielded != 0:
		case c.status&gone != 0:
			away[f.side]++
		case c.wounds < g.lostFrom(c, i):
			left[f.side]++
		}
	}
	who, winner, ok := g.goal.DecisiveFall()
	switch {
	case g.goal.Kind == book.GoalEscape && left[g.goal.Side] == 0 && away[g.goal.Side] > 0:
		g.closeFight(s, rules.EndOf(g.goal.Side), rules.WhyAway, log)
	case left[0] == 0 && left[1] == 0:
		g.closeFight(s, rules.EndDraw, g.whyNobodyLeft(s, rules.Neither, log), log)
	case left[0] == 0:
		g.closeFight(s, rules.EndSecond, g.whyNobodyLeft(s, 0, log), log)
	case left[1] == 0:
		g.closeFight(s, rules.EndFirst, g.whyNobodyLeft(s, 1, log), log)
	case ok && g.isLost(s, who):
		g.closeFight(s, rules.EndOf(winner), rules.WhyDown(g.name(who)), log)
	default:
		return false
	}
	return true
}

// isLost reports whether a seat is lost to its side: Downed or Out, as the ruling has it, Dead or gone.
func (g *Game) isLost(s *State, i int) bool {
	c := &s.seats[i]
	return c.status&gone != 0 || c.wounds >= g.lostFrom(c, i)
}

// End ends the fight by word.
func (g *Game) End(s *State, won rules.Side, why string, log *rules.Log) {
	g.closeFight(s, rules.EndOf(won), why, log)
}

// closeFight ends the fight: over is the ending, why the reason that is told. It clears all that describes a turn or a
// round, so that fights which ended alike are equal values.
func (g *Game) closeFight(s *State, over uint8, why string, log *rules.Log) {
	if log != nil {
		log.Add(rules.EndEvent(over, why, g.Round(s), g.Teams))
	}
	s.clearTurn()
	s.phase, s.over, s.actor, s.quietRounds, s.eventful, s.tacticsPools = phOver, over, 0, 0, 0, [2]uint8{}
	s.slots, s.dueEffects, s.saidLast, s.orderPass = [slotsMax]slotState{}, 0, [passesMax]uint8{}, 0
}
