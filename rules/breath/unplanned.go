package breath

import (
	"slices"

	"kokyu/rules/book"
)

// Encounters that nobody planned: people of the catalogue's own rows, by chance, some of them a little better or worse than
// their row, every second time in zones.

// sideMost is how many a side there may be.
const sideMost = 5

// teams are what the two sides are called, and given what anybody in them is.
var (
	teams = [2]string{"east", "west"}
	given = []string{"Akio", "Benzo", "Chika", "Daigo", "Eiji", "Fuku", "Genta", "Haru", "Isamu", "Juro", "Kaede", "Masa", "Naoko", "Riku", "Sayo", "Tetsu"}
)

// unplanned draws one. Its sides are as strong as chance has them.
func unplanned(rows Book, d book.Draw) any {
	file := EncounterFile{Head: book.Head{Version: 1, System: System, Title: "A Fight Nobody Planned", Setting: d.Scene(), Rounds: new(d.Between(8, 12))}}
	if d.Often(50) {
		file.Zones = ground(d)
	}
	kinds, own, begun := rows.alone(), map[string]Combatant{}, map[string]bool{}
	names := book.Some(d, given, 2*sideMost)
	var by [2][]string
	for side, n := range d.Sides(sideMost) {
		s := SideFile{Name: teams[side]}
		for range n {
			who := book.OneOf(d, kinds)
			if row := rows.Combatants[who]; !begun[who] && row.Energy != nil && d.Often(60) {
				own[who] = row.varied(d)
			}
			begun[who] = true
			f := FighterFile{Who: who, Name: names[0], Zone: file.behind(rows, who, side)}
			s.Fighters, by[side], names = append(s.Fighters, f), append(by[side], f.Name), names[1:]
		}
		file.Sides = append(file.Sides, s)
	}
	if len(own) > 0 {
		file.Rows = &Book{Combatants: own}
	}
	if d.Often(40) {
		file.Objective = d.Goal(teams, by)
	}
	return file
}

// ground is a scene in zones: both Fronts, and of the others what there is; one of them may give cover.
func ground(d book.Draw) map[string]Zone {
	zones := map[string]Zone{zoneNames[firstFront]: {}, zoneNames[secondFront]: {}}
	for _, z := range []uint8{firstRear, core, secondRear} {
		if d.Often(70) {
			zones[zoneNames[z]] = Zone{}
		}
	}
	if d.Often(25) {
		zones[book.OneOf(d, keys(zones))] = Zone{Cover: &Num{N: d.Between(1, 2), Source: "house"}}
	}
	return zones
}

// behind is where one of a row begins who does not begin in the Front: whoever shoots, if there is a Rear.
func (file EncounterFile) behind(rows Book, who string, side int) string {
	rear := zoneNames[[]uint8{firstRear, secondRear}[side]]
	if _, there := file.Zones[rear]; there && hasTag(rows.Weapons[rows.Combatants[who].Weapons[0]], "ranged") {
		return rear
	}
	return ""
}

// varied is a row a little better or worse in the figures that its block prints.
func (c Combatant) varied(d book.Draw) Combatant {
	vary := func(n *Num, by, least, most int) *Num {
		if n == nil {
			return nil
		}
		return &Num{N: min(most, max(least, n.N+d.Between(-by, by))), Source: "house"}
	}
	c.Energy, c.Wounds, c.Defense = vary(c.Energy, 2, 4, EnergyMax), vary(c.Wounds, 1, 1, 20), vary(c.Defense, 1, 8, 20)
	return c
}

// alone lists the rows of those who fight on their own: no bystanders, no men of squads, who print no Energy, no casters, and
// nobody who is moved by others, moves them or pays for them.
func (b Book) alone() []string {
	return slices.DeleteFunc(keys(b.Combatants), func(name string) bool {
		c := b.Combatants[name]
		low := slices.Index(gradeNames, c.Grade) <= int(veteran)
		return c.Grade == gradeNames[mob] || len(c.Weapons) == 0 || low && c.Energy == nil || c.Caster != nil || c.Unit != "" || c.Command != nil || c.Gold.N+c.Faith.N > 0 ||
			slices.ContainsFunc(c.Traits, func(t string) bool { return b.Traits[t].Controls != "" })
	})
}
