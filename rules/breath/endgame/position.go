package endgame

// Position is a position of the abstracted fight at the count: of both sides Wounds, Energy, reservations (H),
// whether closed (C), whether Defenseless until its next breath (K) and guard, and the rung. Guard is 0 where it
// is broken and about to return, 1 where it is broken, and from [unbroken] on the levels that are left.
type Position struct {
	W, E, H, C, K, G [2]int
	R                int
}

// unbroken is the first value of G that is not broken.
const unbroken = 2

// Spent is the Energy of a side whose overload failed: it has none, and is Defenseless until the round ends.
const Spent = -1

// Over returns the value of a position in which a side has no Wounds left.
func (s *Position) Over() (v float32, over bool) {
	switch {
	case s.W[0] <= 0 && s.W[1] <= 0:
		return 0, true
	case s.W[0] <= 0:
		return -1, true
	case s.W[1] <= 0:
		return 1, true
	}
	return 0, false
}

// isBroken reports whether a side's guard is broken.
func (key *Key) isBroken(side int, s *Position) bool {
	return key.Sides[side].guardLevels > 0 && s.G[side] < unbroken
}

// strides are the differences of index between positions that differ by one in one thing.
type strides struct {
	w, e, h, k, g [2]int
	r             int
}

// layout works the strides out: flags vary fastest, then guard and rung, then Energy, then Wounds.
func (key *Key) layout() (st strides, positions int) {
	n := 1
	next := func(values int) int {
		at := n
		n *= values
		return at
	}
	for side := range key.Sides {
		st.k[side] = next(key.shakenLevels)
	}
	for side := range key.Sides {
		st.h[side] = next(key.reserveLevels)
	}
	for side := range key.Sides {
		st.g[side] = next(key.Sides[side].guardValues())
	}
	st.r = next(key.Rungs)
	for side := range key.Sides {
		st.e[side] = next(key.Sides[side].Energy + 1 - Spent)
	}
	for side := range key.Sides {
		st.w[side] = next(key.Sides[side].Wounds)
	}
	return st, n
}

// cells returns how many different values a tablebase with this key has.
func (key *Key) cells() int {
	_, positions := key.layout()
	return positions * 4 * (1 + key.limitValues())
}

// limitValues returns how many values of what is left of a limit are told apart.
func (key *Key) limitValues() int { return max(key.Sides[0].Limit, key.Sides[1].Limit) + 1 }

// row is the number of values of a position within a breath: one for each amount that may be left of the limit.
// All rows have the same length, so that copying one needs no call.
const row = LimitMax + 1

// countAllocated returns how many values the tablebase allocates.
func (b *Tablebase) countAllocated() int { return 4 * b.positions * (1 + row) }

// startIndex returns the index in roundStart of a position with all Energy as a round begins.
func (key *Key) startIndex(s *Position) int {
	n := ((s.W[0]-1)*key.Sides[1].Wounds+s.W[1]-1)*key.Rungs + s.R
	return (n*key.Sides[0].guardValues()+s.G[0])*key.Sides[1].guardValues() + s.G[1]
}

func (key *Key) startCount() int {
	n := key.Rungs
	for i := range key.Sides {
		n *= key.Sides[i].Wounds * key.Sides[i].guardValues()
	}
	return n
}

// index returns the index of a position, apart from who has closed.
func (b *Tablebase) index(s *Position) int {
	st, n := &b.stride, s.R*b.stride.r
	for i := range 2 {
		n += (s.W[i]-1)*st.w[i] + (s.E[i]-Spent)*st.e[i] + s.H[i]*st.h[i] + s.K[i]*st.k[i] + s.G[i]*st.g[i]
	}
	return n
}
