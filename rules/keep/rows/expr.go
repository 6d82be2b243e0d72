package rows

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kokyu/rules/book"
	"kokyu/rules/dice"
)

// Limits of the odds language of this system: numbers to reach, and what is taken off damage.
const (
	oddsNeedMin, oddsNeedMax = -99, 300
	oddsReductionMax         = 30
)

// endured is what Endure takes off damage (RK-177).
const endured = 10

// Expr is a question about this system's dice.
//
//	7k3+6 >= 25                  one test: 7 dice, the 3 highest and 6 reach 25
//	6k3 emphasis >= 20           ones are thrown again, once
//	3k2 flat                     dice that do not explode; how likely each total is
//	5k3 vs 4k3 flat              two pools against each other
//	damage 6k3+6 reduction=3     how many Wounds; with endure less 10 before that
//	damage 6k3+6 >= 16           and whether there are so many
type Expr struct {
	Damage    bool
	Pool      dice.Pool
	Endure    bool
	Reduction int
	Opposed   bool
	Against   dice.Pool
	Asked     bool // whether there is a number to reach
	Need      int
}

// String is the expression as [ParseOdds] reads it.
func (e Expr) String() string {
	text := PoolText(e.Pool)
	if e.Damage {
		text = "damage " + text
	}
	if e.Endure {
		text += " endure"
	}
	if e.Reduction > 0 {
		text += fmt.Sprintf(" reduction=%d", e.Reduction)
	}
	if e.Opposed {
		text += " vs " + PoolText(e.Against)
	}
	if e.Asked {
		text += fmt.Sprintf(" >= %d", e.Need)
	}
	return text
}

// PoolText is a pool as a question and an event have it: "6k3 emphasis", "3k2 flat".
func PoolText(p dice.Pool) string {
	text := p.String()
	if p.Emphasis {
		text += " emphasis"
	}
	if !p.Explode {
		text += " flat"
	}
	return text
}

// Odds is the answer to an Expr: one chance of a number to reach, three of a contest, else only how likely each total is.
type Odds struct {
	Expr    Expr
	Chances []dice.Chance
	Shares  dice.Shares
	Totals  dice.Dist // of a question without a chance: totals, or Wounds
	Mean    float64
}

// Odds works the answer out. The chance to reach a number is exact. A contest of two pools that explode has no sum that
// ends: its chances carry how far off they may be; if one of the two is flat, all is finite. What is listed without a
// number leaves out less than [dice.TailMax].
func (e Expr) Odds() Odds {
	o := Odds{Expr: e}
	if e.Opposed {
		o.contest()
		return o
	}
	o.Totals = e.wounds(e.Pool.Dist())
	o.Mean = e.mean(o.Totals)
	if e.Asked {
		o.Chances = []dice.Chance{{Says: "success", Rat: e.atLeast(e.Need)}}
	}
	o.Shares = e.shares(o.Totals)
	return o
}

// wounds is what is left of a damage roll: Endure takes off first, Reduction then, and neither more than there is
// (RK-53, R-RK-26). Of a test it is the total.
func (e Expr) wounds(d dice.Dist) dice.Dist {
	if e.Endure {
		d = floored(d.Shift(-endured))
	}
	if e.Damage {
		d = floored(d.Shift(-e.Reduction))
	}
	return d
}

// floored counts everything below nothing as nothing, all of it if there is no more.
func floored(d dice.Dist) dice.Dist {
	if d.Max() < 0 {
		return dice.New(0, []*big.Int{big.NewInt(1)}, nil)
	}
	return d.Floor(0)
}

// atLeast is the chance of n Wounds or more, or of a total of n.
func (e Expr) atLeast(n int) *big.Rat {
	if e.Damage && n <= 0 {
		return big.NewRat(1, 1)
	}
	if e.Endure {
		n += endured
	}
	return e.Pool.AtLeast(n + e.Reduction)
}

// mean is what to expect of a listed distribution.
func (e Expr) mean(d dice.Dist) float64 {
	sum := new(big.Rat).SetInt64(int64(d.Min()))
	for n := d.Min() + 1; n <= d.Max(); n++ {
		sum.Add(sum, d.AtLeast(n))
	}
	mean, _ := sum.Float64()
	return mean
}

// rare is how likely the totals are together that a table of outcomes lists as one, at its ends.
var rare = big.NewRat(1, 1000)

// shares are the outcomes, those beyond the last that is not rare in one.
func (e Expr) shares(d dice.Dist) dice.Shares {
	s := dice.Shares{Of: "total", Cuts: []int{d.Min()}}
	if e.Damage {
		s.Of = "Wounds"
	}
	if e.Asked {
		s.Cuts[0] = e.Need
	}
	for n := d.Min(); n <= d.Max(); n++ {
		rest := d.AtLeast(n)
		past := n > d.Min() && d.Tail().Sign() > 0 && rest.Cmp(rare) < 0
		share := dice.Share{Value: n, Past: past, P: rest, Good: new(big.Rat)}
		if !past {
			share.P = rest.Sub(rest, d.AtLeast(n+1))
		}
		switch {
		case !e.Asked || n >= e.Need:
			share.Good = share.P
		case past:
			share.Good = e.atLeast(e.Need)
		}
		s.List = append(s.List, share)
		if past {
			break
		}
	}
	return s
}

// contest compares the pools. Where one of them ends, the other need only be listed as far.
func (o *Odds) contest() {
	e := o.Expr
	a, b := e.Pool.Dist(), e.Against.Dist()
	switch {
	case b.Tail().Sign() == 0:
		a = e.Pool.Upto(max(b.Max(), a.Min()))
	case a.Tail().Sign() == 0:
		b = e.Against.Upto(max(a.Max(), b.Min()))
	}
	c := a.Against(b)
	open := c.Open
	if open.Sign() == 0 {
		open = nil
	}
	o.Chances = []dice.Chance{{Says: "win", Rat: c.Win, Error: open}, {Says: "tie", Rat: c.Tie, Error: open}, {Says: "lose", Rat: c.Lose, Error: open}}
	o.Shares = margins(e.Pool.Curve(), e.Against.Curve())
}

// margins are how far one pool comes out above another, the rare ends in one each.
func margins(a, b dice.Curve) dice.Shares {
	margin := make([]float64, a.Last()-b.First()+b.Last()-a.First()+1)
	least := a.First() - b.Last()
	for x := a.First(); x <= a.Last(); x++ {
		for y := b.First(); y <= b.Last(); y++ {
			margin[x-y-least] += float64(a.Exactly(x) * b.Exactly(y))
		}
	}
	end, _ := rare.Float64()
	low, high := 0, len(margin)-1 // what is left between the rare ends
	for sum := margin[low]; sum < end; sum += margin[low] {
		low++
	}
	for sum := margin[high]; sum < end; sum += margin[high] {
		high--
	}
	s := dice.Shares{Of: "margin", Cuts: []int{1}}
	add := func(from, to int, share dice.Share) {
		p, good := 0.0, 0.0
		for k := from; k <= to; k++ {
			if p += margin[k]; least+k > 0 {
				good += margin[k]
			}
		}
		if p > 0 || from == to {
			share.P, share.Good = new(big.Rat).SetFloat64(p), new(big.Rat).SetFloat64(good)
			s.List = append(s.List, share)
		}
	}
	add(0, low-1, dice.Share{Value: least + low - 1, Below: true})
	for k := low; k <= high; k++ {
		add(k, k, dice.Share{Value: least + k})
	}
	add(high+1, len(margin)-1, dice.Share{Value: least + high + 1, Past: true})
	return s
}

// MarshalJSON is that of the chance; {"win","tie","lose"} of a contest; of a roll or of damage alone {"outcomes","mean"},
// each outcome a "total" or "wounds" with its chance, exact in "num" and "den" where the dice do not explode, else with
// "exact": false and how much is left out as "error".
func (o Odds) MarshalJSON() ([]byte, error) {
	switch {
	case o.Expr.Opposed:
		return json.Marshal(struct {
			Win  dice.Chance `json:"win"`
			Tie  dice.Chance `json:"tie"`
			Lose dice.Chance `json:"lose"`
		}{o.Chances[0], o.Chances[1], o.Chances[2]})
	case o.Expr.Asked:
		return o.Chances[0].MarshalJSON()
	}
	return o.distribution()
}

func (o Odds) distribution() ([]byte, error) {
	type outcome struct {
		Total  *int     `json:"total,omitempty"`
		Wounds *int     `json:"wounds,omitempty"`
		Num    *big.Int `json:"num,omitempty"`
		Den    *big.Int `json:"den,omitempty"`
		P      float64  `json:"p"`
	}
	tail := o.Totals.Tail()
	var all []outcome
	for n := o.Totals.Min(); n <= o.Totals.Max(); n++ {
		p := new(big.Rat).SetFrac(o.Totals.Ways(n), o.Totals.Total())
		one := outcome{Total: &n}
		if o.Expr.Damage {
			one = outcome{Wounds: &n}
		}
		if tail.Sign() == 0 {
			one.Num, one.Den = p.Num(), p.Denom()
		}
		if one.P, _ = p.Float64(); p.Sign() > 0 {
			all = append(all, one)
		}
	}
	answer := struct {
		Outcomes []outcome `json:"outcomes"`
		Mean     float64   `json:"mean"`
		Exact    *bool     `json:"exact,omitempty"`
		Error    float64   `json:"error,omitempty"`
	}{Outcomes: all, Mean: o.Mean}
	if tail.Sign() > 0 {
		answer.Exact = new(false)
		answer.Error, _ = tail.Float64()
	}
	return json.Marshal(answer)
}

// Notes are the pools that come to the table as others (R-RK-61).
func (e Expr) Notes() (notes []string) {
	pools := []dice.Pool{e.Pool}
	if e.Opposed {
		pools = append(pools, e.Against)
	}
	for _, p := range pools {
		why := "no more dice are kept than rolled"
		if p.Roll >= 10 {
			why = "ten dice are the most"
		}
		if q := p.Settled(); q != p {
			notes = append(notes, fmt.Sprintf("%v is read as %v: %s", p, q, why))
		}
	}
	return slices.Compact(notes)
}

// Answered is the answer to a question as people read it.
func Answered(text string) (book.Answer, error) {
	e, err := ParseOdds(text)
	if err != nil {
		return book.Answer{}, err
	}
	o, notes := e.Odds(), e.Notes()
	switch {
	case e.Asked || e.Opposed:
	case e.Damage:
		notes = slices.Insert(notes, 0, fmt.Sprintf("%.2f Wounds on average", o.Mean))
	default:
		notes = slices.Insert(notes, 0, fmt.Sprintf("%.2f on average", o.Mean))
	}
	return book.Answer{Asked: e.String(), Chances: o.Chances, Note: strings.Join(notes, "; "), Shares: &o.Shares, Shown: o}, nil
}

// OddsWords are what this system's own questions begin with, if not with dice.
var OddsWords = []string{"damage"}

// OddsDice says whether a question that begins so asks for dice rolled and kept.
func OddsDice(head string) bool {
	rest := strings.TrimLeft(head, "0123456789")
	return rest != head && strings.HasPrefix(strings.ToLower(rest), "k")
}

const (
	wantDice  = "at least one die rolled and one kept, as in 7k3+6"
	wantAsked = "emphasis or flat, then >= (or >) and a number, or vs and dice, as in 7k3+6 >= 25 or 5k3 vs 4k3"
	wantHurt  = "emphasis, flat, endure or reduction=, then >= (or >) and Wounds, as in damage 6k3+6 reduction=3 >= 16"
)

// ParseOdds reads a question about this system's dice. Every error is a [*dice.Error].
func ParseOdds(text string) (Expr, error) {
	r := exprReader{text: text}
	if n := utf8.RuneCountInString(text); n > dice.LengthMax {
		return Expr{}, r.wrong(dice.LengthMax+1, fmt.Sprintf("the expression has %d characters", n), fmt.Sprintf("at most %d", dice.LengthMax))
	}
	var e Expr
	r.from(1)
	if e.Damage = strings.EqualFold(r.word(), "damage"); e.Damage {
		r.step()
	}
	var err error
	if e.Pool, err = r.pool(&e); err != nil {
		return Expr{}, err
	}
	switch {
	case strings.EqualFold(r.word(), "vs") && !e.Damage:
		r.step()
		e.Opposed = true
		e.Against, err = r.pool(nil)
	case r.word() == ">=" || r.word() == ">":
		err = r.need(&e)
	}
	switch {
	case err != nil:
		return Expr{}, err
	case r.word() == "":
		return e, nil
	case e.Opposed || e.Asked:
		return Expr{}, r.unfit("the end of the expression")
	case e.Damage:
		return Expr{}, r.unfit(wantHurt)
	}
	return Expr{}, r.unfit(wantAsked)
}

// exprReader takes a question word by word.
type exprReader struct {
	text  string
	words []string
	cols  []int
}

// from begins at a column; of a word that has begun before it there is the rest.
func (r *exprReader) from(col int) {
	r.words, r.cols = dice.Words(r.text)
	for len(r.cols) > 0 && r.cols[0] < col {
		if word := []rune(r.words[0]); r.cols[0]+len(word) > col {
			r.words[0], r.cols[0] = string(word[col-r.cols[0]:]), col
			return
		}
		r.step()
	}
}

// word is the next one, nothing at the end.
func (r *exprReader) word() string {
	if len(r.words) == 0 {
		return ""
	}
	return r.words[0]
}

func (r *exprReader) step() { r.words, r.cols = r.words[1:], r.cols[1:] }

// col is where the next word begins, or one past the end.
func (r *exprReader) col() int {
	if len(r.cols) == 0 {
		return 1 + utf8.RuneCountInString(r.text)
	}
	return r.cols[0]
}

func (r *exprReader) wrong(col int, what, want string) error {
	return &dice.Error{Expr: r.text, Col: col, What: what, Want: want}
}

// unfit is the mistake that the next word is not what is wanted here.
func (r *exprReader) unfit(want string) error {
	if r.word() == "" {
		return r.wrong(r.col(), "the expression ends here", want)
	}
	return r.wrong(r.col(), fmt.Sprintf("%q does not fit here", r.word()), want)
}

// pool takes dice and the words that say what they are like; of damage, whose is not nil, those that take off it too.
func (r *exprReader) pool(e *Expr) (dice.Pool, error) {
	col := r.col()
	p, next, err := dice.PoolAt(r.text, col)
	if err != nil {
		return p, err
	}
	if p.Roll == 0 || p.Keep == 0 {
		return p, r.wrong(col, fmt.Sprintf("%v throws nothing", p), wantDice)
	}
	p.Explode = true
	seen := map[string]bool{}
	for r.from(next); ; r.step() {
		word, value, set := strings.Cut(strings.ToLower(r.word()), "=")
		hurt := e != nil && e.Damage
		switch {
		case word == "flat" && !set:
			p.Explode = false
		case word == "emphasis" && !set:
			p.Emphasis = true
		case word == "endure" && !set && hurt:
			e.Endure = true
		case word == "reduction" && set && hurt:
			n, err := strconv.Atoi(value)
			if err != nil || n < 0 || n > oddsReductionMax {
				return p, r.wrong(r.col(), fmt.Sprintf("%q is no Reduction", r.word()), fmt.Sprintf("reduction=0 to reduction=%d", oddsReductionMax))
			}
			e.Reduction = n
		default:
			return p, nil
		}
		if seen[word] {
			return p, r.wrong(r.col(), word+" is here twice", "it once")
		}
		seen[word] = true
	}
}

// need takes the number to reach.
func (r *exprReader) need(e *Expr) error {
	above := 0 // more than 4 is 5 or more
	if r.word() == ">" {
		above = 1
	}
	r.step()
	n, err := strconv.Atoi(r.word())
	switch {
	case err != nil:
		return r.unfit("a number, as in 7k3+6 >= 25")
	case n < oddsNeedMin || n > oddsNeedMax-above:
		return r.wrong(r.col(), fmt.Sprintf("the number to reach is %d", n), fmt.Sprintf("%d to %d", oddsNeedMin, oddsNeedMax-above))
	}
	e.Asked, e.Need = true, n+above
	r.step()
	return nil
}
