package serve

import (
	"context"
	"sync"
	"time"

	"kokyu/rules/text"
)

// openingsByKey remembers the fights that requests with an Idempotency-Key have opened, with their links. It is in
// memory alone, because of a link's key the disk has only a hash.
type openingsByKey struct {
	mu   sync.Mutex
	kept map[string]*opening // by a hash of the sender and the key
}

// opening is a request that opens a fight, or has opened one.
type opening struct {
	requestHash string        // a hash of the request
	done        chan struct{} // closed when it is over; an opening that has failed is not kept any more
	links       FightLinks
	begun       time.Time
}

const (
	openingSpan = time.Hour // how long an opening is kept
	openingsMax = 1000
)

// once opens a fight with begin. If a request of the same sender with the same key has opened one, once returns that,
// and again is true.
func (b *openingsByKey) once(ctx context.Context, whose, key, of string, begin func() (FightLinks, error)) (out FightLinks, again bool, err error) {
	if key == "" {
		out, err = begin()
		return out, false, err
	}
	key = hashOf(whose, key)
	o, mine, err := b.claim(key, of)
	if err != nil {
		return out, false, err
	}
	if mine {
		o.links, err = begin()
		b.mu.Lock()
		if err != nil {
			delete(b.kept, key)
		}
		b.mu.Unlock()
		close(o.done)
		return o.links, false, err
	}
	select {
	case <-o.done:
	case <-ctx.Done():
		return out, false, ctx.Err()
	}
	if o.links.ID == "" { // it has failed, and may be tried again
		return b.once(ctx, whose, key, of, begin)
	}
	return o.links, true, nil
}

// claim returns the opening of a key; mine is true if the caller has to do it.
func (b *openingsByKey) claim(key, of string) (o *opening, mine bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if o = b.kept[key]; o != nil && o.requestHash != of {
		return nil, false, coded{text.Problem{What: "the Idempotency-Key was sent before with another request", Want: "a new key for each request"}, KeyReused}
	}
	if o != nil {
		return o, false, nil
	}
	for k, old := range b.kept {
		if time.Since(old.begun) > openingSpan || len(b.kept) >= openingsMax {
			delete(b.kept, k)
		}
	}
	if b.kept == nil {
		b.kept = map[string]*opening{}
	}
	o = &opening{requestHash: of, done: make(chan struct{}), begun: time.Now()}
	b.kept[key] = o
	return o, true, nil
}
