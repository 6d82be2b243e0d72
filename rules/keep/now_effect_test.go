package keep

import (
	"testing"

	"kokyu/rules"
)

// What the beginning of a fight sets off for the unhurt is not on one who is hurt where now: has it; on one who is not, it is.
func TestNowTakesBackWhatItsWoundsForbid(t *testing.T) {
	for wounds, want := range map[string]string{"0": "iron skin (reduction +3, 1 round left)", "5": ""} {
		g := stage{us: []man{{name: "Ann", line: "techniques: [iron skin]"}}, them: []man{{name: "Bea"}}, more: "now: {seats: {Ann: {wounds: " + wounds + "}}}"}.game(t)
		s := g.Start()
		if got := g.Sheet(&s, 0); rules.Pairs(got).Value("effects") != want {
			t.Errorf("%s Wounds: effects %q, want %q", wounds, rules.Pairs(got).Value("effects"), want)
		}
	}
}
