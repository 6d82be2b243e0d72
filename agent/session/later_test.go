package session_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kokyu/agent/session"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
)

// acts returns the GM's, each with a change that the system knows.
func acts(s *session.Session, change string) (lines []string) {
	r := s.Roster()
	first, last := r[0], r[len(r)-1]
	for _, who := range []string{first.Name, last.Name} {
		for _, act := range []string{"edit %s " + change, "remove %s", "yield %s", "yield %s flees",
			"ruling %s 2d10 >= 11", "force %s nothing such", "auto %s", "seat %s=greedy"} {
			lines = append(lines, fmt.Sprintf(act, who))
		}
	}
	for _, at := range []string{"", ", at: a1", ", at: c2", ", at: e3"} {
		lines = append(lines, "add {who: "+last.Kind+", name: Hakobe"+at+"} for "+last.Team)
	}
	return append(lines, "ban yield for "+first.Team, "allow yield", "ask "+first.Team, "players hint", "note it rains",
		"concede "+first.Team, "end "+last.Team, "end \"the bell rings\"")
}

// refusals are what may be wrong with an act at some turn besides what is under way.
var refusals = []string{"is down", "is out", "has yielded", "no longer in the fight", "the fight is decided",
	"a duel is between two", "cannot flee", "does not decide now",
	"the dice decide now", "is not banned", "fits no", "nothing such", "steed", "at most", "master's will", "is taken",
	"a square, as in", `unknown key "at"`, "a wall", "two combatants on", "is blocked", "no square is called", "commander"}

// At every kind of turn of every system each act of the GM is done or waits; what waits is made or dropped at the next boundary, and
// the record says so when it is played again.
func TestEveryActOfTheGMIsDoneOrWaits(t *testing.T) {
	changes := map[string]string{"breath": "energy=1", "keep": "void=0", "tempo": "ap=1"}
	names := []string{"ambush", "pit", "crossing-small"}
	if rulestest.More() {
		names = append(names, "ganryu", "tedori", "stockade", "brawl")
	}
	for _, name := range names {
		s := open(t, name, session.Setup{Seed: 11})
		s.ParseAgent = kinds(t)
		c, seen, waited := gm(s), map[string]bool{}, map[string]bool{}
		for range 120 {
			turn := s.Turn()
			if turn.Kind == rules.Over {
				break
			}
			kind := fmt.Sprint(turn.Kind, turn.Begins, s.Check().What)
			if out, err := c.Line(t.Context(), "options"); err == nil {
				kind += out.(session.Choices).Options[0].Phase
			}
			if !seen[kind] {
				seen[kind] = true
				for _, act := range acts(s, changes[s.System().Name]) {
					if acted(t, c, name+", "+kind, act) {
						waited[strings.Fields(act)[0]] = true
					}
				}
			}
			if _, err := s.Next(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		var file strings.Builder
		if err := c.WriteRecord(&file); err != nil {
			t.Fatal(err)
		}
		rec, _, err := fight.ReadRecord(name, strings.NewReader(file.String()))
		if err != nil {
			t.Fatal(err)
		}
		again, err := session.FromRecord(rec, "none")
		if err == nil {
			err = fight.Replay(again.Fight, rec)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, act := range []string{"edit", "add", "remove", "yield"} {
			if duel := name == "ganryu"; !waited[act] && !(duel && act != "edit" && act != "yield") {
				t.Errorf("%s: no %s has waited", name, act)
			}
		}
	}
}

// acted does one act of the GM, lets it come about if it waits, and takes all of it back.
func acted(t *testing.T, c session.Client, where, act string) (waited bool) {
	t.Helper()
	before := c.StepCount()
	out, err := c.Line(t.Context(), act)
	switch {
	case err != nil:
		if !slices.ContainsFunc(refusals, func(w string) bool { return strings.Contains(err.Error(), w) }) || strings.Contains(err.Error(), "under way") {
			t.Errorf("%s: %s: %v", where, act, err)
		}
		if c.StepCount() != before {
			t.Fatalf("%s: %s is refused and costs a step", where, act)
		}
		return false
	case c.StepsAfter(before)[0].Word == fight.WordLater:
		waited = true
		made := out.(session.StepsMade)
		if len(made.Waiting) != 1 || made.Waiting[0].Step != before+1 || !strings.HasPrefix(made.Waiting[0].String(), "when ") {
			t.Fatalf("%s: %s waits as %+v", where, act, made.Waiting)
		}
		for range 400 {
			if len(c.WaitingChanges()) == 0 {
				break
			}
			if _, err := c.Next(t.Context()); err != nil {
				t.Fatalf("%s: %s: %v", where, act, err)
			}
		}
		steps := c.StepsAfter(before)
		if last := steps[len(steps)-1]; len(c.WaitingChanges()) > 0 || last.KeptAt != before+1 || last.Edit == "" && last.Why == "" {
			t.Errorf("%s: %s waits and comes to %s", where, act, last.Line())
		}
	}
	c.Ask = false
	standing := len(c.StandingSteps()) - len(fight.StandingSteps(c.StepsAfter(0)[:before]))
	if _, err := c.Undo(standing); err != nil {
		t.Fatalf("%s: %s: %v", where, act, err)
	}
	return waited
}

// Changes wait in their order, survive the end of the program, are told to nobody but the GM before they happen, and can be taken
// back; what has become impossible is dropped with its reason.
func TestChangesWaitInOrder(t *testing.T) {
	record := filepath.Join(t.TempDir(), "fight.jsonl")
	s := open(t, "ambush", session.Setup{Seed: 7, Record: record})
	c := gm(s)
	blow(t, c)
	foe, friend := s.Check().At, s.Check().Seat
	name := s.Roster()[foe].Name
	for _, line := range []string{"add {who: bandit, name: Shuten} for " + s.Roster()[foe].Team + ` "from the bushes"`,
		"edit " + name + " energy=1", "edit " + s.Roster()[friend].Name + " energy=2", "note the wind turns"} {
		operations(t, c, line)
	}
	refused(t, c, map[string]string{"edit Shuten energy=1": "Shuten has not come yet: want the change when the breath is over"})
	if list := c.WaitingChanges(); len(list) != 3 || list[0].String() != "when the breath is over: Shuten joins the "+s.Roster()[foe].Team ||
		list[2].Says != s.Roster()[friend].Name+" energy=2" {
		t.Fatalf("%+v wait", list)
	}
	for _, other := range []session.Client{{Session: s, As: s.Roster()[0].Name}, {Session: s, Watches: true}} {
		for _, op := range []string{"state", "view", "events", "tale"} {
			out, err := other.Call(t.Context(), op, nil)
			if told := rules.JSONText(out); err != nil || strings.Contains(told, "Shuten") || strings.Contains(told, "bushes") {
				t.Errorf("%s of %q: %s (%v)", op, other.As, told, err)
			}
		}
		var hidden strings.Builder
		if err := other.WriteRecord(&hidden); err != nil || strings.Contains(hidden.String(), "Shuten") {
			t.Errorf("the record of %q says what waits: %v", other.As, err)
		}
		if _, _, err := fight.ReadRecord("hidden.jsonl", strings.NewReader(hidden.String())); err != nil {
			t.Error(err)
		}
		if _, err := other.Line(t.Context(), "cancel"); session.CodeOf(err) != session.NotYours {
			t.Errorf("%q takes back what the GM has said: %v", other.As, err)
		}
	}
	if err := s.Close(); err != nil { // the program ends here
		t.Fatal(err)
	}
	s, _, err := session.Resume(record, "none", kinds(t))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c = gm(s)
	if len(c.WaitingChanges()) != 3 {
		t.Fatalf("%+v wait after another start", c.WaitingChanges())
	}
	refused(t, c, map[string]string{"cancel 1": "step 1 keeps no change that waits", "cancel -1": "is less than 1", "cancel two": "is no number"})
	before := c.StepCount()
	operations(t, c, fmt.Sprint("cancel ", c.WaitingChanges()[1].Step))
	last := settled(t, c)
	if len(s.Roster()) == 4 || !slices.ContainsFunc(s.Roster(), func(r rules.Fighter) bool { return r.Name == "Shuten" }) {
		t.Errorf("Shuten has not come: %v", s.Roster())
	}
	edits := ""
	for _, step := range c.StepsAfter(before) {
		if step.KeptAt > 0 {
			edits += fmt.Sprintf("%s%s of %d; ", step.Word, step.Edit, step.KeptAt-before)
		}
	}
	if want := fmt.Sprintf("dropped of -2; %s joined by {who: bandit, name: Shuten} of -3; %s energy=2 of -1; ",
		s.Roster()[foe].Team, s.Roster()[friend].Name); edits != want {
		t.Errorf("%s\nwant %s", edits, want)
	}
	if _, err := c.Undo(last - before); err != nil || len(c.WaitingChanges()) != 3 { // to before it is taken back
		t.Errorf("%v: %+v wait after an undo", err, c.WaitingChanges())
	}
}

// What waits for somebody who falls meanwhile is dropped, and the record says why.
func TestAChangeOfSomebodyWhoFallsIsDropped(t *testing.T) {
	for seed := uint64(1); seed < 40; seed++ {
		s := open(t, "ambush", session.Setup{Seed: seed})
		c := gm(s)
		for s.Turn().Kind != rules.Over {
			if s.Check().What == "attack" {
				name, n := s.Roster()[s.Check().At].Name, c.StepCount()
				operations(t, c, "edit "+name+" energy=3")
				settled(t, c)
				if last := c.StepsAfter(0)[c.StepCount()-1]; last.Word == fight.WordDropped {
					if last.Why != name+" is down" && last.Why != "the fight is over" {
						t.Errorf("dropped because %s", last.Why)
					}
					return
				}
				if _, err := c.Undo(c.StepCount() - n); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := s.Next(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Error("nobody has fallen")
}

// blow plays until an attack is thrown.
func blow(t *testing.T, c session.Client) {
	t.Helper()
	for c.Check().What != "attack" {
		if _, err := c.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// settled plays until nothing waits, and returns how many steps there are.
func settled(t *testing.T, c session.Client) int {
	t.Helper()
	for len(c.WaitingChanges()) > 0 {
		if _, err := c.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return c.StepCount()
}

// A player's own yield in the middle of a blow waits too; it alone is shown it, besides the GM, and may take it back.
func TestAPlayersYieldWaitsForThatPlayerAlone(t *testing.T) {
	s := open(t, "ambush", session.Setup{Seed: 7})
	blow(t, gm(s))
	name, other := s.Roster()[s.Check().At].Name, s.Roster()[s.Check().Seat].Name
	own, others := session.Client{Session: s, As: name}, session.Client{Session: s, As: other}
	m := operations(t, own, "yield")
	if len(m.Waiting) != 1 || m.Waiting[0].Says != name+" yields" || len(m.Steps) != 1 || len(m.Steps[0].Changes) != 1 {
		t.Fatalf("%+v", m)
	}
	if len(others.WaitingChanges()) > 0 || strings.Contains(rules.JSONText(fight.SeenBy(s.StepsAfter(0), other)), "yields") || len(gm(s).WaitingChanges()) != 1 {
		t.Errorf("%s is told that %s yields", other, name)
	}
	refused(t, others, map[string]string{"cancel": "no change of " + other + "'s waits"})
	operations(t, own, "cancel")
	operations(t, own, "yield")
	settled(t, gm(s))
	if steps := s.StepsAfter(0); steps[len(steps)-1].Edit != name+" yields" && steps[len(steps)-1].Word != fight.WordDropped {
		t.Errorf("the yield comes to %s", steps[len(steps)-1].Line())
	}
}
