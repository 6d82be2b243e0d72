package breath

import (
	"math"
	"sync"
)

// The bones of a fight of one against one: the same count, breaths, limit and overload, the same stumbles, but a weapon
// is its best attacks, an answer is one technique that stops a hit with its mean chance, at most two reservations stand,
// and nobody tires. Nobody drops a weapon either, but one that lies on the ground can be picked up. In a duel they have
// the ladder, half-steps and their contests, guard, feints and blows at the torso, but no other location. That is small
// enough to be solved when the search first asks, and it knows what no formula does: whose breath it is, what Energy is
// worth with this foe in front, and what a step of distance. bonesolve.go solves them, bonebreath.go values a breath,
// bonescore.go finds the spot of a position.

// skeleton is the bones of one fight, by what else is told apart: each is solved when such a position is first met.
type skeleton [32]struct {
	once sync.Once
	*bones
}

// Bits of a place in a skeleton.
const (
	ground0   = 1 << iota // side 0's weapon lies on the ground
	ground1               // side 1's
	lastRound             // the fight is over with this round
	torso0                // side 0's torso has been struck
	torso1                // side 1's
)

// joints are all that bones are made of: fights with equal joints share them.
type joints struct {
	armed [2]*bones // what they become when a side picks its weapon up; nil if it has it
	pick  int       // what that costs
	next  *bones    // what they become with the next round; nil if they stay what they are
	last  bool      // the round decides
	end   float32   // if it decides nothing else
	sides [2]bone
	first int // the side that breathes first of two with equal Energy
	helds int // how many numbers of reservations are told apart: none, one, two
	shook int // 2 if it is told whether a side is shaken, Defenseless until its next breath; else 1
	rungs int // of the ladder, 1 if there is none
	near  int // the farthest rung there is
	bind  int // price of a push or slip
}

// bone is one side.
type bone struct {
	seat    int
	wounds  int
	scale   float64 // what a Wound counts of these, where there are more than the bones tell apart
	energy  int
	limit   int
	at      [rungCount]reach // what it strikes with; all at rung 0 where there is no ladder
	reserve int              // price of a reservation, 0 if there is no answer
	haste   int
	holds   [breathLeft]float64 // the chance to bear an excess of so much

	contests [3]contest // half-step, push, slip
	pushed   int        // the guard that a push takes
	tiers    int        // how many steps of guard are told apart, 0 if there is none
	tier     float64    // what a point of guard is of a step
	rest     float64    // the steps that a lull gives back
	half     int        // the step at which a broken guard returns
}

// reach is what a side can do from a rung.
type reach struct {
	blows [blowsMax]stroke
	able  int
	ties  bool // it wins ties of half-steps while it has more Energy
}

// contest is the chance to win one, and to tie.
type contest struct{ wins, ties float64 }

const (
	contestStep = iota
	contestPush
	contestSlip
)

// blowsMax are two plain blows, a throw, one at the torso and a feint.
const blowsMax = 5

// stroke is an attack against the other side.
type stroke struct {
	cost  int
	feint bool
	on    [4]effect // the other as it is; Defenseless; broken; both
}

// Bits of what a stroke meets.
const (
	onOpen = 1 << iota
	onBroken
)

// effect is what a stroke does.
type effect struct {
	hits  [hitsMax]hit
	n     int
	near  float64 // chance of a miss that takes guard
	slip  float64 // of one that leaves the striker shaken
	miss  float64 // of any other
	stops float64 // chance that an answer stops a hit
	trips float64 // that it fails and shakes its own side
}

// hit is one way to land.
type hit struct {
	p      float64
	wounds int
	shaves int  // guard
	topple bool // shakes the struck
}

// hitsMax is how many ways to land are told apart: plain, critical, and with a great total.
const hitsMax = 3

// spentEnergy is the Energy of one whose overload failed: none, and Defenseless until the round ends.
const spentEnergy = -1

// Most of each that is told apart: a giant's bones take no longer than a lord's. Where there is no room for six Wounds,
// fewer count for more.
const (
	boneWounds    = 6
	boneWoundsMin = 3
	boneEnergy    = 16
)

// breathLeft is how many values of what is left of a limit are told apart: 0 to 7.
const breathLeft = 8

// boneCells is the most values that bones may hold, of four bytes: a second's work; skeletonCells those of all places of a
// fight, few of which it comes to.
const (
	boneCells     = 10_000_000
	skeletonCells = 56_000_000
)

// boneRooms are what else is told apart, the first that has room: whether a side is shaken, how many numbers of
// reservations, how many steps of guard. Left out first is what exact values of the dojo miss least.
var boneRooms = []struct{ shook, helds, tiers int }{
	{2, 3, 4}, {2, 3, 3}, {2, 3, 2}, {2, 2, 4}, {2, 2, 3}, {2, 2, 2}, {2, 2, 1}, {1, 3, 2}, {1, 2, 2}, {1, 2, 1}, {1, 2, 0},
}

// bony says whether a fight has bones: one against one, in one scene.
func (g *Game) bony() bool {
	return g.n == 2 && !g.zoned && g.seats[0].side != g.seats[1].side && !g.seats[0].mob && !g.seats[1].mob
}

// laid are the bones of a place in the skeleton, worked out with the first question.
func (g *Game) laid(place int) *bones {
	at := &g.bones[place]
	at.once.Do(func() { at.bones = grave.dig(g.joints(place)) })
	return at.bones
}

// joints are those of a place. Bones they lead to are laid on the way.
func (g *Game) joints(place int) (b joints) {
	b.pick, b.bind, b.rungs = int(g.rule.PickUp), int(g.rule.Bind), 1
	if g.duel.on {
		b.rungs, b.near = int(rungCount), int(g.duel.first)
	}
	for i := range 2 {
		side := g.seats[i].side
		b.sides[side] = g.bone(i, place)
		if bit := ground0 << side; place&bit != 0 {
			b.armed[side] = g.laid(place &^ bit)
		}
	}
	if g.order[b.sides[0].seat] > g.order[b.sides[1].seat] {
		b.first = 1
	}
	switch grounded := place & (ground0 | ground1); {
	case place&lastRound != 0:
		b.last, b.end = true, float32(worth(g.timeUp()))
	case grounded != 0 && g.rule.LullPickUp:
		b.next = g.laid(place &^ grounded)
	}
	b.fit(g)
	return b
}

// fit tells as much apart as there is room for.
func (b *joints) fit(g *Game) {
	room := min(boneCells, skeletonCells/g.places())
	whole := [2]int{b.sides[0].wounds, b.sides[1].wounds}
	for _, told := range boneRooms {
		b.shook, b.helds = told.shook, told.helds
		for most := boneWounds; most >= boneWoundsMin; most-- {
			for side := range b.sides {
				d := &b.sides[side]
				d.wounds = min(whole[side], most)
				d.scale = float64(d.wounds) / float64(whole[side])
				if g.duel.on {
					d.told(&g.seats[d.seat], told.tiers)
				}
			}
			if b.cells() <= room {
				return
			}
		}
	}
}

// told is how guard is told in so many steps.
func (d *bone) told(f *fighter, tiers int) {
	d.tiers = min(tiers, int(f.guard))
	d.tier = float64(d.tiers) / float64(f.guard)
	d.rest = float64(f.calm) * d.tier
	d.half = int(math.Ceil(float64((f.guard+1)/2) * d.tier))
}

// places is how many of the skeleton's a fight can come to.
func (g *Game) places() int {
	n := 2 // the last round
	if g.rule.Retribution || g.duel.on && g.duel.points == 0 {
		n *= 4 // what is dropped
	}
	if g.duel.on && g.duel.points == 0 {
		n *= 4 // torsos
	}
	return n
}

// grave keeps bones for fights that are alike: an encounter read twice, one position of it after another.
var grave = boneyard{kept: map[joints]*bones{}}

// boneyard is safe for concurrent use.
type boneyard struct {
	mu    sync.Mutex
	kept  map[joints]*bones
	cells int // they hold
}

// keptCells is the most values kept, of four bytes.
const keptCells = skeletonCells

// dig solves bones, or finds them solved. Two who want the same at once solve them both.
func (y *boneyard) dig(j joints) *bones {
	y.mu.Lock()
	b, ok := y.kept[j]
	y.mu.Unlock()
	if ok {
		return b
	}
	b = &bones{joints: j}
	b.solve()
	y.mu.Lock()
	defer y.mu.Unlock()
	if y.cells += j.cells(); y.cells > keptCells {
		clear(y.kept)
		y.cells = j.cells()
	}
	y.kept[j] = b
	return b
}

// bone is one combatant against the other.
func (g *Game) bone(i, place int) bone {
	f, foe := &g.seats[i], &g.seats[1-i]
	own, other := seat{lost: uint8(place >> f.side & 1)}, seat{lost: uint8(place >> foe.side & 1)}
	d := bone{seat: i, wounds: int(max(f.wounds, g.start.seats[i].wounds)), limit: min(int(f.limit), breathLeft-1)}
	d.energy = min(int(max(f.energy, g.start.seats[i].energy)), boneEnergy)
	if a := f.guarding(&own); a != nil {
		d.reserve, d.haste = max(1, int(a.cost[f.start])), max(1, int(a.haste[f.start]))
	}
	for excess := range d.holds {
		d.holds[excess] = float64(throwsFor(11-int(f.physique)+excess)) / 100
	}
	open := place&(torso0<<foe.side) == 0
	if !g.duel.on {
		d.at[0] = g.reachOf(i, &own, &other, noRung, false)
		return d
	}
	s := State{actor: uint8(i), phase: phContest}
	s.seats[i], s.seats[1-i] = own, other
	for rung := range rungCount {
		s.duel.rung = rung
		d.at[rung] = g.reachOf(i, &own, &other, int(rung), open)
		d.at[rung].ties = g.rule.StepTies && !g.overreached(&s, i)
	}
	s.duel.rung, s.duel.met, s.seats[1-i].energy = issoku, 1, EnergyMax // so that it wins no ties
	for k, do := range [...]uint16{contestStep: doStep, contestPush: doPush, contestSlip: doSlip} {
		s.task.do = uint8(do)
		win, tie, _ := g.contestWays(&s)
		d.contests[k] = contest{float64(win) / 10_000, float64(tie) / 10_000}
	}
	d.contests[contestPush].ties, d.contests[contestSlip].ties = 0, 0
	d.pushed = int(g.rule.Pushed)
	return d
}

// noRung is where there is no ladder.
const noRung = -1

// reachOf is what a combatant strikes with: the two plain blows that are the best for their price, the best throw, and in a
// duel the best blow at the torso, if that is open, and the best feint.
func (g *Game) reachOf(i int, own, other *seat, rung int, torso bool) (r reach) {
	f, foe := &g.seats[i], &g.seats[1-i]
	guard := foe.guarding(other)
	var plain, throws, deep, feints []stroke
	bare := true // nothing in its hands strikes here
	for k := range f.arms {
		a := &f.arms[k]
		if a.kind > isKata || !own.inHand(a.slot) || a.is&armEmpty != 0 || rung >= 0 && a.off[rung] == outOfReach {
			continue
		}
		bare = false
		if a.wounds+a.fatal > 0 {
			plain = append(plain, g.stroke(i, a, guard, rung, aimNone))
		}
		if a.is&armTopple != 0 {
			throws = append(throws, g.stroke(i, a, guard, rung, aimNone))
		}
		if rung < 0 {
			continue
		}
		if torso && a.wounds > 0 {
			deep = append(deep, g.stroke(i, a, guard, rung, aimTorso))
		}
		if g.mayFeint(&State{duel: duelState{guard: [2]int8{1, 1}}}, 1-i, a) {
			feints = append(feints, g.stroke(i, a, guard, rung, aimFeint))
		}
	}
	for k := range f.arms {
		if a := &f.arms[k]; a.is&armEmpty != 0 && bare && rung >= int(closeFighting) && a.off[rung] != outOfReach {
			plain = append(plain, g.stroke(i, a, guard, rung, aimNone))
		}
	}
	for _, list := range [][]stroke{plain, plain, throws, deep, feints} {
		if at := best(list); at >= 0 {
			r.blows[r.able] = list[at]
			r.able++
			list[at].cost = 0 // taken
		}
	}
	return r
}

// best is the place of the stroke that buys most with a point of Energy, -1 if there is none.
func best(list []stroke) (at int) {
	at = -1
	for k := range list {
		if list[k].cost > 0 && (at < 0 || list[k].worth() > list[at].worth()) {
			at = k
		}
	}
	return at
}

// worth is the Wounds a point of Energy buys, and a fraction of the guard.
func (b *stroke) worth() (n float64) {
	for _, h := range b.on[0].hits {
		n += h.p * (float64(h.wounds) + float64(h.shaves)/100)
	}
	return n / float64(b.cost)
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
func (g *Game) stroke(i int, a, guard *arm, rung int, at aim) (b stroke) {
	zone := g.seats[i].start
	b.cost = max(1, int(g.blowCost(a, zone, uint8(at))))
	b.feint = at == aimFeint
	if a.is&armEmpties != 0 {
		b.cost += 2 // to be loaded again
	}
	for on := range b.on {
		b.on[on] = g.effect(i, a, guard, rung, at, on)
	}
	return b
}

// effect counts the throws of an attack.
func (g *Game) effect(i int, a, guard *arm, rung int, at aim, on int) (b effect) {
	f, foe := &g.seats[i], &g.seats[1-i]
	direct, pierce, extra := int(a.direct), int(a.pierce), int(a.extra)
	mod := int(a.mod[f.start]) + g.feintMod(a, uint8(at))
	if at == aimFeint {
		direct, pierce, extra = 0, 0, 0
	}
	if on&onBroken != 0 {
		direct += openingDirect
	}
	if rung >= 0 {
		mod += int(a.off[rung] - g.duel.glare[i])
	}
	defense := int(foe.body) + max(0, int(foe.evasion)-direct) + max(0, int(foe.shell)-pierce) + extra
	if on&onOpen != 0 {
		defense -= int(g.rule.Defenseless)
	}
	hits, stopped, tripped := 0, 0, 0
	for lo := 1; lo <= 10; lo++ {
		for hi := 1; hi <= 10; hi++ {
			sum := lo + hi
			switch {
			case sum+mod >= defense:
			case lo == hi:
				b.slip += 0.01
				continue
			case at.isLocation() && on&onBroken == 0 && sum+mod >= defense-int(g.rule.NearMiss):
				b.near += 0.01
				continue
			default:
				b.miss += 0.01
				continue
			}
			b.add(g.hitOf(a, rung, at, sum+mod, lo == hi || on&onBroken != 0))
			hits++
			if guard != nil {
				need := sum + mod - int(guard.mod[foe.start])
				stopped += throwsFor(need)
				tripped += min(max((need-1)/2, 0), 10) // doubles below
			}
		}
	}
	b.stops, b.trips = float64(stopped)/float64(100*max(hits, 1)), float64(tripped)/float64(100*max(hits, 1))
	return b
}

// hitOf is what a blow that lands does.
func (g *Game) hitOf(a *arm, rung int, at aim, total int, critical bool) hit {
	n := int(a.wounds)
	if a.twenty > 0 && total >= 20 {
		n = max(n, int(a.twenty))
	}
	if critical {
		n = max(n, int(a.fatal))
	}
	h := hit{p: 0.01, wounds: n, shaves: 1, topple: a.is&armTopple != 0 && at != aimFeint}
	switch {
	case at == aimFeint:
		h.wounds = 0
	case at == aimTorso:
		h.wounds++
	case a.is&armEmpty != 0:
		h.shaves = int(g.rule.EmptyHand)
	case a.is&armTanto != 0 && rung == int(tsubazeriai):
		h.shaves = int(g.rule.Dagger)
	}
	if critical {
		h.shaves = max(h.shaves, 2)
	}
	h.wounds = min(h.wounds, 3)
	if rung < 0 {
		h.shaves = 0
	}
	return h
}

// add counts a hit with others that do the same; of too many kinds the last takes in the rest.
func (b *effect) add(h hit) {
	for k := range b.n {
		if at := &b.hits[k]; at.wounds == h.wounds && at.shaves == h.shaves || k == hitsMax-1 {
			at.p += h.p
			return
		}
	}
	b.hits[b.n] = h
	b.n++
}
