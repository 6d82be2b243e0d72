package keep

import (
	"kokyu/rules"
	"kokyu/rules/book"
)

// The Readying Phase (001 §Readying Phase): what recovers then, in reverse order of initiative, then what lasts for rounds
// (R-RK-46).

// readying sets off the effects of each (RK-25), and asks the next who may shake something off for its test; State.asked and void say who has been.
func (g *Game) readying(s *State, log *rules.Log) {
	shaken, rallied := s.asked, s.void
	s.rest()
	s.asked, s.void = shaken, rallied
	for place := g.n - 1; place >= 0; place-- {
		i := g.seatAt(s, place)
		c := &s.seats[i]
		if s.due != 0 && !g.setOffReadying(s, i, log) {
			return
		}
		if !g.conscious(s, i) {
			continue
		}
		bit := uint8(1) << i
		if c.stun != 0 && s.asked&bit == 0 {
			s.asked |= bit
			g.testEarth(s, i, doShake, log)
			return
		}
		if c.status&stricken == 0 || s.void&bit != 0 {
			continue
		}
		s.void |= bit
		if c.status&waning == 0 {
			g.testEarth(s, i, doRally, log)
			return
		}
		c.status &^= stricken | waning // R-RK-12
		g.status(log, i, "incapacitated", false)
	}
	g.tick(s, log)
}

// testEarth begins a test of Earth (RK-189, RK-217).
func (g *Game) testEarth(s *State, i int, do uint16, log *rules.Log) {
	s.do = uint8(do)
	g.beginTest(s, i, log)
}

// goOnRecovered goes on after it.
func (g *Game) goOnRecovered(s *State, do uint16, ok bool, log *rules.Log) {
	i := int(s.by)
	c := &s.seats[i]
	switch {
	case do == doShake && ok:
		c.stun = 0
		g.status(log, i, "stunned", false)
	case do == doShake:
		c.stun = min(c.stun+1, 3) // RK-190
	case ok:
		c.status &^= stricken
		g.status(log, i, "incapacitated", false)
	default:
		c.status |= waning // RK-218
	}
	g.readying(s, log)
}

// tick ends the round: what lasts for rounds has one less (RK-26); who bleeds, bleeds; nobody having struck for three rounds, and the last round, are the end of the
// fight (R-RK-74, R-RK-76).
func (g *Game) tick(s *State, log *rules.Log) {
	s.rest()
	s.due = 0
	g.runs(s, log)
	for i := range g.n {
		c := &s.seats[i]
		if g.rule.Bleeding > 0 && c.status&(gone|tended) == 0 && !g.conscious(s, i) && c.wounds < g.deadFrom(c, i) {
			g.wound(s, i, i, int(g.rule.Bleeding), log)
		}
	}
	if s.busy != 0 {
		s.quiet, s.busy = 0, 0
	} else {
		s.quiet++
	}
	switch {
	case g.decide(s, log):
	case g.goal.Kind == book.GoalLast && s.round >= g.goal.Rounds:
		g.end(s, rules.EndOf(g.goal.Side), "they held to the last", log)
	case s.quiet >= uint8(g.rule.StandOff):
		g.end(s, rules.EndDraw, quietWords, log)
	case s.round >= g.rounds:
		g.end(s, g.capped, cappedWords, log)
	default:
		s.round++
		s.first = 0
		g.round(s, log)
	}
}
