package bones

import (
	"context"
	"runtime"
	"sync"
)

// dig works out what is missing up to so many Wounds, fewest first, since a blow only leads to fewer.
func (m *Marrow) dig(ctx context.Context, w [2]int) error {
	d := digger{Marrow: m, ctx: ctx}
	for side, armed := range m.Armed {
		if armed == nil {
			continue
		}
		var err error
		if d.armed[side], err = armed.Dig(ctx, w); err != nil {
			return err
		}
	}
	if m.Next != nil {
		var err error
		if d.next, err = m.Next.Dig(ctx, w); err != nil {
			return err
		}
	}
	for w0 := 1; w0 <= w[0]; w0++ {
		for w1 := 1; w1 <= w[1]; w1++ {
			if m.dug[w0][w1].Load() {
				continue
			}
			if err := d.layer([2]int{w0, w1}); err != nil {
				return err
			}
			m.dug[w0][w1].Store(true)
		}
	}
	return nil
}

// digger is what digging needs besides.
type digger struct {
	*Marrow
	ctx   context.Context
	armed [2]*Marrow // of [Joints.Armed]
	next  *Marrow    // of [Joints.Next]
	pairs [][2]int   // of Energy, under way
}

// layer values every spot with these Wounds. A round that begins again with the same Wounds is met halfway: its value is
// guessed, the round worked out, the guess replaced by what came of it, and once more.
func (d *digger) layer(w [2]int) error {
	rounds := 2
	if d.Last || d.next != nil {
		rounds = 1
	}
	d.starts(w, func(s *Spot) float32 {
		fewer, other := *s, *s
		fewer.W[0]--
		other.W[1]--
		return (d.begun(&fewer) + d.begun(&other)) / 2
	})
	for range rounds {
		if err := d.round(w); err != nil {
			return err
		}
		d.starts(w, func(s *Spot) float32 { return *d.counted(s) })
	}
	return nil
}

// starts sets what the rounds are worth that begin with these Wounds.
func (d *digger) starts(w [2]int, value func(*Spot) float32) {
	d.each(func(r, g0, g1 int) {
		s := Spot{W: w, R: r, G: [2]int{g0, g1}, E: [2]int{d.Sides[0].Energy, d.Sides[1].Energy}}
		d.dawn[d.level(&s)] = value(&s)
	})
}

// begun is the value of the round that begins so, or that of an end.
func (d *digger) begun(s *Spot) float32 {
	if v, over := s.Over(); over {
		return v
	}
	return d.dawn[d.level(s)]
}

// each goes through rungs and guard.
func (j *Joints) each(f func(r, g0, g1 int)) {
	for r := j.Near; r < j.Rungs; r++ {
		for g0 := range j.Sides[0].guards() {
			for g1 := range j.Sides[1].guards() {
				f(r, g0, g1)
			}
		}
	}
}

// round works a round out for the Wounds it is come to with, poorest in Energy first. Whatever is done costs Energy, so
// spots with as much in all, in other shares, do not depend on each other: every core takes some of them.
func (d *digger) round(w [2]int) error {
	most := [2]int{d.Sides[0].Energy, d.Sides[1].Energy}
	for sum := 2 * Spent; sum <= most[0]+most[1]; sum++ {
		d.pairs = d.pairs[:0]
		for e0 := max(Spent, sum-most[1]); e0 <= min(most[0], sum-Spent); e0++ {
			d.pairs = append(d.pairs, [2]int{e0, sum - e0})
		}
		cores := min(runtime.GOMAXPROCS(0), len(d.pairs))
		if cores == 1 {
			d.share(w, 0, 1)
		} else {
			var wait sync.WaitGroup
			for core := range cores {
				wait.Go(func() { d.share(w, core, cores) })
			}
			wait.Wait()
		}
		if err := d.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// share values one core's share of the pairs of Energy. It leaves off when the context is cancelled.
func (d *digger) share(w [2]int, core, cores int) {
	for i := core; i < len(d.pairs) && d.ctx.Err() == nil; i += cores {
		d.each(func(r, g0, g1 int) {
			d.spots(Spot{W: w, E: d.pairs[i], R: r, G: [2]int{g0, g1}})
		})
	}
}

// spots values those that differ from one in flags only.
func (d *digger) spots(s Spot) {
	flags := 4 * d.helds * d.helds * d.shook * d.shook
	for n := range flags { // a breath begins with its whole limit and goes on with less Energy
		d.breaths(d.flagged(s, n), true)
	}
	again := d.after(s)
	for n := flags - 1; n >= 0; n-- { // who has closed before who has not
		s := d.flagged(s, n)
		*d.counted(&s) = d.called(s, again)
	}
	for n := range flags { // a breath under way may end
		d.breaths(d.flagged(s, n), false)
	}
}

// flagged sets who has closed, what reservations stand and who is Defenseless, by number.
func (j *Joints) flagged(s Spot, n int) Spot {
	digit := func(of int) int {
		d := n % of
		n /= of
		return d
	}
	s.K = [2]int{digit(j.shook), digit(j.shook)}
	s.H = [2]int{digit(j.helds), digit(j.helds)}
	s.C = [2]int{digit(2), digit(2)}
	return s
}

// after is what follows a round that ends so: guard returns, and the next begins.
func (d *digger) after(s Spot) (v float32) {
	if d.Last {
		return d.End
	}
	from := d.Marrow
	if d.next != nil {
		from = d.next
	}
	var to [2][2]int // with less and with more
	var more [2]float32
	for side := range 2 {
		d := &d.Sides[side]
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
			v += float32(p * from.dawn[from.level(&s)])
		}
	}
	return v
}

func share(p float32, k int) float32 {
	if k == 0 {
		return 1 - p
	}
	return p
}

// breaths values a spot within a breath of either side: with the whole limit left, or with less.
func (d *digger) breaths(s Spot, whole bool) {
	for side := range 2 {
		if s.C[side] != 0 || s.E[side] <= 0 || whole && s.H[side]+s.K[side] > 0 {
			continue
		}
		own, x := &d.Sides[side], d.breather(side, &s)
		if whole {
			x.breath(own.Limit, own.Limit)
			continue
		}
		most := own.Limit - max(1, s.H[side]*own.Reserve) // a reservation is of this breath
		if most = min(most, s.E[side]); most >= 0 {
			x.breath(0, most)
		}
	}
}

// turn is the side at the count, -1 if the round is over.
func (j *Joints) turn(s *Spot) int {
	in := func(i int) bool { return s.E[i] > 0 && s.C[i] == 0 }
	switch {
	case in(0) && in(1) && s.E[0] == s.E[1]:
		return j.First
	case in(0) && (!in(1) || s.E[0] > s.E[1]):
		return 0
	case in(1):
		return 1
	}
	return -1
}

// called is the count: breathe, or close.
func (d *digger) called(s Spot, again float32) float32 {
	side := d.turn(&s)
	if side < 0 {
		return again
	}
	closed, breathes := s, s
	closed.C[side] = 1
	breathes.H[side], breathes.K[side] = 0, 0 // what lasts until then ends
	return Better(side, *d.counted(&closed), d.Amid(side, &breathes, d.Sides[side].Limit))
}

// Better is the better of two values for a side.
func Better(side int, v, w float32) float32 {
	if side == 0 {
		return max(v, w)
	}
	return min(v, w)
}
