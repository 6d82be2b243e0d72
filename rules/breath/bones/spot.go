package bones

// Spot is a position of the bones at the count: Wounds, Energy, reservations, having closed, being Defenseless until the
// next breath and guard, of both sides, and the rung. Of guard 0 is broken and about to return, 1 broken, and what is
// more are steps that are left.
type Spot struct {
	W, E, H, C, K, G [2]int
	R                int
}

// Unbroken is where guard begins.
const Unbroken = 2

// Spent is the Energy of one whose overload failed: none, and Defenseless until the round ends.
const Spent = -1

// Over is the value of a spot at which a side has no Wounds left.
func (s *Spot) Over() (v float32, over bool) {
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

// broken says whether a side's guard is.
func (j *Joints) broken(side int, s *Spot) bool {
	return j.Sides[side].tiers > 0 && s.G[side] < Unbroken
}

// steps are how far apart spots are that differ by one in something.
type steps struct {
	w, e, h, k, g [2]int
	r             int
}

// lay finds the steps: flags lie nearest to each other, then guard and rung, Energy and Wounds.
func (j *Joints) lay() (st steps, spots int) {
	n := 1
	next := func(values int) int {
		at := n
		n *= values
		return at
	}
	for side := range j.Sides {
		st.k[side] = next(j.shook)
	}
	for side := range j.Sides {
		st.h[side] = next(j.helds)
	}
	for side := range j.Sides {
		st.g[side] = next(j.Sides[side].guards())
	}
	st.r = next(j.Rungs)
	for side := range j.Sides {
		st.e[side] = next(j.Sides[side].Energy + 1 - Spent)
	}
	for side := range j.Sides {
		st.w[side] = next(j.Sides[side].Wounds)
	}
	return st, n
}

// cells is how many values bones like these tell apart.
func (j *Joints) cells() int {
	_, spots := j.lay()
	return spots * 4 * (1 + j.leftsOf())
}

// leftsOf is how many values of what is left of a limit are told apart.
func (j *Joints) leftsOf() int { return max(j.Sides[0].Limit, j.Sides[1].Limit) + 1 }

// row is what a spot within a breath takes: a value for each amount that may be left of a limit. Rows are of one size, so
// that they are copied without being counted.
const row = LimitMax + 1

// held is how many values bones like these hold.
func (b *Bones) held() int { return 4 * b.spots * (1 + row) }

// level is the number of a spot with all Energy at the beginning of a round.
func (j *Joints) level(s *Spot) int {
	n := ((s.W[0]-1)*j.Sides[1].Wounds+s.W[1]-1)*j.Rungs + s.R
	return (n*j.Sides[0].guards()+s.G[0])*j.Sides[1].guards() + s.G[1]
}

func (j *Joints) levels() int {
	n := j.Rungs
	for i := range j.Sides {
		n *= j.Sides[i].Wounds * j.Sides[i].guards()
	}
	return n
}

// at is the number of a spot, who has closed left out.
func (b *Bones) at(s *Spot) int {
	st, n := &b.step, s.R*b.step.r
	for i := range 2 {
		n += (s.W[i]-1)*st.w[i] + (s.E[i]-Spent)*st.e[i] + s.H[i]*st.h[i] + s.K[i]*st.k[i] + s.G[i]*st.g[i]
	}
	return n
}
