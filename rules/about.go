package rules

import (
	"encoding/json"
	"reflect"

	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// About is a rule system as it describes itself: all that agents, evals and commands need of it, in one value. Nobody
// else names a system, counts them or asks which one it is.
type About[S comparable, G Encounter[S], B book.Rows[B]] struct {
	book.About

	Rows    func() B                                                     // the built-in catalogue
	Load    func(file *strict.File, rows B) (G, error)                   // reads an encounter or a position
	Reload  func(encounter, rows json.RawMessage) (G, error)             // what a record's header holds
	Lists   func(rows B) []book.List                                     // the rows as people read them, in the order they are shown
	Words   func(B) map[string]book.Word                                 // of the fields of its files, for editors
	Phrases func(rows func() B) []dice.Phrase                            // its own questions about dice
	Dialect func() Dialect                                               // how its events are told; nil tells them plainly
	Page    func(name string, rows B, asks book.Asks) (book.Page, error) // a combatant's sheet between fights; nil if it has none
	People  book.People[B]                                               // the combatants of its rows; empty if it has none to show
	// Remarks are what a GM should know of a sound encounter, a sentence each without a full stop; alone says that its first
	// combatant stands for its row, which may come into any fight. Nil if there is never anything.
	Remarks func(g G, alone bool) []string
	// Unplanned draws an encounter from its rows: its file, whose sides are as strong as chance has them.
	Unplanned func(rows B, d book.Draw) any
	// Altered changes one thing about one of the sides of such an encounter: a combatant more or less, of another row, or a little
	// better or worse. It returns another file and leaves the one it is given as it is.
	Altered func(rows B, file any, d book.Draw) any
	// Small draws one with sides of so many, two to four in all, and so small that many of them can be solved: where the solver takes no
	// four, with fewer. It returns nil if it has none.
	Small func(rows B, sides [2]int, d book.Draw) any
}

// Whole returns the description with something in the place of each part that it may leave out, so that nobody has to ask for nil:
// what it lists is empty, what it draws is nil, what it reads is refused in a sentence. A system without a way to change a
// random encounter has another one drawn. Page alone stays nil: that a system has no sheets shows.
func (a About[S, G, B]) Whole() About[S, G, B] {
	a.About = a.About.Whole()
	lacks := func(what string) error {
		return text.Problem{What: a.Name + " " + what, Want: "another rule system, or that part in its description"}
	}
	var none G
	or(&a.Rows, func() (rows B) { return rows })
	or(&a.Load, func(*strict.File, B) (G, error) { return none, lacks("reads no encounters") })
	or(&a.Reload, func(_, _ json.RawMessage) (G, error) { return none, lacks("reads no records") })
	or(&a.Lists, func(B) []book.List { return nil })
	or(&a.Words, func(B) map[string]book.Word { return nil })
	or(&a.Phrases, func(func() B) []dice.Phrase { return nil })
	or(&a.Dialect, func() (plain Dialect) { return plain })
	or(&a.People.Fits, func(string, B) error { return nil })
	or(&a.People.Names, func(B) []string { return nil })
	or(&a.People.Sheet, func(rows B, _ string, _ map[string]any) ([]book.PageLine, B, bool) { return nil, rows, false })
	or(&a.Remarks, func(G, bool) []string { return nil })
	or(&a.Unplanned, func(B, book.Draw) any { return nil })
	or(&a.Altered, func(rows B, _ any, d book.Draw) any { return a.Unplanned(rows, d) })
	or(&a.Small, func(B, [2]int, book.Draw) any { return nil })
	lists := a.Lists
	a.Lists = func(rows B) (whole []book.List) {
		for _, l := range lists(rows) {
			whole = append(whole, l.Whole())
		}
		return whole
	}
	return a
}

// or gives a function that is nil another one.
func or[F any](f *F, other F) {
	if reflect.ValueOf(f).Elem().IsNil() {
		*f = other
	}
}

// Encounter is a system's fight as records, the solver and titles need it.
type Encounter[S comparable] interface {
	System[S]
	Layers[S]
	Carrying[S]
	Title() string
	// House are the rulings that the table chose otherwise.
	House() Pairs
	// Sparring says whether it is a match for points, where nobody is hurt.
	Sparring() bool
}

// Carrying is what combatants take from one fight into the next.
type Carrying[S comparable] interface {
	// Carried is what seat i takes out of a fight that ends in s, having been told of it from its beginning.
	Carried(s *S, i Seat, told []Event) book.Carried
	// Carry brings it into a fight whose start is s. What cannot be is said with its place in c, and s is of no use then.
	Carry(s *S, i Seat, c book.Carried) strict.Complaints
}

// House returns the rulings that a file sets: its preset, then the others in the order of the list.
func House(set book.HouseRulings, among []book.Ruling) (house Pairs) {
	if preset, ok := set[book.Preset]; ok {
		house = append(house, Entry{Name: book.Preset, Value: string(preset)})
	}
	said := map[string]bool{}
	for _, r := range among {
		if v, ok := set[r.Name]; ok && !said[r.Name] {
			house = append(house, Entry{Name: r.Name, Value: string(v)})
			said[r.Name] = true
		}
	}
	return house
}
