package breath

import (
	"kokyu/rules"
	"kokyu/rules/bitexact"
	"kokyu/rules/book"
)

// The estimate of winning for positions that are not decided. The rest of the round is played out on averages. A side's
// power is then what it deals times what it bears (Lanchester's square law), and the logarithm of the ratio of both
// powers goes through a logistic curve. TestScoreIsCalibrated compares it with how fights ended.
//
// Below, to deal is to take Wounds from the foes in a round, and to bear is to have Wounds to lose. A product that is
// added to something is converted, float64(...): without that some processors would fuse the two operations, and the
// value of a position would depend on the processor.

// scoreMax bounds every estimate, since only a decided fight is worth 1.
const scoreMax = 0.98

// bounded returns an estimate within scoreMax on either side.
func bounded(estimate float64) float64 { return max(-scoreMax, min(scoreMax, estimate)) }

// sideSums are sums over the n combatants of a side: their Defense, and the modifier and Pierce of their best attacks.
type sideSums struct {
	bodyDefense, armourDefense, attackMod, pierce, n float64
}

// rate works out the ratings, once a fight. A combatant's rating is against the means of the other side: the Wounds it
// deals against their mean Defense, and how hard it is to hit by their mean attack.
func (g *Game) rate() {
	var sides [2]sideSums
	for i := range g.n {
		f := &g.fighters[i]
		side := &sides[f.side]
		side.bodyDefense += float64(f.bodyDefense + f.evasion)
		side.armourDefense += float64(f.armourDefense)
		if a := g.bestTechnique(i); a != nil {
			side.attackMod += float64(a.mod[f.startZone])
			side.pierce += min(float64(a.pierce), pierceMax)
		}
		side.n++
	}
	var meanTough [2]float64
	for i := range g.n {
		f := &g.fighters[i]
		if f.isMob {
			g.ratings[i] = rating{toughness: 1}
			continue
		}
		foe := sides[1-f.side]
		r := rating{}
		if a := g.bestTechnique(i); a != nil {
			armour := max(0, foe.armourDefense/foe.n-min(float64(a.pierce), pierceMax))
			r.woundsPerEnergy = energyYield(f, a, int(foe.bodyDefense/foe.n+armour+0.5))
			r.woundsPerRound = r.woundsPerEnergy * float64(f.energy)
			r.blowCost = blowPrice(a, f)
		}
		far := uint8(0)
		for k := range f.techniques {
			far = max(far, f.techniques[k].reach)
		}
		for z := range r.zonesReached {
			r.zonesReached[z] = g.zonesReached(uint8(z), far)
		}
		d := float64(f.bodyDefense+f.evasion) + max(0, float64(f.armourDefense)-foe.pierce/foe.n)
		r.toughness = 1 / max(hitLeast, float64(throwsFor(int(d-foe.attackMod/foe.n+0.5)))/100)
		for k := range f.techniques {
			if a := &f.techniques[k]; a.kind == kindDefense && a.slot != slotBare {
				stops := stopChance(f, a, int(d), int(foe.attackMod/foe.n+0.5))
				r.bestStopChance = max(r.bestStopChance, stops)
				r.stopChancePerEnergy = max(r.stopChancePerEnergy, stops/float64(a.haste[f.startZone]))
			}
		}
		if g.duel.on {
			g.rateRungs(f, &r, int(foe.bodyDefense+max(0, foe.armourDefense)+0.5))
		}
		g.ratings[i] = r
		meanTough[f.side] += r.toughness / sides[f.side].n
	}
	if g.usesExtras {
		var defense [2]int
		for side, sums := range sides {
			defense[side] = int((sums.bodyDefense+sums.armourDefense)/sums.n + 0.5)
		}
		g.rateRetinues(defense)
		g.rateCasters(defense)
	}
	for i := range g.n {
		g.ratings[i].toughness /= max(meanTough[g.fighters[i].side], powerLeast)
	}
}

// stopChance returns the exact chance that a defence technique stops a blow, if the blow adds mod to its dice and has
// hit this Defense. Only totals that hit count, so that it is less than that of any throw.
func stopChance(f *fighter, a *technique, defense, mod int) float64 {
	hits, stopped := 0, 0
	for sum := 2; sum <= 20; sum++ {
		if sum+mod >= defense {
			hits += waysOf(sum)
			stopped += waysOf(sum) * throwsFor(sum+mod-int(a.mod[f.startZone]))
		}
	}
	return float64(stopped) / float64(100*max(hits, 1))
}

// energyYield returns the Wounds that a point of Energy spent on an attack takes at a Defense.
func energyYield(f *fighter, a *technique, defense int) float64 {
	hit := float64(throwsFor(defense-int(a.mod[f.startZone]))) / 100
	wounds := max(float64(a.wounds), woundless) + float64(fatalShare*float64(a.criticalWounds-a.wounds))
	return hit * wounds / float64(blowPrice(a, f))
}

// blowPrice returns the Energy of a blow where its owner starts, with that of loading after it.
func blowPrice(a *technique, f *fighter) int8 {
	if a.flags&techUnloads != 0 {
		return a.cost[f.startZone] + loadEnergy
	}
	return a.cost[f.startZone]
}

// bestTechnique returns seat i's attack that takes most Wounds for its Energy at the usual Defense, nil if it has none.
// Bare hands are left out: they are for when the weapon is gone.
func (g *Game) bestTechnique(i int) (best *technique) {
	f := &g.fighters[i]
	most := 0.0
	for k := range f.techniques {
		a := &f.techniques[k]
		if a.kind != kindAttack || a.slot == slotBare {
			continue
		}
		if y := energyYield(f, a, defenseUsual-int(min(a.pierce, pierceMax)/2)); y > most {
			best, most = a, y
		}
	}
	return best
}

// Score returns how side 0 stands, from -1 to 1.
func (g *Game) Score(s *State) float64 {
	if s.ending != 0 {
		return rules.EndWorth(s.ending)
	}
	return g.estimate(s, &g.scoreWeights)
}

// estimate returns how side 0 stands in a position that is not decided, by the powers of both sides. The Energy left in
// the count becomes Wounds at each one's own rate, less those that reservations will stop.
func (g *Game) estimate(s *State, w *weights) float64 {
	var t [2]tally
	g.tallySides(s, w, &t, nil)
	first := bitexact.Log(float64(t[0].deal*t[0].strengthAtEnd(&t[1], w)) + powerLeast)
	second := bitexact.Log(float64(t[1].deal*t[1].strengthAtEnd(&t[0], w)) + powerLeast)
	return g.withObjective(s, w, &t, float64(w.Steep*(first-second)))
}

// tallySides adds everyone who stands to the tally of its side, and to its order if orders is not nil. In a fight with
// zones it returns where they stand.
func (g *Game) tallySides(s *State, w *weights, t *[2]tally, orders *[2]fellingOrder) (zones [2]sideZones) {
	if g.hasZones {
		zones = g.zonesOfSides(s)
	}
	struck, due := g.pendingBlow(s)
	for i := range g.n {
		if s.seats[i].flags&isDown != 0 {
			continue
		}
		pending := 0.0
		if i == struck {
			pending = due
		}
		side := g.fighters[i].side
		deal, bear := g.tallySeat(s, i, w, pending, zones[1-side], &t[side])
		if orders != nil {
			orders[side].insert(deal, bear)
		}
	}
	g.addAnswers(s, w, t)
	return zones
}

// tallySeat adds seat i, who stands, to its side's tally t, and returns what it deals and bears. pending is the Wounds
// of a blow that is about to land on it; foes is where the other side stands and strikes.
func (g *Game) tallySeat(s *State, i int, w *weights, pending float64, foes sideZones, t *tally) (deal, bear float64) {
	c, r := &s.seats[i], &g.ratings[i]
	if f := &g.fighters[i]; f.isSquad() || f.isBound() {
		return g.tallyFollower(s, i, w, pending, foes, t)
	}
	wounds := float64(c.wounds) - pending
	if g.usesExtras {
		wounds += g.purseWorth(s, i)
	}
	armed, gain, spends := 1.0, 1.0, 1.0
	if len(g.casters) > 0 {
		x := g.spellAdjustmentsOf(s, i)
		wounds, armed, gain = wounds+x.wounds, x.dealsShare, x.energyGain
		t.roundDeals += x.chantDeals
	}
	if c.flags&(isBleeding|isStrained|hasWaited) != 0 {
		wounds -= w.burden(c.flags)
	}
	if c.stance != 0 && g.stances[c.stance-1].strikes != 0 {
		wounds += w.Guard
	}
	wounds = max(wounds, bearsLeast)
	if c.lost&(lostDropped|lostUnloaded) != 0 {
		armed *= w.Unarmed
	}
	if g.duel.on {
		deals := float64((w.Reach + float64((1-w.Reach)*r.rungShare[s.duel.rung])) * g.unhurtShare(s, i, w))
		armed *= max(dealsLeast, deals)
		wounds = float64(wounds * g.guardShare(s, i, w))
	}
	if g.hasZones {
		if r.zonesReached[c.zone]&foes.stands == 0 {
			armed *= 1 - w.Idle
			spends -= w.Still
		}
		if foes.reaches&(1<<c.zone) == 0 {
			wounds = float64(wounds * (1 + w.Safe))
		}
	}
	deal = float64(r.woundsPerRound * gain * armed * (1 - float64(w.Nearly*nearlyByWounds[min(int(wounds+0.5), 7)])))
	if c.flags&hasClosed == 0 {
		t.roundDeals += float64(w.energyWorth(c.energy, r.blowCost, g.hasZones) * r.woundsPerEnergy * gain * armed * spends)
		t.energy += float64(c.energy)
	}
	due := s.phase == phCount && int(s.actor) == i // its breath is at hand: what lasts until then is over
	if c.flags&isSpent != 0 || c.flags&isShaken != 0 && !due {
		wounds = float64(wounds * (1 - w.Shaken))
	}
	if c.exposed > 0 && !due {
		wounds = float64(wounds * (1 - float64(w.Shaken*min(1, float64(c.exposed)/bareAll))))
	}
	bear = float64(wounds * r.toughness)
	t.countOne(deal, bear)
	return deal, bear
}

// rateRungs sets what a duelist can do at each rung against this Defense: its best attack there, as a share of its best
// at any rung.
func (g *Game) rateRungs(f *fighter, r *rating, defense int) {
	best := 0.0
	for k := range f.techniques {
		a := &f.techniques[k]
		if a.kind != kindAttack || a.slot == slotBare {
			continue
		}
		for rung, mod := range a.rungMod {
			if mod != outOfReach {
				r.rungShare[rung] = max(r.rungShare[rung], energyYield(f, a, defense-int(mod)))
				best = max(best, r.rungShare[rung])
			}
		}
	}
	for rung := range r.rungShare {
		r.rungShare[rung] /= max(best, powerLeast)
	}
}

// unhurtShare returns the share of dealing that struck locations leave seat i.
func (g *Game) unhurtShare(s *State, i int, w *weights) float64 {
	hurt := s.duel.hurt[i]
	if hurt == 0 {
		return 1
	}
	points := float64(g.checkPenalty(s, i) - g.duel.glarePenalty[i])
	if hurt&hurtArm != 0 {
		points += float64(armPenalty)
	}
	if hurt&hurtWrist != 0 {
		points += float64(wristPenalty)
	}
	share := max(shareLeast, 1-float64(w.Hurt*points))
	if hurt&hurtLeg != 0 {
		share *= max(shareLeast, 1-w.Lame)
	}
	return share
}

// guardShare returns the share of bearing that a shaved guard leaves seat i.
func (g *Game) guardShare(s *State, i int, w *weights) float64 {
	d := &s.duel
	share := 1 - float64(w.Calm*(1-float64(d.guard[i])/float64(g.fighters[i].guard)))
	if d.isBroken(i) {
		share -= w.Opening
	}
	return max(shareLeast, share)
}

// zonesOfSides returns the zones of both sides.
func (g *Game) zonesOfSides(s *State) (zones [2]sideZones) {
	for i := range g.n {
		if c := &s.seats[i]; c.flags&isDown == 0 {
			side := &zones[g.fighters[i].side]
			side.stands |= 1 << c.zone
			side.reaches |= g.ratings[i].zonesReached[c.zone]
		}
	}
	return zones
}

// zonesReached returns the zones, a bit each, that a technique of so many steps reaches from a zone. It leaves out what
// [Game.reaches] asks besides: hiding, and shots out of the Core.
func (g *Game) zonesReached(from uint8, far uint8) (zones uint8) {
	for to := range uint8(zoneCount) {
		if from == to || isFront(from) && isFront(to) || far > 0 && g.stepsApart[from][to] <= far {
			zones |= 1 << to
		}
	}
	return zones
}

// addAnswers adds to both tallies the Wounds to come that everyone's answers will stop: by reservations until the
// next breath, when they expire (EB-33); of one who has closed, also by its Energy until the round ends.
func (g *Game) addAnswers(s *State, w *weights, t *[2]tally) {
	for i := range g.n {
		c, r := &s.seats[i], &g.ratings[i]
		own, foes := &t[g.fighters[i].side], &t[1-g.fighters[i].side]
		if c.flags&isDown != 0 || !g.fighters[i].breathes() || (c.held == [2]uint8{} && c.flags&hasClosed == 0) || foes.energy == 0 {
			continue
		}
		due := w.Rest * foes.roundDeals / foes.energy / own.standing // Wounds that each point of the foes' Energy deals seat i
		if n := c.held[0] + c.held[1]; n > 0 {
			held := w.Held + float64(w.Cover/float64(own.standing*own.standing))
			own.answersStop += float64(held * r.bestStopChance * answersMet(float64(n), float64(due*g.foesEnergyAbove(s, i))))
		}
		if c.flags&hasClosed != 0 {
			inHaste := float64(float64(c.energy) * r.stopChancePerEnergy)
			own.answersStop += float64(w.Haste * answersMet(inHaste, float64(due*foes.energy*r.bestStopChance)))
		}
	}
}

// foesEnergyAbove returns the Energy that the foes of seat i will spend before its next breath: for each, how much more
// it has than seat i.
func (g *Game) foesEnergyAbove(s *State, i int) float64 {
	own := s.seats[i].energy
	if s.seats[i].flags&hasClosed != 0 {
		own = 0
	}
	sum := 0
	for k := range g.n {
		c := &s.seats[k]
		if g.foes(k, i) && c.flags&(isDown|hasClosed) == 0 && c.energy > own {
			sum += int(c.energy - own)
		}
	}
	return float64(sum)
}

// answersMet returns how many of n answers will be used against so many blows. It is fewer than either, and smooth.
func answersMet(n, blows float64) float64 {
	if n <= 0 || blows <= 0 {
		return 0
	}
	return n * blows / (n + blows)
}

// nearlyByWounds is the share of [weights].Nearly that counts, by Wounds left: it halves with each.
var nearlyByWounds = [8]float64{1, 1, 0.5, 0.25, 0.125, 0.0625, 0, 0}

// pendingBlow returns the target of a blow that has hit and is not answered yet, -1 for none, and the Wounds that it
// will take. The estimate counts them as lost.
func (g *Game) pendingBlow(s *State) (target int, wounds float64) {
	if s.phase != phAnswer && s.phase != phDefend {
		return -1, 0
	}
	b := s.currentBlow()
	return int(b.target), float64(g.blowWounds(s, b))
}

// withObjective returns the estimate of a fight with its objective. x is how side 0 stands without one, before the
// logistic curve. Where one side only has to last, the other must both win and be in time: its chance is that of
// winning the fight times that of dealing, in the rounds it has, what those who last can bear.
func (g *Game) withObjective(s *State, w *weights, t *[2]tally, x float64) float64 {
	if g.goal.Kind != book.GoalLast {
		return bounded(bitexact.Tanh((x + g.objectiveValue(s, w)) / 2))
	}
	hurries := 1 - g.goal.Side
	sign := float64(1 - 2*int(hurries))
	toDeal := float64(t[hurries].deal * g.roundsToGo(s, [2]bool{hurries == 0, hurries == 1}))
	ahead := bitexact.Log((toDeal + powerLeast) / (t[g.goal.Side].bear + powerLeast))
	wins := 1 / ((1 + bitexact.Exp(float64(-sign*x))) * (1 + bitexact.Exp(float64(-w.Race*ahead))))
	return bounded(sign * (2*wins - 1))
}

// roundsToGo returns how many rounds the sides in counted have left. The round under way counts by the share that is
// left of their Energy.
func (g *Game) roundsToGo(s *State, counted [2]bool) float64 {
	left, full := 0, 0
	for i := range g.n {
		if c := &s.seats[i]; counted[g.fighters[i].side] && c.flags&isDown == 0 {
			full += int(g.fighters[i].energy)
			if c.flags&hasClosed == 0 {
				left += int(c.energy)
			}
		}
	}
	return float64(max(0, g.Rounds()-int(s.round))) + float64(left)/float64(max(1, full))
}

// objectiveValue returns the term of the estimate for an objective to down or to protect somebody, before the logistic
// curve and seen from side 0.
func (g *Game) objectiveValue(s *State, w *weights) float64 {
	health := float64(s.seats[g.goal.Who].wounds) / float64(max(1, g.fighters[g.goal.Who].wounds))
	sign := float64(1 - 2*int(g.goal.Side))
	switch g.goal.Kind {
	case book.GoalDown:
		return float64(-sign * w.Mark * (health - w.Even))
	case book.GoalProtect:
		return float64(sign * w.Mark * (health - w.Even))
	}
	return 0
}
