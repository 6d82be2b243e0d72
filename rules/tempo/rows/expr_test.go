package rows

import (
	"encoding/json"
	"errors"
	"math"
	"testing"

	"kokyu/rules/dice"
)

// Questions as people type them, and what they read back as.
func TestOddsAreReadAsTyped(t *testing.T) {
	for text, want := range map[string]string{
		"tempo +3 vs +2 >= 1": "tempo +3 vs +2 >= 1",
		"TEMPO 3 VS -2>=10":   "tempo +3 vs -2 >= 10",
		" tempo +3 vs +2 ":    "tempo +3 vs +2",
		"tempo -1 ≥ 5":        "tempo -1 >= 5",
		"recover -4":          "recover -4",
		"2d6+1>=8":            "2d6+1 >= 8",
	} {
		e, err := ParseOdds(text)
		if err != nil || e.String() != want {
			t.Errorf("%q is read as %q, %v, want %q", text, e, err, want)
		}
	}
}

// A mistake is a sentence with its place.
func TestOddsMistakesAreSentences(t *testing.T) {
	for text, col := range map[string]int{"tempo": 6, "tempo x": 7, "tempo +3": 9, "tempo +3 vs": 12, "tempo +3 vs +2 >=": 18, "tempo +3 vs +2 >= 1 2": 21,
		"tempo +41 vs +2": 7, "recover": 8, "recover -4 >= 2": 12, "katana": 1} {
		_, err := ParseOdds(text)
		e, ok := errors.AsType[*dice.Error](err)
		if !ok || e.Want == "" || e.Col < 1 {
			t.Errorf("%q: %v, want a mistake with a place", text, err)
			continue
		}
		if e.Col != col {
			t.Errorf("%q: column %d, want %d: %v", text, e.Col, col, err)
		}
	}
}

// A point of rating, opposed: 45.45 % even, 54.55 % one ahead, 78.08 % five ahead.
// TP-11, TP-12: the two results are each other's negative, so the chances of being ahead mirror.
func TestOpposedOddsAreExact(t *testing.T) {
	for s, want := range map[int]float64{0: .4545, 1: .5455, 2: .6212, 3: .6843, 5: .7808} {
		o := Expr{Opposed: true, Mod: s, Asked: true, Need: 1}.Odds(DefaultBook())
		if p := o.Chances[0].P(); math.Abs(p-want) > 5e-5 {
			t.Errorf("%d ahead: %v, want %v", s, p, want)
		}
	}
	o := Expr{Opposed: true, Mod: 3, Against: 1}.Odds(DefaultBook())
	m := Expr{Opposed: true, Mod: 1, Against: 3}.Odds(DefaultBook())
	if o.Chances[0].Rat.Cmp(m.Chances[2].Rat) != 0 || o.Chances[1].Rat.Cmp(m.Chances[1].Rat) != 0 {
		t.Errorf("3 against 1 is %v, 1 against 3 %v: they must mirror", o.Chances, m.Chances)
	}
	b, err := json.Marshal(Expr{Opposed: true, Asked: true, Need: 1}.Odds(DefaultBook()))
	if want := `{"num":5,"den":11,"p":0.45454545454545453}`; err != nil || string(b) != want {
		t.Errorf("%s, %v, want %s", b, err, want)
	}
}

// What a breath brings on average, by the modifier: 12 at none, 11.83 at -1, 10.94 at -3, 9.10 at -5, 5.06 at -10, 3.35 at
// -13.
// TP-158 to TP-167: the whole table of Recover Stamina.
func TestRecoveryOnAverage(t *testing.T) {
	for mod, want := range map[int]float64{0: 12, 4: 12, -1: 11.83, -3: 10.94, -5: 9.10, -10: 5.06, -13: 3.35} {
		o := Expr{Recover: true, Mod: mod}.Odds(DefaultBook())
		sum := 0.0
		for _, c := range o.Chances {
			sum += c.P()
		}
		if math.Abs(o.Mean-want) > 0.005 || math.Abs(sum-1) > 1e-12 {
			t.Errorf("recover %+d: %.3f AP on average of chances that add up to %v, want %.2f", mod, o.Mean, sum, want)
		}
	}
}

// Bytes are a question about odds.
func FuzzOdds(f *testing.F) {
	for _, text := range []string{"tempo +3 vs +2 >= 1", "recover -4", "2d6+1 >= 8", "tempo"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := ParseOdds(text)
		if err != nil {
			if _, ok := errors.AsType[interface{ Error() string }](err); !ok {
				t.Fatal(err)
			}
			return
		}
		if _, err := e.Odds(DefaultBook()).MarshalJSON(); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if e.Dice == nil {
			if again, err := ParseOdds(e.String()); err != nil || again.String() != e.String() {
				t.Fatalf("%q prints %q, which reads %v, %v", text, e, again, err)
			}
		}
	})
}
