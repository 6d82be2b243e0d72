package tempo

import (
	"kokyu/rules/book"
	"kokyu/rules/tempo/rows"
)

// Random encounters: people drawn from the catalogue's rows, some with a wound chart of their own, on a small map with
// some walls. The same draws give the same encounter: whoever adds a draw changes all encounters behind a seed.

// teams are the names of the two sides, given those of the people in them, women those of given that are women's, and
// charts wound charts.
var (
	teams = [2]string{"near bank", "far bank"}
	given = []string{"Anselm", "Berta", "Cuno", "Dietlind", "Eckart", "Frieda", "Gerhild", "Hagen",
		"Ida", "Jobst", "Klara", "Lenz"}
	women  = []string{"Berta", "Dietlind", "Frieda", "Gerhild", "Ida", "Klara"}
	charts = [][]int{{1, 2, 1, 1}, {2, 1, 1, 1}, {2, 2, 1, 1}, {3, 2, 1, 1}, {5, 3, 2, 1}}
)

// drawEncounter draws a random encounter. Its sides need not be equally strong.
func drawEncounter(catalogue rows.Book, d book.Draw) any {
	wide, high := d.Between(6, 11), d.Between(3, 6)
	file := rows.EncounterFile{Head: book.Head{Version: 1, System: rows.System,
		Setting: d.Scene(), Rounds: new(d.Between(8, 12))},
		Map: d.Ground(wide, high, 15), Rulings: map[string]book.Choice{"opening": "half"}}
	kinds, names := book.Keys(catalogue.Combatants), book.Some(d, given, 2*reactorsMax)
	var by [2][]string
	for side, n := range d.Sides(reactorsMax) {
		s := rows.SideFile{Name: teams[side], Status: rows.StatusNames[onGuard]}
		if d.Chance(10) {
			s.Status = rows.StatusNames[offGuard]
		}
		for _, square := range d.Squares(side*(wide-2), high, n) {
			f := rows.FighterFile{Who: book.OneOf(d, kinds), Name: names[0],
				Person: book.PersonNamed(women, names[0]), At: square}
			if d.Chance(40) {
				f.Boxes = book.OneOf(d, charts)
			}
			s.Fighters, by[side], names = append(s.Fighters, f), append(by[side], f.Name), names[1:]
		}
		file.Sides = append(file.Sides, s)
	}
	var goal *book.Objective
	if d.Chance(40) {
		goal = d.Goal(teams, by)
		file.Objective = &rows.Objective{Objective: *goal}
	}
	file.Title, file.About = d.Quarrel(teams, by, goal, func(side, i int) (*book.Person, *book.Being) {
		f := &file.Sides[side].Fighters[i]
		return &f.Person, catalogue.Combatants[f.Who].Being
	})
	return file
}

// alter returns a random encounter with one thing changed.
func alter(catalogue rows.Book, was any, d book.Draw) any {
	file, kinds := was.(rows.EncounterFile), book.Keys(catalogue.Combatants)
	var goal *book.Objective
	if file.Objective != nil {
		goal = &file.Objective.Objective
	}
	file.Sides = book.Alter(d, file.Sides, goal, book.Alteration[rows.FighterFile]{
		Most: reactorsMax,
		Add: func(side int, all []rows.FighterFile) rows.FighterFile {
			free := d.Squares(side*(len(file.Map[0])-2), len(file.Map), 2*len(file.Map))
			who, name := book.OneOf(d, kinds), book.Other(d, given, all, func(f rows.FighterFile) string { return f.Name })
			return rows.FighterFile{Who: who, Name: name, Person: book.PersonNamed(women, name),
				At: book.Other(d, free, all, func(f rows.FighterFile) string { return f.At })}
		},
		Adjust: func(f *rows.FighterFile) bool {
			f.Boxes = book.OneOf(d, charts)
			return true
		},
		Replace: func(_ int, was rows.FighterFile) rows.FighterFile {
			return rows.FighterFile{Who: book.OneOf(d, kinds), Name: was.Name, Person: was.Person, At: was.At}
		},
	})
	return file
}
