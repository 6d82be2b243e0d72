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

// queue lets a few searches (thinkers) run at once and shares them among fights in turns: after a slice of time a
// search gives way to one that waits. The fight that has had the fewest turns is next. A fight that is new to the queue
// starts [newcomerCredit] turns ahead of those that have thought for long, so that a table does not wait for what
// others ask.
type queue struct {
	now          func() time.Time // the clock; tests set it
	mu           sync.Mutex
	freeThinkers int
	maxWaiting   int            // how many may wait for one fight; 0: any number
	waiting      []*turn        // in the order in which they came
	turnsHad     map[string]int // how many turns each fight has had, counted as turnsLeast is
	// turnsLeast is how many turns the fight had had that was last given one. It only grows, and new fights count from
	// here: else a fight that comes after a day would have fewer turns than all others for hours.
	turnsLeast int
}

// turn is one wait for a thinker.
type turn struct {
	fight string
	ready chan struct{} // closed when it has come
}

const (
	turnSlice = 50 * time.Millisecond // the longest turn
	// roundTime is the time in which all who wait should get a turn: if there are many, turns are shorter.
	roundTime      = 500 * time.Millisecond
	newcomerCredit = 20 // turns
)

func newQueue(thinkers, maxWaiting int) *queue {
	return &queue{now: time.Now, freeThinkers: thinkers, maxWaiting: maxWaiting, turnsHad: map[string]int{}}
}

// run runs think when a thinker is free and it is the turn of the fight. The error is that of think, that the context
// was done before, or that too many wait already.
func (q *queue) run(ctx context.Context, fight string, think func(context.Context) error) error {
	first := q.enter(fight)
	if first == nil {
		return NewError(TooMany, fmt.Sprintf("%d requests wait already", q.maxWaiting), "one when those are answered")
	}
	if !q.wait(ctx, first) {
		return ctx.Err()
	}
	r := &queuedSearch{queue: q, ctx: ctx, fight: fight, since: q.now(), hasThinker: true}
	defer r.end()
	if err := ctx.Err(); err != nil {
		return err
	}
	return think(search.WithPause(ctx, r.pause))
}

// wait waits for a turn. It returns false if the context was done before.
func (q *queue) wait(ctx context.Context, t *turn) bool {
	select {
	case <-t.ready:
	case <-ctx.Done():
		return !q.withdraw(t)
	}
	return true
}

// queuedSearch is a search that thinks, or waits to think on.
type queuedSearch struct {
	queue      *queue
	ctx        context.Context
	fight      string
	mu         sync.Mutex // held while it waits for its next turn
	since      time.Time
	hasThinker bool
}

// pause is called by the search again and again. If its slice is over and others wait, it waits for the
// next turn. A search with several goroutines calls it from each: all of them wait for the lock meanwhile.
func (r *queuedSearch) pause() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := r.queue.now(); !r.hasThinker || now.Sub(r.since) < r.queue.slice() {
		return
	}
	if runtime.GOOS == "js" {
		// WebAssembly has one thread: the browser's events come in only while the program sleeps.
		time.Sleep(time.Millisecond)
	}
	if next := r.queue.passOn(r.fight); next != nil {
		// False if the context is done: the search then ends soon, and thinks until then without a thinker.
		r.hasThinker = r.queue.wait(r.ctx, next)
	}
	r.since = r.queue.now()
}

// end gives the thinker back, if the search has one.
func (r *queuedSearch) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.hasThinker {
		r.queue.release()
	}
}

// slice returns how long a turn is now: the shorter, the more wait.
func (q *queue) slice() time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	return min(turnSlice, roundTime/time.Duration(max(1, len(q.waiting))))
}

// enter adds a fight to those that wait and returns its turn, or nil if too many wait.
func (q *queue) enter(fight string) *turn {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := 0
	for _, t := range q.waiting {
		if t.fight == fight {
			n++
		}
	}
	if q.maxWaiting > 0 && n >= q.maxWaiting {
		return nil
	}
	q.turnsHad[fight] = max(q.turnsHad[fight], q.turnsLeast-newcomerCredit)
	return q.addTurn(fight)
}

// passOn gives a thinker back and returns the next turn of the fight, or nil if nobody else waits.
func (q *queue) passOn(fight string) *turn {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		return nil
	}
	q.freeThinkers++
	return q.addTurn(fight)
}

// addTurn adds a fight to those that wait. If a thinker is free, its turn may come at once.
func (q *queue) addTurn(fight string) *turn {
	t := &turn{fight, make(chan struct{})}
	q.waiting = append(q.waiting, t)
	q.startNext()
	return t
}

// startNext gives free thinkers to the fights that are next; of fights with as many turns the one that has waited
// longest. It forgets fights with no more turns than a newcomer: else the map would grow with every fight.
func (q *queue) startNext() {
	for q.freeThinkers > 0 && len(q.waiting) > 0 {
		first := slices.MinFunc(q.waiting, func(a, b *turn) int {
			return cmp.Compare(q.turnsHad[a.fight], q.turnsHad[b.fight])
		})
		q.waiting = slices.DeleteFunc(q.waiting, func(t *turn) bool { return t == first })
		q.turnsLeast = max(q.turnsLeast, q.turnsHad[first.fight])
		q.turnsHad[first.fight]++
		q.freeThinkers--
		close(first.ready)
	}
	for fight, n := range q.turnsHad {
		if n <= q.turnsLeast-newcomerCredit && !slices.ContainsFunc(q.waiting, func(t *turn) bool { return t.fight == fight }) {
			delete(q.turnsHad, fight)
		}
	}
}

// withdraw takes back a turn that nobody waits for any more. It returns false if the turn has come already:
// then the caller has a thinker to give back.
func (q *queue) withdraw(t *turn) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.waiting, t)
	if i >= 0 {
		q.waiting = slices.Delete(q.waiting, i, i+1)
	}
	return i >= 0
}

func (q *queue) release() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.freeThinkers++
	q.startNext()
}

func (q *queue) length() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting)
}
