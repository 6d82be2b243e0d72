package dice

import (
	"math/big"
	"testing"
)

// Every distribution of plain dice equals the one found by throwing every throw.
func TestSumsEqualTheCountOfEveryThrow(t *testing.T) {
	for _, c := range []struct{ count, sides int }{{1, 6}, {2, 10}, {3, 6}, {4, 4}, {5, 2}, {1, 1}} {
		want := map[int]int64{}
		var throw func(left, sum int)
		throw = func(left, sum int) {
			if left == 0 {
				want[sum]++
				return
			}
			for face := range c.sides {
				throw(left-1, sum+face+1)
			}
		}
		throw(c.count, 0)

		d := Sum(c.count, c.sides)
		if d.Min() != c.count || d.Max() != c.count*c.sides {
			t.Errorf("%dd%d runs from %d to %d", c.count, c.sides, d.Min(), d.Max())
		}
		for v := d.Min() - 1; v <= d.Max()+1; v++ {
			if got := d.Ways(v).Int64(); got != want[v] {
				t.Errorf("%dd%d: %d ways to %d, want %d", c.count, c.sides, got, v, want[v])
			}
		}
	}
}

// A sum of sums is the sum of all the dice.
func TestPlusAddsIndependentThrows(t *testing.T) {
	got, want := Sum(2, 10).Plus(Sum(3, 10).shift(4)), Sum(5, 10).shift(4)
	if got.Min() != want.Min() || got.Max() != want.Max() || got.total.Cmp(want.total) != 0 {
		t.Fatalf("2d10 + 3d10+4 runs from %d to %d of %v", got.Min(), got.Max(), got.total)
	}
	for v := want.Min(); v <= want.Max(); v++ {
		if got.Ways(v).Cmp(want.Ways(v)) != 0 {
			t.Errorf("%v ways to %d, want %v", got.Ways(v), v, want.Ways(v))
		}
	}
}

// exploding lists a die that is thrown again and added on its highest face, to a depth of n throws.
func exploding(sides, n int) Dist {
	top := new(big.Int).Exp(big.NewInt(int64(sides)), big.NewInt(int64(n)), nil)
	ways := make([]*big.Int, sides*n-1)
	weight := new(big.Int).Set(top)
	for i := range ways {
		if i%sides == 0 {
			weight = new(big.Int).Div(weight, big.NewInt(int64(sides)))
		}
		ways[i] = new(big.Int)
		if (i+1)%sides != 0 {
			ways[i].Set(weight)
		}
	}
	return newDist(1, ways, big.NewInt(1))
}

// An exploding d10 reaches 11 in one throw of ten, and the sum of two is exact wherever it is listed.
func TestExplodingDiceAreExactUpToTheirTail(t *testing.T) {
	die := exploding(10, 3)
	if got, want := die.AtLeast(11), big.NewRat(1, 10); got.Cmp(want) != 0 {
		t.Errorf("an exploding d10 is 11 or more with chance %v, want %v", got, want)
	}
	if got, want := die.tailChance(), big.NewRat(1, 1000); got.Cmp(want) != 0 {
		t.Errorf("tail %v, want %v", got, want)
	}

	short, long := die.Plus(die), exploding(10, 6).Plus(exploding(10, 6))
	if short.Max() != die.Max()+1 {
		t.Errorf("two dice listed to %d each are listed to %d", die.Max(), short.Max())
	}
	for v := short.Min(); v <= short.Max()+1; v++ {
		if got, want := short.AtLeast(v), long.AtLeast(v); got.Cmp(want) != 0 {
			t.Errorf("%d or more: %v, listed further %v", v, got, want)
		}
	}
}

// A geometric die fits the same type: its weights are whole numbers over b^k.
func TestGeometricDiceFit(t *testing.T) {
	// Chance 2/3 to go on, listed to 4 goes: 27, 18, 12, 8 of 81, tail 16.
	d := newDist(1, []*big.Int{big.NewInt(27), big.NewInt(18), big.NewInt(12), big.NewInt(8)}, big.NewInt(16))
	for n, want := range map[int]*big.Rat{1: big.NewRat(1, 1), 2: big.NewRat(2, 3), 5: big.NewRat(16, 81)} {
		if got := d.AtLeast(n); got.Cmp(want) != 0 {
			t.Errorf("%d or more: %v, want %v", n, got, want)
		}
	}
}

// Asking beyond what is listed is the caller's mistake and never a wrong number.
func TestAskingBeyondTheTailPanics(t *testing.T) {
	die := exploding(10, 2)
	for name, ask := range map[string]func(){
		"AtLeast":  func() { die.AtLeast(die.Max() + 2) },
		"Ways":     func() { die.Ways(die.Max() + 1) },
		"no ways":  func() { newDist(0, nil, big.NewInt(1)) },
		"negative": func() { newDist(0, []*big.Int{big.NewInt(2), big.NewInt(-1)}, nil) },
		"zero":     func() { newDist(0, []*big.Int{new(big.Int)}, nil) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s does not panic", name)
				}
			}()
			ask()
		}()
	}
}

// Contests compare every throw with every throw, tails as far as they can be compared.
func TestContestsCompareEveryThrow(t *testing.T) {
	for _, c := range []struct{ d, e Dist }{
		{Sum(2, 10).shift(3), Sum(2, 10).shift(5)},
		{Sum(1, 4), Sum(3, 6)},
		{Sum(3, 6), Sum(1, 4)},
		{Sum(1, 4), Sum(1, 4).shift(50)},
		{Sum(1, 4).shift(50), Sum(1, 4)},
	} {
		var win, tie, all int64
		for x := c.d.Min(); x <= c.d.Max(); x++ {
			for y := c.e.Min(); y <= c.e.Max(); y++ {
				ways := c.d.Ways(x).Int64() * c.e.Ways(y).Int64()
				all += ways
				if x > y {
					win += ways
				} else if x == y {
					tie += ways
				}
			}
		}
		got := c.d.against(c.e)
		if got.Win.Cmp(big.NewRat(win, all)) != 0 || got.Tie.Cmp(big.NewRat(tie, all)) != 0 ||
			got.Lose.Cmp(big.NewRat(all-win-tie, all)) != 0 || got.Open.Sign() != 0 {
			t.Errorf("%d.. against %d..: %v, want %d, %d of %d", c.d.Min(), c.e.Min(), got, win, tie, all)
		}
	}

	got := exploding(10, 2).against(exploding(10, 2))
	if want := big.NewRat(1, 100*100); got.Open.Cmp(want) != 0 {
		t.Errorf("two tails of 1/100 leave %v open, want %v", got.Open, want)
	}
	if got.Win.Cmp(got.Lose) != 0 {
		t.Errorf("equal dice win %v and lose %v", got.Win, got.Lose)
	}
	sum := new(big.Rat).Add(got.Win, got.Lose)
	if sum.Add(sum, got.Tie).Add(sum, got.Open).Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("%v adds up to %v", got, sum)
	}
}

// The closed form for two ten-sided dice equals the hundred throws.
func TestTwoD10EqualsTheHundredThrows(t *testing.T) {
	var plain, double [30]int
	for a := 1; a <= 10; a++ {
		for b := 1; b <= 10; b++ {
			if a == b {
				double[a+b]++
			} else {
				plain[a+b]++
			}
		}
	}
	sumPlain, sumDouble := 0, 0
	for total := 29; total >= 0; total-- {
		sumPlain += plain[total]
		sumDouble += double[total]
		if p, d := twoD10(total); p != plain[total] || d != double[total] {
			t.Errorf("total %d: %d and %d, want %d and %d", total, p, d, plain[total], double[total])
		}
		if p, d := TwoD10AtLeast(total); p != sumPlain || d != sumDouble {
			t.Errorf("%d or more: %d and %d, want %d and %d", total, p, d, sumPlain, sumDouble)
		}
	}
	if p, d := TwoD10AtLeast(-5); p != 90 || d != 10 {
		t.Errorf("every throw: %d and %d, want 90 and 10", p, d)
	}
}

// Even dice tie in 670 of ten thousand throws, and contests mirror.
func TestTwoD10Contests(t *testing.T) {
	if win, tie, lose := TwoD10Contest(0); win != 4665 || tie != 670 || lose != 4665 {
		t.Errorf("even: %d, %d, %d, want 4665, 670, 4665", win, tie, lose)
	}
	for edge := -20; edge <= 20; edge++ {
		win, tie, lose := TwoD10Contest(edge)
		want := Sum(2, 10).shift(edge).against(Sum(2, 10))
		if want.Win.Cmp(big.NewRat(int64(win), 10000)) != 0 || want.Tie.Cmp(big.NewRat(int64(tie), 10000)) != 0 {
			t.Errorf("edge %d: %d, %d, %d, want %v", edge, win, tie, lose, want)
		}
		if w, _, l := TwoD10Contest(-edge); w != lose || l != win {
			t.Errorf("edge %d wins %d and loses %d, edge %d the other way %d and %d", edge, win, lose, -edge, l, w)
		}
	}
}

func TestFractions(t *testing.T) {
	for _, c := range []struct {
		good, all int64
		want      [2]int64
		percent   string
		json      string
	}{
		{79, 100, [2]int64{79, 100}, "79 %", `{"num":79,"den":100,"p":0.79}`},
		{50, 100, [2]int64{1, 2}, "50 %", `{"num":1,"den":2,"p":0.5}`},
		{0, 100, [2]int64{0, 1}, "0 %", `{"num":0,"den":1,"p":0}`},
		{7, 7, [2]int64{1, 1}, "100 %", `{"num":1,"den":1,"p":1}`},
		{1, 8, [2]int64{1, 8}, "12.5 %", `{"num":1,"den":8,"p":0.125}`},
		{1, 10000, [2]int64{1, 10000}, "<0.1 %", `{"num":1,"den":10000,"p":0.0001}`},
		{9999, 10000, [2]int64{9999, 10000}, ">99.9 %", `{"num":9999,"den":10000,"p":0.9999}`},
		{1<<63 - 2, 1<<63 - 1, [2]int64{1<<63 - 2, 1<<63 - 1}, ">99.9 %", `{"num":9223372036854775806,"den":9223372036854775807,"p":1}`},
	} {
		chance := Chance{Rat: big.NewRat(c.good, c.all)}
		if num, den, ok := Lowest(chance.Rat); [2]int64{num, den} != c.want || !ok || chance.Percent() != c.percent {
			t.Errorf("%d of %d: %d/%d, %s, want %v, %s", c.good, c.all, num, den, chance.Percent(), c.want, c.percent)
		}
		if text, err := chance.MarshalJSON(); string(text) != c.json || err != nil {
			t.Errorf("%d of %d: %s, %v, want %s", c.good, c.all, text, err, c.json)
		}
	}
}

// A chance with terms beyond an int is refused, never cut.
func TestLowestRefusesWhatDoesNotFit(t *testing.T) {
	huge := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 70))
	for _, r := range []*big.Rat{huge, big.NewRat(3, 2), big.NewRat(-1, 2)} {
		if num, den, ok := Lowest(r); ok {
			t.Errorf("%v became %d/%d", r, num, den)
		}
	}
	if got := Sum(2, 10).AtLeast(14); got.Cmp(big.NewRat(28, 100)) != 0 {
		t.Errorf("2d10 is 14 or more with chance %v", got)
	}
}
