package bones

// The bones worked out the plain way, one value after another with all of them in order: what digging must come to, to
// the last bit.

type plain struct {
	Joints
	armed [2]*plain
	next  *plain
	count []float32
	mid   [2][]float32
	dawn  []float32
	lefts int
	spots int
	step  steps
}

// at is the number of a spot, who has closed left out.
func (b *plain) at(s *Spot) int {
	st, n := &b.step, s.R*b.step.r
	for i := range 2 {
		n += (s.W[i]-1)*st.w[i] + (s.E[i]-Spent)*st.e[i] + s.H[i]*st.h[i] + s.K[i]*st.k[i] + s.G[i]*st.g[i]
	}
	return n
}

// counted is where the value of a spot at the count is.
func (b *plain) counted(s *Spot) *float32 { return &b.count[(s.C[0]*2+s.C[1])*b.spots+b.at(s)] }

// amid is where its value within a breath is.
func (b *plain) amid(side int, s *Spot, left int) *float32 {
	return &b.mid[side][(s.C[1-side]*b.spots+b.at(s))*b.lefts+left]
}

// solve values every spot, fewest Wounds first. A round that begins again with the same Wounds is met halfway: its value
// is guessed, the round worked out, the guess replaced by what came of it, and once more.
func (b *plain) solve() {
	b.lefts = b.leftsOf()
	b.step, b.spots = b.lay()
	b.count, b.dawn = make([]float32, 4*b.spots), make([]float32, b.levels())
	for side := range b.mid {
		b.mid[side] = make([]float32, 2*b.spots*b.lefts)
	}
	rounds := 2
	if b.Last || b.next != nil {
		rounds = 1
	}
	for w0 := 1; w0 <= b.Sides[0].Wounds; w0++ {
		for w1 := 1; w1 <= b.Sides[1].Wounds; w1++ {
			w := [2]int{w0, w1}
			b.starts(w, func(s Spot) float32 {
				fewer, other := s, s
				fewer.W[0]--
				other.W[1]--
				return (b.begun(&fewer) + b.begun(&other)) / 2
			})
			for range rounds {
				b.round(w)
				b.starts(w, func(s Spot) float32 { return *b.counted(&s) })
			}
		}
	}
}

// starts sets what the rounds are worth that begin with these Wounds.
func (b *plain) starts(w [2]int, value func(Spot) float32) {
	b.each(func(r, g0, g1 int) {
		s := Spot{W: w, R: r, G: [2]int{g0, g1}, E: [2]int{b.Sides[0].Energy, b.Sides[1].Energy}}
		b.dawn[b.level(&s)] = value(s)
	})
}

// begun is the value of the round that begins so, or that of an end.
func (b *plain) begun(s *Spot) float32 {
	if v, over := s.Over(); over {
		return v
	}
	return b.dawn[b.level(s)]
}

// round works a round out for the Wounds it is come to with, poorest in Energy first.
func (b *plain) round(w [2]int) {
	flags := 4 * b.helds * b.helds * b.shook * b.shook
	for e0 := Spent; e0 <= b.Sides[0].Energy; e0++ {
		for e1 := Spent; e1 <= b.Sides[1].Energy; e1++ {
			b.each(func(r, g0, g1 int) {
				s := Spot{W: w, E: [2]int{e0, e1}, R: r, G: [2]int{g0, g1}}
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
func (b *plain) flagged(s Spot, n int) Spot {
	digit := func(of int) int {
		d := n % of
		n /= of
		return d
	}
	s.K = [2]int{digit(b.shook), digit(b.shook)}
	s.H = [2]int{digit(b.helds), digit(b.helds)}
	s.C = [2]int{digit(2), digit(2)}
	return s
}

// after is what follows a round that ends so: guard returns, and the next begins.
func (b *plain) after(s Spot) (v float32) {
	if b.Last {
		return b.End
	}
	from := b
	if b.next != nil {
		from = b.next
	}
	var to [2][2]int // with less and with more
	var more [2]float32
	for side := range 2 {
		d := &b.Sides[side]
		switch g := s.G[side]; {
		case d.tiers == 0:
		case g == 0:
			to[side][0] = d.restored()
		case g < Unbroken:
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
			s.G = [2]int{to[0][k0], to[1][k1]}
			v += p * from.dawn[from.level(&s)]
		}
	}
	return v
}

// breaths values a spot within a breath of either side: with the whole limit left, or with less.
func (b *plain) breaths(s Spot, whole bool) {
	for side := range 2 {
		if s.C[side] != 0 || s.E[side] <= 0 || whole && s.H[side]+s.K[side] > 0 {
			continue
		}
		d, x := &b.Sides[side], b.plainBreath(side, &s)
		if whole {
			x.breath(d.Limit)
			continue
		}
		most := d.Limit - max(1, s.H[side]*d.Reserve) // a reservation is of this breath
		for left := 0; left <= most; left++ {
			x.breath(left)
		}
	}
}

// called is the count: breathe, or close.
func (b *plain) called(s Spot, again float32) float32 {
	side := b.turn(&s, s.C)
	if side < 0 {
		return again
	}
	closed, breathes := s, s
	closed.C[side] = 1
	breathes.H[side], breathes.K[side] = 0, 0 // what lasts until then ends
	return Better(side, *b.counted(&closed), *b.amid(side, &breathes, b.Sides[side].Limit))
}

// plainBreath values the maneuvers of a breath of the bones. It walks over spots by their numbers: whatever a maneuver
// changes is a step, so that no spot is put together for a value that is only looked up.
type plainBreath struct {
	*plain
	side, foe int
	at        *Spot
	here      int       // its number
	count     []float32 // at the count, with who has closed
	mid       []float32 // within this breath
}

func (b *plain) plainBreath(side int, s *Spot) plainBreath {
	x := plainBreath{plain: b, side: side, foe: 1 - side, at: s, here: b.at(s)}
	x.in(b)
	return x
}

// in looks values up in bones of the same size.
func (x *plainBreath) in(b *plain) {
	x.plain = b
	x.count = b.count[(x.at.C[0]*2+x.at.C[1])*b.spots:][:b.spots]
	x.mid = b.mid[x.side][x.at.C[x.foe]*b.spots*b.lefts:][:b.spots*b.lefts]
}

// breath values its position with so much of the limit left: strike, step, hold an answer ready, or end.
func (x *plainBreath) breath(left int) {
	s, side, d := x.at, x.side, &x.Sides[x.side]
	e, step := s.E[side], x.step.e[side]
	v := lost(side)
	if left < d.Limit {
		v = x.count[x.here]
	}
	reach := &d.At[s.R]
	for k := range reach.Able {
		if blow := &reach.Blows[k]; blow.Cost <= e && !(blow.Feint && x.broken(x.foe, s)) {
			v = Better(side, v, x.struck(blow, x.here-blow.Cost*step, e-blow.Cost, left-blow.Cost))
		}
	}
	if x.Rungs > 1 {
		v = Better(side, v, x.stepped(left))
	}
	if c := d.Reserve; c > 0 && c <= min(e, left) && s.H[side] < x.helds-1 {
		v = Better(side, v, x.goes(x.here+x.step.h[side]-c*step, e-c, left-c))
	}
	if armed := x.armed[side]; armed != nil && x.Pick <= e {
		y := *x
		y.in(armed)
		v = Better(side, v, y.goes(x.here-x.Pick*step, e-x.Pick, left-x.Pick))
	}
	x.mid[x.here*x.lefts+left] = v
}

// goes is what follows a maneuver that leads to a spot with so much Energy: the breath goes on while there is some; a
// strained one ends it, and may take all that is left.
func (x *plainBreath) goes(to, energy, left int) float32 {
	switch {
	case left < 0:
		p := float32(x.Sides[x.side].Holds[min(-left, LimitMax)])
		return p*x.count[to] + (1-p)*x.count[to+(Spent-energy)*x.step.e[x.side]]
	case energy == 0:
		return x.count[to]
	}
	return x.mid[to*x.lefts+min(left, energy)]
}

// struck is a blow with its answer: from a spot at which it is paid for.
func (x *plainBreath) struck(blow *Stroke, from, energy, left int) float32 {
	s, foe := x.at, x.foe
	on := 0
	if s.E[foe] == Spent || s.K[foe] != 0 {
		on |= OnOpen
	}
	if x.broken(foe, s) {
		on |= OnBroken
	}
	does := &blow.On[on]
	v := float32(does.Miss) * x.goes(from, energy, left)
	if does.Slip > 0 {
		slipped := from
		if x.shook > 1 && s.K[x.side] == 0 {
			slipped += x.step.k[x.side]
		}
		v += float32(does.Slip) * x.goes(slipped, energy, left)
	}
	if does.Near > 0 {
		v += float32(does.Near) * x.rattled(from, energy, left, 1)
	}
	d := &x.Sides[foe]
	answers := d.Reserve > 0 && (s.H[foe] > 0 || d.Haste <= s.E[foe])
	paid, tripped := from, from
	var stopped float32
	if answers {
		if s.H[foe] > 0 {
			paid -= x.step.h[foe]
		} else {
			paid -= d.Haste * x.step.e[foe]
		}
		tripped = paid
		if x.shook > 1 && s.K[foe] == 0 {
			tripped += x.step.k[foe]
		}
		stopped = x.goes(paid, energy, left)
	}
	q, t := float32(does.Stops), float32(does.Trips)
	for k := range does.N {
		h := &does.Hits[k]
		lands := x.landed(h, blow.Feint, from, energy, left, s.K[foe])
		if answers {
			fails := x.landed(h, blow.Feint, paid, energy, left, s.K[foe])
			trips := fails
			if tripped != paid {
				trips = x.landed(h, blow.Feint, tripped, energy, left, 1)
			}
			lands = Better(foe, lands, q*stopped+(1-q-t)*fails+t*trips)
		}
		v += float32(h.P) * lands
	}
	return v
}

// landed is what a hit does: Wounds, and guard; into an opening it ends it. The struck is shaken already, or not. Where a
// Wound of the bones stands for more than one, it is taken by a part of the hits.
func (x *plainBreath) landed(h *Hit, feint bool, from, energy, left, shaken int) float32 {
	scale := x.Sides[x.foe].scale
	if scale == 1 {
		return x.wounded(h.Wounds, h, feint, from, energy, left, shaken)
	}
	n := float64(h.Wounds) * scale
	whole := int(n)
	v, part := x.wounded(whole, h, feint, from, energy, left, shaken), float32(n-float64(whole))
	if part > 0 {
		v += part * (x.wounded(whole+1, h, feint, from, energy, left, shaken) - v)
	}
	return v
}

// wounded is landed with so many Wounds of the bones.
func (x *plainBreath) wounded(wounds int, h *Hit, feint bool, from, energy, left, shaken int) float32 {
	s, foe := x.at, x.foe
	if wounds >= s.W[foe] {
		return lost(foe)
	}
	to := from - wounds*x.step.w[foe]
	if h.Topple && shaken == 0 && x.shook > 1 {
		to += x.step.k[foe]
	}
	if !feint && x.broken(foe, s) {
		return x.goes(to+(x.Sides[foe].restored()-s.G[foe])*x.step.g[foe], energy, left)
	}
	return x.rattled(to, energy, left, h.Shaves)
}

// rattled is what follows when the other has lost so much guard.
func (x *plainBreath) rattled(to, energy, left, points int) float32 {
	g := x.at.G[x.foe]
	if points == 0 || g < Unbroken {
		return x.goes(to, energy, left)
	}
	drop := float64(points) * x.Sides[x.foe].tier
	whole := int(drop)
	p := float32(drop) - float32(whole)
	low := max(g-whole, Unbroken-1)
	to += (low - g) * x.step.g[x.foe]
	v := x.goes(to, energy, left)
	if p > 0 && low >= Unbroken {
		v += p * (x.goes(to-x.step.g[x.foe], energy, left) - v)
	}
	return v
}

// stepped is the best change of distance.
func (x *plainBreath) stepped(left int) float32 {
	s, side := x.at, x.side
	e := s.E[side]
	if s.R == x.Lock {
		if x.Bind > e {
			return lost(side)
		}
		stays := x.here - x.Bind*x.step.e[side]
		e, left = e-x.Bind, left-x.Bind
		stood := x.goes(stays, e, left)
		pushed := x.rattled(stays-x.step.r, e, left, x.Sides[side].Pushed)
		slipped := x.goes(stays+(x.Free-s.R)*x.step.r, e, left)
		return Better(side, x.wrestled(Push, pushed, stood), x.wrestled(Slip, slipped, stood))
	}
	stays := x.here - x.step.e[side]
	stood := x.goes(stays, e-1, left-1)
	v := x.contested(x.goes(stays+x.step.r, e-1, left-1), stood)
	if s.R > x.Near {
		v = Better(side, v, x.contested(x.goes(stays-x.step.r, e-1, left-1), stood))
	}
	return v
}

// resists says whether the other can.
func (x *plainBreath) resists() bool {
	return x.at.E[x.foe] != Spent && x.at.K[x.foe] == 0 && !x.broken(x.foe, x.at)
}

// wrestled is a push or slip: the other always resists if it can.
func (x *plainBreath) wrestled(what int, moved, stood float32) float32 {
	if !x.resists() {
		return moved
	}
	p := float32(x.Sides[x.side].Contests[what].Wins)
	return p*moved + (1-p)*stood
}

// contested is a half-step, which the other resists if it likes; with equal Energy it must.
func (x *plainBreath) contested(moved, stood float32) float32 {
	if !x.resists() {
		return moved
	}
	e, c := x.at.E, &x.Sides[x.side].Contests[Step]
	p := c.Wins
	if e[x.side] > e[x.foe] && x.Sides[x.side].At[x.at.R].Ties {
		p += c.Ties
	}
	v := float32(p)*moved + float32(1-p)*stood
	if e[x.side] == e[x.foe] {
		return v
	}
	return Better(x.foe, moved, v)
}
