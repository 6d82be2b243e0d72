package rulestest

import (
	"os"
	"testing"
)

// Tests come in two sizes. A plain go test takes a sample of what is compared by the thousand (fights, positions, encounters),
// and leaves out a few tests that need all of it. With LONG=1 in the environment everything runs: .ci/long does that, and so
// does the command mutate. What is drawn depends on its number only, so that a sample is the first part of the whole.
//
// Besides, with -short each takes less where it can: for the race detector, and for mutants. With TIMED=1, .ci/long also runs
// the tests that measure how long something takes.

// long and timed are the variables of the environment that ask for more.
const long, timed = "LONG", "TIMED"

// Long says whether everything is to run.
func Long() bool { return os.Getenv(long) != "" && !testing.Short() }

// Sample is how many of n things to compare: all with LONG=1, a tenth otherwise, and at least one.
func Sample(n int) int { return Few(max(1, n/10), n) }

// Few is all with LONG=1, and few otherwise.
func Few(few, all int) int {
	if os.Getenv(long) != "" {
		return all
	}
	return few
}

// Timed says whether a test may measure time.
func Timed() bool { return os.Getenv(timed) != "" }
