package breath

import (
	"sync"

	"kokyu/rules"
	"kokyu/rules/breath/endgame"
	"kokyu/rules/breath/rows"
)

// How a fight of one against one, or of the last two of more, is abstracted for package [endgame], which solves it.
// This file fills in the keys of its tablebases; endgamescore.go looks up the value of a position. The abstraction has
// only the attacks, and the one defence technique, that are best for their price.

// pairTables are the tablebases of two who fight each other alone, by variant. Each is made when a position first needs
// it, and solved only as far as positions need it.
type pairTables struct {
	cache    *endgame.Cache
	who      [2]int // the seat of each side
	variants [32]struct {
		once sync.Once
		*endgame.Tablebase
	}
}

// The bits of a variant: what all positions of one tablebase have in common.
const (
	disarmed0 = 1 << iota // side 0's weapon lies on the ground
	disarmed1             // side 1's
	lastRound             // the fight is over with this round
	torso0                // side 0's torso has been struck
	torso1                // side 1's
)

// endgames has the tablebases of a fight, by the last seat of side 0 and that of side 1.
type endgames [rules.SeatsMax][rules.SeatsMax]*pairTables

// endgameCache has the tablebases of all fights of this process. Fights with equal keys share one.
var endgameCache endgame.Cache

// initEndgames makes room for the tablebases of any two who may be left to fight each other alone. Fights with zones or
// with what State.extras has get none: the abstraction leaves both out, and between zones its values made the search
// lose the built-in encounter ambush.
func (g *Game) initEndgames(cache *endgame.Cache) {
	if g.hasZones || g.usesExtras {
		return
	}
	for i := range g.n {
		for j := range g.n {
			if g.fighters[i].side != 0 || g.fighters[j].side != 1 || g.fighters[i].isMob || g.fighters[j].isMob {
				continue
			}
			if g.endgames == nil {
				g.endgames = new(endgames)
			}
			g.endgames[i][j] = &pairTables{cache: cache, who: [2]int{i, j}}
		}
	}
}

// isOneOnOne reports whether a fight has been one against one from its beginning, and has a tablebase.
func (g *Game) isOneOnOne() bool { return g.n == 2 && g.endgames != nil }

// lastPair returns the tablebases of the last two who stand, one on each side; nil if more stand, or these two have
// none.
func (g *Game) lastPair(s *State) *pairTables {
	if g.endgames == nil {
		return nil
	}
	who := [2]int{-1, -1}
	for i := range g.n {
		if !s.isUp(i) {
			continue
		}
		side := g.fighters[i].side
		if who[side] >= 0 {
			return nil
		}
		who[side] = i
	}
	if who[0] < 0 || who[1] < 0 {
		return nil
	}
	return g.endgames[who[0]][who[1]]
}

// tablebase returns the tablebase of one variant. It is safe for concurrent use, as all searches of a fight share it.
func (g *Game) tablebase(pair *pairTables, variant int) *endgame.Tablebase {
	v := &pair.variants[variant]
	v.once.Do(func() { v.Tablebase = pair.cache.Get(g.endgameKey(pair, variant)) })
	return v.Tablebase
}

// endgameKey returns the key of a variant. It also makes the tablebases of the variants to which this one leads, in
// which a weapon has been picked up. The recursion ends, since those have fewer bits set.
func (g *Game) endgameKey(pair *pairTables, variant int) (key endgame.Key) {
	key.PickUpCost, key.LockCost, key.Rungs = int(g.rule.PickUp), int(g.rule.BindCost), 1
	if g.duel.on {
		key.Rungs, key.FirstRung, key.LockRung, key.SlipRung = int(rungCount), int(g.duel.farthest), int(tsubazeriai), int(issoku)
	}
	for side, i := range pair.who {
		key.Sides[side] = g.endgameSide(i, pair.who[1-side], variant)
		if disarmed := disarmed0 << side; variant&disarmed != 0 {
			key.PickedUp[side] = g.tablebase(pair, variant&^disarmed)
		}
	}
	if g.tieRank[key.Sides[0].Seat] > g.tieRank[key.Sides[1].Seat] {
		key.First = 1
	}
	switch disarmed := variant & (disarmed0 | disarmed1); {
	case variant&lastRound != 0:
		key.LastRound, key.TimeUp = true, float32(rules.EndWorth(g.timeUp()))
	case disarmed != 0 && g.rule.LullPickUp:
		key.NextRound = g.tablebase(pair, variant&^disarmed)
	}
	all, first := 2, 1 // how many variants positions can need, and how many a first search solves: the last round
	if g.rule.Retribution || g.duel.on && g.duel.points == 0 {
		all, first = 4*all, 3 // dropped weapons: at first none, or either side's
	}
	if g.duel.on && g.duel.points == 0 {
		all *= 4 // torsos
	}
	key.Fit(all, first)
	return key
}

// endgameSide returns the abstraction of seat i against seat j. Wounds and Energy are the most it may have: a position
// may begin with more than the row says.
func (g *Game) endgameSide(i, j, variant int) endgame.Side {
	f, foe := &g.fighters[i], &g.fighters[j]
	own, other := seat{lost: uint8(variant >> f.side & 1)}, seat{lost: uint8(variant >> foe.side & 1)}
	side := endgame.Side{Seat: i, Wounds: int(max(f.wounds, g.First.seats[i].wounds)), Limit: min(int(f.limit), endgame.LimitMax)}
	side.Energy = min(int(max(f.energy, g.First.seats[i].energy)), endgame.EnergyMax)
	if a := f.bestDefense(&own); a != nil {
		side.Reserve, side.Haste = max(1, int(a.cost[f.startZone])), max(1, int(a.haste[f.startZone]))
	}
	for excess := range side.PassesOverload {
		side.PassesOverload[excess] = float64(throwsFor(11-int(f.physique)+excess)) / 100
	}
	torsoUnhurt := variant&(torso0<<foe.side) == 0
	if !g.duel.on {
		side.At[0] = g.endgameReach(i, j, &own, &other, noRung, false)
		return side
	}
	side.Guard, side.LullGuard, side.Pushed = int(f.guard), int(f.guardRegained), int(g.rule.Pushed)
	s := State{actor: uint8(i), phase: phContest}
	s.seats[i], s.seats[j] = own, other
	for rung := range rungCount {
		s.duel.rung = rung
		side.At[rung] = g.endgameReach(i, j, &own, &other, int(rung), torsoUnhurt)
		side.At[rung].Ties = g.rule.StepTies && !g.isOverreached(&s, i)
	}
	s.duel.rung, s.duel.highUsed, s.seats[j].energy = issoku, 1, rows.EnergyMax // so that i wins no ties
	for k, do := range [...]uint16{endgame.Step: doHalfStep, endgame.Push: doPush, endgame.Slip: doSlip} {
		s.maneuver.do = uint8(do)
		win, tie, _ := g.contestWays(&s)
		side.Contests[k] = endgame.Contest{Wins: float64(win) / 10_000, Ties: float64(tie) / 10_000}
	}
	side.Contests[endgame.Push].Ties, side.Contests[endgame.Slip].Ties = 0, 0
	return side
}

// noRung stands for the rung of a fight that is no duel.
const noRung = -1

// endgameReach returns the attacks of seat i at a rung: the two plain attacks that are best for their price, the best
// throw, and in a duel the best attack at an unhurt torso, and the best feint. An empty hand counts only where no
// weapon strikes.
func (g *Game) endgameReach(i, j int, own, other *seat, rung int, torsoUnhurt bool) (r endgame.Reach) {
	f, foe := &g.fighters[i], &g.fighters[j]
	answer := foe.bestDefense(other)
	var plain, throws, atTorso, feints []endgame.Attack
	onlyEmptyHand := true // no weapon strikes at this rung
	for k := range f.techniques {
		a := &f.techniques[k]
		if !a.isBlow() || !own.inHand(a.slot) || a.flags&techEmptyHand != 0 || rung >= 0 && a.rungMod[rung] == outOfReach {
			continue
		}
		onlyEmptyHand = false
		if a.wounds+a.criticalWounds > 0 {
			plain = append(plain, g.endgameAttack(i, j, a, answer, rung, aimNone))
		}
		if a.flags&techTopple != 0 {
			throws = append(throws, g.endgameAttack(i, j, a, answer, rung, aimNone))
		}
		if rung < 0 {
			continue
		}
		if torsoUnhurt { // a technique of 0 Wounds too
			atTorso = append(atTorso, g.endgameAttack(i, j, a, answer, rung, aimTorso))
		}
		if g.mayFeint(&State{duel: duelState{guard: [2]int8{1, 1}}}, j, a) {
			feints = append(feints, g.endgameAttack(i, j, a, answer, rung, aimFeint))
		}
	}
	for k := range f.techniques {
		if a := &f.techniques[k]; a.flags&techEmptyHand != 0 && onlyEmptyHand && rung >= int(closeFighting) && a.rungMod[rung] != outOfReach {
			plain = append(plain, g.endgameAttack(i, j, a, answer, rung, aimNone))
		}
	}
	for _, list := range [][]endgame.Attack{plain, plain, throws, atTorso, feints} {
		if at := bestAttack(list); at >= 0 {
			r.Attacks[r.N] = list[at]
			r.N++
			list[at].Cost = 0 // taken
		}
	}
	return r
}

// bestAttack returns the index of the attack that takes most Wounds for a point of Energy, -1 if there is none. A cost
// of 0 marks an attack that has been taken already.
func bestAttack(list []endgame.Attack) (best int) {
	best = -1
	for k := range list {
		if list[k].Cost > 0 && (best < 0 || woundsPerEnergy(&list[k]) > woundsPerEnergy(&list[best])) {
			best = k
		}
	}
	return best
}

// woundsPerEnergy returns the Wounds that a point of Energy spent on an attack takes from an unhurt foe. Guard counts
// as a hundredth of a Wound, so that it only decides between attacks that are otherwise equal.
func woundsPerEnergy(attack *endgame.Attack) (n float64) {
	for _, h := range attack.On[0].Hits {
		n += float64(h.P * (float64(h.Wounds) + float64(h.Guard)/100))
	}
	return n / float64(attack.Cost)
}

// bestDefense returns the defence technique in hand that adds most to its dice for its price, nil if there is none. A
// point of Energy is taken to be worth two points on the dice.
func (f *fighter) bestDefense(c *seat) (best *technique) {
	worth := func(a *technique) int { return int(a.mod[f.startZone]) - 2*int(a.cost[f.startZone]) }
	for k := range f.techniques {
		if a := &f.techniques[k]; a.kind == kindDefense && c.inHand(a.slot) && (best == nil || worth(a) > worth(best)) {
			best = a
		}
	}
	return best
}

// endgameAttack returns the abstraction of seat i's attack on an unhurt seat j, whose answer may be nil. A shot
// includes the Energy of loading after it.
func (g *Game) endgameAttack(i, j int, a, answer *technique, rung int, at aim) (attack endgame.Attack) {
	zone := g.fighters[i].startZone
	attack.Cost = max(1, int(g.blowCost(a, zone, uint8(at))))
	attack.Feint = at == aimFeint
	if a.flags&techUnloads != 0 {
		attack.Cost += 2 // to be loaded again
	}
	for on := range attack.On {
		attack.On[on] = g.endgameEffect(i, j, a, answer, rung, at, on)
	}
	return attack
}

// endgameEffect returns the effect of an attack on a foe in this state, a sum of bits of package endgame, by all
// throws of its dice and of the answer's. Of the answer it has only the mean chances, over all hits, to stop one and to
// fail with a double.
func (g *Game) endgameEffect(i, j int, a, answer *technique, rung int, at aim, state int) (effect endgame.Effect) {
	f, foe := &g.fighters[i], &g.fighters[j]
	direct, pierce, extra := int(a.direct), int(a.pierce), int(a.extraDefense)
	mod := int(a.mod[f.startZone]) + g.feintMod(a, uint8(at))
	if at == aimFeint {
		direct, pierce, extra = 0, 0, 0
	}
	if state&endgame.OnBroken != 0 {
		direct = max(direct, int(openingDirect))
	}
	if rung >= 0 {
		mod += int(a.rungMod[rung] - g.duel.glarePenalty[i])
	}
	defense := int(foe.bodyDefense) + max(0, int(foe.evasion)-direct) + max(0, int(foe.armourDefense)-pierce) + extra
	if state&endgame.OnDefenseless != 0 {
		defense -= int(g.rule.Defenseless)
	}
	hits, stopped, fumbled := 0, 0, 0
	for first := 1; first <= 10; first++ {
		for second := 1; second <= 10; second++ {
			sum, double := first+second, first == second
			switch {
			case sum+mod >= defense:
			case double:
				effect.AttackerShaken += 0.01
				continue
			case at.isLocation() && state&endgame.OnBroken == 0 && sum+mod >= defense-int(g.rule.NearMiss):
				effect.NearMiss += 0.01
				continue
			default:
				effect.Miss += 0.01
				continue
			}
			addHit(&effect, g.endgameHit(a, rung, at, sum+mod, double || state&endgame.OnBroken != 0))
			hits++
			if answer != nil {
				need := sum + mod - int(answer.mod[foe.startZone])
				stopped += throwsFor(need)
				fumbled += min(max((need-1)/2, 0), 10) // doubles that show less than need
			}
		}
	}
	effect.Stops, effect.DefenderShaken = float64(stopped)/float64(100*max(hits, 1)), float64(fumbled)/float64(100*max(hits, 1))
	return effect
}

// endgameHit returns the effect of a throw by which an attack hits.
func (g *Game) endgameHit(a *technique, rung int, at aim, total int, critical bool) endgame.Hit {
	n := int(a.wounds)
	if a.twentyWounds > 0 && total >= 20 {
		n = max(n, int(a.twentyWounds))
	}
	if critical {
		n = max(n, int(a.criticalWounds))
	}
	h := endgame.Hit{P: 0.01, Wounds: n, Guard: 1, Shakes: a.flags&techTopple != 0 && at != aimFeint}
	switch {
	case at == aimFeint:
		h.Wounds = 0
	case at == aimTorso:
		h.Wounds++
	case a.flags&techEmptyHand != 0:
		h.Guard = int(g.rule.EmptyHand)
	case a.flags&techTanto != 0 && rung == int(tsubazeriai):
		h.Guard = int(g.rule.Dagger)
	}
	if critical {
		h.Guard = max(h.Guard, 2)
	}
	h.Wounds = min(h.Wounds, 3)
	if rung < 0 {
		h.Guard = 0
	}
	return h
}

// addHit adds a hit to those that do the same. There are at most HitsMax kinds; when there are more, the last one takes
// the rest.
func addHit(effect *endgame.Effect, h endgame.Hit) {
	for k := range effect.N {
		if at := &effect.Hits[k]; at.Wounds == h.Wounds && at.Guard == h.Guard || k == endgame.HitsMax-1 {
			at.P += h.P
			return
		}
	}
	effect.Hits[effect.N] = h
	effect.N++
}
