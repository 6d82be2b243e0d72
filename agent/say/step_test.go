package say

import (
	"testing"

	"kokyu/rules"
)

// Who has to answer a feint is not shown that it is one.
func TestASecretIsNotShownInShort(t *testing.T) {
	steps := []rules.Step{{N: 1, Seat: "Ann", Do: "long sword cut > Bea"}, {N: 2, Seat: "Ann", Do: "feint", Secret: true}}
	if got, want := InShort(steps), "Ann: long sword cut > Bea"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Throws before any decision, as for the order of a fight, are each their thrower's.
func TestThrowsBeforeADecisionAreEachForItself(t *testing.T) {
	steps := []rules.Step{{Seat: "Aki", Roll: []int{3, 6}, Do: "9"}, {Seat: "Goro", Roll: []int{5, 9}, Do: "14"}, {Seat: "Goro", Do: "water"}, {Seat: "Goro", Roll: []int{4}, Do: "hit"}}
	if got, want := InShort(steps), "Aki's dice, 3 6: 9; Goro's dice, 5 9: 14; Goro: water (hit)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Dice of two who are opposed are no sum, and a contest shows both totals.
func TestOpposedDiceAreNoSum(t *testing.T) {
	check := func(seat string, total, need int) rules.Event {
		return rules.Event{Kind: "check", Seat: seat, What: "melee attack", Total: total, Need: need}
	}
	for _, c := range []struct {
		want string
		step rules.Step
	}{
		{"0 against 9 come to -9 against 0, miss", rules.Step{Roll: []int{0, 9}, Do: "miss", Events: []rules.Event{check("Ann", -9, 0), check("Bea", 9, 0)}}},
		{"7+9+3=19 against 12, hit", rules.Step{Roll: []int{7, 9}, Do: "hit", Events: []rules.Event{check("Ann", 19, 12)}}},
		{"8+7+1=16 against 9+2=11, won", rules.Step{Roll: []int{8, 7, 9, 2}, Do: "won", Events: []rules.Event{{Kind: "contest", Total: 16, Need: 11}}}},
		{"10 8 3 come to 21 against 20, hit", rules.Step{Roll: []int{10, 8, 3}, Do: "hit", Events: []rules.Event{check("Ann", 21, 20)}}},
	} {
		if got := throwResult(c.step); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
