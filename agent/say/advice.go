package say

import (
	"cmp"
	"fmt"
	"strings"

	"kokyu/agent"
	"kokyu/rules/dice"
	"kokyu/rules/text"
)

// Row is one fact under its label: "reply", "Musashi: parry".
type Row struct{ Label, Says string }

// Advice returns what an advice says besides the decision itself, in the order in which a player asks.
func Advice(d agent.Advice) (rows []Row) {
	add := func(label, says string) {
		if says != "" {
			rows = append(rows, Row{label, says})
		}
	}
	if len(d.Mix) > 1 {
		var parts []string
		for _, s := range d.Mix {
			parts = append(parts, s.Do+" "+dice.InHundred(s.P))
		}
		add("mix", strings.Join(parts, ", "))
	}
	if len(d.Plan) > 1 {
		add("then", strings.Join(d.Plan[1:], ", "))
	}
	outlook := d.Outlook()
	if len(d.Options) > 0 {
		outlook = joinNonEmpty(" ", outlook, Sway(d, d.Options[0]))
	}
	add(OutlookLabel(d), outlook)
	for _, thrown := range []*agent.Odds{d.Overload, d.Check} { // as they fall
		label := "check"
		if thrown.Chance() == "" {
			label = "throw"
		}
		add(label, exactly(thrown))
	}
	add("reply", d.Reply)
	add("why", d.Why)
	return rows
}

// OutlookLabel names what the outlook of an advice is.
func OutlookLabel(d agent.Advice) string {
	if d.Foretells() {
		return "chance to win"
	}
	return "outlook"
}

// Outlook returns the chance to win within a sentence or, where none is foretold, whom the search holds to be better.
func Outlook(d agent.Advice) string {
	if d.Foretells() {
		return "chance to win " + d.Outlook()
	}
	return d.Outlook()
}

// Sway returns in brackets what a temper adds to a choice; empty if it adds nothing.
func Sway(d agent.Advice, c agent.Choice) string {
	if sway := d.Sway(c); sway != "" {
		return "(" + sway + ")"
	}
	return ""
}

// Worth returns what the i-th choice of an advice is worth less than the one of the highest value: "−3.2 points".
func Worth(d agent.Advice, i int) string {
	switch loss := d.Options[i].Loss; {
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
	Need   string // "2d10+5 >= 14", in an answer "unless 2d10+1 >= 15"; empty for what is certain
	Risk   string // "overload holds 80 %, else defenseless without Energy"
	Thrown string // all of the throw, see [exactly]
}

// PriceOf returns the price of a decision.
func PriceOf(o agent.PricedOption) (p Price) {
	thrown := cmp.Or(o.Check, o.Against, o.Lands)
	p.Thrown = exactly(thrown)
	if o.Cost > 0 {
		p.Cost = fmt.Sprint("costs ", o.Cost)
	}
	if p.Chance = thrown.Chance(); p.Chance != "" && thrown.P < 1 {
		p.Need = need(thrown)
	}
	if o.Overload != nil {
		p.Risk = o.Overload.What + " " + chance(o.Overload)
	}
	return p
}

// choice returns a decision in a line: "thrust > Masa (attack, costs 2): attack, 2d10+5 >= 14, hits 64 %, 16/25".
func choice(o agent.PricedOption) string {
	p := PriceOf(o)
	says := fmt.Sprintf("%s (%s)", o.Words, joinNonEmpty(", ", o.Phase, p.Cost))
	if thrown := joinNonEmpty("; ", p.Risk, p.Thrown); thrown != "" {
		says += ": " + thrown
	}
	return says
}

// OddsText returns a throw with what it has to reach and the chance of it: "attack, 2d10+5 >= 14, hits 64 %"; nil is no throw.
func OddsText(o *agent.Odds) string {
	if o == nil {
		return ""
	}
	return joinNonEmpty(", ", o.What, need(o), chance(o))
}

// need words what dice have to reach: of those that ward a blow off "unless 2d10+1 >= 15".
func need(o *agent.Odds) string {
	if o.Wards {
		return "unless " + o.Need
	}
	return o.Need
}

// chance words a chance, with what comes else where nobody would guess it.
func chance(o *agent.Odds) string {
	if o.Else == "" {
		return o.Chance()
	}
	return o.Chance() + ", else " + o.Else
}

// exactly is Thrown with the fraction of the chance, where it has one that can be read.
func exactly(o *agent.Odds) string {
	if o.Chance() == "" {
		return OddsText(o)
	}
	return joinNonEmpty(", ", OddsText(o), Fraction(*o))
}

// readable is the least denominator that nobody reads any more.
const readable = 1_000_000

// Fraction returns a chance as a fraction, "16/25", where it has one that can be read.
func Fraction(o agent.Odds) string {
	if o.Den == 0 || o.Den >= readable {
		return ""
	}
	return dice.Fraction{Num: o.Num, Den: o.Den}.String()
}

// joinNonEmpty joins the parts that are not empty.
func joinNonEmpty(between string, parts ...string) string {
	var said []string
	for _, p := range parts {
		if p != "" {
			said = append(said, p)
		}
	}
	return strings.Join(said, between)
}
