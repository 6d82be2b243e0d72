package keep

import (
	"maps"
	"slices"

	"kokyu/rules/book"
	"kokyu/rules/keep/rows"
	"kokyu/rules/text"
)

// Small random fights, for the solver: two or three of the catalogue's rows, all of a low Earth, on three squares, in
// one round. Most of what multiplies the positions is taken away: Void Points, weapons that can be dropped, techniques.

// drawSmall draws a small encounter, of three combatants at most, since no fight of four was solved. One of three may
// be a steed, ridden by the only other on its side.
func drawSmall(catalogue rows.Book, sides [2]int, d book.Draw) any {
	isSteed := func(name string) bool { return catalogue.Sheets[name].Steed }
	people := slices.DeleteFunc(book.Keys(catalogue.Sheets), isSteed)
	steeds := text.Keep(book.Keys(catalogue.Sheets), isSteed)
	asked, rider := sides[0]+sides[1], -1
	crowd := min(3, asked)
	switch {
	case crowd == 3 && d.Chance(40) && len(steeds) > 0:
		sides, rider = [2]int{1, 1}, d.Between(0, 1)
	case asked > crowd:
		sides = d.Few(crowd)
	}
	wide, rounds := 3, 1
	file := rows.EncounterFile{Head: book.Head{Version: 1, System: rows.System, Title: "A Small Fight Nobody Planned", Rounds: &rounds},
		Map: d.Ground(wide, 1, 0), Rulings: book.HouseRulings{"raise cap": "void", "quiet rounds": "1"},
		Rows: &rows.Book{Sheets: map[string]rows.Sheet{}, Weapons: map[string]rows.Weapon{}}}
	if d.Chance(80) {
		file.Rulings["focused effects"] = "no"
	}
	names, squares := book.Some(d, givenNames, crowd), d.Row(wide, sides[0]+sides[1])
	enter := func(who, square string) rows.FighterFile {
		f := rows.FighterFile{Who: who, Name: names[0], At: square, Initiative: new(d.Between(5, 30)), VoidPoints: new(0)}
		names = names[1:]
		row := catalogue.Sheets[who]
		f.Weapons = addNaturalWeapon(catalogue, row, file.Rows)
		if _, met := file.Rows.Sheets[who]; !met {
			// of three only the first: with the techniques of all no fight was solved
			file.Rows.Sheets[who] = weakenRow(row, crowd == 2 || len(file.Rows.Sheets) == 0, d)
		}
		if crowd == 2 && !file.Rows.Sheets[who].Mook && d.Chance(25) {
			f.VoidPoints = new(1)
		}
		return f
	}
	for side, n := range sides {
		s := rows.SideFile{Name: teams[side]}
		for range n {
			if side == rider { // the steed stands where the rider would
				s.Fighters = append(s.Fighters, enter(book.OneOf(d, people), ""), enter(book.OneOf(d, steeds), squares[0]))
				s.Fighters[0].Rides = s.Fighters[1].Name
			} else {
				s.Fighters = append(s.Fighters, enter(book.OneOf(d, people), squares[0]))
			}
			squares = squares[1:]
		}
		file.Sides = append(file.Sides, s)
	}
	return file
}

// addNaturalWeapon adds the first of a row's weapons to an encounter's own rows, as part of the body, and returns its
// name: with a weapon that can be dropped there are twelve times the positions.
func addNaturalWeapon(catalogue rows.Book, row rows.Sheet, own *rows.Book) book.Names {
	if len(row.Weapons) == 0 {
		return book.Names{}
	}
	weapon := catalogue.Weapons[row.Weapons[0]]
	weapon.Natural = true
	own.Weapons[row.Weapons[0]] = weapon
	return book.Names{row.Weapons[0]}
}

// weakenRow returns a row with an Earth so low that two or three blows Down it. With mayKeep it may keep its
// techniques, spells and small objects; else it is a mook.
func weakenRow(row rows.Sheet, mayKeep bool, d book.Draw) rows.Sheet {
	one := rows.Num{N: 1, Source: "house"}
	attributes := map[string]rows.Num{}
	maps.Copy(attributes, row.Attributes)
	attributes["stamina"], attributes["willpower"] = one, one
	row.Attributes = attributes
	if !mayKeep || d.Chance(60) {
		row.Mook, row.Rank, row.VoidPoints, row.Techniques, row.Spells, row.Objects = true, one, nil, nil, nil, nil
	}
	return row
}
