package rules

import (
	"encoding/json"

	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// About describes a rule system: all that agents, evals and commands need of it, in one value, so that no code outside
// of a system names it.
type About[S comparable, G Encounter[S], B book.Rows[B]] struct {
	book.About

	Rows   func() B                                         // the built-in catalogue
	Load   func(file *strict.File, rows B) (G, error)       // reads an encounter or a position
	Reload func(encounter, rows json.RawMessage) (G, error) // reads what a record's header holds
	// Lists returns the rows as people read them, in the order in which they are shown.
	Lists func(rows B) []book.List
	// Words returns the words that the system's files may have in a field, by the name in the struct tag "words".
	Words   func(B) map[string]book.WordList
	Phrases func(rows func() B) []dice.Phrase // the system's own questions about dice
	// Dialect returns how the system's events are told; nil tells them plainly.
	Dialect func() Dialect
	// Page returns a combatant's sheet between fights; nil if the system has none.
	Page   func(name string, rows B, asks book.PageRequest) (book.Page, error)
	People book.People[B] // the combatants of the rows; empty if the system has none to show
	// Remarks returns what a GM should know of an encounter without mistakes, a sentence each without a full stop. With
	// alone it remarks only on the row of the first combatant, for which the encounter was made. It may be nil.
	Remarks func(g G, alone bool) []string
	// DrawEncounter returns the file of a random encounter of its rows. Nothing balances the sides.
	DrawEncounter func(rows B, d book.Draw) any
	// Alter returns a random encounter with one thing changed about one side: a combatant more or less, of another row,
	// or a little better or worse. The file it is given stays as it is.
	Alter func(rows B, file any, d book.Draw) any
	// DrawSmall returns the file of a random encounter with sides[k] combatants on side k, two to four in all. Many of
	// these encounters are small enough to be solved. A system whose fights of four are too large draws fewer
	// combatants; it returns nil if it draws none.
	DrawSmall func(rows B, sides [2]int, d book.Draw) any
}

// Whole returns the description with a function in place of each nil, so that callers need not test for nil: a missing
// list is empty, a missing drawing returns nil, a missing reader returns an error, and without Alter a new encounter is
// drawn. Page alone stays nil: users are told that a system has no sheets.
func (a About[S, G, B]) Whole() About[S, G, B] {
	a.About = a.About.Whole()
	lacks := func(what string) error {
		return text.Problem{What: a.Name + " " + what, Want: "another rule system, or that part in its description"}
	}
	var none G
	book.SetIfNil(&a.Rows, func() (rows B) { return rows })
	book.SetIfNil(&a.Load, func(*strict.File, B) (G, error) { return none, lacks("reads no encounters") })
	book.SetIfNil(&a.Reload, func(_, _ json.RawMessage) (G, error) { return none, lacks("reads no records") })
	book.SetIfNil(&a.Lists, func(B) []book.List { return nil })
	book.SetIfNil(&a.Words, func(B) map[string]book.WordList { return nil })
	book.SetIfNil(&a.Phrases, func(func() B) []dice.Phrase { return nil })
	book.SetIfNil(&a.Dialect, func() (plain Dialect) { return plain })
	book.SetIfNil(&a.People.Fits, func(string, B) error { return nil })
	book.SetIfNil(&a.People.Names, func(B) []string { return nil })
	book.SetIfNil(&a.People.Sheet, func(rows B, _ string, _ map[string]any) ([]book.PageLine, B, bool) {
		return nil, rows, false
	})
	book.SetIfNil(&a.Remarks, func(G, bool) []string { return nil })
	book.SetIfNil(&a.DrawEncounter, func(B, book.Draw) any { return nil })
	book.SetIfNil(&a.Alter, func(rows B, _ any, d book.Draw) any { return a.DrawEncounter(rows, d) })
	book.SetIfNil(&a.DrawSmall, func(B, [2]int, book.Draw) any { return nil })
	lists := a.Lists
	a.Lists = func(rows B) (whole []book.List) {
		for _, l := range lists(rows) {
			whole = append(whole, l.Whole())
		}
		return whole
	}
	return a
}

// Encounter is a system's fight as records, the solver and titles need it.
type Encounter[S comparable] interface {
	System[S]
	Layers[S]
	Carrying[S]
	Title() string
	// House returns the rulings that the encounter sets to other values than the defaults.
	House() Pairs
	// Sparring reports whether it is a match for points, where nobody is hurt.
	Sparring() bool
}

// Carrying is what combatants take from one fight into the next.
type Carrying[S comparable] interface {
	// CarryOut returns what seat i takes out of a fight that ended in s. told are all events of the fight: some of what
	// lasts, such as an injury, is in no position.
	CarryOut(s *S, i Seat, told []Event) book.CarryOver
	// CarryIn changes s, the start of the next fight, to what c says of seat i. It returns the mistakes with their
	// places in c; s is undefined then.
	CarryIn(s *S, i Seat, c book.CarryOver) strict.Complaints
}

// House returns the rulings that a file sets: its preset, then the others in the order in which the system lists them.
func House(set book.HouseRulings, all []book.Ruling) (house Pairs) {
	names := []string{book.Preset}
	for _, r := range all {
		names = append(names, r.Name)
	}
	for _, name := range text.Unique(names) {
		if choice, ok := set[name]; ok {
			house = append(house, Entry{Name: name, Value: string(choice)})
		}
	}
	return house
}
