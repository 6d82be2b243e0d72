package dice

import (
	"cmp"
	"fmt"
	"math/big"
	"strings"

	"kokyu/rules/text"
)

// Limits of the language.
const (
	CountMax = 20  // plain dice in one hand, at least 1
	SidesMin = 2   // sides of a die
	SidesMax = 100 // sides of a die
	KindsMax = 4   // kinds of dice in one hand

	BesideMax = 100 // sides of all plain dice beside a pool or a prismatic result
	ModMax    = 99  // what is added to the dice of a hand, from -ModMax
	NeedMin   = -99 // number to reach
	NeedMax   = 999 // number to reach
	LengthMax = 100 // characters of an expression
)

// Expr is a question that dice answer: a check, "2d10+5 >= 14", a contest, "2d10+3 vs 2d10+5", or a roll alone,
// "2d10+5".
type Expr struct {
	Own     Hand
	Contest bool
	Against Hand    // of a contest
	Compare Compare // compares the total, or of a contest how far the first hand is ahead, with Need
	Need    int
	Crit    bool // of a check of two equal dice: success counts only with the same face on both

	// Less are subtracted from the total one after the other, none below 0. Of is what is left: "Wounds".
	Less  []int
	Of    string
	Words string // the question in the words of a rule system, if it was asked so; without the number to reach
}

// Compare is a comparison of a total with a number.
type Compare uint8

// The comparisons. The rules use the first.
const (
	AtLeast Compare = iota
	MoreThan
	AtMost
	LessThan
	Equal
	Open // no number: the question is for the distribution of a roll, or who is ahead in a contest
)

// comparisons are the signs of expressions.
var comparisons = [Open]string{AtLeast: ">=", MoreThan: ">", AtMost: "<=", LessThan: "<", Equal: "="}

// succeeds says of each comparison whether a total below the number, equal to it or above it succeeds.
var succeeds = [...][3]bool{AtLeast: {false, true, true}, MoreThan: {false, false, true}, AtMost: {true, true, false},
	LessThan: {true, false, false}, Equal: {false, true, false}, Open: {true, true, true}}

// holds reports whether a total succeeds against a number.
func (c Compare) holds(total, need int) bool { return succeeds[c][1+cmp.Compare(total, need)] }

// chance returns the chance that a total succeeds against need; least(n) is the chance of a total of n or more.
func (c Compare) chance(need int, least func(n int) *big.Rat) *big.Rat {
	switch c {
	case MoreThan:
		return least(need + 1)
	case AtMost:
		return new(big.Rat).Sub(one(), least(need+1))
	case LessThan:
		return new(big.Rat).Sub(one(), least(need))
	case Equal:
		return new(big.Rat).Sub(least(need), least(need+1))
	case Open:
		return one()
	}
	return least(need)
}

func one() *big.Rat { return big.NewRat(1, 1) }

// Result is the result of a check or a contest, one of the constants below.
type Result string

// Results of a check, and of a contest as the first hand sees it.
const (
	Success Result = "success"
	Failure Result = "failure"
	Win     Result = "win"
	Tie     Result = "tie"
	Lose    Result = "lose"
)

// String returns the expression as [Parse] reads it, or in the words of the system in which it was asked.
func (e Expr) String() string {
	text := e.Own.String()
	switch {
	case e.Words != "":
		text = e.Words
	case e.Contest:
		text += " vs " + e.Against.String()
	}
	return text + e.needText()
}

// needText returns the number to reach as [Parse] reads it: " >= 14". It is empty where there is none.
func (e Expr) needText() string {
	if e.Compare == Open {
		return ""
	}
	text := fmt.Sprintf(" %s %d", comparisons[e.Compare], e.Need)
	if e.Crit {
		text += " crit"
	}
	return text
}

// Dice returns the sides of each die, those of the other hand last. open reports whether dice may show more faces: see
// [Hand.Dice].
func (e Expr) Dice() (sides []int, open bool) {
	sides, open = e.Own.Dice()
	if e.Contest {
		more, goesOn := e.Against.Dice()
		sides, open = append(sides, more...), open || goesOn
	}
	return sides, open
}

// Throw throws all dice.
func (e Expr) Throw(die func(sides int) int) []int {
	faces := e.Own.throw(die)
	if e.Contest {
		faces = append(faces, e.Against.throw(die)...)
	}
	return faces
}

// ThrowResult is the result of the dice of a check or a contest.
type ThrowResult struct {
	Total  int // of the first hand
	Need   int // the number, or the total of the other hand
	Result Result
}

// Read returns the result of the faces of all dice. The error says which die is missing, is too many or shows an
// impossible face.
func (e Expr) Read(faces []int) (s ThrowResult, err error) {
	s.Need = e.Need
	total, rest, err := e.Own.Read(faces)
	if err == nil && e.Contest {
		s.Need, rest, err = e.Against.Read(rest)
	}
	switch {
	case err != nil:
		return ThrowResult{}, err
	case len(rest) > 0:
		return ThrowResult{}, fmt.Errorf("%s too many after %v", text.Several(len(rest), "face is", "faces are"),
			faces[:len(faces)-len(rest)])
	}
	s.Total = total
	held := total
	if e.Contest {
		held -= s.Need
	}
	switch {
	case e.Contest && e.Compare == Open && held > 0:
		s.Result = Win
	case e.Contest && e.Compare == Open && held == 0:
		s.Result = Tie
	case e.Contest && e.Compare == Open:
		s.Result = Lose
	case e.Compare.holds(held, e.Need) && (!e.Crit || faces[0] == faces[1]):
		s.Result = Success
	default:
		s.Result = Failure
	}
	return s, nil
}

// Chances returns the exact chances of all results: success and failure, or win, tie and lose; nil of a roll alone.
// They add up to 1. If both hands of a contest have endless dice, each may be off by its Error and they add up to 1
// less that.
func (e Expr) Chances() []Chance {
	var p, open *big.Rat // the chance of success, and how far off it may be
	switch {
	case e.Contest:
		var win, tie, lose *big.Rat
		win, tie, lose, open = e.contest()
		if e.Compare == Open {
			return []Chance{{string(Win), win, open}, {string(Tie), tie, open}, {string(Lose), lose, open}}
		}
		// contest has subtracted the number from the first hand, so its lead is compared with 0.
		atLeast := map[int]*big.Rat{0: new(big.Rat).Add(win, tie), 1: win}
		p = e.Compare.chance(0, func(n int) *big.Rat { return atLeast[n] })
	case e.Compare == Open:
		return nil
	case e.Crit:
		good, die := 0, e.Own.Terms[0].Sides
		for face := 1; face <= die; face++ {
			if e.Compare.holds(2*face+e.Own.Mod, e.Need) {
				good++
			}
		}
		p = big.NewRat(int64(good), int64(die*die))
	default:
		p = e.Compare.chance(e.Need, e.atLeast)
	}
	fails := new(big.Rat).Sub(one(), p)
	if open != nil {
		fails.Sub(fails, open)
	}
	return []Chance{{string(Success), p, open}, {string(Failure), fails, open}}
}

// Chance returns the chance of one result.
func (e Expr) Chance(r Result) Chance {
	for _, c := range e.Chances() {
		if c.Says == string(r) {
			return c
		}
	}
	return Chance{Says: string(r), Rat: new(big.Rat)}
}

// atLeast returns the chance that n or more is left of the total.
func (e Expr) atLeast(n int) *big.Rat {
	if e.Less != nil && n <= 0 {
		return one()
	}
	return e.Own.atLeast(n + e.lessSum())
}

// lessSum returns the sum of Less.
func (e Expr) lessSum() (all int) {
	for _, n := range e.Less {
		all += n
	}
	return all
}

// dist returns the distribution of what is left of the total, exact as far as it is listed.
func (e Expr) dist() Dist {
	d := e.Own.dist()
	if sum := e.lessSum(); d.tail.Sign() > 0 && d.Max() < sum {
		d = e.Own.listedTo(sum)
	}
	for _, n := range e.Less {
		if d = d.shift(-n); d.Max() < 0 {
			return always(0)
		}
		d = d.floor(0)
	}
	return d
}

// contest compares the hands: the chances that the first is ahead by more than Need, by Need (0 without a number), and
// by less. If one of them is finite, the other is listed as far as that. Two prismatic results have a closed form. Else
// each chance may be off by open.
func (e Expr) contest() (win, tie, lose, open *big.Rat) {
	own := e.Own
	if e.Compare != Open {
		own.Mod -= e.Need
	}
	if e.isPrismatic() {
		least := func(n int) *big.Rat { return Prismatic.ExactMargin(n - own.Mod + e.Against.Mod) }
		win, level := least(1), least(0)
		return win, new(big.Rat).Sub(level, win), new(big.Rat).Sub(one(), level), nil
	}
	a, b := own.dist(), e.Against.dist()
	switch {
	case b.tail.Sign() == 0:
		a = own.listedTo(max(b.Max(), a.Min()))
	case a.tail.Sign() == 0:
		b = e.Against.listedTo(max(a.Max(), b.Min()))
	}
	c := a.against(b)
	if c.Open.Sign() > 0 {
		open = c.Open
	}
	return c.Win, c.Tie, c.Lose, open
}

// isPrismatic reports whether nothing is thrown but prismatic results.
func (e Expr) isPrismatic() bool {
	return e.Own.isPrismatic() && (!e.Contest || e.Against.isPrismatic())
}

// Error is a mistake in an expression.
type Error struct {
	Expr string // as typed
	Col  int    // of the mistake, in characters from 1; one past the end if something is missing
	What string // is wrong
	Want string // what would be right
}

// Error returns "2d10 >=:8: the expression ends after >=; want a number, as in 2d10+5 >= 14".
func (e *Error) Error() string {
	expr := e.Expr
	if strings.TrimSpace(expr) == "" {
		return e.What + "; want " + e.Want
	}
	if quoted := fmt.Sprintf("%q", expr); quoted != `"`+expr+`"` {
		expr = quoted // keep unprintable characters out of terminals
	}
	if runes := []rune(expr); len(runes) > LengthMax {
		expr = string(runes[:LengthMax]) + "..."
	}
	return fmt.Sprintf("%s:%d: %s; want %s", strings.TrimSpace(expr), e.Col, e.What, e.Want)
}
