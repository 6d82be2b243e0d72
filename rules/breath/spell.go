package breath

import (
	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// The spell that a caster casts or holds, its spell in hand; and the effects of spells on people and places: what they
// change, and how they end.

// spellInHand returns the spell that caster k is casting or holding, nil for none.
func (g *Game) spellInHand(s *State, k uint8) *spell {
	if n := s.casters[k].spell; n != 0 {
		return &g.casters[k].spells[n-1]
	}
	return nil
}

// heldSpell returns the spell caster k holds after its activation, nil for none.
func (g *Game) heldSpell(s *State, k uint8) *spell {
	if sp := g.spellInHand(s, k); sp != nil && s.casters[k].stagesPaid() == sp.stages {
		return sp
	}
	return nil
}

// isCasting reports whether seat i is casting: stages are paid and the activation is not.
func (g *Game) isCasting(s *State, i int) bool {
	k := g.fighters[i].casterNumber
	if k == 0 {
		return false
	}
	sp := g.spellInHand(s, k-1)
	return sp != nil && s.casters[k-1].stagesPaid() < sp.stages
}

// standsByItself reports whether seat i holds a spell that by a ruling lasts without the stance of holding it.
// A seal must always be held.
func (g *Game) standsByItself(s *State, i int) bool {
	k := g.fighters[i].casterNumber
	if g.rule.HeldBoons || k == 0 {
		return false
	}
	sp := g.heldSpell(s, k-1)
	return sp != nil && !sp.effects.Seal
}

// rolledSpell returns the spell for which dice are thrown: in phSpellAnswer the one that answers a blow, else the one
// that the actor casts.
func (g *Game) rolledSpell(s *State) *spell {
	if s.phase == phSpellAnswer {
		return g.answeringSpell(s)
	}
	return &g.casters[g.fighters[s.actor].casterNumber-1].spells[s.maneuver.with]
}

// answeringSpell returns the spell that answers the current blow, from blow.answer.
func (g *Game) answeringSpell(s *State) *spell { return g.spellOf(s.currentBlow().answer) }

// spellOf returns a spell by its number, in which spellCasterShift puts the caster above the spell.
func (g *Game) spellOf(n uint8) *spell {
	return &g.casters[n>>spellCasterShift].spells[n&(1<<spellCasterShift-1)]
}

// isInArea reports whether an area spell on zone z is rolled against seat t.
func (g *Game) isInArea(s *State, t int, z uint8, sp *spell) bool {
	return s.isUp(t) && s.seats[t].zone == z && !g.isSealed(s, t) && (sp.targets != atAllYoma || g.fighters[t].yoma)
}

// isSealed reports whether a seal is held over seat t. The sealed neither act nor are harmed. While a spell is only
// being cast, caster.target is 0, which is also a seat.
func (g *Game) isSealed(s *State, t int) bool {
	for k := range g.casters {
		if int(s.casters[k].target) == t {
			if sp := g.heldSpell(s, uint8(k)); sp != nil && sp.effects.Seal {
				return true
			}
		}
	}
	return false
}

// isInBoon reports whether a boon that caster k holds, a helpful spell on its own side, works on seat t: on the caster
// and the first four of its side, by seat, who stand in its zone.
func (g *Game) isInBoon(s *State, k uint8, t int) bool {
	i := int(g.casters[k].seat)
	if t == i {
		return true
	}
	if g.foes(t, i) || s.seats[t].zone != s.seats[i].zone {
		return false
	}
	before, _ := g.countSeats(func(o int) bool {
		return o < t && o != i && s.isUp(o) && !g.foes(o, i) && s.seats[o].zone == s.seats[i].zone
	})
	return before < boonMax
}

// boonMax is how many besides the caster a held boon works on.
const boonMax = 4

// spellHeldOver returns the spell that caster k holds over seat t: a boon over its own side, or a spell over foes in
// two zones; nil for none.
func (g *Game) spellHeldOver(s *State, k, t int) *spell {
	sp := g.heldSpell(s, uint8(k))
	if sp != nil && (sp.targets == atAura && g.isInBoon(s, uint8(k), t) || sp.targets == atFoes && g.isFoeInHeldZones(s, k, t)) {
		return sp
	}
	return nil
}

// isFoeInHeldZones reports whether seat t is a foe of caster k in one of the two zones that the caster holds a spell
// over.
func (g *Game) isFoeInHeldZones(s *State, k, t int) bool {
	on, z := s.casters[k].target, s.seats[t].zone
	return g.fighters[t].side != g.fighters[g.casters[k].seat].side && (on&zoneMask == z || on>>secondZoneShift == z)
}

// countedSpell returns the spell that caster k holds over seat t; nil if there is none, or if a caster before k holds
// one of that name over it (EB-63).
func (g *Game) countedSpell(s *State, k, t int) *spell {
	sp := g.spellHeldOver(s, k, t)
	for o := 0; sp != nil && o < k; o++ {
		if before := g.spellHeldOver(s, o, t); before != nil && before.name == sp.name {
			return nil
		}
	}
	return sp
}

// lastingMask is the bits of all lasting effects.
const lastingMask marks = (1<<lastingBits - 1) << lastingShift

// lastingOn returns the number of a lasting effect on seat i, 0 for none; an effect that is only there or not has 1.
func (g *Game) lastingOn(s *State, i int, t *lastingEffect) uint8 {
	side := g.fighters[i].side
	if t.sides&(1<<side) == 0 {
		return 0
	}
	return uint8(s.marks[i] >> t.shift[side] & t.mask())
}

// setLasting sets the number of a lasting effect on seat i, on whose side it can lie.
func (g *Game) setLasting(s *State, i int, t *lastingEffect, n uint8) {
	shift := t.shift[g.fighters[i].side]
	s.marks[i] = s.marks[i]&^(t.mask()<<shift) | marks(n)<<shift
}

// sumSpells adds up one number of the spells that work on seat t: lasting effects on it, and spells held over it, each
// name once (EB-62, EB-63). Effects that end after a breath of their bearer's work in that breath only.
func (g *Game) sumSpells(s *State, t int, of func(d *rows.SpellEffects) int) (sum int) {
	if s.marks[t]&lastingMask != 0 {
		for n := range g.lasting {
			if x := &g.lasting[n]; g.lastingOn(s, t, x) != 0 && (!x.throughBreath || g.hasOwnBreath(s, t)) {
				sum += of(x.effects)
			}
		}
	}
	for k := range g.casters {
		if sp := g.countedSpell(s, k, t); sp != nil {
			sum += of(sp.effects)
		}
	}
	return sum
}

// hasOwnBreath reports whether the breath under way is seat t's.
func (g *Game) hasOwnBreath(s *State, t int) bool { return int(s.actor) == t && s.phase != phCount }

// spellDefense returns what spells add to seat t's Defense, which Direct ignores, and what they take off it, which
// Direct does not change.
func (g *Game) spellDefense(s *State, t int) (more, less int8) {
	if len(g.casters) == 0 {
		return 0, 0
	}
	more = int8(g.sumSpells(s, t, func(d *rows.SpellEffects) int { return d.Defense.N }))
	if sp := g.barrierOver(s, t); sp != nil && sp.until == untilBarrier {
		more += int8(sp.effects.Defense.N)
	}
	return more, int8(g.sumSpells(s, t, func(d *rows.SpellEffects) int { return d.Exposed.N }))
}

// spellBonus returns the number that spells add to the dice of an attack of striker at target, or take from them if it
// is below 0.
func (g *Game) spellBonus(s *State, striker, target int) int {
	if len(g.casters) == 0 {
		return 0
	}
	yoma := g.fighters[striker].yoma
	sum := g.sumSpells(s, striker, func(d *rows.SpellEffects) int { return d.Attack.N })
	sum -= g.sumSpells(s, target, func(d *rows.SpellEffects) int {
		if yoma {
			return max(d.Dimmed.N, d.YomaDimmed.N)
		}
		return d.Dimmed.N
	})
	if sp := g.barrierOver(s, target); yoma && sp != nil && g.foes(striker, target) {
		sum -= sp.effects.YomaDimmed.N
	}
	return sum
}

// affectsMind reports whether a spell works on a mind, which a squad does not have.
func (sp *spell) affectsMind() bool { return sp.flags&spellAgainstWisdom != 0 || sp.effects.Mirage }

// evasion returns seat t's evasion. A yoma has none in a zone that is laid open.
func (g *Game) evasion(s *State, t int) int8 {
	if f := &g.fighters[t]; f.yoma && g.isRevealed(s, f.side, s.seats[t].zone) {
		return 0
	}
	return g.fighters[t].evasion
}

// isRevealed reports whether a zone is laid open against a side.
func (g *Game) isRevealed(s *State, side rules.Side, z uint8) bool {
	for k := range g.casters {
		if zone, ok := s.casters[k].revealedZone(); ok && zone == z && g.fighters[g.casters[k].seat].side != side {
			return true
		}
	}
	return false
}

// gateNeed returns what seat i must reach to enter a zone through the other side's gate, yoma two more. ok is
// false if no gate stands there. A position does not say by which spell it stands: the highest that its side knows
// counts.
func (g *Game) gateNeed(s *State, i int, to uint8) (need int8, ok bool) {
	side := 1 - g.fighters[i].side
	if s.ground[to].gate(side) == 0 {
		return need, false
	}
	for k := range g.casters {
		for n := range g.casters[k].spells {
			if g.fighters[g.casters[k].seat].side == side {
				need = max(need, int8(g.casters[k].spells[n].effects.Gate.N))
			}
		}
	}
	if g.fighters[i].yoma {
		need += gateYomaMore
	}
	return need, true
}

// gateYomaMore is what a gate asks more of yoma.
const gateYomaMore = 2

// isFirstAttack reports whether a blow is the first attack of the breath under way. A spell is no attack, here and in
// State.attacks.
func (g *Game) isFirstAttack(s *State, b *blow) bool {
	return b.striker == s.actor && b.flags&blowStance == 0 && s.attacks == 1 && g.techniqueOf(b).flags&techSpell == 0
}

// strikesMirage reports whether a blow strikes at a mirage: the first attack of a breath by one on whom that spell
// works. Then an odd sum misses, as half of all throws do.
func (g *Game) strikesMirage(s *State, b *blow) bool {
	return g.isFirstAttack(s, b) && g.sumSpells(s, int(b.striker), func(d *rows.SpellEffects) int { return int(bit(d.Mirage)) }) > 0
}

// isAnswerBarred reports whether spells keep the target of the current blow from answering it: it is hushed or has lost
// its round, the blow is a spell that nothing answers, or the first attack of one whose next attack is sure.
func (g *Game) isAnswerBarred(s *State) bool {
	if len(g.casters) == 0 {
		return false
	}
	b := s.currentBlow()
	if s.marks[b.target]&markRoundLost != 0 || g.techniqueOf(b).flags&(techSpell|techAnswerable) == techSpell {
		return true
	}
	if g.sumSpells(s, int(b.target), func(d *rows.SpellEffects) int { return int(bit(d.Hush)) }) > 0 {
		return true
	}
	return g.isFirstAttack(s, b) && g.sumSpells(s, int(b.striker), func(d *rows.SpellEffects) int { return int(bit(d.Sure)) }) > 0
}

// barrierOver returns the spell of the barrier that protects seat t where it stands, nil if none does.
func (g *Game) barrierOver(s *State, t int) *spell {
	b := &s.barriers[g.fighters[t].side]
	if b.spell == 0 {
		return nil
	}
	sp := g.barrierOf(b)
	if sp.targets == atZone && b.zone() != s.seats[t].zone {
		return nil
	}
	return sp
}

// barrierOf returns the spell that has made a barrier.
func (g *Game) barrierOf(b *barrier) *spell { return g.spellOf(b.spell - 1) }

// absorbWounds returns what is left of n Wounds of seat t when a barrier and a ward have taken theirs: the barrier of a
// foe's blows and spells, the ward of any.
func (g *Game) absorbWounds(s *State, t, doer int, n int8, log *rules.Log) int8 {
	if doer >= 0 && g.foes(doer, t) && g.barrierOver(s, t) != nil {
		b := &s.barriers[g.fighters[t].side]
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

// absorbable returns how many Wounds a barrier and a ward would take off a blow at seat t.
func (g *Game) absorbable(s *State, t int) (n int8) {
	if g.barrierOver(s, t) != nil {
		n = s.barriers[g.fighters[t].side].remaining()
	}
	return n + int8(s.marks[t]>>wardShift)
}

// logShield tells of n Wounds that a barrier or a ward has taken, and how many more it will take.
func (g *Game) logShield(log *rules.Log, t int, what string, n, left int8) {
	log.Add(rules.Event{Kind: "shield", Seat: g.name(t), What: what, N: int(n), Left: int(left)})
}

// spellWounds returns the Wounds that a spell takes from seat t: the number of its row, or its other one from a yoma,
// and one more on a double.
func (g *Game) spellWounds(sp *spell, t int, double bool) int8 {
	n := int8(sp.effects.Wounds.N)
	if g.fighters[t].yoma && sp.effects.Yoma.N != 0 {
		n = int8(sp.effects.Yoma.N)
	}
	if double {
		n++
	}
	return n
}

// exhaustionFlags returns the flags that exhaustion has set on seat i, which no cleansing clears.
func (g *Game) exhaustionFlags(s *State, i int) (spent flags) {
	if k := g.fighters[i].casterNumber; k != 0 && s.casters[k-1].flags&exhaustedNow != 0 {
		spent = isSpent
	}
	return spent
}

// breakCasting breaks seat i's chant, or ends the spell it holds; doer is the seat that did it, or noDoer. All that
// was paid is lost (SP-25, SP-38, SP-39). Somebody is freed from a seal only if the seal was held.
func (g *Game) breakCasting(s *State, i, doer int, log *rules.Log) {
	k := g.fighters[i].casterNumber
	if k == 0 || s.casters[k-1].spell == 0 {
		return
	}
	ca, sp := &s.casters[k-1], g.spellInHand(s, k-1)
	held := ca.stagesPaid() == sp.stages
	log.Add(rules.Event{Kind: "snap", Seat: g.name(i), At: g.doerName(doer), What: sp.name, Of: g.casters[k-1].lists[sp.list],
		N: int(ca.stagesPaid()), Left: rows.SpellDans[sp.dan], OK: held})
	if held && sp.effects.Seal {
		g.logState(log, int(ca.target), "sealed", false)
	}
	ca.dropSpell()
	ca.flags &^= paidThisRound
}

// expire ends those lasting effects on seat t for which a condition holds.
func (g *Game) expire(s *State, t int, which func(x *lastingEffect) bool, log *rules.Log) {
	for n := range g.lasting {
		if x := &g.lasting[n]; g.lastingOn(s, t, x) != 0 && which(x) {
			g.setLasting(s, t, x, 0)
			g.logState(log, t, x.name, false)
		}
	}
}

// endEffectsOf ends what depended on seat i, which has fallen: what lay on it, a seal among that, its chant, and what
// its spells have left on people and places, except fire. What another caster who stands knows too stays.
func (g *Game) endEffectsOf(s *State, i int, log *rules.Log) {
	s.marks[i] = 0
	for k := range g.casters {
		if sp := g.heldSpell(s, uint8(k)); sp != nil && sp.effects.Seal && int(s.casters[k].target) == i {
			s.casters[k].dropSpell()
		}
	}
	if g.fighters[i].casterNumber == 0 {
		return
	}
	k := g.fighters[i].casterNumber - 1
	ca := &s.casters[k]
	if sp := g.heldSpell(s, k); sp != nil && sp.effects.Seal {
		g.logState(log, int(ca.target), "sealed", false)
	}
	ca.spell, ca.stage, ca.flags, ca.target = 0, 0, 0, 0
	side := g.fighters[i].side
	if b := &s.barriers[side]; b.spell != 0 && b.spell>>spellCasterShift == k {
		g.logPlace(log, i, "barrier", rows.Zones[b.zone()], 0, false)
		*b = barrier{}
	}
	if !g.anyUp(s, g.gatekeepers(side)) {
		for z := range s.ground {
			s.ground[z].setGate(side, 0)
		}
	}
	for t := range g.n {
		g.expire(s, t, func(x *lastingEffect) bool { return !g.anyUp(s, x.casters) }, log)
	}
}

// anyUp reports whether one of these casters, a bit each, stands.
func (g *Game) anyUp(s *State, casters uint8) bool {
	for k := range g.casters {
		if casters&(1<<k) != 0 && s.isUp(int(g.casters[k].seat)) {
			return true
		}
	}
	return false
}

// gatekeepers returns a side's casters who know a gate, a bit each.
func (g *Game) gatekeepers(side rules.Side) (casters uint8) {
	for k := range g.casters {
		for n := range g.casters[k].spells {
			if g.casters[k].spells[n].effects.Gate.N != 0 && g.fighters[g.casters[k].seat].side == side {
				casters |= 1 << k
			}
		}
	}
	return casters
}

// requireFocus notes that a hit asks seat i for a check of its focus: a critical, two Wounds or more, a surprise that
// wounds (SP-26, R-157). n is the Wounds lost, without those that wards and barriers have taken. The check
// comes when the blow is over; of several hits the worst counts.
func (g *Game) requireFocus(s *State, i int, n int8, critical, surprise bool) {
	k := g.fighters[i].casterNumber
	if k == 0 || !s.isUp(i) || s.casters[k-1].spell == 0 || g.standsByItself(s, i) || n < 1 || !critical && n < 2 && !surprise {
		return
	}
	ca := &s.casters[k-1]
	ca.setFocusDue(max(ca.focusDue(), n))
}

// focusCaster returns the index of the first caster who must still keep its focus, -1 for none.
func (g *Game) focusCaster(s *State) int {
	for k := range g.casters {
		if s.casters[k].focusDue() > 0 {
			return k
		}
	}
	return -1
}

// logSpellHit says that a spell works.
func (g *Game) logSpellHit(log *rules.Log, sp *spell, at rules.Seat) {
	e := rules.Event{Kind: "spell", Seat: g.name(int(g.casters[sp.caster].seat)), What: sp.name, OK: true}
	if at != rules.Nobody && at != rules.Seat(g.casters[sp.caster].seat) {
		e.At = g.name(int(at))
	}
	log.Add(e)
}

// logPlace says what lies on a place: a barrier's Wounds, rounds of fire.
func (g *Game) logPlace(log *rules.Log, doer int, what, zone string, n int8, ok bool) {
	log.Add(rules.Event{Kind: "lay", Seat: g.name(doer), What: what, To: zone, N: int(n), OK: ok})
}
