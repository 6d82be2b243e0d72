package rules_test

import (
	"strings"
	"testing"

	"kokyu/rules"
)

// A GM's change begins with the longest name, and of alike ones with the one that is exactly so; of several with none.
func TestWhomAChangeBeginsWith(t *testing.T) {
	names := []string{"Sute", "Sute Big", "sute", "A B", "AB"}
	for change, want := range map[string]int{"Sute wounds=1": 0, "sute wounds=1": 2, "sute big wounds=1": 1,
		"a b +prone": 3, "ab +prone": 4, "AB": -1, "Kuro +prone": -1} {
		i, rest, err := rules.SplitChange(change, names)
		if i != want || err != nil || want >= 0 && rest != change[strings.LastIndex(change, " ")+1:] {
			t.Errorf("%s: %d, %q, %v, want %d", change, i, rest, err, want)
		}
	}
	if i, rest, err := rules.SplitChange("SUTE wounds=1", names); i >= 0 || rest != "wounds=1" || err == nil || !strings.Contains(err.Error(), `"Sute", "sute"`) {
		t.Errorf("two of one name: %d, %q, %v", i, rest, err)
	}
}
