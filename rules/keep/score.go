package keep

import (
	"kokyu/rules"
	"kokyu/rules/bitexact"
	"kokyu/rules/book"
	"kokyu/rules/dice"
)

// The estimate of winning: what each side does to the other in a turn, and how much of that it can bear.

// weights are what the estimate is made with.
type weights struct {
	point   float64 // Wounds a Void Point is worth while it can Endure
	far     float64 // what is left of a blow for each turn of walking that lies before it
	draw    float64 // of one whose weapon is not in hand
	down    float64 // of one who lies
	held    float64 // of one who is in a net
	numb    float64 // of one who is Incapacitated
	clutch  float64 // of a blow in a grapple
	late    float64 // of one who has had its turn in the round
	sharp   float64 // how sharply the balance tips
	quiet   float64 // what a quiet round takes off it
	first   float64 // what one who stands is worth besides
	passing float64 // of what wards blows off for a turn: the foe may do something else
	tempo   float64 // of a turn's blows, what counts as struck already by whose turn is next
}

// fitted are the weights of groups. They were set by hand, and far, quiet and passing changed when the built-in
// encounters were balanced (of 20 fights by search at 1,000 nodes the guests of the sake house won 0.38). What one
// against one takes instead of five of them is in alone.yaml, which kokyu-lab eval fit fits to exact values.
var fitted = weights{point: 8, far: 0.9, draw: 0.7, down: 0.8, held: 0.35, numb: 0.2, clutch: 0.8, late: 0.88,
	sharp: 0.85, quiet: 0.1, first: 6, passing: 0.2}

// What the estimate weighs besides by fixed numbers. All were set by hand with the first estimate; no fit and no
// tuning has turned them. What they go into is fitted around them: the leaves of one against one are off by 180 mWP
// (alone.yaml).
const (
	netWounds   = 6.0   // Wounds that a net is worth where it hits: a blow or two
	steedHarm   = 0.5   // share of the Wounds done to a steed that count
	steedBears  = 0.3   // share of a steed's own Wounds that its side bears
	pointsMost  = 3     // Void Points that count for what one bears
	bearsLeast  = 0.5   // Wounds to bear of one who stands, at least
	forceBase   = 0.2   // Wounds a turn that a side deals however little it can do
	scoreMost   = 0.97  // a fight that is not decided is less than won
	charge      = 0.5   // share of a side's bearing that goes with the one to be downed or protected
	escapeBears = 1.2   // how much more those bear who have only to get away: they need not win to have won
	thrownShare = 0.5   // of a blow with a weapon that is thrown: it goes once
	smallDraw   = 0.95  // of a small weapon that is not in hand, in the place of draw
	handsFull   = 0.9   // of any that is not in hand while another is
	farSquare   = 0.004 // share of a blow lost with each square of a turn's walk, besides far
	calledShare = 0.5   // of an attack under way that also throws down, pushes or pulls: what its Wounds count
	evenChance  = 0.5   // of a contest under way
)

// rating is what an estimate knows of a seat beforehand.
type rating struct {
	hitCurves  []dice.Curve        // by arm: the test of an attack where nothing helps or hinders
	meanWounds [seatsMax][]float64 // by foe and arm: the Wounds of a hit, on average; of a steed's half
	hardest    []float64           // by arm: of its hardest hit
	fireCurves []dice.Curve        // by arm: the test of an attack in the Fire stance

	damageCurves   [seatsMax][]callCurves // by foe and arm: what a hit rolls
	grappleChance  [seatsMax]float64      // by foe: the chance to win a grapple
	bareHandWounds [seatsMax]float64      // the Wounds of a blow in one
	standingATN    int                    // its ATN on its feet, with nothing that raises or lowers it
}

// expectedCalls are the raises of what the estimate of a last round expects to be called: nothing, more damage, a
// Feint.
var expectedCalls = [...]int{0, 1, 2, 3, feintRaises}

// callCurves are damage rolls, one for each of them.
type callCurves [len(expectedCalls)]dice.Curve

// rate works out what hits do.
func (g *Game) rate() {
	s := g.First
	for i := range g.n {
		r := &g.ratings[i]
		r.hardest = make([]float64, len(g.arms))
		r.standingATN = g.targetNumber(&State{}, i, i, blow{melee, 1}).sum()
		for j := range g.arms {
			p := g.unhinderedPool(i, uint8(j))
			r.hitCurves, r.fireCurves = append(r.hitCurves, p.Curve()), append(r.fireCurves, fireAttack.more(p).Curve())
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
			win, tie, _ := g.jujutsu(i, strength).Curve().Against(g.jujutsu(k, strength).Curve())
			r.grappleChance[k] = win + float64(tie/2)
			for j := range harm {
				if g.seats[k].steed {
					harm[j] *= steedHarm
				}
				r.hardest[j] = max(r.hardest[j], harm[j])
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
func (g *Game) Score(s *State) float64 { return g.estimate(s, &fitted) }

// estimate is Score with these weights.
func (g *Game) estimate(s *State, w *weights) float64 {
	if s.phase == phOver {
		return rules.EndWorth(s.over)
	}
	v := view{weights: w}
	g.survey(s, &v)
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
			bear[side] += w.first
		}
	}
	if w.tempo > 0 {
		side := g.seats[g.upNext(s)].side
		bear[1-side] = max(bearsLeast, bear[1-side]-float64(w.tempo*force[side]))
	}
	g.weighGoal(s, &bear)
	x := bitexact.Pow((force[0]+forceBase)*bear[0]/((force[1]+forceBase)*bear[1]), w.sharp)
	value := scoreMost * (x - 1) / (x + 1)
	if s.quietRounds > 0 {
		value *= 1 - float64(w.quiet*float64(s.quietRounds))
	}
	return value
}

// upNext returns whose turn it is, or who has the first of the round.
func (g *Game) upNext(s *State) int {
	if owner := g.turnOwner(s); owner != rules.Nobody {
		return int(owner)
	}
	return g.seatAt(s, 0)
}

// weighGoal weighs an objective: lasting is worth more the longer it has lasted, one who counts more the better it is.
func (g *Game) weighGoal(s *State, bear *[2]float64) {
	side := g.goal.Side
	switch g.goal.Kind {
	case book.GoalLast:
		bear[side] *= 1 + float64(s.round)/float64(g.goal.Rounds)
	case book.GoalDown, book.GoalProtect:
		c := &s.seats[g.goal.Who]
		left := 1 - float64(c.wounds)/float64(g.lostFrom(c, int(g.goal.Who)))
		bear[g.seats[g.goal.Who].side] *= 1 - charge + float64(charge*left)
	case book.GoalEscape:
		bear[side] *= escapeBears
	}
}

// view is what an estimate sees of a position.
type view struct {
	*weights
	stands     [seatsMax]bool
	seats      [2][seatsMax]uint8 // the same by side, as a list
	counts     [2]int
	bears      [seatsMax]float64         // Wounds yet to be Downed
	meleeATN   [seatsMax]int             // ATN in melee without what lasts for a turn or a round
	shotATN    [seatsMax]int             // and against shots
	passingATN [seatsMax]int             // what lasts for a turn or a round
	malus      [seatsMax]int             // what Wounds take off its tests
	lowestATN  [2]int                    // the lowest ATN of a side
	inWater    State                     // the same with everybody in Water
	items      [seatsMax][itemsMax]uint8 // the weapons each has about it
	itemCount  [seatsMax]uint8           // how many
	usedHands  [seatsMax]int             // how many hands that takes
}

// equip says who has what.
func (g *Game) equip(s *State, v *view) {
	for _, item := range g.items {
		at := s.items[item].at
		if at&(itemLying|itemGone) != 0 {
			continue
		}
		i := at & itemHolder
		v.items[i][v.itemCount[i]] = item
		v.itemCount[i]++
		if at&itemReady != 0 {
			v.usedHands[i] += g.armOf(item).hands()
		}
	}
}

// survey fills a view.
func (g *Game) survey(s *State, v *view) {
	w := v.weights
	v.inWater = *s
	guards := uint8(0)
	for i := range g.n {
		c := &v.inWater.seats[i]
		guards |= c.guards
		c.stance, c.earth, c.guards = water, 0, 0
		c.spent &^= deflect
	}
	g.equip(s, v)
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
			v.shotATN[i] += 10 // RK-208
		}
		if v.counts[side] == 1 || v.meleeATN[i] < v.lowestATN[side] {
			v.lowestATN[side] = v.meleeATN[i]
		}
		if guards != 0 || c.stance != water && c.stance != void || c.spent&deflect != 0 {
			v.passingATN[i] = g.targetNumber(s, i, i, blow{melee, 1}).sum() - v.meleeATN[i]
		}
	}
	if k := int(s.at); s.do != 0 && v.stands[k] {
		v.bears[k] -= g.pendingWounds(s)
	}
	if i := int(s.actor); s.phase >= phCall && s.seats[i].stance == fire && g.turnOwner(s) != rules.Nobody {
		v.inWater.seats[i].stance = fire
	}
}

// exposedATN returns the ATN of a seat in the Water stance, nobody guarded, against a blow from beside it.
func (g *Game) exposedATN(plain *State, i int) int {
	c := &plain.seats[i]
	if c.status&(prone|blind|incapacitated) == 0 && c.hold == 0 && c.focus == 0 && c.mount == 0 && !g.seats[i].dual && !g.isAltered(plain, i) {
		return g.ratings[i].standingATN
	}
	return g.targetNumber(plain, i, i, blow{melee, 1}).sum()
}

// actsBefore reports whether a foe acts before a seat chooses its stance again.
func (g *Game) actsBefore(s *State, k, i int) bool {
	if g.turnOwner(s) == rules.Nobody {
		return true
	}
	now, mine, p := s.seats[s.actor].roundPlace(), s.seats[i].roundPlace(), s.seats[k].roundPlace()
	switch {
	case mine > now, mine == now && s.phase == phStance:
		return p >= now && p < mine
	}
	return p >= now || p < mine
}

// meanDamage returns what a seat does in a turn to a foe, on average over them.
func (g *Game) meanDamage(s *State, i int, v *view) float64 {
	if g.isRidden(s, i) {
		return 0
	}
	if s.seats[i].hold != 0 {
		return g.grappleDamage(s, i, v)
	}
	c, w := &s.seats[i], v.weights
	next, force := g.bestBlow(s, i, v)
	g.forestall(s, i, next, v)
	switch {
	case c.escapeNumber != 0:
		force = float64(force * w.held)
	case c.status&incapacitated != 0:
		force = float64(force * w.numb)
	}
	if c.status&prone != 0 {
		force = float64(force * w.down)
	}
	if c.turnMarks&acted != 0 || g.hasNoBlowLeft(s, i) {
		force = float64(force * w.late)
	}
	return force
}

// hasNoBlowLeft reports whether no further blow can come in the turn of a seat that is under way: an attack takes both
// Simple Actions, and Air and Earth allow none (RK-18, RK-80, RK-84).
func (g *Game) hasNoBlowLeft(s *State, i int) bool {
	c := &s.seats[i]
	return int(g.turnOwner(s)) == i && s.phase > phStance && (s.simpleLeft < 2 || c.stance == air || c.stance == earth)
}

// grappleDamage returns what a seat does to a foe in its grapple, on average over them.
func (g *Game) grappleDamage(s *State, i int, v *view) float64 {
	c, r := &s.seats[i], &g.ratings[i]
	foes, sum := 0.0, 0.0
	for k := range g.n {
		if g.foes(i, k) && v.stands[k] && s.seats[k].grapple() == c.grapple() {
			foes++
			sum += float64(r.grappleChance[k] * r.bareHandWounds[k] * v.clutch)
		}
	}
	if foes == 0 {
		return 0
	}
	return sum / foes
}

// bestBlow returns the blow that does most, of all that a seat can strike with (what it has about it, and bare hands),
// and the Wounds it counts for: less than it does where the weapon is not in hand. A way to strike whose hardest hit,
// on the foe that is easiest to hit, would count for less than the best so far is left out.
func (g *Game) bestBlow(s *State, i int, v *view) (next strike, best float64) {
	c, r := &s.seats[i], &g.ratings[i]
	hale := c.status&(prone|blind) == 0 && c.focus == 0 && c.stun == 0 && v.inWater.seats[i].stance != fire && !g.isAltered(s, i) && g.hurtsAlike(s)
	least := v.lowestATN[1-g.seats[i].side] + v.malus[i]
	try := func(j uint8, share float64) {
		most := r.hardest[j] * share
		if hale && g.arms[j].kind == melee {
			most *= r.hitCurves[j].AtLeast(least)
		}
		if most <= best {
			return
		}
		if hit := g.bestTarget(s, i, j, v); share*hit.plain > best {
			next, best = hit, float64(share*hit.plain)
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

// drawShare returns what is left of a blow with an item by what it takes to strike with it: in hand, or to be drawn
// first.
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

// forestall takes from what a foe bears what its stance, guards and the like let through of a blow that comes before
// they end, or gives it what they keep off.
func (g *Game) forestall(s *State, i int, next strike, v *view) {
	c, k := &s.seats[i], int(next.at)-1
	if k < 0 || !g.actsBefore(s, i, k) || g.hasNoBlowLeft(s, i) || c.status&incapacitated != 0 || c.escapeNumber != 0 {
		return
	}
	more := (next.now - next.plain) / float64(v.counts[g.seats[k].side])
	if more < 0 {
		more = float64(more * v.passing)
	}
	v.bears[k] -= more
}

// bestTarget returns what one way to strike does to the foe it does most to, and what lasts for a turn changes of it.
func (g *Game) bestTarget(s *State, i int, j uint8, v *view) (best strike) {
	w := v.weights
	c, a := &s.seats[i], &g.arms[j]
	water := max(1, g.seats[i].rings[ringWater])
	curve, less := g.attackCurve(s, i, j, false, v)
	side := 1 - g.seats[i].side
	for _, k := range v.seats[side][:v.counts[side]] {
		need := v.meleeATN[k]
		if a.kind != melee {
			need = v.shotATN[k]
		}
		f := g.harmOf(s, i, int(k), j)
		for gap, step := int(g.ground.Far(c.square, s.seats[k].square))-int(a.reach), 2*water; gap > 0; gap -= step {
			f *= w.far - float64(farSquare*float64(min(gap, step)))
		}
		need += less
		hit := curve.AtLeast(need)
		if f*hit > best.plain || best.at == 0 {
			best = strike{at: 1 + k, plain: f * hit, now: f * curve.AtLeast(need+v.passingATN[k])}
		}
	}
	return best
}

// attackCurve returns the test of an attack with one way to strike, in the stance it is in or in that of Fire, and what
// it takes off.
func (g *Game) attackCurve(s *State, i int, j uint8, fiery bool, v *view) (curve dice.Curve, less int) {
	c, r := &s.seats[i], &g.ratings[i]
	if c.status&(prone|blind) == 0 && c.focus == 0 && c.stun == 0 && v.inWater.seats[i].stance != fire && !g.isAltered(s, i) {
		if fiery {
			return r.fireCurves[j], v.malus[i] + g.attackMalus(s, i, &g.arms[j])
		}
		return r.hitCurves[j], v.malus[i] + g.attackMalus(s, i, &g.arms[j])
	}
	p := g.gainOf(s, i, doesTests).more(g.attackPool(&v.inWater, i, i, j))
	if c.stun != 0 {
		p.Roll -= 3
	}
	if fiery && v.inWater.seats[i].stance != fire {
		p = fireAttack.more(p)
	}
	return p.Curve(), v.malus[i]
}

// Wounds that a die more is worth to a damage roll, rolled alone and kept as well: a seventh die of two kept, and the
// mean of one that explodes.
const (
	dieRolled = 2
	dieKept   = 4
)

// harmOf returns what a hit does to a foe, on average, with the effects on both.
func (g *Game) harmOf(s *State, i, k int, j uint8) float64 {
	f := g.ratings[i].meanWounds[k][j]
	if len(g.slots) == 0 || g.arms[j].harmless {
		return f
	}
	n := g.gainOf(s, i, doesDamage)
	more := dieRolled*n.roll + dieKept*n.keep + n.add - g.gainOf(s, k, doesReduction).add
	if g.seats[k].steed {
		return max(0, f+float64(steedHarm*float64(more)))
	}
	return max(0, f+float64(more))
}

// hurtsAlike reports whether no effect changes what blows do: then the hardest of each weapon bounds it.
func (g *Game) hurtsAlike(s *State) bool {
	for k := range g.slots {
		if e := g.keptEffect(k); s.lasts[k].on != 0 && (e.does == doesDamage || e.does == doesReduction) {
			return false
		}
	}
	return true
}

// strike is a blow that is to be expected.
type strike struct {
	at    uint8   // at whom, 0 for nobody, seat 0 being 1
	plain float64 // the Wounds it does without what lasts for a turn
	now   float64 // and with it
}

// pendingWounds returns the Wounds that an attack under way will do, on average.
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

// pendingHit returns the chance that an attack under way hits, and what it then rolls; 0 where no Wounds are to come.
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
			p *= calledShare
		}
	case phEffort, phContest:
		p = evenChance
	case phStrike, phDamage:
	default:
		return 0, damage, 0
	}
	return p, g.damagePool(&t).Curve(), g.reduction(s, k)
}

// feintMargin returns what a hit with so many raises adds by a Feint, about (RK-117).
func (g *Game) feintMargin(i, raises int) uint8 {
	return uint8(min(feintMost*g.seats[i].rank, raiseNumber*raises/2+2))
}
