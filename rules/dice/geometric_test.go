package dice

import (
	"math"
	"math/big"
	"testing"
)

// The closed forms are those of the listed distribution, wherever it is listed.
func TestGeometricClosedFormsAreTheList(t *testing.T) {
	d := Prismatic.dist(40)
	for n := 0; n <= 41; n++ {
		want := d.AtLeast(n)
		if got := Prismatic.ExactAtLeast(n); got.Cmp(want) != 0 {
			t.Errorf("%d or more: %v, want %v", n, got, want)
		}
		if f, _ := want.Float64(); math.Abs(Prismatic.AtLeast(n)-f) > 1e-15 {
			t.Errorf("%d or more: %v, want %v", n, Prismatic.AtLeast(n), f)
		}
	}
}

// Figures of the rules: the results 0 to 3, 8 or more, an even margin, margins of 1, 4, 8 and 10.
func TestPrismaticFigures(t *testing.T) {
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 5e-5 {
			t.Errorf("%s: %.5f, want %.4f", what, got, want)
		}
	}
	for k, want := range []float64{.1667, .1389, .1157, .0965, .0804, .0670, .0558, .0465} {
		near("exactly", Prismatic.AtLeast(k)-Prismatic.AtLeast(k+1), want)
	}
	near("8 or more", Prismatic.AtLeast(8), .2326)
	near("even", Prismatic.Margin(0)-Prismatic.Margin(1), .0909)
	for n, want := range map[int]float64{1: .4545, 4: .2630, 8: .1269, 10: .0881} {
		near("a margin", Prismatic.Margin(n), want)
	}
}

// A margin and the other one's mirror make up all throws, and a contest of lists agrees as far as it is decided.
func TestMarginsMirror(t *testing.T) {
	for n := -30; n <= 30; n++ {
		sum := new(big.Rat).Add(Prismatic.ExactMargin(n), Prismatic.ExactMargin(1-n))
		if sum.Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("margins of %d and %d add up to %v", n, 1-n, sum)
		}
		exact, _ := Prismatic.ExactMargin(n).Float64()
		if got := Prismatic.Margin(n); math.Abs(got-exact) > 1e-15 {
			t.Errorf("a margin of %d: %v, want %v", n, got, exact)
		}
	}
	c := Prismatic.dist(300).against(Prismatic.dist(300).shift(3))
	win, _ := c.Win.Float64()
	if math.Abs(win-Prismatic.Margin(4)) > 1e-12 {
		t.Errorf("a contest at -3 is won with %v, want %v", win, Prismatic.Margin(4))
	}
}

func TestGeometricThrowCountsDice(t *testing.T) {
	faces, n := []int{1, 5, 3, 6, 2}, 0
	got := Prismatic.Throw(func(int) int { n++; return faces[n-1] })
	if got != 3 || n != 4 {
		t.Errorf("1, 5, 3, 6 is %d after %d dice, want 3 after 4", got, n)
	}
}
