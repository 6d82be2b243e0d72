package breath

import (
	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// Document 002 §The Spells: what spells do when they work, and what they change of those they lie on.

// applySpell does what a spell does whose check against a number has succeeded.
func (g *Game) applySpell(s *State, w *spell, log *rules.Log) {
	i, t := int(s.actor), s.task
	k := &s.casters[w.mage]
	g.logSpellHit(log, w, rules.Seat(t.at))
	d := w.does
	switch {
	case w.is&spellHeld != 0: // it is held in the place of a stance
		g.interrupt(s, i, byItself, log)
		g.dropStance(s, i, byItself, log)
		k.spell = t.with + 1
		k.stage = k.stage&^stageMask | w.stages
		k.over = t.at
		if w.at != atFoe && w.at != atYoma {
			k.over = t.to
		}
		if d.Seal {
			g.status(log, int(t.at), "sealed", true)
			g.dropStance(s, int(t.at), i, log)
		}
	case d.Barrier.N != 0:
		g.raiseBarrier(s, w, t.with, t.to, log)
	case d.Knot.N != 0:
		b := &s.barriers[g.seats[i].side]
		b.setWounds(b.remaining() + int8(d.Knot.N))
		g.logLie(log, i, "barrier", rows.Zones[b.zone()], b.remaining(), true)
	case d.Call != "":
		g.callUnit(s, i, d.Call, log)
	case d.Dispel:
		g.dispel(s, log)
	case d.Repel:
		g.repel(s, int(t.at), i, log)
	case d.Seize:
		g.seize(s, int(t.at), log)
		return
	}
	g.setGate(s, w, t.to, log)
	if d.Reveal {
		g.revealZone(s, w.mage, t.to, log)
	}
	if int(t.at) < g.n && s.up(int(t.at)) && w.is&spellHeld == 0 {
		g.layEffects(s, w, int(t.at), log)
	}
	if g.decide(s, log) {
		return
	}
	g.closeManeuver(s, log)
}

// logSpellHit says that a spell works.
func (g *Game) logSpellHit(log *rules.Log, w *spell, at rules.Seat) {
	e := rules.Event{Kind: "spell", Seat: g.name(int(g.mages[w.mage].seat)), What: w.name, OK: true}
	if at != rules.Nobody && at != rules.Seat(g.mages[w.mage].seat) {
		e.At = g.name(int(at))
	}
	log.Add(e)
}

// logLie says what lies on a place: a barrier's Wounds, rounds of fire.
func (g *Game) logLie(log *rules.Log, by int, what, zone string, n int8, ok bool) {
	log.Add(rules.Event{Kind: "lay", Seat: g.name(by), What: what, To: zone, N: int(n), OK: ok})
}

// strikeArea takes one roll as that against the Defense of everyone in a zone, friends and the caster too (R-155,
// Whom it hits is settled first, since a boon on the others falls with whoever holds it.
func (g *Game) strikeArea(s *State, w *spell, total int8, double bool, log *rules.Log) {
	z, i := s.task.to, int(s.actor)
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
		g.logLie(log, i, "fire", rows.Zones[z], int8(n), true)
	}
	if g.decide(s, log) {
		return
	}
	if g.focusCaster(s) >= 0 {
		s.phase = phFocus
		return
	}
	g.closeManeuver(s, log)
}

// spellWounds returns the Wounds a spell takes from seat t: those of its row, other ones from a yoma, one more on a
// double.
func (g *Game) spellWounds(w *spell, t int, double bool) int8 {
	n := int8(w.does.Wounds.N)
	if g.seats[t].yoma && w.does.Yoma.N != 0 {
		n = int8(w.does.Yoma.N)
	}
	if double {
		n++
	}
	return n
}

// takeSpellWounds takes a spell's Wounds from seat t; a critical may break its focus. told says whether the log tells
// of the critical.
func (g *Game) takeSpellWounds(s *State, w *spell, t, by int, n int8, critical, told bool, log *rules.Log) {
	before := s.seats[t].wounds
	g.takeWounds(s, t, by, n, woundCause{what: w.name, critical: told}, log)
	g.noteFocus(s, t, before-s.seats[t].wounds, critical, false)
}

// applySpellEffects does what a spell that strikes as a blow does besides its Wounds: it leaves something on its
// target, and a burst wounds one more.
func (g *Game) applySpellEffects(s *State, b *exchange, log *rules.Log) {
	w := g.rolledSpell(s)
	if s.up(int(b.at)) {
		g.layEffects(s, w, int(b.at), log)
	}
	if s.task.to == 0 {
		return
	}
	if t := int(s.task.to) - 1; s.up(t) && b.sum+b.mod >= g.shownDefense(s, t) {
		double := b.is&blowDouble != 0
		g.takeSpellWounds(s, w, t, int(b.by), int8(w.does.Beside.N)+int8(bit(double)), double, false, log)
	}
}

// layEffects leaves on seat t what a spell leaves on people.
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
		g.expire(s, t, (*term).isAilment, log) // but a round that is lost already stays lost
	}
	if w.term != 0 && w.until != untilBarrier {
		x := &g.terms[w.term-1]
		if d.Shift && g.termOn(s, t, x) != 0 {
			return // it shifts one die in the fight, and stays when that is done
		}
		if g.termOn(s, t, x) == 0 {
			g.status(log, t, w.name, true)
		}
		g.setTerm(s, t, x, 1+uint8(bit(x.until == untilNext)))
	}
}

// expire ends those terms on seat t for which a condition holds.
func (g *Game) expire(s *State, t int, which func(x *term) bool, log *rules.Log) {
	for n := range g.terms {
		if x := &g.terms[n]; g.termOn(s, t, x) != 0 && which(x) {
			g.setTerm(s, t, x, 0)
			g.status(log, t, x.name, false)
		}
	}
}

// termsMask is the bits of all terms.
const termsMask marks = (1<<termBits - 1) << termShift

// raiseBarrier puts up the barrier of a caster's n-th spell, which is w, for its side: in the zone in, or wherever the
// side stands. The barrier there is stays unless it is weaker.
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
	g.logLie(log, i, "barrier", rows.Zones[zone], b.remaining(), true)
}

// barrierOver returns the spell of the barrier that protects seat t where it stands, nil if none does.
func (g *Game) barrierOver(s *State, t int) *spell {
	b := &s.barriers[g.seats[t].side]
	if b.spell == 0 {
		return nil
	}
	w := g.barrierOf(b)
	if w.at == atZone && b.zone() != s.seats[t].zone {
		return nil
	}
	return w
}

// barrierOf returns the spell that has made a barrier.
func (g *Game) barrierOf(b *barrier) *spell {
	return &g.mages[b.spell>>spellMageShift].spells[b.spell&(1<<spellMageShift-1)-1]
}

// absorb returns what is left of n Wounds when a barrier and a ward have taken theirs: the barrier of a foe's blows and
// spells, the ward of any.
func (g *Game) absorb(s *State, t, by int, n int8, log *rules.Log) int8 {
	if by >= 0 && g.seats[by].side != g.seats[t].side && g.barrierOver(s, t) != nil {
		b := &s.barriers[g.seats[t].side]
		took := min(n, b.remaining())
		n -= took
		b.setWounds(b.remaining() - took)
		g.logShield(log, t, "barrier", took, b.remaining())
		if b.remaining() == 0 {
			*b = barrier{}
		}
	}
	if w := int8(s.marks[t] >> wardShift); w > 0 && n > 0 {
		took := min(n, w)
		n -= took
		s.marks[t] = s.marks[t]&(1<<wardShift-1) | marks(w-took)<<wardShift
		g.logShield(log, t, "ward", took, w-took)
	}
	return n
}

// absorption returns how many Wounds a barrier and a ward would take off a blow at seat t.
func (g *Game) absorption(s *State, t int) (n int8) {
	if g.barrierOver(s, t) != nil {
		n = s.barriers[g.seats[t].side].remaining()
	}
	return n + int8(s.marks[t]>>wardShift)
}

// logShield tells of n Wounds that a barrier or a ward has taken, and how many more it will take.
func (g *Game) logShield(log *rules.Log, t int, what string, n, left int8) {
	log.Add(rules.Event{Kind: "shield", Seat: g.name(t), What: what, N: int(n), Left: int(left)})
}

// How many lulls a gate still stands. One for the whole fight is not counted down.
const (
	gateLulls  = 2
	gateStands = 3
)

// setGate sets a spell's gate in a zone, if it makes one: till the end of the next round, or for the fight.
func (g *Game) setGate(s *State, w *spell, zone uint8, log *rules.Log) {
	if w.does.Gate.N == 0 {
		return
	}
	i, l, n := int(g.mages[w.mage].seat), &s.ground[zone], uint8(gateLulls)
	if w.until == untilFight {
		n = gateStands
	}
	l.setGate(g.seats[i].side, max(n, l.gate(g.seats[i].side)))
	g.logLie(log, i, "gate", rows.Zones[zone], int8(w.does.Gate.N), true)
}

// gateNeed returns what seat i must reach to enter a zone through the other side's gate, yoma two more; ok is
// false if no gate stands there.
func (g *Game) gateNeed(s *State, i int, to uint8) (need int8, ok bool) {
	side := 1 - g.seats[i].side
	if s.ground[to].gate(side) == 0 {
		return need, false
	}
	for k := range g.mages {
		for n := range g.mages[k].spells {
			if g.seats[g.mages[k].seat].side == side {
				need = max(need, int8(g.mages[k].spells[n].does.Gate.N))
			}
		}
	}
	if g.seats[i].yoma {
		need += gateYoma
	}
	return need, true
}

// evasion returns seat t's evasion. A yoma has none in a zone that is laid open.
func (g *Game) evasion(s *State, t int) int8 {
	if f := &g.seats[t]; f.yoma && g.isRevealed(s, f.side, s.seats[t].zone) {
		return 0
	}
	return g.seats[t].evasion
}

// gateYoma is what a gate asks more of yoma.
const gateYoma = 2

// revealZone lays a zone open for caster k's side: no foe hides there, and yoma lose their evasion.
func (g *Game) revealZone(s *State, k, z uint8, log *rules.Log) {
	i := int(g.mages[k].seat)
	s.casters[k].setRevealedZone(z)
	g.logLie(log, i, "reveal", rows.Zones[z], 0, true)
	for t := range g.n {
		if g.seats[t].side != g.seats[i].side && s.seats[t].zone == z {
			g.clearFlag(s, t, isHidden, "hidden", log)
		}
	}
}

// isRevealed reports whether a zone is laid open against a side.
func (g *Game) isRevealed(s *State, side rules.Side, z uint8) bool {
	for k := range g.mages {
		if zone, ok := s.casters[k].revealedZone(); ok && zone == z && g.seats[g.mages[k].seat].side != side {
			return true
		}
	}
	return false
}

// dispel ends a casting, a boon or the other side's barrier.
func (g *Game) dispel(s *State, log *rules.Log) {
	i := int(s.actor)
	if s.task.to != toBarrier {
		g.interrupt(s, int(s.task.at), i, log)
		return
	}
	b := &s.barriers[1-g.seats[i].side]
	g.logLie(log, int(g.mages[b.spell>>spellMageShift].seat), "barrier", rows.Zones[b.zone()], 0, false)
	*b = barrier{}
}

// repel takes seat t out of the fight as if it had fallen.
func (g *Game) repel(s *State, t, by int, log *rules.Log) {
	log.Add(rules.Event{Kind: "down", Seat: g.name(t), At: g.name(by), What: "repelled"})
	g.takeOut(s, t, log)
}

// seize takes seat t's next round and makes it strike once, at one of its own side in its reach whom the caster names
//
func (g *Game) seize(s *State, t int, log *rules.Log) {
	s.marks[t] |= markSeized
	g.status(log, t, "seized", true)
	switch n, last := g.count(func(v int) bool { return g.mayBeStruckBy(s, t, v) }); n {
	case 0:
		g.closeManeuver(s, log)
	case 1:
		g.forcedBlow(s, last, log)
	default:
		s.phase = phName
	}
}

// firstArm returns the index of seat t's Attack A, the first attack it can strike with now; -1 if it has none.
func (g *Game) firstArm(s *State, t int) int {
	f, c := &g.seats[t], &s.seats[t]
	for k := range f.arms {
		if a := &f.arms[k]; a.kind == kindAttack && c.inHand(a.slot) && (a.is&armEmpties == 0 || c.isLoaded(a.slot)) {
			return k
		}
	}
	return -1
}

// mayBeStruckBy reports whether the seized seat t can be made to strike at v: another of its own side in its reach,
// since no caster names a friend.
func (g *Game) mayBeStruckBy(s *State, t, v int) bool {
	k := g.firstArm(s, t)
	return k >= 0 && v != t && g.seats[v].side == g.seats[t].side && s.up(v) && !g.isSealed(s, v) && (!g.zoned || g.reaches(s, t, v, &g.seats[t].arms[k]))
}

// forcedBlow has the one who has been seized strike at v with Attack A.
func (g *Game) forcedBlow(s *State, v int, log *rules.Log) {
	t := int(s.task.at)
	g.strikeOutOfTurn(s, t, v, g.firstArm(s, t), log)
}

// strikeOutOfTurn strikes a blow in another's breath, without Combo Fatigue and without what the breath carries.
func (g *Game) strikeOutOfTurn(s *State, by, at, k int, log *rules.Log) {
	a := &g.seats[by].arms[k]
	s.depth = 1
	*s.currentBlow() = exchange{by: uint8(by), at: uint8(at), with: uint8(k), mod: g.capped(int(a.mod[s.seats[by].zone]) + g.heightBonus(s, by, at) + g.spellBonus(s, by, at))}
	g.emptyGun(s, by, a, log)
	g.logCounter(log, by, at, a)
	g.meetBlow(s, log)
}

// rampage turns the caster's called unit on him: one blow, and it is down.
func (g *Game) rampage(s *State, i int, log *rules.Log) {
	for t := range g.n {
		if k := g.firstArm(s, t); g.seats[t].called && int(g.seats[t].master) == i && s.up(t) && k >= 0 && (!g.zoned || g.reaches(s, t, i, &g.seats[t].arms[k])) {
			s.task.mode = castRampage
			g.strikeOutOfTurn(s, t, i, k, log)
			return
		}
	}
}

// endRampage goes on after a blow; a unit that has turned on its caster by it is down.
func (g *Game) endRampage(s *State, was *exchange, log *rules.Log) {
	if uint16(s.task.do) == doCast && s.task.mode == castRampage && s.up(int(was.by)) {
		log.Add(rules.Event{Kind: "down", Seat: g.name(int(was.by)), At: g.name(int(was.at)), What: "rampage"})
		g.takeOut(s, int(was.by), log)
	}
	g.closeManeuver(s, log)
}

// lapse ends what depended on one who has fallen: what lay on it, a seal among that, its chant, and what its spells
// have left on people and places, except fire.
func (g *Game) lapse(s *State, i int, log *rules.Log) {
	s.marks[i] = 0
	for k := range g.mages {
		if w := g.heldSpell(s, uint8(k)); w != nil && w.does.Seal && int(s.casters[k].over) == i {
			s.casters[k].putDown()
		}
	}
	if g.seats[i].mage == 0 {
		return
	}
	k := g.seats[i].mage - 1
	c := &s.casters[k]
	if w := g.heldSpell(s, k); w != nil && w.does.Seal {
		g.status(log, int(c.over), "sealed", false)
	}
	c.spell, c.stage, c.is, c.over = 0, 0, 0, 0
	side := g.seats[i].side
	if b := &s.barriers[side]; b.spell != 0 && b.spell>>spellMageShift == k {
		g.logLie(log, i, "barrier", rows.Zones[b.zone()], 0, false)
		*b = barrier{}
	}
	if !g.anyUp(s, g.gatekeepers(side)) {
		for z := range s.ground {
			s.ground[z].setGate(side, 0)
		}
	}
	for t := range g.n {
		g.expire(s, t, func(x *term) bool { return !g.anyUp(s, x.mages) }, log)
	}
}

// anyUp reports whether one of these casters, a bit each, stands.
func (g *Game) anyUp(s *State, mages uint8) bool {
	for k := range g.mages {
		if mages&(1<<k) != 0 && s.up(int(g.mages[k].seat)) {
			return true
		}
	}
	return false
}

// gatekeepers returns a side's casters who know a gate, a bit each.
func (g *Game) gatekeepers(side rules.Side) (mages uint8) {
	for k := range g.mages {
		for n := range g.mages[k].spells {
			if g.mages[k].spells[n].does.Gate.N != 0 && g.seats[g.mages[k].seat].side == side {
				mages |= 1 << k
			}
		}
	}
	return mages
}

// isSealed reports whether a seal is held over seat t. The sealed neither act nor are harmed.
func (g *Game) isSealed(s *State, t int) bool {
	for k := range g.mages {
		if int(s.casters[k].over) == t {
			if w := g.heldSpell(s, uint8(k)); w != nil && w.does.Seal {
				return true
			}
		}
	}
	return false
}

// isInBoon reports whether a boon that caster k holds works on seat t: on the caster itself and the first four of its
// side who stand in its zone.
func (g *Game) isInBoon(s *State, k uint8, t int) bool {
	i := int(g.mages[k].seat)
	if t == i {
		return true
	}
	if g.seats[t].side != g.seats[i].side || s.seats[t].zone != s.seats[i].zone {
		return false
	}
	before, _ := g.count(func(o int) bool {
		return o < t && o != i && s.up(o) && g.seats[o].side == g.seats[i].side && s.seats[o].zone == s.seats[i].zone
	})
	return before < boonMost
}

// boonMost is how many besides the caster a held boon works on.
const boonMost = 4

// sumSpells adds up one number of the spells that work on seat t: terms on it, and spells held over it, each name once
// (EB-62, EB-63).
func (g *Game) sumSpells(s *State, t int, of func(d *rows.Does) int) (sum int) {
	if s.marks[t]&termsMask != 0 {
		for n := range g.terms {
			if x := &g.terms[n]; g.termOn(s, t, x) != 0 && (!x.throughBreath || g.hasOwnBreath(s, t)) {
				sum += of(x.does)
			}
		}
	}
	for k := range g.mages {
		if w := g.countedSpell(s, k, t); w != nil {
			sum += of(w.does)
		}
	}
	return sum
}

// countedSpell returns the spell that caster k holds over seat t, nil if there is none or another caster before k holds
// one of that name over it (EB-63).
func (g *Game) countedSpell(s *State, k, t int) *spell {
	w := g.spellHeldOver(s, k, t)
	for o := 0; w != nil && o < k; o++ {
		if before := g.spellHeldOver(s, o, t); before != nil && before.name == w.name {
			return nil
		}
	}
	return w
}

// spellHeldOver returns the spell that caster k holds over seat t: a boon over its own side, or a spell over foes in
// two zones; nil for none.
func (g *Game) spellHeldOver(s *State, k, t int) *spell {
	w := g.heldSpell(s, uint8(k))
	if w != nil && (w.at == atAura && g.isInBoon(s, uint8(k), t) || w.at == atFoes && g.isBeset(s, k, t)) {
		return w
	}
	return nil
}

// isBeset reports whether seat t is a foe of caster k in one of the two zones that it holds a spell over.
func (g *Game) isBeset(s *State, k, t int) bool {
	on, z := s.casters[k].over, s.seats[t].zone
	return g.seats[t].side != g.seats[g.mages[k].seat].side && (on&15 == z || on>>4 == z)
}

// hasOwnBreath reports whether the breath under way is seat t's.
func (g *Game) hasOwnBreath(s *State, t int) bool { return int(s.actor) == t && s.phase != phCount }

// spellDefense returns what spells add to seat t's Defense, which Direct ignores, and what they take off it, which
// Direct does not change.
func (g *Game) spellDefense(s *State, t int) (more, less int8) {
	if len(g.mages) == 0 {
		return 0, 0
	}
	more = int8(g.sumSpells(s, t, func(d *rows.Does) int { return d.Defense.N }))
	if w := g.barrierOver(s, t); w != nil && w.until == untilBarrier {
		more += int8(w.does.Defense.N)
	}
	return more, int8(g.sumSpells(s, t, func(d *rows.Does) int { return d.Exposed.N }))
}

// spellBonus returns what spells add to an attack's dice, or take from them.
func (g *Game) spellBonus(s *State, by, at int) int {
	if len(g.mages) == 0 {
		return 0
	}
	yoma := g.seats[by].yoma
	sum := g.sumSpells(s, by, func(d *rows.Does) int { return d.Attack.N })
	sum -= g.sumSpells(s, at, func(d *rows.Does) int {
		if yoma {
			return max(d.Dimmed.N, d.YomaDimmed.N)
		}
		return d.Dimmed.N
	})
	if w := g.barrierOver(s, at); yoma && w != nil && g.seats[by].side != g.seats[at].side {
		sum -= w.does.YomaDimmed.N
	}
	return sum
}

// isSilenced reports whether spells keep the target of the current blow from answering it: it is hushed or has lost its
// round, the blow is a spell that nothing answers, or the first attack of one whose next blow is sure.
func (g *Game) isSilenced(s *State) bool {
	if len(g.mages) == 0 {
		return false
	}
	b := s.currentBlow()
	if s.marks[b.at]&markLost != 0 || g.seats[b.by].arms[b.with].is&(armSpell|armAnswered) == armSpell {
		return true
	}
	if g.sumSpells(s, int(b.at), func(d *rows.Does) int { return int(bit(d.Hush)) }) > 0 {
		return true
	}
	return g.isFirstAttack(s, b) && g.sumSpells(s, int(b.by), func(d *rows.Does) int { return int(bit(d.Sure)) }) > 0
}

// isFirstAttack reports whether a blow is the first attack of the breath under way, and no spell.
func (g *Game) isFirstAttack(s *State, b *exchange) bool {
	return b.by == s.actor && b.is&blowStance == 0 && s.strikes == 1 && g.seats[b.by].arms[b.with].is&armSpell == 0
}

// strikesMirage reports whether a blow strikes at a mirage: the first attack of a breath by one who sees what is not
// there. Then an odd sum misses, which half of all throws show and no double.
func (g *Game) strikesMirage(s *State, b *exchange) bool {
	return g.isFirstAttack(s, b) && g.sumSpells(s, int(b.by), func(d *rows.Does) int { return int(bit(d.Mirage)) }) > 0
}
