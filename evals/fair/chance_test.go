package fair

import (
	"math"
	"testing"
)

// Wilson's interval as tables have it: of 0, 10 and 50 of 100.
func TestWilson(t *testing.T) {
	for _, c := range []struct{ p, n, low, high float64 }{{0, 100, 0, 0.0370}, {0.1, 100, 0.0552, 0.1744}, {0.5, 100, 0.4038, 0.5962}, {1, 48, 0.9259, 1}} {
		i := wilson(c.p, c.n)
		if math.Abs(i.Low-c.low) > 5e-5 || math.Abs(i.High-c.high) > 5e-5 || i.Mean != c.p {
			t.Errorf("%v of %v: %v, want %v to %v", c.p, c.n, i, c.low, c.high)
		}
	}
}

// Fights that all ended alike prove only as much as there were of them.
func TestNoDifferenceIsNotCertain(t *testing.T) {
	same := make([]float64, 48)
	i := difference(same, same)
	if i.Mean != 0 || i.High < 1.0/48 || sure(i) {
		t.Errorf("%v", i)
	}
}

// Luck that explains all of the results leaves a narrow interval around the mean; luck that explains nothing leaves Wilson's.
func TestLuckTakenOff(t *testing.T) {
	var all, none scores
	for k := range 200 {
		won := float64(k % 2)
		all.add(won, won-0.5)
		none.add(won, float64(k/2%2)-0.5)
	}
	if i := all.chance(); math.Abs(i.Mean-0.5) > 0.005 || width(i) > 0.025 {
		t.Errorf("luck explains all: %v", i)
	}
	if i, plain := none.chance(), wilson(0.5, 200); math.Abs(width(i)-width(plain)) > 0.005 {
		t.Errorf("luck explains nothing: %v, want %v", i, plain)
	}
}
