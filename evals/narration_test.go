package evals

import (
	"strings"
	"testing"

	"kokyu/rules/rulestest"
)

// A tenth of the fights of the report fall short of nothing.
func TestTalesKeepToTheirRules(t *testing.T) {
	found, err := narrationSeries.Take(t.Context(), Question{Fights: rulestest.Few(1, 14), Random: rulestest.Few(30, 300), Cores: 2})
	if err != nil {
		t.Fatal(err)
	}
	r := found.Report.(*narrationReport)
	for _, m := range r.Misses {
		if !strings.Contains(m, "%") { // of so few fights a share says little
			t.Error(m)
		}
	}
	for _, m := range r.Missing {
		t.Error(m)
	}
	if r.Musts.Of < 150 {
		t.Errorf("%d beats must be told: nothing was shown", r.Musts.Of)
	}
}
