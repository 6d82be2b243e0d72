package book

import (
	"kokyu/rules/text"
)

// Page is a combatant's sheet between fights.
type Page struct {
	Name   string     `json:"name"`
	System string     `json:"system,omitempty"`
	Row    string     `json:"row,omitempty"` // of the catalogue that the combatant is
	At     string     `json:"at,omitempty"`  // the file and line, for a combatant of an encounter
	Lines  []PageLine `json:"lines"`
}

// PageLine is one line of a sheet.
type PageLine struct {
	// Topic is what the line is about: a key of the row, another row that it names, or "in a fight"; for a caster list,
	// slots, spell, due, over, study or dice.
	Topic string `json:"of"`
	Says  string `json:"says"`
	// From is the source of a number, one of [Sources], or encounter if the combatant's line says it.
	From string `json:"from,omitempty"`
}

// Due returns the lines about choices that the combatant has not made yet, such as spells that it may still learn.
func (p Page) Due() (lines []string) {
	for _, l := range p.Lines {
		if l.Topic == "due" {
			lines = append(lines, l.Says)
		}
	}
	return lines
}

// NoPage is the error for a combatant without a sheet, in a system that has sheets only for casters. It is no mistake.
type NoPage struct{ text.Problem }

// Unwrap returns the problem as users see it.
func (b NoPage) Unwrap() error { return b.Problem }

// PageRequest asks for a sheet that also shows a change between fights. The zero value asks for no change.
type PageRequest struct {
	Promote int     // the dan that the combatant reaches; 0: none
	Study   string  // the spell that it studies; empty: none
	Seed    *uint64 // seeds the dice of the study; nil shows only their odds
}
