package breath

import "math"

// stands is what the bones make of a position, from -1 to 1, and which bones they are. What they do not know counts as parts of a Wound, or as
// Energy: a blow under way, blood, a stance that strikes, lowered Defense, a third reservation.
func (g *Game) stands(s *State, w *Weights) (v float64, b *bones) {
	place := 0
	for i := range g.n {
		place |= int(s.seats[i].lost&1) << g.seats[i].side
		if s.duel.hurt[i]&hurtTorso != 0 {
			place |= torso0 << g.seats[i].side
		}
	}
	if s.round >= g.rounds {
		place |= lastRound
	}
	b = g.laid(place)
	struck, due := g.pending(s)
	var p spot
	if b.rungs > 1 {
		p.r = int(s.duel.rung)
	}
	var part [2]float64 // how far towards one Wound less
	for side := range 2 {
		d := &b.sides[side]
		c := &s.seats[d.seat]
		wounds := float64(c.wounds) - w.exposed(g, s, b, side)
		if d.seat == struck {
			wounds -= due
		}
		wounds = max(0, wounds*d.scale)
		p.w[side] = min(int(math.Ceil(wounds)), d.wounds)
		part[side] = min(max(float64(p.w[side])-wounds, 0), 1)
		p.e[side] = min(max(int(c.energy), 0), d.energy)
		if c.is&isSpent != 0 {
			p.e[side] = spentEnergy
		}
		p.h[side] = min(int(c.held[0]+c.held[1]), b.helds-1)
		if c.is&isClosed != 0 {
			p.c[side] = 1
		}
		if c.is&isDefenseless == isShaken {
			p.k[side] = b.shook - 1
		}
		p.g[side] = d.guarded(&s.duel)
	}
	for k := range 4 {
		q, share := p, 1.0
		for side := range 2 {
			if k>>side&1 == 0 {
				share *= 1 - part[side]
			} else {
				q.w[side]--
				share *= part[side]
			}
		}
		if share > 0 {
			v += share * float64(g.boned(s, b, q))
		}
	}
	return v, b
}

// guarded is a duelist's guard as bones tell it.
func (d *bone) guarded(s *duelState) int {
	switch guard := s.guard[d.seat]; {
	case d.tiers == 0:
		return 0
	case guard > 0:
		return unbroken - 1 + min(int(math.Ceil(float64(guard)*d.tier)), d.tiers)
	case s.is[d.seat]&duelFading != 0:
		return 0
	}
	return 1
}

// exposed is what a side's state costs it, in Wounds.
func (w *Weights) exposed(g *Game, s *State, b *bones, side int) (n float64) {
	d, foe := &b.sides[side], &b.sides[1-side]
	c := &s.seats[d.seat]
	if c.is&isBleeding != 0 {
		n += w.Bleeding
	}
	if c.is&isStrained != 0 && (s.phase != phCount || int(s.actor) != d.seat) {
		n += w.Strained
	}
	if c.stance != 0 && g.stances[c.stance-1].strikes != 0 {
		n -= w.Guard
	}
	if held := int(c.held[0]+c.held[1]) - (b.helds - 1); held > 0 {
		n -= w.Third * float64(held)
	}
	open := float64(min(c.bare, 4))
	if b.shook == 1 && c.is&isDefenseless == isShaken && (s.phase != phCount || int(s.actor) != d.seat) {
		open = 4
	}
	if open > 0 && s.seats[foe.seat].is&isClosed == 0 {
		if at := &foe.at[min(int(s.duel.rung), b.rungs-1)]; at.able > 0 {
			e := min(int(s.seats[foe.seat].energy), foe.limit)
			if c.is&isSpent != 0 {
				e = int(s.seats[foe.seat].energy)
			}
			n += w.Shaken * open / 4 * float64(e) / float64(at.blows[0].cost)
		}
	}
	return n
}

// boned is the value of the spot of a position: at the count of whoever breathes next, or within a breath.
func (g *Game) boned(s *State, b *bones, p spot) float32 {
	if p.w[0] <= 0 || p.w[1] <= 0 || s.phase == phBleed || s.strain != 0 {
		return b.value(&p)
	}
	i := int(s.actor)
	side := int(g.seats[i].side)
	d := &b.sides[side]
	if p.c[side] != 0 || p.e[side] <= 0 {
		return b.value(&p)
	}
	if s.phase != phCount {
		return *b.amid(side, &p, min(max(int(g.limit(s, i)-s.spent), 0), d.limit-1, p.e[side]))
	}
	left := d.limit
	if s.seats[i].is&isStrained != 0 {
		left = min(left, strainedLimit, p.e[side])
	}
	closed := p
	closed.c[side], p.h[side], p.k[side] = 1, 0, 0
	return better(side, b.value(&closed), *b.amid(side, &p, left))
}
