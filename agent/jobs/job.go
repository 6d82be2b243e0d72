package jobs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"

	"kokyu/rules/text"
)

// Limits of what is read from a file or from the net.
const (
	DocMax    = 64 << 20 // bytes of a bench's document
	JobMax    = 68 << 10 // bytes of a job as it is sent
	ResultMax = 1 << 20  // bytes of a result
	NumberMax = 1 << 40  // of a job
)

// ID is a hash as 32 hexadecimal digits, the first half of a SHA-256. It is part of the subjects of a server.
type ID string

// Hash returns the hash of a document.
func Hash(doc []byte) ID {
	sum := sha256.Sum256(doc)
	return ID(hex.EncodeToString(sum[:16]))
}

// Valid reports whether an id has the form of one.
func (id ID) Valid() bool {
	b, err := hex.DecodeString(string(id))
	return err == nil && len(b) == 16 && hex.EncodeToString(b) == string(id)
}

// Job is one piece of work as it is sent.
type Job struct {
	Kind  string `json:"kind"`
	Build string `json:"build"` // the program that does it: see [Pool]
	Bench ID     `json:"bench"` // the hash of the bench's document
	N     int    `json:"n"`
}

// ID returns a hash of the job. The 0 stands for an input, which jobs once had; without it all ids would change.
func (j Job) ID() ID {
	return Hash(fmt.Appendf(nil, "kokyu job 1\n%q %q %q %d 0\n", j.Kind, j.Build, j.Bench, j.N))
}

// Bench is a set of jobs that differ only in their numbers.
type Bench[T any] struct {
	Kind string
	// Doc returns what they have in common, to be encoded as JSON. It is called only if results are kept or jobs are
	// done elsewhere.
	Doc func() (any, error)
	// Work makes a worker, which does one job after the other. Every core has its own, so that a worker may keep memory
	// between jobs, such as the transposition table of a search.
	Work func() func(k int) (T, error)
	// Local is set if a worker needs something that is not in the document, so that only this machine can do the jobs.
	Local bool
	// Ends is set if a result can end the run. Then no further jobs are asked for after one that failed.
	Ends bool
}

// Pool is where jobs are done: on the cores of this machine, unless there is more.
type Pool struct {
	Cores int
	// Build identifies the program with its rules. Results of another build are refused, as they may differ. It is
	// needed only with a Store or a Remote.
	Build  string
	Store  *store            // a file of results; nil: none
	Remote Remote            // other machines; nil: none
	Note   func(what string) // called with messages for the user; may be nil
}

// Remote does jobs elsewhere.
type Remote interface {
	// Run has jobs done and calls got with the answer to each, one call at a time and in any order, until got returns
	// true or each job was answered. A job may be done twice, as it is a pure function, but is answered once.
	Run(ctx context.Context, a Request, got func(Answer) (stop bool)) error
}

// Request is jobs of one bench to be done elsewhere.
type Request struct {
	Doc     []byte           // of the bench
	Count   int              // how many jobs there are
	Job     func(k int) Job  // returns job k as it is sent
	IsKnown func(k int) bool // reports whether its result is known, so that it need not be done
	Ends    bool             // see [Bench]
}

// Answer is the result of a job, or why there is none.
type Answer struct {
	N      int // the number of the job
	Result json.RawMessage
	Fault  string // why it failed for good
}

// Aside is the error of jobs that failed as often as they may be tried.
type Aside struct {
	First int    // the number of the first of them
	Count int    // how many they are
	Total int    // how many jobs were asked for
	Fault string // of the first
}

// Error says how many jobs failed, and why the first did.
func (a *Aside) Error() string {
	return fmt.Sprintf("%d of %d jobs failed as often as they may be tried and were set aside; the first is number %d: %s",
		a.Count, a.Total, a.First, a.Fault)
}

// Do does n jobs of a bench and calls see with the results in the order of their numbers. It ends when see returns
// true, at the first error in that order, or when ctx is done. A nil pool is one core.
func Do[T any](ctx context.Context, pool *Pool, n int, bench Bench[T], see func(k int, t T) (stop bool)) error {
	if pool == nil {
		pool = &Pool{Cores: 1}
	}
	if pool.Store == nil && pool.Remote == nil {
		return RunOrdered(ctx, n, pool.Cores, bench.Work, see)
	}
	content, err := bench.Doc()
	if err != nil {
		return err
	}
	doc, err := Encode(content)
	if err != nil {
		return err
	}
	if len(doc) > DocMax {
		return fmt.Errorf("what the jobs have in common is %d bytes, want at most %d", len(doc), DocMax)
	}
	run := &benchRun[T]{pool, bench, doc, Hash(doc)}
	if pool.Store != nil {
		if err := pool.Store.begin(pool.Build, bench.Kind, run.hash); err != nil {
			return err
		}
	}
	if pool.Remote == nil || bench.Local {
		if pool.Remote != nil && pool.Note != nil {
			pool.Note("only this machine can do this part of the work (" + bench.Kind + ")")
		}
		return RunOrdered(ctx, n, pool.Cores, run.worker, see)
	}
	return run.doRemotely(ctx, n, see)
}

// benchRun is one call of Do that has results from elsewhere or from a file.
type benchRun[T any] struct {
	pool  *Pool
	bench Bench[T]
	doc   []byte // as JSON
	hash  ID     // of doc
}

// job returns the k-th job as it is sent.
func (x *benchRun[T]) job(k int) Job {
	return Job{Kind: x.bench.Kind, Build: x.pool.Build, Bench: x.hash, N: k}
}

// worker makes a worker that takes known results from the file and does other jobs here. It calls Work only at the
// first job that is not known.
func (x *benchRun[T]) worker() func(k int) (T, error) {
	var work func(k int) (T, error)
	return func(k int) (result T, err error) {
		j := x.job(k)
		id := j.ID()
		if raw, ok := x.pool.Store.get(id); ok {
			return x.decode(k, raw)
		}
		if work == nil {
			work = x.bench.Work()
		}
		if result, err = work(k); err != nil {
			return result, err
		}
		raw, err := Encode(result)
		if err == nil {
			err = x.pool.Store.put(id, j, raw)
		}
		return result, err
	}
}

// decode reads the result of job k.
func (x *benchRun[T]) decode(k int, raw json.RawMessage) (t T, err error) {
	if err = Decode(raw, &t); err != nil {
		err = fmt.Errorf("the result of job %d cannot be read: %w", k, err)
	}
	return t, err
}

// doRemotely has the jobs done elsewhere. Results come in any order and wait in ready until those before them have been
// seen; known results are read from the file in their turn. After a job that failed for good the others are still done,
// so that their results are kept; then the run ends with [Aside].
func (x *benchRun[T]) doRemotely(ctx context.Context, n int, see func(k int, t T) (stop bool)) error {
	var (
		shown int                // all below were seen
		ready = map[int]T{}      // results that came before their turn
		aside = map[int]string{} // why jobs failed for good
		fault error              // what ends the run
	)
	advance := func() (stop bool) { // calls see with the results whose turn it is
		for shown < n {
			t, ok := ready[shown]
			if !ok {
				raw, known := x.pool.Store.get(x.job(shown).ID())
				if !known {
					return false
				}
				if t, fault = x.decode(shown, raw); fault != nil {
					return true
				}
			}
			delete(ready, shown)
			if see(shown, t) {
				shown = n
				return true
			}
			shown++
		}
		return true
	}
	if advance() {
		return fault
	}
	asked := Request{Doc: x.doc, Count: n, Job: x.job, Ends: x.bench.Ends, IsKnown: func(k int) bool {
		_, known := x.pool.Store.get(x.job(k).ID())
		return known
	}}
	err := x.pool.Remote.Run(ctx, asked, func(a Answer) (stop bool) {
		if a.Fault == "" {
			t, err := x.decode(a.N, a.Result)
			if err == nil {
				ready[a.N] = t
				j := x.job(a.N)
				if fault = x.pool.Store.put(j.ID(), j, a.Result); fault != nil {
					return true
				}
				return advance()
			}
			a.Fault = err.Error()
		}
		aside[a.N] = a.Fault
		return false
	})
	switch {
	case fault != nil:
		return fault
	case err != nil || shown == n || len(aside) == 0:
		return err
	}
	failed := &Aside{First: n, Count: len(aside), Total: n}
	for k, why := range aside {
		if k < failed.First {
			failed.First, failed.Fault = k, why
		}
	}
	return failed
}

// Kind is a kind of jobs that can be done for others.
type Kind struct {
	Name string
	// Open reads the document of a bench, which is untrusted, and returns a function that makes workers.
	Open func(ctx context.Context, doc []byte) (MakeWorkers, error)
}

// MakeWorkers makes workers of a bench; each does one job after the other.
type MakeWorkers func() func(n int) (any, error)

// Encode encodes a document or a result as JSON.
func Encode(v any) (json.RawMessage, error) { return text.JSON(v) }

// Decode reads one JSON value that has no unknown members and nothing after it.
func Decode(data []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return fmt.Errorf("there is something after its end")
	}
	return nil
}
