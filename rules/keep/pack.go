package keep

import (
	"fmt"
	"slices"
	"unsafe"

	"kokyu/rules"
	"kokyu/rules/stage"
)

// Positions as bytes, for solvers and their tables (rules.Layers): every byte of the position except the round, and
// except what can no longer matter or comes to the same (see [Game.forgetIrrelevant]). What is forgotten in a position
// has to be forgotten in all that follow it until it is set anew: otherwise a solution would lack some of the positions
// that its own lead to.

// packing says which bytes of a position are packed. combatants are those of the seats that fight and of their items,
// which are packed as the difference from the start: most of them have not changed, and a zero takes one bit. all are
// these and the rest.
type packing struct{ combatants, all stage.Layout[State] }

// newPacking returns the layout for n combatants. Without effects nothing of them is packed.
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
func (g *Game) Rounds() int { return g.goal.Last(g.rounds) }

// Pack appends a position without its round.
func (g *Game) Pack(s *State, buf []byte) []byte {
	t := *s
	t.round = 0
	g.forgetIrrelevant(&t)
	g.sortTwins(&t)
	g.packing.combatants.Differ(&t, &g.First)
	return g.packing.all.Pack(&t, buf)
}

// forgetIrrelevant sets to one value what nothing will ask for again, so that the solver keeps one position and not
// several. What is left is still a legal position, which a file can hold: a stance that is forgotten becomes Water.
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
		if voidless && c.spent&spentVoidBonus != 0 { // with a Void Point left, the order may still change
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
		// no contest is left in this round
		if voidless && s.seats[k].turnMarks&acted != 0 && s.phase != phEffort {
			g.forgetVoidBegin(s, k)
			if (s.phase == phAct || s.phase == phAgree) && s.simpleLeft == 0 { // and no test
				g.forgetVoidBegin(s, int(s.actor))
			}
		}
	}
}

// forgetVoidBegin forgets that a seat began the round in the Void stance, unless it has a test of the Readying Phase to
// come, to which that adds.
func (g *Game) forgetVoidBegin(s *State, i int) {
	if c := &s.seats[i]; c.stun == 0 && c.status&incapacitated == 0 {
		c.turnMarks &^= beganVoid
	}
}

// forgetIdleStance makes Water of a stance that gives nothing to a seat whose turn it is not: Earth without a bonus,
// and Void where the seat chooses anew in this round. That it began the round in Void is kept in turnMarks.
func (g *Game) forgetIdleStance(s *State, i int) {
	c := &s.seats[i]
	if !g.canAct(s, i) || g.isRidden(s, i) || s.firstRound != 0 && c.turnMarks&acted == 0 {
		return // it does not choose anew
	}
	if c.stance == earth && c.earthBonus == 0 || c.stance == void && c.turnMarks&acted == 0 && s.phase >= phStance {
		c.stance = water
	}
}

// hasNothingToDrop reports whether the actor has nothing left in hand to let go of, and no time to take anything up.
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

// mayAttack reports whether the actor attacks, or may still attack in its turn. In a grapple it can only if the end of
// the grapple can still be agreed on.
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

// forgetUnassailedStance forgets the stance of a seat that nobody can attack before it chooses again, in a fight of
// two: its turn is next in this round, or certainly the first in the next one. That round only asks whether it begins
// in the Void stance.
func (g *Game) forgetUnassailedStance(s *State, k int, voidless bool) {
	c := &s.seats[k]
	switch {
	case s.firstRound != 0 || !g.canAct(s, k):
	case c.turnMarks&acted == 0, voidless && c.fightPlace() == 0 && c.stance != void && !g.mayOvertake(s, int(s.actor), k):
		c.stance, c.earthBonus = water, 0
	}
}

// mayOvertake reports whether the Void stance may bring seat i before seat k, which comes first in the order of the
// fight.
func (g *Game) mayOvertake(s *State, i, k int) bool {
	return int(s.seats[i].initiative)+voidInitiative*g.seats[i].rank > int(s.seats[k].initiative)
}

// sortTwins puts weapons of one row in a fixed order: it makes no difference which of two equal weapons is where. What
// refers to one of them is changed with it.
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

// twinArm returns the arm that an arm of one of two twins becomes when they change places; any other arm is left as it
// is.
func (g *Game) twinArm(arm uint8, twins [2]uint8) uint8 {
	switch g.arms[arm].item {
	case twins[0]:
		return arm - g.firstArm[twins[0]] + g.firstArm[twins[1]]
	case twins[1]:
		return arm - g.firstArm[twins[1]] + g.firstArm[twins[0]]
	}
	return arm
}

// sameReachSquare returns the square that stands for all on which a lying weapon can be picked up from the same places:
// on a map of one or two columns it does not matter in which of them it lies, and so with rows.
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

// exchangeRaisesMax is the most raises on one roll for which its calls count as part of the exchange: with more, a
// search would have to look at too many sets of calls to the end.
const exchangeRaisesMax = 3

// isInExchange reports whether the decision that the fight waits for belongs to the exchange under way, as rules.Hooks
// has it: a call on a roll on which few raises can be called.
func (g *Game) isInExchange(s *State) bool {
	return s.phase == phCall && g.rule.RaiseCap && g.seats[s.by].rings[ringVoid] <= exchangeRaisesMax
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
