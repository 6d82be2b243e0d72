package tempo

import "fmt"

// Positions as bytes, for solvers and their tables (rules.Layers): the fields in their order, empty seats left out.

const (
	packedSeat = 15
	packedRest = 16
)

// SetRound puts a position into another round.
func (g *Game) SetRound(s *State, round int) { s.round = uint8(round - 1) }

// Rounds is the last round: the cap, or the rounds an objective asks for.
func (g *Game) Rounds() int {
	if g.goal.kind == goalLast {
		return int(min(g.rounds, g.goal.rounds))
	}
	return int(g.rounds)
}

// Pack appends a position without its round: a bit for each byte that is not zero, then those bytes.
func (g *Game) Pack(s *State, buf []byte) []byte {
	var plain [SeatsMax*packedSeat + packedRest]byte
	n := g.n*packedSeat + packedRest
	for i := range g.n {
		c := &s.seats[i]
		*(*[packedSeat]byte)(plain[i*packedSeat:]) = [packedSeat]byte{c.ap, uint8(c.status), c.boxes[0], c.boxes[1], c.boxes[2], c.square,
			c.partner, c.hand, c.lost[0], c.lost[1], c.shots, c.loading, c.answer, c.with, c.won}
	}
	*(*[packedRest]byte)(plain[g.n*packedSeat:]) = [packedRest]byte{uint8(s.phase), s.actor, s.first, s.over, s.aim, s.do, s.with, s.at,
		s.to, s.feint, s.tempo, s.by, s.blow, s.won, s.due, s.stop}
	first := len(buf)
	var marks [(len(plain) + 7) / 8]byte
	buf = append(buf, marks[:(n+7)/8]...)
	for i, b := range plain[:n] {
		if b != 0 {
			buf[first+i/8] |= 1 << (i % 8)
			buf = append(buf, b)
		}
	}
	return buf
}

// Unpack is the way back, into round 1.
func (g *Game) Unpack(packed []byte, s *State) error {
	var b [SeatsMax*packedSeat + packedRest]byte
	n := g.n*packedSeat + packedRest
	marks := (n + 7) / 8
	if len(packed) < marks {
		return fmt.Errorf("a packed position of %d bytes, want %d and more", len(packed), marks)
	}
	rest := packed[marks:]
	for i := range n {
		if packed[i/8]&(1<<(i%8)) == 0 {
			continue
		}
		if len(rest) == 0 {
			return fmt.Errorf("a packed position that ends before its last byte")
		}
		b[i], rest = rest[0], rest[1:]
	}
	if len(rest) > 0 {
		return fmt.Errorf("a packed position with %d bytes too many", len(rest))
	}
	*s = State{}
	for i := range g.n {
		p := b[i*packedSeat:]
		s.seats[i] = seat{ap: p[0], status: status(p[1]), boxes: [3]uint8{p[2], p[3], p[4]}, square: p[5], partner: p[6], hand: p[7],
			lost: [2]uint8{p[8], p[9]}, shots: p[10], loading: p[11], answer: p[12], with: p[13], won: p[14]}
	}
	p := b[g.n*packedSeat:]
	s.phase, s.actor, s.first, s.over, s.aim = phase(p[0]), p[1], p[2], p[3], p[4]
	s.do, s.with, s.at, s.to, s.feint, s.tempo = p[5], p[6], p[7], p[8], p[9], p[10]
	s.by, s.blow, s.won, s.due, s.stop = p[11], p[12], p[13], p[14], p[15]
	return nil
}
