package breath

import (
	"math"
	"testing"
)

// The bones of the plain mirror are worth what the fight is, to two points: the solver says 0.593 with everything in
// force, Energy 11 and three Wounds each.
func TestTheBonesAreWorthTheFight(t *testing.T) {
	data, _ := Encounter("mirror")
	g, err := Load("mirror.yaml", data, DefaultBook())
	if err != nil {
		t.Fatal(err)
	}
	s := g.Start()
	if win := (g.Leaf(&s) + 1) / 2; math.Abs(win-0.593) > 0.02 {
		t.Errorf("the first is given %.3f, want 0.593", win)
	}
}

// Whose breath it is decides much: with the same Wounds and Energy, the one at the count stands better.
func TestTheEstimateKnowsWhoseBreathItIs(t *testing.T) {
	data, _ := Encounter("mirror")
	g, err := Load("mirror.yaml", data, DefaultBook())
	if err != nil {
		t.Fatal(err)
	}
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
	data, _ := Encounter("mirror")
	g, err := Load("mirror.yaml", data, DefaultBook())
	if err != nil {
		t.Fatal(err)
	}
	g.seats[0].wounds = 99
	g.start.seats[0].wounds = 99
	s := g.start
	if win := (g.Leaf(&s) + 1) / 2; win < 0.9 || win > 0.99 {
		t.Errorf("with 99 Wounds against 3 the estimate is %.3f", win)
	}
	if b := g.laid(0); b.sides[0].wounds > boneWounds || b.sides[1].wounds < 1 {
		t.Errorf("the bones tell %d and %d Wounds apart", b.sides[0].wounds, b.sides[1].wounds)
	}
}
