package book

import (
	"kokyu/rules/text"
)

// Page is a combatant's sheet as it stands between fights: lines, each with what it is about.
type Page struct {
	Name   string     `json:"name"`
	System string     `json:"system,omitempty"`
	Row    string     `json:"row,omitempty"` // of the catalogue
	At     string     `json:"at,omitempty"`  // of somebody in an encounter, the file and line of it
	Lines  []PageLine `json:"lines"`
}

// PageLine is one line of a sheet.
type PageLine struct {
	Of   string `json:"of"` // a key of the row, what the row names, in a fight; of a caster list, slots, spell, due, over, study, dice
	Says string `json:"says"`
	From string `json:"from,omitempty"` // of a number: seed, site, ruling, house, or encounter for what its line says
}

// Due returns the lines of what may still be chosen.
func (p Page) Due() (lines []string) {
	for _, l := range p.Lines {
		if l.Of == "due" {
			lines = append(lines, l.Says)
		}
	}
	return lines
}

// Blank is the error of a combatant of whom a sheet has nothing to say.
type Blank struct{ text.Problem }

// Unwrap returns the problem it is for people.
func (b Blank) Unwrap() error { return b.Problem }

// Asks is what a sheet is asked besides what it is.
type Asks struct {
	Promote int     // the dan reached; 0 for none
	Study   string  // the spell studied; empty for none
	Seed    *uint64 // by which the dice of that fall; nil leaves it at the odds
}
