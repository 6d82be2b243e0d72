package breath

import (
	"math"
	"unsafe"

	"kokyu/rules/breath/rows"
	"kokyu/rules/stage"
)

// What the exact solver and its tables need: a position without its round, packed.

// SetRound puts a position into another round.
func (g *Game) SetRound(s *State, round int) { s.round = uint8(round) }

// Rounds returns the last round: the cap, or the rounds an objective asks for.
func (g *Game) Rounds() int { return g.goal.Last(g.rounds) }

// layout returns what is packed of a position of n combatants: all but the round and empty seats, and what is laid on people and
// places only in a fight where something can be.
func layout(n uintptr, wide bool) stage.Layout[State] {
	var s State
	end := unsafe.Sizeof(s)
	if !wide {
		end = unsafe.Offsetof(s.laid)
	}
	return stage.Layout[State]{{From: 0, To: n * unsafe.Sizeof(seat{})}, {From: unsafe.Offsetof(s.phase), To: end}}
}

// Pack appends a position without its round. Positions that differ only in what can no longer matter are packed alike,
// see [Game.plainest].
func (g *Game) Pack(s *State, buf []byte) []byte {
	same := *s
	g.simplify(&same)
	return g.layout.Pack(&same, buf)
}

// Unpack returns the inverse of Pack: it returns the simplest position of round 1 with the same future.
func (g *Game) Unpack(packed []byte, s *State) error {
	*s = State{round: 1}
	return g.layout.Unpack(packed, s)
}

// simplify takes out of a position what cannot change its future, though people may want to read it:
//
//	the sum spent in a breath that can no longer pass its limit
//	the attacks of a breath that can no longer reach the fourth
//	reservations beyond the blows that foes can still pay for this round
//	of one who has closed, Energy that buys no further answer (in a duel it still wins half-steps, R-113)
//
// What it does holds from one position to the next: whatever happens, two positions with one plainest position lead
// to positions with one plainest position again.
func (g *Game) simplify(s *State) {
	if g.usesLaid { // what others strike and give in one's breath is no bound of Energy's
		return
	}
	for i := range g.n {
		c, t := &s.seats[i], &g.thrift[i]
		if c.is&isClosed != 0 && !g.duel.on && int(c.energy) < len(t.answers) {
			c.energy = t.answers[c.energy]
			if c.energy == 0 {
				c.is &^= isClosed
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
	f, c := &g.seats[i], &s.seats[i]
	if s.phase <= phCount || s.phase == phBleed || f.descentLimit > 0 || f.coreLimit > 0 {
		return
	}
	free := g.limit(s, i) - s.spent
	if c.energy <= free {
		s.spent = 0
	}
	if s.strikes == 0 || s.phase != phBreath && s.depth == 0 { // what is declared and not yet struck is not counted
		return
	}
	if int(s.strikes)+g.blowsBy(s, i, min(c.energy, free))+1 <= fatigueFree {
		s.strikes = 0
	}
}

// thrift is what a fighter's Energy buys at best.
type thrift struct {
	armed   int8                     // the cheapest attack or Kata with a weapon, in any zone
	any     int8                     // the cheapest of all, bare hands included
	strikes bool                     // has a stance that strikes unasked
	answers [rows.EnergyMax + 1]int8 // of so much Energy, the most that improvised answers can use up
}

// rateThrift works out, once a fight, what of a position solvers need not tell apart.
func (g *Game) rateThrift() {
	for i := range g.n {
		f, t := &g.seats[i], &g.thrift[i]
		t.armed, t.any = rows.EnergyMax+1, rows.EnergyMax+1
		var haste [rows.EnergyMax + 1]bool
		for k := range f.arms {
			a := &f.arms[k]
			for z := range zoneCount {
				switch {
				case a.kind == kindDefense && a.haste[z] <= rows.EnergyMax:
					haste[a.haste[z]] = true
				case a.isBlow():
					t.any = min(t.any, a.cost[z])
					if a.slot != slotBare {
						t.armed = min(t.armed, a.cost[z])
					}
				}
			}
		}
		if g.duel.on { // a feint and an empty hand cost 1 whatever the weapon
			t.armed, t.any = min(t.armed, 1), min(t.any, 1)
		}
		for _, st := range f.stances {
			t.strikes = t.strikes || g.stances[st].strikes != 0
		}
		for e := 1; e <= rows.EnergyMax; e++ {
			for cost := 1; cost <= e; cost++ {
				if haste[cost] {
					t.answers[e] = max(t.answers[e], int8(cost)+t.answers[e-cost])
				}
			}
			if haste[0] {
				t.answers[e] = int8(e)
			}
		}
	}
}

// blows returns how many attacks so much Energy pays for at most. A weapon may drop at any time, so the cheapest counts.
func (t *thrift) blows(energy int8) int {
	switch {
	case t.any <= 0 || t.strikes:
		return math.MaxInt8
	case energy <= 0:
		return 0
	}
	return int(energy / t.any)
}

// blowsBy returns how many attacks so much Energy pays for in seat i's own breath, at most. There a weapon in hand drops
// after an attack at the earliest, unless a stance strikes back.
func (g *Game) blowsBy(s *State, i int, energy int8) int {
	t := &g.thrift[i]
	for k := range g.n {
		if g.seats[k].side != g.seats[i].side && g.thrift[k].strikes {
			return t.blows(energy)
		}
	}
	first := t.armed
	if s.seats[i].lost&1 != 0 || s.depth > 0 {
		first = t.any
	}
	switch {
	case t.any <= 0:
		return math.MaxInt8
	case energy < first:
		return 0
	}
	return 1 + int((energy-first)/t.any)
}

// blowsAgainst returns how many blows can still fall on seat i this round, at most, those under way included.
func (g *Game) blowsAgainst(s *State, i int) int {
	n := int(s.depth)
	for k := range g.n {
		if g.seats[k].side == g.seats[i].side || !s.up(k) {
			continue
		}
		if c := &s.seats[k]; c.is&isClosed == 0 || g.thrift[k].strikes {
			n += g.thrift[k].blows(c.energy)
		}
	}
	return n
}
