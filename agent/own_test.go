package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/rulestest"
)

// ownLines are lines with values of their own, by system: what they say, and what is wrong with others.
var ownLines = map[string]struct {
	sides [2]string // a line each
	joins string
	wrong map[string]string
}{
	"breath": {
		sides: [2]string{"{who: samurai, name: Aki, wounds: 7, courage: 0, skills: {swordsmanship: 4}, traits: [lightfoot]}",
			"{who: bandit, count: 2, courage: 3, weapons: [yari]}"},
		joins: "{who: bandit, name: Kuro, wounds: 4, skills: {archery: 3}}",
		wrong: map[string]string{
			"{who: samurai, wounds: 30}":                      "1:105: Wounds 30: want 0 to 20",
			"{who: samurai, woundss: 3}":                      `1:97: unknown key "woundss": want one of 41 known words; did you mean wounds?`,
			"{who: samurai, skills: {uchigatana: 4}}":         `1:106: unknown skill "uchigatana": want swordsmanship, the skill of that weapon`,
			"{who: samurai, skills: {swordsmanship: 9}}":      "1:121: swordsmanship 9: want 0 to 5",
			"{who: samurai, traits: [lightfot]}":              `1:106: unknown trait "lightfot": want one of 38 known words; did you mean lightfoot?`,
			"{who: samurai, courage: much}":                   `1:106: "much" is not a number: want a whole number`,
			"{who: samurai, caster: {mode: magic}}":           `1:112: unknown mode "magic": want one of spells, core`,
			"{who: samurai, caster: {mode: spells, dann: 3}}": `unknown key "dann": want`,
		},
	},
	"tempo": {
		sides: [2]string{"{who: swordsman, name: Aki, skills: {blades: 9}, size: 2, speed: 6}", "{who: spearman, name: Kuro, skills: {polearms: 3}}"},
		joins: "{who: spearman, name: Nobuo, speed: 3, skills: {reactions: 2}}",
		wrong: map[string]string{
			"{who: swordsman, sped: 6}":                 `did you mean speed?`,
			"{who: swordsman, skills: {axe: 2}}":        `unknown skill "axe": want axes, the skill of that weapon`,
			"{who: swordsman, size: 99, skills: [axe]}": `skills is a list: want a group of keys`,
		},
	},
	"keep": {
		sides: [2]string{"{who: ronin, name: Aki, attributes: {reflexes: 5}, skills: {swords: 5}, emphases: [katana], ready: 1}",
			"{who: ronin, name: Kuro, void: 3, mook: false}"},
		joins: "{who: ronin, name: Nobuo, rank: 3, skills: {swords: 4}}",
		wrong: map[string]string{
			"{who: ronin, attributes: {strenght: 4}}": `did you mean strength?`,
			"{who: ronin, skills: {katana: 4}}":       `unknown skill "katana": want weapon samurai, the skill of that weapon`,
			"{who: ronin, rank: nine}":                `"nine" is not a number`,
		},
	},
}

func ownFile(system string, lines [2]string) []byte {
	return fmt.Appendf(nil, "{version: 1, system: %s, title: Own people, sides: [{name: house, fighters: [%s]}, {name: road, fighters: [%s]}]}\n",
		system, lines[0], lines[1])
}

// A line's own values stand in place of its row's for that line alone, and records and positions keep them.
func TestALineHasValuesOfItsOwn(t *testing.T) {
	for _, system := range Systems() {
		t.Run(system, func(t *testing.T) {
			is := rulestest.TableEntry(t, ownLines, system)
			f, err := Builtin().NewFight("own.yaml", ownFile(system, is.sides), Setup{Seed: 7})
			if err != nil {
				t.Fatal(err)
			}
			plain := f.Roster()[0].Kind
			rows := ownFile(system, [2]string{"{who: " + plain + ", name: Aki}", "{who: " + f.Roster()[1].Kind + "}"})
			without, err := Builtin().NewFight("own.yaml", rows, Setup{Seed: 7})
			if err != nil {
				t.Fatal(err)
			}
			if got, row := fmt.Sprint(f.Sheet(0)), fmt.Sprint(without.Sheet(0)); got == row && digestOf(t, f) == digestOf(t, without) {
				t.Errorf("the values change nothing of %s", got)
			}
			again, err := Reopen(f.Header())
			if err != nil {
				t.Fatal(err)
			}
			same(t, position(t, again), position(t, f))
			same(t, reload(t, "own.yaml", position(t, f)), position(t, f))
			if digestOf(t, again) != digestOf(t, f) {
				t.Error("the record's fight is not the file's")
			}
			r := rand.New(rand.NewPCG(3, 1))
			for range 40 {
				playOn(t, f, r, 1)
				if _, err = f.Join("road", is.joins, rowsOf(t, system), "the bell"); err == nil {
					break
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			playOn(t, f, r, 6)
			same(t, reload(t, "own.yaml", position(t, f)), position(t, f))
			replayed(t, f)
		})
	}
}

// What a line says of its row is read as strictly as a row: every mistake has its place and what would be right.
func TestALinesOwnValuesAreReadStrictly(t *testing.T) {
	for system, is := range ownLines {
		for line, want := range is.wrong {
			_, err := Builtin().NewFight("own.yaml", ownFile(system, [2]string{line, is.sides[1]}), Setup{})
			if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "own.yaml:1:") {
				t.Errorf("%s: %s\nis %v, want %s", system, line, err, want)
			}
		}
	}
}

// Who joins a fight is checked against the whole catalogue, a replay is not: rows that nobody uses are no part of a record.
func TestWhoJoinsWithValuesOfHisOwnIsChecked(t *testing.T) {
	for system, is := range ownLines {
		f, err := Builtin().NewFight("own.yaml", ownFile(system, is.sides), Setup{})
		if err != nil {
			t.Fatal(err)
		}
		if err := Builtin().CheckLine(f, is.joins); err != nil {
			t.Errorf("%s: %s: %v", system, is.joins, err)
		}
		for line, want := range is.wrong {
			_, want, found := strings.Cut(want, ": ")
			if err := Builtin().CheckLine(f, line); err == nil || found && !strings.Contains(err.Error(), strings.Split(want, ": want")[0]) {
				t.Errorf("%s: %s is %v, want %s", system, line, err, want)
			}
		}
	}
}

func digestOf(t *testing.T, f *fight.Fight) string {
	d, err := Digest(context.Background(), Greedy{}, []*fight.Fight{f})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func rowsOf(t *testing.T, system string) json.RawMessage {
	rows, err := Builtin().Rows(system)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// A line takes off what its row wears, and a record and a position keep that.
func TestALineTakesOffWhatItsRowWears(t *testing.T) {
	for _, c := range []struct{ system, line, of, on, off string }{
		{"breath", "who: samurai", "defense", "14", "10"},
		{"keep", "who: captain", "ATN", "25", "20"},
		{"tempo", "who: knight", "defence", "0, armoured 7", "0, armoured 0"},
		{"tempo", "who: duellist, shield: none, weapons: [halberd]", "weapon", "halberd", "halberd"},
	} {
		foe := ownLines[c.system].sides[1]
		for line, want := range map[string]string{"{" + c.line + "}": c.on, "{" + c.line + ", armour: none}": c.off} {
			f, err := Builtin().NewFight("own.yaml", ownFile(c.system, [2]string{line, foe}), Setup{Seed: 7})
			if err != nil {
				t.Errorf("%s: %s: %v", c.system, line, err)
				continue
			}
			again, err := Reopen(f.Header())
			if err != nil {
				t.Fatal(err)
			}
			same(t, reload(t, "own.yaml", position(t, f)), position(t, f))
			for _, f := range []*fight.Fight{f, again} {
				if got := rules.Pairs(f.Sheet(0)).Value(c.of); got != want {
					t.Errorf("%s: %s has %s %q of %v, want %q", c.system, line, c.of, got, f.Sheet(0), want)
				}
			}
		}
	}
}
