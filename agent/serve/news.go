package serve

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"kokyu/agent/session"
	"kokyu/rules/text"
)

// news is what has happened in all fights since the folder was opened, in one order. It holds numbers alone: what a step was, its
// record says to who may know it.
type news struct {
	epoch string // names this opening of the folder in the ids of events

	mu    sync.Mutex
	first int // the number of the first item that is kept
	items []item
	wake  chan struct{} // closed when there is one more
}

// item is one thing that has happened.
type item struct {
	fight string
	step  int // its number; or that the fight was opened, or deleted
}

const (
	fightOpened  = 0
	fightDeleted = -1

	newsMax = 1 << 16 // items that are kept at least
)

func newNews() *news { return &news{epoch: newID(), first: 1, wake: make(chan struct{})} }

// add adds an item, whose fight nobody else changes meanwhile.
func (n *news) add(fight string, step int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.items) == 2*newsMax {
		n.items = append([]item{}, n.items[newsMax:]...)
		n.first += newsMax
	}
	n.items = append(n.items, item{fight, step})
	n.rouse()
}

// rouse wakes who waits for an item. The caller holds the lock.
func (n *news) rouse() {
	close(n.wake)
	n.wake = make(chan struct{})
}

// wakeRevoked wakes all waiting streams, so that those opened with a revoked key end.
func (n *news) wakeRevoked() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.rouse()
}

// read returns an item by its number; there is none yet if is is false, and wake is closed when there is. An item that is no longer
// kept is the first that is.
func (n *news) read(at int) (number int, it item, is bool, wake chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	at = max(at, n.first)
	if i := at - n.first; i < len(n.items) {
		return at, n.items[i], true, nil
	}
	return at, it, false, n.wake
}

// next returns the number of the item that comes next.
func (n *news) next() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.first + len(n.items)
}

// allStream delivers what happens in all fights that a key opens: steps, questions and ends, each with its fight. It is not safe for
// concurrent use.
//
// The id of an event is made of the number of its item: twice that of a step, and one more of the question after it, or of an end. So a
// client that comes back between the two gets the question alone.
type allStream struct {
	b       bearer
	at      int  // the number of the next item
	asked   bool // the step of that item was delivered, and its question was not
	follows map[string]*following
	waits   []Event
	ended   bool
}

// following is a fight that is followed, as long as it is loaded.
type following struct {
	t        *table
	follower *session.Follower
	heard    []session.Heard // and not delivered
}

// followAll opens a stream that delivers what comes after the event with an id; of none, what comes from now on.
func (f *Fights) followAll(b bearer, after string) (*allStream, error) {
	s := &allStream{b: b, at: f.news.next(), follows: map[string]*following{}}
	if after == "" {
		return s, nil
	}
	epoch, number, _ := strings.Cut(after, "-")
	n, err := strconv.Atoi(number)
	switch {
	case err != nil || n < 0 || !isID(epoch) || epoch == f.news.epoch && n >= 2*s.at:
		return nil, codedError(BadRequest, "Last-Event-ID is "+text.Quote(after), "the id of an event of this stream")
	case epoch != f.news.epoch:
		s.at, _, _, _ = f.news.read(1)
		s.gap()
	default:
		s.at, s.asked = (n+1)/2, n%2 == 0
	}
	return s, nil
}

// gap says that events are left out.
func (s *allStream) gap() {
	fault := FaultsOf(codedError(Stopping, "events were left out: the server has started anew, or there were too many", "the steps of each fight behind the last that you have"))[0]
	s.add(0, Pushed{Event: EventGap, Error: &fault})
}

// last returns the id of the last event.
func (s *allStream) last() string {
	n := 2*s.at - 1
	if s.asked {
		n++
	}
	return s.id(n)
}

func (s *allStream) id(n int) string { return fmt.Sprintf("%s-%d", s.b.fights.news.epoch, n) }

// Close ends the stream.
func (s *allStream) Close() { s.follows = nil }

// Next waits for the next event. After the event end without a fight, and when the context is done, it returns an error.
func (s *allStream) Next(ctx context.Context) (Event, error) {
	f := s.b.fights
	for len(s.waits) == 0 {
		if s.ended {
			return Event{}, context.Canceled
		}
		at, it, is, wake := f.news.read(s.at)
		err := s.b.stands()
		switch {
		case err != nil:
			s.end("", err)
			continue
		case at > s.at:
			s.at, s.asked = at, false
			s.gap()
			continue
		case is:
			if err := s.hear(ctx, it); err != nil {
				return Event{}, err
			}
			continue
		}
		select {
		case <-wake:
		case <-f.ctx.Done():
			s.end("", f.stoppedError())
		case <-ctx.Done():
			return Event{}, ctx.Err()
		}
	}
	e := s.waits[0]
	s.waits = s.waits[1:]
	return e, nil
}

// hear makes the events of an item wait. What the key does not open, and what cannot be read, has none. The error is that of a context
// that is done.
func (s *allStream) hear(ctx context.Context, it item) error {
	if it.step == fightDeleted {
		if s.b.hadOpened(it.fight) || s.follows[it.fight] != nil {
			s.end(it.fight, deletedError())
		}
		delete(s.follows, it.fight)
	} else if a, err := s.b.opens(it.fight); err == nil {
		switch err := s.listen(ctx, a, it); {
		case err == nil:
		case ctx.Err() != nil:
			return ctx.Err()
		case CodeOf(err) == Stopping:
			s.end("", err)
			return nil
		default:
			s.b.fights.o.Log.Debug("an event is left out", "fight", it.fight, "code", CodeOf(err))
		}
	}
	s.at, s.asked = s.at+1, false
	return nil
}

// listen makes a step wait, and the question that the fight has come to with it.
func (s *allStream) listen(ctx context.Context, a Access, it item) error {
	f := s.b.fights
	t, err := f.acquire(ctx, a)
	if err != nil {
		return err
	}
	defer f.release(t)
	if err := t.hold(ctx); err != nil {
		return err
	}
	defer t.leave()
	on := s.follows[it.fight]
	if on == nil || on.t != t {
		s.forget()
		behind := it.step - 1
		if s.asked {
			behind = it.step
		}
		follower, err := t.client(a).Follow(behind)
		if err != nil {
			return err
		}
		on = &following{t: t, follower: follower}
		s.follows[it.fight] = on
	}
	on.heard = append(on.heard, on.follower.Hear()...)
	for ; len(on.heard) > 0 && on.heard[0].Step.N <= it.step; on.heard = on.heard[1:] {
		if h := on.heard[0]; h.Step.N == it.step {
			s.add(2*s.at, Pushed{Event: EventStep, Fight: it.fight, Step: &h.Step, Tale: h.Tale})
		}
	}
	if q := t.asks(); len(on.heard) == 0 && q.Kind != "" {
		on.heard = nil // what was delivered is let go
		s.add(2*s.at+1, Pushed{Event: EventQuestion, Fight: it.fight, Question: &q, Steps: &it.step})
	}
	return nil
}

// forget lets go of fights that were unloaded.
func (s *allStream) forget() {
	f := s.b.fights
	f.mu.Lock()
	defer f.mu.Unlock()
	for fight, on := range s.follows {
		if f.tables[fight] != on.t {
			delete(s.follows, fight)
		}
	}
}

func (s *allStream) add(id int, p Pushed) { s.waits = append(s.waits, Event{id, p}) }

// end makes the last event wait, of a fight or of all.
func (s *allStream) end(fight string, why error) {
	s.ended = fight == ""
	fault := FaultsOf(why)[0]
	id := 0
	if !s.ended {
		id = 2*s.at + 1
	}
	s.add(id, Pushed{Event: EventEnd, Fight: fight, Error: &fault})
}
