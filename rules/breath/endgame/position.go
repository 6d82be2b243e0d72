package endgame

// Position is a position of the abstracted fight, by side.
type Position struct {
	Wounds [2]int // on the scale of the tablebase
	Energy [2]int // or [Spent]
	Held   [2]int // reservations
	Closed [2]int // 1 for a side that has left the count
	Shaken [2]int // 1 for a side that is Defenseless until its next breath
	Guard  [2]int // 0 if it is broken and returns in the lull, 1 if it is broken for longer; else see [guardAt]
	Rung   int
}

// unbroken is the lowest value of [Position.Guard] for a guard that is not broken.
const unbroken = 2

// Spent is [Position.Energy] of a side whose overload failed: it has none, and is Defenseless until the round ends.
// Energies are counted from here, so that indexes add -Spent.
const Spent = -1

// Over returns the value of a position in which a side has no Wounds left.
func (s *Position) Over() (v float32, over bool) {
	switch {
	case s.Wounds[0] <= 0 && s.Wounds[1] <= 0:
		return 0, true
	case s.Wounds[0] <= 0:
		return -1, true
	case s.Wounds[1] <= 0:
		return 1, true
	}
	return 0, false
}

// isBroken reports whether a side's guard is broken.
func (key *Key) isBroken(side int, s *Position) bool {
	return key.Sides[side].guardLevels > 0 && s.Guard[side] < unbroken
}

// strides are the differences of index between positions that differ by one in one field.
type strides struct {
	wounds, energy, held, shaken, guard [2]int
	rung                                int
}

// layout returns the strides and the number of positions. Flags vary fastest, then guard and rung, then Energy, then
// Wounds, so that what is solved together lies together.
func (key *Key) layout() (st strides, positions int) {
	n := 1
	next := func(values int) int {
		at := n
		n *= values
		return at
	}
	for side := range key.Sides {
		st.shaken[side] = next(key.shakenLevels)
	}
	for side := range key.Sides {
		st.held[side] = next(key.reserveLevels)
	}
	for side := range key.Sides {
		st.guard[side] = next(key.Sides[side].guardValues())
	}
	st.rung = next(key.Rungs)
	for side := range key.Sides {
		st.energy[side] = next(key.Sides[side].Energy + 1 - Spent)
	}
	for side := range key.Sides {
		st.wounds[side] = next(key.Sides[side].Wounds)
	}
	return st, n
}

// cells returns how many different values a tablebase with this key has: for each position and each of the four ways to
// have closed, one at the count and one for each amount left of the limit.
func (key *Key) cells() int {
	_, positions := key.layout()
	return positions * 4 * (1 + key.limitValues())
}

// limitValues returns how many amounts left of a limit are told apart.
func (key *Key) limitValues() int { return max(key.Sides[0].Limit, key.Sides[1].Limit) + 1 }

// lanesPerPosition is the number of values of a position within a breath: one for each amount that may be left of the
// limit. All rows have the same length, so that copying one needs no call.
const lanesPerPosition = LimitMax + 1

// countAllocated returns how many values the tablebase allocates.
func (b *Tablebase) countAllocated() int { return 4 * b.positions * (1 + lanesPerPosition) }

// startIndex returns the index in roundStart of a position at the start of a round, when both sides have all their
// Energy.
func (key *Key) startIndex(s *Position) int {
	n := ((s.Wounds[0]-1)*key.Sides[1].Wounds+s.Wounds[1]-1)*key.Rungs + s.Rung
	return (n*key.Sides[0].guardValues()+s.Guard[0])*key.Sides[1].guardValues() + s.Guard[1]
}

// startCount returns the length of roundStart.
func (key *Key) startCount() int {
	n := key.Rungs
	for i := range key.Sides {
		n *= key.Sides[i].Wounds * key.Sides[i].guardValues()
	}
	return n
}

// index returns the index of a position among those in which the same sides have closed.
func (b *Tablebase) index(s *Position) int {
	st, n := &b.stride, s.Rung*b.stride.rung
	for i := range 2 {
		n += (s.Wounds[i]-1)*st.wounds[i] + (s.Energy[i]-Spent)*st.energy[i] + s.Held[i]*st.held[i] +
			s.Shaken[i]*st.shaken[i] + s.Guard[i]*st.guard[i]
	}
	return n
}
