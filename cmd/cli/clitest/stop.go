//go:build unix

package clitest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"kokyu/cmd/cli"
	"kokyu/rules/rulestest"
)

// stopMax is how long a command may take to end when it is told to.
const stopMax = 100 * time.Millisecond

// StopsAtOnce measures how long each of these command lines of a program takes to end, from a signal a
// second into the work to the end of the process. It takes the best of three, because it asks how fast the
// program can be and not how busy the machine is. It runs only with TIMED=1 in the environment, as .ci/long
// does.
func StopsAtOnce(t *testing.T, program string, lines ...string) {
	t.Helper()
	if !rulestest.MayMeasureTime() {
		t.Skip("measures time; TIMED=1 runs it")
	}
	bin := filepath.Join(t.TempDir(), program)
	if out, err := exec.Command("go", "build", "-o", bin, "kokyu/cmd/"+program).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, line := range lines {
		best := time.Duration(1 << 62)
		for range 3 {
			best = min(best, timeToStop(t, bin, strings.Fields(line)))
		}
		t.Logf("%4d ms  %s", best.Milliseconds(), line)
		if best > stopMax {
			t.Errorf("%s took %v to stop, want at most %v", line, best, stopMax)
		}
	}
}

// timeToStop returns how long a command takes to end when it is told to after a second; 0 if it is done by then.
func timeToStop(t *testing.T, bin string, args []string) time.Duration {
	t.Helper()
	cmd := exec.Command(bin, args...)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "XDG_DATA_HOME="+t.TempDir())
	stdin, err := cmd.StdinPipe() // open and silent
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(time.Second)
	start := time.Now()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	took := time.Since(start)
	switch code := cmd.ProcessState.ExitCode(); code {
	case cli.ExitInterrupted:
		return took
	case cli.ExitDone:
		return 0
	default:
		t.Errorf("%s: exit code %d, want %d", strings.Join(args, " "), code, cli.ExitInterrupted)
		return took
	}
}
