package tempo

import (
	"encoding/json"
	"strings"
	"testing"

	"kokyu/rules/fight"
	"kokyu/rules/tempo/rows"
)

// encounter is a sound one, to be spoiled a line at a time.
const encounter = `version: 1
system: tempo
title: A Field
map:
  - "...."
  - ".#.."
sides:
  - name: one
    status: on guard
    fighters:
      - {who: swordsman, name: Ann, at: a1}
  - name: other
    fighters:
      - {who: archer, name: Bea, at: d2}
`

// What is wrong in an encounter is a sentence with its place, what is wrong and what would be right.
func TestMistakesInAnEncounter(t *testing.T) {
	if _, err := Load("field.yaml", []byte(encounter), rows.DefaultBook()); err != nil {
		t.Fatal(err)
	}
	wide := strings.Repeat(".", 500)
	for _, c := range []struct{ old, spoiled, want string }{
		{"system: tempo", "system: breath", `field.yaml:2:9: system "breath": want tempo`},
		{"version: 1", "version: 2", "field.yaml:1:10: version 2: want 1"},
		{"title: A Field", `title: "A\x1b[2J"`, "U+001B"},
		{"title: A Field", "titel: A Field", `did you mean title?`},
		{`"...."`, `"` + wide + `"`, "field.yaml:5:5: a row of 500 squares: want 1 to 12"},
		{`".#.."`, `".#."`, "field.yaml:6:5: row 2 has 3 squares, the first 4: want rows of one length"},
		{`".#.."`, `".X.."`, `"X" on the map: want . for a free square, # for a blocked one`},
		{"at: d2", "at: a1", "field.yaml:14:38: two combatants on a1: want a square for each"},
		{"at: d2", "at: b2", "b2 is blocked: want a free square"},
		{"at: d2", "at: z9", `no square is called "z9": want a1 to d2`},
		{", at: d2", "", "a combatant without a place on the map: want at: a square, as in c4"},
		{"who: archer", "who: archr", `field.yaml:14:15: no combatant is called "archr": want one of 18 known words; did you mean archer?`},
		{"name: Bea", "name: Ann", `two combatants are called "Ann": want a name of its own for each`},
		{"name: Bea", `name: "B\u202eea"`, "U+202E"},
		{"status: on guard", "status: bound", "nobody begins a fight bound: want one of on guard, off guard"},
		{"status: on guard", "status: on gard", "did you mean on guard?"},
		{"name: other", "name: one", "both sides are called one: want two different names"},
		{"who: archer", "count: 9, who: archer", "count is 9: want a whole number from 1 to 4"},
		{"{who: archer, name: Bea, at: d2}", "{who: archer, count: 4, at: d2}\n      - {who: archer, name: More, at: c1}",
			"5 combatants on one side: want at most 4 a side"},
		{"name: Bea", "name: Bea, weapons: [long bow, crossbow]", "carries two ranged weapons"},
		{"name: Bea", "name: Bea, weapons: [halberd], shield: buckler", "a halberd beside a buckler: want a weapon for one hand, or no shield"},
		{"name: Bea", "name: Bea, weapons: [long bow, dagger, axe]", "3 weapons: want at most two"},
		{"name: Bea", "name: Bea, weapons: [log bow]", `did you mean long bow?`},
		{"name: Bea", "name: Bea, boxes: [4, 3]", "a wound chart of 2 categories"},
		{"name: Bea", "name: Bea, boxes: [4, 3, 2, 2]", "2 critical boxes"},
		{"title: A Field", "title: A Field\nrulings: {evad: 2}", `did you mean evade?`},
		{"title: A Field", "title: A Field\nrulings: {evade: lots}", `evade cannot be "lots": want a number from -9 to 9`},
		{"title: A Field", "title: A Field\nat the cap: three", `no side is called "three"`},
		{"title: A Field", "title: A Field\nobjective: {for: one, goal: down, who: Ann}", "want a friend to protect, or a foe to down"},
		{"title: A Field", "title: A Field\nobjective: {for: one, goal: escape, to: [a1, z9]}", `"z9" is no free square: want a free square of the map, as in a1`},
		{"{who: archer, name: Bea, at: d2}", "archer: 0", "field.yaml:14:17: archer is 0: want a whole number from 1 to 4"},
		{"{who: archer, name: Bea, at: d2}", "archer: -3", "field.yaml:14:17: archer is -3: want a whole number from 1 to 4"},
		{"title: A Field", "title: A Field\nnow: {seats: {Bea: {wounds: [60, 0, 0]}}}", "field.yaml:4:30: 60 minor wounds: want 0 to 4"},
		{"title: A Field", "title: A Field\nrows: {weapons: {oar: {hands: 3h, skill: polearms}}}", `field.yaml:4:31: unknown grip "3h": want one of 1h, 2h, 1h/2h`},
		{"title: A Field", "title: A Field\nobjective: {for: one, goal: win}", `no goal is called "win": want one of last, down, protect, escape`},
	} {
		text := strings.Replace(encounter, c.old, c.spoiled, 1)
		_, err := Load("field.yaml", []byte(text), rows.DefaultBook())
		wantProblem(t, c.spoiled, err, c.want)
	}
}

// What is wrong in what has happened since the boundary of a position, at its line.
func TestMistakesInWhatHasHappenedSince(t *testing.T) {
	b := duel(t, "", "")
	b.play("long sword cut > Bea", "melee attack", "parry")
	sound, err := b.f.Position()
	if err != nil {
		t.Fatal(err)
	}
	book := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}}.book(t)
	g, err := Load("now.yaml", sound, book)
	if err != nil {
		t.Fatalf("%v\n%s", err, sound)
	}
	if _, s, _ := fight.At[State](b.f); g.Start() != s {
		t.Errorf("the position reads back as %+v, want %+v\n%s", g.Start(), s, sound)
	}
	for _, c := range []struct{ old, spoiled, want string }{
		{"- parry", "- pary", `line 3 of since: "pary" is not legal now`},
		{"- parry", "- {roll: [6]}", "line 3 of since: roll [6], but Bea decides: want one of"},
		{"- parry", "- parry\n  - parry", `line 4 of since: "parry", but the dice decide: Ann's`},
		{"- parry", "- parry\n  - {roll: [7]}", "line 4 of since:"},
		{"- parry", "- {edit: Bea ap=9}", "line 3 of since: the action is under way"},
		{"- parry", "- {}", "an entry that says nothing, or two things"},
		{"- parry", "- {roll: [1], edit: Bea ap=1}", "an entry that says nothing, or two things"},
		{"- long sword cut > Bea", "- long sword cut > Cid", `line 1 of since: "long sword cut > Cid" is not legal now`},
	} {
		text := strings.Replace(string(sound), c.old, c.spoiled, 1)
		if text == string(sound) {
			t.Errorf("%q is not in the position\n%s", c.old, sound)
			continue
		}
		_, err := Load("now.yaml", []byte(text), book)
		wantProblem(t, c.spoiled, err, c.want)
	}
}

// What is wrong in a position.
func TestMistakesInAPosition(t *testing.T) {
	b := duel(t, "", "")
	b.play("long sword cut > Bea", "melee attack", "parry")
	sound, err := b.f.Position()
	if err != nil {
		t.Fatal(err)
	}
	const midway = " is of the middle of an exchange: want now: as the breath, turn or round began, and since: "
	book := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}}.book(t)
	if _, err := Load("now.yaml", sound, book); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, spoiled, want string }{
		{"- parry", "- dodge", `line 3 of since: "dodge" is not legal now`},
		{"- long sword cut > Bea", "- escape", `line 1 of since: "escape" is not legal now`},
		{"- melee attack", "- reload", `line 2 of since: "reload" is not legal now`},
		{"seats:", "action: {does: melee attack, at: Bea}\n  seats:", "now.yaml:47:3: action" + midway},
		{"at: f1", "at: f1\n      answer: parry", "answer" + midway},
		{"at: f1", "at: f1\n      outcome: 1", "outcome" + midway},
		{"waits for: turn", "waits for: check", `unknown wait "check": want one of over, initiative, beginner, turn`},
		{"waits for: turn", "waits for: initiative", `line 1 of since: "long sword cut > Bea", but the dice decide: Ann's initiative`},
		{"waits for: turn", "waits for: trn", `did you mean turn?`},
		{"waits for: turn", "waits for: over", "a fight that is over without an ending"},
		{"seat: Ann", "seat: Ann\n  aim: Ann", "an aim at Ann: want a foe in the fight"},
		{"ap: 12", "ap: 13", "13 AP: want 0 to 12"},
		{"at: f1", "at: e1", "Ann and Bea on e1: want a square for each"},
		{"at: f1", "at: z1", `no free square is called "z1"`},
		{"round: 1", "round: 21", "round 21: want 1 to 20"},
		{"status: on guard\n      ap", "status: bound\n      ap", "is bound with nobody who is so with it"},
	} {
		text := strings.Replace(string(sound), c.old, c.spoiled, 1)
		if text == string(sound) {
			t.Errorf("%q is not in the position\n%s", c.old, sound)
			continue
		}
		_, err := Load("now.yaml", []byte(text), book)
		wantProblem(t, c.spoiled, err, c.want)
	}
}

// A record's own rows and encounter build the same fight again.
func TestAFightOutlivesTheCatalogue(t *testing.T) {
	for _, name := range rows.Shipped.Encounters() {
		g := builtin(t, name)
		data, err := g.Data()
		if err != nil {
			t.Fatal(err)
		}
		file, err := json.Marshal(g.File())
		if err != nil {
			t.Fatal(err)
		}
		h, err := reload(file, data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if g.Start() != h.Start() || g.combatActions != h.combatActions || g.rule != h.rule {
			t.Errorf("%s comes back otherwise", name)
		}
		for i := range g.n {
			if a, b := g.seats[i], h.seats[i]; a.name != b.name || len(a.arms) != len(b.arms) || a.slots != b.slots || a.skills != b.skills {
				t.Errorf("%s: %s comes back otherwise", name, a.name)
			}
		}
	}
}

// A GM's word changes what it says and nothing else, and what it cannot change it refuses.
func TestEdits(t *testing.T) {
	b := duel(t, "", "")
	for _, change := range []string{"Ann ap=4", "ann minor=2", "Bea at=h1", "Bea status=off guard"} {
		if _, err := b.f.Edit(change, "a test"); err != nil {
			t.Errorf("%s: %v", change, err)
		}
	}
	b.wantAP("Ann", 4)
	b.wantWounds("Ann", 2, 0, 0)
	b.wantSheet("Bea", "square", "h1")
	b.wantSheet("Bea", "status", "off guard")
	for change, want := range map[string]string{"Ann ap=13": "0 to 12", "Ann minor=5": "0 to 4",
		"Ann at=h1": "no free square", "Ann status=bound": "off guard or on guard",
		"Cid ap=2": "names nobody", "Ann wealth=3": "is no change", "Ann ap=+3": "0 to 12"} {
		if _, err := b.f.Edit(change, "a test"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", change, err, want)
		}
	}
	if _, err := b.f.Edit("Bea out", "a test"); err != nil {
		t.Error(err)
	}
	if side, draw, over := b.f.Winner(); side != 0 || draw || !over {
		t.Errorf("with Bea out the winner is %d, draw %v, over %v", side, draw, over)
	}
}
