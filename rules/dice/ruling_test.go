package dice_test

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kokyu/rules/dice"
)

func test(t testing.TB, text string) dice.Test {
	t.Helper()
	asked, err := dice.ParseTest(text)
	if err != nil {
		t.Fatal(err)
	}
	return asked
}

// enumerated are the chances of all results of a test, found by throwing every throw that there is and reading it; what takes
// more than most faces is left open.
func enumerated(t *testing.T, asked dice.Test, most int) (chances map[string]*big.Rat, open *big.Rat) {
	t.Helper()
	chances, open = map[string]*big.Rat{}, new(big.Rat)
	type gone struct{}
	var path, sides []int // the faces of the throw under way, from 0, and the sides of its dice
	for {
		n, weight := 0, big.NewRat(1, 1)
		faces := func() (faces []int) {
			defer func() {
				if r := recover(); r != nil {
					if _, is := r.(gone); !is {
						panic(r)
					}
				}
			}()
			return asked.Throw(func(s int) int {
				switch {
				case n == len(path) && n == most:
					panic(gone{})
				case n == len(path):
					path, sides = append(path, 0), append(sides, s)
				}
				n++
				weight.Mul(weight, big.NewRat(1, int64(s)))
				return 1 + path[n-1]
			})
		}()
		if faces == nil {
			open.Add(open, weight)
		} else {
			shown, err := asked.Read(faces)
			if err != nil {
				t.Fatalf("%v shows %v: %v", asked, faces, err)
			}
			if chances[string(shown.Result)] == nil {
				chances[string(shown.Result)] = new(big.Rat)
			}
			chances[string(shown.Result)].Add(chances[string(shown.Result)], weight)
		}
		for len(path) > 0 && path[len(path)-1] == sides[len(sides)-1]-1 {
			path, sides = path[:len(path)-1], sides[:len(sides)-1]
		}
		if len(path) == 0 {
			return chances, open
		}
		path[len(path)-1]++
	}
}

func TestChancesOfATestAreThoseOfAllItsThrows(t *testing.T) {
	for _, text := range []string{
		"2d10+3 >= 14", "2d10+3 > 14", "3d6 <= 9", "3d6-2 < 9", "2d6+1d8-1 = 8", "d100 <= 42", "2d10 >= 99", "2d10 >= -5", "1d2+1d3+1d4+1d5+2 >= 10",
		"1d20 vs 2d10", "2d6 vs 1d4+1d6+2", "d6 vs d6+9", "3k2 flat >= 12", "3k2+1 flat vs 1d12", "2k1 emphasis flat >= 7", "2k2 flat emphasis vs 1d20",
	} {
		asked := test(t, text)
		got, open := enumerated(t, asked, 99)
		if open.Sign() != 0 {
			t.Fatalf("%s: some throws never end", text)
		}
		sum := new(big.Rat)
		for _, c := range asked.Chances() {
			want := got[c.Says]
			if want == nil {
				want = new(big.Rat)
			}
			if c.Rat.Cmp(want) != 0 || c.Error != nil {
				t.Errorf("%s: the chance of %s is %v, want %v", text, c.Says, c.Rat, want)
			}
			sum.Add(sum, c.Rat)
		}
		if sum.Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%s: the chances add up to %v", text, sum)
		}
	}
}

// Where dice are thrown on without end, the chances lie where the throws of few faces and what these leave open put them.
func TestChancesOfATestThatIsThrownOn(t *testing.T) {
	for _, text := range []string{"2k1 >= 15", "2k2+3 < 14", "3k2 emphasis = 17", "prismatic+2 >= 5", "prismatic vs prismatic+1", "prismatic-1 vs 1d6", "2k1 vs 1d10+1d8", "1d6 vs 1k1", "1k1 vs 1k1+1", "1k1 vs prismatic"} {
		asked := test(t, text)
		got, open := enumerated(t, asked, 6)
		sum := new(big.Rat)
		for _, c := range asked.Chances() {
			low := got[c.Says]
			if low == nil {
				low = new(big.Rat)
			}
			high := new(big.Rat).Add(low, open)
			if c.Rat.Cmp(low) < 0 || c.Rat.Cmp(high) > 0 {
				t.Errorf("%s: the chance of %s is %s, want %s to %s", text, c.Says, c.Rat.FloatString(6), low.FloatString(6), high.FloatString(6))
			}
			sum.Add(sum, c.Rat)
			if c.Error != nil && c.Says == string(dice.Win) {
				sum.Add(sum, c.Error)
			}
		}
		if sum.Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%s: the chances add up to %s", text, sum.FloatString(9))
		}
		if open.Sign() == 0 || open.Cmp(big.NewRat(3, 4)) > 0 {
			t.Errorf("%s: %s of the throws are open", text, open.FloatString(3))
		}
	}
}

func TestTestsAreReadInAllTheirForms(t *testing.T) {
	for text, want := range map[string]string{
		"2d10+3>=14": "2d10+3 >= 14", "D20 ≥ 11": "1d20 >= 11", "2d6 + 1d8 + 1 - 2 == 9": "2d6+1d8-1 = 9", "7K3+6 >= 25": "7k3+6 >= 25", "3k2 flat < 9": "3k2 flat < 9",
		"6k3-1 emphasis flat > 20": "6k3-1 emphasis flat > 20", "tempo +3 >= 5": "prismatic+3 >= 5", "prismatic vs tempo-2": "prismatic vs prismatic-2", "2d10+3 vs 7k3": "2d10+3 vs 7k3", "d6 >= -3": "1d6 >= -3",
	} {
		asked := test(t, text)
		if got := asked.String(); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
		if again := test(t, want); again.String() != want {
			t.Errorf("%q is read again as %q", want, again)
		}
	}
}

func TestWhatIsNoTestIsSaid(t *testing.T) {
	for text, want := range map[string]string{
		"":                   "1: the expression is empty; want dice, as in 2d10+3, 2d6+1d8, 7k3+6 or prismatic+2",
		"2d10":               `5: the expression ends after 10; want >= (or > <= < =) and a number, or vs and dice, as in 2d10+3 >= 14 or 2d10+3 vs 2d10+5`,
		"2d10 vs 14":         "11: the expression ends after 14; want dice, as in 2d10+5",
		"21d10 >= 3":         "1: the number of dice is 21; want 1 to 20",
		"15d6+15d8 >= 3":     "1: the hand has 30 dice; want at most 20",
		"1d2+1d3+1d4+1d5+d6": "1: the hand has more than 4 kinds of dice; want fewer, as in 2d6+1d8",
		"2d101 >= 3":         "3: the number of sides is 101; want 2 to 100",
		"2d1 >= 3":           "3: the number of sides is 1; want 2 to 100",
		"2d6+100 >= 3":       "4: the modifier is 100; want -99 to 99",
		"2d6 >= 1000":        "8: the number to reach is 1000; want -99 to 999",
		"2d6 >= x":           `8: "x" does not fit here; want a number, as in 2d10+5 >= 14`,
		"2d6 >= 4 crit":      `10: "crit" does not fit here; want the end of the dice`,
		"31k3 >= 4":          "1: the number of dice rolled is 31; want 0 to 30",
		"3k0 >= 4":           "1: 3k0 has no die to roll or none to keep; want at least one of each, as in 7k3+6",
		"3k2 flat flat >= 4": `10: "flat" does not fit here; want >= (or > <= < =) and a number, or vs and dice, as in 2d10+3 >= 14 or 2d10+3 vs 2d10+5`,
		"push it":            `1: "push" does not fit here; want dice, as in 2d10+3, 2d6+1d8, 7k3+6 or prismatic+2`,
		"2d6" + strings.Repeat(" ", 120) + ">= 3": "101: the dice have 127 characters; want at most 100",
	} {
		_, err := dice.ParseTest(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

func TestFacesThatDiceCannotShowAreSaid(t *testing.T) {
	for _, c := range []struct {
		text  string
		faces []int
		want  string
	}{
		{"2d10+3 >= 14", []int{7}, "2d10+3 has 2 dice, and 1 face was told"},
		{"2d10+3 >= 14", []int{7, 0}, "die 2 of 2d10+3 shows 0, want 1 to 10: the 0 of a d10 is its 10"},
		{"2d10+3 >= 14", []int{7, 11}, "die 2 of 2d10+3 shows 11, want 1 to 10"},
		{"2d10+3 >= 14", []int{7, 9, 3, 4}, "2 faces are too many after [7 9]"},
		{"1d6 vs 1d6", []int{3}, "1d6 has 1 die, and 0 faces were told"},
		{"2k1 >= 14", []int{10, 3}, "2k1 has 2 dice and 1 are there"},
		{"prismatic >= 3", []int{-1}, "the result is -1, want 0 to 200"},
	} {
		_, err := test(t, c.text).Read(c.faces)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s with %v: %v, want %s", c.text, c.faces, err, c.want)
		}
	}
	shown, err := test(t, "2k1+2 vs prismatic+1").Read([]int{10, 4, 7, 9})
	if want := (dice.Shown{Total: 16, Need: 10, Result: dice.Win}); err != nil || shown != want {
		t.Errorf("%+v, %v, want %+v", shown, err, want)
	}
}

// A 0 is the ten of a pool's die, and no ten of a prismatic result that is thrown against it.
func TestANoughtIsReadWithItsOwnDie(t *testing.T) {
	shown, err := test(t, "2k1 vs prismatic").Read([]int{0, 3, 8, 0})
	if want := (dice.Shown{Total: 13, Need: 0, Result: dice.Win}); err != nil || shown != want {
		t.Errorf("%+v, %v, want %+v", shown, err, want)
	}
}

func FuzzTest(f *testing.F) {
	for _, text := range []string{"2d10+3 >= 14", "2d6+1d8 vs 7k3 emphasis", "tempo+2 < 5", "20d100-99 = 999", "10k10 flat vs prismatic", "d6+1d6+d6", "3k", "≥"} {
		f.Add(text, uint64(len(text)))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		asked, err := dice.ParseTest(text)
		if err != nil {
			return
		}
		again, err := dice.ParseTest(asked.String())
		if err != nil || again.String() != asked.String() {
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
	})
}
