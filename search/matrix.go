package search

import (
	"math"
	"slices"

	"kokyu/rules"
)

// matrixSolver solves zero-sum games in matrix form: what a secret choice (the rows) and its answer (the columns) are
// worth when both are drawn from mixes that neither side can gain by leaving. The zero value is ready. It keeps its
// memory, so that solving allocates nothing once it has met its largest game. Equal games give equal bits.
type matrixSolver struct {
	rowMix, columnMix []float64 // the mixes of the game solved last
	// gap is the widest gap so far between what the mix of the rows secures and what the mix of the columns concedes.
	// The true value and the one returned lie between the two, but for the rounding of these sums.
	gap float64

	tab   []float64 // the simplex tableau, row by row
	basic []int     // the variable of each row of the tableau
	free  []int     // the variable of each column
	goal  []bool    // of each variable: it is basic in the corner to go to
}

// solve returns the value of a game, seen from side 0, and leaves both mixes behind. The cells lie row by row, seen
// from side 0 and within [-1, 1]; side is whose choice the rows are. A game without a saddle point gets a value
// strictly between the best row's worst cell and the best column's best, so that these bound the value in floating
// point too.
func (m *matrixSolver) solve(cells []float64, rows, cols int, side rules.Side) float64 {
	m.rowMix, m.columnMix = zeroed(m.rowMix, rows), zeroed(m.columnMix, cols)
	sign := signOf(side)
	low, high, row, col := m.pureBounds(cells, rows, cols, sign)
	if low >= high {
		m.rowMix[row], m.columnMix[col] = 1, 1
		return float64(sign * low)
	}
	if rows == 2 && cols == 2 {
		m.solveSquare(cells, sign)
	} else {
		m.solveSimplex(cells, rows, cols, sign)
	}
	secured, conceded := m.guarantees(cells, rows, cols, sign)
	m.gap = max(m.gap, conceded-secured)
	return float64(sign * max(low, min(high, (secured+conceded)/2)))
}

// zeroed returns n zeros in the memory of a slice.
func zeroed(s []float64, n int) []float64 {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// pureBounds returns what each side can secure without mixing, and how: the first of the rows with the largest least
// cell and the first of the columns with the smallest largest one.
func (m *matrixSolver) pureBounds(cells []float64, rows, cols int, sign float64) (low, high float64, row, col int) {
	low, high = math.Inf(-1), math.Inf(1)
	for i := range rows {
		least := math.Inf(1)
		for _, v := range cells[i*cols : (i+1)*cols] {
			least = min(least, sign*v)
		}
		if least > low {
			low, row = least, i
		}
	}
	for j := range cols {
		most := math.Inf(-1)
		for k := j; k < len(cells); k += cols {
			most = max(most, sign*cells[k])
		}
		if most < high {
			high, col = most, j
		}
	}
	return low, high, row, col
}

// solveSquare sets the mixes of a game of two by two without a saddle point, where each mix makes the other side
// indifferent.
func (m *matrixSolver) solveSquare(cells []float64, sign float64) {
	a, b, c, d := float64(sign*cells[0]), float64(sign*cells[1]), float64(sign*cells[2]), float64(sign*cells[3])
	whole := (a - b) + (d - c) // both differences have the same sign, so it is never 0
	m.rowMix[0] = (d - c) / whole
	m.columnMix[0] = (d - b) / whole
	m.rowMix[1], m.columnMix[1] = 1-m.rowMix[0], 1-m.columnMix[0]
}

// guarantees returns the least the mix of the rows gets against any column, and the most any row gets against the mix
// of the columns.
func (m *matrixSolver) guarantees(cells []float64, rows, cols int, sign float64) (secured, conceded float64) {
	secured, conceded = math.Inf(1), math.Inf(-1)
	for j := range cols {
		sum := 0.0
		for i, p := range m.rowMix {
			sum += float64(p * cells[i*cols+j])
		}
		secured = min(secured, sign*sum)
	}
	for i := range rows {
		conceded = max(conceded, sign*m.rowValue(cells, i))
	}
	return secured, conceded
}

// rowValue returns what a row is worth against the mix of the columns, seen from side 0.
func (m *matrixSolver) rowValue(cells []float64, row int) (sum float64) {
	for j, p := range m.columnMix {
		sum += float64(p * cells[row*len(m.columnMix)+j])
	}
	return sum
}

// columnValue returns what the mix of the rows is worth against a column, seen from side 0.
func (m *matrixSolver) columnValue(cells []float64, col int) (sum float64) {
	for i, p := range m.rowMix {
		sum += float64(p * cells[i*len(m.columnMix)+col])
	}
	return sum
}

// The tableau has a row for each row of the game and one below them, and a column for each column of the game and one
// at the right:
//
//	1 + scaled cells   1      row i gets at most 1 against q
//	-1 -1 -1 ...       0      the sum of q, with its sign changed
//
// After the last step the right column has q, at the rows of its basic variables, and the last row has the mix of the
// rows, at the columns of the free slacks.

// negligible is the bound below which an entry of the tableau counts as 0; the entries are of the order of 1.
const negligible = 1e-13

// solveSimplex sets the mixes by Dantzig's simplex method: with the cells moved and scaled into [1, 2], the mix of the
// columns is the vector q >= 0 with the largest sum that no row gets more than 1 against, divided by that sum; the mix
// of the rows is its dual.
func (m *matrixSolver) solveSimplex(cells []float64, rows, cols int, sign float64) {
	m.fillTableau(cells, rows, cols, sign)
	m.labelVariables(rows, cols)
	m.climb(rows, cols)
	m.readMixes(rows, cols)
	if secured, conceded := m.guarantees(cells, rows, cols, sign); conceded-secured > gapMost {
		m.recomputeCorner(cells, rows, cols, sign)
		m.climb(rows, cols)
		m.readMixes(rows, cols)
	}
}

// gapMost is the gap between the guarantees of both mixes above which the last corner is computed again, from the cells
// and with larger pivots.
const gapMost = 1e-14

// climb pivots while the sum grows. The steepest column enters; after more steps than that should ever take, the first
// one does (Bland 1977), which visits no corner twice. The number of steps is bounded, as rounding could still make a
// cycle.
func (m *matrixSolver) climb(rows, cols int) {
	patience := 4 * (rows + cols)
	for n := range 64 * (rows + cols) {
		col := m.enteringColumn(rows, cols, n >= patience)
		if col < 0 {
			return
		}
		row := m.leavingRow(rows, cols, col, n >= patience)
		if row < 0 {
			return // impossible: the cells are positive, so the sum is bounded
		}
		m.pivot(rows, cols, row, col)
	}
}

// recomputeCorner computes the corner reached once more, from the cells and with the largest pivots, without the
// rounding errors of the way there.
func (m *matrixSolver) recomputeCorner(cells []float64, rows, cols int, sign float64) {
	m.fillTableau(cells, rows, cols, sign)
	m.goal = slices.Grow(m.goal[:0], rows+cols)[:rows+cols]
	clear(m.goal)
	for _, v := range m.basic {
		m.goal[v] = true
	}
	m.labelVariables(rows, cols)
	for {
		row, col, most := -1, -1, 0.0
		for i, out := range m.basic {
			for j, in := range m.free {
				if p := math.Abs(m.tab[i*(cols+1)+j]); !m.goal[out] && m.goal[in] && p > most {
					row, col, most = i, j, p
				}
			}
		}
		if row < 0 {
			return
		}
		m.pivot(rows, cols, row, col)
	}
}

// readMixes reads both mixes from the tableau.
func (m *matrixSolver) readMixes(rows, cols int) {
	clear(m.rowMix)
	clear(m.columnMix)
	for i, v := range m.basic {
		if v < cols {
			m.columnMix[v] = max(0, m.tab[i*(cols+1)+cols])
		}
	}
	for j, v := range m.free {
		if v >= cols {
			m.rowMix[v-cols] = max(0, m.tab[rows*(cols+1)+j])
		}
	}
	normalize(m.rowMix)
	normalize(m.columnMix)
}

// normalize scales weights so that they add up to 1; if all are 0 they become equal.
func normalize(mix []float64) {
	sum := 0.0
	for _, p := range mix {
		sum += p
	}
	if sum == 0 {
		for i := range mix {
			mix[i] = 1
		}
		sum = float64(len(mix))
	}
	for i := range mix {
		mix[i] /= sum
	}
}

// fillTableau sets the tableau up: a row for each row, below them the sum to maximise, at the right the limits.
func (m *matrixSolver) fillTableau(cells []float64, rows, cols int, sign float64) {
	least, most := math.Inf(1), math.Inf(-1)
	for _, v := range cells[:rows*cols] {
		least, most = min(least, sign*v), max(most, sign*v)
	}
	scale := 1 / (most - least)
	w := cols + 1
	m.tab = slices.Grow(m.tab[:0], (rows+1)*w)[:(rows+1)*w]
	for i := range rows {
		for j := range cols {
			m.tab[i*w+j] = 1 + float64((float64(sign*cells[i*cols+j])-least)*scale)
		}
		m.tab[i*w+cols] = 1
	}
	for j := range cols {
		m.tab[rows*w+j] = -1
	}
	m.tab[rows*w+cols] = 0
}

// labelVariables numbers the variables of the first corner, in which the slacks are basic. Variables below cols are the
// columns of the game, those from there on the slacks of its rows.
func (m *matrixSolver) labelVariables(rows, cols int) {
	m.basic, m.free = slices.Grow(m.basic[:0], rows)[:rows], slices.Grow(m.free[:0], cols)[:cols]
	for i := range m.basic {
		m.basic[i] = cols + i
	}
	for j := range m.free {
		m.free[j] = j
	}
}

// enteringColumn returns the column that makes the sum larger, -1 when none does: the steepest, or the one with the
// first variable.
func (m *matrixSolver) enteringColumn(rows, cols int, first bool) int {
	best := -1
	for j, v := range m.tab[rows*(cols+1) : rows*(cols+1)+cols] {
		switch {
		case v >= -negligible:
		case best < 0, first && m.free[j] < m.free[best], !first && v < m.tab[rows*(cols+1)+best]:
			best = j
		}
	}
	return best
}

// leavingRow returns the row that limits a column most; among equals the one with the largest pivot, or with the first
// variable.
func (m *matrixSolver) leavingRow(rows, cols, col int, first bool) int {
	best, limit, w := -1, 0.0, cols+1
	for i := range rows {
		p := m.tab[i*w+col]
		if p <= negligible {
			continue
		}
		r := m.tab[i*w+cols] / p
		if best < 0 || r < limit || r == limit && (first && m.basic[i] < m.basic[best] || !first && p > m.tab[best*w+col]) {
			best, limit = i, r
		}
	}
	return best
}

// pivot exchanges the variables of a row and a column.
func (m *matrixSolver) pivot(rows, cols, row, col int) {
	w := cols + 1
	own := m.tab[row*w : row*w+w]
	p := 1 / own[col]
	for j := range own {
		own[j] = float64(own[j] * p)
	}
	own[col] = p
	for i := range rows + 1 {
		if i == row {
			continue
		}
		other := m.tab[i*w : i*w+w]
		f := other[col]
		if f == 0 {
			continue
		}
		other[col] = 0
		for j, v := range own {
			other[j] -= float64(f * v)
		}
	}
	m.basic[row], m.free[col] = m.free[col], m.basic[row]
}
