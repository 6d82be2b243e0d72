package session_test

import (
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/search"
)

const lostFord = `version: 1
system: keep
title: The Ford
map:
  - "........"
  - "........"
  - "........"
sides:
  - name: callers
    fighters:
      - {who: bandit, name: Mori, temper: craven, at: c2, initiative: 40, stance: water}
      - {who: bandit, name: Goro, at: a1, initiative: 5, stance: water}
  - name: guests
    fighters:
      - {who: ronin, name: Aki, at: e1, initiative: 30, stance: water}
      - {who: ronin, name: Ben, at: e2, initiative: 20, stance: water}
      - {who: ronin, name: Cho, at: e3, initiative: 10, stance: water}
`

// A yield is proposed with its reason, taken or refused like any proposal, closed by a ban, and taken back; where nobody is asked it
// happens.
func TestAYieldIsProposed(t *testing.T) {
	mind := &agent.Search{Limits: search.Limits{Nodes: 300}}
	s := open(t, lostFord, session.Setup{Seed: 1, Standard: mind})
	s.Advice = search.Limits{Nodes: 300}
	gm := session.Client{Session: s}
	line := func(words string) any {
		t.Helper()
		out, err := gm.Line(t.Context(), words)
		if err != nil {
			t.Fatalf("%s: %v", words, err)
		}
		return out
	}
	for turn := s.Turn(); turn.Seat != 0 || !turn.Begins; turn = s.Turn() {
		if _, err := s.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	s.Ask = true
	line("edit Mori wounds=10")
	p := line("propose").(session.Proposal)
	if p.Do != "yield" || !strings.HasPrefix(p.Yields, "craven: ") || p.Advice.Best == "" || p.Advice.Best == p.Do {
		t.Fatalf("proposed is %q (%q), and best is %q", p.Do, p.Yields, p.Advice.Best)
	}
	if made := line("take").(session.StepsMade); made.Steps[0].Edit != "Mori yields" || made.Steps[0].Why != p.Yields {
		t.Errorf("taken it is %+v", made.Steps[0])
	}
	line("undo")
	line("ban yield for callers \"they have sworn\"")
	if p := line("propose").(session.Proposal); p.Do == "yield" || p.Yields != "" {
		t.Errorf("banned, it is proposed: %+v", p)
	}
	line("allow yield for callers")
	if p := line("propose").(session.Proposal); p.Do != "yield" {
		t.Errorf("allowed again, %q is proposed", p.Do)
	}
	line("do " + p.Advice.Best) // refused: it fights on
	line("undo")
	s.Ask = false
	step, err := s.Next(t.Context())
	if err != nil || step.Edit != "Mori yields" {
		t.Errorf("unasked Mori does %+v (%v)", step, err)
	}
}

// A player yields for itself and for nobody else, a watcher not at all, and the GM for anybody.
func TestAPlayerYieldsForItself(t *testing.T) {
	s := open(t, lostFord, session.Setup{Seed: 1})
	aki := session.Client{Session: s, As: "Aki"}
	if _, err := aki.Line(t.Context(), "yield Ben"); err == nil || session.CodeOf(err) != session.NotYours {
		t.Errorf("Aki has Ben yield: %v", err)
	}
	if _, err := (session.Client{Session: s, Watches: true}).Line(t.Context(), "yield"); err == nil || session.CodeOf(err) != session.NotYours {
		t.Errorf("a watcher yields: %v", err)
	}
	if _, err := aki.Line(t.Context(), "yield flees"); err == nil || !strings.Contains(err.Error(), "cannot flee from where") {
		t.Errorf("Aki flees from the middle: %v", err)
	}
	out, err := aki.Line(t.Context(), `yield "it is enough"`)
	if err != nil || out.(session.StepsMade).Steps[0].Edit != "Aki yields" || out.(session.StepsMade).Steps[0].Why != "it is enough" {
		t.Errorf("Aki yields: %+v (%v)", out, err)
	}
	ben := session.Client{Session: s, As: "Ben"}
	if out, err := ben.Line(t.Context(), "yield"); err != nil || out.(session.StepsMade).Steps[0].Why != "its own choice" {
		t.Errorf("Ben yields without a word, which is not the GM's: %+v (%v)", out, err)
	}
	gm := session.Client{Session: s}
	if _, err := gm.Line(t.Context(), "yield Nemo"); err == nil || session.CodeOf(err) != session.UnknownName {
		t.Errorf("Nemo yields: %v", err)
	}
	decides := s.Roster()[s.Turn().Seat].Name
	if out, err := gm.Line(t.Context(), "yield"); err != nil || out.(session.StepsMade).Steps[0].Edit != decides+" yields" {
		t.Errorf("whoever decides yields: %+v (%v)", out, err)
	}
}
