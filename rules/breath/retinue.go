package breath

import (
	"fmt"
	"slices"

	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// The retinues of a fight, worked out once: squads with their commanders, units (shikigami and puppets) with their
// masters, and what a combatant can do for others.

// setRetinue sets what a combatant can do as a commander or a master, or its kind of squad or unit. Whom it follows is
// looked up by linkRetinues, when all are seated.
func (b *builder) setRetinue(c newSeat, f *fighter, traits map[string]rows.Trait) {
	path, ff, row := c.Path, c.Line, c.Row
	f.commander, f.master, f.purse = nobody, nobody, [2]int8{-1, -1}
	f.nature = nature(text.IndexOrZero(rows.Natures, row.Unit))
	f.wealth = [2]int8{int8(row.Gold.N), int8(row.Faith.N)}
	switch {
	case row.Command != nil:
		f.squadsMax = int8(row.Command.N)
	case f.grade == elite:
		f.squadsMax = 1
	}
	science := row.Skills["military science"].N
	f.orderReach, f.rallyGain = 1+uint8(bit(science >= 2)), 1+int8(bit(science >= 3))
	f.cheapOrders = row.Wisdom.N >= 2 // EB-118
	f.roarBonus = f.presence + rows.Proficiency(row.Skills["intimidation"].N)
	for _, name := range row.Traits {
		t := traits[name]
		f.hasSeal = f.hasSeal || t.Seal
		f.canGive, f.canRoar, f.canRaise = f.canGive || t.Gives, f.canRoar || t.Roars, f.canRaise || t.Raises
		f.orderDiscount += int8(t.Orders.N)
		if t.Controls != "" {
			f.controls = nature(text.IndexOrZero(rows.Natures, t.Controls))
		}
		for _, skill := range book.Keys(t.Needs) {
			if have, want := row.Skills[skill].N, t.Needs[skill].N; have < want {
				b.Wrong(path.And("who"), fmt.Sprintf("%s has %s with %d points in %s", f.name, name, have, skill), fmt.Sprintf("%d or more", want))
			}
		}
		if t.Zero != nil {
			b.readKata(path, f, name, *t.Zero)
		}
	}
	// Kata that serve once a breath have no bit in seat.zeroUses. They come last, so that the k-th bit is that
	// of the k-th Kata.
	for _, name := range row.Traits {
		if traits[name].Waives && f.squadsMax > 0 && b.g.rule.Waives {
			f.katas = append(f.katas, kata{name: name, effect: kataOrder, perBreath: true})
		}
	}
	switch {
	case ff.Heads != 0:
		b.makeSquad(c, f)
	case ff.Under != "" && f.nature != natureOwn:
		b.Wrong(path.And("under"), fmt.Sprintf("%s under a commander, and no order reaches a %s (EB-74)", f.name, rows.Natures[f.nature]),
			"of: and its master's name")
	case ff.Under != "":
		b.Wrong(path.And("under"), fmt.Sprintf("%s under a commander and no squad", f.name),
			fmt.Sprintf("heads: %d to %d beside it", rows.HeadsMin, rows.HeadsMax), path.And("heads"))
	}
	if f.nature != natureOwn {
		b.makeUnit(f, row)
	}
}

// character returns the level and the temper of a line, or of its side. Squads and units decide nothing, and may have
// none.
func (b *builder) character(c newSeat, f *fighter) book.Character {
	ff := c.Line
	if ff.Heads == 0 && ff.Of == "" {
		return ff.Character.Or(b.file.Sides[f.side].Character)
	}
	key := "temper"
	if ff.Temper == "" {
		key = "level"
	}
	if ff.Character != (book.Character{}) {
		b.Wrong(c.Path.And(key), fmt.Sprintf("%s with a %s, who decides nothing", f.name, key), "it on the line of who moves it, or on the side")
	}
	return book.Character{}
}

// makeSquad makes a combatant a squad, which has heads, a pool of Wounds and Attack A, and nothing else.
// Its one technique has index 0, on which the laws of squads rely.
func (b *builder) makeSquad(c newSeat, f *fighter) {
	at, ff, row := c.Path.And("heads"), c.Line, c.Row
	switch {
	case ff.Heads < rows.HeadsMin || ff.Heads > rows.HeadsMax:
		b.Wrong(at, fmt.Sprintf("a squad of %d heads", ff.Heads), fmt.Sprintf("%d to %d", rows.HeadsMin, rows.HeadsMax))
		return
	case f.grade != minion && f.grade != veteran:
		b.Wrong(at, fmt.Sprintf("a squad of the row %s, whose grade is %s", f.kind, row.Grade), "a row of grade minion or veteran")
		return
	case f.nature != natureOwn:
		b.Wrong(at, fmt.Sprintf("a squad of %s", rows.Natures[f.nature]), "one unit each: they are no squads (EB-74)")
		return
	case f.slots[slotSide].filled:
		b.Wrong(at, fmt.Sprintf("a squad with two weapons, %s and %s", f.slots[slotMain].name, f.slots[slotSide].name),
			"one weapon: weapons: [..] of this line may leave the other out")
		return
	}
	k := slices.IndexFunc(f.techniques, func(a technique) bool { return a.kind == kindAttack && a.slot == slotMain })
	if k < 0 {
		b.Wrong(at, fmt.Sprintf("a squad with a %s that attacks with nothing", f.slots[slotMain].name), "a weapon with an attack")
		return
	}
	f.techniques, f.stances = f.techniques[k:k+1], nil
	f.heads, f.woundsEach = int8(ff.Heads), 1+int8(bit(f.grade == veteran))
	f.wounds, f.energy, f.squadsMax = f.heads*f.woundsEach, 0, 0
	f.initiative, f.domination = 0, 0
}

// makeUnit makes a combatant a shikigami or a puppet, without Domination. One with Energy in its row is called by a
// spell, any other is bound to its master.
func (b *builder) makeUnit(f *fighter, row rows.Combatant) {
	f.called = row.Energy != nil && row.Energy.N > 0
	f.domination, f.limit, f.stances = 0, limitBase, nil
	if !f.called {
		f.energy, f.initiative = 0, 0
	}
	f.techniques = slices.DeleteFunc(f.techniques, func(a technique) bool { return a.slot == slotBare })
}

// linkRetinues links squads to commanders and units to masters, and gives purses their places, once everyone is seated.
func (b *builder) linkRetinues() {
	g := b.g
	lines := b.fileSeats[:g.n]
	for i := range lines {
		b.findMasters(i, lines)
		f := &g.fighters[i]
		b.placePurses(i)
		g.usesExtras = g.usesExtras || f.isSquad() || f.nature != natureOwn || f.canGive || f.canRoar || f.canRaise || len(f.katas) > 0
	}
	for i := range lines {
		f := &g.fighters[i]
		led, _ := g.countSeats(func(q int) bool { return g.fighters[q].isSquad() && int(g.fighters[q].commander) == i })
		if led > int(f.squadsMax) {
			b.Wrong(lines[i].Path.And("who"), fmt.Sprintf("%s commands %d squads", f.name, led), fmt.Sprintf("at most %d", f.squadsMax))
		}
		if f.called && f.master == nobody {
			b.Wrong(lines[i].Path.And("who"), f.name+" has Energy of its own and nobody who calls it",
				"calls: ["+f.name+"] on its caster's line", strict.AllKnown("caster"))
		}
	}
}

// findMasters finds the commander, the master or the called units that a line names: others of its side who can be that
// to it.
func (b *builder) findMasters(i int, lines []newSeat) {
	g, ff := b.g, lines[i].Line
	f := &g.fighters[i]
	path := lines[i].Path
	find := func(name string, at strict.Path, what string, fits func(o *fighter) bool) (int, bool) {
		var names []string
		for k := range g.n {
			if o := &g.fighters[k]; k != i && o.side == f.side && fits(o) {
				names = append(names, o.name)
			}
		}
		if !slices.Contains(names, name) {
			want := "one on its own side, and there is none"
			if len(names) > 0 {
				want = text.OneOf(name, names)
			}
			b.Wrong(at, fmt.Sprintf("%s is no %s of %s", name, what, f.name), want, book.NamesKnown, book.RowOf(name))
			return 0, false
		}
		return slices.IndexFunc(g.fighters[:g.n], func(o fighter) bool { return o.name == name }), true
	}
	if f.isSquad() && ff.Under != "" {
		if k, ok := find(ff.Under, path.And("under"), "commander", func(o *fighter) bool { return o.squadsMax > 0 && (o.isLord || o.grade == elite) }); ok {
			f.commander = uint8(k)
		}
	}
	switch {
	case f.isBound() && ff.Of == "":
		b.Wrong(path.And("who"), f.name+" moves on its master's Energy and has no master", "of: and a name of its side", path.And("of"))
	case ff.Of != "" && !f.isBound():
		b.Wrong(path.And("of"), fmt.Sprintf("a master for %s, who acts on its own", f.name), "a shikigami or puppet of Energy 0, or no of:")
	case ff.Of != "":
		if k, ok := find(ff.Of, path.And("of"), "master", func(o *fighter) bool { return o.controls == f.nature }); ok {
			f.master = uint8(k)
		}
	}
	// Complaints that depend on a calls: list that could not be read are not told.
	if !b.file.Read(path.And("calls")...) {
		b.Doubt(strict.AllKnown("caster"))
	}
	for n, name := range ff.Calls {
		k, ok := find(name, path.And("calls", n), "shikigami to call", func(o *fighter) bool { return o.called && o.master == nobody })
		if !ok {
			b.Doubt(strict.AllKnown("caster"))
			continue
		}
		g.fighters[k].master = uint8(i)
	}
}

// placePurses gives the gold, the Faith and the counted Kata of seat i their places in State.purses, behind those
// taken.
func (b *builder) placePurses(i int) {
	f := &b.g.fighters[i]
	nextPlace := func() int8 {
		b.purses++
		if b.purses == pursesMax+1 {
			b.Wrong(append(slices.Clone(b.fileSeats[i].Path), "who"), fmt.Sprintf("%s brings more than %d purses into the fight", f.name, pursesMax),
				"fewer who spend gold or Faith, or know a Kata of so many uses a fight")
			b.Doubt(book.AllRows)
		}
		return int8(min(b.purses, pursesMax) - 1)
	}
	for k, n := range f.wealth {
		if n > 0 {
			f.purse[k] = nextPlace()
		}
	}
	for k := range f.katas {
		if x := &f.katas[k]; x.perFight > 0 {
			x.purse = nextPlace()
		}
	}
}

// fillPurses fills the purses as the fight begins.
func (g *Game) fillPurses(s *State) {
	for i := range g.n {
		f := &g.fighters[i]
		for k, p := range f.purse {
			if p >= 0 {
				s.purses[p] = uint8(f.wealth[k])
			}
		}
		for k := range f.katas {
			if x := &f.katas[k]; x.perFight > 0 {
				s.purses[x.purse] = uint8(x.perFight)
			}
		}
	}
}
