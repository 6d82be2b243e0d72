package breath

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
			OddsSamples: []book.Sample{{Question: wantOverload, Says: "a breath two over its limit"}, {Question: "squad heads=4 skill=1 vs 12", Says: "a squad's blow"}},
			Span:        Span,
			Idle:        Idle(),
			Held:        []string{"reserve", "wait"},
			Capped:      []string{cappedWords},
			Rested:      rested,
			Smaller:     "fewer Wounds first, then less Energy, fewer weapons or stances",
		},
		Rows:   DefaultBook,
		Load:   Load,
		Reload: Reload,
		Lists:  Book.Lists,
		Words:  Vocabulary,
		Odds: func(text string, _ Book) (book.Answer, error) {
			e, err := ParseOdds(text)
			if err != nil {
				return book.Answer{}, err
			}
			return book.Counted(e), nil
		},
		Dialect:   Dialect,
		Page:      page,
		Bouts:     bouts,
		Worths:    worths,
		Unplanned: unplanned,
	}
}
