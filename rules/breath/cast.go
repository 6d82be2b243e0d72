package breath

import (
	"slices"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// Document 002 §Casting Structure. The stages of a spell are paid over breaths and rounds; the last stage, the
// activation, has a check. A chant is a casting of several stages under way. It can be broken, and it can be forced,
// which exhausts the caster.

// slotFor returns the dan, as an index, of the slot that a spell would take now: its own, or the next higher one where
// the rulings allow it. ok is false if no slot is left.
func (g *Game) slotFor(c *caster, w *spell) (dan uint8, ok bool) {
	for dan = w.dan; dan < slotDans; dan++ {
		if c.slotsLeft(w.list, dan) > 0 {
			return dan, true
		}
		if !g.rule.HigherSlot {
			break
		}
	}
	return 0, false
}

// castActions appends the stages and spells open to seat i: the next stage of its chant, or first stages if it may
// declare; instants, which are spells of one stage, in either case. To cast a dispersed spell whole is forced,
// and is offered only at the count, since it has to be the one maneuver of its breath.
func (g *Game) castActions(s *State, i int, mayDeclare bool, buf []rules.Action) []rules.Action {
	k := g.seats[i].mage - 1
	c, m, energy := &s.casters[k], &g.mages[k], s.seats[i].energy
	if c.is&muteNow != 0 {
		return buf
	}
	chanting := g.isCasting(s, i)
	if chanting {
		buf = g.chantActions(s, i, &m.spells[c.spell-1], buf)
	}
	for n := range m.spells {
		w := &m.spells[n]
		if _, ok := g.slotFor(c, w); !ok || w.is&spellReacts != 0 {
			continue
		}
		switch {
		case w.cost[0] > energy:
		case w.stages == 1:
			buf = g.castAtActions(s, i, w, uint8(n), castAct, buf)
		case !chanting && mayDeclare && s.breath&breathChant == 0:
			buf = append(buf, rules.Action{Do: doCast, With: uint8(n), At: rules.Nobody, Mode: castBegin})
		}
		if w.is&spellDispersed != 0 && !chanting && s.phase == phCount && w.costFrom(0) <= energy {
			buf = g.castAtActions(s, i, w, uint8(n), castForce, buf)
		}
	}
	return buf
}

// chantActions appends what goes on with the chant in hand: the next stage, of which a breath has one, or all that is
// left at once. Either forces the chant if a stage comes before its round.
func (g *Game) chantActions(s *State, i int, w *spell, buf []rules.Action) []rules.Action {
	c := &s.casters[g.seats[i].mage-1]
	next, energy := c.stagesPaid(), s.seats[i].energy
	if s.breath&breathChant == 0 && w.cost[next] <= energy {
		if next+1 < w.stages {
			buf = append(buf, rules.Action{Do: doCast, With: c.spell - 1, At: rules.Nobody, Mode: castOn})
		} else {
			buf = g.castAtActions(s, i, w, c.spell-1, castAct, buf)
		}
	}
	if next+1 < w.stages && w.waitsForRound(next) && s.phase == phCount && w.costFrom(next) <= energy {
		buf = g.castAtActions(s, i, w, c.spell-1, castForce, buf)
	}
	return buf
}

// waitsForRound reports whether a stage from the n-th on, counted from 0, waits for a later round.
func (w *spell) waitsForRound(n uint8) bool {
	return slices.Contains(w.after[n:w.stages], rows.PauseRound)
}

// costFrom returns the Energy of the stages from the n-th on, counted from 0.
func (w *spell) costFrom(n uint8) (sum int8) {
	for _, cost := range w.cost[n:w.stages] {
		sum += cost
	}
	return sum
}

// isEarly reports whether the next stage of a chant, taken now, comes before its round: it has to wait for a round in
// which no stage has been paid yet.
func (c *caster) isEarly(w *spell) bool {
	return c.is&stagePaid != 0 && c.stagesPaid() < w.stages && w.after[c.stagesPaid()] == rows.PauseRound
}

// castAtActions appends the caster's n-th spell, in this mode, at everything it can be cast at now.
func (g *Game) castAtActions(s *State, i int, w *spell, n, mode uint8, buf []rules.Action) []rules.Action {
	act := rules.Action{Do: doCast, With: n, At: rules.Nobody, Mode: mode}
	at := func(t int) {
		act.At = rules.Seat(t)
		buf = append(buf, act)
	}
	switch w.at {
	case atFoe, atYoma, atAlly, atFriend:
		for t := range g.n {
			if g.mayAim(s, i, t, w) {
				at(t)
			}
		}
	case atSelf:
		at(i)
	case atZone, atAll, atAllYoma:
		for z := range uint8(zoneCount) {
			isFoeThere := func(t int) bool { return g.seats[t].side != g.seats[i].side && g.isInArea(s, t, z, w) }
			if g.zoneInReach(s, i, z, w) && (w.at == atZone || g.anySeat(isFoeThere)) {
				act.To = z
				buf = append(buf, act)
			}
		}
	case atFoes:
		return g.pairsOfZones(s, i, w, act, buf)
	case atAura, atSide:
		buf = append(buf, act)
	case atBarrier:
		if s.barriers[g.seats[i].side].spell != 0 {
			buf = append(buf, act)
		}
	case atUnit:
		if t := g.callableSeat(s, i, w.does.Call); t >= 0 {
			at(t)
		}
	case atWorkings:
		for k := range g.mages {
			if t := int(g.mages[k].seat); g.seats[t].side != g.seats[i].side && s.casters[k].spell != 0 && g.stepsBetween(s, i, t) <= w.reach {
				at(t)
			}
		}
		if s.barriers[1-g.seats[i].side].spell != 0 {
			act.At, act.To = rules.Nobody, toBarrier
			buf = append(buf, act)
		}
	}
	return buf
}

// mayAim reports whether a spell may be cast at seat t. A casting that would do nothing is not offered, such as a
// second ward or a cleansing where nothing ails. With those a crowd of twelve, three casters among them, had 67
// choices, and a test holds the longest list to 64.
func (g *Game) mayAim(s *State, i, t int, w *spell) bool {
	if !s.up(t) || g.isSealed(s, t) || g.stepsBetween(s, i, t) > w.reach {
		return false
	}
	friend := g.seats[t].side == g.seats[i].side
	if w.at == atAlly || w.at == atFriend {
		return friend && (t != i || w.at == atFriend) && !(w.does.Ward && s.marks[t]>>wardShift != 0) && (!w.does.Cleanse || g.hasAilment(s, t))
	}
	if g.seats[t].isSquad() && w.affectsMind() {
		return false
	}
	if friend || g.isUnseen(s, i, t) || w.at == atYoma && !g.seats[t].yoma {
		return false
	}
	d := w.does
	switch {
	case d.Seize && s.marks[t]&markSeized != 0: // not twice before its round
		return false
	case (d.Seal || d.Repel) && g.seats[t].lord && 2*s.seats[t].wounds > g.seats[t].wounds:
		return false
	case d.Seldom && w.lasting != 0 && g.lastingOn(s, t, &g.lasting[w.lasting-1]) > 0:
		return false
	}
	return true
}

// isUnseen reports whether seat t hides from seat i, in another zone.
func (g *Game) isUnseen(s *State, i, t int) bool {
	return s.seats[t].is&isHidden != 0 && s.seats[t].zone != s.seats[i].zone
}

// hasAilment reports whether there is anything on seat t that a cleansing spell ends.
func (g *Game) hasAilment(s *State, t int) bool {
	c := &s.seats[t]
	if c.is&(isDefenseless|isBleeding) != 0 || c.exposed != 0 || s.marks[t]&(markBurning|markHeldFast) != 0 {
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
func (g *Game) zoneInReach(s *State, i int, z uint8, w *spell) bool {
	if !g.zoned {
		return z == scene
	}
	return z < scene && g.inPlay[z] && g.stepsApart[s.seats[i].zone][z] <= w.reach
}

// stepsBetween returns the number of steps between the zones of two seats. A fight without zones has one scene, which
// is 0 steps from itself.
func (g *Game) stepsBetween(s *State, i, t int) uint8 {
	return g.stepsApart[s.seats[i].zone][s.seats[t].zone]
}

// pairsOfZones appends a spell on each zone in reach together with each of its neighbours, both packed into Action.To
// with the lower zone in the low four bits; where there are no zones, on the scene. A pair both of whose zones are in
// reach is met from either, and taken from the lower one.
func (g *Game) pairsOfZones(s *State, i int, w *spell, act rules.Action, buf []rules.Action) []rules.Action {
	if !g.zoned {
		act.To = scene
		return append(buf, act)
	}
	for z := range uint8(scene) {
		if !g.zoneInReach(s, i, z, w) {
			continue
		}
		for _, other := range neighbours[z] {
			if g.inPlay[other] && (z < other || !g.zoneInReach(s, i, other, w)) {
				act.To = min(z, other) | max(z, other)<<secondZone
				buf = append(buf, act)
			}
		}
	}
	return buf
}

// stageCost returns the Energy of a doCast action: that of its stage, or of all stages left if it is forced.
func (g *Game) stageCost(s *State, a rules.Action) int8 {
	k := g.seats[s.actor].mage - 1
	w, paid := &g.mages[k].spells[a.With], uint8(0)
	if c := &s.casters[k]; a.With+1 == c.spell && w.stages > 1 {
		paid = c.stagesPaid() % w.stages // a spell that is held is begun anew
	}
	if a.Mode == castForce {
		return w.costFrom(paid)
	}
	return w.cost[paid]
}

// castStage performs a stage, which has been paid. The first takes the slot and ends a stance or a spell held, since a
// chant stands in its place; the last is the activation. A casting is forced by a stage that comes early and by
// paying all that is left at once.
func (g *Game) castStage(s *State, log *rules.Log) {
	i, m := int(s.actor), s.maneuver
	k := g.seats[i].mage - 1
	c, w := &s.casters[k], &g.mages[k].spells[m.with]
	begun := g.isCasting(s, i) && c.spell == m.with+1
	early := begun && c.isEarly(w)
	if !begun {
		g.takeSlot(s, k, w, log)
	}
	if w.stages > 1 {
		s.breath |= breathChant
		if !begun {
			g.breakCasting(s, i, byItself, log)
			g.dropStance(s, i, byItself, log)
			c.spell, c.stage, c.is = m.with+1, c.stage&^stageMask, c.is&^stagePaid
		}
		c.stage++
		c.is |= stagePaid
		forced := early || m.mode == castForce
		if forced {
			c.is |= chantForced
		}
		g.logChant(s, k, w, forced, log)
	}
	if m.mode == castBegin || m.mode == castOn {
		return
	}
	if w.stages > 1 { // the chant is over, whatever the check of its activation brings
		c.putDown()
	}
	g.activate(s, w, log)
}

// takeSlot uses a slot up as a casting begins: however the casting ends, the slot is gone (SP-36, SP-39).
func (g *Game) takeSlot(s *State, k uint8, w *spell, log *rules.Log) {
	c := &s.casters[k]
	dan, _ := g.slotFor(c, w)
	n := c.slotsLeft(w.list, dan) - 1
	c.setSlotsLeft(w.list, dan, n)
	log.Add(rules.Event{Kind: "slot", Seat: g.name(int(g.mages[k].seat)), What: w.name, Of: g.mages[k].lists[w.list], N: rows.SpellDans[dan], Left: int(n)})
}

// logChant tells of a stage of a chant: how many are paid, and how many are left. A casting that is forced in one
// breath has paid all of them, though caster.stage counts it once.
func (g *Game) logChant(s *State, k uint8, w *spell, forced bool, log *rules.Log) {
	paid := s.casters[k].stagesPaid()
	if s.maneuver.mode == castForce {
		paid = w.stages
	}
	log.Add(rules.Event{Kind: "chant", Seat: g.name(int(g.mages[k].seat)), What: w.name, N: int(paid), Left: int(w.stages - paid), OK: !forced})
}

// activate brings a casting to its dice. A spell at one target's Defense strikes as a blow does, so that it can be
// answered; any other has a check of its own, and so has an area spell, whose one roll counts against everybody there.
func (g *Game) activate(s *State, w *spell, log *rules.Log) {
	if w.is&spellAtDefense == 0 || w.at == atAll || w.at == atAllYoma {
		s.phase = phCast
		return
	}
	if !s.up(int(s.maneuver.at)) { // a GM's edit has taken the target away
		return
	}
	s.depth = 1
	*s.currentBlow() = blow{by: s.actor, at: s.maneuver.at, with: w.technique, mod: g.castMod(s, w)}
	if g.duel.on {
		g.endStandoff(s, int(s.actor))
	}
	g.clearFlag(s, int(s.actor), isHidden, "hidden", log)
	s.maneuver.to = 0
	if w.does.Beside.N != 0 {
		if n, only := g.countSeats(func(t int) bool { return g.isBeside(s, t) }); n > 1 {
			s.phase = phSecondTarget
			return
		} else if n == 1 {
			s.maneuver.to = uint8(only) + 1
		}
	}
	s.phase = phBlowReady
}

// castMod returns what a casting's check adds to the dice: Wisdom and the skill, but nothing for zone, height or
// fatigue. By a ruling, what a forced casting exceeds the limit by comes off; an answer is in no breath
// and exceeds none.
func (g *Game) castMod(s *State, w *spell) int8 {
	m := int(w.mod - g.checkPenalty(s, int(g.mages[w.mage].seat)))
	if g.rule.ForceRoll && s.maneuver.mode == castForce && s.phase != phReflect {
		m -= max(0, int(g.overLimit(s)))
	}
	return g.capped(m)
}

// isBeside reports whether a burst at one target can strike seat t too: another foe in the target's zone whom the
// caster sees.
func (g *Game) isBeside(s *State, t int) bool {
	b := s.currentBlow()
	return t != int(b.at) && s.up(t) && g.seats[t].side != g.seats[s.actor].side && s.seats[t].zone == s.seats[b.at].zone &&
		!g.isSealed(s, t) && !g.isUnseen(s, int(s.actor), t)
}

// secondTargetActions appends the seats that a caster may name in phSecondTarget: while its blow is under way one more
// foe for a burst, else whom the foe that it has seized must strike.
func (g *Game) secondTargetActions(s *State, buf []rules.Action) []rules.Action {
	for t := range g.n {
		if s.depth > 0 && g.isBeside(s, t) || s.depth == 0 && g.mayBeStruckBy(s, int(s.maneuver.at), t) {
			buf = append(buf, rules.Action{Do: doName, At: rules.Seat(t)})
		}
	}
	return buf
}

// takeSecondTarget goes on with the seat that the caster has named. A burst keeps it in maneuver.to, as 1 + the seat.
func (g *Game) takeSecondTarget(s *State, a rules.Action, log *rules.Log) {
	if s.depth > 0 {
		s.maneuver.to, s.phase = uint8(a.At)+1, phBlowReady
		return
	}
	g.forcedBlow(s, int(a.At), log)
}

// castNeed returns what the total of a casting's check must reach: the spell's number, and the target's Wisdom besides
// if the spell is against that. An area spell works if it reaches the least Defense in the zone.
func (g *Game) castNeed(s *State, w *spell) int8 {
	switch {
	case s.phase == phReflect:
	case w.is&spellAtDefense != 0:
		need := int8(127)
		for t := range g.n {
			if g.isInArea(s, t, s.maneuver.to, w) {
				need = min(need, g.shownDefense(s, t))
			}
		}
		return need
	case w.is&spellWise != 0:
		return w.need + g.seats[s.maneuver.at].wisdom
	}
	return w.need
}

// takeCast takes the dice of a casting that does not strike as a blow does (SP-19, SP-21).
func (g *Game) takeCast(s *State, sum int8, double bool, log *rules.Log) {
	w := g.rolledSpell(s)
	total := sum + g.castMod(s, w)
	switch {
	case total < g.castNeed(s, w): // SP-20
		g.failCast(s, w, sum, log)
	case w.is&spellAtDefense != 0:
		g.strikeArea(s, w, total, double, log)
	default:
		g.applySpell(s, w, log)
	}
}

// failCast ends a casting whose check has failed: slot and Energy are gone and the breath ends. On 1-1
// the spell turns on its caster first (SP-40); where that sets a unit on the caster, the unit's blow comes before the
// breath ends.
func (g *Game) failCast(s *State, w *spell, sum int8, log *rules.Log) {
	i := int(g.mages[w.mage].seat)
	log.Add(rules.Event{Kind: "spell", Seat: g.name(i), What: w.name})
	if sum == 2 {
		g.sufferBacklash(s, w, log)
		if s.maneuver.mode == castRampage || g.decide(s, log) {
			return
		}
	}
	g.closeManeuver(s, log)
	s.phase = phBreathOver
}

// sufferBacklash takes from the caster 3 Wounds, and half of what the spell would have taken, rounded up (SP-40, R-58,
// Rulings may have it silence the caster too, or set the caster's unit on it (SP-41).
func (g *Game) sufferBacklash(s *State, w *spell, log *rules.Log) {
	i := int(g.mages[w.mage].seat)
	n := backlashWounds + (max(int8(w.does.Wounds.N), int8(w.does.Yoma.N))+1)/2
	log.Add(rules.Event{Kind: "backlash", Seat: g.name(i), What: w.name, N: int(n)})
	g.takeWounds(s, i, byItself, n, woundCause{what: "backlash"}, log)
	if !s.up(i) {
		return
	}
	if g.rule.Muted {
		s.casters[w.mage].is |= muteNext
	}
	if g.rule.Rampage && s.phase != phReflect {
		g.rampage(s, i, log)
	}
}

// backlashWounds are the Wounds of every backlash, besides half of the spell's.
var backlashWounds = int8(rows.TermTable.Num("backlash", "wounds"))

// focusNeed returns what the two dice of a check of focus must show: 10 and the Wounds lost, less Physique and
// Hardiness.
func (g *Game) focusNeed(s *State) int8 {
	k := g.focusCaster(s)
	return focusBase + s.casters[k].focusDue() - g.focusMod(s, int(g.mages[k].seat))
}

// focusMod returns what a check of focus adds to the dice.
func (g *Game) focusMod(s *State, i int) int8 {
	f := &g.seats[i]
	return f.physique + f.hardiness - g.checkPenalty(s, i)
}

// focusBase is what focus must reach before the Wounds of the hit (SP-26).
var focusBase = int8(rows.TermTable.Num("focus", "need"))

// takeFocus takes the dice of a check of focus. The check may come in the middle of a blow, which then goes on, or
// after an area spell, which ends the maneuver.
func (g *Game) takeFocus(s *State, ok bool, log *rules.Log) {
	k := g.focusCaster(s)
	s.casters[k].setFocusDue(0)
	if !ok {
		by := int(s.actor)
		if s.depth > 0 {
			by = int(s.currentBlow().by)
		}
		g.breakCasting(s, int(g.mages[k].seat), by, log)
	}
	switch {
	case s.depth > 0:
		s.phase = phBlowOver
	case g.focusCaster(s) < 0: // an area spell may ask several casters, one after the other
		s.phase = phManeuverDone
	}
}

// prepareSpells fills the slots and casts the spells that the file has cast before the fight. Their slots are
// taken already: see [builder.readBefore]. A unit that is called before the fight has its Energy from the beginning.
func (g *Game) prepareSpells(s *State) {
	for k := range g.mages {
		for l := range g.mages[k].lists {
			for d, n := range g.mages[k].slotsAtStart[l] {
				s.casters[k].setSlotsLeft(uint8(l), uint8(d), n)
			}
		}
	}
	for _, b := range g.preparedSpells {
		w, i := &g.mages[b.mage].spells[b.spell], int(g.mages[b.mage].seat)
		if w.does.Barrier.N != 0 {
			g.raiseBarrier(s, w, b.spell, b.zone, nil)
		}
		g.setGate(s, w, b.zone, nil)
		switch {
		case w.does.Reveal:
			g.revealZone(s, b.mage, b.zone, nil)
		case w.does.Call != "":
			if t := g.callUnit(s, i, w.does.Call, nil); t >= 0 {
				s.seats[t].energy = g.seats[t].energy
			}
		case w.at != atZone && w.at != atSide:
			g.layEffects(s, w, int(b.at), nil)
		}
	}
}
