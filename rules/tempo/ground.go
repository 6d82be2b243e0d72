package tempo

import "strconv"

// The map: squares of a metre, at most 12 by 12, each with a letter for its column and a number for its row. A square is
// 1 + row * width + column, so that 0 is none. Distances count diagonal steps as 1 (R-TP-33).

const (
	groundMax  = 12
	squaresMax = groundMax*groundMax + 1
)

// ground is what does not change of the map.
type ground struct {
	wide, high uint8
	wall       [squaresMax]bool
	x, y       [squaresMax]int8
	sight      []uint64 // per square, a bit for each square seen from it
}

const sightWords = (squaresMax + 63) / 64

// squares is how many squares there are; they are numbered from 1.
func (m *ground) squares() int { return int(m.wide) * int(m.high) }

// square is the one at a column and row, 0 off the map.
func (m *ground) square(x, y int8) uint8 {
	if x < 0 || y < 0 || x >= int8(m.wide) || y >= int8(m.high) {
		return 0
	}
	return 1 + uint8(y)*m.wide + uint8(x)
}

// name is a square in words: c4.
func (m *ground) name(sq uint8) string {
	if sq == 0 {
		return ""
	}
	return string(rune('a'+m.x[sq])) + strconv.Itoa(1+int(m.y[sq]))
}

// named is the square a word names, 0 if there is none.
func (m *ground) named(word string) uint8 {
	for sq := 1; sq <= m.squares(); sq++ {
		if m.name(uint8(sq)) == word {
			return uint8(sq)
		}
	}
	return 0
}

// far is the distance of two squares.
func (m *ground) far(a, b uint8) uint8 {
	return uint8(max(abs(m.x[a]-m.x[b]), abs(m.y[a]-m.y[b])))
}

func abs(n int8) int8 { return max(n, -n) }

// survey works out what is seen from where.
func (m *ground) survey() {
	n := m.squares()
	for sq := 1; sq <= n; sq++ {
		m.x[sq], m.y[sq] = int8((sq-1)%int(m.wide)), int8((sq-1)/int(m.wide))
	}
	m.sight = make([]uint64, sightWords*squaresMax)
	for a := 1; a <= n; a++ {
		for b := 1; b <= n; b++ {
			if m.open(uint8(a), uint8(b)) {
				m.sight[a*sightWords+b/64] |= 1 << (b % 64)
			}
		}
	}
}

// sees is line of fire: no wall on the straight line (R-TP-20).
func (m *ground) sees(a, b uint8) bool {
	return m.sight[int(a)*sightWords+int(b)/64]&(1<<(b%64)) != 0
}

// open walks the straight line between two squares, from the lower to the higher, so that sight is mutual.
func (m *ground) open(a, b uint8) bool {
	if a > b {
		a, b = b, a
	}
	dx, dy := int(m.x[b]-m.x[a]), int(m.y[b]-m.y[a])
	steps := int(m.far(a, b))
	for k := 1; k < steps; k++ {
		x, y := m.x[a]+int8(round(k*dx, steps)), m.y[a]+int8(round(k*dy, steps))
		if m.wall[m.square(x, y)] {
			return false
		}
	}
	return true
}

// round divides to the nearest whole number, halves up.
func round(n, by int) int {
	if n < 0 {
		return -((-2*n + by - 1) / (2 * by))
	}
	return (2*n + by) / (2 * by)
}

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

// reach is how far the squares are that seat i can walk to: 255 out of reach. Friends let one pass, foes and walls do not.
func (g *Game) reach(s *State, i int, f *field, steps uint8) (far [squaresMax]uint8) {
	for k := range far {
		far[k] = 255
	}
	m := &g.ground
	var queue [squaresMax]uint8
	queue[0] = s.seats[i].square
	far[queue[0]] = 0
	for head, tail := 0, 1; head < tail; head++ {
		at := queue[head]
		if far[at] == steps {
			break
		}
		for dy := int8(-1); dy <= 1; dy++ {
			for dx := int8(-1); dx <= 1; dx++ {
				to := m.square(m.x[at]+dx, m.y[at]+dy)
				if to == 0 || far[to] != 255 || m.wall[to] || f[to] != 0 && g.foes(i, int(f[to])-1) {
					continue
				}
				far[to] = far[at] + 1
				queue[tail] = to
				tail++
			}
		}
	}
	return far
}

// track is the squares of a move, the first the one it starts from (R-TP-48).
type track struct {
	squares [groundMax*2 + 1]uint8
	n       int
}

// way is seat i's path to a square: the shortest, among those the one through fewest threatened squares, then the one
// whose squares come first (R-TP-57).
func (g *Game) way(s *State, i int, to uint8) (p track) {
	m := &g.ground
	f := g.stand(s)
	from := s.seats[i].square
	far := g.reach(s, i, &f, uint8(g.seats[i].speed))
	if to == from || far[to] == 255 {
		p.squares[0], p.n = from, 1
		return p
	}
	// Threatened squares on the best way back to the start, square by square outwards.
	var cost, prev [squaresMax]uint8
	for d := uint8(1); d <= far[to]; d++ {
		for sq := 1; sq <= m.squares(); sq++ {
			if far[sq] != d {
				continue
			}
			best := uint8(255)
			for dy := int8(-1); dy <= 1; dy++ {
				for dx := int8(-1); dx <= 1; dx++ {
					if b := m.square(m.x[sq]+dx, m.y[sq]+dy); b != 0 && far[b] == d-1 && cost[b] < best {
						best, prev[sq] = cost[b], b
					}
				}
			}
			cost[sq] = best
			if g.threatened(s, i, uint8(sq)) {
				cost[sq]++
			}
		}
	}
	p.n = int(far[to]) + 1
	for k, sq := p.n-1, to; k >= 0; k-- {
		p.squares[k] = sq
		sq = prev[sq]
	}
	return p
}

// threatened says whether a foe of seat i threatens a square: its distance is within the reach of a surface in hand,
// and the foe is On Guard (R-TP-22).
func (g *Game) threatened(s *State, i int, sq uint8) bool {
	for k := range g.n {
		if s.seats[k].status == onGuard && g.foes(i, k) && g.threatens(s, k, sq) {
			return true
		}
	}
	return false
}

func (g *Game) threatens(s *State, k int, sq uint8) bool {
	c := &s.seats[k]
	d := g.ground.far(c.square, sq)
	if !g.wields(c, k) {
		return g.arm(k, g.seats[k].bare).within(d)
	}
	for w := range g.seats[k].arms {
		if a := &g.seats[k].arms[w]; a.slot == c.hand && a.within(d) {
			return true
		}
	}
	return false
}

// within says whether a distance is within reach.
func (a *arm) within(d uint8) bool { return a.min <= d && d <= a.max }
