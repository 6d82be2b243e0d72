package book

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Whatever is drawn, from any of the first two columns one can walk to any of the last two.
func TestEverybodyOnADrawnGroundCanComeToEverybody(t *testing.T) {
	d := Draw{rand.New(rand.NewPCG(1, 2))}
	for range 200 {
		wide, high := d.Between(5, 12), d.Between(2, 7)
		rows := d.Ground(wide, high, 60)
		seen := map[[2]int]bool{}
		var walk func(x, y int)
		walk = func(x, y int) {
			if x < 0 || y < 0 || x >= wide || y >= high || rows[y][x] == '#' || seen[[2]int{x, y}] {
				return
			}
			seen[[2]int{x, y}] = true
			walk(x-1, y)
			walk(x+1, y)
			walk(x, y-1)
			walk(x, y+1)
		}
		walk(0, 0)
		for y := range high {
			for _, x := range []int{0, 1, wide - 2, wide - 1} {
				if !seen[[2]int{x, y}] {
					t.Fatalf("nobody comes from a1 to column %d, row %d of %q", x, y, rows)
				}
			}
		}
	}
}

// Nobody is drawn twice, and everybody may be.
func TestSomeAreDifferentOnesAndAnyOfThem(t *testing.T) {
	d, all, seen := Draw{rand.New(rand.NewPCG(3, 4))}, []int{1, 2, 3, 4, 5}, map[int]int{}
	for range 100 {
		some := Some(d, all, 3)
		for i, x := range some {
			seen[x]++
			if slices.Index(some, x) < i {
				t.Fatalf("%v", some)
			}
		}
	}
	for _, x := range all {
		if seen[x] < 40 || seen[x] > 80 {
			t.Errorf("%d was drawn %d of 100 times, want about 60", x, seen[x])
		}
	}
	if !slices.Equal(all, []int{1, 2, 3, 4, 5}) {
		t.Errorf("the list itself is %v now", all)
	}
}

// A fight that nobody planned is called by whoever leads a side, or by both of two.
func TestATitleNamesBothSides(t *testing.T) {
	for want, people := range map[string][2][]string{
		"Aki against Ume and Kuro":    {{"Aki"}, {"Ume", "Kuro"}},
		"Aki's Three against Ume":     {{"Aki", "Ichi", "Ni"}, {"Ume"}},
		"Aki's Six against Ume's Six": {{"Aki", "1", "2", "3", "4", "5"}, {"Ume", "1", "2", "3", "4", "5", "6", "7"}},
	} {
		if got := versusTitle(people); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
