package breath

import (
	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// Document 003 §The Ladder and §Half-Step: two combatants and the distance between them, five rungs that both share
// (MA-01, MA-04). The ladder is a close-up of "adjacent" (MA-02): Energy, breath, count, stance and reservation are
// what they are in any fight (MA-03). Guard is in guard.go, locations in location.go.

// stepNames are the words for half-steps, by stepIn and stepOut.
var stepNames = []string{"half-step in", "half-step out"}

// startDuelRound begins a round of a duel: at far range both count as standing off until they attack or step in
// . By a ruling that costs nothing; then no flag is set, so that equal positions are equal values.
func (g *Game) startDuelRound(s *State) {
	if s.duel.rung != farRange || g.rule.StandOff == 0 {
		return
	}
	for i := range s.duel.flags {
		s.duel.flags[i] |= duelStandsOff
	}
}

// endStandoff notes that seat i does not stand off this round: it attacks, feints or steps inward.
func (g *Game) endStandoff(s *State, i int) { s.duel.flags[i] &^= duelStandsOff | duelStoodOff }

// duelAttackActions appends seat i's k-th technique as a plain blow, at each location and as a feint, as far as rung
// and Energy allow. In a sparring match the one location is a torso not struck yet, which scores a point more.
func (g *Game) duelAttackActions(s *State, i, k int, a *technique, buf []rules.Action) []rules.Action {
	c, foe := &s.seats[i], 1-i
	switch {
	case a.rungMod[s.duel.rung] == outOfReach, c.flags&a.onceFlag != 0, a.flags&techUnloads != 0 && !c.isLoaded(a.slot):
		return buf
	case a.flags&techEmptyHand != 0:
		if !g.canUseEmptyHand(s, i) {
			return buf
		}
	case !c.inHand(a.slot):
		return buf
	}
	blow := rules.Action{Do: doAttack, With: uint8(k), At: rules.Seat(foe)}
	if a.cost[c.zone] <= c.energy {
		buf = append(buf, blow)
	}
	if a.flags&techEmptyHand == 0 && a.cost[c.zone]+g.rule.Location <= c.energy { // an empty hand names none
		for at := aimWrist; at <= aimFace; at++ {
			if g.duel.points > 0 && (at != aimTorso || s.duel.hurt[foe]&hurtTorso != 0) {
				continue // R-122, K-07
			}
			blow.Mode = uint8(at)
			buf = append(buf, blow)
		}
	}
	if g.mayFeint(s, foe, a) && g.rule.Feint <= c.energy {
		blow.Mode = uint8(aimFeint)
		buf = append(buf, blow)
	}
	return buf
}

// mayFeint reports whether a technique may be used as a feint at a foe: any attack hand to hand, at a guard
// that is not broken.
func (g *Game) mayFeint(s *State, foe int, a *technique) bool {
	return a.kind == kindAttack && a.flags&(techEmptyHand|techRanged|techUnloads) == 0 && !s.duel.isBroken(foe)
}

// stepActions appends what changes the distance: half-steps, or in tsubazeriai, which no half-step leaves, the
// push and the slip. Whoever may not move may not make a half-step either, but may push and slip.
func (g *Game) stepActions(s *State, i int, buf []rules.Action) []rules.Action {
	energy := s.seats[i].energy
	if s.duel.rung == tsubazeriai {
		if g.rule.BindCost <= energy {
			buf = append(buf, rules.Action{Do: doPush, At: rules.Nobody}, rules.Action{Do: doSlip, At: rules.Nobody})
		}
		return buf
	}
	if g.stepCost(s, i) > energy || g.isRooted(s, i) {
		return buf
	}
	buf = append(buf, rules.Action{Do: doHalfStep, At: rules.Nobody, Mode: stepIn})
	if s.duel.rung > g.duel.farthest {
		buf = append(buf, rules.Action{Do: doHalfStep, At: rules.Nobody, Mode: stepOut})
	}
	return buf
}

// The Energy of a half-step (MA-07), and the Energy that a wounded leg adds to it (MA-42).
var (
	stepEnergy = int8(rows.Maneuvers.Num("half-step", "energy"))
	legEnergy  = int8(rows.LocationTable.Num("leg", "energy"))
)

// stepCost returns the Energy of seat i's half-step: 1 (MA-07, R-65), and 1 more on a wounded leg (MA-42).
func (g *Game) stepCost(s *State, i int) int8 {
	if s.duel.hurt[i]&hurtLeg != 0 {
		return stepEnergy + legEnergy
	}
	return stepEnergy
}

// tryStep tries a half-step. The other may resist, which is free; with equal Energy the dice decide without
// asking it (MA-11, R-113).
func (g *Game) tryStep(s *State, log *rules.Log) {
	i := int(s.actor)
	if s.maneuver.mode == stepIn {
		g.endStandoff(s, i)
	}
	switch {
	case !s.canResist(1 - i):
		g.makeStep(s, log)
	case g.energyBefore(s) == s.seats[1-i].energy:
		s.phase = phContest
	default:
		s.phase = phResist
	}
}

// canResist reports whether seat i can resist a half-step, a push or a slip of the other: not while Defenseless, and
// not with a broken guard.
func (s *State) canResist(i int) bool {
	return s.seats[i].flags&isDefenseless == 0 && !s.duel.isBroken(i)
}

// energyBefore returns the mover's Energy before it paid for the half-step, which counts where both are compared
// the price is paid as the maneuver is declared.
func (g *Game) energyBefore(s *State) int8 {
	i := int(s.actor)
	return s.seats[i].energy + g.stepCost(s, i)
}

// makeStep makes the half-step under way.
func (g *Game) makeStep(s *State, log *rules.Log) {
	to := s.duel.rung + 1
	if s.maneuver.mode == stepOut {
		to = s.duel.rung - 1
	}
	g.setRung(s, int(s.actor), to, stepNames[s.maneuver.mode], log)
}

// setRung changes the distance, which both share (MA-04), by the step of seat doer. When far range is left, the flags
// of both that matter only there are cleared.
func (g *Game) setRung(s *State, doer int, to uint8, what string, log *rules.Log) {
	from := s.duel.rung
	s.duel.rung = to
	if from == farRange {
		s.duel.flags[0] &^= duelAtFar
		s.duel.flags[1] &^= duelAtFar
	}
	if to == farRange {
		s.duel.flags[doer] |= duelBrokeAway
	}
	log.Add(rules.Event{Kind: "distance", Seat: g.name(doer), At: g.name(1 - doer), What: what,
		From: rows.Rungs[from], To: rows.Rungs[to]})
}

// §The contest: 2d10 and a modifier on each side.

// contestMod returns the modifier of seat i's dice: for a push Physique (MA-21), for a slip Finesse (MA-22), for a
// half-step Finesse and Footwork (MA-09). Bad footing takes from the mover of a half-step (MA-48); high ground adds for
// whoever has it, in the first such contest of the duel (MA-50).
func (g *Game) contestMod(s *State, i int) int8 {
	f := &g.fighters[i]
	m := -g.checkPenalty(s, i)
	switch uint16(s.maneuver.do) {
	case doPush:
		return m + f.physique
	case doSlip:
		return m + f.finesse
	}
	m += f.footwork
	if i == int(s.actor) {
		m -= g.duel.footingPenalty
	}
	if s.duel.highUsed == 0 {
		m += g.duel.highBonus[i]
	}
	return m
}

// winsTies reports whether the mover wins a tie of a half-step: it had more Energy than the other, its legs are unhurt
// and no longer weapon overreaches it (MA-10, MA-17, MA-42, R-113). Nobody wins the tie of a push or a slip.
func (g *Game) winsTies(s *State) bool {
	i := int(s.actor)
	return uint16(s.maneuver.do) == doHalfStep && g.rule.StepTies && g.energyBefore(s) > s.seats[1-i].energy &&
		s.duel.hurt[i]&hurtLeg == 0 && !g.isOverreached(s, i)
}

// takeContest takes the dice of both duelists: own is the sum of the mover's two, other that of the other's two.
func (g *Game) takeContest(s *State, own, other int8, log *rules.Log) {
	i, foe := int(s.actor), 1-int(s.actor)
	a, b := own+g.contestMod(s, i), other+g.contestMod(s, foe)
	won := a > b || a == b && g.winsTies(s)
	log.Add(rules.Event{Kind: "contest", Seat: g.name(i), At: g.name(foe), What: contestName(s.maneuver),
		Total: int(a), Need: int(b), OK: won})
	s.phase = phManeuverDone
	if uint16(s.maneuver.do) != doHalfStep {
		if won {
			g.leaveLock(s, log)
		}
		return
	}
	if g.duel.highBonus != [2]int8{} {
		s.duel.highUsed = 1
	}
	switch {
	case won:
		g.makeStep(s, log)
		g.loseContest(s, i, foe, log)
		if g.rule.Seized { // the half-step won is 1 on the next attack of this breath (MA-56, R-174)
			s.breath |= breathStepWon
		}
	case a != b: // a tie that nobody wins changes nothing, not even a row of losses
		g.loseContest(s, foe, i, log)
	}
}

// contestName returns the word for the contest about a maneuver.
func contestName(m maneuver) string {
	switch uint16(m.do) {
	case doPush:
		return "push out"
	case doSlip:
		return "slip away"
	}
	return stepNames[m.mode]
}

// loseContest notes who has lost a half-step contest. The second contest lost in a row and every later one shave guard;
// a win ends the row (MA-31, R-66).
func (g *Game) loseContest(s *State, winner, loser int, log *rules.Log) {
	d := &s.duel
	if g.rule.LostSteps == 0 {
		return
	}
	d.flags[winner] &^= duelLostStep
	if d.flags[loser]&duelLostStep != 0 {
		g.shave(s, loser, winner, g.rule.LostSteps, "the distance is lost", log)
	}
	d.flags[loser] |= duelLostStep
}

// §Reach.

// longestWeapon returns the longest weapon in a duelist's hands, which are bare hands if nothing else is left.
func (g *Game) longestWeapon(s *State, i int) *slot {
	f := &g.fighters[i]
	main, hasMain := &f.slots[slotMain], s.seats[i].inHand(slotMain)
	best := main // if it is not in hand, the first that is takes its place
	for k := range uint8(len(f.slots)) {
		sl := &f.slots[k]
		if sl.filled && s.seats[i].inHand(k) && (sl.length > best.length || best == main && !hasMain) {
			best = sl
		}
	}
	return best
}

// isOverreached reports whether in a duel the other's weapon is longer than seat i's by a rung or more, and strikes at
// this distance without a penalty (MA-17, R-63). Then seat i's stance gives no Defense and does not strike, its
// initiative does not count, and its half-steps win no ties.
func (g *Game) isOverreached(s *State, i int) bool {
	if !g.duel.on {
		return false
	}
	mine, theirs := g.longestWeapon(s, i), g.longestWeapon(s, 1-i)
	return theirs.length > mine.length && theirs.inBand[s.duel.rung]
}

// distanceMod returns a duel's modifier of an attack, 0 or less: for the rung, a struck arm or wrist, struck eyes
// and the sun in them. An automatic success has none of these penalties (EB-65). The rung must be in reach.
func (g *Game) distanceMod(s *State, i int, a *technique) int {
	if !g.duel.on || a.flags&techAutomatic != 0 {
		return 0
	}
	m := a.rungMod[s.duel.rung] - g.checkPenalty(s, i)
	if s.duel.hurt[i]&hurtArm != 0 {
		m -= armPenalty
	}
	if s.duel.hurt[i]&hurtWrist != 0 && a.flags&techDroppable != 0 {
		m -= wristPenalty
	}
	return int(m)
}

// §Close Fighting and Tsubazeriai: the blades lock. Only weapons whose band has that rung strike there (MA-20, R-62). A
// push or a slip leads out, and an empty hand shaves the other's guard.

// tryPushOrSlip tries a push or a slip. Against one who can resist, the dice of both decide.
func (g *Game) tryPushOrSlip(s *State, log *rules.Log) {
	if s.canResist(1 - int(s.actor)) {
		s.phase = phContest
	} else {
		g.leaveLock(s, log)
	}
}

// leaveLock changes the distance after a push or a slip that succeeds. A push leads out by one rung and takes guard
// from the one pushed (MA-21, MA-24). A slip leads to issoku itto (MA-22), and by a ruling the next attack of the same
// breath is not answered in haste.
func (g *Game) leaveLock(s *State, log *rules.Log) {
	i := int(s.actor)
	if uint16(s.maneuver.do) == doSlip {
		g.setRung(s, i, issoku, "slip away", log)
		if g.rule.SlipTakes {
			s.breath |= breathSlipped
		}
		return
	}
	g.setRung(s, i, closeFighting, "push out", log)
	g.shave(s, 1-i, i, g.rule.Pushed, "pushed", log)
}

// canUseEmptyHand reports whether seat i may make the empty-hand move: at close fighting and tsubazeriai, if no weapon
// in its hands can strike there.
func (g *Game) canUseEmptyHand(s *State, i int) bool {
	if s.duel.rung < closeFighting {
		return false
	}
	f := &g.fighters[i]
	for k := range f.techniques {
		a := &f.techniques[k]
		if a.isBlow() && a.flags&techEmptyHand == 0 && s.seats[i].inHand(a.slot) && a.rungMod[s.duel.rung] != outOfReach {
			return false
		}
	}
	return true
}
