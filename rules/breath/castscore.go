package breath

import "kokyu/rules/breath/rows"

// The worth of spells in a position, for Score and leaves. Without these terms a search began a casting and let go of
// it in the same breath, since a chant half paid for was worth nothing.

// The worth of the effects of spells, besides the Wounds they take. The unit is a Wound that one's own side can bear
// more, or the other side less. The numbers were set by hand, by what each effect makes of the exact odds of a plain
// blow at Defense 12, and never fitted.
const (
	worthKept     = 0.75 // share of a spell's worth that counts while its chant may still be broken
	worthBarrier  = 0.8  // each Wound that a barrier or a ward takes
	worthBurn     = 0.25
	worthRound    = 1.5 // a round that somebody loses, or a called unit fights
	worthGone     = 2.5 // somebody out of the fight, or held out of it
	worthDefense  = 0.2 // a point of Defense while it lasts
	worthAttack   = 0.2
	worthMirage   = 0.5
	worthHush     = 0.4
	worthLimit    = 0.2
	worthMany     = 2   // factor for a spell at several targets
	worthOther    = 1   // a ward, a negation, a dispelling, a cleansing, or holding fast
	worthRare     = 0.5 // share of an effect's worth that counts where it helps only against yoma or in answers
	worthBeside   = 0.5 // share that counts of the Wounds to one more foe in the zone
	spellYieldMax = 0.5 // the most Wounds that a point of Energy spent on spells counts as
	slotsEnough   = 5   // the slots that a fight of a few rounds uses
)

// The shares of the Wounds a combatant deals that are left to it under a spell or after its own casting, set by hand.
const (
	seizedShare = 0.6 // of one whose next round is lost
	tiringShare = 0.6 // of one who will be exhausted in the next round
	sealedShare = 0.3 // of one who is sealed
)

// spellAdjustments are the changes that spells make to the estimate of one who stands.
type spellAdjustments struct {
	wounds     float64 // Wounds that it can bear more
	dealsShare float64 // the share that is left of the Wounds it deals
	chantDeals float64 // Wounds that its chant will take, as far as that is paid
	energyGain float64 // the factor by which a point of its Energy deals more, since it casts spells
}

// spellAdjustmentsOf weighs the spells that lie on seat i, and those that it casts and holds. A barrier protects a
// whole side with one pool of Wounds, so that it counts for the first of that side alone.
func (g *Game) spellAdjustmentsOf(s *State, i int) spellAdjustments {
	x := spellAdjustments{dealsShare: 1, energyGain: 1}
	m := s.marks[i]
	if m != 0 {
		x.wounds += float64(worthBarrier * float64(m>>wardShift))
		if m&markBurning != 0 {
			x.wounds -= worthBurn
		}
		if m&markSeized != 0 {
			x.dealsShare *= seizedShare
		}
		for n := range g.lasting {
			if t := &g.lasting[n]; g.lastingOn(s, i, t) != 0 {
				x.wounds += lastingValue(t.effects)
			}
		}
	}
	if s.ground[s.seats[i].zone].fire() > 0 {
		x.wounds -= worthBurn
	}
	if g.barrierOver(s, i) != nil {
		isBefore := func(o int) bool {
			return o < i && s.isUp(o) && !g.foes(o, i) && g.barrierOver(s, o) != nil
		}
		if !g.anySeat(isBefore) {
			x.wounds += float64(worthBarrier * float64(s.barriers[g.fighters[i].side].remaining()))
		}
	}
	if g.isSealed(s, i) {
		x.dealsShare *= sealedShare
	}
	if k := g.fighters[i].casterNumber; k != 0 {
		g.addCastWorth(s, k-1, &x)
	}
	return x
}

// addCastWorth adds the worth of caster k's chant as far as it is paid, of the spell it holds, and of the slots that
// are left. A spell that will strike as a blow counts as Wounds it will deal, any other as Wounds it bears.
func (g *Game) addCastWorth(s *State, k uint8, x *spellAdjustments) {
	ca := &s.casters[k]
	if sp := g.spellInHand(s, k); sp != nil {
		paid := float64(sp.costFrom(0)-sp.costFrom(ca.stagesPaid())) / float64(sp.costFrom(0))
		switch held := ca.stagesPaid() == sp.stages; {
		case held:
			x.wounds += sp.worth
		case sp.flags&spellAtDefense != 0:
			x.chantDeals += float64(worthKept * paid * sp.worth)
		default:
			x.wounds += float64(worthKept * paid * sp.worth)
		}
	}
	if ca.flags&exhaustedNext != 0 {
		x.dealsShare *= tiringShare
	}
	slots := 0.0
	for l := range uint8(len(ca.slots)) {
		for d := range uint8(slotDans) {
			slots += float64(ca.slotsLeft(l, d))
		}
	}
	x.energyGain += float64(g.casters[k].energyGain * min(1, slots/slotsEnough))
}

// lastingValue returns the worth of lasting effects to their bearer, in Wounds; below 0 if they harm.
func lastingValue(d *rows.SpellEffects) (sum float64) {
	sum = float64(worthDefense * float64(d.Defense.N+d.Dimmed.N-d.Exposed.N))
	sum += float64(worthDefense * worthRare * float64(d.YomaDimmed.N))
	sum += float64(worthAttack * float64(d.Attack.N))
	sum += float64(worthLimit * float64(d.Limit.N))
	sum += float64(worthDefense * worthRare * float64(d.Answering.N))
	if d.Mirage {
		sum -= worthMirage
	}
	if d.Hush {
		sum -= worthHush
	}
	if d.Sure {
		sum += worthHush
	}
	if d.Shift {
		sum += worthHush
	}
	return sum
}

// worthAgainst returns the worth of a spell, in Wounds, against foes of this Defense: the sum of its effects times the
// chance that it works. yoma says whether any foe is one, since then the better of both numbers of Wounds counts.
func (sp *spell) worthAgainst(defense int, yoma bool) float64 {
	d := sp.effects
	if !yoma && (sp.targets == atYoma || sp.targets == atAllYoma) {
		return 0
	}
	need := int(sp.need)
	if sp.flags&spellAtDefense != 0 {
		need = defense
	}
	chance := float64(throwsFor(need-int(sp.mod))) / 100
	many := 1.0
	if sp.targets == atAll || sp.targets == atAllYoma || sp.targets == atFoes || sp.targets == atAura {
		many = worthMany
	}
	wounds := d.Wounds.N
	if yoma {
		wounds = max(wounds, d.Yoma.N)
	}
	n := float64(wounds) + float64(worthBurn*float64(bit(d.Burn)))
	n += float64(worthBeside * float64(d.Beside.N))
	n += float64(worthBurn * float64(d.Fire.N))
	n += max(lastingValue(d), -lastingValue(d))
	n += float64(worthBarrier*float64(d.Barrier.N+d.Knot.N)) + float64(worthRound*float64(bit(d.Seize))) +
		float64(worthGone*float64(bit(d.Seal || d.Repel))) + float64(worthRound*float64(bit(d.Call != "")))
	if d.Ward || d.Negate || d.Dispel || d.Cleanse || d.HeldFast {
		n += worthOther
	}
	return n * many * chance
}

// rateCasters sets the worth of each spell in this fight, and how much more a point of a caster's Energy deals by its
// best spell than by its weapon. defense is the mean Defense of each side. It is called once, after the ratings of
// weapons are known.
func (g *Game) rateCasters(defense [2]int) {
	for k := range g.casters {
		sheet := &g.casters[k]
		i := int(sheet.seat)
		facesYoma := g.anySeat(func(k int) bool { return g.fighters[k].yoma && g.foes(k, i) })
		best := 0.0
		for n := range sheet.spells {
			sp := &sheet.spells[n]
			sp.worth = sp.worthAgainst(defense[1-g.fighters[i].side], facesYoma)
			if sp.dan < slotDans { // no rite is cast in a fight
				best = max(best, sp.worth/float64(sp.costFrom(0)))
			}
		}
		if y := g.ratings[i].woundsPerEnergy; y > 0 {
			sheet.energyGain = max(0, min(best, spellYieldMax)/y-1)
		}
	}
}
