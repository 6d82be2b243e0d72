package say

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/rules/dice"
	"kokyu/rules/text"
)

// row is one fact with its label: "reply", "Musashi: parry". Labels are in lower case; a face that needs a sentence
// capitalises them.
type row struct{ Label, Says string }

// Advice returns what an advice says besides the decision itself, in the order in which a player asks.
func Advice(d agent.Advice) (rows []row) {
	add := func(label, says string) {
		if says != "" {
			rows = append(rows, row{label, says})
		}
	}
	if len(d.Mix) > 1 {
		parts := text.Each(d.Mix, func(s agent.Share) string { return s.Do + " " + dice.InHundred(s.P) })
		add("mix", strings.Join(parts, ", "))
	}
	if len(d.Plan) > 1 {
		add("then", strings.Join(d.Plan[1:], ", "))
	}
	outlook := d.Outlook()
	if len(d.Options) > 0 {
		outlook = joinNonEmpty(" ", outlook, Remark(d, d.Options[0]))
	}
	add(OutlookLabel(d), outlook)
	for _, thrown := range []*agent.Odds{d.Overload, d.Check, d.Against} { // in the order in which they are thrown
		add(text.Either(thrown.Chance() == "", "throw", "check"), oddsWithFraction(thrown))
	}
	add("reply", d.Reply)
	add("why", d.Why)
	return rows
}

// OutlookLabel returns the label of an advice's outlook.
func OutlookLabel(d agent.Advice) string {
	return text.Either(d.HasWinChance(), "chance to win", "outlook")
}

// Outlook returns the chance to win within a sentence or, if it is not known, which side the search prefers.
func Outlook(d agent.Advice) string {
	return text.Either(d.HasWinChance(), "chance to win ", "") + d.Outlook()
}

// Remark returns in parentheses what a temper adds to a choice, or that the choice has no effect; empty if neither.
func Remark(d agent.Advice, c agent.Choice) string {
	words := d.TemperWords(c)
	if words == "" && c.NoEffect {
		words = "without effect"
	}
	if words == "" {
		return ""
	}
	return "(" + words + ")"
}

// Worth returns how the i-th choice of an advice compares with the one of the highest value: "−3.2 points". If the
// first choice has not the highest value, the one that has is "valued highest".
func Worth(d agent.Advice, i int) string {
	switch loss := d.Options[i].Loss; { // in thousandths of a win; points are hundredths
	case loss >= 0.5:
		return text.Points(text.Signed(-loss/10, 1))
	case i == 0:
		return "best"
	case d.Options[0].Loss >= 0.5:
		return "valued highest"
	}
	return "as good"
}

// Price is what a decision takes and risks, in words; what does not apply is empty.
type Price struct {
	Cost   string // "costs 2"
	Chance string // "hits 64 %", also of dice thrown against it
	Need   string // "2d10+5 >= 14", for a defence "unless 2d10+1 >= 15"; empty if Chance is certain
	Risk   string // "overload holds 80 %, else defenseless without Energy"
	Thrown string // the throw with all its odds, see oddsWithFraction
}

// PriceOf returns the price of a decision.
func PriceOf(o agent.PricedOption) (p Price) {
	thrown := cmp.Or(o.Check, o.Against, o.Lands)
	p.Thrown = oddsWithFraction(thrown)
	if o.Cost > 0 {
		p.Cost = fmt.Sprint("costs ", o.Cost)
	}
	if p.Chance = thrown.Chance(); p.Chance != "" && thrown.P < 1 {
		p.Need = needWords(thrown)
	}
	if o.Overload != nil {
		p.Risk = o.Overload.What + " " + chanceWords(o.Overload)
	}
	return p
}

// choiceLine returns a decision in a line: "thrust > Masa (attack, costs 2): attack, 2d10+5 >= 14, hits 64 %, 16/25".
func choiceLine(o agent.PricedOption) string {
	p := PriceOf(o)
	says := fmt.Sprintf("%s (%s)", o.Words, joinNonEmpty(", ", o.Phase, p.Cost))
	if thrown := joinNonEmpty("; ", p.Risk, p.Thrown); thrown != "" {
		says += ": " + thrown
	}
	return says
}

// OddsText returns a throw with what it has to reach and its chance: "attack, 2d10+5 >= 14, hits 64 %"; empty for nil.
func OddsText(o *agent.Odds) string {
	if o == nil {
		return ""
	}
	return joinNonEmpty(", ", o.What, needWords(o), chanceWords(o))
}

// needWords returns what dice have to reach; for a defence "unless 2d10+1 >= 15".
func needWords(o *agent.Odds) string { return text.Either(o.Wards, "unless ", "") + o.Need }

// chanceWords returns a chance, and what a failure does where nobody would guess it.
func chanceWords(o *agent.Odds) string {
	return o.Chance() + text.Either(o.Else != "", ", else "+o.Else, "")
}

// oddsWithFraction is OddsText with the fraction of the chance, if people can read it.
func oddsWithFraction(o *agent.Odds) string {
	if o.Chance() == "" {
		return OddsText(o)
	}
	return joinNonEmpty(", ", OddsText(o), Fraction(*o))
}

// denominatorMax is the denominator from which on fractions are not shown. Chances are exact, and those of dice that
// are thrown again have denominators of many digits.
const denominatorMax = 1_000_000

// Fraction returns a chance as a fraction, "16/25"; empty if it has none or nobody would read it.
func Fraction(o agent.Odds) string {
	if o.Den == 0 || o.Den >= denominatorMax {
		return ""
	}
	return fmt.Sprintf("%d/%d", o.Num, o.Den)
}

// joinNonEmpty joins the parts that are not empty.
func joinNonEmpty(between string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), between)
}
