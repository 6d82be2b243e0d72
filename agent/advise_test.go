package agent

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/search"
)

// A mean over dice is rounded: that of certain losses was below -1 in random breath seed 554, and a chance below nothing.
func TestChancesAreNeverBelowNothing(t *testing.T) {
	for _, v := range []float64{math.Nextafter(-1, -2), math.Nextafter(1, 2)} {
		for side := range rules.Side(2) {
			if p := win(v, side); p < 0 || p > 1 {
				t.Errorf("a value of %v is a chance of %v for side %d", v, p, side)
			}
		}
	}
}

// Losses are against the highest value, and where another choice stands first it is said why.
func TestAdviceSaysWhatItPrefers(t *testing.T) {
	t.Parallel()
	preferred := 0
	for _, name := range []string{"archers", "stockade", "ambush"} {
		f := begun(t, name)
		for n := 0; n < 400 && f.Turn().Kind != rules.Over; n++ {
			if f.Turn().Kind == rules.Chance {
				if _, err := f.Roll(); err != nil {
					t.Fatal(err)
				}
				continue
			}
			a, err := AdviseAs(t.Context(), f, search.Limits{Nodes: 100}, book.Character{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(a.Mix) == 0 {
				top := slices.MaxFunc(a.Options, func(x, y Choice) int { return cmp.Compare(x.Win, y.Win) })
				for _, c := range a.Options {
					if math.Abs(c.Loss-1000*(top.Win-c.Win)) > 1e-6 {
						t.Fatalf("%s: %q loses %v of %v to %v", name, c.Do, c.Loss, c.Win, top.Win)
					}
				}
				if says := strings.Contains(a.Why, "The search values "); says != (a.Options[0].Loss >= asGoodLoss) {
					t.Fatalf("%s: the first loses %v, and what is said is %q", name, a.Options[0].Loss, a.Why)
				} else if says {
					preferred++
				}
			}
			if _, err := f.Do(a.Best); err != nil {
				t.Fatal(err)
			}
		}
	}
	if preferred == 0 {
		t.Error("nothing was preferred to what has a higher value")
	}
	t.Logf("%d times", preferred)
}
