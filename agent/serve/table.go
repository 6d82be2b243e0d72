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

	"kokyu/agent"
	"kokyu/agent/say"
	"kokyu/agent/session"
	"kokyu/rules"
)

// table is one loaded fight: a session that clients use one after the other. A search gives up the session's lock while
// it thinks, and is cancelled once the question that it is about is answered.
type table struct {
	id     string
	fights *Fights
	desk   *desk
	load   func() // opens the session at the first call; later calls wait for that
	err    error  // why the session could not be opened

	// Guarded by the lock of Fights.
	users     int         // how many calls and streams use the table now
	idleTimer *time.Timer // unloads it once nobody has used it for a while

	// lock guards the session and the fields down to madeBy: it holds one token while somebody uses them. It is a channel
	// and no mutex, so that waiting for it can be given up.
	lock chan struct{}
	*session.Session
	wake            chan struct{}  // closed, and replaced, when something has happened
	ended           error          // why nothing more will happen; nil while something may
	driving         chan struct{}  // nil unless the program is playing on; closed when it no longer does
	proposalWaiters int            // how many streams wait for proposals: those of the GM
	proposal        *proposal      // the last one
	question        questionAt     // the last one that was worked out
	madeBy          map[int]string // who made a step, by its number; of the last madeByMax steps

	// keyedLock holds one token while a request with an Idempotency-Key is under way. It is taken before lock: a search
	// gives lock up, and the next keyed request must not begin before the steps of this one are known.
	keyedLock chan struct{}

	mu       sync.Mutex // guards searches, which are added and removed while somebody else has lock
	searches map[*runningSearch]bool
}

// runningSearch is a search about the question that has stood since a step, see [session.Session.AskedSince].
type runningSearch struct {
	since  int
	cancel context.CancelFunc
}

// questionAt is the question after a number of steps.
type questionAt struct {
	session.Question
	steps int
}

// proposal is what the program proposes for the question that has stood since a step.
type proposal struct {
	since int
	out   session.Proposal
}

// acquire returns the table of a fight with its session open; whoever comes while it is opened waits for
// that. The caller calls release when it no longer uses the table.
func (f *Fights) acquire(a Access) (*table, error) {
	t, err := f.addUser(a.Fight)
	if err != nil {
		return nil, err
	}
	defer func() {
		if t.Session == nil { // loading it has failed, or panicked
			f.release(t)
		}
	}()
	if t.load(); t.err != nil {
		return nil, errorFor(a, t.err)
	}
	return t, nil
}

// addUser counts one more user of a fight's table, which it makes if there is none. The session is opened
// later, without the lock of Fights: reading a long record takes time, and other fights go on meanwhile.
func (f *Fights) addUser(id string) (*table, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	t := f.tables[id]
	switch {
	case f.stopped:
		return nil, f.stoppedError()
	case !f.known[id]:
		return nil, unknownFightError()
	case t == nil:
		t = &table{id: id, fights: f, lock: make(chan struct{}, 1), keyedLock: make(chan struct{}, 1),
			wake: make(chan struct{}), madeBy: map[int]string{}, searches: map[*runningSearch]bool{},
			question: questionAt{steps: -1}}
		t.load = sync.OnceFunc(t.open)
		f.tables[id] = t
	}
	t.users++
	if t.idleTimer != nil {
		t.idleTimer.Stop()
	}
	return t, nil
}

// release counts one user less. When nobody uses a table any more it is unloaded after a while, or at once
// if its session could not be opened: the next user tries again then.
func (f *Fights) release(t *table) {
	f.mu.Lock()
	defer f.mu.Unlock()
	t.users--
	switch {
	case t.users > 0 || f.tables[t.id] != t:
	case t.Session == nil:
		delete(f.tables, t.id)
	case !f.stopped:
		t.idleTimer = time.AfterFunc(f.options.Idle, func() { f.unload(t) })
	}
}

// unload ends a table, unless somebody uses it again. It holds the lock of Fights all the time, so that whoever comes
// meanwhile waits until the record is closed, and loads the fight anew.
func (f *Fights) unload(t *table) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if t.users > 0 || f.tables[t.id] != t {
		return
	}
	delete(f.tables, t.id)
	if err := t.end(f.stoppedError()); err != nil {
		f.options.Log.Error("a record could not be closed", "fight", t.id, "err", err)
	}
}

// close ends a table that may be in use, for a reason that its streams are told. Nobody can acquire the
// table any more: the fight is not known, or the fights are stopped.
func (t *table) close(why error) error {
	t.load()
	err := t.end(why)
	t.fights.mu.Lock()
	defer t.fights.mu.Unlock()
	delete(t.fights.tables, t.id)
	if t.idleTimer != nil {
		t.idleTimer.Stop() // while it runs it keeps the session in memory
	}
	return err
}

// end closes the record. Streams get a last event that says why; searches end.
func (t *table) end(why error) (err error) {
	t.lock <- struct{}{}
	defer t.releaseLock()
	if t.ended == nil && t.Session != nil {
		err = t.Session.Close()
	}
	t.ended = why
	t.cancelSearches(-1) // no question has stood since this step, so that all are cancelled
	t.wakeAll()
	return err
}

// open opens the session from the record. What is wrong is kept in err, in words for the GM; the log has all of it.
func (t *table) open() {
	f := t.fights
	if t.desk, t.err = f.desk(t.id); t.err != nil {
		return
	}
	s, warnings, err := session.Resume(f.path(t.id, recordExt), t.desk.head.Voice, f.readAgent)
	if other, ok := errors.AsType[session.OtherRulesError](err); ok {
		t.err = otherRulesError(other)
		return
	}
	if err != nil {
		f.options.Log.Error("a record could not be read", "fight", t.id, "err", err)
		t.err = unusableError(f.path(t.id, recordExt), err)
		return
	}
	for _, w := range warnings {
		f.options.Log.Warn("a record was repaired", "fight", t.id, "line", w.Line)
	}
	s.ParseAgent, s.RunSearch, s.Folder = f.readAgent, t.runSearch, f.path("", savedDir)
	s.Ask, s.Advice = t.desk.head.Ask, f.limits()
	if err := s.UseCatalogue(*f.options.Catalogue); err != nil { // cannot be: Resume has read the same header
		t.err = codedError{err, Failed}
		return
	}
	t.Session = s
}

// withLock calls fn while nobody else uses the session. by is who makes the steps that fn makes. If fn
// makes a step or a proposal, the streams are woken afterwards.
func (t *table) withLock(ctx context.Context, by string, fn func() error) error {
	if err := t.acquireLock(ctx); err != nil {
		return err
	}
	defer t.releaseLock()
	before, oldProposal := t.StepCount(), t.proposal
	defer func() {
		t.noteSteps(before, by)
		if t.StepCount() > before || t.proposal != oldProposal {
			t.wakeAll()
		}
	}()
	return fn()
}

// wakeAll wakes the streams that wait for something to happen. The caller holds the lock.
func (t *table) wakeAll() {
	close(t.wake)
	t.wake = make(chan struct{})
}

// wakeRevoked wakes the streams of a fight and those of all fights, so that those opened with a revoked key end.
func (f *Fights) wakeRevoked(ctx context.Context, fight string) {
	f.news.wakeRevoked()
	f.mu.Lock()
	t := f.tables[fight]
	f.mu.Unlock()
	if t == nil {
		return
	}
	t.load()
	if t.acquireLock(ctx) == nil { // else the streams have their last event
		t.wakeAll()
		t.releaseLock()
	}
}

// acquireLock waits until nobody uses the session; the caller calls releaseLock. The error is that of ctx,
// or says why nothing more can happen in the fight.
func (t *table) acquireLock(ctx context.Context) error {
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

func (t *table) releaseLock() { <-t.lock }

// noteSteps notes by whom the steps were made that came after the first before, tells the news of them, and
// cancels the searches whose question they have answered.
func (t *table) noteSteps(before int, by string) {
	now := t.StepCount()
	for i, step := range t.StepsAfter(before) {
		n, maker := before+i+1, by
		// An edit may have waited until it was possible. It is made by whoever made the step that kept it for later.
		if step.Edit != "" && step.KeptAt > 0 {
			maker = cmp.Or(t.madeBy[step.KeptAt], by)
		}
		// While fn searched, somebody else may have had the lock and made steps. Those are noted already, as theirs.
		if t.madeBy[n] == "" {
			t.madeBy[n] = maker
		}
		delete(t.madeBy, n-madeByMax)
		t.fights.news.add(t.id, n)
	}
	if now > before {
		t.cancelSearches(t.AskedSince())
	}
}

// madeByMax is for how many steps, the last ones, it is known who made them.
const madeByMax = 64

// cancelSearches cancels the searches that are not about the question that has stood since a step.
func (t *table) cancelSearches(since int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for s := range t.searches {
		if s.since != since {
			s.cancel()
		}
	}
}

// runSearch runs a search, in its turn, while others use the session: the session calls it. The caller holds
// the lock, which is given up for the search and taken back before runSearch returns.
func (t *table) runSearch(ctx context.Context, think func(context.Context) error) error {
	ctx, cancel := t.fights.searchContext(ctx)
	defer cancel()
	s := &runningSearch{t.AskedSince(), cancel}
	t.mu.Lock()
	t.searches[s] = true
	t.mu.Unlock()
	t.releaseLock()
	defer func() {
		t.mu.Lock()
		delete(t.searches, s)
		t.mu.Unlock()
		t.lock <- struct{}{}
	}()
	return t.fights.explainCutOff(ctx, t.fights.searchQueue.run(ctx, t.id, think))
}

// drive starts a goroutine in which the program plays on until somebody is asked, and makes the proposal that streams
// wait for, unless one runs already or has nothing to do. The caller holds the lock.
func (t *table) drive() {
	if t.driving != nil || !t.hasWork() {
		return
	}
	f := t.fights
	// Counted under the lock of Fights, under which Stop sets stopped: Close waits for all that were counted before.
	f.mu.Lock()
	stopped := f.stopped || t.ended != nil
	if !stopped {
		t.users++
		f.drivers.Add(1)
	}
	f.mu.Unlock()
	if stopped {
		return
	}
	done := make(chan struct{})
	t.driving = done
	go func() {
		defer f.drivers.Done()
		defer f.release(t)
		for ctx := context.WithValue(f.ctx, ownWork{}, true); t.driveOnce(ctx, done); {
		}
	}()
}

// hasWork reports whether the program can play on or should make a proposal. Proposals are made only if the
// stream of a GM waits for them: each takes a search.
func (t *table) hasWork() bool {
	t.question = questionAt{t.Question(), t.StepCount()}
	switch q := t.question; {
	case q.Kind == "":
		return true
	case q.Proposal:
		return t.proposalWaiters > 0 && t.currentProposal() == nil
	}
	return false
}

// currentQuestion returns the question that the table is asked now. It is kept until there are more steps,
// for working it out takes a good part of the time of a step.
func (t *table) currentQuestion() session.Question {
	if now := t.StepCount(); t.question.steps != now {
		t.question = questionAt{t.Question(), now}
	}
	return t.question.Question
}

// currentProposal returns the proposal for the present question, nil if none is made.
func (t *table) currentProposal() *session.Proposal {
	if t.proposal == nil || t.proposal.since != t.AskedSince() {
		return nil
	}
	return &t.proposal.out
}

// driveOnce makes one step or one proposal, and returns whether there may be more. The last call closes done, which is
// t.driving, before it gives up the lock: whoever has the lock then can start the next goroutine.
func (t *table) driveOnce(ctx context.Context, done chan struct{}) (more bool) {
	isClosed := false // done
	err := t.withLock(context.WithoutCancel(ctx), "kokyu", func() (err error) {
		defer func() {
			if !more {
				t.driving = nil
				isClosed = true
				close(done)
			}
		}()
		if ctx.Err() != nil || !t.hasWork() {
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
	case !more && !isClosed: // the table has ended, so that withLock has not called the function
		close(done)
	case err != nil && !more && ctx.Err() == nil:
		t.fights.options.Log.Error("the program cannot play on", "fight", t.id, "code", CodeOf(err))
	}
	return more
}

// propose returns the proposal for the present question, made once and kept: all screens show the same.
func (t *table) propose(ctx context.Context, c session.Client) (any, error) {
	if p := t.currentProposal(); p != nil {
		return *p, nil
	}
	out, err := c.Call(ctx, "propose", nil)
	if err == nil {
		t.proposal = &proposal{t.AskedSince(), out.(session.Proposal)}
		t.noteWin(t.proposal.out.Advice)
	}
	return out, err
}

// winPointsMax is how many of the last chances to win are remembered.
const winPointsMax = 400

// noteWin remembers the first side's chance to win by the last proposal, for the chart of the GM's page, in the place
// of those of steps that were taken back. An advice has the chance of the seat that it is for.
func (t *table) noteWin(a agent.Advice) {
	if a.Forecast == nil {
		return
	}
	now, win := t.StepCount(), a.Forecast.Win
	if slices.ContainsFunc(t.Roster(), func(f rules.Fighter) bool { return f.Name == a.Seat && f.Side == 1 }) {
		win = 1 - win
	}
	t.desk.mu.Lock()
	defer t.desk.mu.Unlock()
	kept := slices.DeleteFunc(t.desk.winPoints, func(p WinPoint) bool { return p.Step >= now })
	t.desk.winPoints = append(kept[max(0, len(kept)+1-winPointsMax):], WinPoint{now, win})
}

// Outlook returns the proposal for the present question of a fight, nil if none is made, and the chance to
// win as it went since the folder was opened. Only a function that [Fights.With] has called may call it:
// that has the fight loaded and locked.
func (f *Fights) Outlook(fight string) (*session.Proposal, []WinPoint) {
	f.mu.Lock()
	t := f.tables[fight]
	f.mu.Unlock()
	t.desk.mu.Lock()
	defer t.desk.mu.Unlock()
	return t.currentProposal(), slices.Clone(t.desk.winPoints)
}

// client returns the session as the holder of an access may use it: what a client asks for, and what steps
// it sees, package session limits by these two fields.
func (t *table) client(a Access) session.Client {
	return session.Client{Session: t.Session, As: a.Seat, Watches: a.Role == Watcher}
}

// use loads a fight and calls fn while nobody else uses it. Afterwards the program plays on.
func (f *Fights) use(ctx context.Context, a Access, fn func(*table, session.Client) error) error {
	t, err := f.acquire(a)
	if err != nil {
		return err
	}
	defer f.release(t)
	return t.withLock(ctx, a.holder(), func() error {
		if !t.desk.isValid(a.Link) {
			return unknownFightError()
		}
		defer t.drive()
		return fn(t, t.client(a))
	})
}

// With calls fn with the session of a fight while nobody else uses it. During a search that fn starts others may use
// the session; if they make a step, the search fails with [session.ErrChanged].
func (f *Fights) With(ctx context.Context, a Access, fn func(session.Client) error) error {
	return f.use(ctx, a, func(_ *table, c session.Client) error { return fn(c) })
}

// Terms are the conditions of a call.
type Terms struct {
	// Key is an Idempotency-Key: if a call with the same key was carried out, it is not carried out again. Empty for none.
	Key string
	// At is how many steps the client knows of; nil if it does not say. If a step has come since that the call may not
	// have been meant for, the call fails with the code answered.
	At *int
}

// Answer is what a call returns.
type Answer struct {
	Out   any
	Steps int  // how many steps the fight has after the call
	Again bool // whether the call was carried out before, with the same key

	wasAsked bool // whether somebody at the table was asked before the call
}

// Call calls an operation of [session.Operations]; in is its input, as JSON ([json.RawMessage]) or as a
// value of its type. An operation that answers a question waits until there is one: while the program plays
// on, what a client sends is not too early.
func (f *Fights) Call(ctx context.Context, a Access, op string, in any, terms Terms) (Answer, error) {
	o, err := session.OperationNamed(op)
	if err != nil {
		return Answer{}, err
	}
	if err := a.checkScope(o); err != nil {
		return Answer{}, err
	}
	t, err := f.acquire(a)
	if _, other := errors.AsType[session.OtherRulesError](err); other && o.Name == newRules {
		return f.resumeUnderNewRules(ctx, a)
	}
	if err != nil {
		return Answer{}, err
	}
	defer f.release(t)
	plays := false
	if o.Turns && a.Role.May(o) {
		if plays, err = t.waitForQuestion(ctx, o.Name == "propose", terms.At); err != nil {
			return Answer{}, err
		}
	}
	if terms.Key != "" && !o.Asks {
		select {
		case t.keyedLock <- struct{}{}:
			defer func() { <-t.keyedLock }()
		case <-ctx.Done():
			return Answer{}, ctx.Err()
		}
	} else {
		terms.Key = "" // what only asks is simply asked again
	}
	call := func() (out Answer, err error) {
		err = f.use(ctx, a, func(t *table, c session.Client) (err error) {
			wasAsked := t.currentQuestion().Kind != ""
			if plays && o.Name == "play" { // the program does what is asked for already
				out.Out = session.StepsMade{Steps: []rules.Step{}, Question: c.Question(), Waiting: c.WaitingChanges()}
			} else {
				out, err = t.call(ctx, c, a, o, in, terms)
			}
			out.Steps, out.wasAsked = t.StepCount(), wasAsked || out.Again
			return t.withLastStep(c, o, err)
		})
		return out, err
	}
	if o.Name == "apply" { // its input is the text of an encounter, which takes its turn as files do
		return RunShort(ctx, f, a.Fight+" "+a.Link, call)
	}
	return call()
}

// call carries out a call of [Fights.Call]: first it looks whether the call was carried out before, then
// whether it is late, and then makes it. The caller holds the lock.
func (t *table) call(ctx context.Context, c session.Client, a Access, o session.Operation, in any,
	terms Terms) (out Answer, err error) {
	before := t.StepCount()
	sent, _ := in.(json.RawMessage)
	keyed := terms.Key != "" && c.May(o)
	if keyed {
		at, end, made, err := t.desk.findReplay(a.Link, terms.Key, o.Name, sent, before)
		switch {
		case err != nil:
			return out, err
		case made:
			return Answer{Out: session.StepsMade{Steps: c.StepsSince(0)[at:end], Question: c.Question()}, Again: true}, nil
		}
	}
	if terms.At != nil && !o.Asks {
		switch at := *terms.At; {
		case at < 0:
			return out, NewError(BadRequest, fmt.Sprintf("the client knows of %d steps", at),
				"0 or more, the number of steps that it knows of")
		case at < t.AskedSince():
			return out, t.lateError(c, at)
		case at < before && !o.Turns: // any step may have changed what it was meant for, as an undo
			return out, t.lateError(c, at)
		case at > before:
			return out, NewError(BadRequest, fmt.Sprintf("the fight has not come to step %d", at),
				fmt.Sprintf("%d, the number of its steps", before))
		}
	}
	if keyed {
		if err := t.desk.beginRequest(a.Link, terms.Key, o.Name, sent, before); err != nil {
			return out, err
		}
		defer func() { err = errors.Join(err, t.desk.endRequest(t.StepCount())) }()
	}
	if o.Name == "propose" && c.May(o) && len(sent) <= len("{}") { // with any input Client.Call has the error
		out.Out, err = t.propose(ctx, c)
	} else {
		out.Out, err = c.Call(ctx, o.Name, in)
	}
	if t.Ask != t.desk.head.Ask { // open takes it from the desk, when the fight is loaded again
		err = errors.Join(err, t.desk.setAsk(t.Ask))
	}
	return out, err
}

// lateError returns the error for a client that answers a question which somebody else has answered: what was done, and
// by whom. at is how many steps the client knows of.
func (t *table) lateError(c session.Client, at int) error {
	at += max(0, slices.IndexFunc(t.StepsAfter(at), session.ChangesQuestion))
	done := "answered already: " + say.Step(c.StepsSince(0)[at])
	if by := t.madeBy[at+1]; by != "" {
		done += ", by " + by
	}
	return NewError(session.Answered, done, fmt.Sprintf("an answer to the question after step %d", t.StepCount()))
}

// waitForQuestion lets the program play on until somebody at the table is asked; if proposes is true also
// until it has made the proposal that it makes by itself. It waits as long as a search of a client may
// take: if the program plays on even then, plays is true. It does not wait for a client that knows of at
// steps, if the question that this client answers is gone.
func (t *table) waitForQuestion(ctx context.Context, proposes bool, at *int) (plays bool, err error) {
	limited, cancel := context.WithTimeout(ctx, t.fights.options.MaxThinkTime)
	defer cancel()
	for {
		if err = t.acquireLock(limited); err != nil {
			break
		}
		t.drive()
		wake, driving := t.wake, t.driving
		isAsked, isLate := t.currentQuestion().Kind != "", at != nil && *at < t.AskedSince()
		t.releaseLock()
		if driving == nil || isLate || isAsked && !proposes {
			return false, nil
		}
		select {
		case <-wake:
			continue
		case <-driving:
			return false, nil
		case <-limited.Done():
			err = limited.Err()
		}
		break
	}
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return true, nil
	}
	return false, err
}

// NextQuestion lets the program play on in a fight, and returns what is asked then. If that takes longer
// than a search of a client may take, the question is empty.
func (f *Fights) NextQuestion(ctx context.Context, a Access) (q session.Question, err error) {
	_, err = f.playOn(ctx, a, func(c session.Client) { q = c.Question() })
	return q, err
}

// playOn lets the program play on in a fight until somebody is asked, as waitForQuestion does, and then
// calls fn. steps is how many steps there are then.
func (f *Fights) playOn(ctx context.Context, a Access, fn func(session.Client)) (steps int, err error) {
	t, err := f.acquire(a)
	if err != nil {
		return 0, err
	}
	defer f.release(t)
	if _, err := t.waitForQuestion(ctx, false, nil); err != nil {
		return 0, err
	}
	return steps, f.With(ctx, a, func(c session.Client) error {
		steps = c.StepCount()
		fn(c)
		return nil
	})
}

// CallAndPlay is [Fights.Call] for a client that does not follow the fight: if somebody was asked before, the answer
// has what is asked next, for which the program has played on.
func (f *Fights) CallAndPlay(ctx context.Context, a Access, op string, in any, terms Terms) (Answer, error) {
	out, err := f.Call(ctx, a, op, in, terms)
	made, ok := out.Out.(session.StepsMade)
	if err != nil || !ok || !out.wasAsked || made.Question.Kind != "" {
		return out, err
	}
	steps, err := f.playOn(ctx, a, func(c session.Client) {
		made.Question, made.Waiting = c.Question(), c.WaitingChanges()
	})
	if err == nil { // otherwise the steps stand, and the answer is as it was
		out.Steps, out.Out = steps, made
	}
	return out, nil
}

// LateError is an error of an answer to a question with the last step: somebody else may have been faster.
type LateError struct {
	error
	Last Last
}

// Last is the last step of a fight, as a client may know it.
type Last struct {
	Step int    `json:"step"`
	Did  string `json:"did"`
	By   string `json:"by,omitempty"` // who made it; empty if that was before the fight was loaded
}

func (l LateError) Unwrap() error { return l.error }

// withLastStep adds the last step to an error that may mean that somebody else has answered the question.
func (t *table) withLastStep(c session.Client, o session.Operation, err error) error {
	n := t.StepCount()
	codes := []session.Code{session.Answered, session.NotNow, session.NotYours, session.UnknownChoice}
	if err == nil || o.Asks || n == 0 || !slices.Contains(codes, CodeOf(err)) {
		return err
	}
	return LateError{err, Last{n, say.Step(c.StepsSince(0)[n-1]), t.madeBy[n]}}
}
