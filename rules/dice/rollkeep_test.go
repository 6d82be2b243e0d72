package dice

import (
	"math"
	"math/big"
	"slices"
	"testing"
)

// face is one sum a die can come to, and its chance.
type face struct {
	sum    int
	chance float64
}

// literal throws one die in every way its rules allow, explosions as long as anything of 1e-15 is left.
func literal(p Pool) (all []face) {
	var throw func(sum int, chance float64, first bool)
	throw = func(sum int, chance float64, first bool) {
		for shown := 1; shown <= 10; shown++ {
			c := chance / 10
			switch {
			case first && p.Emphasis && shown == 1:
				throw(0, c, false)
			case p.Explode && shown == 10 && c > 1e-15:
				throw(sum+10, c, false)
			default:
				all = append(all, face{sum + shown, c})
			}
		}
	}
	throw(0, 1, true)
	return all
}

// merged adds up the chances of equal sums.
func merged(all []face) (sums []face) {
	by := map[int]float64{}
	for _, f := range all {
		by[f.sum] += f.chance
	}
	for sum, chance := range by {
		sums = append(sums, face{sum, chance})
	}
	return sums
}

// enumerate throws every throw of a pool, sorts its dice and keeps the highest.
func enumerate(p Pool) map[int]float64 {
	die, totals := merged(literal(p)), map[int]float64{}
	shown := make([]int, p.Roll)
	var throw func(k int, chance float64)
	throw = func(k int, chance float64) {
		if k < p.Roll {
			for _, f := range die {
				shown[k] = f.sum
				throw(k+1, chance*f.chance)
			}
			return
		}
		sorted := slices.Clone(shown)
		slices.Sort(sorted)
		total := p.Add
		for _, sum := range sorted[p.Roll-p.Keep:] {
			total += sum
		}
		totals[total] += chance
	}
	throw(0, 1)
	return totals
}

// Small pools have the chances that throwing every throw and sorting the dice gives them, counted and in numbers.
// RK-174, RK-179: dice explode, or cannot.
func TestPoolsEqualTheCountOfEveryThrow(t *testing.T) {
	for _, p := range []Pool{
		{1, 1, 0, true, false}, {1, 1, 0, true, true}, {2, 1, 0, true, false}, {2, 2, -3, true, true}, {3, 1, 0, true, true}, {3, 2, 6, true, false},
		{1, 1, 0, false, true}, {3, 2, 0, false, false}, {4, 2, 1, false, true}, {4, 4, 0, false, false}, {5, 3, 0, false, false},
	} {
		want, d, c := enumerate(p), p.dist(), p.Curve()
		if p.Explode {
			if tail, _ := d.tailChance().Float64(); tail >= tailMax {
				t.Errorf("%v leaves out %v, want less than %v", p, tail, tailMax)
			}
		} else if d.tail.Sign() != 0 {
			t.Errorf("%v of dice that do not explode leaves out %v", p, d.tailChance())
		}
		left := 1.0
		for n := p.Add - 1; n <= d.Max()+1; n++ {
			exact, _ := d.AtLeast(n).Float64()
			if math.Abs(exact-left) > tailMax || math.Abs(c.AtLeast(n)-left) > tailMax {
				t.Errorf("%v (%+v) comes to %d or more with the chance %v, as numbers %v, want %v", p, p, n, exact, c.AtLeast(n), left)
			}
			left -= want[n]
		}
	}
}

// A chance of a number or more is a fraction, however far off the number: no total is left out of it.
func TestAPoolIsExactAtAnyNumber(t *testing.T) {
	die := Pool{Roll: 1, Keep: 1, Explode: true}
	for _, c := range []struct {
		p    Pool
		n    int
		want *big.Rat
	}{
		{die, 11, big.NewRat(1, 10)},
		{die, 10, big.NewRat(1, 10)}, // no sum is a ten
		{die, 31, big.NewRat(1, 1000)},
		{die, 0, big.NewRat(1, 1)},
		{die.Gain(0, 0, 6), 17, big.NewRat(1, 10)},
		{Pool{Roll: 2, Keep: 1, Explode: true}, 11, big.NewRat(19, 100)},
		{Pool{Roll: 2, Keep: 2, Explode: true}, 20, big.NewRat(118, 1000)}, // two tens, or one that with the other goes on from 10
		{Pool{Roll: 1, Keep: 1, Explode: true, Emphasis: true}, 11, big.NewRat(11, 100)},
		{Pool{Roll: 1, Keep: 1, Emphasis: true}, 2, big.NewRat(99, 100)},
		{Pool{Roll: 1, Keep: 1}, 11, new(big.Rat)},
		{Pool{}, 0, big.NewRat(1, 1)},
		{Pool{Add: -3}, -2, new(big.Rat)},
	} {
		if got := c.p.AtLeast(c.n); got.Cmp(c.want) != 0 {
			t.Errorf("%v (%+v) comes to %d or more with the chance %v, want %v", c.p, c.p, c.n, got, c.want)
		}
	}
	far := Pool{Roll: 1, Keep: 1, Explode: true}.AtLeast(201)
	if want := new(big.Rat).SetFrac(big.NewInt(1), power(big.NewInt(10), 20)); far.Cmp(want) != 0 {
		t.Errorf("twenty tens in a row have the chance %v, want %v", far, want)
	}
}

// What a die comes to on average: 5.5 if it cannot explode, 5.5 / 0.9 if it can, 6.622 with an emphasis; all dice kept, each adds that.
func TestPoolsOnAverage(t *testing.T) {
	for _, c := range []struct {
		p    Pool
		want float64
	}{
		{Pool{1, 1, 0, false, false}, 5.5},
		{Pool{1, 1, 0, false, true}, 5.95},
		{Pool{1, 1, 0, true, false}, 5.5 / 0.9},
		{Pool{1, 1, 0, true, true}, 5.5/0.9 + (5.5/0.9-1)/10},
		{Pool{6, 6, 2, true, false}, 6*5.5/0.9 + 2},
		{Pool{Add: 4}, 4},
	} {
		if got := c.p.Curve().Mean(); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v (%+v) is %v on average, want %v", c.p, c.p, got, c.want)
		}
	}
	// Thrown sixty thousand times on another occasion: two digits are all it knows.
	for _, c := range []struct {
		p    Pool
		n    int
		want float64
	}{
		{Pool{Roll: 5, Keep: 3}, 15, 0.93}, {Pool{Roll: 5, Keep: 3}, 20, 0.72}, {Pool{Roll: 5, Keep: 3}, 25, 0.42},
		{Pool{Roll: 6, Keep: 3}, 20, 0.82}, {Pool{Roll: 6, Keep: 3}, 25, 0.51}, {Pool{Roll: 7, Keep: 3}, 25, 0.60},
	} {
		c.p.Explode = true
		if got := c.p.Curve().AtLeast(c.n); math.Abs(got-c.want) > 0.0101 {
			t.Errorf("%v comes to %d or more with the chance %v, want about %v", c.p, c.n, got, c.want)
		}
	}
}

// More than ten dice: every two more rolled are one more kept, and what is left over is 2 each. Only then no more are kept
// than rolled, and only a pool of ten turns dice it cannot keep into points.
func TestTenDiceAreTheMost(t *testing.T) {
	for text, want := range map[string]string{
		"12k4": "10k5", "13k9": "10k10+2", "10k12": "10k10+4", "14k12": "10k10+12", "15k9": "10k10+6",
		"11k4": "10k4+2", "13k4": "10k5+2", "10k10": "10k10", "10k3-5": "10k3-5", "12k4+3": "10k5+3",
		"7k9": "7k7", "9k30": "9k9", "7k3+6": "7k3+6", "2k4": "2k2", "0k3+5": "0k0+5", "4k0-2": "0k0-2",
	} {
		p, err := ParsePool(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Normalize(); got.String() != want || got.Normalize() != got {
			t.Errorf("%s comes to the table as %v, want %s", text, got, want)
		}
	}
	if got := (Pool{Roll: 2, Keep: 1}).Gain(-3, 0, 4).Normalize(); got != (Pool{Add: 4}) {
		t.Errorf("2k1 with a malus of three dice is %v, want 4 and no dice", got)
	}
}

// Strive lets dice explode that could not, and rolls one more.
// RK-179.
func TestStriveLetsDiceExplode(t *testing.T) {
	flat := Pool{Roll: 3, Keep: 2, Add: 1}
	if got, want := flat.Strive(1), (Pool{Roll: 4, Keep: 2, Add: 1, Explode: true}); got != want {
		t.Errorf("3k2+1 striven for is %+v, want %+v", got, want)
	}
	if got := flat.dist(); got.Max() != 21 || got.AtLeast(22).Sign() != 0 {
		t.Errorf("3k2+1 without explosions reaches %d and 22 with the chance %v", got.Max(), got.AtLeast(22))
	}
}

// Two pools: the chances of the higher one mirror, add up to 1, and are the sum over every total of one of them.
// R-RK-19: a tie is nobody's.
func TestPoolsContest(t *testing.T) {
	five, four := Pool{Roll: 5, Keep: 3, Explode: true}, Pool{Roll: 4, Keep: 3, Add: 2, Explode: true}
	win, tie, lose := five.Curve().Against(four.Curve())
	back, same, forth := four.Curve().Against(five.Curve())
	if math.Abs(win-forth)+math.Abs(tie-same)+math.Abs(lose-back) > 4*tailMax || math.Abs(win+tie+lose-1) > 1e-12 {
		t.Errorf("5k3 against 4k3+2 is %v %v %v, the other way round %v %v %v", win, tie, lose, back, same, forth)
	}
	counted := five.dist().against(four.dist())
	for name, pair := range map[string][2]float64{"win": {win, num(counted.Win)}, "tie": {tie, num(counted.Tie)}, "lose": {lose, num(counted.Lose)}} {
		if math.Abs(pair[0]-pair[1]) > 2*tailMax {
			t.Errorf("5k3 against 4k3+2, %s: %v in numbers, counted %v", name, pair[0], pair[1])
		}
	}
	if open := num(counted.Open); open <= 0 || open >= 2*tailMax {
		t.Errorf("a contest leaves %v open, want more than nothing and less than %v", open, 2*tailMax)
	}

	flat := Pool{Roll: 3, Keep: 2}
	finite := five.listedTo(flat.dist().Max()).against(flat.dist())
	if finite.Open.Sign() != 0 {
		t.Errorf("5k3 against dice that end leaves %v open", finite.Open)
	}
}

func num(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

// A curve's ends: certain below, nothing above, and every total's chance the difference of two.
func TestACurveEnds(t *testing.T) {
	c := Pool{Roll: 3, Keep: 2, Add: -4}.Curve()
	if c.First() != -2 || c.Last() != 16 || c.AtLeast(-3) != 1 || c.AtLeast(-2) != 1 || c.AtLeast(17) != 0 {
		t.Errorf("3k2-4 runs from %d (%v) to %d (%v beyond)", c.First(), c.AtLeast(-2), c.Last(), c.AtLeast(17))
	}
	if got := c.Exactly(-2); math.Abs(got-0.001) > 1e-15 {
		t.Errorf("three ones have the chance %v, want 0.001", got)
	}
	none := Pool{Add: 3}.Curve()
	if none.First() != 3 || none.Last() != 3 || none.Exactly(3) != 1 {
		t.Errorf("a pool without dice is %d to %d", none.First(), none.Last())
	}
}

// What is taken off a roll leaves nothing at worst.
// RK-53.
func TestAFloorGathersWhatIsBelow(t *testing.T) {
	d := Pool{Roll: 1, Keep: 1}.dist().shift(-3).floor(0)
	if d.Min() != 0 || d.Max() != 7 || d.AtLeast(1).Cmp(big.NewRat(7, 10)) != 0 || d.AtLeast(0).Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("1k1 less 3 runs from %d to %d, above nothing with %v", d.Min(), d.Max(), d.AtLeast(1))
	}
	if e := d.floor(0); e.Min() != 0 || e.AtLeast(4).Cmp(big.NewRat(4, 10)) != 0 {
		t.Errorf("a floor that is there already changes %v", e)
	}
	defer func() {
		if recover() == nil {
			t.Error("a floor above all totals does not panic")
		}
	}()
	d.floor(8)
}
