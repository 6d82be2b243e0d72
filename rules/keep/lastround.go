package keep

import (
	"math"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
)

// The leaf evaluation of the last round. What this round does not decide stays undecided, so that the force of the
// sides says little. Instead each seat that has not had its turn strikes once, in the order of the round, and then time
// is up. Which blow that is, is guessed: at the foe that it most likely Downs, with one call at most. Given the blows
// the chances are exact. Where few fight, opening stances and grapples are tried out.

// tollMost is the most Wounds until Downed that are told apart; hardly any seat takes more in one round.
const tollMost = 63

// toll is what the blows of the round are expected to do to a seat: left[n] is the chance that n more Wounds are needed
// to Down it, left[0] the chance that it is Downed already.
type toll struct {
	most int // the highest n that has a chance
	left [tollMost + 1]float64
}

// addHit adds a hit that comes with chance p. It goes up from the lowest n, since a hit only moves chance to lower
// ones.
func (t *toll) addHit(p float64, damage dice.Curve, reduction int) {
	for left := 1; left <= t.most; left++ {
		chance := float64(p * t.left[left])
		if chance == 0 {
			continue
		}
		t.left[left] -= chance
		more := 1.0 // the chance of n Wounds or more
		for n := range left {
			next := damage.AtLeast(reduction + n + 1)
			t.left[left-n] += float64(chance * (more - next))
			more = next
		}
		t.left[0] += float64(chance * more)
	}
}

// chanceToDown returns the chance that a seat is not Downed yet and a hit Downs it.
func (t *toll) chanceToDown(damage dice.Curve, reduction int) (p float64) {
	for left := 1; left <= t.most; left++ {
		if t.left[left] > 0 {
			p += float64(t.left[left] * damage.AtLeast(reduction+left))
		}
	}
	return p
}

// isLastRound reports whether the fight ends with this round.
func (g *Game) isLastRound(s *State) bool { return s.phase >= phOpening && int(s.round) >= g.Rounds() }

// choosersMost is the most combatants with whom lastRound tries out choices: each choice takes another leaf.
const choosersMost = 3

// lastRound returns how side 0 stands in the round that ends the fight, from -1 to 1.
func (g *Game) lastRound(s *State, w *weights) float64 {
	switch {
	case g.n > choosersMost:
	case s.phase == phOpening:
		return g.lastOpening(s, w)
	case s.phase == phRound: // as if nobody spent a Void Point
		next := *s
		for next.phase == phRound {
			g.takeVoidUse(&next, bareAction(doNoMore), nil)
		}
		return g.lastRound(&next, w)
	case s.phase == phAct && s.simpleLeft >= 2 && s.seats[s.actor].grapple == 0:
		return g.lastAct(s, w)
	}
	return g.lastBlows(s, woundWeight, w)
}

// lastOpening returns lastRound where an opening stance is to be taken, with the best one for its seat. Void is not tried:
// it allows no more blows than Air, and adds nothing to the ATN.
func (g *Game) lastOpening(s *State, w *weights) float64 {
	sign, best := g.sideSign(s.by), math.Inf(-1)
	var next State // declared here: in the loop it would be allocated anew each time
	for _, st := range [...]stance{water, air, earth, fire} {
		if g.canBeIn(s, int(s.by), st) {
			next = *s
			g.takeOpening(&next, rules.Action{With: uint8(st)}, nil)
			best = max(best, sign*g.lastRound(&next, w))
		}
	}
	return sign * best
}

// lastAct returns lastRound where the actor has an attack left, with the best of three: the blow that most likely Downs
// somebody, the one that hurts most and so prepares a friend's, or a grapple. All but the second are tried beside each foe
// that a Free Move reaches, too. A foe in a grapple strikes with bare hands, if at all, and is easily hit.
func (g *Game) lastAct(s *State, w *weights) float64 {
	sign := g.sideSign(s.actor)
	best := max(sign*g.lastBlows(s, woundWeight, w), sign*g.lastBlows(s, softeningWeight, w))
	at := *s
	tried := uint32(0) // a bit for each foe
	tryBeside := func() {
		var room [16]rules.Action
		for _, a := range g.listGrapples(&at, room[:0]) {
			if tried>>a.At&1 == 0 {
				tried |= 1 << a.At
				best = max(best, sign*g.lastBlows(&at, woundWeight, w), sign*g.lastGrapple(&at, a, w))
			}
		}
	}
	tryBeside()
	if i := int(s.actor); g.canMove(s, doFreeMove) && !g.isRiding(s, i) {
		var near approach
		g.findSteps(s, i, &near)
		for at.seats[i].square = range near.to.All() {
			tryBeside()
		}
	}
	return sign * best
}

// lastGrapple returns lastRound where the actor begins or joins a grapple.
func (g *Game) lastGrapple(s *State, a rules.Action, w *weights) float64 {
	missed, held := *s, *s
	g.endTurn(&missed, nil)
	held.do, held.with, held.at, held.by = uint8(doGrapple), a.With, uint8(a.At), s.actor
	p := g.testPool(&held, int(held.by)).Curve().AtLeast(g.testNumber(&held, int(held.by)))
	g.joinGrapple(&held, int(held.by), int(a.At), nil)
	g.endTurn(&held, nil)
	v := g.lastBlows(&missed, woundWeight, w)
	return v + float64(p*(g.lastBlows(&held, woundWeight, w)-v))
}

// sideSign returns 1 for a seat of side 0, else -1: values are those of side 0.
func (g *Game) sideSign(i uint8) float64 { return 1 - 2*float64(g.seats[i].side) }

// lastBlows returns lastRound where all that is left is one blow of each seat. ownerWeight is what a Wound counts for,
// beside the chance to Down somebody, when the owner of the turn chooses its blow; for all others it is woundWeight.
func (g *Game) lastBlows(s *State, ownerWeight float64, w *weights) float64 {
	if s.phase == phOver {
		return rules.EndWorth(s.over)
	}
	v := view{weights: w}
	g.fillView(s, &v)
	var tolls [seatsMax]toll
	for i := range g.n {
		t, c := &tolls[i], &s.seats[i]
		if v.stands[i] {
			t.most = int(g.lostFrom(c, i)) - int(c.wounds)
			if c.canSpend(endure) {
				t.most += endureBy
			}
			t.most = min(t.most, tollMost)
		}
		t.left[t.most] = 1
	}
	owner := g.turnOwner(s)
	if owner != rules.Nobody {
		if k := int(s.at); s.do != 0 && v.stands[k] { // the attack under way
			if p, damage, reduction := g.pendingHit(s); p > 0 {
				tolls[k].addHit(p, damage, reduction)
			}
		}
		g.addLastBlow(s, int(owner), &v, ownerWeight, &tolls)
	}
	for place := range g.n {
		if i := g.seatAt(s, place); rules.Seat(i) != owner && s.seats[i].turnMarks&acted == 0 {
			g.addLastBlow(s, i, &v, woundWeight, &tolls)
		}
	}
	return g.lastRoundValue(&tolls)
}

// addLastBlow adds the blow of a seat, if it has one to come. It counts with the chance that the seat is not Downed
// itself by then, nor the last of its side but steeds. A rider whose steed has the better blow gets off and strikes
// nobody.
func (g *Game) addLastBlow(s *State, i int, v *view, weight float64, tolls *[seatsMax]toll) {
	isRidden := g.isRidden(s, i)
	if isRidden {
		if v.freed[i] == 0 {
			return
		}
		v.afoot = *s
		v.afoot.seats[i].square, v.afoot.seats[s.seats[i].mount-1].square = v.apart[i].steed, v.apart[i].rider
		s = &v.afoot
	}
	b := g.bestLastBlow(s, i, v, weight, tolls)
	if p := g.chanceToGetOff(s, i); p > 0 {
		k := int(s.seats[i].mount) - 1
		if worth := g.chooseSquares(s, i, k, v, tolls); p*worth > b.worth {
			v.freed[k] = p
			if int(g.turnOwner(s)) != i && s.seats[k].roundPlace() < s.seats[i].roundPlace() { // its place has passed
				g.addLastBlow(s, k, v, woundWeight, tolls)
			}
			return
		}
	}
	if g.isStanceKnown(s, i) && g.hasBenefit(s, i, earth) && s.seats[i].earthBonus == 0 {
		n := g.meanEarthBonus(s, i, v)
		v.meleeATN[i] += n
		v.shotATN[i] += n
		return
	}
	if b.at < 0 {
		return
	}
	if isRidden {
		b.p = float64(b.p * v.freed[i])
	}
	tolls[b.at].addHit(float64(b.p*g.chanceToStrike(i, tolls)), b.damage, g.reduction(s, b.at))
}

// meanEarthBonus returns what the test of its Earth stance is expected to add to a seat's ATN (RK-83), 0 if it has no
// Complex Action left.
func (g *Game) meanEarthBonus(s *State, i int, v *view) int {
	if !v.stands[i] || !g.canAct(s, i) || s.seats[i].grapple != 0 || int(g.turnOwner(s)) == i && s.simpleLeft < 2 {
		return 0
	}
	v.afoot = *s
	v.afoot.do, v.afoot.by = uint8(doDefend), uint8(i)
	curve, need, mean := g.testPool(&v.afoot, i).Curve(), g.testNumber(&v.afoot, i), 0.5
	for n := 1; n <= earthMax; n++ {
		mean += curve.AtLeast(need + 2*n)
	}
	return int(mean)
}

// chanceToGetOff returns the chance that a rider can get off in its turn of this round, if there is room, so that its
// steed has a turn after that. In a grapple the rider has to win the contest first, and throws whoever holds it.
func (g *Game) chanceToGetOff(s *State, i int) float64 {
	c := &s.seats[i]
	hasNoAction := g.isStanceKnown(s, i) && c.stance == void || int(g.turnOwner(s)) == i && s.phase == phAct && s.simpleLeft < 1
	if !g.isRiding(s, i) || !g.canAct(s, i) || hasNoAction || s.seats[c.mount-1].turnMarks&acted != 0 {
		return 0
	}
	p := 1.0
	if c.grapple != 0 {
		for k := range g.n {
			if g.foes(i, k) && s.seats[k].grappleNumber() == c.grappleNumber() {
				p = min(p, g.ratings[i].grappleChance[k])
			}
		}
	}
	return p
}

// chooseSquares chooses where rider i gets off so that its steed k has the best blow, and returns what that blow is worth, 0
// if there is no room. It rides on first only where it cannot get off at once. Whom a rider has thrown makes room for it.
func (g *Game) chooseSquares(s *State, i, k int, v *view, tolls *[seatsMax]toll) (worth float64) {
	from := s.seats[i].square
	if s.seats[i].grapple != 0 {
		v.apart[k] = squaresApart{from, from}
		return g.bestLastBlow(s, k, v, woundWeight, tolls).worth
	}
	occupied := g.seatsBySquare(s)
	occupied[from] = 0
	v.afoot = *s
	tryFrom := func(at uint8) {
		v.afoot.seats[k].square = at
		for sq := range g.ground.Near[at].All() {
			if occupied[sq] == 0 {
				v.afoot.seats[i].square = sq
				if b := g.bestLastBlow(&v.afoot, k, v, woundWeight, tolls); b.worth > worth {
					worth, v.apart[k] = b.worth, squaresApart{steed: at, rider: sq}
				}
			}
		}
	}
	if tryFrom(from); worth > 0 || int(g.turnOwner(s)) == i && s.did&(didMove|didSteed) != 0 {
		return worth
	}
	var near approach
	g.findSteps(s, i, &near)
	for at := range near.to.All() {
		if tryFrom(at); worth > 0 {
			break
		}
	}
	return worth
}

// chanceToStrike returns the chance that a seat is not Downed before its blow, and the fight not over, as it is when
// only steeds are left of a side.
func (g *Game) chanceToStrike(i int, tolls *[seatsMax]toll) float64 {
	p := 1 - tolls[i].left[0]
	if g.seats[i].steed {
		lost := 1.0
		for k := range g.n {
			if !g.foes(i, k) && !g.seats[k].steed {
				lost = float64(lost * tolls[k].left[0])
			}
		}
		p = float64(p * (1 - lost))
	}
	return p
}

// lastBlow is a blow of the last round.
type lastBlow struct {
	at     int     // its target; -1: there is none
	worth  float64 // the chance that it Downs the target, and a share for each Wound
	p      float64 // the chance that it hits
	damage dice.Curve
}

// bestLastBlow returns the blow of a seat that most likely Downs a foe, with each Wound counted as weight beside that
// chance.
func (g *Game) bestLastBlow(s *State, i int, v *view, weight float64, tolls *[seatsMax]toll) (best lastBlow) {
	best.at = -1
	c := &s.seats[i]
	isKnown := g.isStanceKnown(s, i)
	if !v.stands[i] || !g.canAct(s, i) || c.escapeNumber != 0 || g.hasNoBlowLeft(s, i) ||
		isKnown && (c.stance == air || c.stance == earth || c.stance == void) { // RK-80, RK-84, RK-92
		return best
	}
	wanted, _, isWanted := g.goal.DecisiveFall()
	try := func(k int, j uint8, call int, chance float64) {
		if g.seats[k].steed && !(isWanted && k == wanted) { // else no side needs it to stand
			return
		}
		d := g.ratings[i].damageCurves[k][j][call]
		worth := float64(chance * (tolls[k].chanceToDown(d, g.reduction(s, k)) + float64(weight*g.ratings[i].meanWounds[k][j])))
		if worth > best.worth {
			best = lastBlow{k, worth, chance, d}
		}
	}
	if c.grapple != 0 {
		for k := range g.n {
			if g.foes(i, k) && v.stands[k] && s.seats[k].grappleNumber() == c.grappleNumber() {
				try(k, bareHands, 0, g.ratings[i].grappleChance[k])
			}
		}
	} else {
		inFire := g.hasBenefit(s, i, fire)
		var near approach
		if !isKnown {
			inFire = g.canBeIn(s, i, fire) && !g.foeFollows(s, i, v)
		}
		for _, item := range v.items[i][:v.itemCount[i]] {
			if s.items[item].at&itemReady == 0 || s.items[item].at&itemUnstrung != 0 {
				continue
			}
			for j := g.firstArm[item]; int(j) < len(g.arms) && g.arms[j].item == item; j++ {
				g.tryBlowsWith(s, i, j, inFire, v, &near, try)
			}
		}
		g.tryBlowsWith(s, i, bareHands, inFire, v, &near, try)
	}
	return best
}

// isStanceKnown reports whether a seat has chosen the stance of its turn in this round. In the first round stances are
// chosen before the turns (RK-07).
func (g *Game) isStanceKnown(s *State, i int) bool {
	if int(g.turnOwner(s)) == i {
		return s.phase > phStance
	}
	return s.firstRound != 0 && s.seats[i].stance != noStance
}

// What a Wound counts for in the choice of a blow, beside the chance to Down somebody.
const (
	woundWeight     = 0.001 // so little that it decides only between blows with the same chance
	softeningWeight = 1.0   // for a blow that prepares a friend's: more than the chance
)

// tryBlowsWith tries arm j on each foe that it reaches, after a Free Move at most, with each of expectedCalls; chance
// is that of a hit.
func (g *Game) tryBlowsWith(s *State, i int, j uint8, inFire bool, v *view, near *approach, try func(k int, j uint8, call int, chance float64)) {
	a := &g.arms[j]
	if a.harmless {
		return
	}
	curve, malus := g.attackCurve(s, i, j, inFire && a.kind == melee, v)
	if a.kind == aimed && g.isPressed(s, i) && g.canStepClear(s, i, near) {
		malus += int(g.rule.Crowded)
	}
	most := raisesMax
	if g.rule.RaiseCap {
		most = g.seats[i].rings[ringVoid]
	}
	side := 1 - g.seats[i].side
	for _, k := range v.seats[side][:v.counts[side]] {
		if !g.canApproach(s, i, int(k), a.reach, near) {
			continue
		}
		need := g.viewedATN(s, int(k), a, v) + g.coverBonus(s, i, int(k), a.kind)
		if s.firstRound != 0 || g.actsBefore(s, i, int(k)) {
			need += v.passingATN[k]
		}
		for call, raises := range expectedCalls {
			if raises <= most {
				try(int(k), j, call, curve.AtLeast(need+malus+raiseNumber*raises))
			}
		}
	}
}

// approach has the free squares that a seat reaches by a Free Move. findSteps works them out when they are first needed.
type approach struct {
	known bool
	to    book.Squares
}

// canApproach reports whether seat i has seat k within reach, from where it stands or after a Free Move.
func (g *Game) canApproach(s *State, i, k int, reach uint8, near *approach) bool {
	at := s.seats[k].square
	switch far := g.ground.Distance(s.seats[i].square, at); {
	case far <= reach:
		return true
	case int(far) > int(reach)+g.freeSteps(s, i):
		return false
	}
	g.findSteps(s, i, near)
	for sq := range near.to.All() {
		if g.ground.Distance(sq, at) <= reach {
			return true
		}
	}
	return false
}

// canStepClear reports whether a Free Move takes seat i to a square beside which there is no foe that can act.
func (g *Game) canStepClear(s *State, i int, near *approach) bool {
	g.findSteps(s, i, near)
	for sq := range near.to.All() {
		isClear := true
		for k := range g.n {
			isClear = isClear && !(g.foes(i, k) && g.ground.Distance(sq, s.seats[k].square) <= 1 && g.canAct(s, k))
		}
		if isClear {
			return true
		}
	}
	return false
}

// freeSteps returns how many squares seat i goes by a Free Move, 0 if it has made one in the turn under way.
func (g *Game) freeSteps(s *State, i int) int {
	if int(g.turnOwner(s)) == i && s.did&didMove != 0 {
		return 0
	}
	return stepSquares * max(1, g.seats[i].rings[ringWater])
}

// findSteps works out the squares of near, unless they are known.
func (g *Game) findSteps(s *State, i int, near *approach) {
	if near.known {
		return
	}
	var closed, taken book.Squares
	for n := range g.n {
		if n != i && g.isConscious(s, n) {
			taken.Add(s.seats[n].square)
			if g.foes(i, n) && g.canAct(s, n) {
				closed.Add(s.seats[n].square)
			}
		}
	}
	var w book.Walk
	reached := g.ground.Walk(s.seats[i].square, g.freeSteps(s, i), closed, nil, &w)
	*near = approach{true, reached.Without(&taken)}
}

// foeFollows reports whether a foe has its turn after a seat in this round, so that the Fire stance costs the seat
// something.
func (g *Game) foeFollows(s *State, i int, v *view) bool {
	owner := int(g.turnOwner(s))
	for k := range g.n {
		isBehind := i == owner || s.seats[k].roundPlace() > s.seats[i].roundPlace()
		if isBehind && g.foes(i, k) && v.stands[k] && k != owner && s.seats[k].turnMarks&acted == 0 {
			return true
		}
	}
	return false
}

// lastRoundValue returns how side 0 stands when the round is over: the chances that each side has Downed all of the
// other, or reached its objective, and for the rest how the fight ends at the cap.
func (g *Game) lastRoundValue(tolls *[seatsMax]toll) float64 {
	wins := [2]float64{1, 1}
	for i := range g.n {
		if !g.seats[i].steed {
			other := 1 - g.seats[i].side
			wins[other] = float64(wins[other] * tolls[i].left[0])
		}
	}
	late := g.capEnding
	if g.goal.Kind == book.GoalLast {
		late = rules.EndOf(g.goal.Side)
	}
	if who, winner, ok := g.goal.DecisiveFall(); ok {
		wins[winner] = max(wins[winner], tolls[who].left[0])
	}
	value := wins[0] - wins[1] + float64(rules.EndWorth(late)*max(0, 1-wins[0]-wins[1]))
	return max(-scoreMost, min(scoreMost, value))
}
