package session_test

import (
	"math"
	"strings"
	"testing"

	"kokyu/agent/session"
	"kokyu/rules"
)

// asked returns the odds of a ruling, which make no step.
func asked(t *testing.T, c session.Client, line string) session.RulingOdds {
	t.Helper()
	n := c.StepCount()
	out, err := c.Line(t.Context(), "ruling odds "+line)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	if c.StepCount() != n {
		t.Fatalf("%s: cost a step", line)
	}
	odds := out.(session.RulingOdds)
	sum := 0.0
	for _, chance := range odds.Chances {
		sum += chance.P
	}
	if math.Abs(sum-1) > 1e-11 {
		t.Errorf("%s: the chances add up to %v", line, sum)
	}
	return odds
}

func TestRulingIsAskedAndThrownInTheWordsOfAPrompt(t *testing.T) {
	c := session.Client{Session: open(t, "ambush", session.Setup{Seed: 1, Standard: session.Person{}, Voice: "scent"})}
	odds := asked(t, c, `tomoe 2d10+3>=14 "to push the statue over"`)
	if odds.Name != "Tomoe" || odds.Throw != "2d10+3 >= 14" || odds.What != "to push the statue over" || len(odds.Sides) != 2 || odds.Open ||
		odds.Chances[0].What != "success" || odds.Chances[0].Num != 11 || odds.Chances[0].Den != 20 || odds.Chances[1].P != 0.45 {
		t.Errorf("%+v", odds)
	}
	if odds = asked(t, c, `Masamune against "Jubei the Cur" 7k3 vs 5k2 emphasis "the rope"`); odds.Against != "Jubei the Cur" ||
		len(odds.Sides) != 12 || !odds.Open || odds.Chances[0].Den != 0 {
		t.Errorf("%+v", odds)
	}
	if odds = asked(t, c, "Gonta prismatic+2 >= 5"); odds.Sides[0] != 0 || odds.Chances[0].Num != 125 || odds.Chances[0].Den != 216 {
		t.Errorf("%+v", odds)
	}

	before, _ := c.Position()
	step := operations(t, c, `ruling Tomoe 2d10+3 >= 14 "to push the statue over" shows 7 4`).Steps[0]
	if step.For != "Tomoe" || step.What != "to push the statue over" || step.P != 0.55 || step.Events[0].Of != "success" {
		t.Errorf("%+v", step)
	}
	step = operations(t, c, "ruling Jubei the Cur against Masamune 2d10+3 vs 2d10+5").Steps[0]
	if step.For != "Jubei the Cur" || step.Against != "Masamune" || len(step.Roll) != 4 {
		t.Errorf("%+v", step)
	}
	if after, _ := c.Position(); string(after) != string(before) {
		t.Errorf("the position is\n%s", after)
	}
	if again := operations(t, c, `dice again 1 1 10 10 "misread"`).Steps[0]; again.Mend != 1 || again.Events[0].Of != "lose" || again.For != "Jubei the Cur" {
		t.Errorf("%+v", again)
	}
	operations(t, c, "undo")
	operations(t, c, "undo")
	if v, err := c.View("Tomoe"); err != nil || len(v.Steps) != 0 {
		t.Errorf("after two undos %v stand, %v", v.Steps, err)
	}
	operations(t, c, "redo")
	for _, watcher := range []session.Client{{Session: c.Session, As: "Jubei the Cur"}, {Session: c.Session, Watches: true}} {
		events, err := watcher.Line(t.Context(), "events")
		if err != nil {
			t.Fatal(err)
		}
		if seen := events.(session.Events).Steps[0]; seen.Throw != "2d10+3 >= 14" || seen.Events[0].Total != 14 {
			t.Errorf("%q sees %+v", watcher.As, seen)
		}
		refused(t, watcher, map[string]string{"ruling Tomoe 1d6 >= 3": "ruling is the GM's to call", "ruling odds Tomoe 1d6 >= 3": "ruling odds is the GM's to call"})
	}
	tale, err := c.Line(t.Context(), "tale")
	if err != nil {
		t.Fatal(err)
	}
	told := ""
	for _, line := range tale.(session.Tale).Lines {
		told += line.Text + "\n"
	}
	if !strings.Contains(told, "Tomoe tries to push the statue over and succeeds.") ||
		!strings.Contains(told, "ruling: Tomoe, to push the statue over, 2d10+3 >= 14: 7+4+3=14, success (55 %)") {
		t.Errorf("the tale is\n%s", told)
	}
	refused(t, c, map[string]string{
		"ruling":                                                   "nobody is named",
		"ruling the statue 2d10 >= 3":                              `nobody here is called "the"`,
		"ruling Tomoe":                                             "the expression is empty; want dice",
		"ruling Tomoe 2d10+3":                                      "want >= (or > <= < =) and a number, or vs and dice",
		"ruling Tomoe 21d10 >= 3":                                  "the number of dice is 21; want 1 to 20",
		"ruling Tomoe 2d10 >= 5000":                                "the number to reach is 5000; want -99 to 999",
		"ruling Tomoe against the wind 1d6 vs 1d6":                 `nobody here is called "the"`,
		"ruling Tomoe against Gonta 2d10 >= 3":                     "Gonta throws no dice in 2d10 >= 3",
		"ruling Tomoe against Tomoe 1d6 vs 1d6":                    "Tomoe throws against Tomoe",
		"ruling Tomoe 2d10 >= 3 shows 7":                           "2d10 has 2 dice, and 1 face was told",
		"ruling Tomoe 2d10 >= 3 shows 7 x":                         "\"x\" is no face of a die",
		"ruling Tomoe 2d10 >= 3 shows 7 8 9":                       "1 face is too many after [7 8]",
		"ruling Tomoe 2d10 >= 3 \"a\u202eb\"":                      "U+202E",
		`ruling Tomoe 1d6 >= 3 "` + strings.Repeat("x", 201) + `"`: "201 characters: want at most 200",
	})
}

// What the GM rules between a secret choice and its answer tells nobody of it, and hides it from nobody who made it.
func TestRulingAfterASecretChoiceTellsNothing(t *testing.T) {
	seen := map[string]string{}
	for _, secret := range []string{"melee attack", "feint"} {
		c := session.Client{Session: open(t, "crossing", session.Setup{Seed: 3, Standard: session.Person{}})}
		declared(t, c)
		owner := c.Question().Seat
		operations(t, c, "do "+secret)
		own, err := c.View(owner)
		if err != nil {
			t.Fatal(err)
		}
		operations(t, c, "ruling "+owner+" 2d6 >= 7 shows 3 4")
		after, err := c.View(owner)
		if err != nil || rules.JSONText(own.Sheets) != rules.JSONText(after.Sheets) {
			t.Errorf("whoever chose sees %s, saw %s, %v", rules.JSONText(after.Sheets), rules.JSONText(own.Sheets), err)
		}
		for i, r := range c.Roster() {
			if r.Name == owner {
				continue
			}
			v, err := c.View(r.Name)
			if err != nil {
				t.Fatal(err)
			}
			txt := rules.JSONText(v)
			if before := seen[r.Name]; before != "" && before != txt {
				t.Errorf("seat %d tells a feint from an attack by\n%s\n%s", i, txt, before)
			}
			seen[r.Name] = txt
		}
	}
}

// declared plays until somebody chooses in secret.
func declared(t *testing.T, c session.Client) {
	t.Helper()
	for range 60 {
		turn := c.Turn()
		switch turn.Kind {
		case rules.Commit:
			return
		case rules.Chance:
			operations(t, c, "roll")
			continue
		}
		out, err := c.Line(t.Context(), "options")
		if err != nil {
			t.Fatal(err)
		}
		options := out.(session.Choices).Options
		choice := ""
		for _, o := range options {
			calm := strings.HasPrefix(o.Words, "let") || o.Words == "end the turn" || strings.HasPrefix(o.Words, "no ") || strings.HasPrefix(o.Words, "stand")
			if calm && choice == "" || strings.Contains(o.Words, " cut > ") {
				choice = o.Words
			}
		}
		operations(t, c, "do "+choice)
	}
	t.Fatal("nobody chooses in secret")
}
