package session_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/agent/session"
	"kokyu/rules"
)

// names returns who is in the fight.
func names(c session.Client) (list []string) {
	for _, r := range c.Roster() {
		list = append(list, r.Name)
	}
	return list
}

// Reinforcements of a kind the fight has not seen come in the middle of it, up to the cap: advice, views and the tale know
// them, who plays their side plays them, orders to the side are orders to them, and the record resumes with them.
func TestReinforcementsComeInTheMiddleOfAnEvening(t *testing.T) {
	path := filepath.Join(t.TempDir(), "evening.jsonl")
	c := table(t, session.Setup{Seed: 4, Record: path, Voice: "scent", Standard: &agent.Search{},
		Agents: map[string]agent.Agent{"travellers": session.Person{}, "bandits": agent.Greedy{}}})
	operations(t, c, "auto bandits")
	step := operations(t, c, `add {who: captain of guns, name: Kuro, zone: second rear} for bandits "a bell in the pass"`).Steps[0]
	if step.Rows == nil || !slices.Contains(names(c), "Kuro") || step.Why != "a bell in the pass" {
		t.Errorf("%+v, %q", step, names(c))
	}
	if step := operations(t, c, "add bandit").Steps[0]; step.Rows != nil || step.Events[0].Seat != "Bandit" || step.Events[0].At != "bandits" {
		t.Errorf("a bandit joins as %+v", step)
	}
	if step := operations(t, c, "add - bandit: 2 for travellers").Steps[0]; len(step.Events) != 2 {
		t.Errorf("two bandits join as %+v", step)
	}
	if step := operations(t, c, "add 2 like Gonta").Steps[0]; !strings.Contains(step.Edit, `weapons: ["yari"]`) || len(step.Events) != 2 {
		t.Errorf("two like Gonta, who carries a yari, join as %+v", step)
	}
	operations(t, c, "undo")
	plays := c.Seats()
	for i, r := range c.Roster() {
		if want := map[string]string{"bandits": "greedy", "travellers": "human"}[r.Team]; plays[i].String() != want {
			t.Errorf("%s is played by %s, want %s", r.Name, plays[i], want)
		}
	}
	v, err := c.View("Tomoe")
	if err != nil || len(v.Sheets) != 10 {
		t.Errorf("Tomoe sees %d, %v", len(v.Sheets), err)
	}
	operations(t, c, "play")
	if q := c.Question(); q.Seat != "Masamune" && q.Seat != "Tomoe" && !strings.HasPrefix(q.Seat, "Bandit ") {
		t.Errorf("%+v is asked: orders to the bandits are orders to Kuro", q)
	}
	a, err := c.Advise(t.Context(), c.Advice)
	if err != nil || !slices.ContainsFunc(a.Options, func(o agent.Choice) bool { return strings.Contains(o.Do, "Kuro") || strings.Contains(o.Do, "Bandit") }) {
		t.Errorf("nobody new is in %+v, %v", a.Options, err)
	}
	refused(t, c, map[string]string{
		"add {who: bandit, name: Kuro} for bandits":  `two combatants are called "Kuro"`,
		"add {who: bandit":                           "the { of the line is never closed: want a } behind it",
		"add {who: bandit} to bandits":               `"to bandits" behind the line is too much: want for and a side`,
		"add 99 like Masamune":                       "99 of a kind are to join: want 1 to",
		"add {who: bandit, zone: flank} for bandits": "Bandit 3 starts in the flank, which the scene does not have",
		"add {bandit: 3}":                            "it is not said whose side they join: want for travellers or for bandits",
		"add {bandit: 3} for bandits":                "13 combatants: want at most 12",
		"add {who: bandit, zone: moon} for bandits":  `no zone is called "moon"`,
		"add bandti for bandits":                     "did you mean bandit?",
		"add bandit for nobody":                      `no side is called "nobody"`,
		"add {who: bandit, hat: red} for bandits":    "hat",
		"add {who: for bandits":                      "",
		"add":                                        "nobody is named who joins",
		"remove nobody":                              `nobody here is called "nobody"`,
	})
	operations(t, c, `remove Bandit 1 "he runs"`)
	operations(t, c, "undo")
	operations(t, c, "redo")
	operations(t, c, "remove Bandit 2")
	tale, err := c.Line(t.Context(), "tale")
	if told := fmt.Sprint(tale); err != nil || !strings.Contains(told, "Kuro joins the bandits (a bell in the pass)") ||
		!strings.Contains(told, "Bandit 1 leaves (he runs)") {
		t.Errorf("%v, %v", tale, err)
	}
	here, position := names(c), text(t, c)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	again, _, err := session.Resume(path, "none", kinds(t))
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if c := gm(again); !slices.Equal(names(c), here) || text(t, c) != position {
		t.Errorf("%q are there, %q were", names(c), here)
	}
}

func text(t *testing.T, c session.Client) string {
	t.Helper()
	at, err := c.Position()
	if err != nil {
		t.Fatal(err)
	}
	return string(at)
}

// Nobody comes to a duel, and the last of a side does not leave.
func TestTheLastOfASideDoesNotLeave(t *testing.T) {
	c := table(t, session.Setup{Seed: 4, ByHand: []string{""}, Standard: agent.Greedy{}})
	operations(t, c, "remove Tomoe")
	refused(t, c, map[string]string{"remove Masamune": "without Masamune the fight is decided"})

	duel := gm(open(t, "ganryu", session.Setup{Seed: 1, Standard: agent.Greedy{}}))
	refused(t, duel, map[string]string{"add bandit for duelists": "", "remove Kojiro": "a duel is between two"})
}

// A fight is ended by word as a draw, or won; a bare end ends nothing.
func TestTheEndIsSaidByWord(t *testing.T) {
	for line, want := range map[string]string{`end "the bell rings"`: "", `end draw`: "",
		`end bandits "the bell rings"`: "bandits", "concede bandits": "travellers"} {
		c := table(t, session.Setup{Seed: 4, Standard: agent.Greedy{}})
		refused(t, c, map[string]string{"end": "it is not said how the fight ends", "end nobody": "no side is called"})
		m := operations(t, c, line)
		if winner, over := c.Winner(); !over || winner != want {
			t.Errorf("%s: won by %q, %v", line, winner, over)
		}
		end := m.Steps[0].Events[len(m.Steps[0].Events)-1]
		if end.Kind != "end" || end.Seat != want {
			t.Errorf("%s: %+v", line, end)
		}
		refused(t, c, map[string]string{"add bandit": "the fight is over"})
		operations(t, c, "undo")
		if _, over := c.Winner(); over {
			t.Errorf("%s is not taken back", line)
		}
	}
	for _, name := range []string{"brawl", "sake-house"} {
		c := gm(open(t, name, session.Setup{Seed: 1, Standard: agent.Greedy{}}))
		operations(t, c, `end "the bell rings"`)
		if winner, over := c.Winner(); !over || winner != "" {
			t.Errorf("%s: won by %q, %v", name, winner, over)
		}
	}
}

// On a map who joins stands beside its own: a line that names no square gets free ones, each its own, those nearest to its side first. What
// no square mends is told as it is.
func TestWhoJoinsOnAMapStandsBesideItsOwn(t *testing.T) {
	for _, of := range []struct{ encounter, line, side string }{
		{"crossing", "swordsman", "east bank"}, {"brawl", "{bandit: 1}", "bandits"}, {"bridge", "{who: ronin, name: Jin}", "the far bank"}, {"stockade", "archer", ""},
	} {
		c := gm(open(t, of.encounter, session.Setup{Seed: 1}))
		line := "add " + of.line
		if of.side != "" {
			line += " for " + of.side
		}
		before := names(c)
		operations(t, c, line)
		for n := 0; n < 40 && len(c.Roster()) == len(before); n++ { // the initiative may be under way
			operations(t, c, "take")
		}
		roster, board := c.Roster(), c.Fight.Board()
		k := slices.IndexFunc(roster, func(r rules.Fighter) bool { return !slices.Contains(before, r.Name) })
		if k < 0 {
			t.Fatalf("%s: nobody comes", line)
		}
		x, y, _ := board.Ground.Square(board.Stands[k].At)
		least := 99
		for i, r := range roster {
			if u, v, ok := board.Ground.Square(board.Stands[i].At); i != k && ok && (r.Team == roster[k].Team || x == u && y == v) {
				least = min(least, max(x-u, u-x, y-v, v-y))
			}
		}
		if least != 1 {
			t.Errorf("%s of %s: %s is %d squares from its own", line, of.encounter, board.Stands[k].At, least)
		}
	}
	c := gm(open(t, "crossing", session.Setup{Seed: 1}))
	for c.Turn().Kind == rules.Chance || len(c.Options()) < 3 {
		operations(t, c, "take")
	}
	operations(t, c, "add {swordsman: 3} for west bank")
	refused(t, c, map[string]string{
		"add swordsman for west bank":                "5 combatants on one side: want at most 4 a side",
		"add {who: swordsman, at: a1} for east bank": "a1",
		"add nobody for east bank":                   "nobody",
	})
}
