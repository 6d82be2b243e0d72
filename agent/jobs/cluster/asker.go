package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"kokyu/agent/jobs"
	"kokyu/rules/text"
)

// Bounds of what an asker asks for.
const (
	askedMost = 256 // jobs in the queue at once
	// aheadMost is how many jobs ahead of the first without an answer may be asked for. Early results wait in memory,
	// and are wasted if an earlier one ends the run.
	aheadMost   = 2048
	lonelyAfter = 10 * time.Second // time without any answer after which to warn that there is no worker
)

// asker has jobs done by workers. It implements [jobs.Remote].
type asker struct {
	*link
	answers *answers // of the last bench

	mu    sync.Mutex // of the fields below, which report returns
	count int        // of the jobs under way
	done  int        // of them
	what  string     // their kind
}

// ConnectAsker connects an asker.
func ConnectAsker(ctx context.Context, o Options) (*asker, error) {
	l, err := connect(ctx, o)
	if err != nil {
		return nil, err
	}
	a := &asker{link: l}
	if _, err := l.openQueue(ctx); err != nil {
		l.nc.Close()
		return nil, err
	}
	_, err = l.nc.Subscribe(l.Prefix+"."+status, func(m *nats.Msg) { respond(m, a.report()) })
	return a, err
}

// Close ends the connection.
func (a *asker) Close() {
	if a.answers != nil {
		a.answers.stop()
	}
	a.nc.Close()
}

// answers collects the answers to jobs of one bench: the goroutines that listen put them, and the one that runs takes
// them.
type answers struct {
	bench   jobs.ID
	stop    func()        // ends listening
	changed chan struct{} // receives a value after answers were put

	mu    sync.Mutex
	known map[jobs.ID]jobs.Answer // not yet taken; without their numbers
}

// listen listens to the results of a bench. It returns when all stored ones have been read, so that no job is asked for
// that has a result. Jobs that were set aside are removed from the server, as they are asked for again. Several runs of
// one bench share the answers.
func (a *asker) listen(ctx context.Context, bench jobs.ID) (*answers, error) {
	if a.answers != nil && a.answers.bench == bench {
		return a.answers, nil
	}
	if a.answers != nil {
		a.answers.stop()
		a.answers = nil
	}
	answers := &answers{bench: bench, changed: make(chan struct{}, 1), known: map[jobs.ID]jobs.Answer{}}
	if err := a.aside.Purge(ctx, jetstream.WithPurgeSubject(a.subject(aside, string(bench), ">"))); err != nil {
		return nil, a.wordError(err)
	}
	stored := make(chan struct{})
	results, err := a.follow(ctx, results, bench, stored, answers.addResult)
	if err != nil {
		return nil, err
	}
	faults, err := a.follow(ctx, aside, bench, nil, answers.addFault)
	if err != nil {
		results.Stop()
		return nil, err
	}
	answers.stop = func() {
		results.Stop()
		faults.Stop()
	}
	a.answers = answers
	select {
	case <-stored:
		return answers, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// follow reads a stream from its beginning on, and closes stored when all that was stored before has been read.
// Messages say how many are pending; an empty stream sends none, so it is asked.
func (a *asker) follow(ctx context.Context, what string, bench jobs.ID, stored chan struct{},
	take func(id jobs.ID, data []byte)) (jetstream.ConsumeContext, error) {
	consumer, err := a.js.OrderedConsumer(ctx, a.Prefix+"-"+what,
		jetstream.OrderedConsumerConfig{FilterSubjects: []string{a.subject(what, string(bench), ">")},
			DeliverPolicy: jetstream.DeliverAllPolicy})
	if err != nil {
		return nil, a.wordError(err)
	}
	var once sync.Once
	all := func() {
		if stored != nil {
			once.Do(func() { close(stored) })
		}
	}
	if info, err := consumer.Info(ctx); err != nil {
		return nil, a.wordError(err)
	} else if info.NumPending == 0 {
		all()
	}
	return consumer.Consume(func(m jetstream.Msg) {
		if len(m.Data()) <= jobs.ResultMax+4096 {
			take(idOf(m.Subject()), m.Data())
		}
		if info, err := m.Metadata(); err == nil && info.NumPending == 0 {
			all()
		}
	})
}

// addResult adds a result that the server has stored. One that cannot be read is a fault of its job, not of the run.
func (h *answers) addResult(id jobs.ID, data []byte) {
	var d storedResult
	if err := jobs.Decode(data, &d); err != nil {
		h.put(id, jobs.Answer{Fault: "its result cannot be read: " + err.Error()})
		return
	}
	h.put(id, jobs.Answer{Result: d.Result})
}

// addFault adds the error of a job that was set aside.
func (h *answers) addFault(id jobs.ID, data []byte) {
	f := failedJob{Fault: "nobody can read why"}
	_ = jobs.Decode(data, &f)
	h.put(id, jobs.Answer{Fault: fmt.Sprintf("%s (tried %d times, at last by %s)",
		shorten(f.Fault), f.Tries, shorten(f.By))})
}

// put adds an answer and signals changed. A fault does not replace a result, which another worker may have stored
// meanwhile.
func (h *answers) put(id jobs.ID, a jobs.Answer) {
	h.mu.Lock()
	if before, known := h.known[id]; !known || before.Fault != "" || a.Fault == "" {
		h.known[id] = a
	}
	h.mu.Unlock()
	select {
	case h.changed <- struct{}{}:
	default:
	}
}

// take removes and returns the answer to a job.
func (h *answers) take(id jobs.ID) (a jobs.Answer, known bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	a, known = h.known[id]
	delete(h.known, id)
	return a, known
}

// shorten returns the part of an error from the server that is shown.
func shorten(s string) string {
	if len(s) > faultMax {
		s = s[:faultMax] + " ..."
	}
	return text.Escape(s)
}

// run is one call of [asker.Run].
type run struct {
	*asker
	jobs.Request
	answers     *answers
	open        map[int]openJob // asked for and not answered
	next        int             // the next job to ask for
	lastHeard   time.Time       // when the last answer came, or the run began
	warnedAlone bool            // since lastHeard, that no worker is there
	ended       bool            // no more jobs are asked for
}

// openJob is a job as it was sent.
type openJob struct {
	id   jobs.ID
	data []byte // as it is sent
}

// Run implements [jobs.Remote]. At its end it removes the jobs that nobody has begun from the queue, also after ctx is
// done: otherwise workers would go on with them for as long as a week.
func (a *asker) Run(ctx context.Context, x jobs.Request, got func(jobs.Answer) bool) error {
	bench := jobs.Hash(x.Doc)
	a.mu.Lock()
	a.count, a.done, a.what = x.Count, 0, ""
	a.mu.Unlock()
	if err := a.retry(ctx, func() error { return a.putBench(ctx, bench, x.Doc) }); err != nil {
		return err
	}
	var h *answers
	if err := a.retry(ctx, func() (err error) { h, err = a.listen(ctx, bench); return err }); err != nil {
		return err
	}
	r := &run{asker: a, Request: x, answers: h, open: map[int]openJob{}, lastHeard: time.Now()}
	err := r.run(ctx, got)
	if len(r.open) > 0 {
		after, end := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer end()
		_ = a.work.Purge(after, jetstream.WithPurgeSubject(a.subject(work, string(bench), ">")))
	}
	return err
}

// retry calls do until its error is nil or not transient.
func (a *asker) retry(ctx context.Context, do func() error) error {
	for {
		err := do()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil || !isTransient(err) && !isTransient(errors.Unwrap(err)) {
			return err
		}
		if err := sleep(ctx, time.Second); err != nil {
			return err
		}
	}
}

// sleep waits for a time or until ctx is done.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// run asks for jobs and passes on their answers until all are answered or got returns true. It wakes when answers have
// come, after each lease to ask again for open jobs, and each second to check whether a worker is there.
func (r *run) run(ctx context.Context, got func(jobs.Answer) bool) error {
	again := time.NewTicker(r.Lease)
	defer again.Stop()
	lonely := time.NewTicker(time.Second)
	defer lonely.Stop()
	for {
		stop, err := r.passAnswers(ctx, got)
		if err != nil || stop {
			return err
		}
		if len(r.open) == 0 && (r.ended || r.next >= r.Count) {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-r.answers.changed:
		case <-again.C: // the server may have lost jobs, or another asker removed them
			for _, o := range r.open {
				if err := r.enqueue(ctx, o); err != nil {
					return err
				}
			}
		case <-lonely.C:
			r.warnIfAlone(ctx)
		}
	}
}

// passAnswers passes on the answers that have come and asks for more jobs, but for those whose results the server has
// from an earlier run.
func (r *run) passAnswers(ctx context.Context, got func(jobs.Answer) bool) (stop bool, err error) {
	pass := func(k int, id jobs.ID) (known, stop bool) {
		a, known := r.answers.take(id)
		if !known {
			return false, false
		}
		r.lastHeard, r.warnedAlone = time.Now(), false
		if a.Fault != "" && r.Ends {
			r.ended = true // later results would not be used
		}
		r.mu.Lock()
		r.asker.done++
		r.mu.Unlock()
		a.N = k
		return true, got(a)
	}
	first := r.Count
	for k, o := range r.open {
		known, stop := pass(k, o.id)
		if known {
			delete(r.open, k)
		} else {
			first = min(first, k)
		}
		if stop {
			return true, nil
		}
	}
	for !r.ended && r.next < r.Count && len(r.open) < askedMost && r.next < first+aheadMost {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		k := r.next
		r.next++
		if r.IsKnown(k) {
			continue
		}
		j := r.Job(k)
		r.mu.Lock()
		r.what = j.Kind
		r.mu.Unlock()
		o := openJob{id: j.ID()}
		if known, stop := pass(k, o.id); stop || known {
			if stop {
				return true, nil
			}
			continue
		}
		if o.data, err = jobs.Encode(j); err != nil {
			return false, err
		}
		if err := r.enqueue(ctx, o); err != nil {
			return false, err
		}
		r.open[k] = o
		first = min(first, k)
	}
	return false, nil
}

// enqueue puts a job into the queue, unless it is there. If the server does not answer, run tries again later. The id
// of the job is that of the message, so that a job that is sent twice is stored once.
func (r *run) enqueue(ctx context.Context, o openJob) error {
	subject := r.subject(work, string(r.answers.bench), string(o.id))
	ack, err := r.js.Publish(ctx, subject, o.data, jetstream.WithMsgID(string(o.id)))
	if err == nil && ack.Duplicate { // it was sent within duplicateWindow, but may be gone again
		if _, err = r.work.GetLastMsgForSubject(ctx, subject); errors.Is(err, jetstream.ErrMsgNotFound) {
			_, err = r.js.Publish(ctx, subject, o.data)
		}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil || isDuplicate(err) || isTransient(err):
		return nil
	}
	return r.wordError(err)
}

// warnIfAlone warns once if no answer has come for lonelyAfter and there is no worker.
func (r *run) warnIfAlone(ctx context.Context) {
	if r.warnedAlone || time.Since(r.lastHeard) < lonelyAfter || !r.nc.IsConnected() {
		return
	}
	ctx, end := context.WithTimeout(ctx, answerTimeout)
	defer end()
	c, err := r.js.Consumer(ctx, r.Prefix+"-"+work, "build-"+r.Build)
	if err != nil {
		return
	}
	if info, err := c.Info(ctx); err == nil && info.NumWaiting == 0 && info.NumAckPending == 0 {
		r.warnedAlone = true
		r.say("no worker of this build (%s) is there: start one with kokyu-lab work --nats %s", r.Build, text.Escape(r.URL))
	}
}
