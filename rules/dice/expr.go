package dice

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
)

// Limits of the odds language. The number of throws an expression counts must also fit in an int, so that its fractions
// do: 18d10, 9d100 and 24 dice of any six are within it, 20d100 is not.
const (
	CountMax  = 20  // dice in one roll, at least 1
	SidesMin  = 2   // sides of a die
	SidesMax  = 100 // sides of a die
	ModMax    = 99  // a roll's modifier, from -ModMax
	NeedMin   = -99 // total that succeeds
	NeedMax   = 999 // total that succeeds
	LengthMax = 100 // characters of an expression
)

// Roll is Count dice of Sides sides each plus Mod: "2d10+5".
type Roll struct {
	Count, Sides, Mod int
}

// Dist is the distribution of the roll's total.
func (r Roll) Dist() Dist {
	return Sum(r.Count, r.Sides).Shift(r.Mod)
}

// String is the roll as [Parse] reads it.
func (r Roll) String() string {
	if r.Mod == 0 {
		return fmt.Sprintf("%dd%d", r.Count, r.Sides)
	}
	return fmt.Sprintf("%dd%d%+d", r.Count, r.Sides, r.Mod)
}

// Expr is a question about dice: a check, "2d10+5 >= 14", a contest, "2d10+3 vs 2d10+5", or a roll alone, "2d10+5".
type Expr struct {
	Roll    Roll
	Compare Compare // of a check: how the total is held against Need
	Need    int     // of a check: the total that succeeds
	Crit    bool    // of a check of two dice: success counts only with both dice equal
	Against Roll    // of a contest: the other side; zero for a check
}

// Compare is how the total of a check is held against its number.
type Compare uint8

// The comparisons; the first is that of the rules.
const (
	AtLeast Compare = iota
	MoreThan
	AtMost
	LessThan
	Equal
	Open // no number: a roll alone, whose answer is its distribution
)

var comparisons = [Open]string{AtLeast: ">=", MoreThan: ">", AtMost: "<=", LessThan: "<", Equal: "="}

// holds says whether a total succeeds against a number.
func (c Compare) holds(total, need int) bool {
	switch c {
	case AtLeast:
		return total >= need
	case MoreThan:
		return total > need
	case AtMost:
		return total <= need
	case LessThan:
		return total < need
	case Equal:
		return total == need
	}
	return true // every total of a roll alone is asked for
}

// Contest says whether the question is a contest.
func (e Expr) Contest() bool {
	return e.Against != Roll{}
}

// String is the expression as [Parse] reads it.
func (e Expr) String() string {
	switch {
	case e.Contest():
		return fmt.Sprintf("%v vs %v", e.Roll, e.Against)
	case e.Compare == Open:
		return e.Roll.String()
	}
	text := fmt.Sprintf("%v %s %d", e.Roll, comparisons[e.Compare], e.Need)
	if e.Crit {
		text += " crit"
	}
	return text
}

// Odds is the exact answer to an Expr.
type Odds struct {
	Contest        bool
	Open           bool     // of a roll alone: only the bars, all good
	P              Fraction // of a check: success
	Win, Tie, Lose Fraction // of a contest, seen from the first roll
	Throws         int      // equally likely throws
	Bars           []Bar    // by total, or of a contest by margin (first roll minus second), rising, without gaps
}

// Bar is one line of a table of outcomes. The Ways of all bars add up to the throws, the Good ones to those that succeed
// (of a contest: win).
type Bar struct {
	Value int
	Ways  int
	Good  int
}

// Mean is the mean of the bars: the total to expect, or of a contest the margin.
func (o Odds) Mean() float64 {
	sum := new(big.Int)
	for _, b := range o.Bars {
		sum.Add(sum, new(big.Int).Mul(big.NewInt(int64(b.Value)), big.NewInt(int64(b.Ways))))
	}
	mean, _ := new(big.Rat).SetFrac(sum, big.NewInt(int64(o.Throws))).Float64()
	return mean
}

// MarshalJSON is {"num","den","p"} for a check, {"win","tie","lose"}, each so, for a contest, and {"outcomes","mean"} for a
// roll alone, each outcome so with its "total".
func (o Odds) MarshalJSON() ([]byte, error) {
	switch {
	case o.Open:
		return o.distribution()
	case !o.Contest:
		return o.P.MarshalJSON()
	}
	var parts []any
	for _, f := range []Fraction{o.Win, o.Tie, o.Lose} {
		text, err := f.MarshalJSON()
		if err != nil {
			return nil, err
		}
		parts = append(parts, text)
	}
	return fmt.Appendf(nil, `{"win":%s,"tie":%s,"lose":%s}`, parts...), nil
}

func (o Odds) distribution() ([]byte, error) {
	type outcome struct {
		Total int     `json:"total"`
		Num   int     `json:"num"`
		Den   int     `json:"den"`
		P     float64 `json:"p"`
	}
	var all []outcome
	for _, b := range o.Bars {
		f := Of(b.Ways, o.Throws)
		all = append(all, outcome{b.Value, f.Num, f.Den, f.Float()})
	}
	return json.Marshal(struct {
		Outcomes []outcome `json:"outcomes"`
		Mean     float64   `json:"mean"`
	}{all, o.Mean()})
}

// Odds counts the answer. It panics on an expression [Parse] would refuse.
func (e Expr) Odds() Odds {
	if e.Contest() {
		return e.contest()
	}
	good := func(total int) bool {
		return e.Compare.holds(total, e.Need) && (!e.Crit || (total-e.Roll.Mod)%2 == 0)
	}
	o := Odds{Open: e.Compare == Open, Throws: e.throws(), Bars: bars(e.Roll.Dist())}
	sum := 0
	for i, b := range o.Bars {
		switch {
		case !good(b.Value):
		case e.Crit: // one double makes each even sum of two dice
			o.Bars[i].Good = 1
		default:
			o.Bars[i].Good = b.Ways
		}
		sum += o.Bars[i].Good
	}
	o.P = Of(sum, o.Throws)
	return o
}

// contest is the distribution of the margin. Dice counted down from sides+1 fall as they do counted up, so minus NdS is
// NdS shifted down by N(S+1).
func (e Expr) contest() Odds {
	a, b := e.Roll, e.Against
	margin := a.Dist().Plus(Sum(b.Count, b.Sides).Shift(-b.Count*(b.Sides+1) - b.Mod))
	o := Odds{Contest: true, Throws: e.throws(), Bars: bars(margin)}
	var win, tie int
	for i, bar := range o.Bars {
		switch {
		case bar.Value > 0:
			o.Bars[i].Good = bar.Ways
			win += bar.Ways
		case bar.Value == 0:
			tie = bar.Ways
		}
	}
	o.Win, o.Tie, o.Lose = Of(win, o.Throws), Of(tie, o.Throws), Of(o.Throws-win-tie, o.Throws)
	return o
}

func bars(d Dist) []Bar {
	table := make([]Bar, 0, len(d.ways))
	for v := d.Min(); v <= d.Max(); v++ {
		table = append(table, Bar{Value: v, Ways: int(d.Ways(v).Int64())})
	}
	return table
}

// throws is how many equally likely throws the expression counts.
func (e Expr) throws() int {
	n := e.allThrows()
	if !fits(n) {
		panic(fmt.Sprintf("dice: %v has %v throws", e, n))
	}
	return int(n.Int64())
}

func (e Expr) allThrows() *big.Int {
	n := big.NewInt(1)
	for _, r := range []Roll{e.Roll, e.Against} {
		n.Mul(n, new(big.Int).Exp(big.NewInt(int64(r.Sides)), big.NewInt(int64(r.Count)), nil))
	}
	return n
}

// Error is a mistake in an expression: a sentence with its place and what would be right.
type Error struct {
	Expr string // as typed
	Col  int    // of the mistake, in characters from 1; one past the end when something is missing
	What string
	Want string
}

// Error is "2d10 >=:8: the expression ends after >=; want a number, as in 2d10+5 >= 14".
func (e *Error) Error() string {
	expr := e.Expr
	if quoted := fmt.Sprintf("%q", expr); quoted != `"`+expr+`"` {
		expr = quoted // whatever does not print plainly stays out of terminals
	}
	if runes := []rune(expr); len(runes) > LengthMax {
		expr = string(runes[:LengthMax]) + "..."
	}
	return fmt.Sprintf("%s:%d: %s; want %s", strings.TrimSpace(expr), e.Col, e.What, e.Want)
}
