package tempo

import "fmt"

// Positions as bytes, for solvers and their tables (rules.Layers): the fields in their order, empty seats left out.

const (
	packedSeat = 15
	packedRest = 17
)

// Pack appends a position.
func (g *Game) Pack(s *State, buf []byte) []byte {
	for i := range g.n {
		c := &s.seats[i]
		buf = append(buf, c.ap, uint8(c.status), c.boxes[0], c.boxes[1], c.boxes[2], c.square, c.partner, c.hand,
			c.lost[0], c.lost[1], c.shots, c.loading, c.answer, c.with, c.won)
	}
	return append(buf, s.round, uint8(s.phase), s.actor, s.first, s.over, s.aim, s.do, s.with, s.at, s.to, s.feint, s.tempo, s.by, s.blow, s.won, s.due, s.stop)
}

// Unpack is the way back.
func (g *Game) Unpack(b []byte, s *State) error {
	if want := g.n*packedSeat + packedRest; len(b) != want {
		return fmt.Errorf("a packed position of %d bytes, want %d", len(b), want)
	}
	*s = State{}
	for i := range g.n {
		p := b[i*packedSeat:]
		s.seats[i] = seat{ap: p[0], status: status(p[1]), boxes: [3]uint8{p[2], p[3], p[4]}, square: p[5], partner: p[6], hand: p[7],
			lost: [2]uint8{p[8], p[9]}, shots: p[10], loading: p[11], answer: p[12], with: p[13], won: p[14]}
	}
	p := b[g.n*packedSeat:]
	s.round, s.phase, s.actor, s.first, s.over, s.aim = p[0], phase(p[1]), p[2], p[3], p[4], p[5]
	s.do, s.with, s.at, s.to, s.feint, s.tempo = p[6], p[7], p[8], p[9], p[10], p[11]
	s.by, s.blow, s.won, s.due, s.stop = p[12], p[13], p[14], p[15], p[16]
	return nil
}
