package bones

// breather values the maneuvers of a breath of the bones, for a range of what is left of the limit at once. It walks over
// spots by their numbers: whatever a maneuver changes is a step, so that no spot is put together for a value that is only
// looked up.
type breather struct {
	*digger
	side, foe  int
	own, other *Side
	holds      [LimitMax + 1]float32 // the chance to bear an excess of so much
	at         Spot
	base       int       // the number of the spot without its flags
	here       int       // the number of the spot
	count      []float32 // at the count, with who has closed
	mid        []float32 // within this breath
	n          int       // how many lanes are in use: what is left of the limit, from nothing on

	best, next, some, more, fewer, stopped, fails, trips, stood lanes // scratch
}

// lanes are values that differ in what is left of the limit only, a point more in each; what lies behind those in use
// means nothing.
type lanes [2 * row]float32

// breather is one of a side.
func (d *digger) breather(side int) *breather {
	x := &breather{digger: d, side: side, foe: 1 - side, own: &d.Sides[side], other: &d.Sides[1-side]}
	for excess, p := range x.own.Holds {
		x.holds[excess] = float32(p)
	}
	return x
}

// stand goes to a spot without flags.
func (x *breather) stand(s Spot, base int) { x.at, x.base = s, base }

// breaths values what can be done in a breath at the spot, with every flag and all that may be left of the limit: the
// whole of it only without flags of one's own, as a breath begins.
func (x *breather) breaths() {
	for n := range x.flags {
		if most := x.enter(&x.flags[n]); most >= 0 {
			x.breath(most)
		}
	}
}

// ends lets a breath under way end.
func (x *breather) ends() {
	for n := range x.flags {
		most := min(x.enter(&x.flags[n]), x.own.Limit-1)
		if most < 0 {
			continue
		}
		v := x.mid[x.here*row:][:most+1]
		for k := range v {
			v[k] = Better(x.side, v[k], x.count[x.here])
		}
	}
}

// enter goes to the spot with flags. The most that may be left of the limit is below 0 if there is no breath.
func (x *breather) enter(f *flags) (most int) {
	h, k := f.h[x.side], f.k[x.side]
	most = x.own.Limit
	if h+k > 0 {
		most -= max(1, h*x.own.Reserve) // a reservation is of this breath
	}
	if f.c[x.side] != 0 || x.at.E[x.side] <= 0 || most < 0 {
		return -1
	}
	x.at.C, x.at.H, x.at.K, x.here = f.c, f.h, f.k, x.base+f.step
	x.in(x.Marrow)
	return most
}

// in looks values up in bones of the same size.
func (x *breather) in(m *Marrow) {
	x.count = m.count[(x.at.C[0]*2+x.at.C[1])*m.Bones.spots:][:m.Bones.spots]
	x.mid = m.mid[x.side][x.at.C[x.foe]*m.Bones.spots*row:][:m.Bones.spots*row]
}

// breath values what can be done with up to so much of the limit left: strike, step, hold an answer ready. More than there
// is Energy is worth no more.
func (x *breather) breath(most int) {
	s, side, own := &x.at, x.side, x.own
	e, step := s.E[side], x.step.e[side]
	x.n = min(most, e) + 1
	best, v := &x.best, &x.next
	x.all(best, lost(side))
	reach := &own.At[s.R]
	for k := range reach.Able {
		if blow := &reach.Blows[k]; blow.Cost <= e && !(blow.Feint && x.broken(x.foe, s)) {
			x.struck(v, blow, x.here-blow.Cost*step, e-blow.Cost)
			x.better(side, best, v)
		}
	}
	if x.Rungs > 1 {
		x.stepped(best)
	}
	if c := own.Reserve; c > 0 && c < x.n && s.H[side] < x.helds-1 {
		x.goes(v, x.here+x.step.h[side]-c*step, e-c, c)
		for k := c; k < x.n; k++ {
			best[k] = Better(side, best[k], v[k])
		}
	}
	if armed := x.armed[side]; armed != nil && x.Pick <= e {
		x.in(armed)
		x.goes(v, x.here-x.Pick*step, e-x.Pick, x.Pick)
		x.in(x.Marrow)
		x.better(side, best, v)
	}
	for k := x.n; k <= most; k++ {
		best[k] = best[x.n-1]
	}
	copy(x.mid[x.here*row:], best[:most+1])
}

// lost is a defeat of a side.
func lost(side int) float32 { return float32(2*side - 1) }

// all makes every lane one value.
func (x *breather) all(v *lanes, value float32) {
	for k := range v[:x.n] {
		v[k] = value
	}
}

// better takes the better of two values in every lane.
func (x *breather) better(side int, v, w *lanes) {
	if side == 0 {
		for k := range v[:x.n] {
			v[k] = max(v[k], w[k])
		}
		return
	}
	for k := range v[:x.n] {
		v[k] = min(v[k], w[k])
	}
}

// goes is what follows a maneuver that leads to a spot with so much Energy for such a price: the breath goes on while
// there is some; a strained one ends it, and may take all that is left.
func (x *breather) goes(v *lanes, to, energy, cost int) {
	strained := min(cost, x.n)
	if strained > 0 {
		bears, fails := x.count[to], x.count[to+(Spent-energy)*x.step.e[x.side]]
		for k := range strained {
			p := x.holds[min(cost-k, LimitMax)]
			v[k] = float32(p*bears) + float32((1-p)*fails)
		}
	}
	switch {
	case energy == 0:
		for k := strained; k < x.n; k++ {
			v[k] = x.count[to]
		}
	case strained < x.n: // there what is left begins with nothing
		d, s := v[strained:][:row], x.mid[to*row:][:row] // spelt out: a copy would be a call
		d[0], d[1], d[2], d[3] = s[0], s[1], s[2], s[3]
		d[4], d[5], d[6], d[7] = s[4], s[5], s[6], s[7]
	}
}

// struck is a blow with its answer: from a spot at which it is paid for.
func (x *breather) struck(v *lanes, blow *Stroke, from, energy int) {
	s, foe := &x.at, x.foe
	on := 0
	if s.E[foe] == Spent || s.K[foe] != 0 {
		on |= OnOpen
	}
	if x.broken(foe, s) {
		on |= OnBroken
	}
	does, cost := &blow.On[on], blow.Cost
	some := &x.some
	x.goes(v, from, energy, cost)
	x.scale(v, float32(does.Miss))
	if does.Slip > 0 {
		slipped := from
		if x.shook > 1 && s.K[x.side] == 0 {
			slipped += x.step.k[x.side]
		}
		x.goes(some, slipped, energy, cost)
		x.add(v, float32(does.Slip), some)
	}
	if does.Near > 0 {
		x.rattled(some, from, energy, cost, 1)
		x.add(v, float32(does.Near), some)
	}
	d := x.other
	answers := d.Reserve > 0 && (s.H[foe] > 0 || d.Haste <= s.E[foe])
	paid, tripped := from, from
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
		x.goes(&x.stopped, paid, energy, cost)
	}
	q, t := float32(does.Stops), float32(does.Trips)
	for k := range does.N {
		h := &does.Hits[k]
		lands := some
		x.landed(lands, h, blow, from, energy, s.K[foe])
		if answers {
			x.landed(&x.fails, h, blow, paid, energy, s.K[foe])
			tripping := &x.fails
			if tripped != paid {
				tripping = &x.trips
				x.landed(tripping, h, blow, tripped, energy, 1)
			}
			x.answered(lands, &x.stopped, &x.fails, tripping, q, t)
		}
		x.add(v, float32(h.P), lands)
	}
}

// answered is a hit that the struck may take, or answer: with chance q that stops it, with chance t it trips.
func (x *breather) answered(lands, stopped, fails, trips *lanes, q, t float32) {
	rest := 1 - q - t
	for k := range lands[:x.n] {
		lands[k] = Better(x.foe, lands[k], float32(q*stopped[k])+float32(rest*fails[k])+float32(t*trips[k]))
	}
}

// scale takes a share of every lane.
func (x *breather) scale(v *lanes, p float32) {
	for k := range v[:x.n] {
		v[k] *= p
	}
}

// add adds a share of every lane.
func (x *breather) add(v *lanes, p float32, w *lanes) {
	for k := range v[:x.n] {
		v[k] += float32(p * w[k])
	}
}

// blend moves every lane a part of the way to another.
func (x *breather) blend(v *lanes, part float32, w *lanes) {
	for k := range v[:x.n] {
		v[k] += float32(part * (w[k] - v[k]))
	}
}

// landed is what a hit does: Wounds, and guard; into an opening it ends it. The struck is shaken already, or not. Where a
// Wound of the bones stands for more than one, it is taken by a part of the hits.
func (x *breather) landed(v *lanes, h *Hit, blow *Stroke, from, energy, shaken int) {
	scale := x.other.scale
	if scale == 1 {
		x.wounded(v, h.Wounds, h, blow, from, energy, shaken)
		return
	}
	n := float64(float64(h.Wounds) * scale)
	whole := int(n)
	x.wounded(v, whole, h, blow, from, energy, shaken)
	if part := float32(n - float64(whole)); part > 0 {
		x.wounded(&x.fewer, whole+1, h, blow, from, energy, shaken)
		x.blend(v, part, &x.fewer)
	}
}

// wounded is landed with so many Wounds of the bones.
func (x *breather) wounded(v *lanes, wounds int, h *Hit, blow *Stroke, from, energy, shaken int) {
	s, foe := &x.at, x.foe
	if wounds >= s.W[foe] {
		x.all(v, lost(foe))
		return
	}
	to := from - wounds*x.step.w[foe]
	if h.Topple && shaken == 0 && x.shook > 1 {
		to += x.step.k[foe]
	}
	if !blow.Feint && x.broken(foe, s) {
		x.goes(v, to+(x.other.restored()-s.G[foe])*x.step.g[foe], energy, blow.Cost)
		return
	}
	x.rattled(v, to, energy, blow.Cost, h.Shaves)
}

// rattled is what follows when the other has lost so much guard.
func (x *breather) rattled(v *lanes, to, energy, cost, points int) {
	g := x.at.G[x.foe]
	if points == 0 || g < Unbroken {
		x.goes(v, to, energy, cost)
		return
	}
	drop := float64(points) * x.other.tier
	whole := int(drop)
	p := float32(drop) - float32(whole)
	low := max(g-whole, Unbroken-1)
	to += (low - g) * x.step.g[x.foe]
	x.goes(v, to, energy, cost)
	if p > 0 && low >= Unbroken {
		x.goes(&x.more, to-x.step.g[x.foe], energy, cost)
		x.blend(v, p, &x.more)
	}
}

// stepped takes the best change of distance, if that is better.
func (x *breather) stepped(best *lanes) {
	s, side := &x.at, x.side
	e, step := s.E[side], x.step.e[side]
	stood, moved := &x.stood, &x.next
	if s.R == x.Lock {
		if x.Bind > e {
			x.all(moved, lost(side))
			x.better(side, best, moved)
			return
		}
		stays := x.here - x.Bind*step
		e -= x.Bind
		x.goes(stood, stays, e, x.Bind)
		x.rattled(moved, stays-x.step.r, e, x.Bind, x.own.Pushed)
		x.wrestled(moved, Push, stood)
		x.better(side, best, moved)
		x.goes(moved, stays+(x.Free-s.R)*x.step.r, e, x.Bind)
		x.wrestled(moved, Slip, stood)
		x.better(side, best, moved)
		return
	}
	stays := x.here - step
	x.goes(stood, stays, e-1, 1)
	x.goes(moved, stays+x.step.r, e-1, 1)
	x.contested(moved, stood)
	x.better(side, best, moved)
	if s.R > x.Near {
		x.goes(moved, stays-x.step.r, e-1, 1)
		x.contested(moved, stood)
		x.better(side, best, moved)
	}
}

// resists says whether the other can.
func (x *breather) resists() bool {
	return x.at.E[x.foe] != Spent && x.at.K[x.foe] == 0 && !x.broken(x.foe, &x.at)
}

// wrestled is a push or slip: the other always resists if it can.
func (x *breather) wrestled(moved *lanes, what int, stood *lanes) {
	if !x.resists() {
		return
	}
	p := float32(x.own.Contests[what].Wins)
	for k := range moved[:x.n] {
		moved[k] = float32(p*moved[k]) + float32((1-p)*stood[k])
	}
}

// contested is a half-step, which the other resists if it likes; with equal Energy it must.
func (x *breather) contested(moved, stood *lanes) {
	if !x.resists() {
		return
	}
	e, c := &x.at.E, &x.own.Contests[Step]
	p := c.Wins
	if e[x.side] > e[x.foe] && x.own.At[x.at.R].Ties {
		p += c.Ties
	}
	q, rest, must := float32(p), float32(1-p), e[x.side] == e[x.foe]
	for k := range moved[:x.n] {
		v := float32(q*moved[k]) + float32(rest*stood[k])
		if !must {
			v = Better(x.foe, moved[k], v)
		}
		moved[k] = v
	}
}
