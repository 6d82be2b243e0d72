package feint

import (
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
)

// System is the name encounters and records give it.
const System = "feint"

// Rulings returns its decided readings: there is one.
func Rulings() []book.Ruling {
	return []book.Ruling{{ID: "R-FT-1", Open: "How long may a fight last?", Decided: "Four rounds.", Name: "rounds", Default: "4", Range: "1..9"}}
}

// About is this system as it describes itself.
func About() rules.About[State, *Game, Book] {
	return rules.About[State, *Game, Book]{
		About: book.About{
			Name: System,
			Shipped: book.Shipped{
				Encounters: Encounters,
				Encounter:  Encounter,
				Starter:    strings.Replace(encounters[0].text, "One against two", "TITLE", 1),
				Laws: func() []book.Law {
					return []book.Law{{ID: "FT-01", Says: "A cut costs 2 Energy and hits at 12.", Status: book.Played, Tests: []string{"TestToyKeepsEveryLaw"}}}
				},
				Rulings: Rulings,
			},
			Schemas:     map[string]any{"encounter": EncounterFile{}, "catalogue": Book{}},
			OddsSamples: []book.Sample{{Question: "feint 12", Says: "a cut that needs 12"}},
			Span:        "go",
			Idle:        []string{words[doRest], words[doTake]},
			Smaller:     "fewer Wounds",
		},
		Rows:   DefaultBook,
		Load:   Read,
		Reload: Reload,
		Lists:  Book.Lists,
		Words:  func(Book) map[string]book.Word { return nil },
		Phrases: func(func() Book) []dice.Phrase {
			return []dice.Phrase{{Name: "feint", Sample: "feint 12", Values: []dice.Value{{Most: 99, Missing: "the number to reach is missing"}},
				Answer: func(_ dice.Expr, v map[string]int) dice.Answer { return dice.TwoD10Check(2, v[""]).Answer() }}}
		},
	}
}
