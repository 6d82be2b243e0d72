package keep

import (
	"slices"

	"kokyu/rules/book"
	"kokyu/rules/keep/rows"
)

// Random encounters: people drawn from the catalogue's rows, some with other Void Points, on a small map with some
// walls. A draw that is added changes the encounters of all seeds.

// sideMost is the most combatants on a side.
const sideMost = seatsMax / 2

var (
	teams       = [2]string{"upstream", "downstream"} // names of the sides
	givenNames  = []string{"Aki", "Botan", "Chiyo", "Doshin", "Emon", "Fumi", "Goro", "Hana", "Ichi", "Jinpachi", "Kiku", "Mori"}
	womensNames = []string{"Botan", "Chiyo", "Fumi", "Hana", "Kiku"} // of givenNames
)

// drawEncounter draws a random encounter. Its sides need not be equally strong.
func drawEncounter(catalogue rows.Book, d book.Draw) any {
	wide, high := d.Between(6, 12), d.Between(3, 6)
	file := rows.EncounterFile{Head: book.Head{Version: 1, System: rows.System,
		Setting: d.Scene(), Rounds: new(d.Between(8, 12))},
		Map: d.Ground(wide, high, 15)}
	kinds := plainPeople(catalogue)
	names := book.Some(d, givenNames, 2*sideMost)
	var by [2][]string
	for side, n := range d.Sides(sideMost) {
		s := rows.SideFile{Name: teams[side]}
		for _, square := range d.Squares(side*(wide-2), high, n) {
			f := rows.FighterFile{Who: book.OneOf(d, kinds), Name: names[0],
				Person: book.PersonNamed(womensNames, names[0]), At: square}
			if row := catalogue.Sheets[f.Who]; !row.Mook && d.Chance(40) {
				f.VoidPoints = new(d.Between(0, min(2, row.Void.N)))
			}
			s.Fighters, by[side], names = append(s.Fighters, f), append(by[side], f.Name), names[1:]
		}
		file.Sides = append(file.Sides, s)
	}
	if d.Chance(40) {
		file.Objective = d.Goal(teams, by)
	}
	file.Title, file.About = d.Quarrel(teams, by, file.Objective, func(side, i int) (*book.Person, *book.Being) {
		f := &file.Sides[side].Fighters[i]
		return &f.Person, catalogue.Sheets[f.Who].Being
	})
	return file
}

// alter returns a random encounter with one thing changed.
func alter(catalogue rows.Book, was any, d book.Draw) any {
	file, kinds := was.(rows.EncounterFile), plainPeople(catalogue)
	file.Sides = book.Alter(d, file.Sides, file.Objective, book.Alteration[rows.FighterFile]{
		Most: sideMost,
		Add: func(side int, all []rows.FighterFile) rows.FighterFile {
			free := d.Squares(side*(len(file.Map[0])-2), len(file.Map), 2*len(file.Map))
			who, name := book.OneOf(d, kinds), book.Other(d, givenNames, all, func(f rows.FighterFile) string { return f.Name })
			return rows.FighterFile{Who: who, Name: name, Person: book.PersonNamed(womensNames, name),
				At: book.Other(d, free, all, func(f rows.FighterFile) string { return f.At })}
		},
		Adjust: func(f *rows.FighterFile) bool {
			row := catalogue.Sheets[f.Who]
			if !row.Mook {
				f.VoidPoints = new(d.Between(0, min(2, row.Void.N)))
			}
			return !row.Mook
		},
		Replace: func(_ int, was rows.FighterFile) rows.FighterFile {
			return rows.FighterFile{Who: book.OneOf(d, kinds), Name: was.Name, Person: was.Person, At: was.At}
		},
	})
	return file
}

// plainPeople returns the names of the rows of people without effects: eight with effects may bring more than slotsMax.
func plainPeople(catalogue rows.Book) []string {
	return slices.DeleteFunc(book.Keys(catalogue.Sheets), func(name string) bool {
		return catalogue.Sheets[name].Steed || catalogue.Brings(name)
	})
}
