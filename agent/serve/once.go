package serve

import (
	"maps"
	"sync"
	"time"
)

// openingsByKey remembers the fights that requests with an Idempotency-Key have opened, with their links.
// It is in memory alone, because the answer contains the keys of the links, of which the disk has only
// hashes: after a restart the same request opens another fight.
type openingsByKey struct {
	mu   sync.Mutex
	kept map[string]*opening // by a hash of the sender and the key
}

// opening is a request that opens a fight, or has opened one.
type opening struct {
	begun time.Time
	users int // how many requests have it or wait for it; guarded by the lock of openingsByKey

	mu          sync.Mutex // held while the fight is opened
	requestHash string
	links       FightLinks // of the fight; the zero value until it is open
}

const (
	openingSpan = time.Hour // how long an opening is kept at least, while there are fewer than openingsMax
	openingsMax = 1000
)

// once opens a fight with begin. If a request of the same sender with the same key has opened one, once
// returns that, and again is true; while such a request is opening a fight, once waits for it. requestHash
// is a hash of the request: with another request the key is refused.
func (b *openingsByKey) once(whose, key, requestHash string,
	begin func() (FightLinks, error)) (out FightLinks, again bool, err error) {
	if key == "" {
		out, err = begin()
		return out, false, err
	}
	hash := hashOf(whose, key)
	o := b.openingOf(hash)
	defer b.leave(hash, o)
	o.mu.Lock() // however long the request that has it takes
	defer o.mu.Unlock()
	switch {
	case o.links.ID == "": // it is the first, or those before have failed
		o.requestHash = requestHash
		o.links, err = begin()
		return o.links, false, err
	case o.requestHash != requestHash:
		return out, false, NewError(KeyReused, "the Idempotency-Key was sent before with another request",
			"a new key for each request")
	}
	return o.links, true, nil
}

// leave counts one request less. If the fight could be opened for none of the requests, the opening is
// dropped, so that it takes up no place.
func (b *openingsByKey) leave(key string, o *opening) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if o.users--; o.users == 0 && o.links.ID == "" {
		delete(b.kept, key)
	}
}

// openingOf returns the opening of a key and counts one request more. Before it makes a new one, it drops those that
// are too old, or, of too many, all that no request has: a thousand new fights in an hour are not expected.
func (b *openingsByKey) openingOf(key string) *opening {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.kept[key] == nil {
		maps.DeleteFunc(b.kept, func(_ string, old *opening) bool {
			return old.users == 0 && (time.Since(old.begun) > openingSpan || len(b.kept) >= openingsMax)
		})
		if b.kept == nil {
			b.kept = map[string]*opening{}
		}
		b.kept[key] = &opening{begun: time.Now()}
	}
	b.kept[key].users++
	return b.kept[key]
}
