package narrate_test

import (
	"strings"
	"testing"

	"kokyu/agent/narrate"
	"kokyu/rules"
)

// A yield is told with its fate, neither with the reason, which may be what a program has worked out, nor as a fall; the law line
// has the reason.
func TestAYieldIsTold(t *testing.T) {
	t.Parallel()
	for _, change := range []string{rules.EditYields, rules.EditFlees} {
		o := table()
		o.Voice = "scent"
		steps := append(breath(), rules.Step{N: 7, Edit: "Gonta " + change, Why: "craven: chance to win 4 %, standing at the end of 0 of 24 fights",
			Events: []rules.Event{{Kind: "edit", Seat: "Gonta", What: change}}},
			rules.Step{N: 8, Edit: "Sute " + change, Why: "so be it", Events: []rules.Event{{Kind: "edit", Seat: "Sute", What: change},
				{Kind: "end", Seat: "travellers", What: rules.YieldedWords("Sute", change), N: 2}}})
		tale, notes := "", ""
		for _, l := range told(t, o, steps) {
			switch l.Kind {
			case narrate.Tale:
				tale += l.Text + "\n"
			case narrate.Note:
				notes += l.Text + "\n"
			}
		}
		if !strings.Contains(tale, change) || strings.Contains(tale, "4 %") || strings.Contains(tale, "GM") || strings.Contains(tale, "left standing") {
			t.Errorf("the tale of those who %s:\n%s", change, tale)
		}
		if !strings.Contains(notes, "Gonta "+change+" (craven: chance to win 4 %, standing at the end of 0 of 24 fights)") {
			t.Errorf("the law of those who %s:\n%s", change, notes)
		}
	}
}
