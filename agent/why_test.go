package agent

import (
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/search"
)

// told returns what advice says of a decision of the first breath of ambush, by a search that found these options, each with its
// win chance and its expected line; what comes after it happens in the fight itself, dice the likeliest way.
func told(t *testing.T, options ...way) Advice {
	t.Helper()
	f := builtin(t, "ambush", 1)
	v, err := Look(f)
	if err != nil {
		t.Fatal(err)
	}
	found := search.Result{Value: 1 - 2*options[0].win} // the bandits begin, the second side
	for _, o := range options {
		fork, line := f.Fork(), []search.Ply(nil)
		for _, words := range o.line {
			for fork.Turn().Kind == rules.Chance {
				if _, err := fork.Dice(likeliestThrow(fork)...); err != nil {
					t.Fatal(err)
				}
			}
			turn := fork.Turn()
			a, ok := rules.Action{}, false
			for _, open := range fork.Options() {
				if open.Words == words {
					a, ok = open.Action, true
				}
			}
			if !ok {
				t.Fatalf("%q is not open: %v", words, fork.Options())
			}
			line = append(line, search.Ply{Kind: turn.Kind, Seat: turn.Seat, Action: a, P: 1})
			if _, err := fork.Play(a); err != nil {
				t.Fatal(err)
			}
		}
		found.Options = append(found.Options, search.Option{Action: line[0].Action, Value: 1 - 2*o.win, Line: line})
	}
	a, err := adviceOf(f, v, found, book.Character{})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

type way struct {
	win  float64
	line []string
}

// Who keeps something ready is told what for, and what striking or drawing nearer would lose: the first deed of the other side
// that is expected. What comes to nothing is no part of the plan, though a search may tell a line with it.
func TestAdviceSaysWhatIsWaitedFor(t *testing.T) {
	t.Parallel()
	strike := way{0.57, []string{"thrust > Tomoe"}}
	closed := way{0.5, []string{"close the round"}}
	for _, c := range []struct {
		name    string
		options []way
		why     string
		plan    string
	}{
		{"a parry for somebody's blow", []way{{0.6, []string{"reserve parry", "end the breath", "thrust > Jubei the Cur"}}, closed, strike},
			`It waits for Masamune's "thrust > Jubei the Cur": with "thrust > Tomoe" instead, the chance to win falls by 3.0 points.`,
			"reserve parry, end the breath"},
		{"nobody is seen to come", []way{{0.6, []string{"reserve parry", "end the breath"}}, closed, strike},
			`With "thrust > Tomoe" instead, the chance to win falls by 3.0 points.`,
			"reserve parry, end the breath"},
		{"there is nothing to strike with", []way{{0.6, []string{"reserve parry", "end the breath", "thrust > Jubei the Cur"}}, closed},
			`It waits for Masamune's "thrust > Jubei the Cur": with "close the round" instead, the chance to win falls by 10.0 points.`,
			"reserve parry, end the breath"},
		{"a blow is set against the next best", []way{{0.6, []string{"thrust > Tomoe"}}, {0.59, []string{"thrust > Masamune"}}, closed},
			`With "thrust > Masamune" instead, the chance to win falls by 1.0 points.`,
			"thrust > Tomoe"},
		{"a blow is set against a likelier one", []way{{0.6, []string{"thrust > Masamune"}}, closed, strike},
			`With "thrust > Tomoe" instead, which hits 55 %, the chance to win falls by 3.0 points.`,
			"thrust > Masamune"},
		{"a stance stays when it was waited for", []way{{0.6, []string{"take up checking stance", "end the breath", "thrust > Jubei the Cur"}}, strike, closed},
			`With "thrust > Tomoe" instead, the chance to win falls by 3.0 points.`,
			"take up checking stance, end the breath"},
		{"a stance let go at once", []way{{0.6, []string{"take up checking stance", "release checking stance", "end the breath"}}, {0.6, strike.line}},
			`It hardly matters: "thrust > Tomoe" is as good.`,
			"take up checking stance, end the breath"},
	} {
		a := told(t, c.options...)
		if a.Why != c.why {
			t.Errorf("%s: got %s\nwant %s", c.name, a.Why, c.why)
		}
		if got := strings.Join(a.Plan, ", "); got != c.plan {
			t.Errorf("%s: the plan is %s, want %s", c.name, got, c.plan)
		}
	}
}
