package endgame

import (
	"math/rand/v2"
	"testing"
)

// Equal keys have one tablebase, whoever asks for it, and nothing is solved until somebody asks.
func TestCacheSharesTablebasesOfEqualKeys(t *testing.T) {
	c := new(Cache)
	key := randomKey(rand.New(rand.NewPCG(1, 3)))
	b := c.Get(key)
	if c.Get(key) != b || new(Cache).Get(key) == b {
		t.Error("want one tablebase for equal keys in one cache, and another in another")
	}
	if b.ValuesAt([2]int{1, 1}) != nil || c.cells != 0 {
		t.Errorf("an unsolved tablebase holds %d values", c.cells)
	}
}

// A cache holds no more than it says: the tablebases solved longest ago are evicted.
func TestCacheIsBounded(t *testing.T) {
	c, rng := new(Cache), rand.New(rand.NewPCG(2, 3))
	var tables []*Tablebase
	cells := 0
	for cells <= 3*cacheCells {
		key := randomKey(rng)
		key.Sides[0].Wounds, key.Sides[1].Wounds, key.Sides[0].Energy, key.Sides[1].Energy = 6, 6, EnergyMax, EnergyMax
		key.Fit(8, 1)
		b := c.Get(key)
		b.values.Store(new(Values))
		c.makeRoom(b)
		tables, cells = append(tables, b), cells+b.countAllocated()
		if c.cells > cacheCells {
			t.Fatalf("%d values held, want at most %d", c.cells, cacheCells)
		}
	}
	kept := 0
	for _, b := range tables {
		if b.values.Load() != nil {
			kept += b.countAllocated()
		}
	}
	if kept != c.cells || tables[0].values.Load() != nil || tables[len(tables)-1].values.Load() == nil {
		t.Errorf("%d values kept, %d counted; the first kept: %v", kept, c.cells, tables[0].values.Load() != nil)
	}
}

// What a cache evicted is solved again, to the same values.
func TestEvictedValuesAreSolvedAgain(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	c := new(Cache)
	tables, refs := linked(c, rng)
	w := [2]int{tables[1].Sides[0].Wounds, tables[1].Sides[1].Wounds}
	for range 2 {
		m, err := tables[1].Solve(t.Context(), w)
		if err != nil {
			t.Fatal(err)
		}
		compare(t, m, refs[1], w)
		for len(c.solved) > 0 {
			c.evict(c.solved[0])
		}
	}
}

// Without guard and with too little room, the second reservation is dropped first, then who is shaken; the
// resolution of Wounds is lowered last.
func TestWoundsLoseResolutionLast(t *testing.T) {
	for _, c := range []struct {
		places, first       int
		shook, helds, whole int
	}{{2, 1, 2, 3, 6}, {8, 3, 2, 2, 6}, {40, 3, 1, 2, 6}, {80, 3, 1, 2, 6}, {100, 3, 1, 2, 5}} {
		key := Key{Rungs: 1, Sides: [2]Side{{Wounds: 6, Energy: 11, Limit: 5}, {Wounds: 6, Energy: 11, Limit: 5}}}
		key.Fit(c.places, c.first)
		if key.shakenLevels != c.shook || key.reserveLevels != c.helds || key.Sides[0].Wounds != c.whole {
			t.Errorf("%d tablebases: told apart are %d, %d and %d Wounds, want %d, %d and %d", c.places, key.shakenLevels,
				key.reserveLevels, key.Sides[0].Wounds, c.shook, c.helds, c.whole)
		}
		if n := key.cells(); n > cellsMax/c.first || n > fightMax/c.places {
			t.Errorf("%d tablebases of %d cells are too many", c.places, n)
		}
	}
}
