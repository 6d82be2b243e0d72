package endgame

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// solve solves what is missing of the positions with at most so many Wounds, by the sum of both sides' Wounds, since an
// attack only leads to a smaller one. If the context is cancelled, only sums that are complete are marked as solved.
func (m *Values) solve(ctx context.Context, w [2]int) error {
	d := solver{Values: m, ctx: ctx, flags: m.allFlags()}
	for side, armed := range m.PickedUp {
		if armed == nil {
			continue
		}
		var err error
		if d.pickedUp[side], err = armed.Solve(ctx, w); err != nil {
			return err
		}
	}
	if m.NextRound != nil {
		var err error
		if d.nextRound, err = m.NextRound.Solve(ctx, w); err != nil {
			return err
		}
	}
	for range runtime.GOMAXPROCS(0) {
		d.workers = append(d.workers, [2]*breathSolver{d.breathSolver(0), d.breathSolver(1)})
	}
	for sum := 2; sum <= w[0]+w[1]; sum++ {
		d.layers = d.layers[:0]
		for w0 := max(1, sum-w[1]); w0 <= min(w[0], sum-1); w0++ {
			if !m.solved[w0][sum-w0].Load() {
				d.layers = append(d.layers, [2]int{w0, sum - w0})
			}
		}
		if len(d.layers) == 0 {
			continue
		}
		if err := d.solveLayers(); err != nil {
			return err
		}
		for _, w := range d.layers {
			m.solved[w[0]][w[1]].Store(true)
		}
	}
	return nil
}

// solver is what solving needs besides the values. Its layers are the Wounds of both sides that are solved together.
type solver struct {
	*Values
	ctx       context.Context
	pickedUp  [2]*Values // of [Key.PickedUp]
	nextRound *Values    // of [Key.NextRound]
	flags     []flags

	layers  [][2]int   // they have the same sum, so that none leads to another
	todo    []Position // their positions still to be solved, without flags, at the first rung and the lowest guard
	taken   atomic.Int64
	workers [][2]*breathSolver // of both sides, for each core
}

// flags are the fields of a position that vary fastest: who has closed, reservations, who is shaken. The offsets are
// added to the index of the position in which all of them are 0.
type flags struct {
	isClosed, held, shaken [2]int
	offset                 int // for held and shaken
	closedOffset           int // for isClosed
}

// allFlags lists all combinations of flags, those with fewer closed first. countValue goes through them backwards: to
// close leads to more closed.
func (b *Tablebase) allFlags() (list []flags) {
	for n := range 4 * b.reserveLevels * b.reserveLevels * b.shakenLevels * b.shakenLevels {
		digit := func(of int) int {
			d := n % of
			n /= of
			return d
		}
		var f flags
		f.shaken = [2]int{digit(b.shakenLevels), digit(b.shakenLevels)}
		f.held = [2]int{digit(b.reserveLevels), digit(b.reserveLevels)}
		f.isClosed = [2]int{digit(2), digit(2)}
		for side := range 2 {
			f.offset += f.held[side]*b.stride.held[side] + f.shaken[side]*b.stride.shaken[side]
		}
		f.closedOffset = (f.isClosed[0]*2 + f.isClosed[1]) * b.positions
		list = append(list, f)
	}
	return list
}

// solveLayers solves every position of the layers. The next round may begin with the same Wounds, and its value is not
// known yet. It is guessed first, as the mean of losing a Wound and of taking one; the round is solved, the guess
// replaced by the result, and the round solved again. Where the next round is another tablebase or there is none, once
// is enough.
func (d *solver) solveLayers() error {
	rounds := 2
	if d.LastRound || d.nextRound != nil {
		rounds = 1
	}
	d.setRoundStarts(func(s *Position) float32 {
		fewer, other := *s, *s
		fewer.Wounds[0]--
		other.Wounds[1]--
		return (d.startValue(&fewer) + d.startValue(&other)) / 2
	})
	for range rounds {
		if err := d.solveRound(); err != nil {
			return err
		}
		d.setRoundStarts(func(s *Position) float32 { return *d.atCount(s) })
	}
	return nil
}

// setRoundStarts sets the values of all rounds that begin with the Wounds of the layers.
func (d *solver) setRoundStarts(value func(*Position) float32) {
	for _, w := range d.layers {
		d.eachRungAndGuard(func(r, g0, g1 int) {
			s := Position{Wounds: w, Rung: r, Guard: [2]int{g0, g1}, Energy: [2]int{d.Sides[0].Energy, d.Sides[1].Energy}}
			d.roundStart[d.startIndex(&s)] = value(&s)
		})
	}
}

// startValue returns the value of the round that begins with this position, or that of a decided fight.
func (d *solver) startValue(s *Position) float32 {
	if v, over := s.Over(); over {
		return v
	}
	return d.roundStart[d.startIndex(s)]
}

// eachRungAndGuard calls f for every rung and guard.
func (key *Key) eachRungAndGuard(f func(r, g0, g1 int)) {
	for r := key.FirstRung; r < key.Rungs; r++ {
		for g0 := range key.Sides[0].guardValues() {
			for g1 := range key.Sides[1].guardValues() {
				f(r, g0, g1)
			}
		}
	}
}

// solveRound solves a round with the layers' Wounds, from the least Energy to the most. Everything costs Energy, so
// positions with the same sum of Energy do not depend on each other: the cores share them, and each value comes out the
// same whichever core has it.
func (d *solver) solveRound() error {
	most := [2]int{d.Sides[0].Energy, d.Sides[1].Energy}
	for sum := 2 * Spent; sum <= most[0]+most[1]; sum++ {
		d.todo = d.todo[:0]
		for e0 := max(Spent, sum-most[1]); e0 <= min(most[0], sum-Spent); e0++ {
			for _, w := range d.layers {
				d.todo = append(d.todo, Position{Wounds: w, Energy: [2]int{e0, sum - e0}})
			}
		}
		d.taken.Store(0)
		var wait sync.WaitGroup
		for _, core := range d.workers[1:max(1, min(len(d.workers), len(d.todo)))] {
			wait.Go(func() { d.work(core) })
		}
		d.work(d.workers[0])
		wait.Wait()
		if err := d.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// work solves positions that no other core has taken until none is left or the context is cancelled.
func (d *solver) work(x [2]*breathSolver) {
	for d.ctx.Err() == nil {
		n := int(d.taken.Add(1)) - 1
		if n >= len(d.todo) {
			return
		}
		s := d.todo[n]
		d.eachRungAndGuard(func(r, g0, g1 int) {
			s.Rung, s.Guard = r, [2]int{g0, g1}
			d.solveFlags(x, s)
		})
	}
}

// solveFlags solves the positions that differ from s in flags only.
func (d *solver) solveFlags(x [2]*breathSolver, s Position) {
	base := d.index(&s)
	for side := range x {
		x[side].pos, x[side].base = s, base
	}
	for side := range x { // everything done in a breath leads to less Energy
		x[side].solveBreaths()
	}
	again := d.afterRound(s)
	for n := len(d.flags) - 1; n >= 0; n-- { // the positions with more closed first
		f := &d.flags[n]
		d.count[f.closedOffset+base+f.offset] = d.countValue(&s, f, base, again)
	}
	for side := range x {
		x[side].allowEnding()
	}
}

// afterRound returns the value of what follows a round that ends with this position: guard returns, and the next round
// begins. Where a lull, the end of a round, restores a part of a level of guard, the values of the level below and
// above are blended, for both sides at once.
func (d *solver) afterRound(s Position) (v float32) {
	if d.LastRound {
		return d.TimeUp
	}
	from := d.Values
	if d.nextRound != nil {
		from = d.nextRound
	}
	var to [2][2]int    // by side: the guard with fewer levels restored, and with one more
	var more [2]float32 // the share of the latter
	for side := range 2 {
		d := &d.Sides[side]
		switch g := s.Guard[side]; {
		case d.guardLevels == 0:
		case g == 0:
			to[side][0] = d.restoredGuard()
		case g < unbroken:
			to[side][0] = g - 1
		default:
			whole := int(d.lullLevels)
			to[side] = [2]int{min(g+whole, d.guardValues()-1), min(g+whole+1, d.guardValues()-1)}
			more[side] = float32(d.lullLevels) - float32(whole)
		}
	}
	for k := range 4 {
		k0, k1 := k&1, k>>1
		if p := blendShare(more[0], k0) * blendShare(more[1], k1); p > 0 {
			s.Guard = [2]int{to[0][k0], to[1][k1]}
			v += float32(p * from.roundStart[from.startIndex(&s)])
		}
	}
	return v
}

// blendShare returns the share of the k-th of two values; that of the second is p.
func blendShare(p float32, k int) float32 {
	if k == 0 {
		return 1 - p
	}
	return p
}

// turn returns the side that is next in the count, -1 if the round is over.
func (key *Key) turn(s *Position, closed [2]int) int {
	in := func(i int) bool { return s.Energy[i] > 0 && closed[i] == 0 }
	switch {
	case in(0) && in(1) && s.Energy[0] == s.Energy[1]:
		return key.First
	case in(0) && (!in(1) || s.Energy[0] > s.Energy[1]):
		return 0
	case in(1):
		return 1
	}
	return -1
}

// countValue returns the value at the count of the position with index base and these flags: the side whose turn it is
// breathes, or closes. again is the value once nobody is left in the count.
func (d *solver) countValue(s *Position, f *flags, base int, again float32) float32 {
	side := d.turn(s, f.isClosed)
	if side < 0 {
		return again
	}
	closes := f.closedOffset + (2-side)*d.Tablebase.positions
	breathes := f.offset - f.held[side]*d.stride.held[side] - f.shaken[side]*d.stride.shaken[side] // its own reservations and shaken end as its breath begins
	within := ((f.isClosed[1-side]*d.Tablebase.positions)+base+breathes)*lanesPerPosition + d.Sides[side].Limit
	return Better(side, d.count[closes+base+f.offset], d.inBreath[side][within])
}

// Better returns the better of two values for a side.
func Better(side int, v, w float32) float32 {
	if side == 0 {
		return max(v, w)
	}
	return min(v, w)
}
