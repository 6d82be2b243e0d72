package evals

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// The report of duels of keep that were solved has the least of them as it is now; the largest is one that loads, and
// does not fit where it says it does not.
func TestTheReportOfSolvedDuelsIsOfThese(t *testing.T) {
	if !rulestest.Long() {
		t.Skip("LONG=1: a duel is solved to compare a report with it")
	}
	report, err := os.ReadFile("reports/solved.md")
	if err != nil {
		t.Fatal(err)
	}
	solve := func(name string, memory int64) (*agent.Tablebase, error) {
		text, err := os.ReadFile("positions/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		return agent.Solve(t.Context(), begin(t, string(text), 1), search.SolveLimits{Memory: memory})
	}
	if rulestest.Long() { // filling the memory takes seconds
		if _, err := solve("blades", 16<<20); !errors.Is(err, search.ErrTooLarge) {
			t.Errorf("two katanas in 16 MiB: %v, want %v", err, search.ErrTooLarge)
		}
	}
	table, err := solve("porch", 0)
	if err != nil {
		t.Fatal(err)
	}
	f, err := table.Fight()
	if err != nil {
		t.Fatal(err)
	}
	low, high, err := table.Bounds(f)
	z := table.Size()
	row := fmt.Sprintf("| porch | %d | %d | %.1f MiB |", z.States, z.Inner, float64(z.Bytes)/(1<<20))
	if !strings.Contains(string(report), row) || !strings.Contains(string(report), fmt.Sprintf("| %.12f |", 1-(low+high)/2)) || err != nil || high-low > 1e-9 {
		t.Errorf("the porch is %s, worth %.12f to %.12f (%v): the report says otherwise, make it again", row, 1-high, 1-low, err)
	}
}
