package rows

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"kokyu/rules/dice"
)

// Questions as people type them, and what they read back as.
func TestOddsAreReadAsTyped(t *testing.T) {
	for text, want := range map[string]string{
		"7k3+6 >= 25":                   "7k3+6 >= 25",
		" 7K3 + 6>24 ":                  "7k3+6 >= 25",
		"7k3+6 ≥ -5":                    "7k3+6 >= -5",
		"5k3 vs 4k3":                    "5k3 vs 4k3",
		"5k3 FLAT vs 4k3+2 Emphasis":    "5k3 flat vs 4k3+2 emphasis",
		"6k3 emphasis >= 20":            "6k3 emphasis >= 20",
		"3k2 flat":                      "3k2 flat",
		"damage 6k3+6 reduction=3":      "damage 6k3+6 reduction=3",
		"Damage 6k3 endure flat>=16":    "damage 6k3 flat endure >= 16",
		"damage 2k2 Reduction=4 endure": "damage 2k2 endure reduction=4",
	} {
		e, err := ParseOdds(text)
		if err != nil || e.String() != want {
			t.Errorf("%q is read as %q, %v, want %q", text, e, err, want)
		}
		if again, err := ParseOdds(e.String()); err != nil || again != e {
			t.Errorf("%q is read back as %+v, %v, want %+v", e, again, err, e)
		}
	}
}

// A mistake is a sentence with its place.
func TestOddsMistakesAreSentences(t *testing.T) {
	for text, want := range map[string]string{
		"0k0":                     "0k0:1: 0k0 throws nothing; want at least one die rolled and one kept, as in 7k3+6",
		"3k0":                     "3k0:1: 3k0 throws nothing; want at least one die rolled and one kept, as in 7k3+6",
		"99999k2":                 "99999k2:1: the number of dice rolled is 99999; want 0 to 30",
		"7k":                      "7k:3: the expression ends after k; want the number of dice kept, as in 7k3",
		"5k3 vs":                  "5k3 vs:7: the expression ends after 5k3 vs; want dice rolled and kept, as in 7k3+6",
		"5k3 vs 4d3":              `5k3 vs 4d3:9: "d" does not fit here; want dice rolled and kept, as in 7k3+6`,
		"5k3 >=":                  "5k3 >=:7: the expression ends here; want a number, as in 7k3+6 >= 25",
		"5k3 >= 301":              "5k3 >= 301:8: the number to reach is 301; want -99 to 300",
		"5k3 > 300":               "5k3 > 300:7: the number to reach is 300; want -99 to 299",
		"5k3 >= 20 20":            `5k3 >= 20 20:11: "20" does not fit here; want the end of the expression`,
		"5k3 vs 4k3 >= 2":         `5k3 vs 4k3 >= 2:12: ">=" does not fit here; want the end of the expression`,
		"5k3 < 20":                `5k3 < 20:5: "<" does not fit here; want emphasis or flat, then >= (or >) and a number, or vs and dice, as in 7k3+6 >= 25 or 5k3 vs 4k3`,
		"5k3 reduction=3":         `5k3 reduction=3:5: "reduction=3" does not fit here; want emphasis or flat, then >= (or >) and a number, or vs and dice, as in 7k3+6 >= 25 or 5k3 vs 4k3`,
		"5k3 flat flat":           "5k3 flat flat:10: flat is here twice; want it once",
		"7k3+2d6 >= 30":           `7k3+2d6 >= 30:6: "d6" does not fit here; want ` + wantAsked,
		"7k3x":                    `7k3x:4: "x" does not fit here; want ` + wantAsked,
		"5k3 vs 4k3z":             `5k3 vs 4k3z:11: "z" does not fit here; want the end of the expression`,
		"damage 3k2+1x >= 3":      `damage 3k2+1x >= 3:13: "x" does not fit here; want ` + wantHurt,
		"damage":                  "damage:7: the expression ends after damage; want dice rolled and kept, as in 7k3+6",
		"damage 3k2 reduction=31": `damage 3k2 reduction=31:12: "reduction=31" is no Reduction; want reduction=0 to reduction=30`,
		"damage 3k2 vs 3k2":       `damage 3k2 vs 3k2:12: "vs" does not fit here; want emphasis, flat, endure or reduction=, then >= (or >) and Wounds, as in damage 6k3+6 reduction=3 >= 16`,
	} {
		_, err := ParseOdds(text)
		if e, ok := errors.AsType[*dice.Error](err); !ok || e.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := ParseOdds(strings.Repeat("7k3 ", 30)); err == nil || !strings.Contains(err.Error(), "120 characters") {
		t.Errorf("a very long question: %v", err)
	}
}

// What begins with a number and a k is this system's, so that its mistakes are told in its words.
func TestPoolsAreThisSystems(t *testing.T) {
	for head, want := range map[string]bool{"7k3+6": true, "7k": true, "0K0": true, "7": false, "k3": false, "2d10": false, "": false, "damage": false} {
		if OddsDice(head) != want {
			t.Errorf("%q: %v, want %v", head, !want, want)
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
		"damage 1k1 reduction=3 >= 0":         big.NewRat(1, 1),
		"damage 1k1 endure reduction=3 >= 1":  big.NewRat(7, 100),
		"damage 1k1+12 endure reduction=3 >1": big.NewRat(8, 10),
	} {
		if o := odds(t, text); o.Chances[0].Rat.Cmp(want) != 0 || o.Chances[0].Error != nil {
			t.Errorf("%s: %v (error %v), want %v", text, o.Chances[0].Rat, o.Chances[0].Error, want)
		}
	}
	for text, want := range map[string]float64{"5k3 >= 15": .93, "5k3 >= 20": .72, "6k3 >= 25": .51, "7k3 >= 25": .60} {
		if p := odds(t, text).Chances[0].P(); math.Abs(p-want) > 0.0101 {
			t.Errorf("%s: %v, want about %v", text, p, want)
		}
	}
}

func odds(t *testing.T, text string) Odds {
	t.Helper()
	e, err := ParseOdds(text)
	if err != nil {
		t.Fatal(err)
	}
	return e.Odds()
}

// A contest of dice that end, on one side at least, is three fractions; of two that explode each has its error. Either way
// they add up to 1, and the sides mirror.
func TestOddsOfContests(t *testing.T) {
	for _, pair := range [][2]string{{"5k3", "4k3"}, {"5k3", "4k3 flat"}, {"3k2 flat", "3k2 emphasis"}, {"2k2+40 flat", "2k1"}, {"2k1-40", "3k2 flat"}} {
		o, m := odds(t, pair[0]+" vs "+pair[1]), odds(t, pair[1]+" vs "+pair[0])
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

// The table of outcomes lists every one: its lines add up to 1, what is good of them to the chance.
func TestTheTableOfOutcomesAddsUp(t *testing.T) {
	for _, text := range []string{"7k3+6 >= 25", "3k2 flat >= 12", "1k1 >= 90", "5k3 vs 4k3", "2k2+40 flat vs 2k1", "damage 6k3+6 reduction=3", "damage 2k1 endure reduction=30"} {
		o := odds(t, text)
		sum, good := new(big.Rat), new(big.Rat)
		for k, s := range o.Shares.List {
			sum.Add(sum, s.P)
			good.Add(good, s.Good)
			if k > 0 && s.Value != o.Shares.List[k-1].Value+1 {
				t.Errorf("%s: after %d comes %d", text, o.Shares.List[k-1].Value, s.Value)
			}
		}
		want := 1.0
		if len(o.Chances) > 0 {
			want = o.Chances[0].P()
		}
		p, _ := sum.Float64()
		q, _ := good.Float64()
		if math.Abs(p-1) > 1e-9 || math.Abs(q-want) > 1e-9 {
			t.Errorf("%s: all lines add up to %v, those that succeed to %v, want 1 and %v", text, p, q, want)
		}
	}
}

// Programs get a fraction, three of them, or every outcome; and where a sum has no end it says so.
func TestOddsForPrograms(t *testing.T) {
	for text, want := range map[string][]string{
		"1k1 >= 11":                   {`{"num":1,"den":10,"p":0.1}`},
		"1k1 flat vs 1k1 flat":        {`{"win":{"num":9,"den":20,"p":0.45},"tie":{"num":1,"den":10,"p":0.1},"lose":{"num":9,"den":20,"p":0.45}}`},
		"1k1 vs 1k1":                  {`{"win":{"p":`, `"exact":false,"error":1.1102230246251565e-16}`},
		"1k1 flat":                    {`{"outcomes":[{"total":1,"num":1,"den":10,"p":0.1},`, `"mean":5.5}`},
		"2k1":                         {`{"outcomes":[{"total":1,"p":0.01},`, `"exact":false,"error":`},
		"damage 1k1 flat reduction=9": {`{"outcomes":[{"wounds":0,"num":9,"den":10,"p":0.9},{"wounds":1,"num":1,"den":10,"p":0.1}],"mean":0.1}`},
	} {
		b, err := json.Marshal(odds(t, text))
		for _, part := range want {
			if err != nil || !strings.Contains(string(b), part) {
				t.Errorf("%s: %s, %v, want %s", text, b, err, part)
			}
		}
	}
}

// 7k9 is 7k7, more than ten dice are ten, and the answer says so.
// R-RK-61, R-RK-34.
func TestAPoolReadAsAnotherIsSaid(t *testing.T) {
	for text, want := range map[string]string{
		"7k9 >= 20":         "7k9 is read as 7k7: no more dice are kept than rolled",
		"12k4 >= 20":        "12k4 is read as 10k5: ten dice are the most",
		"10k12 vs 2k2":      "10k12 is read as 10k10+4: ten dice are the most",
		"5k3 >= 20":         "",
		"3k2 flat":          "13.47 on average",
		"2k3":               "12.22 on average; 2k3 is read as 2k2: no more dice are kept than rolled",
		"damage 2k2 endure": "3.42 Wounds on average",
	} {
		a, err := Answered(text)
		if err != nil || a.Note != want {
			t.Errorf("%s: %q, %v, want %q", text, a.Note, err, want)
		}
	}
	a, b := odds(t, "7k9 >= 30").Chances, odds(t, "7k7 >= 30").Chances
	if !slices.EqualFunc(a, b, func(x, y dice.Chance) bool { return x.Rat.Cmp(y.Rat) == 0 }) {
		t.Errorf("7k9 is %v, 7k7 %v", a, b)
	}
}
