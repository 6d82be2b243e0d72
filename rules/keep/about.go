package keep

import (
	_ "embed"

	"kokyu/rules"
	"kokyu/rules/book"
)

// starter is a first encounter to be changed.
//
//go:embed starter.yaml
var starter string

// starterRows are first rows of one's own to be changed.
//
//go:embed starter-rows.yaml
var starterRows string

// About is this system as it describes itself.
func About() rules.About[State, *Game, Book] {
	return rules.About[State, *Game, Book]{
		About: book.About{
			Name:        System,
			Encounters:  Encounters,
			Benched:     Benched,
			Encounter:   Encounter,
			Starter:     starter,
			StarterRows: starterRows,
			Laws:        Laws,
			Rulings:     AllRulings,
			Schemas:     Schemas(),
			OddsWords:   OddsWords,
			OddsDice:    OddsDice,
			OddsSamples: []book.Sample{
				{Question: "7k3+6 >= 25", Says: "a test: seven dice, the three highest and 6, against 25"},
				{Question: "damage 6k3+6 reduction=3", Says: "how many Wounds such a blow makes"},
			},
			Span:    Span,
			Rested:  rested,
			Idle:    Idle(),
			Held:    []string{"stance", "defence"},
			Paced:   []string{"stance", "move"}, // a turn begins with a stance, whatever comes of it
			Capped:  []string{cappedWords, quietWords},
			Advice:  300_000,
			Heat:    50, // calls and stances lose little each
			Smaller: "a shorter lane first, then fewer rounds, a lower Earth, no Void Points",
		},
		Rows:      DefaultBook,
		Load:      Load,
		Reload:    Reload,
		Lists:     Book.Lists,
		Words:     Vocabulary,
		Dialect:   Dialect,
		Bouts:     bouts,
		Unplanned: unplanned,
		Odds:      func(text string, _ Book) (book.Answer, error) { return answered(text) },
	}
}
