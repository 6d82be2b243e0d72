package clitest

import (
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// Starting a program takes some 100 ms of processor time, and reading its catalogues as much again; refusing a command
// line takes 5 ms. So programs stay once they are started (residents), and run the command lines of all sessions, one
// after the other, each in the folder of its session. Only lines are run so that need no input and end well or are
// refused; a program is started anew for all others, as for those that a signal stops.

// residentVariable is the environment variable that tells a program to stay, and to run the lines of its
// standard input.
const residentVariable = "CLITEST_RESIDENT"

// commandLine is a command line, with the folder and the environment in which it is run.
type commandLine struct {
	Dir, Program string
	Env, Args    []string
}

// lineResult is what became of a command line: its exit code and what it has printed. Failed says why it
// could not be run.
type lineResult struct {
	Code             int
	Out, Err, Failed string
}

// serveLines runs the command lines that come in, as JSON, until there are no more, and answers each with
// its result. program is as for [Main].
func serveLines(program func() int) int {
	lines, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var l commandLine
		if err := lines.Decode(&l); err != nil {
			return 0
		}
		done, err := l.run(program)
		if err != nil {
			done.Failed = err.Error()
		}
		if err := answers.Encode(done); err != nil {
			return 1
		}
	}
}

// run runs the program as a process of its own would: in the folder, with the environment and arguments, and with an
// empty input. What it prints goes through files, because the program takes standard output from package os.
func (l commandLine) run(program func() int) (done lineResult, err error) {
	if err := os.Chdir(l.Dir); err != nil {
		return done, err
	}
	os.Clearenv()
	for _, pair := range l.Env {
		name, value, _ := strings.Cut(pair, "=")
		if err := os.Setenv(name, value); err != nil {
			return done, err
		}
	}
	var files [3]*os.File
	for i := range files {
		if files[i], err = os.CreateTemp("", "kokyu"); err != nil {
			return done, err
		}
		defer os.Remove(files[i].Name())
		defer files[i].Close()
	}
	defer func(in, out, errs *os.File, args []string) {
		os.Stdin, os.Stdout, os.Stderr, os.Args = in, out, errs, args
	}(os.Stdin, os.Stdout, os.Stderr, os.Args)
	os.Stdin, os.Stdout, os.Stderr, os.Args = files[0], files[1], files[2], append([]string{l.Program}, l.Args...)
	done.Code = program()
	for file, text := range map[*os.File]*string{files[1]: &done.Out, files[2]: &done.Err} {
		if _, err := file.Seek(0, io.SeekStart); err != nil {
			return done, err
		}
		all, err := io.ReadAll(file)
		if err != nil {
			return done, err
		}
		*text = string(all)
	}
	return done, nil
}

// residents are the programs that have been started and run nothing now.
var residents struct {
	sync.Mutex
	idle []*resident
}

// resident is a program that stays, and how lines go in and answers come out.
type resident struct {
	cmd     *exec.Cmd
	lines   *json.Encoder
	answers *json.Decoder
	in      io.Closer
}

// takeIdle returns a resident that runs nothing now, or starts one. Sessions run in parallel, so that there
// are as many as run at the same time.
func takeIdle(name string) (*resident, error) {
	residents.Lock()
	defer residents.Unlock()
	if n := len(residents.idle) - 1; n >= 0 {
		p := residents.idle[n]
		residents.idle = residents.idle[:n]
		return p, nil
	}
	cmd := exec.Command(name)
	cmd.Env, cmd.Stderr = append(os.Environ(), residentVariable+"=1"), os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &resident{cmd, json.NewEncoder(in), json.NewDecoder(out), in}, cmd.Start()
}

// endResidents ends the programs that have been started.
func endResidents() {
	for _, p := range residents.idle {
		_ = p.in.Close()
		_ = p.cmd.Wait()
	}
}

// environmentKey is the key of a session's environment among its values.
type environmentKey struct{}

// setsVariable matches a line of a session that sets a variable.
var setsVariable = regexp.MustCompile(`(?m)^env (\w+)=`)

// environment returns the environment of a session: what every session begins with, and the variables that its own
// lines set. Testscript cannot be asked for all variables, only for each by its name.
func environment(ts *testscript.TestScript) []string {
	env, _ := ts.Value(environmentKey{}).([]string)
	env = slices.Clone(env)
	session, err := os.ReadFile(filepath.Join(sessionsDir, ts.Name()+".txtar"))
	ts.Check(err)
	for _, m := range setsVariable.FindAllStringSubmatch(string(session), -1) {
		env = slices.DeleteFunc(env, func(pair string) bool { return strings.HasPrefix(pair, m[1]+"=") })
		if v := ts.Getenv(m[1]); v != "" {
			env = append(env, m[1]+"="+v)
		}
	}
	return env
}

// runsInResident returns a command of sessions that has a resident run a line without input, in the environment of the
// session, and wants this exit code.
func runsInResident(code int) func(ts *testscript.TestScript, neg bool, args []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) == 0 {
			ts.Fatalf("usage: prints, or refuses, program args...")
		}
		p, err := takeIdle(args[0])
		ts.Check(err)
		ts.Check(p.lines.Encode(commandLine{ts.MkAbs("."), args[0], environment(ts), args[1:]}))
		var done lineResult
		ts.Check(p.answers.Decode(&done))
		residents.Lock()
		residents.idle = append(residents.idle, p)
		residents.Unlock()
		_, _ = io.WriteString(ts.Stdout(), done.Out)
		_, _ = io.WriteString(ts.Stderr(), done.Err)
		if done.Code != code || done.Failed != "" {
			ts.Fatalf("exit code %d, want %d %s", done.Code, code, done.Failed)
		}
	}
}
