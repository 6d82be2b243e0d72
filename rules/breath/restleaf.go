package breath

import (
	"math"

	"kokyu/rules"
	"kokyu/rules/book"
)

// Leaves of fights that are nearly over. What is not decided when time is up never is, so that the ratio of what both sides do round
// after round says little there: where little Energy is left, its spending is played out. Whoever is next in the count spends a breath
// on blows and on answers held ready, and keeps the rest for answers in haste; then the next round begins, or time is up. Chances are
// exact as far as the blows are those expected here.

// restMost is the most Energy, in this round and those to come, whose spending is played out. Where more is left other things are decided
// than those expected here, and the search loses: evals/reports/crowd-random.md.
const restMost = 24

// tollMost is the most Wounds that are told apart. Who bears more is hardly felled in one round.
const tollMost = 15

// expectedBlow is a technique of one who has Energy, at one foe.
type expectedBlow struct {
	at                       uint8
	wounds, fatal            int8
	need, ahead              int8    // what the dice must show, and how much more they add than an answer's
	bleeds, bleedsOnCritical bool    // any hit makes it bleed, or a critical one
	once                     uint16  // what it uses up, as a bit: the squad that strikes, or a slot's shot
	cost                     float64 // Energy
	way, arrives             float64 // Energy to come within reach, and the chance
}

// expectedSeat is one combatant as the rest goes on.
type expectedSeat struct {
	left      [tollMost + 1]float64 // the chance of each number of Wounds it can yet bear
	most      int                   // the highest that has a chance
	energy    float64
	hasteUsed float64 // answers in haste still to be taken off it, on the average
	held      float64 // answers held ready
	bleeds    float64 // the chance that it bleeds
	blows     int     // that it still means to strike
	exposed   int8    // Defense lost until its next breath
	closed    bool    // it has left the count
	again     bool    // it has had a breath
	firm      bool    // it may hold answers ready
	near      bool    // it has gone within reach
	usedOnce  uint16  // what is used up
}

// blowsMost is room for all blows; what finds none in it is not expected.
const blowsMost = 160

// restOfFight is what is left of a fight.
type restOfFight struct {
	g        *Game
	s        *State
	blows    [blowsMost]expectedBlow
	from     [rules.SeatsMax + 1]int // where each seat's begin
	cheapest [rules.SeatsMax]float64 // Energy of its cheapest
	reserve  [rules.SeatsMax]float64 // Energy of its best answer held ready, 0 if it has none
	haste    [rules.SeatsMax]float64 // the same in haste
	threat   [2]float64              // how much more it is to a side to fell one who may yet strike
	now      [rules.SeatsMax]expectedSeat
}

// isNearlyOver reports whether the rest of a fight is played out: not that of a duel or a flight, which are about something else.
func (g *Game) isNearlyOver(s *State) bool {
	rounds := g.Rounds() - int(s.round)
	if rounds > restMost/2 || g.duel.on || g.goal.Kind == book.GoalEscape {
		return false
	}
	left := 0
	for i := range g.n {
		if c := &s.seats[i]; c.is&isDown == 0 && g.seats[i].breathes() {
			if left += rounds * int(g.seats[i].energy); c.is&isClosed == 0 {
				left += int(c.energy)
			}
		}
	}
	return left <= restMost
}

// asMany is as many blows as there is Energy for.
const asMany = 99

// plans are how many blows each of a side may mean to strike in a round.
var plans = [...]int{asMany, 0, 1}

// restEstimate returns how side 0 stands in a fight that is nearly over, from -1 to 1: each side does what serves it best, and that of
// whose breath it is says so first.
func (g *Game) restEstimate(s *State) float64 {
	x := restOfFight{g: g, s: s}
	x.survey()
	side := g.seats[s.actor].side
	sign, best := 1-2*float64(side), math.Inf(-1)
	for _, a := range plans {
		worst := math.Inf(1)
		for _, b := range plans {
			if worst = min(worst, float64(sign*x.play(side, a, b))); worst <= best {
				break
			}
		}
		best = max(best, worst)
	}
	return max(-scoreMax, min(scoreMax, sign*best))
}

// survey looks at everybody as the position has them.
func (x *restOfFight) survey() {
	g, s := x.g, x.s
	x.threat = [2]float64{2, 2}
	if late := rules.EndWorth(g.timeUp()); late > 0 {
		x.threat[0] = 8
	} else if late < 0 {
		x.threat[1] = 8
	}
	for i := range g.n {
		t, c := &x.now[i], &s.seats[i]
		x.cheapest[i] = math.Inf(1)
		if c.is&isDown != 0 {
			t.left[0] = 1
			continue
		}
		t.most = max(1, int(c.wounds))
		if len(g.mages) > 0 {
			t.most += int(g.absorption(s, i))
		}
		t.most = min(t.most, tollMost)
		t.left[t.most] = 1
		if c.is&isBleeding != 0 {
			t.bleeds = 1
		}
		if c.is&isSpent == 0 && (s.phase != phCount || int(s.actor) != i) {
			t.exposed = c.exposed
			if c.is&isShaken != 0 {
				t.exposed += g.rule.Defenseless
			}
		}
		if f := &g.seats[i]; f.breathes() {
			t.energy, t.held, t.closed, t.firm = float64(c.energy), float64(c.held[0]+c.held[1]), c.is&isClosed != 0, g.canDeclare(s, i)
			if a := f.bestDefense(c); a != nil {
				x.reserve[i], x.haste[i] = float64(a.cost[c.zone]), float64(a.haste[c.zone])
			}
		}
	}
	n := 0
	for i := range g.n {
		x.from[i] = n
		if t := &x.now[i]; t.energy > 0 && !t.closed || int(s.round) < g.Rounds() && s.up(i) && g.seats[i].breathes() {
			n = x.addBlowsOf(i, n)
			for k := x.from[i]; k < n; k++ {
				x.cheapest[i] = min(x.cheapest[i], x.blows[k].cost)
			}
		}
	}
	for i := g.n; i < len(x.from); i++ {
		x.from[i] = n
	}
}

// addBlowsOf adds what seat i may strike with from the n-th blow on, and returns how many there are then: techniques and its squads.
func (x *restOfFight) addBlowsOf(i, n int) int {
	g, s := x.g, x.s
	f, c := &g.seats[i], &s.seats[i]
	for k := range f.arms {
		a := &f.arms[k]
		if !a.isBlow() || !c.inHand(a.slot) || a.wounds+a.fatal <= 0 || c.is&a.once != 0 {
			continue
		}
		b := expectedBlow{cost: float64(a.cost[c.zone])}
		if a.is&armEmpties != 0 {
			b.once = 1 << a.slot
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
	if f.wise {
		cost = float64(max(energyFloor, orderWise-int(f.orderDiscount)))
	}
	for k := range f.katas {
		if f.katas[k].does == kataOrder && g.mayUse(s, i, k) || s.breath&breathWaived != 0 {
			cost = 0
		}
	}
	for q := range g.n {
		if g.isCommander(s, i, q) && s.seats[q].held[0]&orderedAttack == 0 && s.seats[q].held[0]&orderCount < ordersMax {
			n = x.addBlows(q, 0, expectedBlow{once: 4 << q, cost: cost}, n)
		}
	}
	return n
}

// addBlows adds a technique of seat by against everybody it may strike.
func (x *restOfFight) addBlows(by, k int, b expectedBlow, n int) int {
	g, s := x.g, x.s
	f := &g.seats[by]
	a := &f.arms[k]
	b.bleeds, b.bleedsOnCritical, b.arrives = a.is&armBleed != 0, a.is&(armBleed|armBleedCrit) != 0, 1
	b.wounds, b.fatal = a.wounds, max(a.wounds, a.fatal)
	for t := range g.n {
		if g.seats[t].side == f.side || !s.up(t) || n == blowsMost {
			continue
		}
		e := exchange{by: uint8(by), at: uint8(t), with: uint8(k)}
		if g.blowTaker(s, &e) != t {
			continue
		}
		y := &x.blows[n]
		*y = b
		y.at = uint8(t)
		if g.zoned && !g.reaches(s, by, t, a) && !(f.breathes() && x.setWay(by, t, a, y)) {
			continue
		}
		mod := int8(0)
		if f.isSquad() {
			mod = g.squadMod(s, by, t, 0)
		} else {
			mod = g.attackMod(s, by, a, t)
		}
		need := int(g.defense(s, &e)-mod) + int(x.now[t].exposed)
		if g.seats[t].mob || a.is&armSaint != 0 {
			need = 2
		}
		y.need = int8(min(max(need, 2), 21))
		if d := g.seats[t].bestDefense(&s.seats[t]); d != nil {
			y.ahead = mod - d.mod[s.seats[t].zone]
			if d.is&armSaint != 0 {
				y.ahead = -20
			}
		}
		n++
	}
	return n
}

// setWay works out the way to where a technique reaches a foe; false if there is none.
func (x *restOfFight) setWay(i, t int, a *arm, b *expectedBlow) bool {
	g, s := x.g, x.s
	from, to := s.seats[i].zone, s.seats[t].zone
	if g.isRooted(s, i) {
		return false
	}
	f := &g.seats[i]
	if far := g.stepsApart[from][to]; far > 1 {
		b.way = float64(int8(far-1) * wayCost[wayWalk])
	} else {
		way := g.waysTo(s, f, i, from, to)[0]
		if way == wayCount {
			return false
		}
		b.way = float64(g.moveCost(f, way, from, to))
		if way == wayBreak || way == wayCoreForce {
			b.arrives = float64(throwsFor(int(g.forceNeed(s, i, way, to)-f.courage))) / 100
		}
	}
	b.cost = float64(a.cost[to])
	return true
}

// blowChances are those of a blow that the dice must show so much for.
type blowChances struct {
	plain, critical float64     // of a hit that is no double, and of one that is
	stopped         [41]float64 // of an answer to a hit, by how much more the blow's dice add, from -20
}

var chancesOf = func() (all [22]blowChances) {
	for need := range all {
		c := &all[need]
		doubles := 10 - max(0, min(10, (need-1)/2))
		c.plain, c.critical = float64(throwsFor(need)-doubles)/100, float64(doubles)/100
		for k := range c.stopped {
			stopped := 0
			for sum := max(2, need); sum <= 20; sum++ {
				stopped += (int(unequalWays[sum]) + 1 - sum%2) * throwsFor(sum+k-20)
			}
			c.stopped[k] = float64(stopped) / float64(100*max(throwsFor(need), 1))
		}
	}
	return all
}()

// chances returns those of a blow as its foe stands.
func (b *expectedBlow) chances(foe *expectedSeat) (plain, critical, stopped float64) {
	c := &chancesOf[max(2, b.need-foe.exposed)]
	return c.plain, c.critical, c.stopped[min(max(b.ahead, -20), 20)+20]
}

// play plays the fight out and returns how side 0 stands then. The plans are those of a side and of the other.
func (x *restOfFight) play(side rules.Side, own, theirs int) float64 {
	g, s := x.g, x.s
	seats := x.now
	meansTo := func() {
		for i := range g.n {
			if seats[i].blows = own; g.seats[i].side != side {
				seats[i].blows = theirs
			}
		}
	}
	meansTo()
	if i := int(s.actor); s.phase != phCount && s.up(i) && seats[i].energy > 0 {
		x.breath(&seats, i, float64(g.limit(s, i)-s.spent), false)
	}
	for round := int(s.round); ; round++ {
		for i := x.highest(&seats); i >= 0; i = x.highest(&seats) {
			limit := g.limit(s, i)
			if s.seats[i].is&isStrained != 0 && !seats[i].again {
				limit = strainedLimit
			}
			x.breath(&seats, i, float64(limit), true)
		}
		for i := range g.n {
			seats[i].takeHit(seats[i].bleeds, 1, 0, 1)
		}
		if round >= g.Rounds() {
			return x.value(&seats)
		}
		for i := range g.n {
			if t := &seats[i]; g.seats[i].breathes() {
				*t = expectedSeat{left: t.left, most: t.most, energy: float64(g.seats[i].energy), bleeds: t.bleeds / 2, again: true, near: t.near}
			}
		}
		meansTo()
	}
}

// highest returns who is highest in the count, or -1.
func (x *restOfFight) highest(seats *[rules.SeatsMax]expectedSeat) int {
	next, top := -1, 0.0
	for i := range x.g.n {
		t := &seats[i]
		if t.closed || t.left[0] == 1 || t.energy == 0 || x.chanceToPay(t, i, 1) == 0 {
			continue
		}
		p := (t.energy - float64(math.Floor(t.hasteUsed+0.5)*x.haste[i])) * perEnergy
		if c := &x.s.seats[i]; !t.again {
			if c.is&isOpened == 0 {
				p += float64(float64(x.g.seats[i].initiative) * perEnergy)
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

// chanceToPay returns the chance that seat i has so much Energy left.
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

// breath is one breath of seat i, or the rest of one.
func (x *restOfFight) breath(seats *[rules.SeatsMax]expectedSeat, i int, limit float64, begins bool) {
	t := &seats[i]
	spent, held := 0.0, t.held
	if begins {
		t.held, t.exposed, t.again, t.firm = 0, 0, true, x.s.seats[i].is&isSpent == 0
	}
	for t.blows > 0 {
		b, cost := x.chooseBlow(seats, i)
		if b == nil {
			t.blows = 0
			break
		}
		if spent+cost > limit && x.chanceToPay(t, i, cost+x.cheapest[i]) > 0 {
			break
		}
		x.strike(seats, i, b, x.chanceToPay(t, i, cost))
		t.near = t.near || b.way > 0
		t.energy -= cost
		spent += cost
		t.blows--
		t.usedOnce |= b.once
		if spent > limit { // the blow comes whatever the overload does
			break
		}
	}
	if t.blows > 0 && (spent > 0 || !begins) && x.chanceToPay(t, i, x.cheapest[i]) > 0 {
		return // it breathes again
	}
	t.closed = true
	if begins && spent == 0 && held > 0 { // it closes and keeps what it holds
		t.held = held
		return
	}
	if x.reserve[i] == 0 || !t.firm {
		return
	}
	paid := 0.0
	for spent+paid+x.reserve[i] <= limit {
		p := x.chanceToPay(t, i, paid+x.reserve[i])
		if p == 0 {
			break
		}
		t.held += p
		paid += x.reserve[i]
	}
	if paid > 0 {
		t.energy, t.hasteUsed = t.energy-paid, 0
	}
}

// chooseBlow returns the blow that brings most for its price, with the price; nil if there is none.
func (x *restOfFight) chooseBlow(seats *[rules.SeatsMax]expectedSeat, i int) (best *expectedBlow, price float64) {
	most := 0.0
	t := &seats[i]
	side := x.g.seats[i].side
	who, marked := x.marked()
	hunts := marked && x.g.seats[who].side != side
	for k := x.from[i]; k < x.from[i+1]; k++ {
		b := &x.blows[k]
		cost, arrives := b.cost, 1.0
		if !t.near {
			cost, arrives = cost+b.way, b.arrives
		}
		pays := x.chanceToPay(t, i, cost)
		if pays == 0 || t.usedOnce&b.once != 0 {
			continue
		}
		foe := &seats[b.at]
		plain, critical, stopped := b.chances(foe)
		gain := 0.0
		for w := 1; w <= foe.most; w++ {
			hit, deep := woundsLeftWorth[max(0, w-int(b.wounds))]-woundsLeftWorth[w], woundsLeftWorth[max(0, w-int(b.fatal))]-woundsLeftWorth[w]
			gain += float64(foe.left[w] * (float64(plain*hit) + float64(critical*deep)))
		}
		gain = float64(gain * (arrives * pays * (1 - float64(stopped*min(1, x.answers(seats, int(b.at)))))))
		if hunts && int(b.at) == who {
			gain = float64(gain * 16)
		}
		if !foe.closed && foe.energy >= x.cheapest[b.at] {
			gain = float64(gain * x.threat[side])
		}
		if gain /= max(cost, 0.5); gain > most {
			best, price, most = b, cost, gain
		}
	}
	return best, price
}

// woundsLeftWorth is what it is worth that a foe has only so many Wounds left: it doubles with each.
var woundsLeftWorth = func() (all [tollMost + 1]float64) {
	for w := range all {
		all[w] = 1 / float64(int(1)<<w)
	}
	return all
}()

// answers returns how many answers a seat has: those held ready, and in haste by Energy that it does not mean to strike with.
func (x *restOfFight) answers(seats *[rules.SeatsMax]expectedSeat, j int) float64 {
	t := &seats[j]
	if x.haste[j] == 0 {
		return 0
	}
	spare := t.energy
	if !t.closed && t.blows > 0 && x.cheapest[j] <= spare {
		spare -= float64(float64(t.blows) * x.cheapest[j])
	}
	return t.held + max(0, math.Floor(spare/x.haste[j])-t.hasteUsed)
}

// strike is a blow of seat i, paid for with chance pays.
func (x *restOfFight) strike(seats *[rules.SeatsMax]expectedSeat, i int, b *expectedBlow, pays float64) {
	g, foe := x.g, &seats[b.at]
	comes := float64(pays * (1 - seats[i].left[0]))
	if !seats[i].near {
		comes = float64(comes * b.arrives)
	}
	if who, ok := x.marked(); ok && who != i && g.seats[who].side == g.seats[i].side {
		comes = float64(comes * (1 - seats[who].left[0])) // else the fight is over
	}
	plain, critical, stopped := b.chances(foe)
	plain, critical = float64(plain*comes), float64(critical*comes)
	if ready := min(1, x.answers(seats, int(b.at))); ready > 0 {
		answered := float64(ready * (plain + critical) * (1 - foe.left[0]))
		lands := 1 - float64(stopped*ready)
		plain, critical = float64(plain*lands), float64(critical*lands)
		of := min(answered, foe.held)
		foe.held -= of
		foe.hasteUsed += answered - of
	}
	foe.takeHit(plain, int(b.wounds), critical, int(b.fatal))
	if b.bleeds {
		foe.bleeds += float64((1 - foe.bleeds) * plain)
	}
	if b.bleedsOnCritical {
		foe.bleeds += float64((1 - foe.bleeds) * critical)
	}
}

// takeHit takes Wounds with chance plain, and more of them with chance critical.
func (t *expectedSeat) takeHit(plain float64, wounds int, critical float64, fatal int) {
	for left := 1; left <= t.most; left++ {
		p := t.left[left]
		if p == 0 {
			continue
		}
		t.left[left] -= float64(p * (plain + critical))
		t.left[max(0, left-wounds)] += float64(p * plain)
		t.left[max(0, left-fatal)] += float64(p * critical)
	}
}

// marked returns whose fall ends the fight, if an objective names somebody.
func (x *restOfFight) marked() (who int, ok bool) {
	return int(x.g.goal.Who), x.g.goal.Kind == book.GoalDown || x.g.goal.Kind == book.GoalProtect
}

// value returns how side 0 stands when the round is over. Squads and units stand or fall with those who lead them.
func (x *restOfFight) value(seats *[rules.SeatsMax]expectedSeat) float64 {
	g := x.g
	wins := [2]float64{1, 1}
	for i := range g.n {
		if f := &g.seats[i]; f.breathes() {
			wins[1-f.side] = float64(wins[1-f.side] * seats[i].left[0])
		}
	}
	if who, ok := x.marked(); ok {
		won := 1 - g.seats[who].side
		wins[won] = max(wins[won], seats[who].left[0])
	}
	return wins[0] - wins[1] + float64(rules.EndWorth(g.timeUp())*max(0, 1-wins[0]-wins[1]))
}
