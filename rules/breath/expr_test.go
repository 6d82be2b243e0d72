package breath

import (
	"errors"
	"strings"
	"testing"

	"kokyu/rules/dice"
)

// The overload check of EB-42 is 2d10 + Physique - excess against 11.
func TestOverloadIsAnExpression(t *testing.T) {
	for text, want := range map[string]string{
		"overload physique=1 excess=2":    "2d10-1 >= 11",
		"overload excess=1":               "2d10-1 >= 11",
		" OVERLOAD  excess=3 physique=+3": "2d10 >= 11",
		"overload physique=-2 excess=1":   "2d10-3 >= 11",
		"2d10+5 >= 14 crit":               "2d10+5 >= 14 crit",
	} {
		if e, err := ParseOdds(text); err != nil || e.String() != want {
			t.Errorf("%q is %v, %v, want %s", text, e, err, want)
		}
	}
}

// A casting is 2d10, Wisdom and the skill against its dan's number; focus 2d10, Physique and Hardiness against 10 and the
// Wounds. Skills are in points. SP-19, SP-20, SP-26.
func TestCastingsAndFocusAreExpressions(t *testing.T) {
	for text, want := range map[string]string{
		"cast dan=5 wisdom=3 skill=2":           "2d10+4 >= 12",
		"cast dan=6 wisdom=3 skill=4":           "2d10+6 >= 12",
		"cast dan=11 skill=3":                   "2d10+2 >= 18",
		"focus physique=1 hardiness=2 wounds=2": "2d10+2 >= 12",
		"focus wounds=1":                        "2d10-2 >= 11",
	} {
		if e, err := ParseOdds(text); err != nil || e.String() != want {
			t.Errorf("%q is %v, %v, want %s", text, e, err, want)
		}
	}
	for text, want := range map[string]string{
		"cast wisdom=3 skill=2": "the dan of the spell is missing",
		"cast dan=5":            "the skill in points is missing",
		"cast dan=12 skill=3":   "dan is 12",
		"focus physique=1":      "the number of Wounds is missing",
		"focus wounds=2 dan=1":  `"dan=1" does not fit here`,
	} {
		if _, err := ParseOdds(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestMistakesOfAnOverloadExpressionHaveTheirPlace(t *testing.T) {
	for text, want := range map[string]struct {
		col  int
		what string
	}{
		"overload":                            {9, "the excess over the limit is missing"},
		"overload physique=1":                 {20, "the excess over the limit is missing"},
		"overload excess=0":                   {10, "excess is 0"},
		"overload excess=21":                  {10, "excess is 21"},
		"overload physique=7 excess=1":        {10, "physique is 7"},
		"overload excess=2 excess=2":          {19, "excess is here twice"},
		"overload excess":                     {10, `"excess" gives no number`},
		"overload excess=two":                 {10, `"excess=two" gives no number`},
		"overload excess=010":                 {10, `"excess=010" gives no number`},
		"overload 活力=1":                       {10, `"活力=1" does not fit here`},
		"overload excess=2 \x1b[31m":          {19, "does not fit here"},
		"overload" + strings.Repeat(" ", 200): {101, "the expression has 208 characters"},
	} {
		_, err := ParseOdds(text)
		e, ok := errors.AsType[*dice.Error](err)
		if !ok || e.Col != want.col || !strings.Contains(e.What, want.what) || e.Want == "" {
			t.Errorf("%q: %+v, want column %d, %s", text, err, want.col, want.what)
		}
	}
}

func FuzzOdds(f *testing.F) {
	for _, s := range []string{"overload physique=1 excess=2", "overload", "2d10 >=", "overload excess=\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := ParseOdds(text)
		if err == nil {
			if again, err := ParseOdds(e.String()); err != nil || again != e {
				t.Errorf("%q is %v, which is read as %v, %v", text, e, again, err)
			}
			e.Odds()
			return
		}
		if _, ok := errors.AsType[*dice.Error](err); !ok {
			t.Errorf("%q: %T %v", text, err, err)
		}
	})
}
