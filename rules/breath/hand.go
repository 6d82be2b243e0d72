package breath

import "kokyu/rules"

// The weapons in a combatant's hands: dropped and taken up, unloaded and loaded.

// disarm drops the weapon of a slot: its reservations and its stance go with it. A bare hand only loses
// its reservations.
func (g *Game) disarm(s *State, i int, slot uint8, log *rules.Log) {
	c := &s.seats[i]
	if slot == slotBare {
		if c.inHand(slotBare) { // else the reservations are the main weapon's
			c.held[slotMain] = 0
		}
		return
	}
	c.held[slot] = 0
	if !g.seats[i].slots[slot].drops() {
		return // it is strapped or grown on, and loses its reservations only
	}
	c.lost |= 1 << slot
	log.Add(rules.Event{Kind: "status", Seat: g.name(i), What: "disarmed", With: g.slotName(i, slot), OK: true})
	if c.stance != 0 && slot == slotMain && g.stances[c.stance-1].weapon {
		g.dropStance(s, i, byItself, log)
	}
}

// pickUp brings back to hand the dropped weapons of these slots, a bit each.
func (g *Game) pickUp(s *State, i int, slots uint8, log *rules.Log) {
	c := &s.seats[i]
	slots &^= c.lost >> 2 // lost before the fight
	if c.lost&slots == 0 {
		return
	}
	if c.lost&slots&1 != 0 {
		c.held[slotMain] = 0 // reservations of bare hands, which are no longer used
	}
	c.lost &^= slots
	g.status(log, i, "disarmed", false)
}

// emptyGun takes the shot from a weapon whose technique needs one loaded.
func (g *Game) emptyGun(s *State, i int, a *arm, log *rules.Log) {
	if a.is&armEmpties != 0 {
		s.seats[i].lost |= 16 << a.slot
		g.status(log, i, "unloaded", true)
	}
}

// loadGun loads the weapon of a technique.
func (g *Game) loadGun(s *State, i int, a *arm, log *rules.Log) {
	s.seats[i].lost &^= 16 << a.slot
	g.status(log, i, "unloaded", false)
}
