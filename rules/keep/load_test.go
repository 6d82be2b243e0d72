package keep

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/keep/rows"
	"kokyu/rules/rulestest"
)

// encounter is a sound one, to be spoiled a line at a time.
const encounter = `version: 1
system: keep
title: A Field
map:
  - "...."
  - ".#.."
sides:
  - name: one
    fighters:
      - {who: lancer, name: Ann, rides: Ash}
      - {who: steed, name: Ash, at: a1}
  - name: other
    fighters:
      - {who: archer, name: Bea, at: d2}
`

// What is wrong in an encounter is a sentence with its place, what is wrong and what would be right.
func TestMistakesInAnEncounter(t *testing.T) {
	if _, err := Load("field.yaml", []byte(encounter), rows.DefaultBook()); err != nil {
		t.Fatal(err)
	}
	wide := strings.Repeat(".", 17)
	for _, c := range []struct{ old, spoiled, want string }{
		{"system: keep", "system: breath", `field.yaml:2:9: system "breath": want keep`},
		{"version: 1", "version: 2", "field.yaml:1:10: version 2: want 1"},
		{"title: A Field", "titel: A Field", `did you mean title?`},
		{`"...."`, `"` + wide + `"`, "field.yaml:5:5: a row of 17 squares: want 1 to 16"},
		{"  - \"....\"\n", strings.Repeat("  - \"....\"\n", 17), "a map of 18 rows: want at most 16"},
		{`".#.."`, `".#."`, "field.yaml:6:5: row 2 has 3 squares, the first 4: want rows of one length"},
		{`".#.."`, `".X.."`, `"X" on the map: want . free, # a wall`},
		{"title: A Field", "title: A Field\nlegend: {XX: {wall: true}}", `"XX" is no letter of a map`},
		{"title: A Field", "title: A Field\nlegend: {X: {cover: lots}}", `"lots"`},
		{"at: d2", "at: a1", "two combatants on a1: want a square for each"},
		{"at: d2", "at: b2", "b2 is a wall: want a free square"},
		{"at: d2", "at: z9", `no square is called "z9": want a1 to d2`},
		{", at: d2", "", "a combatant without a place on the map: want at: a square, as in c4"},
		{"who: archer", "who: archr", `no combatant is called "archr": want one of 22 known words; did you mean archer?`},
		{"name: Bea", "name: Ann", `two combatants are called "Ann": want a name of its own for each`},
		{"name: Bea", `name: "B\u202eea"`, "U+202E"},
		{"name: other", "name: one", "both sides are called one: want two different names"},
		{"who: archer", "count: 9, who: archer", "count is 9: want a whole number from 1 to 8"},
		{"{who: archer, name: Bea, at: d2}", "{who: archer, count: 7, at: c2}", "9 combatants: want at most 8, steeds among them"},
		{"{who: lancer, name: Ann, rides: Ash}", "{who: steed, name: Ann, at: b1}",
			"field.yaml:10:9: a steed without a rider's seat: want somebody on its side to ride each steed"},
		{"{who: archer, name: Bea, at: d2}", "{who: steed, count: 2, at: c1}", "field.yaml:14:9: a steed without a rider's seat"},
		{"rides: Ash", "rides: Ass", `no steed is called "Ass": want the name of a steed of its side, a seat of its own`},
		{"rides: Ash", "rides: Bea", "Bea cannot be ridden by Ann: want a steed of its own side"},
		{"rides: Ash", "rides: Ash, at: c1", "Ann rides and stands somewhere: want at: of the steed alone"},
		{"rides: Ash", "rides: Ash, stance: fire", "the Fire stance on horseback: want another"},
		{"at: d2", "at: d2, stance: firy", `did you mean fire?`},
		{"who: archer", "who: bandit, void points: 1", "a mook with Void Points: want void points: 0, or a sheet that is no mook"},
		{"at: d2", "at: d2, void points: 11", "void points is 11: want a whole number from 0 to 10"},
		{"at: d2", "at: d2, weapons: [log bow]", `no weapon is called "log bow"`},
		{"at: d2", "at: d2, weapons: [yumi, tanto, kama]", "Bea carries 3 weapons: want at most two, the one ready first"},
		{"at: d2", "at: d2, armour: tin", `no armour is called "tin"`},
		{"title: A Field", "title: A Field\nrulings: {void twise: no}", `did you mean void twice?`},
		{"title: A Field", "title: A Field\nrulings: {bleeding: lots}", `bleeding cannot be "lots": want a number from 0 to 20`},
		{"title: A Field", "title: A Field\nat the cap: three", `no side is called "three"`},
		{"title: A Field", "title: A Field\nrounds: 0", "rounds is 0: want a whole number from 1 to 200"},
		{"title: A Field", "title: A Field\nexits: [b2]", `"b2" is no free square`},
		{"title: A Field", "title: A Field\nobjective: {for: one, goal: escape}", "an escape without a way out: want exits: the squares that lead away"},
		{"title: A Field", "title: A Field\ntests: [{what: the gate, skill: climbing, attribute: strength, number: 15}]",
			`unknown skill "climbing": want one of weapon samurai`},
	} {
		text := strings.Replace(encounter, c.old, c.spoiled, 1)
		_, err := Load("field.yaml", []byte(text), rows.DefaultBook())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:\ngot  %v\nwant %s", c.spoiled, err, c.want)
			continue
		}
		rulestest.WantRefusal(t, err)
	}
}

// A position that cannot be is refused with its place.
func TestMistakesInAPosition(t *testing.T) {
	const now = "now: {round: 2, waits for: stance, seat: Ann, seats: {Ann: {stance: water}, Bea: {wounds: 3}}}\n"
	if _, err := Load("field.yaml", []byte(encounter+now), rows.DefaultBook()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, spoiled, want string }{
		{"seat: Ann", "seat: Ash", "Ash is ridden and has the turn: want its rider"},
		{"wounds: 3", "wounds: 300", "wounds is 300"},
		{"wounds: 3", "wounds: 35", "the fight is decided: want both sides standing, or waits for: over"},
		{"wounds: 3", "at: c1, guards: [Ann]", "Bea guards a foe: want others of its side"},
		{"wounds: 3", "at: a1, rides: Ash", "Ash cannot be ridden by Bea"},
		{"wounds: 3", "grapple: 1", "one alone in grapple 1: want two at least"},
		{"wounds: 3", "stunned: 15", "15 to shake it off: want 20, 10 or 0"},
		{"wounds: 3", "status: [sleepy]", `unknown status "sleepy"`},
		{"waits for: stance", "waits for: tea", `unknown wait "tea"`},
		{"waits for: stance", "waits for: damage", `unknown wait "damage": want one of over, initiative, draw, opening stance, void points, stance, turn`},
		{"waits for: stance", "waits for: turn", "the middle of a turn in round 2: want waits for: stance, and since:"},
		{"waits for: stance, seat: Ann, seats: {Ann: {", "waits for: void points, seat: Ann, seats: {Ann: {void: 0, ",
			"Ann has nothing to declare: want seat: one with Void Points"},
		{"waits for: stance", "waits for: over", "a fight that is over without an ending: want one of draw, first, second"},
		{"round: 2", "round: 50", "round 50: want 1 to 12"},
		{"round: 2", "round: 0", "round is 0: want a whole number from 1 to 200"},
		{"round: 2, waits for: stance", "round: 2, waits for: opening stance", "opening stance in round 2: want round: 1"},
		{"round: 2", "round: 1", "a stance chosen in round 1: want waits for: turn"},
		{"round: 2, waits for: stance", "round: 1, waits for: opening stance", "Ann has a stance: want seat: one without"},
		{"seats: {Ann: {stance: water}", "seats: {Ann: {status: [incapacitated]}", "Ann cannot act and has the turn: want one who can"},
		{"round: 2", "round: 2, order: [Ann, Ann, Bea]", "an order that leaves somebody out, or names one twice"},
		{"seat: Ann", "seat: Ann, action: {calls: [feint]}",
			"field.yaml:15:47: action is of the middle of an exchange: want now: as the breath, turn or round began"},
		{"seat: Ann", "seat: Ann, turn: {simple: 1}", "field.yaml:15:47: turn is of the middle of an exchange"},
		{"seat: Ann", "seat: Ann, by: Bea", "field.yaml:15:47: by is of the middle of an exchange"},
	} {
		_, err := Load("field.yaml", []byte(encounter+strings.Replace(now, c.old, c.spoiled, 1)), rows.DefaultBook())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:\ngot  %v\nwant %s", c.spoiled, err, c.want)
			continue
		}
		rulestest.WantRefusal(t, err)
	}
}

// What a position leaves out of one who is out of the fight does not keep it in the saddle, nor its rider.
func TestNowLeavesNothingToWhoIsOut(t *testing.T) {
	for _, out := range []string{"Ann", "Ash"} {
		g, err := Load("field.yaml", []byte(strings.Replace(encounter, "\n  - name: other", "\n      - {who: archer, name: Cid, at: c2}\n  - name: other", 1)+
			"now: {seat: Cid, seats: {"+out+": {status: [gone]}}}\n"), rows.DefaultBook())
		if err != nil {
			t.Error(err)
			continue
		}
		s := g.Start()
		if s.seats[0].mount != 0 || s.seats[1].mount != 0 {
			t.Errorf("without %s: %+v", out, s.seats[:2])
		}
		rulestest.SameAgain(t, g, load(rows.DefaultBook()))
	}
}

// A fight that begins with its initiative begins with nothing else under way.
func TestNothingIsUnderWayBeforeTheInitiative(t *testing.T) {
	sc := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}, more: "now: {round: 1, waits for: initiative}"}
	if b := sc.begin(t); !b.f.Turn().Begins {
		t.Errorf("the fight waits for %+v, want a turn that begins", b.f.Turn())
	}
	sc.more = "now: {round: 1, waits for: initiative, seats: {Ann: {grapple: 1}, Bea: {grapple: 1}}}"
	_, err := Load("setup.yaml", []byte(sc.text()), sc.book(t))
	if want := "an exchange before the initiative: want nobody in a grapple"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Where a position stands by itself, at the start and the end of a fight too, and after a GM's edit, it says all there is.
func TestEveryBoundaryIsSaid(t *testing.T) {
	seen := map[phase]bool{}
	said := func(g *Game, s State) {
		seen[s.phase] = true
		file, err := g.Position(&s)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Load("position.yaml", file, rows.DefaultBook())
		if err != nil {
			t.Fatalf("%v\n%s", err, file)
		}
		if again.Start() != s {
			t.Fatalf("reads back as\n%+v, want\n%+v\n%s", again.Start(), s, file)
		}
	}
	for n := range 12 {
		g := skirmish(t)
		rng := rand.New(rand.NewPCG(3, uint64(n)))
		s := g.Start()
		said(g, s)
		ended := s
		g.End(&ended, rules.Side(n%2), "dusk", nil)
		said(g, ended)
		for range 400 {
			if rng.IntN(8) == 0 {
				who := g.name(rng.IntN(g.n))
				change := []string{"wounds=9", "void=1", "earth=4", "prone", "stance=air", "stunned", "incapacitated", "free", "out"}[rng.IntN(9)]
				if err := g.Edit(&s, who+" "+change, nil); err != nil {
					continue
				}
			}
			if rules.Boundary[State](g, &s) {
				said(g, s)
			}
			if s.phase == phOver {
				break
			}
			g.Play(&s, rulestest.AnyMove(rng, g, &s), nil)
		}
	}
	for _, want := range []phase{phOver, phInitiative, phOpening, phRound, phStance, phAct} {
		if !seen[want] {
			t.Errorf("no position waits for %s", rows.PhaseNames[want])
		}
	}
}

// Somebody comes or goes where a turn begins, so that the fight goes on from a position that a file can say.
func TestSomebodyComesOrGoesWhereATurnBegins(t *testing.T) {
	b := setup{us: []man{{name: "Ann"}, {name: "Cho"}}, them: []man{{name: "Bea"}}}.begin(t)
	if _, err := b.f.Join("us", "{who: the ann, name: Dai, at: g1}", nil, "to see"); err != nil {
		t.Fatal(err)
	}
	b.play("let go of katana")
	for what, change := range map[string]func() (rules.Step, error){
		"joins":  func() (rules.Step, error) { return b.f.Join("us", "{who: the ann, name: Eda, at: h1}", nil, "to see") },
		"leaves": func() (rules.Step, error) { return b.f.Edit("Cho leaves", "to see") },
	} {
		if _, err := change(); err == nil || !strings.Contains(err.Error(), "the turn is under way, want the change when the turn is over") {
			t.Errorf("somebody %s in the middle of a turn: %v", what, err)
		}
	}
	b.until("Bea")
	b.kit().Edit("Ann stunned")
	b.until("Dai")
	if _, err := b.f.Edit("Dai leaves", "to see"); err == nil || !strings.Contains(err.Error(), "without Dai test is next, want the change when another turn begins") {
		t.Errorf("the last of a round leaves before a test of the Readying Phase: %v", err)
	}
}

// A raise without a roll, a stance a condition forbids and other nonsense is refused with what is legal.
func TestWhatIsNotLegalIsRefused(t *testing.T) {
	b := duel(t, "", "")
	for _, words := range []string{"feint", "extra damage, 1 raise", "fire", "katana", "katana > Ann", "roll"} {
		if _, err := b.f.Do(words); err == nil || !strings.Contains(err.Error(), "is not legal now") {
			t.Errorf("%q: %v", words, err)
		}
	}
	b.kit().Edit("Ann prone")
	b.play("end the turn")
	b.until("Ann")
	if _, err := b.f.Do("fire"); err == nil || !strings.Contains(err.Error(), `legal: "water", "air"`) {
		t.Errorf("Fire while Prone: %v", err)
	}
}

// A GM's edit that cannot be is refused.
func TestMistakesInAnEdit(t *testing.T) {
	b := duel(t, "mook: true", "")
	for change, want := range map[string]string{
		"Bea wounds=59":  "wounds cannot be \"59\", want 0 to 58",
		"Ann void=1":     "Ann is a mook, want no Void Points",
		"Bea earth=0":    "earth cannot be 0, want 1 to 10",
		"Bea at=a1":      `"a1" is no free square`,
		"Bea stance=mud": "the stance cannot be \"mud\"",
		"Bea glad":       `"glad" is no change`,
		"Cid wounds=1":   "names nobody here",
	} {
		if _, err := b.f.Edit(change, "to see"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", change, err, want)
		}
	}
}

// Records and positions keep a fight as it was loaded: house rulings, rows of its own, riders.
func TestAFightIsKept(t *testing.T) {
	text := strings.Replace(encounter, "title: A Field",
		"title: A Field\nrulings: {bleeding: 2}\nrows: {sheets: {archer: {attributes: {reflexes: 4}, void: 2, rank: 1, weapons: [yumi], unstrung: true}}}", 1)
	g, err := Load("field.yaml", []byte(text), rows.DefaultBook())
	if err != nil {
		t.Fatal(err)
	}
	rulestest.WantKept[State](t, g, func(position []byte) (rules.System[State], error) {
		return Load("position.yaml", position, rows.DefaultBook())
	},
		func() (rules.System[State], error) {
			file, err := json.Marshal(g.File())
			if err != nil {
				t.Fatal(err)
			}
			data, err := g.Data()
			if err != nil {
				t.Fatal(err)
			}
			return reload(file, data)
		})
}

// A position with any one value changed is refused or plays on without harm.
func FuzzPositions(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8})
	f.Add([]byte("a grapple, joined and broken"))
	f.Fuzz(func(t *testing.T, data []byte) {
		g := skirmish(t)
		c := rulestest.NewChoices(data)
		s, way := g.Start(), rules.StartPath[State](g)
		for range 10 + c.Of(60) {
			if g.Turn(&s).Kind == rules.Over {
				break
			}
			a, _, err := rulestest.Next[State](c, g, &s)
			if err != nil {
				t.Fatal(err)
			}
			before := s
			g.Play(&s, a, nil)
			way = way.WithAction(g, &before, a, &s)
		}
		file, err := way.Position(g)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(file), "\n")
		at := c.Of(256) % len(lines)
		if key, _, found := strings.Cut(lines[at], ": "); found {
			lines[at] = key + ": " + []string{"0", "1", "7", "Ann", "Bea", "water", "turn", "stance", "void points", "over",
				"[acted]", "{roll: [1]}", "x", "[prone]", "initiative", "h4"}[c.Of(16)]
		} else {
			lines = append(lines[:at], lines[min(at+1, len(lines)):]...)
		}
		again, err := Load("position.yaml", []byte(strings.Join(lines, "\n")), rows.DefaultBook())
		if err != nil {
			rulestest.WantRefusal(t, err)
			return
		}
		rest := rand.New(rand.NewPCG(1, 2))
		s = again.Start()
		for range 200 {
			if again.Turn(&s).Kind == rules.Over {
				return
			}
			again.Play(&s, rulestest.AnyMove(rest, again, &s), nil)
		}
	})
}

// Bytes choose moves; whatever they choose, a position is whole, reads back as it is and is played alike with a log.
func FuzzFights(f *testing.F) {
	f.Add([]byte("katana"))
	f.Add([]byte{0, 0, 0, 0, 9, 9, 9, 9, 1, 1, 1, 1})
	f.Fuzz(func(t *testing.T, data []byte) {
		g := skirmish(t)
		last := g.Start()
		rulestest.Watch[State](t, g, rulestest.NewChoices(data), 700, func(s *State) error {
			defer func() { last = *s }()
			return sane(g, s, &last)
		}, load(rows.DefaultBook()))
	})
}

// Bytes are a file: whatever they are, they are read or refused with a place.
func FuzzFiles(f *testing.F) {
	f.Add([]byte(encounter))
	f.Add([]byte("version: 1\nsheets: {x: {attributes: {}, void: 1, rank: 1, weapons: []}}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := book.Overlay(rows.DefaultBook(), "rows.yaml", data); err != nil {
			rulestest.WantRefusal(t, err)
		}
		if _, err := Load("field.yaml", data, rows.DefaultBook()); err != nil {
			rulestest.WantRefusal(t, err)
		}
	})
}
