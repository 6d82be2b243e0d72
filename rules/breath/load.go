package breath

import (
	"encoding/json"
	"fmt"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// Read reads an encounter or a position and works it out with the rows of a catalogue. The error is text.Problems,
// which has every mistake with its place.
func Read(file *strict.File, catalogue rows.Book) (*Game, error) {
	return book.Load(rows.System, file, catalogue, build)
}

// Reload works out a fight from the encounter and the rows that its record embeds. It needs no catalogue, so that a
// record is replayed by the rows it was played with.
func Reload(encounter, data json.RawMessage) (*Game, error) {
	return book.Reload(encounter, data, nil, build)
}

// build makes the game of an encounter. Its order matters: each part needs what those before it have set. Reading goes
// on after a mistake, so that one pass finds all of them; only complaints that rest on something mistaken are left out.
// The Game is usable only if there are no complaints.
func build(catalogue rows.Book, file rows.EncounterFile) (*Game, strict.Complaints) {
	catalogue, bad := book.Own(catalogue, file.Rows, file.Head)
	b := &builder{Complaints: bad, book: catalogue, file: file,
		g: &Game{base: base{Encounter: file, System: &rows.Shipped}, hasZones: len(file.Zones) > 0,
			stepsApart: stepsBetweenZones(), scoreWeights: scoreWeights, leafWeights: groupWeights}}
	for _, side := range file.Sides { // records and positions have the names that weapons have in their rows
		for i, line := range side.Fighters {
			if line.Weapons != nil {
				side.Fighters[i].Weapons = catalogue.WeaponRowNames(line.Weapons)
			}
		}
	}
	book.Choose(b.file.Rulings, rows.Shipped.Rulings(), &b.Complaints).Into(&b.g.rule)
	b.readScene()
	b.seatCombatants()
	b.linkRetinues()
	b.prepareCasters()
	b.readDuel()
	b.readGoal()
	known := !b.Doubtful()
	if b.g.First = b.g.startState(); known {
		b.g.rankTies()
		b.g.First = b.g.firstPosition()
	}
	if bad, wrong := file.Wrong(b.Complaints, b.g.readValues(known)); wrong {
		return nil, bad
	}
	b.g.initEndgames(&endgameCache)
	switch {
	case b.g.isOneOnOne():
		b.g.leafWeights = duelWeights
	case b.g.goal.Kind == book.GoalLast:
		b.g.leafWeights = groupWeights.forGoalLast()
	}
	b.g.Rows = usedRows(catalogue, b.g)
	b.g.rate()
	b.g.rateEnergyBounds()
	b.g.layout = layout(uintptr(b.g.n), b.g.usesExtras)
	b.g.Page = strict.NewPage(b.g.head)
	b.g.Ground = b.g.groundOf()
	return b.g, b.g.Follow(b.g, &b.g.First, file.Since)
}

// firstPosition returns the first position: the count of round 1, with everyone at full Energy (EB-04) in the zones the
// file names.
func (g *Game) firstPosition() State {
	s := g.startState()
	g.prepareSpells(&s)
	if g.duel.on {
		s.duel.rung = g.duel.startRung
		for i := range s.duel.guard {
			s.duel.guard[i] = g.fighters[i].guard
		}
		g.startDuelRound(&s)
	}
	g.fillPurses(&s)
	g.callNext(&s, nil)
	g.goOn(&s, nil)
	return s
}

// startState returns the position with everybody in its start zone, before the spells of before: lists, purses and the
// first count.
func (g *Game) startState() State {
	s := State{round: 1}
	for i := range g.n {
		f := &g.fighters[i]
		s.seats[i] = seat{energy: f.energy, wounds: f.wounds, zone: f.startZone}
		switch c := &s.seats[i]; {
		case f.isSquad():
			c.setCommand(f.commander, cohesionMax)
		case f.called: // not yet
			*c = seat{flags: isDown}
		}
		if f.startZone == zoneOutside {
			s.seats[i].flags |= isHidden
		}
	}
	return s
}

// readScene reads zones, rounds and who wins ties.
func (b *builder) readScene() {
	g := b.g
	for name, z := range b.file.Zones {
		i := slices.Index(rows.Zones[:zoneScene], name)
		if i < 0 {
			b.Wrong(strict.Path{"zones", strict.Key(name)}, fmt.Sprintf("no zone is called %q", name),
				text.OneOf(name, rows.Zones[:zoneScene]))
			continue
		}
		g.zones[i], g.inPlay[i] = z, true
		if z.Cover != nil {
			g.cover[i] = int8(b.Within([]any{"zones", name, "cover"}, "cover", z.Cover.N, 0, 9))
		}
	}
	g.rounds = b.file.RoundLimit(g.rule.Rounds, &b.Complaints)
	g.allied = rules.Side(book.AlliedSide(b.file.Allied, &b.Complaints))
}

// seatCombatants seats the combatants side by side, in the order of the file.
func (b *builder) seatCombatants() {
	g := b.g
	room := book.Room{Fight: rules.SeatsMax, Head: b.file.Head, Apart: []string{"name", "count", "zone", "armour", "weapons"},
		Now:   []string{"zone", "is", "place", "exposed", "held", "fate"},
		Needs: map[string][]string{"weapons": {"dropped", "gone", "unloaded", "stance"}, "heads": nil, "of": nil}}
	teams, n := book.Seats(b.file.Sides, b.book, room, &b.Complaints, func(c newSeat) {
		c.Row = b.book.WithRowNames(c.Row)
		g.combatants[g.n] = c.Row
		b.fileSeats[g.n] = c
		g.fighters[g.n] = b.buildFighter(c)
		f := &g.fighters[g.n]
		g.Enter(rules.Fighter{Name: c.Name, Kind: f.kind, Side: f.side, Character: b.character(c, f),
			Several: f.isSquad(), OnCall: f.called}, c.Line.Person.As(c.Row.Being))
		g.n++
	})
	g.Teams, b.n = teams, n // more than there are seats if the file has more
}

// readGoal reads the objective.
func (b *builder) readGoal() {
	g := b.g
	var ok bool
	if g.goal, ok = rules.ReadGoal(b.file.Objective, g.Teams, g.Cast, g.rounds, &b.Complaints); !ok {
		return
	}
	if g.goal.Kind == book.GoalEscape && !g.hasZones {
		b.Wrong([]any{"objective", "goal"}, "an escape in a fight without zones",
			"a zones: block with the outside", strict.Path{"zones"})
	}
}

// rankTies sets the order of those with equal Energy: higher Finesse, the allied side, the order of the file (EB-09,
// EB-10, R-29).
func (g *Game) rankTies() {
	for rank, i := range rules.TurnOrder(g.n, func(i int) int { return int(g.fighters[i].finesse) }, g.Side, g.allied) {
		g.tieRank[i], g.byTieRank[rank] = uint8(rank), uint8(i)
	}
}

// usedRows returns the rows of a catalogue that a fight needs, which its record embeds: those that a combatant's row
// names, and those that its line names instead, since a position may name both.
func usedRows(all rows.Book, g *Game) rows.Book {
	out := rows.Book{Version: all.Version, Spells: map[string]rows.Spell{}, Schools: map[string]rows.Tradition{},
		Classes: map[string]rows.Tradition{}}
	var people, armours, traits, weapons, stances []string
	for _, sf := range g.Encounter.Sides {
		for _, ff := range sf.Fighters {
			row := all.WithRowNames(all.Combatants[ff.Who])
			people, armours, traits = append(people, ff.Who), append(armours, row.Armour, ff.Armour),
				append(traits, row.Traits...)
			weapons = append(weapons, rows.OwnWeapons(row.Weapons)...) // a position names them, whatever the line carries
			out.CopyCasterRows(row.Caster, all)
		}
	}
	for i := range g.n {
		row := g.combatants[i] // with the values of its line
		armours, traits = append(armours, row.Armour), append(traits, row.Traits...)
		out.CopyCasterRows(row.Caster, all)
		for _, s := range g.fighters[i].slots {
			weapons = append(weapons, s.name) // none of an empty slot
		}
	}
	for _, st := range g.stances {
		stances = append(stances, st.name)
	}
	out.Combatants, out.Armours, out.Traits = book.Pick(all.Combatants, people),
		book.Pick(all.Armours, armours), book.Pick(all.Traits, traits)
	out.Weapons, out.Stances = book.Pick(all.Weapons, weapons), book.Pick(all.Stances, stances)
	out.MakeSelfContained(all)
	return out
}
