package rows

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

		"squad heads=4 skill=1 vs 12":             "2d10-2 >= 12",
		"squad heads=6 skill=3 attribute=1 vs 10": "2d10+3 >= 10",
		"squad vs 9 heads=3 bonus=1":              "2d10-4 >= 9",
		"cast dan=5 wisdom=3 skill=2":             "2d10+4 >= 12",
		"cast dan=1":                              "2d10-2 >= 8",
		"cast dan=9 wisdom=3 skill=4":             "2d10+6 >= 16",
		"focus physique=1 hardiness=2 wounds=2":   "2d10+2 >= 12",
	} {
		if e, err := ParseOdds(text); err != nil || e.String() != want {
			t.Errorf("%q is %v, %v, want %s", text, e, err, want)
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
		"squad heads=4":                       {14, "the Defense is missing"},
		"squad heads=7 vs 12":                 {7, "heads is 7"},
		"squad vs 12":                         {12, "the heads are missing"},
		"squad heads=4 vs":                    {15, `"vs" gives no number`},
		"squad heads=4 vs many":               {15, `"vs many" gives no number`},
		"cast wisdom=3":                       {14, "the dan is missing"},
		"focus":                               {6, "the Wounds are missing"},
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
