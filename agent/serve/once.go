package serve

import (
	"context"
	"sync"
	"time"

	"kokyu/rules/text"
)

// begunOnce keeps which fights requests with an Idempotency-Key have opened, with their links, in memory alone: of a link the disk has
// no more than a hash.
type begunOnce struct {
	mu   sync.Mutex
	kept map[string]*opening
}

// opening is a request that opens a fight, or has opened one.
type opening struct {
	of   string        // a hash of the request
	done chan struct{} // closed when it is over; what failed is no longer kept then
	out  FightLinks
	at   time.Time
}

// An opening is kept for so long, and at most so many of them.
const (
	openingSpan = time.Hour
	openingsMax = 1000
)

// once opens a fight, unless a request of the same sender with the same key has opened it: then it returns that one again.
func (b *begunOnce) once(ctx context.Context, whose, key, of string, begin func() (FightLinks, error)) (out FightLinks, again bool, err error) {
	if key == "" {
		out, err = begin()
		return out, false, err
	}
	key = digest(whose, key)
	o, mine, err := b.take(key, of)
	if err != nil {
		return out, false, err
	}
	if mine {
		o.out, err = begin()
		b.mu.Lock()
		if err != nil {
			delete(b.kept, key)
		}
		b.mu.Unlock()
		close(o.done)
		return o.out, false, err
	}
	select {
	case <-o.done:
	case <-ctx.Done():
		return out, false, ctx.Err()
	}
	if o.out.ID == "" { // it has failed, and may be tried again
		return b.once(ctx, whose, key, of, begin)
	}
	return o.out, true, nil
}

// take returns the opening of a key; mine says that it is still to be done.
func (b *begunOnce) take(key, of string) (o *opening, mine bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if o = b.kept[key]; o != nil && o.of != of {
		return nil, false, coded{text.Problem{What: "the Idempotency-Key was sent before with another request", Want: "a new key for each request"}, KeyReused}
	}
	if o != nil {
		return o, false, nil
	}
	for k, old := range b.kept {
		if time.Since(old.at) > openingSpan || len(b.kept) >= openingsMax {
			delete(b.kept, k)
		}
	}
	if b.kept == nil {
		b.kept = map[string]*opening{}
	}
	o = &opening{of: of, done: make(chan struct{}), at: time.Now()}
	b.kept[key] = o
	return o, true, nil
}
