package endgame

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// randomKey returns a small random fight, every other one with a ladder.
func randomKey(rng *rand.Rand) (key Key) {
	upTo := func(n int) int { return rng.IntN(n + 1) }
	key.PickUpCost, key.LockCost, key.Rungs = upTo(3), 1+upTo(1), 1
	key.First = upTo(1)
	if rng.IntN(2) == 0 {
		key.Rungs, key.FirstRung, key.LockRung, key.SlipRung = 3, upTo(1), 2, 1
	}
	for side := range key.Sides {
		d := &key.Sides[side]
		d.Wounds, d.Energy, d.Limit = 1+upTo(3), 2+upTo(4), 3+upTo(2)
		d.Reserve, d.Haste = upTo(2), 1+upTo(2)
		if key.Rungs > 1 {
			d.Guard, d.LullGuard, d.Pushed = 1+upTo(2), upTo(2), 1
		}
		for k := range d.PassesOverload {
			d.PassesOverload[k] = rng.Float64()
		}
		for k := range d.Contests {
			win := rng.Float64()
			d.Contests[k] = Contest{win, (1 - win) * rng.Float64()}
		}
		for r := range key.Rungs {
			at := &d.At[r]
			at.N, at.Ties = upTo(attacksMax), rng.IntN(2) == 0
			for k := range at.N {
				at.Attacks[k] = randomAttack(rng, key.Rungs > 1)
			}
		}
	}
	key.Fit(400, 1)
	return key
}

// randomAttack returns a random attack.
func randomAttack(rng *rand.Rand, guarded bool) (b Attack) {
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
			does.Hits[k] = Hit{P: parts[k] / sum, Wounds: rng.IntN(3), Shakes: rng.IntN(3) == 0}
			if guarded {
				does.Hits[k].Guard = rng.IntN(3)
			}
		}
		does.Miss, does.AttackerShaken = parts[does.N]/sum, parts[does.N+1]/sum
		if guarded {
			does.NearMiss = parts[does.N+2] / sum
		}
		does.Stops = rng.Float64() * 0.7
		does.DefenderShaken = rng.Float64() * 0.3
	}
	return b
}

// linked returns tablebases that lead to each other, and the reference for each: a random fight, the same with
// side 0's weapon on the ground, and its last round.
func linked(c *Cache, rng *rand.Rand) (tables []*Tablebase, refs []*reference) {
	key := randomKey(rng)
	whole := &reference{Key: key}
	tables, refs = append(tables, c.Get(key)), append(refs, whole)
	dropped := key
	dropped.PickedUp[0] = tables[0]
	if rng.IntN(2) == 0 {
		dropped.NextRound = tables[0]
	}
	droppedRef := &reference{Key: dropped, pickedUp: [2]*reference{whole}}
	if dropped.NextRound != nil {
		droppedRef.nextRound = whole
	}
	tables, refs = append(tables, c.Get(dropped)), append(refs, droppedRef)
	final := key
	final.LastRound, final.TimeUp = true, 0.25
	tables, refs = append(tables, c.Get(final)), append(refs, &reference{Key: final})
	for _, p := range refs {
		p.solve()
	}
	return tables, refs
}

// compare compares every value of positions with at most so many Wounds, bit by bit.
func compare(t *testing.T, m *Values, p *reference, w [2]int) {
	t.Helper()
	n := 0
	for i := range p.positions {
		w0, w1 := i/p.stride.wounds[0]%p.Sides[0].Wounds+1, i/p.stride.wounds[1]+1
		if w0 > w[0] || w1 > w[1] {
			continue
		}
		n++
		for c := range 4 {
			if at := c*p.positions + i; m.count[at] != p.count[at] {
				t.Fatalf("position %d, closed %d: %v, want %v", i, c, m.count[at], p.count[at])
			}
		}
		for side := range p.inBreath {
			for c := range 2 {
				got, want := m.inBreath[side][(c*p.positions+i)*lanesPerPosition:][:p.rowLen], p.inBreath[side][(c*p.positions+i)*p.rowLen:][:p.rowLen]
				if !slices.Equal(got, want) {
					t.Fatalf("position %d within a breath of side %d: %v, want %v", i, side, got, want)
				}
			}
		}
	}
	if n == 0 {
		t.Fatal("no position was compared")
	}
}

// However far tablebases are solved, and in whatever order, their values are those of the reference, to the final
// bit.
func TestValuesAreThoseOfTheReference(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 1))
		tables, refs := linked(new(Cache), rng)
		for range 8 {
			k := rng.IntN(len(tables))
			w := [2]int{1 + rng.IntN(tables[k].Sides[0].Wounds), 1 + rng.IntN(tables[k].Sides[1].Wounds)}
			m, err := tables[k].Solve(t.Context(), w)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, m, refs[k], w)
		}
	}
}

// countdown is a context that is cancelled after its error was asked for so many times.
type countdown struct {
	context.Context
	left *atomic.Int64
}

func (c countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

func (countdown) Deadline() (time.Time, bool) { return time.Time{}, false }

// What was finished before a context was cancelled is kept, the rest is solved again, and the values are the same.
func TestSolvingGoesOnWhereItWasCancelled(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 2))
		tables, refs := linked(new(Cache), rng)
		b := tables[1]
		w := [2]int{b.Sides[0].Wounds, b.Sides[1].Wounds}
		stopped := 0
		for patience := 1; ; patience += 200 {
			ctx := countdown{t.Context(), new(atomic.Int64)}
			ctx.left.Store(int64(patience))
			m, err := b.Solve(ctx, w)
			if err == nil {
				compare(t, m, refs[1], w)
				break
			}
			if stopped++; !errors.Is(err, context.Canceled) || b.ValuesAt(w) != nil {
				t.Fatalf("seed %d: %v, solved %v", seed, err, b.ValuesAt(w) != nil)
			}
		}
		if stopped == 0 {
			t.Errorf("seed %d: nothing was ever cancelled", seed)
		}
	}
}
