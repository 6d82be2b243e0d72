package breath

import (
	"fmt"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/strict"
)

// What combatants take from one fight into the next: Wounds, slots, gold, Faith, Cohesion, injuries that last,
// weapons lost, and the madness that a backlash may leave. Energy is not, since a fight begins with all of it.

// CarryOut returns what seat i takes out of a fight. events are all events of the fight: that a backlash was suffered,
// and which slots an interruption has broken, is in no position.
func (g *Game) CarryOut(s *State, i rules.Seat, events []rules.Event) book.CarryOver {
	f, c := &g.fighters[i], &s.seats[i]
	out := book.CarryOver{Who: f.kind, Down: !s.isUp(int(i)) && c.flags&hasYielded == 0, Wounds: new(int(c.wounds)),
		Casts: g.castingOf(s, int(i), events)}
	for k, to := range []**int{&out.Gold, &out.Faith} {
		if p := f.purse[k]; p >= 0 {
			*to = new(int(s.purses[p]))
		}
	}
	switch {
	case !f.isSquad() || out.Down:
	case c.flags&hasYielded != 0:
		out.Cohesion = 1
	default:
		out.Cohesion = int(c.cohesion())
	}
	out.Mad = slices.ContainsFunc(events, func(e rules.Event) bool { return e.Kind == "backlash" && e.Seat == f.name })
	if g.duel.on && g.duel.points == 0 {
		out.Injuries = book.BitWords(s.duel.hurt[i]&hurtLasts, rows.Locations)
	}
	for slot := range uint8(2) {
		if c.isGone(slot) || !c.inHand(slot) && !rules.HasWon(g, s, f.side) { // the winners pick up what lies there
			out.LostWeapons = append(out.LostWeapons, f.weaponWord(slot))
		}
	}
	return out
}

// hurtLasts are the locations whose injuries last (MA-40 to MA-44): all but the torso, which costs a Wound and bleeds.
const hurtLasts = hurtWrist | hurtArm | hurtLeg | hurtFace

// castingOf returns how seat i casts and its slots, nil if it casts nothing. One that keeps to the core's techniques
// has a mode and no slots; its mode is carried so that a later file cannot give it spells (SP-46).
func (g *Game) castingOf(s *State, i int, events []rules.Event) *book.Casting {
	row := g.combatants[i].Caster
	if row == nil {
		return nil
	}
	out := &book.Casting{Mode: row.Mode, Class: row.Class, School: row.School}
	k := g.fighters[i].casterNumber
	if k == 0 {
		return out
	}
	sheet, ca := &g.casters[k-1], &s.casters[k-1]
	out.Slots = map[string]book.Slots{}
	for l, list := range sheet.lists {
		var slots book.Slots
		for d := range uint8(slotDans) {
			slots.Left = append(slots.Left, int(ca.slotsLeft(uint8(l), d)))
			slots.Of = append(slots.Of, int(sheet.slotsFull[l][d]))
		}
		slots.Broken = brokenSlots(g.name(i), list, events)
		slots.Rites = g.slotsUsed(k-1, uint8(l), slotDans)
		out.Slots[list] = slots
	}
	return out
}

// brokenSlots returns by dan the slots of a list that were lost to interruptions of a casting (SP-39). A held spell
// that is broken does not count, since it has had its effect. A "snap" event has the dan of the spell; the slot may be
// of a higher one, which the "slot" event of the same casting has.
func brokenSlots(name, list string, events []rules.Event) (broken []int) {
	dan := -1 // that of the slot which the casting under way has taken, as an index
	for _, e := range events {
		if e.Seat != name || e.Of != list {
			continue
		}
		switch {
		case e.Kind == "slot":
			dan = slices.Index(rows.SpellDans, e.N)
		case e.Kind == "snap" && !e.OK && dan >= 0:
			if broken == nil {
				broken = make([]int, slotDans)
			}
			broken[dan]++
		}
	}
	return broken
}

// CarryIn brings into this fight what seat i has taken out of one before. A value out of bounds is a complaint, and the
// nearest legal one is taken, so that one pass finds every mistake of a file.
func (g *Game) CarryIn(s *State, i rules.Seat, in book.CarryOver) (bad strict.Complaints) {
	f, c := &g.fighters[i], &s.seats[i]
	if in.Wounds != nil {
		c.wounds = int8(bad.Within(strict.Path{"wounds"}, "wounds", *in.Wounds, 1, int(f.wounds)))
	}
	for k, n := range []*int{in.Gold, in.Faith} {
		name := rows.PurseNames[k]
		switch p := f.purse[k]; {
		case n == nil:
		case p < 0:
			bad.Wrong(strict.Path{name}, fmt.Sprintf("%s has no %s to spend", f.name, name), "a row with some, or none here")
		default:
			s.purses[p] = uint8(bad.Within(strict.Path{name}, name, *n, 0, int(f.wealth[k])))
		}
	}
	switch {
	case f.isSquad():
		c.setCommand(c.commander(), int8(bad.Within(strict.Path{"cohesion"}, "cohesion", in.Cohesion, 1, cohesionMax)))
	case in.Cohesion != 0:
		bad.Wrong(strict.Path{"cohesion"}, f.name+" is no squad", "no cohesion:")
	}
	g.carryInSlots(s, int(i), in.Casts, &bad)
	for k, name := range in.Injuries {
		if bad.OneOf(strict.Path{"hurt", k}, "location", name, book.BitWords(hurtLasts, rows.Locations)) && g.duel.on {
			s.duel.hurt[i] |= 1 << slices.Index(rows.Locations, name)
		}
	}
	g.beginDisarmed(int(i), c, in.LostWeapons, &bad)
	return bad
}

// beginDisarmed takes from seat i the weapons that it has lost in a fight before. Natural and worn arms and shields
// cannot be lost, and squads and units lose nothing.
func (g *Game) beginDisarmed(i int, c *seat, lost []string, bad *strict.Complaints) {
	var own []string
	slots := map[string]uint8{}
	for slot := range uint8(2) {
		if f := &g.fighters[i]; f.breathes() && f.weaponWord(slot) != "" && f.slots[slot].canDrop() {
			own = append(own, f.weaponWord(slot))
			slots[f.weaponWord(slot)] = slot
		}
	}
	for k, name := range lost {
		at := strict.Path{"lost weapons", k}
		switch {
		case len(own) == 0:
			bad.Wrong(at, g.name(i)+" has no weapon to lose", "no lost weapons:")
		case bad.OneOf(at, "weapon", name, own):
			c.loseWeapon(slots[name])
		}
	}
}

// carryInSlots brings a caster's slots into this fight. A change of mode, class or school is refused (SP-46).
func (g *Game) carryInSlots(s *State, i int, in *book.Casting, bad *strict.Complaints) {
	now := g.castingOf(s, i, nil)
	if in == nil && now == nil {
		return
	}
	at := strict.Path{"casts"}
	if in == nil || now == nil || in.Mode != now.Mode || in.Class != now.Class || in.School != now.School {
		bad.Wrong(at, fmt.Sprintf("%s casts by %s here and by %s as it was carried", g.name(i), modeWords(now), modeWords(in)),
			"the same mode, class and school in every fight (SP-46)")
		return
	}
	for _, list := range book.Keys(in.Slots) {
		here := strict.Path{"casts", "slots", list}
		if !bad.OneOf(strict.Path{"casts", "slots", strict.Key(list)}, "list", list, book.Keys(now.Slots)) {
			continue
		}
		k := g.fighters[i].casterNumber - 1
		sheet := &g.casters[k]
		l := uint8(slices.Index(sheet.lists, list))
		for d, n := range in.Slots[list].Left {
			used := g.slotsUsed(k, l, uint8(d)) // before this fight
			n = bad.Within(here.And("left", d), "slots", n, used, now.Slots[list].Of[d])
			s.casters[k].setSlotsLeft(l, uint8(d), uint8(max(0, n-used)))
		}
		bad.Within(here.And("rites"), "rites besides those of this fight", in.Slots[list].Rites,
			0, int(sheet.ritesAtStart[l]))
	}
}

// slotsUsed returns how many slots of a list and dan caster k uses for spells cast before the fight.
func (g *Game) slotsUsed(k, list, dan uint8) (n int) {
	for _, b := range g.preparedSpells {
		if sp := &g.casters[b.caster].spells[b.spell]; b.caster == k && sp.list == list && sp.dan == dan {
			n++
		}
	}
	return n
}

// modeWords returns the words for the mode, class and school of a caster: "spells of onmyoji of folk sorcery".
func modeWords(c *book.Casting) string {
	if c == nil {
		return "nothing"
	}
	words := c.Mode
	for _, name := range []string{c.Class, c.School} {
		if name != "" {
			words += " of " + name
		}
	}
	return words
}

// takeRest returns what a combatant carries after a rest. Eight hours give back all slots but those lost to
// interruptions; an interlude gives back those too and a squad's Cohesion (SP-06, SP-39), and ends a madness (SP-40).
// The documents do not say when injuries heal, so they never do. The map of slots of c is copied, not changed.
func takeRest(c book.CarryOver, r book.Rest) book.CarryOver {
	if r.Interlude {
		c.Mad = false
		if c.Cohesion > 0 {
			c.Cohesion = cohesionMax
		}
	}
	if c.Casts == nil || !r.Long() {
		return c
	}
	casts := *c.Casts
	casts.Slots = map[string]book.Slots{}
	for list, slots := range c.Casts.Slots {
		slots.Left, slots.Rites = slices.Clone(slots.Of), 0
		if r.Interlude {
			slots.Broken = nil
		}
		for d, n := range slots.Broken {
			slots.Left[d] = max(0, slots.Left[d]-n)
		}
		casts.Slots[list] = slots
	}
	c.Casts = &casts
	return c
}
