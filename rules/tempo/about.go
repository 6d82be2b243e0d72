package tempo

import (
	_ "embed"
	"fmt"

	"kokyu/rules"
	"kokyu/rules/book"
)

// starter is a first encounter to be changed.
//
//go:embed starter.yaml
var starter string

// About is this system as it describes itself.
func About() rules.About[State, *Game, Book] {
	return rules.About[State, *Game, Book]{
		About: book.About{
			Name:       System,
			Encounters: Encounters,
			Encounter:  Encounter,
			Starter:    starter,
			Laws:       Laws,
			Rulings:    AllRulings,
			Schemas:    Schemas(),
			OddsWords:  OddsWords,
			OddsSample: "tempo +3 vs +2 >= 1",
			Span:       Span,
			Idle:       Idle(),
			Smaller:    "a smaller map first, then fewer boxes, weapons with one surface, armour that leaves Recover Stamina whole",
		},
		Rows:    DefaultBook,
		Load:    Load,
		Reload:  Reload,
		Words:   Vocabulary,
		Odds:    answer,
		Bouts:   bouts,
		Dialect: Dialect,
	}
}

// answer is the answer to a question in this system's words, or in those of all.
func answer(text string, rows Book) (book.Answer, error) {
	e, err := ParseOdds(text)
	if err != nil {
		return book.Answer{}, err
	}
	o := e.Odds(rows)
	a := book.Answer{Asked: e.String(), Chances: o.Chances, Shown: o}
	if e.Recover {
		a.Note = fmt.Sprintf("on average %.2f AP", o.Mean)
	}
	return a, nil
}
