package breath

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
)

// Document 002 §1, §2, §5 to §7: what a caster's sheet says, before anybody casts.

// plain returns a caster's row of a dan, with points of licence in its skills.
func plain(dan int, class, school string, lists ...rows.SpellList) rows.Combatant {
	row := rows.Combatant{Grade: "lord", Weapons: []string{"staff"}, Skills: map[string]rows.Num{},
		Caster: &rows.Caster{Mode: rows.ModeSpells, Dan: rows.Num{N: dan, Source: "house"}, Class: class, School: school, Lists: lists}}
	for _, l := range lists {
		row.Skills[l.Skill] = rows.Num{N: rows.LicencePoints, Source: "house"}
	}
	return row
}

func of(skill string, since int) rows.SpellList { return rows.SpellList{Skill: skill, Since: since} }

// slotsOf words a list's slots by dan, as far as there are any: 6/4/3.
func slotsOf(row rows.Combatant, list string) string {
	for _, s := range rows.DefaultBook().Spellbook(row, false).Slots {
		if s.List == list {
			return slashed(s.Sum)
		}
	}
	return ""
}

func slashed(dans [6]int) string {
	var words []string
	for _, n := range dans {
		if n > 0 {
			words = append(words, fmt.Sprint(n))
		}
	}
	return strings.Join(words, "/")
}

// A dan's slots are its row's; an even dan has the row below it. SP-05.
func TestSlotsComeFromTheDan(t *testing.T) {
	want := map[int]string{1: "2", 2: "2", 3: "3/2", 4: "3/2", 5: "4/3/2", 6: "4/3/2", 7: "5/4/3/2",
		8: "5/4/3/2", 9: "5/4/3/2/1", 10: "5/4/3/2/1", 11: "5/4/3/2/1/1"}
	got := map[int]string{}
	for dan := range want {
		got[dan] = slotsOf(plain(dan, "", "", of("sorcery", 1)), "sorcery")
	}
	if !maps.Equal(got, want) {
		t.Errorf("slots by dan: got %v, want %v", got, want)
	}
}

// The sheets of R-152: dan, class and school are summed; a bonus at a dan the row lacks waits. SP-05, SP-07, SP-42, SP-45.
func TestSlotsAreASum(t *testing.T) {
	for _, c := range []struct {
		row  rows.Combatant
		list string
		want string
	}{
		{plain(1, "onmyoji", "", of("sorcery", 1)), "sorcery", "3"},
		{plain(5, "onmyoji", "folk sorcery", of("sorcery", 1)), "sorcery", "6/4/3"},
		{plain(6, "esoteric monk", "daoist demon-quelling", of("exorcism", 1)), "exorcism", "4/3/4"},
		{plain(7, "shugenja", "barrier school", of("sorcery", 1), of("barrier", 1)), "sorcery", "5/5/4/3"},
		{plain(7, "shugenja", "barrier school", of("sorcery", 1), of("barrier", 1)), "barrier", "7/4/3/2"},
		{plain(9, "feng shui master", "prophecy school", of("barrier", 1), of("prophecy", 1)), "barrier", "7/4/3/2/1"},
		{plain(9, "feng shui master", "prophecy school", of("barrier", 1), of("prophecy", 1)), "prophecy", "9/4/3/2/1"},
	} {
		if got := slotsOf(c.row, c.list); got != c.want {
			t.Errorf("%d dan %s %s, %s: got %s, want %s", c.row.Caster.Dan.N, c.row.Caster.Class, c.row.Caster.School, c.list, got, c.want)
		}
	}
	waits := rows.DefaultBook().Spellbook(plain(6, "esoteric monk", "daoist demon-quelling", of("exorcism", 1)), false).Slots[0].Later
	if len(waits) != 2 || waits[0].Dans[3] != 1 || waits[1].Dans[3]+waits[1].Dans[4] != 2 {
		t.Errorf("what waits at 6 dan: got %v, want the 7th dan's of school and class and the 9th's of the class", waits)
	}
}

// Each school adds a slot at its own dans and nowhere else; Barrier and Prophecy schools add two of their kind. SP-42.
func TestASchoolAddsItsSlots(t *testing.T) {
	for school, want := range map[string]string{
		"folk sorcery": "sorcery 6/4/3/2/1", "nanban black magic": "sorcery 5/5/4/2/1", "joseon daoism": "sorcery 6/5/3/2/1",
		"chinese daoist priest": "sorcery 5/4/4/3/1", "tibetan esotericism": "sorcery 5/4/3/3/2",
		"catholic exorcism": "exorcism 5/4/4/3/1", "orthodox church": "exorcism 5/5/4/2/1", "daoist demon-quelling": "exorcism 5/4/4/3/1",
		"joseon shamanism": "exorcism 6/5/3/2/1", "brahmin": "exorcism 5/4/3/3/2",
		"barrier school": "barrier 7/4/3/2/1", "prophecy school": "prophecy 7/4/3/2/1",
	} {
		list, slots, _ := strings.Cut(want, " ")
		if got := slotsOf(plain(9, "", school, of(list, 1)), list); got != slots {
			t.Errorf("%s: got %s, want %s", school, got, slots)
		}
		other := rows.SpellLists[(slices.Index(rows.SpellLists, list)+1)%len(rows.SpellLists)]
		if got := slotsOf(plain(9, "", school, of(other, 1)), other); got != "5/4/3/2/1" {
			t.Errorf("%s in %s: got %s, want nothing added", school, other, got)
		}
	}
}

// Each class adds its slots in the main list, the feng shui master in Barrier and Prophecy. SP-45.
func TestAClassAddsItsSlots(t *testing.T) {
	for class, want := range map[string]string{"onmyoji": "6/5/4/3/2", "esoteric monk": "5/4/4/3/2",
		"pure land monk": "6/5/4/2/1", "shugenja": "5/5/4/3/1", "feng shui master": "5/4/3/2/1"} {
		row := plain(9, class, "", of("exorcism", 1), of("sorcery", 1))
		if main, second := slotsOf(row, "exorcism"), slotsOf(row, "sorcery"); main != want || second != "5/4/3/2/1" {
			t.Errorf("%s: got %s and %s in the second list, want %s and 5/4/3/2/1", class, main, second, want)
		}
	}
	row := plain(9, "feng shui master", "", of("barrier", 1), of("prophecy", 1))
	row.Caster.Placed = map[string][]int{"prophecy": {3, 9}}
	if got := slotsOf(row, "barrier") + " " + slotsOf(row, "prophecy"); got != "7/4/3/2/1 5/5/3/2/2" {
		t.Errorf("feng shui master: got %s, want two more in both, where the sheet places them", got)
	}
}

// Core onmyoji and core monks fight by their arts: no spell is offered to them, whatever their class and skills, and they have
// no slots; a caster of the same class beside them has both. Who holds a core art may have no spells at all. SP-44.
func TestTheCoreArtIsFoughtByItself(t *testing.T) {
	const monk, onmyoji = "skills: {exorcism: 4, staff: 2}, weapons: [staff], traits: [mikkyo monk]",
		"skills: {sorcery: 4, staff: 1}, weapons: [staff], traits: [shikigami command]"
	for _, c := range []struct{ row, class string }{{monk, "esoteric monk"}, {onmyoji, "onmyoji"}} {
		list := strings.TrimPrefix(strings.Split(c.row, ":")[1], " {")
		core := "energy: 14, " + c.row + ", caster: {mode: core, class: " + c.class + "}"
		sc := setup{us: []man{{name: "Kukai", row: core},
			{name: "Tiger", row: "grade: veteran, unit: shikigami, energy: 0, wounds: 2, defense: 11, weapons: [tiger claws]", line: "of: Kukai"},
			{name: "Seimei", row: "energy: 13, " + strings.Split(c.row, ", traits")[0] + ", caster: {mode: spells, class: " +
				c.class + ", dan: 5, lists: [{skill: " + list + "}]}"}},
			them: []man{{name: "Oni", row: "yoma: true, energy: 3"}}}
		if c.class != "onmyoji" {
			sc.us = slices.Delete(sc.us, 1, 2)
		}
		b := sc.begin(t)
		casts := func() (words []string) {
			for _, w := range b.words() {
				if strings.HasPrefix(w, "cast ") || strings.HasPrefix(w, "begin ") {
					words = append(words, w)
				}
			}
			return words
		}
		b.until("Kukai counts")
		if got := casts(); len(got) > 0 {
			t.Errorf("a core %s is offered %q", c.class, got)
		}
		b.wantSheet("Kukai", list+" slots", "")
		if c.class == "onmyoji" && !slices.ContainsFunc(b.words(), func(w string) bool { return strings.HasSuffix(w, " > Oni") && !strings.HasPrefix(w, "thrust") }) {
			t.Errorf("a core onmyoji has no art to fight by: %q", b.words())
		}
		b.until("Seimei counts")
		if got := casts(); len(got) == 0 {
			t.Errorf("a caster of the class %s is offered no spell: %q", c.class, b.words())
		}
		if b.sheet("Seimei", list+" slots") == "" {
			t.Errorf("a caster of the class %s has no slots", c.class)
		}
		both := setup{us: []man{{name: "Kukai", row: c.row + ", caster: {mode: spells, dan: 5, lists: [{skill: " + list + "}]}"}}, them: []man{{name: "Oni"}}}
		_, err := rows.DefaultBook().Overlay("rows.yaml", []byte("version: 1\ncombatants:\n"+both.us[0].text()))
		if err == nil || !strings.Contains(err.Error(), "casts spells and holds the core art") {
			t.Errorf("a core art and spells: got %v, want them refused", err)
		}
		lists := man{name: "Kukai", row: strings.Replace(core, "mode: core", "mode: core, lists: [{skill: "+list+"}]", 1)}
		_, err = rows.DefaultBook().Overlay("rows.yaml", []byte("version: 1\ncombatants:\n"+lists.text()))
		if err == nil || !strings.Contains(err.Error(), "keeps to the core's techniques and has spell lists") {
			t.Errorf("a core %s with a list: got %v, want it refused", c.class, err)
		}
		order := setup{them: []man{{name: "Oni"}}} // no bound on casters bounds them
		for n := range castersMax + 1 {
			order.us = append(order.us, man{name: fmt.Sprintf("Kukai %d", n), row: core})
		}
		order.begin(t)
	}
}

// Who keeps to the core's techniques has no slots of the class. SP-44.
func TestTheCoreArtHasNoSlots(t *testing.T) {
	row := plain(5, "onmyoji", "")
	row.Caster.Mode = rows.ModeCore
	if got := rows.DefaultBook().Spellbook(row, false); len(got.Slots) != 0 {
		t.Errorf("a core onmyoji's slots: got %v, want none", got.Slots)
	}
}

// A sheet says what gave each spell: the licence three of the first dan, each promotion two of its dan, study the rest. SP-02,
// SP-03, SP-04.
func TestEverySpellHasBeenAcquired(t *testing.T) {
	row := plain(3, "", "", of("sorcery", 1))
	row.Caster.Known = []string{"great fireball", "talisman bullet", "talisman knot", "paper shackle", "talisman burst", "eight-petal lotus"}
	row.Caster.Studied = 1
	sheet := rows.DefaultBook().Spellbook(row, false)
	var got []string
	for _, h := range sheet.Known {
		got = append(got, h.Spell+": "+h.GivenBy)
	}
	want := []string{"great fireball: licence", "talisman bullet: licence", "talisman knot: licence",
		"paper shackle: study", "talisman burst: 3 dan", "eight-petal lotus: 3 dan"}
	if !slices.Equal(got, want) || len(sheet.Due)+len(sheet.Unearned) > 0 {
		t.Errorf("got %q, due %v, over %v; want %q", got, sheet.Due, sheet.Unearned, want)
	}
	row.Caster.Dan.N = 5
	if due := rows.DefaultBook().Spellbook(row, false).Due; len(due) != 1 || due[0].Dan != 5 || due[0].Owed != 2 {
		t.Errorf("promoted to 5 dan: due %v, want two of the 5th dan", due)
	}
	row.Caster.Known = row.Caster.Known[4:]
	if sheet := rows.DefaultBook().Spellbook(row, false); len(sheet.Known) != 5 || sheet.Known[0].GivenBy != "licence" {
		t.Errorf("a sheet that names none of the first dan knows %v, want the first three by name besides", sheet.Known)
	}
}

// A session of study throws two dice of ten faces, and learns from 11 on with Wisdom and skill. SP-04.
func TestASessionOfStudyIsThrown(t *testing.T) {
	catalogue := rows.DefaultBook()
	seen := map[int]bool{}
	for seed := range uint64(200) {
		sheet, err := rows.Page("nanban sorcerer", catalogue, book.PageRequest{Study: "talisman knot", Seed: &seed})
		if err != nil {
			t.Fatal(err)
		}
		last := sheet.Lines[len(sheet.Lines)-1].Says
		var one, two, total int
		if _, err := fmt.Sscanf(last, "%d and %d, %d in all:", &one, &two, &total); err != nil {
			t.Fatalf("%q: %v", last, err)
		}
		seen[one], seen[two] = true, true
		if one < 1 || two < 1 || one > 10 || two > 10 || total != one+two+2+3 || strings.Contains(last, "not learnt") != (total < 11) {
			t.Errorf("seed %d: %q, want two d10, Wisdom 2, skill 3, learnt from 11 on", seed, last)
		}
	}
	if len(seen) != 10 {
		t.Errorf("400 dice show %d faces, want 10", len(seen))
	}
	if says := mustPage(t, catalogue, "nanban sorcerer", "talisman knot"); says != "talisman knot: 2d10+5 >= 11, 90 %; one a session" {
		t.Errorf("the odds: got %q", says)
	}
}

// mustPage returns the last line of a sheet with a session of study.
func mustPage(t *testing.T, b rows.Book, name, study string) string {
	t.Helper()
	p, err := rows.Page(name, b, book.PageRequest{Study: study})
	if err != nil {
		t.Fatal(err)
	}
	return p.Lines[len(p.Lines)-1].Says
}

// Where every list is due its own spells, two lists give four.
func TestPromotionsMayCountListByList(t *testing.T) {
	row := plain(3, "", "", of("sorcery", 1), of("barrier", 1))
	row.Caster.Known = []string{"talisman burst", "eight-petal lotus", "four-stake ring", "returning mirror"}
	if over := rows.DefaultBook().Spellbook(row, false).Unearned; !slices.Equal(over, []string{"four-stake ring", "returning mirror"}) {
		t.Errorf("of any list: over %v, want the last two", over)
	}
	if over := rows.DefaultBook().Spellbook(row, true).Unearned; len(over) > 0 {
		t.Errorf("of each list: over %v, want none", over)
	}
}

// Bad sheets are refused with a sentence that says what would be right. SP-01, SP-03, SP-46.
func TestBadSheetsAreRefused(t *testing.T) {
	const sheet = `version: 1
combatants:
  somebody:
    grade: lord
    weapons: [staff]
    skills: {sorcery: 3}
    traits: [tough]
    caster: {mode: spells, dan: 3, school: folk sorcery, lists: [{skill: sorcery}], known: [great fireball, talisman bullet, talisman knot, talisman burst, vajra guard]}
`
	if _, err := rows.DefaultBook().Overlay("rows.yaml", []byte(sheet)); err != nil {
		t.Fatalf("the sheet itself: %v", err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"[tough]", "[mikkyo monk]", `rows.yaml:7:14: somebody casts spells and holds the core art "mikkyo monk": want spells or core arts, never both (SP-46)`},
		{"sorcery: 3}", "sorcery: 2}", "somebody has 2 points of sorcery: want 3 points, which open the list (SP-01)"},
		{"vajra guard]", "vajra guard, butterfly dream]", "somebody knows butterfly dream besides what licence, promotions and 0 studied give"},
		{"vajra guard]", "vajra guard, paper shackle]", "somebody knows paper shackle besides"},
		{"vajra guard]", "soul seizure]", `somebody knows "soul seizure" of 5 dan at 3 dan`},
		{"vajra guard]", "salt line]", `somebody knows "salt line" of the list of barrier without its licence`},
		{"vajra guard]", "talisman burst]", `somebody knows "talisman burst" twice`},
		{"vajra guard]", "vajra gard]", `unknown spell "vajra gard"`},
		{"skills: {sorcery: 3}", "skills: {sorcery: 3, staff: 3, hardiness: 3}", "somebody holds 3 licences at dan 3: want at most 2"},
		{"folk sorcery", "folk magic", `unknown school "folk magic"`},
		{"mode: spells", "mode: core", "somebody keeps to the core's techniques and has spell lists"},
		{"known:", "placed: {sorcery: [1]}, known:", "1 slots placed in sorcery: want at most 0"},
		{"known:", "left: {sorcery: [5]}, known:", "5 slots left: want 0 to 4"},
		{"[{skill: sorcery}]", "[{skill: sorcery, since: 5}]", "a licence since dan 5 at dan 3"},
		{"known:", "left: {sorcery: [-1]}, known:", "-1 slots left: want 0 to 4"},
		{"known:", "left: {sorcery: [4, 3, 1]}, known:", "1 slots left: want 0 to 0"},
		{"known:", "left: {exorcism: [1]}, known:", `unknown list "exorcism"`},
		{"[{skill: sorcery}]", "[]", "0 spell lists"},
	} {
		_, err := rows.DefaultBook().Overlay("rows.yaml", []byte(strings.Replace(sheet, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s: got %v, want %q", c.new, c.old, err, c.want)
		}
	}
}

// Slots may be left in any number from none to all; and who keeps to the core's techniques has a sheet that says so and no more.
// SP-05, SP-46.
func TestSheetsThatAreWell(t *testing.T) {
	const sheet = "version: 1\ncombatants:\n  somebody: {grade: lord, weapons: [staff], skills: {sorcery: 3}, caster: {%s}}\n"
	for _, block := range []string{"mode: core", "mode: core, class: onmyoji", "mode: spells, dan: 3, lists: [{skill: sorcery}], left: {sorcery: [0]}",
		"mode: spells, dan: 3, lists: [{skill: sorcery}], left: {sorcery: [3, 2]}"} {
		if _, err := rows.DefaultBook().Overlay("rows.yaml", []byte(fmt.Sprintf(sheet, block))); err != nil {
			t.Errorf("%s: got %v, want it to be well", block, err)
		}
	}
	for _, extra := range []string{"lists: [{skill: sorcery}]", "known: [talisman knot]", "placed: {sorcery: [1]}", "left: {sorcery: [1]}"} {
		_, err := rows.DefaultBook().Overlay("rows.yaml", []byte(fmt.Sprintf(sheet, "mode: core, "+extra)))
		if want := "somebody keeps to the core's techniques and has spell lists"; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("core with %s: got %v, want %q", extra, err, want)
		}
	}
}

// A dan may hold one licence, and one more from each even dan on, up to six. SP-01.
func TestHowManyLicencesADanHolds(t *testing.T) {
	for dan, want := range map[int]int{1: 1, 2: 2, 3: 2, 4: 3, 5: 3, 6: 4, 7: 4, 8: 5, 9: 5, 10: 6, 11: 6} {
		if got := rows.LicencesMax(dan); got != want {
			t.Errorf("dan %d: %d, want %d", dan, got, want)
		}
	}
}

// A school takes its reduction off the activation first, never below 1 a stage, and the rest off the preparation before. SP-43.
func TestAReductionHasAFloor(t *testing.T) {
	for less, want := range map[int][2]int8{0: {3, 3}, 1: {3, 2}, 2: {3, 1}, 3: {2, 1}, 4: {1, 1}, 9: {1, 1}} {
		sp := spell{stages: 2}
		sp.cost[0], sp.cost[1] = 3, 3
		if sp.reduceCost(less); sp.cost[0] != want[0] || sp.cost[1] != want[1] {
			t.Errorf("3+3 less %d: %d+%d, want %d+%d", less, sp.cost[0], sp.cost[1], want[0], want[1])
		}
	}
}

// A promotion leads up, at most to Tatsujin. SP-03.
func TestAPromotionLeadsUp(t *testing.T) {
	catalogue := rows.DefaultBook()
	for name, row := range catalogue.Combatants {
		if row.Caster == nil || row.Caster.Mode != rows.ModeSpells {
			continue
		}
		dan := row.Caster.Dan.N
		for _, to := range []int{dan - 1, dan, rows.Tatsujin + 1} {
			want := fmt.Sprintf("want %d to 11, where 11 is a Tatsujin", dan+1)
			if _, err := rows.Page(name, catalogue, book.PageRequest{Promote: to}); to != 0 && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%s of dan %d to %d: got %v, want %q", name, dan, to, err, want)
			}
		}
		for _, to := range []int{dan + 1, rows.Tatsujin} {
			if _, err := rows.Page(name, catalogue, book.PageRequest{Promote: to}); err != nil {
				t.Errorf("%s of dan %d to %d: %v", name, dan, to, err)
			}
		}
	}
}

// Slots are written from the first dan to the last that has any. SP-05.
func TestSlotsInWords(t *testing.T) {
	for want, dans := range map[string][6]int{"4/3/2": {4, 3, 2}, "0": {}, "2": {2}, "0/1": {0, 1}, "5/4/3/2/1/1": {5, 4, 3, 2, 1, 1}, "1/0/1": {1, 0, 1}} {
		if got := rows.SlotWords(dans); got != want {
			t.Errorf("%v: %q, want %q", dans, got, want)
		}
	}
}

// A spell is of one of the four lists that a skill opens. SP-01.
func TestASpellIsOfAListThatIsOpened(t *testing.T) {
	_, err := rows.DefaultBook().Overlay("rows.yaml", []byte("version: 1\nspells:\n  broth: {list: cookery, dan: 1, form: 2, at: self, does: {ward: true}}\n"))
	if want := `rows.yaml:3:17: unknown list "cookery"`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}

// What only the rules can judge of a spell's row is judged, and the sentence says what would be right. SP-01, SP-14, SP-15. R-161:
// a boon on several is held. R-164: so is a seal.
func TestBadSpellRowsAreRefused(t *testing.T) {
	const row = "version: 1\nspells:\n  omen: {list: prophecy, dan: 1, form: 2, at: foe, does: {wounds: 1}}\n"
	if _, err := rows.DefaultBook().Overlay("rows.yaml", []byte(row)); err != nil {
		t.Fatalf("the row itself: %v", err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"dan: 1", "dan: 2", "dan 2: want 1, 3, 5, 7, 9"},
		{"form: 2, ", "", "a spell without its form"},
		{"form: 2", "form: 2, number: 1", "number 1: want 2 to 30"},
		{"form: 2", "form: 2, number: 31", "number 31: want 2 to 30"},
		{"form: 2", "form: 2, against: luck", `unknown word "luck": want one of defense, wisdom`},
		{"form: 2", "form: 2, for: years", `unknown term "years"`},
		{"form: 2", "form: 2, fight: all", `unknown word "all"`},
		{"form: 2", "form: 2, reach: 10", "reach 10: want 0 to 9"},
		{"form: 2", "form: 2, reach: -1", "reach -1: want 0 to 9"},
		{"form: 2", "form: 2, perks: {nanban black magic: 0}", "a perk 0: want 1 to 9"},
		{"form: 2", "form: 2, perks: {nanban black magic: 10}", "a perk 10: want 1 to 9"},
		{"form: 2", "form: 2, perks: {cooks: 1}", `unknown school or class "cooks"`},
		{"at: foe", "at: moon", `unknown target "moon"`},
		{"does: {wounds: 1}", "does: {}", "a spell that does nothing"},
		{"dan: 1", "dan: 11", "a Tatsujin's rite in a fight"},
		{"form: 2", "form: 2, reacts: true", "an answer that is no instant at a blow"},
		{"form: 2, at: foe", "form: 2+2 prep, at: blow, reacts: true", "an answer that is no instant at a blow"},
		{"at: foe", "at: blow", "a spell at a blow that does not react"},
		{"at: foe", "at: aura", "a boon on more than one that is not held"},
		{"at: foe", "at: foes around", "a boon on more than one that is not held"},
		{"at: foe", "at: foe, for: held", "a spell that is held at foe"},
		{"wounds: 1", "seal: true", "a seal that nobody holds"},
		{"at: foe", "at: foe, for: barrier", "as long as a barrier that it does not raise"},
		{"wounds: 1", "call: nobody", `unknown combatant "nobody"`},
		{"form: 2", "form: 2, before: true, against: defense", "a spell before the fight that a fight must have: want for what lasts, at: foe, yoma, ally, "},
		{"at: foe", "at: barrier, before: true", "a spell before the fight that a fight must have"},
		{"at: foe", "at: aura, for: held, before: true", "a spell before the fight that a fight must have"},
		{"at: foe", "at: aura, for: held", "wounds held over aura: want what can be held over them: defense, attack, "},
		{"at: foe, does: {wounds: 1}", "at: foes around, for: held, does: {hush: true, attack: 1}",
			"attack held over foes around: want what can be held over them: mirage, "},
	} {
		_, err := rows.DefaultBook().Overlay("rows.yaml", []byte(strings.Replace(row, c.old, c.new, 1)))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s: got %v, want %q", c.new, c.old, err, c.want)
		}
	}
	for effect, most := range map[string]int{"wounds": 9, "yoma wounds": 9, "beside": 9, "fire": 3,
		"exposed": 9, "barrier": 30, "knot": 9, "gate": 19, "defense": 9,
		"attack": 9, "limit": 9, "answering": 9, "dimmed": 9, "yoma dimmed": 9} {
		least := 0
		if effect == "attack" {
			least = -9
		}
		for n, right := range map[int]bool{least - 1: false, least: true, most: true, most + 1: false} {
			_, err := rows.DefaultBook().Overlay("rows.yaml", []byte(strings.Replace(row, "wounds: 1", fmt.Sprintf("%s: %d, dispel: true", effect, n), 1)))
			if want := fmt.Sprintf("%s %d: want %d to %d", effect, n, least, most); right != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s %d: got %v, want it right: %v", effect, n, err, right)
			}
		}
	}
}

// The notation is a small grammar: costs, then how their stages come. SP-09, SP-10, SP-11, SP-12, SP-13, SP-16.
func TestTheNotationOfCastings(t *testing.T) {
	first := func(n int8) rows.Stage { return rows.Stage{Energy: n, After: rows.PauseNone} }
	prep := func(n int8) rows.Stage { return rows.Stage{Energy: n, After: rows.PauseBreath} }
	disp := func(n int8) rows.Stage { return rows.Stage{Energy: n, After: rows.PauseRound} }
	for text, want := range map[string][]rows.Stage{
		"2": {first(2)}, "2+2 prep": {first(2), prep(2)}, "3+3 prep": {first(3), prep(3)}, "4+4 prep": {first(4), prep(4)}, "4+4 dispersed": {first(4), disp(4)},
		"5+5 dispersed": {first(5), disp(5)}, "5+5 prep": {first(5), prep(5)}, "3+3+3 prep": {first(3), prep(3), prep(3)},
		"4+3+2+1 dispersed": {first(4), disp(3), disp(2), disp(1)}, "2+2 prep +3 dispersed": {first(2), prep(2), disp(3)},
	} {
		if got, wrong, _ := rows.ParseForm(text); wrong != "" || !slices.Equal(got, want) {
			t.Errorf("%s: got %v %s, want %v", text, got, wrong, want)
		}
	}
	for text, want := range map[string]string{
		"2+ prep":                `no cost at character 3 of the form "2+ prep": want a cost of 1 to 9 Energy, as in 2+2 prep`,
		"2+2":                    `the form "2+2" does not say when its stages come: want prep or dispersed after its costs`,
		"2+2 perp":               `"perp" at character 5 of the form "2+2 perp": want prep (other values: dispersed)`,
		"2 prep":                 `the form "2 prep" has one stage, which waits for none: want a bare cost, as in 2`,
		"0":                      `"0" at character 1 of the form "0"`,
		"2+2 prep +dispersed":    `the form "2+2 prep +dispersed" does not say when its stages come`,
		"2+2 prep + 3 dispersed": `no cost at character 11`,
		"1+1+1+1+1+1+1 prep":     `has 7 stages: want at most 6`,
	} {
		_, wrong, fix := rows.ParseForm(text)
		if got := wrong + ": want " + fix; wrong == "" || !strings.Contains(got, strings.TrimSuffix(want, "prep (other values: dispersed)")) {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	catalogue := "version: 1\nspells:\n  chant: {list: sorcery, dan: 3, form: 2+ prep, at: foe, does: {wounds: 1}}\n"
	if _, err := rows.DefaultBook().Overlay("rows.yaml", []byte(catalogue)); err == nil ||
		!strings.HasPrefix(err.Error(), `rows.yaml:3:40: no cost at character 3 of the form "2+ prep"`) {
		t.Errorf("a form of a file: got %v, want its place", err)
	}
}

// The forms of the dans stand in the data as printed, and a row's own wins over them. SP-09, SP-10, SP-11, SP-14, SP-15, SP-16,
// SP-17, SP-20.
func TestTheDataHoldsEveryForm(t *testing.T) {
	spells := rows.DefaultBook().Spells
	forms := map[rows.Form]string{}
	for _, name := range book.Keys(spells) {
		if s := spells[name]; s.UsableInFight() {
			forms[s.Form] = name
		}
	}
	for _, form := range []rows.Form{"2", "2+2 prep", "3+3 prep", "3+3 dispersed", "4+4 prep", "4+4 dispersed", "5+5 dispersed",
		"3+3+3 prep", "4+3+2+1 dispersed", "2+2 prep +3 dispersed", "3", "4"} {
		if forms[form] == "" {
			t.Errorf("no spell for fights has the form %s", form)
		}
	}
	for name, want := range map[string]int{"talisman knot": 8, "vajra guard": 10, "vajra knot": 12, "great barrier": 14,
		"nine-night rite": 16, "netherworld gate": 18, "angelic protection": 10} {
		if got := spells[name].TargetNumber(); got != want {
			t.Errorf("%s: number %d, want %d", name, got, want)
		}
	}
	for _, name := range book.Keys(spells) {
		if s := spells[name]; s.Dan.N == rows.Tatsujin && s.UsableInFight() && !s.Before {
			t.Errorf("%s: a Tatsujin's rite is done before a fight (SP-14)", name)
		}
		if !slices.Contains(book.Sources, spells[name].Source) {
			t.Errorf("%s: no source", name)
		}
	}
}
