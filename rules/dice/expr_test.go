package dice_test

import (
	"math/big"
	"strings"
	"testing"

	"kokyu/rules/dice"
)

func test(t testing.TB, text string) dice.Expr {
	t.Helper()
	asked, err := dice.ParseTest(text)
	if err != nil {
		t.Fatal(err)
	}
	return asked
}

// enumerated returns the chances of all results of a test, found by throwing every throw that there is and reading it; what takes
// more than most faces is left open.
func enumerated(t *testing.T, asked dice.Expr, most int) (chances map[string]*big.Rat, open *big.Rat) {
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
		"2d10+5 >= 14 crit", "2d6-3 <= 4 crit", "2d10 > 21 crit", "2d6 vs 1d8 >= 2", "1d20 vs 2d10+1 < -1", "3d4 vs 2d6 = 0", "3k2 flat vs 1d12 > 3",
		"2d20kh1+5 >= 15", "d20 dis >= 11", "4d6kh3 = 12", "4d6kl2 > 5", "3d4kh2 vs 2d4kl1+3", "d8 adv+1d4 >= 8", "3d6kh3 >= 11", "3d6kl3 <= 10",
		"10-2d4 >= 5", "2d6-1d4 < 3", "-d6 >= -3", "2d6-2d4kh1 = 4", "3k2 flat+1d6 >= 15", "1d4-1d6+2k1 flat vs 1d6",
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
	for _, text := range []string{"2k1 >= 15", "2k2+3 < 14", "3k2 emphasis = 17", "prismatic+2 >= 5", "prismatic vs prismatic+1",
		"prismatic-1 vs 1d6", "2k1 vs 1d10+1d8", "1d6 vs 1k1", "1k1 vs 1k1+1", "1k1 vs prismatic",
		"1k1+1d6 >= 15", "1k1-1d4 vs 1d6+2", "prismatic-1d6 > 2", "1d4+1k1 emphasis <= 9", "prismatic vs prismatic+1 >= -1", "1k1 vs 1d10 < 3"} {
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
		{"7k1 vs 2d10", []int{1, 2, 3, 4, 5, 6, 7, 8, 0}, "die 2 of 2d10 shows 0, want 1 to 10"},
		{"1k1+2d6 >= 3", []int{10, 2, 4}, "1k1+2d6 has 3 dice, and 3 faces were told"},
		{"2d20kh1 >= 3", []int{7}, "2d20kh1 has 2 dice, and 1 face was told"},
	} {
		_, err := test(t, c.text).Read(c.faces)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s with %v: %v, want %s", c.text, c.faces, err, c.want)
		}
	}
	shown, err := test(t, "2k1+2 vs prismatic+1").Read([]int{10, 4, 7, 9})
	if want := (dice.ThrowResult{Total: 16, Need: 10, Result: dice.Win}); err != nil || shown != want {
		t.Errorf("%+v, %v, want %+v", shown, err, want)
	}
}

// A 0 is the ten of a pool's die, and no ten of a prismatic result that is thrown against it.
func TestANoughtIsReadWithItsOwnDie(t *testing.T) {
	shown, err := test(t, "2k1 vs prismatic").Read([]int{0, 3, 8, 0})
	if want := (dice.ThrowResult{Total: 13, Need: 0, Result: dice.Win}); err != nil || shown != want {
		t.Errorf("%+v, %v, want %+v", shown, err, want)
	}
}

func TestDiceAreShownAsTheyLie(t *testing.T) {
	for text, c := range map[string]struct {
		faces []int
		want  string
	}{
		"2d10+3":       {[]int{7, 4}, ""},
		"prismatic+3":  {[]int{7}, ""},
		"3k2+3":        {[]int{10, 4, 7, 2}, "10+4 7 [2] = 21 + 3"},
		"2d20kh1+5":    {[]int{4, 17}, "17 [4] + 5 = 22"},
		"2d20kl1-1":    {[]int{4, 17}, "4 [17] - 1 = 3"},
		"2d6-1d4":      {[]int{4, 3, 2}, "4 3 - 2 = 5"},
		"10-1d4":       {[]int{2}, "10 - 2 = 8"},
		"2k1+4d6kh3+1": {[]int{10, 3, 8, 1, 2, 3, 4}, "10+3 [8] + 4 3 2 [1] + 1 = 23"},
		"12k4+1d6":     {[]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 6}, "9 8 7 6 5 [4 3 2 1 1] + 6 = 41"},
		"3k2":          {[]int{10, 4, 7}, ""},
	} {
		h, err := dice.ParseHand(text)
		if got := h.DiceText(c.faces); err != nil || got != c.want {
			t.Errorf("%s shows %v: %q, %v, want %q", text, c.faces, got, err, c.want)
		}
	}
}
