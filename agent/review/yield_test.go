package review

import (
	"testing"

	"kokyu/rules"
)

// What a yield changes is not called the GM's doing alone.
func TestAYieldIsNotTheGMsAlone(t *testing.T) {
	yield := rules.Step{N: 1, Edit: "Sute yields", Why: "craven", Events: []rules.Event{{Kind: "edit", Seat: "Sute", What: rules.EditYields}}}
	edit := rules.Step{N: 1, Edit: "Sute wounds=1", Why: "a test", Events: []rules.Event{{Kind: "edit", Seat: "Sute", What: "wounds=1"}}}
	if !isYield(yield) || isYield(edit) || whyNotJudged(moment{step: yield}, 5) != "somebody stopped fighting" ||
		whyNotJudged(moment{step: edit}, 5) != "the GM changed it" {
		t.Errorf("%v and %v: %q, %q", isYield(yield), isYield(edit), whyNotJudged(moment{step: yield}, 5), whyNotJudged(moment{step: edit}, 5))
	}
	for yields, want := range map[bool]string{true: "the GM and who yielded", false: "the GM"} {
		r := &Review{yields: yields, Edits: 0.2}
		if list := r.Ledger(); len(list) != 1 || list[0].Name != want {
			t.Errorf("the ledger has %+v, want %q", list, want)
		}
	}
}
