package breath

import (
	"context"
	"math"

	"kokyu/rules/breath/bones"
)

// left are the bones of a position in which two are alone, nil if there are more, or they have none. Of more than two those
// count only that tell all Wounds apart: of a giant's they tell some, and where a leaf of groups leads into them that is worse
// than the formula.
func (g *Game) left(s *State) *bones.Bones {
	k := g.last(s)
	if k == nil {
		return nil
	}
	b := g.laid(k, g.site(k, s))
	if !g.bony() && !(b.Sides[0].Whole() && b.Sides[1].Whole()) {
		return nil
	}
	return b
}

// stands is what the bones make of a position, from -1 to 1. What they do not know counts as
// parts of a Wound, or as Energy: a blow under way, blood, a stance that strikes, lowered Defense, a third reservation. If
// they are not dug so far they are dug now; not ok is that the context was cancelled before they were.
func (g *Game) stands(ctx context.Context, b *bones.Bones, s *State, w *Weights) (v float64, ok bool) {
	p, part := g.spot(s, w, b)
	most := [2]int{max(1, p.W[0]), max(1, p.W[1])}
	m := b.Dug(most)
	if m == nil {
		var err error
		if m, err = b.Dig(ctx, most); err != nil {
			return 0, false
		}
	}
	for n := range 4 {
		q, share := p, 1.0
		for side := range 2 {
			if n>>side&1 == 0 {
				share *= 1 - part[side]
			} else {
				q.W[side]--
				share *= part[side]
			}
		}
		if share > 0 {
			v += float64(share * float64(g.boned(s, m, q)))
		}
	}
	return v, true
}

// site is the place of a position in the skeleton.
func (g *Game) site(k *skeleton, s *State) (place int) {
	for side, i := range k.who {
		place |= int(s.seats[i].lost&1) << side
		if g.duel.on && s.duel.hurt[i]&hurtTorso != 0 {
			place |= torso0 << side
		}
	}
	if int(s.round) >= g.Rounds() {
		place |= lastRound
	}
	return place
}

// spot is the spot of a position, and how far each side is from it towards one Wound less.
func (g *Game) spot(s *State, w *Weights, b *bones.Bones) (p bones.Spot, part [2]float64) {
	struck, due := g.pending(s)
	if b.Rungs > 1 {
		p.R = int(s.duel.rung)
	}
	for side := range 2 {
		d := &b.Sides[side]
		c := &s.seats[d.Seat]
		wounds := float64(c.wounds) - w.exposed(g, s, b, side)
		if d.Seat == struck {
			wounds -= due
		}
		wounds = max(0, d.Scaled(wounds))
		p.W[side] = min(int(math.Ceil(wounds)), d.Wounds)
		part[side] = min(max(float64(p.W[side])-wounds, 0), 1)
		p.E[side] = min(max(int(c.energy), 0), d.Energy)
		if c.is&isSpent != 0 {
			p.E[side] = bones.Spent
		}
		p.H[side] = min(int(c.held[0]+c.held[1]), b.Held())
		if c.is&isClosed != 0 {
			p.C[side] = 1
		}
		if c.is&isDefenseless == isShaken && b.Shaken() {
			p.K[side] = 1
		}
		if g.duel.on {
			p.G[side] = guarded(d, &s.duel)
		}
	}
	return p, part
}

// guarded is a duelist's guard as bones tell it.
func guarded(d *bones.Side, s *duelState) int {
	switch guard := s.guard[d.Seat]; {
	case !d.Guarded():
		return 0
	case guard > 0:
		return d.Tier(int(guard))
	case s.is[d.Seat]&duelFading != 0:
		return 0
	}
	return 1
}

// exposed is what a side's state costs it, in Wounds.
func (w *Weights) exposed(g *Game, s *State, b *bones.Bones, side int) (n float64) {
	d, foe := &b.Sides[side], &b.Sides[1-side]
	c := &s.seats[d.Seat]
	if c.is&isBleeding != 0 {
		n += w.Bleeding
	}
	if c.is&isStrained != 0 && (s.phase != phCount || int(s.actor) != d.Seat) {
		n += w.Strained
	}
	if c.stance != 0 && g.stances[c.stance-1].strikes != 0 {
		n -= w.Guard
	}
	if held := int(c.held[0]+c.held[1]) - b.Held(); held > 0 {
		n -= float64(w.Third * float64(held))
	}
	open := float64(min(c.bare, 4))
	if !b.Shaken() && c.is&isDefenseless == isShaken && (s.phase != phCount || int(s.actor) != d.Seat) {
		open = 4
	}
	if open > 0 && s.seats[foe.Seat].is&isClosed == 0 {
		if at := &foe.At[min(int(s.duel.rung), b.Rungs-1)]; at.Able > 0 {
			e := min(int(s.seats[foe.Seat].energy), foe.Limit)
			if c.is&isSpent != 0 {
				e = int(s.seats[foe.Seat].energy)
			}
			n += w.Shaken * open / 4 * float64(e) / float64(at.Blows[0].Cost)
		}
	}
	return n
}

// boned is the value of the spot of a position: at the count of whoever breathes next, or within a breath.
func (g *Game) boned(s *State, m *bones.Marrow, p bones.Spot) float32 {
	if p.W[0] <= 0 || p.W[1] <= 0 || s.phase == phBleed || s.strain != 0 {
		return m.Value(&p)
	}
	i := int(s.actor)
	side := int(g.seats[i].side)
	d := &m.Sides[side]
	if p.C[side] != 0 || p.E[side] <= 0 {
		return m.Value(&p)
	}
	if s.phase != phCount {
		return m.Amid(side, &p, min(max(int(g.limit(s, i)-s.spent), 0), d.Limit-1, p.E[side]))
	}
	left := d.Limit
	if s.seats[i].is&isStrained != 0 {
		left = min(left, strainedLimit, p.E[side])
	}
	closed := p
	closed.C[side], p.H[side], p.K[side] = 1, 0, 0
	return bones.Better(side, m.Value(&closed), m.Amid(side, &p, left))
}
