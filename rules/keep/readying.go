package keep

import (
	"kokyu/rules"
	"kokyu/rules/book"
)

// The Readying Phase at the end of a round (001 §Readying Phase): first, in reverse order of initiative, what each
// combatant recovers from, then what is counted in rounds (R-RK-46).

// continueReadying sets off the effects that begin with this phase (RK-25) and begins the next test of Earth: of one
// who is Stunned, then of one who is Incapacitated. After each test afterEarthTest calls it again. In this phase
// State.answered has the seats that have made the first test, and State.voidTakers those that have made the second:
// there is no contest that needs them.
func (g *Game) continueReadying(s *State, log *rules.Log) {
	shaken, rallied := s.answered, s.voidTakers // clearAction clears them
	s.clearAction()
	s.answered, s.voidTakers = shaken, rallied
	for place := g.n - 1; place >= 0; place-- {
		i := g.seatAt(s, place)
		c := &s.seats[i]
		if s.dueEffects != 0 && !g.setOffReadying(s, i, log) {
			return
		}
		if !g.isConscious(s, i) {
			continue
		}
		bit := uint8(1) << i
		if c.stun != 0 && s.answered&bit == 0 {
			s.answered |= bit
			s.do = uint8(doShake) // RK-189
			g.beginTest(s, i)
			return
		}
		if c.status&incapacitated == 0 || s.voidTakers&bit != 0 {
			continue
		}
		s.voidTakers |= bit
		if c.status&recoversNext == 0 {
			s.do = uint8(doRally) // RK-217
			g.beginTest(s, i)
			return
		}
		c.status &^= incapacitated | recoversNext // R-RK-12
		g.logStatusChange(log, i, "incapacitated", false)
	}
	g.finishRound(s, log)
}

// afterEarthTest applies the result of a test of Earth, and goes on with the phase. Each failure to shake off the stun
// makes the next test easier (RK-190); after a failure to rally no further test is needed (RK-218).
func (g *Game) afterEarthTest(s *State, do uint16, ok bool, log *rules.Log) {
	i := int(s.by)
	c := &s.seats[i]
	switch {
	case do == doShake && ok:
		c.stun = 0
		g.logStatusChange(log, i, "stunned", false)
	case do == doShake:
		c.stun = min(c.stun+1, 3) // RK-190
	case ok:
		c.status &^= incapacitated
		g.logStatusChange(log, i, "incapacitated", false)
	default:
		c.status |= recoversNext // RK-218
	}
	g.continueReadying(s, log)
}

// finishRound ends the round: effects lose one of their rounds (RK-26), and the wounded bleed if a ruling has it so.
// The fight ends if that decides it, after as many quiet rounds as the ruling says (R-RK-74), or after the last round
// (R-RK-76); else the next round begins.
func (g *Game) finishRound(s *State, log *rules.Log) {
	s.clearAction()
	s.dueEffects = 0
	g.countDown(s, log)
	for i := range g.n {
		c := &s.seats[i]
		if g.rule.Bleeding > 0 && c.status&(gone|tended) == 0 && !g.isConscious(s, i) && c.wounds < g.deadFrom(c, i) {
			g.wound(s, i, i, int(g.rule.Bleeding), log)
		}
	}
	if s.eventful != 0 {
		s.quietRounds, s.eventful = 0, 0
	} else {
		s.quietRounds++
	}
	switch {
	case g.endIfDecided(s, log):
	case g.goal.Kind == book.GoalLast && s.round >= g.goal.Rounds:
		g.closeFight(s, rules.EndOf(g.goal.Side), rules.WhyHeld, log)
	case s.quietRounds >= uint8(g.rule.StandOff):
		g.closeFight(s, rules.EndDraw, quietWords, log)
	case s.round >= g.rounds:
		g.closeFight(s, g.capEnding, rules.WhyTimeUp, log)
	default:
		s.round++
		s.firstRound = 0
		g.beginRound(s, log)
	}
}
