package agent

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/search"
)

// practice is a fight that no change of the catalogue touches: Aki, who begins, against Boku.
const (
	practiceRows = `
version: 1
weapons:
  practice sword:
    family: blade
    skill: swordsmanship
    attack:
      - {name: cut, energy: 2, check: courage}
      - {name: stab, energy: 2, check: finesse}
    defense:
      - {name: parry, energy: 1, check: courage}
combatants:
  pupil: {grade: minion, energy: 12, wounds: 5, defense: 13, weapons: [practice sword]}
  teacher: {grade: minion, energy: 10, wounds: 5, defense: 13, weapons: [practice sword]}
`
	practice = `
version: 1
system: breath
title: Practice
sides:
  - {name: pupils, fighters: [{who: pupil, name: Aki}]}
  - {name: teachers, fighters: [{who: teacher, name: Boku}]}
`
)

func duel(t *testing.T) *rules.Fight {
	t.Helper()
	c, err := Builtin().overlay("rows.yaml", []byte(practiceRows))
	if err != nil {
		t.Fatal(err)
	}
	f, err := c.NewFight("practice.yaml", []byte(practice), Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// answers plays the first seat from a script, and answers with the decisions that stand and what was printed.
func answers(t *testing.T, script string, strict bool) (done []string, said string, err error) {
	t.Helper()
	f := duel(t)
	var out strings.Builder
	h := NewHuman(strings.NewReader(script), &out)
	h.Script = strict
	err = Run(t.Context(), f, Seating{h, Greedy{}}, func(rules.Step) error { return nil })
	for _, s := range rules.Standing(f.Steps()) {
		if s.Seat == f.Name(0) && len(s.Roll) == 0 {
			done = append(done, s.Do)
		}
	}
	return done, out.String(), err
}

func TestAPersonAnswersByNumberOrInWords(t *testing.T) {
	for script, want := range map[string]string{
		"1\n":                             "cut > Boku",
		"reserve parry\n":                 "reserve parry",
		"RESERVE   Parry\n":               "reserve parry",
		"res\n":                           "reserve parry",
		"nonsense\n\n99\n0\n-1\nstab":     "stab > Boku",
		"?\n? boku\n? nobody\n2\n":        "stab > Boku",
		"undo\n1\n":                       "cut > Boku",
		"\x1b[2J\n\xff\xfe\n2\n":          "stab > Boku",
		strings.Repeat("x", 9999) + "\n2": "stab > Boku",
	} {
		done, said, err := answers(t, script, false)
		if !errors.Is(err, ErrLeft) || len(done) == 0 || done[0] != want {
			t.Errorf("%.40q: %v, %v, want %s first\n%s", script, done, err, want, said)
		}
		if strings.ContainsAny(said, "\x1b\xff") {
			t.Errorf("%.40q: the terminal gets what was typed: %q", script, said)
		}
	}
}

func TestUndoGoesBackToTheQuestionBefore(t *testing.T) {
	done, said, err := answers(t, "1\nundo\n3\nundo\nundo\n2\n", false)
	if !errors.Is(err, ErrLeft) || len(done) == 0 || done[0] != "stab > Boku" {
		t.Errorf("%v, %v\n%s", done, err, said)
	}
}

func TestAWrongAnswerOfAScriptIsAnErrorWithItsPlace(t *testing.T) {
	for script, want := range map[string]string{
		"1\n\nparry in verse\n": `standard input:3:1: "parry in verse" is not open to you now: want 1 to `,
		"77\n":                  "standard input:1:1: there is no choice 77: want 1 to ",
		"undo\n":                "standard input:1:1: there is no earlier choice to take back",
	} {
		if _, _, err := answers(t, script, true); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s…", script, err, want)
		}
	}
}

// Ctrl-C is heard while a person thinks.
func TestACancelledContextEndsTheWaiting(t *testing.T) {
	silent, _ := io.Pipe() // nobody ever types
	ctx, cancel := context.WithCancel(t.Context())
	h := NewHuman(silent, io.Discard)
	cancel()
	if _, err := h.Choose(ctx, duel(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestAheadStopsAtTheSeatsDecision(t *testing.T) {
	t.Parallel()
	f := duel(t)
	if steps, err := Ahead(t.Context(), f, rules.Nobody, search.Limits{}); err != nil || len(steps) != 0 {
		t.Errorf("somebody decides already: %v, %v", steps, err)
	}
	steps, err := Ahead(t.Context(), f, 1, search.Limits{Nodes: 200})
	if turn := f.Turn(); err != nil || len(steps) == 0 || turn.Kind != rules.Decide || turn.Seat != 1 {
		t.Errorf("%v steps, %v, then %+v", len(steps), err, turn)
	}
	for f.Turn().Kind != rules.Over {
		if _, err := next(t.Context(), f, Seating{Greedy{}, Greedy{}}, f.Turn()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Ahead(t.Context(), f, 1, search.Limits{}); err == nil {
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
		if got := likeliest(c.check); [2]int(got) != c.want {
			t.Errorf("%+v: %v, want %v", c.check, got, c.want)
		}
	}
	if got := likeliest(rules.Check{Dice: []int{3}, Need: 1, P: 1}); got[0] < 1 || got[0] > 3 {
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
	if testing.Short() {
		t.Skip("searches a million nodes twice")
	}
	a, errA := RunBench(t.Context(), Builtin())
	b, errB := RunBench(t.Context(), Builtin())
	if errA != nil || errB != nil || a.Signature != b.Signature || a.Nodes != b.Nodes || a.Signature == 0 {
		t.Errorf("%+v, %v and %+v, %v", a, errA, b, errB)
	}
}
