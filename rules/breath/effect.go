package breath

import (
	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// Document 002 §The Spells: what spells do when they work. A spell's row has a closed list of effects,
// [rows.SpellEffects], of which it may have several.

// applySpell applies a spell whose check against a number has succeeded. The switch picks its main effect: it is held,
// or acts on a barrier, a unit, a casting or a whole foe. A gate, a zone laid open and effects on people are added.
func (g *Game) applySpell(s *State, sp *spell, log *rules.Log) {
	i, m := int(s.actor), s.maneuver
	ca := &s.casters[sp.caster]
	g.logSpellHit(log, sp, rules.Seat(m.at))
	d := sp.effects
	switch {
	case sp.flags&spellHeld != 0: // it is held in the place of a stance
		g.breakCasting(s, i, noDoer, log)
		g.dropStance(s, i, noDoer, log)
		ca.spell = m.with + 1                      // 0 is none
		ca.stage = ca.stage&^stageMask | sp.stages // all are paid; the bits above keep the zone laid open
		ca.target = m.at
		if sp.targets != atFoe && sp.targets != atYoma {
			ca.target = m.to
		}
		if d.Seal {
			g.logState(log, int(m.at), "sealed", true)
			g.dropStance(s, int(m.at), i, log)
		}
	case d.Barrier.N != 0:
		g.raiseBarrier(s, sp, m.with, m.to, log)
	case d.Knot.N != 0:
		b := &s.barriers[g.fighters[i].side]
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
	g.setGate(s, sp, m.to, log)
	if d.Reveal {
		g.revealZone(s, sp.caster, m.to, log)
	}
	if int(m.at) < g.n && s.isUp(int(m.at)) && sp.flags&spellHeld == 0 {
		g.applyToSeat(s, sp, int(m.at), log)
	}
	s.phase = phManeuverDone
	g.endIfDecided(s, log)
}

// strikeArea compares one roll with the Defense of everyone in a zone, friends and the caster too. It
// finds all whom the roll hits before it wounds anybody, since the first to fall may hold a boon on which the Defense
// of the next depends. [Game.castKey], which counts them for the odds, wounds nobody either.
func (g *Game) strikeArea(s *State, sp *spell, total int8, double bool, log *rules.Log) {
	z, i := s.maneuver.to, int(s.actor)
	g.logSpellHit(log, sp, rules.Nobody)
	var hit [rules.SeatsMax]bool
	for t := range g.n {
		hit[t] = g.isInArea(s, t, z, sp) && total >= g.shownDefense(s, t)
	}
	for t := range g.n {
		if !hit[t] {
			continue
		}
		if n := g.areaWounds(t, g.spellWounds(sp, t, double)); n > 0 {
			g.takeSpellWounds(s, sp, t, i, n, double, double, log)
		}
		if s.isUp(t) {
			g.applyToSeat(s, sp, t, log)
		}
	}
	if n := uint8(sp.effects.Fire.N); n != 0 {
		s.ground[z].setFire(max(n, s.ground[z].fire()))
		g.logPlace(log, i, "fire", rows.Zones[z], int8(n), true)
	}
	s.phase = phManeuverDone
	if g.focusCaster(s) >= 0 {
		s.phase = phFocus
	}
	g.endIfDecided(s, log)
}

// takeSpellWounds takes a spell's Wounds from seat t, and asks it to keep its focus if it has lost any by a critical.
// logCritical says whether the log tells of the critical.
func (g *Game) takeSpellWounds(s *State, sp *spell, t, doer int, n int8, critical, logCritical bool, log *rules.Log) {
	before := s.seats[t].wounds
	g.takeWounds(s, t, doer, n, woundCause{what: sp.name, critical: logCritical}, log)
	g.requireFocus(s, t, before-s.seats[t].wounds, critical, false)
}

// applyBlowSpell applies the rest of a spell that has struck as a blow and taken its Wounds: its effects on the target,
// and of a burst the Wounds of a second target whose Defense the same roll reaches.
func (g *Game) applyBlowSpell(s *State, b *blow, log *rules.Log) {
	sp := g.rolledSpell(s)
	if s.isUp(int(b.target)) {
		g.applyToSeat(s, sp, int(b.target), log)
	}
	if s.maneuver.to == 0 { // 1 + the second target of a burst; 0 for none
		return
	}
	if t := int(s.maneuver.to) - 1; s.isUp(t) && b.sum+b.mod >= g.shownDefense(s, t) {
		double := b.flags&blowDouble != 0
		g.takeSpellWounds(s, sp, t, int(b.striker), int8(sp.effects.Beside.N)+int8(bit(double)), double, false, log)
	}
}

// applyToSeat applies a spell's effects on people to seat t. Squads do not burn and are not held fast. A
// lasting effect that already lies there is renewed, except a shift of dice, which is used once in a fight.
func (g *Game) applyToSeat(s *State, sp *spell, t int, log *rules.Log) {
	d, m := sp.effects, &s.marks[t]
	squad := g.fighters[t].isSquad()
	if d.Burn && !squad && *m&markBurning == 0 {
		*m |= markBurning
		g.logState(log, t, "burning", true)
	}
	if d.HeldFast && !squad && *m&markHeldFast == 0 {
		*m |= markHeldFast
		g.logState(log, t, "held fast", true)
	}
	if d.Exposed.N != 0 && sp.until == untilOwnEnd { // of another end it is a lasting effect, see below
		s.seats[t].exposed = max(s.seats[t].exposed, int8(d.Exposed.N))
		g.logState(log, t, "exposed", true)
	}
	if d.Ward && *m>>wardShift == 0 {
		*m |= marks(g.rule.Ward) << wardShift
		g.logState(log, t, "warded", true)
	}
	if d.Cleanse {
		g.cleanse(s, t, log)
		if *m&markHeldFast != 0 {
			*m &^= markHeldFast
			g.logState(log, t, "held fast", false)
		}
		g.expire(s, t, (*lastingEffect).isAilment, log) // a seizure is no ailment: a round lost to it stays lost
	}
	if sp.lasting != 0 && sp.until != untilBarrier {
		x := &g.lasting[sp.lasting-1] // 0 is none
		if d.Shift && g.lastingOn(s, t, x) != 0 {
			return // it has been laid before: 1 until the shift is made, and then 2 to the end of the fight
		}
		if g.lastingOn(s, t, x) == 0 {
			g.logState(log, t, sp.name, true)
		}
		g.setLasting(s, t, x, 1+uint8(bit(x.until == untilNextLull)))
	}
}

// raiseBarrier raises the barrier of spell sp, the n-th of its caster, for the caster's side: in zone z if it is cast
// at a zone, else wherever the side stands. A side has one barrier; a new one replaces it only if it takes more Wounds
// than the old one still does.
func (g *Game) raiseBarrier(s *State, sp *spell, n, z uint8, log *rules.Log) {
	i := int(g.casters[sp.caster].seat)
	b := &s.barriers[g.fighters[i].side]
	if b.remaining() >= int8(sp.effects.Barrier.N) {
		return
	}
	zone := uint8(zoneScene)
	if sp.targets == atZone {
		zone = z
	}
	*b = newBarrier(sp.caster, n, zone, int8(sp.effects.Barrier.N))
	g.logPlace(log, i, "barrier", rows.Zones[zone], b.remaining(), true)
}

// How long a gate stands, in lulls. Each lull takes 1 from gateRound; gateForever is not counted down.
const (
	gateRound   = 2 // till the end of the next round
	gateForever = 3 // to the end of the fight
)

// setGate sets a spell's gate in a zone, if it makes one. It never shortens a gate of the same side.
func (g *Game) setGate(s *State, sp *spell, zone uint8, log *rules.Log) {
	if sp.effects.Gate.N == 0 {
		return
	}
	i, l, n := int(g.casters[sp.caster].seat), &s.ground[zone], uint8(gateRound)
	if sp.until == untilFight {
		n = gateForever
	}
	l.setGate(g.fighters[i].side, max(n, l.gate(g.fighters[i].side)))
	g.logPlace(log, i, "gate", rows.Zones[zone], int8(sp.effects.Gate.N), true)
}

// revealZone lays a zone open for caster k's side: foes who hide there are found, none can hide, and yoma lose their
// evasion as long as they stand there. A caster keeps one zone laid open: a new one replaces the old.
func (g *Game) revealZone(s *State, k, z uint8, log *rules.Log) {
	i := int(g.casters[k].seat)
	s.casters[k].setRevealedZone(z)
	g.logPlace(log, i, "reveal", rows.Zones[z], 0, true)
	for t := range g.n {
		if g.foes(t, i) && s.seats[t].zone == z {
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
	b := &s.barriers[1-g.fighters[i].side]
	g.logPlace(log, int(g.casters[b.spell>>spellCasterShift].seat), "barrier", rows.Zones[b.zone()], 0, false)
	*b = barrier{}
}

// seize takes seat t's next round and makes it strike once now, at one of its own side in its reach. The caster chooses
// whom, unless there is only one.
func (g *Game) seize(s *State, t int, log *rules.Log) {
	s.marks[t] |= markSeized
	g.logState(log, t, "seized", true)
	switch n, last := g.countSeats(func(v int) bool { return g.mayBeStruckBy(s, t, v) }); n {
	case 0:
		s.phase = phManeuverDone
	case 1:
		g.strikeOutOfTurn(s, t, last, g.firstAttack(s, t), log)
	default:
		s.phase = phSecondTarget
	}
}

// firstAttack returns the index of the first of seat t's techniques that it can attack with now, as a rule the weapon's
// Attack A; -1 if it has none.
func (g *Game) firstAttack(s *State, t int) int {
	f, c := &g.fighters[t], &s.seats[t]
	for k := range f.techniques {
		if a := &f.techniques[k]; a.kind == kindAttack && c.inHand(a.slot) && (a.flags&techUnloads == 0 || c.isLoaded(a.slot)) {
			return k
		}
	}
	return -1
}

// mayBeStruckBy reports whether the seized seat t can be made to strike at v, another of its own side in its reach.
func (g *Game) mayBeStruckBy(s *State, t, v int) bool {
	k := g.firstAttack(s, t)
	return k >= 0 && v != t && !g.foes(v, t) && s.isUp(v) && !g.isSealed(s, v) &&
		g.reaches(s, t, v, &g.fighters[t].techniques[k])
}

// strikeOutOfTurn makes seat striker strike in another's breath, with its k-th technique. Combo Fatigue and the bonuses
// in State.breath are those of the seat whose breath it is, so that they do not count.
func (g *Game) strikeOutOfTurn(s *State, striker, target, k int, log *rules.Log) {
	a := &g.fighters[striker].techniques[k]
	s.blowDepth = 1
	*s.currentBlow() = blow{striker: uint8(striker), target: uint8(target), technique: uint8(k),
		mod: g.capModifiers(int(a.mod[s.seats[striker].zone]) + g.heightBonus(s, striker, target) + g.spellBonus(s, striker, target))}
	g.emptyGun(s, striker, a, log)
	g.logCounter(log, striker, target, a)
	s.phase = phBlowDeclared
}

// rampage makes the unit that caster i has called, if it reaches the caster, strike at him once; then it is down
//
func (g *Game) rampage(s *State, i int, log *rules.Log) {
	for t := range g.n {
		f, k := &g.fighters[t], g.firstAttack(s, t)
		if f.called && int(f.master) == i && s.isUp(t) && k >= 0 && g.reaches(s, t, i, &f.techniques[k]) {
			s.maneuver.mode = castRampage
			g.strikeOutOfTurn(s, t, i, k, log)
			return
		}
	}
}

// endAfterBlow ends the maneuver after its blow. If a backlash has made a unit strike at its caster, the unit is down.
func (g *Game) endAfterBlow(s *State, was *blow, log *rules.Log) {
	if uint16(s.maneuver.do) == doCast && s.maneuver.mode == castRampage && s.isUp(int(was.striker)) {
		log.Add(rules.Event{Kind: "down", Seat: g.name(int(was.striker)), At: g.name(int(was.target)), What: "rampage"})
		g.takeOut(s, int(was.striker), log)
	}
	s.phase = phManeuverDone
}
