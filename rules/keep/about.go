package keep

import (
	"fmt"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/keep/rows"
	"kokyu/rules/keep/tale"
	"kokyu/rules/strict"
)

// About returns this system as it describes itself: what all commands, faces and evaluations know of it that does not
// depend on a fight.
func About() rules.About[State, *Game, rows.Book] {
	return rules.About[State, *Game, rows.Book]{
		About: book.About{
			Name:     rows.System,
			Shipped:  rows.Shipped,
			Document: rows.Document,
			Schemas:  book.Schemas(rows.EncounterFile{}, rows.Book{}),
			OddsSamples: []book.Sample{
				{Question: "7k3+6 >= 25", Says: "a test: seven dice, the three highest and 6, against 25"},
				{Question: "damage 6k3+6 reduction=3", Says: "how many Wounds such a blow makes"},
			},
			Says:           "Stances, raises and Void Points: dice that explode, rolled and kept, and two actions a turn.",
			TurnWord:       span,
			AfterRest:      takeRest,
			FastingMatters: true,
			IdleDecisions:  idleWords(),
			HoldPhases:     []string{"stance", "defence"},
			// a stance too, since every turn begins with one, also a turn that only moves
			MovePhases:         []string{"stance", "move"},
			TimeoutReasons:     []string{rules.WhyTimeUp, quietWords},
			AdviceSteps:        300_000,
			TemperaturePercent: 50, // calls and stances lose little each
			// a blow is worth a few thousandths of a win, and there are a dozen squares to walk to
			IdlePenalty: 6,
			SmallerHint: "a shorter lane first, then fewer rounds, a lower Earth, no Void Points",
		},
		Rows:          rows.DefaultBook,
		Load:          read,
		Reload:        reload,
		Lists:         lists,
		Words:         rows.Book.Words,
		Dialect:       tale.Dialect,
		People:        book.PeopleOf[rows.FighterFile, rows.Sheet, rows.Book](),
		DrawEncounter: drawEncounter,
		Alter:         alter,
		DrawSmall:     drawSmall,
		Phrases:       rows.Phrases,
	}
}

// lists returns the tables of rows that people read, each stat block with what it comes to in a fight.
func lists(catalogue rows.Book) []book.List {
	return catalogue.Lists(func(sheet string) (w rows.Worked) {
		g, err := read(strict.Parse(sheet, book.Mirror(rows.System, sheet)), catalogue)
		if err != nil {
			return w
		}
		f, s := &g.seats[0], g.firstTurn()
		w = rows.Worked{Rings: strings.Trim(fmt.Sprint(f.rings), "[]"), Points: fmt.Sprint(f.voidPoints),
			ATN: g.atnText(s, 0), Out: fmt.Sprint(g.outFrom(&s.seats[0], 0))}
		if f.mook {
			w.Out += ", mook"
		}
		return w
	})
}
