package dice

import "math/big"

// Shares is a table of outcomes for people: what can come of the dice, how likely each is, and how much of it succeeds.
type Shares struct {
	Of   string  // what the values are: total, margin
	List []Share // by value, rising, without gaps
	// Cuts are values at which a line begins when several are joined to one, the first of them also the one lines are
	// counted from: what succeeds stays apart from what does not.
	Cuts []int
}

// Share is one line of a table of outcomes.
type Share struct {
	Value       int
	Below, Past bool     // with all that is less, or more: where a table ends and the values do not
	P           *big.Rat // how likely
	Good        *big.Rat // how much of that succeeds, or wins
}

// Shares is the answer's table of outcomes.
func (e Expr) Shares(o Odds) Shares {
	s := Shares{Of: "total", Cuts: []int{e.Need}}
	switch {
	case o.Contest:
		s.Of, s.Cuts = "margin", []int{1}
	case o.Open:
		s.Cuts = []int{o.Bars[0].Value}
	case e.Compare == MoreThan || e.Compare == AtMost:
		s.Cuts = []int{e.Need + 1}
	case e.Compare == Equal:
		s.Cuts = append(s.Cuts, e.Need+1)
	}
	for _, b := range o.Bars {
		s.List = append(s.List, Share{Value: b.Value, P: Of(b.Ways, o.Throws).Rat(), Good: Of(b.Good, o.Throws).Rat()})
	}
	return s
}
