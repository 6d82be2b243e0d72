package search

import (
	"flag"
	"os"
	"testing"
)

// Random tests draw the same cases every run, unless -rapid.seed on the command line says otherwise.
func TestMain(m *testing.M) {
	if err := flag.Set("rapid.seed", "20"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
