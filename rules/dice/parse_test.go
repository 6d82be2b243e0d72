package dice_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kokyu/rules/dice"
)

func TestQuestionsAreReadAsTyped(t *testing.T) {
	for text, want := range map[string]string{
		" 2D10 + 5 ≥ 14 ": "2d10+5 >= 14", "2d10+5>=14": "2d10+5 >= 14", "2d10+5 >= 14 CRIT": "2d10+5 >= 14 crit",
		"2d10 > 13": "2d10 > 13", "2d10 ≤ 7 crit": "2d10 <= 7 crit", "d20 == 3": "1d20 = 3",
		"2d10+5-2 >= -3": "2d10+3 >= -3", "2d10 − 1 >= +4": "2d10-1 >= 4", "2d10+5": "2d10+5", "d20-1 VS 3d6": "1d20-1 vs 3d6",
		"20d100 >= 999": "20d100 >= 999", "2d10 vs 2d10+5 >= 2": "2d10 vs 2d10+5 >= 2",
		"2d6+1d8": "2d6+1d8", "5+2d6-1+d4": "2d6+1d4+4", "2d6-1d4": "2d6-1d4", "-d6+10": "10-1d6", "1-d6-2": "-1d6-1",
		"2d20kh1+5 >= 15": "2d20kh1+5 >= 15", "2d20 KH + 5": "2d20kh1+5", "4d6k3": "4d6kh3", "4d6kl2": "4d6kl2",
		"d20 adv": "2d20kh1", "d20adv+5>=15": "2d20kh1+5 >= 15", "d20+5 dis >= 15": "2d20kl1+5 >= 15", "1d20 advantage": "2d20kh1",
		"d20 Disadvantage": "2d20kl1", "d20+2d6+3 adv": "2d20kh1+2d6+3", "d20+d4 adv": "1d20+2d4kh1",
		"7K3 + 6 > 24": "7k3+6 > 24", "6k3-1 emphasis flat": "6k3-1 emphasis flat", "6k3 flat emphasis-1": "6k3-1 emphasis flat",
		"7k3+2d6 >= 30": "7k3+2d6 >= 30", "2d6+6k3+2 flat": "2d6+6k3 flat+2", "5k3 FLAT vs 4k3 Emphasis": "5k3 flat vs 4k3 emphasis",
		"tempo +3 >= 5": "prismatic+3 >= 5", "TEMPO 3 VS -2>=10": "prismatic+3 vs prismatic-2 >= 10", "prismatic vs tempo-2": "prismatic vs prismatic-2",
		"prismatic+2d6": "prismatic+2d6", "2d10 vs prismatic 2": "2d10 vs prismatic+2",
	} {
		e, err := dice.Parse(text)
		if err != nil || e.String() != want {
			t.Errorf("%q is read as %q, %v, want %q", text, e, err, want)
			continue
		}
		if again, err := dice.Parse(want); err != nil || again.String() != want {
			t.Errorf("%q is read again as %q, %v", want, again, err)
		}
	}
}

const (
	wantDice    = "dice, as in 2d10+5, 2d6+1d8, 2d20kh1, d20 adv, 7k3+6 or prismatic+2"
	wantCompare = ">= (or > <= < =) and a number, or vs and dice, as in 2d10+5 >= 14 or 2d10+3 vs 2d10+5"
	wantEnd     = "the end of the expression"
)

// A mistake is a sentence: where it is, what it is, what would be right.
func TestMistakesAreSentences(t *testing.T) {
	for text, want := range map[string]string{
		"2d10 >=":              "2d10 >=:8: the expression ends after >=; want a number, as in 2d10+5 >= 14",
		"":                     "the expression is empty; want " + wantDice,
		"  ":                   "the expression is empty; want " + wantDice,
		"2d10 crit":            `2d10 crit:6: "crit" does not fit here; want ` + wantCompare,
		"2d10+5 != 14":         `2d10+5 != 14:8: "!=" does not fit here; want ` + wantCompare,
		"2d10+5 => 14":         `2d10+5 => 14:8: "=>" does not fit here; want ` + wantCompare,
		"katana >= 3":          `katana >= 3:1: "katana" does not fit here; want ` + wantDice,
		"adv d20":              `adv d20:1: "adv" does not fit here; want ` + wantDice,
		"2d >= 3":              `2d >= 3:4: ">=" does not fit here; want the sides of the dice, as in 2d10`,
		"2d10+ >= 3":           `2d10+ >= 3:7: ">=" does not fit here; want a number or dice, as in 2d10+5 or 2d6+1d8`,
		"2d10 +":               "2d10 +:7: the expression ends after +; want a number or dice, as in 2d10+5 or 2d6+1d8",
		"2d10+x":               `2d10+x:6: "x" does not fit here; want a number or dice, as in 2d10+5 or 2d6+1d8`,
		"0d10 >= 3":            "0d10 >= 3:1: the number of dice is 0; want 1 to 20",
		"21d2 >= 3":            "21d2 >= 3:1: the number of dice is 21; want 1 to 20",
		"2d1 >= 3":             "2d1 >= 3:3: the number of sides is 1; want 2 to 100",
		"2d101 >= 3":           "2d101 >= 3:3: the number of sides is 101; want 2 to 100",
		"2d10+100 >= 3":        "2d10+100 >= 3:5: the modifier is 100; want -99 to 99",
		"2d10-100 >= 3":        "2d10-100 >= 3:5: the modifier is -100; want -99 to 99",
		"2d10+99+1 >= 3":       "2d10+99+1 >= 3:8: the modifiers add up to 100; want -99 to 99",
		"2d10 >= 1000":         "2d10 >= 1000:9: the number to reach is 1000; want -99 to 999",
		"2d10 >= -100":         "2d10 >= -100:9: the number to reach is -100; want -99 to 999",
		"2d10 >= 14 krit":      `2d10 >= 14 krit:12: "krit" does not fit here; want ` + wantEnd + "; did you mean crit?",
		"2d10 >= 14 + 2":       `2d10 >= 14 + 2:12: "+" does not fit here; want ` + wantEnd,
		"2d10 >= 14.5":         `2d10 >= 14.5:11: "." does not fit here; want ` + wantEnd,
		"3d6 >= 14 crit":       "3d6 >= 14 crit:11: crit means two equal dice, and 3d6 has 3; want two dice, as in 2d10+5 >= 14 crit",
		"2k2 >= 14 crit":       "2k2 >= 14 crit:11: crit means two equal dice that are added up, and 2k2 are none; want two dice, as in 2d10+5 >= 14 crit",
		"d20 adv >= 14 crit":   "d20 adv >= 14 crit:15: crit means two equal dice that are added up, and 2d20kh1 are none; want two dice, as in 2d10+5 >= 14 crit",
		"2d10 vs 2d10 crit":    `2d10 vs 2d10 crit:14: "crit" does not fit here; want ` + wantEnd,
		"2d10 vs":              "2d10 vs:8: the expression ends after vs; want " + wantDice,
		"2d10 vs 14":           "2d10 vs 14:9: 14 throws no dice; want dice, as in 2d10+3 vs 2d10+5, or >= before a number to reach, as in 2d10+5 >= 14",
		"14 <= 2d10":           "14 <= 2d10:1: 14 throws no dice; want the dice first, as in 2d10+5 >= 14",
		"2d10 >= 3\x1b[2J":     `"2d10 >= 3\x1b[2J":10: "\x1b" does not fit here; want ` + wantEnd,
		"2d99999999999999 >=1": "2d99999999999999 >=1:3: the number of sides is 99999999999999; want 2 to 100",
		"2d10 2d6":             `2d10 2d6:6: "2" does not fit here; want ` + wantCompare,
		"15d6+15d8 >= 3":       "15d6+15d8 >= 3:1: the hand has 30 dice; want at most 20",
		"d2+d3+d4+d5+d6":       "d2+d3+d4+d5+d6:1: the hand has more than 4 kinds of dice; want fewer, as in 2d6+1d8",

		"2d20kh3":           "2d20kh3:7: the number of dice kept is 3; want 1 to 2",
		"2d20kl0":           "2d20kl0:7: the number of dice kept is 0; want 1 to 2",
		"2d20kh1x":          `2d20kh1x:8: "x" does not fit here; want ` + wantCompare,
		"4d6kh3kl1":         `4d6kh3kl1:7: "kl" does not fit here; want ` + wantCompare,
		"2d20 adv":          "2d20 adv:6: adv throws a single die twice, and 2d20 has no single die; want it behind the die, as in d20 adv+5",
		"d20 advantge":      `d20 advantge:5: "advantge" does not fit here; want ` + wantCompare + "; did you mean advantage?",
		"2w6":               `2w6:2: "w" does not fit here; want ` + wantDice,
		"d20 adv dis":       "d20 adv dis:9: dis throws a single die twice, and 2d20kh1 has no single die; want it behind the die, as in d20 dis+5",
		"d20+d4+3 dis >= 9": "d20+d4+3 dis >= 9:10: dis throws a single die twice, and 1d20+1d4+3 has 2 of them; want it behind the die, as in d20 dis+5",

		"7k":                    "7k:3: the expression ends after k; want the number of dice kept, as in 7k3",
		"99999k2":               "99999k2:1: the number of dice rolled is 99999; want 0 to 30",
		"7k31":                  "7k31:3: the number of dice kept is 31; want 0 to 30",
		"0k0":                   "0k0:1: 0k0 throws nothing; want at least one die rolled and one kept, as in 7k3+6",
		"7k3x":                  `7k3x:4: "x" does not fit here; want ` + wantCompare,
		"7kh3":                  `7kh3:2: "kh" does not fit here; want ` + wantDice,
		"5k3 vs 4d3z":           `5k3 vs 4d3z:11: "z" does not fit here; want ` + wantEnd,
		"3k2 flat flat >= 4":    "3k2 flat flat >= 4:10: flat is here twice; want it once",
		"5 flat":                "5 flat:3: flat is said of dice rolled and kept, and +5 has none; want it behind such dice, as in 3k2 flat",
		"2d10 flat":             "2d10 flat:6: flat is said of dice rolled and kept, and 2d10 has none; want it behind such dice, as in 3k2 flat",
		"7k3+2k1":               "7k3+2k1:4: 2k1 is a second pool of the hand; want one, and plain dice beside it, as in 7k3+2d6, or vs before the other, as in 7k3 vs 5k3",
		"2d6-7k3":               "2d6-7k3:4: 7k3 is taken away; want dice with an end behind a minus, as in 7k3-1d6",
		"7k3+2d100":             "7k3+2d100:1: the dice beside 7k3 have 200 sides together; want at most 100, as in 7k3+2d6",
		"5k3 reduction=3":       `5k3 reduction=3:5: "reduction" does not fit here; want ` + wantCompare,
		"tempo +3 vs":           "tempo +3 vs:12: the expression ends after vs; want a modifier or dice, as in tempo +3 vs +2",
		"tempo x":               `tempo x:7: "x" does not fit here; want ` + wantCompare,
		"tempo +100 vs +2":      "tempo +100 vs +2:7: the modifier is 100; want -99 to 99",
		"tempo +3 vs +2 >= 1 2": `tempo +3 vs +2 >= 1 2:21: "2" does not fit here; want ` + wantEnd,
	} {
		_, err := dice.Parse(text)
		if e, ok := errors.AsType[*dice.Error](err); !ok || e.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
	_, err := dice.Parse(strings.Repeat("9", 5000))
	if err == nil || len(err.Error()) > 2*dice.LengthMax {
		t.Errorf("a long expression: %v", err)
	}
}

// What is thrown has to decide something: a roll alone does not.
func TestARollAloneIsNoTest(t *testing.T) {
	_, err := dice.ParseTest("2d10")
	if want := "2d10:5: the expression ends after 10; want " + wantCompare; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestPoolsAndHandsAreReadAlone(t *testing.T) {
	for text, want := range map[string]dice.Pool{"7k3+6": {Roll: 7, Keep: 3, Add: 6}, " 3K2 - 5+2 ": {Roll: 3, Keep: 2, Add: -3}, "0k4": {Keep: 4}} {
		if pool, err := dice.ParsePool(text); err != nil || pool != want {
			t.Errorf("%q is %+v, %v, want %+v", text, pool, err, want)
		}
	}
	for text, want := range map[string]string{
		"k3":      `k3:1: "k" does not fit here; want dice rolled and kept, as in 7k3+6`,
		"7d3":     `7d3:2: "d" does not fit here; want dice rolled and kept, as in 7k3+6`,
		"7k3+":    "7k3+:5: the expression ends after +; want a number or dice, as in 2d10+5 or 2d6+1d8",
		"7k3+100": "7k3+100:4: the modifier is 100; want -99 to 99",
		"7k3+1d6": `7k3+1d6:6: "d" does not fit here; want the end of the pool`,
		"7k3 vs":  `7k3 vs:5: "vs" does not fit here; want the end of the pool`,
	} {
		if _, err := dice.ParsePool(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if h, err := dice.ParseHand("6k3+2 emphasis"); err != nil || h.String() != "6k3+2 emphasis" {
		t.Errorf("%v, %v", h, err)
	}
	if _, err := dice.ParseHand("2d6 >= 3"); err == nil || err.Error() != `2d6 >= 3:5: ">=" does not fit here; want the end of the dice` {
		t.Error(err)
	}
}

// words are the questions of two systems that there are not.
var words = []dice.Phrase{
	{Name: "leap", Sample: "leap far=3 vs 12", Values: []dice.Value{{Key: "far", Least: 1, Most: 9, Missing: "how far is missing"},
		{Key: "wet", Flag: true}, {Key: "vs", Least: 2, Most: 40}},
		Answer: func(_ dice.Expr, v map[string]int) dice.Answer {
			return dice.TwoD10Check(-v["far"]-v["wet"], v["vs"]).Answer()
		}},
	{Name: "burn", Sample: "burn 3d6 coat=2", Dice: true, Values: []dice.Value{{Key: "coat", Most: 9}},
		Answer: func(e dice.Expr, v map[string]int) dice.Answer {
			e.Of, e.Less = "Burns", []int{v["coat"]}
			return e.Answer()
		}},
	{Name: "rest", Sample: "rest -2", Values: []dice.Value{{Least: -9, Most: 9, Missing: "the number is missing"}},
		Answer: func(_ dice.Expr, v map[string]int) dice.Answer { return dice.TwoD10Check(v[""], 11).Answer() }},
}

func TestSystemsAddTheirWords(t *testing.T) {
	for text, want := range map[string]string{
		" LEAP vs 12 far=+3": "2d10-3 >= 12", "leap far = 3 wet vs=12": "2d10-4 >= 12", "rest -2": "2d10-2 >= 11", "rest 2": "2d10+2 >= 11",
		"burn 3d6 coat=2 >= 4": "3d6 >= 4", "burn coat=2": `burn coat=2:6: "coat" does not fit here; want ` + wantDice,
		"burn 3k2 coat=2 flat>3": "3k2 flat >= 4", "2d10 >= 3": "2d10 >= 3",
		"leap":               "leap:5: how far is missing; want far= and a number, as in leap far=3 vs 12",
		"leap far":           `leap far:6: "far" gives no number; want far= and a number, as in leap far=3 vs 12`,
		"leap far=x":         `leap far=x:10: "x" does not fit here; want far= and a number, as in leap far=3 vs 12`,
		"leap far=10":        "leap far=10:6: far is 10; want 1 to 9",
		"leap far=1 far=1":   "leap far=1 far=1:12: far is here twice; want it once",
		"leap far=1 high=1":  `leap far=1 high=1:12: "high" does not fit here; want far=, wet and vs, as in leap far=3 vs 12`,
		"leap far=1 vs":      "leap far=1 vs:14: the expression ends after vs; want vs and a number, as in leap far=3 vs 12",
		"rest":               "rest:5: the number is missing; want a number, as in rest -2",
		"rest 2 2":           `rest 2 2:8: "2" does not fit here; want ` + wantEnd,
		"rest -2 >= 3":       `rest -2 >= 3:9: ">=" does not fit here; want ` + wantEnd,
		"burn 3d6 >= 4 crit": `burn 3d6 >= 4 crit:15: "crit" does not fit here; want ` + wantEnd,
		"burn 3d6 vs 3d6":    `burn 3d6 vs 3d6:10: "vs" does not fit here; want emphasis, flat, coat= and >= (or > <= < =) and a number, as in burn 3d6 coat=2`,
		"brun 3d6":           `brun 3d6:1: "brun" begins no question; want dice, as in 2d10+5 >= 14, or burn 3d6 coat=2; did you mean burn?`,
		"tenpo +3 >= 5":      `tenpo +3 >= 5:1: "tenpo" begins no question; want dice, as in 2d10+5 >= 14, or tempo +3 >= 5; did you mean tempo?`,
	} {
		a, err := dice.Ask(text, words)
		got := a.Question
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
	a, err := dice.Ask("burn 1d6 coat=2", words)
	programs, _ := json.Marshal(a)
	if want := `{"outcomes":[{"burns":0,"num":1,"den":3,"p":0.3333333333333333},{"burns":1,"num":1,"den":6,"p":0.16666666666666666},{"burns":2,"num":1,"den":6,"p":0.16666666666666666},` +
		`{"burns":3,"num":1,"den":6,"p":0.16666666666666666},{"burns":4,"num":1,"den":6,"p":0.16666666666666666}],"mean":1.6666666666666667}`; err != nil ||
		string(programs) != want || a.Note != "1.67 Burns on average" {
		t.Errorf("%s, %q, %v, want %s", programs, a.Note, err, want)
	}
}

func ask(t testing.TB, text string) dice.Answer {
	t.Helper()
	a, err := dice.Ask(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAnswersForPrograms(t *testing.T) {
	for text, want := range map[string]string{
		"2d10+5 >= 14":         `{"num":18,"den":25,"p":0.72}`,
		"2d10+5 >= 14 crit":    `{"num":3,"den":50,"p":0.06}`,
		"2d10+5 < 14":          `{"num":7,"den":25,"p":0.28}`,
		"2d10+5 = 16":          `{"num":1,"den":10,"p":0.1}`,
		"2d2-1":                `{"outcomes":[{"total":1,"num":1,"den":4,"p":0.25},{"total":2,"num":1,"den":2,"p":0.5},{"total":3,"num":1,"den":4,"p":0.25}],"mean":2}`,
		"2d10 >= 21":           `{"num":0,"den":1,"p":0}`,
		"2d10 vs 2d10":         `{"win":{"num":933,"den":2000,"p":0.4665},"tie":{"num":67,"den":1000,"p":0.067},"lose":{"num":933,"den":2000,"p":0.4665}}`,
		"2d10 vs 2d10 >= 0":    `{"num":1067,"den":2000,"p":0.5335}`,
		"2d20kh1+5 >= 15":      `{"num":319,"den":400,"p":0.7975}`,
		"d20 dis+5 >= 15":      `{"num":121,"den":400,"p":0.3025}`,
		"2d6+1d8 >= 15":        `{"num":7,"den":36,"p":0.19444444444444445}`,
		"4d6kh3 = 18":          `{"num":7,"den":432,"p":0.016203703703703703}`,
		"1k1 >= 11":            `{"num":1,"den":10,"p":0.1}`,
		"1k1+1d10 >= 11":       `{"num":11,"den":20,"p":0.55}`,
		"1k1 flat vs 1k1 flat": `{"win":{"num":9,"den":20,"p":0.45},"tie":{"num":1,"den":10,"p":0.1},"lose":{"num":9,"den":20,"p":0.45}}`,
	} {
		got, err := json.Marshal(ask(t, text))
		if err != nil || string(got) != want {
			t.Errorf("%s: %s, %v, want %s", text, got, err, want)
		}
	}
	for text, parts := range map[string][]string{
		"1k1 vs 1k1": {`{"win":{"p":`, `"exact":false,"error":1.1102230246251565e-16}`},
		"2k1":        {`{"outcomes":[{"total":1,"p":0.01},`, `"exact":false,"error":`},
		"prismatic":  {`{"outcomes":[{"total":0,"p":0.16666666666666666},`, `"exact":false,"error":`},
	} {
		got, err := json.Marshal(ask(t, text))
		for _, part := range parts {
			if err != nil || !strings.Contains(string(got), part) {
				t.Errorf("%s: %s, %v, want %s", text, got, err, part)
			}
		}
	}
}

// The contest of the language is the contest of the rules.
func TestContestsEqualTheClosedForm(t *testing.T) {
	for edge := -20; edge <= 20; edge++ {
		win, tie, lose := dice.TwoD10Contest(edge)
		e := dice.TwoD10Check(edge, 0)
		e.Contest, e.Against, e.Compare = true, dice.TwoD10Check(0, 0).Own, dice.Open
		for i, n := range []int{win, tie, lose} {
			if c := e.Chances()[i]; c.Rat.Cmp(big.NewRat(int64(n), 10000)) != 0 {
				t.Errorf("edge %d: %v, want %d, %d, %d", edge, e.Chances(), win, tie, lose)
			}
		}
	}
}

// The table of outcomes lists every one: its lines add up to 1, what is good of them to the chance; and so do the outcomes for programs.
func TestTheTableOfOutcomesAddsUp(t *testing.T) {
	for _, text := range []string{"2d10+5 >= 14", "2d10-3 >= 4 crit", "2d6+1 >= 8 crit", "2d10+3 vs 2d10+5", "3d6 vs d20-1", "18d10 >= 99",
		"9d10 vs 9d10", "4d6 = 9", "2d6 < 8 crit", "2d6+1d8-1d4", "20d100kl7 < 200", "d20 adv vs d20 dis",
		"2d6 vs 2d6 <= 1", "7k3+6 >= 25", "3k2 flat >= 12", "1k1 >= 90", "1k1 < 90", "1k1 <= 3", "1k1 = 90", "1k1 = 3", "1k1 > 30",
		"5k3 vs 4k3", "2k2+40 flat vs 2k1", "5k3+2d6", "5k3-1d6 < 20", "prismatic", "prismatic+1d6 >= 9", "prismatic vs 1d6", "7k3 vs 2d20kh1 = 4"} {
		a := ask(t, text)
		sum, good := new(big.Rat), new(big.Rat)
		for k, s := range a.Shares.List {
			sum.Add(sum, s.P)
			good.Add(good, s.Good)
			if k > 0 && s.Value != a.Shares.List[k-1].Value+1 {
				t.Errorf("%s: after %d comes %d", text, a.Shares.List[k-1].Value, s.Value)
			}
		}
		want := big.NewRat(1, 1)
		if len(a.Chances) > 0 {
			want = a.Chances[0].Rat
		}
		off := func(a, b *big.Rat) bool {
			d, _ := new(big.Rat).Sub(a, b).Float64()
			return math.Abs(d) > 1e-11
		}
		if off(sum, big.NewRat(1, 1)) || off(good, want) {
			t.Errorf("%s: all lines add up to %s, those that succeed to %s, want 1 and %s", text, sum.FloatString(12), good.FloatString(12), want.FloatString(12))
		}
		if a.Table == nil {
			continue
		}
		sum.SetInt64(0)
		p := a.Table.Error
		for _, o := range a.Table.Outcomes {
			if p += o.P; o.Exact != nil {
				sum.Add(sum, o.Exact)
			}
		}
		if math.Abs(p-1) > 1e-12 || a.Table.Exact == nil && sum.Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%s: the outcomes add up to %v, %v", text, p, sum)
		}
	}
}

// 7k9 is 7k7, more than ten dice are ten, and the answer says so.
// R-RK-61, R-RK-34.
func TestNotes(t *testing.T) {
	for text, want := range map[string]string{
		"7k9 >= 20": "7k9 is read as 7k7: no more dice are kept than rolled", "12k4 >= 20": "12k4 is read as 10k5: ten dice are the most",
		"10k12 vs 2k2": "10k12 is read as 10k10+4: ten dice are the most", "5k3 >= 20": "",
		"3k2 flat": "13.47 on average", "2k3": "12.22 on average; 2k3 is read as 2k2: no more dice are kept than rolled", "2d6+5": "12 on average",
		"1d20": "10.5 on average", "d20 adv": "13.83 on average", "prismatic+1": "6.00 on average",
	} {
		if a := ask(t, text); a.Note != want {
			t.Errorf("%s: %q, want %q", text, a.Note, want)
		}
	}
	if a, b := ask(t, "7k9 >= 30").Chances[0], ask(t, "7k7 >= 30").Chances[0]; a.Rat.Cmp(b.Rat) != 0 {
		t.Errorf("7k9 is %v, 7k7 %v", a, b)
	}
}

// A chance that could not be counted to the end says how far off it may be, and gives no fraction.
func TestAChanceWithAnErrorSaysSo(t *testing.T) {
	c := dice.Chance{Says: "win", Rat: big.NewRat(1, 4), Error: big.NewRat(1, 1000)}
	b, err := json.Marshal(c)
	if want := `{"p":0.25,"exact":false,"error":0.001}`; err != nil || string(b) != want || c.String() != "about 0.25" {
		t.Errorf("%s, %v, %v; want %s, about 0.25", b, err, c, want)
	}
}

// No input panics; what is read prints as something that reads the same, is answered, and dice thrown for it show what has a chance.
func FuzzExpr(f *testing.F) {
	for _, text := range []string{"2d10+5 >= 14", "2d10+5 >= 14 crit", "2d10+3 vs 2d10+5 > 1", "d6", "2d10 >=", "1d2-99>=-99",
		"20d8 vs d2", "≥", "\xff", "2d6+1d8 vs 7k3 emphasis", "tempo+2 < 5", "tempo 2 vs +3", "20d100-99 = 999", "10k10 flat vs prismatic", "d6+1d6+d6", "3k",
		"d20 adv-2 <= 4", "4d6kh3-2d20kl1", "7k3+2d6 flat", "leap far=3 vs 12", "burn 3d6 coat=2 > 3", "rest -2", "-1d6+10"} {
		f.Add(text, uint64(len(text)))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		a, err := dice.Ask(text, words)
		if err != nil {
			if mistake, ok := errors.AsType[*dice.Error](err); !ok || mistake.Col < 1 || mistake.Col > dice.LengthMax+1 || mistake.What == "" || mistake.Want == "" {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		if _, err := json.Marshal(a); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		asked, err := dice.ParseTest(text)
		if err != nil {
			return
		}
		if again, err := dice.ParseTest(asked.String()); err != nil || again.String() != asked.String() {
			t.Fatalf("%q is %q, and that is %q, %v", text, asked, again, err)
		}
		r := rand.New(rand.NewPCG(seed, 1))
		faces := asked.Throw(func(sides int) int { return 1 + r.IntN(sides) })
		shown, err := asked.Read(faces)
		if err != nil || !slices.Contains(dice.Results(), shown.Result) {
			t.Fatalf("%v throws %v: %+v, %v", asked, faces, shown, err)
		}
		if asked.Chance(shown.Result).Rat.Sign() == 0 {
			t.Fatalf("%v throws %v, which has no chance", asked, faces)
		}
		asked.Own.DiceText(faces)
	})
}
