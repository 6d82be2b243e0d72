package tempo

import (
	"kokyu/rules"
	"kokyu/rules/book"
)

// What a search considers in a fight of more than two (Representatives of rules.Hooks): of the squares that a Move, a
// Combat Move or a step leads to, one of each kind, the nearest. A map of twelve squares by seven offers thirty to
// everybody, and most differ in nothing that is weighed. All stay legal: people may choose any.

// representatives appends the decisions that a search considers.
func (g *Game) representatives(s *State, buf []rules.Action) []rules.Action {
	first := len(buf)
	buf = g.Actions(s, buf)
	if s.phase != phTurn && s.phase != phStep {
		return buf
	}
	i := int(g.Turn(s).Seat)
	from, others := g.ground.Distances(s.seats[i].square), g.lookAround(s, i)
	var kinds [48]struct { // those seen; squares of further kinds are left out
		kind uint64
		at   int // the place in kept of the action that stands for it
	}
	seen, kept := 0, buf[:first]
	for _, a := range buf[first:] {
		if a.To == 0 || a.Do != doMove && a.Do != doCombatMove && a.Do != doStep {
			kept = append(kept, a)
			continue
		}
		kind := uint64(a.Do)<<56 | g.kindOf(&others, a.To)
		k := 0
		for k < seen && kinds[k].kind != kind {
			k++
		}
		switch {
		case k < seen: // of one kind the nearest
			if was := &kept[kinds[k].at]; from[a.To] < from[was.To] {
				was.To = a.To
			}
		case seen < len(kinds):
			kinds[seen].kind, kinds[seen].at = kind, len(kept)
			seen++
			kept = append(kept, a)
		}
	}
	return kept
}

// surroundings are the foes of a seat that goes somewhere, and what they and the seat threaten.
type surroundings struct {
	foes [seatsMax]struct {
		steps  *[book.SquaresMax]uint8 // how far every square is from it
		shot   book.Squares            // where one of both can shoot at the other
		threat uint16                  // the distances it threatens, as bits
		bit    uint64                  // 1 << its seat
	}
	n         int    // how many there are
	ownThreat uint16 // the distances that the seat itself threatens
	escapes   bool   // the side of the seat wants to get away
}

// lookAround returns the surroundings of seat i.
func (g *Game) lookAround(s *State, i int) (o surroundings) {
	o.ownThreat, o.escapes = g.seats[i].threatened[s.seats[i].hand], g.goal.Kind == book.GoalEscape && g.goal.Side == g.seats[i].side
	shoots := g.hasRangedInHand(&s.seats[i], i)
	for _, k := range g.opponents[g.seats[i].side] {
		c, is := &s.seats[k], &o.foes[o.n]
		if !c.status.isInFight() {
			continue
		}
		is.steps, is.threat, is.bit = g.ground.Distances(c.square), g.seats[k].threatened[c.hand], 1<<k
		if shoots || g.hasRangedInHand(c, int(k)) {
			is.shot = g.ground.Sight[c.square]
		}
		o.n++
	}
	return o
}

// kindOf returns the kind of a square, which is what could matter of it to a seat: whom the seat threatens from there
// (bits 0 to 7), who threatens it (8 to 15), who can shoot (16 to 23), how far the nearest foe is (24 to 31), and, if
// the side wants to get away, how far the way out is (32 to 41).
func (g *Game) kindOf(o *surroundings, sq uint8) (kind uint64) {
	near := uint8(groundMax)
	for n := range o.foes[:o.n] {
		k := &o.foes[n]
		d := k.steps[sq]
		near = min(near, d)
		kind |= uint64(o.ownThreat>>(d&15)&1|k.threat>>(d&15)&1<<8) * k.bit
		if k.shot.Has(sq) {
			kind |= k.bit << 16
		}
	}
	kind |= uint64(near) << 24
	if o.escapes {
		kind |= uint64(g.goal.exitSteps[sq])<<32 | 1<<40
		if g.goal.exits[sq] {
			kind |= 1 << 41
		}
	}
	return kind
}

// hasRangedInHand reports whether a seat has a ranged weapon in hand.
func (g *Game) hasRangedInHand(c *seat, i int) bool {
	return c.hand != slotNone && g.seats[i].slots[c.hand].ranged
}
