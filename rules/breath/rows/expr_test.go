package rows

import (
	"strings"
	"testing"

	"kokyu/rules/dice"
)

// The overload check of EB-42 is 2d10 + Physique - excess against 11.
func TestOwnQuestionsAreChecks(t *testing.T) {
	for text, want := range map[string]string{
		"overload physique=1 excess=2":    "2d10-1 >= 11",
		"overload excess=1":               "2d10-1 >= 11",
		" OVERLOAD  excess=3 physique=+3": "2d10 >= 11",
		"overload physique=-2 excess=1":   "2d10-3 >= 11",
		"2d10+5 >= 14 crit":               "2d10+5 >= 14 crit",

		"squad heads=4 skill=1 vs 12":             "2d10-2 >= 12",
		"squad heads=6 skill=3 attribute=1 vs 10": "2d10+3 >= 10",
		"squad vs 9 heads=3 bonus=1":              "2d10-4 >= 9",
		"cast dan=5 wisdom=3 skill=2":             "2d10+4 >= 12",
		"cast dan=1":                              "2d10-2 >= 8",
		"cast dan=9 wisdom=3 skill=4":             "2d10+6 >= 16",
		"focus physique=1 hardiness=2 wounds=2":   "2d10+2 >= 12",
	} {
		if a, err := dice.Ask(text, Phrases(nil)); err != nil || a.Question != want {
			t.Errorf("%q is %v, %v, want %s", text, a.Question, err, want)
		}
	}
}

func TestMistakesOfOwnQuestionsHaveTheirPlace(t *testing.T) {
	for text, want := range map[string]string{
		"overload":                            ":9: the excess over the limit is missing; want excess= and a number, as in overload physique=1 excess=2",
		"overload physique=1":                 ":20: the excess over the limit is missing; want excess= and a number",
		"overload excess=0":                   ":10: excess is 0; want 1 to 20",
		"overload excess=21":                  ":10: excess is 21",
		"overload physique=7 excess=1":        ":10: physique is 7; want -3 to 6",
		"overload excess=2 excess=2":          ":19: excess is here twice",
		"squad heads=4":                       ":14: the Defense is missing; want vs and a number",
		"squad heads=7 vs 12":                 ":7: heads is 7",
		"squad vs 12":                         ":12: the heads are missing",
		"squad heads=4 vs":                    ":17: the expression ends after vs; want vs and a number",
		"squad heads=4 vs many":               `:18: "many" does not fit here; want vs and a number`,
		"squad heads=4 vs 12+1":               `:20: "+" does not fit here; want heads=, skill=, attribute=, bonus= and vs, as in squad heads=4 skill=1 vs 12`,
		"cast wisdom=3":                       ":14: the dan is missing",
		"focus":                               ":6: the Wounds are missing",
		"overload excess":                     `:10: "excess" gives no number`,
		"overload excess=two":                 `:17: "two" does not fit here; want excess= and a number`,
		"overload 活力=1":                       `:10: "活" does not fit here`,
		"overload excess=2 \x1b[31m":          ":19: ",
		"overload" + strings.Repeat(" ", 200): ":101: the expression has 208 characters",
	} {
		if _, err := dice.Ask(text, Phrases(nil)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
