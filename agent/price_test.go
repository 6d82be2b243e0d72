package agent

import (
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/search"
)

// What a puppet throws for who commands it is its check, not a foe's throw against it.
func TestAPuppetThrowsForItsMaster(t *testing.T) {
	p, err := bind(builtin(t, "strings", 1))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, o := range (View{player: p}).PricedOptions() {
		if strings.HasPrefix(o.Words, "command ") && strings.Contains(o.Words, "needle arm") {
			if n++; o.Check == nil || o.Against != nil {
				t.Errorf("%s: the check is %v, and %v is thrown against it", o.Words, o.Check, o.Against)
			}
		}
	}
	if n == 0 {
		t.Error("no command is looked at")
	}
}

// One decision has one price: an advice has the checks of its best option. Where nothing can fail the chance is 1/1.
func TestAnAdviceHasTheChecksOfItsBestOption(t *testing.T) {
	for _, name := range []string{"crossing", "brawl", "mirror", "strings", "ganryu", "bridge", "shrine"} {
		f := builtin(t, name, 1)
		for step := 0; step < 60 && f.Turn().Kind != rules.Over; step++ {
			if f.Turn().Kind == rules.Chance {
				if _, err := f.Roll(); err != nil {
					t.Fatal(err)
				}
				continue
			}
			advice, err := AdviseAs(t.Context(), f, search.Limits{Nodes: 200}, book.Character{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			v, err := Look(f)
			if err != nil {
				t.Fatal(err)
			}
			list := v.PricedOptions()
			for _, o := range list {
				for _, thrown := range []*Odds{o.Check, o.Against, o.Overload, o.Lands} {
					if thrown != nil && thrown.P == 1 && (thrown.Num != 1 || thrown.Den != 1) {
						t.Errorf("%s, step %d, %s: %+v", name, step, o.Words, *thrown)
					}
				}
			}
			best := list[slices.IndexFunc(list, func(o PricedOption) bool { return o.Words == advice.Best })]
			got := rules.JSONText([]*Odds{advice.Check, advice.Against, advice.Overload})
			if want := rules.JSONText([]*Odds{best.Check, best.Against, best.Overload}); got != want {
				t.Errorf("%s, step %d, %s: advised with %s, want %s", name, step, best.Words, got, want)
			}
			if _, err := f.Play(list[(step*7)%len(list)].Action); err != nil {
				t.Fatal(err)
			}
		}
	}
}
