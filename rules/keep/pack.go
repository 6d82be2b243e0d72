package keep

import (
	"fmt"
	"unsafe"

	"kokyu/rules"
)

// Positions as bytes, for solvers and their tables (rules.Layers): every byte of the position but the round.

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
	return rules.Squeeze((*[packedState]byte)(unsafe.Pointer(&t))[:], buf)
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
