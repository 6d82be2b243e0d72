package breath

// breather values the maneuvers of a breath of the bones. It walks over spots by their numbers: whatever a maneuver
// changes is a step, so that no spot is put together for a value that is only looked up.
type breather struct {
	*bones
	side, foe int
	at        *spot
	here      int       // its number
	count     []float32 // at the count, with who has closed
	mid       []float32 // within this breath
}

func (b *bones) breather(side int, s *spot) breather {
	x := breather{bones: b, side: side, foe: 1 - side, at: s, here: b.at(s)}
	x.in(b)
	return x
}

// in looks values up in bones of the same size.
func (x *breather) in(b *bones) {
	x.bones = b
	x.count = b.count[(x.at.c[0]*2+x.at.c[1])*b.spots:][:b.spots]
	x.mid = b.mid[x.side][x.at.c[x.foe]*b.spots*b.lefts:][:b.spots*b.lefts]
}

// breath values its position with so much of the limit left: strike, step, hold an answer ready, or end.
func (x *breather) breath(left int) {
	s, side, d := x.at, x.side, &x.sides[x.side]
	e, step := s.e[side], x.step.e[side]
	v := lost(side)
	if left < d.limit {
		v = x.count[x.here]
	}
	reach := &d.at[s.r]
	for k := range reach.able {
		if blow := &reach.blows[k]; blow.cost <= e && !(blow.feint && x.broken(x.foe, s)) {
			v = better(side, v, x.struck(blow, x.here-blow.cost*step, e-blow.cost, left-blow.cost))
		}
	}
	if x.rungs > 1 {
		v = better(side, v, x.stepped(left))
	}
	if c := d.reserve; c > 0 && c <= min(e, left) && s.h[side] < x.helds-1 {
		v = better(side, v, x.goes(x.here+x.step.h[side]-c*step, e-c, left-c))
	}
	if armed := x.armed[side]; armed != nil && x.pick <= e {
		y := *x
		y.in(armed)
		v = better(side, v, y.goes(x.here-x.pick*step, e-x.pick, left-x.pick))
	}
	x.mid[x.here*x.lefts+left] = v
}

// lost is a defeat of a side.
func lost(side int) float32 { return float32(2*side - 1) }

// goes is what follows a maneuver that leads to a spot with so much Energy: the breath goes on while there is some; a
// strained one ends it, and may take all that is left.
func (x *breather) goes(to, energy, left int) float32 {
	switch {
	case left < 0:
		p := float32(x.sides[x.side].holds[min(-left, breathLeft-1)])
		return p*x.count[to] + (1-p)*x.count[to+(spentEnergy-energy)*x.step.e[x.side]]
	case energy == 0:
		return x.count[to]
	}
	return x.mid[to*x.lefts+min(left, energy)]
}

// struck is a blow with its answer: from a spot at which it is paid for.
func (x *breather) struck(blow *stroke, from, energy, left int) float32 {
	s, foe := x.at, x.foe
	on := 0
	if s.e[foe] == spentEnergy || s.k[foe] != 0 {
		on |= onOpen
	}
	if x.broken(foe, s) {
		on |= onBroken
	}
	does := &blow.on[on]
	v := float32(does.miss) * x.goes(from, energy, left)
	if does.slip > 0 {
		slipped := from
		if x.shook > 1 && s.k[x.side] == 0 {
			slipped += x.step.k[x.side]
		}
		v += float32(does.slip) * x.goes(slipped, energy, left)
	}
	if does.near > 0 {
		v += float32(does.near) * x.rattled(from, energy, left, 1)
	}
	d := &x.sides[foe]
	answers := d.reserve > 0 && (s.h[foe] > 0 || d.haste <= s.e[foe])
	paid, tripped := from, from
	var stopped float32
	if answers {
		if s.h[foe] > 0 {
			paid -= x.step.h[foe]
		} else {
			paid -= d.haste * x.step.e[foe]
		}
		tripped = paid
		if x.shook > 1 && s.k[foe] == 0 {
			tripped += x.step.k[foe]
		}
		stopped = x.goes(paid, energy, left)
	}
	q, t := float32(does.stops), float32(does.trips)
	for k := range does.n {
		h := &does.hits[k]
		lands := x.landed(h, blow.feint, from, energy, left, s.k[foe])
		if answers {
			fails := x.landed(h, blow.feint, paid, energy, left, s.k[foe])
			trips := fails
			if tripped != paid {
				trips = x.landed(h, blow.feint, tripped, energy, left, 1)
			}
			lands = better(foe, lands, q*stopped+(1-q-t)*fails+t*trips)
		}
		v += float32(h.p) * lands
	}
	return v
}

// landed is what a hit does: Wounds, and guard; into an opening it ends it. The struck is shaken already, or not. Where a
// Wound of the bones stands for more than one, it is taken by a part of the hits.
func (x *breather) landed(h *hit, feint bool, from, energy, left, shaken int) float32 {
	scale := x.sides[x.foe].scale
	if scale == 1 {
		return x.wounded(h.wounds, h, feint, from, energy, left, shaken)
	}
	n := float64(h.wounds) * scale
	whole := int(n)
	v, part := x.wounded(whole, h, feint, from, energy, left, shaken), float32(n-float64(whole))
	if part > 0 {
		v += part * (x.wounded(whole+1, h, feint, from, energy, left, shaken) - v)
	}
	return v
}

// wounded is landed with so many Wounds of the bones.
func (x *breather) wounded(wounds int, h *hit, feint bool, from, energy, left, shaken int) float32 {
	s, foe := x.at, x.foe
	if wounds >= s.w[foe] {
		return lost(foe)
	}
	to := from - wounds*x.step.w[foe]
	if h.topple && shaken == 0 && x.shook > 1 {
		to += x.step.k[foe]
	}
	if !feint && x.broken(foe, s) {
		return x.goes(to+(x.sides[foe].restored()-s.g[foe])*x.step.g[foe], energy, left)
	}
	return x.rattled(to, energy, left, h.shaves)
}

// rattled is what follows when the other has lost so much guard.
func (x *breather) rattled(to, energy, left, points int) float32 {
	g := x.at.g[x.foe]
	if points == 0 || g < unbroken {
		return x.goes(to, energy, left)
	}
	drop := float64(points) * x.sides[x.foe].tier
	whole := int(drop)
	p := float32(drop) - float32(whole)
	low := max(g-whole, unbroken-1)
	to += (low - g) * x.step.g[x.foe]
	v := x.goes(to, energy, left)
	if p > 0 && low >= unbroken {
		v += p * (x.goes(to-x.step.g[x.foe], energy, left) - v)
	}
	return v
}

// stepped is the best change of distance.
func (x *breather) stepped(left int) float32 {
	s, side := x.at, x.side
	e := s.e[side]
	if s.r == int(tsubazeriai) {
		if x.bind > e {
			return lost(side)
		}
		stays := x.here - x.bind*x.step.e[side]
		e, left = e-x.bind, left-x.bind
		stood := x.goes(stays, e, left)
		pushed := x.rattled(stays-x.step.r, e, left, x.sides[side].pushed)
		slipped := x.goes(stays+(int(issoku)-s.r)*x.step.r, e, left)
		return better(side, x.wrestled(contestPush, pushed, stood), x.wrestled(contestSlip, slipped, stood))
	}
	stays := x.here - x.step.e[side]
	stood := x.goes(stays, e-1, left-1)
	v := x.contested(x.goes(stays+x.step.r, e-1, left-1), stood)
	if s.r > x.near {
		v = better(side, v, x.contested(x.goes(stays-x.step.r, e-1, left-1), stood))
	}
	return v
}

// resists says whether the other can.
func (x *breather) resists() bool {
	return x.at.e[x.foe] != spentEnergy && x.at.k[x.foe] == 0 && !x.broken(x.foe, x.at)
}

// wrestled is a push or slip: the other always resists if it can.
func (x *breather) wrestled(what int, moved, stood float32) float32 {
	if !x.resists() {
		return moved
	}
	p := float32(x.sides[x.side].contests[what].wins)
	return p*moved + (1-p)*stood
}

// contested is a half-step, which the other resists if it likes; with equal Energy it must.
func (x *breather) contested(moved, stood float32) float32 {
	if !x.resists() {
		return moved
	}
	e, c := x.at.e, &x.sides[x.side].contests[contestStep]
	p := c.wins
	if e[x.side] > e[x.foe] && x.sides[x.side].at[x.at.r].ties {
		p += c.ties
	}
	v := float32(p)*moved + float32(1-p)*stood
	if e[x.side] == e[x.foe] {
		return v
	}
	return better(x.foe, moved, v)
}
