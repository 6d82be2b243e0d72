package breath

import (
	"encoding/json"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/rulestest"
)

// yard is a sound encounter, to be spoiled a line at a time.
const yard = `version: 1
system: breath
title: The Yard
sides:
  - name: house
    fighters:
      - {who: bandit chief, name: Ume}
  - name: road
    fighters:
      - bandit: 2
`

// What is wrong in an encounter is a sentence with its place, what is wrong and what would be right.
func TestMistakesInAnEncounter(t *testing.T) {
	for _, c := range []struct{ old, spoiled, want string }{
		{"bandit: 2", "bandit: 0", "yard.yaml:10:17: bandit is 0: want a whole number from 1 to 12"},
		{"bandit: 2", "bandit: -3", "yard.yaml:10:17: bandit is -3: want a whole number from 1 to 12"},
		{"bandit: 2", "bandit: 13", "yard.yaml:10:17: bandit is 13: want a whole number from 1 to 12"},
		{"title: The Yard", "title: The Yard\nobjective: {for: house, goal: down, who: Ume}",
			"yard.yaml:4:42: house is to down Ume: want a friend to protect, or a foe to down"},
		{"title: The Yard", "title: The Yard\nobjective:",
			"yard.yaml:4:11: an objective that says nothing: want which side wants what, as in {for: house, goal: last, rounds: 6}"},
		{"bandit: 2", "", "yard.yaml:10:8: a line that says nothing: want who fights: the row of the catalogue, as in {who: row, name: Aki}"},
		{"name: house", "name: \"\"", "yard.yaml:5:11: the side's name is empty: want 1 to 64 characters"},
		{"title: The Yard", "title: The Yard\nobjective: {for: house, goal: protect, who: Bandit 1}", "yard.yaml:4:45: house is to protect Bandit 1: want a friend"},
		{"title: The Yard", "title: The Yard\nnow: {seats: {Ume: {wounds: 60}}}", "yard.yaml:4:29: wounds 60: want 0 to 4"},
		{"title: The Yard", "title: The Yard\nnow: {seats: {Ume: {wonds: 2}}}", `unknown key "wonds": want one of`},
		{"title: The Yard", "title: The Yard\nnow: {seats: {Une: {wounds: 2}}}", `yard.yaml:4:15: unknown combatant "Une"`},
		{"title: The Yard", "title: The Yard\nnow: {seats: {Bandit 1: {is: [down]}, Bandit 2: {is: [down]}}}", "the fight is decided"},
		{"title: The Yard", "title: The Yard\nrows: {weapons: {kodachi: {family: blad}}}", `yard.yaml:4:36: unknown family "blad"`},
		{"title: The Yard", "title: The Yard\nrows: {version: 2}", "yard.yaml:4:17: version 2: want 1"},
		{"name: Ume}", "name: Ume, weapons: [kodachi, tanto, staff]}", "yard.yaml:7:49: Ume carries 3 weapons: want one or two"},
	} {
		_, err := Load("yard.yaml", []byte(strings.Replace(yard, c.old, c.spoiled, 1)), rows.DefaultBook())
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\ngot  %v\nwant %s", c.spoiled, err, c.want)
		} else if _, after, _ := strings.Cut(err.Error(), ": want "); strings.Contains(strings.Split(after, "\n")[0], ": want ") {
			t.Errorf("%s: two answers in one sentence: %v", c.spoiled, err)
		}
	}
}

// A GM gives only what differs from the start; all else is as it would begin, and whoever is first in the count has it.
func TestNowMayGiveOnlyWhatDiffers(t *testing.T) {
	start := yardWith(t, "")
	for now, change := range map[string]func(s *State){
		"now: {}":                          func(*State) {},
		"now: {seats: {Ume: {wounds: 2}}}": func(s *State) { s.seats[0].wounds = 2 },
		"now: {seats: {Ume: {wounds: 2, is: [bleeding]}, Bandit 2: {energy: 3}}, round: 2}": func(s *State) {
			s.seats[0].wounds, s.seats[0].flags, s.seats[2].energy, s.round = 2, isBleeding, 3, 2
		},
		"now: {seats: {Ume: {energy: 0}}}": func(s *State) { s.seats[0].energy, s.actor = 0, 1 },
		"now: {round: 1, waits for: count, seat: Bandit 1, seats: {Ume: {energy: 1, wounds: 3}, Bandit 1: {energy: 9, wounds: 1}, Bandit 2: {energy: 8, wounds: 1}}}": func(s *State) { // every fighter, and nothing of the tables' start
			s.seats[0].energy, s.seats[0].wounds, s.seats[1].energy, s.seats[1].wounds, s.seats[2].energy, s.seats[2].wounds, s.actor = 1, 3, 9, 1, 8, 1, 1
		},
		"now: {seats: {Bandit 1: {is: [down]}}}":                  func(s *State) { s.seats[1] = seat{flags: isDown} },
		"now: {seats: {Ume: {energy: 1}, Bandit 1: {energy: 2}}}": func(s *State) { s.seats[0].energy, s.seats[1].energy, s.actor = 1, 2, 2 },
		"now: {seats: {Ume: {wounds: 2}}}\nsince: [reserve block]": func(s *State) {
			s.seats[0].wounds, s.seats[0].energy, s.seats[0].held, s.phase, s.spent = 2, s.seats[0].energy-1, [2]uint8{1}, phBreath, 1
		},
	} {
		want := start.Start()
		change(&want)
		g := yardWith(t, now)
		if got := g.Start(); got != want {
			t.Errorf("%s\ngot  %+v\nwant %+v", now, got, want)
		}
		readsBack(t, g)
	}
}

// What a position leaves out of one who is out of the fight is nothing that keeps it there: it stands in no zone, and nothing is on it.
func TestNowLeavesNothingToWhoIsOut(t *testing.T) {
	data, _ := rows.Shipped.Encounter("gate")
	for _, is := range []string{"down", "down, yielded"} {
		g, err := Load("gate.yaml", append(data, "\nnow: {seats: {Katsuie: {is: ["+is+"]}}}\n"...), rows.DefaultBook())
		if err != nil {
			t.Fatal(err)
		}
		s := g.Start()
		if c := s.seats[0]; c.flags&isDown == 0 || c.zone != 0 || s.marks[0] != 0 {
			t.Errorf("%s: %+v", is, c)
		}
		readsBack(t, g)
	}
}

// A position carries the rows of its house, and no others: it reads back against the built-in catalogue, and so does what a
// record makes of it.
func TestAPositionCarriesTheRowsOfItsHouse(t *testing.T) {
	own, err := rows.DefaultBook().Overlay("house.yaml", []byte(`
version: 1
stances: {crane: {energy: 2, defense: 2}}
armours: {quilt: {defense: 11}}
weapons: {paddle: {family: makeshift, skill: staff, stance: crane, attack: [{name: whack, energy: 2, check: physique, wounds: 0 house, effects: [topple]}], notes: for people}}
traits: {stubborn: {wounds: 1}}
combatants: {ferryman: {grade: veteran, wounds: 2, armour: quilt, weapons: [paddle], skills: {staff: 2}, traits: [stubborn]}}
`))
	if err != nil {
		t.Fatal(err)
	}
	g, err := Load("yard.yaml", []byte(strings.Replace(yard, "bandit: 2", "ferryman: 2", 1)), own)
	if err != nil {
		t.Fatal(err)
	}
	text := readsBack(t, g)
	for _, row := range []string{"rows:", "crane:", "quilt:", "paddle:", "stubborn:", "ferryman:"} {
		if !strings.Contains(text, row) {
			t.Errorf("the position has no %s\n%s", row, text)
		}
	}
	if strings.Contains(text, "katana:") || strings.Contains(text, "bandit chief:") {
		t.Errorf("the position carries built-in rows\n%s", text)
	}
	if text := readsBack(t, yardWith(t, "")); strings.Contains(text, "rows:") {
		t.Errorf("a position of built-in rows carries some\n%s", text)
	}
}

// So it does where a weapon of the house says where it is at home on the ladder and what it is made of.
func TestAPositionCarriesBandAndMake(t *testing.T) {
	own, err := rows.DefaultBook().Overlay("house.yaml", []byte(`
version: 1
weapons: {paddle: {family: makeshift, skill: staff, made: {of: [wood, weight], source: house}, band: {from: far range, to: near range}, attack: [{name: whack, energy: 2, check: physique}]}}
combatants: {ferryman: {grade: veteran, wounds: 2, weapons: [paddle]}}
`))
	if err != nil {
		t.Fatal(err)
	}
	g, err := Load("yard.yaml", []byte(strings.Replace(yard, "bandit: 2", "ferryman: 2", 1)), own)
	if err != nil {
		t.Fatal(err)
	}
	text := readsBack(t, g)
	for _, row := range []string{"of: [wood, weight]", "from: far range", "to: near range"} {
		if !strings.Contains(text, row) {
			t.Errorf("the position has no %s\n%s", row, text)
		}
	}
}

// An empty list of weapons is bare hands, in the file, in positions and in records.
func TestNoWeaponsAreBareHands(t *testing.T) {
	g, err := Load("yard.yaml", []byte(strings.Replace(yard, "name: Ume}", "name: Ume, weapons: []}", 1)), rows.DefaultBook())
	if err != nil {
		t.Fatal(err)
	}
	bare, err := Load("yard.yaml", []byte(strings.Replace(yard, "name: Ume}", "name: Ume, weapons: [unarmed]}", 1)), rows.DefaultBook())
	if err != nil {
		t.Fatal(err)
	}
	s, b := g.Start(), bare.Start()
	if got, want := g.Actions(&s, nil), bare.Actions(&b, nil); len(got) != len(want) || s != b {
		t.Errorf("weapons: [] offers %d decisions, weapons: [unarmed] %d", len(got), len(want))
	}
	readsBack(t, g)
}

func yardWith(t *testing.T, line string) *Game {
	t.Helper()
	g, err := Load("yard.yaml", []byte(strings.Replace(yard, "title: The Yard", "title: The Yard\n"+line, 1)), rows.DefaultBook())
	if err != nil {
		t.Fatalf("%s\n%v", line, err)
	}
	return g
}

// readsBack wants a fight kept by its position, against the built-in catalogue, and by its record.
func readsBack(t *testing.T, g *Game) string {
	t.Helper()
	return rulestest.WantKept(t, g, loading(rows.DefaultBook()), func() (rules.System[State], error) { return reloaded(g) })
}

// reloaded returns the fight of its record's header.
func reloaded(g *Game) (rules.System[State], error) {
	header, err := json.Marshal(g.File())
	if err != nil {
		return nil, err
	}
	rows, err := g.Data()
	if err != nil {
		return nil, err
	}
	return Reload(header, rows)
}

// What a round remembers of uses of 0 Energy is said by their sources: each once, two in all; control any of the two.
func TestUsesOfNoEnergyAreSaidByTheirSources(t *testing.T) {
	for words, want := range map[string]uint8{
		"spear wall": 1 | zeroWall, "guard stance, the Outside": 2 | zeroGuard | zeroOutside, "control": 1,
		"control, spear wall": 2 | zeroWall, "control, control": 2,
	} {
		g := yardWith(t, "now: {seats: {Ume: {zero: ["+words+"]}}}")
		if s := g.Start(); s.seats[0].zeroUses != want {
			t.Errorf("%s: %b, want %b", words, s.seats[0].zeroUses, want)
		}
		readsBack(t, g)
	}
	for words, want := range map[string]string{
		"guard stance, guard stance": "yard.yaml:4:42: guard stance twice: want each once a round",
		"control, control, control":  "yard.yaml:4:27: zero has 3 items: want at most 2",
		"iaido":                      `yard.yaml:4:28: unknown source of 0 Energy "iaido": want one of spear wall, guard stance, the Outside, control`,
	} {
		_, err := Load("yard.yaml", []byte(strings.Replace(yard, "title: The Yard", "title: The Yard\nnow: {seats: {Ume: {zero: ["+words+"]}}}", 1)),
			rows.DefaultBook())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", words, err, want)
		}
	}
}

// Who comes or goes does so where a breath begins: only there has a position of its own.
func TestNobodyComesOrGoesInsideABreath(t *testing.T) {
	g := yardWith(t, "now: {seats: {Ume: {is: [bleeding]}, Bandit 1: {energy: 0}, Bandit 2: {energy: 2, is: [closed]}}}")
	s := g.Start()
	if _, err := g.Leave(&s, 1, nil); err != nil {
		t.Errorf("at the count Bandit 1 does not go: %v", err)
	}
	for _, c := range []struct {
		play, want string
		who        rules.Seat
	}{
		{"reserve block", "the breath is under way, want the change when the breath is over", 1},
		{"great cut > Bandit 2", "the blow is under way, want the change when the breath is over", 1},
	} {
		u := s
		act, err := rules.ParseAction(g, &u, c.play)
		if err != nil {
			t.Fatal(err)
		}
		g.Play(&u, act, nil)
		if _, err := g.Leave(&u, c.who, nil); err == nil || err.Error() != c.want {
			t.Errorf("after %s: %v, want %s", c.play, err, c.want)
		}
		if _, err := g.Join(&u, 1, "{who: bandit}", nil); err == nil || err.Error() != c.want {
			t.Errorf("after %s: %v, want %s", c.play, err, c.want)
		}
	}
	g = yardWith(t, "now: {seats: {Ume: {energy: 0, is: [bleeding]}, Bandit 1: {energy: 0}, Bandit 2: {energy: 2}}}")
	s = g.Start()
	want := "without Bandit 2 the round ends and its lull waits for bleed, want the change when the next round has begun"
	if _, err := g.Leave(&s, 2, nil); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// Who comes hurt is so, and those who are hurt stay so: what is printed then reads back as it is.
func TestWoundsStayWhoeverComes(t *testing.T) {
	g := yardWith(t, "now: {seats: {Ume: {wounds: 2, is: [bleeding]}}}")
	s := g.Start()
	next, err := g.Join(&s, 0, "{who: bandit chief, name: Iga, wounds: 1}", nil)
	if err != nil {
		t.Fatal(err)
	}
	g = next.(*Game)
	readsBack(t, g)
	u := g.Start()
	if iga := u.seats[1]; u.seats[0] != s.seats[0] || iga.wounds != 1 || iga.flags != 0 {
		t.Errorf("Ume is %+v, Iga %+v", u.seats[0], iga)
	}
	if err := g.Edit(&u, "Iga wounds=2", nil); err == nil {
		t.Error("Iga has more Wounds left than its line gives it")
	}
	for _, change := range []string{"Iga +bleeding", "Ume wounds=1"} {
		if err := g.Edit(&u, change, nil); err != nil {
			t.Fatal(err)
		}
	}
	text, err := g.Position(&u)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := Load("position.yaml", text, rows.DefaultBook()); err != nil || again.Start() != u {
		t.Errorf("%v: it does not read back as it is\n%s", err, text)
	}
}
