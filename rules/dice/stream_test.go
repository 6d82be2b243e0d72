package dice

import (
	"slices"
	"testing"
)

// Records keep only the seed, so these throws may never change.
func TestThrowsNeverChange(t *testing.T) {
	for _, c := range []struct {
		stream Stream
		index  int
		sides  []int
		want   []int
	}{
		{Stream{}, 0, []int{10, 10}, []int{9, 8}},
		{Stream{7, "dice"}, 0, []int{10, 10}, []int{3, 5}},
		{Stream{7, "dice"}, 1, []int{10, 10}, []int{9, 4}},
		{Stream{7, "agent"}, 1, []int{10, 10}, []int{3, 8}},
		{Stream{8, "dice"}, 1000000, []int{6, 6, 6, 100, 20, 2}, []int{6, 3, 6, 29, 16, 1}},
	} {
		if got := c.stream.Throw(c.index, c.sides); !slices.Equal(got, c.want) {
			t.Errorf("%+v throw %d: %v, want %v", c.stream, c.index, got, c.want)
		}
	}
}

// A throw depends on its index alone, not on the throws before it, and on its first dice, not on how many follow.
func TestThrowsAreIndependentOfOrder(t *testing.T) {
	s := Stream{42, "dice"}
	forward := make([][]int, 50)
	for i := range forward {
		forward[i] = s.Throw(i, []int{10, 10})
	}
	for i := len(forward) - 1; i >= 0; i-- {
		if got := s.Throw(i, []int{10, 10, 6}); !slices.Equal(got[:2], forward[i]) {
			t.Errorf("throw %d: %v, then %v", i, forward[i], got)
		}
	}
}

// chiSquare returns the distance of counts from equal counts.
func chiSquare(counts []int) float64 {
	sum := 0
	for _, n := range counts {
		sum += n
	}
	want, x := float64(sum)/float64(len(counts)), 0.0
	for _, n := range counts {
		x += (float64(n) - want) * (float64(n) - want) / want
	}
	return x
}

// The bounds are those a fair die passes in 999 of 1000 trials; the seeds are fixed, so a failure is a change.
func TestFacesAreUniform(t *testing.T) {
	for _, c := range []struct {
		sides int
		bound float64
	}{{2, 10.83}, {3, 13.82}, {6, 20.52}, {10, 27.88}, {20, 43.82}, {100, 148.2}} {
		for seed := range uint64(3) {
			counts := make([]int, c.sides)
			for i := range 20000 {
				counts[Stream{seed, "dice"}.Throw(i, []int{c.sides})[0]-1]++
			}
			if x := chiSquare(counts); x > c.bound {
				t.Errorf("d%d, seed %d: chi-square %.1f, want at most %.1f", c.sides, seed, x, c.bound)
			}
		}
	}
}

// The two dice of a throw, neighbouring throws, neighbouring seeds and streams of two names are unrelated: every pair
// of faces is equally frequent.
func TestStreamsAreUnrelated(t *testing.T) {
	two := []int{10, 10}
	pairs := map[string]func(i int) (a, b int){
		"dice of a throw":    func(i int) (int, int) { d := Stream{1, "dice"}.Throw(i, two); return d[0], d[1] },
		"neighbouring":       func(i int) (int, int) { s := Stream{1, "dice"}; return s.Throw(i, two)[0], s.Throw(i+1, two)[0] },
		"two names":          func(i int) (int, int) { return Stream{1, "a"}.Throw(i, two)[0], Stream{1, "b"}.Throw(i, two)[0] },
		"neighbouring seeds": func(i int) (int, int) { return Stream{1, "a"}.Throw(i, two)[0], Stream{2, "a"}.Throw(i, two)[0] },
		"seeds at one index": func(i int) (int, int) { d := Stream{uint64(i), "dice"}.Throw(0, two); return d[0], d[1] },
	}
	for name, pair := range pairs {
		counts := make([]int, 100)
		for i := range 20000 {
			a, b := pair(i)
			counts[(a-1)*10+b-1]++
		}
		if x := chiSquare(counts); x > 148.2 {
			t.Errorf("%s: chi-square %.1f, want at most 148.2", name, x)
		}
	}
}
