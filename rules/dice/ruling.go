package dice

import (
	"fmt"
	"math/big"
	"slices"
	"unicode/utf8"
)

// Test is a question that dice decide where no rule asks them: a hand against a number, "2d10+3 >= 14", or a contest of two
// hands, "2d10+3 vs 1d20".
type Test struct {
	Own     Hand
	Compare Compare // against Need; never Open
	Need    int
	Contest bool
	Against Hand // of a contest
}

// Result is what came of a test. The list is closed: [Results].
type Result string

// Results of a test against a number, and of a contest as the first hand sees it.
const (
	Success Result = "success"
	Failure Result = "failure"
	Win     Result = "win"
	Tie     Result = "tie"
	Lose    Result = "lose"
)

// Results lists them.
func Results() []Result { return []Result{Success, Failure, Win, Tie, Lose} }

// String is the test as [ParseTest] reads it.
func (t Test) String() string {
	if t.Contest {
		return fmt.Sprintf("%v vs %v", t.Own, t.Against)
	}
	return fmt.Sprintf("%v %s %d", t.Own, comparisons[t.Compare], t.Need)
}

// Dice are the sides of each die, those of the other hand last; open says that dice may be thrown on. See [Hand.Dice].
func (t Test) Dice() (sides []int, open bool) {
	sides, open = t.Own.Dice()
	if t.Contest {
		more, goesOn := t.Against.Dice()
		sides, open = append(sides, more...), open || goesOn
	}
	return sides, open
}

// Throw throws all dice of the test.
func (t Test) Throw(die func(sides int) int) []int {
	faces := t.Own.Throw(die)
	if t.Contest {
		faces = append(faces, t.Against.Throw(die)...)
	}
	return faces
}

// Shown is what the dice of a test came to.
type Shown struct {
	Total  int // of the first hand
	Need   int // the number, or the total of the other hand
	Result Result
}

// Read is what the faces of all dice come to. The error says which die is missing, too many, or shows what it cannot.
func (t Test) Read(faces []int) (s Shown, err error) {
	s.Need = t.Need
	total, rest, err := t.Own.Read(faces)
	if err == nil && t.Contest {
		s.Need, rest, err = t.Against.Read(rest)
	}
	switch {
	case err != nil:
		return Shown{}, err
	case len(rest) > 0:
		return Shown{}, fmt.Errorf("%s too many after %v", several(len(rest), "face is", "faces are"), faces[:len(faces)-len(rest)])
	}
	s.Total = total
	switch {
	case t.Contest && total > s.Need:
		s.Result = Win
	case t.Contest && total == s.Need:
		s.Result = Tie
	case t.Contest:
		s.Result = Lose
	case t.Compare.holds(total, t.Need):
		s.Result = Success
	default:
		s.Result = Failure
	}
	return s, nil
}

// Chances are the exact chances of all results: success and failure, or win, tie and lose. They add up to 1. Where both hands
// of a contest are thrown on without end, each may be off by its Error, and they add up to 1 less that.
func (t Test) Chances() []Chance {
	if t.Contest {
		return t.contest()
	}
	least := func(n int) *big.Rat { return t.Own.atLeast(n) }
	p := new(big.Rat)
	switch t.Compare {
	case AtLeast:
		p = least(t.Need)
	case MoreThan:
		p = least(t.Need + 1)
	case AtMost:
		p = p.Sub(one(), least(t.Need+1))
	case LessThan:
		p = p.Sub(one(), least(t.Need))
	case Equal:
		p = p.Sub(least(t.Need), least(t.Need+1))
	}
	return []Chance{{Says: string(Success), Rat: p}, {Says: string(Failure), Rat: new(big.Rat).Sub(one(), p)}}
}

func one() *big.Rat { return big.NewRat(1, 1) }

// contest compares the hands. Where one of them ends, the other need only be listed as far; two prismatic results have a sum
// of their own.
func (t Test) contest() []Chance {
	if t.Own.Prismatic && t.Against.Prismatic {
		least := func(n int) *big.Rat { return Prismatic.ExactMargin(n - t.Own.Mod + t.Against.Mod) }
		win, level := least(1), least(0)
		return []Chance{{Says: string(Win), Rat: win}, {Says: string(Tie), Rat: new(big.Rat).Sub(level, win)}, {Says: string(Lose), Rat: new(big.Rat).Sub(one(), level)}}
	}
	a, b := t.Own.Dist(), t.Against.Dist()
	switch {
	case b.Tail().Sign() == 0:
		a = t.Own.upto(max(b.Max(), a.Min()))
	case a.Tail().Sign() == 0:
		b = t.Against.upto(max(a.Max(), b.Min()))
	}
	c := a.Against(b)
	open := c.Open
	if open.Sign() == 0 {
		open = nil
	}
	return []Chance{{Says: string(Win), Rat: c.Win, Error: open}, {Says: string(Tie), Rat: c.Tie, Error: open}, {Says: string(Lose), Rat: c.Lose, Error: open}}
}

// Chance is the chance of one result.
func (t Test) Chance(r Result) Chance {
	all := t.Chances()
	i := slices.IndexFunc(all, func(c Chance) bool { return c.Says == string(r) })
	if i < 0 {
		return Chance{Says: string(r), Rat: new(big.Rat)}
	}
	return all[i]
}

const (
	wantHand  = "dice, as in 2d10+3, 2d6+1d8, 7k3+6 or prismatic+2"
	wantAgain = ">= (or > <= < =) and a number, or vs and dice, as in 2d10+3 >= 14 or 2d10+3 vs 2d10+5"
)

// ParseTest reads a test; spaces and case do not matter. Every error is an [*Error].
//
//	2d10+3 >= 14          dice of one kind or several, 2d6+1d8, against a number; > <= < and = are known as well
//	7k3+6 >= 25           ten-sided dice rolled and kept; a ten is thrown on
//	6k3 emphasis >= 20    ones are thrown again, once
//	3k2 flat >= 12        dice that are not thrown on
//	prismatic+2 >= 5      a prismatic result; tempo +2 says the same
//	2d10+3 vs 1d20        a contest
func ParseTest(text string) (Test, error) {
	if n := utf8.RuneCountInString(text); n > LengthMax {
		return Test{}, &Error{text, LengthMax + 1, fmt.Sprintf("the dice have %d characters", n), fmt.Sprintf("at most %d", LengthMax)}
	}
	p := parser{text: text, runes: []rune(text)}
	p.next()
	t, err := p.test()
	if err != nil {
		return Test{}, err
	}
	return t, nil
}

// test = hand ( compare [ "+" | "-" ] number | "vs" hand ).
func (p *parser) test() (t Test, err *Error) {
	if t.Own, err = p.hand(); err != nil {
		return t, err
	}
	compare := slices.Index(comparisons[:Open], p.token)
	switch {
	case compare >= 0:
		t.Compare = Compare(compare)
		t.Need, err = p.reach()
	case p.token == "vs":
		p.next()
		t.Contest = true
		t.Against, err = p.hand()
	default:
		err = p.fail(wantAgain)
	}
	if err == nil && p.token != "" {
		err = p.fail("the end of the dice")
	}
	return t, err
}

// hand = ( "prismatic" | "tempo" ) mods | pool | roll { "+" roll } mods.
func (p *parser) hand() (h Hand, err *Error) {
	switch {
	case p.token == "prismatic" || p.token == "tempo":
		p.next()
		h.Prismatic = true
		h.Mod, err = p.mods()
		return h, err
	case p.isNumber() && p.after() == "k":
		return p.kept()
	}
	if !p.isNumber() && p.token != "d" {
		return h, p.fail(wantHand)
	}
	start, count := p.col, 0
	for {
		r, err := p.dice()
		if err != nil {
			return h, err
		}
		h.Rolls = append(h.Rolls, r)
		count += r.Count
		switch {
		case len(h.Rolls) > KindsMax:
			return h, p.failAt(start, "the hand has more than "+several(KindsMax, "kind", "kinds")+" of dice", "fewer, as in 2d6+1d8")
		case count > CountMax:
			return h, p.failAt(start, fmt.Sprintf("the hand has %d dice", count), fmt.Sprintf("at most %d", CountMax))
		}
		more := *p
		if more.next(); p.token != "+" || more.token != "d" && !(more.isNumber() && more.after() == "d") {
			break
		}
		p.next()
	}
	h.Mod, err = p.mods()
	return h, err
}

// after is the token after the present one.
func (p *parser) after() string {
	look := *p
	look.next()
	return look.token
}

// kept = number "k" number mods { "emphasis" | "flat" }.
func (p *parser) kept() (h Hand, err *Error) {
	start := p.col
	pool, err := p.pool()
	if err != nil {
		return h, err
	}
	if pool.Roll < 1 || pool.Keep < 1 {
		return h, p.failAt(start, fmt.Sprintf("%dk%d has no die to roll or none to keep", pool.Roll, pool.Keep), "at least one of each, as in 7k3+6")
	}
	h.Mod, pool.Add, pool.Explode = pool.Add, 0, true
	for {
		switch {
		case p.token == "emphasis" && !pool.Emphasis:
			pool.Emphasis = true
		case p.token == "flat" && pool.Explode:
			pool.Explode = false
		default:
			h.Pool = &pool
			return h, nil
		}
		p.next()
	}
}
