package evals_test

import (
	"os"
	"strings"
	"testing"

	"kokyu/agent"
)

// The reports in the repository are of the weapons in the catalogue as they are, and every pair of those of issue is
// balanced. To measure all of them takes a quarter of an hour: what is held here is that somebody did, and changed no row
// since.
func TestTheReportsAreOfTheseWeapons(t *testing.T) {
	c := agent.Builtin()
	for name, digest := range map[string]string{
		"balance.md":       weighing(c, "breath", "").Digest(),
		"balance-duel.md":  weighing(c, "breath", "duel").Digest(),
		"tempo-balance.md": weighing(c, "tempo", "").Digest(),
	} {
		report, err := os.ReadFile("reports/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(report), "(rows "+digest+")") {
			t.Errorf("%s is not of the rows %s: make it again by the command it names", name, digest)
		}
		if name != "balance-duel.md" && !strings.Contains(string(report), "\nNo pair: ") {
			t.Errorf("%s names pairs outside 35 to 65 percent", name)
		}
	}
}
