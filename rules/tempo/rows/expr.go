package rows

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kokyu/rules/dice"
)

// Limits of the odds language of this system: modifiers and thresholds.
const (
	oddsModMax  = 40
	oddsNeedMax = 60
)

// Expr is a question about this system's dice.
//
//	tempo +3 >= 5          one check: a prismatic result and 3 reach 5
//	tempo +3 vs +2 >= 1    two opposed: the difference reaches 1; > 0 says the same
//	tempo +3 vs +2         the same, who comes out ahead
//	recover -4             Recover Stamina at -4
//	2d6+1 >= 8             anything the shared language knows
type Expr struct {
	Recover bool
	Mod     int
	Opposed bool
	Against int
	Asked   bool // whether there is a threshold
	Need    int
	Dice    *dice.Expr // a question in the shared language
}

// String is the expression as [ParseOdds] reads it.
func (e Expr) String() string {
	switch {
	case e.Dice != nil:
		return e.Dice.String()
	case e.Recover:
		return fmt.Sprintf("recover %+d", e.Mod)
	}
	text := fmt.Sprintf("tempo %+d", e.Mod)
	if e.Opposed {
		text += fmt.Sprintf(" vs %+d", e.Against)
	}
	if e.Asked {
		text += fmt.Sprintf(" >= %d", e.Need)
	}
	return text
}

// Odds is the exact answer to an Expr: one chance of a check, three of an open comparison, one for each allocation.
type Odds struct {
	Expr    Expr
	Chances []dice.Chance
	AP      []int     // of Recover Stamina: what each chance regains
	Mean    float64   // and on average
	Dice    dice.Odds // of a question in the shared language
}

// MarshalJSON is that of the check, {"win","tie","lose"}, or {"outcomes":[{"ap","num","den","p"}],"mean"}.
func (o Odds) MarshalJSON() ([]byte, error) {
	switch {
	case o.Expr.Dice != nil:
		return o.Dice.MarshalJSON()
	case o.Expr.Asked:
		return o.Chances[0].MarshalJSON()
	case !o.Expr.Recover:
		return json.Marshal(struct {
			Win  dice.Chance `json:"win"`
			Tie  dice.Chance `json:"tie"`
			Lose dice.Chance `json:"lose"`
		}{o.Chances[0], o.Chances[1], o.Chances[2]})
	}
	type outcome struct {
		AP int     `json:"ap"`
		P  float64 `json:"p"`
	}
	var all []outcome
	for k, c := range o.Chances {
		all = append(all, outcome{o.AP[k], c.P()})
	}
	return json.Marshal(struct {
		Outcomes []outcome `json:"outcomes"`
		Mean     float64   `json:"mean"`
	}{all, o.Mean})
}

// Odds works the answer out; the book gives the table of Recover Stamina.
func (e Expr) Odds(book Book) Odds {
	o := Odds{Expr: e}
	margin := func(n int) *big.Rat { return dice.Prismatic.ExactMargin(n - e.Mod + e.Against) }
	switch {
	case e.Dice != nil:
		o.Dice = e.Dice.Odds()
	case e.Recover:
		e.recovery(book, &o)
	case e.Asked && e.Opposed:
		o.Chances = []dice.Chance{{Says: "success", Rat: margin(e.Need)}}
	case e.Asked:
		o.Chances = []dice.Chance{{Says: "success", Rat: dice.Prismatic.ExactAtLeast(e.Need - e.Mod)}}
	default:
		ahead, level := margin(1), margin(0)
		o.Chances = []dice.Chance{{Says: "ahead", Rat: ahead}, {Says: "even", Rat: new(big.Rat).Sub(level, ahead)}, {Says: "behind", Rat: new(big.Rat).Sub(big.NewRat(1, 1), level)}}
	}
	return o
}

// recovery lists the rows of the table that can be reached.
func (e Expr) recovery(book Book, o *Odds) {
	rows := book.Actions[recoverStamina].Outcomes
	mean := new(big.Rat)
	for k, r := range rows {
		p := big.NewRat(1, 1)
		if k > 0 {
			p = dice.Prismatic.ExactAtLeast(r.From.N - e.Mod)
		}
		if k+1 < len(rows) {
			p.Sub(p, dice.Prismatic.ExactAtLeast(rows[k+1].From.N-e.Mod))
		}
		if p.Sign() == 0 {
			continue
		}
		o.AP, o.Chances = append(o.AP, r.AP.N), append(o.Chances, dice.Chance{Says: fmt.Sprintf("%d AP", r.AP.N), Rat: p})
		mean.Add(mean, new(big.Rat).Mul(p, big.NewRat(int64(r.AP.N), 1)))
	}
	o.Mean, _ = mean.Float64()
}

// OddsWords are what this system's own questions begin with.
var OddsWords = []string{"tempo", "recover"}

const (
	wantTempo = "tempo +3 vs +2 >= 1"
	wantMod   = "a modifier with its sign, as in " + wantTempo
	wantAsked = "vs and a modifier, or >= (or >) and a result, as in " + wantTempo
)

// ParseOdds reads a question about this system's dice; whatever is not its own is the shared language's. Every error is a
// [*dice.Error].
func ParseOdds(txt string) (Expr, error) {
	words, cols := dice.Words(txt)
	head := ""
	if len(words) > 0 {
		head = strings.ToLower(words[0])
	}
	if !slices.Contains(OddsWords, head) {
		d, err := dice.Parse(txt)
		return Expr{Dice: &d}, err
	}
	wrong := func(k int, want string) error {
		if k >= len(words) {
			return &dice.Error{Expr: txt, Col: 1 + utf8.RuneCountInString(txt), What: "the expression ends here", Want: want}
		}
		return &dice.Error{Expr: txt, Col: cols[k], What: fmt.Sprintf("%q does not fit here", words[k]), Want: want}
	}
	if n := utf8.RuneCountInString(txt); n > dice.LengthMax {
		return Expr{}, &dice.Error{Expr: txt, Col: dice.LengthMax + 1, What: fmt.Sprintf("the expression has %d characters", n), Want: fmt.Sprintf("at most %d", dice.LengthMax)}
	}
	number := func(k, most int, want string) (int, error) {
		if k >= len(words) {
			return 0, wrong(k, want)
		}
		n, err := strconv.Atoi(words[k])
		if err != nil {
			return 0, wrong(k, want)
		}
		if n < -most || n > most {
			return 0, &dice.Error{Expr: txt, Col: cols[k], What: fmt.Sprintf("the number is %d", n), Want: fmt.Sprintf("%d to %d", -most, most)}
		}
		return n, nil
	}
	e := Expr{Recover: head == "recover"}
	var err error
	if e.Mod, err = number(1, oddsModMax, wantMod); err != nil {
		return Expr{}, err
	}
	k := 2
	if !e.Recover && k < len(words) && strings.EqualFold(words[k], "vs") {
		e.Opposed = true
		if e.Against, err = number(k+1, oddsModMax, wantMod); err != nil {
			return Expr{}, err
		}
		k += 2
	}
	if !e.Recover && k < len(words) && (words[k] == ">=" || words[k] == ">") {
		e.Asked = true
		above := 0 // more than 4 is 5 or more: a margin is a whole number
		if words[k] == ">" {
			above = 1
		}
		if e.Need, err = number(k+1, oddsNeedMax-above, "a whole number, as in "+wantTempo); err != nil {
			return Expr{}, err
		}
		e.Need += above
		k += 2
	}
	if k < len(words) && !e.Recover && !e.Asked {
		return Expr{}, wrong(k, wantAsked)
	}
	if k < len(words) {
		return Expr{}, wrong(k, "the end of the expression")
	}
	if !e.Recover && !e.Asked && !e.Opposed {
		return Expr{}, wrong(k, wantAsked)
	}
	return e, nil
}
