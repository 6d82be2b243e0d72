package dice

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// A throw lies on the table with what was kept first, what each die was thrown on, and what was dropped.
func TestAThrowIsReadDieByDie(t *testing.T) {
	seven := Pool{Roll: 7, Keep: 3, Add: 6, Explode: true}
	for _, c := range []struct {
		pool  Pool
		faces []int
		says  string
		total int
		rest  []int
	}{
		{seven, []int{5, 10, 8, 9, 6, 4, 2, 1}, "10+8 9 6 [5 4 2 1] = 33 + 6", 39, nil},
		{seven, []int{10, 10, 10, 3, 1, 1, 1, 1, 1, 10, 1}, "10+10+10+3 10+1 1 [1 1 1 1] = 45 + 6", 51, nil},
		{seven, []int{0, 8, 1, 2, 3, 4, 5, 6}, "10+8 6 5 [4 3 2 1] = 29 + 6", 35, nil},
		{Pool{Roll: 3, Keep: 2, Add: -5}, []int{10, 10, 4}, "10 10 [4] = 20 - 5", 15, nil},
		{Pool{Roll: 3, Keep: 2, Explode: true, Emphasis: true}, []int{1, 10, 7, 1, 1, 9}, "1>10+7 9 [1>1] = 26", 26, nil},
		{Pool{Roll: 2, Keep: 2, Explode: true, Emphasis: true}, []int{10, 1, 3}, "10+1 3 = 14", 14, nil}, // a one after a ten stays
		{Pool{Roll: 2, Keep: 9, Explode: true}, []int{3, 4, 10, 2}, "4 3 = 7", 7, []int{10, 2}},
		{Pool{Add: 4}, nil, "= 0 + 4", 4, nil},
	} {
		cast, rest, err := c.pool.Read(c.faces)
		if err != nil || cast.String() != c.says || cast.Total != c.total || !slices.Equal(rest, c.rest) {
			t.Errorf("%v of %v is %q, %d and %v over, %v; want %q, %d and %v", c.faces, c.pool, cast, cast.Total, rest, err, c.says, c.total, c.rest)
		}
	}
}

// What no dice can show is a sentence.
func TestAThrowThatCannotBeIsRefused(t *testing.T) {
	p := Pool{Roll: 2, Keep: 1, Explode: true, Emphasis: true}
	for _, c := range []struct {
		faces []int
		want  string
	}{
		{nil, "2k1 has 2 dice and 0 are there"},
		{[]int{4}, "2k1 has 2 dice and 1 are there"},
		{[]int{4, 10}, "die 2 of 2k1 goes on after its last face"},
		{[]int{4, 1}, "die 2 of 2k1 goes on after its last face"},
		{[]int{11, 3}, "die 1 of 2k1 shows 11, want 1 to 10"},
		{[]int{3, 10, -1}, "die 2 of 2k1 shows -1, want 1 to 10"},
	} {
		if _, _, err := p.Read(c.faces); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.faces, err, c.want)
		}
	}
}

// What Throw throws, Read reads, and its totals are those of the pool.
func TestThrownPoolsHaveTheirOdds(t *testing.T) {
	const throws = 40_000
	for _, p := range []Pool{{Roll: 4, Keep: 2, Add: 1, Explode: true, Emphasis: true}, {Roll: 12, Keep: 4, Explode: true}, {Roll: 3, Keep: 2}} {
		reached := map[int]int{}
		rand := Stream{Seed: 11, Name: p.String()}.Rand(0)
		for range throws {
			faces := p.Throw(func(sides int) int { return 1 + int(rand.Uint32N(uint32(sides))) })
			cast, rest, err := p.Read(faces)
			if err != nil || len(rest) > 0 {
				t.Fatalf("%v of %v: %v over, %v", faces, p, rest, err)
			}
			for n := p.Curve().First(); n <= cast.Total; n++ {
				reached[n]++
			}
		}
		for n, k := range reached {
			chance := p.Curve().AtLeast(n)
			if off := math.Abs(float64(k)/throws - chance); off > 5*math.Sqrt(chance*(1-chance)/throws)+1e-4 {
				t.Errorf("%v came to %d or more %d times of %d, want %v of them", p, n, k, throws, chance)
			}
		}
	}
}
