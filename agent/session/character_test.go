package session_test

import (
	"path/filepath"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/rules/book"
	"kokyu/search"
)

const ford = `version: 1
system: breath
title: Two at the Ford
sides:
  - name: bandits
    temper: cruel
    fighters:
      - {who: bandit chief, name: Jubei}
      - {who: bandit, name: Sute, level: 2, temper: craven}
  - name: travellers
    fighters:
      - {who: samurai, name: Masamune}
      - {who: ashigaru, name: Gonta}
`

// sat returns the ford with the bandits proposed for and the travellers played by a person.
func sat(t *testing.T, record string) *session.Session {
	t.Helper()
	s, err := session.Open(agent.Builtin(), "ford.yaml", []byte(ford), session.Setup{Seed: 5, Standard: &agent.Search{Limits: search.Limits{Nodes: 400}},
		Agents: map[string]agent.Agent{"travellers": session.Person{}}, ByHand: []string{"Sute"}, Voice: "none", Record: record})
	if err != nil {
		t.Fatal(err)
	}
	s.Ask, s.ParseAgent, s.Advice = true, kinds(t), search.Limits{Nodes: 400}
	return s
}

// What is proposed for a foe is what its temper takes, with the advice of that temper; a person is advised as nobody, and
// whoever takes a seat over plays it as the encounter says.
func TestFoesAreProposedForAsTheEncounterSays(t *testing.T) {
	s := sat(t, "")
	c := gm(s)
	p, err := s.Propose(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if want := (book.Character{Temper: "cruel"}); p.Advice.Character != want || p.Do != p.Advice.Best {
		t.Errorf("proposed %q, advised as %+v %q", p.Do, p.Advice.Character, p.Advice.Best)
	}
	if first := p.Advice.Options[0]; !strings.HasSuffix(first.Do, "> Gonta") || p.Advice.TemperWords(first) != "cruel +4.0 points: the weakest foe" {
		t.Errorf("%q is shown as %q", first.Do, p.Advice.TemperWords(first))
	}
	operations(t, c, "seat Jubei=search nodes=200")
	operations(t, c, "seat Sute=search nodes=50 level=1")
	for seat, want := range map[int]string{0: "search nodes=200 temper=cruel", 1: "search nodes=50 level=1 temper=craven", 2: "human"} {
		if got := s.Seats()[seat].String(); got != want {
			t.Errorf("%s is played by %q, want %q", s.Roster()[seat].Name, got, want)
		}
	}
	operations(t, c, "seat bandits=human")
	a, err := s.Advise(t.Context(), s.Advice)
	if err != nil || a.Character != (book.Character{}) {
		t.Errorf("a person is advised as %+v, %v", a.Character, err)
	}
}

// A record knows as whom everybody was played, and a fight resumed goes on so.
func TestAResumedFightKeepsItsCharacters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ford.jsonl")
	s := sat(t, path)
	if _, err := s.Next(t.Context()); err != session.ErrAsked {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again, _, err := session.Resume(path, "none", kinds(t))
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	for i, a := range again.Seats() {
		if want := s.Seats()[i].String(); a.String() != want {
			t.Errorf("%s is played by %q, want %q", s.Roster()[i].Name, a, want)
		}
	}
	if got := again.Seats()[1].String(); !strings.HasSuffix(got, "level=2 temper=craven dice=hand") {
		t.Errorf("Sute is played by %q", got)
	}
}
