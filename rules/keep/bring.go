package keep

import (
	"cmp"
	"fmt"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/keep/rows"
	"kokyu/rules/text"
)

// What combatants bring into a fight besides weapons: the effects of their rows, and the deeds that they can do.

// gatherAll gathers what all seats bring, the allied side first. Effects that nothing else orders happen in this order.
func (b *builder) gatherAll() {
	g := b.g
	for _, side := range [2]rules.Side{g.allied, 1 - g.allied} {
		for i := range g.n {
			if g.seats[i].side == side {
				b.gatherSeat(i)
			}
		}
	}
	b.assignSlots()
	b.listMoments()
}

// gatherSeat gathers the effects and deeds of one combatant: of its weapons, its armour, its techniques, spells and
// objects.
func (b *builder) gatherSeat(i int) {
	at, ff, row := b.lines[i].Path, b.lines[i].Line, b.lines[i].Row
	for k, name := range b.g.seats[i].weapons {
		if name != "" {
			b.gatherEffects(i, name, b.book.Weapons[name].Effects, uint8(i*weaponsMax+k), true)
		}
	}
	armour := cmp.Or(ff.Armour, row.Armour)
	b.gatherEffects(i, armour, b.book.Armours[armour].Effects, noItem, true)
	for kind, list := range []struct {
		what   string
		ofRow  []string
		ofLine book.Names
		key    string
		rows   map[string]rows.Technique
	}{
		ofTechnique: {"technique", row.Techniques, ff.Techniques, "techniques", b.book.Techniques},
		ofSpell:     {"spell", row.Spells, ff.Spells, "spells", b.book.Spells},
		ofObject:    {"small object", row.Objects, ff.Objects, "objects", b.book.Objects},
	} {
		names, key := list.ofLine.Instead(list.ofRow, list.key)
		for n, name := range names {
			t, ok := list.rows[name]
			if put := at.And(key); !ok {
				b.OneOf(append(put, n), list.what, name, book.Keys(list.rows))
				continue
			} else if row.Mook && uint8(kind) != ofObject {
				b.Wrong(put, "a mook with a "+list.what, "a sheet that is no mook")
				return
			} else if slices.Index(names, name) < n {
				b.Wrong(append(put, n), name+" twice", "each once")
				continue
			}
			b.gatherDeed(i, uint8(kind), name, t)
		}
	}
}

// gatherDeed gathers a technique, a spell or a small object of seat i: its effects, and a deed if it is to be used.
func (b *builder) gatherDeed(i int, kind uint8, name string, t rows.Technique) {
	g := b.g
	d := deed{row: name, kind: kind, owner: uint8(i), cost: text.IndexOrZero(rows.CostNames, t.Cost),
		once: t.Once || kind == ofObject, slot: noSlot}
	if t.Number != nil {
		d.number, d.ring = t.Number.N, slices.Index(rows.RingNames, t.Ring)
	}
	from := len(g.effects)
	b.gatherEffects(i, name, t.Effects, noItem, kind != ofTechnique)
	for k := from; k < len(g.effects); k++ {
		e := &g.effects[k]
		if e.when != whenUsed {
			continue
		}
		d.effects = append(d.effects, uint8(k))
		if e.on >= onFriend {
			d.target, d.reach = e.on, e.reach
		}
	}
	if len(d.effects) > 0 {
		g.deeds = append(g.deeds, d)
	}
}

// gatherEffects gathers the effects of one row for seat i; item and misc are as in effect.
func (b *builder) gatherEffects(i int, name string, effects []rows.Effect, item uint8, misc bool) {
	for k, row := range effects {
		e := effect{row: name, nth: uint8(k), owner: uint8(i), item: item, misc: misc, slot: noSlot, rounds: noRounds,
			when: text.IndexOrZero(rows.MomentNames, row.When), does: text.IndexOrZero(rows.EffectNames, row.Does),
			on: text.IndexOrZero(rows.TargetNames, row.On), gain: gain{row.Dice.Roll, row.Dice.Keep, row.Dice.Add + row.By.N}}
		if row.Feet != nil {
			e.reach = uint8(row.Feet.N / squareFeet)
		}
		for _, need := range row.Needs {
			e.needs |= 1 << slices.Index(rows.NeedNames, need)
		}
		switch n, ok := row.Rounds(); {
		case row.Lasts == rows.TurnLasts:
			e.rounds = lastsTurn
		case row.Lasts == rows.EncounterLasts:
			e.rounds = lastsFight
		case ok:
			e.rounds = uint8(n)
		}
		// An effect is shared if all who have it get it at one moment and for as long.
		e.shared = e.on == onSelf && e.isLasting() && e.when != whenUsed && (e.rounds == lastsFight || e.when != whenTurn)
		b.g.effects = append(b.g.effects, e)
	}
}

// assignSlots gives slots of the position to what lasts, to what can be used once, to spells and to small objects. A
// deed keeps its mark in the slot of its first effect.
func (b *builder) assignSlots() {
	g := b.g
	newSlot := func(k int) uint8 {
		g.slots = append(g.slots, uint8(k))
		return uint8(len(g.slots) - 1)
	}
	for k := range g.effects {
		e := &g.effects[k]
		if !e.isLasting() {
			continue
		}
		// A shared effect takes the slot of the first seat that has it.
		for o := 0; o < k && e.shared && e.slot == noSlot; o++ {
			if p := &g.effects[o]; p.shared && p.row == e.row && p.nth == e.nth {
				e.slot = p.slot
			}
		}
		if e.slot == noSlot {
			e.slot = newSlot(k)
		}
		e.firstSlot = e.slot
		for o := range k { // R-RK-84: of the same effects of one row on a seat only the first counts
			if p := &g.effects[o]; p.isLasting() && p.row == e.row && p.nth == e.nth {
				e.firstSlot = min(e.firstSlot, p.slot)
			}
		}
	}
	for n := range g.deeds {
		if d := &g.deeds[n]; d.once || d.kind != ofTechnique {
			e := &g.effects[d.effects[0]]
			if e.slot == noSlot {
				e.slot = newSlot(int(d.effects[0]))
				e.firstSlot = e.slot
			}
			d.slot = e.slot
		}
	}
	if len(g.slots) > slotsMax {
		b.Wrong([]any{"sides"}, fmt.Sprintf("%d effects that last or are used once", len(g.slots)),
			fmt.Sprintf("at most %d in a fight; what all have from one technique counts once", slotsMax))
		g.slots = g.slots[:slotsMax]
		b.Doubt(book.AllRows)
	}
}

// listMoments lists the effects that each moment sets off: dueMax at most, as State.dueEffects has a bit for each.
func (b *builder) listMoments() {
	g := b.g
	for k := range g.effects {
		list := &g.momentEffects[g.effects[k].when]
		if g.effects[k].when == whenTurn {
			list = &g.turnEffects[g.effects[k].owner]
		}
		*list = append(*list, uint8(k))
	}
	checkMost := func(list []uint8, begin string) {
		if len(list) > dueMax {
			b.Wrong([]any{"sides"}, fmt.Sprintf("%d effects that begin with %s", len(list), begin), fmt.Sprintf("at most %d", dueMax))
			b.Doubt(book.AllRows)
		}
	}
	for when, name := range rows.MomentNames {
		if uint8(when) != whenUsed && uint8(when) != whenEncounter {
			checkMost(g.momentEffects[when], "the "+name)
		}
	}
	for i := range g.n {
		checkMost(g.turnEffects[i], "a turn of "+g.name(i))
	}
}

// setOffBeginning sets off the effects that begin with the encounter (RK-02), the allied side's first. There is no log
// yet: logBeginning logs their events.
func (b *builder) setOffBeginning() {
	g, log := b.g, &rules.Log{}
	for _, k := range g.momentEffects[whenEncounter] {
		if e := &g.effects[k]; g.meetsNeeds(&g.First, e) {
			g.applyEffect(&g.First, e, int(e.owner), log)
		}
	}
	if g.beginningEvents = log.Events; len(g.beginningEvents) > 0 {
		g.First.untold = 1
	}
}
