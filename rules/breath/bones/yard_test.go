package bones

import (
	"math/rand/v2"
	"testing"
)

// Bones that are alike are the same bones, whoever lays them, and nothing is worked out until somebody asks.
func TestAYardKnowsAlikeBones(t *testing.T) {
	y := new(Yard)
	j := drawn(rand.New(rand.NewPCG(1, 3)))
	b := y.Lay(j)
	if y.Lay(j) != b || new(Yard).Lay(j) == b {
		t.Error("a yard lays alike bones once, and shares them with no other yard")
	}
	if b.Dug([2]int{1, 1}) != nil || y.cells != 0 {
		t.Errorf("bones that were only laid hold %d values", y.cells)
	}
}

// A yard holds no more than it says: the bones dug longest ago make room, and are dug again when they are asked for.
func TestAYardIsBounded(t *testing.T) {
	y, rng := new(Yard), rand.New(rand.NewPCG(2, 3))
	var laid []*Bones
	cells := 0
	for cells <= 3*YardCells {
		j := drawn(rng)
		j.Sides[0].Wounds, j.Sides[1].Wounds, j.Sides[0].Energy, j.Sides[1].Energy = 6, 6, EnergyMax, EnergyMax
		j.Fit(8, 1)
		b := y.Lay(j)
		b.marrow.Store(new(Marrow))
		y.room(b)
		laid, cells = append(laid, b), cells+b.held()
		if y.cells > YardCells {
			t.Fatalf("%d values held, want at most %d", y.cells, YardCells)
		}
	}
	kept := 0
	for _, b := range laid {
		if b.marrow.Load() != nil {
			kept += b.held()
		}
	}
	if kept != y.cells || laid[0].marrow.Load() != nil || laid[len(laid)-1].marrow.Load() == nil {
		t.Errorf("%d values kept, %d counted; the first kept: %v", kept, y.cells, laid[0].marrow.Load() != nil)
	}
}

// What a yard forgot is worked out again, to the same values.
func TestForgottenBonesAreDugAgain(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	y := new(Yard)
	laid, worked := family(y, rng)
	w := [2]int{laid[1].Sides[0].Wounds, laid[1].Sides[1].Wounds}
	for range 2 {
		m, err := laid[1].Dig(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		same(t, m, worked[1], w)
		for len(y.dug) > 0 {
			y.forget(y.dug[0])
		}
	}
}

// Where there is no guard and too little room, a second reservation is left out first, then who is shaken, and Wounds are
// told for less last of all.
func TestWoundsAreToldForLessLastOfAll(t *testing.T) {
	for _, c := range []struct {
		places, first       int
		shook, helds, whole int
	}{{2, 1, 2, 3, 6}, {8, 3, 2, 2, 6}, {40, 3, 1, 2, 6}, {80, 3, 1, 2, 6}, {100, 3, 1, 2, 5}} {
		j := Joints{Rungs: 1, Sides: [2]Side{{Wounds: 6, Energy: 11, Limit: 5}, {Wounds: 6, Energy: 11, Limit: 5}}}
		j.Fit(c.places, c.first)
		if j.shook != c.shook || j.helds != c.helds || j.Sides[0].Wounds != c.whole {
			t.Errorf("%d places: told are %d, %d and %d Wounds, want %d, %d and %d", c.places, j.shook, j.helds, j.Sides[0].Wounds, c.shook, c.helds, c.whole)
		}
		if n := j.cells(); n > cellsMax/c.first || n > fightMax/c.places {
			t.Errorf("%d places of %d cells are too many", c.places, n)
		}
	}
}
