package agent

import (
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

func duel(t *testing.T) *fight.Fight {
	t.Helper()
	c, err := Builtin().With("rows.yaml", []byte(rulestest.PracticeRows))
	if err != nil {
		t.Fatal(err)
	}
	f, err := c.NewFight("practice.yaml", []byte(rulestest.Practice), Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestAheadStopsAtTheSeatsDecision(t *testing.T) {
	t.Parallel()
	f := duel(t)
	if steps, err := PlayUntil(t.Context(), f, rules.Nobody, search.Limits{}); err != nil || len(steps) != 0 {
		t.Errorf("somebody decides already: %v, %v", steps, err)
	}
	steps, err := PlayUntil(t.Context(), f, 1, search.Limits{Nodes: 200})
	if turn := f.Turn(); err != nil || len(steps) == 0 || turn.Kind != rules.Decide || turn.Seat != 1 {
		t.Errorf("%v steps, %v, then %+v", len(steps), err, turn)
	}
	for f.Turn().Kind != rules.Over {
		if _, err := MakeStep(t.Context(), f, Seating{Greedy{}, Greedy{}}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := PlayUntil(t.Context(), f, 1, search.Limits{}); err == nil {
		t.Error("the fight is over: no error")
	}
}

// The likelier of success and failure, near the middle, no double if there is another way.
func TestTheLikeliestDice(t *testing.T) {
	d10 := []int{10, 10}
	for _, c := range []struct {
		check rules.Check
		want  [2]int
	}{
		{rules.Check{Dice: d10, Mod: 2, Need: 10, P: 0.85}, [2]int{6, 5}},
		{rules.Check{Dice: d10, Need: 12, P: 0.45}, [2]int{6, 5}},
		{rules.Check{Dice: d10, Need: 16, P: 0.15}, [2]int{6, 5}},
		{rules.Check{Dice: d10, Mod: -1, Need: 9, P: 0.66}, [2]int{6, 5}},
		{rules.Check{Dice: d10, Need: 11, Mod: 3, P: 0.9}, [2]int{6, 5}},
		{rules.Check{Dice: d10, Need: 9, P: 0.4}, [2]int{5, 3}},
		{rules.Check{Dice: d10, Need: 20, P: 0.6}, [2]int{10, 10}},
		{rules.Check{Dice: d10, Need: 12, P: 0.6}, [2]int{7, 5}},
	} {
		if got := likeliestFaces(c.check); [2]int(got) != c.want {
			t.Errorf("%+v: %v, want %v", c.check, got, c.want)
		}
	}
	if got := likeliestFaces(rules.Check{Dice: []int{3}, Need: 1, P: 1}); got[0] < 1 || got[0] > 3 {
		t.Errorf("a lot of three shows %v", got)
	}
}

func TestCountedLinesAddUp(t *testing.T) {
	p, err := CountLines(t.Context(), duel(t), 2)
	if err != nil {
		t.Fatal(err)
	}
	var sum uint64
	for _, part := range p.Divide {
		sum += part.Nodes
	}
	if sum != p.Nodes || p.Nodes == 0 || p.States > p.Nodes {
		t.Errorf("%+v adds up to %d", p, sum)
	}
}

// The signature is the same every time: nothing in it depends on the machine or the clock.
func TestTheBenchRepeats(t *testing.T) {
	t.Parallel()
	if !rulestest.Long() {
		t.Skip("searches four million nodes twice")
	}
	a, errA := RunBench(t.Context(), Builtin())
	b, errB := RunBench(t.Context(), Builtin())
	if errA != nil || errB != nil || a.String() != b.String() || len(a.Systems) != len(systems) {
		t.Fatalf("%+v, %v and %+v, %v", a, errA, b, errB)
	}
	for i, s := range a.Systems {
		if again := b.Systems[i]; s.Nodes != again.Nodes || s.Signature == 0 || s.Positions != len(benchSteps)*len(systems[i].BenchEncounters()) {
			t.Errorf("%+v and %+v", s, again)
		}
	}
}
