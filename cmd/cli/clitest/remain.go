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

// A program that starts takes some 100 ms of processor time, and as much again to read its catalogues; it refuses a command line in
// 5 ms. Programs that remain obey the lines of all sessions, one after the other, each in its session's folder: what needs no input and
// ends well, or is refused. Others start anew, such as those that somebody types at.

// remains is the variable of the environment that tells a program to remain, and obey the lines of its standard input.
const remains = "CLITEST_REMAINS"

type typedLine struct {
	Dir, Program string
	Env, Args    []string
}

type obeyed struct {
	Code             int
	Out, Err, Failed string
}

// remain obeys command lines until there are no more. A program is its main function, but returns the exit code.
func remain(program func() int) int {
	lines, answers := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var l typedLine
		if err := lines.Decode(&l); err != nil {
			return 0
		}
		done, err := l.obey(program)
		if err != nil {
			done.Failed = err.Error()
		}
		if err := answers.Encode(done); err != nil {
			return 1
		}
	}
}

// obey runs the program as its process would: in the folder, with the environment, arguments and an empty input.
func (l typedLine) obey(program func() int) (done obeyed, err error) {
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

// remaining are the programs that have started and obey nothing now.
var remaining struct {
	sync.Mutex
	idle []*remainingProgram
}

type remainingProgram struct {
	cmd     *exec.Cmd
	lines   *json.Encoder
	answers *json.Decoder
	in      io.Closer
}

// idle returns a program that has started.
func idle(name string) (*remainingProgram, error) {
	remaining.Lock()
	defer remaining.Unlock()
	if n := len(remaining.idle) - 1; n >= 0 {
		p := remaining.idle[n]
		remaining.idle = remaining.idle[:n]
		return p, nil
	}
	cmd := exec.Command(name)
	cmd.Env, cmd.Stderr = append(os.Environ(), remains+"=1"), os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &remainingProgram{cmd, json.NewEncoder(in), json.NewDecoder(out), in}, cmd.Start()
}

// endRemaining ends the programs that have started.
func endRemaining() {
	for _, p := range remaining.idle {
		_ = p.in.Close()
		_ = p.cmd.Wait()
	}
}

type environmentKey struct{}

// variable is a line of a session that sets a variable.
var variable = regexp.MustCompile(`(?m)^env (\w+)=`)

// environment returns the environment of a session: the one that every session begins with, and what its own lines have made of their variables. A
// session cannot be asked for all it has.
func environment(ts *testscript.TestScript) []string {
	env, _ := ts.Value(environmentKey{}).([]string)
	env = slices.Clone(env)
	session, err := os.ReadFile(filepath.Join(sessionsDir, ts.Name()+".txtar"))
	ts.Check(err)
	for _, m := range variable.FindAllStringSubmatch(string(session), -1) {
		env = slices.DeleteFunc(env, func(pair string) bool { return strings.HasPrefix(pair, m[1]+"=") })
		if v := ts.Getenv(m[1]); v != "" {
			env = append(env, m[1]+"="+v)
		}
	}
	return env
}

// obeys returns a command of sessions: a program that remains obeys a line, without input, in the environment of the session, and ends
// with this exit code.
func obeys(code int) func(ts *testscript.TestScript, neg bool, args []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) == 0 {
			ts.Fatalf("usage: prints, or refuses, program args...")
		}
		p, err := idle(args[0])
		ts.Check(err)
		ts.Check(p.lines.Encode(typedLine{ts.MkAbs("."), args[0], environment(ts), args[1:]}))
		var done obeyed
		ts.Check(p.answers.Decode(&done))
		remaining.Lock()
		remaining.idle = append(remaining.idle, p)
		remaining.Unlock()
		_, _ = io.WriteString(ts.Stdout(), done.Out)
		_, _ = io.WriteString(ts.Stderr(), done.Err)
		if done.Code != code || done.Failed != "" {
			ts.Fatalf("exit code %d, want %d %s", done.Code, code, done.Failed)
		}
	}
}
