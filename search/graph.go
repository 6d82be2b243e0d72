package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"unsafe"
)

// The graph of a round: nodes, their options, each a form and its leaves. Within a round what can be spent only falls,
// so no line comes back to a node; only the leaves of the next round close the circle.

// A leaf is one word: a node's number, or with a mark the number of a start of the next round, or of an end's value.
const (
	markNext = 1 << 31
	markOver = 1 << 30
	nodesMax = 1 << 30
)

// chunkBits is the size of the arena's pieces: they are never moved, so growing costs nothing but the piece.
const chunkBits = 18

// arena is a long list in pieces; a run of items never straddles two.
type arena[T any] struct {
	chunks [][]T
	used   int64
}

// put appends a run and says where it lies.
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

// from is what lies at a place, up to the end of its piece.
func (a *arena[T]) from(at uint32) []T { return a.chunks[at>>chunkBits][at&(1<<chunkBits-1):] }

func (a *arena[T]) bytes() int64 {
	var t T
	n := int64(0)
	for _, c := range a.chunks {
		n += int64(cap(c)) * int64(unsafe.Sizeof(t))
	}
	return n
}

// graph is a round, explored.
type graph[S comparable] struct {
	game    Solvable[S]
	last    int // the last round, 0 if there is none
	nodes   []graphNode
	keys    arena[byte]   // size byte, then the key
	words   arena[uint32] // of each node: for each option its form and its leaves
	forms   forms
	scratch []scratch // of each thread that sweeps
	index   []uint32  // open addressing: 1 + node, 0 empty
	tags    []uint32  // of each slot of index: the upper half of the hash
	starts  []uint32  // nodes that a round begins with
	ends    []float64
	close   []float64 // of each start: the value if the round was the last
	startOf map[uint32]uint32
	order   []uint32 // children before parents
	levels  []int    // where each height begins in order
	inner   int
	sized   []byte // scratch: a key after its size
	watch   watch  // of the goroutine that builds it
	stored  Size   // of a solution read from a file, which has only nodes, keys and index
}

// graphNode is where a node's parts lie.
type graphNode struct {
	key     uint32
	word    uint32
	options uint16
	side    uint8
	_       uint8
}

// batch is how many nodes are handed out at once: what the workers find is then joined in the nodes' order, so that
// numbers do not depend on threads.
const batch = 1 << 12

// ErrTooLarge says that a fight does not fit the memory given. It comes wrapped in a sentence with figures.
var ErrTooLarge = errors.New("too large to solve")

// explore finds every node that can be reached from the start.
func explore[S comparable](ctx context.Context, g Solvable[S], start S, lim SolveLimits) (*graph[S], error) {
	x := &graph[S]{game: g, last: g.Rounds(), startOf: map[uint32]uint32{}, watch: watch{ctx: ctx}}
	base := 1
	if x.last > 0 && g.Round(&start) >= x.last {
		base = x.last
	}
	g.SetRound(&start, base)
	key := g.Pack(&start, nil)
	if _, err := x.node(key, hashBytes(key)); err != nil {
		return nil, err
	}
	workers := make([]*explorer[S], max(1, lim.Threads))
	for i := range workers {
		workers[i] = &explorer[S]{game: g, base: base, last: x.last, watch: watch{ctx: ctx}}
		workers[i].owner, _ = g.(Owner[S])
	}
	var local [][]uint32 // of each worker's forms: the graph's numbers
	local = make([][]uint32, len(workers))
	for done := 0; done < len(x.nodes); {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n := min(batch, len(x.nodes)-done)
		if err := x.deal(workers, done, n); err != nil {
			return nil, err
		}
		if err := x.join(workers, local, done, n); err != nil {
			return nil, err
		}
		done += n
		if used := x.bytes() + int64(len(x.nodes))*extraBytes; used > lim.Memory {
			return nil, fmt.Errorf("%w in %s: %d decisions found so far, %d of them not yet looked at; those alone take about %s",
				ErrTooLarge, amount(lim.Memory), len(x.nodes), len(x.nodes)-done, amount(used*int64(len(x.nodes))/int64(done)))
		}
		lim.tell(Progress{Stage: "exploring", Nodes: done, Of: len(x.nodes)})
	}
	for _, e := range workers {
		x.inner += e.inner
	}
	return x, x.sort()
}

// extraBytes is what solving will take for each node besides the graph: its values and its place in the order.
const extraBytes = 8 + 8 + 4

// amount words a number of bytes.
func amount(n int64) string {
	if n >= 1<<30 {
		return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}

// deal lets the workers play out n nodes from the one numbered done: each takes a part of them in a row.
func (x *graph[S]) deal(workers []*explorer[S], done, n int) error {
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
				e.game.SetRound(&s, e.base)
				e.node(&s)
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

// join takes in what the workers found, in the nodes' order.
func (x *graph[S]) join(workers []*explorer[S], local [][]uint32, done, n int) error {
	var words []uint32
	k := done
	for i, e := range workers {
		option, leaf := 0, 0
		for _, node := range e.found.nodes {
			if err := x.watch.late(); err != nil {
				return err
			}
			words = words[:0]
			for range node.options {
				o := e.found.options[option]
				option++
				words = append(words, x.form(e, &local[i], o.form))
				for range o.leaves {
					word, err := x.leaf(&e.found, &e.found.leaves[leaf])
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

// form is the graph's number of a worker's form.
func (x *graph[S]) form(e *explorer[S], local *[]uint32, id uint32) uint32 {
	for uint32(len(*local)) <= id {
		*local = append(*local, 0)
	}
	if (*local)[id] == 0 {
		f := &e.forms.list[id]
		(*local)[id] = 1 + x.forms.intern(f.code, f.leaves)
	}
	return (*local)[id] - 1
}

// leaf is the word of a leaf.
func (x *graph[S]) leaf(f *found, l *foundLeaf) (uint32, error) {
	if l.kind == leafOver {
		i := slices.Index(x.ends, l.value)
		if i < 0 {
			i = len(x.ends)
			x.ends = append(x.ends, l.value)
		}
		return markOver | uint32(i), nil
	}
	node, err := x.node(f.key(l), l.hash)
	if err != nil {
		return 0, err
	}
	if len(x.nodes) >= nodesMax {
		return 0, fmt.Errorf("%w: more than %d decisions", ErrTooLarge, nodesMax)
	}
	if l.kind == leafNode {
		return node, nil
	}
	start, ok := x.startOf[node]
	if !ok {
		start = uint32(len(x.starts))
		x.startOf[node] = start
		x.starts, x.close = append(x.starts, node), append(x.close, l.value)
	}
	if x.close[start] != l.value {
		return 0, errors.New("search: what a last round is worth at its end depends on more than the position it ends in")
	}
	return markNext | start, nil
}

// node is the number of the node with this key, known or new.
func (x *graph[S]) node(key []byte, hash uint64) (uint32, error) {
	if (len(x.nodes)+1)*4 > len(x.index)*3 {
		if err := x.grow(max(indexLeast, 2*len(x.index))); err != nil {
			return 0, err
		}
	}
	slot, ok := x.find(key, hash)
	if ok {
		return x.index[slot] - 1, nil
	}
	id := uint32(len(x.nodes))
	x.sized = append(append(x.sized[:0], byte(len(key))), key...)
	x.nodes = append(x.nodes, graphNode{key: x.keys.put(x.sized)})
	x.index[slot], x.tags[slot] = id+1, uint32(hash>>32)
	return id, nil
}

// find is the slot of a key, or the empty one where it belongs.
func (x *graph[S]) find(key []byte, hash uint64) (slot uint64, ok bool) {
	mask := uint64(len(x.index) - 1)
	for slot = hash & mask; ; slot = (slot + 1) & mask {
		id := x.index[slot]
		if id == 0 {
			return slot, false
		}
		if x.tags[slot] == uint32(hash>>32) && string(x.key(id-1)) == string(key) {
			return slot, true
		}
	}
}

// indexLeast is the size an index begins with, a power of two.
const indexLeast = 1 << 12

// grow makes the index so large and files every node anew.
func (x *graph[S]) grow(size int) error {
	x.index, x.tags = make([]uint32, size), make([]uint32, size)
	mask := uint64(size - 1)
	for id := range x.nodes {
		if err := x.watch.late(); err != nil {
			return err
		}
		h := hashBytes(x.key(uint32(id)))
		slot := h & mask
		for x.index[slot] != 0 {
			slot = (slot + 1) & mask
		}
		x.index[slot], x.tags[slot] = uint32(id)+1, uint32(h>>32)
	}
	return nil
}

func (x *graph[S]) key(id uint32) []byte {
	k := x.keys.from(x.nodes[id].key)
	return k[1 : 1+int(k[0])]
}

func (x *graph[S]) unpack(id uint32, s *S) error { return x.game.Unpack(x.key(id), s) }

func (x *graph[S]) bytes() int64 {
	return x.keys.bytes() + x.words.bytes() + x.forms.bytes + int64(cap(x.nodes))*int64(unsafe.Sizeof(graphNode{})) + int64(len(x.index))*8
}

// sort puts children before their parents: by height, the length of the longest line within the round, then by number.
// Nodes of one height do not depend on each other.
func (x *graph[S]) sort() error {
	const unseen, open = 0, ^uint16(0)
	height := make([]uint16, len(x.nodes)) // unseen, open: on the stack, else 1 and more
	var stack []visit
	top := uint16(0)
	for root := range uint32(len(x.nodes)) {
		if height[root] != unseen {
			continue
		}
		stack = append(stack[:0], x.visit(root))
		height[root] = open
		for len(stack) > 0 {
			if err := x.watch.late(); err != nil {
				return err
			}
			v := &stack[len(stack)-1]
			child, ok := x.next(v)
			switch {
			case !ok:
				height[v.id] = v.height
				top = max(top, v.height)
				stack = stack[:len(stack)-1]
			case height[child] == unseen:
				v.leaf-- // it is asked for again when its height is known
				v.left++
				height[child] = open
				stack = append(stack, x.visit(child))
			case height[child] == open:
				return errors.New("search: a line comes back to where it was within a round")
			default:
				v.height = max(v.height, height[child]+1)
			}
		}
	}
	x.levels = make([]int, int(top)+1)
	for _, h := range height {
		if err := x.watch.late(); err != nil {
			return err
		}
		x.levels[h]++
	}
	sum := 0
	for h := range x.levels {
		sum, x.levels[h] = sum+x.levels[h], sum
	}
	x.order = make([]uint32, len(x.nodes))
	at := slices.Clone(x.levels)
	for id, h := range height {
		if err := x.watch.late(); err != nil {
			return err
		}
		x.order[at[h]] = uint32(id)
		at[h]++
	}
	x.levels = append(x.levels, len(x.nodes))
	return nil
}

// visit is a node whose children are looked at one after the other.
type visit struct {
	id      uint32
	options uint16
	height  uint16
	words   []uint32
	leaf    int // next word
	left    int // leaves left of the option under way
}

func (x *graph[S]) visit(id uint32) visit {
	n := &x.nodes[id]
	return visit{id: id, options: n.options, height: 1, words: x.words.from(n.word)}
}

// next is the next child of this round.
func (x *graph[S]) next(v *visit) (child uint32, ok bool) {
	for {
		for v.left == 0 {
			if v.options == 0 {
				return 0, false
			}
			v.options--
			v.left = x.forms.list[v.words[v.leaf]].leaves
			v.leaf++
		}
		word := v.words[v.leaf]
		v.leaf++
		v.left--
		if word&(markNext|markOver) == 0 {
			return word, true
		}
	}
}
