package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"unsafe"

	"kokyu/rules"
)

// The graph of a round: nodes with their options, each a form and its leaves. Within a round no line returns to a node
// (see [Solvable]), so the only cycles go through the leaves of the next round.

// A leaf is one word: the number of a node, or with markNext of a start of the next round, or with markOver of the
// value of an end of the fight.
const (
	markNext = 1 << 31
	markOver = 1 << 30
	nodesMax = 1 << 30
)

// chunkBits is the size of an arena's chunks as a power of two. Chunks are never moved, so an arena grows without
// copying.
const chunkBits = 18

// arena is a long list in chunks. A run of items lies in one chunk.
type arena[T any] struct {
	chunks [][]T
}

// put appends a run and returns its place.
func (a *arena[T]) put(run []T) uint32 {
	last := len(a.chunks) - 1
	if last < 0 || len(a.chunks[last])+len(run) > cap(a.chunks[last]) {
		a.chunks = append(a.chunks, make([]T, 0, max(1<<chunkBits, len(run))))
		last++
	}
	at := uint32(last)<<chunkBits | uint32(len(a.chunks[last]))
	a.chunks[last] = append(a.chunks[last], run...)
	return at
}

// from returns the items from a place to the end of its chunk.
func (a *arena[T]) from(at uint32) []T { return a.chunks[at>>chunkBits][at&(1<<chunkBits-1):] }

// bytes returns the memory that the arena takes.
func (a *arena[T]) bytes() int64 {
	var t T
	n := int64(0)
	for _, c := range a.chunks {
		n += int64(cap(c)) * int64(unsafe.Sizeof(t))
	}
	return n
}

// graph is the explored graph. Nodes are numbered in the order in which they are met, round after round, so that the
// nodes that can be met by the end of a round are those below a number.
type graph[S comparable] struct {
	game            Solvable[S]
	hooks           rules.Hooks[S]
	lastRound       int  // the last round, 0 if there is none
	keys            keys // packed positions of the nodes
	nodes           []graphNode
	met             []int         // of each round from the first: the nodes met by then; nil without a last round
	words           arena[uint32] // of each node: for each option its form, then the words of its leaves
	forms           formSet
	scratch         []scratch // of each thread that sweeps
	startKeys       keys      // of the starts, while nodes are looked for
	starts          []uint32  // nodes that a round begins with
	endValues       []float64 // values of the fight's ends
	lastRoundValues []float64 // of each start: the value if the round was the last
	final           bool      // what is explored is met in the last round only
	order           []uint32  // children before parents
	levels          []int     // where each depth begins in order, the deepest first
	inner           int       // positions between nodes
	watch           watch     // of the goroutine that builds it
	stored          Size      // of a solution read from a file, which has only keys
}

// graphNode is where a node's parts lie.
type graphNode struct {
	word    uint32 // its first word, in words
	options uint16 // how many it has
	side    uint8  // who decides
	_       uint8
}

// batch is how many nodes are handed out at once. What the workers find is added in the order of the nodes, so that
// numbers do not depend on threads.
const batch = 1 << 12

// ErrTooLarge is returned, wrapped with figures, if a fight does not fit into the memory limit.
var ErrTooLarge = errors.New("too large to solve")

// ErrStates and ErrInner are returned, wrapped with figures, if a fight has more states, or more positions between
// nodes, than the limits allow. Unlike memory, neither depends on the threads.
var (
	ErrStates = fmt.Errorf("%w in the states allowed", ErrTooLarge)
	ErrInner  = fmt.Errorf("%w in the positions allowed between decisions", ErrTooLarge)
)

// explore finds every node that can be reached from the start, round by round. A position after the last round is not a
// node: the fight is over there.
func explore[S comparable](ctx context.Context, g Solvable[S], start S, lim SolveLimits) (*graph[S], error) {
	found := &graph[S]{game: g, hooks: g.Hooks(), lastRound: g.Rounds(), watch: watch{ctx: ctx}}
	base, first := 1, g.Round(&start)
	if found.lastRound > 0 && first >= found.lastRound {
		base = found.lastRound
	}
	g.SetRound(&start, base)
	if _, err := found.internNode(g.Pack(&start, nil)); err != nil {
		return nil, err
	}
	workers := make([]*explorer[S], lim.Threads)
	for i := range workers {
		workers[i] = &explorer[S]{game: g, hooks: &found.hooks, baseRound: base, lastRound: found.lastRound}
		workers[i].watch.ctx = ctx
	}
	local := make([][]uint32, len(workers)) // of each worker: see formNumber
	capped := found.lastRound > 0 && !lim.Endless
	for round, done := first, 0; done < len(found.nodes); round++ {
		found.final = capped && round >= found.lastRound
		for done < len(found.nodes) {
			n := min(batch, len(found.nodes)-done)
			if err := found.expand(ctx, workers, local, done, n, lim); err != nil {
				return nil, err
			}
			done += n
			lim.report(Progress{Stage: "exploring", Round: round, Nodes: done, Total: len(found.nodes)})
		}
		if capped {
			found.met = append(found.met, len(found.nodes))
		}
		if err := found.addStarts(); err != nil {
			return nil, err
		}
	}
	for capped && len(found.met) <= found.lastRound-first { // later rounds meet nothing new
		found.met = append(found.met, len(found.nodes))
	}
	if err := found.checkLimits(0, workers, lim); err != nil {
		return nil, err
	}
	found.startKeys = keys{}
	return found, found.sortByDepth()
}

// expand plays out n nodes, the first of which has the number done.
func (x *graph[S]) expand(ctx context.Context, workers []*explorer[S], local [][]uint32, done, n int, lim SolveLimits) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := x.expandParallel(workers, done, n); err != nil {
		return err
	}
	if err := x.addFound(workers, local, done, n); err != nil {
		return err
	}
	if err := x.checkLimits(len(x.nodes), workers, lim); err != nil {
		return err
	}
	done += n
	if used := x.bytes() + int64(len(x.nodes))*extraBytes; used > lim.Memory {
		return fmt.Errorf("%w in %s: %d decisions found so far, %d of them not yet looked at; those alone take about %s",
			ErrTooLarge, formatBytes(lim.Memory), len(x.nodes), len(x.nodes)-done,
			formatBytes(used*int64(len(x.nodes))/int64(done)))
	}
	return nil
}

// checkLimits returns an error unless what was found so far is within the limits of States and Inner. Every node has a
// state in each round from the first in which it is met; states are those of the round under way.
func (x *graph[S]) checkLimits(states int, workers []*explorer[S], lim SolveLimits) error {
	x.inner = 0
	for _, e := range workers {
		x.inner += e.inner
	}
	for _, met := range x.met {
		states += met
	}
	switch {
	case lim.States > 0 && states > lim.States:
		return fmt.Errorf("%w, %d", ErrStates, lim.States)
	case lim.Inner > 0 && x.inner > lim.Inner:
		return fmt.Errorf("%w, %d", ErrInner, lim.Inner)
	}
	return nil
}

// addStarts makes nodes of the positions with which the next round can begin.
func (x *graph[S]) addStarts() error {
	for start := len(x.starts); start < x.startKeys.len(); start++ {
		node, err := x.internNode(x.startKeys.key(uint32(start)))
		if err != nil {
			return err
		}
		x.starts = append(x.starts, node)
	}
	return nil
}

// extraBytes is the memory of a node besides the graph: for its values and its place in the order.
const extraBytes = 8 + 8 + 4

// formatBytes formats a number of bytes.
func formatBytes(n int64) string {
	if n >= 1<<30 {
		return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}

// expandParallel has each worker play out a run of consecutive nodes.
func (x *graph[S]) expandParallel(workers []*explorer[S], done, n int) error {
	var wait sync.WaitGroup
	for i, e := range workers {
		from, to := done+n*i/len(workers), done+n*(i+1)/len(workers)
		wait.Go(func() {
			e.reset()
			var s S
			for k := from; k < to && e.err == nil; k++ {
				if err := x.unpack(uint32(k), &s); err != nil {
					e.err = err
					return
				}
				e.game.SetRound(&s, e.baseRound)
				e.expand(&s)
			}
		})
	}
	wait.Wait()
	for _, e := range workers {
		if e.err != nil {
			return e.err
		}
	}
	return nil
}

// addFound adds what the workers found to the graph, in the nodes' order.
func (x *graph[S]) addFound(workers []*explorer[S], local [][]uint32, done, n int) error {
	var words []uint32
	k := done
	for i, e := range workers {
		option, leaf := 0, 0
		for _, node := range e.found.nodes {
			if err := x.watch.check(); err != nil {
				return err
			}
			words = words[:0]
			for range node.options {
				o := e.found.options[option]
				option++
				words = append(words, x.formNumber(e, &local[i], o.form))
				for range o.leaves {
					word, err := x.leafWord(&e.found, &e.found.leaves[leaf])
					if err != nil {
						return err
					}
					words = append(words, word)
					leaf++
				}
			}
			x.nodes[k].word, x.nodes[k].options, x.nodes[k].side = x.words.put(words), uint16(node.options), uint8(node.side)
			k++
		}
	}
	return nil
}

// formNumber returns the graph's number of a worker's form. local caches the numbers by the worker's own, each plus 1.
func (x *graph[S]) formNumber(e *explorer[S], local *[]uint32, id uint32) uint32 {
	for uint32(len(*local)) <= id {
		*local = append(*local, 0)
	}
	if (*local)[id] == 0 {
		f := &e.forms.list[id]
		(*local)[id] = 1 + x.forms.intern(f.code, f.leaves)
	}
	return (*local)[id] - 1
}

// leafWord returns the word of a leaf.
func (x *graph[S]) leafWord(f *expansion, leaf *foundLeaf) (uint32, error) {
	switch {
	case leaf.kind == leafOver || leaf.kind == leafNext && x.final:
		i := slices.Index(x.endValues, leaf.value)
		if i < 0 {
			i = len(x.endValues)
			x.endValues = append(x.endValues, leaf.value)
		}
		return markOver | uint32(i), nil
	case leaf.kind == leafNode:
		return x.internHashed(f.key(leaf), leaf.hash)
	}
	start, err := x.startKeys.intern(f.key(leaf), leaf.hash, &x.watch)
	if err != nil {
		return 0, err
	}
	if int(start) == len(x.lastRoundValues) {
		x.lastRoundValues = append(x.lastRoundValues, leaf.value)
	}
	if x.lastRoundValues[start] != leaf.value {
		return 0, errors.New("search: what a last round is worth at its end depends on more than the position it ends in")
	}
	return markNext | start, nil
}

// internNode returns the number of the node with this key, known or new.
func (x *graph[S]) internNode(key []byte) (uint32, error) { return x.internHashed(key, hashBytes(key)) }

// internHashed is internNode for a key whose hash is known.
func (x *graph[S]) internHashed(key []byte, hash uint64) (uint32, error) {
	id, err := x.keys.intern(key, hash, &x.watch)
	if err == nil && int(id) == len(x.nodes) {
		x.nodes = append(x.nodes, graphNode{})
		if id >= nodesMax {
			return 0, fmt.Errorf("%w: more than %d decisions", ErrTooLarge, nodesMax)
		}
	}
	return id, err
}

// unpack sets s to the position of a node.
func (x *graph[S]) unpack(id uint32, s *S) error { return x.game.Unpack(x.keys.key(id), s) }

// bytes returns the memory that the graph takes.
func (x *graph[S]) bytes() int64 {
	nodes := int64(cap(x.nodes)) * int64(unsafe.Sizeof(graphNode{}))
	return x.keys.bytes() + x.startKeys.bytes() + x.words.bytes() + x.forms.bytes + nodes
}

// sortByDepth puts children before their parents: by depth, the length of the longest line within the round that leads
// there, then by number. Nodes of one depth do not depend on each other. It takes a node when all its parents are taken
// (Kahn 1962), so it never takes a node of a cycle.
func (x *graph[S]) sortByDepth() error {
	parents := make([]uint32, len(x.nodes)) // of each node, how many of those that lead to it are not taken yet
	for id := range x.nodes {
		if err := x.watch.check(); err != nil {
			return err
		}
		x.eachChild(uint32(id), func(child uint32) { parents[child]++ })
	}
	x.order = make([]uint32, 0, len(x.nodes)) // at first the nodes as they are taken
	for id, n := range parents {
		if n == 0 {
			x.order = append(x.order, uint32(id))
		}
	}
	depth, most := make([]uint16, len(x.nodes)), uint16(0)
	for i := 0; i < len(x.order); i++ {
		if err := x.watch.check(); err != nil {
			return err
		}
		next := depth[x.order[i]] + 1
		most = max(most, next)
		x.eachChild(x.order[i], func(child uint32) {
			depth[child] = max(depth[child], next)
			if parents[child]--; parents[child] == 0 {
				x.order = append(x.order, child)
			}
		})
	}
	if len(x.order) < len(x.nodes) {
		return errors.New("search: a line comes back to where it was within a round")
	}
	x.levels = make([]int, int(most)+1)
	for _, d := range depth {
		x.levels[most-d]++
	}
	sum := 0
	for h := range x.levels {
		sum, x.levels[h] = sum+x.levels[h], sum
	}
	at := slices.Clone(x.levels)
	for id, d := range depth {
		x.order[at[most-d]] = uint32(id)
		at[most-d]++
	}
	x.levels = append(x.levels, len(x.nodes))
	return nil
}

// eachChild calls visit with every node of this round to which a node leads, as often as one of its options does.
func (x *graph[S]) eachChild(id uint32, visit func(child uint32)) {
	words := x.words.from(x.nodes[id].word)
	for range x.nodes[id].options {
		leaves := x.forms.list[words[0]].leaves
		for _, word := range words[1 : 1+leaves] {
			if word&(markNext|markOver) == 0 {
				visit(word)
			}
		}
		words = words[1+leaves:]
	}
}
