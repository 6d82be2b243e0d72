package bones

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// drawn are joints drawn at random: small, a ladder in every other one.
func drawn(rng *rand.Rand) (j Joints) {
	upTo := func(n int) int { return rng.IntN(n + 1) }
	j.Pick, j.Bind, j.Rungs = upTo(3), 1+upTo(1), 1
	j.First = upTo(1)
	if rng.IntN(2) == 0 {
		j.Rungs, j.Near, j.Lock, j.Free = 3, upTo(1), 2, 1
	}
	for side := range j.Sides {
		d := &j.Sides[side]
		d.Wounds, d.Energy, d.Limit = 1+upTo(3), 2+upTo(4), 3+upTo(2)
		d.Reserve, d.Haste = upTo(2), 1+upTo(2)
		if j.Rungs > 1 {
			d.Guard, d.Calm, d.Pushed = 1+upTo(2), upTo(2), 1
		}
		for k := range d.Holds {
			d.Holds[k] = rng.Float64()
		}
		for k := range d.Contests {
			win := rng.Float64()
			d.Contests[k] = Contest{win, (1 - win) * rng.Float64()}
		}
		for r := range j.Rungs {
			at := &d.At[r]
			at.Able, at.Ties = upTo(BlowsMax), rng.IntN(2) == 0
			for k := range at.Able {
				at.Blows[k] = blow(rng, j.Rungs > 1)
			}
		}
	}
	j.Fit(400, 1)
	return j
}

// blow is a stroke drawn at random.
func blow(rng *rand.Rand, guarded bool) (b Stroke) {
	b.Cost, b.Feint = 1+rng.IntN(3), guarded && rng.IntN(4) == 0
	for on := range b.On {
		does := &b.On[on]
		does.N = 1 + rng.IntN(HitsMax)
		parts := make([]float64, does.N+3)
		sum := 0.0
		for k := range parts {
			parts[k] = rng.Float64()
			sum += parts[k]
		}
		for k := range does.N {
			does.Hits[k] = Hit{P: parts[k] / sum, Wounds: rng.IntN(3), Topple: rng.IntN(3) == 0}
			if guarded {
				does.Hits[k].Shaves = rng.IntN(3)
			}
		}
		does.Miss, does.Slip = parts[does.N]/sum, parts[does.N+1]/sum
		if guarded {
			does.Near = parts[does.N+2] / sum
		}
		does.Stops = rng.Float64() * 0.7
		does.Trips = rng.Float64() * 0.3
	}
	return b
}

// family are bones and those they lead to, laid in a yard and worked out the plain way: as they are, with side 0's weapon
// on the ground, in the last round.
func family(y *Yard, rng *rand.Rand) (laid []*Bones, worked []*plain) {
	j := drawn(rng)
	whole := &plain{Joints: j}
	laid, worked = append(laid, y.Lay(j)), append(worked, whole)
	ground := j
	ground.Armed[0] = laid[0]
	if rng.IntN(2) == 0 {
		ground.Next = laid[0]
	}
	grounded := &plain{Joints: ground, armed: [2]*plain{whole}}
	if ground.Next != nil {
		grounded.next = whole
	}
	laid, worked = append(laid, y.Lay(ground)), append(worked, grounded)
	last := j
	last.Last, last.End = true, 0.25
	laid, worked = append(laid, y.Lay(last)), append(worked, &plain{Joints: last})
	for _, p := range worked {
		p.solve()
	}
	return laid, worked
}

// same compares every value of spots with at most so many Wounds, bit by bit.
func same(t *testing.T, m *Marrow, p *plain, w [2]int) {
	t.Helper()
	n := 0
	for i := range p.spots {
		w0, w1 := i/p.step.w[0]%p.Sides[0].Wounds+1, i/p.step.w[1]+1
		if w0 > w[0] || w1 > w[1] {
			continue
		}
		n++
		for c := range 4 {
			if at := c*p.spots + i; m.count[at] != p.count[at] {
				t.Fatalf("spot %d, closed %d: %v, plainly %v", i, c, m.count[at], p.count[at])
			}
		}
		for side := range p.mid {
			for c := range 2 {
				got, want := m.mid[side][(c*p.spots+i)*row:][:p.lefts], p.mid[side][(c*p.spots+i)*p.lefts:][:p.lefts]
				if !slices.Equal(got, want) {
					t.Fatalf("spot %d within a breath of side %d: %v, plainly %v", i, side, got, want)
				}
			}
		}
	}
	if n == 0 {
		t.Fatal("no spot was compared")
	}
}

// However far bones are dug, in whatever order, their values are those worked out the plain way, to the last bit.
func TestDugBonesAreThePlainOnes(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 1))
		laid, worked := family(new(Yard), rng)
		for range 8 {
			k := rng.IntN(len(laid))
			w := [2]int{1 + rng.IntN(laid[k].Sides[0].Wounds), 1 + rng.IntN(laid[k].Sides[1].Wounds)}
			m, err := laid[k].Dig(t.Context(), w)
			if err != nil {
				t.Fatal(err)
			}
			same(t, m, worked[k], w)
		}
	}
}

// ticking is a context that is cancelled when it was asked so many times.
type ticking struct {
	context.Context
	left *atomic.Int64
}

func (c ticking) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

func (ticking) Deadline() (time.Time, bool) { return time.Time{}, false }

// What was finished before a context was cancelled is kept, what was not is begun anew, and the values are the same.
func TestDiggingGoesOnWhereItLeftOff(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 2))
		laid, worked := family(new(Yard), rng)
		b := laid[1]
		w := [2]int{b.Sides[0].Wounds, b.Sides[1].Wounds}
		stopped := 0
		for patience := 1; ; patience += 200 {
			ctx := ticking{t.Context(), new(atomic.Int64)}
			ctx.left.Store(int64(patience))
			m, err := b.Dig(ctx, w)
			if err == nil {
				same(t, m, worked[1], w)
				break
			}
			if stopped++; !errors.Is(err, context.Canceled) || b.Dug(w) != nil {
				t.Fatalf("seed %d: %v, dug %v", seed, err, b.Dug(w) != nil)
			}
		}
		if stopped == 0 {
			t.Errorf("seed %d: nothing was ever cancelled", seed)
		}
	}
}
