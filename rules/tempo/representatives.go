package tempo

import (
	"kokyu/rules"
	"kokyu/rules/book"
)

// What a search looks at in a fight of more than two (Representatives of rules.Hooks): of the squares a Move, a Combat Move or a step leads to,
// one of each kind. A map of twelve squares by seven offers thirty to everybody, and most differ in nothing that is weighed.

// HasRepresentatives reports whether a search passes over anything: not where two are alone, and all there is can be worked out.
func (g *Game) HasRepresentatives() bool { return !g.single() }

// Representatives appends the decisions worth a look.
func (g *Game) Representatives(s *State, buf []rules.Action) []rules.Action {
	first := len(buf)
	buf = g.Actions(s, buf)
	if s.phase != phTurn && s.phase != phStep {
		return buf
	}
	i := int(g.Turn(s).Seat)
	from := s.seats[i].square
	var kinds [48]struct {
		kind uint64
		at   int
	}
	seen, kept := 0, buf[:first]
	for _, a := range buf[first:] {
		if a.To == 0 || a.Do != doMove && a.Do != doCombatMove && a.Do != doStep {
			kept = append(kept, a)
			continue
		}
		kind := uint64(a.Do)<<56 | g.kindOf(s, i, a.To)
		k := 0
		for k < seen && kinds[k].kind != kind {
			k++
		}
		switch {
		case k < seen: // of one kind the nearest
			if was := &kept[kinds[k].at]; g.ground.Far(from, a.To) < g.ground.Far(from, was.To) {
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

// kindOf returns what of a square could matter to a seat: whom it reaches from there, who reaches or shoots at it, how many Moves the
// nearest foe is away, and how far the way out is.
func (g *Game) kindOf(s *State, i int, sq uint8) (kind uint64) {
	m, c := &g.ground, &s.seats[i]
	mine, shoots := g.seats[i].threat[c.hand], g.shoots(c, i)
	near := uint8(groundMax)
	for k := range g.n {
		o := &s.seats[k]
		if !o.status.in() || !g.foes(i, k) {
			continue
		}
		d := m.Far(sq, o.square)
		near = min(near, d)
		if mine>>d&1 != 0 {
			kind |= 1 << k
		}
		if g.seats[k].threat[o.hand]>>d&1 != 0 {
			kind |= 1 << (8 + k)
		}
		if (shoots || g.shoots(o, k)) && m.Sees(sq, o.square) {
			kind |= 1 << (16 + k)
		}
	}
	kind |= uint64(near) << 24
	if g.goal.Kind == book.GoalEscape && g.goal.Side == g.seats[i].side {
		kind |= uint64(g.goal.steps[sq])<<32 | 1<<40
		if g.goal.exits[sq] {
			kind |= 1 << 41
		}
	}
	return kind
}

// shoots reports whether a seat has a ranged weapon in hand.
func (g *Game) shoots(c *seat, i int) bool {
	return c.hand != slotNone && g.seats[i].slots[c.hand].ranged
}

// MergedOdds appends the outcomes of the dice, all of them.
func (g *Game) MergedOdds(s *State, buf []rules.Odds) []rules.Odds { return g.Odds(s, buf) }
