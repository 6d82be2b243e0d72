package session_test

import (
	"encoding/json"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/search"
)

// What is proposed is on the GM's board alone, once it was asked for and until a step is made; a seat's board says whose it is.
func TestProposalsAreOnTheGMsBoard(t *testing.T) {
	gm := table(t, session.Setup{Seed: 1, Standard: &agent.Search{Limits: search.Limits{Nodes: 300}}, Voice: "none"})
	look := func(c session.Client) session.Board {
		t.Helper()
		out, err := c.Call(t.Context(), "board", json.RawMessage(`{"svg":true}`))
		if err != nil {
			t.Fatal(err)
		}
		return out.(session.Board)
	}
	if b := look(gm); b.Board.Proposal != nil {
		t.Errorf("before anything was proposed: %+v", b.Board.Proposal)
	}
	out, err := gm.Call(t.Context(), "propose", nil)
	if err != nil {
		t.Fatal(err)
	}
	do := out.(session.Proposal).Do
	if b := look(gm); b.Board.Proposal == nil || b.Board.Proposal.Do != do ||
		!strings.Contains(b.Text, "Proposed for ") || !strings.Contains(b.SVG, ` aimed" x`) {
		t.Errorf("proposed %q, on the board %+v\n%s", do, b.Board.Proposal, b.Text)
	}
	for _, c := range []session.Client{{Session: gm.Session, As: "Tomoe"}, {Session: gm.Session, Watches: true}} {
		b := look(c)
		if b.Board.Proposal != nil || strings.Contains(b.Text, "Proposed") || strings.Contains(b.SVG, ` aimed" x`) || b.Board.As != c.As {
			t.Errorf("%q sees %+v of %q", c.As, b.Board.Proposal, b.Board.As)
		}
		st, err := c.Call(t.Context(), "state", nil)
		if err != nil || st.(session.State).Board.Proposal != nil {
			t.Errorf("%q: %v", c.As, err)
		}
	}
	if _, err := gm.Call(t.Context(), "take", nil); err != nil {
		t.Fatal(err)
	}
	if b := look(gm); b.Board.Proposal != nil {
		t.Errorf("after the step: %+v", b.Board.Proposal)
	}
}

// A throw says from which sum of its dice on it succeeds, and that is so: one less fails.
func TestTheLeastSumSucceeds(t *testing.T) {
	for sum, hits := range map[string]bool{"5 5": false, "5 6": true} {
		gm := table(t, session.Setup{Seed: 1, Standard: session.ByHand{Agent: session.Person{}}, Voice: "none"})
		if _, err := gm.Call(t.Context(), "do", json.RawMessage(`{"words":"thrust > Tomoe"}`)); err != nil {
			t.Fatal(err)
		}
		out, err := gm.Call(t.Context(), "state", nil)
		if err != nil {
			t.Fatal(err)
		}
		q := out.(session.State).Question
		if q.Check == nil || q.Check.Least != 11 || q.Check.Need != "2d10+1 >= 12" {
			t.Fatalf("the throw is %+v", q.Check)
		}
		faces := strings.ReplaceAll(sum, " ", ",")
		if _, err := gm.Call(t.Context(), "dice", json.RawMessage(`{"faces":[`+faces+`]}`)); err != nil {
			t.Fatal(err)
		}
		ok := false
		for _, step := range gm.StepsAfter(0) {
			for _, e := range step.Events {
				ok = ok || e.Kind == "check" && e.OK
			}
		}
		if ok != hits {
			t.Errorf("%s: hits %v", sum, ok)
		}
	}
}
