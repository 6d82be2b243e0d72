package dice

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestParseReadsWhatPeopleType(t *testing.T) {
	for text, want := range map[string]Expr{
		"2d10+5 >= 14":        {Roll: Roll{2, 10, 5}, Need: 14},
		"2d10+5>=14":          {Roll: Roll{2, 10, 5}, Need: 14},
		" 2D10 + 5 ≥ 14 ":     {Roll: Roll{2, 10, 5}, Need: 14},
		"2d10+5 >= 14 crit":   {Roll: Roll{2, 10, 5}, Need: 14, Crit: true},
		"2d10+3 vs 2d10+5":    {Roll: Roll{2, 10, 3}, Against: Roll{2, 10, 5}},
		"2d10+5 > 13":         {Roll: Roll{2, 10, 5}, Compare: MoreThan, Need: 13},
		"2d10 ≤ 7 crit":       {Roll: Roll{2, 10, 0}, Compare: AtMost, Need: 7, Crit: true},
		"2d10<7":              {Roll: Roll{2, 10, 0}, Compare: LessThan, Need: 7},
		"d20 == 3":            {Roll: Roll{1, 20, 0}, Compare: Equal, Need: 3},
		"2d10+5":              {Roll: Roll{2, 10, 5}, Compare: Open},
		"d20-1 VS 3d6":        {Roll: Roll{1, 20, -1}, Against: Roll{3, 6, 0}},
		"2d10+5-2 >= -3":      {Roll: Roll{2, 10, 3}, Need: -3},
		"2d10-99 >= 999":      {Roll: Roll{2, 10, -99}, Need: 999},
		"18d10 >= 100":        {Roll: Roll{18, 10, 0}, Need: 100},
		"9d100+99 >= -99":     {Roll: Roll{9, 100, 99}, Need: -99},
		"2d10 + 1 vs 2d10- 1": {Roll: Roll{2, 10, 1}, Against: Roll{2, 10, -1}},
	} {
		got, err := Parse(text)
		if err != nil || got != want {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
	}
}

// A mistake is a sentence: where it is, what it is, what would be right.
func TestMistakesAreSentences(t *testing.T) {
	for text, want := range map[string]string{
		"2d10 >=":              "2d10 >=:8: the expression ends after >=; want a number, as in 2d10+5 >= 14",
		"":                     ":1: the expression is empty; want dice, as in 2d10+5",
		"  ":                   ":1: the expression is empty; want dice, as in 2d10+5",
		"2d10 crit":            `2d10 crit:6: "crit" does not fit here; want ` + wantCompare,
		"2d10+5 != 14":         `2d10+5 != 14:8: "!=" does not fit here; want ` + wantCompare,
		"2d10 <":               "2d10 <:7: the expression ends after <; want a number, as in 2d10+5 >= 14",
		"2d10+5 => 14":         `2d10+5 => 14:8: "=>" does not fit here; want ` + wantCompare,
		"katana >= 3":          `katana >= 3:1: "katana" does not fit here; want dice, as in 2d10+5`,
		"2d >= 3":              `2d >= 3:4: ">=" does not fit here; want the sides of the dice, as in 2d10`,
		"2d10+ >= 3":           `2d10+ >= 3:7: ">=" does not fit here; want a number, as in 2d10+5`,
		"0d10 >= 3":            "0d10 >= 3:1: the number of dice is 0; want 1 to 20",
		"21d2 >= 3":            "21d2 >= 3:1: the number of dice is 21; want 1 to 20",
		"2d1 >= 3":             "2d1 >= 3:3: the number of sides is 1; want 2 to 100",
		"2d101 >= 3":           "2d101 >= 3:3: the number of sides is 101; want 2 to 100",
		"2d10+100 >= 3":        "2d10+100 >= 3:5: the modifier is 100; want -99 to 99",
		"2d10-100 >= 3":        "2d10-100 >= 3:5: the modifier is -100; want -99 to 99",
		"2d10+99+1 >= 3":       "2d10+99+1 >= 3:8: the modifiers add up to 100; want -99 to 99",
		"2d10 >= 1000":         "2d10 >= 1000:9: the number to reach is 1000; want -99 to 999",
		"2d10 >= -100":         "2d10 >= -100:9: the number to reach is -100; want -99 to 999",
		"2d10 >= 14 krit":      `2d10 >= 14 krit:12: "krit" does not fit here; want the end of the expression`,
		"3d6 >= 14 crit":       "3d6 >= 14 crit:11: crit means two equal dice, and 3d6 has 3; want two dice, as in 2d10+5 >= 14 crit",
		"2d10 vs":              "2d10 vs:8: the expression ends after vs; want dice, as in 2d10+5",
		"20d100 >= 9":          "20d100 >= 9:1: 20d100 >= 9 has about 10^40 throws, too many to count one by one; want fewer dice or fewer sides, as in 18d10 or 9d100",
		"2d10 >= 3\x1b[2J":     `"2d10 >= 3\x1b[2J":10: "\x1b" does not fit here; want the end of the expression`,
		"2d99999999999999 >=1": "2d99999999999999 >=1:3: the number of sides is 99999999999999; want 2 to 100",
	} {
		_, err := Parse(text)
		if err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
	_, err := Parse(strings.Repeat("9", 5000))
	if err == nil || len(err.Error()) > 2*LengthMax {
		t.Errorf("a long expression: %v", err)
	}
}

func TestOddsOfAKnownCheck(t *testing.T) {
	for text, want := range map[string]string{
		"2d10+5 >= 14":      `{"num":18,"den":25,"p":0.72}`,
		"2d10+5 >= 14 crit": `{"num":3,"den":50,"p":0.06}`,
		"2d10+5 > 13":       `{"num":18,"den":25,"p":0.72}`,
		"2d10+5 < 14":       `{"num":7,"den":25,"p":0.28}`,
		"2d10+5 <= 7":       `{"num":1,"den":100,"p":0.01}`,
		"2d10+5 = 16":       `{"num":1,"den":10,"p":0.1}`,
		"2d2-1":             `{"outcomes":[{"total":1,"num":1,"den":4,"p":0.25},{"total":2,"num":1,"den":2,"p":0.5},{"total":3,"num":1,"den":4,"p":0.25}],"mean":2}`,
		"2d10 >= 2":         `{"num":1,"den":1,"p":1}`,
		"2d10 >= 21":        `{"num":0,"den":1,"p":0}`,
		"2d10 vs 2d10":      `{"win":{"num":933,"den":2000,"p":0.4665},"tie":{"num":67,"den":1000,"p":0.067},"lose":{"num":933,"den":2000,"p":0.4665}}`,
		"d6 vs d4+10":       `{"win":{"num":0,"den":1,"p":0},"tie":{"num":0,"den":1,"p":0},"lose":{"num":1,"den":1,"p":1}}`,
	} {
		e, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(e.Odds())
		if err != nil || string(got) != want {
			t.Errorf("%s: %s, %v, want %s", text, got, err, want)
		}
	}
}

// What is asked can be written down and asked again.
func TestAnExpressionReadsBack(t *testing.T) {
	for _, text := range []string{"2d10+5 >= 14", "2d10 > 14 crit", "2d10 <= 3", "1d20 < 3", "3d6 = 10", "2d10-1", "2d10 vs 2d10+1"} {
		e, err := Parse(text)
		if err != nil || e.String() != text {
			t.Errorf("%q reads back as %q, %v", text, e, err)
		}
	}
}

// The bars of a table add up to its throws, and their good ways to its chance.
func TestBarsAddUp(t *testing.T) {
	for _, text := range []string{"2d10+5 >= 14", "2d10-3 >= 4 crit", "2d6+1 >= 8 crit", "2d10+3 vs 2d10+5", "3d6 vs d20-1", "18d10 >= 99", "9d10 vs 9d10", "4d6 >= -9", "4d6 = 9", "2d6 < 8 crit"} {
		e, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		o := e.Odds()
		ways, good := 0, 0
		for _, b := range o.Bars {
			ways += b.Ways
			good += b.Good
		}
		want := o.P
		if o.Contest {
			want = o.Win
		}
		if ways != o.Throws || Of(good, o.Throws) != want {
			t.Errorf("%s: bars add up to %d of %d, want %v of %d", text, good, ways, want, o.Throws)
		}
	}
}

// The contest of the odds language is the contest of the rules.
func TestContestExpressionsEqualTheClosedForm(t *testing.T) {
	for edge := -20; edge <= 20; edge++ {
		win, tie, lose := TwoD10Contest(edge)
		o := Expr{Roll: Roll{2, 10, edge}, Against: Roll{2, 10, 0}}.Odds()
		if o.Win != Of(win, 10000) || o.Tie != Of(tie, 10000) || o.Lose != Of(lose, 10000) {
			t.Errorf("edge %d: %v %v %v, want %d %d %d", edge, o.Win, o.Tie, o.Lose, win, tie, lose)
		}
	}
}

// No input panics; what is read prints as something that reads the same, and its odds are counted.
func FuzzExpr(f *testing.F) {
	for _, text := range []string{"2d10+5 >= 14", "2d10+5 >= 14 crit", "2d10+3 vs 2d10+5", "d6", "2d10 >=", "1d2-99>=-99", "20d8 vs d2", "≥", "\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Parse(text)
		if err != nil {
			if mistake, ok := err.(*Error); !ok || mistake.Col < 1 || mistake.What == "" || mistake.Want == "" {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		if again, err := Parse(e.String()); err != nil || again != e {
			t.Fatalf("%q prints as %q, which reads as %v, %v", text, e, again, err)
		}
		e.Odds()
	})
}
