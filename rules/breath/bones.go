package breath

import (
	"math"
	"sync"
)

// The bones of a fight of one against one: the same count, breaths, limit and overload, but a weapon is its two best
// attacks, an answer is one technique that stops a hit with its mean chance, at most two reservations stand, and
// nobody stumbles or tires. Nobody drops a weapon either, but one that lies on the ground can be picked up. That is
// small enough to be solved when the search first asks, and it knows what no formula does: whose breath it is, and what
// Energy is worth with this foe in front.

// skeleton is the bones of one fight, by what else is told apart: each is solved when such a position is first met.
type skeleton [8]struct {
	once sync.Once
	*bones
}

// Bits of a place in a skeleton.
const (
	ground0   = 1 << iota // side 0's weapon lies on the ground
	ground1               // side 1's
	lastRound             // the fight is over with this round
)

// bones is such a fight, solved. Values are as in the seam: -1 to 1, from side 0.
type bones struct {
	joints
	count []float32    // at the count, by spot
	mid   [2][]float32 // within a breath of each side, by spot and by what is left of the limit
	lefts int          // how many values of that there are
}

// joints are all that bones are made of: fights with equal joints share them.
type joints struct {
	armed [2]*bones // what they become when a side picks its weapon up; nil if it has it
	pick  int       // what that costs
	last  bool      // the round decides
	end   float32   // if it decides nothing else
	sides [2]bone
	first int     // the side that breathes first of two with equal Energy
	scale float64 // what a Wound counts, where there are more than the bones tell apart
}

// bone is one side.
type bone struct {
	seat    int
	wounds  int
	energy  int
	limit   int
	blows   [2]stroke // the best for their price
	able    int       // how many there are
	reserve int       // price of a reservation, 0 if there is no answer
	haste   int
	holds   [breathLeft]float64 // the chance to bear an excess of so much
}

// stroke is an attack against the other side.
type stroke struct {
	cost int
	effect
	open effect // the same against one who has spent itself
}

// effect is what a stroke does.
type effect struct {
	lands [4]float64 // chance of so many Wounds; at 0, of a miss
	stops float64    // chance that an answer stops a hit
}

// spentEnergy is the Energy of one whose overload failed: none, and Defenseless until the round ends.
const spentEnergy = -1

// boneWounds and boneEnergy are the most of each that is told apart: a giant's bones take no longer than a lord's.
const (
	boneWounds = 6
	boneEnergy = 16
)

// breathLeft is how many values of what is left of a limit are told apart: 0 to 7.
const breathLeft = 8

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

func (g *Game) joints(place int) (b joints) {
	b.pick = int(g.rule.PickUp)
	for i := range 2 {
		side := g.seats[i].side
		b.sides[side] = g.bone(i, place>>side&1, place>>(1-side)&1)
		if bit := ground0 << side; place&bit != 0 {
			b.armed[side] = g.laid(place &^ bit)
		}
	}
	if g.order[b.sides[0].seat] > g.order[b.sides[1].seat] {
		b.first = 1
	}
	b.scale = min(1, float64(boneWounds)/float64(max(b.sides[0].wounds, b.sides[1].wounds)))
	for i := range b.sides {
		b.sides[i].wounds = int(math.Ceil(float64(b.sides[i].wounds) * b.scale))
	}
	if place&lastRound != 0 {
		b.last, b.end = true, float32(worth(g.timeUp()))
	}
	return b
}

// grave keeps bones for fights that are alike: an encounter read twice, one position of it after another.
var grave = boneyard{kept: map[joints]*bones{}}

// boneyard is safe for concurrent use.
type boneyard struct {
	mu   sync.Mutex
	kept map[joints]*bones
}

// keptMax is how many bones are kept: some ten megabytes each.
const keptMax = 24

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
	if len(y.kept) >= keptMax {
		clear(y.kept)
	}
	y.kept[j] = b
	return b
}

// bone is one combatant against the other; what either has dropped is a set of bits as in a seat's state.
func (g *Game) bone(i int, dropped, foeDropped int) bone {
	f, foe := &g.seats[i], &g.seats[1-i]
	own, other := seat{lost: uint8(dropped)}, seat{lost: uint8(foeDropped)}
	d := bone{seat: i, wounds: int(max(f.wounds, g.start.seats[i].wounds)), limit: min(int(f.limit), breathLeft-1)}
	d.energy = min(int(max(f.energy, g.start.seats[i].energy)), boneEnergy)
	guard := foe.guarding(&other)
	if a := f.guarding(&own); a != nil {
		d.reserve, d.haste = max(1, int(a.cost[f.start])), max(1, int(a.haste[f.start]))
	}
	for k := range f.arms {
		a := &f.arms[k]
		if a.kind <= isKata && own.inHand(a.slot) && a.wounds+a.fatal > 0 {
			d.learn(g.stroke(f, a, foe, guard))
		}
	}
	for excess := range d.holds {
		d.holds[excess] = float64(throwsFor(11-int(f.physique)+excess)) / 100
	}
	return d
}

// learn adds a stroke; of too many the worst is left out.
func (d *bone) learn(b stroke) {
	if d.able < len(d.blows) {
		d.blows[d.able] = b
		d.able++
		return
	}
	for k := range d.blows {
		if d.blows[k].worth() < b.worth() {
			d.blows[k], b = b, d.blows[k]
		}
	}
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

// worth is the Wounds a point of Energy buys.
func (b *stroke) worth() float64 {
	return (b.lands[1] + 2*b.lands[2] + 3*b.lands[3]) / float64(b.cost)
}

// stroke counts what an attack does to a fresh foe.
func (g *Game) stroke(f *fighter, a *arm, foe *fighter, guard *arm) (b stroke) {
	b.cost = max(1, int(a.cost[f.start]))
	if a.is&armEmpties != 0 {
		b.cost += 2 // to be loaded again
	}
	defense := int(foe.body) + max(0, int(foe.evasion)-int(a.direct)) + max(0, int(foe.shell)-int(a.pierce)) + int(a.extra)
	b.effect = effectOf(f, a, defense, foe, guard)
	b.open = effectOf(f, a, defense-int(g.rule.Defenseless), foe, guard)
	return b
}

// effectOf counts the throws of an attack at a Defense.
func effectOf(f *fighter, a *arm, defense int, foe *fighter, guard *arm) (b effect) {
	mod := int(a.mod[f.start])
	hits, stopped := 0, 0
	for lo := 1; lo <= 10; lo++ {
		for hi := 1; hi <= 10; hi++ {
			sum := lo + hi
			if sum+mod < defense {
				b.lands[0] += 0.01
				continue
			}
			n := int(a.wounds)
			if lo == hi {
				n = max(n, int(a.fatal))
			}
			if a.twenty > 0 && sum+mod >= 20 {
				n = max(n, int(a.twenty))
			}
			b.lands[min(n, 3)] += 0.01
			hits++
			if guard != nil {
				stopped += throwsFor(sum + mod - int(guard.mod[foe.start]))
			}
		}
	}
	b.stops = float64(stopped) / float64(100*max(hits, 1))
	return b
}

// spot is a position of the bones at the count: Wounds, Energy, a reservation and having closed, of both sides.
type spot struct{ w, e, h, c [2]int }

func (b *bones) at(s spot) int {
	n := (s.w[0]-1)*b.sides[1].wounds + s.w[1] - 1
	n = (n*(b.sides[0].energy+2)+s.e[0]-spentEnergy)*(b.sides[1].energy+2) + s.e[1] - spentEnergy
	return n*flagsMax + ((s.c[0]*2+s.c[1])*heldMax+s.h[0])*heldMax + s.h[1]
}

// heldMax is how many numbers of reservations are told apart: none, one, two; flagsMax how many spots there are of the
// same Wounds and Energy.
const (
	heldMax  = 3
	flagsMax = 4 * heldMax * heldMax
)

// solve values every spot, fewest Wounds first. A round that begins again with the same Wounds is met halfway: its value
// is guessed, the round worked out, the guess replaced by what came of it, and so on.
func (b *bones) solve() {
	w := [2]int{b.sides[0].wounds, b.sides[1].wounds}
	size := b.at(spot{w: w, e: [2]int{b.sides[0].energy, b.sides[1].energy}, h: [2]int{heldMax - 1, heldMax - 1}, c: [2]int{1, 1}}) + 1
	b.lefts = 1 + max(b.sides[0].limit, b.sides[1].limit)
	b.count, b.mid[0], b.mid[1] = make([]float32, size), make([]float32, size*b.lefts), make([]float32, size*b.lefts)
	for w0 := 1; w0 <= w[0]; w0++ {
		for w1 := 1; w1 <= w[1]; w1++ {
			start := spot{w: [2]int{w0, w1}, e: [2]int{b.sides[0].energy, b.sides[1].energy}}
			if b.last {
				b.round(start.w, b.end)
				continue
			}
			fewer, other := start, start
			fewer.w[0]--
			other.w[1]--
			again := (b.value(fewer) + b.value(other)) / 2
			for range 2 {
				b.round(start.w, again)
				again = b.value(start)
			}
		}
	}
}

// round works a round out for the Wounds it is come to with, poorest in Energy first.
func (b *bones) round(w [2]int, again float32) {
	for e0 := spentEnergy; e0 <= b.sides[0].energy; e0++ {
		for e1 := spentEnergy; e1 <= b.sides[1].energy; e1++ {
			e := [2]int{e0, e1}
			for flags := range flagsMax { // a breath begins with its whole limit and goes on with less Energy
				b.breaths(spotOf(w, e, flags), true)
			}
			for flags := flagsMax - 1; flags >= 0; flags-- { // who has closed before who has not
				s := spotOf(w, e, flags)
				b.count[b.at(s)] = b.called(s, again)
			}
			for flags := range flagsMax { // a breath under way may end
				b.breaths(spotOf(w, e, flags), false)
			}
		}
	}
}

// spotOf reads who has closed and what reservations stand from the last digits of a spot's number.
func spotOf(w, e [2]int, flags int) spot {
	h, c := flags%(heldMax*heldMax), flags/(heldMax*heldMax)
	return spot{w, e, [2]int{h / heldMax, h % heldMax}, [2]int{c >> 1, c & 1}}
}

// breaths values a spot within a breath of either side: with the whole limit left, or with less.
func (b *bones) breaths(s spot, whole bool) {
	for side := range 2 {
		limit := b.sides[side].limit
		switch {
		case s.c[side] != 0:
		case whole:
			b.breath(side, s, limit)
		default:
			for left := range min(limit, s.e[side]+1) { // more than there is Energy is as good as that
				b.breath(side, s, left)
			}
		}
	}
}

// next is the side at the count, -1 if the round is over.
func (b *bones) next(s spot) int {
	in := func(i int) bool { return s.e[i] > 0 && s.c[i] == 0 }
	switch {
	case in(0) && in(1) && s.e[0] == s.e[1]:
		return b.first
	case in(0) && (!in(1) || s.e[0] > s.e[1]):
		return 0
	case in(1):
		return 1
	}
	return -1
}

// called is the count: breathe, or close.
func (b *bones) called(s spot, again float32) float32 {
	side := b.next(s)
	if side < 0 {
		return again
	}
	closed, breathes := s, s
	closed.c[side] = 1
	breathes.h[side] = 0 // old reservations end
	return better(side, b.count[b.at(closed)], b.mid[side][b.at(breathes)*b.lefts+b.sides[side].limit])
}

func better(side int, v, w float32) float32 {
	if side == 0 {
		return max(v, w)
	}
	return min(v, w)
}

// breath values a position within a breath with so much of the limit left: strike, hold an answer ready, or end.
func (b *bones) breath(side int, s spot, left int) {
	d := &b.sides[side]
	v := float32(2*side - 1)
	if left < d.limit {
		v = b.count[b.at(s)]
	}
	e := s.e[side]
	for k := range d.able {
		if c := d.blows[k].cost; c <= e {
			v = better(side, v, b.struck(side, s, &d.blows[k], left-c))
		}
	}
	if c := d.reserve; c > 0 && c <= min(e, left) && s.h[side] < heldMax-1 {
		held := s
		held.h[side]++
		held.e[side] -= c
		v = better(side, v, b.goes(side, held, left-c))
	}
	if armed := b.armed[side]; armed != nil && b.pick <= e {
		picked := s
		picked.e[side] -= b.pick
		v = better(side, v, armed.goes(side, picked, left-b.pick))
	}
	b.mid[side][b.at(s)*b.lefts+left] = v
}

// struck is a blow with its answer; left is what it leaves of the limit, less than nothing where it strains.
func (b *bones) struck(side int, s spot, blow *stroke, left int) float32 {
	s.e[side] -= blow.cost
	foe := 1 - side
	does := &blow.effect
	if s.e[foe] == spentEnergy {
		does = &blow.open
	}
	v := float32(does.lands[0]) * b.goes(side, s, left)
	for n := 1; n < len(does.lands); n++ {
		p := float32(does.lands[n])
		if p == 0 {
			continue
		}
		hit := s
		hit.w[foe] = max(0, s.w[foe]-n)
		lands := b.goes(side, hit, left)
		if d := &b.sides[foe]; d.reserve > 0 && (s.h[foe] > 0 || d.haste <= s.e[foe]) {
			clear := s
			if s.h[foe] > 0 {
				clear.h[foe]--
				hit.h[foe]--
			} else {
				clear.e[foe] -= d.haste
				hit.e[foe] -= d.haste
			}
			q := float32(does.stops)
			lands = better(foe, lands, q*b.goes(side, clear, left)+(1-q)*b.goes(side, hit, left))
		}
		v += p * lands
	}
	return v
}

// goes is what follows a maneuver: the breath goes on while there is Energy; a strained one ends it, and may take all
// Energy that is left.
func (b *bones) goes(side int, s spot, left int) float32 {
	switch {
	case s.w[0] <= 0 || s.w[1] <= 0 || s.e[side] == 0 && left >= 0:
		return b.value(s)
	case left >= 0:
		return b.mid[side][b.at(s)*b.lefts+min(left, s.e[side])]
	}
	broken := s
	broken.e[side] = spentEnergy
	p := float32(b.sides[side].holds[min(-left, breathLeft-1)])
	return p*b.value(s) + (1-p)*b.value(broken)
}

// value is a spot's, or that of an end.
func (b *bones) value(s spot) float32 {
	switch {
	case s.w[0] <= 0 && s.w[1] <= 0:
		return 0
	case s.w[0] <= 0:
		return -1
	case s.w[1] <= 0:
		return 1
	}
	return b.count[b.at(s)]
}

// stands is what the bones make of a position, from -1 to 1. What they do not know counts as parts of a Wound, or as
// Energy: a blow under way, blood, a stance that strikes, lowered Defense, a third reservation.
func (g *Game) stands(s *State, w *Weights) float64 {
	place := 0
	for i := range g.n {
		place |= int(s.seats[i].lost&1) << g.seats[i].side
	}
	if s.round >= g.rounds {
		place |= lastRound
	}
	b := g.laid(place)
	struck, due := g.pending(s)
	var p spot
	var part [2]float64 // how far towards one Wound less
	for side := range 2 {
		d := &b.sides[side]
		c := &s.seats[d.seat]
		wounds := float64(c.wounds) - w.exposed(g, s, b, side)
		if d.seat == struck {
			wounds -= due
		}
		wounds = max(0, wounds*b.scale)
		p.w[side] = min(int(math.Ceil(wounds)), d.wounds)
		part[side] = min(max(float64(p.w[side])-wounds, 0), 1)
		p.e[side] = min(max(int(c.energy), 0), d.energy)
		if c.is&isSpent != 0 {
			p.e[side] = spentEnergy
		}
		p.h[side] = min(int(c.held[0]+c.held[1]), heldMax-1)
		if c.is&isClosed != 0 {
			p.c[side] = 1
		}
	}
	v := 0.0
	for k := range 4 {
		q, share := p, 1.0
		for side := range 2 {
			if k>>side&1 == 0 {
				share *= 1 - part[side]
			} else {
				q.w[side]--
				share *= part[side]
			}
		}
		if share > 0 {
			v += share * float64(g.boned(s, b, q))
		}
	}
	return v
}

// exposed is what a side's state costs it, in Wounds.
func (w *Weights) exposed(g *Game, s *State, b *bones, side int) (n float64) {
	d, foe := &b.sides[side], &b.sides[1-side]
	c := &s.seats[d.seat]
	if c.is&isBleeding != 0 {
		n += w.Bleeding
	}
	if c.is&isStrained != 0 && (s.phase != phCount || int(s.actor) != d.seat) {
		n += w.Strained
	}
	if c.stance != 0 && g.stances[c.stance-1].strikes != 0 {
		n -= w.Guard
	}
	if held := int(c.held[0]+c.held[1]) - (heldMax - 1); held > 0 {
		n -= w.Third * float64(held)
	}
	open := float64(min(c.bare, 4))
	if c.is&isDefenseless == isShaken && (s.phase != phCount || int(s.actor) != d.seat) {
		open = 4
	}
	if open > 0 && foe.able > 0 {
		e := min(int(s.seats[foe.seat].energy), foe.limit)
		if c.is&isSpent != 0 {
			e = int(s.seats[foe.seat].energy)
		}
		if s.seats[foe.seat].is&isClosed == 0 {
			n += w.Shaken * open / 4 * float64(e) / float64(foe.blows[0].cost)
		}
	}
	return n
}

// boned is the value of the spot of a position: at the count of whoever breathes next, or within a breath.
func (g *Game) boned(s *State, b *bones, p spot) float32 {
	if p.w[0] <= 0 || p.w[1] <= 0 || s.phase == phBleed || s.strain != 0 {
		return b.value(p)
	}
	i := int(s.actor)
	side := int(g.seats[i].side)
	d := &b.sides[side]
	if p.c[side] != 0 || p.e[side] <= 0 {
		return b.value(p)
	}
	if s.phase != phCount {
		return b.mid[side][b.at(p)*b.lefts+min(max(int(g.limit(s, i)-s.spent), 0), d.limit-1, p.e[side])]
	}
	left := d.limit
	if s.seats[i].is&isStrained != 0 {
		left = min(left, strainedLimit, p.e[side])
	}
	closed := p
	closed.c[side], p.h[side] = 1, 0
	return better(side, b.value(closed), b.mid[side][b.at(p)*b.lefts+left])
}
