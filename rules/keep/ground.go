package keep

import "kokyu/rules/book"

// The board (R-RK-52): squares of five feet, at most 16 by 16, each with a letter for its column and a number for its
// row. Distances are the larger of the two differences.

const (
	groundMax  = 16
	squaresMax = groundMax * groundMax
)

// ground is the map.
type ground struct {
	book.Grid
	rough  book.Squares     // squares on which a move counts Water one lower
	mire   [squaresMax]bool // rough squares on which one is also mired
	exit   [squaresMax]bool // squares from which one may leave the field
	height [squaresMax]uint8
	cover  [squaresMax]uint8  // noCover, someCover, fullCover
	kinds  [squaresMax]uint64 // what could matter of a square, see findFeatures
}

// freeSquare returns the square at a column and row; ok is false off the map and in a wall.
func (m *ground) freeSquare(x, y int8) (sq uint8, ok bool) {
	sq, ok = m.At(x, y)
	return sq, ok && !m.Wall[sq]
}

func abs(n int8) int8 { return max(n, -n) }

func sign(n int8) int8 { return min(1, max(-1, n)) }

// isStraightLine reports whether two squares are in one row, column or diagonal.
func (m *ground) isStraightLine(a, b uint8) bool {
	dx, dy := m.X[b]-m.X[a], m.Y[b]-m.Y[a]
	return dx == 0 || dy == 0 || abs(dx) == abs(dy)
}

// seatMap has 1 + the seat that stands on each square, 0 for nobody.
type seatMap [squaresMax]uint8

// seatsBySquare returns where everybody conscious stands; on the square of a rider and its steed the rider.
func (g *Game) seatsBySquare(s *State) (occupied seatMap) {
	for i := range g.n {
		if g.isConscious(s, i) && !g.isRidden(s, i) {
			occupied[s.seats[i].square] = uint8(1 + i)
		}
	}
	return occupied
}

// heightDrop returns how much lower the second of two squares is, 0 if it is not lower.
func (m *ground) heightDrop(from, to uint8) int { return max(0, int(m.height[from])-int(m.height[to])) }
