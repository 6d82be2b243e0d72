package book

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"kokyu/rules/strict"
)

// Maps: rows of letters, each a square.

// ReadMap reads the rows of a map of at most so many squares either way. Square takes each letter with its square's number, row
// by row from 0, and says whether it knows it; the number is -1 off the largest map. Want is what a letter may be. It is not ok,
// and a doubt, if nobody knows which squares there are.
func ReadMap(rows []string, most int, want string, bad *strict.Complaints, square func(n int, letter rune) (known bool)) (wide, high uint8, ok bool) {
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

// SquaresKnown is what names of squares rest on: that the map could be read.
var SquaresKnown = strict.Known("square")

// gridMax is how many squares the largest map has either way.
const gridMax = 16

// Grid is the squares of a map, each with a letter for its column and a number for its row. They are numbered from First on, row by row
// from the upper left.
type Grid struct {
	Wide, High, First uint8
	Wall              [gridMax*gridMax + 1]bool
	X, Y              [gridMax*gridMax + 1]int8
	IsWall            string // what a wall is called: "is a wall"
}

// Lay numbers the squares of a map of so many columns and rows.
func (m *Grid) Lay() {
	for n := range m.Squares() {
		m.X[n+int(m.First)], m.Y[n+int(m.First)] = int8(n%int(m.Wide)), int8(n/int(m.Wide))
	}
}

// Squares returns how many squares there are.
func (m *Grid) Squares() int { return int(m.Wide) * int(m.High) }

func (m *Grid) last() uint8 { return uint8(int(m.First) + m.Squares() - 1) }

// At returns the square at a column and row, 0 and not ok off the map.
func (m *Grid) At(x, y int8) (sq uint8, ok bool) {
	if x < 0 || y < 0 || x >= int8(m.Wide) || y >= int8(m.High) {
		return 0, false
	}
	return m.First + uint8(y)*m.Wide + uint8(x), true
}

// Edge reports whether a square is at the edge of the map.
func (m *Grid) Edge(sq uint8) bool {
	return m.X[sq] == 0 || m.Y[sq] == 0 || m.X[sq] == int8(m.Wide)-1 || m.Y[sq] == int8(m.High)-1
}

// Name returns a square in words: c4; nothing for none.
func (m *Grid) Name(sq uint8) string {
	if sq < m.First {
		return ""
	}
	return string(rune('a'+m.X[sq])) + strconv.Itoa(1+int(m.Y[sq]))
}

// Named returns the square of that name; it is 0 and not ok if there is none.
func (m *Grid) Named(word string) (sq uint8, ok bool) {
	for n := range m.Squares() {
		if sq = m.First + uint8(n); m.Name(sq) == word {
			return sq, true
		}
	}
	return 0, false
}

// Far returns the distance of two squares: the larger of the two differences.
func (m *Grid) Far(a, b uint8) uint8 {
	return uint8(max(m.X[a]-m.X[b], m.X[b]-m.X[a], m.Y[a]-m.Y[b], m.Y[b]-m.Y[a]))
}

// Between returns the squares on the straight line between the centres of two others, from the lower to the higher, so that it is the
// same both ways. Halves are rounded up.
func (m *Grid) Between(a, b uint8, on *[gridMax]uint8) (n int) {
	if a > b {
		a, b = b, a
	}
	dx, dy, steps := int(m.X[b]-m.X[a]), int(m.Y[b]-m.Y[a]), int(m.Far(a, b))
	for k := 1; k < steps; k++ {
		on[n], _ = m.At(m.X[a]+int8(rounded(k*dx, steps)), m.Y[a]+int8(rounded(k*dy, steps)))
		n++
	}
	return n
}

// Open reports whether no wall is on that line.
func (m *Grid) Open(a, b uint8) bool {
	var on [gridMax]uint8
	return !slices.ContainsFunc(on[:m.Between(a, b, &on)], func(sq uint8) bool { return m.Wall[sq] })
}

// rounded divides to the nearest whole number, halves up.
func rounded(n, by int) int {
	if n < 0 {
		return -((-2*n + by - 1) / (2 * by))
	}
	return (2*n + by) / (2 * by)
}

// Free returns the first square from one on that is no wall and not taken; it is not ok if there is none.
func (m *Grid) Free(sq uint8, taken func(sq uint8) bool) (uint8, bool) {
	for range m.Squares() {
		if sq >= m.First && !m.Wall[sq] && !taken(sq) {
			return sq, true
		}
		if sq++; sq == m.last()+1 {
			sq = m.First
		}
	}
	return sq, false
}

// Begins returns the square a combatant begins on, the nth of its line from 0: the one its line says, of several alike the first free
// one from there. Without a map it is the first of a column that is free.
func (m *Grid) Begins(path strict.Path, says string, nth int, drawn bool, column int8, taken func(sq uint8) bool, bad *strict.Complaints) uint8 {
	wrong := func(key, what, want string) {
		bad.Wrong(append(path[:len(path):len(path)], key), what, want, SquaresKnown)
	}
	if says == "" {
		if drawn {
			bad.Wrong(append(path[:len(path):len(path)], "at"), "a combatant without a place on the map", "at: a square, as in c4")
			return m.First
		}
		for y := range int8(m.High) {
			if sq, _ := m.At(column, y); !m.Wall[sq] && !taken(sq) {
				return sq
			}
		}
		return m.First
	}
	sq, ok := m.Named(says)
	switch {
	case !ok:
		wrong("at", fmt.Sprintf("no square is called %q", says), "a1 to "+m.Name(m.last()))
		return m.First
	case m.Wall[sq]:
		wrong("at", says+" "+m.IsWall, "a free square")
		return m.First
	case nth == 0 && taken(sq):
		wrong("at", "two combatants on "+says, "a square for each")
		return sq
	}
	if sq, ok = m.Free(sq, taken); !ok {
		wrong("count", "more combatants than squares", "a larger map")
	}
	return sq
}

// Stands are the squares of a map with who stands there: 0 for nobody.
type Stands struct {
	*Grid
	On []uint8
}

// Take puts somebody on a square, or on the first free one from there where it is to be free.
func (st Stands) Take(sq uint8, free bool) uint8 {
	if free {
		sq, _ = st.Free(sq, func(sq uint8) bool { return st.On[sq] != 0 })
	}
	st.On[sq] = 99 // a seat's number is known when the game is built
	return sq
}

// Arrive puts those who join a fight on squares, one for each line: the first where it says, or from a square on where anywhere
// will do, and each other on the first free one from there.
func Arrive[L any, PL lined[L]](st Stands, from uint8, anywhere bool, lines []L) {
	for k := range lines {
		at := PL(&lines[k]).Line().At
		if k == 0 && *at != "" {
			from, _ = st.Named(*at) // another word is a mistake when the game is built
		}
		seek := k > 0 || *at == "" && anywhere
		if from = st.Take(from, seek); seek {
			*at = st.Name(from)
		}
	}
}
