// Package jobstest is for tests of what is cut into jobs: whoever does them, wherever and however often they are
// interrupted, what is made of the results is the same.
package jobstest

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"kokyu/agent/jobs"
)

// Same runs what is to be measured in every way there is, and wants the same report of each, byte for byte: on one core
// and on three; with a file of results, with half of such a file, half a line at its end, and with the whole of it;
// elsewhere, where nothing is known but what was sent, in no order. The first report is returned. want is how many of
// the benches' jobs an elsewhere must have done at least, and 0 for work that only one machine can do.
func Same(t *testing.T, kinds []jobs.Kind, want int, do func(p *jobs.Pool) any) string {
	t.Helper()
	report := func(p *jobs.Pool) string {
		t.Helper()
		data, err := jobs.Encode(do(p))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	one := report(&jobs.Pool{Cores: 1})
	check := func(how, got string) {
		t.Helper()
		if got != one {
			t.Errorf("%s: %s\none core: %s", how, got, one)
		}
	}
	check("three cores", report(&jobs.Pool{Cores: 3}))
	path := filepath.Join(t.TempDir(), "results.jsonl")
	// kept runs with the file as it is, and returns how many results it had before.
	kept := func(how string) (known int) {
		t.Helper()
		k, err := jobs.OpenStore(path, "a test")
		if err != nil {
			t.Fatal(err)
		}
		known = k.Len()
		check(how, report(&jobs.Pool{Cores: 2, Build: "test", Store: k}))
		if err := k.Close(); err != nil {
			t.Fatal(err)
		}
		return known
	}
	kept("with a file of results")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, int64(len(whole)/2)); err != nil {
		t.Fatal(err)
	}
	half := kept("with half of a file of results")
	again, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(again) <= len(whole)/2 {
		t.Errorf("the file has %d bytes after an interruption of %d", len(again), len(whole))
	}
	if all := kept("with all results"); half >= all {
		t.Errorf("half of the file has %d results of %d", half, all)
	}
	far := &elsewhere{T: t, Kinds: kinds}
	check("elsewhere", report(&jobs.Pool{Cores: 1, Build: "test", Remote: far}))
	if far.Done < want {
		t.Errorf("%d jobs were done elsewhere, want at least %d", far.Done, want)
	}
	return one
}

// elsewhere is another machine: it knows of a job what is sent, and does jobs in no order. A worker that used what only
// the asker's memory has would do another job here.
type elsewhere struct {
	T     *testing.T
	Kinds []jobs.Kind
	Done  int // jobs
}

// Run does every job of a bench, dozen by dozen, and those of a dozen in no order.
func (e *elsewhere) Run(ctx context.Context, a jobs.Request, got func(jobs.Answer) bool) error {
	const ahead = 12
	rng := rand.New(rand.NewPCG(1, 2))
	for first := 0; first < a.Count; first += ahead {
		for _, k := range rng.Perm(min(ahead, a.Count-first)) {
			k += first
			if a.IsKnown(k) {
				continue
			}
			j := a.Job(k)
			result, err := e.do(ctx, j, a.Doc)
			if err != nil {
				e.T.Errorf("%s %d: %v", j.Kind, k, err)
				return err
			}
			e.Done++
			if got(jobs.Answer{N: k, Result: result}) {
				return nil
			}
		}
	}
	return nil
}

// do does a job as a worker on another machine does it: from the documents alone, its result encoded.
func (e *elsewhere) do(ctx context.Context, j jobs.Job, doc []byte) (json.RawMessage, error) {
	for _, kind := range e.Kinds {
		if kind.Name != j.Kind {
			continue
		}
		open, err := kind.Open(ctx, doc)
		if err != nil {
			return nil, err
		}
		result, err := open()(j.N)
		if err != nil {
			return nil, err
		}
		return jobs.Encode(result)
	}
	return nil, fmt.Errorf("there is no such kind of job")
}
