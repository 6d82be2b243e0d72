package breath

import "kokyu/rules/breath/rows"

// The numbers of a blow: the modifiers of its dice, the Defense it must reach, the Wounds it takes.

// sprintBonus is added to the dice of the attack that follows a sprint (EB-109).
var sprintBonus = rows.Maneuvers.Num("sprint", "bonus")

// fatigueSteps are the points by which Combo Fatigue grows with each attack past the free ones: at index 0 for any
// attack, at index 1 for one with a short weapon in the Core (EB-89).
var fatigueSteps = [2]int{-rows.TermTable.Num("combo fatigue", "step"), -rows.TermTable.Num("combo fatigue", "core")}

// fatigueFree is how many attacks of a breath suffer no Combo Fatigue.
const fatigueFree = 3

// attackMod returns the sum of all that is added to the dice of an attack: by technique and zone, Combo Fatigue,
// State.breath, high ground, the distance of a duel, a blessing and spells. It is called once, when the blow is
// declared: the declaration uses up the bonuses of State.breath and the blessing.
func (g *Game) attackMod(s *State, i int, a *technique, target int) int8 {
	c := &s.seats[i]
	m := int(a.mod[c.zone])
	if a.flags&techAutomatic == 0 { // EB-65: an automatic success has no penalties
		m -= g.fatiguePenalty(s, a, c.zone)
	}
	if s.breath&breathSprint != 0 {
		m += sprintBonus // EB-109
	}
	if s.breath&breathNock != 0 && a.flags&techRanged != 0 {
		m++
	}
	if s.breath&breathStepWon != 0 {
		m++ // MA-56
	}
	return g.capModifiers(m + g.heightBonus(s, i, target) + g.distanceMod(s, i, a) + g.blessingBonus(s, i) + g.spellBonus(s, i, target))
}

// squadMod returns what a squad adds to the dice of its blow. bonus is for this blow alone, such as that
// of a charge. A squad has no Combo Fatigue, since it obeys one attack a round.
func (g *Game) squadMod(s *State, i, target, bonus int) int8 {
	f, c := &g.fighters[i], &s.seats[i]
	m := int(f.techniques[0].mod[c.zone]-g.headsMissing(s, i)) + bonus + g.heightBonus(s, i, target)
	if c.cohesion() <= wavering {
		m--
	}
	if g.isInFormation(s, i, shieldWall) {
		m -= wallAttack
	}
	return g.capModifiers(m)
}

// defenseMod returns the modifier of an answer's dice. Unlike an attack's it is worked out when the dice fall, and
// [Game.takeDefence] then uses up the bonuses of spells and of a blessing.
func (g *Game) defenseMod(s *State, i int, a *technique) int8 {
	bonus := g.sumSpells(s, i, func(d *rows.SpellEffects) int { return d.Answering.N }) + g.blessingBonus(s, i)
	return g.capModifiers(int(a.mod[s.seats[i].zone]-g.checkPenalty(s, i)) + bonus)
}

// heightBonus returns the bonus of a blow from high ground into another zone.
func (g *Game) heightBonus(s *State, striker, target int) int {
	z := s.seats[striker].zone
	if g.hasZones && g.zones[z].High && s.seats[target].zone != z {
		return int(g.rule.High)
	}
	return 0
}

// blessing is the bonus of a blessing on one roll.
const blessing = 2

// blessingBonus returns the bonus of a blessing on seat i's next roll.
func (g *Game) blessingBonus(s *State, i int) int {
	if s.marks[i]&markBlessed != 0 {
		return blessing
	}
	return 0
}

// fatiguePenalty returns the penalty of Combo Fatigue on the fourth attack of a breath and those after it: 2, 4, 6 ...,
// or 1, 2, 3 ... for a short weapon in the Core (EB-89, R-12, R-13). By the other ruling of R-12 it grows by 1 each
// time: 2, 3, 4 ..., in the Core 1, 2, 3 .... State.attacks does not count the attack in question yet.
func (g *Game) fatiguePenalty(s *State, a *technique, zone uint8) int {
	n := int(s.attacks) + 1 - fatigueFree
	if n <= 0 {
		return 0
	}
	relief := bit(zone == zoneCore && a.flags&techShort != 0 && !(g.rule.ShortFloored && a.flags&techDiscounted != 0))
	if g.rule.FatigueStep {
		return fatigueSteps[relief] * n
	}
	return n + 1 - int(relief)
}

// capModifiers returns a sum of modifiers, but at most the cap: 10 unless a ruling says otherwise. Penalties
// have none.
func (g *Game) capModifiers(m int) int8 { return int8(min(m, int(g.rule.Cap))) }

// surpriseFlag returns blowSurprise for a blow from hiding, or from the Flank at one who has not breathed in
// this round; else 0. A squad, which never breathes, is surprised by every blow from the Flank.
func (g *Game) surpriseFlag(s *State, i, target int) uint8 {
	if s.seats[i].flags&isHidden != 0 || s.seats[i].zone == zoneFlank && s.seats[target].flags&hasBreathed == 0 {
		return blowSurprise
	}
	return 0
}

// defenseAgainst returns the Defense that a blow's total must reach. Of several sources of Direct the largest counts
// (EB-63, R-171). It is never below 2, the least that two dice show.
func (g *Game) defenseAgainst(s *State, b *blow) int8 {
	a := g.techniqueOf(b)
	direct, pierce, extra := a.direct, a.pierce, a.extraDefense
	if b.aim() == aimFeint { // no effect of the technique
		direct, pierce, extra = 0, 0, 0
	}
	if b.flags&blowSurprise != 0 {
		direct = max(direct, g.rule.Surprise)
	}
	if g.duel.on && s.duel.isBroken(int(b.target)) {
		direct = max(direct, openingDirect)
	}
	return max(2, g.defense(s, int(b.target), pierce, direct)+extra)
}

// defense returns seat i's Defense against a blow that ignores pierce points of armour and shield, and direct points of
// evasion, stance, formation and terrain. What lowers Defense is taken off last, whatever is ignored.
func (g *Game) defense(s *State, i int, pierce, direct int8) int8 {
	f, c := &g.fighters[i], &s.seats[i]
	more, less := g.spellDefense(s, i)
	bonus := g.evasion(s, i) + g.cover[c.zone] + more
	if g.isInFormation(s, i, shieldWall) {
		bonus += wallDefense
	}
	if c.stance != 0 && !g.isOverreached(s, i) { // MA-17
		bonus += g.stances[c.stance-1].defense
	}
	d := f.bodyDefense + max(0, f.armourDefense-pierce) + max(0, bonus-direct) - c.exposed - less
	if f.isSquad() && c.held[0]&squadCharged != 0 {
		d -= chargeDefense
	}
	if c.flags&isDefenseless != 0 {
		d -= g.rule.Defenseless
	}
	return d
}

// shownDefense returns the Defense of sheets and boards: the number that a spell, or a blow without Pierce and Direct,
// must reach.
func (g *Game) shownDefense(s *State, i int) int8 { return max(2, g.defense(s, i, 0, 0)) }

// blowWounds returns the Wounds that a blow takes if it lands, before barriers and wards. Its dice must have
// been thrown.
func (g *Game) blowWounds(s *State, b *blow) int8 {
	a := g.techniqueOf(b)
	if b.aim() == aimFeint {
		return 0
	}
	n := a.wounds
	if a.twentyWounds > 0 && b.sum+b.mod >= 20 {
		n = max(n, a.twentyWounds)
	}
	if a.flags&techSpell != 0 {
		return g.spellWounds(g.rolledSpell(s), int(b.target), b.flags&blowDouble != 0)
	}
	if g.isCritical(s, b) {
		n = max(n, a.criticalWounds)
	}
	return n + g.torsoBonus(s, b)
}

// torsoBonus returns the Wounds that a blow at the torso adds, if the torso has not been struck before (MA-43, R-115).
// A technique of 0 Wounds has it too.
func (g *Game) torsoBonus(s *State, b *blow) int8 {
	if b.aim() == aimTorso && s.duel.hurt[b.target]&hurtTorso == 0 {
		return torsoWounds
	}
	return 0
}

// isCritical reports whether a blow that has hit is a critical: by a double, or as the first to land in an opening
//
func (g *Game) isCritical(s *State, b *blow) bool {
	return b.flags&blowDouble != 0 || g.duel.on && s.duel.hasCriticalWindow(int(b.target))
}

// isRetribution reports whether an attack roll of 1-1 would take more from the attacker than another Fumble.
func (g *Game) isRetribution(b *blow) bool {
	return g.rule.Retribution && g.losesOnOnes(int(b.striker), g.techniqueOf(b).slot)
}

// losesOnOnes reports whether an attack of 1-1 spoils what seat i has in a slot: a weapon falls, a shield loses its
// reservations. Bare hands, natural and worn arms lose nothing, unless a ruling has them lose their
// reservations too.
func (g *Game) losesOnOnes(i int, slot uint8) bool {
	return g.rule.BareSpoils || !g.fighters[i].slots[slot].isHand()
}

// causeOf returns the words of the log for a blow as the cause of Wounds. A spell has no weapon.
func (g *Game) causeOf(b *blow) woundCause {
	a := g.techniqueOf(b)
	if a.kind == kindSpell {
		return woundCause{what: a.name}
	}
	return woundCause{what: a.name, with: g.slotName(int(b.striker), a.slot), of: g.slotFamily(int(b.striker), a.slot)}
}

// areaWounds returns the Wounds that seat i loses to an area spell of n Wounds: a squad loses more.
func (g *Game) areaWounds(i int, n int8) int8 {
	if g.fighters[i].isSquad() {
		return n * g.rule.Area
	}
	return n
}
