package tempo

import (
	"kokyu/rules"
	"kokyu/rules/book"
)

// Leaves of the last round. What is not decided in it never is, so that the ratio of what both sides do round after round says little
// there: each who has not had its turn strikes as often as its AP allow, in the order of initiative, and then time is up. Blows are
// answered by the best defence, as long as there are AP for it. Where few fight, whom to strike and whether to answer are tried out.

// woundChances are the chances of the categories of a wound, none first; from Critical on all are one.
type woundChances [critical + 1]float64

// toll is what blows are expected to leave of a seat: the chance of each chart of free boxes, and that it is out. Of a category three
// free boxes are told apart, two bits each.
type toll struct {
	most   int // the chart before the first blow
	charts [64]float64
	out    float64
	lost   [2]float64 // the chance that a minor, a moderate wound has taken AP
}

// nextChart is the chart after a wound of each category: -1 where that puts who has it out.
var nextChart = func() (all [64][critical + 1]int8) {
	for chart := range all {
		for category := minor; category <= critical; category++ {
			k := 2 * (category - minor)
			for k < 6 && chart>>k&3 == 0 { // R-TP-45
				k += 2
			}
			if all[chart][category] = -1; k < 6 {
				all[chart][category] = int8(chart - 1<<k)
			}
		}
	}
	return all
}()

// addWounds takes the wounds of an attack that comes with chance p: those of one as hurt as before, and of one with a severe wound since.
func (t *toll) addWounds(p float64, fresh, weak *woundChances) {
	for k := range t.lost {
		t.lost[k] = min(1, t.lost[k]+float64(p*fresh[k+1]))
	}
	for chart := 0; chart <= t.most; chart++ { // a wound leads to a lower one
		come := float64(p * t.charts[chart])
		if come == 0 {
			continue
		}
		w := fresh
		if chart>>4 < t.most>>4 {
			w = weak
		}
		left := t.charts[chart]
		for category := minor; category <= critical; category++ {
			part := float64(come * w[category])
			left -= part
			if next := nextChart[chart][category]; next >= 0 {
				t.charts[next] += part
			} else {
				t.out += part
			}
		}
		t.charts[chart] = left
	}
}

// finale is the rest of the last round.
type finale struct {
	tolls  [seatsMax]toll
	ap     [seatsMax]float64 // the AP each has
	toCome [seatsMax]bool    // its turn is still to come
	walks  *walks            // of the position, whatever is tried out
}

// walks are the free squares that one Move takes each seat to, worked out for who needs one.
type walks struct {
	known [seatsMax]bool
	free  [seatsMax]book.Squares
}

// onslaught is what a seat does with its turn: blows with one arm at one foe, as many as it has AP for.
type onslaught struct {
	with, at int
	spent    int8 // AP before the first blow
	plain    bool // whoever is struck at keeps its AP
}

// isLastRound reports whether the fight ends with this round.
func (g *Game) isLastRound(s *State) bool { return s.phase >= phTurn && int(s.round)+1 >= g.Rounds() }

// finaleEstimate returns how side 0 stands in the round that ends the fight, from -1 to 1, with blows still to fall.
func (g *Game) finaleEstimate(s *State, blows []blow) float64 {
	f := finale{walks: new(walks)}
	turns := (int(g.rank[s.first])-int(g.rank[s.actor])+g.n-1)%g.n + 1
	for i := range g.n {
		c, t := &s.seats[i], &f.tolls[i]
		if !c.status.isInFight() {
			t.out = 1
			continue
		}
		for k, have := range g.seats[i].boxes {
			t.most |= int(min(3, have-c.boxes[k])) << (2 * k)
		}
		t.charts[t.most] = 1
		f.ap[i] = float64(c.ap)
		f.toCome[i] = (int(g.rank[i])-int(g.rank[s.actor])+g.n)%g.n < turns
	}
	if s.dueWound > 0 {
		var w woundChances
		w[min(s.dueWound, critical)] = 1
		f.tolls[s.at].addWounds(1, &w, &w)
	}
	for k := range blows {
		b := &blows[k]
		way := g.woundsOf(b.a, b.target)
		w := way.mixed(b.landed, b.pierced)
		f.tolls[b.target].addWounds(1, &w, &w)
	}
	return g.lastTurns(s, &f, int(g.rank[s.actor]), turns, -1, 1)
}

// blowWounds are the wounds of a blow that armour counts against, and of one that it does not.
type blowWounds [2]woundChances

// workOutWounds works the wounds out that everybody deals everybody.
func (g *Game) workOutWounds() {
	for t := range g.n {
		for i := range g.n {
			for k := range g.seats[i].arms {
				g.seats[t].woundsFrom[i] = append(g.seats[t].woundsFrom[i], g.woundsOf(&g.seats[i].arms[k], t))
			}
		}
	}
}

// woundsOf returns the wounds of a blow at a seat.
func (g *Game) woundsOf(a *arm, t int) (w blowWounds) {
	for k, plus := range [2]int16{int16(a.damageBonus) - int16(g.seats[t].protection[a.kind]), int16(a.damageBonus)} {
		h := damageRoll{a: a, target: t, plus: plus}
		for sum := int16(a.dice); sum <= 6*int16(a.dice); sum++ {
			w[k][min(g.damageCategory(&h, sum), critical)] += sumChances[a.dice][sum]
		}
	}
	return w
}

// mixed returns the wounds of a blow that lands, and pierces, with these chances.
func (b *blowWounds) mixed(landed, pierced float64) (w woundChances) {
	for category := minor; category <= critical; category++ {
		w[category] = float64(landed*b[0][category]) + float64(pierced*b[1][category])
	}
	return w
}

// choosersMost is how many may fight for a leaf of the last round to try out what they choose, which takes many leaves.
const choosersMost = 4

// lastTurns returns how side 0 stands after so many turns, from a place in the order of initiative on; outside of a window a bound of it.
func (g *Game) lastTurns(s *State, f *finale, r, turns int, low, high float64) float64 {
	for ; turns > 0 && f.tolls[g.order[r%g.n]].out >= 1; turns-- {
		r++
	}
	if turns == 0 {
		return g.finaleValue(f)
	}
	i := int(g.order[r%g.n])
	f.toCome[i] = false
	var list [seatsMax]onslaught // what most likely fells somebody first
	n, most := 0, 0.0
	for _, t := range g.opponents[g.seats[i].side] {
		o, gain := g.bestOnslaught(s, i, int(t), f)
		if gain == 0 {
			continue
		}
		if list[n] = o; gain > most {
			most, list[0], list[n] = gain, list[n], list[0]
		}
		n++
	}
	if n == 0 || g.n > choosersMost {
		g.strikeAll(s, i, list[:min(1, n)], f)
		return g.lastTurns(s, f, r+1, turns-1, low, high)
	}
	best, own := 4*float64(g.seats[i].side)-2, &low // worse than anything
	if g.seats[i].side != 0 {
		own = &high
	}
	var next finale
	for k := 0; k < n && low < high; k++ {
		next = *f
		g.strikeAll(s, i, list[k:k+1], &next)
		t := list[k].at
		answered := f.toCome[t] && next.ap[t] < f.ap[t]
		v := g.lastTurns(s, &next, r+1, turns-1, low, high)
		if answered && v != *own && g.better(i, v, *own) == v { // or it keeps its AP for its own turn
			next, list[k].plain = *f, true
			g.strikeAll(s, i, list[k:k+1], &next)
			v = g.better(t, v, g.lastTurns(s, &next, r+1, turns-1, low, high))
		}
		best = g.better(i, best, v)
		*own = g.better(i, *own, best)
	}
	return best
}

// winsByFall reports whether a seat's side has won with the fall of a foe.
func (g *Game) winsByFall(i, t int) bool {
	down := g.goal.Kind == book.GoalDown && g.seats[i].side == g.goal.Side
	return (down || g.goal.Kind == book.GoalProtect && g.seats[i].side != g.goal.Side) && t == int(g.goal.Who)
}

// bestOnslaught returns what most likely fells a foe, and how much that is.
func (g *Game) bestOnslaught(s *State, i, t int, f *finale) (best onslaught, most float64) {
	if f.tolls[t].out >= 1 {
		return best, 0
	}
	var at toll
	for k := range g.seats[i].arms {
		o := onslaught{with: k, at: t}
		if o.spent = g.apBeforeBlows(s, i, k, t, f); o.spent < 0 {
			continue
		}
		at = f.tolls[t]
		ready := f.ap[t]
		for range g.blowsLeft(s, i, &o, f.ap[i]) {
			fresh, weak, price := g.lastBlow(s, i, k, t, ready)
			at.addWounds(1, &fresh, &weak)
			ready -= float64(price)
		}
		if gain := at.out - f.tolls[t].out + float64(woundWeight*(at.lost[0]+at.lost[1])); gain > most {
			best, most = o, gain
		}
	}
	if most > 0 && g.winsByFall(i, t) {
		most++
	}
	return best, most
}

// woundWeight is what a wound counts for beside the chance to fell somebody. It is so small that it decides where that is the same.
const woundWeight = 0.001

// strikeAll plays the turn of a seat, with an onslaught or none. Blows at one who falls go at another.
func (g *Game) strikeAll(s *State, i int, with []onslaught, f *finale) {
	up := 1 - f.tolls[i].out
	for _, o := range with {
		for k := range g.blowsLeft(s, i, &o, f.ap[i]) {
			p := 1.0
			for c, lost := range f.tolls[i].lost {
				if lost > 0 && g.blowsLeft(s, i, &o, f.ap[i]-float64(g.rule.Loss[c])) <= k {
					p -= lost
				}
			}
			p = float64(up * max(0, p))
			fallen := f.tolls[o.at].out
			g.strikeOnce(s, i, &o, p, f)
			for _, t := range g.opponents[g.seats[i].side] {
				other := onslaught{with: o.with, at: int(t)}
				if fallen == 0 || other.at == o.at || f.tolls[t].out >= 1 {
					continue
				}
				if other.spent = g.apBeforeBlows(s, i, o.with, other.at, f); other.spent >= 0 && g.blowsLeft(s, i, &other, f.ap[i]) > k {
					g.strikeOnce(s, i, &other, float64(p*fallen), f)
					break
				}
			}
		}
	}
	f.ap[i], f.tolls[i].lost = float64(g.apMax(&s.seats[i])), [2]float64{}
}

// strikeOnce strikes one blow, which comes with chance p.
func (g *Game) strikeOnce(s *State, i int, o *onslaught, p float64, f *finale) {
	ready := f.ap[o.at]
	if o.plain {
		ready = 0
	}
	fresh, weak, price := g.lastBlow(s, i, o.with, o.at, ready)
	f.ap[o.at] -= float64(p * float64(price))
	f.tolls[o.at].addWounds(p, &fresh, &weak)
}

// apBeforeBlows returns the AP that a seat spends before it can strike a foe with an arm, -1 if it cannot.
func (g *Game) apBeforeBlows(s *State, i, with, t int, f *finale) (ap int8) {
	c, a := &s.seats[i], &g.seats[i].arms[with]
	d := g.ground.Far(c.square, s.seats[t].square)
	inHand := a.slot == c.hand
	switch {
	case c.partner != 0 && int(c.partner) != 1+t, c.status == pinned, c.status == bound && (a.ranged || a.slot == slotNone || !inHand),
		c.status == grappled && a.slot != slotNone, a.ranged && !g.ground.Sees(c.square, s.seats[t].square):
		return -1
	case c.status == offGuard:
		ap = g.combatActions[doReady].cost
	}
	if a.slot != slotNone && !inHand {
		if c.lostAt[a.slot] != 0 {
			return -1
		}
		ap += g.combatActions[doDraw].cost
	}
	if !a.ranged && c.partner == 0 && !a.within(d) {
		moves := max(1, g.seats[i].movesToThreat[a.slot][d])
		if moves == 1 && !g.comesNear(s, i, t, a, f.walks) {
			return -1
		}
		ap += moves * g.combatActions[doMove].cost
	}
	return ap
}

// blowsLeft returns how many blows AP are enough for; what has been spent with some chance is rounded. After one in a bind that is over.
func (g *Game) blowsLeft(s *State, i int, o *onslaught, ap float64) (n int) {
	c, a := &s.seats[i], &g.seats[i].arms[o.with]
	left := int(ap+0.5) - int(o.spent)
	if !a.ranged {
		if n = max(0, left) / int(a.cost); c.status == bound {
			n = min(n, 1)
		}
		return n
	}
	sl := &g.seats[i].slots[a.slot]
	shots, load := c.shots, sl.reload-c.loadingAP
	for {
		if shots < a.shotsUsed {
			left -= int(load)
			shots, load = sl.shots, sl.reload
		}
		if left -= int(a.cost); left < 0 {
			return n
		}
		shots -= a.shotsUsed
		n++
	}
}

// comesNear reports whether one Move takes a seat to where an arm reaches a foe.
func (g *Game) comesNear(s *State, i, t int, a *arm, w *walks) bool {
	if !w.known[i] {
		taken := g.takenSquares(s)
		w.known[i], w.free[i] = true, g.walkableSquares(s, i, new(book.Walk)).Without(&taken)
	}
	for sq := range w.free[i].All() {
		if a.within(g.ground.Far(sq, s.seats[t].square)) {
			return true
		}
	}
	return false
}

// lastBlow returns the wounds of a blow, at one who is as hurt as now and at one who has a severe wound besides, and what the best defence
// that so many AP are enough for takes of them.
func (g *Game) lastBlow(s *State, i, with, t int, ready float64) (fresh, weak woundChances, price int8) {
	a, c, x, d := &g.seats[i].arms[with], &s.seats[i], &g.seats[t], &s.seats[t]
	mod := int16(a.skill + g.woundPenalty(c))
	if a.ranged {
		mod += int16(g.accuracy(s, i, t, a, int(s.actor) == i && s.aimedAt == uint8(1+t)))
	}
	lands, edge, least := chanceAtLeast(int16(x.combatDefence)-mod), int16(0), int16(-noRow)
	answer := func(do uint16, rating, cost int8) {
		from := 1 - g.thresholds(do, i)[0]
		if p := marginAtLeast(max(int16(x.combatDefence), from) + int16(rating+g.woundPenalty(d)) - mod); float64(cost) <= ready+0.5 && p < lands {
			lands, edge, least, price = p, int16(rating), from, cost
		}
	}
	own := int(d.partner) == 1+i
	switch {
	case d.status == onGuard && !a.ranged:
		if g.hasMeleeInHand(d, t) {
			answer(doParry, g.parryRating(d, t), x.slots[d.hand].cost)
		}
		answer(doEvade, x.skills[footwork]-x.burden+g.rule.Evade, g.combatActions[doEvade].cost)
	case d.status == onGuard && g.ground.Far(c.square, d.square) > a.speed: // TP-103
		answer(doDodge, x.skills[footwork]-x.burden, g.combatActions[doDodge].cost)
	case d.status == bound && own && g.hasMeleeInHand(d, t):
		answer(doWind, x.slots[d.hand].skill+g.rule.Wind, x.slots[d.hand].cost)
	case d.status == grappled && own:
		answer(doStruggle, x.skills[wrestling], g.combatActions[doStruggle].cost)
	}
	odds := func(penalty int8) woundChances {
		need, over := max(int16(x.combatDefence), least)-mod, max(int16(x.armouredDefence), least)-mod
		landed, pierced := chanceAtLeast(need), chanceAtLeast(over)
		if price > 0 {
			by := edge + int16(penalty)
			landed, pierced = marginAtLeast(need+by), marginAtLeast(over+by)
		}
		return x.woundsFrom[i][with].mixed(landed-pierced, pierced)
	}
	now := g.woundPenalty(d)
	return odds(now), odds(min(now, g.rule.Weak[severe-1])), price
}

// finaleValue returns how side 0 stands when the round is over.
func (g *Game) finaleValue(f *finale) float64 {
	wins := [2]float64{1, 1}
	for i := range g.n {
		other := 1 - g.seats[i].side
		wins[other] = float64(wins[other] * f.tolls[i].out)
	}
	switch side, who := g.goal.Side, g.goal.Who; g.goal.Kind {
	case book.GoalDown:
		wins[side] = max(wins[side], f.tolls[who].out)
	case book.GoalProtect:
		wins[1-side] = max(wins[1-side], f.tolls[who].out)
	}
	value := wins[0] - wins[1] + float64(rules.EndWorth(g.timeoutEnding())*max(0, 1-wins[0]-wins[1]))
	return max(-scoreMax, min(scoreMax, value))
}
