package tempo

import "kokyu/rules"

// Positions as bytes, for solvers and their tables (rules.Layers): the fields in their order, empty seats left out.

const (
	packedSeat = 15
	packedRest = 16
)

// SetRound puts a position into another round.
func (g *Game) SetRound(s *State, round int) { s.round = uint8(round - 1) }

// Rounds returns the last round: the cap, or the rounds an objective asks for.
func (g *Game) Rounds() int { return g.goal.Last(g.rounds) }

// Pack appends a position without its round.
func (g *Game) Pack(s *State, buf []byte) []byte {
	var plain [seatsMax*packedSeat + packedRest]byte
	n := g.n*packedSeat + packedRest
	for i := range g.n {
		c := &s.seats[i]
		*(*[packedSeat]byte)(plain[i*packedSeat:]) = [packedSeat]byte{c.ap, uint8(c.status), c.boxes[0], c.boxes[1], c.boxes[2], c.square,
			c.partner, c.hand, c.lost[0], c.lost[1], c.shots, c.loading, c.answer, c.with, c.won}
	}
	*(*[packedRest]byte)(plain[g.n*packedSeat:]) = [packedRest]byte{uint8(s.phase), s.actor, s.first, s.over, s.aim, s.do, s.with, s.at,
		s.to, s.feint, s.tempo, s.by, s.blow, s.won, s.due, s.stop}
	return rules.CompressZeros(plain[:n], buf)
}

// Unpack returns the inverse of Pack; the position is in round 1.
func (g *Game) Unpack(packed []byte, s *State) error {
	var b [seatsMax*packedSeat + packedRest]byte
	if err := rules.ExpandZeros(packed, b[:g.n*packedSeat+packedRest]); err != nil {
		return err
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
