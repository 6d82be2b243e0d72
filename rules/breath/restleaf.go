package breath

import (
	"math"

	"kokyu/rules"
	"kokyu/rules/book"
)

// The leaf evaluation of fights that are nearly over. The ratio of what both sides do round after round, as in
// score.go, says little where time is up soon. Instead the Energy that is left is spent as expected: whoever is next in
// the count spends a breath on blows and on answers held ready, and keeps the rest for answers in haste; then the next
// round begins, or time is up. The chances of these blows are exact; numbers of answers are means. In random fights,
// the values of last rounds are off by 0.042 of a win, where the ratio was off by 0.172.

// restEnergyMax is the most Energy of all combatants, in this round and those to come, whose spending is played out.
// With more left too much happens that is not expected here, and the search loses by it: evals/reports/crowd-random.md.
const restEnergyMax = 24

// restWoundsMax is the most Wounds of one combatant that count. One who has more is hardly felled in one round.
const restWoundsMax = 15

// expectedBlow is what a combatant may strike one foe with: a technique, or an order to a squad. It does not change as
// the rest is played.
type expectedBlow struct {
	target                 uint8
	wounds, criticalWounds int8    // Wounds of a hit, and of a critical one
	need                   int8    // what the dice must show to hit
	aheadOf                [2]int8 // its modifier less that of the foe's answer, by weapon slot
	bleeds                 bool    // a hit that is no critical makes it bleed
	bleedsOnCritical       bool
	usesUp                 uint16  // what it uses up, a bit: a weapon's shot, or the squad's one attack of the round
	cost                   float64 // Energy
	wayCost                float64 // Energy to come within reach
	arrives                float64 // the chance to come there
}

// expectedSeat is how one combatant stands as the rest of the fight is played.
type expectedSeat struct {
	chances      [restWoundsMax + 1]float64 // by Wounds: the chance that so many are left
	most         int                        // the most Wounds that have a chance
	energy       float64
	hasteUsed    float64    // answers in haste, on the average, not yet taken off energy
	held         [2]float64 // answers held ready, on the average, by weapon slot
	ranks        float64    // squads in close ranks around it: each takes one hit for it
	bleeds       float64    // the chance that it bleeds
	blowsPlanned int        // blows that it still means to strike in this round
	exposed      int8       // Defense lost until its next breath
	closed       bool       // it has left the count
	breathed     bool       // it has had a breath
	mayReserve   bool       // it is not Defenseless
	inReach      bool       // it has gone within reach of its foes
	usedUp       uint16     // what its blows have used up, as expectedBlow.usesUp
}

// restBlowsMax is room for the blows of all; those beyond it are left out.
const restBlowsMax = 160

// restOfFight is what is left of a fight: the blows that anybody may strike, worked out once, and how everybody stands
// now. Each pair of plans is played from a copy of that.
type restOfFight struct {
	g         *Game
	s         *State
	blows     [restBlowsMax]expectedBlow
	firstBlow [rules.SeatsMax + 1]int // seat i has those from firstBlow[i] to before firstBlow[i+1]
	cheapest  [rules.SeatsMax]float64 // Energy of each seat's cheapest blow
	slot      [rules.SeatsMax]uint8   // of the weapon that each seat answers with best
	reserve   [rules.SeatsMax]float64 // Energy of that answer held ready, 0 if it has none
	haste     [rules.SeatsMax]float64 // Energy of that answer in haste
	threat    [2]float64              // by side: how many times more it is worth to fell a foe who may yet strike
	now       [rules.SeatsMax]expectedSeat
}

// isNearlyOver reports whether the rest of a fight is played out. That of a duel or an escape never is, since distance
// and ways are no part of it.
func (g *Game) isNearlyOver(s *State) bool {
	rounds := g.Rounds() - int(s.round)
	if rounds > restEnergyMax/2 || g.duel.on || g.goal.Kind == book.GoalEscape {
		return false
	}
	left := 0
	for i := range g.n {
		if c := &s.seats[i]; c.flags&isDown == 0 && g.fighters[i].breathes() {
			if left += rounds * int(g.fighters[i].energy); c.flags&hasClosed == 0 {
				left += int(c.energy)
			}
		}
	}
	return left <= restEnergyMax
}

// inHaste is the place of answers in haste behind those held ready by weapon slot.
const inHaste = 2

// asManyAsPaid is more blows than there is Energy for.
const asManyAsPaid = 99

// blowPlans are the plans of a side: how many blows each of its combatants means to strike in a round.
var blowPlans = [...]int{asManyAsPaid, 0, 1}

// restEstimate returns how side 0 stands in a fight that is nearly over, from -1 to 1. The side whose breath it is
// chooses the plan that serves it best, and the other side the plan that serves it best against that. A plan that is no
// better than one already played out is cut off.
func (g *Game) restEstimate(s *State) float64 {
	x := restOfFight{g: g, s: s}
	x.setUp()
	side := g.fighters[s.actor].side
	sign, best := 1-2*float64(side), math.Inf(-1)
	for _, a := range blowPlans {
		worst := math.Inf(1)
		for _, b := range blowPlans {
			if worst = min(worst, float64(sign*x.play(side, a, b))); worst <= best {
				break
			}
		}
		best = max(best, worst)
	}
	return bounded(sign * best)
}

// setUp fills in everybody's state and blows as the position has them. The side that wins when time is up is in no
// hurry and fells first whoever may yet strike.
func (x *restOfFight) setUp() {
	g, s := x.g, x.s
	x.threat = [2]float64{2, 2}
	switch late := rules.EndWorth(g.timeUp()); {
	case late > 0:
		x.threat[0] = 8
	case late < 0:
		x.threat[1] = 8
	}
	for i := range g.n {
		t, c := &x.now[i], &s.seats[i]
		x.cheapest[i] = math.Inf(1)
		if c.flags&isDown != 0 {
			t.chances[0] = 1
			continue
		}
		t.most = max(1, int(c.wounds))
		if len(g.casters) > 0 {
			t.most += int(g.absorbable(s, i))
		}
		t.most = min(t.most, restWoundsMax)
		t.chances[t.most] = 1
		if c.flags&isBleeding != 0 {
			t.bleeds = 1
		}
		if c.flags&isSpent == 0 && (s.phase != phCount || int(s.actor) != i) {
			t.exposed = c.exposed
			if c.flags&isShaken != 0 {
				t.exposed += g.rule.Defenseless
			}
		}
		if k := int(s.seats[i].commander()); g.isInFormation(s, i, closeRanks) && k < g.n {
			x.now[k].ranks++
		}
		if f := &g.fighters[i]; f.breathes() {
			t.energy, t.held = float64(c.energy), [2]float64{float64(c.held[0]), float64(c.held[1])}
			t.closed, t.mayReserve = c.flags&hasClosed != 0, g.canDeclare(s, i)
			if a := f.bestDefense(c); a != nil {
				x.slot[i], x.reserve[i], x.haste[i] = a.slot%slotBare, float64(a.cost[c.zone]), float64(a.haste[c.zone])
			}
		}
	}
	n := 0
	for i := range g.n {
		x.firstBlow[i] = n
		if t := &x.now[i]; t.energy > 0 && !t.closed || int(s.round) < g.Rounds() && s.isUp(i) && g.fighters[i].breathes() {
			n = x.addBlowsOf(i, n)
			for k := x.firstBlow[i]; k < n; k++ {
				x.cheapest[i] = min(x.cheapest[i], x.blows[k].cost)
			}
		}
	}
	for i := g.n; i < len(x.firstBlow); i++ {
		x.firstBlow[i] = n
	}
}

// addBlowsOf adds the blows of seat i, by its techniques and by its squads, behind the first n, and returns how many
// there are then. Bits of usesUp: the weapon's slot for a shot, and from bit 2 on the squad for its one attack.
func (x *restOfFight) addBlowsOf(i, n int) int {
	g, s := x.g, x.s
	f, c := &g.fighters[i], &s.seats[i]
	for k := range f.techniques {
		a := &f.techniques[k]
		if !a.isBlow() || !c.inHand(a.slot) || a.wounds+a.criticalWounds <= 0 || c.flags&a.onceFlag != 0 {
			continue
		}
		b := expectedBlow{cost: float64(a.cost[c.zone])}
		if a.flags&techUnloads != 0 {
			b.usesUp = 1 << a.slot
			if !c.isLoaded(a.slot) {
				b.cost += loadEnergy
			}
		}
		n = x.addBlows(i, k, b, n)
	}
	if f.squadsMax == 0 {
		return n
	}
	cost := float64(max(energyFloor, orderEnergy-int(f.orderDiscount)))
	if f.cheapOrders {
		cost = float64(max(energyFloor, orderEnergyWise-int(f.orderDiscount)))
	}
	for k := range f.katas {
		if f.katas[k].effect == kataOrder && g.mayUse(s, i, k) || s.breath&breathWaived != 0 {
			cost = 0
		}
	}
	for q := range g.n {
		if g.isCommander(s, i, q) && s.seats[q].held[0]&orderedAttack == 0 && s.seats[q].ordersObeyed() < ordersMax {
			n = x.addBlows(q, 0, expectedBlow{usesUp: 4 << q, cost: cost}, n)
		}
	}
	return n
}

// addBlows adds b, the striker's k-th technique, against everybody it may strike, behind the first n blows. It returns
// how many there are then.
func (x *restOfFight) addBlows(striker, k int, b expectedBlow, n int) int {
	g, s := x.g, x.s
	f := &g.fighters[striker]
	a := &f.techniques[k]
	b.bleeds, b.bleedsOnCritical, b.arrives = a.flags&techBleed != 0, a.flags&(techBleed|techBleedCrit) != 0, 1
	b.wounds, b.criticalWounds = a.wounds, max(a.wounds, a.criticalWounds)
	for t := range g.n {
		if g.fighters[t].side == f.side || !s.isUp(t) || n == restBlowsMax {
			continue
		}
		e := blow{striker: uint8(striker), target: uint8(t), technique: uint8(k)}
		y := &x.blows[n]
		*y = b
		y.target = uint8(t)
		if g.hasZones && !g.reaches(s, striker, t, a) && !(f.breathes() && x.setWay(striker, t, a, y)) {
			continue
		}
		mod := int8(0)
		if f.isSquad() {
			mod = g.squadMod(s, striker, t, 0)
		} else {
			mod = g.attackMod(s, striker, a, t)
		}
		need := int(g.defenseAgainst(s, &e)-mod) + int(x.now[t].exposed)
		if g.fighters[t].isMob || a.flags&techAutomatic != 0 {
			need = 2
		}
		y.need = int8(min(max(need, 2), 21))
		x.setAnswers(t, mod, y)
		n++
	}
	return n
}

// setAnswers sets how far a blow's modifier is ahead of each answer of seat t.
func (x *restOfFight) setAnswers(t int, mod int8, b *expectedBlow) {
	f, c := &x.g.fighters[t], &x.s.seats[t]
	for k := range f.techniques {
		a := &f.techniques[k]
		if a.kind != kindDefense || !c.inHand(a.slot) {
			continue
		}
		ahead := min(max(mod-a.mod[c.zone], -20), 20)
		if a.flags&techAutomatic != 0 {
			ahead = -20
		}
		b.aheadOf[a.slot%slotBare] = ahead
	}
}

// setWay sets what the way costs seat i to where a technique reaches seat t, and the chance to get there. It returns
// false if there is no way.
func (x *restOfFight) setWay(i, t int, a *technique, b *expectedBlow) bool {
	g, s := x.g, *x.s
	if g.isRooted(&s, i) {
		return false
	}
	f, c := &g.fighters[i], &s.seats[i]
	for !g.reaches(&s, i, t, a) {
		to := g.nextZone(c.zone, s.seats[t].zone)
		way := g.waysTo(&s, i, to)[0]
		if to == c.zone || way == wayCount {
			return false
		}
		b.wayCost += float64(g.moveCost(f, way, c.zone, to))
		if way == wayBreakThrough || way == wayForceCore {
			b.arrives = float64(b.arrives * float64(throwsFor(int(g.forceNeed(&s, i, way, to)-f.courage))) / 100)
		}
		c.zone = to
	}
	b.cost = float64(a.cost[c.zone])
	return true
}

// nextZone returns the zone in play to which a shortest way leads next; the zone itself if there is none.
func (g *Game) nextZone(from, to uint8) uint8 {
	for _, next := range neighbours[from] {
		if g.inPlay[next] && g.stepsApart[next][to] < g.stepsApart[from][to] {
			return next
		}
	}
	return from
}

// blowChances are the chances of a blow whose dice must show a number.
type blowChances struct {
	plain, critical float64     // of a hit that is no double, and of one that is
	stops           [41]float64 // that an answer stops a hit, by 20 + how much more is added to the blow's dice
}

// chancesOf has the chances of a blow by what the dice must show.
var chancesOf = func() (all [22]blowChances) {
	for need := range all {
		c := &all[need]
		doubles := 10 - max(0, min(10, (need-1)/2))
		c.plain, c.critical = float64(throwsFor(need)-doubles)/100, float64(doubles)/100
		for k := range c.stops {
			stopped := 0
			for sum := max(2, need); sum <= 20; sum++ {
				stopped += waysOf(sum) * throwsFor(sum+k-20)
			}
			c.stops[k] = float64(stopped) / float64(100*max(throwsFor(need), 1))
		}
	}
	return all
}()

// chances returns the chances of a blow as its foe stands now.
func (b *expectedBlow) chances(foe *expectedSeat) *blowChances {
	return &chancesOf[max(2, b.need-foe.exposed)]
}

// play plays the fight out and returns how side 0 stands at its end. own is the plan of a side, theirs that of the
// other, both as blows a round.
func (x *restOfFight) play(side rules.Side, own, theirs int) float64 {
	g, s := x.g, x.s
	seats := x.now
	planBlows := func() {
		for i := range g.n {
			if seats[i].blowsPlanned = own; g.fighters[i].side != side {
				seats[i].blowsPlanned = theirs
			}
		}
	}
	planBlows()
	if i := int(s.actor); s.phase != phCount && s.isUp(i) && seats[i].energy > 0 {
		x.takeBreath(&seats, i, float64(g.limit(s, i)-s.spent), false)
	}
	for round := int(s.round); ; round++ {
		for i := x.nextInCount(&seats); i >= 0; i = x.nextInCount(&seats) {
			limit := g.limit(s, i)
			if s.seats[i].flags&isStrained != 0 && !seats[i].breathed {
				limit = strainedLimit
			}
			x.takeBreath(&seats, i, float64(limit), true)
		}
		for i := range g.n {
			seats[i].takeHit(seats[i].bleeds, 1, 0, 1)
		}
		if round >= g.Rounds() {
			return x.outcome(&seats)
		}
		for i := range g.n {
			if t := &seats[i]; g.fighters[i].breathes() {
				*t = expectedSeat{chances: t.chances, most: t.most, energy: float64(g.fighters[i].energy), bleeds: t.bleeds / 2, breathed: true,
					inReach: t.inReach, ranks: t.ranks}
			}
		}
		planBlows()
	}
}

// nextInCount returns who is highest in the count and may still pay for something, or -1.
func (x *restOfFight) nextInCount(seats *[rules.SeatsMax]expectedSeat) int {
	next, top := -1, 0.0
	for i := range x.g.n {
		t := &seats[i]
		if t.closed || t.chances[0] == 1 || t.energy == 0 || x.chanceToPay(t, i, 1) == 0 {
			continue
		}
		p := (t.energy - float64(math.Floor(t.hasteUsed+0.5)*x.haste[i])) * placesPerEnergy
		if c := &x.s.seats[i]; !t.breathed {
			if c.flags&hasOpened == 0 {
				p += float64(float64(x.g.fighters[i].initiative) * placesPerEnergy)
			}
			if c.place != 0 {
				p = min(p, float64(c.place))
			}
		}
		if next < 0 || p > top || p == top && x.g.tieRank[i] < x.g.tieRank[next] {
			next, top = i, p
		}
	}
	return next
}

// chanceToPay returns the chance that seat i has so much Energy left. Of hasteUsed whole answers are surely paid, and
// the rest is the chance of one more.
func (x *restOfFight) chanceToPay(t *expectedSeat, i int, cost float64) float64 {
	e, used := t.energy, t.hasteUsed
	for ; used >= 1; used-- {
		e -= x.haste[i]
	}
	switch {
	case e < cost:
		return 0
	case used > 0 && e-x.haste[i] < cost:
		return 1 - used
	}
	return 1
}

// takeBreath plays one breath of seat i, or what is left of one that does not begin now: as many blows as it means to
// strike and the limit allows, then answers held ready. A seat that could still strike after its breath stays in the
// count; any other closes.
func (x *restOfFight) takeBreath(seats *[rules.SeatsMax]expectedSeat, i int, limit float64, begins bool) {
	t := &seats[i]
	spent, held := 0.0, t.held
	if begins {
		t.held, t.exposed, t.breathed, t.mayReserve = [2]float64{}, 0, true, x.s.seats[i].flags&isSpent == 0
	}
	for t.blowsPlanned > 0 {
		b, cost := x.chooseBlow(seats, i, 0)
		if b == nil {
			t.blowsPlanned = 0
			break
		}
		if spent+cost > limit && x.chanceToPay(t, i, cost+x.cheapest[i]) > 0 {
			break
		}
		x.strikeFirstStanding(seats, i, b, cost)
		t.inReach = t.inReach || b.wayCost > 0
		t.energy -= cost
		spent += cost
		t.blowsPlanned--
		t.usedUp |= b.usesUp
		if spent > limit { // the blow comes whatever the overload does
			break
		}
	}
	if t.blowsPlanned > 0 && (spent > 0 || !begins) && x.chanceToPay(t, i, x.cheapest[i]) > 0 {
		return // it breathes again
	}
	t.closed = true
	if begins && spent == 0 && held != [2]float64{} { // it closes and keeps what it holds
		t.held = held
		return
	}
	if x.reserve[i] == 0 || !t.mayReserve {
		return
	}
	paid := 0.0
	for spent+paid+x.reserve[i] <= limit {
		p := x.chanceToPay(t, i, paid+x.reserve[i])
		if p == 0 {
			break
		}
		t.held[x.slot[i]] += p
		paid += x.reserve[i]
	}
	if paid > 0 {
		t.energy, t.hasteUsed = t.energy-paid, 0
	}
}

// strikeFirstStanding plays a blow of seat i, or if its target has fallen by then, the best at another foe, and so on.
func (x *restOfFight) strikeFirstStanding(seats *[rules.SeatsMax]expectedSeat, i int, b *expectedBlow, cost float64) {
	left, passed := 1.0, uint32(0)
	for b != nil && left > 0 {
		fallen := seats[b.target].chances[0]
		x.strikeBlow(seats, i, b, float64(left*x.chanceToPay(&seats[i], i, cost)))
		left = float64(left * fallen)
		passed |= 1 << b.target
		if left > 0 {
			b, cost = x.chooseBlow(seats, i, passed)
		}
	}
}

// chooseBlow returns the blow of seat i that brings most for its price, with the price; nil if it can pay for none. The
// one whose fall ends the fight counts sixteen times as much. Foes whose bit is in passed are left out.
func (x *restOfFight) chooseBlow(seats *[rules.SeatsMax]expectedSeat, i int, passed uint32) (best *expectedBlow, price float64) {
	most := 0.0
	t := &seats[i]
	side := x.g.fighters[i].side
	who, winner, marked := x.g.goal.DecisiveFall()
	hunts := marked && winner == side
	for k := x.firstBlow[i]; k < x.firstBlow[i+1]; k++ {
		b := &x.blows[k]
		cost, arrives := b.cost, 1.0
		if !t.inReach {
			cost, arrives = cost+b.wayCost, b.arrives
		}
		pays := x.chanceToPay(t, i, cost)
		if pays == 0 || t.usedUp&b.usesUp != 0 || passed>>b.target&1 != 0 {
			continue
		}
		foe := &seats[b.target]
		chances, gain := b.chances(foe), 0.0
		for w := 1; w <= foe.most; w++ {
			byHit := woundsLeftValue[max(0, w-int(b.wounds))] - woundsLeftValue[w]
			byCritical := woundsLeftValue[max(0, w-int(b.criticalWounds))] - woundsLeftValue[w]
			gain += float64(foe.chances[w] * (float64(chances.plain*byHit) + float64(chances.critical*byCritical)))
		}
		_, stopped := x.answers(seats, b, chances)
		gain = float64(gain * (arrives * pays * (1 - stopped) * (1 - min(1, foe.ranks)/2)))
		if hunts && int(b.target) == who {
			gain = float64(gain * 16)
		}
		if !foe.closed && foe.energy >= x.cheapest[b.target] {
			gain = float64(gain * x.threat[side])
		}
		if gain /= max(cost, 0.5); gain > most {
			best, price, most = b, cost, gain
		}
	}
	return best, price
}

// woundsLeftValue has, by the Wounds left to a foe, the value of having taken the others: twice as much with each Wound
// fewer.
var woundsLeftValue = func() (all [restWoundsMax + 1]float64) {
	for w := range all {
		all[w] = 1 / float64(int(1)<<w)
	}
	return all
}()

// answers returns the chances that a blow is answered by what its target holds ready in each weapon slot, the better
// first, and in haste, which it may with the Energy that is not meant for blows; and the chance that a hit is stopped.
func (x *restOfFight) answers(seats *[rules.SeatsMax]expectedSeat, b *expectedBlow, c *blowChances) (by [3]float64, stopped float64) {
	t, slot := &seats[b.target], x.slot[b.target]
	if x.haste[b.target] == 0 {
		return by, 0
	}
	left, better := 1.0, uint8(bit(b.aheadOf[1] < b.aheadOf[0]))
	for _, k := range [2]uint8{better, 1 - better} {
		by[k] = min(left, t.held[k])
		left -= by[k]
		stopped += float64(by[k] * c.stops[b.aheadOf[k]+20])
	}
	if left > 0 {
		spare := t.energy
		if !t.closed && t.blowsPlanned > 0 && x.cheapest[b.target] <= spare {
			spare -= float64(float64(t.blowsPlanned) * x.cheapest[b.target])
		}
		by[inHaste] = min(left, max(0, math.Floor(spare/x.haste[b.target])-t.hasteUsed))
		stopped += float64(by[inHaste] * c.stops[b.aheadOf[slot]+20])
	}
	return by, stopped
}

// strikeBlow plays a blow of seat i, which it can pay for with chance pays. The blow comes only if seat i still stands,
// has got there, and the fight is not over by the fall of one whom an objective names.
func (x *restOfFight) strikeBlow(seats *[rules.SeatsMax]expectedSeat, i int, b *expectedBlow, pays float64) {
	g, foe := x.g, &seats[b.target]
	comes := float64(pays * (1 - seats[i].chances[0]))
	if !seats[i].inReach {
		comes = float64(comes * b.arrives)
	}
	if who, _, ok := g.goal.DecisiveFall(); ok && who != i && !g.foes(who, i) {
		comes = float64(comes * (1 - seats[who].chances[0])) // else the fight is over
	}
	chances := b.chances(foe)
	by, stopped := x.answers(seats, b, chances)
	plain, critical := float64(chances.plain*comes), float64(chances.critical*comes)
	hits := float64((plain + critical) * (1 - foe.chances[0]))
	foe.held[0] -= float64(by[0] * hits)
	foe.held[1] -= float64(by[1] * hits)
	foe.hasteUsed += float64(by[inHaste] * hits)
	plain, critical = float64(plain*(1-stopped)), float64(critical*(1-stopped))
	if taken := min(1, foe.ranks); taken > 0 {
		foe.ranks -= float64((plain + critical) * (1 - foe.chances[0]) * taken)
		plain, critical = float64(plain*(1-taken)), float64(critical*(1-taken))
	}
	foe.takeHit(plain, int(b.wounds), critical, int(b.criticalWounds))
	if b.bleeds {
		foe.bleeds += float64((1 - foe.bleeds) * plain)
	}
	if b.bleedsOnCritical {
		foe.bleeds += float64((1 - foe.bleeds) * critical)
	}
}

// takeHit takes so many wounds with chance plain, and criticalWounds with chance critical: every chance of a number of
// Wounds left moves down by these shares.
func (t *expectedSeat) takeHit(plain float64, wounds int, critical float64, criticalWounds int) {
	for left := 1; left <= t.most; left++ {
		p := t.chances[left]
		if p == 0 {
			continue
		}
		t.chances[left] -= float64(p * (plain + critical))
		t.chances[max(0, left-wounds)] += float64(p * plain)
		t.chances[max(0, left-criticalWounds)] += float64(p * critical)
	}
}

// outcome returns how side 0 stands when the round is over. Squads and units stand or fall with those who lead them.
func (x *restOfFight) outcome(seats *[rules.SeatsMax]expectedSeat) float64 {
	g := x.g
	wins := [2]float64{1, 1}
	for i := range g.n {
		if f := &g.fighters[i]; f.breathes() {
			wins[1-f.side] = float64(wins[1-f.side] * seats[i].chances[0])
		}
	}
	if who, winner, ok := g.goal.DecisiveFall(); ok {
		wins[winner] = max(wins[winner], seats[who].chances[0])
	}
	return wins[0] - wins[1] + float64(rules.EndWorth(g.timeUp())*max(0, 1-wins[0]-wins[1]))
}
