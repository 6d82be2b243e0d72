package keep

import (
	"kokyu/rules"
	"kokyu/rules/bitexact"
	"kokyu/rules/book"
	"kokyu/rules/dice"
)

// The estimate of winning. Each side has a force, the Wounds that it deals in a turn, and a bearing, the Wounds until
// its combatants are Downed. The estimate is how force times bearing of one side compares with that of the other.

// weights are the numbers of the estimate that a fit may change. A share is of the force of a seat, or of the Wounds of
// a blow. The tags have the names and bounds with which kokyu-lab eval fit sets them for fights of one against one.
type weights struct {
	point         float64 // Wounds a Void Point is worth while it can Endure
	walk          float64 // share of a blow left for each turn of walking before it
	freeMove      float64 // the same if a Free Move is enough: the blow comes in the next turn
	draw          float64 // share of a blow left if the weapon is not in hand
	prone         float64 // share of its force left to one who is Prone
	entangled     float64 // to one who is Entangled
	incapacitated float64 // to one who is Incapacitated
	grappled      float64 // share of a blow left in a grapple
	quiet         float64 // share of a lead that each quiet round takes off

	Standing float64 `alone:"first 0 to 20"`  // Wounds that each who stands adds to the bearing of its side
	Acted    float64 `alone:"late 0 to 1"`    // share of its force left to one who has had its turn in the round
	Passing  float64 `alone:"passing 0 to 1"` // share that counts of Wounds that a stance, a guard or Deflect keeps off: the foe may do something else
	Sharp    float64 `alone:"sharp 0.1 to 3"` // exponent of the ratio of the sides
	Tempo    float64 `alone:"tempo 0 to 3"`   // share of its force that the side whose turn is next has dealt already
}

// scoreWeights are the weights of Score, set by hand; leaves have other values for some. Random encounters are drawn as
// these find them equal: with other weights a seed draws another encounter.
var scoreWeights = weights{
	point: 8, walk: 0.9, freeMove: 0.9, draw: 0.7, prone: 0.8, entangled: 0.35, incapacitated: 0.2, grappled: 0.8,
	quiet: 0.1, Standing: 6, Acted: 0.88, Passing: 0.2, Sharp: 0.85,
}

// Fixed numbers of the estimate, set by hand.
const (
	netWounds    = 6.0   // Wounds that a hit with a net is worth
	steedHarm    = 0.5   // share that counts of the Wounds dealt to a steed
	steedBears   = 0.3   // share of a steed's bearing that counts for its side
	pointsMost   = 3     // Void Points that count to the bearing
	bearsLeast   = 0.5   // the least bearing of one who stands
	forceBase    = 0.2   // Wounds a turn added to the force of each side
	scoreMost    = 0.97  // the most that a fight which is not decided is worth
	goalShare    = 0.5   // share of a side's bearing that goes with the one to be downed or protected
	escapeBears  = 1.2   // factor to the bearing of those who have only to get away
	thrownShare  = 0.5   // share left of a blow with a thrown weapon, which is thrown only once
	smallDraw    = 0.95  // share left of a blow if a Small weapon is not in hand, in place of weights.draw
	handsFull    = 0.9   // share left besides if another weapon is in hand
	farSquare    = 0.004 // share of a blow lost with each square of the walk before it, besides walk
	contestShare = 0.5   // share that counts of the Wounds of an attack under way whose damage takes a contest won
	evenChance   = 0.5   // the chance to win a contest under way
)

// rating is what an estimate knows of a seat before the fight begins.
type rating struct {
	hitCurves  []dice.Curve        // by arm: the test of an attack that nothing helps or hinders
	meanWounds [seatsMax][]float64 // by foe and arm: the mean Wounds of a hit, less on a steed (steedHarm)
	mostWounds []float64           // by arm: the mean Wounds of a hit on the foe it hurts most
	fireCurves []dice.Curve        // by arm: the test of an attack in the Fire stance

	damageCurves   [seatsMax][]callCurves // by foe and arm: the damage roll of a hit
	grappleChance  [seatsMax]float64      // by foe: the chance to win the contest of a grapple
	bareHandWounds [seatsMax]float64      // by foe: the mean Wounds of a blow with bare hands
	standingATN    int                    // its ATN if nothing raises or lowers it
}

// expectedCalls are the raises of the calls that lastround.go tries on an attack: none, Extra Damage of one to three
// raises, and last a Feint.
var expectedCalls = [...]int{0, 1, 2, 3, feintRaises}

// callCurves are the damage rolls of a hit, one for each of expectedCalls.
type callCurves [len(expectedCalls)]dice.Curve

// rate works out the ratings of all seats.
func (g *Game) rate() {
	s := g.First
	for i := range g.n {
		r := &g.ratings[i]
		r.mostWounds = make([]float64, len(g.arms))
		r.standingATN = g.armorTargetNumber(&State{}, i, i, blow{melee, 1}).sum()
		for j := range g.arms {
			p := g.unhinderedPool(i, uint8(j))
			r.hitCurves, r.fireCurves = append(r.hitCurves, p.Curve()), append(r.fireCurves, fireAttack.addTo(p).Curve())
		}
		for k := range g.n {
			if !g.foes(i, k) {
				continue
			}
			harm, damage := make([]float64, len(g.arms)), make([]callCurves, len(g.arms))
			for j := range g.arms {
				a := &g.arms[j]
				if a.harmless {
					harm[j] = netWounds
					continue
				}
				s.actor, s.at, s.with, s.do = uint8(i), uint8(k), uint8(j), uint8(doAttack)
				for call, raises := range expectedCalls {
					if s.damageRaises, s.margin = uint8(raises), 0; call == len(expectedCalls)-1 {
						s.damageRaises, s.margin = 0, g.feintMargin(i, raises)
					}
					damage[j][call] = g.damagePool(&s).Curve()
				}
				harm[j] = expectedWounds(damage[j][0], g.seats[k].reduction)
			}
			r.meanWounds[k], r.damageCurves[k], r.bareHandWounds[k] = harm, damage, harm[bareHands]
			win, tie, _ := g.jujutsuPool(i, strength).Curve().Against(g.jujutsuPool(k, strength).Curve())
			r.grappleChance[k] = win + float64(tie/2)
			for j := range harm {
				if g.seats[k].steed {
					harm[j] *= steedHarm
				}
				r.mostWounds[j] = max(r.mostWounds[j], harm[j])
			}
		}
	}
}

// expectedWounds returns the mean Wounds of a damage roll after the Reduction.
func expectedWounds(c dice.Curve, reduction int) (sum float64) {
	for n := reduction + 1; n <= c.Last(); n++ {
		sum += c.AtLeast(n)
	}
	return sum
}

// Score returns how side 0 stands, from -1 to 1.
func (g *Game) Score(s *State) float64 { return g.estimate(s, &scoreWeights) }

// estimate returns Score with other weights.
func (g *Game) estimate(s *State, w *weights) float64 {
	if s.phase == phOver {
		return rules.EndWorth(s.over)
	}
	v := view{weights: w}
	g.fillView(s, &v)
	var force, bear [2]float64
	for i := range g.n {
		if v.stands[i] {
			force[g.seats[i].side] += g.meanDamage(s, i, &v)
		}
	}
	for i := range g.n {
		if !v.stands[i] {
			continue
		}
		side := g.seats[i].side
		bear[side] += max(bearsLeast, v.bears[i])
		if !g.seats[i].steed {
			bear[side] += w.Standing
		}
	}
	if w.Tempo > 0 {
		side := g.seats[g.upNext(s)].side
		bear[1-side] = max(bearsLeast, bear[1-side]-float64(w.Tempo*force[side]))
	}
	g.weighGoal(s, &bear)
	x := bitexact.Pow((force[0]+forceBase)*bear[0]/((force[1]+forceBase)*bear[1]), w.Sharp)
	value := scoreMost * (x - 1) / (x + 1)
	if s.quietRounds > 0 {
		value *= 1 - float64(w.quiet*float64(s.quietRounds))
	}
	return value
}

// upNext returns the seat whose turn it is, or that has the first turn of the round.
func (g *Game) upNext(s *State) int {
	if owner := g.turnOwner(s); owner != rules.Nobody {
		return int(owner)
	}
	return g.seatAt(s, 0)
}

// weighGoal changes the bearing of the sides by the objective of the fight: a side that has to last bears more with
// each round, and the side of whoever is to be downed or protected less with each Wound of that one.
func (g *Game) weighGoal(s *State, bear *[2]float64) {
	side := g.goal.Side
	switch g.goal.Kind {
	case book.GoalLast:
		bear[side] *= 1 + float64(s.round)/float64(g.goal.Rounds)
	case book.GoalDown, book.GoalProtect:
		c := &s.seats[g.goal.Who]
		left := 1 - float64(c.wounds)/float64(g.lostFrom(c, int(g.goal.Who)))
		bear[g.seats[g.goal.Who].side] *= 1 - goalShare + float64(goalShare*left)
	case book.GoalEscape:
		bear[side] *= escapeBears
	}
}

// view is what an estimate sees of a position; arrays are by seat unless they say otherwise.
type view struct {
	*weights
	stands     [seatsMax]bool            // whether it is not lost to its side
	seats      [2][seatsMax]uint8        // by side: the seats that stand
	counts     [2]int                    // by side: how many they are
	bears      [seatsMax]float64         // Wounds until it is lost to its side
	meleeATN   [seatsMax]int             // ATN in melee without what passes: its stance, guards and Deflect
	shotATN    [seatsMax]int             // the same against shots
	passingATN [seatsMax]int             // what these add to both
	malus      [seatsMax]int             // what Wounds take off its tests
	lowestATN  [2]int                    // by side: the lowest meleeATN
	inWater    State                     // the position with everybody in Water, guarding nobody
	items      [seatsMax][itemsMax]uint8 // the weapons it carries
	itemCount  [seatsMax]uint8           // how many they are
	usedHands  [seatsMax]int             // how many hands the ready ones take
	freed      [seatsMax]float64         // of a ridden steed: the chance that its rider gets off in the last round
	apart      [seatsMax]squaresApart    // of a ridden steed: where both stand then
	afoot      State                     // the position with both there
}

// squaresApart are the squares of a steed and its rider after it has got off.
type squaresApart struct{ steed, rider uint8 }

// noteWeapons fills in who carries which weapons.
func (g *Game) noteWeapons(s *State, v *view) {
	for _, item := range g.items {
		at := s.items[item].at
		i := at & itemHolder
		if !s.items[item].isCarriedBy(int(i)) {
			continue
		}
		v.items[i][v.itemCount[i]] = item
		v.itemCount[i]++
		if at&itemReady != 0 {
			v.usedHands[i] += g.armOf(item).hands()
		}
	}
}

// fillView fills a view of a position. passingATN is apart, since it counts only against blows that come before it
// ends.
func (g *Game) fillView(s *State, v *view) {
	w := v.weights
	v.inWater = *s
	guards := uint8(0)
	for i := range g.n {
		c := &v.inWater.seats[i]
		guards |= c.guards
		c.stance, c.earthBonus, c.guards = water, 0, 0
		c.spent &^= deflect
	}
	g.noteWeapons(s, v)
	for i := range g.n {
		c := &s.seats[i]
		downed := g.lostFrom(c, i)
		if c.status&gone != 0 || c.wounds >= downed {
			continue
		}
		side := g.seats[i].side
		v.stands[i], v.malus[i] = true, g.penalty(c, i)
		v.seats[side][v.counts[side]] = uint8(i)
		v.counts[side]++
		v.bears[i] = float64(downed-c.wounds) + float64(w.point*float64(min(c.voidPoints, pointsMost)))
		if g.seats[i].steed {
			v.bears[i] = float64(v.bears[i] * steedBears)
		}
		v.meleeATN[i] = g.exposedATN(&v.inWater, i)
		v.shotATN[i] = v.meleeATN[i]
		if c.status&prone != 0 {
			v.shotATN[i] += proneATN // RK-208: Prone counts only against melee
		}
		if v.counts[side] == 1 || v.meleeATN[i] < v.lowestATN[side] {
			v.lowestATN[side] = v.meleeATN[i]
		}
		if guards != 0 || c.stance != water && c.stance != void || c.spent&deflect != 0 {
			v.passingATN[i] = g.armorTargetNumber(s, i, i, blow{melee, 1}).sum() - v.meleeATN[i]
		}
	}
	if k := int(s.at); s.do != 0 && v.stands[k] {
		v.bears[k] -= g.pendingWounds(s)
	}
	if i := int(s.actor); s.phase >= phCall && s.seats[i].stance == fire && g.turnOwner(s) != rules.Nobody {
		v.inWater.seats[i].stance = fire
	}
}

// exposedATN returns the ATN of a seat against a blow from beside it in a position with everybody in Water and nobody
// guarded: mostly rating.standingATN.
func (g *Game) exposedATN(plain *State, i int) int {
	c := &plain.seats[i]
	if c.status&(prone|blind|incapacitated) == 0 && c.grapple == 0 && c.focus == 0 && c.mount == 0 && !g.seats[i].dual && !g.isAltered(plain, i) {
		return g.ratings[i].standingATN
	}
	return g.armorTargetNumber(plain, i, i, blow{melee, 1}).sum()
}

// actsBefore reports whether seat k has a turn before seat i chooses its stance again, so that i's stance counts
// against k's blow.
func (g *Game) actsBefore(s *State, k, i int) bool {
	if g.turnOwner(s) == rules.Nobody {
		return true
	}
	now, own, theirs := s.seats[s.actor].roundPlace(), s.seats[i].roundPlace(), s.seats[k].roundPlace()
	if own > now || own == now && s.phase == phStance { // it chooses in this round
		return theirs >= now && theirs < own
	}
	return theirs >= now || theirs < own
}

// meanDamage returns the Wounds that a seat is expected to deal in one turn.
func (g *Game) meanDamage(s *State, i int, v *view) float64 {
	if g.isRidden(s, i) {
		return 0
	}
	if s.seats[i].grapple != 0 {
		return g.grappleDamage(s, i, v)
	}
	c, w := &s.seats[i], v.weights
	next, force := g.bestBlow(s, i, v)
	g.adjustBearing(s, i, next, v)
	switch {
	case c.escapeNumber != 0:
		force = float64(force * w.entangled)
	case c.status&incapacitated != 0:
		force = float64(force * w.incapacitated)
	}
	if c.status&prone != 0 {
		force = float64(force * w.prone)
	}
	if c.turnMarks&acted != 0 || g.hasNoBlowLeft(s, i) {
		force = float64(force * w.Acted)
	}
	return force
}

// hasNoBlowLeft reports whether a seat's turn is under way and has no attack left: one takes both Simple Actions, and
// Air and Earth allow none (RK-18, RK-80, RK-84).
func (g *Game) hasNoBlowLeft(s *State, i int) bool {
	c := &s.seats[i]
	return int(g.turnOwner(s)) == i && s.phase > phStance && (s.simpleLeft < 2 || c.stance == air || c.stance == earth)
}

// grappleDamage returns the Wounds that a seat is expected to deal in one turn in its grapple, the mean over the foes
// there.
func (g *Game) grappleDamage(s *State, i int, v *view) float64 {
	c, r := &s.seats[i], &g.ratings[i]
	foes, sum := 0.0, 0.0
	for k := range g.n {
		if g.foes(i, k) && v.stands[k] && s.seats[k].grappleNumber() == c.grappleNumber() {
			foes++
			sum += float64(r.grappleChance[k] * r.bareHandWounds[k] * v.grappled)
		}
	}
	if foes == 0 {
		return 0
	}
	return sum / foes
}

// bestBlow returns the blow of a seat that counts for most with all weapons it carries, and the Wounds it counts for: a
// share of what it deals if the weapon is not in hand. It passes over an arm with which not even the hardest hit, on
// the foe that is easiest to hit, would count for more than the best so far.
func (g *Game) bestBlow(s *State, i int, v *view) (next strike, best float64) {
	r := &g.ratings[i]
	isBounded := g.isAsRated(s, i, v) && g.isDamageUnchanged(s)
	least := v.lowestATN[1-g.seats[i].side] + v.malus[i]
	try := func(j uint8, share float64) {
		most := r.mostWounds[j] * share
		if isBounded && g.arms[j].kind == melee {
			most *= r.hitCurves[j].AtLeast(least)
		}
		if most <= best {
			return
		}
		if hit := g.bestTarget(s, i, j, v); share*hit.wounds > best {
			next, best = hit, float64(share*hit.wounds)
		}
	}
	for _, item := range v.items[i][:v.itemCount[i]] {
		share := g.drawShare(s, i, item, v)
		for j := g.firstArm[item]; int(j) < len(g.arms) && g.arms[j].item == item; j++ {
			if g.arms[j].kind == thrown {
				try(j, share*thrownShare)
			} else {
				try(j, share)
			}
		}
	}
	try(bareHands, 1)
	return next, best
}

// isAsRated reports whether the tests of a seat's attacks are those of its rating, less what Wounds and weapons take
// off.
func (g *Game) isAsRated(s *State, i int, v *view) bool {
	c := &s.seats[i]
	return c.status&(prone|blind) == 0 && c.focus == 0 && c.stun == 0 && v.inWater.seats[i].stance != fire && !g.isAltered(s, i)
}

// drawShare returns the share left of a blow with an item by what has to be done first: to draw it, string it or stand
// up.
func (g *Game) drawShare(s *State, i int, item uint8, v *view) float64 {
	at, a, share := s.items[item].at, g.armOf(item), 1.0
	switch {
	case at&itemReady == 0:
		share = v.draw
		if a.size == small {
			share = smallDraw
		}
		if v.usedHands[i] > 0 {
			share *= handsFull
		}
	case at&itemUnstrung != 0:
		share = v.draw
	}
	if a.size == large && s.seats[i].status&prone != 0 {
		share *= v.draw
	}
	return share
}

// adjustBearing changes the bearing of the foe at whom seat i's next blow is by the Wounds that passingATN lets through
// or keeps off, if the blow comes before that ends.
func (g *Game) adjustBearing(s *State, i int, next strike, v *view) {
	c, k := &s.seats[i], int(next.at)-1
	if k < 0 || !g.actsBefore(s, i, k) || g.hasNoBlowLeft(s, i) || c.status&incapacitated != 0 || c.escapeNumber != 0 {
		return
	}
	more := (next.woundsNow - next.wounds) / float64(v.counts[g.seats[k].side])
	if more < 0 {
		more = float64(more * v.Passing)
	}
	v.bears[k] -= more
}

// bestTarget returns the blow of seat i with arm j at the foe whom it hurts most.
func (g *Game) bestTarget(s *State, i int, j uint8, v *view) (best strike) {
	a := &g.arms[j]
	water := max(1, g.seats[i].rings[ringWater])
	turnSquares, freeSquares := moveSquares*water, stepSquares*water
	if int(g.turnOwner(s)) == i && s.did&didMove != 0 {
		freeSquares = 0
	}
	curve, malus := g.attackCurve(s, i, j, false, v)
	side := 1 - g.seats[i].side
	for _, k := range v.seats[side][:v.counts[side]] {
		need := g.viewedATN(s, int(k), a, v)
		wounds := g.harmOf(s, i, int(k), j)
		gap := int(g.distance(s, i, int(k))) - int(a.reach)
		if gap > 0 && gap <= freeSquares {
			wounds *= v.freeMove - float64(farSquare*float64(gap))
			gap = 0
		}
		for ; gap > 0; gap -= turnSquares {
			wounds *= v.walk - float64(farSquare*float64(min(gap, turnSquares)))
		}
		need += malus
		hit := curve.AtLeast(need)
		if wounds*hit > best.wounds || best.at == 0 {
			best = strike{at: 1 + k, wounds: wounds * hit, woundsNow: wounds * curve.AtLeast(need+v.passingATN[k])}
		}
	}
	return best
}

// viewedATN returns the ATN of seat k against an arm without what passes, cover and shelter.
func (g *Game) viewedATN(s *State, k int, a *arm, v *view) int {
	n := v.meleeATN[k]
	if a.kind != melee {
		n = v.shotATN[k]
	}
	return n + int(a.armour-1)*g.armorBonus(s, k)
}

// attackCurve returns the test of seat i's attack with arm j, in Fire or in the stance of the view, and what is still
// to be taken off its total.
func (g *Game) attackCurve(s *State, i int, j uint8, inFire bool, v *view) (curve dice.Curve, malus int) {
	r := &g.ratings[i]
	if g.isAsRated(s, i, v) {
		if inFire {
			return r.fireCurves[j], v.malus[i] + g.attackMalus(s, i, &g.arms[j])
		}
		return r.hitCurves[j], v.malus[i] + g.attackMalus(s, i, &g.arms[j])
	}
	p := g.gainOf(s, i, doesTests).addTo(g.attackPool(&v.inWater, i, i, j))
	if s.seats[i].stun != 0 {
		p.Roll += stunDice
	}
	if inFire && v.inWater.seats[i].stance != fire {
		p = fireAttack.addTo(p)
	}
	return p.Curve(), v.malus[i]
}

// How many Wounds a die more adds to a damage roll: dieRolled if it is only rolled, and dieKept besides if one more is
// kept: together about the mean of a die that explodes.
const (
	dieRolled = 2
	dieKept   = 4
)

// harmOf returns the mean Wounds of a hit of seat i on seat k with arm j, changed by the effects on both about as these
// change the roll (dieRolled, dieKept).
func (g *Game) harmOf(s *State, i, k int, j uint8) float64 {
	wounds := g.ratings[i].meanWounds[k][j]
	if len(g.slots) == 0 || g.arms[j].harmless {
		return wounds
	}
	n := g.gainOf(s, i, doesDamage)
	more := dieRolled*n.roll + dieKept*n.keep + n.add - g.gainOf(s, k, doesReduction).add
	if g.seats[k].steed {
		return max(0, wounds+float64(steedHarm*float64(more)))
	}
	return max(0, wounds+float64(more))
}

// isDamageUnchanged reports whether no effect changes what blows do, so that rating.mostWounds bounds them.
func (g *Game) isDamageUnchanged(s *State) bool {
	for k := range g.slots {
		if e := g.slotEffect(k); s.slots[k].on != 0 && (e.does == doesDamage || e.does == doesReduction) {
			return false
		}
	}
	return true
}

// strike is an expected blow.
type strike struct {
	at        uint8   // 1 + whom it is at, 0 for nobody
	wounds    float64 // the mean Wounds it deals, a miss included, against the ATN without what passes
	woundsNow float64 // the same against the whole ATN
}

// pendingWounds returns the mean Wounds that the attack under way will do.
func (g *Game) pendingWounds(s *State) float64 {
	if s.phase == phEndure {
		return max(0, float64(int(s.damage)-g.reduction(s, int(s.at))))
	}
	p, damage, reduction := g.pendingHit(s)
	if p == 0 {
		return 0
	}
	return float64(p * expectedWounds(damage, reduction))
}

// pendingHit returns the chance that the attack under way hits, the damage it rolls then, and the target's Reduction;
// the chance is 0 if no Wounds are to come.
func (g *Game) pendingHit(s *State) (p float64, damage dice.Curve, reduction int) {
	do := uint16(s.do)
	if do != doAttack && do != doHit || s.calls&disarm != 0 {
		return 0, damage, 0
	}
	i, k := int(s.actor), int(s.at)
	p = 1.0
	t := *s
	switch s.phase {
	case phCall, phTest:
		t.bonus = 0 // what the test gains, the damage does not
		p = g.testPool(s, i).Curve().AtLeast(g.testNumber(s, i))
		if g.hasMarginBonus(s) {
			t.margin = g.feintMargin(i, g.raisesCalled(s))
		}
		if s.calls&(knockdown|push|pull) != 0 {
			p *= contestShare
		}
	case phEffort, phContest:
		p = evenChance
	case phStrike, phDamage:
	default:
		return 0, damage, 0
	}
	return p, g.damagePool(&t).Curve(), g.reduction(s, k)
}

// feintMargin returns about what a Feint adds to the damage of a hit by how far its total is above the ATN (RK-117).
func (g *Game) feintMargin(i, raises int) uint8 {
	return uint8(min(feintMost*g.seats[i].rank, raiseNumber*raises/2+2))
}
