package breath

import "kokyu/rules"

// Stances are declared for Energy, one at a time (EB-119, EB-120), and held until released, stripped or replaced, over
// lulls too. Weapons in hand are here as well, since a stance goes with the weapon that it needs.

// takeStance takes up the declared stance in the place of any other.
func (g *Game) takeStance(s *State, log *rules.Log) {
	i, st := int(s.actor), s.maneuver.with
	c := &s.seats[i]
	g.dropStance(s, i, noDoer, log)
	c.stance = 1 + st
	if g.stances[st].rooted == rootRound {
		c.flags |= isRooted
	}
	log.Add(rules.Event{Kind: "stance", Seat: g.name(i), What: g.stances[st].name, OK: true})
}

// canDeclare reports whether seat i may reserve a technique or declare a stance: not while Defenseless. That of
// a Fumble ends as the breath begins, and so before the first maneuver.
func (g *Game) canDeclare(s *State, i int) bool {
	is := s.seats[i].flags
	if s.phase == phCount {
		is &^= isShaken
	}
	return is&isDefenseless == 0
}

// dropStance ends a held stance, and the casting or held spell that takes the place of one; doer is who has stripped
// it, or noDoer.
func (g *Game) dropStance(s *State, i, doer int, log *rules.Log) {
	if len(g.casters) > 0 && !g.standsByItself(s, i) {
		g.breakCasting(s, i, doer, log)
	}
	c := &s.seats[i]
	if c.stance == 0 {
		return
	}
	log.Add(rules.Event{Kind: "stance", Seat: g.name(i), At: g.doerName(doer), What: g.stances[c.stance-1].name})
	c.stance = 0
}

// makeDefenseless makes a seat Defenseless, by the flag isShaken or isSpent, so that it drops its stance. Squads
// never are.
func (g *Game) makeDefenseless(s *State, i int, how flags, log *rules.Log) {
	if s.seats[i].flags&isDown != 0 || g.fighters[i].isSquad() {
		return
	}
	g.setFlag(s, i, how, "defenseless", log)
	g.dropStance(s, i, noDoer, log)
}

// disarm drops the weapon of a slot: its reservations and its stance go with it. What is strapped or
// grown on only loses its reservations, and so do bare hands.
func (g *Game) disarm(s *State, i int, slot uint8, log *rules.Log) {
	c := &s.seats[i]
	if slot == slotBare {
		if c.inHand(slotBare) { // else the reservations are the main weapon's
			c.held[slotMain] = 0
		}
		return
	}
	c.held[slot] = 0
	if !g.fighters[i].slots[slot].canDrop() {
		return
	}
	c.lost |= lostDropped << slot
	log.Add(rules.Event{Kind: "status", Seat: g.name(i), What: "disarmed", With: g.slotName(i, slot), OK: true})
	if c.stance != 0 && slot == slotMain && g.stances[c.stance-1].needsWeapon {
		g.dropStance(s, i, noDoer, log)
	}
}

// pickUp brings back to hand the dropped weapons of these slots, a bit each. What was lost before the fight lies
// nowhere.
func (g *Game) pickUp(s *State, i int, slots uint8, log *rules.Log) {
	c := &s.seats[i]
	slots &^= c.lost >> goneShift
	if c.lost&slots == 0 {
		return
	}
	if c.lost&slots&lostDropped != 0 {
		c.held[slotMain] = 0 // reservations of bare hands, which are no longer used
	}
	c.lost &^= slots
	g.logState(log, i, "disarmed", false)
}

// emptyGun takes the shot from a weapon whose technique needs one loaded.
func (g *Game) emptyGun(s *State, i int, a *technique, log *rules.Log) {
	if a.flags&techUnloads != 0 {
		s.seats[i].lost |= lostUnloaded << a.slot
		g.logState(log, i, "unloaded", true)
	}
}

// loadGun loads the weapon of a technique.
func (g *Game) loadGun(s *State, i int, a *technique, log *rules.Log) {
	s.seats[i].lost &^= lostUnloaded << a.slot
	g.logState(log, i, "unloaded", false)
}
