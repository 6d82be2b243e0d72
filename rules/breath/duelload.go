package breath

import (
	"fmt"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// What a duel: block makes of an encounter, and the band of each weapon: the rungs of the ladder at which it strikes
// without a penalty.

// What terrain takes from contests or adds to them, and what the sun takes from checks (MA-48, MA-50, MA-51). The table
// has penalties as numbers below 0; here they are what is taken.
var (
	sandbarSlip = -int8(rows.TerrainTable.Num(rows.Sandbar, "contest"))
	highGround  = int8(rows.TerrainTable.Num(rows.HighGround, "contest"))
	sunGlare    = -int8(rows.TerrainTable.Num(rows.Backlight, "checks"))
)

// readDuel reads the duel: block, if there is one. Everybody must be seated before. If they are not two, the fight is
// no duel for whatever is read later.
func (b *builder) readDuel() {
	d, g := b.file.Duel, b.g
	if d == nil {
		return
	}
	g.duel = ladder{on: true, startRung: issoku}
	// The encounter says where the duel begins. One that is broken off from a battle begins at issoku itto.
	if d.Start != "" { // MA-05, MA-06
		if i := slices.Index(rows.Rungs, d.Start); i >= 0 {
			g.duel.startRung = uint8(i)
		} else {
			b.Wrong([]any{"duel", "start"}, fmt.Sprintf("no rung is called %q", d.Start), text.OneOf(d.Start, rows.Rungs))
		}
	}
	b.readTerrain(d)
	// In a sparring match a duelist's Wounds are the points that it may concede.
	if d.Points != nil {
		g.duel.points = int8(b.Within([]any{"duel", "points"}, "points", *d.Points, 1, 9))
		for i := range min(g.n, rules.SeatsMax) {
			g.fighters[i].wounds = g.duel.points
		}
	}
	if g.hasZones {
		b.Wrong([]any{"zones"}, "zones in a duel", "no zones: block; one line of terrain under duel: at most")
	}
	if b.n != 2 || !g.foes(0, 1) {
		b.Wrong([]any{"duel"}, fmt.Sprintf("a duel of %d", b.n), "two combatants, one on each side",
			strict.Path{"sides", 0, "fighters"}, strict.Path{"sides", 1, "fighters"})
		b.Doubt(book.AllRows)
		g.duel.on = false
		return
	}
	for i := range g.n {
		f := &g.fighters[i]
		if f.isMob {
			b.Wrong([]any{"sides", i, "fighters", 0, "who"}, f.name+" is a mob and fights no duel", "a minion or better")
			b.Doubt(book.RowOf(f.name))
		}
		b.setBands(f, g.combatants[i])
	}
}

// readTerrain reads the one line of terrain a duel may have. For high ground and backlight the file must name a side:
// the one that stands high, or the one with the sun in its eyes.
func (b *builder) readTerrain(d *rows.DuelFile) {
	l, terrain := &b.g.duel, rows.TerrainTable.Proper(d.Terrain)
	side := slices.Index(b.g.Teams[:], d.Side)
	sided := terrain == rows.HighGround || terrain == rows.Backlight
	switch {
	case terrain != "" && !slices.Contains(rows.Terrains, terrain):
		b.Wrong([]any{"duel", "terrain"}, fmt.Sprintf("no terrain is called %q", terrain), text.OneOf(terrain, rows.Terrains))
		return
	case sided && side < 0:
		b.Wrong([]any{"duel", "side"}, fmt.Sprintf("%s for %q", terrain, d.Side), "side: with "+text.OneOf(d.Side, b.g.Teams[:]),
			strict.Path{"sides", 0, "name"}, strict.Path{"sides", 1, "name"})
		return
	case !sided && d.Side != "":
		b.Wrong([]any{"duel", "side"}, "a side without high ground or backlight",
			"terrain: high ground or backlight, or no side", strict.Path{"duel", "terrain"})
		return
	}
	switch terrain {
	case rows.Sandbar:
		l.footingPenalty = sandbarSlip
	case rows.NarrowPath:
		l.farthest = issoku
		if l.startRung == farRange {
			b.Wrong([]any{"duel", "start"}, "far range on a narrow path", text.OneOf("", rows.Rungs[issoku:]))
		}
	case rows.HighGround:
		l.highBonus[side] = highGround
	case rows.Backlight:
		l.glarePenalty[side] = sunGlare
	}
}

// setBands sets at which rungs a duelist's techniques strike and with what penalty, and gives it the empty-hand move: a
// technique of 0 Wounds with bare hands, which costs as much as a push.
func (b *builder) setBands(f *fighter, row rows.Combatant) {
	for k := range f.slots {
		sl := &f.slots[k]
		w := b.book.Weapons[sl.name]
		if !sl.filled || len(w.Attack) == 0 {
			continue
		}
		from, to := w.HomeRungs()
		sl.length = int8(int(rungCount) - from + w.Longer.N)
		for r := from; r <= to; r++ {
			sl.inBand[r] = true
		}
	}
	if f.slots[slotBare].filled {
		w := b.book.Weapons["unarmed"]
		a := b.buildTechnique(row, nil, slotBare, w, rows.Technique{Name: "empty hand", Energy: rows.Num{N: int(b.g.rule.BindCost)},
			Check: "courage", Wounds: &rows.Num{}}, kindAttack, w.Skill)
		a.flags |= techEmptyHand
		f.techniques = append(f.techniques, a)
		labelTechniques(f)
	}
	for k := range f.techniques {
		a := &f.techniques[k]
		if a.kind == kindSpell {
			continue // a chant needs no rung
		}
		w := b.book.Weapons[f.slots[a.slot].name]
		from, to := w.HomeRungs()
		if hasTag(w, "ranged") && a.flags&techRanged == 0 { // a blow with the butt of a gun has the band of a staff
			from, to = int(issoku), int(nearRange)
		}
		for r := range a.rungMod {
			a.rungMod[r] = b.rungPenalty(w, from, to, r)
		}
		if f.slots[a.slot].canDrop() {
			a.flags |= techDroppable
		}
	}
}

// rungPenalty returns what rung r adds to the dice of an attack with weapon w, 0 or less, or outOfReach (MA-14 to
// MA-16, MA-20). By a ruling long weapons attack at close fighting too, as if it were one rung off (MA-18, R-61).
func (b *builder) rungPenalty(w rows.Weapon, from, to, r int) int8 {
	n, reaches := rows.BandPenalty(from, to, r)
	switch {
	case reaches:
		return int8(n)
	case r == int(closeFighting) && hasTag(w, "long") && b.g.rule.Cramped:
		return int8(rows.OffBandPenalty)
	}
	return outOfReach
}
