package stage

import (
	"encoding/json"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/strict"
)

// Base is the part of a game that does not depend on its rules. A system's game embeds it. S is its position, F its
// encounter file and B its catalogue.
type Base[S comparable, F book.Worldly, B any] struct {
	rules.Origin[S]

	Encounter     F               // as loaded
	Rows          B               // the rows of the catalogue that the encounter uses: all that its record needs
	System        *book.Shipped   // the embedded files of the system, for its list of rulings
	Teams         [2]string       // the names of the sides
	Cast          []rules.Fighter // in seat order, without the names of their sides
	People        []book.Person   // by seat, what a tale may say of each
	Page          *strict.Page    // writes the position's file
	Ground        rules.Ground    // as boards show it
	First, Outset S               // where this game begins, and where it would begin if its file had no now: block
}

// Start returns the position the encounter describes.
func (b *Base[S, F, B]) Start() S { return b.First }

// Title, House, File, Data and Sparring say what a record of a fight begins with. Nobody fights for points unless a
// system overrides Sparring.
func (b *Base[S, F, B]) Title() string { return b.Encounter.World().Title }

func (b *Base[S, F, B]) House() rules.Pairs {
	return rules.House(b.Encounter.World().Rulings, b.System.Rulings())
}

func (b *Base[S, F, B]) File() any                      { return b.Encounter }
func (b *Base[S, F, B]) Data() (json.RawMessage, error) { return json.Marshal(b.Rows) }
func (b *Base[S, F, B]) Sparring() bool                 { return false }

// Enter gives a combatant the next seat of the cast.
func (b *Base[S, F, B]) Enter(f rules.Fighter, p book.Person) {
	b.Cast, b.People = append(b.Cast, f), append(b.People, p)
}

// Roster lists the combatants in seat order.
func (b *Base[S, F, B]) Roster() []rules.Fighter {
	roster := slices.Clone(b.Cast)
	for i := range roster {
		roster[i].Team = b.Teams[roster[i].Side]
	}
	return roster
}

// Names returns the names of all seats, in their order.
func (b *Base[S, F, B]) Names() []string { return rules.Names(b.Cast) }

// Scene returns what the encounter says for tales; rounds is the number of the last round.
func (b *Base[S, F, B]) Scene(rounds int) rules.Scenery {
	w := b.Encounter.World()
	s := rules.Scenery{About: w.About, Rounds: rounds, SaysRounds: w.Rounds != nil, Setting: w.Setting.Words(), People: b.People}
	if w.Objective != nil {
		s.Goal = *w.Objective
	}
	return s
}
