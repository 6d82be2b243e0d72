package tempo

import "math"

// The estimate of winning for positions that are not decided: each side's power is what it deals times what it still bears
// (Lanchester's square law), the logarithm of their ratio through a logistic curve. TestScoreIsCalibrated holds what it
// promises.

// rating is what a fresh combatant can deal in a round of this fight and how hard it is to wound there.
type rating struct {
	force float64                   // damage beyond armour a round
	tough float64                   // how much harder than usual it is to wound
	share float64                   // of its side's force, 0 to 1
	blows [3][2][pointsSeen]float64 // by what is in hand, on another's turn and on its own, and AP: what they are good for
}

// pointsSeen is one more than the AP that are told apart.
const pointsSeen = 25

// Weights are the numbers of the estimate. Each is 0 or more.
type Weights struct {
	Steep    float64    // how sharply the ratio of powers decides
	Body     float64    // how much of a life there is besides the boxes
	Box      [3]float64 // how much of one a free box is: minor, moderate, severe
	Tempo    float64    // what AP for any number of blows are worth
	Next     float64    // of that, how much a next blow is worth beside the one before it
	Turn     float64    // share of a full pool that counts against those whose turn it is not: it is not filled before it comes
	Weakened float64    // share of both lost for each point of penalty
	Unready  float64    // share of bearing lost while Off Guard
	Held     float64    // share of both lost while pinned
	Disarmed float64    // share of dealing lost without a weapon
	Unloaded float64    // share of dealing lost with nothing to shoot in a ranged weapon, less as far as it is reloaded
	Idle     float64    // share of dealing lost by one who reaches nobody from where it stands
	Apart    float64    // share of any lead lost while nobody reaches anybody: who does not close does not win
	Hold     float64    // how much time helps the side that has to last
	Mark     float64    // how much the one to be downed or protected counts
}

// Fitted are the weights in force. Those of a duel were fitted to exact values: two swordsmen on two squares with boxes
// 2/2/1/1 and 3/2/2/1, solved, 8,000 positions of best play with every fourth decision drawn. The root of the mean squared
// error there is 0.075 of a value, 0.212 with the weights before.
var Fitted = Weights{Steep: 2.17, Body: 1.1, Box: [3]float64{0.025, 0.27, 0.88}, Tempo: 2.8, Next: 0.69, Turn: 0.5, Weakened: 0.078, Unready: 0.55,
	Held: 0.24, Disarmed: 0.24, Unloaded: 0.4, Idle: 0.3, Apart: 0.25, Hold: 2, Mark: 1.2}

// With is the same fight judged by other weights: for fitting and for comparing.
func (g *Game) With(w Weights) *Game {
	other := *g
	other.weights = w
	other.rate()
	return &other
}

const scoreMax = 0.98 // only a decided fight is 1

// rate works the ratings out once a fight: expected damage against the other side's armour, and the chance to be missed.
func (g *Game) rate() {
	for i := range g.n {
		f := &g.seats[i]
		best, defends := 0.0, 0.0
		for k := range f.arms {
			a := &f.arms[k]
			sum, n := 0.0, 0.0
			for t := range g.n {
				if !g.foes(i, t) {
					continue
				}
				o := &g.seats[t]
				mean := 3.5*float64(a.dice) + float64(a.plus) - 0.5*float64(o.protect[a.kind])
				edge := float64(a.skill) - 0.5*float64(o.skills[footwork]-o.burden)
				sum += max(0.5, mean) * math.Exp(0.06*edge)
				n++
			}
			if n > 0 {
				best = max(best, sum/n/(1+float64(a.cost))*4)
			}
		}
		for k := range f.slots {
			if f.slots[k].there && !f.slots[k].ranged {
				defends = max(defends, float64(f.slots[k].skill+f.slots[k].guard))
			}
		}
		defends = max(defends, float64(f.skills[footwork]-f.burden))
		stamina := float64(f.skills[endurance] - f.burden)
		g.rated[i] = rating{force: best * math.Exp(0.02*stamina), tough: math.Exp(0.06*defends+0.02*stamina) + 0.05*float64(f.armoured-f.combat)}
		g.worths(i)
	}
	var whole [2]float64
	for i := range g.n {
		whole[g.seats[i].side] += g.rated[i].force
	}
	for i := range g.n {
		g.rated[i].share = g.rated[i].force / whole[g.seats[i].side]
	}
}

// worths tabulates what AP are good for: a blow more is worth less than the one before. On one's own turn AP short of a
// blow are worth half of that, as the pool is filled after it; on another's they are what the next turn has left of them.
func (g *Game) worths(i int) {
	f, r := &g.seats[i], &g.rated[i]
	for hand := range r.blows {
		cost := 0.0
		for k := range f.arms {
			if a := &f.arms[k]; a.slot == uint8(hand) && (cost == 0 || float64(a.cost) < cost) {
				cost = float64(a.cost)
			}
		}
		if cost == 0 {
			continue
		}
		most := 1 - math.Pow(g.weights.Next, float64(g.rule.Points)/cost)
		for ap := range pointsSeen {
			n := float64(ap) / cost
			r.blows[hand][0][ap] = 1 - math.Pow(g.weights.Next, n) - g.weights.Turn*most
			r.blows[hand][1][ap] = 1 - (math.Pow(g.weights.Next, math.Floor(n))+math.Pow(g.weights.Next, n))/2
		}
	}
}

// Score is how side 0 stands, from -1 to 1. An action under way counts at what is to be expected of it, see ahead.go.
func (g *Game) Score(s *State) float64 {
	switch s.over {
	case endDraw:
		return 0
	case endFirst:
		return 1
	case endSecond:
		return -1
	}
	if s.do != 0 {
		return g.pending(s)
	}
	return g.stands(s, nil)
}

// stands is the estimate of a position with blows still to fall.
func (g *Game) stands(s *State, blows []blow) float64 {
	var deal, bear, ready [2]float64
	lead := 1 - g.weights.Apart
	for i := range g.n {
		if c := &s.seats[i]; c.status != out {
			d, b := g.weighs(s, i, c)
			if len(blows) > 0 {
				d, b = g.survives(s, i, blows, d, b)
			}
			side, own := g.seats[i].side, 0
			if i == int(s.actor) {
				own = 1
			}
			blows := g.rated[i].share * g.rated[i].blows[c.hand][own][min(c.ap, pointsSeen-1)]
			if g.touches(s, i, c) {
				lead = 1
			} else {
				d *= 1 - g.weights.Idle
			}
			ready[side] += blows
			deal[side] += d
			bear[side] += b
		}
	}
	x := lead*g.weights.Steep*(math.Log(deal[0]*bear[0]+1e-3)-math.Log(deal[1]*bear[1]+1e-3)) + g.weights.Tempo*(ready[0]-ready[1])
	x += g.aims(s)
	return max(-scoreMax, min(scoreMax, math.Tanh(x/2)))
}

// touches says whether one reaches a foe from where it stands.
func (g *Game) touches(s *State, i int, c *seat) bool {
	if c.partner != 0 {
		return true
	}
	shoots := c.hand != slotNone && g.seats[i].slots[c.hand].ranged
	threat := g.seats[i].threat[c.hand]
	for k := range g.n {
		o := &s.seats[k]
		if o.status == out || !g.foes(i, k) {
			continue
		}
		if threat>>g.ground.far(c.square, o.square)&1 != 0 || shoots && g.ground.sees(c.square, o.square) {
			return true
		}
	}
	return false
}

// weighs is what one who stands deals and bears.
func (g *Game) weighs(s *State, i int, c *seat) (deal, bear float64) {
	f, r := &g.seats[i], &g.rated[i]
	bear = g.weights.Body
	for k, have := range f.boxes {
		bear += g.weights.Box[k] * float64(have-c.boxes[k])
	}
	if s.due > 0 && i == int(s.at) { // a wound that is certain to come counts as there
		if s.due >= critical {
			bear = 0.05
		} else {
			bear = max(0.1, bear-g.weights.Box[s.due-1])
		}
	}
	deal = r.force
	bear *= r.tough
	if w := g.weak(c); w < 0 {
		share := math.Exp(g.weights.Weakened * float64(w))
		deal *= share
		bear *= share
	}
	switch c.status {
	case offGuard:
		bear *= 1 - g.weights.Unready
	case pinned:
		deal *= 1 - g.weights.Held
		bear *= 1 - g.weights.Held
	}
	if c.hand == slotNone && f.slots[slotMain].there {
		deal *= 1 - g.weights.Disarmed
	}
	if c.hand != slotNone {
		if sl := &f.slots[c.hand]; sl.ranged && c.shots < f.arms[sl.strike].uses {
			deal *= 1 - g.weights.Unloaded*(1-float64(c.loading)/float64(sl.reload))
		}
	}
	return deal, bear
}

// aims adds what an objective makes of the position.
func (g *Game) aims(s *State) float64 {
	sign := 1 - 2*float64(g.goal.side)
	switch g.goal.kind {
	case goalLast:
		return sign * g.weights.Hold * (float64(s.round)/float64(g.goal.rounds) - 0.5)
	case goalDown:
		return sign * g.weights.Mark * (0.5 - g.health(s))
	case goalProtect:
		return sign * g.weights.Mark * (g.health(s) - 0.5)
	}
	return 0
}

// health is what is left of the one an objective names.
func (g *Game) health(s *State) float64 {
	left, whole := 0.0, 0.0
	f, c := &g.seats[g.goal.who], &s.seats[g.goal.who]
	for k, have := range f.boxes {
		whole += float64(have)
		left += float64(have - c.boxes[k])
	}
	return left / whole
}
