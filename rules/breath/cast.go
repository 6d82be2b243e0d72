package breath

import (
	"slices"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// Document 002 §Casting Structure. The stages of a spell are paid over breaths and rounds; the last stage, the
// activation, has a check. A casting of several stages that is under way is a chant. It can be broken, and it can be
// forced, which exhausts the caster.

// slotFor returns the dan, as an index, of the slot that a spell would take now: its own, or the next higher one where
// the rulings allow it. ok is false if no slot is left.
func (g *Game) slotFor(ca *caster, sp *spell) (dan uint8, ok bool) {
	for dan = sp.dan; dan < slotDans; dan++ {
		if ca.slotsLeft(sp.list, dan) > 0 {
			return dan, true
		}
		if !g.rule.HigherSlot {
			break
		}
	}
	return 0, false
}

// castActions appends the stages and spells open to seat i: the next stage of its chant, or first stages if it may
// declare; spells of one stage in either case. A dispersed spell may be forced: cast whole, as the one maneuver
// of its breath.
func (g *Game) castActions(s *State, i int, mayDeclare bool, buf []rules.Action) []rules.Action {
	k := g.fighters[i].casterNumber - 1
	ca, sheet, energy := &s.casters[k], &g.casters[k], s.seats[i].energy
	if ca.flags&muteNow != 0 {
		return buf
	}
	chanting := g.isCasting(s, i)
	if chanting {
		buf = g.chantActions(s, i, &sheet.spells[ca.spell-1], buf)
	}
	for n := range sheet.spells {
		sp := &sheet.spells[n]
		if _, ok := g.slotFor(ca, sp); !ok || sp.flags&spellReacts != 0 {
			continue
		}
		switch {
		case sp.cost[0] > energy:
		case sp.stages == 1:
			buf = g.castAtActions(s, i, sp, uint8(n), castActivate, buf)
		case !chanting && mayDeclare && s.breath&breathChant == 0:
			buf = append(buf, rules.Action{Do: doCast, With: uint8(n), At: rules.Nobody, Mode: castBegin})
		}
		if sp.flags&spellDispersed != 0 && !chanting && s.phase == phCount && sp.costFrom(0) <= energy {
			buf = g.castAtActions(s, i, sp, uint8(n), castForce, buf)
		}
	}
	return buf
}

// chantActions appends the ways to go on with the chant in hand: the next stage, one in a breath, or all that are left
// at once. Either forces the chant if a stage comes before its round.
func (g *Game) chantActions(s *State, i int, sp *spell, buf []rules.Action) []rules.Action {
	ca := &s.casters[g.fighters[i].casterNumber-1]
	next, energy := ca.stagesPaid(), s.seats[i].energy
	if s.breath&breathChant == 0 && sp.cost[next] <= energy {
		if next+1 < sp.stages {
			buf = append(buf, rules.Action{Do: doCast, With: ca.spell - 1, At: rules.Nobody, Mode: castContinue})
		} else {
			buf = g.castAtActions(s, i, sp, ca.spell-1, castActivate, buf)
		}
	}
	if next+1 < sp.stages && sp.waitsForRound(next) && s.phase == phCount && sp.costFrom(next) <= energy {
		buf = g.castAtActions(s, i, sp, ca.spell-1, castForce, buf)
	}
	return buf
}

// waitsForRound reports whether a stage from the n-th on, counted from 0, waits for a later round.
func (sp *spell) waitsForRound(n uint8) bool {
	return slices.Contains(sp.pauses[n:sp.stages], rows.PauseRound)
}

// costFrom returns the Energy of the stages from the n-th on, counted from 0.
func (sp *spell) costFrom(n uint8) (sum int8) {
	for _, cost := range sp.cost[n:sp.stages] {
		sum += cost
	}
	return sum
}

// isEarly reports whether the next stage of a chant, taken now, comes before its round: it has to wait for a round in
// which no stage has been paid yet.
func (ca *caster) isEarly(sp *spell) bool {
	return ca.flags&paidThisRound != 0 && ca.stagesPaid() < sp.stages && sp.pauses[ca.stagesPaid()] == rows.PauseRound
}

// castAtActions appends the caster's n-th spell, in this mode, at everything it can be cast at now.
func (g *Game) castAtActions(s *State, i int, sp *spell, n, mode uint8, buf []rules.Action) []rules.Action {
	act := rules.Action{Do: doCast, With: n, At: rules.Nobody, Mode: mode}
	at := func(t int) {
		act.At = rules.Seat(t)
		buf = append(buf, act)
	}
	switch sp.targets {
	case atFoe, atYoma, atAlly, atFriend:
		for t := range g.n {
			if g.mayAim(s, i, t, sp) {
				at(t)
			}
		}
	case atSelf:
		at(i)
	case atZone, atAll, atAllYoma:
		for z := range uint8(zoneCount) {
			isFoeThere := func(t int) bool { return g.foes(t, i) && g.isInArea(s, t, z, sp) }
			if g.zoneInReach(s, i, z, sp) && (sp.targets == atZone || g.anySeat(isFoeThere)) {
				act.To = z
				buf = append(buf, act)
			}
		}
	case atFoes:
		return g.zonePairActions(s, i, sp, act, buf)
	case atAura, atSide:
		buf = append(buf, act)
	case atBarrier:
		if s.barriers[g.fighters[i].side].spell != 0 {
			buf = append(buf, act)
		}
	case atUnit:
		if t := g.callableSeat(s, i, sp.effects.Call); t >= 0 {
			at(t)
		}
	case atWorkings:
		for k := range g.casters {
			if t := int(g.casters[k].seat); g.foes(t, i) && s.casters[k].spell != 0 && g.stepsBetween(s, i, t) <= sp.reach {
				at(t)
			}
		}
		if s.barriers[1-g.fighters[i].side].spell != 0 {
			act.At, act.To = rules.Nobody, toBarrier
			buf = append(buf, act)
		}
	}
	return buf
}

// mayAim reports whether a spell may be cast at seat t and would do anything: a second ward would not. If such castings
// were offered, twelve combatants with three casters would have 67 choices, and a test holds the longest list to 64.
func (g *Game) mayAim(s *State, i, t int, sp *spell) bool {
	if !s.isUp(t) || g.isSealed(s, t) || g.stepsBetween(s, i, t) > sp.reach {
		return false
	}
	friend := !g.foes(t, i)
	if sp.targets == atAlly || sp.targets == atFriend {
		if !friend || t == i && sp.targets == atAlly {
			return false
		}
		return !(sp.effects.Ward && s.marks[t]>>wardShift != 0) && (!sp.effects.Cleanse || g.hasAilment(s, t))
	}
	if g.fighters[t].isSquad() && sp.affectsMind() {
		return false
	}
	if friend || g.isUnseen(s, i, t) || sp.targets == atYoma && !g.fighters[t].yoma {
		return false
	}
	d := sp.effects
	switch {
	case d.Seize && s.marks[t]&markSeized != 0: // not twice before its round
		return false
	case (d.Seal || d.Repel) && g.fighters[t].isLord && 2*s.seats[t].wounds > g.fighters[t].wounds:
		return false
	case d.OnceARound && sp.lasting != 0 && g.lastingOn(s, t, &g.lasting[sp.lasting-1]) > 0:
		return false
	}
	return true
}

// isUnseen reports whether seat t hides from seat i, in another zone.
func (g *Game) isUnseen(s *State, i, t int) bool {
	return s.seats[t].flags&isHidden != 0 && s.seats[t].zone != s.seats[i].zone
}

// hasAilment reports whether there is anything on seat t that a cleansing spell ends.
func (g *Game) hasAilment(s *State, t int) bool {
	c := &s.seats[t]
	if c.flags&(isDefenseless|isBleeding) != 0 || c.exposed != 0 || s.marks[t]&(markBurning|markHeldFast) != 0 {
		return true
	}
	for n := range g.lasting {
		if x := &g.lasting[n]; x.isAilment() && g.lastingOn(s, t, x) != 0 {
			return true
		}
	}
	return false
}

// zoneInReach reports whether a spell reaches a zone.
func (g *Game) zoneInReach(s *State, i int, z uint8, sp *spell) bool {
	if !g.hasZones {
		return z == zoneScene
	}
	return z < zoneScene && g.inPlay[z] && g.stepsApart[s.seats[i].zone][z] <= sp.reach
}

// stepsBetween returns the number of steps between the zones of two seats. A fight without zones has one scene, which
// is 0 steps from itself.
func (g *Game) stepsBetween(s *State, i, t int) uint8 {
	return g.stepsApart[s.seats[i].zone][s.seats[t].zone]
}

// zonePairActions appends a spell on each zone in reach together with each of its neighbours, both packed into
// Action.To with the lower zone in the low four bits; where there are no zones, on the scene. A pair both of whose
// zones are in reach is met from either, and taken from the lower one.
func (g *Game) zonePairActions(s *State, i int, sp *spell, act rules.Action, buf []rules.Action) []rules.Action {
	if !g.hasZones {
		act.To = zoneScene
		return append(buf, act)
	}
	for z := range uint8(zoneScene) {
		if !g.zoneInReach(s, i, z, sp) {
			continue
		}
		for _, other := range neighbours[z] {
			if g.inPlay[other] && (z < other || !g.zoneInReach(s, i, other, sp)) {
				act.To = min(z, other) | max(z, other)<<secondZoneShift
				buf = append(buf, act)
			}
		}
	}
	return buf
}

// stageCost returns the Energy of a doCast action: of its stage, or of all stages left if it is forced.
func (g *Game) stageCost(s *State, act rules.Action) int8 {
	k := g.fighters[s.actor].casterNumber - 1
	sp, paid := &g.casters[k].spells[act.With], uint8(0)
	if ca := &s.casters[k]; act.With+1 == ca.spell && sp.stages > 1 {
		paid = ca.stagesPaid() % sp.stages // all are paid of a spell that is held: it is begun again
	}
	if act.Mode == castForce {
		return sp.costFrom(paid)
	}
	return sp.cost[paid]
}

// performStage performs a stage, which has been paid. The first uses the slot and ends a stance or a held spell, whose
// place the chant takes; the last is the activation. A stage that comes early forces the casting, and so does
// paying all that is left at once.
func (g *Game) performStage(s *State, log *rules.Log) {
	i, m := int(s.actor), s.maneuver
	k := g.fighters[i].casterNumber - 1
	ca, sp := &s.casters[k], &g.casters[k].spells[m.with]
	begun := g.isCasting(s, i) && ca.hasInHand(m.with)
	early := begun && ca.isEarly(sp)
	if !begun {
		g.useSlot(s, k, sp, log)
	}
	if sp.stages > 1 {
		s.breath |= breathChant
		if !begun {
			g.breakCasting(s, i, noDoer, log)
			g.dropStance(s, i, noDoer, log)
			ca.spell, ca.stage, ca.flags = m.with+1, ca.stage&^stageMask, ca.flags&^paidThisRound
		}
		ca.stage++
		ca.flags |= paidThisRound
		forced := early || m.mode == castForce
		if forced {
			ca.flags |= chantForced
		}
		g.logChant(s, k, sp, forced, log)
	}
	if m.mode == castBegin || m.mode == castContinue {
		return
	}
	if sp.stages > 1 { // the chant is over, whatever the check of its activation brings
		ca.dropSpell()
	}
	g.activate(s, sp, log)
}

// useSlot uses a slot up as a casting begins: however the casting ends, the slot is gone (SP-36, SP-39).
func (g *Game) useSlot(s *State, k uint8, sp *spell, log *rules.Log) {
	ca := &s.casters[k]
	dan, _ := g.slotFor(ca, sp)
	n := ca.slotsLeft(sp.list, dan) - 1
	ca.setSlotsLeft(sp.list, dan, n)
	log.Add(rules.Event{Kind: "slot", Seat: g.name(int(g.casters[k].seat)), What: sp.name, Of: g.casters[k].lists[sp.list],
		N: rows.SpellDans[dan], Left: int(n)})
}

// logChant logs a stage of a chant: how many are paid, and how many are left. A casting that is forced in one breath
// has paid all of them, though caster.stage counts it once.
func (g *Game) logChant(s *State, k uint8, sp *spell, forced bool, log *rules.Log) {
	paid := s.casters[k].stagesPaid()
	if s.maneuver.mode == castForce {
		paid = sp.stages
	}
	log.Add(rules.Event{Kind: "chant", Seat: g.name(int(g.casters[k].seat)), What: sp.name,
		N: int(paid), Left: int(sp.stages - paid), OK: !forced})
}

// activate brings a casting to its dice. A spell at one target's Defense strikes as a blow does, so that it can be
// answered. Any other has a check of its own; that of an area spell is compared with everybody's Defense.
func (g *Game) activate(s *State, sp *spell, log *rules.Log) {
	if sp.flags&spellAtDefense == 0 || sp.targets == atAll || sp.targets == atAllYoma {
		s.phase = phCast
		return
	}
	if !s.isUp(int(s.maneuver.at)) { // a GM's edit has taken the target out of the fight
		return
	}
	s.blowDepth = 1
	*s.currentBlow() = blow{striker: s.actor, target: s.maneuver.at, technique: sp.technique, mod: g.castMod(s, sp)}
	if g.duel.on {
		g.endStandoff(s, int(s.actor))
	}
	g.clearFlag(s, int(s.actor), isHidden, "hidden", log)
	s.maneuver.to = 0
	if sp.effects.Beside.N != 0 {
		if n, only := g.countSeats(func(t int) bool { return g.isBeside(s, t) }); n > 1 {
			s.phase = phSecondTarget
			return
		} else if n == 1 {
			s.maneuver.to = uint8(only) + 1
		}
	}
	s.phase = phBlowReady
}

// castMod returns the modifier of a casting's check: Wisdom and the skill, but nothing for zone, height or fatigue
// . By a ruling, a forced casting loses the Energy by which it exceeds the limit. An answer, which is in
// no breath, has no limit.
func (g *Game) castMod(s *State, sp *spell) int8 {
	m := int(sp.mod - g.checkPenalty(s, int(g.casters[sp.caster].seat)))
	if g.rule.ForceRoll && s.maneuver.mode == castForce && s.phase != phSpellAnswer {
		m -= max(0, int(g.overLimit(s)))
	}
	return g.capModifiers(m)
}

// isBeside reports whether a burst at one target can strike seat t too: another foe in the target's zone whom the
// caster sees.
func (g *Game) isBeside(s *State, t int) bool {
	b := s.currentBlow()
	return t != int(b.target) && s.isUp(t) && g.foes(t, int(s.actor)) && s.seats[t].zone == s.seats[b.target].zone &&
		!g.isSealed(s, t) && !g.isUnseen(s, int(s.actor), t)
}

// secondTargetActions appends the seats that a caster may name in phSecondTarget: one more foe for the burst whose blow
// is under way, else the one whom the seized foe must strike.
func (g *Game) secondTargetActions(s *State, buf []rules.Action) []rules.Action {
	for t := range g.n {
		if s.blowDepth > 0 && g.isBeside(s, t) || s.blowDepth == 0 && g.mayBeStruckBy(s, int(s.maneuver.at), t) {
			buf = append(buf, rules.Action{Do: doNameTarget, At: rules.Seat(t)})
		}
	}
	return buf
}

// takeSecondTarget takes the seat that the caster has named. For a burst it is kept in maneuver.to, as 1 + the seat.
func (g *Game) takeSecondTarget(s *State, act rules.Action, log *rules.Log) {
	if s.blowDepth > 0 {
		s.maneuver.to, s.phase = uint8(act.At)+1, phBlowReady
		return
	}
	seized := int(s.maneuver.at)
	g.strikeOutOfTurn(s, seized, int(act.At), g.firstAttack(s, seized), log)
}

// castNeed returns the number that a casting's total must reach: the spell's, to which the target's Wisdom is added if
// the spell is against that. For an area spell it is the least Defense in the zone.
func (g *Game) castNeed(s *State, sp *spell) int8 {
	switch {
	case s.phase == phSpellAnswer:
	case sp.flags&spellAtDefense != 0:
		need := int8(127)
		for t := range g.n {
			if g.isInArea(s, t, s.maneuver.to, sp) {
				need = min(need, g.shownDefense(s, t))
			}
		}
		return need
	case sp.flags&spellAgainstWisdom != 0:
		return sp.need + g.fighters[s.maneuver.at].wisdom
	}
	return sp.need
}

// takeCast takes the dice of a casting that does not strike as a blow does (SP-19, SP-21).
func (g *Game) takeCast(s *State, sum int8, double bool, log *rules.Log) {
	sp := g.rolledSpell(s)
	total := sum + g.castMod(s, sp)
	switch {
	case total < g.castNeed(s, sp): // SP-20
		g.failCast(s, sp, sum, log)
	case sp.flags&spellAtDefense != 0:
		g.strikeArea(s, sp, total, double, log)
	default:
		g.applySpell(s, sp, log)
	}
}

// failCast ends a casting whose check has failed: slot and Energy are gone and the breath ends. On 1-1
// the caster suffers a backlash first (SP-40); if that sets a unit on the caster, the unit's blow comes before the
// breath ends.
func (g *Game) failCast(s *State, sp *spell, sum int8, log *rules.Log) {
	i := int(g.casters[sp.caster].seat)
	log.Add(rules.Event{Kind: "spell", Seat: g.name(i), What: sp.name})
	if sum == 2 {
		g.sufferBacklash(s, sp, log)
		if s.maneuver.mode == castRampage || g.endIfDecided(s, log) {
			return
		}
	}
	g.closeManeuver(s, log)
	s.phase = phBreathOver
}

// sufferBacklash takes from the caster 3 Wounds, and half of the spell's own Wounds, rounded up (SP-40, R-58, R-160).
// By rulings it also silences the caster, or makes the caster's unit strike at it (SP-41).
func (g *Game) sufferBacklash(s *State, sp *spell, log *rules.Log) {
	i := int(g.casters[sp.caster].seat)
	n := backlashWounds + (max(int8(sp.effects.Wounds.N), int8(sp.effects.Yoma.N))+1)/2
	log.Add(rules.Event{Kind: "backlash", Seat: g.name(i), What: sp.name, N: int(n)})
	g.takeWounds(s, i, noDoer, n, woundCause{what: "backlash"}, log)
	if !s.isUp(i) {
		return
	}
	if g.rule.Muted {
		s.casters[sp.caster].flags |= muteNext
	}
	if g.rule.Rampage && s.phase != phSpellAnswer {
		g.rampage(s, i, log)
	}
}

// backlashWounds are the Wounds of every backlash, besides half of the spell's.
var backlashWounds = int8(rows.TermTable.Num("backlash", "wounds"))

// focusNeed returns the sum of dice that passes a check of focus: 10 and the Wounds lost, less Physique and
// Hardiness.
func (g *Game) focusNeed(s *State) int8 {
	k := g.focusCaster(s)
	return focusBase + s.casters[k].focusDue() - g.focusMod(s, int(g.casters[k].seat))
}

// focusMod returns the modifier of a check of focus.
func (g *Game) focusMod(s *State, i int) int8 {
	f := &g.fighters[i]
	return f.physique + f.hardiness - g.checkPenalty(s, i)
}

// focusBase is the number of a check of focus, to which the Wounds of the hit are added (SP-26).
var focusBase = int8(rows.TermTable.Num("focus", "need"))

// takeFocus takes the dice of a check of focus. The check may come in the middle of a blow, which then goes on, or
// after an area spell, which ends the maneuver.
func (g *Game) takeFocus(s *State, ok bool, log *rules.Log) {
	k := g.focusCaster(s)
	s.casters[k].setFocusDue(0)
	if !ok {
		doer := int(s.actor)
		if s.blowDepth > 0 {
			doer = int(s.currentBlow().striker)
		}
		g.breakCasting(s, int(g.casters[k].seat), doer, log)
	}
	switch {
	case s.blowDepth > 0:
		s.phase = phBlowOver
	case g.focusCaster(s) < 0: // an area spell may ask several casters, one after the other
		s.phase = phManeuverDone
	}
}

// prepareSpells fills the slots and casts the spells of before: lists, whose slots [builder.readBefore] has
// taken already. A unit that is called before the fight has its Energy from the beginning.
func (g *Game) prepareSpells(s *State) {
	for k := range g.casters {
		for l := range g.casters[k].lists {
			for d, n := range g.casters[k].slotsAtStart[l] {
				s.casters[k].setSlotsLeft(uint8(l), uint8(d), n)
			}
		}
	}
	for _, b := range g.preparedSpells {
		sp, i := &g.casters[b.caster].spells[b.spell], int(g.casters[b.caster].seat)
		if sp.effects.Barrier.N != 0 {
			g.raiseBarrier(s, sp, b.spell, b.zone, nil)
		}
		g.setGate(s, sp, b.zone, nil)
		switch {
		case sp.effects.Reveal:
			g.revealZone(s, b.caster, b.zone, nil)
		case sp.effects.Call != "":
			if t := g.callUnit(s, i, sp.effects.Call, nil); t >= 0 {
				s.seats[t].energy = g.fighters[t].energy
			}
		case sp.targets != atZone && sp.targets != atSide:
			g.applyToSeat(s, sp, int(b.at), nil)
		}
	}
}
