package tempo

import (
	_ "embed"
	"fmt"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/tempo/tale"
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
			OddsSamples: []book.Sample{
				{Question: "tempo +3 vs +2 >= 1", Says: "two checks against each other, or one: 'tempo +3 >= 5'"},
				{Question: "recover -4", Says: "the AP a Recover Stamina at -4 gives back"},
			},
			Span:    Span,
			Idle:    Idle(),
			Paced:   []string{"move"},
			Capped:  []string{cappedWords},
			Smaller: "a smaller map first, then fewer boxes, weapons with one surface, armour that leaves Recover Stamina whole",
		},
		Rows:      DefaultBook,
		Load:      Load,
		Reload:    Reload,
		Words:     Vocabulary,
		Odds:      answer,
		Dialect:   tale.Dialect,
		Bouts:     bouts,
		Unplanned: unplanned,
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
