package serve

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// queue shares a few thinkers among fights. A fight that waits gets its turn before any other gets a second one.
type queue struct {
	mu    sync.Mutex
	free  int
	most  int                        // that may wait for one fight; 0: any number
	order []string                   // the fights that wait, who is next first
	waits map[string][]chan struct{} // by fight, who waits, the first first
}

func newQueue(thinkers, most int) *queue {
	return &queue{free: thinkers, most: most, waits: map[string][]chan struct{}{}}
}

// do runs think when a thinker is free and it is the turn of the fight. The error is that of think, of a context that is done
// before, or that too many wait already.
func (q *queue) do(ctx context.Context, fight string, think func(context.Context) error) error {
	turn := q.enter(fight)
	if turn == nil {
		return coding(TooMany, fmt.Sprintf("%d requests wait already", q.most), "one when those are answered")
	}
	select {
	case <-turn:
	case <-ctx.Done():
		if q.leave(fight, turn) {
			return ctx.Err()
		}
	}
	defer q.done()
	if err := ctx.Err(); err != nil {
		return err
	}
	return think(ctx)
}

// enter returns a channel that is closed when the turn has come; nil if too many wait.
func (q *queue) enter(fight string) chan struct{} {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.most > 0 && len(q.waits[fight]) >= q.most {
		return nil
	}
	turn := make(chan struct{})
	if len(q.waits[fight]) == 0 {
		q.order = append(q.order, fight)
	}
	q.waits[fight] = append(q.waits[fight], turn)
	q.next()
	return turn
}

// next gives free thinkers to who is next. A fight with more to ask goes to the end.
func (q *queue) next() {
	for q.free > 0 && len(q.order) > 0 {
		fight := q.order[0]
		q.order = q.order[1:]
		first := q.waits[fight][0]
		if rest := q.waits[fight][1:]; len(rest) > 0 {
			q.waits[fight], q.order = rest, append(q.order, fight)
		} else {
			delete(q.waits, fight)
		}
		q.free--
		close(first)
	}
}

// leave takes back a wait; it is too late if the turn has come.
func (q *queue) leave(fight string, turn chan struct{}) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.waits[fight], turn)
	if i < 0 {
		return false
	}
	if q.waits[fight] = slices.Delete(q.waits[fight], i, i+1); len(q.waits[fight]) == 0 {
		delete(q.waits, fight)
		q.order = slices.DeleteFunc(q.order, func(f string) bool { return f == fight })
	}
	return true
}

func (q *queue) done() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.free++
	q.next()
}

// waiting returns how many wait.
func (q *queue) waiting() (n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, w := range q.waits {
		n += len(w)
	}
	return n
}
