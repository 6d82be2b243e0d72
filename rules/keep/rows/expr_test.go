package rows

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"kokyu/rules/dice"
)

// asked returns the answer to a question in this system's words.
func asked(t *testing.T, text string) dice.Answer {
	t.Helper()
	a, err := dice.Ask(text, Phrases(nil))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Questions as people type them, and what they read back as.
func TestDamageIsReadAsTyped(t *testing.T) {
	for text, want := range map[string]string{
		"damage 6k3+6 reduction=3":       "damage 6k3+6 reduction=3",
		"Damage 6k3 endure flat>=16":     "damage 6k3 flat endure >= 16",
		"damage 2k2 Reduction=4 endure":  "damage 2k2 endure reduction=4",
		"damage 2k2 > 4":                 "damage 2k2 >= 5",
		"damage 2k2+1d6 reduction=2 < 4": "damage 2k2+1d6 reduction=2 < 4",
	} {
		a := asked(t, text)
		if again := asked(t, a.Question); a.Question != want || again.Question != want {
			t.Errorf("%q is read as %q, and that as %q, want %q", text, a.Question, again.Question, want)
		}
	}
}

// A mistake is a sentence with its place.
func TestDamageMistakesAreSentences(t *testing.T) {
	const want = "want emphasis, flat, endure, reduction= and >= (or > <= < =) and a number, as in damage 6k3+6 reduction=3 >= 16"
	for text, want := range map[string]string{
		"damage 3k2+1x >= 3":            `damage 3k2+1x >= 3:13: "x" does not fit here; ` + want,
		"damage":                        "damage:7: the expression ends after damage; want dice, as in ",
		"damage 3k2 reduction=31":       "damage 3k2 reduction=31:12: reduction is 31; want 0 to 30",
		"damage 3k2 reduction":          `damage 3k2 reduction:12: "reduction" gives no number; want reduction= and a number`,
		"damage 3k2 vs 3k2":             `damage 3k2 vs 3k2:12: "vs" does not fit here; ` + want,
		"damage 3k2 endure endure":      "damage 3k2 endure endure:19: endure is here twice; want it once",
		"damage 3k2 flat endure flat":   "damage 3k2 flat endure flat:24: flat is here twice; want it once",
		"damage 3k2 >= 3 endure":        `damage 3k2 >= 3 endure:17: "endure" does not fit here; want the end of the expression`,
		"damage 3k2 endure+3 reduction": `damage 3k2 endure+3 reduction:18: "+" does not fit here; ` + want,
	} {
		if _, err := dice.Ask(text, Phrases(nil)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// The numbers of the notes on this system, and fractions found by hand.
func TestOddsOfTestsAreExact(t *testing.T) {
	for text, want := range map[string]*big.Rat{
		"1k1 >= 11":                           big.NewRat(1, 10),
		"1k1 > 30":                            big.NewRat(1, 1000),
		"1k1 emphasis >= 2":                   big.NewRat(99, 100),
		"2k1 flat >= 10":                      big.NewRat(19, 100),
		"1k1 flat >= 11":                      new(big.Rat),
		"damage 1k1 reduction=3 >= 1":         big.NewRat(7, 10),
		"damage 1k1 reduction=3 < 1":          big.NewRat(3, 10),
		"damage 1k1 reduction=3 = 0":          big.NewRat(3, 10),
		"damage 1k1 reduction=3 >= 0":         big.NewRat(1, 1),
		"damage 1k1 endure reduction=3 >= 1":  big.NewRat(7, 100),
		"damage 1k1+12 endure reduction=3 >1": big.NewRat(8, 10),
		"damage 1k1-99 endure >= 2":           big.NewRat(1, 1e11),
	} {
		if c := asked(t, text).Chances[0]; c.Rat.Cmp(want) != 0 || c.Error != nil {
			t.Errorf("%s: %v (error %v), want %v", text, c.Rat, c.Error, want)
		}
	}
	for text, want := range map[string]float64{"5k3 >= 15": .93, "5k3 >= 20": .72, "6k3 >= 25": .51, "7k3 >= 25": .60} {
		if p := asked(t, text).Chances[0].P(); math.Abs(p-want) > 0.0101 {
			t.Errorf("%s: %v, want about %v", text, p, want)
		}
	}
}

// A contest of dice that end, on one side at least, is three fractions; of two that explode each has its error. Either way
// they add up to 1, and the sides mirror.
func TestOddsOfContests(t *testing.T) {
	for _, pair := range [][2]string{{"5k3", "4k3"}, {"5k3", "4k3 flat"}, {"3k2 flat", "3k2 emphasis"},
		{"2k2+40 flat", "2k1"}, {"2k1-40", "3k2 flat"}, {"2k1+1d6", "3k2"}} {
		o, m := asked(t, pair[0]+" vs "+pair[1]), asked(t, pair[1]+" vs "+pair[0])
		sum := new(big.Rat)
		for k, c := range o.Chances {
			sum.Add(sum, c.Rat)
			endless := !strings.Contains(pair[0]+pair[1], "flat")
			if endless != (c.Error != nil) || endless && c.Error.Cmp(big.NewRat(1, 1e12)) >= 0 {
				t.Errorf("%v: %s has the error %v", pair, c.Says, c.Error)
			}
			if off := math.Abs(c.P() - m.Chances[2-k].P()); off > 1e-12 {
				t.Errorf("%v: %s is %v, the other way round %v", pair, c.Says, c.P(), m.Chances[2-k].P())
			}
		}
		if all, _ := sum.Float64(); math.Abs(all-1) > 1e-12 {
			t.Errorf("%v add up to %v", pair, all)
		}
	}
}

// The table of Wounds adds up, and what is listed of them is what the chances say.
func TestTheTableOfWoundsAddsUp(t *testing.T) {
	for text, want := range map[string]string{"damage 6k3+6 reduction=3": "29.54 Wounds on average",
		"damage 2k1 endure reduction=30": "0.00 Wounds on average", "damage 2k2 endure": "3.42 Wounds on average", "damage 1k1-99 endure": "0.00 Wounds on average"} {
		a, sum := asked(t, text), new(big.Rat)
		for _, s := range a.Shares.List {
			sum.Add(sum, s.P)
		}
		if p, _ := sum.Float64(); p != 1 || a.Note != want || a.Shares.Of != "Wounds" {
			t.Errorf("%s: %v in all of the %s, %q, want %q", text, p, a.Shares.Of, a.Note, want)
		}
	}
}
