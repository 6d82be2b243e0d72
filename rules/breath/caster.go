package breath

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/strict"
	"kokyu/rules/text"
)

// The casters of a fight, worked out once: each spell with its price, its check and its reach, and the bits of marks
// for what it leaves on people.

// spellsMax is how many spells one caster brings into a fight: the six bits of barrier.spell below the caster's index
// hold 1 + the index of a spell.
const spellsMax = 62

// prepareCasters builds the sheets of all casters, in the order of seats. If there are more than State has room for, it
// keeps the first, so that the rest of the file is still read.
func (b *builder) prepareCasters() {
	g := b.g
	for i := range g.n {
		c := b.fileSeats[i]
		switch caster := c.Row.Caster; {
		case caster != nil && caster.Mode == rows.ModeSpells:
			b.Complaints = append(b.Complaints, b.book.CheckSpellsKnown(c.Path.And("who"), c.Line.Who, c.Row, g.rule.EachList)...)
			b.prepareCaster(c, uint8(i))
		case len(c.Line.Before) > 0:
			b.Wrong(c.Path.And("before"), "spells before the fight by "+g.fighters[i].name, "a row with a caster: block")
		}
	}
	if len(g.casters) > castersMax {
		b.Wrong([]any{"sides"}, fmt.Sprintf("%d casters", len(g.casters)), fmt.Sprintf("at most %d in a fight", castersMax))
		for _, sheet := range g.casters[castersMax:] {
			g.fighters[sheet.seat].casterNumber = 0
		}
		g.casters = g.casters[:castersMax]
		b.Doubt(book.AllRows)
	}
	b.allotLastingBits()
}

// prepareCaster builds the sheet of one caster: its slots by list, the spells it knows that have a use in a fight, and
// those it has cast before it.
func (b *builder) prepareCaster(c newSeat, seat uint8) {
	g, path, row := b.g, c.Path, c.Row
	f := &g.fighters[seat]
	sheet := casterSheet{seat: seat}
	k := uint8(len(g.casters))
	known := b.book.Spellbook(row, g.rule.EachList)
	for l, slots := range known.Slots {
		sheet.lists = append(sheet.lists, slots.List)
		for d := range slotDans {
			sheet.slotsFull[l][d], sheet.slotsAtStart[l][d] = uint8(slots.Sum[d]), uint8(slots.Left[d])
		}
		sheet.ritesAtStart[l] = uint8(slots.Left[slotDans])
		if g.rule.Schooled && slots.List == "prophecy" && !slices.Contains(b.book.Schools[b.book.School(row.Caster.School)].Lists, "prophecy") {
			b.Wrong(path.And("who"), f.name+" casts Prophecy without a Prophecy school",
				"a school of Prophecy, or the ruling prophecy needs school: no")
		}
	}
	for _, h := range known.Known {
		if s := b.book.Spells[h.Spell]; s.UsableInFight() && len(sheet.spells) < spellsMax {
			sheet.spells = append(sheet.spells, b.buildSpell(f, &sheet, k, h.Spell, s, row))
		}
	}
	g.casters = append(g.casters, sheet)
	g.usesExtras = true
	f.casterNumber = k + 1
	for n, text := range c.Line.Before {
		b.readBefore(path.And("before", n), k, f, text)
	}
}

// buildSpell returns the spell s, called name, as caster k casts it. A spell at one target's Defense becomes a
// technique of its caster too, with which it strikes.
func (b *builder) buildSpell(f *fighter, sheet *casterSheet, k uint8, name string, s rows.Spell, row rows.Combatant) spell {
	effects := s.Effects
	sp := spell{name: name, effects: &effects, caster: k,
		list: uint8(slices.Index(sheet.lists, s.List)), dan: uint8(slices.Index(rows.SpellDans, s.Dan.N)),
		targets: targetKind(slices.Index(rows.SpellTargets, s.At)), reach: uint8(s.Reach.N), need: int8(s.TargetNumber()),
		until: until(1 + slices.Index(rows.SpellTerms, s.For))}
	sp.mod = int8(row.Wisdom.N) + rows.Proficiency(row.Skills[s.List].N) // SP-19
	stages := s.Form.Stages()
	sp.stages = uint8(len(stages))
	for n, st := range stages {
		sp.cost[n], sp.pauses[n] = st.Energy, st.After
	}
	sp.reduceCost(max(s.Perks[b.book.School(row.Caster.School)].N, s.Perks[row.Caster.Class].N))
	for flag, set := range map[spellFlags]bool{
		spellAgainstWisdom: s.Against == "wisdom", spellAtDefense: s.Against == "defense", spellReacts: s.Reacts,
		spellHeld: s.For == "held", spellDispersed: s.Form.IsDispersed()} {
		if set {
			sp.flags |= flag
		}
	}
	if sp.flags&spellAtDefense != 0 && (sp.targets == atFoe || sp.targets == atYoma) {
		sp.technique = uint8(len(f.techniques))
		f.techniques = append(f.techniques, sp.asTechnique(s))
	}
	return sp
}

// reduceCost takes a school's or class's reduction off the stages, from the last to the first, to no less than 1 each
// (SP-43, R-163).
func (sp *spell) reduceCost(less int) {
	for n := int(sp.stages) - 1; n >= 0 && less > 0; n-- {
		off := min(less, int(sp.cost[n])-1)
		sp.cost[n] -= int8(off)
		less -= off
	}
}

// asTechnique returns a spell as the technique with which it strikes at one target's Defense. It belongs to the main
// slot, since every technique has one.
func (sp *spell) asTechnique(s rows.Spell) technique {
	a := technique{name: sp.name, label: sp.name, slot: slotMain, kind: kindSpell, reach: sp.reach,
		wounds: int8(s.Effects.Wounds.N), flags: techSpell}
	if s.Answer {
		a.flags |= techAnswerable
	}
	return a
}

// leavesLasting reports whether a spell leaves an effect on people that needs a bit of marks. A held spell is in the
// state of its caster, and an effect on a zone or a side is not on people.
func (sp *spell) leavesLasting() bool {
	d := sp.effects
	if sp.flags&spellHeld != 0 || sp.until == untilBarrier || sp.targets == atZone || sp.targets == atSide {
		return false
	}
	return d.OnceARound || d.Mirage || d.Hush || d.Shift || d.Lightfoot || d.Sure || sp.until != untilOwnEnd && d.Exposed.N != 0 ||
		d.Defense.N != 0 || d.Attack.N != 0 || d.Answering.N != 0 || d.Dimmed.N != 0 || d.YomaDimmed.N != 0
}

// allotLastingBits gives the lasting spells of the fight their bits in the marks of the sides on which they can lie.
// Two casters of one spell share its bits (EB-63).
func (b *builder) allotLastingBits() {
	g := b.g
	for k := range g.casters {
		for n := range g.casters[k].spells {
			sp := &g.casters[k].spells[n]
			if !sp.leavesLasting() {
				continue
			}
			i := slices.IndexFunc(g.lasting, func(t lastingEffect) bool { return t.name == sp.name })
			if i < 0 {
				i = len(g.lasting)
				g.lasting = append(g.lasting, lastingEffect{name: sp.name, effects: sp.effects, until: sp.until,
					twoBits:       sp.until == untilNextLull || sp.effects.Shift,
					throughBreath: sp.until == untilBreath && (sp.effects.Sure || sp.effects.Attack.N != 0)})
			}
			g.lasting[i].casters |= 1 << k
			g.lasting[i].sides |= sp.targetSides(g.fighters[g.casters[k].seat].side)
			g.shiftsDice = g.shiftsDice || sp.effects.Shift
			sp.lasting = uint8(i + 1)
		}
	}
	for side := range rules.Side(2) {
		at, names := uint8(lastingShift), []string{}
		for i := range g.lasting {
			if t := &g.lasting[i]; t.sides&(1<<side) != 0 {
				t.shift[side] = at
				at += 1 + uint8(bit(t.twoBits))
				names = append(names, t.name)
			}
		}
		if at > wardShift {
			b.Wrong([]any{"sides"}, fmt.Sprintf("more lasting spells for or against %s than a fight remembers: %s",
				g.Teams[side], strings.Join(names, ", ")),
				fmt.Sprintf("%d bits of them at most: one each, two for those that end with the next round", lastingBits))
			g.lasting = nil
			b.Doubt(book.AllRows)
			return
		}
	}
}

// targetSides returns the sides, a bit each, on which a spell can lie whose caster is of this side.
func (sp *spell) targetSides(side rules.Side) uint8 {
	switch sp.targets {
	case atAll, atAllYoma:
		return 3
	case atAlly, atSelf, atFriend:
		return 1 << side
	}
	return 1 << (1 - side)
}

// readBefore reads one spell of a before: list: SPELL, SPELL > ZONE, SPELL > COMBATANT. It takes a slot off the sheet,
// as casting in the fight would; [Game.prepareSpells] casts the spell when everybody stands.
func (b *builder) readBefore(path strict.Path, k uint8, f *fighter, txt string) {
	g := b.g
	sheet := &g.casters[k]
	name, aim, aimed := strings.Cut(txt, " > ")
	n := slices.IndexFunc(sheet.spells, func(sp spell) bool { return sp.name == name && b.book.Spells[name].Before })
	if n < 0 {
		var known []string
		for _, sp := range sheet.spells {
			if b.book.Spells[sp.name].Before {
				known = append(known, sp.name)
			}
		}
		want := "no before: list, as it knows no spell for that"
		if len(known) > 0 {
			want = text.OneOf(name, known)
		}
		b.Wrong(path, fmt.Sprintf("%s casts %q before the fight", f.name, name), want)
		return
	}
	sp := &sheet.spells[n]
	cast := preparedSpell{k, uint8(n), f.startZone, sheet.seat}
	switch sp.targets {
	case atZone:
		if aimed {
			z := slices.Index(rows.Zones[:zoneScene], aim)
			if z < 0 || !g.inPlay[z] {
				b.Wrong(path, fmt.Sprintf("no zone %q here", aim), text.OneOf(aim, book.Keys(b.file.Zones)), strict.Path{"zones"})
				return
			}
			cast.zone = uint8(z)
		}
	case atFoe, atYoma, atAlly, atFriend:
		var there []string
		for t := range g.n {
			if g.mayPrepare(sheet.seat, t, sp) {
				there = append(there, g.fighters[t].name)
				if g.fighters[t].name == aim {
					cast.at = uint8(t)
				}
			}
		}
		if self := sp.targets == atFriend && !aimed; !self && !slices.Contains(there, aim) {
			b.Wrong(path, fmt.Sprintf("%s casts %q before the fight", f.name, txt),
				fmt.Sprintf("%s > and whom: %s", name, text.OneOf(aim, there)), book.NamesKnown, book.RowOf(aim))
			return
		}
	default:
		if aimed {
			b.Wrong(path, fmt.Sprintf("%s casts %q before the fight", f.name, txt), name+" alone, as it has no target")
			return
		}
	}
	left := &sheet.ritesAtStart[sp.list]
	if sp.dan < slotDans {
		left = &sheet.slotsAtStart[sp.list][sp.dan]
	}
	if *left == 0 {
		b.Wrong(path, fmt.Sprintf("%s has no slot left for %q", f.name, name), "a slot of its dan")
		return
	}
	*left--
	g.preparedSpells = append(g.preparedSpells, cast)
}

// mayPrepare reports whether a spell may be cast at seat t before the fight, whatever the distance. A shikigami is not
// there before it has been called.
func (g *Game) mayPrepare(caster uint8, t int, sp *spell) bool {
	friend := !g.foes(t, int(caster))
	switch {
	case g.fighters[t].called || g.fighters[t].isSquad() && sp.affectsMind():
		return false
	case sp.targets == atFriend, sp.targets == atAlly:
		return friend && (sp.targets == atFriend || t != int(caster))
	}
	return !friend && (sp.targets == atFoe || g.fighters[t].yoma)
}
