package rulestest

import (
	"os"
	"testing"
)

// Tests come in three sizes. A plain go test takes a sample of what is compared by the thousand (fights, positions,
// encounters), and skips some tests of seconds. With MORE=1 in the environment these run too: .ci/run asks for them by
// name. With LONG=1, as for .ci/long and the command mutate, everything runs. What is drawn depends on its number only,
// so a sample is the first part of the whole.
//
// With -short, for the race detector and for mutants, some tests do less. With TIMED=1 .ci/long also runs the tests
// that measure time.

// The environment variables that ask for more than a plain go test.
const more, long, timed = "MORE", "LONG", "TIMED"

// More reports whether the tests that .ci/run asks for are to run: with MORE=1, and with LONG=1. .ci/run finds the tests
// that call it or NeedsMore, and the sessions that begin with [!more].
func More() bool { return (os.Getenv(more) != "" || os.Getenv(long) != "") && !testing.Short() }

// NeedsMore skips a test that takes seconds unless More is true.
func NeedsMore(t *testing.T) {
	t.Helper()
	if !More() {
		t.Skip("takes seconds: with MORE=1, as .ci/run does")
	}
}

// Long reports whether everything is to run.
func Long() bool { return os.Getenv(long) != "" && !testing.Short() }

// Sample returns how many of n things to compare: all with LONG=1, a tenth otherwise, and at least one.
func Sample(n int) int { return Few(max(1, n/10), n) }

// Few returns all with LONG=1, and few otherwise.
func Few(few, all int) int {
	if os.Getenv(long) != "" {
		return all
	}
	return few
}

// MayMeasureTime reports whether a test may measure time.
func MayMeasureTime() bool { return os.Getenv(timed) != "" }

// TableEntry returns the entry of a test's table for a system, or skips the test if there is none.
func TableEntry[T any](t testing.TB, table map[string]T, system string) T {
	t.Helper()
	row, known := table[system]
	if !known {
		t.Skipf("this test knows nothing of %s, and tries %d other systems", system, len(table))
	}
	return row
}
