package model

import (
	"fmt"
	"sync"
)

// bytesAToken is how many bytes of a question a token has at least: what a server does not count is counted so.
const bytesAToken = 3

// budget is how much one telling may ask for. A question takes from it before it is sent, what it will take at most, and
// gives back what it did not need. It is safe for concurrent use.
type budget struct {
	Calls, Tokens int // at most

	mu    sync.Mutex
	calls int
	used  int // tokens, with those of questions under way
}

// take returns one call more of so many tokens, or why not.
func (b *budget) take(tokens int) *failure {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.calls >= b.Calls || b.used+tokens > b.Tokens {
		return fault(spent, "the budget of %d calls and %d tokens is spent", b.Calls, b.Tokens)
	}
	b.calls++
	b.used += tokens
	return nil
}

// settle puts what a call took in the place of what was taken for it.
func (b *budget) settle(taken, tokens int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used += tokens - taken
}

// String returns what is used of it.
func (b *budget) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return fmt.Sprintf("%d of %d calls, %d of %d tokens", b.calls, b.Calls, b.used, b.Tokens)
}
