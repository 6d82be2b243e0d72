package keep

import (
	"math"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
)

// Leaves of the last round. What is not decided in it never is, so that the ratio of what both sides do turn after turn
// says little there: each who has not had its turn strikes once more, in the order of the round, and then time is up.
// Chances are exact as far as the blows are those that are expected here: one of each seat, with one call at most, at
// the foe it most likely fells. Where few fight, opening stances and a grapple are tried out.

// tollMost is the most Wounds that are told apart. Who bears more is hardly felled in one round.
const tollMost = 63

// toll is the chance of each number of Wounds that a seat can yet bear; with none it is Downed.
type toll struct {
	most int // the highest that has a chance
	left [tollMost + 1]float64
}

// addHit is a blow that comes with chance p, and its damage.
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

// chanceToDown returns the chance that a hit Downs one who is not yet.
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

// choosersMost is how many may fight for a leaf of the last round to try out what they choose, which takes many leaves.
const choosersMost = 3

// lastRound returns how side 0 stands in the round that ends the fight, from -1 to 1.
func (g *Game) lastRound(s *State, w *weights) float64 {
	switch {
	case g.n > choosersMost:
	case s.phase == phOpening:
		return g.lastOpening(s, w)
	case s.phase == phAct && s.simpleLeft >= 2 && s.seats[s.actor].hold == 0:
		return g.lastAct(s, w)
	}
	return g.lastBlows(s, woundWeight, w)
}

// lastOpening is lastRound where an opening stance is to be taken: the best that its seat, and those after it, can make
// of it. Earth and Void allow no more blows than Air does, and ward off less.
func (g *Game) lastOpening(s *State, w *weights) float64 {
	sign, best := g.sideSign(s.by), math.Inf(-1)
	var t State // of this call: in the loop it would be allocated anew
	for _, st := range [...]stance{water, air, fire} {
		if g.canBeIn(s, int(s.by), st) {
			t = *s
			g.takeOpening(&t, rules.Action{With: uint8(st)}, nil)
			best = max(best, sign*g.lastRound(&t, w))
		}
	}
	return sign * best
}

// lastAct is lastRound of one who acts: it strikes to fell somebody, or so that a friend may, or begins a grapple. Whom
// it holds strikes with bare hands, if at all, and both are easily hit.
func (g *Game) lastAct(s *State, w *weights) float64 {
	sign := g.sideSign(s.actor)
	best := max(sign*g.lastBlows(s, woundWeight, w), sign*g.lastBlows(s, softeningWeight, w))
	var room [16]rules.Action
	list := g.listGrapples(s, room[:0])
	if len(list) == 0 {
		return sign * best
	}
	t := *s
	g.endTurn(&t, nil)
	missed := g.lastBlows(&t, woundWeight, w)
	for _, a := range list {
		t = *s
		t.do, t.with, t.at, t.by = uint8(doGrapple), a.With, uint8(a.At), s.actor
		p := g.testPool(&t, int(t.by)).Curve().AtLeast(g.testNumber(&t, int(t.by)))
		g.joinGrapple(&t, int(t.by), int(a.At), nil)
		g.endTurn(&t, nil)
		best = max(best, sign*(missed+float64(p*(g.lastBlows(&t, woundWeight, w)-missed))))
	}
	return sign * best
}

// sideSign returns 1 for a seat of side 0, else -1.
func (g *Game) sideSign(i uint8) float64 { return 1 - 2*float64(g.seats[i].side) }

// lastBlows is lastRound where all that is left is a blow each. Whoever acts weighs a Wound so much, the others by
// bruise.
func (g *Game) lastBlows(s *State, hurt float64, w *weights) float64 {
	if s.phase == phOver {
		return rules.EndWorth(s.over)
	}
	v := view{weights: w}
	g.survey(s, &v)
	var tolls [seatsMax]toll
	for i := range g.n {
		t, c := &tolls[i], &s.seats[i]
		if v.stands[i] {
			t.most = int(g.lostFrom(c, i)) - int(c.wounds)
			if c.voidPoints > 0 && c.spent&endure == 0 {
				t.most += endureBy
			}
			t.most = min(t.most, tollMost)
		}
		t.left[t.most] = 1
	}
	owner := g.turnOwner(s)
	if owner != rules.Nobody {
		g.addPendingHit(s, &v, &tolls)
		g.lastTurn(s, int(owner), &v, hurt, &tolls)
	}
	for place := range g.n {
		if i := g.seatAt(s, place); rules.Seat(i) != owner && s.seats[i].turnMarks&acted == 0 {
			g.lastTurn(s, i, &v, woundWeight, &tolls)
		}
	}
	return g.lastRoundValue(&tolls)
}

// addPendingHit is the attack that has been begun.
func (g *Game) addPendingHit(s *State, v *view, tolls *[seatsMax]toll) {
	if k := int(s.at); s.do != 0 && v.stands[k] {
		if p, damage, reduction := g.pendingHit(s); p > 0 {
			tolls[k].addHit(p, damage, reduction)
		}
	}
}

// lastTurn is the blow of a seat that has one to come: the one that most likely fells a foe.
func (g *Game) lastTurn(s *State, i int, v *view, hurt float64, tolls *[seatsMax]toll) {
	c := &s.seats[i]
	stands := g.isStanceKnown(s, i)
	if !v.stands[i] || g.isRidden(s, i) || !g.canAct(s, i) || c.escapeNumber != 0 || g.hasNoBlowLeft(s, i) ||
		stands && (c.stance == air || c.stance == earth || c.stance == void) { // RK-80, RK-84, RK-92
		return
	}
	var at, best, p = -1, 0.0, 0.0
	var damage dice.Curve
	try := func(k int, j uint8, call int, chance float64) {
		d := g.ratings[i].damageCurves[k][j][call]
		// the foe it most likely fells, and of those it cannot fell the one it hurts most
		if worth := float64(chance * (tolls[k].chanceToDown(d, g.reduction(s, k)) + float64(hurt*g.ratings[i].meanWounds[k][j]))); worth > best {
			at, best, p, damage = k, worth, chance, d
		}
	}
	if c.hold != 0 {
		for k := range g.n {
			if g.foes(i, k) && v.stands[k] && s.seats[k].grapple() == c.grapple() {
				try(k, bareHands, 0, g.ratings[i].grappleChance[k])
			}
		}
	} else {
		fiery := g.hasBenefit(s, i, fire)
		var o approach
		if !stands {
			fiery = g.canBeIn(s, i, fire) && !g.foeFollows(s, i, v)
		}
		for _, item := range v.items[i][:v.itemCount[i]] {
			if s.items[item].at&itemReady == 0 || s.items[item].at&itemUnstrung != 0 {
				continue
			}
			for j := g.firstArm[item]; int(j) < len(g.arms) && g.arms[j].item == item; j++ {
				g.blowsWith(s, i, j, fiery, v, &o, try)
			}
		}
		g.blowsWith(s, i, bareHands, fiery, v, &o, try)
	}
	if at >= 0 {
		tolls[at].addHit(float64(p*(1-tolls[i].left[0])), damage, g.reduction(s, at))
	}
}

// isStanceKnown reports whether the stance of a seat's turn is known: of the one under way, and in the first round
// (RK-07).
func (g *Game) isStanceKnown(s *State, i int) bool {
	if int(g.turnOwner(s)) == i {
		return s.phase > phStance
	}
	return s.first != 0 && s.seats[i].stance != noStance
}

// woundWeight is what a Wound counts for beside the chance to fell somebody. It is set by hand, so small that it
// decides between blows only where that chance is the same.
const woundWeight = 0.001

// softeningWeight is the same where a blow is to help a friend's to fell somebody: any Wound counts for more than the
// chance.
const softeningWeight = 1.0

// blowsWith tries one way to strike at each foe within reach of a Free Move.
func (g *Game) blowsWith(s *State, i int, j uint8, fiery bool, v *view, o *approach, try func(k int, j uint8, call int, chance float64)) {
	a := &g.arms[j]
	if a.harmless {
		return
	}
	curve, less := g.attackCurve(s, i, j, fiery && a.kind == melee, v)
	most := raisesMax
	if g.rule.RaiseCap {
		most = g.seats[i].rings[ringVoid]
	}
	side := 1 - g.seats[i].side
	for _, k := range v.seats[side][:v.counts[side]] {
		if !g.canApproach(s, i, int(k), a.reach, o) {
			continue
		}
		need := v.meleeATN[k]
		if a.kind != melee {
			need = v.shotATN[k] + g.coverBonus(s, i, int(k), a.kind)
		}
		if s.first != 0 || g.actsBefore(s, i, int(k)) {
			need += v.passingATN[k]
		}
		for call, raises := range expectedCalls {
			if raises <= most {
				try(int(k), j, call, curve.AtLeast(need+less+raiseNumber*raises))
			}
		}
	}
}

// approach is where a seat comes to by a Free Move, once that is asked.
type approach struct {
	known bool
	to    book.Squares
}

// canApproach reports whether a seat comes so near to a foe as a weapon reaches, where it stands or by a Free Move.
func (g *Game) canApproach(s *State, i, k int, reach uint8, o *approach) bool {
	from, at, steps := s.seats[i].square, s.seats[k].square, stepSquares*max(1, g.seats[i].rings[ringWater])
	switch far := g.ground.Far(from, at); {
	case far <= reach:
		return true
	case int(far) > int(reach)+steps:
		return false
	}
	if !o.known {
		var closed, taken book.Squares
		for n := range g.n {
			if n != i && g.conscious(s, n) {
				taken.Add(s.seats[n].square)
				if g.foes(i, n) && g.canAct(s, n) {
					closed.Add(s.seats[n].square)
				}
			}
		}
		var w book.Walk
		reached := g.ground.Walk(from, steps, closed, nil, &w)
		*o = approach{true, reached.Without(&taken)}
	}
	for sq := range o.to.All() {
		if g.ground.Far(sq, at) <= reach {
			return true
		}
	}
	return false
}

// foeFollows reports whether a foe has its turn after a seat in this round.
func (g *Game) foeFollows(s *State, i int, v *view) bool {
	owner := int(g.turnOwner(s))
	for k := range g.n {
		if g.foes(i, k) && v.stands[k] && k != owner && s.seats[k].turnMarks&acted == 0 && (i == owner || s.seats[k].roundPlace() > s.seats[i].roundPlace()) {
			return true
		}
	}
	return false
}

// lastRoundValue returns how side 0 stands when the round is over.
func (g *Game) lastRoundValue(tolls *[seatsMax]toll) float64 {
	wins := [2]float64{1, 1}
	for i := range g.n {
		if !g.seats[i].steed {
			other := 1 - g.seats[i].side
			wins[other] = float64(wins[other] * tolls[i].left[0])
		}
	}
	late := g.capEnding
	switch side, who := g.goal.Side, g.goal.Who; g.goal.Kind {
	case book.GoalLast:
		late = rules.EndOf(side)
	case book.GoalDown:
		wins[side] = max(wins[side], tolls[who].left[0])
	case book.GoalProtect:
		wins[1-side] = max(wins[1-side], tolls[who].left[0])
	}
	value := wins[0] - wins[1] + float64(rules.EndWorth(late)*max(0, 1-wins[0]-wins[1]))
	return max(-scoreMost, min(scoreMost, value))
}
