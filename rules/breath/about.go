package breath

import (
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/breath/tale"
	"kokyu/rules/strict"
)

// About returns this system as it describes itself.
func About() rules.About[State, *Game, rows.Book] {
	return rules.About[State, *Game, rows.Book]{
		About: book.About{
			Name:     rows.System,
			Shipped:  rows.Shipped,
			Document: rows.Document,
			Schemas:  book.Schemas(rows.EncounterFile{}, rows.Book{}),
			OddsSamples: []book.Sample{
				{Question: "overload physique=1 excess=2", Says: "a breath two over its limit"},
				{Question: "squad heads=4 skill=1 vs 12", Says: "a squad's blow"},
			},
			Says:          "Swords, squads and spells: whoever has the breath goes on for as long as the Energy lasts, and every blow can be answered.",
			TurnWord:      span,
			IdleDecisions: idle(),
			HoldPhases:    []string{"reserve", "wait"},
			// The lowest levels choose by chance, and a dozen choices are ways to wait or to hold something ready: 6 %
			// of their fights ended undecided without this penalty, 1 % with it.
			IdlePenalty:    3,
			TimeoutReasons: []string{rules.WhyTimeUp},
			AfterRest:      takeRest,
			SmallerHint:    "fewer Wounds first, then less Energy, fewer weapons or stances",
		},
		Rows:          rows.DefaultBook,
		Load:          Read,
		Reload:        Reload,
		Lists:         lists,
		Words:         rows.Book.Words,
		Phrases:       rows.Phrases,
		Dialect:       tale.Dialect,
		Page:          rows.Page,
		Remarks:       remarks,
		People:        book.PeopleOf[rows.FighterFile, rows.Combatant, rows.Book](),
		DrawEncounter: drawEncounter,
		Alter:         alter,
		DrawSmall:     drawSmall,
	}
}

// lists returns the rows as people read them. A combatant's Energy, Wounds and Defense depend on several rows, so they
// are read off its sheet in a fight against itself. A row that cannot fight alone, such as a puppet's, has none of
// them.
func lists(b rows.Book) []book.List {
	return b.Lists(func(combatant string) map[string]string {
		g, err := Read(strict.Parse(combatant, book.Mirror(rows.System, combatant)), b)
		if err != nil {
			return nil
		}
		values, start := map[string]string{}, g.Start()
		for _, e := range g.Sheet(&start, 0) {
			values[e.Name], _, _ = strings.Cut(e.Value, " ")
		}
		return values
	})
}
