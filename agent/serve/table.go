package serve

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"kokyu/agent/say"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// table is one loaded fight: a session that one client after the other uses. Searches run aside, so that they hold up nobody,
// and end when the question they are about is gone.
type table struct {
	id     string
	fights *Fights
	desk   *desk
	ready  chan struct{} // closed when it is loaded, or err says why not
	err    error

	// Guarded by the lock of Fights.
	users  int
	let    *time.Timer   // lets it go
	closed chan struct{} // closed when it is let go; nil while it is not being let go

	lock chan struct{} // holds one token while somebody uses what follows
	*session.Session
	wake     chan struct{} // closed when something has happened
	ended    error         // why there is nothing more to come; nil while there is
	driving  chan struct{} // closed when the program has played on; nil if it does not
	wanted   int           // how many wait for proposals
	proposal *proposal     // the last one
	question asked         // the last one that was worked out
	by       map[int]string

	keyed chan struct{} // holds one token while a request with a key is under way

	mu       sync.Mutex
	thoughts map[*thought]bool
}

// thought is a search about the question after a step.
type thought struct {
	at     int
	cancel context.CancelFunc
}

// asked is the question after so many steps.
type asked struct {
	session.Question
	at int
}

// proposal is what the program proposes after a step.
type proposal struct {
	at  int
	out session.Proposal
}

// acquire returns the table of a fight, loaded, for somebody. The caller releases it.
func (f *Fights) acquire(ctx context.Context, a Access) (*table, error) {
	t, load, wait, err := f.take(a.Fight)
	if err != nil {
		return nil, err
	}
	if wait != nil { // it is just being let go
		select {
		case <-wait:
			return f.acquire(ctx, a)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if load {
		t.load(f.ctx)
		close(t.ready)
	}
	select {
	case <-t.ready:
	case <-ctx.Done():
		f.release(t)
		return nil, ctx.Err()
	}
	if t.err != nil {
		f.release(t)
		return nil, forWhom(a, t.err)
	}
	return t, nil
}

// take counts one more user of a table; load says that it must be loaded, wait that it is being let go.
func (f *Fights) take(id string) (t *table, load bool, wait chan struct{}, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch t = f.tables[id]; {
	case f.stopped:
		return nil, false, nil, f.stoppedError()
	case t != nil && t.closed != nil:
		return nil, false, t.closed, nil
	case !f.known[id]:
		return nil, false, nil, unknownFight()
	case t == nil:
		t = &table{id: id, fights: f, ready: make(chan struct{}), lock: make(chan struct{}, 1), keyed: make(chan struct{}, 1), wake: make(chan struct{}),
			by: map[int]string{}, thoughts: map[*thought]bool{}, question: asked{at: -1}}
		f.tables[id] = t
		load = true
	}
	t.users++
	if t.let != nil {
		t.let.Stop()
	}
	return t, load, nil, nil
}

// release counts one user less. What nobody uses for a while, or could not be loaded, is let go.
func (f *Fights) release(t *table) {
	f.mu.Lock()
	defer f.mu.Unlock()
	t.users--
	switch {
	case t.users > 0 || f.tables[t.id] != t || t.closed != nil:
	case t.err != nil:
		delete(f.tables, t.id)
	case !f.stopped:
		t.let = time.AfterFunc(f.o.Idle, func() { f.unload(t) })
	}
}

// unload lets go of a table that nobody uses.
func (f *Fights) unload(t *table) {
	if err := t.close(f.stoppedError(), true); err != nil {
		f.o.Log.Error("a record could not be closed", "fight", t.id, "err", err)
	}
}

// close ends a table: streams get a last event that says why, and the record is closed. With idle it does nothing while somebody
// uses the table.
func (t *table) close(why error, idle bool) error {
	f := t.fights
	f.mu.Lock()
	if t.closed != nil || f.tables[t.id] != t || idle && t.users > 0 {
		f.mu.Unlock()
		return nil
	}
	t.closed = make(chan struct{})
	if t.let != nil {
		t.let.Stop() // it would keep the session for as long as it runs
	}
	f.mu.Unlock()
	<-t.ready
	t.lock <- struct{}{}
	t.ended = why
	var err error
	if t.Session != nil {
		err = t.Session.Close()
	}
	t.forget(-1)
	t.rouse()
	<-t.lock
	f.mu.Lock()
	delete(f.tables, t.id)
	close(t.closed)
	f.mu.Unlock()
	return err
}

// load reads the record.
func (t *table) load(ctx context.Context) {
	f := t.fights
	if t.desk, t.err = f.desk(t.id); t.err != nil {
		return
	}
	s, warnings, err := session.Resume(ctx, f.path(t.id, recordExt), t.desk.head.Voice, f.mind)
	if other, ok := errors.AsType[session.OtherRules](err); ok {
		t.err = ofOtherRules(other)
		return
	}
	if err != nil {
		f.o.Log.Error("a record could not be read", "fight", t.id, "err", err)
		t.err = unusable(f.path(t.id, recordExt), err)
		return
	}
	for _, w := range warnings {
		f.o.Log.Warn("a record was repaired", "fight", t.id, "line", w.Line)
	}
	s.Mind, s.Ask, s.Advice, s.Aside, s.Folder = f.mind, t.desk.head.Ask, f.Counsel(s.System()), t.aside, f.path("", savedDir)
	if err := s.Use(*f.o.Catalogue); err != nil { // the header was sound a moment ago
		t.err = coded{err, Failed}
		return
	}
	t.Session = s
}

// withLock calls fn while nobody else uses the session. Afterwards everybody who waits hears what has happened, if anything has.
func (t *table) withLock(ctx context.Context, by string, fn func() error) error {
	if err := t.hold(ctx); err != nil {
		return err
	}
	defer t.leave()
	before, had := len(t.Steps(0)), t.proposal
	defer func() {
		t.noteSteps(before, by)
		if len(t.Steps(0)) > before || t.proposal != had {
			t.rouse()
		}
	}()
	return fn()
}

// rouse wakes who waits. The caller holds the session.
func (t *table) rouse() {
	close(t.wake)
	t.wake = make(chan struct{})
}

// wakeRevoked does so for the streams of a fight, if it is loaded.
func (f *Fights) wakeRevoked(ctx context.Context, fight string) {
	f.news.wakeRevoked()
	f.mu.Lock()
	t := f.tables[fight]
	f.mu.Unlock()
	if t == nil {
		return
	}
	<-t.ready
	select {
	case t.lock <- struct{}{}:
		t.rouse()
		t.leave()
	case <-ctx.Done():
	}
}

// hold waits until the session is free.
func (t *table) hold(ctx context.Context) error {
	select {
	case t.lock <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if t.ended != nil {
		<-t.lock
		return t.ended
	}
	return nil
}

func (t *table) leave() { <-t.lock }

// noteSteps keeps by whom steps were made, and ends searches whose question is gone.
func (t *table) noteSteps(before int, by string) {
	now := len(t.Steps(0))
	for i, step := range t.Steps(before) {
		n, whose := before+i+1, by
		if step.Edit != "" && step.KeptAt > 0 { // it has waited
			whose = cmp.Or(t.by[step.KeptAt], by)
		}
		if t.by[n] == "" { // nobody else has made it while a search was under way
			t.by[n] = whose
		}
		delete(t.by, n-byMax)
		t.fights.news.add(t.id, n)
	}
	if now > before {
		t.forget(now)
	}
}

// byMax is of how many steps it is known who made them.
const byMax = 64

// forget cancels the searches about other questions than that after a step.
func (t *table) forget(at int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for th := range t.thoughts {
		if th.at != at {
			th.cancel()
		}
	}
}

// aside runs a search while others use the session; it is called by the session, by who holds it.
func (t *table) aside(ctx context.Context, think func(context.Context) error) error {
	ctx, cancel := t.fights.mayThink(ctx)
	defer cancel()
	th := &thought{len(t.Steps(0)), cancel}
	t.mu.Lock()
	t.thoughts[th] = true
	t.mu.Unlock()
	t.leave()
	defer func() {
		t.mu.Lock()
		delete(t.thoughts, th)
		t.mu.Unlock()
		t.lock <- struct{}{}
	}()
	return t.fights.cutOff(ctx, t.fights.queue.do(ctx, t.id, think))
}

// drive lets the program play on until somebody at the table is asked, and makes the proposal that is waited for, unless it is
// at that already. The caller holds the session.
func (t *table) drive() {
	if t.driving != nil || !t.idles() {
		return
	}
	f := t.fights
	f.mu.Lock()
	stopped := f.stopped || t.closed != nil
	if !stopped {
		t.users++
		f.busy.Add(1)
	}
	f.mu.Unlock()
	if stopped {
		return
	}
	done := make(chan struct{})
	t.driving = done
	go func() {
		defer f.busy.Done()
		defer f.release(t)
		for t.driveOnce(f.ctx, done) {
		}
	}()
}

// idles reports whether there is something that the program should do.
func (t *table) idles() bool {
	t.question = asked{t.Question(), len(t.Steps(0))}
	switch q := t.question; {
	case q.Kind == "":
		return true
	case q.Proposal:
		return t.wanted > 0 && (t.proposal == nil || t.proposal.at != len(t.Steps(0)))
	}
	return false
}

// asks returns the present question, for those who follow. It takes a good part of what a step takes to work it out.
func (t *table) asks() session.Question {
	if now := len(t.Steps(0)); t.question.at != now {
		t.question = asked{t.Question(), now}
	}
	return t.question.Question
}

// driveOnce makes one step or one proposal; more says that there is more to do.
func (t *table) driveOnce(ctx context.Context, done chan struct{}) (more bool) {
	free := false
	err := t.withLock(context.WithoutCancel(ctx), "kokyu", func() (err error) {
		defer func() {
			if !more {
				t.driving = nil
				free = true
				close(done)
			}
		}()
		if ctx.Err() != nil || !t.idles() {
			return nil
		}
		if t.Question().Proposal {
			_, err = t.propose(ctx, session.Client{Session: t.Session})
		} else {
			_, err = t.Next(ctx)
		}
		more = err == nil || errors.Is(err, session.ErrChanged)
		return err
	})
	switch {
	case !more && !free: // it has been let go
		close(done)
	case err != nil && !more && ctx.Err() == nil:
		t.fights.o.Log.Error("the program cannot play on", "fight", t.id, "code", CodeOf(err))
	}
	return more
}

// propose returns the proposal for the present question, made once.
func (t *table) propose(ctx context.Context, c session.Client) (any, error) {
	if t.proposal != nil && t.proposal.at == len(t.Steps(0)) {
		return t.proposal.out, nil
	}
	out, err := c.Call(ctx, "propose", nil)
	if err == nil {
		t.proposal = &proposal{len(t.Steps(0)), out.(session.Proposal)}
	}
	return out, err
}

// client returns the session as an access may use it.
func (t *table) client(a Access) session.Client {
	return session.Client{Session: t.Session, As: a.Seat, Watches: a.Role == Watcher}
}

// use acquires a table for an access, and calls fn while nobody else uses it. The program plays on afterwards.
func (f *Fights) use(ctx context.Context, a Access, fn func(*table, session.Client) error) error {
	t, err := f.acquire(ctx, a)
	if err != nil {
		return err
	}
	defer f.release(t)
	return t.withLock(ctx, a.by(), func() error {
		if !t.desk.stands(a.Link) {
			return unknownFight()
		}
		defer t.drive()
		return fn(t, t.client(a))
	})
}

// With calls fn with the session of a fight while nobody else uses it. What fn thinks about runs aside: others may use the
// session until the search returns, and the search fails with [session.ErrChanged] if they have made a step.
func (f *Fights) With(ctx context.Context, a Access, fn func(session.Client) error) error {
	return f.use(ctx, a, func(_ *table, c session.Client) error { return fn(c) })
}

// Terms are the conditions of a call.
type Terms struct {
	Key string // Idempotency-Key: a call that was made with it is not made again
	At  *int   // the number of steps that the client knows of; if there are more, the call fails with the code answered
}

// Answer is what a call returns.
type Answer struct {
	Out   any
	Steps int  // there are after it
	Again bool // it was made before, with the same key
}

// Call calls an operation, [session.Operations], with its input as JSON.
func (f *Fights) Call(ctx context.Context, a Access, op string, in any, terms Terms) (Answer, error) {
	o, err := session.OperationNamed(op)
	if err != nil {
		return Answer{}, err
	}
	if err := a.mayMake(o); err != nil {
		return Answer{}, err
	}
	t, err := f.acquire(ctx, a)
	if _, other := errors.AsType[session.OtherRules](err); other && o.Name == newRules {
		return f.underNewRules(ctx, a)
	}
	if err != nil {
		return Answer{}, err
	}
	defer f.release(t)
	if o.Name == "play" || o.Name == "propose" {
		if err := t.waitForPlay(ctx); err != nil {
			return Answer{}, err
		}
	}
	if terms.Key != "" && !o.Asks {
		select {
		case t.keyed <- struct{}{}:
			defer func() { <-t.keyed }()
		case <-ctx.Done():
			return Answer{}, ctx.Err()
		}
	} else {
		terms.Key = ""
	}
	call := func() (out Answer, err error) {
		err = f.use(ctx, a, func(t *table, c session.Client) (err error) {
			out, err = t.call(ctx, c, a, o, in, terms)
			out.Steps = len(t.Steps(0))
			return t.late(c, o, err)
		})
		return out, err
	}
	if o.Name == "apply" { // it reads a file of the client's
		return RunShort(ctx, f, a.Fight+" "+a.Link, call)
	}
	return call()
}

// call calls an operation; the caller holds the session.
func (t *table) call(ctx context.Context, c session.Client, a Access, o session.Operation, in any, terms Terms) (out Answer, err error) {
	before := len(t.Steps(0))
	sent, _ := in.(json.RawMessage)
	keyed := terms.Key != "" && c.May(o)
	if keyed {
		at, end, made, err := t.desk.madeBefore(a.Link, terms.Key, o.Name, sent, before)
		switch {
		case err != nil:
			return out, err
		case made:
			return t.again(c, at, end), nil
		}
	}
	if terms.At != nil && !o.Asks {
		switch at := *terms.At; {
		case at < before:
			return out, t.lateError(c, at)
		case at > before:
			return out, codedError(BadRequest, fmt.Sprintf("the fight has not come to step %d", at), fmt.Sprintf("%d, the number of its steps", before))
		}
	}
	if keyed {
		if err := t.desk.begin(a.Link, terms.Key, o.Name, sent, before); err != nil {
			return out, err
		}
		defer func() { err = errors.Join(err, t.desk.over(len(t.Steps(0)))) }()
	}
	if o.Name == "propose" && c.May(o) && len(sent) <= len("{}") {
		out.Out, err = t.propose(ctx, c)
	} else {
		out.Out, err = c.Call(ctx, o.Name, in)
	}
	if t.Ask != t.desk.head.Ask {
		err = errors.Join(err, t.desk.asks(t.Ask))
	}
	return out, err
}

// again returns the answer to a call that was made before, when there were at steps, and made those up to end.
func (t *table) again(c session.Client, at, end int) Answer {
	made := session.Made{Steps: []rules.Step{}, Question: c.Question()}
	made.Steps = append(made.Steps, seenBy(c)[at:end]...)
	return Answer{Out: made, Again: true}
}

// lateError returns the error for a client that answers a question which another one has answered: what was done, and by whom.
func (t *table) lateError(c session.Client, at int) error {
	done := fmt.Sprintf("step %d has been made meanwhile", at+1)
	if steps := seenBy(c); at >= 0 {
		done = "answered already: " + say.Step(steps[at])
	}
	if by := t.by[at+1]; by != "" {
		done += ", by " + by
	}
	return codedError(session.Answered, done, fmt.Sprintf("an answer to the question after step %d", len(t.Steps(0))))
}

// waitForPlay waits until the program has played on.
func (t *table) waitForPlay(ctx context.Context) error {
	if err := t.hold(ctx); err != nil {
		return err
	}
	driving := t.driving
	t.leave()
	if driving == nil {
		return nil
	}
	select {
	case <-driving:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Late is an error of a client that wanted to answer a question, with the last step: somebody else may have been faster.
type Late struct {
	error
	Last Last
}

// Last is the last step of a fight, as a client may know it.
type Last struct {
	Step int    `json:"step"`
	Did  string `json:"did"`
	By   string `json:"by,omitempty"` // who made it, if it was made since the fight was loaded
}

func (l Late) Unwrap() error { return l.error }

// late says with an error that means that the question is another one what was done last.
func (t *table) late(c session.Client, o session.Operation, err error) error {
	code, n := CodeOf(err), len(t.Steps(0))
	if err == nil || o.Asks || n == 0 || !slices.Contains([]session.Code{session.Answered, session.NotNow, session.NotYours, session.UnknownChoice}, code) {
		return err
	}
	return Late{err, Last{n, say.Step(seenBy(c)[n-1]), t.by[n]}}
}

// seenBy returns the steps as a client may know them.
func seenBy(c session.Client) []rules.Step {
	if c.As == "" && !c.Watches {
		return c.Steps(0)
	}
	return fight.SeenBy(c.Steps(0), c.As)
}
