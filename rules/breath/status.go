package breath

import "kokyu/rules"

// Changes of a seat's state, and their events for the log. Functions called by a search at every node ask whether there
// is a log before they make an event.

// name returns a seat's name.
func (g *Game) name(i int) string { return g.fighters[i].name }

// noDoer stands for the seat that has done something where nobody has, as when fire wounds.
const noDoer = -1

// doerName returns the name of the seat that has done something, "" for noDoer.
func (g *Game) doerName(doer int) string {
	if doer == noDoer {
		return ""
	}
	return g.name(doer)
}

// logState logs that seat i is in the state what from now on, or no longer if ok is false.
func (g *Game) logState(log *rules.Log, i int, what string, ok bool) {
	if log != nil {
		log.Add(rules.Event{Kind: "status", Seat: g.name(i), What: what, OK: ok})
	}
}

// logCounter logs a blow struck out of turn.
func (g *Game) logCounter(log *rules.Log, striker, target int, a *technique) {
	if log != nil {
		log.Add(rules.Event{Kind: "counter", Seat: g.name(striker), At: g.name(target), What: a.name,
			With: g.slotName(striker, a.slot), Of: g.slotFamily(striker, a.slot)})
	}
}

// setFlag sets a flag of seat i, and logs it under the name what if it was not set.
func (g *Game) setFlag(s *State, i int, f flags, what string, log *rules.Log) {
	if s.seats[i].flags&f == 0 {
		s.seats[i].flags |= f
		g.logState(log, i, what, true)
	}
}

// clearFlag clears flags of seat i, and logs it if any was set.
func (g *Game) clearFlag(s *State, i int, f flags, what string, log *rules.Log) {
	if s.seats[i].flags&f != 0 {
		s.seats[i].flags &^= f
		g.logState(log, i, what, false)
	}
}

// clearExposed ends what lowers seat i's Defense until its next breath.
func (g *Game) clearExposed(s *State, i int, log *rules.Log) {
	if s.seats[i].exposed != 0 {
		s.seats[i].exposed = 0
		g.logState(log, i, "exposed", false)
	}
}

// spendEnergy takes n Energy from seat i, in its breath or outside of it.
func (g *Game) spendEnergy(s *State, i int, n int8, log *rules.Log) {
	c := &s.seats[i]
	c.energy -= n
	if log != nil && n > 0 {
		log.Add(rules.Event{Kind: "spend", Seat: g.name(i), Of: "energy", N: int(n), Left: int(c.energy)})
	}
}

// obeyEvent returns the event of a squad or a unit that does what it is told. Without a target, -1, it has no weapon.
func (g *Game) obeyEvent(i int, what string, target int, b *blow) rules.Event {
	a := &g.fighters[i].techniques[b.technique]
	e := rules.Event{Kind: "obey", Seat: g.name(i), What: what}
	if target >= 0 {
		e.At, e.With, e.Of = g.name(target), g.slotName(i, a.slot), g.slotFamily(i, a.slot)
	}
	return e
}

// The weapon that seat i has in a slot, as events name it.

func (g *Game) slotName(i int, slot uint8) string   { return g.fighters[i].slots[slot].name }
func (g *Game) slotFamily(i int, slot uint8) string { return g.fighters[i].slots[slot].family }
