package endgame

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
)

// cacheCells is the most values, of four bytes each, that the tablebases of a cache hold together: 288 MB. The
// tablebases of one fight are never more.
const cacheCells = 72_000_000

// Cache keeps tablebases by key, so that the positions of a fight share them, and an encounter that is read twice. It
// holds at most [cacheCells] values; those of the tablebase that was solved longest ago are evicted first. It is safe
// for concurrent use. The zero Cache is empty and ready.
type Cache struct {
	mu     sync.Mutex
	known  map[Key]*Tablebase
	solved []*Tablebase // those that hold values, solved longest ago first
	cells  int          // how many values these hold
}

// Get returns the tablebase with this key, a known one or a new one. It solves nothing.
func (c *Cache) Get(key Key) *Tablebase {
	c.mu.Lock()
	defer c.mu.Unlock()
	if b, ok := c.known[key]; ok {
		return b
	}
	b := &Tablebase{Key: key, cache: c, solving: make(chan struct{}, 1)}
	b.stride, b.positions = b.layout()
	c.remember(b)
	return b
}

// remember keeps a tablebase under its key. When unsolvedMax are known, those that hold no values are dropped. Whoever
// has one of these may go on using it: only a later Get of its key makes another. The caller holds the lock.
func (c *Cache) remember(b *Tablebase) {
	if c.known == nil {
		c.known = map[Key]*Tablebase{}
	}
	if len(c.known) >= unsolvedMax {
		for key, b := range c.known {
			if !slices.Contains(c.solved, b) {
				delete(c.known, key)
			}
		}
	}
	c.known[b.Key] = b
}

// unsolvedMax is how many tablebases, of some ten kilobytes each, are kept before those without values are dropped.
const unsolvedMax = 256

// makeRoom counts the values of a tablebase that is about to be solved, and evicts others until they fit.
func (c *Cache) makeRoom(b *Tablebase) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.solved) > 0 && c.cells+b.countAllocated() > cacheCells {
		c.evict(c.solved[0])
	}
	c.cells += b.countAllocated()
	c.solved = append(c.solved, b)
	c.remember(b)
}

// evict drops the values of the tablebase that was solved longest ago. Whoever reads them now has a pointer to them and
// may go on reading. The caller holds the lock.
func (c *Cache) evict(oldest *Tablebase) {
	oldest.values.Store(nil)
	delete(c.known, oldest.Key)
	c.cells -= oldest.countAllocated()
	c.solved = slices.Delete(c.solved, 0, 1)
}

// Tablebase is one abstracted fight, given by its key, with its values as far as they are solved. It is safe for
// concurrent use.
type Tablebase struct {
	Key
	cache     *Cache
	positions int
	stride    strides
	solving   chan struct{} // a lock: held by whoever solves
	values    atomic.Pointer[Values]
}

// Values are the values of a tablebase's positions, -1 to 1 from side 0's point of view as in package rules. A solved
// value never changes, so that it may be read without a lock.
type Values struct {
	*Tablebase
	count      []float32                                 // between breaths: by who has closed, then by position
	inBreath   [2][]float32                              // within a breath of each side, by whether the other has closed, position and what is left of the limit
	roundStart []float32                                 // where a round begins, with all Energy: by Wounds, rung and guard
	solved     [woundsMax + 1][woundsMax + 1]atomic.Bool // by Wounds: whether the values of these positions are solved
}

// newValues allocates all values of a tablebase at once; most of them are never solved.
func newValues(b *Tablebase) *Values {
	m := &Values{Tablebase: b, count: make([]float32, 4*b.positions), roundStart: make([]float32, b.startCount())}
	for side := range m.inBreath {
		m.inBreath[side] = make([]float32, 2*b.positions*lanesPerPosition)
	}
	return m
}

// ValuesAt returns the values if those of positions with so many Wounds are solved, else nil.
func (b *Tablebase) ValuesAt(w [2]int) *Values {
	if m := b.values.Load(); m != nil && m.solved[w[0]][w[1]].Load() {
		return m
	}
	return nil
}

// Solve solves all positions with at most so many Wounds, on all cores. The error is that of a cancelled context; what
// has been solved by then is kept, and the next call goes on from there. One caller solves at a time; the others wait
// for it, and then mostly find what they wanted.
func (b *Tablebase) Solve(ctx context.Context, w [2]int) (*Values, error) {
	if m := b.ValuesAt(w); m != nil {
		return m, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case b.solving <- struct{}{}:
		defer func() { <-b.solving }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if m := b.ValuesAt(w); m != nil { // while it waited
		return m, nil
	}
	m := b.values.Load()
	if m == nil {
		b.cache.makeRoom(b)
		m = newValues(b)
		b.values.Store(m)
	}
	return m, m.solve(ctx, w)
}

// atCount returns where the value of a position between breaths is kept.
func (m *Values) atCount(s *Position) *float32 {
	return &m.count[(s.Closed[0]*2+s.Closed[1])*m.positions+m.index(s)]
}

// InBreath returns the value of a position within a breath of a side that has so much left of its limit.
func (m *Values) InBreath(side int, s *Position, left int) float32 {
	return m.inBreath[side][(s.Closed[1-side]*m.positions+m.index(s))*lanesPerPosition+left]
}

// Value returns the value of a position between breaths, or that of a decided fight.
func (m *Values) Value(s *Position) float32 {
	if v, over := s.Over(); over {
		return v
	}
	return *m.atCount(s)
}
