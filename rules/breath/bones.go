package breath

import (
	"sync"

	"kokyu/rules"
	"kokyu/rules/breath/bones"
	"kokyu/rules/breath/rows"
)

// What the bones of a fight of one against one are, or of the two who are left of more: their joints, measured here; [bones]
// works them out, and bonescore.go finds the spot of a position. A weapon is its best attacks, an answer the one technique
// that is worth most for its price.

// skeleton is the bones of two who fight each other alone, by what else is told apart: each is laid when such a position is
// first met, and dug as far as the positions need it.
type skeleton struct {
	yard   *bones.Yard
	who    [2]int // the seat of each side
	places [32]struct {
		once sync.Once
		*bones.Bones
	}
}

// Bits of a place in a skeleton.
const (
	ground0   = 1 << iota // side 0's weapon lies on the ground
	ground1               // side 1's
	lastRound             // the fight is over with this round
	torso0                // side 0's torso has been struck
	torso1                // side 1's
)

// skeletons are those of a fight: of a seat of side 0 alone with one of side 1.
type skeletons [rules.SeatsMax][rules.SeatsMax]*skeleton

// lay makes room for the bones of any two who may be left to fight each other alone: in one scene, with nothing laid on
// people that bones know nothing of. Of one against one that is everybody.
func (g *Game) lay(yard *bones.Yard) {
	if g.zoned || g.wide {
		return
	}
	for i := range g.n {
		for j := range g.n {
			if g.seats[i].side != 0 || g.seats[j].side != 1 || g.seats[i].mob || g.seats[j].mob {
				continue
			}
			if g.bones == nil {
				g.bones = new(skeletons)
			}
			g.bones[i][j] = &skeleton{yard: yard, who: [2]int{i, j}}
		}
	}
}

// bony says whether a fight has bones from its beginning: one against one.
func (g *Game) bony() bool { return g.n == 2 && g.bones != nil }

// last is the skeleton of the two who are left, one on each side; nil if there are more, or they have none.
func (g *Game) last(s *State) *skeleton {
	if g.bones == nil {
		return nil
	}
	who := [2]int{-1, -1}
	for i := range g.n {
		if side := g.seats[i].side; !s.up(i) {
			continue
		} else if who[side] >= 0 {
			return nil
		} else {
			who[side] = i
		}
	}
	if who[0] < 0 || who[1] < 0 {
		return nil
	}
	return g.bones[who[0]][who[1]]
}

// laid are the bones of a place in the skeleton.
func (g *Game) laid(k *skeleton, place int) *bones.Bones {
	at := &k.places[place]
	at.once.Do(func() { at.Bones = k.yard.Lay(g.joints(k, place)) })
	return at.Bones
}

// joints are those of a place. Bones they lead to are laid on the way.
func (g *Game) joints(k *skeleton, place int) (j bones.Joints) {
	j.Pick, j.Bind, j.Rungs = int(g.rule.PickUp), int(g.rule.Bind), 1
	if g.duel.on {
		j.Rungs, j.Near, j.Lock, j.Free = int(rungCount), int(g.duel.first), int(tsubazeriai), int(issoku)
	}
	for side, i := range k.who {
		j.Sides[side] = g.bone(i, k.who[1-side], place)
		if bit := ground0 << side; place&bit != 0 {
			j.Armed[side] = g.laid(k, place&^bit)
		}
	}
	if g.order[j.Sides[0].Seat] > g.order[j.Sides[1].Seat] {
		j.First = 1
	}
	switch grounded := place & (ground0 | ground1); {
	case place&lastRound != 0:
		j.Last, j.End = true, float32(worth(g.timeUp()))
	case grounded != 0 && g.rule.LullPickUp:
		j.Next = g.laid(k, place&^grounded)
	}
	j.Fit(g.places())
	return j
}

// places is how many of the skeleton's a fight can come to, and how many a first look does.
func (g *Game) places() (all, first int) {
	all, first = 2, 1 // the last round
	if g.rule.Retribution || g.duel.on && g.duel.points == 0 {
		all, first = 4*all, 3 // what is dropped: at first nothing, or by either
	}
	if g.duel.on && g.duel.points == 0 {
		all *= 4 // torsos
	}
	return all, first
}

// bone is one combatant against the other.
func (g *Game) bone(i, j, place int) bones.Side {
	f, foe := &g.seats[i], &g.seats[j]
	own, other := seat{lost: uint8(place >> f.side & 1)}, seat{lost: uint8(place >> foe.side & 1)}
	d := bones.Side{Seat: i, Wounds: int(max(f.wounds, g.start.seats[i].wounds)), Limit: min(int(f.limit), bones.LimitMax)}
	d.Energy = min(int(max(f.energy, g.start.seats[i].energy)), bones.EnergyMax)
	if a := f.guarding(&own); a != nil {
		d.Reserve, d.Haste = max(1, int(a.cost[f.start])), max(1, int(a.haste[f.start]))
	}
	for excess := range d.Holds {
		d.Holds[excess] = float64(throwsFor(11-int(f.physique)+excess)) / 100
	}
	open := place&(torso0<<foe.side) == 0
	if !g.duel.on {
		d.At[0] = g.reachOf(i, j, &own, &other, noRung, false)
		return d
	}
	d.Guard, d.Calm, d.Pushed = int(f.guard), int(f.calm), int(g.rule.Pushed)
	s := State{actor: uint8(i), phase: phContest}
	s.seats[i], s.seats[j] = own, other
	for rung := range rungCount {
		s.duel.rung = rung
		d.At[rung] = g.reachOf(i, j, &own, &other, int(rung), open)
		d.At[rung].Ties = g.rule.StepTies && !g.overreached(&s, i)
	}
	s.duel.rung, s.duel.met, s.seats[j].energy = issoku, 1, rows.EnergyMax // so that it wins no ties
	for k, do := range [...]uint16{bones.Step: doStep, bones.Push: doPush, bones.Slip: doSlip} {
		s.task.do = uint8(do)
		win, tie, _ := g.contestWays(&s)
		d.Contests[k] = bones.Contest{Wins: float64(win) / 10_000, Ties: float64(tie) / 10_000}
	}
	d.Contests[bones.Push].Ties, d.Contests[bones.Slip].Ties = 0, 0
	return d
}

// noRung is where there is no ladder.
const noRung = -1

// reachOf is what a combatant strikes with: the two plain blows that are the best for their price, the best throw, and in a
// duel the best blow at the torso, if that is open, and the best feint.
func (g *Game) reachOf(i, j int, own, other *seat, rung int, torso bool) (r bones.Reach) {
	f, foe := &g.seats[i], &g.seats[j]
	guard := foe.guarding(other)
	var plain, throws, deep, feints []bones.Stroke
	bare := true // nothing in its hands strikes here
	for k := range f.arms {
		a := &f.arms[k]
		if a.kind > isKata || !own.inHand(a.slot) || a.is&armEmpty != 0 || rung >= 0 && a.off[rung] == outOfReach {
			continue
		}
		bare = false
		if a.wounds+a.fatal > 0 {
			plain = append(plain, g.stroke(i, j, a, guard, rung, aimNone))
		}
		if a.is&armTopple != 0 {
			throws = append(throws, g.stroke(i, j, a, guard, rung, aimNone))
		}
		if rung < 0 {
			continue
		}
		if torso { // a technique of 0 Wounds too
			deep = append(deep, g.stroke(i, j, a, guard, rung, aimTorso))
		}
		if g.mayFeint(&State{duel: duelState{guard: [2]int8{1, 1}}}, j, a) {
			feints = append(feints, g.stroke(i, j, a, guard, rung, aimFeint))
		}
	}
	for k := range f.arms {
		if a := &f.arms[k]; a.is&armEmpty != 0 && bare && rung >= int(closeFighting) && a.off[rung] != outOfReach {
			plain = append(plain, g.stroke(i, j, a, guard, rung, aimNone))
		}
	}
	for _, list := range [][]bones.Stroke{plain, plain, throws, deep, feints} {
		if at := best(list); at >= 0 {
			r.Blows[r.Able] = list[at]
			r.Able++
			list[at].Cost = 0 // taken
		}
	}
	return r
}

// best is the place of the stroke that buys most with a point of Energy, -1 if there is none.
func best(list []bones.Stroke) (at int) {
	at = -1
	for k := range list {
		if list[k].Cost > 0 && (at < 0 || buys(&list[k]) > buys(&list[at])) {
			at = k
		}
	}
	return at
}

// buys is the Wounds that a point of Energy spent on a stroke buys, and a fraction of the guard.
func buys(b *bones.Stroke) (n float64) {
	for _, h := range b.On[0].Hits {
		n += float64(h.P * (float64(h.Wounds) + float64(h.Shaves)/100))
	}
	return n / float64(b.Cost)
}

// guarding is the answer with the best chance for its price of what is in hand, nil if there is none.
func (f *fighter) guarding(c *seat) (best *arm) {
	worth := func(a *arm) int { return int(a.mod[f.start]) - 2*int(a.cost[f.start]) }
	for k := range f.arms {
		if a := &f.arms[k]; a.kind == isDefense && c.inHand(a.slot) && (best == nil || worth(a) > worth(best)) {
			best = a
		}
	}
	return best
}

// stroke counts what an attack does to a fresh foe, who answers with guard.
func (g *Game) stroke(i, j int, a, guard *arm, rung int, at aim) (b bones.Stroke) {
	zone := g.seats[i].start
	b.Cost = max(1, int(g.blowCost(a, zone, uint8(at))))
	b.Feint = at == aimFeint
	if a.is&armEmpties != 0 {
		b.Cost += 2 // to be loaded again
	}
	for on := range b.On {
		b.On[on] = g.effect(i, j, a, guard, rung, at, on)
	}
	return b
}

// effect counts the throws of an attack.
func (g *Game) effect(i, j int, a, guard *arm, rung int, at aim, on int) (b bones.Effect) {
	f, foe := &g.seats[i], &g.seats[j]
	direct, pierce, extra := int(a.direct), int(a.pierce), int(a.extra)
	mod := int(a.mod[f.start]) + g.feintMod(a, uint8(at))
	if at == aimFeint {
		direct, pierce, extra = 0, 0, 0
	}
	if on&bones.OnBroken != 0 {
		direct = max(direct, openingDirect)
	}
	if rung >= 0 {
		mod += int(a.off[rung] - g.duel.glare[i])
	}
	defense := int(foe.body) + max(0, int(foe.evasion)-direct) + max(0, int(foe.shell)-pierce) + extra
	if on&bones.OnOpen != 0 {
		defense -= int(g.rule.Defenseless)
	}
	hits, stopped, tripped := 0, 0, 0
	for lo := 1; lo <= 10; lo++ {
		for hi := 1; hi <= 10; hi++ {
			sum := lo + hi
			switch {
			case sum+mod >= defense:
			case lo == hi:
				b.Slip += 0.01
				continue
			case at.isLocation() && on&bones.OnBroken == 0 && sum+mod >= defense-int(g.rule.NearMiss):
				b.Near += 0.01
				continue
			default:
				b.Miss += 0.01
				continue
			}
			count(&b, g.hitOf(a, rung, at, sum+mod, lo == hi || on&bones.OnBroken != 0))
			hits++
			if guard != nil {
				need := sum + mod - int(guard.mod[foe.start])
				stopped += throwsFor(need)
				tripped += min(max((need-1)/2, 0), 10) // doubles below
			}
		}
	}
	b.Stops, b.Trips = float64(stopped)/float64(100*max(hits, 1)), float64(tripped)/float64(100*max(hits, 1))
	return b
}

// hitOf is what a blow that lands does.
func (g *Game) hitOf(a *arm, rung int, at aim, total int, critical bool) bones.Hit {
	n := int(a.wounds)
	if a.twenty > 0 && total >= 20 {
		n = max(n, int(a.twenty))
	}
	if critical {
		n = max(n, int(a.fatal))
	}
	h := bones.Hit{P: 0.01, Wounds: n, Shaves: 1, Topple: a.is&armTopple != 0 && at != aimFeint}
	switch {
	case at == aimFeint:
		h.Wounds = 0
	case at == aimTorso:
		h.Wounds++
	case a.is&armEmpty != 0:
		h.Shaves = int(g.rule.EmptyHand)
	case a.is&armTanto != 0 && rung == int(tsubazeriai):
		h.Shaves = int(g.rule.Dagger)
	}
	if critical {
		h.Shaves = max(h.Shaves, 2)
	}
	h.Wounds = min(h.Wounds, 3)
	if rung < 0 {
		h.Shaves = 0
	}
	return h
}

// count takes in a hit with others that do the same; of too many kinds the last takes in the rest.
func count(b *bones.Effect, h bones.Hit) {
	for k := range b.N {
		if at := &b.Hits[k]; at.Wounds == h.Wounds && at.Shaves == h.Shaves || k == bones.HitsMax-1 {
			at.P += h.P
			return
		}
	}
	b.Hits[b.N] = h
	b.N++
}
