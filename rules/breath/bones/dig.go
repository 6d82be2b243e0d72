package bones

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// dig works out what is missing up to so many Wounds, fewest first, since a blow only leads to fewer.
func (m *Marrow) dig(ctx context.Context, w [2]int) error {
	d := digger{Marrow: m, ctx: ctx, flags: m.flags()}
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
	for range runtime.GOMAXPROCS(0) {
		d.cores = append(d.cores, [2]*breather{d.breather(0), d.breather(1)})
	}
	for sum := 2; sum <= w[0]+w[1]; sum++ {
		d.layers = d.layers[:0]
		for w0 := max(1, sum-w[1]); w0 <= min(w[0], sum-1); w0++ {
			if !m.dug[w0][sum-w0].Load() {
				d.layers = append(d.layers, [2]int{w0, sum - w0})
			}
		}
		if len(d.layers) == 0 {
			continue
		}
		if err := d.settle(); err != nil {
			return err
		}
		for _, w := range d.layers {
			m.dug[w[0]][w[1]].Store(true)
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
	flags []flags

	layers [][2]int // of Wounds under way: as many in all, so that none is come to from another
	todo   []Spot   // of them, those under way, without flags, of the lowest rung and guard
	taken  atomic.Int64
	cores  [][2]*breather // of either side, for each core
}

// flags are who has closed, what reservations stand and who is Defenseless.
type flags struct {
	c, h, k [2]int
	step    int // how far that is from a spot without any, who has closed left out
	closed  int // the same of who has closed
}

// flags are all there are: who has closed after who has not.
func (b *Bones) flags() (list []flags) {
	for n := range 4 * b.helds * b.helds * b.shook * b.shook {
		digit := func(of int) int {
			d := n % of
			n /= of
			return d
		}
		var f flags
		f.k = [2]int{digit(b.shook), digit(b.shook)}
		f.h = [2]int{digit(b.helds), digit(b.helds)}
		f.c = [2]int{digit(2), digit(2)}
		for side := range 2 {
			f.step += f.h[side]*b.step.h[side] + f.k[side]*b.step.k[side]
		}
		f.closed = (f.c[0]*2 + f.c[1]) * b.spots
		list = append(list, f)
	}
	return list
}

// settle values every spot of the layers. A round that begins again with the same Wounds is met halfway: its value is guessed,
// the round worked out, the guess replaced by what came of it, and once more.
func (d *digger) settle() error {
	rounds := 2
	if d.Last || d.next != nil {
		rounds = 1
	}
	d.starts(func(s *Spot) float32 {
		fewer, other := *s, *s
		fewer.W[0]--
		other.W[1]--
		return (d.begun(&fewer) + d.begun(&other)) / 2
	})
	for range rounds {
		if err := d.round(); err != nil {
			return err
		}
		d.starts(func(s *Spot) float32 { return *d.counted(s) })
	}
	return nil
}

// starts sets what the rounds are worth that begin with the layers' Wounds.
func (d *digger) starts(value func(*Spot) float32) {
	for _, w := range d.layers {
		d.each(func(r, g0, g1 int) {
			s := Spot{W: w, R: r, G: [2]int{g0, g1}, E: [2]int{d.Sides[0].Energy, d.Sides[1].Energy}}
			d.dawn[d.level(&s)] = value(&s)
		})
	}
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
// spots with as much in all, in other shares, do not depend on each other: every core takes one after another.
func (d *digger) round() error {
	most := [2]int{d.Sides[0].Energy, d.Sides[1].Energy}
	for sum := 2 * Spent; sum <= most[0]+most[1]; sum++ {
		d.todo = d.todo[:0]
		for e0 := max(Spent, sum-most[1]); e0 <= min(most[0], sum-Spent); e0++ {
			for _, w := range d.layers {
				d.todo = append(d.todo, Spot{W: w, E: [2]int{e0, sum - e0}})
			}
		}
		d.taken.Store(0)
		var wait sync.WaitGroup
		for _, core := range d.cores[1:max(1, min(len(d.cores), len(d.todo)))] {
			wait.Go(func() { d.take(core) })
		}
		d.take(d.cores[0])
		wait.Wait()
		if err := d.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// take values what no other core has taken. It leaves off when the context is cancelled.
func (d *digger) take(x [2]*breather) {
	for d.ctx.Err() == nil {
		n := int(d.taken.Add(1)) - 1
		if n >= len(d.todo) {
			return
		}
		s := d.todo[n]
		d.each(func(r, g0, g1 int) {
			s.R, s.G = r, [2]int{g0, g1}
			d.flagged(x, s)
		})
	}
}

// flagged values the spots that differ from one in flags only.
func (d *digger) flagged(x [2]*breather, s Spot) {
	base := d.at(&s)
	for side := range x {
		x[side].stand(s, base)
	}
	for side := range x { // whatever is done in a breath leads to less Energy
		x[side].breaths()
	}
	again := d.after(s)
	for n := len(d.flags) - 1; n >= 0; n-- { // who has closed before who has not
		f := &d.flags[n]
		d.count[f.closed+base+f.step] = d.called(&s, f, base, again)
	}
	for side := range x {
		x[side].ends()
	}
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

// turn is the side at the count, -1 if the round is over.
func (j *Joints) turn(s *Spot, closed [2]int) int {
	in := func(i int) bool { return s.E[i] > 0 && closed[i] == 0 }
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

// called is the count at a spot without flags, whose number is base, with flags: breathe, or close.
func (d *digger) called(s *Spot, f *flags, base int, again float32) float32 {
	side := d.turn(s, f.c)
	if side < 0 {
		return again
	}
	closes := f.closed + (2-side)*d.Bones.spots
	breathes := f.step - f.h[side]*d.step.h[side] - f.k[side]*d.step.k[side] // what lasts until then ends
	within := ((f.c[1-side]*d.Bones.spots)+base+breathes)*row + d.Sides[side].Limit
	return Better(side, d.count[closes+base+f.step], d.mid[side][within])
}

// Better is the better of two values for a side.
func Better(side int, v, w float32) float32 {
	if side == 0 {
		return max(v, w)
	}
	return min(v, w)
}
