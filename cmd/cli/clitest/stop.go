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

// StopsAtOnce measures how long a program takes to end, on an idle machine, from the signal to the end of the process, a second into the work; the best of three, as
// what is asked is how fast it can be, not how busy the machine is. Only with TIMED=1 in the environment: .ci/long.
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
			best = min(best, stopping(t, bin, strings.Fields(line)))
		}
		t.Logf("%4d ms  %s", best.Milliseconds(), line)
		if best > stopMax {
			t.Errorf("%s took %v to stop, want at most %v", line, best, stopMax)
		}
	}
}

// stopping returns how long a command takes to end when it is told to after a second. One that is done by then took no time.
func stopping(t *testing.T, bin string, args []string) time.Duration {
	t.Helper()
	cmd := exec.Command(bin, args...)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "XDG_DATA_HOME="+t.TempDir())
	mouth, err := cmd.StdinPipe() // open and silent
	if err != nil {
		t.Fatal(err)
	}
	defer mouth.Close()
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
