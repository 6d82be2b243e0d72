package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"kokyu/agent/jobs"
)

// Worker takes jobs of its build from the server's queue and stores their results. It may end or lose its connection at
// any moment: its jobs are given to another worker when their leases are over.
type Worker struct {
	Options
	// Kinds are the kinds of jobs that it can do. A job of another kind fails.
	Kinds []jobs.Kind
	// Cores is how many jobs it does at once.
	Cores int
	// Tries is how often one job is tried, by all workers together, before it is set aside; 0: [TriesUsual].
	Tries int
	// Drain is how long the jobs under way may take after ctx is done; 0: [DrainUsual].
	Drain time.Duration
	// Metrics counts jobs for Prometheus; it may be nil.
	Metrics *metrics

	*link
	began   time.Time
	mu      sync.Mutex         // of the fields below
	running map[jobs.ID]string // by job: its kind
	counts  Counts
	recent  []time.Time          // when the last jobs ended
	refused map[string]time.Time // by other build with waiting jobs: when that was last logged
}

// The usual bounds of a worker.
const (
	TriesUsual = 3
	DrainUsual = 20 * time.Second
	jobTimeout = time.Hour // of one job
	opensMost  = 4         // benches that a core keeps open
	recentMost = 512       // ends of jobs from which the rate is computed
)

// Counts counts the jobs of a worker since it began, by how they ended.
type Counts struct {
	Done     int `json:"done"`   // results stored
	Known    int `json:"known"`  // jobs that had a result already
	Failed   int `json:"failed"` // tries that failed
	SetAside int `json:"aside"`  // jobs set aside
}

// Run works until ctx is done. Then it takes no more jobs, finishes those under way within Drain, and returns the
// others to the queue.
func (w *Worker) Run(ctx context.Context) error {
	w.Drain, w.Tries = cmp.Or(w.Drain, DrainUsual), cmp.Or(w.Tries, TriesUsual)
	server, err := connect(ctx, w.Options)
	if err != nil {
		return err
	}
	defer server.nc.Close()
	w.link, w.began, w.running, w.refused = server, time.Now(), map[jobs.ID]string{}, map[string]time.Time{}
	w.Options = server.Options
	queue, err := server.openQueue(ctx)
	if err != nil {
		return err
	}
	if _, err := server.nc.Subscribe(server.Prefix+"."+status, func(m *nats.Msg) { respond(m, w.report()) }); err != nil {
		return err
	}
	// drainCtx outlives ctx by Drain: with it the jobs under way go on, and their results are stored.
	drainCtx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(w.Drain, cancel) })()
	var wait sync.WaitGroup
	for range max(1, w.Cores) {
		wait.Go(func() { w.runCore(ctx, drainCtx, queue) })
	}
	wait.Go(func() { w.warnOfOtherBuilds(ctx) })
	wait.Wait()
	_ = server.nc.FlushTimeout(answerTimeout)
	return nil
}

// runCore does one job after the other until ctx is done, the last one until drainCtx is done. If the server is gone
// for a while, or comes back without what it had stored, it waits and opens the queue again.
func (w *Worker) runCore(ctx, drainCtx context.Context, queue jetstream.Consumer) {
	c := &core{Worker: w, drainCtx: drainCtx, benches: &openBenches{}}
	for ctx.Err() == nil {
		msg, err := queue.Next(jetstream.FetchMaxWait(time.Second))
		switch {
		case err == nil:
			c.handle(msg)
		case errors.Is(err, nats.ErrTimeout) || errors.Is(err, jetstream.ErrNoMessages) || ctx.Err() != nil:
		case errors.Is(err, jetstream.ErrConsumerDeleted) || errors.Is(err, jetstream.ErrConsumerNotFound) ||
			errors.Is(err, nats.ErrNoResponders):
			_ = sleep(ctx, time.Second)
			if again, err := w.openQueue(ctx); err == nil { // the server may have lost its store
				queue = again
			} else if w.openStreams(ctx) == nil {
				continue
			}
		default:
			_ = sleep(ctx, time.Second)
		}
	}
}

// core is the state of one goroutine that does jobs.
type core struct {
	*Worker
	drainCtx context.Context // done when a job under way has to end
	benches  *openBenches    // the last used
}

// openBenches are the benches that a core has open, the oldest first. The goroutine of an abandoned job keeps them, and
// the core goes on with new ones.
type openBenches struct{ list []openBench }

// openBench is a bench whose document has been read, with the function that does its jobs.
type openBench struct {
	bench jobs.ID
	do    func(n int) (any, error)
}

// handle does the job of a message and acknowledges the message, returns it to the queue or sets it aside; if it fails
// to, the server redelivers the message when the lease is over. So a job can be done twice. The server refuses the
// second result, which is the same, as jobs are pure functions.
func (c *core) handle(msg jetstream.Msg) {
	began := time.Now()
	info, err := msg.Metadata()
	if err != nil {
		return
	}
	tries := int(info.NumDelivered) // this one included
	j, id, err := c.readJob(msg.Subject(), msg.Data())
	if err != nil { // no worker can do it
		c.setAside(msg, tries, "a message that is no job: "+err.Error())
		return
	}
	c.countBegin(id, j.Kind)
	did := Counts{}
	defer func() { c.countEnd(id, did, time.Since(began)) }()
	beating, stop := context.WithCancel(c.drainCtx)
	defer stop()
	go c.renewLease(beating, msg)
	if known, err := c.hasResult(c.drainCtx, j.Bench, id); err == nil && known {
		did.Known = 1
		_ = msg.Ack()
		return
	}
	if tries > c.Tries { // a job that crashes the program leaves no error, and would be tried for ever
		did.SetAside = 1
		c.setAside(msg, tries-1, "nobody who had it gave an answer or an error: the worker ended, or was cut off")
		return
	}
	result, err := c.doJob(j)
	if err == nil && len(result) > jobs.ResultMax {
		err = fmt.Errorf("a result of %d bytes, want at most %d", len(result), jobs.ResultMax)
	}
	if err != nil {
		switch {
		case c.drainCtx.Err() != nil:
			_ = msg.Nak() // another worker may begin at once
		case tries >= c.Tries:
			did.SetAside = 1
			c.setAside(msg, tries, err.Error())
		default:
			did.Failed = 1
			_ = msg.NakWithDelay(time.Second)
		}
		return
	}
	// The result is stored before the job leaves the queue, or it would be lost if the worker ended in between.
	if c.storeResult(j, id, storedResult{Worker: c.Name, Milliseconds: time.Since(began).Milliseconds(), Result: result}) {
		did.Done = 1
		_ = msg.Ack()
	}
}

// renewLease renews the lease of a job every third of it, which allows for two lost messages.
func (c *core) renewLease(ctx context.Context, msg jetstream.Msg) {
	t := time.NewTicker(min(c.Lease, LeaseUsual) / 3) // an asker may have set the usual lease since
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			_ = msg.InProgress()
		}
	}
}

// doJob returns the result of a job. A panic in it becomes its error. A job that takes longer than jobTimeout is
// abandoned: its goroutine cannot be stopped, so it goes on, and its result is dropped.
func (c *core) doJob(j jobs.Job) (result json.RawMessage, err error) {
	type outcome struct {
		result json.RawMessage
		err    error
	}
	ended, open := make(chan outcome, 1), c.benches
	go func() {
		var o outcome
		defer func() {
			if r := recover(); r != nil {
				o.err = fmt.Errorf("the program went wrong: %v\n%s", r, debug.Stack())
			}
			ended <- o
		}()
		var do func(int) (any, error)
		if do, o.err = c.benchFor(open, j); o.err != nil {
			return
		}
		var v any
		if v, o.err = do(j.N); o.err == nil {
			o.result, o.err = jobs.Encode(v)
		}
	}()
	longest := time.NewTimer(jobTimeout)
	defer longest.Stop()
	select {
	case o := <-ended:
		if o.err != nil {
			c.benches = &openBenches{} // an open bench may be broken
		}
		return o.result, o.err
	case <-c.drainCtx.Done():
		return nil, c.drainCtx.Err()
	case <-longest.C:
		c.benches = &openBenches{} // the abandoned goroutine keeps the old ones
		return nil, fmt.Errorf("it took longer than %s", jobTimeout)
	}
}

// benchFor returns the function that does the jobs of a bench, and keeps the bench open for further jobs.
func (c *core) benchFor(open *openBenches, j jobs.Job) (func(int) (any, error), error) {
	if i := slices.IndexFunc(open.list, func(o openBench) bool { return o.bench == j.Bench }); i >= 0 {
		return open.list[i].do, nil
	}
	at := slices.IndexFunc(c.Kinds, func(k jobs.Kind) bool { return k.Name == j.Kind })
	if at < 0 {
		return nil, fmt.Errorf("there is no kind of job %.40q", j.Kind)
	}
	doc, err := c.readBench(c.drainCtx, j.Bench)
	if err != nil {
		return nil, err
	}
	makeWorker, err := c.Kinds[at].Open(c.drainCtx, doc)
	if err != nil {
		return nil, err
	}
	if len(open.list) == opensMost {
		open.list = open.list[1:]
	}
	do := makeWorker()
	open.list = append(open.list, openBench{j.Bench, do})
	return do, nil
}

// storeResult stores a result, and waits for the server if it is gone. It returns false if the worker has to end
// before.
func (c *core) storeResult(j jobs.Job, id jobs.ID, d storedResult) bool {
	data, err := jobs.Encode(d)
	if err != nil {
		return false
	}
	said := false
	for {
		_, err := c.js.Publish(c.drainCtx, c.subject(results, string(j.Bench), string(id)), data, jetstream.WithMsgID(string(id)))
		switch {
		case err == nil || isDuplicate(err):
			return true
		case c.drainCtx.Err() != nil:
			return false
		case !isTransient(err) && !said:
			said = true
			c.say("a result cannot be stored: %v; it is tried again every second", c.wordError(err))
		}
		if sleep(c.drainCtx, time.Second) != nil {
			return false
		}
	}
}

// setAside stores a job's error and then removes the job from the queue. In that order an asker that waits for the job
// always finds one of them.
func (c *core) setAside(msg jetstream.Msg, tries int, why string) {
	if len(why) > faultMax {
		why = why[:faultMax]
	}
	subject := c.Prefix + "." + aside + msg.Subject()[len(c.Prefix+"."+work):]
	data, err := jobs.Encode(failedJob{By: c.Name, Tries: tries, Fault: why})
	if err == nil {
		_, err = c.js.Publish(c.drainCtx, subject, data)
	}
	if err != nil {
		return // the job comes again when its lease is over
	}
	line, _, _ := strings.Cut(shorten(why), "\n")
	c.say("a job was set aside: %s", line)
	_ = msg.TermWithReason("set aside")
}

// countBegin counts a job that has begun.
func (w *Worker) countBegin(id jobs.ID, kind string) {
	w.mu.Lock()
	w.running[id] = kind
	w.mu.Unlock()
	if w.Metrics != nil {
		w.Metrics.Began()
	}
}

// countEnd counts a job that has ended.
func (w *Worker) countEnd(id jobs.ID, did Counts, took time.Duration) {
	w.mu.Lock()
	delete(w.running, id)
	w.counts.Done += did.Done
	w.counts.Known += did.Known
	w.counts.Failed += did.Failed
	w.counts.SetAside += did.SetAside
	if w.recent = append(w.recent, time.Now()); len(w.recent) > recentMost {
		w.recent = w.recent[1:]
	}
	w.mu.Unlock()
	if w.Metrics != nil {
		w.Metrics.CountJob(did, took)
	}
}

// warnOfOtherBuilds logs now and then that jobs of another build wait, so that it is clear why a worker of another
// build does nothing.
func (w *Worker) warnOfOtherBuilds(ctx context.Context) {
	for {
		if s, err := w.work.Info(ctx, jetstream.WithSubjectFilter(w.Prefix+"."+work+".>")); err == nil {
			waiting := map[string]int{}
			for subject, n := range s.State.Subjects {
				waiting[buildOf(subject)] += int(n)
			}
			for build, n := range waiting {
				if build != w.Build && time.Since(w.refused[build]) > 10*time.Minute {
					w.refused[build] = time.Now()
					w.say("%d jobs wait for a worker of build %s; this is build %s and does not do them, as its results could be others",
						n, shorten(build), w.Build)
				}
			}
		}
		if sleep(ctx, 15*time.Second) != nil {
			return
		}
	}
}
