package breath

import (
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/text"
)

// Board returns a position in places and numbers, for pictures and programs. Nothing of it is secret.
func (g *Game) Board(s *State) rules.Board {
	b := rules.Board{Ground: g.Ground, Items: g.groundItems(s), Upcoming: g.upcomingTurns(s)}
	for i := range g.n {
		b.Stands = append(b.Stands, g.standOf(s, i))
	}
	return b
}

// groundOf returns where the fight takes place: the zones in play, the rungs of a duel, or one scene.
func (g *Game) groundOf() (ground rules.Ground) {
	switch {
	case g.duel.on:
		ground.Kind = "ladder"
		for _, rung := range rows.Rungs[g.duel.farthest:] {
			ground.Places = append(ground.Places, rules.Place{At: rung})
		}
	case !g.hasZones:
		return rules.Ground{Kind: "scene", Places: []rules.Place{{At: rows.Zones[zoneScene]}}}
	default:
		ground.Kind = "zones"
		for z, name := range rows.Zones[:zoneScene] {
			if zone, cover := g.zones[z], int(g.cover[z]); g.inPlay[z] {
				ground.Places = append(ground.Places, rules.Place{At: name, Cover: cover,
					Features: text.If(zone.High, "high").If(zone.Path, "path").If(zone.Slow, "mire").If(cover > 0, "cover")})
			}
		}
	}
	return ground
}

// groundItems returns what spells and silver have laid on zones. A duel has no zones: what lies there lies at every
// distance.
func (g *Game) groundItems(s *State) (items []rules.Item) {
	for side := range s.barriers {
		if b := &s.barriers[side]; b.spell != 0 {
			sp := g.barrierOf(b)
			l := rules.Item{Kind: "barrier", What: sp.name, Owner: g.Teams[side], N: int(b.remaining())}
			if sp.targets == atZone && !g.duel.on {
				l.At = rows.Zones[b.zone()]
			}
			items = append(items, l)
		}
	}
	for z := range s.ground {
		l, at := &s.ground[z], rows.Zones[z]
		if g.duel.on {
			at = ""
		}
		if n := l.fire(); n > 0 {
			items = append(items, rules.Item{At: at, Kind: "fire", N: int(n)})
		}
		for side := range rules.Side(2) {
			if n := l.gate(side); n > 0 {
				items = append(items, rules.Item{At: at, Kind: "gate", Owner: g.Teams[side], N: int(n)})
			}
			if *l&silverOn(side) != 0 {
				items = append(items, rules.Item{At: at, Kind: "silver", Owner: g.Teams[side]})
			}
		}
	}
	return items
}

// upcomingTurns lists who still has a breath to come in this round, the next first; whoever breathes now is the first.
// N is a place in points of Energy. One who waits stands between two of them, of which N is the higher.
func (g *Game) upcomingTurns(s *State) (turns []rules.UpcomingTurn) {
	for i := g.nextAfter(s, -1); i >= 0; i = g.nextAfter(s, i) {
		p := g.place(s, i)
		turns = append(turns, rules.UpcomingTurn{Seat: rules.Seat(i), N: (p + placesPerEnergy - 1) / placesPerEnergy, Waits: p%placesPerEnergy != 0})
	}
	return turns
}

// standOf returns how a seat stands: of one who is out of the fight, only that. A number without a maximum has 0 for
// it.
func (g *Game) standOf(s *State, i int) rules.Stand {
	f, c := &g.fighters[i], &s.seats[i]
	if c.flags&isDown != 0 {
		return rules.Stand{Out: c.outWord()}
	}
	st := rules.Stand{At: rows.Zones[c.zone], Weapon: g.handWords(s, i)}
	if g.duel.on {
		st.At = rows.Rungs[s.duel.rung]
	}
	number := func(of string, n, most int8) {
		st.Numbers = append(st.Numbers, rules.Number{Name: of, N: int(n), Max: int(most)})
	}
	number(g.woundsWord(), c.wounds, f.wounds)
	if !f.isSquad() && !f.isBound() { // these have no Energy of their own
		number("energy", c.energy, f.energy)
	}
	number("defense", g.shownDefense(s, i), 0)
	if g.duel.on {
		number("guard", s.duel.guard[i], f.guard)
	}
	if f.isSquad() {
		number("heads", g.heads(s, i), int8(f.heads))
		number("cohesion", c.cohesion(), cohesionMax)
		number("orders", int8(c.ordersObeyed()), ordersMax)
	}
	if c.stance != 0 {
		st.Stance = g.stances[c.stance-1].name
	}
	st.Reservations = g.reservations(s, i)
	g.eachState(s, i, func(state rules.State) { st.States = append(st.States, state) })
	return st
}

// eachState calls put for each state of seat i that a person may know.
func (g *Game) eachState(s *State, i int, put func(rules.State)) {
	f, c := &g.fighters[i], &s.seats[i]
	for _, w := range states(c) {
		put(rules.State{Name: w})
	}
	if c.exposed > 0 {
		put(rules.State{Name: "exposed", N: int(c.exposed)})
	}
	if g.duel.on {
		if s.duel.isBroken(i) {
			put(rules.State{Name: "opening"})
		}
		for _, at := range book.BitWords(s.duel.hurt[i], rows.Locations) {
			put(rules.State{Name: "struck", What: at})
		}
	}
	switch {
	case !c.inHand(slotMain):
		put(rules.State{Name: "disarmed"})
	case !c.isLoaded(slotMain):
		put(rules.State{Name: "unloaded"})
	}
	if s.marks[i]&markBlessed != 0 {
		put(rules.State{Name: "blessed"})
	}
	if f.isSquad() {
		if form := formationNames[c.formation()]; form != "" {
			put(rules.State{Name: "formation", What: form})
		}
		if !s.isLeaderless(i) {
			put(rules.State{Name: "commanded", With: g.name(int(c.commander()))})
		}
	}
	if f.master != nobody {
		put(rules.State{Name: "bound to", With: g.name(int(f.master))})
	}
	if len(g.casters) > 0 {
		g.eachSpellState(s, i, put)
	}
}

// eachSpellState calls put for what seat i casts and holds, and for what spells have laid on it.
func (g *Game) eachSpellState(s *State, i int, put func(rules.State)) {
	if k := g.fighters[i].casterNumber; k != 0 {
		ca := &s.casters[k-1]
		if sp := g.spellInHand(s, k-1); sp != nil {
			if ca.stagesPaid() < sp.stages {
				put(rules.State{Name: "casting", What: sp.name, N: int(ca.stagesPaid())})
			} else {
				put(rules.State{Name: "holds", What: sp.name})
			}
		}
		if ca.flags&(exhaustedNext|exhaustedNow) != 0 {
			put(rules.State{Name: "exhausted"})
		}
	}
	for _, name := range g.spellMarkWords(s, i) {
		put(rules.State{Name: "under", What: name})
	}
	if n := s.marks[i] >> wardShift; n != 0 {
		put(rules.State{Name: "warded", N: int(n)})
	}
	if g.isSealed(s, i) {
		put(rules.State{Name: "sealed"})
	}
	if sp := g.barrierOver(s, i); sp != nil {
		put(rules.State{Name: "behind", What: sp.name, N: int(s.barriers[g.fighters[i].side].remaining())})
	}
}

// Leads returns the zone or the rung to which a decision leads, by a check or not, "" if it leads nowhere.
func (g *Game) Leads(s *State, act rules.Action) string {
	switch {
	case act.Do == doMove, (act.Do == doOrder || act.Do == doGeneralOrder) && act.With == orderAdvance,
		act.Do == doControl && act.With == controlWalk:
		return rows.Zones[act.To]
	case act.Do == doHalfStep:
		// In a duel "in" is nearer, which is the next rung; from tsubazeriai or far range there is none.
		rung := int(s.duel.rung) + 1 - 2*int(act.Mode) // stepIn is 0, stepOut 1
		if rung >= int(g.duel.farthest) && rung < int(rungCount) {
			return rows.Rungs[rung]
		}
	}
	return ""
}
