package breath

import (
	"math"
	"unsafe"

	"kokyu/rules/breath/rows"
	"kokyu/rules/stage"
)

// Positions as bytes, for the exact solver, which solves round by round: every byte of a position but its round.

// SetRound puts a position into another round: a solver keeps positions without one.
func (g *Game) SetRound(s *State, round int) { s.round = uint8(round) }

// Rounds returns the number of the last round: the cap, or the rounds that an objective asks for.
func (g *Game) Rounds() int { return g.goal.LastRound(g.rounds) }

// layout returns which bytes of a position of n combatants are packed: all but the round and empty seats, and
// State.extras only in a fight that uses it. A new field of State needs no line here.
func layout(n uintptr, usesExtras bool) stage.Layout[State] {
	var s State
	end := unsafe.Sizeof(s)
	if !usesExtras {
		end = unsafe.Offsetof(s.extras)
	}
	return stage.Layout[State]{{From: 0, To: n * unsafe.Sizeof(seat{})}, {From: unsafe.Offsetof(s.phase), To: end}}
}

// Pack appends a position without its round. Positions that differ only in what can no longer matter are packed alike,
// see [Game.simplify].
func (g *Game) Pack(s *State, buf []byte) []byte {
	same := *s
	g.simplify(&same)
	return g.layout.Pack(&same, buf)
}

// Unpack is the inverse of Pack: it sets s to the simplest position of round 1 with the same future.
func (g *Game) Unpack(packed []byte, s *State) error {
	*s = State{round: 1}
	return g.layout.Unpack(packed, s)
}

// simplify clears in a position what can no longer change its future:
//
//	the sum spent in a breath that can no longer pass its limit
//	the attacks of a breath that can no longer reach the fourth
//	reservations beyond the blows that foes can still pay for this round
//	of one who has closed, Energy that buys no further answer (in a duel it still wins half-steps, R-113)
//
// If it makes two positions equal, it makes equal too what comes of them by the same actions.
func (g *Game) simplify(s *State) {
	if g.usesExtras { // squads, units and gifts let a breath do more than its Energy pays for
		return
	}
	for i := range g.n {
		c, bounds := &s.seats[i], &g.energyBounds[i]
		if c.flags&hasClosed != 0 && !g.duel.on && int(c.energy) < len(bounds.hasteSpent) {
			c.energy = bounds.hasteSpent[c.energy]
			if c.energy == 0 {
				c.flags &^= hasClosed
			}
		}
	}
	for i := range g.n {
		if c := &s.seats[i]; c.held[0]|c.held[1] != 0 {
			if n := g.blowsAgainst(s, i); n < reservesMax {
				c.held[0], c.held[1] = min(c.held[0], uint8(n)), min(c.held[1], uint8(n))
			}
		}
	}
	i := int(s.actor)
	f, c := &g.fighters[i], &s.seats[i]
	if s.phase <= phCount || s.phase == phBleed || f.descentLimit > 0 || f.coreLimit > 0 {
		return
	}
	free := g.limit(s, i) - s.spent
	if c.energy <= free {
		s.spent = 0
	}
	if s.attacks == 0 || s.phase != phBreath && s.blowDepth == 0 { // what is declared and not yet struck is not counted
		return
	}
	if int(s.attacks)+g.blowsBy(s, i, min(c.energy, free))+1 <= fatigueFree {
		s.attacks = 0
	}
}

// rateEnergyBounds works out everybody's [energyBounds], once a fight. hasteSpent is a knapsack: of each amount of
// Energy the most that prices in haste can use up.
func (g *Game) rateEnergyBounds() {
	for i := range g.n {
		f, t := &g.fighters[i], &g.energyBounds[i]
		t.cheapestArmed, t.cheapest = rows.EnergyMax+1, rows.EnergyMax+1
		var haste [rows.EnergyMax + 1]bool
		for k := range f.techniques {
			a := &f.techniques[k]
			for z := range zoneCount {
				switch {
				case a.kind == kindDefense && a.haste[z] <= rows.EnergyMax:
					haste[a.haste[z]] = true
				case a.isBlow():
					t.cheapest = min(t.cheapest, a.cost[z])
					if a.slot != slotBare {
						t.cheapestArmed = min(t.cheapestArmed, a.cost[z])
					}
				}
			}
		}
		if g.duel.on { // a feint and an empty hand cost 1 whatever the weapon
			t.cheapestArmed, t.cheapest = min(t.cheapestArmed, 1), min(t.cheapest, 1)
		}
		for _, st := range f.stances {
			t.hasStrikingStance = t.hasStrikingStance || g.stances[st].strikes != 0
		}
		for e := 1; e <= rows.EnergyMax; e++ {
			for cost := 1; cost <= e; cost++ {
				if haste[cost] {
					t.hasteSpent[e] = max(t.hasteSpent[e], int8(cost)+t.hasteSpent[e-cost])
				}
			}
			if haste[0] {
				t.hasteSpent[e] = int8(e)
			}
		}
	}
}

// blows returns the most attacks that so much Energy pays for. A weapon may drop at any time, so that the cheapest of
// all counts.
func (t *energyBounds) blows(energy int8) int {
	switch {
	case t.cheapest <= 0 || t.hasStrikingStance:
		return math.MaxInt8
	case energy <= 0:
		return 0
	}
	return int(energy / t.cheapest)
}

// blowsBy returns the most attacks that so much Energy pays for in seat i's own breath. The first is made with what is
// in hand now: a weapon drops only after an attack, unless a foe's stance strikes back.
func (g *Game) blowsBy(s *State, i int, energy int8) int {
	t := &g.energyBounds[i]
	for k := range g.n {
		if g.foes(k, i) && g.energyBounds[k].hasStrikingStance {
			return t.blows(energy)
		}
	}
	first := t.cheapestArmed
	if s.seats[i].lost&lostDropped != 0 || s.blowDepth > 0 {
		first = t.cheapest
	}
	switch {
	case t.cheapest <= 0:
		return math.MaxInt8
	case energy < first:
		return 0
	}
	return 1 + int((energy-first)/t.cheapest)
}

// blowsAgainst returns the most blows that can still fall on seat i in this round, those under way included.
func (g *Game) blowsAgainst(s *State, i int) int {
	n := int(s.blowDepth)
	for k := range g.n {
		if !g.foes(k, i) || !s.isUp(k) {
			continue
		}
		if c := &s.seats[k]; c.flags&hasClosed == 0 || g.energyBounds[k].hasStrikingStance {
			n += g.energyBounds[k].blows(c.energy)
		}
	}
	return n
}
