package book

import (
	"fmt"
	"slices"
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

// Squares are the squares of a map as the reader of lines needs them.
type Squares struct {
	First, Last uint8
	Name        func(sq uint8) string
	Wall        func(sq uint8) bool
	IsWall      string // what a wall is called: "is a wall"
}

// Named returns the square of that name; it is not ok if there is none.
func (m Squares) Named(word string) (sq uint8, ok bool) {
	for sq := int(m.First); sq <= int(m.Last); sq++ {
		if m.Name(uint8(sq)) == word {
			return uint8(sq), true
		}
	}
	return 0, false
}

// Free returns the first square from one on that is no wall and not taken; it is not ok if there is none.
func (m Squares) Free(sq uint8, taken func(sq uint8) bool) (uint8, bool) {
	for range int(m.Last-m.First) + 1 {
		if sq >= m.First && !m.Wall(sq) && !taken(sq) {
			return sq, true
		}
		if sq++; sq == m.Last+1 {
			sq = m.First
		}
	}
	return sq, false
}

// Begins returns the square a combatant begins on, the nth of its line from 0: the one its line says, of several alike the first free
// one from there. Without a map it is the first of a column that is free.
func (m Squares) Begins(path strict.Path, says string, nth int, drawn bool, column []uint8, taken func(sq uint8) bool, bad *strict.Complaints) uint8 {
	wrong := func(key, what, want string) {
		bad.Wrong(append(path[:len(path):len(path)], key), what, want, SquaresKnown)
	}
	if says == "" {
		if drawn {
			bad.Wrong(append(path[:len(path):len(path)], "at"), "a combatant without a place on the map", "at: a square, as in c4")
			return m.First
		}
		for _, sq := range column {
			if !m.Wall(sq) && !taken(sq) {
				return sq
			}
		}
		return m.First
	}
	sq, ok := m.Named(says)
	switch {
	case !ok:
		wrong("at", fmt.Sprintf("no square is called %q", says), "a1 to "+m.Name(m.Last))
		return m.First
	case m.Wall(sq):
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
	Squares
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
