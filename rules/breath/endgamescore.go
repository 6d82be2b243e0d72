package breath

import (
	"context"
	"math"

	"kokyu/rules/breath/endgame"
)

// endgameOf returns the tablebase of a position in which two are alone, nil if more stand, or these two have none. In a
// fight that began with more it returns nil too if the tablebase has scaled Wounds down, as a giant's: this is worse
// than the formula, and the search lost the built-in encounter oni by it.
func (g *Game) endgameOf(s *State) *endgame.Tablebase {
	pair := g.lastPair(s)
	if pair == nil {
		return nil
	}
	tb := g.tablebase(pair, g.variantOf(pair, s))
	if !g.isOneOnOne() && !(tb.Sides[0].ExactWounds() && tb.Sides[1].ExactWounds()) {
		return nil
	}
	return tb
}

// endgameEstimate returns the tablebase's value of a position, from -1 to 1. It solves what is not solved yet; ok is
// false if the context ends before that is done. What the abstraction leaves out counts as parts of a Wound, so that
// the value lies between those of whole Wounds: an attack under way, bleeding, a stance that strikes, lowered Defense,
// a third reservation.
func (g *Game) endgameEstimate(ctx context.Context, tb *endgame.Tablebase, s *State, w *weights) (v float64, ok bool) {
	p, part := g.endgamePosition(s, w, tb)
	most := [2]int{max(1, p.Wounds[0]), max(1, p.Wounds[1])}
	m := tb.ValuesAt(most)
	if m == nil {
		var err error
		if m, err = tb.Solve(ctx, most); err != nil {
			return 0, false
		}
	}
	for n := range 4 {
		q, share := p, 1.0
		for side := range 2 {
			if n>>side&1 == 0 {
				share *= 1 - part[side]
			} else {
				q.Wounds[side]--
				share *= part[side]
			}
		}
		if share > 0 {
			v += float64(share * float64(g.endgameValue(s, m, q)))
		}
	}
	return v, true
}

// variantOf returns the variant of a position: bits such as disarmed0.
func (g *Game) variantOf(pair *pairTables, s *State) (variant int) {
	for side, i := range pair.who {
		variant |= int(s.seats[i].lost&lostDropped) << side
		if g.duel.on && s.duel.hurt[i]&hurtTorso != 0 {
			variant |= torso0 << side
		}
	}
	if int(s.round) >= g.Rounds() {
		variant |= lastRound
	}
	return variant
}

// endgamePosition returns the abstraction of a position. Its Wounds are rounded up; part is by how much, 0 to 1, for
// each side.
func (g *Game) endgamePosition(s *State, w *weights, tb *endgame.Tablebase) (p endgame.Position, part [2]float64) {
	struck, due := g.pendingBlow(s)
	if tb.Rungs > 1 {
		p.Rung = int(s.duel.rung)
	}
	for side := range 2 {
		d := &tb.Sides[side]
		c := &s.seats[d.Seat]
		wounds := float64(c.wounds) - w.woundsOff(g, s, tb, side)
		if d.Seat == struck {
			wounds -= due
		}
		wounds = max(0, d.ScaledWounds(wounds))
		p.Wounds[side] = min(int(math.Ceil(wounds)), d.Wounds)
		part[side] = min(max(float64(p.Wounds[side])-wounds, 0), 1)
		p.Energy[side] = min(max(int(c.energy), 0), d.Energy)
		if c.flags&isSpent != 0 {
			p.Energy[side] = endgame.Spent
		}
		p.Held[side] = min(int(c.held[0]+c.held[1]), tb.MaxReserved())
		if c.flags&hasClosed != 0 {
			p.Closed[side] = 1
		}
		if c.flags&isDefenseless == isShaken && tb.TracksShaken() {
			p.Shaken[side] = 1
		}
		if !g.duel.on || !d.TracksGuard() {
			continue
		}
		switch guard := s.duel.guard[d.Seat]; { // 0 for an opening that ends with this round, 1 for one that lasts longer
		case guard > 0:
			p.Guard[side] = d.GuardLevel(int(guard))
		case s.duel.flags[d.Seat]&duelOpeningFades == 0:
			p.Guard[side] = 1
		}
	}
	return p, part
}

// woundsOff returns in Wounds what that part of a side's state which the abstraction leaves out costs it; below 0 if it
// helps. Defenseless until its next breath costs nothing when that breath is next, since it ends as the breath begins.
func (w *weights) woundsOff(g *Game, s *State, tb *endgame.Tablebase, side int) (n float64) {
	d, foe := &tb.Sides[side], &tb.Sides[1-side]
	c := &s.seats[d.Seat]
	if c.flags&isBleeding != 0 {
		n += w.Bleeding
	}
	if c.flags&isStrained != 0 && (s.phase != phCount || int(s.actor) != d.Seat) {
		n += w.Strained
	}
	if c.stance != 0 && g.stances[c.stance-1].strikes != 0 {
		n -= w.Guard
	}
	if held := int(c.held[0]+c.held[1]) - tb.MaxReserved(); held > 0 {
		n -= float64(w.Third * float64(held))
	}
	open := float64(min(c.exposed, 4))
	if !tb.TracksShaken() && c.flags&isDefenseless == isShaken && (s.phase != phCount || int(s.actor) != d.Seat) {
		open = 4
	}
	if open > 0 && s.seats[foe.Seat].flags&hasClosed == 0 {
		if at := &foe.At[min(int(s.duel.rung), tb.Rungs-1)]; at.N > 0 {
			e := min(int(s.seats[foe.Seat].energy), foe.Limit)
			if c.flags&isSpent != 0 {
				e = int(s.seats[foe.Seat].energy)
			}
			n += w.Shaken * open / 4 * float64(e) / float64(at.Attacks[0].Cost)
		}
	}
	return n
}

// endgameValue returns the value of a position's abstraction: between breaths, or within the one under way. At the
// count the side to breathe may close instead, and the better of both counts. A strained side has at most the strained
// limit left.
func (g *Game) endgameValue(s *State, m *endgame.Values, p endgame.Position) float32 {
	if p.Wounds[0] <= 0 || p.Wounds[1] <= 0 || s.phase == phBleed || s.overload&overloadMask != 0 {
		return m.Value(&p)
	}
	i := int(s.actor)
	side := int(g.fighters[i].side)
	d := &m.Sides[side]
	if p.Closed[side] != 0 || p.Energy[side] <= 0 {
		return m.Value(&p)
	}
	if s.phase != phCount {
		return m.InBreath(side, &p, min(max(int(g.limit(s, i)-s.spent), 0), d.Limit-1, p.Energy[side]))
	}
	left := d.Limit
	if s.seats[i].flags&isStrained != 0 {
		left = min(left, int(strainedLimit), p.Energy[side])
	}
	closed := p
	closed.Closed[side], p.Held[side], p.Shaken[side] = 1, 0, 0
	return endgame.Better(side, m.Value(&closed), m.InBreath(side, &p, left))
}
