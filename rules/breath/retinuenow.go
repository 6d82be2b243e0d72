package breath

import (
	"fmt"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/strict"
)

// Squads, units and purses in positions, and a GM's edits of them.

// What is remembered of a squad besides orders and formation, as words and as the bit of seat.held.
var (
	squadDoneWords = []string{"attack", "rally", "charged", "thrust", "halved"}
	squadDoneBits  = [][2]uint8{{orderedAttack, 0}, {orderedRally, 0}, {squadCharged, 0}, {squadThrust, 0}, {0, squadHalved}}
)

// zeroSources returns the names of seat i's sources of 0-Energy uses, by bit from zeroWall on.
func (g *Game) zeroSources(i int) []string {
	names := slices.Clone(rows.ZeroSources)
	for k := range g.fighters[i].katas {
		if x := &g.fighters[i].katas[k]; !x.perBreath {
			names = append(names, x.name)
		}
	}
	return names
}

// zeroWords words the 0-Energy uses of a round by their sources. Uses without a bit are controls of units, which may be
// two.
func (g *Game) zeroWords(i int, used uint8) (words []string) {
	words = book.BitWords(used/zeroWall, g.zeroSources(i))
	for len(words) < int(used&zeroCountMask) {
		words = append(words, rows.ZeroControl)
	}
	return words
}

// readZeroUses reads what zeroWords has worded.
func (r *nowReader) readZeroUses(at strict.Path, i int, words []string) (used uint8) {
	names := r.g.zeroSources(i)
	if len(words) > int(zeroMax) {
		r.Wrong(at, fmt.Sprintf("%d uses of 0 Energy", len(words)), fmt.Sprintf("at most %d a round", zeroMax))
		return 0
	}
	for n, word := range words {
		if here := at.And(n); r.OneOf(here, "source of 0 Energy", word, append(names, rows.ZeroControl)) {
			used++
			if k := slices.Index(names, word); k >= 0 {
				if used&(zeroWall<<k) != 0 {
					r.Wrong(here, word+" twice", "each once a round")
				}
				used |= zeroWall << k
			}
		}
	}
	return used
}

// nowRetinue writes what has been laid on seat i, its purses, and what it has as a squad or a unit. Their place and
// held are no places and reservations, and are written in words.
func (g *Game) nowRetinue(s *State, i int, n *rows.NowSeat) {
	f, c := &g.fighters[i], &s.seats[i]
	n.On = g.markWords(s, i)
	for k, to := range []**int{&n.Gold, &n.Faith} {
		if p := f.purse[k]; p >= 0 {
			*to = new(int(s.purses[p]))
		}
	}
	for k := range f.katas {
		if x := &f.katas[k]; x.perFight > 0 {
			n.Uses = append(n.Uses, int(s.purses[x.purse]))
		}
	}
	if !f.breathes() {
		n.Place, n.Held = 0, nil
	}
	switch {
	case c.flags&isDown != 0:
	case f.isSquad():
		n.Cohesion, n.Formation, n.Orders = int(c.cohesion()), formationNames[c.formation()], int(c.ordersObeyed())
		if !s.isLeaderless(i) {
			n.Under = g.name(int(c.commander()))
		}
		for k, mask := range squadDoneBits {
			if c.held[0]&mask[0]|c.held[1]&mask[1] != 0 {
				n.Done = append(n.Done, squadDoneWords[k])
			}
		}
	case f.isBound():
		n.Wards = int(c.held[0])
	}
}

// nowSilver returns, by zone, the sides among whose men silver lies.
func (g *Game) nowSilver(s *State) map[string][]string {
	silver := map[string][]string{}
	for z, lies := range s.ground {
		for side := range rules.Side(2) {
			if lies&silverOn(side) != 0 {
				silver[rows.Zones[z]] = append(silver[rows.Zones[z]], g.Teams[side])
			}
		}
	}
	return silver
}

// readSilver reads what nowSilver has written.
func (r *nowReader) readSilver(n *rows.Now) {
	for _, zone := range book.Keys(n.Silver) {
		z := r.Index([]any{"now", "silver", strict.Key(zone)}, "zone", zone, rows.Zones[:zoneScene])
		for k, side := range n.Silver[zone] {
			r.s.ground[z] |= silverOn(rules.Side(r.Index([]any{"now", "silver", strict.Key(zone), k}, "side", side, r.g.Teams[:])))
		}
		if !r.g.usesExtras || !r.g.hasZones {
			r.Wrong([]any{"now", "silver"}, "silver in a fight nobody scatters it in", "no silver:", book.AllRows)
		}
	}
}

// readRetinue reads what nowRetinue has written, and refuses what seat i cannot have. It comes after seatFrom, which
// has read a squad or a unit like anybody: all that it does not have must be 0.
func (r *nowReader) readRetinue(at strict.Path, i int, ns rows.NowSeat) {
	g, f, c := r.g, &r.g.fighters[i], &r.s.seats[i]
	if c.flags&isDown != 0 && book.IsLeftOut(r.given, g.name(i), "on") {
		ns.On = nil
	}
	if len(ns.On) > 0 && (!g.usesExtras || c.flags&isDown != 0) {
		r.Wrong(at.And("on", 0), ns.On[0]+" on one whom nobody here lays it on", "nothing")
	} else {
		r.readMarks(at.And("on"), i, ns.On)
	}
	r.readPurses(at, i, ns)
	squadWords := ns.Cohesion != 0 || ns.Under != "" || ns.Formation != "" || ns.Orders != 0 || len(ns.Done) > 0
	switch {
	case c.flags&isDown != 0:
		return
	case !f.isSquad() && squadWords:
		r.Wrong(at, g.name(i)+" with a squad's Cohesion, orders or formation", "those of a squad only")
	case !f.isBound() && ns.Wards != 0:
		r.Wrong(at.And("wards"), g.name(i)+" with wards", "those of a shikigami or puppet only")
	}
	if f.breathes() {
		return
	}
	if f.isMob {
		if c.energy != 0 {
			r.Wrong(at.And("energy"), fmt.Sprintf("%s, of the mob, with Energy %d", g.name(i), c.energy), "0")
		}
		return
	}
	bare := seat{wounds: c.wounds, zone: c.zone, exposed: c.exposed, lost: c.lost & lostUnloaded,
		flags: c.flags & (isShaken | isBleeding)}
	if *c != bare || f.isSquad() && c.flags != 0 {
		r.Wrong(at, g.name(i)+" with what only those who breathe have",
			"wounds, zone, exposed, bleeding, and what a squad or a unit has")
		return
	}
	if f.isBound() {
		c.held[0] = uint8(min(max(ns.Wards, 0), wardsMax))
		return
	}
	r.readSquad(at, i, ns)
}

// readSquad reads what only a squad has.
func (r *nowReader) readSquad(at strict.Path, i int, ns rows.NowSeat) {
	g, c := r.g, &r.s.seats[i]
	if ns.Cohesion < 1 || ns.Cohesion > cohesionMax {
		r.Wrong(at.And("cohesion"), fmt.Sprintf("%s stands with %d Cohesion", g.name(i), ns.Cohesion),
			fmt.Sprintf("1 to %d, or is: [down]", cohesionMax))
		return
	}
	under := uint8(nobody)
	if ns.Under != "" {
		k := r.Index(at.And("under"), "combatant", ns.Under, g.Names())
		if g.fighters[k].squadsMax == 0 || g.foes(k, i) {
			r.Wrong(at.And("under"), fmt.Sprintf("%s under %s, who commands no squad of its side", g.name(i), g.name(k)),
				"a commander of its side, or nobody", book.RowOf(ns.Under))
		}
		under = uint8(k)
	}
	c.setCommand(under, int8(ns.Cohesion))
	c.setFormation(formation(r.Index(at.And("formation"), "formation", ns.Formation, formationNames)))
	c.held[0] |= uint8(min(max(ns.Orders, 0), ordersMax))
	for k, word := range ns.Done {
		mask := squadDoneBits[r.Index(at.And("done", k), "word", word, squadDoneWords)]
		c.held[0], c.held[1] = c.held[0]|mask[0], c.held[1]|mask[1]
	}
}

// readPurses reads gold, Faith and the uses of Kata that are left, into purses that are full.
func (r *nowReader) readPurses(at strict.Path, i int, ns rows.NowSeat) {
	f := &r.g.fighters[i]
	for k, from := range []*int{ns.Gold, ns.Faith} {
		key := rows.PurseNames[k]
		switch p := f.purse[k]; {
		case p >= 0 && from != nil:
			r.s.purses[p] = uint8(min(max(*from, 0), rows.PurseMax))
		case from != nil:
			r.Wrong(at.And(key), fmt.Sprintf("%s of %s, who brought none", key, r.g.name(i)), "no "+key+":")
		}
	}
	n := 0
	for k := range f.katas {
		if x := &f.katas[k]; x.perFight > 0 {
			if n < len(ns.Uses) {
				r.s.purses[x.purse] = uint8(min(max(ns.Uses[n], 0), rows.PurseMax))
			}
			n++
		}
	}
	if len(ns.Uses) > n {
		r.Wrong(at.And("uses"), fmt.Sprintf("%d numbers", len(ns.Uses)), fmt.Sprintf("%d", n))
	}
}
