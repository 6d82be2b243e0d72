package evals_test

import (
	"math"
	"reflect"
	"testing"

	"kokyu/agent"
	"kokyu/evals"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/search"
)

func analyze(t *testing.T, encounter string, seed uint64, judge func() evals.Judge, cores int) evals.Analysis {
	t.Helper()
	f := fought(t, begin(t, encounter, seed), agent.Random{})
	a, err := evals.Analyze(t.Context(), begin(t, encounter, seed), fight.Standing(f.Steps()), judge, cores, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func searching(nodes int) func() evals.Judge {
	return func() evals.Judge { return &evals.Searching{Limits: search.Limits{Nodes: nodes}} }
}

// A fight's result less its starting value is luck and choice and what the judge did not foresee, for any judge.
func TestAFightIsItsLuckAndItsChoices(t *testing.T) {
	for name, judge := range map[string]func() evals.Judge{
		"score": func() evals.Judge { return evals.Scoring{} }, "no budget": searching(0), "a small budget": searching(60), "a budget": searching(400),
	} {
		for _, encounter := range []string{skirmish, "crossroads", "ambush"} {
			for seed := range uint64(4) {
				a := analyze(t, encounter, seed, judge, 2)
				if gap := a.End - a.Start - a.Terms.Sum(); math.Abs(gap) > 1e-12 || !a.Over {
					t.Errorf("%s, seed %d: %v to %v is %+v: %g is missing", name, seed, a.Start, a.End, a.Terms, gap)
				}
				for _, s := range a.Phases {
					if s.Choice > 1e-9 {
						t.Errorf("%s, seed %d: %s gained %v mWP by choosing", name, seed, s.Seat, s.Choice)
					}
				}
			}
		}
	}
}

// With exact values nothing is left over, over many random fights; what both sides lost by their choices and what the
// dice gave is all there is.
func TestExactValuesLeaveNothingOver(t *testing.T) {
	k := solved(t, begin(t, skirmish, 1))
	for seed := range uint64(200) {
		a := analyze(t, skirmish, seed, func() evals.Judge { return evals.Knowing{Truth: k} }, 1)
		if math.Abs(a.Terms.Residual) > 1e-9 || !a.Exact {
			t.Fatalf("seed %d leaves %v over", seed, a.Terms.Residual)
		}
		sum := 0.0 // of side 0
		for i, s := range a.Seats {
			sum += float64(1-2*i) * (s.Luck + s.Choice) / 1000
		}
		if gap := a.End - a.Start - sum; math.Abs(gap) > 1e-9 {
			t.Fatalf("seed %d: the seats' shares miss the result by %g", seed, gap)
		}
	}
}

// Whoever always takes the best option has nothing to regret, and his luck is the whole of his result.
func TestBestPlayHasOnlyLuck(t *testing.T) {
	k := solved(t, begin(t, skirmish, 1))
	f := begin(t, skirmish, 3)
	j := evals.Knowing{Truth: k}
	for f.Turn().Kind != rules.Over {
		if f.Turn().Kind == rules.Chance {
			if _, err := f.Roll(); err != nil {
				t.Fatal(err)
			}
			continue
		}
		look, err := j.Judge(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range look.Next {
			if math.Abs(n.Value-look.Value) < 1e-12 {
				if _, err := f.Play(n.Action); err != nil {
					t.Fatal(err)
				}
				break
			}
		}
	}
	a, err := evals.Analyze(t.Context(), begin(t, skirmish, 3), f.Steps(), func() evals.Judge { return j }, 1, nil)
	if err != nil || math.Abs(a.Terms.Choice) > 1e-9 || math.Abs(a.End-a.Start-a.Terms.Luck) > 1e-9 {
		t.Errorf("%+v, %v", a, err)
	}
}

// The same analysis on any number of cores.
func TestAnalysisIsTheSameOnAnyNumberOfCores(t *testing.T) {
	one, three := analyze(t, "crossroads", 9, searching(300), 1), analyze(t, "crossroads", 9, searching(300), 3)
	if !reflect.DeepEqual(one, three) {
		t.Errorf("one core: %+v\nthree: %+v", one, three)
	}
}

// What the GM changes is nobody's luck.
func TestAnEditIsNobodysLuck(t *testing.T) {
	f := begin(t, "crossroads", 1)
	if _, err := f.Edit("Kojiro wounds=1", "a test"); err != nil {
		t.Fatal(err)
	}
	a, err := evals.Analyze(t.Context(), begin(t, "crossroads", 1), f.Steps(), searching(300), 1, nil)
	if err != nil || a.Over || a.Terms.Edits >= 0 || a.Terms.Luck != 0 || a.Terms.Choice != 0 || math.Abs(a.End-a.Start-a.Terms.Sum()) > 1e-12 {
		t.Errorf("%+v, %v", a, err)
	}
}
