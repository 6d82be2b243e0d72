package breath

import "kokyu/rules"

// Attack techniques: the roll against Defense, and the effects of a landed blow. A blow is declared; a spear wall may
// strike into it; it is rolled; its target may answer; then it lands or not. Two stances strike by themselves: the
// spear wall and the guard stance. Their blows interrupt another and trigger none, so that there
// are never more than two at once.

// attackActions appends a technique, seat i's k-th, against every foe that it reaches.
func (g *Game) attackActions(s *State, i, k int, a *technique, buf []rules.Action) []rules.Action {
	if a.flags&techUnloads != 0 && !s.seats[i].isLoaded(a.slot) || s.seats[i].flags&a.onceFlag != 0 {
		return buf
	}
	side := g.fighters[i].side
	for t := range g.n {
		if g.fighters[t].side != side && s.isUp(t) && (!g.hasZones || g.reaches(s, i, t, a)) && !g.isSealed(s, t) {
			buf = append(buf, rules.Action{Do: doAttack, With: uint8(k), At: rules.Seat(t)})
		}
	}
	return buf
}

// declareStrike begins the blow of the declared technique. Its modifiers are fixed here, before a spear wall may strike
// into it.
func (g *Game) declareStrike(s *State, log *rules.Log) {
	i, m := int(s.actor), s.maneuver
	c, a := &s.seats[i], &g.fighters[i].techniques[m.with]
	if !s.isUp(int(m.at)) { // a GM's edit has taken the target away
		return
	}
	s.blowDepth = 1
	b := s.currentBlow()
	*b = blow{striker: uint8(i), target: m.at, technique: m.with, mod: g.attackMod(s, i, a, int(m.at)),
		flags: m.mode<<aimShift | g.surpriseFlag(s, i, int(m.at))}
	if g.duel.on {
		b.mod = g.capModifiers(int(b.mod) + g.feintMod(a, m.mode))
		g.endStandoff(s, i)
	}
	s.attacks++
	s.breath &^= breathSprint | breathStepWon
	if a.flags&techRanged != 0 {
		s.breath &^= breathNock
	}
	s.marks[i] &^= markBlessed
	c.flags |= a.onceFlag
	g.emptyGun(s, i, a, log)
	g.clearFlag(s, i, isHidden, "hidden", log)
	g.startBlow(s, log)
}

// techniqueOf returns the technique of a blow.
func (g *Game) techniqueOf(b *blow) *technique { return &g.fighters[b.striker].techniques[b.technique] }

// startBlow lets the target's spear wall strike into the blow, then waits for the blow's dice.
func (g *Game) startBlow(s *State, log *rules.Log) {
	if g.meetsSpearWall(s) {
		b := s.currentBlow()
		b.flags |= blowAsked
		g.strikeByStance(s, int(b.target), int(b.striker), zeroWall, log)
	} else {
		g.awaitRoll(s, log)
	}
}

// meetsSpearWall reports whether the target's spear wall strikes into the current blow, which is hand to hand, with a
// shorter weapon, and not struck into yet.
func (g *Game) meetsSpearWall(s *State) bool {
	b := s.currentBlow()
	a := g.techniqueOf(b)
	return b.flags&(blowStance|blowAsked) == 0 && a.reach == 0 && a.flags&techLong == 0 &&
		(g.stanceStrikes(s, int(b.target), strikeShorter, zeroWall) || g.canSpearWallStrike(s, int(b.target)))
}

// stanceStrikes reports whether seat i holds a stance that can strike by itself now. strikes is strikeShorter or
// strikeMiss, and source the 0-Energy use that the blow would be (MA-17, R-176).
func (g *Game) stanceStrikes(s *State, i int, strikes, source uint8) bool {
	c := &s.seats[i]
	if c.flags&isDown != 0 || c.stance == 0 || s.marks[i]&markRoundLost != 0 || !mayUseZero(c.zeroUses, source) || g.isOverreached(s, i) {
		return false
	}
	st := &g.stances[c.stance-1]
	a := &g.fighters[i].techniques[st.technique]
	return st.strikes == strikes && c.inHand(a.slot) && a.rungMod[s.duel.rung] != outOfReach
}

// strikeByStance strikes a stance's blow, inside whatever blow is under way. It costs no Energy and is a 0-Energy use;
// a squad has one thrust of its own each round instead.
func (g *Game) strikeByStance(s *State, striker, target int, source uint8, log *rules.Log) {
	c := &s.seats[striker]
	s.blowDepth++
	b := s.currentBlow()
	*b = blow{striker: uint8(striker), target: uint8(target), flags: blowStance}
	if g.fighters[striker].isSquad() {
		c.held[0] |= squadThrust
		b.mod = g.squadMod(s, striker, target, 0)
	} else {
		useZero(c, source)
		b.technique = g.stances[c.stance-1].technique
		a := &g.fighters[striker].techniques[b.technique]
		b.mod = g.capModifiers(int(a.mod[c.zone]) + g.heightBonus(s, striker, target) + g.distanceMod(s, striker, a))
	}
	g.logCounter(log, striker, target, &g.fighters[striker].techniques[b.technique])
	g.awaitRoll(s, log)
}

// awaitRoll waits for the dice of a blow, unless it needs none: a Mob falls when attacked, a Saint does not miss
//
func (g *Game) awaitRoll(s *State, log *rules.Log) {
	switch b := s.currentBlow(); {
	case g.fighters[b.target].isMob:
		g.takeWounds(s, int(b.target), int(b.striker), 1, g.causeOf(b), log)
		s.phase = phBlowOver
	case g.techniqueOf(b).flags&techAutomatic != 0:
		b.sum = 20
		g.offerAnswer(s, log)
	default:
		s.phase = phStrike
	}
}

// takeAttack takes the dice of the attack roll.
func (g *Game) takeAttack(s *State, sum int8, double bool, log *rules.Log) {
	b := s.currentBlow()
	b.sum = sum
	if double {
		b.flags |= blowDouble
	}
	need := g.defenseAgainst(s, b)
	hit := sum+b.mod >= need && !(sum%2 == 1 && g.strikesMirage(s, b))
	if log != nil {
		c, what := g.causeOf(b), "attack"
		if g.techniqueOf(b).kind == kindSpell {
			what = "casting"
		}
		log.Add(rules.Event{Kind: "check", Seat: g.name(int(b.striker)), At: g.name(int(b.target)), What: what, With: c.with, Of: c.of,
			Total: int(sum + b.mod), Need: int(need), OK: hit, Double: double})
	}
	spell := g.techniqueOf(b).flags&techSpell != 0
	switch {
	case hit:
		if spell {
			g.logSpellHit(log, g.rolledSpell(s), rules.Seat(b.target))
		}
		g.offerAnswer(s, log)
	case spell:
		g.failCast(s, g.rolledSpell(s), sum, log)
	default:
		if b.aim().isLocation() && sum+b.mod >= need-g.rule.NearMiss { // MA-29, R-67
			g.shave(s, int(b.target), int(b.striker), nearMissShaves, "a near miss", log)
		}
		g.takeMiss(s, log)
	}
}

// offerAnswer asks the target for its answer if it has one; else the blow lands. A squad in close ranks takes
// the blow before any answer, and is out of formation then.
func (g *Game) offerAnswer(s *State, log *rules.Log) {
	b := s.currentBlow()
	if q := g.blowTaker(s, b); q != int(b.target) {
		b.target = uint8(q)
		g.dissolveFormation(s, q, log)
	}
	if g.canAnswer(s) {
		s.phase = phAnswer
	} else {
		g.takeBlow(s)
	}
}

// takeMiss goes on after a miss: a guard stance strikes at whoever missed, and then a Fumble takes effect (R-93,
// Of the dice it matters now only whether they were a double, and whether 1-1; the rest is cleared, so that
// misses by different sums are equal positions.
func (g *Game) takeMiss(s *State, log *rules.Log) {
	b := s.currentBlow()
	if b.sum != 2 || !g.isRetribution(b) && !g.fighters[b.striker].isSquad() {
		b.sum = 0
	}
	b.mod = 0
	b.flags = b.flags&blowFlagsMask | blowMissed
	if g.meetsGuardStance(s) {
		g.strikeByStance(s, int(b.target), int(b.striker), zeroGuard, log)
	} else {
		g.fumble(s, log)
	}
}

// meetsGuardStance reports whether the target's guard stance strikes back at the current blow, which has missed hand to
// hand.
func (g *Game) meetsGuardStance(s *State) bool {
	b := s.currentBlow()
	return b.flags&blowStance == 0 && g.techniqueOf(b).reach == 0 && s.isUp(int(b.striker)) &&
		g.stanceStrikes(s, int(b.target), strikeMiss, zeroGuard)
}

// fumble goes on after a miss that nothing has answered. A double is a Fumble: the roller is Defenseless, on 1-1 also
// disarmed; a squad loses Cohesion, and may break by it. A shot from outside the Core at one in it may
// then strike a friend there.
func (g *Game) fumble(s *State, log *rules.Log) {
	b := *s.currentBlow()
	from := s.seats[b.striker].zone // before its squad may break
	switch fumbles := b.flags&blowDouble != 0 && s.isUp(int(b.striker)); {
	case fumbles && g.fighters[b.striker].isSquad():
		g.loseCohesion(s, int(b.striker), 1+int8(bit(b.sum == 2)), "a blow gone wrong", log)
	case fumbles:
		g.makeDefenseless(s, int(b.striker), isShaken, log)
		if slot := g.techniqueOf(&b).slot; b.sum == 2 && g.losesOnOnes(int(b.striker), slot) {
			g.disarm(s, int(b.striker), slot, log)
		}
	}
	intoCore := s.isUp(int(b.target)) && s.seats[b.target].zone == zoneCore && from != zoneCore // R-89; only a shot comes from elsewhere
	if intoCore && g.friendsInCore(s, int(b.striker)) > 0 {
		*s.currentBlow() = blow{striker: b.striker, target: b.target, technique: b.technique}
		s.phase = phStray
	} else {
		g.offerMissKata(s)
	}
}

// applyHit applies a landed blow: Wounds, then the effects of the technique, then those on focus
// and guard.
func (g *Game) applyHit(s *State, log *rules.Log) {
	s.phase = phBlowOver
	b := *s.currentBlow()
	striker, target, a := int(b.striker), int(b.target), g.techniqueOf(&b)
	critical := g.isCritical(s, &b) // before the blow uses up the opening that makes it one
	n := g.blowWounds(s, &b)
	lost := s.seats[target].wounds
	if n > 0 {
		cause := g.causeOf(&b)
		cause.critical = critical
		g.takeWounds(s, target, striker, n, cause, log)
	}
	if s.isUp(target) && b.aim() != aimFeint {
		g.applyTechnique(s, target, striker, a, critical, log)
		if b.flags&blowDouble != 0 && b.sum == 20 && g.rule.Mandate && a.flags&techSpell == 0 {
			g.makeDefenseless(s, target, isShaken, log)
		}
	}
	if len(g.casters) > 0 {
		g.requireFocus(s, target, lost-s.seats[target].wounds, critical, b.flags&blowSurprise != 0)
		if a.flags&techSpell != 0 {
			g.applyBlowSpell(s, &b, log)
		}
	}
	if g.duel.on && s.isUp(target) {
		g.shaveByBlow(s, &b, critical, log)
		g.hurtLocation(s, &b, log)
	}
}

// applyTechnique applies the effects of a landed technique besides Wounds.
func (g *Game) applyTechnique(s *State, target, striker int, a *technique, critical bool, log *rules.Log) {
	c := &s.seats[target]
	if a.flags&(techStrip|techTopple) != 0 && g.fighters[target].isSquad() {
		g.dissolveFormation(s, target, log)
	}
	if a.flags&techStrip != 0 {
		g.dropStance(s, target, striker, log)
	}
	if a.exposes > 0 {
		c.exposed = max(c.exposed, a.exposes)
		g.logState(log, target, "exposed", true)
	}
	if a.flags&techTopple != 0 {
		g.makeDefenseless(s, target, isShaken, log)
	}
	if g.duel.points == 0 && !g.fighters[target].isSquad() && (a.flags&techBleed != 0 || a.flags&techBleedCrit != 0 && critical) { // MA-46
		g.setFlag(s, target, isBleeding, "bleeding", log)
	}
}

// endBlow ends the deepest blow and goes on with what it interrupted. A check of focus comes first; the blow's dice are
// cleared for it, so that throws with one result lead to one position.
func (g *Game) endBlow(s *State, log *rules.Log) {
	if g.endIfDecided(s, log) {
		return
	}
	if len(g.casters) > 0 && g.focusCaster(s) >= 0 {
		b := s.currentBlow()
		*b = blow{striker: b.striker, target: b.target, technique: b.technique, flags: b.flags & (blowStance | blowAsked)}
		s.phase = phFocus
		return
	}
	was := *s.currentBlow()
	s.blow[s.blowDepth-1] = blow{}
	s.blowDepth--
	switch {
	case was.flags&blowStance == 0:
		g.endAfterBlow(s, &was, log)
		return
	case s.blowDepth == 0: // struck at one who entered
		g.strikeAtEntrant(s, log)
		return
	}
	switch b := s.currentBlow(); {
	case b.flags&blowMissed != 0: // a guard stance answered a miss: now the Fumble
		g.fumble(s, log)
	case !s.isUp(int(b.striker)) || !s.isUp(int(b.target)) || !s.seats[b.striker].inHand(g.techniqueOf(b).slot) ||
		g.techniqueOf(b).rungMod[s.duel.rung] == outOfReach:
		s.phase = phManeuverDone // the spear wall has stopped the blow, or one of the two has fallen
	default:
		g.awaitRoll(s, log)
	}
}

// strikeAtEntrant has the next spear wall in the zone, by seat, strike at the one who has just entered. It is called
// again after each such blow, and a wall strikes once a round. After the last one the maneuver is done.
func (g *Game) strikeAtEntrant(s *State, log *rules.Log) {
	i := s.mover()
	for k := range g.n {
		if s.isUp(i) && g.foes(k, i) && s.seats[k].zone == s.seats[i].zone &&
			(g.stanceStrikes(s, k, strikeShorter, zeroWall) || g.canSpearWallStrike(s, k)) {
			g.strikeByStance(s, k, i, zeroWall, log)
			return
		}
	}
	g.finishMove(s, log)
}

// friendsInCore returns how many of seat i's side stand in the Core.
func (g *Game) friendsInCore(s *State, i int) int {
	n, _ := g.countSeats(func(k int) bool { return g.isFriendInCore(s, i, k) })
	return n
}

// isFriendInCore reports whether seat k is of seat i's side and stands in the Core.
func (g *Game) isFriendInCore(s *State, i, k int) bool {
	return !g.foes(k, i) && s.isUp(k) && s.seats[k].zone == zoneCore
}

// takeStray takes the dice that say whether a shot goes astray: then it strikes a friend in the Core, drawn by lot if
// there are several.
func (g *Game) takeStray(s *State, ok bool, log *rules.Log) {
	striker := int(s.currentBlow().striker)
	switch n, only := g.countSeats(func(k int) bool { return g.isFriendInCore(s, striker, k) }); {
	case !ok:
		s.phase = phBlowOver
	case n == 1:
		g.strikeAstray(s, only, log)
	default:
		s.phase = phLot
	}
}

// strikeAstray makes a shot that has gone astray strike seat target.
func (g *Game) strikeAstray(s *State, target int, log *rules.Log) {
	c := g.causeOf(s.currentBlow())
	c.what = "stray shot"
	g.takeWounds(s, target, int(s.currentBlow().striker), 1, c, log)
	g.endBlow(s, log)
}
