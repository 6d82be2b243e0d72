package tempo

import (
	"fmt"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/strict"
	"kokyu/rules/tempo/rows"
	"kokyu/rules/tempo/tale"
)

// About returns the description of this system: what the rest of the program knows of it that does not depend on a
// fight.
func About() rules.About[State, *Game, rows.Book] {
	return rules.About[State, *Game, rows.Book]{
		About: book.About{
			Name:     rows.System,
			Shipped:  rows.Shipped,
			Document: rows.Document,
			Schemas:  book.Schemas(rows.EncounterFile{}, rows.Book{}),
			OddsSamples: []book.Sample{
				{Question: "tempo +3 vs +2 >= 1", Says: "two checks against each other, or one: 'tempo +3 >= 5'"},
				{Question: "recover -4", Says: "the AP a Recover Stamina at -4 gives back"},
			},
			Says:               "Steel on squares: action points are time, every move can be answered, and the answer too.",
			TurnWord:           span,
			IdleDecisions:      idleWords(),
			MovePhases:         []string{"move"},
			TimeoutReasons:     []string{rules.WhyTimeUp},
			TemperaturePercent: 500, // the dice decide most
			// There are a dozen squares to walk to, and AP kept for answers are worth nearly as much as a blow.
			IdlePenalty: 2,
			SmallerHint: "a smaller map first, then fewer boxes, weapons with one surface, armour that leaves Recover Stamina whole",
		},
		Rows:          rows.DefaultBook,
		Load:          read,
		Reload:        reload,
		Lists:         lists,
		Words:         rows.Book.Words,
		Phrases:       rows.Phrases,
		Dialect:       tale.Dialect,
		People:        book.PeopleOf[rows.FighterFile, rows.Combatant, rows.Book](),
		DrawEncounter: drawEncounter,
		Alter:         alter,
		DrawSmall:     drawSmall,
	}
}

// lists returns the rows as people read them, each combatant with the boxes and defences that it has in a fight.
func lists(catalogue rows.Book) []book.List {
	return catalogue.Lists(func(name string) (boxes, defence string) {
		g, err := read(strict.Parse(name, book.Mirror(rows.System, name)), catalogue)
		if err != nil {
			return "", ""
		}
		f := &g.seats[0]
		return fmt.Sprintf("%d, %d, %d, 1", f.boxes[0], f.boxes[1], f.boxes[2]),
			fmt.Sprintf("%d, armoured %d", f.combatDefence, f.armouredDefence)
	})
}
