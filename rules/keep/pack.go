package keep

import (
	"fmt"
	"slices"
	"unsafe"

	"kokyu/rules"
	"kokyu/rules/stage"
)

// Positions as bytes, for solvers and their tables (rules.Layers): all of a position but its round, and but what makes
// no difference any more (see [Game.forgetIrrelevant]). What is forgotten in a position has to be forgotten in all that
// follow it until it is set anew: else a solution would lack positions that its own lead to.

// packing says which bytes of a position are packed: all of them, and those of combatants, which are the seats that
// fight and their items. These are packed as the difference from the start: most have not changed, and a zero takes one
// bit.
type packing struct{ combatants, all stage.Layout[State] }

// newPacking returns the packing for n combatants, in a fight with effects or without.
func newPacking(n uintptr, effects bool) packing {
	var s State
	items, end := unsafe.Offsetof(s.items), unsafe.Sizeof(s)
	if !effects {
		end = unsafe.Offsetof(s.slots)
	}
	combatants := stage.Layout[State]{{From: 0, To: n * unsafe.Sizeof(seat{})}, {From: items, To: items + n*weaponsMax*unsafe.Sizeof(item{})}}
	return packing{combatants, slices.Concat(combatants, stage.Layout[State]{{From: unsafe.Offsetof(s.grapples), To: end}})}
}

// SetRound puts a position into another round.
func (g *Game) SetRound(s *State, round int) { s.round = uint8(round) }

// Rounds returns the last round: the cap, or the rounds an objective asks for.
func (g *Game) Rounds() int { return g.goal.LastRound(g.rounds) }

// Pack appends the bytes of a position without its round.
func (g *Game) Pack(s *State, buf []byte) []byte {
	t := *s
	t.round = 0
	g.forgetIrrelevant(&t)
	g.sortTwins(&t)
	g.packing.combatants.Differ(&t, &g.First)
	return g.packing.all.Pack(&t, buf)
}

// forgetIrrelevant sets what nothing will ask for again to one value, so that the solver has one position and not
// several. It is still a legal one, which a file can have: a stance that is forgotten becomes Water.
func (g *Game) forgetIrrelevant(s *State) {
	if len(g.effects) > 0 {
		return // the needs of an effect may ask for anything
	}
	if s.eventful != 0 {
		s.quietRounds = 0
	}
	voidless := !slices.ContainsFunc(s.seats[:g.n], func(c seat) bool { return c.voidPoints > 0 })
	for i := range g.n {
		c := &s.seats[i]
		if voidless && c.spent&spentVoidBonus != 0 { // a Void Point may still change the order
			c.spent &^= spentVoidBonus
			c.turnMarks &^= beganVoid
		}
		if g.turnOwner(s) != rules.Seat(i) {
			g.forgetIdleStance(s, i)
		}
	}
	for k := range s.items {
		if it := &s.items[k]; it.at&itemLying != 0 {
			it.square = g.ground.sameReachSquare(it.square)
		}
	}
	switch {
	case s.phase == phStance:
		s.seats[s.actor].stance = water
	case (s.phase == phAct || s.phase == phAgree) && g.hasNothingToDrop(s):
		s.did &^= didLetGo
	}
	if g.n == 2 && s.phase >= phAct && g.turnOwner(s) != rules.Nobody && !g.mayAttack(s) {
		k := 1 - int(s.actor)
		g.forgetUnassailedStance(s, k, voidless)
		if voidless && s.seats[k].turnMarks&acted != 0 && s.phase != phEffort { // the round has no further contest
			g.forgetVoidBegin(s, k)
			if (s.phase == phAct || s.phase == phAgree) && s.simpleLeft == 0 { // nor test
				g.forgetVoidBegin(s, int(s.actor))
			}
		}
	}
}

// forgetVoidBegin forgets that a seat began the round in the Void stance, unless it still has a test of the Readying
// Phase.
func (g *Game) forgetVoidBegin(s *State, i int) {
	if c := &s.seats[i]; c.stun == 0 && c.status&incapacitated == 0 {
		c.turnMarks &^= beganVoid
	}
}

// forgetIdleStance makes Water of a stance that gives nothing to a seat whose turn it is not: Earth without a bonus,
// and Void if the seat chooses anew in this round. beganVoid stays.
func (g *Game) forgetIdleStance(s *State, i int) {
	c := &s.seats[i]
	if !g.canAct(s, i) || g.isRidden(s, i) || s.firstRound != 0 && c.turnMarks&acted == 0 {
		return
	}
	if c.stance == earth && c.earthBonus == 0 || c.stance == void && c.turnMarks&acted == 0 && s.phase >= phStance {
		c.stance = water
	}
}

// hasNothingToDrop reports whether the actor has nothing in hand to let go of, and will have nothing in this turn.
func (g *Game) hasNothingToDrop(s *State) bool {
	i := int(s.actor)
	if s.simpleLeft > 0 || g.canBeDisarmed(s, i) {
		return false
	}
	for _, item := range g.items {
		if g.armOf(item).size == small && int(s.items[item].at&itemHolder) == i {
			return false // a Free Action may take it up
		}
	}
	return true
}

// mayAttack reports whether the actor attacks, or may still attack in its turn: in a grapple only if the end of the
// grapple can still be agreed on.
func (g *Game) mayAttack(s *State) bool {
	if do := uint16(s.do); do == doAttack || do == doGrapple || s.phase == phExtra {
		return true
	}
	c := &s.seats[s.actor]
	if s.simpleLeft < 2 || c.stance == air || c.stance == earth {
		return false
	}
	var room [seatsMax]rules.Action
	return c.grapple == 0 || s.phase == phAgree || s.said&saidOffer == 0 || len(g.listNeverminds(s, room[:0])) > 0
}

// forgetUnassailedStance forgets the stance of seat k, whom nobody can attack any more before it chooses again, in a
// fight of two: its turn is next in this round, or certainly the first in the next one, which asks only whether it is
// in the Void stance.
func (g *Game) forgetUnassailedStance(s *State, k int, voidless bool) {
	c := &s.seats[k]
	switch {
	case s.firstRound != 0 || !g.canAct(s, k):
	case c.turnMarks&acted == 0, voidless && c.fightPlace() == 0 && c.stance != void && !g.mayOvertake(s, int(s.actor), k):
		c.stance, c.earthBonus = water, 0
	}
}

// mayOvertake reports whether the Void stance may bring seat i before seat k, the first in the order of the fight.
func (g *Game) mayOvertake(s *State, i, k int) bool {
	return int(s.seats[i].initiative)+voidInitiative*g.seats[i].rank > int(s.seats[k].initiative)
}

// sortTwins puts weapons of one row in a fixed order, since it makes no difference which of two equal weapons is where,
// and changes what refers to them.
func (g *Game) sortTwins(s *State) {
	for _, t := range g.twins {
		a, b := &s.items[t[0]], &s.items[t[1]]
		if a.at < b.at || a.at == b.at && a.square <= b.square {
			continue
		}
		*a, *b = *b, *a
		if do := uint16(s.do); do == doAttack || do == doGrapple || do == doHit {
			s.with = g.twinArm(s.with, t)
		}
		for h := range s.grapples {
			s.grapples[h].with = g.twinArm(s.grapples[h].with, t)
		}
	}
}

// twinArm returns the arm that an arm becomes when two twins change places.
func (g *Game) twinArm(arm uint8, twins [2]uint8) uint8 {
	switch g.arms[arm].item {
	case twins[0]:
		return arm - g.firstArm[twins[0]] + g.firstArm[twins[1]]
	case twins[1]:
		return arm - g.firstArm[twins[1]] + g.firstArm[twins[0]]
	}
	return arm
}

// sameReachSquare returns one square for all from which a weapon that lies there can be picked up from the same places:
// on a map of one or two columns it makes no difference in which it lies, and so with rows.
func (m *ground) sameReachSquare(sq uint8) uint8 {
	x, y := m.X[sq], m.Y[sq]
	if m.Wide <= 2 {
		x = 0
	}
	if m.High <= 2 {
		y = 0
	}
	if to, ok := m.freeSquare(x, y); ok {
		return to
	}
	return sq
}

// Unpack returns the inverse of Pack; the position is in round 1.
func (g *Game) Unpack(packed []byte, s *State) error {
	*s = State{items: g.First.items}
	if err := g.packing.all.Unpack(packed, s); err != nil {
		return err
	}
	g.packing.combatants.Differ(s, &g.First)
	if s.phase > phWhich || int(s.actor) >= seatsMax {
		return fmt.Errorf("a packed position that waits for phase %d of seat %d", s.phase, s.actor)
	}
	s.round = 1
	return nil
}
