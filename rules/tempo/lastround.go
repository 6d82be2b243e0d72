package tempo

import (
	"kokyu/rules"
	"kokyu/rules/book"
)

// The leaf evaluation of the last round. What is not decided in this round is never decided, so that what both sides
// deal round after round says little. Instead each seat that has not had its turn strikes as often as its AP allow, in
// the order of initiative, and then time is up. Blows are answered by the best defence, as long as there are AP for it.
// Where few fight, whom to strike and whether to answer are tried out.

// woundChances are the chances of each category of a wound, no wound first; Critical and all above are one.
type woundChances [critical + 1]float64

// toll is what the blows so far are expected to leave of a seat: the chance of each chart of free boxes, and the chance
// that the seat is out. A chart is six bits: two each for how many minor, moderate and severe boxes are free, at most
// three.
type toll struct {
	most   int         // the chart before the first blow, which no blow makes higher
	charts [64]float64 // by chart, its chance
	out    float64
	lost   [2]float64 // the chances that a minor and that a moderate wound has taken AP
}

// nextChart is the chart after a wound of each category, -1 if the wound puts the seat out. A wound whose boxes are
// full counts as one of the next category (R-TP-45).
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

// addWounds adds the wounds of an attack that comes with chance p. fresh are its wounds on a seat as hurt as before the
// first blow, weak those on a seat that has taken a severe wound since, which weakens its answers.
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

// finale is how the last round stands after the blows expected so far, by seat.
type finale struct {
	tolls  [seatsMax]toll
	ap     [seatsMax]float64 // the AP it is expected to have
	toCome [seatsMax]bool    // its turn is still to come
	walks  *walks            // of the position, whatever is tried out
}

// walks are the free squares that one Move takes each seat to. They are worked out when they are first asked for.
type walks struct {
	known [seatsMax]bool
	free  [seatsMax]book.Squares
}

// onslaught is what a seat does with its turn: blows with one arm at one foe, as many as it has AP for.
type onslaught struct {
	with, at   int  // the arm and the foe
	spent      int8 // the AP spent before the first blow: getting ready, drawing, walking
	unanswered bool // the foe keeps its AP for its own turn
}

// isLastRound reports whether the fight ends with this round.
func (g *Game) isLastRound(s *State) bool { return s.phase >= phTurn && int(s.round)+1 >= g.Rounds() }

// finaleEstimate returns how side 0 stands in the round that ends the fight, from -1 to 1. blows are those of the
// action under way that may still fall.
func (g *Game) finaleEstimate(s *State, blows []blow) float64 {
	f := finale{walks: new(walks)}
	// of the round, the one under way included
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
		w := g.seats[b.target].woundsFrom[b.by][b.with].mixed(b.landed, b.pierced)
		f.tolls[b.target].addWounds(1, &w, &w)
	}
	return g.lastTurns(s, &f, int(g.rank[s.actor]), turns, -1, 1)
}

// blowWounds are the wounds of a blow that armour counts against, and of one that it does not.
type blowWounds [2]woundChances

// workOutWounds works out fighter.woundsFrom: the wounds of every arm at every seat, so that a leaf only looks them up.
func (g *Game) workOutWounds() {
	for t := range g.n {
		for i := range g.n {
			for k := range g.seats[i].arms {
				g.seats[t].woundsFrom[i] = append(g.seats[t].woundsFrom[i], g.woundsOf(&g.seats[i].arms[k], t))
			}
		}
	}
}

// woundsOf returns the wounds of a blow with an arm at seat t.
func (g *Game) woundsOf(a *arm, t int) (w blowWounds) {
	for k, hit := range [2]uint8{landed, pierced} {
		h := g.damageOf(a, t, hit)
		for sum := int16(a.dice); sum <= 6*int16(a.dice); sum++ {
			w[k][min(g.damageCategory(&h, sum), critical)] += sumChances[a.dice][sum]
		}
	}
	return w
}

// mixed returns the wounds of a blow that lands with one chance and pierces with another.
func (b *blowWounds) mixed(landed, pierced float64) (w woundChances) {
	for category := minor; category <= critical; category++ {
		w[category] = float64(landed*b[0][category]) + float64(pierced*b[1][category])
	}
	return w
}

// choosersMost is the most combatants for whom a leaf of the last round tries out what they could choose: each choice
// takes another leaf.
const choosersMost = 4

// lastTurns returns how side 0 stands after the turns that are left, from place r in the order of initiative on. It is
// an alpha-beta search: exact between low and high, and outside of them only a bound.
func (g *Game) lastTurns(s *State, f *finale, r, turns int, low, high float64) float64 {
	for ; turns > 0 && f.tolls[g.order[r%g.n]].out >= 1; turns-- {
		r++
	}
	if turns == 0 {
		return g.finaleValue(f)
	}
	i := int(g.order[r%g.n])
	f.toCome[i] = false
	var list [seatsMax]onslaught // the one that most likely takes somebody out first
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
		if answered && v != *own && g.betterFor(i, v, *own) == v { // or it keeps its AP for its own turn
			next, list[k].unanswered = *f, true
			g.strikeAll(s, i, list[k:k+1], &next)
			v = g.betterFor(t, v, g.lastTurns(s, &next, r+1, turns-1, low, high))
		}
		best = g.betterFor(i, best, v)
		*own = g.betterFor(i, *own, best)
	}
	return best
}

// winsByFall reports whether the side of seat i wins when foe t falls.
func (g *Game) winsByFall(i, t int) bool {
	who, winner, ok := g.goal.DecisiveFall()
	return ok && t == who && g.seats[i].side == winner
}

// bestOnslaught returns the onslaught of seat i that most likely takes out foe t. gain is that chance and a little for
// wounds; it is 0 if seat i cannot strike t.
func (g *Game) bestOnslaught(s *State, i, t int, f *finale) (best onslaught, most float64) {
	if f.tolls[t].out >= 1 {
		return best, 0
	}
	var after toll
	for k := range g.seats[i].arms {
		o := onslaught{with: k, at: t}
		if o.spent = g.apBeforeBlows(s, i, k, t, f); o.spent < 0 {
			continue
		}
		after = f.tolls[t]
		answerAP := f.ap[t]
		for range g.blowsLeft(s, i, &o, f.ap[i]) {
			fresh, weak, price := g.lastBlow(s, i, k, t, answerAP)
			after.addWounds(1, &fresh, &weak)
			answerAP -= float64(price)
		}
		if gain := after.out - f.tolls[t].out + float64(woundWeight*(after.lost[0]+after.lost[1])); gain > most {
			best, most = o, gain
		}
	}
	if most > 0 && g.winsByFall(i, t) {
		most++
	}
	return best, most
}

// woundWeight is what a wound counts beside the chance to take somebody out: so little that it decides only between
// equal chances.
const woundWeight = 0.001

// strikeAll plays the turn of a seat with one onslaught, or with none. As far as the foe is out by then, further blows
// go at another one.
func (g *Game) strikeAll(s *State, i int, with []onslaught, f *finale) {
	up := 1 - f.tolls[i].out
	for _, o := range with {
		for k := range g.blowsLeft(s, i, &o, f.ap[i]) {
			p := 1.0
			for c, lost := range f.tolls[i].lost {
				if lost > 0 && g.blowsLeft(s, i, &o, f.ap[i]-float64(g.rule.APLost[c])) <= k {
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

// strikeOnce strikes one blow of an onslaught, which comes with chance p.
func (g *Game) strikeOnce(s *State, i int, o *onslaught, p float64, f *finale) {
	answerAP := f.ap[o.at]
	if o.unanswered {
		answerAP = 0
	}
	fresh, weak, price := g.lastBlow(s, i, o.with, o.at, answerAP)
	f.ap[o.at] -= float64(p * float64(price))
	f.tolls[o.at].addWounds(p, &fresh, &weak)
}

// apBeforeBlows returns the AP that seat i spends before it can strike foe t with an arm: for getting ready, drawing
// and walking; -1 if it cannot strike it in this turn.
func (g *Game) apBeforeBlows(s *State, i, with, t int, f *finale) (ap int8) {
	c, a := &s.seats[i], &g.seats[i].arms[with]
	d := g.ground.Distance(c.square, s.seats[t].square)
	inHand := a.slot == c.hand
	switch {
	case c.partner != 0 && !c.isPartner(t), c.status == pinned, c.status == bound && (a.ranged || a.slot == slotNone || !inHand),
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

// blowsLeft returns for how many blows of an onslaught so many AP are enough. They are rounded, since they are an
// expectation. In a bind there is one blow, which ends it.
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

// comesNear reports whether one Move takes seat i to where an arm reaches foe t.
func (g *Game) comesNear(s *State, i, t int, a *arm, w *walks) bool {
	if !w.known[i] {
		taken := g.takenSquares(s)
		w.known[i], w.free[i] = true, g.walkableSquares(s, i, new(book.Walk)).Without(&taken)
	}
	for sq := range w.free[i].All() {
		if a.within(g.ground.Distance(sq, s.seats[t].square)) {
			return true
		}
	}
	return false
}

// lastBlow returns the wounds of a blow of seat i at foe t, and the price of the answer: the best defence for which
// answerAP are enough. fresh are the wounds if the foe is as hurt as now, weak if it has a severe wound besides.
func (g *Game) lastBlow(s *State, i, with, t int, answerAP float64) (fresh, weak woundChances, price int8) {
	a, c, foe, d := &g.seats[i].arms[with], &s.seats[i], &g.seats[t], &s.seats[t]
	mod := int16(a.skill + g.woundPenalty(c))
	if a.ranged {
		mod += int16(g.accuracy(s, i, t, a, int(s.actor) == i && s.aimedAt == uint8(1+t)))
	}
	// The chance that the blow lands, and of the best answer its rating and the least result of the blow that it does
	// not cancel.
	lands, rated, least := chanceAtLeast(int16(foe.combatDefence)-mod), int16(0), int16(-noRow)
	answer := func(do uint16, rating, cost int8) {
		from := 1 - g.thresholds(do, i)[0]
		p := marginAtLeast(max(int16(foe.combatDefence), from) + int16(rating+g.woundPenalty(d)) - mod)
		if float64(cost) <= answerAP+0.5 && p < lands {
			lands, rated, least, price = p, int16(rating), from, cost
		}
	}
	isPartner := d.isPartner(i)
	switch {
	case d.status == onGuard && !a.ranged:
		if g.hasMeleeInHand(d, t) {
			answer(doParry, g.parryRating(d, t), foe.slots[d.hand].cost)
		}
		answer(doEvade, foe.skills[footwork]-foe.burden+g.rule.Evade, g.combatActions[doEvade].cost)
	case d.status == onGuard && g.ground.Distance(c.square, d.square) > a.speed: // TP-103
		answer(doDodge, foe.skills[footwork]-foe.burden, g.combatActions[doDodge].cost)
	case d.status == bound && isPartner && g.hasMeleeInHand(d, t):
		answer(doWind, foe.slots[d.hand].skill+g.rule.Wind, foe.slots[d.hand].cost)
	case d.status == grappled && isPartner:
		answer(doStruggle, foe.skills[wrestling], g.combatActions[doStruggle].cost)
	}
	wounds := func(penalty int8) woundChances {
		need, over := max(int16(foe.combatDefence), least)-mod, max(int16(foe.armouredDefence), least)-mod
		landed, pierced := chanceAtLeast(need), chanceAtLeast(over)
		if price > 0 {
			by := rated + int16(penalty)
			landed, pierced = marginAtLeast(need+by), marginAtLeast(over+by)
		}
		return foe.woundsFrom[i][with].mixed(landed-pierced, pierced)
	}
	now := g.woundPenalty(d)
	return wounds(now), wounds(min(now, g.rule.WoundPenalty[severe-1])), price
}

// finaleValue returns how side 0 stands when the round is over: by the chances that each side has taken out all of the
// other or reached its objective, and of the rest by how the fight ends at the cap.
func (g *Game) finaleValue(f *finale) float64 {
	wins := [2]float64{1, 1}
	for i := range g.n {
		other := 1 - g.seats[i].side
		wins[other] = float64(wins[other] * f.tolls[i].out)
	}
	if who, winner, ok := g.goal.DecisiveFall(); ok {
		wins[winner] = max(wins[winner], f.tolls[who].out)
	}
	value := wins[0] - wins[1] + float64(rules.EndWorth(g.timeoutEnding())*max(0, 1-wins[0]-wins[1]))
	return max(-scoreMax, min(scoreMax, value))
}
