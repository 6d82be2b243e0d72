package rulestest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Update is the flag -update: golden files are written anew.
var Update = flag.Bool("update", false, "rewrite what tests expect with what is so now; commit only what you can explain")

// Golden compares a file with what it should hold, or with -update rewrites it.
func Golden(t testing.TB, file, got string) {
	t.Helper()
	want, err := os.ReadFile(file)
	if err == nil && got == string(want) {
		return
	}
	if !*Update {
		t.Errorf("%s is out of date (go test -update rewrites it):\n%s", file, difference(string(want), got))
		return
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
		t.Fatal(err)
	}
}

// difference shows the first line in which two texts differ.
func difference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(a), len(b)) {
		line := func(s []string) string {
			if i < len(s) {
				return s[i]
			}
			return "(nothing)"
		}
		if line(a) != line(b) {
			return fmt.Sprintf("line %d\n\tgot  %s\n\twant %s", i+1, line(b), line(a))
		}
	}
	return "the file is not there"
}
