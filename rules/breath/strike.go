package breath

import (
	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// Attack techniques: the roll against Defense, Combo Fatigue, what a landed blow does.

// woundCause says whose blow took a Wound, for the log.
type woundCause struct {
	what, with, of string
	critical       bool
}

// sprintBonus is what a sprint gives the next attack (EB-109).
var sprintBonus = rows.Maneuvers.Num("sprint", "bonus")

// fatigueSteps are what each attack of a breath past the free ones weighs, and a short weapon's in the Core (EB-89).
var fatigueSteps = [2]int{-rows.TermTable.Num("combo fatigue", "step"), -rows.TermTable.Num("combo fatigue", "core")}

// fatigueFree is the number of attacks of a breath that carry no Combo Fatigue.
const fatigueFree = 3

// attack declares the task's technique against its target: the modifiers are fixed, a spear wall may strike first.
func (g *Game) attack(s *State, log *rules.Log) {
	i, t := int(s.actor), s.task
	c, a := &s.seats[i], &g.seats[i].arms[t.with]
	if !s.up(int(t.at)) { // a GM's edit has taken the target away
		g.closeManeuver(s, log)
		return
	}
	s.depth = 1
	b := s.currentBlow()
	*b = exchange{by: uint8(i), at: t.at, with: t.with, mod: g.attackMod(s, i, a, int(t.at)), is: t.mode<<blowAim | g.surprise(s, i, int(t.at))}
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

// emptyGun takes the shot from a gun that is fired; loads puts the next one in.
func (g *Game) emptyGun(s *State, i int, a *arm, log *rules.Log) {
	if a.is&armEmpties != 0 {
		s.seats[i].lost |= 16 << a.slot
		g.status(log, i, "unloaded", true)
	}
}

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
	g.strike(s, log)
}

// attackMod adds what the technique, the zone, the breath and the way give: Combo Fatigue, sprint, nock, a half-step
// seized, high ground; capped at +10 in sum.
func (g *Game) attackMod(s *State, i int, a *arm, at int) int8 {
	c := &s.seats[i]
	m := int(a.mod[c.zone])
	if a.is&armSaint == 0 { // EB-65: an automatic success sheds every penalty
		m -= g.fatigue(s, a, c.zone)
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

// heightBonus returns what high ground gives to a blow into another zone.
func (g *Game) heightBonus(s *State, by, at int) int {
	z := s.seats[by].zone
	if g.zoned && g.zones[z].High && s.seats[at].zone != z {
		return int(g.rule.High)
	}
	return 0
}

func (g *Game) capped(m int) int8 { return int8(min(m, int(g.rule.Cap))) }

// fatigue weighs on the fourth attack of a breath and those after it: 2, 4, 6 ..., for a short weapon in the Core
// 1, 2, 3 (EB-89, R-12, R-13).
func (g *Game) fatigue(s *State, a *arm, zone uint8) int {
	n := int(s.strikes) + 1 - fatigueFree
	if n <= 0 {
		return 0
	}
	relief := zone == core && a.is&armShort != 0 && !(g.rule.ShortFloored && a.is&armDiscounted != 0)
	switch {
	case g.rule.FatigueStep && relief:
		return fatigueSteps[1] * n
	case g.rule.FatigueStep:
		return fatigueSteps[0] * n
	case relief:
		return n
	}
	return n + 1
}

// surprise returns what a blow is from hiding, or from the Flank on one whose breath has not come this round.
func (g *Game) surprise(s *State, i, at int) uint8 {
	if s.seats[i].is&isHidden != 0 || s.seats[i].zone == flank && s.seats[at].is&isBreathed == 0 {
		return blowSurprise
	}
	return 0
}

// defense returns what the blow's total must reach. Pierce takes armour and shield, Direct evasion, stance and terrain,
// neither more than there is (floors 10 and 10 + armour); of several Direct the largest counts (EB-63, R-171). What strips
// Defense itself goes down to 2.
func (g *Game) defense(s *State, b *exchange) int8 {
	f, c, a := &g.seats[b.at], &s.seats[b.at], &g.seats[b.by].arms[b.with]
	guard, bare := g.spellDefense(s, int(b.at))
	bonus := g.evasion(s, int(b.at)) + g.cover[c.zone] + g.formationBonus(s, int(b.at)) + guard
	if c.stance != 0 && !g.isOverreached(s, int(b.at)) { // MA-17
		bonus += g.stances[c.stance-1].defense
	}
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
	shell := max(0, f.shell-pierce)
	d := f.body + shell + max(0, bonus-direct) + extra - c.exposed - g.chargePenalty(s, int(b.at)) - bare
	if c.is&isDefenseless != 0 {
		d -= g.rule.Defenseless
	}
	return max(2, d)
}

// strike waits for the roll, unless none is needed: a Mob dies when attacked, a Saint does not miss.
func (g *Game) strike(s *State, log *rules.Log) {
	b := s.currentBlow()
	if g.seats[b.at].mob {
		g.takeWounds(s, int(b.at), int(b.by), 1, g.causeOf(b), log)
		g.endExchange(s, log)
		return
	}
	if g.seats[b.by].arms[b.with].is&armSaint != 0 {
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
	need := g.defense(s, b)
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
	if g.duel.on {
		g.threatenLocation(s, b, need, log)
	}
	g.takeMiss(s, log)
}

// offerAnswer asks the target for its answer if it has one; else the blow lands. Close ranks take it before any answer.
func (g *Game) offerAnswer(s *State, log *rules.Log) {
	if b := s.currentBlow(); g.blowTaker(s, b) != int(b.at) {
		q := g.blowTaker(s, b)
		b.at = uint8(q)
		g.dissolveFormation(s, q, log)
	}
	if g.canAnswer(s) {
		s.phase = phAnswer
		return
	}
	g.takeBlow(s, log)
}

// takeMiss goes on after a miss: a guard stance strikes at who missed, then a Fumble is felt; a shot into the Core may stray.
// Of the dice only the double still matters, and whether it was 1-1.
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

// fumble makes a double that missed felt: the roller is Defenseless, on 1-1 also disarmed.
func (g *Game) fumble(s *State, log *rules.Log) {
	b := *s.currentBlow()
	from := s.seats[b.by].zone
	if b.is&blowDouble != 0 && s.up(int(b.by)) && g.seats[b.by].isSquad() { // it may break
		n := int8(1)
		if b.sum == 2 {
			n = 2
		}
		g.daunt(s, int(b.by), n, "a blow gone wrong", log)
	} else if b.is&blowDouble != 0 && s.up(int(b.by)) {
		g.shake(s, int(b.by), isShaken, log)
		if slot := g.seats[b.by].arms[b.with].slot; b.sum == 2 && g.losesOnOnes(int(b.by), slot) {
			g.disarm(s, int(b.by), slot, log)
		}
	}
	if g.endangersFriend(s, &b, from) {
		*s.currentBlow() = exchange{by: b.by, at: b.at, with: b.with}
		s.phase = phStray
		return
	}
	g.offerMissKata(s, log)
}

// isRetribution reports whether an attack's 1-1 is more than a Fumble.
func (g *Game) isRetribution(b *exchange) bool {
	return g.rule.Retribution && g.losesOnOnes(int(b.by), g.seats[b.by].arms[b.with].slot)
}

// losesOnOnes reports whether an attack's 1-1 takes anything from what it is made with: a weapon falls, a shield spoils what it held
// ready; bare hands and natural and worn arms lose nothing, unless a table has them spoil it too.
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

// applyTechnique lays on the effects of a landed technique besides Wounds.
func (g *Game) applyTechnique(s *State, at, by int, a *arm, critical bool, log *rules.Log) {
	c := &s.seats[at]
	if a.is&(armStrip|armTopple) != 0 && g.seats[at].isSquad() {
		g.dissolveFormation(s, at, log)
	}
	if a.is&armStrip != 0 {
		g.dropStance(s, at, by, log)
	}
	if a.expose > 0 {
		if c.exposed < a.expose {
			c.exposed = a.expose
		}
		g.status(log, at, "exposed", true)
	}
	if a.is&armTopple != 0 {
		g.shake(s, at, isShaken, log)
	}
	if g.duel.points == 0 && !g.seats[at].isSquad() && (a.is&armBleed != 0 || a.is&armBleedCrit != 0 && critical) { // MA-46
		g.setFlag(s, at, isBleeding, "bleeding", log)
	}
}

// takeWounds takes n Wounds; at none left the combatant is out: nothing of it stays in the count.
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
		e := rules.Event{Kind: "wound", Seat: g.name(at), What: why.what, With: why.with, Of: why.of, N: int(n), Left: int(c.wounds), Double: why.critical}
		if by >= 0 {
			e.At = g.name(by)
		}
		log.Add(e)
	}
	if c.wounds > 0 {
		if heads > 0 {
			g.loseMen(s, at, heads, log)
		}
		return
	}
	if log != nil {
		e := rules.Event{Kind: "down", Seat: g.name(at)}
		if by >= 0 {
			e.At = g.name(by)
		}
		log.Add(e)
	}
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
		g.closeManeuver(s, log) // the spear wall stopped the blow, or has broken at its own
	default:
		g.strike(s, log)
	}
}

// endangersFriend reports whether a missed shot into the Core from outside endangers a friend standing there. Hand to hand nobody
// strikes into the Core from outside, and without zones there is none.
func (g *Game) endangersFriend(s *State, b *exchange, from uint8) bool {
	return s.up(int(b.at)) && s.seats[b.at].zone == core && from != core && g.countFriendsInCore(s, int(b.by)) > 0
}

// countFriendsInCore counts the combatants of seat i's side who stand in the Core.
func (g *Game) countFriendsInCore(s *State, i int) (n int) {
	for k := range g.n {
		if g.isFriendInCore(s, i, k) {
			n++
		}
	}
	return n
}

func (g *Game) isFriendInCore(s *State, i, k int) bool {
	return g.seats[k].side == g.seats[i].side && s.up(k) && s.seats[k].zone == core
}

// takeStray takes the dice of a shot gone astray; drawn takes the one it strikes.
func (g *Game) takeStray(s *State, ok bool, log *rules.Log) {
	if !ok {
		g.endExchange(s, log)
		return
	}
	if by := int(s.currentBlow().by); g.countFriendsInCore(s, by) == 1 { // a lot of one is not drawn
		for k := range g.n {
			if g.isFriendInCore(s, by, k) {
				g.strikeAstray(s, k, log)
				return
			}
		}
	}
	s.phase = phDraw
}

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
		if c.inHand(slotBare) { // an empty hand beside a sword holds nothing ready
			c.held[slotMain] = 0
		}
		return
	}
	c.held[slot] = 0
	if !g.seats[i].slots[slot].drops() {
		return // strapped or grown on: only its reservations are spoilt
	}
	c.lost |= 1 << slot
	if log != nil {
		log.Add(rules.Event{Kind: "status", Seat: g.name(i), What: "disarmed", With: g.slotName(i, slot), OK: true})
	}
	if c.stance != 0 && slot == slotMain && g.stances[c.stance-1].weapon {
		g.dropStance(s, i, -1, log)
	}
}

// pickUp brings the dropped weapons of these slots, as bits, back to hand.
func (g *Game) pickUp(s *State, i int, slots uint8, log *rules.Log) {
	c := &s.seats[i]
	slots &^= c.lost >> 2 // what is gone
	if c.lost&slots == 0 {
		return
	}
	if c.lost&slots&1 != 0 {
		c.held[slotMain] = 0 // what bare hands held ready
	}
	c.lost &^= slots
	g.status(log, i, "disarmed", false)
}

func (g *Game) causeOf(b *exchange) woundCause {
	a := &g.seats[b.by].arms[b.with]
	if a.kind == kindSpell {
		return woundCause{what: a.name}
	}
	return woundCause{what: a.name, with: g.slotName(int(b.by), a.slot), of: g.slotFamily(int(b.by), a.slot)}
}

func (g *Game) slotName(i int, slot uint8) string   { return g.seats[i].slots[slot].name }
func (g *Game) slotFamily(i int, slot uint8) string { return g.seats[i].slots[slot].family }
