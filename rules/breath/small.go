package breath

import (
	"slices"

	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
)

// Random fights small enough for the solver, so that a search can be measured against exact values: two to four
// combatants of the catalogue with one or two Wounds each, in one scene or in zones. A late fight is in its last round
// with little Energy left; the others begin with little Energy and last two to four rounds.

// What a small fight is about.
const (
	smallMelee  = iota // anybody, in one scene
	smallZones         // anybody, in zones, shooters in the Rear
	smallSquad         // a lord with a squad
	smallSpells        // a caster
)

// drawSmall draws a small encounter. Nothing makes its sides equally strong. Another order of the draws would make
// another fight of every seed.
func drawSmall(catalogue rows.Book, sides [2]int, d book.Draw) any {
	about := book.OneOf(d, []int{smallMelee, smallMelee, smallMelee, smallZones, smallZones, smallSquad, smallSpells})
	if about == smallSquad && sides == [2]int{1, 1} {
		about = smallMelee
	}
	rounds, late := d.Between(2, 4), d.Chance(60)
	file := rows.EncounterFile{Head: book.Head{Version: 1, System: rows.System,
		Title: "A Small Fight Nobody Planned", Rounds: &rounds}}
	if d.Chance(75) {
		file.Rulings = book.HouseRulings{"waiting": "off"}
	}
	if about == smallZones || about != smallMelee && d.Chance(30) {
		file.Zones = drawNarrowZones(d)
	}
	who := drawRows(catalogue, d, about, sides)
	names := book.Some(d, givenNames, sides[0]+sides[1])
	own, crowd := map[string]rows.Combatant{}, sides[0]+sides[1]
	if about != smallMelee {
		crowd = min(4, crowd+1) // zones, orders and spells make as many states as one more
	}
	var by [2][]string
	for side, n := range sides {
		s := rows.SideFile{Name: teams[side]}
		for range n {
			row := who[0]
			if _, met := own[row]; !met && !late {
				own[row] = weaken(catalogue.Combatants[row], d, crowd)
			}
			f := rows.FighterFile{Who: row, Name: names[0], Zone: zoneOfShooter(file, catalogue, row, side)}
			if slices.Contains(squadRows(catalogue), row) {
				f.Heads, f.Under = d.Between(3, 4), by[side][0]
			}
			s.Fighters, by[side] = append(s.Fighters, f), append(by[side], f.Name)
			who, names = who[1:], names[1:]
		}
		file.Sides = append(file.Sides, s)
	}
	lasts := [2]int{1, rounds - 1}
	if late {
		file.Now, lasts = drawLateNow(file, catalogue, d, crowd), [2]int{rounds, rounds}
	} else {
		file.Rows = &rows.Book{Combatants: own}
	}
	if d.Chance(35) {
		file.Objective = d.GoalWithin(teams, by, lasts[0], lasts[1])
	}
	return file
}

// drawRows draws the rows of those who fight, the first side's first. A squad stands behind its lord, on the first side
// that has two.
func drawRows(catalogue rows.Book, d book.Draw, about int, sides [2]int) (who []string) {
	kinds := fighterRows(catalogue)
	for range sides[0] + sides[1] {
		who = append(who, book.OneOf(d, kinds))
	}
	switch about {
	case smallSquad:
		lord := int(bit(sides[0] == 1))
		leaders := slices.DeleteFunc(kinds, func(name string) bool { return catalogue.Combatants[name].Command == nil })
		who[lord], who[lord+1] = book.OneOf(d, leaders), book.OneOf(d, squadRows(catalogue))
	case smallSpells:
		who[0] = book.OneOf(d, casterRows(catalogue))
	}
	return who
}

// drawNarrowZones draws both Fronts and perhaps one more zone.
func drawNarrowZones(d book.Draw) map[string]rows.Zone {
	if !d.Chance(60) {
		return frontsAnd(d)
	}
	return frontsAnd(d, book.OneOf(d, []uint8{zoneFirstRear, zoneCore, zoneSecondRear}))
}

// drawLateNow draws the last round of a fight. Its Energy and Wounds are few enough for so many combatants, crowd, to
// be solved. Some are strained, so that few points of Energy overload them.
func drawLateNow(file rows.EncounterFile, catalogue rows.Book, d book.Draw, crowd int) *rows.Now {
	now := rows.Now{Round: *file.Rounds, Wait: rows.Phases[phCount], Seats: map[string]rows.NowSeat{}}
	least, most := [...]int{2: 4, 3: 3, 4: 2}[crowd], [...]int{2: 9, 3: 6, 4: 4}[crowd]
	for _, side := range file.Sides {
		for _, f := range side.Fighters {
			if f.Heads > 0 {
				now.Seats[f.Name] = rows.NowSeat{Wounds: f.Heads}
				continue
			}
			seat := rows.NowSeat{Energy: d.Between(least, most), Wounds: d.Between(1, 2)}
			if w := catalogue.Combatants[f.Who].Wounds; w != nil {
				seat.Wounds = min(seat.Wounds, w.N)
			}
			if d.Chance(20) {
				seat.Is = []string{"strained"}
			}
			now.Seats[f.Name] = seat
		}
	}
	return &now
}

// weaken returns a row with so little Energy and so few Wounds that a fight of so many such combatants, crowd, can be
// solved.
func weaken(c rows.Combatant, d book.Draw, crowd int) rows.Combatant {
	num := func(n int) *rows.Num { return &rows.Num{N: n, Source: "house"} }
	if c.Energy != nil || slices.Index(rows.Grades, c.Grade) > int(veteran) {
		energy := [...]int{2: d.Between(4, 6), 3: d.Between(3, 4), 4: d.Between(2, 3)}
		c.Energy = num(energy[crowd])
	}
	c.Wounds = num(1 + int(bit(d.Chance([...]int{2: 60, 3: 35, 4: 15}[crowd]))))
	if c.Defense != nil {
		c.Defense = num(min(16, max(9, c.Defense.N+d.Between(-1, 1))))
	}
	if spells := c.Caster; spells != nil {
		few := *spells
		few.Known = book.Some(d, spells.Known, min(2, len(spells.Known)))
		c.Caster = &few
	}
	return c
}

// squadRows returns the rows whose men may be a squad.
func squadRows(b rows.Book) []string {
	return rowsThat(b, func(c rows.Combatant) bool { return isSquadRow(c) && c.Unit == "" })
}

// casterRows returns the rows of those who cast spells and control nobody.
func casterRows(b rows.Book) []string {
	return rowsThat(b, func(c rows.Combatant) bool {
		return c.Caster != nil && c.Caster.Mode == rows.ModeSpells && !controlsUnits(b, c)
	})
}
