package trial

import (
	"fmt"
	"strings"

	"kokyu/agent"
	"kokyu/rules/breath/rows"
)

// What Energy brings: a spell or an order does what it is for in a trial, a small fight in which everybody does what is
// written. A trial is gone through whole, every throw of its dice with its chance, once with what is weighed and once without
// it; what that makes of Wounds, by the Energy it takes, is its worth.

// scales weigh the rows of a catalogue.
type scales struct {
	catalogue agent.Catalogue
	rows      func() rows.Book
}

// breathWorths are both kinds of rows that are weighed, of a catalogue.
func breathWorths(c agent.Catalogue) []Worth {
	w := scales{c, rowsOf[rows.Book](c, rows.System)}
	return []Worth{
		{
			Name: "spells", Says: spellsSay, Title: "What spells bring", Lines: spellLines,
			Rows: func() []string { return fightSpells(w.rows()) },
			Row: func(name string) string {
				s := w.rows().Spells[name]
				return rowText(s) + rowText(w.rows().Combatants[s.Does.Call]) + written(spellTrials(name, s))
			},
			Weigh: w.spell,
		},
		{
			Name: "orders", Says: ordersSay, Title: "What orders bring", Lines: orderLines,
			Rows:  func() []string { return rows.Orders },
			Row:   func(name string) string { return written(orderTrials(w.rows(), name)) + squadText(w.rows()) },
			Weigh: w.order,
		},
	}
}

// written is all that some trials say.
func written(list []trial) string {
	var b strings.Builder
	for _, t := range list {
		fmt.Fprintf(&b, "%s%s%+v", t.rows(), t.encounter(), t.players)
	}
	return b.String()
}

// mean is what some trials bring, each as likely as the others.
func (w scales) mean(list []trial) (sum brought, err error) {
	for _, t := range list {
		got, err := t.weigh(w.catalogue)
		if err != nil {
			return sum, err
		}
		sum.wounds += got.wounds / float64(len(list))
		sum.energy += got.energy / float64(len(list))
	}
	return sum, nil
}

// beside puts what a row brings beside a cut of a swordsman who adds mod to it.
func (w scales) beside(row Weighed, list []trial, mod int) (Weighed, error) {
	got, err := w.mean(list)
	if err != nil {
		return row, err
	}
	cut, err := cutTrial(mod).weigh(w.catalogue)
	if err != nil {
		return row, err
	}
	row.Scene, row.Takes, row.Gains, row.Cut = list[0].says, got.energy, got.wounds, cut.wounds/cut.energy
	if got.energy > 0 {
		row.Beside = row.Kept * got.wounds / got.energy / row.Cut
	}
	if row.Outside() {
		row.Why = worthWhy[row.Row]
	}
	return row, nil
}

// cutTrial is a horizontal cut at Defense 12.
func cutTrial(mod int) trial {
	p := people{}
	p.add("Friend", bladeRow(mod, lastEnergy, ""))
	p.add("Foe", bladeRow(mod, lastEnergy, ""))
	return p.trial("", 1, 1, "us Friend/them Foe/Friend 0: *cut Foe")
}
