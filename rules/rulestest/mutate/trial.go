package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"
)

// trial runs the law tests of one system with its mutants. It writes only into a folder of its own; the compiler reads
// changed files through an overlay.
type trial struct {
	sys   system
	limit time.Duration
	dir   string // the folder
	slow  string // a pattern of the slow tests, which are run last, as most mutants die before
}

// fate is the result of a mutant.
type fate uint8

const (
	invalid fate = iota // it does not compile
	dead
	survived
)

// newTrial makes the folder of a trial.
func newTrial(sys system, limit time.Duration) (*trial, error) {
	dir, err := os.MkdirTemp("", "mutate")
	return &trial{sys: sys, limit: limit, dir: dir}, err
}

// close removes the folder.
func (t *trial) close() { os.RemoveAll(t.dir) }

// passed matches the line of a test that has passed, with its seconds.
var passed = regexp.MustCompile(`(?m)^--- PASS: (\S+) \((\d+\.\d+)s\)$`)

// testUnchanged makes sure that the law tests pass without a mutant, since with a broken tree every mutant would seem
// dead. It also finds out which tests are slow.
func (t *trial) testUnchanged(ctx context.Context) error {
	switch said, err := t.build(ctx, "plain.test", map[string]string{}); {
	case err != nil:
		return err
	case said != "":
		return fmt.Errorf("%s: the law tests do not compile by themselves: want what they need in law_*_test.go\n%s",
			t.sys.dir, said)
	}
	tests := t.testCommand(ctx, "plain.test", 0, "-test.v")
	var out bytes.Buffer
	tests.Stdout = &out
	if ok, err := passes(ctx, tests); err != nil {
		return err
	} else if !ok {
		return fmt.Errorf("%s: the law tests fail as they are: want law tests that pass within %v",
			t.sys.dir, t.limit)
	}
	var slow []string
	for _, test := range passed.FindAllStringSubmatch(out.String(), -1) {
		if took, err := strconv.ParseFloat(test[2], 64); err == nil && took >= 1 {
			slow = append(slow, test[1])
		}
	}
	if len(slow) > 0 {
		t.slow = patternOf(slow)
	}
	return nil
}

// run calls each with every mutant and its result, in their order. Mutants that sleep share a binary (see sleeper.go);
// any other has a build of its own.
func (t *trial) run(ctx context.Context, mutants []mutant, each func(mutant, fate)) error {
	sleepers, err := t.buildTogether(ctx, mutants)
	if err != nil {
		return err
	}
	for i, m := range mutants {
		f := invalid
		if m.sleeps() {
			if sleepers[i] != nil {
				f, err = t.runLaws(ctx, "sleepers.test", sleepers[i].number)
			}
		} else {
			var valid bool
			if valid, err = t.buildAlone(ctx, m); valid {
				f, err = t.runLaws(ctx, "mutant.test", 0)
			}
		}
		if err != nil {
			return err
		}
		each(m, f)
	}
	return nil
}

// buildTogether builds all mutants that sleep into one binary. It returns each at its index, or nil if it does not
// compile: it removes those of which the compiler complains until the rest compiles.
func (t *trial) buildTogether(ctx context.Context, mutants []mutant) ([]*sleeper, error) {
	sleepers := make([]*sleeper, len(mutants))
	files := map[string][]*sleeper{}
	for i, m := range mutants {
		if m.sleeps() {
			sleepers[i] = &sleeper{mutant: m, number: 1 + i}
			files[m.File] = append(files[m.File], sleepers[i])
		}
	}
	for len(files) > 0 {
		replaced := map[string]string{}
		if err := t.replace(replaced, t.sys.dir+"/awake_mutant.go", awakeFile(t.sys.name)); err != nil {
			return nil, err
		}
		for file, some := range files {
			text, err := os.ReadFile(t.path(file))
			if err != nil {
				return nil, err
			}
			if err := t.replace(replaced, file, withBodies(string(text), some)); err != nil {
				return nil, err
			}
		}
		said, err := t.build(ctx, "sleepers.test", replaced)
		if err != nil || said == "" {
			return sleepers, err
		}
		wrong := blamedSleepers(said, files)
		if len(wrong) == 0 {
			return nil, fmt.Errorf("%s does not compile with mutants asleep in it:\n%s", t.sys.dir, said)
		}
		for _, m := range wrong {
			sleepers[m.number-1] = nil
			if files[m.File] = slices.DeleteFunc(files[m.File], func(o *sleeper) bool { return o == m }); len(files[m.File]) == 0 {
				delete(files, m.File)
			}
		}
	}
	return sleepers, nil
}

// complaint matches the place of a complaint of the compiler.
var complaint = regexp.MustCompile(`(?m)^(\S+\.go):(\d+):`)

// blamedSleepers returns the sleepers in whose lines the compiler found something wrong.
func blamedSleepers(said string, files map[string][]*sleeper) (wrong []*sleeper) {
	for _, place := range complaint.FindAllStringSubmatch(said, -1) {
		line, _ := strconv.Atoi(place[2])
		for file, some := range files {
			for _, m := range some {
				isBlamed := path.Base(file) == filepath.Base(place[1]) && m.first <= line && line <= m.last
				if isBlamed && !slices.Contains(wrong, m) {
					wrong = append(wrong, m)
				}
			}
		}
	}
	return wrong
}

// buildAlone builds mutant.test with one mutant in it. It reports whether that compiles.
func (t *trial) buildAlone(ctx context.Context, m mutant) (bool, error) {
	text, err := os.ReadFile(t.path(m.File))
	if err != nil {
		return false, err
	}
	replaced := map[string]string{}
	if err := t.replace(replaced, m.File, string(text[:m.from])+m.text+string(text[m.to:])); err != nil {
		return false, err
	}
	said, err := t.build(ctx, "mutant.test", replaced)
	return said == "" && err == nil, err
}

// path returns the full name of a file of the module.
func (t *trial) path(file string) string { return filepath.Join(t.sys.root, filepath.FromSlash(file)) }

// replace writes a text to a file of the trial's folder and makes the build read it in the place of a file of the
// module.
func (t *trial) replace(replaced map[string]string, file, text string) error {
	other := filepath.Join(t.dir, filepath.Base(file))
	replaced[t.path(file)] = other
	return os.WriteFile(other, []byte(text), 0o644)
}

// build builds the law tests of the system with some files replaced; files with other tests are left out. It returns
// what the compiler said, or "" if it built.
func (t *trial) build(ctx context.Context, binary string, replaced map[string]string,
	flags ...string) (said string, err error) {
	for _, file := range t.sys.others {
		replaced[file] = ""
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": replaced})
	if err != nil {
		return "", err
	}
	file := filepath.Join(t.dir, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o644); err != nil {
		return "", err
	}
	args := []string{"test", "-c", "-gcflags=-e", "-ldflags=-s -w", "-overlay", file, "-o", filepath.Join(t.dir, binary)}
	args = append(append(args, flags...), "./"+t.sys.dir)
	build := exec.CommandContext(ctx, "go", args...)
	build.Dir = t.sys.root
	var out bytes.Buffer
	build.Stderr = &out
	if ok, err := passes(ctx, build); ok || err != nil {
		return "", err
	}
	return "it does not build\n" + out.String(), nil
}

// runLaws runs the law tests, the slow ones last, and returns the fate of the mutant. It is dead also if the tests
// hang.
func (t *trial) runLaws(ctx context.Context, binary string, number int) (fate, error) {
	runs := [][]string{nil}
	if t.slow != "" {
		runs = [][]string{{"-test.skip=" + t.slow}, {"-test.run=" + t.slow}}
	}
	for _, which := range runs {
		if ok, err := passes(ctx, t.testCommand(ctx, binary, number, which...)); !ok || err != nil {
			return dead, err
		}
	}
	return survived, nil
}

// bounded is a shell script that runs a command within bounds of memory, in KiB, and of processor time, in seconds, for
// mutants that never end. It counts processor time, so that a busy machine kills no other mutant.
const bounded = `ulimit -v 4194304; ulimit -t "$0"; exec "$@"`

// testCommand returns the command that runs the law tests of a binary with one mutant awake.
func (t *trial) testCommand(ctx context.Context, binary string, number int, more ...string) *exec.Cmd {
	args := []string{"-c", bounded, strconv.Itoa(int(max(1, t.limit.Seconds()))), filepath.Join(t.dir, binary),
		"-test.short", "-test.failfast", "-test.timeout=0"}
	cmd := exec.CommandContext(ctx, "sh", append(args, more...)...)
	cmd.Dir = t.path(t.sys.dir)
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", awake, number), "LONG=1") // a sample would let more mutants live
	return cmd
}

// passes reports whether a command succeeds. It returns an error if the command could not be run, or if ctx was
// cancelled.
func passes(ctx context.Context, cmd *exec.Cmd) (bool, error) {
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // go then ends its compilers too
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
