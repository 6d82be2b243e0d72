package breath

import (
	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// Document 002 §The Spells: what spells do when they work. A spell's row has a closed list of effects,
// [rows.Does], of which it may have several.

// applySpell does what a spell does whose check against a number has succeeded. A spell that is held, and what it does
// to a barrier, a unit, a chant or a foe as a whole, are one of each in the switch; gates, reveals and what is laid on
// people may come with them.
func (g *Game) applySpell(s *State, w *spell, log *rules.Log) {
	i, m := int(s.actor), s.maneuver
	k := &s.casters[w.mage]
	g.logSpellHit(log, w, rules.Seat(m.at))
	d := w.does
	switch {
	case w.is&spellHeld != 0: // it is held in the place of a stance
		g.breakCasting(s, i, byItself, log)
		g.dropStance(s, i, byItself, log)
		k.spell = m.with + 1
		k.stage = k.stage&^stageMask | w.stages
		k.over = m.at
		if w.at != atFoe && w.at != atYoma {
			k.over = m.to
		}
		if d.Seal {
			g.status(log, int(m.at), "sealed", true)
			g.dropStance(s, int(m.at), i, log)
		}
	case d.Barrier.N != 0:
		g.raiseBarrier(s, w, m.with, m.to, log)
	case d.Knot.N != 0:
		b := &s.barriers[g.seats[i].side]
		b.setWounds(b.remaining() + int8(d.Knot.N))
		g.logPlace(log, i, "barrier", rows.Zones[b.zone()], b.remaining(), true)
	case d.Call != "":
		g.callUnit(s, i, d.Call, log)
	case d.Dispel:
		g.dispel(s, log)
	case d.Repel:
		log.Add(rules.Event{Kind: "down", Seat: g.name(int(m.at)), At: g.name(i), What: "repelled"})
		g.takeOut(s, int(m.at), log)
	case d.Seize:
		g.seize(s, int(m.at), log)
		return
	}
	g.setGate(s, w, m.to, log)
	if d.Reveal {
		g.revealZone(s, w.mage, m.to, log)
	}
	if int(m.at) < g.n && s.up(int(m.at)) && w.is&spellHeld == 0 {
		g.layEffects(s, w, int(m.at), log)
	}
	s.phase = phManeuverDone
	g.decide(s, log)
}

// strikeArea counts one roll against the Defense of everyone in a zone, friends and the caster too. Whom
// it hits is settled before anybody is wounded: the first to fall may hold a boon on which the Defense of the next
// depends, and [Game.castKey] tells throws apart by how many they hit.
func (g *Game) strikeArea(s *State, w *spell, total int8, double bool, log *rules.Log) {
	z, i := s.maneuver.to, int(s.actor)
	g.logSpellHit(log, w, rules.Nobody)
	var hit [rules.SeatsMax]bool
	for t := range g.n {
		hit[t] = g.isInArea(s, t, z, w) && total >= g.shownDefense(s, t)
	}
	for t := range g.n {
		if !hit[t] {
			continue
		}
		if n := g.areaWounds(t, g.spellWounds(w, t, double)); n > 0 {
			g.takeSpellWounds(s, w, t, i, n, double, double, log)
		}
		if s.up(t) {
			g.layEffects(s, w, t, log)
		}
	}
	if n := uint8(w.does.Fire.N); n != 0 {
		s.ground[z].setFire(max(n, s.ground[z].fire()))
		g.logPlace(log, i, "fire", rows.Zones[z], int8(n), true)
	}
	s.phase = phManeuverDone
	if g.focusCaster(s) >= 0 {
		s.phase = phFocus
	}
	g.decide(s, log)
}

// takeSpellWounds takes a spell's Wounds from seat t, and asks it to keep its focus if it has lost any by a critical.
// told says whether the log tells of the critical.
func (g *Game) takeSpellWounds(s *State, w *spell, t, by int, n int8, critical, told bool, log *rules.Log) {
	before := s.seats[t].wounds
	g.takeWounds(s, t, by, n, woundCause{what: w.name, critical: told}, log)
	g.requireFocus(s, t, before-s.seats[t].wounds, critical, false)
}

// applySpellEffects does what a spell that strikes as a blow does besides its Wounds: it lays effects on its target,
// and a burst wounds the second target if the same roll reaches that one's Defense.
func (g *Game) applySpellEffects(s *State, b *blow, log *rules.Log) {
	w := g.rolledSpell(s)
	if s.up(int(b.at)) {
		g.layEffects(s, w, int(b.at), log)
	}
	if s.maneuver.to == 0 {
		return
	}
	if t := int(s.maneuver.to) - 1; s.up(t) && b.sum+b.mod >= g.shownDefense(s, t) {
		double := b.is&blowDouble != 0
		g.takeSpellWounds(s, w, t, int(b.by), int8(w.does.Beside.N)+int8(bit(double)), double, false, log)
	}
}

// layEffects leaves on seat t what a spell leaves on people. Squads do not burn and are not held fast. A
// lasting effect that already lies there is renewed, but a shift of dice is not: it serves once in a fight.
func (g *Game) layEffects(s *State, w *spell, t int, log *rules.Log) {
	d, m := w.does, &s.marks[t]
	squad := g.seats[t].isSquad()
	if d.Burn && !squad && *m&markBurning == 0 {
		*m |= markBurning
		g.status(log, t, "burning", true)
	}
	if d.Fast && !squad && *m&markHeldFast == 0 {
		*m |= markHeldFast
		g.status(log, t, "held fast", true)
	}
	if d.Exposed.N != 0 && w.until == untilDone {
		s.seats[t].exposed = max(s.seats[t].exposed, int8(d.Exposed.N))
		g.status(log, t, "exposed", true)
	}
	if d.Ward && *m>>wardShift == 0 {
		*m |= marks(g.rule.Ward) << wardShift
		g.status(log, t, "warded", true)
	}
	if d.Cleanse {
		g.cleanse(s, t, log)
		if *m&markHeldFast != 0 {
			*m &^= markHeldFast
			g.status(log, t, "held fast", false)
		}
		g.expire(s, t, (*lastingEffect).isAilment, log) // a seizure is none of them: a round lost to it stays lost
	}
	if w.lasting != 0 && w.until != untilBarrier {
		x := &g.lasting[w.lasting-1]
		if d.Shift && g.lastingOn(s, t, x) != 0 {
			return // its number stays at 2 once the shift is made, so that it cannot be laid again
		}
		if g.lastingOn(s, t, x) == 0 {
			g.status(log, t, w.name, true)
		}
		g.setLasting(s, t, x, 1+uint8(bit(x.until == untilNextLull)))
	}
}

// raiseBarrier puts up the barrier of a caster's n-th spell, which is w, for its side: in the zone in, or wherever the
// side stands. A side has one barrier; a new one replaces it only if it takes more Wounds than the old one still does
//
func (g *Game) raiseBarrier(s *State, w *spell, n, in uint8, log *rules.Log) {
	i := int(g.mages[w.mage].seat)
	b := &s.barriers[g.seats[i].side]
	if b.remaining() >= int8(w.does.Barrier.N) {
		return
	}
	zone := uint8(scene)
	if w.at == atZone {
		zone = in
	}
	*b = newBarrier(w.mage, n, zone, int8(w.does.Barrier.N))
	g.logPlace(log, i, "barrier", rows.Zones[zone], b.remaining(), true)
}

// How many lulls a gate stands: till the end of the next round, or for the whole fight, which is not counted down.
const (
	gateLulls  = 2
	gateStands = 3
)

// setGate sets a spell's gate in a zone, if it makes one. It never shortens a gate of the same side.
func (g *Game) setGate(s *State, w *spell, zone uint8, log *rules.Log) {
	if w.does.Gate.N == 0 {
		return
	}
	i, l, n := int(g.mages[w.mage].seat), &s.ground[zone], uint8(gateLulls)
	if w.until == untilFight {
		n = gateStands
	}
	l.setGate(g.seats[i].side, max(n, l.gate(g.seats[i].side)))
	g.logPlace(log, i, "gate", rows.Zones[zone], int8(w.does.Gate.N), true)
}

// revealZone lays a zone open for caster k's side: foes who hide there are found, none can hide, and yoma lose their
// evasion as long as they stand there. A caster has one zone laid open, the last.
func (g *Game) revealZone(s *State, k, z uint8, log *rules.Log) {
	i := int(g.mages[k].seat)
	s.casters[k].setRevealedZone(z)
	g.logPlace(log, i, "reveal", rows.Zones[z], 0, true)
	for t := range g.n {
		if g.seats[t].side != g.seats[i].side && s.seats[t].zone == z {
			g.clearFlag(s, t, isHidden, "hidden", log)
		}
	}
}

// dispel ends a foe's casting or held spell, or the other side's barrier.
func (g *Game) dispel(s *State, log *rules.Log) {
	i := int(s.actor)
	if s.maneuver.to != toBarrier {
		g.breakCasting(s, int(s.maneuver.at), i, log)
		return
	}
	b := &s.barriers[1-g.seats[i].side]
	g.logPlace(log, int(g.mages[b.spell>>spellMageShift].seat), "barrier", rows.Zones[b.zone()], 0, false)
	*b = barrier{}
}

// seize takes seat t's next round and makes it strike once now, at one of its own side in its reach whom the caster
// names; if there is only one, nobody asks.
func (g *Game) seize(s *State, t int, log *rules.Log) {
	s.marks[t] |= markSeized
	g.status(log, t, "seized", true)
	switch n, last := g.countSeats(func(v int) bool { return g.mayBeStruckBy(s, t, v) }); n {
	case 0:
		s.phase = phManeuverDone
	case 1:
		g.forcedBlow(s, last, log)
	default:
		s.phase = phSecondTarget
	}
}

// firstAttack returns the index of the first attack that seat t can strike with now, as a rule its Attack A; -1 if it
// has none.
func (g *Game) firstAttack(s *State, t int) int {
	f, c := &g.seats[t], &s.seats[t]
	for k := range f.techniques {
		if a := &f.techniques[k]; a.kind == kindAttack && c.inHand(a.slot) && (a.is&techEmpties == 0 || c.isLoaded(a.slot)) {
			return k
		}
	}
	return -1
}

// mayBeStruckBy reports whether the seized seat t can be made to strike at v: another of its own side in its reach.
// That is the caster's foe, as t is: no caster names a friend.
func (g *Game) mayBeStruckBy(s *State, t, v int) bool {
	k := g.firstAttack(s, t)
	return k >= 0 && v != t && g.seats[v].side == g.seats[t].side && s.up(v) && !g.isSealed(s, v) && (!g.zoned || g.reaches(s, t, v, &g.seats[t].techniques[k]))
}

// forcedBlow has the one who has been seized strike at v with Attack A.
func (g *Game) forcedBlow(s *State, v int, log *rules.Log) {
	t := int(s.maneuver.at)
	g.strikeOutOfTurn(s, t, v, g.firstAttack(s, t), log)
}

// strikeOutOfTurn strikes a blow of seat by in another's breath, with its k-th technique: without Combo Fatigue and
// without State.breath, which are of the seat whose breath it is.
func (g *Game) strikeOutOfTurn(s *State, by, at, k int, log *rules.Log) {
	a := &g.seats[by].techniques[k]
	s.depth = 1
	*s.currentBlow() = blow{by: uint8(by), at: uint8(at), with: uint8(k),
		mod: g.capped(int(a.mod[s.seats[by].zone]) + g.heightBonus(s, by, at) + g.spellBonus(s, by, at))}
	g.emptyGun(s, by, a, log)
	g.logCounter(log, by, at, a)
	s.phase = phBlowDeclared
}

// rampage sets the caster's called unit, if it reaches him, on him: one blow, after which it is down.
func (g *Game) rampage(s *State, i int, log *rules.Log) {
	for t := range g.n {
		f, k := &g.seats[t], g.firstAttack(s, t)
		if f.called && int(f.master) == i && s.up(t) && k >= 0 && (!g.zoned || g.reaches(s, t, i, &f.techniques[k])) {
			s.maneuver.mode = castRampage
			g.strikeOutOfTurn(s, t, i, k, log)
			return
		}
	}
}

// endRampage ends the maneuver after its blow. If the blow was that of a unit set on its caster, the unit is down.
func (g *Game) endRampage(s *State, was *blow, log *rules.Log) {
	if uint16(s.maneuver.do) == doCast && s.maneuver.mode == castRampage && s.up(int(was.by)) {
		log.Add(rules.Event{Kind: "down", Seat: g.name(int(was.by)), At: g.name(int(was.at)), What: "rampage"})
		g.takeOut(s, int(was.by), log)
	}
	s.phase = phManeuverDone
}
