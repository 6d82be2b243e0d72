package web

import (
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/rules/fight"
)

// Of what somebody else throws the screen has the word of the one who reads it, of an overload that it holds, and of dice that only
// count nothing.
func TestAPriceHasItsWord(t *testing.T) {
	o := priceOf(agent.Priced{Option: fight.Option{Words: "parry"}, Against: &agent.Odds{What: "melee attack", Need: "2d6", Word: "is hit", Num: 13, Den: 50, P: .26},
		Overload: &agent.Odds{What: "overload", Need: "2d10 >= 11", Word: "holds", Num: 11, Den: 20, P: .55}})
	if o.Chance != "is hit 26 %" || !strings.HasSuffix(o.Risk, "holds 55 %") || !strings.HasSuffix(o.Odds, "is hit 13/50") {
		t.Errorf("got %+v", o)
	}
	if o := priceOf(agent.Priced{Check: &agent.Odds{What: "damage", Need: "2d6", P: 1}}); o.Chance != "" {
		t.Errorf("damage has the chance %q", o.Chance)
	}
}
