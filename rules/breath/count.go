package breath

import (
	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// §Count Progression: who breathes next, waiting, and closing the round. The lull is in lull.go.

// placesPerEnergy is how many places of the count there are for a point of Energy. Whoever waits takes the place just
// below another's, between two whole points.
const placesPerEnergy = 8

// isInCount reports whether seat i may still breathe in this round. Without Energy, or once it has closed the round, it
// has left the count.
func (g *Game) isInCount(s *State, i int) bool {
	c := &s.seats[i]
	return c.energy > 0 && c.flags&(isDown|hasClosed) == 0 && !g.fighters[i].isMob && !g.isSealed(s, i)
}

// place returns where a seat stands in the count, in eighths of Energy: at its Energy (EB-03), until its first breath
// of the fight at its Energy and initiative. While it waits it stands no higher than the place that it has taken
// Energy that it spends on answers may put it lower.
func (g *Game) place(s *State, i int) int {
	c := &s.seats[i]
	p := int(c.energy) * placesPerEnergy
	if c.flags&hasOpened == 0 && !g.isOverreached(s, i) { // MA-17
		p += int(g.fighters[i].initiative) * placesPerEnergy
	}
	if c.place != 0 {
		p = min(p, int(c.place))
	}
	return p
}

// isBefore reports whether a stands before b in the count: more Energy (EB-03), then higher Finesse (EB-09), then the
// allied side (EB-10), then the roster.
func (g *Game) isBefore(s *State, a, b int) bool {
	pa, pb := g.place(s, a), g.place(s, b)
	if pa != pb {
		return pa > pb
	}
	return g.tieRank[a] < g.tieRank[b]
}

// callNext ends the breath under way and has whoever is highest in the count decide next; if nobody is left, it begins
// the lull (EB-05, EB-06, EB-11). It looks at all seats again, since a breath, an answer or a gift changes the Energy
// of more than one.
func (g *Game) callNext(s *State, log *rules.Log) {
	if len(g.casters) > 0 {
		g.endBreathSpells(s, log)
	}
	s.clearBreath()
	if next := g.nextAfter(s, -1); next >= 0 {
		s.phase, s.actor = phCount, uint8(next)
	} else {
		s.phase = phLullBegins
	}
}

// nextAfter returns the next after seat i in the count, after -1 whoever stands highest; -1 if there is none.
func (g *Game) nextAfter(s *State, i int) int {
	next := -1
	for k := range g.n {
		if g.isInCount(s, k) && (i < 0 || g.isBefore(s, i, k)) && (next < 0 || g.isBefore(s, k, next)) {
			next = k
		}
	}
	return next
}

// mayWait reports whether seat i, which is next in the count, may let another go first: once between two of its own
// breaths, and only with more than two standing and somebody below it.
func (g *Game) mayWait(s *State, i int) bool {
	if !g.rule.Waiting || s.seats[i].flags&hasWaited != 0 {
		return false
	}
	standing, _ := g.countSeats(func(k int) bool { return s.isUp(k) && g.fighters[k].breathes() })
	return standing > 2 && g.nextAfter(s, i) >= 0
}

// waitInCount has seat i wait: it takes the place just below the next one's. It keeps initiative, since to wait
// is no breath. A place of 0 would mean that it does not wait, so that 1 is the lowest.
func (g *Game) waitInCount(s *State, i int, log *rules.Log) {
	c := &s.seats[i]
	c.place = uint8(max(1, min(g.place(s, g.nextAfter(s, i))-1, rows.EnergyMax*placesPerEnergy)))
	c.flags |= hasWaited
	log.Add(rules.Event{Kind: "wait", Seat: g.name(i)})
	g.callNext(s, log)
}

// closeRound has seat i close the round: it leaves the count and keeps its Energy for answers.
func (g *Game) closeRound(s *State, i int, log *rules.Log) {
	c := &s.seats[i]
	c.flags |= hasClosed
	c.place = 0
	log.Add(rules.Event{Kind: "close", Seat: g.name(i), Left: int(c.energy), Of: "energy"})
	g.callNext(s, log)
}
