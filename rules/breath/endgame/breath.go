package endgame

// breathSolver solves the breaths of a side, for all amounts that may be left of the limit at once. It works on
// indexes: a maneuver adds strides to the index, and no position is built to look a value up. A value that a maneuver
// leads to has less Energy in its position and is solved already.
type breathSolver struct {
	*solver
	side, foe  int
	own, other *Side
	passChance [LimitMax + 1]float32 // of the overload check, by the excess over the limit
	pos        Position
	base       int       // the index of pos without its flags
	here       int       // the index of pos
	count      []float32 // values at the count with the same sides closed, by index
	inBreath   []float32 // values within this breath
	laneCount  int       // lanes in use: the amounts 0 to laneCount-1 left of the limit

	best, next, some, more, fewer, stopped, fails, failsShaken, whenResisted lanes // scratch
}

// lanes are values by the Energy that is left of the limit, from 0 on. Lanes from breathSolver.laneCount on mean
// nothing. There are twice as many as a position has, so that a copy to any of the used ones never needs a check.
type lanes [2 * lanesPerPosition]float32

// breathSolver returns a solver for the breaths of a side.
func (d *solver) breathSolver(side int) *breathSolver {
	x := &breathSolver{solver: d, side: side, foe: 1 - side, own: &d.Sides[side], other: &d.Sides[1-side]}
	for excess, p := range x.own.PassesOverload {
		x.passChance[excess] = float32(p)
	}
	return x
}

// solveBreaths solves the position within a breath for all flags and all amounts that may be left of the limit. The
// whole limit is left only as a breath begins, when the side's own reservations have just expired.
func (x *breathSolver) solveBreaths() {
	for n := range x.flags {
		if most := x.setFlags(&x.flags[n]); most >= 0 {
			x.solveBreath(most)
		}
	}
}

// allowEnding adds the choice to end a breath under way, whose value countValue has worked out by now. A breath that
// has spent nothing, with its whole limit left, cannot be ended.
func (x *breathSolver) allowEnding() {
	for n := range x.flags {
		most := min(x.setFlags(&x.flags[n]), x.own.Limit-1)
		if most < 0 {
			continue
		}
		v := x.inBreath[x.here*lanesPerPosition:][:most+1]
		for k := range v {
			v[k] = Better(x.side, v[k], x.count[x.here])
		}
	}
}

// setFlags goes to the position with these flags. It returns the most that may be left of the limit, below 0 if no
// breath of this side is possible there.
func (x *breathSolver) setFlags(f *flags) (most int) {
	h, k := f.held[x.side], f.shaken[x.side]
	most = x.own.Limit
	if h+k > 0 {
		most -= max(1, h*x.own.Reserve) // its reservations were made in this breath
	}
	if f.isClosed[x.side] != 0 || x.pos.Energy[x.side] <= 0 || most < 0 {
		return -1
	}
	x.pos.Closed, x.pos.Held, x.pos.Shaken, x.here = f.isClosed, f.held, f.shaken, x.base+f.offset
	x.lookIn(x.Values)
	return most
}

// lookIn makes m the tablebase in which values are looked up: its own, or that of the fight after a weapon is picked
// up, which has the same layout.
func (x *breathSolver) lookIn(m *Values) {
	x.count = m.count[(x.pos.Closed[0]*2+x.pos.Closed[1])*m.Tablebase.positions:][:m.Tablebase.positions]
	x.inBreath = m.inBreath[x.side][x.pos.Closed[x.foe]*m.Tablebase.positions*lanesPerPosition:][:m.Tablebase.positions*lanesPerPosition]
}

// solveBreath solves the position with 0 to most left of the limit, by the best maneuver: to attack, to change the
// distance, to reserve a defence or to pick the weapon up. To have more left of the limit than Energy is worth no more,
// so that the lanes from there on are copies.
func (x *breathSolver) solveBreath(most int) {
	s, side, own := &x.pos, x.side, x.own
	e, step := s.Energy[side], x.stride.energy[side]
	x.laneCount = min(most, e) + 1
	best, v := &x.best, &x.next
	x.fill(best, lossValue(side))
	reach := &own.At[s.Rung]
	for k := range reach.N {
		if blow := &reach.Attacks[k]; blow.Cost <= e && !(blow.Feint && x.isBroken(x.foe, s)) {
			x.strike(v, blow, x.here-blow.Cost*step, e-blow.Cost)
			x.takeBetter(side, best, v)
		}
	}
	if x.Rungs > 1 {
		x.changeDistance(best)
	}
	if c := own.Reserve; c > 0 && c < x.laneCount && s.Held[side] < x.reserveLevels-1 {
		x.follow(v, x.here+x.stride.held[side]-c*step, e-c, c)
		for k := c; k < x.laneCount; k++ {
			best[k] = Better(side, best[k], v[k])
		}
	}
	if armed := x.pickedUp[side]; armed != nil && x.PickUpCost <= e {
		x.lookIn(armed)
		x.follow(v, x.here-x.PickUpCost*step, e-x.PickUpCost, x.PickUpCost)
		x.lookIn(x.Values)
		x.takeBetter(side, best, v)
	}
	for k := x.laneCount; k <= most; k++ {
		best[k] = best[x.laneCount-1]
	}
	copy(x.inBreath[x.here*lanesPerPosition:], best[:most+1])
}

// lossValue returns the value of a side's defeat.
func lossValue(side int) float32 { return float32(2*side - 1) }

// fill sets all lanes to one value.
func (x *breathSolver) fill(v *lanes, value float32) {
	for k := range v[:x.laneCount] {
		v[k] = value
	}
}

// takeBetter puts the better of two values for a side into every lane of v.
func (x *breathSolver) takeBetter(side int, v, w *lanes) {
	if side == 0 {
		for k := range v[:x.laneCount] {
			v[k] = max(v[k], w[k])
		}
		return
	}
	for k := range v[:x.laneCount] {
		v[k] = min(v[k], w[k])
	}
}

// follow sets v to the values after a maneuver of this cost that leads to the index to and leaves so much Energy. A
// lane with less than cost left of the limit has an overload check: passed, the breath ends; failed, the side loses all
// Energy and is Spent. In the other lanes the breath goes on while there is Energy.
func (x *breathSolver) follow(v *lanes, to, energy, cost int) {
	strained := min(cost, x.laneCount)
	if strained > 0 {
		bears, fails := x.count[to], x.count[to+(Spent-energy)*x.stride.energy[x.side]]
		for k := range strained {
			p := x.passChance[min(cost-k, LimitMax)]
			v[k] = float32(p*bears) + float32((1-p)*fails)
		}
	}
	switch {
	case energy == 0:
		for k := strained; k < x.laneCount; k++ {
			v[k] = x.count[to]
		}
	case strained < x.laneCount: // lane strained before the maneuver is lane 0 after it
		d, s := v[strained:][:lanesPerPosition], x.inBreath[to*lanesPerPosition:][:lanesPerPosition] // written out: a copy would be a call
		d[0], d[1], d[2], d[3] = s[0], s[1], s[2], s[3]
		d[4], d[5], d[6], d[7] = s[4], s[5], s[6], s[7]
	}
}

// strike sets v to the values after an attack and its answer, the mean over its dice. from is the index at which the
// attack has been paid for, energy what is left then.
func (x *breathSolver) strike(v *lanes, blow *Attack, from, energy int) {
	s, foe := &x.pos, x.foe
	on := 0
	if s.Energy[foe] == Spent || s.Shaken[foe] != 0 {
		on |= OnDefenseless
	}
	if x.isBroken(foe, s) {
		on |= OnBroken
	}
	does, cost := &blow.On[on], blow.Cost
	some := &x.some
	x.follow(v, from, energy, cost)
	x.scale(v, float32(does.Miss))
	if does.AttackerShaken > 0 {
		fromShaken := from
		if x.shakenLevels > 1 && s.Shaken[x.side] == 0 {
			fromShaken += x.stride.shaken[x.side]
		}
		x.follow(some, fromShaken, energy, cost)
		x.addWeighted(v, float32(does.AttackerShaken), some)
	}
	if does.NearMiss > 0 {
		x.loseGuard(some, from, energy, cost, 1)
		x.addWeighted(v, float32(does.NearMiss), some)
	}
	d := x.other
	answers := d.Reserve > 0 && (s.Held[foe] > 0 || d.Haste <= s.Energy[foe])
	paid, paidShaken := from, from
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
		x.follow(&x.stopped, paid, energy, cost)
	}
	q, t := float32(does.Stops), float32(does.DefenderShaken)
	for k := range does.N {
		h := &does.Hits[k]
		lands := some
		x.hit(lands, h, blow, from, energy, s.Shaken[foe])
		if answers {
			x.hit(&x.fails, h, blow, paid, energy, s.Shaken[foe])
			whenShaken := &x.fails
			if paidShaken != paid {
				whenShaken = &x.failsShaken
				x.hit(whenShaken, h, blow, paidShaken, energy, 1)
			}
			x.answer(lands, &x.stopped, &x.fails, whenShaken, q, t)
		}
		x.addWeighted(v, float32(h.P), lands)
	}
}

// answer has the defender choose between taking a hit, lands, and answering it, lane by lane, and puts the result into
// lands. With chance q the answer stops the hit, with chance t it fails and leaves the defender shaken, else it fails.
func (x *breathSolver) answer(lands, stopped, fails, whenShaken *lanes, q, t float32) {
	rest := 1 - q - t
	for k := range lands[:x.laneCount] {
		lands[k] = Better(x.foe, lands[k], float32(q*stopped[k])+float32(rest*fails[k])+float32(t*whenShaken[k]))
	}
}

// scale multiplies every lane by p.
func (x *breathSolver) scale(v *lanes, p float32) {
	for k := range v[:x.laneCount] {
		v[k] *= p
	}
}

// addWeighted adds p times every lane of w.
func (x *breathSolver) addWeighted(v *lanes, p float32, w *lanes) {
	for k := range v[:x.laneCount] {
		v[k] += float32(p * w[k])
	}
}

// blend moves every lane the given part of the way to that of w.
func (x *breathSolver) blend(v *lanes, part float32, w *lanes) {
	for k := range v[:x.laneCount] {
		v[k] += float32(part * (w[k] - v[k]))
	}
}

// hit sets v to the values after a hit, which takes Wounds and guard, or ends an opening. shaken is 1 if the defender
// is shaken already. Where a Wound of the tablebase stands for more than one of the fight, the hit takes a part of one:
// its value is that share of the way from the whole number below to the one above.
func (x *breathSolver) hit(v *lanes, h *Hit, blow *Attack, from, energy, shaken int) {
	scale := x.other.woundScale
	if scale == 1 {
		x.afterWounds(v, h.Wounds, h, blow, from, energy, shaken)
		return
	}
	n := float64(float64(h.Wounds) * scale)
	whole := int(n)
	x.afterWounds(v, whole, h, blow, from, energy, shaken)
	if part := float32(n - float64(whole)); part > 0 {
		x.afterWounds(&x.fewer, whole+1, h, blow, from, energy, shaken)
		x.blend(v, part, &x.fewer)
	}
}

// afterWounds sets v to the values after a hit of so many Wounds on the scale of the tablebase.
func (x *breathSolver) afterWounds(v *lanes, wounds int, h *Hit, blow *Attack, from, energy, shaken int) {
	s, foe := &x.pos, x.foe
	if wounds >= s.Wounds[foe] {
		x.fill(v, lossValue(foe))
		return
	}
	to := from - wounds*x.stride.wounds[foe]
	if h.Shakes && shaken == 0 && x.shakenLevels > 1 {
		to += x.stride.shaken[foe]
	}
	if !blow.Feint && x.isBroken(foe, s) {
		x.follow(v, to+(x.other.restoredGuard()-s.Guard[foe])*x.stride.guard[foe], energy, blow.Cost)
		return
	}
	x.loseGuard(v, to, energy, blow.Cost, h.Guard)
}

// loseGuard sets v to the values after the other side has lost so many points of guard. Where a level of the tablebase
// stands for several points, the part of a level is blended as Wounds are in hit.
func (x *breathSolver) loseGuard(v *lanes, to, energy, cost, points int) {
	g := x.pos.Guard[x.foe]
	if points == 0 || g < unbroken {
		x.follow(v, to, energy, cost)
		return
	}
	drop := float64(points) * x.other.guardScale
	whole := int(drop)
	p := float32(drop) - float32(whole)
	low := max(g-whole, unbroken-1)
	to += (low - g) * x.stride.guard[x.foe]
	x.follow(v, to, energy, cost)
	if p > 0 && low >= unbroken {
		x.follow(&x.more, to-x.stride.guard[x.foe], energy, cost)
		x.blend(v, p, &x.more)
	}
}

// changeDistance puts the values of the best change of distance into best where they are better: a half-step in or out,
// or at the lock a push or a slip.
func (x *breathSolver) changeDistance(best *lanes) {
	s, side := &x.pos, x.side
	e, step := s.Energy[side], x.stride.energy[side]
	stood, moved := &x.whenResisted, &x.next
	if s.Rung == x.LockRung {
		if x.LockCost > e {
			x.fill(moved, lossValue(side))
			x.takeBetter(side, best, moved)
			return
		}
		stays := x.here - x.LockCost*step
		e -= x.LockCost
		x.follow(stood, stays, e, x.LockCost)
		x.loseGuard(moved, stays-x.stride.rung, e, x.LockCost, x.own.Pushed)
		x.pushOrSlip(moved, Push, stood)
		x.takeBetter(side, best, moved)
		x.follow(moved, stays+(x.SlipRung-s.Rung)*x.stride.rung, e, x.LockCost)
		x.pushOrSlip(moved, Slip, stood)
		x.takeBetter(side, best, moved)
		return
	}
	stays := x.here - step
	x.follow(stood, stays, e-1, 1)
	x.follow(moved, stays+x.stride.rung, e-1, 1)
	x.halfStep(moved, stood)
	x.takeBetter(side, best, moved)
	if s.Rung > x.FirstRung {
		x.follow(moved, stays-x.stride.rung, e-1, 1)
		x.halfStep(moved, stood)
		x.takeBetter(side, best, moved)
	}
}

// canResist reports whether the other side can resist a half-step, a push or a slip.
func (x *breathSolver) canResist() bool {
	return x.pos.Energy[x.foe] != Spent && x.pos.Shaken[x.foe] == 0 && !x.isBroken(x.foe, &x.pos)
}

// pushOrSlip changes moved, the values of a push or a slip that succeeds, to those of one that the other side resists.
// It always does if it can, since it risks nothing by that.
func (x *breathSolver) pushOrSlip(moved *lanes, what int, stood *lanes) {
	if !x.canResist() {
		return
	}
	p := float32(x.own.Contests[what].Wins)
	for k := range moved[:x.laneCount] {
		moved[k] = float32(p*moved[k]) + float32((1-p)*stood[k])
	}
}

// halfStep changes moved, the values of a half-step that succeeds, to those of one that the other side may resist if
// that is better for it. With equal Energy it must.
func (x *breathSolver) halfStep(moved, stood *lanes) {
	if !x.canResist() {
		return
	}
	e, c := &x.pos.Energy, &x.own.Contests[Step]
	p := c.Wins
	if e[x.side] > e[x.foe] && x.own.At[x.pos.Rung].Ties {
		p += c.Ties
	}
	q, rest, must := float32(p), float32(1-p), e[x.side] == e[x.foe]
	for k := range moved[:x.laneCount] {
		v := float32(q*moved[k]) + float32(rest*stood[k])
		if !must {
			v = Better(x.foe, moved[k], v)
		}
		moved[k] = v
	}
}
