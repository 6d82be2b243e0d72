package session_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/rules"
)

// Somebody who watches is told what all seats may know, and makes no step.
func TestAWatcherSeesWhatAllMayKnow(t *testing.T) {
	s := open(t, plank, session.Setup{Seed: 1, Standard: session.Person{}})
	feints(t, s)
	gm, watcher := session.Client{Session: s}, session.Client{Session: s, Watches: true}
	made := 0
	for _, o := range session.Operations() {
		if !watcher.May(o) {
			continue
		}
		made++
		out, _ := watcher.Call(t.Context(), o.Name, nil)
		text, err := json.Marshal(out)
		if err != nil {
			t.Fatal(err)
		}
		if o.Name != "help" && strings.Contains(string(text), "feint") {
			t.Errorf("%s tells a watcher of the feint: %s", o.Name, text)
		}
	}
	if made < 5 {
		t.Errorf("a watcher may call %d operations", made)
	}
	steps := s.StepCount()
	for _, op := range []string{"do", "take", "undo", "options", "advise", "note", "concede", "save"} {
		if _, err := watcher.Call(t.Context(), op, nil); session.CodeOf(err) != session.NotYours {
			t.Errorf("%s: %v", op, err)
		}
	}
	if _, err := watcher.Call(t.Context(), "view", json.RawMessage(`{"name":"Ann"}`)); session.CodeOf(err) != session.NotYours {
		t.Errorf("a watcher has the view of a seat: %v", err)
	}
	if s.StepCount() != steps {
		t.Error("a watcher has made a step")
	}
	out, err := gm.Call(t.Context(), "events", nil)
	if text, _ := json.Marshal(out); err != nil || !strings.Contains(string(text), "feint") {
		t.Errorf("the GM is not told of the feint: %s, %v", text, err)
	}
}

// feints lets Ann attack with a feint, which waits for its answer then.
func feints(t *testing.T, s *session.Session) {
	t.Helper()
	for range 50 {
		if s.Turn().Kind == rules.Commit {
			if _, err := s.Do("feint"); err != nil {
				t.Fatal(err)
			}
			return
		}
		v, err := s.View(s.Roster()[max(0, int(s.Turn().Seat)%2)].Name)
		if err != nil {
			t.Fatal(err)
		}
		words := ""
		for _, o := range v.Options {
			if o.Phase == "attack" && words == "" {
				words = o.Words
			}
		}
		if s.Turn().Kind == rules.Chance {
			_, err = s.Roll()
		} else if words == "" {
			_, err = s.Do(v.Options[0].Words)
		} else {
			_, err = s.Do(words)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("nobody can feint")
}

// A follower hands over every step once and in order, also those that are taken back, with a tale of nothing else.
func TestAFollowerHearsEachStepOnce(t *testing.T) {
	s := open(t, "mirror", session.Setup{Seed: 3, Voice: "scent"})
	gm := session.Client{Session: s}
	all, err := gm.Follow(0)
	if err != nil {
		t.Fatal(err)
	}
	n, lines := 0, 0
	hear := func() {
		for _, h := range all.NewSteps() {
			if n++; h.Step.N != n {
				t.Fatalf("step %d comes as the %d-th", h.Step.N, n)
			}
			lines += len(h.Tale)
		}
	}
	for range 30 {
		if _, err := s.Next(t.Context()); errors.Is(err, agent.ErrNothingToDecide) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		hear()
	}
	if _, err := s.Undo(2); err != nil {
		t.Fatal(err)
	}
	hear()
	late, err := gm.Follow(n - 1)
	if err != nil {
		t.Fatal(err)
	}
	if heard := late.NewSteps(); len(heard) != 1 || heard[0].Step.Undo != 2 {
		t.Errorf("who comes late hears %+v", heard)
	}
	if n != s.StepCount() || lines == 0 {
		t.Errorf("%d steps of %d, %d lines", n, s.StepCount(), lines)
	}
}

// Every error has a code of the closed list that says what kind it is.
func TestErrorsHaveCodes(t *testing.T) {
	s := open(t, "mirror", session.Setup{Seed: 1, Standard: session.Person{}, ByHand: []string{""}})
	gm, kagami := session.Client{Session: s}, session.Client{Session: s, As: "Kagami"}
	for _, c := range []struct {
		client session.Client
		op, in string
		want   session.Code
	}{
		{gm, "optoins", ``, session.UnknownOperation},
		{gm, "do", `{"word":"x"}`, session.BadInput},
		{gm, "do", `{"words":`, session.BadInput},
		{gm, "do", `{"words":"x"} 1`, session.BadInput},
		{gm, "do", `{"words":"dance"}`, session.UnknownChoice},
		{gm, "why", `{"words":"dance"}`, session.UnknownChoice},
		{gm, "sheet", `{"name":"Cid"}`, session.UnknownName},
		{gm, "edit", `{"name":"Cid","changes":["wounds=1"]}`, session.UnknownName},
		{gm, "ban", `{"do":"dance"}`, session.UnknownChoice},
		{gm, "undo", ``, session.NotNow},
		{gm, "dice", `{"faces":[1]}`, session.NotNow},
		{gm, "apply", `{"position":"version: 1\nsystem: tempo\nsides: 3\n"}`, session.BadFile},
		{gm, "edit", `{"name":"Kagami","changes":["luck=1"]}`, session.Refused},
		{kagami, "undo", ``, session.NotYours},
		{kagami, "do", `{"words":"dance"}`, session.NotYours},
	} {
		_, err := c.client.Call(t.Context(), c.op, json.RawMessage(c.in))
		if err == nil || session.CodeOf(err) != c.want {
			t.Errorf("%s %s: got %s, want %s: %v", c.op, c.in, session.CodeOf(err), c.want, err)
		}
	}
}
