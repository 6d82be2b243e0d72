package serve

import (
	"context"
	"reflect"

	"kokyu/agent/session"
)

// Event is one thing that a stream delivers.
type Event struct {
	ID int // the number of the step, of the event step; 0 of others. Of all fights it has another meaning, see [allStream]
	Pushed
}

// Names of events. A step comes once, in order. A question comes when it has changed, and a proposal when it is ready, to the GM
// alone. The last event says why the stream has ended: the fight was deleted, the link revoked, or the server is stopping. A stream of
// all fights has no proposals; in it the end of a fight is not the last event, and a gap says that events were left out.
const (
	EventStep     = "step"
	EventQuestion = "question"
	EventProposal = "proposal"
	EventEnd      = "end"
	EventGap      = "gap"
)

// eventNames lists the names of events.
func eventNames() []string {
	return []string{EventStep, EventQuestion, EventProposal, EventEnd, EventGap}
}

// Stream delivers what happens in a fight to one client, as that client may know it. It is not safe for concurrent use.
type Stream struct {
	t        *table
	a        Access
	client   session.Client
	follower *session.Follower
	waits    []Event
	asked    session.Question // the last one that was delivered
	at       int              // how many steps there were then
	proposed int              // after how many steps the last proposal was delivered
	ended    bool
}

// Follow opens a stream that delivers the steps after a step: 0 delivers all.
func (f *Fights) Follow(ctx context.Context, a Access, after int) (*Stream, error) {
	t, err := f.acquire(ctx, a)
	if err != nil {
		return nil, err
	}
	s := &Stream{t: t, a: a, at: -1, proposed: -1}
	err = t.withLock(ctx, "", func() (err error) {
		if !t.desk.stands(a.Link) {
			return unknownFight()
		}
		if a.Role == GM {
			t.wanted++
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
	if s.t == nil {
		return
	}
	s.t.lock <- struct{}{}
	if s.a.Role == GM {
		s.t.wanted--
	}
	<-s.t.lock
	s.t.fights.release(s.t)
	s.t = nil
}

// Next waits for the next event. After the event end, and when the context is done, it returns an error.
func (s *Stream) Next(ctx context.Context) (Event, error) {
	for len(s.waits) == 0 {
		if s.ended {
			return Event{}, context.Canceled
		}
		wake, err := s.hear(ctx)
		if err != nil {
			return Event{}, err
		}
		if len(s.waits) > 0 {
			break
		}
		select {
		case <-wake:
		case <-s.t.fights.ctx.Done():
			s.end(s.t.fights.stoppedError())
		case <-ctx.Done():
			return Event{}, ctx.Err()
		}
	}
	e := s.waits[0]
	if s.waits = s.waits[1:]; len(s.waits) == 0 {
		s.waits = nil // what was delivered is let go
	}
	return e, nil
}

// hear collects what has happened; wake is closed when more has.
func (s *Stream) hear(ctx context.Context) (wake chan struct{}, err error) {
	t := s.t
	select {
	case t.lock <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer t.leave()
	switch {
	case t.ended != nil:
		s.end(t.ended)
		return nil, nil
	case !t.desk.stands(s.a.Link):
		s.end(codedError(UnknownFight, "the link was revoked", "another link"))
		return nil, nil
	}
	for _, h := range s.follower.Hear() {
		s.add(h.Step.N, Pushed{Event: EventStep, Step: &h.Step, Tale: h.Tale})
	}
	q, now := t.asks(), len(t.Steps(0))
	if q.Kind != "" && (now != s.at || !reflect.DeepEqual(q, s.asked)) {
		s.at, s.asked = now, q
		s.add(0, Pushed{Event: EventQuestion, Question: &q, Steps: &now})
	}
	if p := t.proposal; p != nil && s.a.Role == GM && p.at == now && s.proposed != now {
		s.proposed = now
		s.add(0, Pushed{Event: EventProposal, Proposal: &p.out, Steps: &now})
	}
	return t.wake, nil
}

// add puts an event behind those that wait.
func (s *Stream) add(id int, p Pushed) { s.waits = append(s.waits, Event{id, p}) }

// end makes the last event wait.
func (s *Stream) end(why error) {
	s.ended = true
	fault := FaultsOf(why)[0]
	s.add(0, Pushed{Event: EventEnd, Error: &fault})
}
