package clitest

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"kokyu/cmd/cli"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
)

// sessionsDir is the folder of the sessions of a program, in its package.
const sessionsDir = "testdata/script"

// fewCollections is the GOGC of commands that tests run: most end before it pays to collect garbage.
const fewCollections = "400"

// Sessions runs what a user types and sees: every session under testdata/script. A line that begins with [long] is
// typed with LONG=1 only, one that begins with [more] with MORE=1 too. Besides testscript's own commands and those of
// more, sessions use
//
//	exits CODE program args...   runs it and wants that exit code; the output can be looked at afterwards
//	prints program args...       the same for exit code 0, without input, run by a process that stays for all sessions, which is faster
//	refuses program args...      the same as prints, for exit code 2
//	holds [files...]             the folder holds these files and no others
//	zeros FILE BYTES             a file of that size
//	shorten FROM TO BYTES        a copy without its last bytes
//	cutline FROM TO LINE         a copy with half of a line missing, its end included
//	digit FROM TO LINE           a copy with one digit of a line changed
//	forge FROM TO                a whole record in which one chance is not what the rules say
//	interrupts FILE program ...  runs it until the file has some lines, presses Ctrl-C, and wants a sentence and exit code 130
//	terminates FILE program ...  the same with TERM
//	quits FILE program ...       the same with QUIT, which is Ctrl-\
//	stops program args...        runs it until it has begun, tells it to stop, and wants a sentence and exit code 130
//
// What a stopped command printed is in .tmp/shown, and its sentences are in .tmp/said.
func Sessions(t *testing.T, more Commands, setup func(env *testscript.Env)) {
	commands := Commands{
		"exits": exits, "prints": runsInResident(cli.ExitDone), "refuses": runsInResident(2), "holds": holds, "zeros": zeros, "forge": forge,
		"shorten":    copyChanged(func(file string, bytes int) string { return file[:len(file)-bytes] }),
		"cutline":    copyChanged(changeLine(func(line string) string { return line[:len(line)/2] + "\n" })),
		"digit":      copyChanged(changeLine(nextDigit)),
		"interrupts": interrupts(os.Interrupt), "terminates": interrupts(syscall.SIGTERM),
		"quits": interrupts(syscall.SIGQUIT), "stops": stops,
	}
	maps.Copy(commands, more)
	testscript.Run(t, testscript.Params{
		Dir:           sessionsDir,
		UpdateScripts: *rulestest.Update,
		Cmds:          commands,
		Condition: func(name string) (bool, error) {
			switch name {
			case "long":
				return rulestest.Long(), nil
			case "more":
				return rulestest.More(), nil
			}
			return false, fmt.Errorf("%q is no condition: want long or more", name)
		},
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_DATA_HOME", filepath.Join(env.WorkDir, ".tmp", "data")) // never the folder of whoever runs the tests
			env.Setenv("GOGC", fewCollections)
			setup(env)
			env.Values[environmentKey{}] = slices.Clone(env.Vars)
			return nil
		},
	})
}

// Commands are commands of sessions, by name. neg says that the line begins with !, which none of those below expects.
type Commands map[string]func(ts *testscript.TestScript, neg bool, args []string)

// exits runs a program and wants an exit code. Testscript's own exec tells apart only success and failure.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE program args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		e, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		code = e.ExitCode()
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

// interrupts returns a command of sessions that tells a program to stop, by this signal, once a file has
// some lines: then the program is in the middle of its work.
func interrupts(how os.Signal) func(ts *testscript.TestScript, neg bool, args []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		c := start(ts, args[1:])
		c.waitFor(ts, func() bool {
			data, _ := os.ReadFile(ts.MkAbs(args[0]))
			return bytes.Count(data, []byte("\n")) > 3 && c.hasBegun()
		})
		c.stop(ts, how)
	}
}

// stops tells a program to stop as soon as it has begun.
func stops(ts *testscript.TestScript, neg bool, args []string) {
	c := start(ts, args)
	c.waitFor(ts, c.hasBegun)
	c.stop(ts, syscall.SIGTERM)
}

// running is a program at work.
type running struct {
	*exec.Cmd
	mu    sync.Mutex
	bytes bytes.Buffer // what it has written to stderr
	shown bytes.Buffer // what it has written to stdout
}

// start starts a program that logs its beginning. Its standard input is silent and stays open until the
// session ends, as that of a person who types nothing.
func start(ts *testscript.TestScript, args []string) *running {
	c := &running{Cmd: exec.Command(args[0], args[1:]...)}
	if path, err := exec.LookPath(filepath.Join(strings.Split(ts.Getenv("PATH"), string(os.PathListSeparator))[0], args[0])); err == nil {
		c.Path, c.Err = path, nil
	}
	c.Dir, c.Env = ts.MkAbs("."), []string{"HOME=" + ts.Getenv("HOME"), "PATH=" + ts.Getenv("PATH"),
		"XDG_DATA_HOME=" + ts.Getenv("XDG_DATA_HOME"), "KOKYU_LOG=debug"}
	c.Stderr, c.Stdout = c, &c.shown
	stdin, open, err := os.Pipe()
	ts.Check(err)
	c.Stdin = stdin
	ts.Check(c.Start())
	ts.Check(stdin.Close())
	ts.Defer(func() { _ = open.Close() })
	return c
}

// Write takes what the program writes to stderr, while the test reads it. Standard output is read only at the end.
func (c *running) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bytes.Write(p)
}

// output returns what the program has written to stderr so far.
func (c *running) output() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bytes.String()
}

// hasBegun reports whether the command has begun; it may not hear a signal before.
func (c *running) hasBegun() bool { return strings.Contains(c.output(), "msg=begins") }

// waitFor waits, a minute at most, until hasCome reports that the program has come as far as is wanted. It
// looks every 10 ms.
func (c *running) waitFor(ts *testscript.TestScript, hasCome func() bool) {
	for start := time.Now(); !hasCome(); time.Sleep(10 * time.Millisecond) {
		if time.Since(start) > time.Minute {
			_ = c.Process.Kill()
			ts.Fatalf("%v has not come so far after a minute: %s", c.Args, c.output())
		}
	}
}

// stop tells a program to stop, and wants one sentence about it and exit code 130.
func (c *running) stop(ts *testscript.TestScript, how os.Signal) {
	ts.Check(c.Process.Signal(how))
	_ = c.Wait()
	var sentences []string
	for line := range strings.Lines(c.output()) {
		if !strings.Contains(line, "level=debug") && !strings.Contains(line, "level=info") {
			sentences = append(sentences, line)
		}
	}
	ts.Logf("%q", sentences)
	ts.Check(os.MkdirAll(ts.MkAbs(".tmp"), 0o755))
	ts.Check(os.WriteFile(ts.MkAbs(".tmp/said"), []byte(strings.Join(sentences, "")), 0o644))
	ts.Check(os.WriteFile(ts.MkAbs(".tmp/shown"), c.shown.Bytes(), 0o644))
	if code := c.ProcessState.ExitCode(); code != cli.ExitInterrupted || len(sentences) != 1 ||
		!strings.HasPrefix(sentences[0], filepath.Base(c.Args[0])+": stopped") {
		ts.Fatalf("%v: exit code %d and %q, want %d and that it was stopped", c.Args, code, sentences, cli.ExitInterrupted)
	}
}

// holds wants the folder of the session to hold these files and no others, so that a program is noticed that leaves
// something behind.
func holds(ts *testscript.TestScript, neg bool, args []string) {
	entries, err := os.ReadDir(ts.MkAbs("."))
	ts.Check(err)
	var names []string
	for _, e := range entries {
		if e.Name() != ".tmp" {
			names = append(names, e.Name())
		}
	}
	slices.Sort(args)
	if !slices.Equal(names, args) {
		ts.Fatalf("the folder holds %v, want %v", names, args)
	}
}

// zeros makes a file that is large without taking room on the disk.
func zeros(ts *testscript.TestScript, neg bool, args []string) {
	n, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), nil, 0o644))
	ts.Check(os.Truncate(ts.MkAbs(args[0]), n))
}

// copyChanged returns a command of sessions that writes a changed copy of a file: FROM TO N.
func copyChanged(how func(file string, n int) string) func(ts *testscript.TestScript, neg bool, args []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		n, err := strconv.Atoi(args[2])
		ts.Check(err)
		ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(how(ts.ReadFile(args[0]), n)), 0o644))
	}
}

// changeLine returns what changes one line of a file, by its number from 1.
func changeLine(how func(line string) string) func(file string, n int) string {
	return func(file string, n int) string {
		lines := strings.SplitAfter(file, "\n")
		lines[n-1] = how(lines[n-1])
		return strings.Join(lines, "")
	}
}

// nextDigit changes the last digit of a line before its checksum. The line is JSON still, but its checksum
// no longer fits.
func nextDigit(line string) string {
	i := strings.LastIndexAny(line[:strings.Index(line, `,"crc"`)], "0123456789")
	return line[:i] + string('0'+(line[i]-'0'+1)%10) + line[i+1:]
}

// forge writes a record whose checksums are right and whose first chance is wrong, which only the rules can find.
func forge(ts *testscript.TestScript, neg bool, args []string) {
	rec, _, err := fight.ReadRecord(args[0], strings.NewReader(ts.ReadFile(args[0])))
	ts.Check(err)
	i := slices.IndexFunc(rec.Steps, func(s rules.Step) bool { return s.P > 0 })
	rec.Steps[i].P /= 2
	var out bytes.Buffer
	ts.Check(fight.WriteRecord(&out, rec.Header, rec.Steps))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), out.Bytes(), 0o644))
}
