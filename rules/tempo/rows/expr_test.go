package rows

import (
	"math"
	"strings"
	"testing"

	"kokyu/rules/dice"
)

// asked returns the answer to a question in this system's words.
func asked(t *testing.T, text string) dice.Answer {
	t.Helper()
	a, err := dice.Ask(text, Phrases(DefaultBook))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// A point of rating, opposed: 45.45 % even, 54.55 % one ahead, 78.08 % five ahead.
// TP-11, TP-12: the two results are each other's negative, so the chances of being ahead mirror.
func TestOpposedOddsAreExact(t *testing.T) {
	for text, want := range map[string]float64{"tempo 0 vs 0 >= 1": .4545, "tempo +1 vs 0 > 0": .5455,
		"tempo +3 vs +1 >= 1": .6212, "tempo -1 vs -4 >= 1": .6843, "tempo 5 vs 0 >= 1": .7808} {
		if p := asked(t, text).Chances[0].P(); math.Abs(p-want) > 5e-5 {
			t.Errorf("%s: %v, want %v", text, p, want)
		}
	}
	o, m := asked(t, "tempo +3 vs +1").Chances, asked(t, "tempo +1 vs +3").Chances
	if o[0].Rat.Cmp(m[2].Rat) != 0 || o[1].Rat.Cmp(m[1].Rat) != 0 {
		t.Errorf("3 against 1 is %v, 1 against 3 %v: they must mirror", o, m)
	}
}

// What a breath brings on average, by the modifier: 12 at none, 11.83 at -1, 10.94 at -3, 9.10 at -5, 5.06 at -10, 3.35 at
// -13.
// TP-158 to TP-167: the whole table of Recover Stamina.
func TestRecoveryOnAverage(t *testing.T) {
	for text, want := range map[string]float64{"recover 0": 12, "recover +4": 12, "recover -1": 11.83, "recover -3": 10.94,
		"recover -5": 9.10, "recover -10": 5.06, "recover -13": 3.35} {
		a, sum := asked(t, text), 0.0
		for _, c := range a.Chances {
			sum += c.P()
		}
		if math.Abs(a.Table.Mean-want) > 0.005 || math.Abs(sum-1) > 1e-12 {
			t.Errorf("%s: %.3f AP on average of chances that add up to %v, want %.2f", text, a.Table.Mean, sum, want)
		}
	}
}

func TestMistakesOfRecoverHaveTheirPlace(t *testing.T) {
	for text, want := range map[string]string{
		"recover":         ":8: the modifier is missing; want a number, as in recover -4",
		"recover -4 >= 2": `:12: ">=" does not fit here; want the end of the expression`,
		"recover -4x":     `:11: "x" does not fit here; want the end of the expression`,
		"recover -100":    ":9: the number is -100; want -99 to 99",
		"recover x":       `:9: "x" does not fit here; want a number, as in recover -4`,
	} {
		if _, err := dice.Ask(text, Phrases(DefaultBook)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
