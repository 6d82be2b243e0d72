package fight_test

import (
	"math"
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
)

// What could come of a fight is looked at in forks: the chances of the outcomes add up to one, whatever the dice show is
// among them, and the fight itself stays where it was.
func TestWhatCouldComeIsLookedAtWithoutHappening(t *testing.T) {
	f := newFight()
	for range 60 {
		switch f.Turn().Kind {
		case rules.Over:
			return
		case rules.Chance:
			outcomes, before, sum := f.Outcomes(), f.Fork(), 0.0
			var after []*fight.Fight
			for _, o := range outcomes {
				g, err := f.After(o.Action)
				if err != nil {
					t.Fatal(err)
				}
				after, sum = append(after, g), sum+o.P
			}
			if math.Abs(sum-1) > 1e-12 || !f.Same(before) {
				t.Fatalf("the outcomes add up to %v; still there: %v", sum, f.Same(before))
			}
			do(t, f, "roll")
			led := 0
			for _, g := range after {
				if g.Same(f) {
					led++
				}
			}
			if led == 0 || f.Same(before) {
				t.Fatalf("%d outcomes lead to where the dice led, of %d", led, len(outcomes))
			}
		default:
			option, before := f.Options()[0], f.Fork()
			g, err := f.After(option.Action)
			if err != nil {
				t.Fatal(err)
			}
			do(t, f, option.Words)
			if !f.Same(g) || f.Key() != g.Key() || f.Key() == before.Key() || len(g.Steps()) != 0 {
				t.Fatalf("%q leads elsewhere than the fork of it, or the fork has steps", option.Words)
			}
		}
	}
}

func TestWhatCannotHappenHasNoAfter(t *testing.T) {
	_, err := newFight().After(rules.Action{Do: 999})
	refused(t, err, "cannot happen now")
}
