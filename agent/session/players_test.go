package session_test

import (
	"path/filepath"
	"strings"
	"testing"

	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/search"
)

// Hints and undo are the GM's to give: off at first, a step of the record, taken back by an undo, kept when the evening goes on.
func TestPlayersMayWhatTheGMSays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "evening.jsonl")
	s := open(t, "mirror", session.Setup{Seed: 1, Standard: session.Person{}, Record: path})
	s.Advice = search.Limits{Nodes: 200}
	gm, player := session.Client{Session: s}, session.Client{Session: s, As: "Chikara"}
	none := map[string]string{"hint": "the GM gives players no hints: want a choice of your own", "why close the round": "the GM gives players no hints",
		"undo": "the GM lets players take nothing back: want the GM", "players hint": "players is the GM's to call"}
	refused(t, player, none)
	if step := operations(t, gm, "players hint undo").Steps[0]; step.Word != "players" || step.What != "hint, undo" {
		t.Errorf("%+v", step)
	}
	for _, line := range []string{"hint", "why close the round"} {
		if _, err := player.Line(t.Context(), line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	out, err := player.Line(t.Context(), "state")
	if err != nil || out.(session.State).May != (session.PlayerRights{Hint: true, Undo: true}) {
		t.Errorf("a player is told %+v, %v", out.(session.State).May, err)
	}
	refused(t, session.Client{Session: s, As: "Kagami"}, map[string]string{"hint": "it is Chikara's turn"})
	refused(t, session.Client{Session: s, Watches: true}, map[string]string{"hint": "advise is a player's to call, not a watcher's", "undo": "not a watcher's"})
	operations(t, gm, "undo")
	refused(t, player, none)
	operations(t, gm, "redo")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again, _, err := session.Resume(path, "none", kinds(t))
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if may := again.PlayersMay(); may != (session.PlayerRights{Hint: true, Undo: true}) {
		t.Errorf("on another evening players may %v", may)
	}
	gm.Session = again
	if step := operations(t, gm, "players").Steps[0]; step.What != "nothing" || again.PlayersMay() != (session.PlayerRights{}) {
		t.Errorf("%+v, and players may %v", step, again.PlayersMay())
	}
}

func TestAPlayerTakesBackItsOwnLastChoice(t *testing.T) {
	s := open(t, "mirror", session.Setup{Seed: 1, Standard: session.Person{}, ByHand: []string{""}})
	s.Players.Undo = true
	gm := session.Client{Session: s}
	chikara, kagami := session.Client{Session: s, As: "Chikara"}, session.Client{Session: s, As: "Kagami"}
	refused(t, chikara, map[string]string{"undo": "no choice of Chikara's stands", "undo 2": "more than one choice", "undo -1": "\"-1\" behind undo is less than 1"})
	before, _ := s.Position()
	operations(t, chikara, "do thrust > Kagami")
	refused(t, kagami, map[string]string{"undo": "no choice of Kagami's stands"})
	operations(t, chikara, "undo")
	if after, _ := s.Position(); string(after) != string(before) {
		t.Errorf("the position is\n%s\nwant\n%s", after, before)
	}
	operations(t, chikara, "do thrust > Kagami")
	operations(t, chikara, "dice 9 9")
	operations(t, chikara, "undo") // its own dice too: the same choice meets them again
	if after, _ := s.Position(); string(after) != string(before) || s.Question().Seat != "Chikara" {
		t.Errorf("the position is\n%s", after)
	}
	operations(t, chikara, "do thrust > Kagami")
	if step, err := s.Next(t.Context()); err != nil || len(step.Roll) != 2 || step.Roll[0] != 9 {
		t.Fatalf("the same choice meets %v, %v", step.Roll, err)
	}
	operations(t, gm, "note rain")
	refused(t, chikara, map[string]string{"undo": "the GM has said something since"})
	operations(t, gm, "undo")
	if q := s.Question(); q.Seat != "Kagami" || q.Kind != session.Decision {
		t.Fatalf("%+v is asked", q)
	}
	options, err := kagami.Line(t.Context(), "options")
	if err != nil {
		t.Fatal(err)
	}
	operations(t, kagami, "do "+options.(session.Choices).Options[0].Words)
	refused(t, chikara, map[string]string{"undo": "Kagami has chosen since"})
	operations(t, kagami, "undo")
	operations(t, chikara, "undo")
}

// Whoever must answer a secret choice is given the same advice, byte for byte, whatever was chosen, and may not take back what
// came before the secret was shown.
func TestHintsTellNoSecret(t *testing.T) {
	said := map[string]string{}
	for _, secret := range []string{"melee attack", "feint"} {
		s := open(t, plank, session.Setup{Seed: 1, Standard: session.Person{}})
		s.Advice, s.Players = search.Limits{Nodes: 300}, session.PlayerRights{Hint: true, Undo: true}
		feints(t, s)
		if _, err := s.Undo(1); err != nil {
			t.Fatal(err)
		}
		owner := s.Roster()[s.Turn().Seat].Name
		operations(t, session.Client{Session: s, As: owner}, "do "+secret)
		answers := s.Question().Seat
		if answers == owner || answers == "" {
			t.Fatalf("%q answers", answers)
		}
		player, all := session.Client{Session: s, As: answers}, ""
		for _, line := range []string{"hint", "hint 2000", "options"} {
			out, err := player.Line(t.Context(), line)
			if err != nil {
				t.Fatal(err)
			}
			all += rules.JSONText(out)
			if choices, is := out.(session.Choices); is {
				for _, o := range choices.Options {
					why, err := player.Line(t.Context(), "why "+o.Words)
					if err != nil {
						t.Fatal(err)
					}
					all += rules.JSONText(why)
				}
			}
		}
		if strings.Contains(all, `"do":"`+secret+`"`) {
			t.Errorf("the hint tells of the %s: %s", secret, all)
		}
		said[secret] = all
	}
	if len(said["feint"]) < 1000 || said["feint"] != said["melee attack"] {
		t.Errorf("the hints differ:\n%s\n%s", said["feint"], said["melee attack"])
	}
}
