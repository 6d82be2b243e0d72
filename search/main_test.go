package search

import (
	"flag"
	"os"
	"strconv"
	"testing"

	"kokyu/rules/rulestest"
)

// Random tests draw the same cases every run, a third of them unless LONG=1 asks for all; -rapid.seed and -rapid.checks on the
// command line say otherwise.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{"rapid.seed": "20", "rapid.checks": strconv.Itoa(rulestest.Few(33, 100))} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
