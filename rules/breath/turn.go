package breath

import (
	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/breath/tale"
)

// The course of a fight. A maneuver is declared and paid. If it passes the limit there is an overload check. Then it is
// performed, its blows wait for dice and answers, and it is closed.

// Turn returns what the fight waits for: a decision or dice, of whom, and whether a breath begins; or that it is over.
func (g *Game) Turn(s *State) rules.Turn {
	return phases[s.phase].Turn(g, s)
}

// Actions lists the legal decisions. Where the fight waits for dice or is over there are none.
func (g *Game) Actions(s *State, buf []rules.Action) []rules.Action {
	if list := phases[s.phase].Actions; list != nil {
		return list(g, s, buf)
	}
	return buf
}

// Odds returns the outcomes of the dice the fight waits for, merged by consequence.
func (g *Game) Odds(s *State, buf []rules.Odds) []rules.Odds {
	switch p := &phases[s.phase]; {
	case g.mayShiftDice(s):
		return pairOdds(buf)
	case p.need != nil:
		return passFailOdds(int(p.need(g, s)), buf)
	default:
		return p.Odds(g, s, buf)
	}
}

// fineOdds appends the outcomes of the same dice as people at a table tell them apart: by sum, doubles apart.
func (g *Game) fineOdds(s *State, buf []rules.Odds) []rules.Odds {
	switch {
	case s.phase == phLot:
		return g.lotOdds(s, buf)
	case s.phase == phContest:
		return g.contestOdds(s, buf, false)
	case g.mayShiftDice(s):
		return pairOdds(buf)
	}
	return mergeThrows(buf, func(sum int8, double bool) int16 { return 2*int16(sum) + bit(double) })
}

// Check describes the dice the fight waits for: whose, against whom, the number to reach and the exact chance of it.
func (g *Game) Check(s *State) rules.Check {
	p := &phases[s.phase]
	c := rules.Check{Seat: p.Seat(g, s), At: rules.Nobody, Dice: []int{10, 10}, What: p.what}
	if p.need != nil {
		c.Need = int(p.need(g, s))
	}
	if p.total != nil {
		total := int(p.total(g, s))
		c.Mod, c.Need = total-c.Need, total
	}
	if p.Check != nil {
		p.Check(g, s, &c)
	}
	switch {
	case c.Den != 0: // the row of a lot or a contest has set the chance
		return c
	case c.Verb == "":
		c.Success = tale.Success(c.What)
	}
	n := throwsFor(c.Need - c.Mod)
	if s.phase == phStrike && g.strikesMirage(s, s.currentBlow()) {
		n = 0
		for sum := 2; sum <= 20; sum += 2 { // an odd sum misses a mirage
			if sum >= c.Need-c.Mod {
				n += waysOf(sum)
			}
		}
	}
	setChance(&c, n, 100)
	if c.What == tale.Defense {
		c.SetHitChance()
	}
	return c
}

// Play plays an action until the fight waits for something again. It does not check that the action is legal:
// fight.Fight does that for what people choose.
func (g *Game) Play(s *State, act rules.Action, log *rules.Log) {
	switch act.Do {
	case doRoll:
		if g.mayShiftDice(s) {
			s.shownFaces, s.pausedPhase, s.phase = [2]uint8{act.With, act.To}, s.phase, phFate // a Lord may shift one
			return
		}
		g.roll(s, int8(act.N), act.Mode == 1, log)
	case doKeepDice, doShiftDie:
		sum, double := g.intervene(s, act, log)
		g.roll(s, sum, double, log)
	case doDrawLot:
		g.strikeAstray(s, int(act.At), log)
	case doTakeBlow:
		g.takeBlow(s)
	case doNameTarget:
		g.takeSecondTarget(s, act, log)
	case doAnswerSpell:
		g.answerBySpell(s, act, log)
	case doDeclineSpell:
		s.phase = phUnanswered
	case doResistStep:
		s.phase = phContest
	case doDecline:
		switch s.phase { // go on without what was offered: resistance to a half-step, a Kata, raised morale
		case phKata:
			s.phase = phBlowOver
		case phRaiseMorale:
			g.takeRaiseMorale(s, false, log)
		default:
			g.makeStep(s, log)
			s.phase = phManeuverDone
		}
	case doKataStrike:
		g.strikeKata(s, log)
	case doRaiseMorale:
		g.takeRaiseMorale(s, true, log)
	case doContest:
		g.takeContest(s, int8(act.With), int8(act.To), log)
	case doDefend:
		g.defend(s, act, log)
	case doWait:
		g.waitInCount(s, int(s.actor), log)
	case doCloseRound:
		g.closeRound(s, int(s.actor), log)
	case doEnd:
		g.callNext(s, log) // to end with nothing done is to close: a breath begins with its first maneuver
	default:
		g.maneuver(s, act, log)
	}
	if s.phase >= phaseCount {
		g.goOn(s, log)
	}
}

// goOn takes the steps between what the fight has waited for and what it waits for next. Each step sets the phase of
// the one after it, or one that waits.
func (g *Game) goOn(s *State, log *rules.Log) {
	for s.phase >= phaseCount {
		switch s.phase {
		case phManeuverDone:
			if uint16(s.maneuver.do) != doGeneralOrder || !g.obeyNext(s, log) {
				g.closeManeuver(s, log)
			}
		case phBreathOver:
			g.callNext(s, log)
		case phUnanswered:
			g.applyHit(s, log)
		case phBlowOver:
			g.endBlow(s, log)
		case phZoneEntered:
			g.strikeAtEntrant(s, log)
		case phManeuverPaid:
			g.perform(s, log)
		case phBlowDeclared:
			g.startBlow(s, log)
		case phBlowReady:
			g.awaitRoll(s, log)
		case phLullBegins:
			g.runLull(s, log)
		case phRoundBegins:
			g.newRound(s, log)
		}
	}
}

// roll hands two dice to the phase that waits for them: their sum, or whether they succeed where doubles mean nothing.
// It logs the check, except those of attack and defence, which name their weapons and log themselves.
func (g *Game) roll(s *State, sum int8, double bool, log *rules.Log) {
	p := &phases[s.phase]
	if log != nil && s.phase != phStrike && s.phase != phDefend {
		c := g.Check(s)
		total := int(sum) + c.Mod
		e := rules.Event{Kind: "check", Seat: g.name(int(c.Seat)), What: c.What, Total: total, Need: c.Need,
			OK: total >= c.Need, Double: double && p.need == nil}
		if c.At != rules.Nobody {
			e.At = g.name(int(c.At))
		}
		if s.phase == phForceWay {
			e.To = rows.Zones[s.maneuver.to]
		}
		log.Add(e)
	}
	if p.need == nil {
		p.take(g, s, sum, double, log)
		return
	}
	p.settle(g, s, sum >= p.need(g, s), log)
}

// maneuver declares a maneuver and takes its price; the first one begins the breath. If the price carries the breath
// over its limit, the overload check comes before the maneuver is performed; what costs nothing has no check.
func (g *Game) maneuver(s *State, act rules.Action, log *rules.Log) {
	if s.phase == phCount {
		g.begin(s, int(s.actor), log)
	}
	s.maneuver = maneuver{do: uint8(act.Do), with: act.With, at: uint8(act.At), to: act.To, mode: act.Mode}
	if log != nil {
		log.Add(g.declaration(s, act))
	}
	cost := g.cost(s, act)
	g.spendEnergy(s, int(s.actor), cost, log)
	if s.spent += cost; cost > 0 && s.spent > g.limit(s, int(s.actor)) { // EB-40, EB-41
		s.phase = phOverload
		log.Add(rules.Event{Kind: "overload", Seat: g.name(int(s.actor)), N: int(g.overLimit(s))})
	} else {
		g.perform(s, log)
	}
}

// Cost returns the Energy that an action takes at once, for whoever decides: that of an answer in haste or by a spell,
// of raised morale, or of a maneuver. A reservation that answers has been paid.
func (g *Game) Cost(s *State, act rules.Action) int {
	switch {
	case act.Do == doDefend && act.Mode == modeHaste:
		at := s.currentBlow().target
		return int(g.fighters[at].techniques[act.With].haste[s.seats[at].zone])
	case act.Do == doAnswerSpell:
		return int(g.casters[act.To].spells[act.With].cost[0])
	case act.Do == doRaiseMorale:
		return raiseMoraleCost
	case isManeuver(act.Do):
		return int(g.cost(s, act))
	}
	return 0
}

// wouldOverload reports whether a maneuver would carry the breath past its limit.
func (g *Game) wouldOverload(s *State, act rules.Action) bool {
	c := g.cost(s, act)
	if c == 0 {
		return false
	}
	if s.phase == phCount { // the breath begins on a copy, since strain and expired spells change its limit
		t := *s
		g.begin(&t, int(s.actor), nil)
		return c > g.limit(&t, int(t.actor))
	}
	return s.spent+c > g.limit(s, int(s.actor))
}
