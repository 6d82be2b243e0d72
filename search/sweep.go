package search

import (
	"context"
	"math"
	"slices"
	"sync"
)

// Sweeping: once the values of the next round's starts are known, one pass over the nodes, children first, values every
// position of this round.

// rangeMin is the fewest nodes worth giving to another thread.
const rangeMin = 1 << 11

// sweep fills values, those of the first len(values) nodes; next has the values of the next round's starts. The error
// is that of a cancelled context.
func (x *graph[S]) sweep(ctx context.Context, values, next []float64, threads int) error {
	for len(x.scratch) < threads {
		x.scratch = append(x.scratch, scratch{cells: make([]float64, x.forms.cells)})
	}
	for h := 1; h+1 < len(x.levels); h++ {
		level := x.order[x.levels[h]:x.levels[h+1]]
		n, _ := slices.BinarySearch(level, uint32(len(values)))
		level = level[:n]
		parts := min(threads, len(level)/rangeMin)
		if parts <= 1 {
			x.sweepNodes(ctx, level, values, next, &x.scratch[0])
		} else {
			var wait sync.WaitGroup
			for i := range parts {
				part := level[len(level)*i/parts : len(level)*(i+1)/parts]
				wait.Go(func() { x.sweepNodes(ctx, part, values, next, &x.scratch[i]) })
			}
			wait.Wait()
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// sweepNodes values nodes that do not depend on each other. It returns early if the context is cancelled.
func (x *graph[S]) sweepNodes(ctx context.Context, nodes []uint32, values, next []float64, m *scratch) {
	w := watch{ctx: ctx}
	for _, id := range nodes {
		if w.check() != nil {
			return
		}
		values[id] = x.nodeValue(&x.nodes[id], values, next, m)
	}
}

// nodeValue returns the value of a node: that of its best option.
func (x *graph[S]) nodeValue(node *graphNode, values, next []float64, memory *scratch) float64 {
	words := x.words.from(node.word)
	best := 0.0
	for k := range node.options {
		f := &x.forms.list[words[0]]
		for i, word := range words[1 : 1+f.leaves] {
			switch {
			case word&markNext != 0:
				memory.leaves[i] = next[word&^markNext]
			case word&markOver != 0:
				memory.leaves[i] = x.endValues[word&^markOver]
			default:
				memory.leaves[i] = values[word]
			}
		}
		v := f.eval(memory.leaves[:f.leaves], memory)
		if k == 0 || node.side == 0 && v > best || node.side == 1 && v < best {
			best = v
		}
		words = words[1+f.leaves:]
	}
	return best
}

// copyStartValues copies the values of a round's starts for the round before, which leads to no start without a value.
func (x *graph[S]) copyStartValues(values, into []float64) {
	for i, node := range x.starts {
		if int(node) < len(values) {
			into[i] = values[node]
		}
	}
}

// roundingError bounds the rounding error of one of the sweeps made so far.
func (x *graph[S]) roundingError() float64 {
	most, gap := 0.0, 0.0
	for i := range x.scratch {
		gap = max(gap, x.scratch[i].matrix.gap)
	}
	for i := range x.forms.list {
		most = max(most, x.forms.list[i].roundingError(gap))
	}
	return most * float64(len(x.levels))
}

// solveCapped solves the rounds from the last down to first: one backward pass each, over the nodes that can be met by
// then. layers[r] are the values of round r.
func (x *graph[S]) solveCapped(ctx context.Context, first int, lim SolveLimits) (layers [][]float64, err float64, _ error) {
	layers = make([][]float64, x.lastRound+1)
	done, all := 0, 0
	for _, n := range x.met {
		all += n
	}
	next := x.lastRoundValues
	for r := x.lastRound; r >= first; r-- {
		values := make([]float64, x.met[r-first])
		if err := x.sweep(ctx, values, next, lim.Threads); err != nil {
			return nil, 0, err
		}
		layers[r] = values
		next = make([]float64, len(x.starts))
		x.copyStartValues(values, next)
		done += len(values)
		lim.report(Progress{Stage: "solving", Round: r, Nodes: done, Total: all})
	}
	return layers, x.roundingError() * float64(x.lastRound+1-first), nil
}

// sweepsMax ends solving without a last round if the bounds do not meet, as where nobody is forced to attack.
// boundsGapMost is the difference at which bounds have met.
const (
	sweepsMax     = 5000
	boundsGapMost = 1e-9
)

// solveEndless bounds the value of a fight without a last round: from below as if side 0 lost every fight that does not
// end, from above as if it won them. It ends when the bounds of every position meet or stop moving. off is their
// rounding error, to which each sweep adds.
func (x *graph[S]) solveEndless(ctx context.Context, lim SolveLimits) (low, high []float64, off float64, err error) {
	low, high = make([]float64, len(x.nodes)), make([]float64, len(x.nodes))
	below, above := make([]float64, len(x.starts)), make([]float64, len(x.starts))
	for i := range below {
		below[i], above[i] = -1, 1
	}
	gap, sweeps := math.Inf(1), 0
	for n := range sweepsMax {
		if err := x.sweep(ctx, low, below, lim.Threads); err != nil {
			return nil, nil, 0, err
		}
		if err := x.sweep(ctx, high, above, lim.Threads); err != nil {
			return nil, nil, 0, err
		}
		sweeps++
		x.copyStartValues(low, below)
		x.copyStartValues(high, above)
		was := gap
		gap = 0
		for i := range below {
			gap = max(gap, above[i]-below[i])
		}
		lim.report(Progress{Stage: "closing in", Nodes: n + 1, Gap: gap})
		if gap <= boundsGapMost || n > 50 && was-gap < 1e-3*boundsGapMost {
			break
		}
	}
	return low, high, x.roundingError() * float64(sweeps), nil
}
