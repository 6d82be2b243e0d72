package stage

import (
	"encoding/json"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/strict"
)

// Base is what a game has of its encounter whatever its rules are: of positions S, encounter files F and catalogues B. A system's game
// embeds it.
type Base[S comparable, F book.Worldly, B any] struct {
	rules.Origin[S]

	Encounter     F             // as loaded, for words and records
	Rows          B             // those used
	System        *book.Shipped // whose rulings the encounter may change
	Teams         [2]string
	Page          *strict.Page // of positions
	Ground        rules.Ground // as boards show it
	First, Outset S            // where the fight begins, and where it would if no now: said otherwise
}

// Start returns the position the encounter describes.
func (b *Base[S, F, B]) Start() S { return b.First }

// Title, House, File, Data and Sparring are for records. Nobody fights for points but where a system says so.
func (b *Base[S, F, B]) Title() string { return b.Encounter.World().Title }

func (b *Base[S, F, B]) House() rules.Pairs {
	return rules.House(b.Encounter.World().Rulings, b.System.Rulings())
}

func (b *Base[S, F, B]) File() any                      { return b.Encounter }
func (b *Base[S, F, B]) Data() (json.RawMessage, error) { return json.Marshal(b.Rows) }
func (b *Base[S, F, B]) Sparring() bool                 { return false }

// Scene returns what the encounter says of its world, in a fight of so many people and rounds.
func (b *Base[S, F, B]) Scene(rounds, people int, person func(i int) book.Person) rules.Scenery {
	w := b.Encounter.World()
	s := rules.Scenery{About: w.About, Rounds: rounds, Setting: w.Setting.Words()}
	if w.Objective != nil {
		s.Goal = *w.Objective
	}
	for i := range people {
		s.People = append(s.People, person(i))
	}
	return s
}
