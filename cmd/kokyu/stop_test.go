//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"kokyu/rules/rulestest"
)

// stopMax is how long a command may take to end when it is told to.
const stopMax = 100 * time.Millisecond

// Measured on an idle machine, from the signal to the end of the process, a second into the work; the best of three, as
// what is asked is how fast it can be, not how busy the machine is. Only with TIMED=1 in the environment: .ci/long.
func TestEveryCommandStopsAtOnce(t *testing.T) {
	if !rulestest.Timed() {
		t.Skip("measures time; TIMED=1 runs it")
	}
	bin := filepath.Join(t.TempDir(), "kokyu")
	if out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, line := range []string{
		"fight crossroads --nodes 1000000000", "fight crossroads --count 1000000 --nodes 10", "fight ambush --seat Masamune=human",
		"advise gate --nodes 1000000000", "advise mirror", "advise -", "check -", "perft ambush --depth 9", "solve crossroads",
		"arena random greedy --count 100000", "bench", "eval", "eval calibration", "eval exploit", "eval tempo-strength",
		"eval balance", "eval balance --duel",
	} {
		best := time.Duration(1 << 62)
		for range 3 {
			best = min(best, stopping(t, bin, strings.Fields(line)))
		}
		t.Logf("%4d ms  %s", best.Milliseconds(), line)
		if best > stopMax {
			t.Errorf("kokyu %s took %v to stop, want at most %v", line, best, stopMax)
		}
	}
}

// stopping is how long a command takes to end when it is told to after a second. One that is done by then took no time.
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
	case exitInterrupted:
		return took
	case exitDone:
		return 0
	default:
		t.Errorf("kokyu %s: exit code %d, want %d", strings.Join(args, " "), code, exitInterrupted)
		return took
	}
}
