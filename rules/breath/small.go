package breath

import (
	"slices"

	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
)

// Small fights that nobody planned, for the solver: two to four of the catalogue's rows with a few points of Energy and one or
// two Wounds each, in one scene or in zones, in two to four rounds.

// What a small fight is about.
const (
	smallMelee  = iota // anybody, in one scene
	smallZones         // anybody, in zones; who shoots stands behind
	smallSquad         // a lord with a squad
	smallSpells        // a caster
)

// drawSmall draws one. Its sides are as strong as chance has them.
func drawSmall(catalogue rows.Book, d book.Draw) any {
	about := book.OneOf(d, []int{smallMelee, smallMelee, smallMelee, smallZones, smallZones, smallSquad, smallSpells})
	sides := d.Few()
	rounds := d.Between(2, 4)
	file := rows.EncounterFile{Head: book.Head{Version: 1, System: rows.System, Title: "A Small Fight Nobody Planned", Rounds: &rounds}}
	if d.Often(75) {
		file.Rulings = book.HouseRulings{"waiting": "off"}
	}
	if about == smallZones || about != smallMelee && d.Often(30) {
		file.Zones = narrow(d)
	}
	who := cast(catalogue, d, about, &sides)
	names := book.Some(d, given, sides[0]+sides[1])
	own, crowd := map[string]rows.Combatant{}, sides[0]+sides[1]
	if about != smallMelee {
		crowd = min(4, crowd+1) // zones, orders and spells make as many states as one more
	}
	var by [2][]string
	for side, n := range sides {
		s := rows.SideFile{Name: teams[side]}
		for range n {
			row := who[0]
			if _, met := own[row]; !met {
				own[row] = weaken(catalogue.Combatants[row], d, crowd)
			}
			f := rows.FighterFile{Who: row, Name: names[0], Zone: startZone(file, catalogue, row, side)}
			if slices.Contains(squads(catalogue), row) {
				f.Heads, f.Under = d.Between(3, 4), by[side][0]
			}
			s.Fighters, by[side] = append(s.Fighters, f), append(by[side], f.Name)
			who, names = who[1:], names[1:]
		}
		file.Sides = append(file.Sides, s)
	}
	file.Rows = &rows.Book{Combatants: own}
	if d.Often(35) {
		file.Objective = d.GoalWithin(teams, by, 1, rounds-1)
	}
	return file
}

// cast returns the rows of those who fight, the first side's first. A squad follows its lord.
func cast(catalogue rows.Book, d book.Draw, about int, sides *[2]int) (who []string) {
	kinds := fighters(catalogue)
	for range sides[0] + sides[1] {
		who = append(who, book.OneOf(d, kinds))
	}
	switch about {
	case smallSquad:
		*sides = [2]int{2, 1}
		who = []string{book.OneOf(d, leaders(catalogue)), book.OneOf(d, squads(catalogue)), who[0]}
	case smallSpells:
		*sides = [2]int{1, d.Between(1, 2)}
		who = append(who, book.OneOf(d, kinds))[:sides[0]+sides[1]]
		who[0] = book.OneOf(d, casters(catalogue))
	}
	return who
}

// narrow returns a scene of two Fronts and perhaps one more zone; one of them may give cover.
func narrow(d book.Draw) map[string]rows.Zone {
	zones := map[string]rows.Zone{rows.Zones[firstFront]: {}, rows.Zones[secondFront]: {}}
	if d.Often(60) {
		zones[rows.Zones[book.OneOf(d, []uint8{firstRear, core, secondRear})]] = rows.Zone{}
	}
	if d.Often(25) {
		zones[book.OneOf(d, book.Keys(zones))] = rows.Zone{Cover: &rows.Num{N: d.Between(1, 2), Source: "house"}}
	}
	return zones
}

// weaken returns a row with the Energy and the Wounds of a fight of so many that can be solved.
func weaken(c rows.Combatant, d book.Draw, crowd int) rows.Combatant {
	num := func(n int) *rows.Num { return &rows.Num{N: n, Source: "house"} }
	if c.Energy != nil || slices.Index(rows.Grades, c.Grade) > int(veteran) {
		energy := [...]int{2: d.Between(4, 6), 3: d.Between(3, 4), 4: d.Between(2, 3)}
		c.Energy = num(energy[crowd])
	}
	c.Wounds = num(1)
	if d.Often([...]int{2: 60, 3: 35, 4: 15}[crowd]) {
		c.Wounds = num(2)
	}
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

// fighters returns the rows of those who fight on their own with Energy of their own: loners, and who may lead or pay besides.
func fighters(b rows.Book) []string {
	return slices.DeleteFunc(book.Keys(b.Combatants), func(name string) bool {
		c := b.Combatants[name]
		return c.Grade == rows.Grades[mob] || isOfMen(c) || len(c.Weapons) == 0 || c.Caster != nil || c.Unit != "" ||
			slices.ContainsFunc(c.Traits, func(t string) bool { return b.Traits[t].Controls != "" })
	})
}

// isOfMen reports whether a row is that of a squad's men: minions and veterans who print no Energy.
func isOfMen(c rows.Combatant) bool {
	return c.Energy == nil && slices.Index(rows.Grades, c.Grade) <= int(veteran)
}

// squads returns the rows of men of squads, leaders those who command them, casters those who cast spells.
func squads(b rows.Book) []string {
	return slices.DeleteFunc(book.Keys(b.Combatants), func(name string) bool {
		c := b.Combatants[name]
		return c.Grade == rows.Grades[mob] || !isOfMen(c) || c.Unit != ""
	})
}

func leaders(b rows.Book) []string {
	return slices.DeleteFunc(fighters(b), func(name string) bool { return b.Combatants[name].Command == nil })
}

func casters(b rows.Book) []string {
	return slices.DeleteFunc(book.Keys(b.Combatants), func(name string) bool {
		c := b.Combatants[name]
		return c.Caster == nil || c.Caster.Mode != "spells" || slices.ContainsFunc(c.Traits, func(t string) bool { return b.Traits[t].Controls != "" })
	})
}
