package dice

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
)

// Answer is the exact answer to a question about dice, for people and for programs.
type Answer struct {
	Question string
	Chances  []Chance // success of a check; win, tie and lose of a contest; or one for each outcome
	Note     string   // the mean, or the pool as which another one is read
	Shares   *Shares  // the chance of each outcome, for people; nil if Chances has them
	Table    *Table   // all outcomes, for programs; nil if they get Chances
}

// Answer answers the question. The chance to reach a number is exact. A list of outcomes may leave out less than
// [tailMax], and says how much.
func (e Expr) Answer() Answer {
	if e.Compare == MoreThan && (e.Own.endlessTerm() != nil || e.Against.endlessTerm() != nil) {
		e.Compare, e.Need = AtLeast, e.Need+1 // as players of such dice put it
	}
	alone := e.Compare == Open && !e.Contest
	if e.isPrismatic() && e.Words == "" {
		e.Words = fmt.Sprintf("tempo %+d", e.Own.Mod)
		if e.Contest {
			e.Words += fmt.Sprintf(" vs %+d", e.Against.Mod)
		}
	}
	a := Answer{Question: e.String(), Chances: e.Chances()}
	notes := e.notes()
	var shares Shares
	if e.Contest {
		shares = e.margins()
	} else {
		d := e.dist()
		shares = e.shares(d, a.Chances)
		if alone {
			a.Table = e.table(d)
			notes = slices.Insert(notes, 0, e.averageText(a.Table.Mean)+" on average")
		}
	}
	switch {
	case !e.isPrismatic() || alone:
		a.Shares = &shares
	case e.Contest && e.Compare == Open:
		a.Chances[0].Says, a.Chances[1].Says, a.Chances[2].Says = "ahead", "even", "behind"
	}
	if e.Compare != Open {
		a.Chances = a.Chances[:1] // the chance of failure is the rest
	}
	a.Note = strings.Join(notes, "; ")
	return a
}

// averageText words a mean in two decimals, of plain dice without trailing zeros; if e has a unit, with the unit.
func (e Expr) averageText(mean float64) string {
	switch {
	case e.Of != "":
		return fmt.Sprintf("%.2f %s", mean, e.Of)
	case e.Own.endlessTerm() != nil:
		return fmt.Sprintf("%.2f", mean)
	}
	return fmt.Sprint(math.Round(100*mean) / 100)
}

// notes says which pools are read as other ones (R-RK-61).
func (e Expr) notes() (notes []string) {
	for _, h := range []Hand{e.Own, e.Against} {
		t := h.endlessTerm()
		if t == nil || t.Pool == nil {
			continue
		}
		p := *t.Pool
		if len(h.Terms) == 1 {
			p.Add += h.Mod
		}
		why := "no more dice are kept than rolled"
		if p.Roll >= tenDice {
			why = "ten dice are the most"
		}
		if q := p.Normalize(); q != p {
			notes = append(notes, fmt.Sprintf("%v is read as %v: %s", p, q, why))
		}
	}
	return slices.Compact(notes)
}

// MarshalJSON returns {"num","den","p"} for a check, {"win","tie","lose"} with three such chances for a contest, and
// the table for a roll alone.
func (a Answer) MarshalJSON() ([]byte, error) {
	switch {
	case a.Table != nil:
		return json.Marshal(a.Table)
	case len(a.Chances) == 3:
		return json.Marshal(struct {
			Win  Chance `json:"win"`
			Tie  Chance `json:"tie"`
			Lose Chance `json:"lose"`
		}{a.Chances[0], a.Chances[1], a.Chances[2]})
	}
	return json.Marshal(a.Chances[0])
}

// Table has all outcomes of a throw, for programs. If the dice have no highest total, Exact is false and Error is the
// chance of the outcomes left out.
type Table struct {
	Outcomes []Outcome `json:"outcomes"`
	Mean     float64   `json:"mean"`
	Exact    *bool     `json:"exact,omitempty"`
	Error    float64   `json:"error,omitempty"`
}

// Outcome is one line of a [Table]. Of is the key of its value: total, wounds, ap. Exact may be nil.
type Outcome struct {
	Of    string
	Value int
	Exact *big.Rat
	P     float64
}

// MarshalJSON returns {"total":7,"num":1,"den":6,"p":0.166}, without the fraction if Exact is nil.
func (o Outcome) MarshalJSON() ([]byte, error) {
	p, err := json.Marshal(o.P)
	fraction := ""
	if o.Exact != nil {
		fraction = fmt.Sprintf(`"num":%d,"den":%d,`, o.Exact.Num(), o.Exact.Denom())
	}
	return fmt.Appendf(nil, `{%q:%d,%s"p":%s}`, o.Of, o.Value, fraction, p), err
}

// table returns the table of a roll alone.
func (e Expr) table(d Dist) *Table {
	t := &Table{Mean: d.Mean()}
	of := strings.ToLower(cmp.Or(e.Of, "total"))
	for i, w := range d.ways {
		if w.Sign() == 0 {
			continue
		}
		p := new(big.Rat).SetFrac(w, d.total)
		o := Outcome{Of: of, Value: d.min + i}
		if o.P, _ = p.Float64(); d.tail.Sign() == 0 {
			o.Exact = p
		}
		t.Outcomes = append(t.Outcomes, o)
	}
	if d.tail.Sign() > 0 {
		t.Exact = new(false)
		t.Error, _ = new(big.Rat).SetFrac(d.tail, d.total).Float64()
	}
	return t
}

// Shares is a table of outcomes for people: each total or margin, its chance, and how much of that succeeds.
type Shares struct {
	Of   string  // what the values are: total, margin
	List []Share // by value, rising, without gaps
	// Cuts are values at which a line must begin if several values share one, so that success stays apart from failure.
	// Lines are counted from the first of them.
	Cuts []int
}

// Share is one line of a table of outcomes.
type Share struct {
	Value       int
	Below, Past bool     // the line includes all smaller values, or all larger ones
	P           *big.Rat // its chance
	Good        *big.Rat // the part of P that succeeds, or wins
}

// rareOneIn bounds the ends of a table: values beyond which less than one throw in rareOneIn lies share one line.
const rareOneIn = 1000

// cuts returns the values at which success begins or ends, or only first if there is no number to reach.
func (e Expr) cuts(first int) []int {
	switch e.Compare {
	case Open:
		return []int{first}
	case MoreThan, AtMost:
		return []int{e.Need + 1}
	case Equal:
		return []int{e.Need, e.Need + 1}
	}
	return []int{e.Need}
}

// shares returns the totals, or what Less leaves of them. If they have no end, rare ones share one line. chances are
// those of success and failure, if there is a number to reach.
func (e Expr) shares(d Dist, chances []Chance) Shares {
	s := Shares{Of: cmp.Or(e.Of, "total"), Cuts: e.cuts(d.min)}
	left := new(big.Int).Set(d.total) // the ways of this total and of all above it
	for i, w := range d.ways {
		n := d.min + i
		share := Share{Value: n, Good: new(big.Rat)}
		share.Past = i > 0 && d.tail.Sign() > 0 && new(big.Int).Mul(left, big.NewInt(rareOneIn)).Cmp(d.total) < 0
		share.P = new(big.Rat).SetFrac(w, d.total)
		if share.Past {
			share.P.SetFrac(left, d.total)
		}
		low := e.Compare == AtMost || e.Compare == LessThan
		switch {
		case share.Past && s.Cuts[len(s.Cuts)-1] > n && low: // success ends within this line
			share.Good.Sub(share.P, chances[1].Rat)
		case share.Past && s.Cuts[len(s.Cuts)-1] > n: // success begins within this line
			share.Good = chances[0].Rat
		case !e.Compare.holds(n, e.Need):
		case !e.Crit:
			share.Good = share.P
		case (n-e.Own.Mod)%2 == 0: // one double makes each even sum of two dice
			share.Good = new(big.Rat).SetFrac(big.NewInt(1), d.total)
		}
		s.List = append(s.List, share)
		if share.Past {
			break
		}
		left.Sub(left, w)
	}
	return s
}

// margins returns by how much the first hand is ahead of the other one. With endless dice the rare ends are one line
// each.
func (e Expr) margins() Shares {
	a, b := e.Own.dist(), e.Against.dist()
	all := new(big.Int).Mul(a.total, b.total)
	a.tail, b.tail = new(big.Int), new(big.Int) // totals that are not listed get no line
	margins := a.Plus(b.negate())
	least, ways := margins.min, margins.ways
	low, high := 0, len(ways)-1 // the first and the last margin between the rare ends
	if e.Own.endlessTerm() != nil || e.Against.endlessTerm() != nil {
		isRare := func(sum *big.Int) bool { return new(big.Int).Mul(sum, big.NewInt(rareOneIn)).Cmp(all) < 0 }
		for sum := new(big.Int).Set(ways[low]); isRare(sum); sum.Add(sum, ways[low]) {
			low++
		}
		for sum := new(big.Int).Set(ways[high]); isRare(sum); sum.Add(sum, ways[high]) {
			high--
		}
	}
	holds := func(margin int) bool {
		return margin > 0 && e.Compare == Open || e.Compare != Open && e.Compare.holds(margin, e.Need)
	}
	s := Shares{Of: "margin", Cuts: e.cuts(1)}
	add := func(from, to int, share Share) {
		sum, good := new(big.Int), new(big.Int)
		for k := from; k <= to; k++ {
			if sum.Add(sum, ways[k]); holds(least + k) {
				good.Add(good, ways[k])
			}
		}
		if sum.Sign() > 0 || from == to {
			share.P, share.Good = new(big.Rat).SetFrac(sum, all), new(big.Rat).SetFrac(good, all)
			s.List = append(s.List, share)
		}
	}
	add(0, low-1, Share{Value: least + low - 1, Below: true})
	for k := low; k <= high; k++ {
		add(k, k, Share{Value: least + k})
	}
	add(high+1, len(ways)-1, Share{Value: least + high + 1, Past: true})
	return s
}
