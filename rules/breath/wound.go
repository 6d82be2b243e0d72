package breath

import "kokyu/rules"

// Wounds, and what falls with one who has none left.

// woundCause is what took a Wound, for the log.
type woundCause struct {
	what     string // the technique, or another cause such as fire
	with, of string // the weapon and its family
	critical bool   // a critical, which the log tells
}

// takeWounds takes n Wounds from seat target, less those that a barrier and a ward take. With none left it is out of
// the fight. Seat doer has done it, or noDoer. A Mob has no Wounds and falls by any.
func (g *Game) takeWounds(s *State, target, doer int, n int8, why woundCause, log *rules.Log) {
	c := &s.seats[target]
	if len(g.casters) > 0 {
		if n = g.absorbWounds(s, target, doer, n, log); n == 0 {
			return
		}
	}
	heads := int8(0)
	if g.fighters[target].isSquad() {
		heads = g.heads(s, target)
	}
	n = min(n, max(c.wounds, 1))
	c.wounds = max(0, c.wounds-n)
	if g.duel.points > 0 {
		g.concedePoints(s, target, doer, n, why, log)
		return
	}
	if log != nil {
		log.Add(rules.Event{Kind: "wound", Seat: g.name(target), At: g.doerName(doer), What: why.what, With: why.with, Of: why.of,
			N: int(n), Left: int(c.wounds), Double: why.critical})
	}
	if c.wounds > 0 {
		if heads > 0 {
			g.loseMen(s, target, heads, log)
		}
		return
	}
	log.Add(rules.Event{Kind: "down", Seat: g.name(target), At: g.doerName(doer)})
	g.takeOut(s, target, log)
}

// concedePoints tells of Wounds in a sparring match, where they are points and nobody is hurt (MA-46, R-76): a
// duelist's Wounds are the points it may still concede. Without any left it has lost.
func (g *Game) concedePoints(s *State, target, doer int, n int8, why woundCause, log *rules.Log) {
	c := &s.seats[target]
	if doer < 0 {
		doer = 1 - target // a GM made it bleed
	}
	log.Add(rules.Event{Kind: "point", Seat: g.name(doer), At: g.name(target), What: why.what, With: why.with,
		Of: why.of, N: int(n), Left: int(c.wounds), Double: why.critical})
	if c.wounds == 0 {
		*c = seat{flags: isDown}
	}
}

// loseMen logs a squad's fallen men and takes Cohesion from it: 1 if two or more fall at once, and 1 the first time
// that only half are left. before is how many stood before the blow.
func (g *Game) loseMen(s *State, i int, before int8, log *rules.Log) {
	after := g.heads(s, i)
	if after == before {
		return
	}
	log.Add(rules.Event{Kind: "heads", Seat: g.name(i), N: int(before - after), Left: int(after)})
	n := int8(bit(before-after >= 2))
	if c := &s.seats[i]; 2*after <= g.fighters[i].heads && c.held[1]&squadHalved == 0 {
		c.held[1] |= squadHalved
		n++
	}
	g.loseCohesion(s, i, n, "the fallen", log)
}

// loseCohesion takes Cohesion from a squad; at 0 it breaks.
func (g *Game) loseCohesion(s *State, i int, n int8, why string, log *rules.Log) {
	c := &s.seats[i]
	if n <= 0 || c.flags&isDown != 0 {
		return
	}
	left := max(0, c.cohesion()-n)
	log.Add(rules.Event{Kind: "cohesion", Seat: g.name(i), What: why, N: int(c.cohesion() - left), Left: int(left)})
	c.setCommand(c.commander(), left)
	if left > 0 {
		return
	}
	log.Add(rules.Event{Kind: "rout", Seat: g.name(i)})
	g.takeOut(s, i, log)
}

// takeOut takes a seat out of the fight, and with it what depends on it. Squads lose Cohesion for a Lord of their side,
// for their commander and for a squad in their zone, all at once. Shikigami fall with their master,
// puppets stand still. A squad that breaks by it takes others out in turn; the seat is marked as down first, so
// that this ends.
func (g *Game) takeOut(s *State, i int, log *rules.Log) {
	zone := s.seats[i].zone
	s.seats[i] = seat{flags: isDown}
	if !g.usesExtras {
		return
	}
	g.endEffectsOf(s, i, log)
	f := &g.fighters[i]
	for q := range g.n {
		c := &s.seats[q]
		if g.fighters[q].side != f.side || !g.fighters[q].isSquad() || c.flags&isDown != 0 {
			continue
		}
		why := "a leader lost"
		if f.isSquad() {
			why = "a squad lost beside them"
		}
		n := bit(f.isLord) + bit(f.isSquad() && c.zone == zone)
		if int(c.commander()) == i {
			c.setCommand(nobody, c.cohesion())
			n++
		}
		g.loseCohesion(s, q, int8(n), why, log)
	}
	for u := range g.n {
		if int(g.fighters[u].master) == i && g.fighters[u].nature == natureShikigami && s.isUp(u) {
			log.Add(rules.Event{Kind: "down", Seat: g.name(u)})
			g.takeOut(s, u, log)
		}
	}
}
