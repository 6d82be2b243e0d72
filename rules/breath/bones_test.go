package breath

import (
	"math"
	"testing"

	"kokyu/rules/breath/bones"
)

// The bones are worth the fight, to two points: these are what the solver says of fights with everything in force.
func TestTheBonesAreWorthTheFight(t *testing.T) {
	for encounter, exact := range map[string]float64{"mirror": 0.593161856, "dojo": 1 - 0.607717} {
		g := loaded(t, encounter)
		s := g.Start()
		if win := (g.Leaf(&s) + 1) / 2; math.Abs(win-exact) > 0.02 {
			t.Errorf("%s: side 0 is given %.3f, want %.3f", encounter, win, exact)
		}
	}
}

func loaded(t *testing.T, encounter string) *Game {
	t.Helper()
	data, _ := Encounter(encounter)
	g, err := Load(encounter+".yaml", data, DefaultBook())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The junior is at the count, both with all their Energy. The more shaken the senior's guard, the better; and a step
// beyond the band of both swords takes its advantage away.
func TestTheBonesKnowDistanceAndGuard(t *testing.T) {
	g := loaded(t, "dojo")
	s := g.Start()
	at := func(rung uint8, guard int8) float64 {
		s := s
		s.duel.rung, s.duel.guard[0] = rung, guard
		return -g.Leaf(&s)
	}
	if whole, shaved, broken := at(issoku, 2), at(issoku, 1), at(issoku, 0); whole > shaved || shaved > broken {
		t.Errorf("with the senior's guard whole, shaved, broken the junior stands at %.3f, %.3f, %.3f: want no fall", whole, shaved, broken)
	}
	if within, beyond := at(nearRange, 2), at(closeFighting, 2); within < 0.1 || beyond > 0 {
		t.Errorf("the junior stands at %.3f within the band of its sword and %.3f a step beyond: want 0.1 or more, and 0 or less", within, beyond)
	}
}

// dug are the bones of these joints, worked out so far.
func dug(t *testing.T, j bones.Joints, w [2]int) *bones.Marrow {
	t.Helper()
	m, err := new(bones.Yard).Lay(j).Dig(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Both sides' bones are one fight: seen from the other side it is worth the opposite.
func TestBonesSwapped(t *testing.T) {
	g := loaded(t, "mirror")
	j := g.joints(0)
	b := dug(t, j, [2]int{1, 2})
	j.Sides[0], j.Sides[1] = j.Sides[1], j.Sides[0]
	j.First = 1 - j.First
	c := dug(t, j, [2]int{2, 1})
	for e := range j.Sides[0].Energy + 1 {
		s := bones.Spot{W: [2]int{1, 2}, E: [2]int{e, 5}, H: [2]int{1, 0}, K: [2]int{0, 1}}
		o := bones.Spot{W: [2]int{2, 1}, E: [2]int{5, e}, H: [2]int{0, 1}, K: [2]int{1, 0}}
		if v, w := b.Value(&s), c.Value(&o); math.Abs(float64(v+w)) > 1e-6 {
			t.Errorf("with Energy %d against 5 the first stands at %.6f, swapped at %.6f: want the opposite", e, v, w)
		}
	}
}

// Whose breath it is decides much: with the same Wounds and Energy, the one at the count stands better.
func TestTheEstimateKnowsWhoseBreathItIs(t *testing.T) {
	g := loaded(t, "mirror")
	s := g.Start()
	s.seats[0].wounds, s.seats[1].wounds = 1, 1
	first := g.Leaf(&s)
	s.seats[0].energy--
	g.call(&s, nil)
	if second := g.Leaf(&s); first < 0.6 || second > -0.6 {
		t.Errorf("at the count %.2f, with a point less and the other at the count %.2f: want more than 0.6 and less than -0.6", first, second)
	}
}

// However many Wounds a giant has, its bones are told in no more than six: the estimate costs no more.
func TestAGiantsBonesAreNoLarger(t *testing.T) {
	g := loaded(t, "mirror")
	g.seats[0].wounds = 99
	g.start.seats[0].wounds = 99
	s := g.start
	if win := (g.Leaf(&s) + 1) / 2; win < 0.9 || win > 0.99 {
		t.Errorf("with 99 Wounds against 3 the estimate is %.3f", win)
	}
	if b := g.laid(0); b.Sides[0].Wounds > 6 || b.Sides[1].Wounds < 1 {
		t.Errorf("the bones tell %d and %d Wounds apart", b.Sides[0].Wounds, b.Sides[1].Wounds)
	}
}
