package serve

import (
	"context"
	"reflect"

	"kokyu/agent/session"
)

// Event is one thing that a stream delivers.
type Event struct {
	ID int // of the event step, the number of the step; otherwise 0. In a stream of all fights see [allStream]
	Pushed
}

// Names of events. A stream of all fights has no proposals.
const (
	EventStep     = "step"     // each step once, in order
	EventQuestion = "question" // whenever it has changed
	EventProposal = "proposal" // when it is ready, to the GM alone
	EventEnd      = "end"      // the last of a fight: it was deleted, the link revoked, or the server is stopping
	EventGap      = "gap"      // in a stream of all fights: events were left out
)

// eventNames lists the names of events.
func eventNames() []string {
	return []string{EventStep, EventQuestion, EventProposal, EventEnd, EventGap}
}

// Stream delivers what happens in a fight to one client, without what that client may not know. It is not safe for
// concurrent use.
type Stream struct {
	table           *table
	access          Access
	client          session.Client
	follower        *session.Follower
	pending         []Event          // not delivered yet
	lastQuestion    session.Question // the last one in pending or delivered
	stepsAtQuestion int              // how many steps there were then
	stepsAtProposal int              // how many there were at the last proposal
	ended           bool
}

// Follow opens a stream of a fight that begins with the step after a number: 0 delivers all steps.
func (f *Fights) Follow(ctx context.Context, a Access, after int) (*Stream, error) {
	t, err := f.acquire(a)
	if err != nil {
		return nil, err
	}
	s := &Stream{table: t, access: a, stepsAtQuestion: -1, stepsAtProposal: -1}
	err = t.withLock(ctx, "", func() (err error) {
		if !t.desk.isValid(a.Link) {
			return unknownFight()
		}
		if a.Role == GM {
			t.proposalWaiters++
		}
		s.client = t.client(a)
		s.follower, err = s.client.Follow(after)
		t.drive()
		return err
	})
	if err != nil {
		f.release(t)
		return nil, err
	}
	return s, nil
}

// Close ends the stream.
func (s *Stream) Close() {
	if s.table == nil {
		return
	}
	s.table.lock <- struct{}{}
	if s.access.Role == GM {
		s.table.proposalWaiters--
	}
	<-s.table.lock
	s.table.fights.release(s.table)
	s.table = nil
}

// Next waits for the next event. After the event end, and when the context is done, it returns an error.
func (s *Stream) Next(ctx context.Context) (Event, error) {
	for len(s.pending) == 0 {
		if s.ended {
			return Event{}, context.Canceled
		}
		wake, err := s.hear(ctx)
		if err != nil {
			return Event{}, err
		}
		if len(s.pending) > 0 {
			break
		}
		select {
		case <-wake:
		case <-s.table.fights.ctx.Done():
			s.end(s.table.fights.stoppedError())
		case <-ctx.Done():
			return Event{}, ctx.Err()
		}
	}
	e := s.pending[0]
	if s.pending = s.pending[1:]; len(s.pending) == 0 {
		s.pending = nil // frees the array with the delivered events
	}
	return e, nil
}

// hear adds what has happened to pending; wake is closed when more has.
func (s *Stream) hear(ctx context.Context) (wake chan struct{}, err error) {
	t := s.table
	select {
	case t.lock <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer t.releaseLock()
	switch {
	case t.ended != nil:
		s.end(t.ended)
		return nil, nil
	case !t.desk.isValid(s.access.Link):
		s.end(NewError(UnknownFight, "the link was revoked", "another link"))
		return nil, nil
	}
	for _, h := range s.follower.Hear() {
		s.add(h.Step.N, Pushed{Event: EventStep, Step: &h.Step, Tale: h.Tale})
	}
	q, now := t.currentQuestion(), len(t.StepsAfter(0))
	if q.Kind != "" && (now != s.stepsAtQuestion || !reflect.DeepEqual(q, s.lastQuestion)) {
		s.stepsAtQuestion, s.lastQuestion = now, q
		s.add(0, Pushed{Event: EventQuestion, Question: &q, Steps: &now})
	}
	if p := t.proposal; p != nil && s.access.Role == GM && p.steps == now && s.stepsAtProposal != now {
		s.stepsAtProposal = now
		s.add(0, Pushed{Event: EventProposal, Proposal: &p.out, Steps: &now})
	}
	return t.wake, nil
}

func (s *Stream) add(id int, p Pushed) { s.pending = append(s.pending, Event{id, p}) }

// end adds the last event, which says why there are no more.
func (s *Stream) end(why error) {
	s.ended = true
	fault := FaultsOf(why)[0]
	s.add(0, Pushed{Event: EventEnd, Error: &fault})
}
