package breath

import (
	"context"
	"math"

	"kokyu/rules/breath/endgame"
)

// endgameOf returns the tablebase of a position in which two are alone, nil if there are more, or they have none. In a
// fight of more than two only tablebases count that tell all Wounds apart: a giant's does not, and where a leaf of
// groups leads into it that is worse than the formula.
func (g *Game) endgameOf(s *State) *endgame.Tablebase {
	k := g.lastPair(s)
	if k == nil {
		return nil
	}
	b := g.tablebase(k, g.variantOf(k, s))
	if !g.oneOnOne() && !(b.Sides[0].ExactWounds() && b.Sides[1].ExactWounds()) {
		return nil
	}
	return b
}

// endgameEstimate returns the tablebase's value of a position, from -1 to 1. What the abstraction leaves out counts as
// parts of a Wound, or as Energy: an attack under way, bleeding, a stance that strikes, lowered Defense, a third
// reservation. What is not solved yet is solved now; ok is false if the context was cancelled before that was
// done.
func (g *Game) endgameEstimate(ctx context.Context, b *endgame.Tablebase, s *State, w *Weights) (v float64, ok bool) {
	p, part := g.endgamePosition(s, w, b)
	most := [2]int{max(1, p.W[0]), max(1, p.W[1])}
	m := b.ValuesAt(most)
	if m == nil {
		var err error
		if m, err = b.Solve(ctx, most); err != nil {
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
			v += float64(share * float64(g.endgameValue(s, m, q)))
		}
	}
	return v, true
}

// variantOf returns the variant of a position.
func (g *Game) variantOf(k *pairTables, s *State) (variant int) {
	for side, i := range k.who {
		variant |= int(s.seats[i].lost&1) << side
		if g.duel.on && s.duel.hurt[i]&hurtTorso != 0 {
			variant |= torso0 << side
		}
	}
	if int(s.round) >= g.Rounds() {
		variant |= lastRound
	}
	return variant
}

// endgamePosition returns the abstraction of a position, and how far each side is from it towards one Wound less.
func (g *Game) endgamePosition(s *State, w *Weights, b *endgame.Tablebase) (p endgame.Position, part [2]float64) {
	struck, due := g.pendingBlow(s)
	if b.Rungs > 1 {
		p.R = int(s.duel.rung)
	}
	for side := range 2 {
		d := &b.Sides[side]
		c := &s.seats[d.Seat]
		wounds := float64(c.wounds) - w.woundsOff(g, s, b, side)
		if d.Seat == struck {
			wounds -= due
		}
		wounds = max(0, d.ScaledWounds(wounds))
		p.W[side] = min(int(math.Ceil(wounds)), d.Wounds)
		part[side] = min(max(float64(p.W[side])-wounds, 0), 1)
		p.E[side] = min(max(int(c.energy), 0), d.Energy)
		if c.is&isSpent != 0 {
			p.E[side] = endgame.Spent
		}
		p.H[side] = min(int(c.held[0]+c.held[1]), b.MaxReserved())
		if c.is&isClosed != 0 {
			p.C[side] = 1
		}
		if c.is&isDefenseless == isShaken && b.TracksShaken() {
			p.K[side] = 1
		}
		if g.duel.on {
			p.G[side] = guardLevel(d, &s.duel)
		}
	}
	return p, part
}

// guardLevel returns a duelist's guard in the abstraction.
func guardLevel(d *endgame.Side, s *duelState) int {
	switch guard := s.guard[d.Seat]; {
	case !d.TracksGuard():
		return 0
	case guard > 0:
		return d.GuardLevel(int(guard))
	case s.is[d.Seat]&duelFading != 0:
		return 0
	}
	return 1
}

// woundsOff returns what the parts of a side's state that the abstraction leaves out cost it, in Wounds.
func (w *Weights) woundsOff(g *Game, s *State, b *endgame.Tablebase, side int) (n float64) {
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
	if held := int(c.held[0]+c.held[1]) - b.MaxReserved(); held > 0 {
		n -= float64(w.Third * float64(held))
	}
	open := float64(min(c.exposed, 4))
	if !b.TracksShaken() && c.is&isDefenseless == isShaken && (s.phase != phCount || int(s.actor) != d.Seat) {
		open = 4
	}
	if open > 0 && s.seats[foe.Seat].is&isClosed == 0 {
		if at := &foe.At[min(int(s.duel.rung), b.Rungs-1)]; at.N > 0 {
			e := min(int(s.seats[foe.Seat].energy), foe.Limit)
			if c.is&isSpent != 0 {
				e = int(s.seats[foe.Seat].energy)
			}
			n += w.Shaken * open / 4 * float64(e) / float64(at.Attacks[0].Cost)
		}
	}
	return n
}

// endgameValue returns the value of a position's abstraction: at the count of whoever breathes next, or within a
// breath.
func (g *Game) endgameValue(s *State, m *endgame.Values, p endgame.Position) float32 {
	if p.W[0] <= 0 || p.W[1] <= 0 || s.phase == phBleed || s.strain&strainMask != 0 {
		return m.Value(&p)
	}
	i := int(s.actor)
	side := int(g.seats[i].side)
	d := &m.Sides[side]
	if p.C[side] != 0 || p.E[side] <= 0 {
		return m.Value(&p)
	}
	if s.phase != phCount {
		return m.InBreath(side, &p, min(max(int(g.limit(s, i)-s.spent), 0), d.Limit-1, p.E[side]))
	}
	left := d.Limit
	if s.seats[i].is&isStrained != 0 {
		left = min(left, int(strainedLimit), p.E[side])
	}
	closed := p
	closed.C[side], p.H[side], p.K[side] = 1, 0, 0
	return endgame.Better(side, m.Value(&closed), m.InBreath(side, &p, left))
}
