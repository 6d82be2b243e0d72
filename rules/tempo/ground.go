package tempo

import "kokyu/rules/book"

// The map: squares of a metre, at most 12 by 12, each with a letter for its column and a number for its row. A square
// is 1 + row * width + column, so that 0 is none. Distances count diagonal steps as 1 (R-TP-33).

const (
	groundMax  = 12
	squaresMax = groundMax*groundMax + 1
)

// ground is the map: what no fight changes of it.
type ground struct{ book.Grid }

// square returns the square at a column and row, 0 off the map.
func (m *ground) square(x, y int8) uint8 {
	sq, _ := m.At(x, y)
	return sq
}

// squareOf returns the square of a name, 0 if there is none.
func (m *ground) squareOf(word string) uint8 {
	sq, _ := m.SquareNamed(word)
	return sq
}

// takenSquares returns the squares on which somebody stands.
func (g *Game) takenSquares(s *State) (taken book.Squares) {
	for i := range g.n {
		if s.isInFight(i) {
			taken.Add(s.seats[i].square)
		}
	}
	return taken
}

// walkableSquares returns the squares that seat i can walk to as far as its speed allows, those taken by friends among
// them; w gets the way. It walks past friends, but not past foes and walls.
func (g *Game) walkableSquares(s *State, i int, w *book.Walk) book.Squares {
	var closed book.Squares
	for _, k := range g.opponents[g.seats[i].side] {
		if s.isInFight(int(k)) {
			closed.Add(s.seats[k].square)
		}
	}
	return g.ground.Walk(s.seats[i].square, int(g.seats[i].speed), closed, nil, w)
}

// movePath is the squares of a move, first the one it starts from (R-TP-48). Foes may strike at any of them.
type movePath struct {
	squares [groundMax*2 + 1]uint8
	n       int
}

// pathTo returns the path of seat i to a square: of the shortest paths the one through the fewest threatened squares,
// of those the one whose squares come first by number (R-TP-57). So the destination alone decides where a mover can be
// struck.
func (g *Game) pathTo(s *State, i int, to uint8) (p movePath) {
	from := s.seats[i].square
	p.squares[0], p.n = from, 1
	var w book.Walk
	g.walkableSquares(s, i, &w)
	if w.Far[to] < 2 {
		return p
	}
	var threats [seatsMax]threat
	n := g.gatherThreats(s, i, &threats)
	// By square: the threatened squares on the best way from the start, and the square before it. A walk lists the
	// nearer squares first.
	var cost, prev [squaresMax]uint8
	for _, sq := range w.Order[1:w.N] {
		if w.Far[sq]+g.ground.Distance(sq, to) > w.Far[to] {
			continue // on no shortest way
		}
		best, back := uint8(255), w.Far[sq]-1
		for b := range g.ground.Near[sq].All() {
			if w.Far[b] == back && cost[b] < best {
				best, prev[sq] = cost[b], b
			}
		}
		cost[sq] = best
		for _, th := range threats[:n] {
			if th.within&(1<<g.ground.Distance(th.square, sq)) != 0 {
				cost[sq]++
				break
			}
		}
	}
	p.n = int(w.Far[to])
	for k, sq := p.n-1, to; k >= 0; k-- {
		p.squares[k] = sq
		sq = prev[sq]
	}
	return p
}

// threat is a foe On Guard with the distances that it threatens, as bits (R-TP-22): those of the surfaces in hand, or
// of empty hands.
type threat struct {
	square uint8
	within uint16
}

// gatherThreats gathers the foes of seat i that threaten any square; n is how many they are.
func (g *Game) gatherThreats(s *State, i int, all *[seatsMax]threat) (n int) {
	for k := range g.n {
		if c := &s.seats[k]; c.status == onGuard && g.foes(i, k) {
			all[n] = threat{c.square, g.seats[k].threatened[c.hand]}
			n++
		}
	}
	return n
}

// within reports whether a distance is within reach.
func (a *arm) within(d uint8) bool { return a.min <= d && d <= a.max }
