package serve

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"strconv"
	"strings"

	"kokyu/agent/session"
	"kokyu/rules/text"
)

// Event is one thing that a stream delivers.
type Event struct {
	// ID is the number of the step of the event step, else 0; in a stream of all fights it is as [allStream] says.
	ID int
	Pushed
}

// eventQueue holds the events that a stream has made and not delivered yet.
type eventQueue struct {
	pending []Event // the oldest first
	ended   bool    // no event will be added any more
}

func (q *eventQueue) add(id int, p Pushed) { q.pending = append(q.pending, Event{id, p}) }

// end adds the last event, which says why there are no more.
func (q *eventQueue) end(why error) {
	q.ended = true
	q.add(0, Pushed{Event: EventEnd, Error: &FaultsOf(why)[0]})
}

// next waits until there is an event, removes it and returns it. collect adds events; if it adds none it returns a
// channel that is closed when there are more. After the last event, and when ctx is done, next returns an error.
func (q *eventQueue) next(ctx context.Context, f *Fights,
	collect func(context.Context) (wake chan struct{}, err error)) (Event, error) {
	for len(q.pending) == 0 {
		if q.ended {
			return Event{}, context.Canceled
		}
		wake, err := collect(ctx)
		if err != nil {
			return Event{}, err
		}
		if len(q.pending) > 0 {
			break
		}
		select {
		case <-wake:
		case <-f.ctx.Done():
			q.end(f.stoppedError())
		case <-ctx.Done():
			return Event{}, ctx.Err()
		}
	}
	e := q.pending[0]
	if q.pending = q.pending[1:]; len(q.pending) == 0 {
		q.pending = nil // frees the array with the delivered events
	}
	return e, nil
}

// Stream delivers what happens in a fight to one client, as that may know it. It is not safe for concurrent use.
type Stream struct {
	eventQueue
	table    *table // in use until the stream is closed
	access   Access
	client   session.Client
	follower *session.Follower

	// The question that was added last, and the steps since which it and the question of the last proposal stand, so that
	// nothing is added twice; -1 before any.
	lastQuestion                 session.Question
	questionSince, proposalSince int
}

// Follow opens a stream of a fight that begins with the step after a number: 0 delivers all steps.
func (f *Fights) Follow(ctx context.Context, a Access, after int) (*Stream, error) {
	t, err := f.acquire(a)
	if err != nil {
		return nil, err
	}
	s := &Stream{table: t, access: a, questionSince: -1, proposalSince: -1}
	err = t.withLock(ctx, "", func() (err error) {
		if !t.desk.isValid(a.Link) {
			return unknownFightError()
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
	return s.next(ctx, s.table.fights, s.collect)
}

// collect adds what has happened since the last call: steps, the question if it is new, and for the GM a proposal.
func (s *Stream) collect(ctx context.Context) (wake chan struct{}, err error) {
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
	for _, h := range s.follower.NewSteps() {
		s.add(h.Step.N, Pushed{Event: EventStep, Step: &h.Step, Tale: h.Tale})
	}
	q, now, since := t.currentQuestion(), t.StepCount(), t.AskedSince()
	if q.Kind != "" && (since != s.questionSince || !reflect.DeepEqual(q, s.lastQuestion)) {
		s.questionSince, s.lastQuestion = since, q
		s.add(0, Pushed{Event: EventQuestion, Question: &q, Steps: &now})
	}
	if p := t.currentProposal(); p != nil && s.access.Role == GM && s.proposalSince != since {
		s.proposalSince = since
		s.add(0, Pushed{Event: EventProposal, Proposal: p, Steps: &now})
	}
	return t.wake, nil
}

func (s *Stream) idOf(e Event) string { return strconv.Itoa(e.ID) }

// lastID returns nothing: without the number of a step the stream of a fight begins with its first step.
func (s *Stream) lastID() string { return "" }

// allStream delivers what happens in all fights of a key: steps, questions and ends. It is not safe for concurrent use.
//
// Item n of the news makes up to two events: one with the id 2n for the step, and one with 2n+1 for the question after
// it or the end of the fight. So a client that was cut off between the two gets the question alone.
type allStream struct {
	eventQueue
	bearer   bearer
	item     int                       // the number of the item of the news to deliver
	stepSent bool                      // of that item, the client has had the step but not the question
	followed map[string]*followedFight // by their ids
}

// followedFight is a fight that an allStream follows as long as the fight is loaded.
type followedFight struct {
	table       *table
	follower    *session.Follower
	undelivered []session.ToldStep // steps that were collected and are not pending yet
}

// followAll opens a stream of all that a bearer may know, after the event with this id; without one from now on.
func (f *Fights) followAll(b bearer, after string) (*allStream, error) {
	s := &allStream{bearer: b, item: f.news.next(), followed: map[string]*followedFight{}}
	if after == "" {
		return s, nil
	}
	epoch, number, _ := strings.Cut(after, "-")
	n, err := strconv.Atoi(number)
	switch {
	case err != nil || n < 0 || !isID(epoch) || epoch == f.news.epoch && n >= 2*s.item:
		return nil, NewError(BadRequest, "Last-Event-ID is "+text.Quote(after), "the id of an event of this stream")
	case epoch != f.news.epoch: // of an earlier start of the server
		s.item, _, _, _ = f.news.read(1)
		s.addGap()
	default:
		s.item, s.stepSent = (n+1)/2, n%2 == 0
	}
	return s, nil
}

func (s *allStream) addGap() {
	why := NewError(Stopping, "events were left out: the server has started anew, or there were too many",
		"the steps of each fight behind the last that you have")
	s.add(0, Pushed{Event: EventGap, Error: &FaultsOf(why)[0]})
}

// lastID returns the id of the last event, or of the one that would come before the next item.
func (s *allStream) lastID() string {
	n := 2*s.item - 1
	if s.stepSent {
		n++
	}
	return s.idOf(Event{ID: n})
}

func (s *allStream) idOf(e Event) string {
	return fmt.Sprintf("%s-%d", s.bearer.fights.news.epoch, e.ID)
}

// Close ends the stream.
func (s *allStream) Close() { s.followed = nil }

// Next waits for the next event. After the event end without a fight, and when the context is done, it returns an
// error.
func (s *allStream) Next(ctx context.Context) (Event, error) {
	return s.next(ctx, s.bearer.fights, s.collect)
}

// collect goes through the news until an item has given events, or there is none left. The key is looked at before each
// item: it may have been revoked since the last.
func (s *allStream) collect(ctx context.Context) (wake chan struct{}, err error) {
	for len(s.pending) == 0 && err == nil {
		number, it, ok, wake := s.bearer.fights.news.read(s.item)
		invalid := s.bearer.checkValid()
		switch {
		case invalid != nil:
			s.end(invalid)
		case number > s.item: // the items between were dropped
			s.item, s.stepSent = number, false
			s.addGap()
		case ok:
			err = s.collectItem(ctx, it)
		default:
			return wake, nil
		}
	}
	return nil, err
}

// collectItem adds the events of an item: none if the key does not open the fight, or it cannot be read. The error is
// that of the context.
func (s *allStream) collectItem(ctx context.Context, it newsItem) error {
	if it.step == fightDeleted {
		if s.bearer.couldOpen(it.fight) || s.followed[it.fight] != nil {
			s.add(2*s.item+1, Pushed{Event: EventEnd, Fight: it.fight, Error: &FaultsOf(deletedError())[0]})
		}
		delete(s.followed, it.fight)
	} else if a, err := s.bearer.open(it.fight); err == nil {
		switch err := s.collectStep(ctx, a, it); {
		case err == nil:
		case ctx.Err() != nil:
			return ctx.Err()
		case CodeOf(err) == Stopping:
			s.end(err)
			return nil
		default:
			s.bearer.fights.options.Log.Debug("an event is left out", "fight", it.fight, "code", CodeOf(err))
		}
	}
	s.item, s.stepSent = s.item+1, false
	return nil
}

// collectStep adds the events of a new step: the step and, if the fight has come to one with it, the question.
func (s *allStream) collectStep(ctx context.Context, a Access, it newsItem) error {
	f := s.bearer.fights
	t, err := f.acquire(a)
	if err != nil {
		return err
	}
	defer f.release(t)
	if err := t.acquireLock(ctx); err != nil {
		return err
	}
	defer t.releaseLock()
	following := s.followed[it.fight]
	if following == nil || following.table != t { // new here, or loaded again
		s.forgetUnloaded()
		after := it.step - 1
		if s.stepSent {
			after = it.step
		}
		follower, err := t.client(a).Follow(after)
		if err != nil {
			return err
		}
		following = &followedFight{table: t, follower: follower}
		s.followed[it.fight] = following
	}
	steps := append(following.undelivered, following.follower.NewSteps()...)
	for ; len(steps) > 0 && steps[0].Step.N <= it.step; steps = steps[1:] {
		if h := steps[0]; h.Step.N == it.step {
			s.add(2*s.item, Pushed{Event: EventStep, Fight: it.fight, Step: &h.Step, Tale: h.Tale})
		}
	}
	following.undelivered = steps
	if q := t.currentQuestion(); len(steps) == 0 && q.Kind != "" {
		following.undelivered = nil // frees the array with the delivered steps
		s.add(2*s.item+1, Pushed{Event: EventQuestion, Fight: it.fight, Question: &q, Steps: &it.step})
	}
	return nil
}

// forgetUnloaded forgets the fights that were unloaded, so that their sessions can be freed.
func (s *allStream) forgetUnloaded() {
	f := s.bearer.fights
	f.mu.Lock()
	defer f.mu.Unlock()
	maps.DeleteFunc(s.followed, func(fight string, of *followedFight) bool { return f.tables[fight] != of.table })
}
