package fight_test

import (
	"math"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest/feint"
	"kokyu/rules/strict"
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

// A position is the last boundary and what has happened since, and reads back to where the fight stands: in the middle of an
// exchange, after dice that were mended, after an undo, of a fork, and of what dice could come to.
func TestAPositionIsABoundaryAndWhatHasHappenedSince(t *testing.T) {
	f := newFight()
	stands := func(f *fight.Fight, since string) {
		t.Helper()
		text, err := f.Position()
		if err != nil {
			t.Fatal(err)
		}
		g, err := feint.Read(strict.Parse("position", text), feint.DefaultBook())
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if _, want, _ := fight.At[feint.State](f); g.Start() != want {
			t.Errorf("reads back as\n%+v\nwant\n%+v\n%s", g.Start(), want, text)
		}
		if _, got, _ := strings.Cut(string(text), "since:\n"); got != since {
			t.Errorf("since: %q, want %q", got, since)
		}
	}
	stands(f, "")
	do(t, f, "cut > Aka")
	stands(f, "  - cut > Aka\n")
	after, err := f.After(f.Outcomes()[len(f.Outcomes())-1].Action)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := after.Position(); err != nil || !strings.Contains(string(text), "now:") {
		t.Errorf("after an outcome: %v\n%s", err, text)
	}
	if _, err := f.Dice(9, 8); err != nil {
		t.Fatal(err)
	}
	stands(f, "  - cut > Aka\n  - roll: [9, 8]\n")
	stands(f.Fork(), "  - cut > Aka\n  - roll: [9, 8]\n")
	if _, err := f.Mend("a cocked die", 9, 7); err != nil {
		t.Fatal(err)
	}
	stands(f, "  - cut > Aka\n  - roll: [9, 7]\n")
	if _, err := f.Undo(1); err != nil {
		t.Fatal(err)
	}
	stands(f, "  - cut > Aka\n")
}

// A copy goes its own way: it has the steps, can take them back, and neither changes the other.
func TestACopyGoesItsOwnWay(t *testing.T) {
	f := newFight()
	for range 4 {
		step := f.Turn().Kind == rules.Chance
		if step {
			do(t, f, "roll")
		} else {
			do(t, f, f.Options()[0].Words)
		}
	}
	c := f.Copy()
	if !c.Same(f) || len(c.Steps()) != 4 || c.Moves() != f.Moves() || c.Turn() != f.Turn() {
		t.Fatal("the copy is not as the fight is")
	}
	before := f.Fork()
	if _, err := c.Undo(3); err != nil {
		t.Fatal(err)
	}
	if !f.Same(before) || len(f.Steps()) != 4 || c.Same(f) {
		t.Error("what is taken back in the copy is taken back in the fight")
	}
	if f.Turn().Kind == rules.Chance {
		do(t, f, "roll")
	} else {
		do(t, f, f.Options()[0].Words)
	}
	if len(c.Steps()) != 5 || c.Steps()[4].Undo != 3 {
		t.Errorf("the copy has the steps %+v", c.Steps())
	}
}
