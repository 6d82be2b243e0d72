package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

// trial runs the law tests of one system against its mutants, one after another, in a folder of its own.
type trial struct {
	sys   system
	limit time.Duration
	dir   string // what is written
}

// fate is what came of a mutant.
type fate uint8

const (
	invalid fate = iota // it does not compile, and is none
	dead
	survived
)

// newTrial makes sure that the law tests pass as things are: against a broken tree every mutant would seem dead.
func newTrial(ctx context.Context, sys system, limit time.Duration) (*trial, error) {
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	t := &trial{sys: sys, limit: limit, dir: dir}
	f, err := t.test(ctx, map[string]string{})
	switch {
	case err != nil:
	case f == invalid:
		err = fmt.Errorf("%s: the law tests do not compile by themselves: want what they need in law_*_test.go", sys.dir)
	case f == dead:
		err = fmt.Errorf("%s: the law tests fail as they are: want law tests that pass within %v", sys.dir, limit)
	}
	if err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

func (t *trial) close() { os.RemoveAll(t.dir) }

// run tests one mutant: the build reads the changed file in the place of the one in the tree.
func (t *trial) run(ctx context.Context, m mutant) (fate, error) {
	name := filepath.Join(t.sys.root, filepath.FromSlash(m.file))
	text, err := os.ReadFile(name)
	if err != nil {
		return invalid, err
	}
	changed := filepath.Join(t.dir, "mutant.go")
	if err := os.WriteFile(changed, []byte(string(text[:m.from])+m.text+string(text[m.to:])), 0o644); err != nil {
		return invalid, err
	}
	return t.test(ctx, map[string]string{name: changed})
}

// test builds the law tests with some files replaced, and runs them. All other tests are left out.
func (t *trial) test(ctx context.Context, replaced map[string]string) (fate, error) {
	for _, file := range t.sys.others {
		replaced[file] = ""
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": replaced})
	if err != nil {
		return invalid, err
	}
	file, binary := filepath.Join(t.dir, "overlay.json"), filepath.Join(t.dir, "laws.test")
	if err := os.WriteFile(file, overlay, 0o644); err != nil {
		return invalid, err
	}
	build := exec.CommandContext(ctx, "go", "test", "-c", "-gcflags=-l", "-ldflags=-s -w", "-overlay", file, "-o", binary, "./"+t.sys.dir)
	build.Dir = t.sys.root
	if ok, err := passes(ctx, build); !ok || err != nil {
		return invalid, err
	}
	return t.laws(ctx, binary)
}

// bounded runs a command within bounds of memory, in KiB, and of processor time, in seconds: a mutant that goes round for ever,
// or fills a list for ever, dies of that before it hurts anyone, and on a busy machine no other does.
const bounded = `ulimit -v 4194304; ulimit -t "$0"; exec "$@"`

// laws runs the law tests. A mutant on which they hang is dead like one they fail.
func (t *trial) laws(ctx context.Context, binary string) (fate, error) {
	tests := exec.CommandContext(ctx, "sh", "-c", bounded, strconv.Itoa(int(max(1, t.limit.Seconds()))), binary,
		"-test.short", "-test.failfast", "-test.timeout=0")
	tests.Dir = filepath.Join(t.sys.root, filepath.FromSlash(t.sys.dir))
	ok, err := passes(ctx, tests)
	if ok {
		return survived, err
	}
	return dead, err
}

// passes says whether a command ends well. An error is that it could not be run, or that we were told to stop.
func passes(ctx context.Context, cmd *exec.Cmd) (bool, error) {
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // go takes its compilers with it
	cmd.WaitDelay = 5 * time.Second
	err := cmd.Run()
	if stopped := ctx.Err(); stopped != nil {
		return false, stopped
	}
	if failed := (*exec.ExitError)(nil); err != nil && !errors.As(err, &failed) {
		return false, err
	}
	return err == nil, nil
}
