package tempo

import (
	"kokyu/rules/book"
	"kokyu/rules/tempo/rows"
)

// Small random fights, for the solver: two to four of the catalogue's rows with a short wound chart, on a few squares.
// A late one is in its last round, with part of its action points left; the others begin with few. All are so small
// because the number of positions grows with AP, boxes and squares, and only what is solved is of use.

// drawSmall draws a small encounter. Its sides need not be equally strong.
func drawSmall(catalogue rows.Book, sides [2]int, d book.Draw) any {
	crowd, late := sides[0]+sides[1], d.Chance(60)
	wide, rounds := d.Between(max(3, crowd), 6), d.Between(1, [...]int{2: 3, 3: 2, 4: 2}[crowd])
	file := rows.EncounterFile{Head: book.Head{Version: 1, System: rows.System, Title: "A Small Fight Nobody Planned", Rounds: &rounds}, Map: d.Ground(wide, 1, 0),
		Rulings: book.HouseRulings{"initiative": "by rating"}}
	if late {
		file.Now = &rows.Now{Round: rounds, Wait: rows.PhaseNames[phTurn], Seats: map[string]rows.NowSeat{}}
	} else {
		file.Rulings["action points"] = book.OneOf(d, []book.Choice{"4", "5", "6"})
	}
	kinds, names := book.Keys(catalogue.Combatants), book.Some(d, given, crowd)
	squares := d.Row(wide, crowd)
	if late {
		file.Now.Seat = book.OneOf(d, names)
	}
	var by [2][]string
	for side, n := range sides {
		s := rows.SideFile{Name: teams[side], Status: rows.StatusNames[onGuard]}
		for range n {
			f := rows.FighterFile{Who: book.OneOf(d, kinds), Name: names[0], At: squares[0],
				Boxes: book.OneOf(d, [][]int{{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 2, 1, 1}})}
			squares, names = squares[1:], names[1:]
			if weapons := catalogue.Combatants[f.Who].Weapons; len(weapons) > 1 && d.Chance(70) {
				f.Weapons = book.Names{weapons[0]}
			}
			s.Fighters, by[side] = append(s.Fighters, f), append(by[side], f.Name)
			if late {
				// The more fight the fewer AP: a solver has to go through all ways to spend them.
				least, most := [...]int{2: 8, 3: 5, 4: 4}[crowd], [...]int{2: 12, 3: 12, 4: 10}[crowd]
				file.Now.Seats[f.Name] = rows.NowSeat{Status: rows.StatusNames[onGuard], AP: d.Between(least, most)}
			}
		}
		file.Sides = append(file.Sides, s)
	}
	if d.Chance(35) && (late || rounds > 1) {
		lasts := [2]int{1, rounds - 1}
		if late {
			lasts = [2]int{rounds, rounds}
		}
		file.Objective = &rows.Objective{Objective: *d.GoalWithin(teams, by, lasts[0], lasts[1])}
	}
	return file
}
