package agent

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// bout returns an encounter of two, with a head of its own and more of the first one's line.
func bout(system, head, line string) string {
	who := map[string]string{"keep": "ronin", "tempo": "swordsman", "breath": "ronin"}[system]
	return "version: 1\nsystem: " + system + "\ntitle: T\n" + head + "sides:\n  - {name: here, fighters: [{who: " + who + ", name: Aki, " +
		line + "}]}\n  - {name: there, fighters: [{who: " + who + ", name: Boku}]}\n"
}

// A name that nothing knows is a mistake, told at its place with the name that was meant: else a figure would fight without
// what its file gives it.
func TestNamesThatNothingKnowsAreRefused(t *testing.T) {
	const row = "version: 1\ncombatants: {one: {grade: lord, weapons: [unarmed], "
	now := func(seat string) string { // a duel under way
		return bout("breath", "duel: {}\n", "weapons: [tanto]") +
			"now: {round: 1, waits for: count, distance: near range, seats: {Aki: {energy: 9, wounds: 3, " + seat + "}, Boku: {energy: 9, wounds: 3}}}\n"
	}
	c := Builtin()
	for _, q := range []struct{ what, file, unknown, meant string }{
		{"skill", row + "skills: {swordmanship: 5}}}\n", `skill "swordmanship"`, "swordsmanship"},
		{"skill of a caster", row + "skills: {sorcry: 3}, caster: {mode: spells, dan: 1, lists: [{skill: sorcery}]}}}\n", `skill "sorcry"`, "sorcery"},
		{"skill in an encounter", bout("breath", "rows: {combatants: {lone: {grade: lord, weapons: [tanto], skills: {footwrok: 5}}}}\n", "who: lone"),
			`skill "footwrok"`, "footwork"},
		{"skill of a weapon", "version: 1\nweapons: {w: {family: blade, skill: swordmanship, attack: [{name: cut, energy: 2, check: courage}]}}\n",
			`skill "swordmanship"`, "swordsmanship"},
		{"skill of a technique", "version: 1\nweapons: {w: {family: blade, skill: staff, attack: [{name: cut, energy: 2, check: courage, skill: stave}]}}\n",
			`skill "stave"`, "staff"},
		{"skill a trait needs", "version: 1\ntraits: {t: {roar: true, needs: {intimidate: 3}}}\n", `skill "intimidate"`, "intimidation"},
		{"trait", row + "traits: [samuri]}}\n", `trait "samuri"`, "samurai"},
		{"weapon", row[:strings.Index(row, "unarmed")] + "uchigatan]}}\n", `weapon "uchigatan"`, "uchigatana"},
		{"weapon of a line", bout("breath", "", "weapons: [uchigatan]"), `"uchigatan"`, "uchigatana"},
		{"armour", row + "armour: hevy}}\n", `armour "hevy"`, "heavy"},
		{"nature", row + "goes: nearst}}\n", `foe "nearst"`, "nearest"},
		{"location", now("hurt: [wrst]"), `"wrst"`, "wrist"},
		{"state", now("is: [hiden]"), `"hiden"`, "hidden"},
		{"rung", bout("breath", "duel: {start: nere range}\n", "weapons: [tanto]"), `"nere range"`, "near range"},
		{"terrain", bout("breath", "duel: {terrain: sandbank}\n", "weapons: [tanto]"), `"sandbank"`, "sandbar"},
		{"zone", bout("breath", "zones: {first rear: {}, first front: {}, second front: {}, second rear: {}}\n", "zone: first frnt"), `"first frnt"`, "first front"},
		{"keep's skill", "version: 1\nsheets: {s: {attributes: {}, void: 2, rank: 1, weapons: [], skills: {sword: 3}}}\n", `skill "sword"`, "swords"},
		{"keep's attribute", "version: 1\nsheets: {s: {attributes: {strenght: 3}, void: 2, rank: 1, weapons: []}}\n", `attribute "strenght"`, "strength"},
		{"keep's weapon", bout("keep", "", "weapons: [katan]"), `"katan"`, "katana"},
		{"keep's stance", bout("keep", "", "stance: fyre"), `"fyre"`, "fire"},
		{"tempo's skill", "version: 1\ncombatants: {c: {weapons: [], skills: {blade: 3}}}\n", `skill "blade"`, "blades"},
		{"tempo's status", bout("tempo", "", "status: on gard"), `on gard`, "on guard"},
		{"tempo's weapon", bout("tempo", "", "weapons: [longsword]"), `"longsword"`, "long sword"},
	} {
		file := strings.Replace(q.file, "who: ronin, name: Aki, who: lone", "who: lone, name: Aki", 1)
		_, err := c.Check("house.yaml", []byte(file))
		if err == nil {
			t.Errorf("%s: taken as it is:\n%s", q.what, file)
			continue
		}
		told := err.Error()
		if !strings.HasPrefix(told, "house.yaml:") || !strings.Contains(told, q.unknown) ||
			!strings.Contains(told[strings.Index(told, q.unknown)+len(q.unknown):], q.meant) {
			t.Errorf("%s: %s\nwant %s, and %s for what was meant", q.what, told, q.unknown, q.meant)
		}
	}
}

// Another name of a weapon is good wherever a name is, and what is kept of the fight has the row's own.
func TestAnotherNameOfAWeaponIsThatWeapon(t *testing.T) {
	house, err := Builtin().With("house.yaml", []byte("version: 1\ncombatants: {guest: {grade: lord, weapons: [katana], skills: {swordsmanship: 2}}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{bout("breath", "", "weapons: [katana]"), strings.Replace(bout("breath", "", ""), "who: ronin", "who: guest", 1)} {
		f, err := house.NewFight("house.yaml", []byte(file), Setup{})
		if err != nil {
			t.Fatal(err)
		}
		header, err := f.PresentHeader()
		if err != nil {
			t.Fatal(err)
		}
		again, err := Reopen(header)
		if err != nil {
			t.Fatal(err)
		}
		position, err := f.Position()
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(position), "katana") || !rulesEqual(f, again) {
			t.Errorf("kept as\n%s", position)
		}
		if _, err := Builtin().NewFight("position.yaml", position, Setup{}); err != nil {
			t.Errorf("%v\n%s", err, position)
		}
		for _, e := range f.Sheet(0) {
			if e.Name == "weapon" && e.Value != "uchigatana" {
				t.Errorf("it carries %s", e.Value)
			}
		}
	}
}

// A skill of a table's own is known where its weapon asks for it, and a fight with it goes on from its record and from its
// positions, whatever is carried.
func TestATablesOwnSkillIsKnown(t *testing.T) {
	c, err := Builtin().With("house.yaml", []byte(`version: 1
weapons:
  whip: {family: makeshift, skill: whips, attack: [{name: lash, energy: 2, check: finesse}]}
  bolas: {family: thrown, skill: cords, tags: [ranged], attack: [{name: cast, energy: 2, check: finesse}]}
combatants: {drover: {grade: lord, weapons: [whip], skills: {whips: 3, cords: 2}}}
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"weapons: [whip]", "weapons: [tanto]"} {
		file := strings.Replace(bout("breath", "", line), "who: ronin", "who: drover", 1)
		f, err := c.NewFight("house.yaml", []byte(file), Setup{})
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		header, err := f.PresentHeader()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Reopen(header); err != nil {
			t.Errorf("%s: the record is not read again: %v", line, err)
		}
		position, err := f.Position()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Builtin().NewFight("position.yaml", position, Setup{}); err != nil {
			t.Errorf("%s: the position is not read again: %v\n%s", line, err, position)
		}
	}
}

// A line of one word is a combatant of that row, beside lines of the other forms; another value is a mistake with its place.
func TestALineOfOneWordIsWho(t *testing.T) {
	for system, is := range ownLines {
		row := strings.Trim(strings.SplitAfter(is.sides[1], ",")[0], "{who: ,")
		f, err := Builtin().NewFight("short.yaml", ownFile(system, [2]string{row + ", " + row + ": 1", "{who: " + row + ", name: Nobuo}"}), Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range f.Roster() {
			if r.Kind != row {
				t.Errorf("%s: seat %d is %+v, want %s", system, i, r, row)
			}
		}
		for line, want := range map[string]string{row + "x": `no combatant is called "` + row + `x"`, "12": "fighters, item 1, is 12: want text"} {
			_, err := Builtin().NewFight("short.yaml", ownFile(system, [2]string{line, row}), Setup{})
			if err == nil || !strings.HasPrefix(err.Error(), "short.yaml:1:") || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %s is %v, want %s", system, line, err, want)
			}
		}
	}
}

// Two names that differ in case or in compatible characters alone are one, of combatants, of sides and of who joins.
func TestNamesInOtherLettersAreTwins(t *testing.T) {
	for system, is := range ownLines {
		row := strings.Trim(strings.SplitAfter(is.sides[1], ",")[0], "{who: ,")
		line := func(name string) string { return "{who: " + row + ", name: " + name + "}" }
		for _, twin := range []string{"sute", "SUTE", "Ｓｕｔｅ", "ſute", "sUTE"} {
			_, err := Builtin().NewFight("twins.yaml", ownFile(system, [2]string{line("Sute"), line(twin)}), Setup{})
			if want := `is the name "Sute" again in other letters: want a name of its own for each`; err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: Sute and %s: %v", system, twin, err)
			}
			f, err := Builtin().NewFight("twins.yaml", ownFile(system, [2]string{line("Sute"), line("Ume")}), Setup{})
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(3, 1))
			for range 40 { // to a boundary
				if _, err = f.Join("road", line(twin), rowsOf(t, system), "the bell"); err == nil || strings.Contains(err.Error(), "again in other letters") {
					break
				}
				playOn(t, f, r, 1)
			}
			if err == nil || !strings.Contains(err.Error(), "again in other letters") {
				t.Errorf("%s: %s joins Sute: %v", system, twin, err)
			}
		}
		sides := strings.Replace(string(ownFile(system, [2]string{line("Sute"), line("Ume")})), "name: road", "name: House", 1)
		if _, err := Builtin().NewFight("twins.yaml", []byte(sides), Setup{}); err == nil ||
			!strings.Contains(err.Error(), `"House" is the side "house" again in other letters`) {
			t.Errorf("%s: sides house and House: %v", system, err)
		}
	}
}
