package keep

import (
	"fmt"
	"unsafe"

	"kokyu/rules"
)

// Positions as bytes, for solvers and their tables (rules.Layers): every byte of the position but the round, and but for what
// can no longer matter.

const packedState = int(unsafe.Sizeof(State{}))

// SetRound puts a position into another round.
func (g *Game) SetRound(s *State, round int) { s.round = uint8(round) }

// Rounds is the last round: the cap, or the rounds an objective asks for.
func (g *Game) Rounds() int {
	if g.goal.kind == goalLast {
		return int(min(g.rounds, g.goal.rounds))
	}
	return int(g.rounds)
}

// Pack appends a position without its round.
func (g *Game) Pack(s *State, buf []byte) []byte {
	t := *s
	t.round = 0
	g.forget(&t)
	return rules.Squeeze((*[packedState]byte)(unsafe.Pointer(&t))[:], buf)
}

// forget takes out of a position what nothing will ask for again: the count of quiet rounds once somebody has struck, a bonus of
// the Void stance that has been used, a stance about to be chosen anew. What is left is a position that can be, so that it can be written down: any stance is Water.
func (g *Game) forget(s *State) {
	if s.busy != 0 {
		s.quiet = 0
	}
	points := uint8(0)
	for i := range g.n {
		points |= s.seats[i].void
	}
	for i := range g.n {
		if c := &s.seats[i]; points == 0 && c.spent&voidBonus != 0 { // with a Void Point left, the order may still change
			c.spent &^= voidBonus
			c.turns &^= beganVoid
		}
	}
	if s.phase == phStance {
		s.seats[s.actor].stance = water
	}
	if s.phase == phAct && g.n == 2 && !g.threatens(s) {
		g.unguard(s, 1-int(s.actor), points == 0)
	}
}

// threatens says whether the actor may still attack in its turn, or wrestle.
func (g *Game) threatens(s *State) bool {
	c := &s.seats[s.actor]
	return c.hold != 0 || s.simple >= 2 && c.stance != air && c.stance != earth
}

// unguard forgets the stance of one whom nobody can attack before it chooses again: its turn is next in this round, or first in
// the next one, which only asks whether it begins in the Void stance.
func (g *Game) unguard(s *State, k int, pointless bool) {
	c := &s.seats[k]
	switch {
	case s.first != 0 || !g.acts(s, k):
	case c.turns&acted == 0, pointless && c.place>>4 == 0 && c.stance != void && !g.passes(s, int(s.actor), k):
		c.stance, c.earth = water, 0
	}
}

// passes says whether the Void stance may bring a seat before one who is first in the order of the fight.
func (g *Game) passes(s *State, i, k int) bool {
	return int(s.seats[i].initiative)+5*g.seats[i].rank > int(s.seats[k].initiative)
}

// Unpack is the way back, into round 1.
func (g *Game) Unpack(packed []byte, s *State) error {
	*s = State{}
	if err := rules.Unsqueeze(packed, (*[packedState]byte)(unsafe.Pointer(s))[:]); err != nil {
		return err
	}
	if s.phase > phAgree || int(s.actor) >= SeatsMax {
		return fmt.Errorf("a packed position that waits for phase %d of seat %d", s.phase, s.actor)
	}
	s.round = 1
	return nil
}
