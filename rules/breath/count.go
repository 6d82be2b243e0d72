package breath

import (
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
)

// §Count Progression: who breathes next, waiting and closing, the start of a round, the lull and the end.

// perEnergy is how many places in the count a point of Energy is: so there is room for a waiter just below another
//
const perEnergy = 8

// isInCount reports whether a seat may yet breathe in this round: without Energy or having closed it has left the count
//
func (g *Game) isInCount(s *State, i int) bool {
	c := &s.seats[i]
	return c.energy > 0 && c.is&(isDown|isClosed) == 0 && !g.seats[i].mob && !g.isSealed(s, i)
}

// place returns where a seat stands in the count, in eighths of Energy: at its Energy (EB-03) and, until its first
// breath of the fight, its initiative; while it waits not above the place it has taken below another.
func (g *Game) place(s *State, i int) int {
	c := &s.seats[i]
	p := int(c.energy) * perEnergy
	if c.is&isOpened == 0 && !g.isOverreached(s, i) { // MA-17
		p += int(g.seats[i].initiative) * perEnergy
	}
	if c.place != 0 {
		p = min(p, int(c.place))
	}
	return p
}

// before reports whether a stands before b in the count: more Energy (EB-03), then higher Finesse (EB-09), then the
// allied side (EB-10), then the roster.
func (g *Game) before(s *State, a, b int) bool {
	pa, pb := g.place(s, a), g.place(s, b)
	if pa != pb {
		return pa > pb
	}
	return g.tieRank[a] < g.tieRank[b]
}

// count returns how many seats a condition holds for, and the last of them.
func (g *Game) count(is func(i int) bool) (n, last int) {
	for i := range g.n {
		if is(i) {
			n, last = n+1, i
		}
	}
	return n, last
}

// has reports whether a condition holds for any seat.
func (g *Game) has(is func(i int) bool) bool {
	for i := range g.n {
		if is(i) {
			return true
		}
	}
	return false
}

// callNext ends the breath under way and has whoever is highest in the count decide next; if nobody is left, it begins
// the lull (EB-05, EB-06, EB-11).
func (g *Game) callNext(s *State, log *rules.Log) {
	if len(g.mages) > 0 {
		g.endBreathSpells(s, log)
	}
	s.clearBreath()
	next := g.nextBelow(s, -1)
	if next < 0 {
		g.runLull(s, log)
		return
	}
	s.phase, s.actor = phCount, uint8(next)
}

// nextBelow returns the next after seat i in the count, after -1 whoever stands highest; -1 if there is none.
func (g *Game) nextBelow(s *State, i int) int {
	next := -1
	for k := range g.n {
		if g.isInCount(s, k) && (i < 0 || g.before(s, i, k)) && (next < 0 || g.before(s, k, next)) {
			next = k
		}
	}
	return next
}

// mayWait reports whether the one at the count may let the next one go first: once between two of its own breaths, and
// only with more than two standing and somebody below it.
func (g *Game) mayWait(s *State, i int) bool {
	if !g.rule.Waiting || s.seats[i].is&isWaited != 0 {
		return false
	}
	standing, _ := g.count(func(k int) bool { return s.up(k) && g.seats[k].breathes() })
	return standing > 2 && g.nextBelow(s, i) >= 0
}

// wait takes the place just below the next one's.
func (g *Game) wait(s *State, i int, log *rules.Log) {
	c := &s.seats[i]
	c.place = uint8(max(1, min(g.place(s, g.nextBelow(s, i))-1, rows.EnergyMax*perEnergy)))
	c.is |= isWaited
	log.Add(rules.Event{Kind: "wait", Seat: g.name(i)})
	g.callNext(s, log)
}

// leaveCount leaves the count for this round and keeps the Energy for answers.
func (g *Game) leaveCount(s *State, i int, log *rules.Log) {
	c := &s.seats[i]
	c.is |= isClosed
	c.place = 0
	log.Add(rules.Event{Kind: "close", Seat: g.name(i), Left: int(c.energy), Of: "energy"})
	g.callNext(s, log)
}

// runLull begins the lull: reservations end and what has lasted for the round, dropped weapons are taken up, and the
// bleeding lose a Wound, all at once. Then checks follow, one after the other: of fire, of seals, of bleeding (EB-11,
// EB-34, R-107, R-119).
func (g *Game) runLull(s *State, log *rules.Log) {
	log.Add(rules.Event{Kind: "lull", N: int(s.round)})
	for i := range g.n {
		c := &s.seats[i]
		if c.is&isDown != 0 {
			continue
		}
		if g.seats[i].isSquad() {
			g.endSquadRound(s, i, log)
			continue
		}
		g.clearFlag(s, i, isDefenseless, "defenseless", log)
		g.clearExposed(s, i, log)
		c.is &^= isClosed | isWaited | isBreathed | isRooted | isDescended
		if !g.rule.StrainBreath {
			c.is &^= isStrained
		}
		c.place, c.zero = 0, 0
		c.held = [2]uint8{}
		if g.rule.LullPickUp && s.duel.rung != tsubazeriai {
			g.pickUp(s, i, 3, log)
		}
	}
	if g.duel.on {
		g.catchBreath(s, log)
	}
	if g.usesLaid {
		g.clearTillLull(s)
	}
	for i := range g.n { // before anything is decided, so that nobody wins by standing later in the file
		if s.seats[i].is&isBleeding != 0 {
			g.takeWounds(s, i, byItself, 1, woundCause{what: "bleeding"}, log)
		}
	}
	if len(g.mages) > 0 {
		g.runSpellLull(s, log)
		return
	}
	if g.decide(s, log) {
		return
	}
	g.askBleeding(s, log)
}

// clearTillLull clears what others have laid on people and places till the lull: gifts received, blessings, silver.
func (g *Game) clearTillLull(s *State) {
	for i := range g.n {
		s.marks[i] &^= markReceived | markBlessed
	}
	for z := range s.ground {
		s.ground[z] &^= silverOn(0) | silverOn(1)
	}
}

// askBleeding waits for the dice of the next one who bleeds, in the order of ties in the count; after the last one it
// ends the round.
func (g *Game) askBleeding(s *State, log *rules.Log) {
	for ; int(s.scan) < g.n; s.scan++ {
		if i := g.byTieRank[s.scan]; s.seats[i].is&isBleeding != 0 {
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
	s.scan++
	g.askBleeding(s, log)
}

// nextRound ends the fight if its rounds are over, else gives everyone full Energy (EB-04) and lets morale be raised
// before the round begins.
func (g *Game) nextRound(s *State, log *rules.Log) {
	if g.goal.Kind == book.GoalLast && s.round >= g.goal.Rounds {
		g.finish(s, rules.EndOf(g.goal.Side), whyHeld, log)
		return
	}
	if s.round >= g.rounds {
		g.finish(s, g.timeUp(), cappedWords, log)
		return
	}
	for i := range g.n {
		c := &s.seats[i]
		if c.is&isDown == 0 {
			c.energy = g.seats[i].energy
		}
	}
	s.scan = 0
	g.askRaising(s, log)
}

// newRound begins the next round.
func (g *Game) newRound(s *State, log *rules.Log) {
	s.round++
	if g.duel.on {
		g.startDuelRound(s)
	}
	log.Add(rules.Event{Kind: "round", N: int(s.round)})
	if len(g.mages) > 0 {
		g.startSpellRound(s, log)
		s.phase = phCount // so that callNext ends no breath of whoever has thrown last
	}
	g.callNext(s, log)
}

// timeUp returns the ending when the rounds are over: the side wins that the objective then favours, else nobody
//
func (g *Game) timeUp() uint8 {
	switch g.goal.Kind {
	case book.GoalProtect, book.GoalLast:
		return rules.EndOf(g.goal.Side)
	case book.GoalDown, book.GoalEscape:
		return rules.EndOf(1 - g.goal.Side)
	}
	return rules.EndDraw
}

// decide ends the fight if somebody's fall or flight has decided it, and says so.
func (g *Game) decide(s *State, log *rules.Log) bool {
	var standing, away [2]int
	for i := range g.n {
		if g.keepsSideIn(s, i) {
			standing[g.seats[i].side]++
			if s.seats[i].zone == outside {
				away[g.seats[i].side]++
			}
		}
	}
	w := g.goal.Side
	switch {
	case g.goal.Kind == book.GoalDown && !s.up(int(g.goal.Who)):
		g.finish(s, rules.EndOf(w), g.whyDown(log), log)
	case g.goal.Kind == book.GoalProtect && !s.up(int(g.goal.Who)):
		g.finish(s, rules.EndOf(1-w), g.whyDown(log), log)
	case standing[0]+standing[1] == 0:
		g.finish(s, rules.EndDraw, whyNobody, log)
	case standing[0] == 0 || standing[1] == 0:
		why := whyFallen
		if g.duel.points > 0 {
			why = whyPoints
		}
		g.finish(s, rules.EndOf(rules.Side(bit(standing[0] == 0))), why, log)
	case g.goal.Kind == book.GoalEscape && away[w] == standing[w]:
		g.finish(s, rules.EndOf(w), rules.EndAway, log)
	default:
		return false
	}
	return true
}

// Why a fight has ended, for its end event.
const (
	whyFallen = "nobody stands against them"
	whyPoints = "the points are made"
	whyNobody = "nobody stands"
	whyHeld   = "they held to the last"
)

// whyDown says that whoever the objective names is down, for the end event.
func (g *Game) whyDown(log *rules.Log) string {
	if log == nil { // a search asks for no memory
		return ""
	}
	return g.name(int(g.goal.Who)) + " is down"
}

// End ends the fight by the GM's word.
func (g *Game) End(s *State, won rules.Side, why string, log *rules.Log) {
	g.finish(s, rules.EndOf(won), why, log)
}

// finish ends the fight and clears what no longer matters.
func (g *Game) finish(s *State, end uint8, why string, log *rules.Log) {
	s.clearBreath()
	s.phase, s.over, s.actor = phOver, end, 0
	if log != nil {
		log.Add(rules.EndEvent(end, why, int(s.round), g.Teams))
	}
}
