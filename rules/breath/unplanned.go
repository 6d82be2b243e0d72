package breath

import (
	"slices"

	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
)

// Random encounters: combatants of the catalogue, some of them a little better or worse than their row, half of the
// time in zones. The order of the draws must not change: another order would make another encounter of every seed.

// sideMost is the most combatants of a side.
const sideMost = 5

// The names of the two sides and of combatants. womensNames are those of givenNames that are women's.
var (
	teams      = [2]string{"east", "west"}
	givenNames = []string{"Akio", "Benzo", "Chika", "Daigo", "Eiji", "Fuku", "Genta", "Haru", "Isamu", "Juro", "Kaede",
		"Masa", "Naoko", "Riku", "Sayo", "Tetsu"}
	womensNames = []string{"Chika", "Fuku", "Haru", "Kaede", "Naoko", "Sayo"}
)

// drawEncounter draws a random encounter.
func drawEncounter(catalogue rows.Book, d book.Draw) any {
	file := rows.EncounterFile{Head: book.Head{Version: 1, System: rows.System,
		Setting: d.Scene(), Rounds: new(d.Between(8, 12))}}
	if d.Chance(50) {
		file.Zones = drawZones(d)
	}
	kinds, own, seen := lonerRows(catalogue), map[string]rows.Combatant{}, map[string]bool{}
	names := book.Some(d, givenNames, 2*sideMost)
	var by [2][]string
	for side, n := range d.Sides(sideMost) {
		s := rows.SideFile{Name: teams[side]}
		for range n {
			who := book.OneOf(d, kinds)
			if row := catalogue.Combatants[who]; !seen[who] && row.Energy != nil && d.Chance(60) {
				own[who] = vary(row, d)
			}
			seen[who] = true
			f := rows.FighterFile{Who: who, Name: names[0], Person: book.PersonNamed(womensNames, names[0]),
				Zone: zoneOfShooter(file, catalogue, who, side)}
			s.Fighters, by[side], names = append(s.Fighters, f), append(by[side], f.Name), names[1:]
		}
		file.Sides = append(file.Sides, s)
	}
	if len(own) > 0 {
		file.Rows = &rows.Book{Combatants: own}
	}
	if d.Chance(40) {
		file.Objective = d.Goal(teams, by)
	}
	file.Title, file.About = d.Quarrel(teams, by, file.Objective, func(side, i int) (*book.Person, *book.Being) {
		f := &file.Sides[side].Fighters[i]
		return &f.Person, catalogue.Combatants[f.Who].Being
	})
	return file
}

// alter returns a random encounter with one thing changed.
func alter(catalogue rows.Book, was any, d book.Draw) any {
	file, kinds := was.(rows.EncounterFile), lonerRows(catalogue)
	line := func(side int, name string) rows.FighterFile {
		who := book.OneOf(d, kinds)
		return rows.FighterFile{Who: who, Name: name, Person: book.PersonNamed(womensNames, name),
			Zone: zoneOfShooter(file, catalogue, who, side)}
	}
	file.Sides = book.Alter(d, file.Sides, file.Objective, book.Alteration[rows.FighterFile]{
		Most: sideMost,
		Add: func(side int, all []rows.FighterFile) rows.FighterFile {
			return line(side, book.Other(d, givenNames, all, func(f rows.FighterFile) string { return f.Name }))
		},
		Adjust: func(f *rows.FighterFile) bool {
			row := catalogue.Combatants[f.Who]
			if file.Rows != nil {
				if own, ok := file.Rows.Combatants[f.Who]; ok {
					row = own
				}
			}
			row = vary(row, d)
			f.Own = book.Values[rows.Combatant]{}
			for key, n := range map[string]*rows.Num{"energy": row.Energy, "wounds": row.Wounds, "defense": row.Defense} {
				if n != nil {
					f.Own[key] = n.N
				}
			}
			return true
		},
		Replace: func(side int, was rows.FighterFile) rows.FighterFile {
			f := line(side, was.Name)
			f.Person = was.Person
			return f
		},
	})
	return file
}

// drawZones draws both Fronts and some of the Core and the Rears.
func drawZones(d book.Draw) map[string]rows.Zone {
	var more []uint8
	for _, z := range []uint8{zoneFirstRear, zoneCore, zoneSecondRear} {
		if d.Chance(70) {
			more = append(more, z)
		}
	}
	return frontsAnd(d, more...)
}

// frontsAnd returns both Fronts and some more zones. One of all these may give cover, which is drawn.
func frontsAnd(d book.Draw, more ...uint8) map[string]rows.Zone {
	zones := map[string]rows.Zone{}
	for _, z := range append(more, zoneFirstFront, zoneSecondFront) {
		zones[rows.Zones[z]] = rows.Zone{}
	}
	if d.Chance(25) {
		zones[book.OneOf(d, book.Keys(zones))] = rows.Zone{Cover: &rows.Num{N: d.Between(1, 2), Source: "house"}}
	}
	return zones
}

// zoneOfShooter returns the Rear for a combatant with a ranged weapon, if there is a Rear; else "", the Front.
func zoneOfShooter(file rows.EncounterFile, catalogue rows.Book, who string, side int) string {
	rear := rows.Zones[rears[side]]
	if _, there := file.Zones[rear]; there && hasTag(catalogue.Weapons[catalogue.Combatants[who].Weapons[0]], "ranged") {
		return rear
	}
	return ""
}

// vary returns a row with a little more or less of the Energy, Wounds and Defense that it has. Values that it leaves
// out stay as its attributes make them.
func vary(c rows.Combatant, d book.Draw) rows.Combatant {
	varied := func(n *rows.Num, by, least, most int) *rows.Num {
		if n == nil {
			return nil
		}
		return &rows.Num{N: min(most, max(least, n.N+d.Between(-by, by))), Source: "house"}
	}
	c.Energy, c.Wounds, c.Defense = varied(c.Energy, 2, 4, rows.EnergyMax),
		varied(c.Wounds, 1, 1, 20), varied(c.Defense, 1, 8, 20)
	return c
}

// fighterRows returns the rows of those who have Energy of their own, cast nothing and control nobody.
func fighterRows(b rows.Book) []string {
	return rowsThat(b, func(c rows.Combatant) bool {
		return !isSquadRow(c) && len(c.Weapons) > 0 && c.Caster == nil && c.Unit == "" && !controlsUnits(b, c)
	})
}

// rowsThat returns the rows for which something holds, without Mobs.
func rowsThat(b rows.Book, is func(c rows.Combatant) bool) []string {
	return slices.DeleteFunc(book.Keys(b.Combatants), func(name string) bool {
		c := b.Combatants[name]
		return c.Grade == rows.Grades[mob] || !is(c)
	})
}

// controlsUnits reports whether a row moves units with its own Energy.
func controlsUnits(b rows.Book, c rows.Combatant) bool {
	return slices.ContainsFunc(c.Traits, func(t string) bool { return b.Traits[t].Controls != "" })
}

// isSquadRow reports whether a row is that of a squad's men: of minions or veterans, without Energy in the row.
func isSquadRow(c rows.Combatant) bool {
	return c.Energy == nil && slices.Index(rows.Grades, c.Grade) <= int(veteran)
}

// lonerRows returns the rows of those who fight on their own: no Mobs, no men of squads, no casters, and nobody who
// controls or leads others, is controlled or has gold or Faith.
func lonerRows(b rows.Book) []string {
	return slices.DeleteFunc(fighterRows(b), func(name string) bool {
		c := b.Combatants[name]
		return c.Command != nil || c.Gold.N+c.Faith.N > 0
	})
}
