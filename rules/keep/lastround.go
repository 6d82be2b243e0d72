package keep

import (
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
)

// Leaves of the last round. What is not decided in it never is, so that the ratio of what both sides do turn after turn says
// little there: each who has not had its turn strikes once more, in the order of the round, and then time is up. Chances are
// exact as far as the blows are those that are expected here: one of each seat, without raises, at the foe it most likely fells.

// tollMost is the most Wounds that are told apart. Who bears more is hardly felled in one round.
const tollMost = 63

// toll is the chance of each number of Wounds that a seat can yet bear; with none it is Downed.
type toll struct {
	most int // the highest that has a chance
	left [tollMost + 1]float64
}

// hit is a blow that comes with chance p, and its damage.
func (t *toll) hit(p float64, damage dice.Curve, reduction int) {
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

// falls returns the chance that a hit Downs one who is not yet.
func (t *toll) falls(damage dice.Curve, reduction int) (p float64) {
	for left := 1; left <= t.most; left++ {
		if t.left[left] > 0 {
			p += float64(t.left[left] * damage.AtLeast(reduction+left))
		}
	}
	return p
}

// closing reports whether the fight ends with this round.
func (g *Game) closing(s *State) bool { return s.phase >= phOpening && int(s.round) >= g.Rounds() }

// lastRound returns how side 0 stands in the round that ends the fight, from -1 to 1.
func (g *Game) lastRound(s *State, w *weights) float64 {
	v := view{weights: w}
	g.survey(s, &v)
	var tolls [seatsMax]toll
	for i := range g.n {
		t, c := &tolls[i], &s.seats[i]
		if v.in[i] {
			t.most = int(g.lostFrom(c, i)) - int(c.wounds)
			if c.void > 0 && c.spent&endure == 0 {
				t.most += endureBy
			}
			t.most = min(t.most, tollMost)
		}
		t.left[t.most] = 1
	}
	owner := g.Owner(s)
	if owner != rules.Nobody {
		g.underWay(s, &v, &tolls)
		g.lastTurn(s, int(owner), &v, &tolls)
	}
	for place := range g.n {
		if i := g.seatAt(s, place); rules.Seat(i) != owner && s.seats[i].turns&acted == 0 {
			g.lastTurn(s, i, &v, &tolls)
		}
	}
	return g.lastRoundValue(s, &tolls)
}

// underWay is the attack that has been begun.
func (g *Game) underWay(s *State, v *view, tolls *[seatsMax]toll) {
	if k := int(s.at); s.do != 0 && v.in[k] {
		if p, damage, reduction := g.pendingHit(s); p > 0 {
			tolls[k].hit(p, damage, reduction)
		}
	}
}

// lastTurn is the blow of a seat that has one to come: the one that most likely fells a foe.
func (g *Game) lastTurn(s *State, i int, v *view, tolls *[seatsMax]toll) {
	c := &s.seats[i]
	if !v.in[i] || g.turnless(s, i) || !g.acts(s, i) || c.tangle != 0 || g.struckOut(s, i) {
		return
	}
	stands := int(g.Owner(s)) == i && s.phase > phStance // its stance is taken
	var at, best, p = -1, 0.0, 0.0
	var damage dice.Curve
	try := func(k int, j uint8, chance float64) {
		d := g.rated[i].damage[k][j]
		// the foe it most likely fells, and of those it cannot fell the one it hurts most
		if worth := float64(chance * (tolls[k].falls(d, g.reduction(s, k)) + float64(bruise*g.rated[i].harm[k][j]))); worth > best {
			at, best, p, damage = k, worth, chance, d
		}
	}
	if c.hold != 0 {
		for k := range g.n {
			if g.foes(i, k) && v.in[k] && s.seats[k].hold&holdNumber == c.hold&holdNumber {
				try(k, bareHands, g.rated[i].grip[k])
			}
		}
	} else {
		fiery := !stands && g.allows(s, i, fire) && !g.foeFollows(s, i, v)
		for _, item := range v.has[i][:v.count[i]] {
			if s.items[item].at&itemReady == 0 || s.items[item].at&itemSlack != 0 {
				continue
			}
			for j := g.ways[item]; int(j) < len(g.arms) && g.arms[j].item == item; j++ {
				g.lastBlows(s, i, j, fiery, v, try)
			}
		}
		g.lastBlows(s, i, bareHands, fiery, v, try)
	}
	if at >= 0 {
		tolls[at].hit(float64(p*(1-tolls[i].left[0])), damage, g.reduction(s, at))
	}
}

// bruise is what a Wound counts for beside the chance to fell somebody. It is set by hand, so small that it decides between
// blows only where that chance is the same.
const bruise = 0.001

// lastBlows tries one way to strike at each foe within reach of a Free Move.
func (g *Game) lastBlows(s *State, i int, j uint8, fiery bool, v *view, try func(k int, j uint8, chance float64)) {
	a := &g.arms[j]
	if a.harmless {
		return
	}
	curve, less := g.aims(s, i, j, fiery && a.kind == melee, v)
	reach := int(a.reach) + stepSquares*max(1, g.seats[i].rings[ringWater])
	side := 1 - g.seats[i].side
	for _, k := range v.who[side][:v.n[side]] {
		if int(g.ground.Far(s.seats[i].square, s.seats[k].square)) > reach {
			continue
		}
		need := v.near[k]
		if a.kind != melee {
			need = v.shot[k]
		}
		if g.before(s, i, int(k)) {
			need += v.extra[k]
		}
		try(int(k), j, curve.AtLeast(need+less))
	}
}

// foeFollows reports whether a foe has its turn after a seat in this round.
func (g *Game) foeFollows(s *State, i int, v *view) bool {
	owner := int(g.Owner(s))
	for k := range g.n {
		if g.foes(i, k) && v.in[k] && k != owner && s.seats[k].turns&acted == 0 && (i == owner || s.seats[k].place&15 > s.seats[i].place&15) {
			return true
		}
	}
	return false
}

// lastRoundValue returns how side 0 stands when the round is over.
func (g *Game) lastRoundValue(s *State, tolls *[seatsMax]toll) float64 {
	wins := [2]float64{1, 1}
	for i := range g.n {
		if !g.seats[i].steed {
			other := 1 - g.seats[i].side
			wins[other] = float64(wins[other] * tolls[i].left[0])
		}
	}
	late := g.capped
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
