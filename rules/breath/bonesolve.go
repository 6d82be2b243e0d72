package breath

// bones is such a fight, solved. Values are as in the seam: -1 to 1, from side 0.
type bones struct {
	joints
	count []float32    // at the count, by who has closed and spot
	mid   [2][]float32 // within a breath of each side, by whether the other has closed, spot and what is left of the limit
	dawn  []float32    // at the count with all Energy: what a round is worth that begins so, by Wounds, rung and guard
	lefts int          // how many values of what is left there are
	spots int
	step  steps
}

// spot is a position of the bones at the count: Wounds, Energy, reservations, having closed, being Defenseless until the
// next breath and guard, of both sides, and the rung. Of guard 0 is broken and about to return, 1 broken, and what is
// more are steps that are left.
type spot struct {
	w, e, h, c, k, g [2]int
	r                int
}

// steps are how far apart spots are that differ by one in something.
type steps struct {
	w, e, h, k, g [2]int
	r             int
}

// unbroken is where guard begins.
const unbroken = 2

// guards is how many values of guard there are.
func (d *bone) guards() int {
	if d.tiers == 0 {
		return 1
	}
	return d.tiers + unbroken
}

// broken says whether a side's guard is.
func (b *joints) broken(side int, s *spot) bool {
	return b.sides[side].tiers > 0 && s.g[side] < unbroken
}

// level is the number of a spot with all Energy at the beginning of a round.
func (b *joints) level(s *spot) int {
	n := ((s.w[0]-1)*b.sides[1].wounds+s.w[1]-1)*b.rungs + s.r
	return (n*b.sides[0].guards()+s.g[0])*b.sides[1].guards() + s.g[1]
}

func (b *joints) levels() int {
	n := b.rungs
	for i := range b.sides {
		n *= b.sides[i].wounds * b.sides[i].guards()
	}
	return n
}

// lay finds the steps: flags lie nearest to each other, then guard and rung, Energy and Wounds.
func (b *joints) lay() (st steps, spots int) {
	n := 1
	next := func(values int) int {
		at := n
		n *= values
		return at
	}
	for side := range b.sides {
		st.k[side] = next(b.shook)
	}
	for side := range b.sides {
		st.h[side] = next(b.helds)
	}
	for side := range b.sides {
		st.g[side] = next(b.sides[side].guards())
	}
	st.r = next(b.rungs)
	for side := range b.sides {
		st.e[side] = next(b.sides[side].energy + 1 - spentEnergy)
	}
	for side := range b.sides {
		st.w[side] = next(b.sides[side].wounds)
	}
	return st, n
}

// cells is how many values bones like these hold.
func (b *joints) cells() int {
	_, spots := b.lay()
	return spots * 4 * (1 + b.leftsOf())
}

func (b *joints) leftsOf() int { return max(b.sides[0].limit, b.sides[1].limit) + 1 }

// at is the number of a spot, who has closed left out.
func (b *bones) at(s *spot) int {
	st, n := &b.step, s.r*b.step.r
	for i := range 2 {
		n += (s.w[i]-1)*st.w[i] + (s.e[i]-spentEnergy)*st.e[i] + s.h[i]*st.h[i] + s.k[i]*st.k[i] + s.g[i]*st.g[i]
	}
	return n
}

// counted is where the value of a spot at the count is.
func (b *bones) counted(s *spot) *float32 { return &b.count[(s.c[0]*2+s.c[1])*b.spots+b.at(s)] }

// amid is where its value within a breath is.
func (b *bones) amid(side int, s *spot, left int) *float32 {
	return &b.mid[side][(s.c[1-side]*b.spots+b.at(s))*b.lefts+left]
}

// value is a spot's, or that of an end.
func (b *bones) value(s *spot) float32 {
	if v, over := over(s); over {
		return v
	}
	return *b.counted(s)
}

func over(s *spot) (v float32, over bool) {
	switch {
	case s.w[0] <= 0 && s.w[1] <= 0:
		return 0, true
	case s.w[0] <= 0:
		return -1, true
	case s.w[1] <= 0:
		return 1, true
	}
	return 0, false
}

// solve values every spot, fewest Wounds first. A round that begins again with the same Wounds is met halfway: its value
// is guessed, the round worked out, the guess replaced by what came of it, and once more.
func (b *bones) solve() {
	b.lefts = b.leftsOf()
	b.step, b.spots = b.lay()
	b.count, b.dawn = make([]float32, 4*b.spots), make([]float32, b.levels())
	for side := range b.mid {
		b.mid[side] = make([]float32, 2*b.spots*b.lefts)
	}
	rounds := 2
	if b.last || b.next != nil {
		rounds = 1
	}
	for w0 := 1; w0 <= b.sides[0].wounds; w0++ {
		for w1 := 1; w1 <= b.sides[1].wounds; w1++ {
			w := [2]int{w0, w1}
			b.starts(w, func(s spot) float32 {
				fewer, other := s, s
				fewer.w[0]--
				other.w[1]--
				return (b.begun(&fewer) + b.begun(&other)) / 2
			})
			for range rounds {
				b.round(w)
				b.starts(w, func(s spot) float32 { return *b.counted(&s) })
			}
		}
	}
}

// starts sets what the rounds are worth that begin with these Wounds.
func (b *bones) starts(w [2]int, value func(spot) float32) {
	b.each(func(r, g0, g1 int) {
		s := spot{w: w, r: r, g: [2]int{g0, g1}, e: [2]int{b.sides[0].energy, b.sides[1].energy}}
		b.dawn[b.level(&s)] = value(s)
	})
}

// begun is the value of the round that begins so, or that of an end.
func (b *bones) begun(s *spot) float32 {
	if v, over := over(s); over {
		return v
	}
	return b.dawn[b.level(s)]
}

// each goes through rungs and guard.
func (b *bones) each(f func(r, g0, g1 int)) {
	for r := b.near; r < b.rungs; r++ {
		for g0 := range b.sides[0].guards() {
			for g1 := range b.sides[1].guards() {
				f(r, g0, g1)
			}
		}
	}
}

// round works a round out for the Wounds it is come to with, poorest in Energy first.
func (b *bones) round(w [2]int) {
	flags := 4 * b.helds * b.helds * b.shook * b.shook
	for e0 := spentEnergy; e0 <= b.sides[0].energy; e0++ {
		for e1 := spentEnergy; e1 <= b.sides[1].energy; e1++ {
			b.each(func(r, g0, g1 int) {
				s := spot{w: w, e: [2]int{e0, e1}, r: r, g: [2]int{g0, g1}}
				for n := range flags { // a breath begins with its whole limit and goes on with less Energy
					b.breaths(b.flagged(s, n), true)
				}
				again := b.after(s)
				for n := flags - 1; n >= 0; n-- { // who has closed before who has not
					s := b.flagged(s, n)
					*b.counted(&s) = b.called(s, again)
				}
				for n := range flags { // a breath under way may end
					b.breaths(b.flagged(s, n), false)
				}
			})
		}
	}
}

// flagged sets who has closed, what reservations stand and who is Defenseless, by number.
func (b *bones) flagged(s spot, n int) spot {
	digit := func(of int) int {
		d := n % of
		n /= of
		return d
	}
	s.k = [2]int{digit(b.shook), digit(b.shook)}
	s.h = [2]int{digit(b.helds), digit(b.helds)}
	s.c = [2]int{digit(2), digit(2)}
	return s
}

// after is what follows a round that ends so: guard returns, and the next begins.
func (b *bones) after(s spot) (v float32) {
	if b.last {
		return b.end
	}
	from := b
	if b.next != nil {
		from = b.next
	}
	var to [2][2]int // with less and with more
	var more [2]float32
	for side := range 2 {
		d := &b.sides[side]
		switch g := s.g[side]; {
		case d.tiers == 0:
		case g == 0:
			to[side][0] = d.restored()
		case g < unbroken:
			to[side][0] = g - 1
		default:
			whole := int(d.rest)
			to[side] = [2]int{min(g+whole, d.guards()-1), min(g+whole+1, d.guards()-1)}
			more[side] = float32(d.rest) - float32(whole)
		}
	}
	for k := range 4 {
		k0, k1 := k&1, k>>1
		if p := share(more[0], k0) * share(more[1], k1); p > 0 {
			s.g = [2]int{to[0][k0], to[1][k1]}
			v += p * from.dawn[from.level(&s)]
		}
	}
	return v
}

// restored is a guard that was broken and has returned.
func (d *bone) restored() int { return unbroken - 1 + d.half }

func share(p float32, k int) float32 {
	if k == 0 {
		return 1 - p
	}
	return p
}

// breaths values a spot within a breath of either side: with the whole limit left, or with less.
func (b *bones) breaths(s spot, whole bool) {
	for side := range 2 {
		if s.c[side] != 0 || s.e[side] <= 0 || whole && s.h[side]+s.k[side] > 0 {
			continue
		}
		d, x := &b.sides[side], b.breather(side, &s)
		if whole {
			x.breath(d.limit)
			continue
		}
		most := d.limit - max(1, s.h[side]*d.reserve) // a reservation is of this breath
		for left := 0; left <= min(most, s.e[side]); left++ {
			x.breath(left)
		}
	}
}

// turn is the side at the count, -1 if the round is over.
func (b *bones) turn(s *spot) int {
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
	side := b.turn(&s)
	if side < 0 {
		return again
	}
	closed, breathes := s, s
	closed.c[side] = 1
	breathes.h[side], breathes.k[side] = 0, 0 // what lasts until then ends
	return better(side, *b.counted(&closed), *b.amid(side, &breathes, b.sides[side].limit))
}

func better(side int, v, w float32) float32 {
	if side == 0 {
		return max(v, w)
	}
	return min(v, w)
}
