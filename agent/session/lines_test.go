package session_test

import (
	"testing"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/search"
)

// scribe counts the lines a table types. A line holds choices that follow each other without dice between, and the dice of
// the last of them.
type scribe struct {
	breath string // whose it is
	own    int    // lines of its own in it
	open   string // whose line is under way, empty if the next answer begins another
	players, foes, answers,
	mostPlayer, mostFoe int
}

func (s *scribe) typed(seat string, isDice bool, side map[string]rules.Side) {
	if s.open != seat {
		switch {
		case seat != s.breath:
			s.answers++
		case side[seat] == 0:
			s.players++
			s.own++
			s.mostPlayer = max(s.mostPlayer, s.own)
		default:
			s.foes++
			s.own++
			s.mostFoe = max(s.mostFoe, s.own)
		}
	}
	s.open = seat
	if isDice {
		s.open = ""
	}
}

// A whole ambush is run at a table by typing dice, numbers and Enter: at most three lines for a player's breath, answers to
// foes' blows counted apart, and fewer than one in the mean for a foe's, where a line is typed for every throw.
func TestAnAmbushTakesFewLines(t *testing.T) {
	s := open(t, "ambush", session.Setup{Seed: 4, ByHand: []string{""}, Voice: "none", Standard: &agent.Search{Limits: search.Limits{Nodes: 300}},
		Given: map[string]agent.Agent{"travellers": session.Person{}}})
	s.Ask, s.Advice = true, search.Limits{Nodes: 300}
	c, side := gm(s), map[string]rules.Side{}
	for _, r := range s.Roster() {
		side[r.Name] = r.Side
	}
	made(t, c, "auto bandits")
	var count scribe
	n, breaths := 0, map[rules.Side]int{}
	for range 2000 {
		m := made(t, c, "play")
		for _, step := range s.Steps(n) {
			for _, e := range step.Events {
				if e.Kind == "breath" {
					count.breath, count.own = e.Seat, 0
					breaths[side[e.Seat]]++
				}
			}
			n = step.N
		}
		q := m.Question
		switch q.Kind {
		case session.Over:
			t.Logf("%d lines in %d breaths of players, %d in %d of foes, %d answers; at most %d and %d", count.players, breaths[0], count.foes, breaths[1], count.answers, count.mostPlayer, count.mostFoe)
			if count.mostPlayer > 3 || count.foes > breaths[1] || count.mostFoe > 4 {
				t.Errorf("at most %d lines in a player's breath, want 3; %d in %d breaths of foes, at most %d, want fewer than one in the mean and never more than 4",
					count.mostPlayer, count.foes, breaths[1], count.mostFoe)
			}
			return
		case session.Dice:
			shown := dice.Stream{Seed: 4, Name: "dice"}.Throw(n, q.Check.Dice)
			count.typed(q.Seat, true, side)
			if _, err := s.Dice(shown...); err != nil {
				t.Fatal(err)
			}
		default:
			a, err := s.Advise(t.Context(), s.Advice)
			if err != nil {
				t.Fatal(err)
			}
			begins := s.Turn().Begins
			if begins {
				count.breath, count.own, count.open = q.Seat, 0, ""
			}
			count.typed(q.Seat, false, side)
			made(t, c, "do "+a.Best)
		}
	}
	t.Error("the ambush does not end")
}
