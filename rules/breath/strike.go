package breath

import (
	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// Attack techniques: the roll against Defense, Combo Fatigue, what a landed blow does. A blow is declared; a spear wall
// may strike into it; it is rolled; its target may answer; then it lands or not.

// woundCause is what took a Wound, for the log: the technique, the weapon and its family.
type woundCause struct {
	what, with, of string
	critical       bool
}

// sprintBonus is what a sprint adds to the next attack (EB-109).
var sprintBonus = rows.Maneuvers.Num("sprint", "bonus")

// fatigueSteps are what each attack of a breath past the free ones takes from its dice, and a short weapon's in the
// Core (EB-89).
var fatigueSteps = [2]int{-rows.TermTable.Num("combo fatigue", "step"), -rows.TermTable.Num("combo fatigue", "core")}

// fatigueFree is the number of attacks of a breath without Combo Fatigue.
const fatigueFree = 3

// declareStrike declares the task's technique against its target, which fixes its modifiers.
func (g *Game) declareStrike(s *State, log *rules.Log) {
	i, t := int(s.actor), s.task
	c, a := &s.seats[i], &g.seats[i].arms[t.with]
	if !s.up(int(t.at)) { // a GM's edit has taken the target away
		g.closeManeuver(s, log)
		return
	}
	s.depth = 1
	b := s.currentBlow()
	*b = exchange{by: uint8(i), at: t.at, with: t.with, mod: g.attackMod(s, i, a, int(t.at)), is: t.mode<<blowAim | g.surpriseFlag(s, i, int(t.at))}
	if g.duel.on {
		b.mod = g.capped(int(b.mod) + g.feintMod(a, t.mode))
		g.endStandoff(s, i)
	}
	s.strikes++
	s.breath &^= breathSprint | breathSeized
	if a.is&armRanged != 0 {
		s.breath &^= breathNock
	}
	s.marks[i] &^= markBlessed
	c.is |= a.once
	g.emptyGun(s, i, a, log)
	g.clearFlag(s, i, isHidden, "hidden", log)
	g.meetBlow(s, log)
}

// emptyGun takes the shot from a weapon whose technique needs one loaded.
func (g *Game) emptyGun(s *State, i int, a *arm, log *rules.Log) {
	if a.is&armEmpties != 0 {
		s.seats[i].lost |= 16 << a.slot
		g.status(log, i, "unloaded", true)
	}
}

// loadGun loads the weapon of a technique.
func (g *Game) loadGun(s *State, i int, a *arm, log *rules.Log) {
	s.seats[i].lost &^= 16 << a.slot
	g.status(log, i, "unloaded", false)
}

// meetBlow lets the target's spear wall strike into the blow, then rolls it.
func (g *Game) meetBlow(s *State, log *rules.Log) {
	if g.wallMeets(s) {
		b := s.currentBlow()
		b.is |= blowAsked
		g.counter(s, int(b.at), int(b.by), zeroWall, log)
		return
	}
	g.awaitRoll(s, log)
}

// attackMod returns what is added to the dice of an attack: by technique and zone, Combo Fatigue, what the
// breath carries, high ground, the distance of a duel, a blessing and spells.
func (g *Game) attackMod(s *State, i int, a *arm, at int) int8 {
	c := &s.seats[i]
	m := int(a.mod[c.zone])
	if a.is&armAutomatic == 0 { // EB-65: an automatic success sheds every penalty
		m -= g.fatiguePenalty(s, a, c.zone)
	}
	if s.breath&breathSprint != 0 {
		m += sprintBonus // EB-109
	}
	if s.breath&breathNock != 0 && a.is&armRanged != 0 {
		m++
	}
	if s.breath&breathSeized != 0 {
		m++ // MA-56
	}
	return g.capped(m + g.heightBonus(s, i, at) + g.distanceMod(s, i, a) + g.blessingBonus(s, i) + g.spellBonus(s, i, at))
}

// heightBonus returns what high ground adds to a blow into another zone.
func (g *Game) heightBonus(s *State, by, at int) int {
	z := s.seats[by].zone
	if g.zoned && g.zones[z].High && s.seats[at].zone != z {
		return int(g.rule.High)
	}
	return 0
}

// capped returns the sum of all modifiers, which a table may cap: at +10 unless it chooses otherwise.
func (g *Game) capped(m int) int8 { return int8(min(m, int(g.rule.Cap))) }

// fatiguePenalty returns what Combo Fatigue takes from the fourth attack of a breath and those after it: 2, 4, 6 ...,
// for a short weapon in the Core 1, 2, 3 (EB-89, R-12, R-13). A table may have them grow by 1 each: 2, 3, 4 ..., there
// 1, 2, 3.
func (g *Game) fatiguePenalty(s *State, a *arm, zone uint8) int {
	n := int(s.strikes) + 1 - fatigueFree
	if n <= 0 {
		return 0
	}
	relief := bit(zone == core && a.is&armShort != 0 && !(g.rule.ShortFloored && a.is&armDiscounted != 0))
	if g.rule.FatigueStep {
		return fatigueSteps[relief] * n
	}
	return n + 1 - int(relief)
}

// surpriseFlag returns blowSurprise for a blow from hiding or from the Flank on one who has not breathed in
// this round, else 0.
func (g *Game) surpriseFlag(s *State, i, at int) uint8 {
	if s.seats[i].is&isHidden != 0 || s.seats[i].zone == flank && s.seats[at].is&isBreathed == 0 {
		return blowSurprise
	}
	return 0
}

// defenseAgainst returns the Defense that a blow's total must reach, of several Direct by the largest (EB-63, R-171).
// What lowers Defense itself goes down to 2.
func (g *Game) defenseAgainst(s *State, b *exchange) int8 {
	a := &g.seats[b.by].arms[b.with]
	direct, pierce, extra := a.direct, a.pierce, a.extra
	if b.aim() == aimFeint { // no effect of the technique
		direct, pierce, extra = 0, 0, 0
	}
	if b.is&blowSurprise != 0 {
		direct = max(direct, g.rule.Surprise)
	}
	if g.duel.on && s.duel.isBroken(int(b.at)) {
		direct = max(direct, openingDirect)
	}
	return max(2, g.defense(s, int(b.at), pierce, direct)+extra)
}

// defense returns seat i's Defense. Pierce ignores armour and shield; Direct ignores evasion, stance, formation
// and terrain.
func (g *Game) defense(s *State, i int, pierce, direct int8) int8 {
	f, c := &g.seats[i], &s.seats[i]
	more, less := g.spellDefense(s, i)
	bonus := g.evasion(s, i) + g.cover[c.zone] + more
	if g.formedAs(s, i, shieldWall) {
		bonus += wallDefense
	}
	if c.stance != 0 && !g.isOverreached(s, i) { // MA-17
		bonus += g.stances[c.stance-1].defense
	}
	d := f.body + max(0, f.shell-pierce) + max(0, bonus-direct) - c.exposed - less
	if f.isSquad() && c.held[0]&squadCharged != 0 {
		d -= chargeBares
	}
	if c.is&isDefenseless != 0 {
		d -= g.rule.Defenseless
	}
	return d
}

// shownDefense returns the Defense that a blow without Pierce and Direct has to reach, and any spell at Defense.
func (g *Game) shownDefense(s *State, i int) int8 { return max(2, g.defense(s, i, 0, 0)) }

// blowWounds returns the Wounds that a blow takes if it lands.
func (g *Game) blowWounds(s *State, b *exchange) int8 {
	a := &g.seats[b.by].arms[b.with]
	if b.aim() == aimFeint {
		return 0
	}
	n := a.wounds
	if a.twenty > 0 && b.sum+b.mod >= 20 {
		n = max(n, a.twenty)
	}
	if a.is&armSpell != 0 {
		return g.spellWounds(g.rolledSpell(s), int(b.at), b.is&blowDouble != 0)
	}
	if g.isCritical(s, b) {
		n = max(n, a.fatal)
	}
	return n + g.torsoBonus(s, b)
}

// isCritical reports whether a blow is one: a double that hit, or the first to land in an opening.
func (g *Game) isCritical(s *State, b *exchange) bool {
	return b.is&blowDouble != 0 || g.duel.on && s.duel.window(int(b.at))
}

// awaitRoll waits for the dice of a blow, unless it needs none: a Mob falls when attacked, a Saint does not miss
//
func (g *Game) awaitRoll(s *State, log *rules.Log) {
	b := s.currentBlow()
	if g.seats[b.at].mob {
		g.takeWounds(s, int(b.at), int(b.by), 1, g.causeOf(b), log)
		g.endExchange(s, log)
		return
	}
	if g.seats[b.by].arms[b.with].is&armAutomatic != 0 {
		b.sum = 20
		g.offerAnswer(s, log)
		return
	}
	s.phase = phStrike
}

// takeAttack takes the dice of the attack roll.
func (g *Game) takeAttack(s *State, sum int8, double bool, log *rules.Log) {
	b := s.currentBlow()
	b.sum = sum
	if double {
		b.is |= blowDouble
	}
	need := g.defenseAgainst(s, b)
	hit := sum+b.mod >= need && !(sum%2 == 1 && g.strikesMirage(s, b))
	if log != nil {
		c, what := g.causeOf(b), "attack"
		if g.seats[b.by].arms[b.with].kind == kindSpell {
			what = "casting"
		}
		log.Add(rules.Event{Kind: "check", Seat: g.name(int(b.by)), At: g.name(int(b.at)), What: what, With: c.with, Of: c.of,
			Total: int(sum + b.mod), Need: int(need), OK: hit, Double: double})
	}
	spell := g.seats[b.by].arms[b.with].is&armSpell != 0
	if hit {
		if spell {
			g.logSpellHit(log, g.rolledSpell(s), rules.Seat(b.at))
		}
		g.offerAnswer(s, log)
		return
	}
	if spell {
		g.failCast(s, g.rolledSpell(s), sum, log)
		return
	}
	if b.aim().isLocation() && sum+b.mod >= need-g.rule.NearMiss { // MA-29, R-67
		g.shave(s, int(b.at), int(b.by), nearMissShaves, "a near miss", log)
	}
	g.takeMiss(s, log)
}

// offerAnswer asks the target for its answer if it has one; else the blow lands. A squad in close ranks takes
// the blow before any answer.
func (g *Game) offerAnswer(s *State, log *rules.Log) {
	b := s.currentBlow()
	if q := g.blowTaker(s, b); q != int(b.at) {
		b.at = uint8(q)
		g.dissolveFormation(s, q, log)
	}
	if g.canAnswer(s) {
		s.phase = phAnswer
		return
	}
	g.takeBlow(s, log)
}

// takeMiss goes on after a miss: a guard stance strikes at whoever missed, and then a Fumble takes effect (R-93,
// Of the dice only that matters now whether they were a double, and whether 1-1.
func (g *Game) takeMiss(s *State, log *rules.Log) {
	b := s.currentBlow()
	if b.sum != 2 || !g.isRetribution(b) && !g.seats[b.by].isSquad() {
		b.sum = 0
	}
	b.mod = 0
	b.is = b.is&blowKnown | blowMissed
	if g.guardMeets(s) {
		g.counter(s, int(b.at), int(b.by), zeroGuard, log)
		return
	}
	g.fumble(s, log)
}

// fumble goes on after a miss that nothing has answered. A double is a Fumble: the roller is Defenseless, on 1-1 also
// disarmed; a squad loses Cohesion. A shot from outside the Core at one in it may then strike a friend
// there.
func (g *Game) fumble(s *State, log *rules.Log) {
	b := *s.currentBlow()
	from := s.seats[b.by].zone
	switch fumbles := b.is&blowDouble != 0 && s.up(int(b.by)); {
	case fumbles && g.seats[b.by].isSquad():
		g.daunt(s, int(b.by), 1+int8(bit(b.sum == 2)), "a blow gone wrong", log)
	case fumbles:
		g.shake(s, int(b.by), isShaken, log)
		if slot := g.seats[b.by].arms[b.with].slot; b.sum == 2 && g.losesOnOnes(int(b.by), slot) {
			g.disarm(s, int(b.by), slot, log)
		}
	}
	if s.up(int(b.at)) && s.seats[b.at].zone == core && from != core && g.friendsInCore(s, int(b.by)) > 0 { // a shot
		*s.currentBlow() = exchange{by: b.by, at: b.at, with: b.with}
		s.phase = phStray
		return
	}
	g.offerMissKata(s, log)
}

// isRetribution reports whether 1-1 would be more than a Fumble for a blow.
func (g *Game) isRetribution(b *exchange) bool {
	return g.rule.Retribution && g.losesOnOnes(int(b.by), g.seats[b.by].arms[b.with].slot)
}

// losesOnOnes reports whether an attack's 1-1 takes anything from what it is made with: a weapon falls, a shield loses
// what it held ready. Bare hands, natural and worn arms lose nothing, unless a table has them lose that
// too.
func (g *Game) losesOnOnes(i int, slot uint8) bool {
	return g.rule.BareSpoils || !g.seats[i].slots[slot].isHand()
}

// applyHit does what the technique does: Wounds, then its effects.
func (g *Game) applyHit(s *State, log *rules.Log) {
	b := *s.currentBlow()
	by, at, a := int(b.by), int(b.at), &g.seats[b.by].arms[b.with]
	critical := g.isCritical(s, &b)
	n := g.blowWounds(s, &b)
	lost := s.seats[at].wounds
	if n > 0 {
		cause := g.causeOf(&b)
		cause.critical = critical
		g.takeWounds(s, at, by, n, cause, log)
	}
	if s.up(at) && b.aim() != aimFeint {
		g.applyTechnique(s, at, by, a, critical, log)
		if b.is&blowDouble != 0 && b.sum == 20 && g.rule.Mandate && a.is&armSpell == 0 {
			g.shake(s, at, isShaken, log)
		}
	}
	if len(g.mages) > 0 {
		g.noteFocus(s, at, lost-s.seats[at].wounds, critical, b.is&blowSurprise != 0)
		if a.is&armSpell != 0 {
			g.applySpellEffects(s, &b, log)
		}
	}
	if g.duel.on && s.up(at) {
		g.rattle(s, &b, critical, log)
		if g.hurtLocation(s, &b, log) {
			return
		}
	}
	g.endExchange(s, log)
}

// applyTechnique applies the effects of a landed technique besides Wounds.
func (g *Game) applyTechnique(s *State, at, by int, a *arm, critical bool, log *rules.Log) {
	c := &s.seats[at]
	if a.is&(armStrip|armTopple) != 0 && g.seats[at].isSquad() {
		g.dissolveFormation(s, at, log)
	}
	if a.is&armStrip != 0 {
		g.dropStance(s, at, by, log)
	}
	if a.expose > 0 {
		c.exposed = max(c.exposed, a.expose)
		g.status(log, at, "exposed", true)
	}
	if a.is&armTopple != 0 {
		g.shake(s, at, isShaken, log)
	}
	if g.duel.points == 0 && !g.seats[at].isSquad() && (a.is&armBleed != 0 || a.is&armBleedCrit != 0 && critical) { // MA-46
		g.setFlag(s, at, isBleeding, "bleeding", log)
	}
}

// takeWounds takes n Wounds from seat at, less those that a barrier and a ward take. With none left it is out of the
// fight. by is whose doing it is, or byItself.
func (g *Game) takeWounds(s *State, at, by int, n int8, why woundCause, log *rules.Log) {
	c := &s.seats[at]
	if len(g.mages) > 0 {
		if n = g.absorb(s, at, by, n, log); n == 0 {
			return
		}
	}
	heads := int8(0)
	if g.seats[at].isSquad() {
		heads = g.heads(s, at)
	}
	n = min(n, max(c.wounds, 1))
	c.wounds = max(0, c.wounds-n)
	if g.duel.points > 0 {
		g.concedePoints(s, at, by, n, why, log)
		return
	}
	if log != nil {
		log.Add(rules.Event{Kind: "wound", Seat: g.name(at), At: g.doerName(by), What: why.what, With: why.with, Of: why.of,
			N: int(n), Left: int(c.wounds), Double: why.critical})
	}
	if c.wounds > 0 {
		if heads > 0 {
			g.loseMen(s, at, heads, log)
		}
		return
	}
	log.Add(rules.Event{Kind: "down", Seat: g.name(at), At: g.doerName(by)})
	g.takeOut(s, at, log)
}

// endExchange ends the deepest exchange and goes on with what it interrupted.
func (g *Game) endExchange(s *State, log *rules.Log) {
	if g.decide(s, log) {
		return
	}
	if len(g.mages) > 0 && g.focusCaster(s) >= 0 {
		b := s.currentBlow()
		*b = exchange{by: b.by, at: b.at, with: b.with, is: b.is & (blowStance | blowAsked)}
		s.phase = phFocus
		return
	}
	was := *s.currentBlow()
	s.blow[s.depth-1] = exchange{}
	s.depth--
	if was.is&blowStance == 0 {
		g.endRampage(s, &was, log)
		return
	}
	if s.depth == 0 { // struck at one who entered
		g.wallsAtEntry(s, log)
		return
	}
	b := s.currentBlow()
	switch {
	case b.is&blowMissed != 0: // a guard stance answered a miss: now the Fumble
		g.fumble(s, log)
	case !s.up(int(b.by)) || !s.up(int(b.at)) || !s.seats[b.by].inHand(g.seats[b.by].arms[b.with].slot) ||
		g.seats[b.by].arms[b.with].rungMod[s.duel.rung] == outOfReach:
		g.closeManeuver(s, log) // the spear wall has stopped the blow, or one of the two has fallen
	default:
		g.awaitRoll(s, log)
	}
}

// friendsInCore returns how many of seat i's side stand in the Core.
func (g *Game) friendsInCore(s *State, i int) int {
	n, _ := g.count(func(k int) bool { return g.isFriendInCore(s, i, k) })
	return n
}

// isFriendInCore reports whether seat k is of seat i's side and stands in the Core.
func (g *Game) isFriendInCore(s *State, i, k int) bool {
	return g.seats[k].side == g.seats[i].side && s.up(k) && s.seats[k].zone == core
}

// takeStray takes the dice that say whether a shot goes astray: then it strikes a friend in the Core, drawn by lot.
func (g *Game) takeStray(s *State, ok bool, log *rules.Log) {
	if !ok {
		g.endExchange(s, log)
		return
	}
	by := int(s.currentBlow().by)
	n, only := g.count(func(k int) bool { return g.isFriendInCore(s, by, k) })
	if n != 1 {
		s.phase = phDraw
		return
	}
	g.strikeAstray(s, only, log)
}

// strikeAstray has a shot gone astray strike seat at.
func (g *Game) strikeAstray(s *State, at int, log *rules.Log) {
	c := g.causeOf(s.currentBlow())
	c.what = "stray shot"
	g.takeWounds(s, at, int(s.currentBlow().by), 1, c, log)
	g.endExchange(s, log)
}

// disarm drops the weapon of a slot: its reservations and its stance go with it. A bare hand only loses
// its reservations.
func (g *Game) disarm(s *State, i int, slot uint8, log *rules.Log) {
	c := &s.seats[i]
	if slot == slotBare {
		if c.inHand(slotBare) { // else the reservations are the main weapon's
			c.held[slotMain] = 0
		}
		return
	}
	c.held[slot] = 0
	if !g.seats[i].slots[slot].drops() {
		return // it is strapped or grown on, and loses its reservations only
	}
	c.lost |= 1 << slot
	log.Add(rules.Event{Kind: "status", Seat: g.name(i), What: "disarmed", With: g.slotName(i, slot), OK: true})
	if c.stance != 0 && slot == slotMain && g.stances[c.stance-1].weapon {
		g.dropStance(s, i, byItself, log)
	}
}

// pickUp brings back to hand the dropped weapons of these slots, a bit each.
func (g *Game) pickUp(s *State, i int, slots uint8, log *rules.Log) {
	c := &s.seats[i]
	slots &^= c.lost >> 2 // lost before the fight
	if c.lost&slots == 0 {
		return
	}
	if c.lost&slots&1 != 0 {
		c.held[slotMain] = 0 // reservations of bare hands, which are no longer used
	}
	c.lost &^= slots
	g.status(log, i, "disarmed", false)
}

// causeOf returns a blow as the cause of Wounds.
func (g *Game) causeOf(b *exchange) woundCause {
	a := &g.seats[b.by].arms[b.with]
	if a.kind == kindSpell {
		return woundCause{what: a.name}
	}
	return woundCause{what: a.name, with: g.slotName(int(b.by), a.slot), of: g.slotFamily(int(b.by), a.slot)}
}

func (g *Game) slotName(i int, slot uint8) string   { return g.seats[i].slots[slot].name }
func (g *Game) slotFamily(i int, slot uint8) string { return g.seats[i].slots[slot].family }
