package tempo

import (
	"math"

	"kokyu/rules"
	"kokyu/rules/bitexact"
	"kokyu/rules/book"
)

// The estimate of winning for positions that are not decided. Each side's power is what it deals in a round times what
// it still bears (Lanchester's square law); the logarithm of the ratio of both goes through a logistic curve.
// TestScoreIsCalibrated checks that the estimate is the share of fights won.

// rating is what a combatant at full strength can deal in a round of this fight, and how hard it is to wound there.
// Arrays of three are by the slot in hand, slotNone for empty hands.
type rating struct {
	force [3]float64 // damage beyond armour in a round, with what it has and the slot in hand
	deals [3]float64 // the same with that slot alone
	tough [3]float64 // how much harder than usual it is to wound
	share float64    // its share of the force of its side, 0 to 1
	bow   int        // the slot of its ranged weapon, -1 if it has none
	// what AP are worth: on another's turn and on its own, and by how many they are
	blows [3][2][pointsSeen]float64
}

// poolUsual is the AP of a full pool where no ruling says otherwise. What is dealt in a round is worked out for so
// many.
const poolUsual = 12

// pointsSeen is how many numbers of AP are told apart, from 0 on; more count as the highest.
const pointsSeen = 25

// weights are the numbers of the estimate. Each is 0 or more. The tags give the names and bounds with which kokyu-lab
// eval fit sets them for fights of groups, or of one against one (alone).
type weights struct {
	Steep float64 `groups:"steep 0.3 to 5"` // how sharply the ratio of powers decides
	Body  float64 `groups:"body 0.2 to 3"`  // how much of a life there is besides the boxes

	// Box is how much of one a free box is: minor, moderate, severe.
	Box [3]float64 `groups:"minor 0 to 1, moderate 0 to 1, severe 0 to 2"`

	Tempo float64 `groups:"tempo 0 to 8"` // what AP for any number of blows are worth
	// of that, how much a next blow is worth beside the one before it
	Next float64 `groups:"next 0.3 to 0.95"`
	// share of a full pool, not full yet, that counts against those whose turn it is not
	Turn float64 `groups:"turn 0 to 1"`
	// what it is worth to have all one's turns before those of the other side
	Order    float64 `groups:"order 0 to 4"`
	Weakened float64 `groups:"weakened 0 to 0.5"` // share of both lost for each point of penalty
	Unready  float64 `groups:"unready 0 to 0.95"` // share of bearing lost while Off Guard
	Held     float64 `groups:"held 0 to 0.9"`     // share of both lost while pinned
	Disarmed float64 `groups:"disarmed 0 to 0.9"` // share of dealing lost without a weapon
	// share of dealing lost with an empty ranged weapon, less as far as it is reloaded
	Unloaded float64 `groups:"unloaded 0 to 0.95"`
	// share of dealing lost by one who reaches nobody from where it stands
	Idle float64 `groups:"idle 0 to 0.95"`
	// share of any lead lost while nobody reaches anybody: who does not close does not win
	Apart float64 `groups:"apart 0 to 0.9"`
	Mark  float64 `groups:"mark 0 to 4"` // how much the one to be downed or protected counts
	// the share of its boxes free that favours nobody: above 1 whoever wants it down is better off from the start
	Even float64 `groups:"even 0 to 3"`
	// how much the way out counts for those who want to get away
	Away float64 `groups:"away 0 to 9"`
	// share of a blow that AP short of it are worth on one's own turn
	Part float64 `groups:"part 0 to 1"`
	// share of what a weapon deals and wards off that counts while it is not in hand
	Draw float64 `groups:"draw 0 to 1"`
	// share of the reloading that counts to the price of a shot
	Reload float64 `groups:"reload 0 to 2"`
	// how much more a weapon deals that shoots again without being loaded, as a logarithm
	Repeats float64 `groups:"repeats 0 to 3"`
	// share of the AP for coming within reach that are no longer there for blows
	Close float64 `groups:"close 0 to 1.5"`
	// share of dealing lost for every Move it takes to come within reach
	Far float64 `groups:"far 0 to 1"`
	// how likely a round of full pools decides: a lead counts less in the last ones, but with 0
	Pace float64 `groups:"pace 0 to 1" alone:"pace 0.05 to 3"`
}

// scoreWeights are the weights of Score. Those of a duel were fitted to exact values: two swordsmen on two squares with
// boxes 2/2/1/1 and 3/2/2/1, solved, 8,000 positions of best play with every fourth decision drawn. The root of the
// mean squared error there is 0.075 of a value, 0.212 with the weights before.
//
// A gun deals four times as much as its price and its damage say (Repeats): nobody comes within reach of it between two
// of its shots, or dodges them (TP-103). Without that, sides with a gun more won 0.85 of the fights that the estimate
// called even. Of random encounters 200 to 419, each fought 20 times at 300 nodes, it is off at the start by 0.27 of a
// win (root of the mean square), 0.39 before; 1.5 was fitted to encounters 1 to 199.
var scoreWeights = weights{Steep: 2.17, Body: 1.1, Box: [3]float64{0.025, 0.27, 0.88}, Tempo: 2.8, Next: 0.69, Turn: 0.5,
	Weakened: 0.078, Unready: 0.55, Held: 0.24, Disarmed: 0.24, Unloaded: 0.4, Idle: 0.3, Apart: 0.25, Mark: 1.2,
	Even: 0.5, Away: 4, Part: 0.5, Draw: 1, Repeats: 1.5}

// view is one way to judge a fight: weights, and what they make of its combatants. Score and Leaf have one view each.
type view struct {
	weights weights
	ratings [seatsMax]rating
	far     [groundMax + 2]float64 // by the Moves to the nearest foe, from 1: the share left of dealing
	// by the category of the worst wound: the share left of dealing and bearing
	weakened [4]float64
}

// What the estimate weighs besides by fixed numbers. All were set by hand with the first estimate and never fitted: the
// weights of a duel were fitted with them in place, to the 0.075 of a value above.
const (
	dieMean       = 3.5  // the mean of a six-sided die
	protectShare  = 0.5  // share of a foe's armour against a kind of damage that comes off a blow
	footworkShare = 0.5  // share of a foe's Footwork that comes off the skill to strike it
	damageLeast   = 0.5  // damage of a blow that armour stops, at least
	skillEdge     = 0.06 // what a point of skill adds to dealing, or of an answer to bearing, as a logarithm
	staminaEdge   = 0.02 // what a point of endurance adds to both, as a logarithm
	armourEdge    = 0.05 // what a point of armoured defence above combat defence adds to bearing
	blowOverhead  = 1    // AP counted with each blow besides its price
	blowsScale    = 4    // what the damage for an AP is multiplied by to make it a round's
	powerLeast    = 1e-3 // what is added to a power or to bearing, so that none is 0
	doomedBears   = 0.05 // what one bears on whom a critical wound is certain to fall
	woundedBears  = 0.1  // what one bears with any other wound to come, at least
	wayEven       = 0.5  // the share of the way out still to go that favours nobody
	scoreMax      = 0.98 // only a decided fight is 1
)

// newView works out the view of a fight with some weights: what each combatant deals against the armour of the other
// side, and how well it wards off blows. It runs once for each set of weights and not for each position.
func (g *Game) newView(w weights) *view {
	v := &view{weights: w, weakened: [4]float64{1}}
	for moves := range v.far {
		v.far[moves] = (1 - w.Idle) * bitexact.Exp(float64(-w.Far*float64(moves)))
	}
	for k, penalty := range g.rule.WoundPenalty {
		v.weakened[k+1] = bitexact.Exp(float64(w.Weakened * float64(penalty)))
	}
	for i := range g.n {
		f, r := &g.seats[i], &v.ratings[i]
		r.bow = -1
		for k := range f.slots {
			if f.slots[k].present && f.slots[k].ranged {
				r.bow = k
			}
		}
		var deals, wards [3]float64
		for k := range f.arms {
			a := &f.arms[k]
			sum, n := 0.0, 0.0
			for t := range g.n {
				if !g.foes(i, t) {
					continue
				}
				o := &g.seats[t]
				stopped := float64(protectShare * float64(o.protection[a.kind]))
				mean := float64(dieMean*float64(a.dice)) + float64(a.damageBonus) - stopped
				edge := float64(a.skill) - float64(footworkShare*float64(o.skills[footwork]-o.burden))
				sum += float64(max(damageLeast, mean) * bitexact.Exp(float64(skillEdge*edge)))
				n++
			}
			if a.ranged && f.slots[a.slot].shots > a.shotsUsed {
				sum = float64(sum * bitexact.Exp(w.Repeats))
			}
			if n > 0 {
				deals[a.slot] = max(deals[a.slot], sum/n/(blowOverhead+g.blowAP(i, a, w))*blowsScale)
			}
		}
		for k := range f.slots {
			if f.slots[k].present && !f.slots[k].ranged {
				wards[k] = float64(f.slots[k].skill + f.slots[k].guard)
			}
		}
		wards[slotNone] = float64(f.skills[footwork] - f.burden)
		stamina := float64(f.skills[endurance] - f.burden)
		for k := range deals {
			r.deals[k] = deals[k] * bitexact.Exp(float64(staminaEdge*stamina))
		}
		for hand := range r.force {
			best, defends := 0.0, 0.0
			for k := range deals {
				share := 1.0
				if k != hand && k != slotNone {
					share = w.Draw
				}
				best, defends = max(best, share*deals[k]), max(defends, share*wards[k])
			}
			r.force[hand] = best * bitexact.Exp(float64(staminaEdge*stamina))
			r.tough[hand] = bitexact.Exp(float64(skillEdge*defends)+float64(staminaEdge*stamina)) +
				float64(armourEdge*float64(f.armouredDefence-f.combatDefence))
		}
		g.tabulateBlows(i, v)
	}
	var whole [2]float64
	for i := range g.n {
		whole[g.seats[i].side] += v.ratings[i].best()
	}
	for i := range g.n {
		v.ratings[i].share = v.ratings[i].best() / whole[g.seats[i].side]
	}
	return v
}

// best returns the force with the slot in hand that gives most.
func (r *rating) best() float64 { return max(r.force[0], r.force[1], r.force[2]) }

// blowAP returns the AP that seat i spends on one blow or shot, a share of the reloading included.
func (g *Game) blowAP(i int, a *arm, w weights) float64 {
	ap := float64(a.cost)
	if a.ranged {
		ap += float64(w.Reload * float64(g.seats[i].slots[a.slot].reload))
	}
	return ap
}

// tabulateBlows fills rating.blows of a seat. A further blow is worth less than the one before it. On its own turn AP
// that are not enough for a blow are worth only part of one, since the pool is filled after the turn; on another's turn
// they are still there for its next turn.
func (g *Game) tabulateBlows(i int, v *view) {
	f, r, w := &g.seats[i], &v.ratings[i], v.weights
	for hand := range r.blows {
		cost := 0.0
		for k := range f.arms {
			if a := &f.arms[k]; a.slot == uint8(hand) && (cost == 0 || g.blowAP(i, a, w) < cost) {
				cost = g.blowAP(i, a, w)
			}
		}
		if cost == 0 {
			continue
		}
		most := 1 - bitexact.Pow(w.Next, float64(g.rule.ActionPoints)/cost)
		for ap := range pointsSeen {
			n := float64(ap) / cost
			r.blows[hand][0][ap] = 1 - bitexact.Pow(w.Next, n) - float64(w.Turn*most)
			whole, part := bitexact.Pow(w.Next, math.Floor(n)), bitexact.Pow(w.Next, n)
			r.blows[hand][1][ap] = 1 - float64((1-w.Part)*whole) - float64(w.Part*part)
		}
	}
}

// Score returns how side 0 stands, from -1 to 1. An action under way counts at what is to be expected of it, see
// ahead.go.
func (g *Game) Score(s *State) float64 { return g.viewScore(s, g.scoreView) }

// viewScore returns how side 0 stands in one view of the fight; exactly in one that is decided.
func (g *Game) viewScore(s *State, v *view) float64 {
	if s.over != rules.EndNone {
		return rules.EndWorth(s.over)
	}
	if s.do != 0 {
		return g.pendingValue(s, v)
	}
	return g.blowsValue(s, nil, v)
}

// blowsValue returns the estimate of a position with blows still to fall. Power is dealing times bearing; the logarithm
// of the ratio of both sides, what their AP and their objective add, and how many rounds are left make the value.
func (g *Game) blowsValue(s *State, blows []blow, v *view) float64 {
	w := &v.weights
	if w.Pace > 0 && g.goal.Kind != book.GoalEscape && g.isLastRound(s) {
		return g.finaleEstimate(s, blows)
	}
	var deal, bear, ready [2]float64
	lead := 1 - w.Apart
	for i := range g.n {
		if c := &s.seats[i]; c.status.isInFight() {
			d, b := g.dealsAndBears(s, i, c, v)
			if len(blows) > 0 {
				d, b = g.afterBlows(s, i, blows, d, b, v)
			}
			side, own, ap := g.seats[i].side, 0, c.ap
			moves := g.movesToFoe(s, i, c)
			if i == int(s.actor) {
				own = 1
				ap -= min(ap, uint8(w.Close*float64(moves*g.combatActions[doMove].cost)))
			}
			if moves == 0 {
				lead = 1
			} else {
				d = float64(d * v.far[moves])
			}
			ready[side] += float64(v.ratings[i].share * v.ratings[i].blows[c.hand][own][min(ap, pointsSeen-1)])
			deal[side] += d
			bear[side] += b
		}
	}
	ratio := bitexact.Log(float64(deal[0]*bear[0])+powerLeast) - bitexact.Log(float64(deal[1]*bear[1])+powerLeast)
	x := float64(lead*w.Steep*ratio) + float64(w.Tempo*(ready[0]-ready[1]))
	if w.Order > 0 && s.phase >= phTurn {
		x += float64(w.Order * g.turnOrderLead(s, v))
	}
	x += g.objectiveValue(s, w)
	stands := max(-scoreMax, min(scoreMax, bitexact.Tanh(x/2)))
	if w.Pace == 0 {
		return stands
	}
	rate := [2]float64{deal[0] / (bear[1] + powerLeast), deal[1] / (bear[0] + powerLeast)}
	if g.goal.Kind == book.GoalLast { // only the others are in a hurry
		rate[g.goal.Side] = 0
	}
	pool := float64(g.rule.ActionPoints) / poolUsual
	return g.timeLimitedLead(s, stands, w.Pace*pool*(rate[0]+rate[1]))
}

// turnOrderLead returns how much sooner than the other side side 0 has its turns, from -1 to 1: how far apart the mean
// places of both are in the order from the seat on turn on, as a share of all who stand. A place counts by its seat's
// share of the force of its side.
func (g *Game) turnOrderLead(s *State, v *view) float64 {
	places, forces, count := [2]float64{}, [2]float64{powerLeast, powerLeast}, 0.0
	for t := range g.n {
		i := g.order[(int(g.rank[s.actor])+t)%g.n]
		if !s.isInFight(int(i)) {
			continue
		}
		side, share := g.seats[i].side, v.ratings[i].share
		places[side] += float64(share * count)
		forces[side] += share
		count++
	}
	return (places[1]/forces[1] - places[0]/forces[0]) / count
}

// movesToFoe returns how many Moves a seat needs until it threatens or can shoot at a foe, 0 if it does so where it
// stands. Walls and other combatants are left out of account.
func (g *Game) movesToFoe(s *State, i int, c *seat) int8 {
	if c.partner != 0 {
		return 0
	}
	f, steps, shoots := &g.seats[i], g.ground.Distances(c.square), g.hasRangedInHand(c, i)
	by := &f.movesToThreat[c.hand]
	moves := by[groundMax]
	for _, k := range g.opponents[f.side] {
		o := &s.seats[k]
		if !o.status.isInFight() {
			continue
		}
		if shoots && g.ground.Sees(c.square, o.square) {
			return 0
		}
		moves = min(moves, by[steps[o.square]])
	}
	return moves
}

// dealsAndBears returns what a seat in the fight deals in a round, and what it still bears.
func (g *Game) dealsAndBears(s *State, i int, c *seat, v *view) (deal, bear float64) {
	f, r, w := &g.seats[i], &v.ratings[i], &v.weights
	bear = w.Body
	for k, have := range f.boxes {
		bear += float64(w.Box[k] * float64(have-c.boxes[k]))
	}
	switch { // a wound that is certain to come counts as there
	case s.dueWound == 0 || i != int(s.at):
	case s.dueWound >= critical:
		bear = doomedBears
	default:
		bear = max(woundedBears, bear-w.Box[s.dueWound-1])
	}
	deal = g.dealing(i, c, v)
	bear = float64(bear * r.tough[c.hand])
	share := v.weakened[c.worstWound()]
	deal, bear = float64(deal*share), float64(bear*share)
	switch c.status {
	case offGuard:
		bear = float64(bear * (1 - w.Unready))
	case pinned:
		deal = float64(deal * (1 - w.Held))
		bear = float64(bear * (1 - w.Held))
	}
	if c.hand == slotNone && f.slots[slotMain].present {
		deal = float64(deal * (1 - w.Disarmed))
	}
	return deal, bear
}

// dealing returns what a seat deals with the weapon that suits best. A weapon that is not in hand counts less, and so
// does one that has to be loaded, wherever it is: otherwise one would gain by putting an empty bow away.
func (g *Game) dealing(i int, c *seat, v *view) float64 {
	f, r, w := &g.seats[i], &v.ratings[i], &v.weights
	if r.bow < 0 || c.shots >= f.arms[f.slots[r.bow].firstArm].shotsUsed {
		return r.force[c.hand]
	}
	best := 0.0
	for k, d := range r.deals {
		if k != int(c.hand) && k != slotNone {
			d = float64(d * w.Draw)
		}
		if k == r.bow {
			d = float64(d * (1 - float64(w.Unloaded*(1-float64(c.loadingAP)/float64(f.slots[k].reload)))))
		}
		best = max(best, d)
	}
	return best
}

// objectiveValue returns what the objective of the fight adds for side 0 to the logarithm of the ratio. How a goal to
// last counts is in [Game.timeLimitedLead].
func (g *Game) objectiveValue(s *State, w *weights) float64 {
	sign := 1 - 2*float64(g.goal.Side)
	switch g.goal.Kind {
	case book.GoalDown:
		return float64(sign * w.Mark * (w.Even - g.health(s)))
	case book.GoalProtect:
		return float64(sign * w.Mark * (g.health(s) - w.Even))
	case book.GoalEscape:
		return float64(sign * w.Away * (wayEven - g.pathLeft(s)))
	}
	return 0
}

// pathLeft returns how far those who want to get away are from the way out on average, as a share of the longest way
// there is.
func (g *Game) pathLeft(s *State) float64 {
	steps, count := 0.0, 0.0
	for i := range g.n {
		c := &s.seats[i]
		if !c.status.isInFight() || g.seats[i].side != g.goal.Side {
			continue
		}
		count++
		switch d := g.goal.exitSteps[c.square]; {
		case d > 0:
			steps += float64(d)
		case !g.goal.exits[c.square]: // there is no way from here
			steps += float64(g.goal.farthest)
		}
	}
	return steps / (max(1, count) * max(1, float64(g.goal.farthest)))
}

// health returns the share of its boxes that the one whom an objective names has free.
func (g *Game) health(s *State) float64 {
	left, whole := 0.0, 0.0
	f, c := &g.seats[g.goal.Who], &s.seats[g.goal.Who]
	for k, have := range f.boxes {
		whole += float64(have)
		left += float64(have - c.boxes[k])
	}
	return left / whole
}
