// Package jobstest tests work that is cut into jobs: its report must be the same whoever does the jobs, wherever, and
// however often they are interrupted.
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

// Same calls do with every kind of pool, and wants the same report of each, byte for byte: one core and three cores; an
// empty file of results, half of one that ends within a line, and a whole one; and a remote machine, which knows only
// what it is sent. It returns the report. want is how many jobs the remote machine must have done at least; 0 for work
// that only one machine can do.
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
	// kept runs with the present file of results, and returns how many results it had before.
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
	far := &remoteMachine{T: t, Kinds: kinds}
	check("elsewhere", report(&jobs.Pool{Cores: 1, Build: "test", Remote: far}))
	if far.Done < want {
		t.Errorf("%d jobs were done elsewhere, want at least %d", far.Done, want)
	}
	return one
}

// remoteMachine does jobs knowing only what it is sent. A worker that used the memory of who asks would fail here.
type remoteMachine struct {
	T     *testing.T
	Kinds []jobs.Kind
	Done  int // jobs
}

// Run does every job of a bench, dozen by dozen, and those of a dozen in random order.
func (e *remoteMachine) Run(ctx context.Context, a jobs.Request, got func(jobs.Answer) bool) error {
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

// do does a job from its document alone, and returns its result encoded.
func (e *remoteMachine) do(ctx context.Context, j jobs.Job, doc []byte) (json.RawMessage, error) {
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
