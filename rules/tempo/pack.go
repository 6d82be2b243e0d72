package tempo

import (
	"unsafe"

	"kokyu/rules/stage"
)

// Positions as bytes, for solvers and their tables (rules.Layers): all but the round and empty seats. Rounds
// are alike: the solver keeps one position for all rounds, with a value for each.

// layout returns which bytes are packed of a position of n combatants: their seats, and the fields of State after its
// round.
func layout(n uintptr) stage.Layout[State] {
	var s State
	return stage.Layout[State]{{From: 0, To: n * unsafe.Sizeof(seat{})}, {From: unsafe.Offsetof(s.phase), To: unsafe.Sizeof(s)}}
}

// SetRound puts a position into another round.
func (g *Game) SetRound(s *State, round int) { s.round = uint8(round - 1) }

// Rounds returns the last round: the cap, or the rounds an objective asks for.
func (g *Game) Rounds() int { return g.goal.LastRound(g.rounds) }

// Pack appends a position without its round.
func (g *Game) Pack(s *State, buf []byte) []byte { return g.layout.Pack(s, buf) }

// Unpack returns the inverse of Pack; the position is in round 1.
func (g *Game) Unpack(packed []byte, s *State) error {
	*s = State{}
	return g.layout.Unpack(packed, s)
}
