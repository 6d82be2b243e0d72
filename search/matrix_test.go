package search

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"kokyu/rules"
)

// matrices hands out games with their sizes: random ones, and ones that trip a simplex: ties, copies, constants, near copies.
func matrices(n int, most int, check func(cells []float64, rows, cols int)) {
	rng := rand.New(rand.NewPCG(7, 7))
	for k := range n {
		rows, cols := 1+rng.IntN(most), 1+rng.IntN(most)
		cells := make([]float64, rows*cols)
		for i := range cells {
			switch k % 6 {
			case 0, 1:
				cells[i] = 2*rng.Float64() - 1
			case 2: // ties
				cells[i] = float64(rng.IntN(3) - 1)
			case 3: // won or lost, mostly
				cells[i] = float64(2*rng.IntN(2) - 1)
			case 4: // all but constant
				cells[i] = 0.25 + 1e-9*rng.Float64()
			case 5: // far apart
				cells[i] = math.Pow(10, -12*rng.Float64())
			}
		}
		for range rng.IntN(3) { // copies, to the bit or nearly
			i, j := rng.IntN(rows), rng.IntN(rows)
			copy(cells[i*cols:(i+1)*cols], cells[j*cols:(j+1)*cols])
			if j := rng.IntN(cols); k%2 == 0 {
				for i := range rows {
					cells[i*cols+rng.IntN(cols)] = cells[i*cols+j] * (1 - 1e-15)
				}
			}
		}
		check(cells, rows, cols)
	}
}

// offOf returns how far a solution is from being one, worked out without the solver's own help: the gap between what the mixes
// secure and the value, or what they lack to be mixes.
func offOf(cells, x, y []float64, v float64, side rules.Side) float64 {
	sum, off := 0.0, 0.0
	for _, mix := range [][]float64{x, y} {
		sum = 0
		for _, p := range mix {
			sum += p
			off = max(off, -p)
		}
		off = max(off, math.Abs(sum-1))
	}
	sign := 1 - 2*float64(side)
	for i := range x {
		got := 0.0
		for j := range y {
			got += y[j] * cells[i*len(y)+j]
		}
		off = max(off, sign*(got-v))
	}
	for j := range y {
		got := 0.0
		for i := range x {
			got += x[i] * cells[i*len(y)+j]
		}
		off = max(off, sign*(v-got))
	}
	return off
}

// Neither side can gain by leaving its mix, whatever the matrix, whoever chooses the row.
func TestAMatrixGamesMixesCannotBeExploited(t *testing.T) {
	var m matrixSolver
	worst := 0.0
	matrices(40_000, 12, func(cells []float64, rows, cols int) {
		for side := range rules.Side(2) {
			v := m.solve(cells, rows, cols, side)
			off := offOf(cells, m.rowMix, m.columnMix, v, side)
			if worst = max(worst, off); off > 1e-12 || len(m.rowMix) != rows || len(m.columnMix) != cols {
				t.Fatalf("%d by %d, side %d: off by %g: value %v, mixes %v and %v of %v", rows, cols, side, off, v, m.rowMix, m.columnMix, cells)
			}
		}
	})
	if m.gap > 1e-12 {
		t.Errorf("the solver owns up to %g", m.gap)
	}
	t.Logf("off by %.2g at most, by its own count %.2g", worst, m.gap)
}

// The value is the one that trying every kernel finds (Shapley and Snow 1950).
func TestAMatrixGamesValueIsThatOfItsKernel(t *testing.T) {
	var m matrixSolver
	matrices(3_000, 4, func(cells []float64, rows, cols int) {
		got, want := m.solve(cells, rows, cols, 0), kernel(cells, rows, cols)
		if math.Abs(got-want) > 1e-9 {
			t.Fatalf("%d by %d: got %v, want %v: %v", rows, cols, got, want, cells)
		}
	})
}

// The bounds of pure play hold in floating point: pruning by them changes nothing.
func TestAMatrixGamesValueLiesWithinPurePlay(t *testing.T) {
	var m matrixSolver
	matrices(5_000, 6, func(cells []float64, rows, cols int) {
		v := m.solve(cells, rows, cols, 0)
		if low, high, _, _ := m.pureBounds(cells, rows, cols, 1); v < low || v > high {
			t.Fatalf("%v is not within %v and %v: %v", v, low, high, cells)
		}
		if m.solve(cells, rows, cols, 0) != v {
			t.Fatal("solved twice, two values")
		}
	})
}

// Matching pennies, and a game whose mixes are uneven: 1/3 and 2/3, worth 1/3.
func TestKnownMatrixGames(t *testing.T) {
	var m matrixSolver
	for _, c := range []struct {
		cells      []float64
		rows, cols int
		value      float64
		row, col   float64
	}{
		{[]float64{1, -1, -1, 1}, 2, 2, 0, 0.5, 0.5},
		{[]float64{1, 0, 0, 0.5}, 2, 2, 1. / 3, 1. / 3, 1. / 3},
		{[]float64{0, -1, 1, 1, 0, -1, -1, 1, 0}, 3, 3, 0, 1. / 3, 1. / 3},
		{[]float64{0.5, 0.5, 0.5}, 1, 3, 0.5, 1, 1},
	} {
		if v := m.solve(c.cells, c.rows, c.cols, 0); math.Abs(v-c.value) > 1e-15 || math.Abs(m.rowMix[0]-c.row) > 1e-15 || math.Abs(m.columnMix[0]-c.col) > 1e-15 {
			t.Errorf("%v: worth %v with %v and %v, want %v with %v and %v first", c.cells, v, m.rowMix, m.columnMix, c.value, c.row, c.col)
		}
	}
}

// kernel returns the value of a game by trying square parts of it until the mixes that make the other side indifferent there
// are mixes, and hold in the whole game.
func kernel(cells []float64, rows, cols int) float64 {
	at := func(i, j int) float64 { return cells[i*cols+j] + 3 }
	for r := 1; r < 1<<rows; r++ {
		for c := 1; c < 1<<cols; c++ {
			is, js := members(r), members(c)
			if len(is) != len(js) {
				continue
			}
			x, vx, ok := indifferent(len(is), func(i, j int) float64 { return at(is[j], js[i]) })
			y, vy, ok2 := indifferent(len(is), func(i, j int) float64 { return at(is[i], js[j]) })
			if !ok || !ok2 || math.Abs(vx-vy) > 1e-9 {
				continue
			}
			for j := range cols {
				got := 0.0
				for k, i := range is {
					got += x[k] * at(i, j)
				}
				ok = ok && got > vx-1e-10
			}
			for i := range rows {
				got := 0.0
				for k, j := range js {
					got += y[k] * at(i, j)
				}
				ok = ok && got < vx+1e-10
			}
			if ok {
				return vx - 3
			}
		}
	}
	panic(fmt.Sprintf("no kernel in %v", cells))
}

func members(set int) (list []int) {
	for i := range 16 {
		if set>>i&1 == 1 {
			list = append(list, i)
		}
	}
	return list
}

// indifferent returns the mix z >= 0 with the same sum v over every row of an n by n matrix.
func indifferent(n int, at func(i, j int) float64) (z []float64, v float64, ok bool) {
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n+1)
		for j := range n {
			a[i][j] = at(i, j)
		}
		a[i][n] = 1
	}
	for k := range n {
		p := k
		for i := k; i < n; i++ {
			if math.Abs(a[i][k]) > math.Abs(a[p][k]) {
				p = i
			}
		}
		if a[k], a[p] = a[p], a[k]; math.Abs(a[k][k]) < 1e-13 {
			return nil, 0, false
		}
		for i := range n {
			if i == k {
				continue
			}
			f := a[i][k] / a[k][k]
			for j := k; j <= n; j++ {
				a[i][j] -= f * a[k][j]
			}
		}
	}
	sum := 0.0
	for i := range n {
		z = append(z, a[i][n]/a[i][i])
		sum += z[i]
	}
	for i := range z {
		if z[i] /= sum; z[i] < -1e-9 || math.IsNaN(z[i]) {
			return nil, 0, false
		}
	}
	return z, 1 / sum, true
}

// Solving allocates nothing once the memory is there.
func TestSolvingAMatrixAllocatesNothing(t *testing.T) {
	var m matrixSolver
	cells := make([]float64, 64)
	for i := range cells {
		cells[i] = math.Sin(float64(i * i))
	}
	m.solve(cells, 8, 8, 0)
	if n := testing.AllocsPerRun(100, func() { m.solve(cells, 8, 8, 1); m.solve(cells[:15], 5, 3, 0) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkMatrix(b *testing.B) {
	for _, size := range [][2]int{{2, 2}, {2, 5}, {5, 3}, {8, 8}, {12, 12}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			var games [64][]float64
			for i := range games {
				for range size[0] * size[1] {
					games[i] = append(games[i], 2*rng.Float64()-1)
				}
			}
			var m matrixSolver
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				m.solve(games[i&63], size[0], size[1], 0)
				i++
			}
		})
	}
}
