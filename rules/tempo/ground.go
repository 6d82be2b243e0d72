package tempo

import "kokyu/rules/book"

// The map: squares of a metre, at most 12 by 12, each with a letter for its column and a number for its row. A square is
// 1 + row * width + column, so that 0 is none. Distances count diagonal steps as 1 (R-TP-33).

const (
	groundMax  = 12
	squaresMax = groundMax*groundMax + 1
)

// ground is what does not change of the map.
type ground struct {
	book.Grid
	sight [][squaresMax]bool   // the squares seen from each
	near  [squaresMax][8]uint8 // the squares a step away that are not blocked, in their order; then zeros
}

// square returns the one at a column and row, 0 off the map.
func (m *ground) square(x, y int8) uint8 {
	sq, _ := m.At(x, y)
	return sq
}

// squareOf returns the square a word names, 0 if there is none.
func (m *ground) squareOf(word string) uint8 {
	sq, _ := m.Named(word)
	return sq
}

// survey works out what is seen from where.
func (m *ground) survey() {
	n := m.Squares()
	m.Lay()
	for sq := 1; sq <= n; sq++ {
		k := 0
		for dy := int8(-1); dy <= 1; dy++ {
			for dx := int8(-1); dx <= 1; dx++ {
				if to := m.square(m.X[sq]+dx, m.Y[sq]+dy); to != 0 && int(to) != sq && !m.Wall[to] {
					m.near[sq][k] = to
					k++
				}
			}
		}
	}
	m.sight = make([][squaresMax]bool, n+1)
	for a := 1; a <= n; a++ {
		for b := 1; b <= n; b++ {
			m.sight[a][b] = m.Open(uint8(a), uint8(b))
		}
	}
}

// sees is line of fire: no wall on the straight line (R-TP-20).
func (m *ground) sees(a, b uint8) bool { return m.sight[a][b] }

// field is who stands where.
type field [squaresMax]uint8 // 1 + seat

func (g *Game) stand(s *State) (f field) {
	for i := range g.n {
		if s.up(i) {
			f[s.seats[i].square] = uint8(1 + i)
		}
	}
	return f
}

// walk is how far the squares are that a seat can walk to, and those in the order they are reached.
type walk struct {
	far   [squaresMax]uint8 // 1 + steps, 0 out of reach
	order [squaresMax]uint8
	n     int
}

// to reports whether a square other than the first is within reach.
func (w *walk) to(sq uint8) bool { return w.far[sq] > 1 }

// reach walks from where seat i stands, so many steps at most or until a square is reached. Friends let one pass, foes and
// walls do not.
func (g *Game) reach(s *State, i int, f *field, steps, until uint8, w *walk) {
	m := &g.ground
	side := g.seats[i].side
	from := s.seats[i].square
	w.order[0], w.n = from, 1
	w.far[from] = 1
	for head := 0; head < w.n; head++ {
		at := w.order[head]
		next := w.far[at] + 1
		if next > steps+1 || until != 0 && w.far[until] != 0 && next > w.far[until] {
			return
		}
		for _, to := range m.near[at] {
			if to == 0 {
				break
			}
			if w.far[to] != 0 || f[to] != 0 && g.seats[f[to]-1].side != side {
				continue
			}
			if until != 0 && next+m.Far(to, until) > steps+1 {
				continue // it leads past the goal
			}
			w.far[to] = next
			w.order[w.n] = to
			w.n++
		}
	}
}

// track is the squares of a move, the first the one it starts from (R-TP-48).
type track struct {
	squares [groundMax*2 + 1]uint8
	n       int
}

// way is seat i's path to a square: the shortest, among those the one through fewest threatened squares, then the one
// whose squares come first (R-TP-57).
func (g *Game) way(s *State, i int, to uint8) (p track) {
	from := s.seats[i].square
	p.squares[0], p.n = from, 1
	f := g.stand(s)
	var w walk
	g.reach(s, i, &f, uint8(g.seats[i].speed), to, &w)
	if w.far[to] < 2 {
		return p
	}
	var threats [seatsMax]threat
	n := g.gatherThreats(s, i, &threats)
	// Threatened squares on the best way back to the start, square by square outwards.
	var cost, prev [squaresMax]uint8
	for _, sq := range w.order[1:w.n] {
		if w.far[sq]+g.ground.Far(sq, to) > w.far[to] {
			continue // on no shortest way
		}
		best, back := uint8(255), w.far[sq]-1
		for _, b := range g.ground.near[sq] {
			if b == 0 {
				break
			}
			if w.far[b] == back && cost[b] < best {
				best, prev[sq] = cost[b], b
			}
		}
		cost[sq] = best
		for _, th := range threats[:n] {
			if th.within&(1<<g.ground.Far(th.square, sq)) != 0 {
				cost[sq]++
				break
			}
		}
	}
	p.n = int(w.far[to])
	for k, sq := p.n-1, to; k >= 0; k-- {
		p.squares[k] = sq
		sq = prev[sq]
	}
	return p
}

// threat is a foe On Guard and the distances it threatens, as bits (R-TP-22): the reach of the surfaces in hand, or of empty
// hands.
type threat struct {
	square uint8
	within uint16
}

// gatherThreats gathers the foes of seat i who threaten anything.
func (g *Game) gatherThreats(s *State, i int, all *[seatsMax]threat) (n int) {
	for k := range g.n {
		if c := &s.seats[k]; c.status == onGuard && g.foes(i, k) {
			all[n] = threat{c.square, g.seats[k].threat[c.hand]}
			n++
		}
	}
	return n
}

// within reports whether a distance is within reach.
func (a *arm) within(d uint8) bool { return a.min <= d && d <= a.max }
