package rules

import "testing"

// A path remembers the round under way and the one before it: a fight of two hundred breaths does not hold all of its positions.
func TestAPathForgetsWhatIsLongPast(t *testing.T) {
	var p *Path[int]
	for round := 1; round <= 9; round++ {
		for range 3 { // boundaries a round
			p = (&Path[int]{From: round, before: p}).cutToRoundBefore(func(s *int) int { return *s }, round)
		}
	}
	var rounds []int
	for ; p != nil; p = p.before {
		rounds = append(rounds, p.From)
	}
	if len(rounds) != 6 || rounds[0] != 9 || rounds[5] != 8 {
		t.Errorf("a path of nine rounds remembers %v", rounds)
	}
}
