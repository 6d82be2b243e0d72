package endgame

// A reference implementation: the same values, one after another in plain order on one core. The solver must reach
// them to the last bit.

type reference struct {
	Key
	pickedUp   [2]*reference
	nextRound  *reference
	count      []float32
	inBreath   [2][]float32
	roundStart []float32
	rowLen     int
	positions  int
	stride     strides
}

// index returns the index of a position, apart from who has closed.
func (b *reference) index(s *Position) int {
	st, n := &b.stride, s.Rung*b.stride.rung
	for i := range 2 {
		n += (s.Wounds[i]-1)*st.wounds[i] + (s.Energy[i]-Spent)*st.energy[i] + s.Held[i]*st.held[i] + s.Shaken[i]*st.shaken[i] + s.Guard[i]*st.guard[i]
	}
	return n
}

// atCount returns the place of a position's value at the count.
func (b *reference) atCount(s *Position) *float32 {
	return &b.count[(s.Closed[0]*2+s.Closed[1])*b.positions+b.index(s)]
}

// within returns the place of its value within a breath.
func (b *reference) within(side int, s *Position, left int) *float32 {
	return &b.inBreath[side][(s.Closed[1-side]*b.positions+b.index(s))*b.rowLen+left]
}

// solve solves every position, fewest Wounds first. A round may be followed by one that begins with the same
// Wounds: its value is guessed, the round solved, the guess replaced by the result, and the round solved again.
func (b *reference) solve() {
	b.rowLen = b.limitValues()
	b.stride, b.positions = b.layout()
	b.count, b.roundStart = make([]float32, 4*b.positions), make([]float32, b.startCount())
	for side := range b.inBreath {
		b.inBreath[side] = make([]float32, 2*b.positions*b.rowLen)
	}
	rounds := 2
	if b.LastRound || b.nextRound != nil {
		rounds = 1
	}
	for w0 := 1; w0 <= b.Sides[0].Wounds; w0++ {
		for w1 := 1; w1 <= b.Sides[1].Wounds; w1++ {
			w := [2]int{w0, w1}
			b.setRoundStarts(w, func(s Position) float32 {
				fewer, other := s, s
				fewer.Wounds[0]--
				other.Wounds[1]--
				return (b.startValue(&fewer) + b.startValue(&other)) / 2
			})
			for range rounds {
				b.solveRound(w)
				b.setRoundStarts(w, func(s Position) float32 { return *b.atCount(&s) })
			}
		}
	}
}

// setRoundStarts sets the values of the rounds that begin with these Wounds.
func (b *reference) setRoundStarts(w [2]int, value func(Position) float32) {
	b.eachRungAndGuard(func(r, g0, g1 int) {
		s := Position{Wounds: w, Rung: r, Guard: [2]int{g0, g1}, Energy: [2]int{b.Sides[0].Energy, b.Sides[1].Energy}}
		b.roundStart[b.startIndex(&s)] = value(s)
	})
}

// startValue returns the value of the round that begins so, or that of a decided fight.
func (b *reference) startValue(s *Position) float32 {
	if v, over := s.Over(); over {
		return v
	}
	return b.roundStart[b.startIndex(s)]
}

// solveRound solves a round with these Wounds, from the least Energy to the most.
func (b *reference) solveRound(w [2]int) {
	flags := 4 * b.reserveLevels * b.reserveLevels * b.shakenLevels * b.shakenLevels
	for e0 := Spent; e0 <= b.Sides[0].Energy; e0++ {
		for e1 := Spent; e1 <= b.Sides[1].Energy; e1++ {
			b.eachRungAndGuard(func(r, g0, g1 int) {
				s := Position{Wounds: w, Energy: [2]int{e0, e1}, Rung: r, Guard: [2]int{g0, g1}}
				for n := range flags { // a breath begins with its whole limit and goes on with less Energy
					b.solveBreaths(b.withFlags(s, n), true)
				}
				again := b.afterRound(s)
				for n := flags - 1; n >= 0; n-- { // the positions with more closed first
					s := b.withFlags(s, n)
					*b.atCount(&s) = b.countValue(s, again)
				}
				for n := range flags { // a breath under way may end
					b.solveBreaths(b.withFlags(s, n), false)
				}
			})
		}
	}
}

// withFlags sets who has closed, how many reservations stand and who is Defenseless, by number.
func (b *reference) withFlags(s Position, n int) Position {
	digit := func(of int) int {
		d := n % of
		n /= of
		return d
	}
	s.Shaken = [2]int{digit(b.shakenLevels), digit(b.shakenLevels)}
	s.Held = [2]int{digit(b.reserveLevels), digit(b.reserveLevels)}
	s.Closed = [2]int{digit(2), digit(2)}
	return s
}

// afterRound returns the value of what follows a round that ends so: guard returns, and the next round begins.
func (b *reference) afterRound(s Position) (v float32) {
	if b.LastRound {
		return b.TimeUp
	}
	from := b
	if b.nextRound != nil {
		from = b.nextRound
	}
	var to [2][2]int // with fewer levels restored and with more
	var more [2]float32
	for side := range 2 {
		d := &b.Sides[side]
		switch g := s.Guard[side]; {
		case d.guardLevels == 0:
		case g == 0:
			to[side][0] = d.restoredGuard()
		case g < unbroken:
			to[side][0] = g - 1
		default:
			whole := int(d.lullLevels)
			to[side] = [2]int{min(g+whole, d.guardValues()-1), min(g+whole+1, d.guardValues()-1)}
			more[side] = float32(d.lullLevels) - float32(whole)
		}
	}
	for k := range 4 {
		k0, k1 := k&1, k>>1
		if p := blendShare(more[0], k0) * blendShare(more[1], k1); p > 0 {
			s.Guard = [2]int{to[0][k0], to[1][k1]}
			v += p * from.roundStart[from.startIndex(&s)]
		}
	}
	return v
}

// solveBreaths solves a position within a breath of either side: with the whole limit left, or with less.
func (b *reference) solveBreaths(s Position, whole bool) {
	for side := range 2 {
		if s.Closed[side] != 0 || s.Energy[side] <= 0 || whole && s.Held[side]+s.Shaken[side] > 0 {
			continue
		}
		d, x := &b.Sides[side], b.breath(side, &s)
		if whole {
			x.solve(d.Limit)
			continue
		}
		most := d.Limit - max(1, s.Held[side]*d.Reserve) // its reservations were made in this breath
		for left := 0; left <= most; left++ {
			x.solve(left)
		}
	}
}

// countValue returns the value at the count: the side breathes, or closes.
func (b *reference) countValue(s Position, again float32) float32 {
	side := b.turn(&s, s.Closed)
	if side < 0 {
		return again
	}
	closed, breathes := s, s
	closed.Closed[side] = 1
	breathes.Held[side], breathes.Shaken[side] = 0, 0 // these lapse as its breath begins
	return Better(side, *b.atCount(&closed), *b.within(side, &breathes, b.Sides[side].Limit))
}

// referenceBreath solves one position within a breath, with one amount left of the limit.
type referenceBreath struct {
	*reference
	side, foe int
	pos       *Position
	here      int       // its index
	count     []float32 // values at the count, by index: who has closed is fixed
	inBreath  []float32 // values within this breath
}

func (b *reference) breath(side int, s *Position) referenceBreath {
	x := referenceBreath{reference: b, side: side, foe: 1 - side, pos: s, here: b.index(s)}
	x.lookIn(b)
	return x
}

// lookIn makes values be looked up in b, a tablebase of the same layout.
func (x *referenceBreath) lookIn(b *reference) {
	x.reference = b
	x.count = b.count[(x.pos.Closed[0]*2+x.pos.Closed[1])*b.positions:][:b.positions]
	x.inBreath = b.inBreath[x.side][x.pos.Closed[x.foe]*b.positions*b.rowLen:][:b.positions*b.rowLen]
}

// solve solves the position with so much of the limit left: attack, change the distance, reserve a defence, or
// end.
func (x *referenceBreath) solve(left int) {
	s, side, d := x.pos, x.side, &x.Sides[x.side]
	e, step := s.Energy[side], x.stride.energy[side]
	v := lossValue(side)
	if left < d.Limit {
		v = x.count[x.here]
	}
	reach := &d.At[s.Rung]
	for k := range reach.N {
		if blow := &reach.Attacks[k]; blow.Cost <= e && !(blow.Feint && x.isBroken(x.foe, s)) {
			v = Better(side, v, x.strike(blow, x.here-blow.Cost*step, e-blow.Cost, left-blow.Cost))
		}
	}
	if x.Rungs > 1 {
		v = Better(side, v, x.changeDistance(left))
	}
	if c := d.Reserve; c > 0 && c <= min(e, left) && s.Held[side] < x.reserveLevels-1 {
		v = Better(side, v, x.follow(x.here+x.stride.held[side]-c*step, e-c, left-c))
	}
	if armed := x.pickedUp[side]; armed != nil && x.PickUpCost <= e {
		y := *x
		y.lookIn(armed)
		v = Better(side, v, y.follow(x.here-x.PickUpCost*step, e-x.PickUpCost, left-x.PickUpCost))
	}
	x.inBreath[x.here*x.rowLen+left] = v
}

// follow returns the value after a maneuver that leads to the index to, with so much Energy left. The breath goes on
// while there is Energy; overload ends it, and may take all Energy.
func (x *referenceBreath) follow(to, energy, left int) float32 {
	switch {
	case left < 0:
		p := float32(x.Sides[x.side].PassesOverload[min(-left, LimitMax)])
		return p*x.count[to] + (1-p)*x.count[to+(Spent-energy)*x.stride.energy[x.side]]
	case energy == 0:
		return x.count[to]
	}
	return x.inBreath[to*x.rowLen+min(left, energy)]
}

// strike returns the value of an attack and its answer, from the index at which it is paid for.
func (x *referenceBreath) strike(blow *Attack, from, energy, left int) float32 {
	s, foe := x.pos, x.foe
	on := 0
	if s.Energy[foe] == Spent || s.Shaken[foe] != 0 {
		on |= OnDefenseless
	}
	if x.isBroken(foe, s) {
		on |= OnBroken
	}
	does := &blow.On[on]
	v := float32(does.Miss) * x.follow(from, energy, left)
	if does.AttackerShaken > 0 {
		fromShaken := from
		if x.shakenLevels > 1 && s.Shaken[x.side] == 0 {
			fromShaken += x.stride.shaken[x.side]
		}
		v += float32(does.AttackerShaken) * x.follow(fromShaken, energy, left)
	}
	if does.NearMiss > 0 {
		v += float32(does.NearMiss) * x.loseGuard(from, energy, left, 1)
	}
	d := &x.Sides[foe]
	answers := d.Reserve > 0 && (s.Held[foe] > 0 || d.Haste <= s.Energy[foe])
	paid, paidShaken := from, from
	var stopped float32
	if answers {
		if s.Held[foe] > 0 {
			paid -= x.stride.held[foe]
		} else {
			paid -= d.Haste * x.stride.energy[foe]
		}
		paidShaken = paid
		if x.shakenLevels > 1 && s.Shaken[foe] == 0 {
			paidShaken += x.stride.shaken[foe]
		}
		stopped = x.follow(paid, energy, left)
	}
	q, t := float32(does.Stops), float32(does.DefenderShaken)
	for k := range does.N {
		h := &does.Hits[k]
		lands := x.hit(h, blow.Feint, from, energy, left, s.Shaken[foe])
		if answers {
			fails := x.hit(h, blow.Feint, paid, energy, left, s.Shaken[foe])
			whenShaken := fails
			if paidShaken != paid {
				whenShaken = x.hit(h, blow.Feint, paidShaken, energy, left, 1)
			}
			lands = Better(foe, lands, q*stopped+(1-q-t)*fails+t*whenShaken)
		}
		v += float32(h.P) * lands
	}
	return v
}

// hit returns the value after a hit: Wounds and guard; on a broken guard it ends the opening. Where a Wound of the
// tablebase stands for more than one, only a part of the hits takes it.
func (x *referenceBreath) hit(h *Hit, feint bool, from, energy, left, shaken int) float32 {
	scale := x.Sides[x.foe].woundScale
	if scale == 1 {
		return x.wound(h.Wounds, h, feint, from, energy, left, shaken)
	}
	n := float64(h.Wounds) * scale
	whole := int(n)
	v, part := x.wound(whole, h, feint, from, energy, left, shaken), float32(n-float64(whole))
	if part > 0 {
		v += part * (x.wound(whole+1, h, feint, from, energy, left, shaken) - v)
	}
	return v
}

// wound returns the value after a hit of so many Wounds on the scale of the tablebase.
func (x *referenceBreath) wound(wounds int, h *Hit, feint bool, from, energy, left, shaken int) float32 {
	s, foe := x.pos, x.foe
	if wounds >= s.Wounds[foe] {
		return lossValue(foe)
	}
	to := from - wounds*x.stride.wounds[foe]
	if h.Shakes && shaken == 0 && x.shakenLevels > 1 {
		to += x.stride.shaken[foe]
	}
	if !feint && x.isBroken(foe, s) {
		return x.follow(to+(x.Sides[foe].restoredGuard()-s.Guard[foe])*x.stride.guard[foe], energy, left)
	}
	return x.loseGuard(to, energy, left, h.Guard)
}

// loseGuard returns the value after the other side has lost so many points of guard.
func (x *referenceBreath) loseGuard(to, energy, left, points int) float32 {
	g := x.pos.Guard[x.foe]
	if points == 0 || g < unbroken {
		return x.follow(to, energy, left)
	}
	drop := float64(points) * x.Sides[x.foe].guardScale
	whole := int(drop)
	p := float32(drop) - float32(whole)
	low := max(g-whole, unbroken-1)
	to += (low - g) * x.stride.guard[x.foe]
	v := x.follow(to, energy, left)
	if p > 0 && low >= unbroken {
		v += p * (x.follow(to-x.stride.guard[x.foe], energy, left) - v)
	}
	return v
}

// changeDistance returns the value of the best change of distance.
func (x *referenceBreath) changeDistance(left int) float32 {
	s, side := x.pos, x.side
	e := s.Energy[side]
	if s.Rung == x.LockRung {
		if x.LockCost > e {
			return lossValue(side)
		}
		stays := x.here - x.LockCost*x.stride.energy[side]
		e, left = e-x.LockCost, left-x.LockCost
		stood := x.follow(stays, e, left)
		pushed := x.loseGuard(stays-x.stride.rung, e, left, x.Sides[side].Pushed)
		slipped := x.follow(stays+(x.SlipRung-s.Rung)*x.stride.rung, e, left)
		return Better(side, x.pushOrSlip(Push, pushed, stood), x.pushOrSlip(Slip, slipped, stood))
	}
	stays := x.here - x.stride.energy[side]
	stood := x.follow(stays, e-1, left-1)
	v := x.halfStep(x.follow(stays+x.stride.rung, e-1, left-1), stood)
	if s.Rung > x.FirstRung {
		v = Better(side, v, x.halfStep(x.follow(stays-x.stride.rung, e-1, left-1), stood))
	}
	return v
}

// canResist reports whether the other side can resist one.
func (x *referenceBreath) canResist() bool {
	return x.pos.Energy[x.foe] != Spent && x.pos.Shaken[x.foe] == 0 && !x.isBroken(x.foe, x.pos)
}

// pushOrSlip returns the value of a push or slip: the other side always resists if it can.
func (x *referenceBreath) pushOrSlip(what int, moved, stood float32) float32 {
	if !x.canResist() {
		return moved
	}
	p := float32(x.Sides[x.side].Contests[what].Wins)
	return p*moved + (1-p)*stood
}

// halfStep returns the value of a half-step: the other side may resist it, and with equal Energy must.
func (x *referenceBreath) halfStep(moved, stood float32) float32 {
	if !x.canResist() {
		return moved
	}
	e, c := x.pos.Energy, &x.Sides[x.side].Contests[Step]
	p := c.Wins
	if e[x.side] > e[x.foe] && x.Sides[x.side].At[x.pos.Rung].Ties {
		p += c.Ties
	}
	v := float32(p)*moved + float32(1-p)*stood
	if e[x.side] == e[x.foe] {
		return v
	}
	return Better(x.foe, moved, v)
}
