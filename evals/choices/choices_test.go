package main

import (
	"slices"
	"testing"
)

// A fork comes back as it was made, the options it names are legal there, and its playouts are on common dice.
func TestForksComeBack(t *testing.T) {
	m := newMaker(true)
	m.fights, m.forks, m.each = 1, 1, 2
	var list []fork
	for seed := uint64(10_000); len(list) == 0; seed++ {
		found, err := m.playFight(t.Context(), "breath", seed, 0)
		if err != nil {
			t.Fatal(err)
		}
		list = found
	}
	x, err := exampleOf(m.catalogue, list[0])
	if err != nil {
		t.Fatal(err)
	}
	if len(x.traits) != len(x.Do) || x.Seats < 3 {
		t.Errorf("%d of %d options are seen, where %d stand", len(x.traits), len(x.Do), x.Seats)
	}
	x.Do[0] = "sing"
	if _, err := exampleOf(m.catalogue, x.fork); err == nil {
		t.Error("an option that nobody has comes back")
	}
}

// A prior finds a trait that is worth something and nothing in the search's values, and is judged by what it finds.
func TestAPriorFindsWhatTraitsAreWorth(t *testing.T) {
	var list []example
	for k := range 40 {
		side := k % 2
		x := example{fork: fork{Side: side, Do: []string{"a", "b"}}}
		for i := range 2 {
			good := (k/2+i)%2 == 0
			x.traits = append(x.traits, []float64{oneIf(good), oneIf(k%3 == 0)})
			score := 2 * int(oneIf(good == (side == 0)))
			x.Played = append(x.Played, []playout{{Score: score}, {Score: score}})
			x.Values[1] = append(x.Values[1], 500+k%7*i)
		}
		list = append(list, x)
	}
	v := judge(list, prior(list, 0), 0, 1)
	if v.right != v.pairs || v.pairs == 0 || v.correlation < 0.9 || v.gain != 500 {
		t.Errorf("found %+v, want every pair in the right order, and a half of a win gained: every other search takes the worse", v)
	}
	if v := judge(list, bySearch(1), 0, 1); v.gain > 400 {
		t.Errorf("the search's own values gain %v, want little: they know nothing", v.gain)
	}
	if got := byPlayouts(1, 2)(&list[0]); !slices.Equal(got, []float64{0.5, -0.5}) {
		t.Errorf("every other playout says %v", got)
	}
}
