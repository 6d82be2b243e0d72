package session_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/search"
)

// plank is a duel of the system that knows feints.
const plank = `version: 1
system: tempo
title: On a plank
map: ["....."]
sides:
  - {name: near, status: on guard, fighters: [{who: swordsman, name: Ann, at: b1}]}
  - {name: far, status: on guard, fighters: [{who: swordsman, name: Bea, at: c1}]}
`

func open(t *testing.T, encounter string, o session.Setup) *session.Session {
	t.Helper()
	file, data := "plank.yaml", []byte(encounter)
	if !strings.Contains(encounter, "\n") {
		var err error
		if file, data, err = agent.ReadEncounter(encounter); err != nil {
			t.Fatal(err)
		}
	}
	if o.Standard == nil {
		o.Standard = agent.Greedy{}
	}
	if o.Voice == "" {
		o.Voice = "law"
	}
	s, err := session.Open(agent.Builtin(), file, data, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// until plays on until a seat decides something of these words.
func until(t *testing.T, s *session.Session, seat, words string) {
	t.Helper()
	for range 500 {
		if turn := s.Turn(); turn.Kind == rules.Decide || turn.Kind == rules.Commit {
			v, err := s.View(s.Roster()[turn.Seat].Name)
			if err != nil {
				t.Fatal(err)
			}
			if v.Seat == seat && slices.ContainsFunc(v.Options, func(o agent.PricedOption) bool { return strings.HasPrefix(o.Words, words) }) {
				return
			}
		}
		if _, err := s.Next(t.Context()); err != nil {
			t.Fatalf("%s never decides %q: %v", seat, words, err)
		}
	}
	t.Fatalf("%s never decides %q", seat, words)
}

// What is recorded goes on where it was left, to the same end as if nobody had left, and replays.
func TestAFightLeftGoesOnToTheSameEnd(t *testing.T) {
	play := func(path string, steps int) {
		s := open(t, "mirror", session.Setup{Seed: 5, Record: path})
		for range steps {
			if _, err := s.Next(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	whole, left := filepath.Join(dir, "whole.jsonl"), filepath.Join(dir, "left.jsonl")
	play(left, 7)
	play(whole, 0)
	var ends [2]string
	for i, path := range []string{whole, left} {
		s, warnings, err := session.Resume(path, "none", func(spec string) (agent.Agent, error) {
			return agent.Parse(t.Context(), spec, search.Limits{}, agent.Kinds)
		})
		if err != nil || len(warnings) > 0 {
			t.Fatal(err, warnings)
		}
		if err := s.Run(t.Context(), func(rules.Step) error { return nil }); err != nil {
			t.Fatal(err)
		}
		position, err := s.Position()
		if err != nil {
			t.Fatal(err)
		}
		ends[i] = string(position)
		winner, over := s.Winner()
		if !over || winner == "" && !strings.Contains(ends[i], "draw") {
			t.Errorf("%s: won by %q, over %v", path, winner, over)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		file, rec, _, err := fight.OpenAppend(path)
		if err != nil {
			t.Fatal(err)
		}
		file.Close()
		again, err := session.FromRecord(rec, "none")
		if err == nil {
			err = fight.Replay(again.Fight, rec)
		}
		if err != nil {
			t.Error(err)
		}
	}
	if ends[0] != ends[1] {
		t.Errorf("left and resumed it ends\n%s\nand whole\n%s", ends[1], ends[0])
	}
}

// A view shows a seat its own secret and never another's, before and after the answer.
func TestAViewHidesTheSecretOfOthers(t *testing.T) {
	var seen [2]session.View
	for i := range seen {
		s := open(t, plank, session.Setup{Seed: 1})
		for s.Turn().Kind != rules.Commit {
			if _, err := s.Next(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		owner, other := "Ann", "Bea"
		if s.Roster()[s.Turn().Seat].Name == other {
			owner, other = other, owner
		}
		secret := view(t, s, owner).Options
		if len(secret) < 2 || len(view(t, s, other).Options) > 0 {
			t.Fatalf("%s may choose %v, %s %v", owner, secret, other, view(t, s, other).Options)
		}
		if _, err := s.Do(secret[i].Words); err != nil {
			t.Fatal(err)
		}
		own := view(t, s, owner).Steps
		if last := own[len(own)-1]; last.Do != secret[i].Words {
			t.Errorf("%s sees that she did %q, want %q", owner, last.Do, secret[i].Words)
		}
		seen[i] = view(t, s, other)
		if last := seen[i].Steps[len(seen[i].Steps)-1]; !last.Secret || last.Do != "" {
			t.Errorf("%s sees the secret %q", other, last.Do)
		}
	}
	if a, b := seen[0], seen[1]; !equal(a, b) {
		t.Errorf("the secret makes a difference to who must answer:\n%+v\n%+v", a, b)
	}
}

func view(t *testing.T, s *session.Session, name string) session.View {
	t.Helper()
	v, err := s.View(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func equal(a, b session.View) bool {
	sheets := func(v session.View) (text string) {
		for _, k := range v.Sheets {
			for _, e := range k.Sheet {
				text += k.Name + e.Name + e.Value + ";"
			}
		}
		for _, o := range v.Options {
			text += o.Words + ";"
		}
		return text
	}
	return sheets(a) == sheets(b) && a.Turn == b.Turn && len(a.Steps) == len(b.Steps)
}

// Real dice, a GM's word, what is taken back and returned: each is a step of the record; after an undo the same choice
// meets the same dice.
func TestATableHasItsWay(t *testing.T) {
	s := open(t, "mirror", session.Setup{Seed: 3})
	until(t, s, "Chikara", "thrust")
	if _, err := s.Do("thrust > Kagami"); err != nil {
		t.Fatal(err)
	}
	first, err := s.Roll()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Undo(2); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Do("thrust > Kagami"); err != nil {
		t.Fatal(err)
	}
	if again, err := s.Roll(); err != nil || !slices.Equal(again.Roll, first.Roll) {
		t.Errorf("after an undo the dice show %v, want %v: %v", again.Roll, first.Roll, err)
	}
	if _, err := s.Undo(1); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Redo(1); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Undo(1); err != nil {
		t.Fatal(err)
	}
	if c := s.Check(); len(c.Dice) != 2 {
		t.Fatalf("the dice waited for are %v", c.Dice)
	}
	if _, err := s.Dice(11, 3); err == nil {
		t.Error("a die of ten sides shows 11")
	}
	if step, err := s.Dice(10, 9); err != nil || !slices.Equal(step.Roll, []int{10, 9}) {
		t.Errorf("%+v, %v", step, err)
	}
	until(t, s, "Chikara", "thrust")
	if step, err := s.Edit("Kagami energy=1", "a stumble in the mud"); err != nil || step.Why != "a stumble in the mud" {
		t.Errorf("%+v, %v", step, err)
	}
	if _, err := s.Edit(fight.ConcedeEdit("second"), "enough"); err != nil {
		t.Error(err)
	}
	if winner, over := s.Winner(); !over || winner != "first" {
		t.Errorf("won by %q, over %v", winner, over)
	}
	if n := s.StepCount(); n < 10 || len(s.StepsAfter(n-1)) != 1 {
		t.Errorf("%d steps", n)
	}
}

// A seat can be given to somebody else in the middle of a fight, and back by an undo; a name that nobody has is refused.
func TestASeatChangesHands(t *testing.T) {
	s := open(t, "mirror", session.Setup{Seed: 3})
	s.ParseAgent = kinds(t)
	if _, err := gm(s).Line(t.Context(), `seat kagami=random dice=hand "the cat sits down"`); err != nil {
		t.Fatal(err)
	}
	if got := s.Seats(); got[0].String() != "greedy" || got[1].String() != "random dice=hand" {
		t.Errorf("played by %v", got)
	}
	if _, err := gm(s).Line(t.Context(), "undo"); err != nil || s.Seats()[1].String() != "greedy" {
		t.Errorf("played by %v, %v", s.Seats(), err)
	}
	if _, err := gm(s).Line(t.Context(), "seat Kagemi=random"); err == nil || !strings.Contains(err.Error(), "did you mean Kagami?") {
		t.Errorf("got %v", err)
	}
	if _, err := s.View("nobody"); err == nil {
		t.Error("nobody has a view")
	}
}

func gm(s *session.Session) session.Client { return session.Client{Session: s} }

func kinds(t *testing.T) func(string) (agent.Agent, error) {
	return func(spec string) (agent.Agent, error) {
		return agent.Parse(t.Context(), spec, search.Limits{Nodes: 300}, agent.Kinds)
	}
}

// The breaths that are over are told as they come, and what is under way is known.
func TestATaleIsToldAsItComes(t *testing.T) {
	s := open(t, "mirror", session.Setup{Seed: 3, Voice: "scent"})
	lines := 0
	err := s.Run(t.Context(), func(step rules.Step) error {
		lines += len(s.NewLines(step))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if lines += len(s.FlushTale()); lines < 3 || len(s.TakeUntold()) > 0 {
		t.Errorf("%d lines, untold %v", lines, s.TakeUntold())
	}
}

// A cancelled context stops a fight between steps; so does who listens, and a question.
func TestAFightStopsWhenTold(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := open(t, "mirror", session.Setup{Seed: 3, Agents: map[string]agent.Agent{"Kagami": session.Person{}}})
	cancel()
	if err := s.Run(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if err := s.Run(t.Context(), func(rules.Step) error { return nil }); !errors.Is(err, session.ErrAsked) {
		t.Errorf("got %v, want that somebody is asked", err)
	}
	full := errors.New("enough")
	s = open(t, "mirror", session.Setup{Seed: 3})
	if err := s.Run(t.Context(), func(rules.Step) error { return full }); !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
}
