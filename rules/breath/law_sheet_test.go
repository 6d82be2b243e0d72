package breath

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/fight"
)

// Document 002 on paper: whole sheets, whole sentences, the notation, what is cast before a fight.

// pageOf returns the lines of a sheet of a combatant in rows of its own.
func pageOf(t *testing.T, row string, asks book.PageRequest) (lines []string) {
	t.Helper()
	catalogue, err := rows.DefaultBook().Overlay("rows.yaml", []byte("version: 1\ncombatants:\n  somebody: {grade: lord, wisdom: 2, weapons: [staff], "+row+"}\n"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := rows.Page("somebody", catalogue, asks)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range p.Lines {
		lines = append(lines, l.Topic+": "+l.Says)
	}
	return lines
}

// A sheet says its lists and by which points they opened, its slots as a sum, each spell and what gave it, what is due and what
// is over. SP-01 to SP-05, SP-07, SP-42, SP-45.
func TestAWholeSheet(t *testing.T) {
	for _, c := range []struct {
		row  string
		want []string
	}{
		{"skills: {sorcery: 3, barrier: 4}, caster: {mode: spells, dan: 6, class: esoteric monk, school: barrier school, main: barrier, lists: [{skill: sorcery, since: 2}, {skill: barrier, since: 5}], " +
			"studied: 1, known: [great fireball, talisman knot, talisman burst, four-stake ring], placed: {barrier: [5, 3]}, left: {barrier: [4, 3]}}", []string{
			"list: sorcery, opened by 3 points, since 2 dan",
			"list: barrier, opened by 4 points, since 5 dan",
			"slots: sorcery 4/3/2 by the dan = 4/3/2",
			"slots: barrier 4/3/2 by the dan + 0/1/1 by barrier school + 0/0/1 by esoteric monk = 4/4/4, left 4/3; waits: 0/0/0/1/1 by esoteric monk",
			"spell: quiet doorpost, 1 dan of barrier, by licence",
			"spell: salt line, 1 dan of barrier, by licence",
			"spell: soles of wind, 1 dan of barrier, by licence",
			"spell: great fireball, 1 dan of sorcery, by licence",
			"spell: talisman knot, 1 dan of sorcery, by licence",
			"spell: talisman burst, 3 dan of sorcery, by 3 dan",
			"spell: four-stake ring, 3 dan of barrier, by study",
			"due: 1 of 1 dan from sorcery, by licence",
			"due: 1 of 3 dan from sorcery, by 3 dan",
			"due: 2 of 5 dan from sorcery, by 5 dan",
		}},
		{"skills: {sorcery: 3, barrier: 3}, caster: {mode: spells, dan: 3, lists: [{skill: sorcery}, {skill: barrier}], " +
			"known: [great fireball, talisman knot, paper shackle, salt line, soles of wind, straw-rope gate, talisman burst, eight-petal lotus, four-stake ring]}", []string{
			"list: sorcery, opened by 3 points, since 1 dan",
			"list: barrier, opened by 3 points, since 1 dan",
			"slots: sorcery 3/2 by the dan = 3/2",
			"slots: barrier 3/2 by the dan = 3/2",
			"spell: great fireball, 1 dan of sorcery, by licence",
			"spell: talisman knot, 1 dan of sorcery, by licence",
			"spell: paper shackle, 1 dan of sorcery, by licence",
			"spell: salt line, 1 dan of barrier, by licence",
			"spell: soles of wind, 1 dan of barrier, by licence",
			"spell: straw-rope gate, 1 dan of barrier, by licence",
			"spell: talisman burst, 3 dan of sorcery, by 3 dan",
			"spell: eight-petal lotus, 3 dan of sorcery, by 3 dan",
			"spell: four-stake ring, 3 dan of barrier, by nothing",
			"over: four-stake ring, which nothing gives",
		}},
	} {
		if got := pageOf(t, c.row, book.PageRequest{}); !slices.Equal(got, c.want) {
			t.Errorf("%s:\ngot  %s\nwant %s", c.row, strings.Join(got, "\n     "), strings.Join(c.want, "\n     "))
		}
	}
	got := pageOf(t, "skills: {sorcery: 3, barrier: 3}, caster: {mode: spells, dan: 2, lists: [{skill: sorcery}, {skill: barrier}], known: [great fireball, talisman knot, paper shackle]}", book.PageRequest{Promote: rows.Tatsujin})
	want := []string{"due: 2 of 3 dan from sorcery or barrier, by 3 dan", "due: 2 of 5 dan from sorcery or barrier, by 5 dan",
		"due: 2 of 7 dan from sorcery or barrier, by 7 dan",
		"due: 2 of 9 dan from sorcery or barrier, by 9 dan", "due: 2 of Tatsujin from sorcery or barrier, by Tatsujin"}
	if due := slices.DeleteFunc(got, func(l string) bool { return !strings.HasPrefix(l, "due") }); !slices.Equal(due, want) {
		t.Errorf("a promotion from 2 dan to Tatsujin: got %q, want %q", due, want)
	}
}

// What a sheet cannot say is said in a sentence: who is asked of, what is studied. SP-04.
func TestASheetThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		name  string
		asks  book.PageRequest
		want  string
		blank bool
	}{
		{"nanban sorceror", book.PageRequest{}, `no combatant is called "nanban sorceror": want one of `, false},
		{"samurai", book.PageRequest{}, "samurai casts no spells: want a row whose caster: has mode: spells", true},
		{"onmyoji", book.PageRequest{}, "onmyoji casts no spells: want a row whose caster: has mode: spells", true},
		{"nanban sorcerer", book.PageRequest{Study: "paper crane"}, `no spell is called "paper crane": want `, false},
		{"nanban sorcerer", book.PageRequest{Study: "great fireball"}, "great fireball is known already: want a spell to learn", false},
		{"nanban sorcerer", book.PageRequest{Study: "salt line"}, "salt line is of the list of barrier, which is not opened: want a spell of its own lists", false},
		{"nanban sorcerer", book.PageRequest{Study: "soul seizure"}, "soul seizure is of 5 dan, above 3 dan: want no spell above one's own dan", false},
	} {
		_, err := rows.Page(c.name, rows.DefaultBook(), c.asks)
		_, blank := errors.AsType[book.NoPage](err)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || blank != c.blank {
			t.Errorf("%s %+v: got %v (of nothing to say: %v), want %q", c.name, c.asks, err, blank, c.want)
		}
	}
	if _, err := rows.Page("nanban sorcerer", rows.DefaultBook(), book.PageRequest{Study: "vajra guard", Promote: 3}); err == nil {
		t.Error("a promotion to one's own dan is none")
	}
	if got := pageOf(t, "skills: {sorcery: 3}, caster: {mode: spells, dan: 3, lists: [{skill: sorcery}]}",
		book.PageRequest{Study: "vajra guard"}); got[len(got)-1] != "study: vajra guard: 2d10+5 >= 11, 90 %; one a session" {
		t.Errorf("a spell of one's own dan can be studied: got %q", got[len(got)-1])
	}
}

// The notation says at which character it is amiss, in whichever group. SP-16.
func TestTheNotationPointsAtMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"":                         `no cost at character 1 of the form "": want a cost of 1 to 9 Energy, as in 2+2 prep`,
		"+2 prep":                  `no cost at character 1 of the form "+2 prep": want a cost of 1 to 9 Energy, as in 2+2 prep`,
		"x":                        `"x" at character 1 of the form "x": want a cost of 1 to 9 Energy, as in 2+2 prep`,
		"10":                       `"10" at character 1 of the form "10": want a cost of 1 to 9 Energy, as in 2+2 prep`,
		"2+0 prep":                 `"0" at character 3 of the form "2+0 prep": want a cost of 1 to 9 Energy, as in 2+2 prep`,
		"2+2+: prep":               `":" at character 5 of the form "2+2+: prep": want a cost of 1 to 9 Energy, as in 2+2 prep`,
		"2+3 prep +x dispersed":    `"x" at character 11 of the form "2+3 prep +x dispersed": want a cost of 1 to 9 Energy, as in 2+2 prep`,
		"2+3 prep +1+ dispersed":   `no cost at character 13 of the form "2+3 prep +1+ dispersed": want a cost of 1 to 9 Energy, as in 2+2 prep`,
		"2+3 prep +1 dispersd":     `"dispersd" at character 13 of the form "2+3 prep +1 dispersd": want one of dispersed, prep; did you mean dispersed?`,
		"2+3 prep +1 prep +x prep": `"x" at character 19 of the form "2+3 prep +1 prep +x prep": want a cost of 1 to 9 Energy, as in 2+2 prep`,
		"2+3 prep + dispersed":     `no cost at character 11 of the form "2+3 prep + dispersed": want a cost of 1 to 9 Energy, as in 2+2 prep`,
		"2+3 prep +1":              `the form "2+3 prep +1" does not say when its stages come: want prep or dispersed after its costs`,
		"2 dispersed":              `the form "2 dispersed" has one stage, which waits for none: want a bare cost, as in 2`,
		"1+1+1+1+1+1+1 dispersed":  `the form "1+1+1+1+1+1+1 dispersed" has 7 stages: want at most 6`,
	} {
		stages, wrong, fix := rows.ParseForm(text)
		if got := wrong + ": want " + fix; stages != nil || !strings.HasPrefix(got, want) {
			t.Errorf("%q: got %v %s, want %s", text, stages, got, want)
		}
	}
	for text, stages := range map[string]int{"9": 1, "1+1+1+1+1+1 prep": 6, "2 prep +2 dispersed": 2, "1 dispersed +1 prep +1 prep": 3} {
		if got, wrong, _ := rows.ParseForm(text); wrong != "" || len(got) != stages ||
			got[0].After != rows.PauseNone || stages > 1 && got[1].After == rows.PauseNone {
			t.Errorf("%q: got %v %s, want %d stages, the first of which waits for nothing", text, got, wrong, stages)
		}
	}
}

// A form is what its stages cost together, dispersed if one of them waits for a round; it is read from records as from files, and
// editors know its notation. SP-08, SP-27.
func TestAFormIsReadEverywhere(t *testing.T) {
	var number, pattern string
	for _, f := range rows.Form("").Forms() {
		if f.Number {
			number = fmt.Sprintf("%d..%d", f.Least, f.Most)
		} else {
			pattern = f.Pattern
		}
	}
	if number != "1..9" {
		t.Errorf("a bare cost is %s for editors, want 1..9", number)
	}
	right := regexp.MustCompile(pattern)
	for text, want := range map[string]struct {
		energy    int
		dispersed bool
	}{"2": {2, false}, "9": {9, false}, "2+3 prep": {5, false}, "3+3+3 prep": {9, false}, "4+4 dispersed": {8, true},
		"4+3+2+1 dispersed": {10, true}, "2+2 prep +3 dispersed": {7, true}, "2+2 dispersed +3 prep": {7, true}} {
		if f := rows.Form(text); f.Energy() != want.energy || f.IsDispersed() != want.dispersed {
			t.Errorf("%s: %d Energy, dispersed %v, want %+v", text, f.Energy(), f.IsDispersed(), want)
		}
		var read rows.Form
		if err := json.Unmarshal([]byte(`"`+text+`"`), &read); err != nil || read != rows.Form(text) {
			t.Errorf("%s: a record reads %q, %v", text, read, err)
		}
		if !right.MatchString(text) {
			t.Errorf("%s: no form for editors", text)
		}
	}
	for _, text := range []string{"2+ prep", "0", "2+2 perp", "2+2 prep + 3 dispersed", "10", "prep"} {
		var read rows.Form
		if err := json.Unmarshal([]byte(`"`+text+`"`), &read); err == nil || !strings.Contains(err.Error(), ", want ") || read != "" {
			t.Errorf("%s: a record reads %q, %v", text, read, err)
		}
		if right.MatchString(text) {
			t.Errorf("%s: a form for editors", text)
		}
	}
	var read rows.Form
	if err := json.Unmarshal([]byte("2"), &read); err == nil {
		t.Error("a number is no form in a record")
	}
	_, err := rows.DefaultBook().Overlay("rows.yaml", []byte("version: 1\nspells:\n  omen: {list: prophecy, dan: 1, form: \"\", at: foe, does: {wounds: 1}}\n"))
	if want := "rows.yaml:3:40: no form of casting: want a form like 2, 2+2 prep, 4+4 dispersed or 2+2 prep +3 dispersed"; err == nil ||
		!strings.Contains(err.Error(), want) {
		t.Errorf("an empty form: got %v, want %q", err, want)
	}
}

// What the rules alone judge of sheets, schools and classes is said with what would be right. SP-01, SP-05, SP-42, SP-45.
func TestBadSheetsAreRefusedInWholeSentences(t *testing.T) {
	const catalogue = `version: 1
schools:
  house of reeds: {lists: [sorcery], dans: [1, 3], slots: 3}
  loose house: {lists: [sorcery, barrier], slots: 2}
classes:
  reed: {dans: [3], slots: 4}
  drifter: {slots: 2}
combatants:
  somebody:
    grade: lord
    weapons: [staff]
    skills: {sorcery: 3, barrier: 3}
    caster: {mode: spells, dan: 4, school: loose house, lists: [{skill: sorcery}, {skill: barrier, since: 4}], placed: {barrier: [1, 3]}, left: {sorcery: [5, 2]}}
`
	if _, err := rows.DefaultBook().Overlay("rows.yaml", []byte(catalogue)); err != nil {
		t.Fatalf("the rows themselves: %v", err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"lists: [sorcery], dans", "lists: [sorcery, cookery], dans", `rows.yaml:3:37: unknown list "cookery": want one of`},
		{"dans: [1, 3]", "dans: [1, 4]", "rows.yaml:3:48: dan 4: want 1, 3, 5, 7, 9, or 11 for a Tatsujin"},
		{"dans: [3]", "dans: [12]", "dan 12: want 1, 3, 5, 7, 9, or 11 for a Tatsujin"},
		{"dans: [1, 3], slots: 3", "dans: [1, 3], slots: 0", "slots 0: want 1 to 4"},
		{"dans: [3], slots: 4", "dans: [3], slots: 5", "slots 5: want 1 to 4"},
		{"mode: spells", "mode: songs", `unknown mode "songs": want one of`},
		{"loose house, lists", "loose house, class: cook, lists", `unknown class "cook"`},
		{"dan: 4", "dan: 12", "dan 12: want 1 to 11"},
		{"{skill: sorcery}, {skill: barrier, since: 4}", "{skill: sorcery}, {skill: barrier}, {skill: prophecy}",
			"rows.yaml:13:64: 3 spell lists: want one or two; who has more licences chooses two for the fight"},
		{"{skill: barrier, since: 4}", "{skill: sorcery}", "rows.yaml:13:91: the list of sorcery twice: want each list once"},
		{"{skill: barrier, since: 4}", "{skill: cookery}", `rows.yaml:13:91: unknown spell list "cookery"`},
		{"{skill: barrier, since: 4}", "{skill: barrier, since: 5}", "rows.yaml:13:107: a licence since dan 5 at dan 4: want no dan above its own"},
		{"barrier: 3}", "barrier: 2}", "rows.yaml:13:91: somebody has 2 points of barrier: want 3 points, which open the list (SP-01)"},
		{"loose house, lists", "loose house, main: prophecy, lists", `the main list "prophecy": want `},
		{"sorcery: 3, barrier: 3}", "sorcery: 3, barrier: 3, staff: 3, hardiness: 4}", "rows.yaml:13:33: somebody holds 4 licences at dan 4: want at most 3"},
		{"{barrier: [1, 3]}", "{barrier: [1, 3, 1]}", "3 slots placed in barrier: want at most 2, which come without a dan"},
		{"{barrier: [1, 3]}", "{exorcism: [1]}", `unknown list "exorcism"`},
		{"{barrier: [1, 3]}", "{barrier: [1, 5]}", "a slot placed at dan 5: want a dan that it has slots of"},
		{"{barrier: [1, 3]}", "{barrier: [2]}", "a slot placed at dan 2: want a dan that it has slots of"},
		{"{sorcery: [5, 2]}", "{exorcism: [1], sorcery: [9]}", "9 slots left: want 0 to 5"},
		{"[{skill: sorcery}, {skill: barrier, since: 4}]", "[{skill: cookery}, {skill: barrier, since: 5}]",
			"a licence since dan 5 at dan 4: want no dan above its own"},
		{"{sorcery: [5, 2]}", "{sorcery: [6]}", "6 slots left: want 0 to 5"},
		{"{sorcery: [5, 2]}", "{sorcery: [5, 3]}", "3 slots left: want 0 to 2"},
		{"{sorcery: [5, 2]}", "{barrier: [0, 0, 0, 0, 0, 0, 1]}", "1 slots left: want 0 to 0"},
		{"[{skill: sorcery}, {skill: barrier, since: 4}]", "[]", "0 spell lists: want one or two"},
		{"school: loose house", "class: drifter", "2 slots placed in barrier: want at most 0, which come without a dan"},
		{"school: loose house", "class: drifter, main: barrier, school: loose house", ""},
		{"school: loose house", "school: house of reeds", "2 slots placed in barrier: want at most 0, which come without a dan"},
		{"dan: 4, school: loose house", "dan: 9, class: reed, school: house of reeds", "11 slots of 3 dan in sorcery: want at most 7"},
		{"dan: 4", "dan: 4, known: [great fireball, great fireball]", `somebody knows "great fireball" twice: want each spell once`},
		{"dan: 4", "dan: 4, known: [misogi]", `somebody knows "misogi" of the list of exorcism without its licence: want spells of its own lists`},
		{"dan: 4", "dan: 4, known: [soul seizure]", `somebody knows "soul seizure" of 5 dan at 4 dan: want no spell above one's own dan`},
		{"dan: 4", "dan: 4, known: [talisman burst, eight-petal lotus, vajra guard]",
			"somebody knows vajra guard besides what licence, promotions and 0 studied give: want three of the first dan with each licence, two of each dan reached after it, and studied: for the rest"},
	} {
		if !strings.Contains(catalogue, c.old) {
			t.Fatalf("no %s", c.old)
		}
		_, err := rows.DefaultBook().Overlay("rows.yaml", []byte(strings.Replace(catalogue, c.old, c.new, 1)))
		if (err == nil) != (c.want == "") || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%s for %s: got %v, want %q", c.new, c.old, err, c.want)
		}
	}
	for _, well := range []struct{ old, new string }{
		{"dan: 4, school: loose house", "dan: 5, class: reed, school: loose house"}, {"{barrier: [1, 3]}", "{sorcery: [1], barrier: [3]}"},
		{"{sorcery: [5, 2]}", "{sorcery: [0, 0], barrier: [4, 3]}"},
		{"sorcery: 3, barrier: 3}", "sorcery: 3, barrier: 3, staff: 3, hardiness: 2}"}, {"loose house, lists", "loose house, main: barrier, lists"},
		{"slots: 3}", "slots: 4}"}, {"slots: 2}", "slots: 3}"}, {"slots: 4}", "slots: 1}"},
		{"dan: 4", "dan: 4, known: [talisman burst, eight-petal lotus, vajra guard], studied: 1"},
	} {
		if _, err := rows.DefaultBook().Overlay("rows.yaml", []byte(strings.Replace(catalogue, well.old, well.new, 1))); err != nil {
			t.Errorf("%s for %s: got %v, want it to be well", well.new, well.old, err)
		}
	}
	const most = "version: 1\nschools:\n  house: {lists: [sorcery], dans: [%s], slots: %d}\ncombatants:\n" +
		"  somebody: {grade: lord, weapons: [staff], skills: {sorcery: 3}, caster: {mode: spells, dan: 9, school: house, lists: [{skill: sorcery}]}}\n"
	for _, c := range []struct {
		dans  string
		slots int
		want  string
	}{{"1, 1", 4, ""}, {"1, 1", 3, ""}, {"1, 1, 1", 3, ""}, {"1, 1, 1, 1", 2, ""}, {"1, 1, 1", 4, "17 slots of 1 dan in sorcery: want at most 15"},
		{"3", 3, ""}, {"3, 3", 2, "8 slots of 3 dan in sorcery: want at most 7"}, {"1, 1, 1, 1, 1", 2, ""},
		{"1, 1, 1, 1, 1, 1", 2, "17 slots"}, {"9", 4, ""}, {"9, 9", 3, ""}, {"9, 9", 4, "9 slots of 9 dan in sorcery: want at most 7"}} {
		_, err := rows.DefaultBook().Overlay("rows.yaml", []byte(fmt.Sprintf(most, c.dans, c.slots)))
		if got := fmt.Sprint(err); (err == nil) != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%d slots each at %s: got %v, want %q", c.slots, c.dans, err, c.want)
		}
	}
}

// A spell before the fight takes its slot and nothing else; one at a zone is cast at its caster's own, or at the one that is
// named. R-163.
func TestWhatIsCastBeforeTheFight(t *testing.T) {
	row := strings.Replace(mageOf(lights, "three-eye opening, lesser shikigami, great shikigami"), "dan: 9", "dan: 9, left: {sorcery: [2, 1, 1]}", 1)
	begin := func(line, wanted string) (*Game, string) {
		sc := setup{us: []man{{name: "Seimei", row: row, zone: "first front", line: line}},
			them: []man{{name: "Oni", row: "grade: elite, yoma: true, weapons: [kanabo], traits: [long practice]", zone: "second front"},
				{name: "Gaki", row: "grade: elite, yoma: true, weapons: [kanabo], traits: [long practice]", zone: "flank"}}, zones: everywhere}
		text := strings.Replace(sc.text(), "  - name: them", "      - {who: lesser shikigami, name: Shade, zone: first front}\n  - name: them", 1)
		g, err := Load("setup.yaml", []byte(text), sc.book(t))
		if got := fmt.Sprint(err); (err == nil) != (wanted == "") || !strings.Contains(got, wanted) {
			t.Errorf("%s: got %v, want %q", line, err, wanted)
		}
		return g, text
	}
	for _, c := range []struct{ line, opened, slots, shade string }{
		{"calls: [Shade]", "", "2/1/1/0/0", "down"},
		{"calls: [Shade], before: [three-eye opening]", "first front", "1/1/1/0/0", "down"},
		{"calls: [Shade], before: [three-eye opening > first rear]", "first rear", "1/1/1/0/0", "down"},
		{"calls: [Shade], before: [three-eye opening > second front]", "second front", "1/1/1/0/0", "down"},
		{"calls: [Shade], before: [lesser shikigami, three-eye opening > flank]", "flank", "0/1/1/0/0", ""},
	} {
		g, _ := begin(c.line, "")
		if g == nil {
			continue
		}
		b := &bout{t: t, f: fight.New[State](g, fight.Header{Seed: 1})}
		b.wantSheet("Seimei", "sorcery slots", c.slots)
		b.wantNumber("Seimei", "energy", 12)
		b.wantSheet("Shade", "state", c.shade)
		for name, zone := range map[string]string{"Oni": "second front", "Gaki": "flank"} {
			want := 12
			if zone == c.opened {
				want = 10
			}
			b.wantNumber(name, "defense", want)
		}
		s := g.Start()
		var now rows.NowSeat
		if g.writeCaster(&s, 0, &now); now.Opened != c.opened {
			t.Errorf("%s: lays %q open, want %q", c.line, now.Opened, c.opened)
		}
		if i := b.seat("Shade"); c.shade == "" && s.seats[i].energy != g.fighters[i].energy {
			t.Errorf("a unit called before the fight has %d Energy, want %d", s.seats[i].energy, g.fighters[i].energy)
		}
	}
	for line, want := range map[string]string{
		"calls: [Shade], before: [three-eye opening, three-eye opening, lesser shikigami]": `Seimei has no slot left for "lesser shikigami": want a slot of its dan`,
		"calls: [Shade], before: [talisman knot]":                                          `Seimei casts "talisman knot" before the fight: want `,
		"calls: [Shade], before: [three-eye opening > moon]":                               `no zone "moon" here: want `,
	} {
		begin(line, want)
	}
	begin("calls: [Shade], before: [third-eye opening]",
		`Seimei casts "third-eye opening" before the fight: want one of three-eye opening, lesser shikigami, great shikigami; did you mean three-eye opening?`)
	sc := setup{us: []man{{name: "Ren", row: mageOf(barrows, "air-current sense"), line: "before: [air-current sense]"}}, them: []man{{name: "Kojiro"}}}
	b := sc.begin(t)
	b.wantSheet("Ren", "under", "air-current sense")
	b.wantSheet("Ren", "prophecy slots", "4/4/3/2/1")
}

// Prophecy may ask for a Prophecy school, of whichever lists that is. SP-01.
func TestProphecyMayNeedASchool(t *testing.T) {
	for school, want := range map[string]bool{"": false, "school: barrier school, ": false, "school: prophecy school, ": true} {
		row := strings.Replace(mageOf(barrows, "foreseen blow"), "dan: 9", school+"dan: 9", 1)
		for rulings, well := range map[string]bool{"": true, "{prophecy needs school: yes}": want} {
			sc := setup{us: []man{{name: "Ren", row: row}}, them: []man{{name: "Kojiro"}}, rulings: rulings}
			_, err := Load("setup.yaml", []byte(sc.text()), sc.book(t))
			if said := fmt.Sprint(err); (err == nil) != well || !well &&
				!strings.Contains(said, "Ren casts Prophecy without a Prophecy school: want a school of Prophecy, or the ruling prophecy needs school: no") {
				t.Errorf("%s %s: got %v, want it well: %v", school, rulings, err, well)
			}
		}
	}
}

// A fight remembers eight bits of lasting spells for each side, two for each that counts lulls. R-168.
func TestHowManyLastingSpellsAFightRemembers(t *testing.T) {
	for _, c := range []struct {
		counted, plain int
		at, want       string
	}{{4, 0, "foe", ""}, {3, 2, "foe", ""}, {4, 1, "foe", "more lasting spells for or against them than a fight remembers: "}, {0, 8, "ally", ""},
		{0, 9, "ally", "more lasting spells for or against us than a fight remembers: "}, {3, 3, "self", "for or against us "},
		{2, 5, "all in a zone, against: defense", "for or against us "}, {2, 4, "all in a zone, against: defense", ""}} {
		rows, known := "spells:\n", []string{}
		for n := range c.counted + c.plain {
			term := "next round"
			if n >= c.counted {
				term = "fight"
			}
			rows += fmt.Sprintf("  spell %d: {list: sorcery, dan: 1, form: 2, at: %s, for: %s, does: {exposed: 1}}\n", n, c.at, term)
			known = append(known, fmt.Sprintf("spell %d", n))
		}
		sc := setup{us: []man{{name: "Seimei", row: "skills: {sorcery: 3}, caster: {mode: spells, dan: 9, lists: [{skill: sorcery}], studied: 20, known: [" +
			strings.Join(known, ", ") + "]}"}, {name: "Jubei"}}, them: []man{{name: "Kojiro"}}, rows: rows}
		_, err := Load("setup.yaml", []byte(sc.text()), sc.book(t))
		if said := fmt.Sprint(err); (err == nil) != (c.want == "") || !strings.Contains(said, c.want) {
			t.Errorf("%d that count and %d that do not at %s: got %v, want %q", c.counted, c.plain, c.at, err, c.want)
		}
	}
}

// Of a school's and a class's reduction the greater counts. SP-43.
func TestTheGreaterReductionCounts(t *testing.T) {
	const rows = "spells:\n  chant: {list: sorcery, dan: 3, form: 4+4 prep, at: self, does: {ward: true}, perks: {folk sorcery: %d, onmyoji: %d}}\n"
	for perks, want := range map[[2]int]int{{1, 2}: 2, {3, 1}: 1, {2, 2}: 2} {
		sc := setup{us: []man{{name: "Seimei", row: strings.Replace(mageOf(lights, "chant"), "dan: 9", "dan: 9, class: onmyoji, school: folk sorcery", 1)}},
			them: []man{{name: "Kojiro"}}, rows: fmt.Sprintf(rows, perks[0], perks[1])}
		b := sc.begin(t)
		b.wantCost("begin chant", 4)
		b.play("begin chant", "end the breath")
		b.until("Seimei counts")
		b.wantCost("complete chant", want)
	}
}

// A fight's record holds what its casters know, and the schools and classes that these and their sheets go by; of one who keeps to
// the core's arts nothing of that.
func TestWhatARecordHoldsOfCasters(t *testing.T) {
	mage := "grade: lord, weapons: [staff], skills: {sorcery: 3}, caster: {mode: spells, dan: 5, class: shugenja, school: folk sorcery, lists: [{skill: sorcery}], studied: 3, known: [great fireball, great shikigami, spirit-trace pursuit]}"
	sc := setup{us: []man{{name: "Seimei", row: mage}},
		them: []man{{name: "Kojiro", row: "grade: lord, weapons: [staff], caster: {mode: core, class: esoteric monk, school: brahmin}"}}}
	g, err := Load("setup.yaml", []byte(sc.text()), sc.book(t))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := book.Keys(g.Rows.Spells), []string{"great fireball", "great shikigami", "spirit-trace pursuit"}; !slices.Equal(got, want) {
		t.Errorf("spells: got %q, want %q", got, want)
	}
	if got, want := book.Keys(g.Rows.Schools), []string{"folk sorcery", "nanban black magic"}; !slices.Equal(got, want) {
		t.Errorf("schools: got %q, want %q", got, want)
	}
	if got, want := book.Keys(g.Rows.Classes), []string{"onmyoji", "shugenja"}; !slices.Equal(got, want) {
		t.Errorf("classes: got %q, want %q", got, want)
	}
	if w := g.casters[0].spells; len(w) != 2 || w[0].name != "great fireball" || w[1].name != "great shikigami" {
		t.Errorf("%d spells for the fight, want the two of three that have a use in one", len(w))
	}
}

// Rows at the edges of what is right, and where a wrong one is wrong., SP-15.
func TestSpellRowsAtTheirEdges(t *testing.T) {
	const row = "version: 1\nspells:\n  omen: {list: prophecy, dan: 1, form: 2, at: foe, does: {wounds: 1}}\n"
	for _, c := range [][2]string{{"form: 2", "form: 2, number: 2"}, {"form: 2", "form: 2, number: 30"},
		{"form: 2", "form: 2, reach: 0"}, {"form: 2", "form: 2, reach: 9"},
		{"form: 2", "form: 2, perks: {nanban black magic: 1, onmyoji: 9}"}, {"form: 2, at: foe", "form: 3, at: blow, reacts: true"},
		{"at: foe, does: {wounds: 1}", "at: foes around, for: held, does: {mirage: true}"},
		{"at: foe, does: {wounds: 1}", "at: aura, for: held, does: {defense: 1}"}, {"at: foe, does: {wounds: 1}", "at: yoma, for: held, does: {seal: true}"},
		{"at: foe, does: {wounds: 1}", "at: own side, for: barrier, does: {barrier: 1}"},
		{"dan: 1, form: 2, at: foe, does: {wounds: 1}", "dan: 11, form: 8, fight: none"},
		{"dan: 1, form: 2, at: foe, does: {wounds: 1}", "dan: 9, form: 8, fight: none"}, {"dan: 1", "dan: 9"},
		{"wounds: 1", "call: samurai"}, {"form: 2", "form: 2, against: wisdom, for: next round"}} {
		if _, err := rows.DefaultBook().Overlay("rows.yaml", []byte(strings.Replace(row, c[0], c[1], 1))); err != nil {
			t.Errorf("%s: got %v, want it to be well", c[1], err)
		}
	}
	for _, c := range []struct{ old, new, want string }{
		{"at: foe", "for: lull, at: aura", "rows.yaml:3:48: a boon on more than one that is not held: want for: held (R-161)"},
		{"at: foe", "for: held, at: foe", "rows.yaml:3:48: a spell that is held at foe: want at: aura or foes around, or a seal"},
		{"at: foe, does: {wounds: 1}", "for: lull, at: foe, does: {seal: true}", "rows.yaml:3:48: a seal that nobody holds: want for: held (R-164)"},
		{"at: foe", "for: barrier, at: foe", "rows.yaml:3:48: as long as a barrier that it does not raise: want barrier: with its Wounds"},
		{"at: foe, does: {wounds: 1}", "reacts: true, at: foe, does: {wounds: 1}",
			"rows.yaml:3:51: an answer that is no instant at a blow: want at: blow and a form of one stage (SP-15)"},
		{"list: prophecy", "list: prophesy", `rows.yaml:3:16: unknown list "prophesy"`},
		{"wounds: 1", "call: nobody", `rows.yaml:3:65: unknown combatant "nobody"`},
		{"wounds: 1", "fire: 4", "rows.yaml:3:65: fire 4: want 0 to 3"},
	} {
		_, err := rows.DefaultBook().Overlay("rows.yaml", []byte(strings.Replace(row, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.new, err, c.want)
		}
	}
}

// A sheet asks for no more than its lists have: of what is due and cannot be chosen it says so. SP-03, R-166, R-167.
func TestASheetAsksForNothingThatIsNotThere(t *testing.T) {
	full := rows.DefaultBook()
	due := func(b rows.Book, row string, of string) (lines []string) {
		t.Helper()
		catalogue, err := b.Overlay("rows.yaml", []byte("version: 1\ncombatants:\n  somebody: {grade: lord, wisdom: 2, weapons: [staff], "+row+"}\n"))
		if err != nil {
			t.Fatal(err)
		}
		p, err := rows.Page("somebody", catalogue, book.PageRequest{})
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range p.Lines {
			if l.Topic == of {
				lines = append(lines, l.Says)
			}
		}
		return lines
	}
	const row = "skills: {barrier: 3}, caster: {mode: spells, dan: 5, lists: [{skill: barrier, since: 3}], known: [salt line, soles of wind, straw-rope gate]}"
	thin := full
	thin.Spells = map[string]rows.Spell{}
	for name, s := range full.Spells {
		thin.Spells[name] = s
	}
	for k, want := range []struct{ due, none []string }{
		{[]string{"2 of 5 dan from barrier, by 5 dan"}, nil},
		{[]string{"2 of 5 dan from barrier, by 5 dan"}, nil},
		{[]string{"1 of 5 dan from barrier, by 5 dan"}, []string{"1 of 5 dan from barrier, by 5 dan: there is none to choose"}},
		{nil, []string{"2 of 5 dan from barrier, by 5 dan: there is none to choose"}},
	} {
		if k > 0 {
			delete(thin.Spells, []string{"ground of pins", "untied knot", "eight-stake ring"}[k-1])
		}
		if got := due(thin, row, "due"); !slices.Equal(got, want.due) {
			t.Errorf("less %d: due %q, want %q", k, got, want.due)
		}
		if got := due(thin, row, "none"); !slices.Equal(got, want.none) {
			t.Errorf("less %d: none %q, want %q", k, got, want.none)
		}
	}
	// Study may have taken the last of them; what a sheet knows is not asked for again.
	all := "skills: {barrier: 3}, caster: {mode: spells, dan: 5, lists: [{skill: barrier, since: 3}], studied: 1, known: [salt line, soles of wind, straw-rope gate, eight-stake ring, untied knot, ground of pins]}"
	if got := append(due(full, all, "due"), due(full, all, "none")...); len(got) > 0 {
		t.Errorf("a sheet that knows them all: %q", got)
	}
}
