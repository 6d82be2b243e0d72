package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/rules"
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

func practising(t *testing.T, seats map[string]agent.Agent) *session.Session {
	t.Helper()
	c, err := agent.Builtin().With("rows.yaml", []byte(practiceRows))
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.Open(c, "practice.yaml", []byte(practice), session.Setup{Seed: 1, Standard: agent.Greedy{}, Given: seats, Voice: "none"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// answers plays the first seat from a script, and answers with the decisions that stand and what was printed.
func answers(t *testing.T, script string, strict bool) (done []string, said string, err error) {
	t.Helper()
	var out strings.Builder
	h := newHuman(strings.NewReader(script), &out)
	h.Script = strict
	s := practising(t, map[string]agent.Agent{"Aki": h})
	err = s.Run(t.Context(), func(rules.Step) error { return nil })
	for _, s := range rules.Standing(s.Steps(0)) {
		if s.Seat == "Aki" && len(s.Roll) == 0 {
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
		if !errors.Is(err, session.ErrLeft) || len(done) == 0 || done[0] != want {
			t.Errorf("%.40q: %v, %v, want %s first\n%s", script, done, err, want, said)
		}
		if strings.ContainsAny(said, "\x1b\xff") {
			t.Errorf("%.40q: the terminal gets what was typed: %q", script, said)
		}
	}
}

func TestUndoGoesBackToTheQuestionBefore(t *testing.T) {
	done, said, err := answers(t, "1\nundo\n3\nundo\nundo\n2\n", false)
	if !errors.Is(err, session.ErrLeft) || len(done) == 0 || done[0] != "stab > Boku" {
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
	h := newHuman(silent, io.Discard)
	cancel()
	s := practising(t, map[string]agent.Agent{"Aki": h})
	if err := s.Run(ctx, func(rules.Step) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
