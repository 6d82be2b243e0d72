package keep

import "strconv"

// The board (R-RK-52): squares of five feet, at most 16 by 16, each with a letter for its column and a number for its row.
// Distances are the larger of the two differences.

const (
	groundMax  = 16
	squaresMax = groundMax * groundMax
)

// ground is what does not change of the board.
type ground struct {
	wide, high uint8
	wall       [squaresMax]bool
	rough      [squaresMax]bool
	mire       [squaresMax]bool
	exit       [squaresMax]bool
	height     [squaresMax]uint8
	cover      [squaresMax]uint8 // noCover, someCover, fullCover
	x, y       [squaresMax]int8
	steps      [squaresMax][squaresMax]uint8 // how far apart any two are
	near       [squaresMax][8]uint8          // the squares a step away that one can step to
	nears      [squaresMax]uint8             // how many
	sight      [squaresMax][squaresMax / 64]uint64
	kinds      [squaresMax]uint64 // what could matter of a square itself, as bits
}

// squares returns how many squares there are.
func (m *ground) squares() int { return int(m.wide) * int(m.high) }

// squareAt returns the one at a column and row.
func (m *ground) squareAt(x, y int8) (sq uint8, ok bool) {
	if x < 0 || y < 0 || x >= int8(m.wide) || y >= int8(m.high) {
		return 0, false
	}
	return uint8(y)*m.wide + uint8(x), true
}

// free returns a square at a column and row that is no wall.
func (m *ground) free(x, y int8) (sq uint8, ok bool) {
	sq, ok = m.squareAt(x, y)
	return sq, ok && !m.wall[sq]
}

// name returns a square in words: c4.
func (m *ground) name(sq uint8) string {
	return string(rune('a'+m.x[sq])) + strconv.Itoa(1+int(m.y[sq]))
}

// squareNamed returns the square a word names.
func (m *ground) squareNamed(word string) (sq uint8, ok bool) { return m.plain().Named(word) }

// apart returns the distance of two squares, in squares.
func (m *ground) apart(a, b uint8) uint8 { return m.steps[a][b] }

func abs(n int8) int8 { return max(n, -n) }

func sign(n int8) int8 { return min(1, max(-1, n)) }

// survey works out what is near what and what is seen from where. No step leads diagonally between two walls.
func (m *ground) survey() {
	n := m.squares()
	for sq := range n {
		m.x[sq], m.y[sq] = int8(sq%int(m.wide)), int8(sq/int(m.wide))
	}
	for a := range n {
		for b := range n {
			m.steps[a][b] = uint8(max(abs(m.x[a]-m.x[b]), abs(m.y[a]-m.y[b])))
		}
	}
	for sq := range n {
		for dy := int8(-1); dy <= 1; dy++ {
			for dx := int8(-1); dx <= 1; dx++ {
				to, ok := m.free(m.x[sq]+dx, m.y[sq]+dy)
				if !ok || int(to) == sq {
					continue
				}
				_, one := m.free(m.x[sq]+dx, m.y[sq])
				_, other := m.free(m.x[sq], m.y[sq]+dy)
				if one || other {
					m.near[sq][m.nears[sq]] = to
					m.nears[sq]++
				}
			}
		}
		for to := range n {
			if m.open(uint8(sq), uint8(to)) {
				m.sight[sq][to/64] |= 1 << (to % 64)
			}
		}
	}
}

// sees reports whether no wall is on the straight line between two squares.
func (m *ground) sees(a, b uint8) bool { return m.sight[a][b/64]&(1<<(b%64)) != 0 }

// open walks the straight line between two squares.
func (m *ground) open(a, b uint8) bool {
	var on [groundMax]uint8
	for _, sq := range on[:m.between(a, b, &on)] {
		if m.wall[sq] {
			return false
		}
	}
	return true
}

// between returns the squares on the straight line between the centres of two others, from the lower to the higher, so that it
// is the same both ways.
func (m *ground) between(a, b uint8, on *[groundMax]uint8) (n int) {
	if a > b {
		a, b = b, a
	}
	dx, dy := int(m.x[b]-m.x[a]), int(m.y[b]-m.y[a])
	steps := int(m.apart(a, b))
	for k := 1; k < steps; k++ {
		on[n], _ = m.squareAt(m.x[a]+int8(round(k*dx, steps)), m.y[a]+int8(round(k*dy, steps)))
		n++
	}
	return n
}

// round divides to the nearest whole number, halves up.
func round(n, by int) int {
	if n < 0 {
		return -((-2*n + by - 1) / (2 * by))
	}
	return (2*n + by) / (2 * by)
}

// straight reports whether one square lies from another along a row, a column or a diagonal.
func (m *ground) straight(a, b uint8) bool {
	dx, dy := m.x[b]-m.x[a], m.y[b]-m.y[a]
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
