package book

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strconv"
	"unicode/utf8"

	"kokyu/rules/strict"
)

// ReadMap reads the rows of a map, a letter for each square, of at most most rows and columns. It calls square with the
// number of each square, row by row from 0, or -1 beyond the largest map, and its letter; square reports whether it
// knows the letter. want says in messages what a letter may be. If the shape of the map is wrong, ok is false and names
// of squares are doubted.
func ReadMap(rows []string, most int, want string, bad *strict.Complaints,
	square func(n int, letter rune) (known bool)) (wide, high uint8, ok bool) {
	ok = true
	wrong := func(at strict.Path, what, want string) {
		bad.Wrong(at, what, want)
		ok = false
	}
	first := rows[max(0, slices.IndexFunc(rows, func(row string) bool { return row != "" }))]
	wide, high = uint8(min(max(utf8.RuneCountInString(first), 1), most)), uint8(min(len(rows), most))
	if len(rows) > most {
		wrong(strict.Path{"map"}, fmt.Sprintf("a map of %d rows", len(rows)), fmt.Sprintf("at most %d", most))
	}
	for y, row := range rows {
		at := strict.Path{"map", y}
		switch n := utf8.RuneCountInString(row); {
		case n > most || n == 0:
			wrong(at, fmt.Sprintf("a row of %d squares", n), fmt.Sprintf("1 to %d", most))
			continue
		case n != int(wide):
			wrong(at, fmt.Sprintf("row %d has %d squares, the first %d", y+1, n, wide), "rows of one length")
			continue
		}
		n := y * int(wide)
		for _, letter := range row {
			if y >= most {
				n = -1
			}
			if !square(n, letter) {
				bad.Wrong(at, fmt.Sprintf("%q on the map", string(letter)), want, strict.Path{"legend"})
			}
			n++
		}
	}
	if !ok {
		bad.Doubt(SquaresKnown)
	}
	return wide, high, ok
}

// SquaresKnown is the path on which complaints about names of squares rest: that the map could be read.
var SquaresKnown = strict.AllKnown("square")

// Squares is a set of squares.
type Squares [SquaresMax / 64]uint64

// Has reports whether a square is in the set.
func (s *Squares) Has(sq uint8) bool { return s[sq/64]>>(sq%64)&1 != 0 }

// Add puts a square into the set.
func (s *Squares) Add(sq uint8) { s[sq/64] |= 1 << (sq % 64) }

// Without returns the squares that are not in another set.
func (s Squares) Without(o *Squares) Squares {
	for n := range s {
		s[n] &^= o[n]
	}
	return s
}

// All lists the squares in their order.
func (s *Squares) All() iter.Seq[uint8] {
	return func(yield func(uint8) bool) {
		for n, left := range s {
			for ; left != 0; left &= left - 1 {
				if !yield(uint8(64*n + bits.TrailingZeros64(left))) {
					return
				}
			}
		}
	}
}

// Walk is the result of [Grid.Walk]: how far away squares are on foot.
type Walk struct {
	Far   [SquaresMax]uint8 // of each square: 1 + steps, 0 out of reach
	Order [SquaresMax]uint8 // the squares in the order in which they are reached, from the start
	N     int               // the squares in Order
}

// Walk finds the squares that can be reached from a square in at most steps steps, not through closed squares and not
// by steps for which barred, if not nil, returns true. It returns them, the first square included, and writes into w
// how far away each is. It is a breadth-first search over words of 64 squares, since searches call it at every node.
func (m *Grid) Walk(from uint8, steps int, closed Squares, barred func(at, to uint8) bool, w *Walk) (reached Squares) {
	before := closed
	closed.Add(from)
	w.Order[0], w.N, w.Far[from] = from, 1, 1
	for head := 0; head < w.N; head++ {
		at := w.Order[head]
		next := w.Far[at] + 1
		if int(next) > steps+1 {
			break
		}
		near := &m.Near[at]
		for n := m.words[at][0]; n < m.words[at][1]; n++ {
			fresh := near[n] &^ closed[n]
			closed[n] |= fresh
			for ; fresh != 0; fresh &= fresh - 1 {
				to := 64*n + uint8(bits.TrailingZeros64(fresh))
				if barred != nil && barred(at, to) {
					closed[n] &^= fresh & -fresh
					continue
				}
				w.Far[to] = next
				w.Order[uint8(w.N)] = to
				w.N++
			}
		}
	}
	return closed.Without(&before)
}

// SquaresMax is the number of squares of the largest map, of gridMax rows and columns.
const (
	gridMax    = 16
	SquaresMax = gridMax * gridMax
)

// Grid is the squares of a map. A name has a letter for the column and a number for the row. Squares are numbered from
// First on, row by row from the upper left, so that a system can keep 0 for no square.
type Grid struct {
	Wide, High, First uint8
	Wall              [gridMax*gridMax + 1]bool
	X, Y              [gridMax*gridMax + 1]int8 // by square, its column and row from 0
	IsWall            string                    // what a wall is called: "is a wall"
	Tight             bool                      // no step leads diagonally between two walls
	Near              []Squares                 // by square, where a step leads; nil until the map is laid
	Sight             []Squares                 // by square, what is seen: no wall is on the straight line
	// words has for each square the first of the 64-bit words of Near that have squares, and the end of them.
	words     [SquaresMax][2]uint8
	distances [][SquaresMax]uint8 // by two squares, their distance
}

// Lay numbers the squares of a map after its size and walls are set, and computes what searches ask for often: all
// distances, steps and lines of sight.
func (m *Grid) Lay() {
	first, n := int(m.First), int(m.First)+m.Squares()
	m.Near, m.Sight, m.distances = make([]Squares, n), make([]Squares, n), make([][SquaresMax]uint8, n)
	for sq := first; sq < n; sq++ {
		m.X[sq], m.Y[sq] = int8((sq-first)%int(m.Wide)), int8((sq-first)/int(m.Wide))
	}
	for from := first; from < n; from++ {
		a := uint8(from)
		for to := first; to < n; to++ {
			b := uint8(to)
			m.distances[a][b] = uint8(max(m.X[a]-m.X[b], m.X[b]-m.X[a], m.Y[a]-m.Y[b], m.Y[b]-m.Y[a]))
			if m.distances[a][b] == 1 && !m.Wall[b] && !(m.Tight && m.isCorner(a, b)) {
				m.Near[a].Add(b)
			}
			if m.isOpen(a, b) {
				m.Sight[a].Add(b)
			}
		}
		row := int(m.Wide) + 1
		m.words[a] = [2]uint8{uint8(max(0, from-row) / 64), uint8(min(n-1, from+row)/64 + 1)}
	}
}

// isCorner reports whether both squares beside a diagonal step are walls.
func (m *Grid) isCorner(a, b uint8) bool {
	one, _ := m.At(m.X[a], m.Y[b])
	other, _ := m.At(m.X[b], m.Y[a])
	return m.Wall[one] && m.Wall[other]
}

// Squares returns how many squares there are.
func (m *Grid) Squares() int { return int(m.Wide) * int(m.High) }

// lastSquare returns the last square.
func (m *Grid) lastSquare() uint8 { return uint8(int(m.First) + m.Squares() - 1) }

// At returns the square at a column and row, 0 and not ok off the map.
func (m *Grid) At(x, y int8) (sq uint8, ok bool) {
	if x < 0 || y < 0 || x >= int8(m.Wide) || y >= int8(m.High) {
		return 0, false
	}
	return m.First + uint8(y)*m.Wide + uint8(x), true
}

// IsEdge reports whether a square is at the edge of the map.
func (m *Grid) IsEdge(sq uint8) bool {
	return m.X[sq] == 0 || m.Y[sq] == 0 || m.X[sq] == int8(m.Wide)-1 || m.Y[sq] == int8(m.High)-1
}

// Name returns the name of a square, c4; empty for no square.
func (m *Grid) Name(sq uint8) string {
	if sq < m.First {
		return ""
	}
	return string(rune('a'+m.X[sq])) + strconv.Itoa(1+int(m.Y[sq]))
}

// SquareNamed returns the square of a name; it is 0 and not ok if there is none.
func (m *Grid) SquareNamed(word string) (sq uint8, ok bool) {
	for n := range m.Squares() {
		if sq = m.First + uint8(n); m.Name(sq) == word {
			return sq, true
		}
	}
	return 0, false
}

// Distance returns the distance of two squares: the larger of the differences of their columns and of their rows.
func (m *Grid) Distance(a, b uint8) uint8 { return m.distances[a][b] }

// Distances returns the distance of every square to one.
func (m *Grid) Distances(sq uint8) *[SquaresMax]uint8 { return &m.distances[sq] }

// Sees reports whether no wall is on the straight line between two squares.
func (m *Grid) Sees(a, b uint8) bool { return m.Sight[a].Has(b) }

// Between returns the squares on the straight line between the centres of two others, from the lower to the higher, so
// that it is the same both ways. Halves are rounded up.
func (m *Grid) Between(a, b uint8, on *[gridMax]uint8) (n int) {
	if a > b {
		a, b = b, a
	}
	dx, dy, steps := int(m.X[b]-m.X[a]), int(m.Y[b]-m.Y[a]), int(m.Distance(a, b))
	for k := 1; k < steps; k++ {
		on[n], _ = m.At(m.X[a]+int8(divideRounded(k*dx, steps)), m.Y[a]+int8(divideRounded(k*dy, steps)))
		n++
	}
	return n
}

// isOpen reports whether no wall is on the line of [Grid.Between].
func (m *Grid) isOpen(a, b uint8) bool {
	var on [gridMax]uint8
	return !slices.ContainsFunc(on[:m.Between(a, b, &on)], func(sq uint8) bool { return m.Wall[sq] })
}

// divideRounded returns n divided by by, rounded to the nearest whole number, halves up.
func divideRounded(n, by int) int {
	if n < 0 {
		return -((-2*n + by - 1) / (2 * by))
	}
	return (2*n + by) / (2 * by)
}

// nextFree returns the first square from sq on, and then from First on, that is no wall and not taken; ok is false if
// there is none.
func (m *Grid) nextFree(sq uint8, taken func(sq uint8) bool) (uint8, bool) {
	for range m.Squares() {
		if sq >= m.First && !m.Wall[sq] && !taken(sq) {
			return sq, true
		}
		if sq++; sq == m.lastSquare()+1 {
			sq = m.First
		}
	}
	return sq, false
}

// StartSquare returns the square on which the nth combatant of a line, from 0, begins. says is the square that the line
// names: the first takes it, the others the first free one after it. If there is no map and no square is named, it is
// the first free one of a column.
func (m *Grid) StartSquare(path strict.Path, says string, nth int, drawn bool, column int8, taken func(sq uint8) bool,
	bad *strict.Complaints) uint8 {
	wrong := func(key, what, want string) { bad.Wrong(path.And(key), what, want, SquaresKnown) }
	if says == "" {
		if drawn {
			bad.Wrong(path.And("at"), "a combatant without a place on the map", "at: a square, as in c4")
			return m.First
		}
		for y := range int8(m.High) {
			if sq, _ := m.At(column, y); !m.Wall[sq] && !taken(sq) {
				return sq
			}
		}
		return m.First
	}
	sq, ok := m.SquareNamed(says)
	switch {
	case !ok:
		wrong("at", fmt.Sprintf("no square is called %q", says), "a1 to "+m.Name(m.lastSquare()))
		return m.First
	case m.Wall[sq]:
		wrong("at", says+" "+m.IsWall, "a free square")
		return m.First
	case nth == 0 && taken(sq):
		wrong("at", "two combatants on "+says, "a square for each")
		return sq
	}
	if sq, ok = m.nextFree(sq, taken); !ok {
		wrong("count", "more combatants than squares", "a larger map")
	}
	return sq
}

// Stands is a map with the squares that are occupied.
type Stands struct {
	*Grid
	On *Squares
}

// TakeSquare marks a square as occupied, or with free the first free one from there on, and returns it.
func (st Stands) TakeSquare(sq uint8, free bool) uint8 {
	if free {
		sq, _ = st.nextFree(sq, st.On.Has)
	}
	st.On.Add(sq)
	return sq
}

// PlaceJoiners puts combatants who join a fight on squares, one for each line: the first on the square of its line,
// else on from, or with anywhere on the first free one from there on; the others each on the next free one.
func PlaceJoiners[L any, PL hasLine[L]](st Stands, from uint8, anywhere bool, lines []L) {
	for k := range lines {
		at := PL(&lines[k]).Line().At
		if k == 0 && *at != "" {
			from, _ = st.SquareNamed(*at) // another word is a mistake when the game is built
		}
		seek := k > 0 || *at == "" && anywhere
		if from = st.TakeSquare(from, seek); seek {
			*at = st.Name(from)
		}
	}
}
