// Package clitest runs what users type at kokyu and kokyu-lab, in the tests of both: whole sessions, and the examples
// of pages.
//
//	sessions.go sessions under testdata/script, and the commands that they have
//	resident.go programs that stay and run the lines of many sessions
//	pages.go    the examples of pages, whose output must be what a page shows
//	hostile.go  arguments that must be shown to nobody as they are
//	stop.go     how long a command takes to stop
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

// Main runs the tests of a program. The test binary is also the program of this name, and the other
// commands that sessions type, so that nothing has to be built for them. program is the main function of
// the program, but returns the exit code.
func Main(m *testing.M, name string, program func() int, others map[string]func()) {
	commands := map[string]func(){}
	maps.Copy(commands, others)
	commands[name] = func() {
		if os.Getenv(residentVariable) != "" {
			os.Exit(serveLines(program))
		}
		os.Exit(program())
	}
	testscript.Main(cleaning{m}, commands)
}

// cleaning is a run of tests that leaves nothing behind. Package testscript exits after it, without running what is
// deferred in Main.
type cleaning struct{ *testing.M }

// Run runs the tests, then ends the residents and removes the other program.
func (c cleaning) Run() int {
	defer endResidents()
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
