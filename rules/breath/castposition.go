package breath

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/strict"
)

// The part of a now: block about spells: what each caster is casting or holds, and what lies on combatants and zones.
// Methods of Game write it, methods of nowReader read it back. A person may have written what they read, so that they
// check every value; no position may lead the engine to an index out of range.

// markNames are the words of positions for the six flags of [marks], in the order of their bits.
var markNames = []string{"received", "blessed", "burning", "held fast", "seized", "round lost"}

// writeCaster writes what seat i has as a caster: its slots, the spell in hand with the stages paid, and the seat or
// the two zones that a held spell is over.
func (g *Game) writeCaster(s *State, i int, n *rows.NowSeat) {
	k := g.fighters[i].casterNumber
	if k == 0 {
		return
	}
	sheet, ca := &g.casters[k-1], &s.casters[k-1]
	n.Slots = map[string][]int{}
	for l, list := range sheet.lists {
		for d := range uint8(slotDans) {
			n.Slots[list] = append(n.Slots[list], int(ca.slotsLeft(uint8(l), d)))
		}
	}
	n.Rounds, n.Stage = book.BitWords(ca.flags&(1<<revealShift-1), rows.CastingMarks), int(ca.stagesPaid())
	if z, ok := ca.revealedZone(); ok {
		n.Opened = rows.Zones[z]
	}
	sp := g.spellInHand(s, k-1)
	if sp == nil {
		return
	}
	n.Spell = sp.name
	if g.heldSpell(s, k-1) == nil { // one that is still being cast is over nobody yet
		return
	}
	switch {
	case sp.effects.Seal:
		n.HoldsOver = []string{g.name(int(ca.target))}
	case sp.targets == atFoes && g.hasZones:
		n.HoldsOver = []string{rows.Zones[ca.target&zoneMask], rows.Zones[ca.target>>secondZoneShift]}
	}
}

// writePlaces writes barriers, and the fire and the gates of zones. Only casters make any. Gates are two numbers, one
// for each side, as soon as one of them stands.
func (g *Game) writePlaces(s *State, n *rows.Now) {
	if len(g.casters) == 0 {
		return
	}
	for side := range s.barriers {
		if b := &s.barriers[side]; b.spell != 0 {
			sp := g.barrierOf(b)
			nb := rows.NowBarrier{By: g.name(int(g.casters[sp.caster].seat)), Spell: sp.name, Wounds: int(b.remaining())}
			if sp.targets == atZone {
				nb.Zone = rows.Zones[b.zone()]
			}
			n.Barriers = append(n.Barriers, nb)
		}
	}
	n.Ground = map[string]rows.NowGround{}
	for z := range s.ground {
		l := &s.ground[z]
		gates := []int{int(l.gate(0)), int(l.gate(1))}
		if l.fire() == 0 && gates[0]+gates[1] == 0 {
			continue
		}
		ng := rows.NowGround{Fire: int(l.fire())}
		if gates[0]+gates[1] > 0 {
			ng.Gates = gates
		}
		n.Ground[rows.Zones[z]] = ng
	}
}

// readSpells reads the values that writeCaster and writePlaces write. A caster who stands has a line of slots at least;
// of one who is down, slots alone are read, since it carries them into the next fight.
func (r *nowReader) readSpells(n *rows.Now) {
	g := r.g
	for i := range g.n {
		at := strict.Path{"now", "seats", g.name(i)}
		ns := n.Seats[g.name(i)]
		k := g.fighters[i].casterNumber
		switch {
		case k != 0 && r.s.seats[i].flags&isDown == 0 || len(ns.Slots) > 0 && k != 0:
			r.readCaster(at, i, k-1, ns)
		case k == 0 && (ns.Spell != "" || len(ns.Slots) > 0):
			r.Wrong(at.And("spell"), g.name(i)+" casts spells", "a caster's row, or no spell and slots here")
		}
	}
	r.readBarriers(n)
	for name, ng := range n.Ground {
		at := strict.Path{"now", "ground", name}
		z := r.Index(at, "zone", name, rows.Zones)
		r.s.ground[z].setFire(uint8(min(max(ng.Fire, 0), 3)))
		if len(ng.Gates) > 2 {
			r.Wrong(at.And("gates"), fmt.Sprintf("%d gates", len(ng.Gates)), "one for each side")
			continue
		}
		for side, lulls := range ng.Gates {
			if lulls < 0 || lulls > gateForever || lulls > 0 && g.gatekeepers(rules.Side(side)) == 0 {
				r.Wrong(at.And("gates", side), fmt.Sprintf("a gate for %d lulls", lulls),
					"0 to 2, or 3 for the whole fight, of a side with a caster of gates", book.AllRows)
				continue
			}
			r.s.ground[z].setGate(rules.Side(side), uint8(lulls))
		}
	}
	if len(g.casters) == 0 && (len(n.Barriers) > 0 || len(n.Ground) > 0) {
		r.Wrong([]any{"now"}, "barriers or ground in a fight without casters", "neither", book.AllRows)
	}
}

// markWords returns the words of a position for the effects on seat i: flags, lasting effects and a ward. A number
// follows its word, as in "warded 2".
func (g *Game) markWords(s *State, i int) (words []string) {
	words = book.BitWords(s.marks[i], markNames)
	for n := range g.lasting {
		t := &g.lasting[n]
		switch count := g.lastingOn(s, i, t); {
		case count == 0:
		case t.twoBits:
			words = append(words, fmt.Sprintf("%s %d", t.name, count))
		default:
			words = append(words, t.name)
		}
	}
	if n := s.marks[i] >> wardShift; n != 0 {
		words = append(words, fmt.Sprintf("warded %d", n))
	}
	return words
}

// readMarks reads the words of markWords. It knows only the lasting effects that can lie on seat i's side: others have
// no bits there.
func (r *nowReader) readMarks(at strict.Path, i int, words []string) {
	g, m := r.g, &r.s.marks[i]
	known := append(slices.Clone(markNames), "warded")
	for n := range g.lasting {
		if g.lasting[n].sides&(1<<g.fighters[i].side) != 0 {
			known = append(known, g.lasting[n].name)
		}
	}
	for w, text := range words {
		name, count := text, 1
		if k := strings.LastIndex(text, " "); k > 0 {
			if n, err := strconv.Atoi(text[k+1:]); err == nil {
				name, count = text[:k], n
			}
		}
		here := at.And(w)
		if !r.OneOf(here, "mark", name, known) {
			continue
		}
		if count < 1 || count > 3 {
			r.Wrong(here, fmt.Sprintf("%q %d", name, count), "a count of 1 to 3")
			continue
		}
		switch k := slices.Index(markNames, name); {
		case k >= 0:
			*m |= 1 << k
		case name == "warded":
			*m |= marks(count) << wardShift
		default:
			t := &g.lasting[slices.IndexFunc(g.lasting, func(t lastingEffect) bool { return t.name == name })]
			if !t.twoBits {
				count = 1
			}
			g.setLasting(&r.s, i, t, uint8(count))
		}
	}
	if r.s.seats[i].flags&isDown != 0 { // no effect lies on one who is down
		*m = 0
	}
}

// readCaster reads the values that writeCaster writes of caster k, who has seat i. One who is down has slots and
// nothing else.
func (r *nowReader) readCaster(at strict.Path, i int, k uint8, ns rows.NowSeat) {
	g, ca := r.g, &r.s.casters[k]
	sheet := &g.casters[k]
	for list, left := range ns.Slots {
		l := r.Index(at.And("slots", list), "list", list, sheet.lists)
		for d, n := range left {
			most := 0
			if d < slotDans {
				most = int(sheet.slotsFull[l][d])
			}
			if n < 0 || n > most {
				r.Wrong(at.And("slots", list, d), fmt.Sprintf("%d slots", n), fmt.Sprintf("0 to %d", most))
				continue
			}
			if d < slotDans {
				ca.setSlotsLeft(uint8(l), uint8(d), uint8(n))
			}
		}
	}
	if r.s.seats[i].flags&isDown != 0 {
		return
	}
	ca.flags |= uint8(r.Bits(at.And("rounds"), "word", ns.Rounds, rows.CastingMarks))
	if ns.Opened != "" {
		ca.setRevealedZone(uint8(r.Index(at.And("opened"), "zone", ns.Opened, rows.Zones)))
	}
	if ns.Spell == "" {
		return
	}
	n := slices.IndexFunc(sheet.spells, func(sp spell) bool { return sp.name == ns.Spell })
	if n < 0 {
		r.Wrong(at.And("spell"), fmt.Sprintf("%s casts no %q", g.name(i), ns.Spell), "a spell it knows")
		return
	}
	sp := &sheet.spells[n]
	most := int(sp.stages)
	if sp.flags&spellHeld == 0 { // the last stage ends such a spell, so that no position has all of them paid
		most--
	}
	if ns.Stage < 1 || ns.Stage > most {
		r.Wrong(at.And("stage"), fmt.Sprintf("stage %d of %s", ns.Stage, ns.Spell), fmt.Sprintf("1 to %d", max(1, most)))
		return
	}
	ca.spell = uint8(n) + 1
	ca.stage |= uint8(ns.Stage)
	if ns.Stage == int(sp.stages) {
		r.readHeldSpell(at.And("holds over"), ca, sp, ns.HoldsOver)
	}
}

// readHeldSpell reads the seat or the two zones that a held spell is over. A boon is over whoever stands with its
// caster and needs neither.
func (r *nowReader) readHeldSpell(at strict.Path, ca *caster, sp *spell, on []string) {
	g := r.g
	switch {
	case sp.effects.Seal:
		if len(on) != 1 {
			r.Wrong(at, "a seal on nobody", "the one sealed")
			return
		}
		ca.target = uint8(r.Index(at.And(0), "combatant", on[0], g.Names()))
		if g.fighters[ca.target].side == g.fighters[g.casters[sp.caster].seat].side {
			r.Wrong(at, on[0]+" is sealed by a friend", "one of the other side", at.And(0))
		}
	case sp.targets == atFoes && g.hasZones:
		if len(on) != 2 {
			r.Wrong(at, "a dream over nowhere", "two zones")
			return
		}
		a, b := r.Index(at.And(0), "zone", on[0], rows.Zones), r.Index(at.And(1), "zone", on[1], rows.Zones)
		ca.target = uint8(min(a, b) | max(a, b)<<secondZoneShift)
	case sp.targets == atFoes:
		ca.target = zoneScene
	}
}

// readBarriers reads the barriers of both sides, of which each has one.
func (r *nowReader) readBarriers(n *rows.Now) {
	g := r.g
	for k, nb := range n.Barriers {
		at := strict.Path{"now", "barriers", k}
		i := r.Index(at.And("by"), "combatant", nb.By, g.Names())
		m := g.fighters[i].casterNumber
		if m == 0 {
			r.Wrong(at.And("by"), "a barrier of "+g.name(i), "a caster", book.RowOf(nb.By))
			continue
		}
		w := slices.IndexFunc(g.casters[m-1].spells, func(sp spell) bool {
			return sp.name == nb.Spell && sp.effects.Barrier.N > 0
		})
		if w < 0 || nb.Wounds < 1 || nb.Wounds > barrierWoundsMax {
			r.Wrong(at.And("spell"), fmt.Sprintf("a barrier of %d Wounds by %q", nb.Wounds, nb.Spell),
				fmt.Sprintf("a spell of %s that raises one, and 1 to %d", g.name(i), barrierWoundsMax), book.RowOf(nb.By))
			continue
		}
		zone := uint8(zoneScene)
		if g.casters[m-1].spells[w].targets == atZone && g.hasZones {
			zone = uint8(r.Index(at.And("zone"), "zone", nb.Zone, rows.Zones))
		}
		r.s.barriers[g.fighters[i].side] = newBarrier(m-1, uint8(w), zone, int8(nb.Wounds))
	}
}

// checkSpells refuses combinations of sound values to which no casting leads.
func (r *nowReader) checkSpells() {
	g, s := r.g, &r.s
	bad := func(what, want string) { r.Wrong([]any{"now", "seats"}, what, want) }
	for i := range g.n {
		if s.marks[i]&markRoundLost != 0 && s.seats[i].flags&hasClosed == 0 {
			bad(g.name(i)+" has lost its round and is in the count", "is: [closed] besides")
		}
	}
	for k := range g.casters {
		if sp := g.heldSpell(s, uint8(k)); sp != nil && sp.effects.Seal && !s.isUp(int(s.casters[k].target)) {
			bad("a seal on one who is down", "one who stands")
		}
		if ca := &s.casters[k]; ca.flags&muteNow != 0 && ca.spell != 0 && g.heldSpell(s, uint8(k)) == nil {
			bad("a mute caster who chants", "one or the other")
		}
	}
}
