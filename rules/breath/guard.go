package breath

import (
	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// Document 003 §Guard: a number beside Wounds that only duels have (MA-26, MA-55). Blows, feints, near misses and
// pushes shave it, which is to take points of it. At 0 it is broken, which is an opening for the other: for a while the
// next blow that lands is a critical.

// openingDirect is the Direct of every attack into an opening (MA-33).
var openingDirect = int8(rows.GuardTable.Num("guard break", "direct"))

// guardBase is the guard that everyone has besides the higher of Finesse and Wits (MA-25).
var guardBase = int8(rows.GuardTable.Num("maximum guard", "base"))

// The guard that a landed blow, a critical and a near miss shave (MA-27, MA-29, MA-30); the least that a lull gives
// back (MA-35), and the guard it adds for having broken away (MA-36).
var (
	landedShaves   = -int8(rows.GuardTable.Num("a blow landed", "shaves"))
	criticalShaves = -int8(rows.GuardTable.Num("a critical", "shaves"))
	nearMissShaves = -int8(rows.GuardTable.Num("a near miss", "shaves"))
	regainMin      = int8(rows.GuardTable.Num("breath caught", "least"))
	regainAway     = int8(rows.GuardTable.Num("breath caught", "away"))
)

// shave takes n points of guard from seat i, never below 0; a broken guard is not shaved further. At 0 it breaks
// (MA-32). The log says that seat doer has done it, by what.
func (g *Game) shave(s *State, i, doer int, n int8, what string, log *rules.Log) {
	d := &s.duel
	n = min(n, d.guard[i])
	if n <= 0 {
		return
	}
	d.guard[i] -= n
	if log != nil {
		log.Add(rules.Event{Kind: "guard", Seat: g.name(i), At: g.name(doer), What: what, N: int(n), Left: int(d.guard[i])})
		if d.guard[i] == 0 {
			log.Add(rules.Event{Kind: "break", Seat: g.name(i), At: g.name(doer)})
		}
	}
}

// fadeOpenings marks, after a maneuver, the openings that end with this round: those whose foe has a breath left in it.
// The others last to the end of the next round. Nobody regains a breath within a round, so that to call
// it again changes nothing.
func (g *Game) fadeOpenings(s *State) {
	if !g.rule.OpenRound {
		return
	}
	for i := range s.duel.flags {
		if s.duel.isBroken(i) && g.isInCount(s, 1-i) {
			s.duel.flags[i] |= duelOpeningFades
		}
	}
}

// useOpening marks that a blow has landed in seat i's opening. This ends its Critical window, and by a ruling
// the opening too.
func (g *Game) useOpening(s *State, i int, log *rules.Log) {
	switch {
	case !g.rule.OpenRound:
		g.halveGuard(s, i)
	case !s.duel.hasCriticalWindow(i):
		return
	default:
		s.duel.flags[i] |= duelWindowUsed
	}
	g.logOpening(s, i, "used", log)
}

// endOpening ends an opening whose round is over. Guard recovers as in any lull, or to half its maximum where,
// by a ruling, blows end openings.
func (g *Game) endOpening(s *State, i int, log *rules.Log) {
	if g.rule.OpenRound {
		s.duel.flags[i] &^= duelOpeningFades | duelWindowUsed
		g.regainGuard(s, i, nil)
	} else {
		g.halveGuard(s, i)
	}
	g.logOpening(s, i, "past", log)
}

// halveGuard ends an opening with guard at half its maximum, rounded up.
func (g *Game) halveGuard(s *State, i int) {
	s.duel.guard[i] = (g.fighters[i].guard + 1) / 2
	s.duel.flags[i] &^= duelOpeningFades
}

// logOpening logs the use or the end of seat i's opening.
func (g *Game) logOpening(s *State, i int, what string, log *rules.Log) {
	log.Add(rules.Event{Kind: "opening", Seat: g.name(i), What: what, Left: int(s.duel.guard[i])})
}

// shaveByBlow shaves the guard of one on whom a blow has landed, by the largest loss that applies: a blow or
// feint 1 (MA-27, R-68), a critical 2 (MA-30), an empty-hand move 2 (MA-23), a dagger among locked blades 2. In
// an opening it only uses up the Critical window, and a feint not even that.
func (g *Game) shaveByBlow(s *State, b *blow, critical bool, log *rules.Log) {
	target, striker := int(b.target), int(b.striker)
	if s.duel.isBroken(target) {
		if b.aim() != aimFeint {
			g.useOpening(s, target, log)
		}
		return
	}
	a := &g.fighters[striker].techniques[b.technique]
	n, what := landedShaves, "a blow landed"
	switch {
	case b.aim() == aimFeint:
		what = "a feint landed"
	case a.flags&techEmptyHand != 0:
		n, what = g.rule.EmptyHand, "an empty hand"
	case a.flags&techTanto != 0 && s.duel.rung == tsubazeriai:
		n = g.rule.Dagger
	}
	if critical {
		n = max(n, criticalShaves)
	}
	g.shave(s, target, striker, n, what, log)
}

// updateGuard changes guard in the lull. Whoever has stood off at far range for two rounds running loses guard
// and regains none (K-06); everyone else regains some, see regainGuard. An opening in its last round ends, and its
// guard recovers even if its bearer stood off; in one with a round to come it does not recover yet.
func (g *Game) updateGuard(s *State, log *rules.Log) {
	d := &s.duel
	for i := range d.guard {
		standsOff, stoodOff := d.flags[i]&duelStandsOff != 0, d.flags[i]&duelStoodOff != 0
		d.flags[i] &^= duelStandsOff | duelStoodOff
		if standsOff {
			d.flags[i] |= duelStoodOff
		}
		switch {
		case d.isBroken(i) && d.flags[i]&duelOpeningFades != 0:
			g.endOpening(s, i, log)
			continue
		case d.isBroken(i):
			d.flags[i] |= duelOpeningFades
			continue
		case standsOff && stoodOff:
			g.shave(s, i, 1-i, g.rule.StandOff, "standing off", log)
			if d.isBroken(i) {
				d.flags[i] |= duelOpeningFades // its round is the one to come
				continue
			}
			if !g.rule.StandRests {
				continue
			}
		}
		g.regainGuard(s, i, log)
	}
}

// regainGuard gives seat i guard back: the higher of Finesse and Wits, at least 1 (MA-35), 1 more if it has broken away
// to far range (MA-36, R-72), never above the maximum (MA-37). After an opening, the end of which is logged instead,
// log is nil.
func (g *Game) regainGuard(s *State, i int, log *rules.Log) {
	d, f := &s.duel, &g.fighters[i]
	n := f.guardRegained
	if d.rung == farRange && d.flags[i]&duelBrokeAway != 0 {
		n += regainAway
	}
	n = min(n, f.guard-d.guard[i])
	if n <= 0 {
		return
	}
	d.guard[i] += n
	log.Add(rules.Event{Kind: "guard", Seat: g.name(i), What: "breath caught", N: int(n), Left: int(d.guard[i]), OK: true})
}
