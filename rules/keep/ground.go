package keep

import "kokyu/rules/book"

// The board (R-RK-52): squares of five feet, at most 16 by 16, each with a letter for its column and a number for its row.
// Distances are the larger of the two differences.

const (
	groundMax  = 16
	squaresMax = groundMax * groundMax
)

// ground is what does not change of the board.
type ground struct {
	book.Grid
	rough  [squaresMax]bool
	mire   [squaresMax]bool
	exit   [squaresMax]bool
	height [squaresMax]uint8
	cover  [squaresMax]uint8             // noCover, someCover, fullCover
	steps  [squaresMax][squaresMax]uint8 // how far apart any two are
	near   [squaresMax][8]uint8          // the squares a step away that one can step to
	nears  [squaresMax]uint8             // how many
	sight  [squaresMax][squaresMax / 64]uint64
	kinds  [squaresMax]uint64 // what could matter of a square itself, as bits
}

// free returns a square at a column and row that is no wall.
func (m *ground) free(x, y int8) (sq uint8, ok bool) {
	sq, ok = m.At(x, y)
	return sq, ok && !m.Wall[sq]
}

// apart returns the distance of two squares, in squares.
func (m *ground) apart(a, b uint8) uint8 { return m.steps[a][b] }

func abs(n int8) int8 { return max(n, -n) }

func sign(n int8) int8 { return min(1, max(-1, n)) }

// survey works out what is near what and what is seen from where. No step leads diagonally between two walls.
func (m *ground) survey() {
	m.Lay()
	n := m.Squares()
	for a := range n {
		for b := range n {
			m.steps[a][b] = m.Far(uint8(a), uint8(b))
		}
	}
	for sq := range n {
		for dy := int8(-1); dy <= 1; dy++ {
			for dx := int8(-1); dx <= 1; dx++ {
				to, ok := m.free(m.X[sq]+dx, m.Y[sq]+dy)
				if !ok || int(to) == sq {
					continue
				}
				_, one := m.free(m.X[sq]+dx, m.Y[sq])
				_, other := m.free(m.X[sq], m.Y[sq]+dy)
				if one || other {
					m.near[sq][m.nears[sq]] = to
					m.nears[sq]++
				}
			}
		}
		for to := range n {
			if m.Open(uint8(sq), uint8(to)) {
				m.sight[sq][to/64] |= 1 << (to % 64)
			}
		}
	}
}

// sees reports whether no wall is on the straight line between two squares.
func (m *ground) sees(a, b uint8) bool { return m.sight[a][b/64]&(1<<(b%64)) != 0 }

// straight reports whether one square lies from another along a row, a column or a diagonal.
func (m *ground) straight(a, b uint8) bool {
	dx, dy := m.X[b]-m.X[a], m.Y[b]-m.Y[a]
	return dx == 0 || dy == 0 || abs(dx) == abs(dy)
}

// field is who stands where: 1 + seat.
type field [squaresMax]uint8

// stand returns where everybody conscious stands; a steed that is ridden stands with its rider, and the rider counts.
func (g *Game) stand(s *State) (f field) {
	for i := range g.n {
		if g.stands(s, i) && !(g.seats[i].steed && s.seats[i].mount != 0) {
			f[s.seats[i].square] = uint8(1 + i)
		}
	}
	return f
}

// walk is how far the squares are that one can go to.
type walk struct {
	far   [squaresMax]uint8 // 1 + steps, 0 out of reach, or barred
	order [squaresMax]uint8
	n     int
	bumps bool // it came to rough ground that it may not cross
}

// barred is a square where a foe lets nobody past.
const barred = 255

// walkFrom walks from where seat i stands, so many steps at most. Friends let one pass, foes and walls do not; over rough ground
// only if that is allowed; in the Fire stance no step leads away from a foe who could strike (R-RK-08).
func (g *Game) walkFrom(s *State, i int, f *field, steps int, rough, fierce bool, w *walk) {
	m := &g.ground
	var threats threats
	if fierce {
		threats = g.threats(s, i)
	}
	for k := range g.n {
		if sq := s.seats[k].square; f[sq] == uint8(1+k) && k != i && g.foes(i, k) && g.acts(s, k) {
			w.far[sq] = barred
		}
	}
	from := s.seats[i].square
	w.order[0], w.n = from, 1
	w.far[from] = 1
	for head := 0; head < w.n; head++ {
		at := w.order[head]
		next := int(w.far[at]) + 1
		if next > steps+1 {
			return
		}
		for _, to := range m.near[at][:m.nears[at]] {
			if w.far[to] != 0 {
				continue
			}
			if m.rough[to] && !rough {
				w.bumps = true
				continue
			}
			if fierce && threats.shun(m, at, to) {
				continue
			}
			w.far[to] = uint8(next)
			w.order[w.n] = to
			w.n++
		}
	}
}

// threats are where the foes of a seat stand, and how far they strike.
type threats struct {
	n       int
	at, far [seatsMax]uint8
}

func (g *Game) threats(s *State, i int) (t threats) {
	for k := range g.n {
		if g.foes(i, k) && g.stands(s, k) {
			t.at[t.n], t.far[t.n] = s.seats[k].square, g.threat(s, k)
			t.n++
		}
	}
	return t
}

// shun reports whether a step leads away from a foe within whose reach it begins.
func (t *threats) shun(m *ground, at, to uint8) bool {
	for n, o := range t.at[:t.n] {
		if m.apart(at, o) <= t.far[n] && m.apart(to, o) > m.apart(at, o) {
			return true
		}
	}
	return false
}

// drop returns how much lower one square is than another, 0 if it is not.
func (m *ground) drop(from, to uint8) int { return max(0, int(m.height[from])-int(m.height[to])) }
