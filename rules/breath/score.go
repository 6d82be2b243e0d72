package breath

import (
	"kokyu/rules"
	"kokyu/rules/bitexact"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
)

// The estimate of winning for positions that are not decided: the rest of the round on averages, then each side's power,
// what it deals times what it bears (Lanchester's square law), the logarithm of the ratio through a logistic curve.
// TestScoreIsCalibrated holds what it promises.

// Weights are the numbers of the estimate. Each is 0 or more.
type Weights struct {
	Steep    float64 `groups:"steep 0.3 to 3" alone:"steep 0 to 3"`     // how sharply the ratio of powers decides
	Rest     float64 `groups:"rest 0 to 1.5"`                           // share of the Energy left that becomes Wounds before the round ends
	Held     float64 `groups:"held 0 to 2"`                             // share of what reservations could stop that they do stop
	Haste    float64 `groups:"haste 0 to 2"`                            // the same of answers in haste by those who have closed
	Shaken   float64 `groups:"shaken 0 to 0.9" alone:"shaken 0 to 3"`   // share of bearing lost while Defenseless
	Bleeding float64 `groups:"bleeding 0 to 3" alone:"bleeding 0 to 2"` // Wounds a bleeding one will lose
	Unarmed  float64 `groups:"unarmed 0 to 1"`                          // share of dealing left when disarmed or unloaded
	Nearly   float64 `groups:"nearly 0 to 0.9"`                         // share of dealing lost by one on its last Wound; half of it on its last but one, and so on
	Guard    float64 `groups:"guard 0 to 2" alone:"guard 0 to 2"`       // a held stance that strikes, in Wounds
	Idle     float64 `groups:"idle 0 to 0.95"`                          // share of dealing lost by one who reaches nobody from where it stands
	Safe     float64 `groups:"safe 0 to 6"`                             // what one whom nobody reaches bears more, as a share
	Third    float64 `alone:"third 0 to 1"`                             // of one against one: a third reservation, in Wounds
	Strained float64 `groups:"strained 0 to 2" alone:"strained 0 to 1"` // a limit of 3 to come, in Wounds
	Waited   float64 `groups:"waited 0 to 2"`                           // having let another pass, in Wounds
	Race     float64 `groups:"race 0.2 to 5"`                           // how sharply the time left decides whether the other side is done by then
	Mark     float64 `groups:"mark 0 to 4"`                             // how much the one to be downed or protected counts

	// Of groups.
	Whole  float64 `groups:"whole 0 to 1"`   // share of the Energy left that counts only in whole blows
	Bend   float64 `groups:"bend 0 to 2"`    // how much less a point counts where few are left: the last ones are hardly a blow
	Vigour float64 `groups:"vigour 0 to 3"`  // what Energy left is worth besides the Wounds it deals, a round of it
	Many   float64 `groups:"many 0 to 3"`    // how sharply numbers decide, beyond what they deal and bear
	Lone   float64 `groups:"lone 0 to 4"`    // what it costs to have all dealing in one
	Blunt  float64 `groups:"blunt 0 to 0.9"` // how much less dealing decides than bearing, as a share
	Stub   float64 `groups:"stub 0 to 1"`    // how much less Energy short of a blow counts, as a share, where it cannot be walked either
	Cover  float64 `groups:"cover 0 to 10"`  // what Held is more for one alone, whom the foes must strike; for each of n that by n squared
	Apart  float64 `groups:"apart 0 to 1"`   // share of a lead lost where nobody can strike anybody from where they stand
	Pace   float64 `groups:"pace 0 to 10"`   // how likely a round decides: the last ones leave less and less of any lead; 0 for all of it
	Still  float64 `groups:"still 0 to 1"`   // share of what its Energy counts as lost by one who reaches nobody from where it stands

	// In a duel.
	Reach   float64 // share of dealing left at a rung where nothing can attack
	Hurt    float64 `duel:"hurt 0 to 1"`    // share of dealing lost with each point that struck locations take from attacks
	Lame    float64 `duel:"lame 0 to 1"`    // the same for a leg
	Ladder  float64 `duel:"ladder 0 to 4"`  // how sharply what follows decides
	Calm    float64 `duel:"calm 0 to 1"`    // share of bearing lost with all guard but the last
	Opening float64 `duel:"opening 0 to 1"` // share of bearing lost with the last

	pays [rows.EnergyMax + 1]float64 // by Energy left: what it counts as
}

// withPays works out what Energy counts as: as it is where ten are left, less where fewer are, more where more are.
func (w Weights) withPays() Weights {
	for e := range w.pays {
		w.pays[e] = float64(e)
		if w.Bend != 0 && e > 0 {
			w.pays[e] *= bitexact.Pow(float64(e)/energyUsual, w.Bend)
		}
	}
	return w
}

// energyWorth returns what Energy left counts as for one whose blow costs so much, and who may have somewhere to walk.
func (w *Weights) energyWorth(energy, blow int8, walks bool) float64 {
	e := min(max(int(energy), 0), rows.EnergyMax)
	left := w.pays[e]
	if blow == 0 {
		return left
	}
	left -= float64(w.Whole * (left - w.pays[e-e%int(blow)]))
	if e < int(blow) && !walks {
		left = float64(left * (1 - w.Stub))
	}
	return left
}

// ScoreWeights are the weights of Score: a fit to how fights of the search against itself ended proposed such, and matches
// decided between them. What a search takes at the leaves of one against one is fitted by kokyu-lab eval fit.
var ScoreWeights = (Weights{Steep: 1.3, Rest: 0.8, Held: 0.8, Haste: 0.5, Shaken: 0.35, Bleeding: 1, Unarmed: 0.54,
	Nearly: 0.6, Guard: 0.3, Idle: 0.6, Safe: 2, Strained: 0.1, Waited: 0.15, Race: 1.5, Mark: 1.2,
	Third: 0.2,
	Reach: 0.5, Hurt: 0.09, Lame: 0.05, Ladder: 1.3, Calm: 0.35, Opening: 0.3}).withPays()

// scoreMax bounds every estimate: only a decided fight is 1.
const scoreMax = 0.98

// What the estimate weighs besides by fixed numbers. All were set by hand, most with the first estimate, and never
// fitted: the weights were fitted and turned by play with them in place (evals/reports/tune.md).
const (
	energyUsual  = 10   // Energy left that counts as it is whatever Bend is
	pierceMost   = 4    // points of armour that a blow is taken to pierce, at most, though it pierce all
	hitLeast     = 0.05 // chance to be hit that toughness goes by, at least
	defenseUsual = 12   // the Defense that says which attack of one is the best
	woundless    = 0.35 // Wounds that a blow without any is worth
	fatalShare   = 0.1  // of the Wounds that a fatal hit does more: the share that counts
	loadEnergy   = 3    // what loading adds to the price of a blow that empties a gun
	bearsLeast   = 0.1  // Wounds that one who stands bears, at least
	bareAll      = 4.0  // points of Defense lost that count as all of Shaken
	dealsLeast   = 0.05 // share of dealing that a duelist keeps, at least
	shareLeast   = 0.1  // the same of dealing when struck, and of bearing without a guard
	powerLeast   = 1e-3 // what is added to a power or to bearing, so that none is 0
	healthEven   = 0.5  // the health of the one to be downed or protected that favours nobody
)

// rating is what a fresh combatant can deal in a round of this fight and how hard it is to wound there.
type rating struct {
	dealsARound     float64                    // Wounds a round against the other side's mean Defense
	tough           float64                    // how much harder than its side's mean it is to wound
	woundsPerEnergy float64                    // Wounds a point of its Energy deals
	blow            int8                       // what its best blow costs; 0 if it has none
	guard           float64                    // the chance that its best answer stops a usual hit
	reaches         [zoneCount]uint8           // the zones its longest technique reaches, as bits, by the zone it stands in
	perHaste        float64                    // the same for each point of Energy spent on answers in haste
	volley          [rows.HeadsMax + 1]float64 // of a squad: the Wounds of its blow, by heads
	rungShare       [rungCount]float64         // in a duel: the share of its yield it has at a rung, 0 where it cannot attack
}

// usual is a side's mean combatant as the other side meets it.
type usual struct {
	body, shell, mod, pierce, n float64
}

// rate works the ratings out once a fight.
func (g *Game) rate() {
	var sides [2]usual
	for i := range g.n {
		f := &g.seats[i]
		u := &sides[f.side]
		a := g.bestArm(i)
		u.body += float64(f.body + f.evasion)
		u.shell += float64(f.shell)
		if a != nil {
			u.mod += float64(a.mod[f.start])
			u.pierce += min(float64(a.pierce), pierceMost)
		}
		u.n++
	}
	var hard [2]float64
	for i := range g.n {
		f := &g.seats[i]
		if f.mob {
			g.ratings[i] = rating{tough: 1}
			continue
		}
		foe := sides[1-f.side]
		r := rating{}
		if a := g.bestArm(i); a != nil {
			shell := max(0, foe.shell/foe.n-min(float64(a.pierce), pierceMost))
			r.woundsPerEnergy = g.energyYield(f, a, int(foe.body/foe.n+shell+0.5))
			r.dealsARound = r.woundsPerEnergy * float64(f.energy)
			r.blow = price(a, f)
		}
		far := uint8(0)
		for k := range f.arms {
			far = max(far, f.arms[k].reach)
		}
		for z := range r.reaches {
			r.reaches[z] = g.zonesReached(uint8(z), far)
		}
		d := float64(f.body+f.evasion) + max(0, float64(f.shell)-foe.pierce/foe.n)
		r.tough = 1 / max(hitLeast, float64(throwsFor(int(d-foe.mod/foe.n+0.5)))/100)
		for k := range f.arms {
			if a := &f.arms[k]; a.kind == kindDefense && a.slot != slotBare {
				stops := g.stopChance(f, a, int(d), int(foe.mod/foe.n+0.5))
				r.guard = max(r.guard, stops)
				r.perHaste = max(r.perHaste, stops/float64(a.haste[f.start]))
			}
		}
		if g.duel.on {
			g.rateRungs(f, &r, int(foe.body+max(0, foe.shell)+0.5))
		}
		g.ratings[i] = r
		hard[f.side] += r.tough / sides[f.side].n
	}
	if g.usesLaid {
		var defense [2]int
		for side, u := range sides {
			defense[side] = int((u.body+u.shell)/u.n + 0.5)
		}
		g.rateRetinues(defense)
		g.rateMages(defense)
	}
	for i := range g.n {
		g.ratings[i].tough /= max(hard[g.seats[i].side], powerLeast)
	}
}

// stopChance returns the exact chance that a defence technique stops a blow of this modifier that has hit this Defense.
func (g *Game) stopChance(f *fighter, a *arm, defense, mod int) float64 {
	hits, stopped := 0, 0
	for sum := 2; sum <= 20; sum++ {
		ways := int(unequalWays[sum])
		if sum%2 == 0 {
			ways++
		}
		if sum+mod >= defense {
			hits += ways
			stopped += ways * throwsFor(sum+mod-int(a.mod[f.start]))
		}
	}
	return float64(stopped) / float64(100*max(hits, 1))
}

// energyYield returns the Wounds a point of Energy buys against a Defense; an empty gun costs its reloading too.
func (g *Game) energyYield(f *fighter, a *arm, defense int) float64 {
	hit := float64(throwsFor(defense-int(a.mod[f.start]))) / 100
	wounds := max(float64(a.wounds), woundless) + float64(fatalShare*float64(a.fatal-a.wounds))
	return hit * wounds / float64(price(a, f))
}

// price returns the Energy of a blow, with that of loading for an empty gun.
func price(a *arm, f *fighter) int8 {
	if a.is&armEmpties != 0 {
		return a.cost[f.start] + loadEnergy
	}
	return a.cost[f.start]
}

// bestArm returns the attack with the best yield against a usual Defense, nil if there is none.
func (g *Game) bestArm(i int) (best *arm) {
	f := &g.seats[i]
	most := 0.0
	for k := range f.arms {
		a := &f.arms[k]
		if a.kind != kindAttack || a.slot == slotBare {
			continue
		}
		if y := g.energyYield(f, a, defenseUsual-int(min(a.pierce, pierceMost)/2)); y > most {
			best, most = a, y
		}
	}
	return best
}

// withWeights returns the same fight judged by other weights: for fitting and for comparing.
func (g *Game) withWeights(w Weights) *Game {
	other := *g
	other.scoreWeights, other.leafWeights = w.withPays(), w.withPays()
	return &other
}

// Score returns how side 0 stands, from -1 to 1.
func (g *Game) Score(s *State) float64 {
	if s.over != 0 {
		return rules.EndWorth(s.over)
	}
	return g.Estimate(s, &g.scoreWeights)
}

// Estimate weighs the two sides of a position that is not decided. The rest of the round is played out on averages: the
// Energy left in the count becomes Wounds at each one's own rate, less what reservations will stop. Then each side's
// power is what it deals in a round times what it still bears.
func (g *Game) Estimate(s *State, w *Weights) float64 {
	var t [2]tally
	g.tallySides(s, w, &t, nil)
	first := bitexact.Log(float64(t[0].deal*t[0].strengthAtEnd(&t[1], w)) + powerLeast)
	second := bitexact.Log(float64(t[1].deal*t[1].strengthAtEnd(&t[0], w)) + powerLeast)
	return g.withObjective(s, w, &t, float64(w.Steep*(first-second)))
}

// tallySides tallies both sides, and with lines puts everyone who stands into its side's. In zones it says where they stand.
func (g *Game) tallySides(s *State, w *Weights, t *[2]tally, lines *[2]line) (fields [2]field) {
	if g.zoned {
		fields = g.fields(s)
	}
	struck, due := g.pendingBlow(s)
	for i := range g.n {
		if s.seats[i].is&isDown != 0 {
			continue
		}
		hurt := 0.0
		if i == struck {
			hurt = due
		}
		side := g.seats[i].side
		deal, bear := g.tallySeat(s, i, w, hurt, fields[1-side], &t[side])
		if lines != nil {
			lines[side].add(deal, bear)
		}
	}
	g.addAnswers(s, w, t)
	return fields
}

// tally is what one side has.
type tally struct {
	deal     float64 // Wounds a round
	most     float64 // of that, by one of them
	bear     float64 // Wounds it can take
	rest     float64 // Wounds its Energy in the count will deal before the round ends
	stops    float64 // Wounds its answers will stop
	standing float64
	energy   float64 // in the count
}

// strengthAtEnd returns the strength that a side has left when the round is over.
func (t *tally) strengthAtEnd(foe *tally, w *Weights) float64 {
	return float64(t.bear * bitexact.Exp(-max(0, float64(w.Rest*foe.rest)-t.stops)/(t.bear+powerLeast)))
}

// tallySeat adds one who stands to its side's tally and says what it deals and bears.
func (g *Game) tallySeat(s *State, i int, w *Weights, hurt float64, foes field, t *tally) (deal, bear float64) {
	c, r := &s.seats[i], &g.ratings[i]
	if f := &g.seats[i]; f.isSquad() || f.isBound() {
		return g.tallyFollower(s, i, w, hurt, foes, t)
	}
	wounds := float64(c.wounds) - hurt
	if g.usesLaid {
		wounds += g.purseWorth(s, i)
	}
	armed, gain, spends := 1.0, 1.0, 1.0
	if len(g.mages) > 0 {
		x := g.spellbound(s, i)
		wounds, armed, gain = wounds+x.bears, x.deals, x.yields
		t.rest += x.rest
	}
	if c.is&(isBleeding|isStrained|isWaited) != 0 {
		wounds -= w.burden(c.is)
	}
	if c.stance != 0 && g.stances[c.stance-1].strikes != 0 {
		wounds += w.Guard
	}
	wounds = max(wounds, bearsLeast)
	if c.lost&(1|16) != 0 {
		armed *= w.Unarmed
	}
	if g.duel.on {
		deals, bears := g.duelShares(s, i, w)
		armed *= deals
		wounds = float64(wounds * bears)
	}
	if g.zoned {
		if r.reaches[c.zone]&foes.stands == 0 {
			armed *= 1 - w.Idle
			spends -= w.Still
		}
		if foes.reaches&(1<<c.zone) == 0 {
			wounds = float64(wounds * (1 + w.Safe))
		}
	}
	deal = float64(r.dealsARound * gain * armed * (1 - float64(w.Nearly*nearly[min(int(wounds+0.5), 7)])))
	if c.is&isClosed == 0 {
		t.rest += float64(w.energyWorth(c.energy, r.blow, g.zoned) * r.woundsPerEnergy * gain * armed * spends)
		t.energy += float64(c.energy)
	}
	due := s.phase == phCount && int(s.actor) == i // its breath is at hand: what lasts until then is over
	if c.is&isSpent != 0 || c.is&isShaken != 0 && !due {
		wounds = float64(wounds * (1 - w.Shaken))
	}
	if c.exposed > 0 && !due {
		wounds = float64(wounds * (1 - float64(w.Shaken*min(1, float64(c.exposed)/bareAll))))
	}
	bear = float64(wounds * r.tough)
	t.deal += deal
	t.most = max(t.most, deal)
	t.bear += bear
	t.standing++
	return deal, bear
}

// rateRungs rates what a duelist can do at each rung against a Defense: its best attack there, as a share of its best anywhere.
func (g *Game) rateRungs(f *fighter, r *rating, defense int) {
	best := 0.0
	for k := range f.arms {
		a := &f.arms[k]
		if a.kind != kindAttack || a.slot == slotBare {
			continue
		}
		for rung, off := range a.rungMod {
			if off != outOfReach {
				y := g.energyYield(f, a, defense-int(off))
				r.rungShare[rung] = max(r.rungShare[rung], y)
				best = max(best, y)
			}
		}
	}
	for rung := range r.rungShare {
		r.rungShare[rung] /= max(best, powerLeast)
	}
}

// duelShares returns what the distance, struck locations and guard leave of dealing and bearing, as shares.
func (g *Game) duelShares(s *State, i int, w *Weights) (deals, bears float64) {
	deals = float64((w.Reach + float64((1-w.Reach)*g.ratings[i].rungShare[s.duel.rung])) * g.soundShare(s, i, w))
	return max(dealsLeast, deals), g.calmShare(s, i, w)
}

// soundShare returns what struck locations leave of dealing, as a share.
func (g *Game) soundShare(s *State, i int, w *Weights) float64 {
	hurt := s.duel.hurt[i]
	if hurt == 0 {
		return 1
	}
	points := float64(g.checkPenalty(s, i) - g.duel.glare[i])
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

// calmShare returns what a shaved guard leaves of bearing, as a share.
func (g *Game) calmShare(s *State, i int, w *Weights) float64 {
	d := &s.duel
	share := 1 - float64(w.Calm*(1-float64(d.guard[i])/float64(g.seats[i].guard)))
	if d.isBroken(i) {
		share -= w.Opening
	}
	return max(shareLeast, share)
}

// field is where a side stands and what it reaches from there, a bit for each zone.
type field struct{ stands, reaches uint8 }

// fields looks at both sides once, so that who reaches whom is two masks a seat.
func (g *Game) fields(s *State) (f [2]field) {
	for i := range g.n {
		if c := &s.seats[i]; c.is&isDown == 0 {
			side := &f[g.seats[i].side]
			side.stands |= 1 << c.zone
			side.reaches |= g.ratings[i].reaches[c.zone]
		}
	}
	return f
}

// zonesReached returns the zones a combatant's longest technique reaches from a zone: reaches without the particulars.
func (g *Game) zonesReached(from uint8, far uint8) (zones uint8) {
	for to := range uint8(zoneCount) {
		if from == to || isFront(from) && isFront(to) || far > 0 && g.stepsApart[from][to] <= far {
			zones |= 1 << to
		}
	}
	return zones
}

// burden returns what states weigh, in Wounds.
func (w *Weights) burden(is flags) (n float64) {
	if is&isBleeding != 0 {
		n += w.Bleeding
	}
	if is&isStrained != 0 {
		n += w.Strained
	}
	if is&isWaited != 0 {
		n += w.Waited
	}
	return n
}

// addAnswers adds what everyone's answers will stop.
func (g *Game) addAnswers(s *State, w *Weights, t *[2]tally) {
	for i := range g.n {
		if c := &s.seats[i]; c.is&isDown == 0 && g.seats[i].breathes() && (c.held != [2]uint8{} || c.is&isClosed != 0) {
			g.addAnswersOf(s, i, w, t)
		}
	}
}

// addAnswersOf adds what seat i's answers will stop of the Wounds to come: its reservations until its next breath, when
// they expire (EB-33), and for one who has closed its Energy until the round ends.
func (g *Game) addAnswersOf(s *State, i int, w *Weights, t *[2]tally) {
	c, r := &s.seats[i], &g.ratings[i]
	own, foes := &t[g.seats[i].side], &t[1-g.seats[i].side]
	if foes.energy == 0 {
		return
	}
	due := w.Rest * foes.rest / foes.energy / own.standing // Wounds at this one for each point of the foes' Energy
	if n := c.held[0] + c.held[1]; n > 0 {
		held := w.Held + float64(w.Cover/float64(own.standing*own.standing))
		own.stops += float64(held * r.guard * answersMet(float64(n), float64(due*g.foesEnergyAbove(s, i))))
	}
	if c.is&isClosed != 0 {
		own.stops += float64(w.Haste * answersMet(float64(float64(c.energy)*r.perHaste), float64(due*foes.energy*r.guard)))
	}
}

// foesEnergyAbove returns the Energy the foes of seat i will spend before its next breath: what they hold above its own.
func (g *Game) foesEnergyAbove(s *State, i int) float64 {
	own := s.seats[i].energy
	if s.seats[i].is&isClosed != 0 {
		own = 0
	}
	sum := 0
	for k := range g.n {
		c := &s.seats[k]
		if g.seats[k].side != g.seats[i].side && c.is&(isDown|isClosed) == 0 && c.energy > own {
			sum += int(c.energy - own)
		}
	}
	return float64(sum)
}

// answersMet returns how many of n answers the blows to come will call upon: smooth, at most either.
func answersMet(n, blows float64) float64 {
	if n <= 0 || blows <= 0 {
		return 0
	}
	return n * blows / (n + blows)
}

// nearly halves with each Wound left.
var nearly = [8]float64{1, 1, 0.5, 0.25, 0.125, 0.0625, 0, 0}

// pendingBlow returns a blow known to hit that has not landed yet: it counts as landing, so that an estimate in the middle of
// an exchange does not take it for air.
func (g *Game) pendingBlow(s *State) (at int, due float64) {
	if s.phase != phAnswer && s.phase != phDefend {
		return -1, 0
	}
	b := s.currentBlow()
	return int(b.at), float64(g.blowWounds(s, b))
}

// withObjective returns the estimate by x, how the fight alone stands before the logistic curve, seen from side 0, and by what an
// objective makes of it. Whoever has to win within some rounds must both win and be in time: its chance to win the fight times
// its chance to deal in the rounds it has what those who last can bear.
func (g *Game) withObjective(s *State, w *Weights, t *[2]tally, x float64) float64 {
	if g.goal.Kind != book.GoalLast {
		return max(-scoreMax, min(scoreMax, bitexact.Tanh((x+g.objectiveValue(s, w))/2)))
	}
	hurries := 1 - g.goal.Side
	sign := float64(1 - 2*int(hurries))
	toDeal := float64(t[hurries].deal * g.roundsToGo(s, [2]bool{hurries == 0, hurries == 1}))
	ahead := bitexact.Log((toDeal + powerLeast) / (t[g.goal.Side].bear + powerLeast))
	wins := 1 / ((1 + bitexact.Exp(float64(-sign*x))) * (1 + bitexact.Exp(float64(-w.Race*ahead))))
	return max(-scoreMax, min(scoreMax, sign*(2*wins-1)))
}

// roundsToGo returns the rounds that are left to the sides counted: this one as far as their Energy in the count goes.
func (g *Game) roundsToGo(s *State, counted [2]bool) float64 {
	left, full := 0, 0
	for i := range g.n {
		if c := &s.seats[i]; counted[g.seats[i].side] && c.is&isDown == 0 {
			full += int(g.seats[i].energy)
			if c.is&isClosed == 0 {
				left += int(c.energy)
			}
		}
	}
	return float64(max(0, g.Rounds()-int(s.round))) + float64(left)/float64(max(1, full))
}

// objectiveValue returns what an objective to down or to protect somebody adds, seen from side 0.
func (g *Game) objectiveValue(s *State, w *Weights) float64 {
	sign := 1.0
	if g.goal.Side == 1 {
		sign = -1
	}
	switch g.goal.Kind {
	case book.GoalDown:
		return float64(sign * w.Mark * (healthEven - g.health(s)))
	case book.GoalProtect:
		return float64(sign * w.Mark * (g.health(s) - healthEven))
	}
	return 0
}

// health returns what is left of the one an objective names.
func (g *Game) health(s *State) float64 {
	return float64(s.seats[g.goal.Who].wounds) / float64(max(1, g.seats[g.goal.Who].wounds))
}
