package serve

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"kokyu/search"
)

// queue shares a few thinkers among fights, in turns: a search that has thought for a slice lets others think who wait. Whose fight has
// had the fewest turns is next. A fight that comes anew is [credit] turns ahead of those that have thought for long, so that what is asked
// at a table does not wait for what others ask.
type queue struct {
	now   func() time.Time
	mu    sync.Mutex
	free  int
	most  int            // that may wait for one fight; 0: any number
	order []*turn        // who waits, the first first
	had   map[string]int // turns, by fight
	least int            // turns that whoever was next last had had
}

// turn is one wait for a thinker.
type turn struct {
	of    string
	ready chan struct{} // closed when it has come
}

const (
	slice  = 50 * time.Millisecond
	round  = 500 * time.Millisecond // in which everybody who waits gets a turn
	credit = 20                     // turns
)

func newQueue(thinkers, most int) *queue {
	return &queue{now: time.Now, free: thinkers, most: most, had: map[string]int{}}
}

// do runs think when a thinker is free and it is the turn of the fight. The error is that of think, of a context that is done
// before, or that too many wait already.
func (q *queue) do(ctx context.Context, fight string, think func(context.Context) error) error {
	first := q.enter(fight)
	if first == nil {
		return codedError(TooMany, fmt.Sprintf("%d requests wait already", q.most), "one when those are answered")
	}
	if !q.wait(ctx, first) {
		return ctx.Err()
	}
	r := &running{queue: q, ctx: ctx, fight: fight, since: q.now(), thinks: true}
	defer r.end()
	if err := ctx.Err(); err != nil {
		return err
	}
	return think(search.WithPause(ctx, r.pause))
}

// wait reports whether a turn has come before the context was done.
func (q *queue) wait(ctx context.Context, t *turn) bool {
	select {
	case <-t.ready:
	case <-ctx.Done():
		return !q.leave(t)
	}
	return true
}

// running is a search that thinks, or waits to think on.
type running struct {
	queue  *queue
	ctx    context.Context
	fight  string
	mu     sync.Mutex // held while it waits: all its threads do
	since  time.Time
	thinks bool
}

// pause lets others think, if some wait and the slice is over.
func (r *running) pause() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := r.queue.now(); !r.thinks || now.Sub(r.since) < r.queue.slice() {
		return
	}
	if runtime.GOOS == "js" {
		time.Sleep(time.Millisecond) // what a browser has to say is heard while nothing runs; less is over before that
	}
	if again := r.queue.pass(r.fight); again != nil { // one whose context is done ends soon, and needs no thinker for that
		r.thinks = r.queue.wait(r.ctx, again)
	}
	r.since = r.queue.now()
}

func (r *running) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.thinks {
		r.queue.release()
	}
}

// slice returns how long a search thinks before it lets others: less if many wait.
func (q *queue) slice() time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	return min(slice, round/time.Duration(max(1, len(q.order))))
}

// enter returns a turn to wait for; nil if too many wait.
func (q *queue) enter(fight string) *turn {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := 0
	for _, t := range q.order {
		if t.of == fight {
			n++
		}
	}
	if q.most > 0 && n >= q.most {
		return nil
	}
	q.had[fight] = max(q.had[fight], q.least-credit)
	return q.add(fight)
}

// pass gives a thinker back for the next turn; nil if nobody else waits.
func (q *queue) pass(fight string) *turn {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.order) == 0 {
		return nil
	}
	q.free++
	return q.add(fight)
}

func (q *queue) add(fight string) *turn {
	t := &turn{fight, make(chan struct{})}
	q.order = append(q.order, t)
	q.next()
	return t
}

// next gives free thinkers to who is next, and forgets fights that are not ahead of one that comes anew.
func (q *queue) next() {
	for q.free > 0 && len(q.order) > 0 {
		first := slices.MinFunc(q.order, func(a, b *turn) int { return cmp.Compare(q.had[a.of], q.had[b.of]) })
		q.order = slices.Delete(q.order, slices.Index(q.order, first), slices.Index(q.order, first)+1)
		q.least = max(q.least, q.had[first.of])
		q.had[first.of]++
		q.free--
		close(first.ready)
	}
	for fight, n := range q.had {
		if n <= q.least-credit && !slices.ContainsFunc(q.order, func(t *turn) bool { return t.of == fight }) {
			delete(q.had, fight)
		}
	}
}

// leave takes back a wait; it is too late if the turn has come.
func (q *queue) leave(t *turn) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.order, t)
	if i >= 0 {
		q.order = slices.Delete(q.order, i, i+1)
	}
	return i >= 0
}

func (q *queue) release() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.free++
	q.next()
}

// length returns the number of those that wait.
func (q *queue) length() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.order)
}
