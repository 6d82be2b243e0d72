package serve

import "sync"

// news numbers what has happened in all fights since the folder was opened, in one order. It holds no
// content: what a step was, each stream reads from the fight as its client may know it. So one list serves
// all clients, and holds nothing secret.
type news struct {
	// epoch is a random name of this opening of the folder, the first part of the ids of events. The numbers begin anew
	// with each opening: an id of another epoch says nothing about where its client stopped.
	epoch string

	mu    sync.Mutex
	first int // the number of items[0]; earlier ones were dropped
	items []newsItem
	wake  chan struct{} // closed, and replaced, when there is one more
}

// newsItem is one thing that has happened in a fight.
type newsItem struct {
	fight string
	step  int // the number of a new step, or one of the two constants below
}

const (
	fightOpened  = 0
	fightDeleted = -1

	newsMax = 1 << 16 // how many of the latest items are kept at least; at most twice as many
)

func newNews() *news { return &news{epoch: newID(), first: 1, wake: make(chan struct{})} }

// add adds an item. The caller holds whatever keeps others from changing the fight, so that steps come in order.
func (n *news) add(fight string, step int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.items) == 2*newsMax {
		// Half of the items are dropped at once, into a new array: a slice would keep the old one in memory.
		n.items = append([]newsItem{}, n.items[newsMax:]...)
		n.first += newsMax
	}
	n.items = append(n.items, newsItem{fight, step})
	n.wakeAll()
}

// wakeAll wakes the streams that wait for an item. The caller holds the lock.
func (n *news) wakeAll() {
	close(n.wake)
	n.wake = make(chan struct{})
}

// wakeRevoked wakes all streams of all fights, so that those opened with a revoked key notice it and end.
func (n *news) wakeRevoked() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.wakeAll()
}

// read returns the item with a number, or the first one after it that is still kept, with its number. If
// there is no such item yet, ok is false, and wake is closed when there is.
func (n *news) read(number int) (actual int, it newsItem, ok bool, wake chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	actual = max(number, n.first)
	if i := actual - n.first; i < len(n.items) {
		return actual, n.items[i], true, nil
	}
	return actual, it, false, n.wake
}

// next returns the number that the next item will have.
func (n *news) next() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.first + len(n.items)
}
