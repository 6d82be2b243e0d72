// Package clitest runs what users type at kokyu and kokyu-lab, in the tests of both: whole sessions, and the examples
// of pages.
package clitest

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// Main runs the tests of a program. The test binary is also the program of this name, and other commands that sessions
// type. program is the main function of the program, but returns the exit code.
func Main(m *testing.M, name string, program func() int, others map[string]func()) {
	commands := map[string]func(){}
	maps.Copy(commands, others)
	commands[name] = func() {
		if os.Getenv(remains) != "" {
			os.Exit(remain(program))
		}
		os.Exit(program())
	}
	testscript.Main(cleaning{m}, commands)
}

type cleaning struct{ *testing.M }

// Run runs the tests, then ends the programs that remain ([remain]) and removes the other program.
func (c cleaning) Run() int {
	defer endRemaining()
	defer func() { _ = os.RemoveAll(other.dir) }()
	return c.M.Run()
}

// other is a program that the test binary is not, as kokyu is for the tests of kokyu-lab.
var other struct {
	sync.Once
	dir, said string
	err       error
}

// build builds the other program, once for all tests, and returns its folder.
func build(t *testing.T, name string) string {
	t.Helper()
	other.Do(func() {
		if other.dir, other.err = os.MkdirTemp("", name); other.err != nil {
			return
		}
		var out []byte
		out, other.err = exec.Command("go", "build", "-o", filepath.Join(other.dir, name), "kokyu/cmd/"+name).CombinedOutput()
		other.said = string(out)
	})
	if other.err != nil {
		t.Fatalf("%s cannot be built: %v: %s", name, other.err, other.said)
	}
	return other.dir
}

// WithProgram lets a session type a program that the test binary is not.
func WithProgram(t *testing.T, env *testscript.Env, name string) {
	t.Helper()
	env.Setenv("PATH", env.Getenv("PATH")+string(os.PathListSeparator)+build(t, name))
}
