package breath

import (
	"kokyu/rules"
	"kokyu/rules/book"
)

// How a fight ends: by who stands, by the objective, by the cap of rounds, by the GM.

// endIfDecided ends the fight if somebody's fall or flight has decided it, and says so. The objective comes before the
// rule that a side without anybody standing has lost, so that the end is told by its cause.
func (g *Game) endIfDecided(s *State, log *rules.Log) bool {
	var standing, away [2]int
	for i := range g.n {
		if g.keepsSideIn(s, i) {
			standing[g.fighters[i].side]++
			if s.seats[i].zone == zoneOutside {
				away[g.fighters[i].side]++
			}
		}
	}
	w := g.goal.Side
	who, winner, ok := g.goal.DecisiveFall()
	switch {
	case ok && !s.isUp(who):
		g.closeFight(s, rules.EndOf(winner), g.whyDown(log), log)
	case standing[0]+standing[1] == 0:
		g.closeFight(s, rules.EndDraw, "nobody stands", log)
	case standing[0] == 0 || standing[1] == 0:
		why := rules.WhyFallen
		if g.duel.points > 0 {
			why = rules.WhyPoints
		}
		g.closeFight(s, rules.EndOf(rules.Side(bit(standing[0] == 0))), why, log)
	case g.goal.Kind == book.GoalEscape && away[w] == standing[w]:
		g.closeFight(s, rules.EndOf(w), rules.WhyAway, log)
	default:
		return false
	}
	return true
}

// keepsSideIn reports whether seat i alone would keep its side in the fight: it stands and is no Mob, no squad without
// a commander and no unit whose master is down.
func (g *Game) keepsSideIn(s *State, i int) bool {
	f := &g.fighters[i]
	switch {
	case !s.isUp(i) || f.isMob:
		return false
	case f.isSquad():
		return !s.isLeaderless(i)
	case f.master != nobody:
		return s.isUp(int(f.master))
	}
	return true
}

// whyDown returns the sentence that whoever the objective names is down, for the end event. A search, which has no log,
// need not allocate it.
func (g *Game) whyDown(log *rules.Log) string {
	if log == nil {
		return ""
	}
	return rules.WhyDown(g.name(int(g.goal.Who)))
}

// timeUp returns the ending when the rounds are over. Then an objective to protect or to last is reached, and one to
// down somebody or to escape is missed; without one nobody wins.
func (g *Game) timeUp() uint8 {
	switch g.goal.Kind {
	case book.GoalProtect, book.GoalLast:
		return rules.EndOf(g.goal.Side)
	case book.GoalDown, book.GoalEscape:
		return rules.EndOf(1 - g.goal.Side)
	}
	return rules.EndDraw
}

// End ends the fight by the GM's word.
func (g *Game) End(s *State, won rules.Side, why string, log *rules.Log) {
	g.closeFight(s, rules.EndOf(won), why, log)
}

// closeFight ends the fight and clears the fields that no longer matter, so that fights that end alike are equal
// values.
func (g *Game) closeFight(s *State, end uint8, why string, log *rules.Log) {
	s.clearBreath()
	s.phase, s.ending, s.actor = phOver, end, 0
	if log != nil {
		log.Add(rules.EndEvent(end, why, int(s.round), g.Teams))
	}
}
