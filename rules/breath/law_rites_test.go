package breath

import (
	"fmt"
	"strings"
	"testing"

	"kokyu/rules/book"
)

// A Tatsujin's rites, which no fight has and whose work fights meet; and what is held over foes.

// tatsujin returns the row of a caster of this list who knows these spells.
func tatsujin(list, spells string) string {
	lists := [2]string{list, "sorcery"}
	if list == "sorcery" {
		lists[1] = "exorcism"
	}
	return strings.Replace(mageOf(lists, spells), "dan: 9", "dan: 11", 1)
}

// A rite is not offered in a fight, and what it did before stands when the fight begins; it costs no Energy and no slot that a
// fight counts. SP-14, R-163, R-216.
func TestARiteIsOverWhenAFightBegins(t *testing.T) {
	for _, c := range []struct{ list, rite, who, line, value string }{
		{"sorcery", "mountain of paper", "Jubei", "barrier", "mountain of paper, 8 Wounds"},
		{"sorcery", "body of iron", "Seimei", "under", "body of iron, warded 2"},
		{"sorcery", "body of iron > Jubei", "Jubei", "under", "body of iron, warded 2"},
		{"exorcism", "lamp of the last temple", "Seimei", "barrier", "lamp of the last temple, 6 Wounds"},
		{"exorcism", "name read to the dead > Oni", "Oni", "under", "name read to the dead"},
		{"barrier", "city of straw rope", "Jubei", "barrier", "city of straw rope, 7 Wounds"},
		{"barrier", "nine shut gates", "Seimei", "barrier", "nine shut gates, 8 Wounds"},
		{"barrier", "nine shut gates > first front", "Jubei", "barrier", "nine shut gates, 8 Wounds"},
		{"prophecy", "last day of a name > Kojiro", "Kojiro", "under", "last day of a name"},
		{"prophecy", "war foretold", "Seimei", "under", "war foretold"},
	} {
		name, _, _ := strings.Cut(c.rite, " > ")
		sc := setup{zones: fields, us: []man{{name: "Seimei", row: tatsujin(c.list, name), zone: "first rear"}, {name: "Jubei", zone: "first front"}},
			them: []man{{name: "Kojiro", zone: "second front"}, {name: "Oni", row: "grade: elite, yoma: true, wounds: 4, weapons: [kanabo]", zone: "second front"}}}
		before := sc.begin(t)
		before.wantSheet(c.who, c.line, "")
		sc.us[0].line = fmt.Sprintf("before: [%q]", c.rite)
		b := sc.begin(t)
		b.wantSheet(c.who, c.line, c.value)
		b.wantNumber("Seimei", "energy", 12)
		b.wantSheet("Seimei", c.list+" slots", before.sheet("Seimei", c.list+" slots"))
		b.until("Seimei counts")
		for _, words := range b.words() {
			if strings.Contains(words, name) {
				t.Errorf("a fight offers %q", words)
			}
		}
	}
}

// What a rite may be done at, and how often: its slots are the sheet's of Tatsujin. SP-05, SP-14, R-163, R-216.
func TestWhatRitesMayBeDone(t *testing.T) {
	begin := func(list, known, line string) error {
		row := strings.Replace(tatsujin(list, known), "dan: 11", "dan: 11, left: {"+list+": [0, 0, 0, 0, 0, 1]}", 1)
		sc := setup{zones: fields, us: []man{{name: "Seimei", row: row, zone: "first rear", line: line}, {name: "Jubei", zone: "first front"}},
			them: []man{{name: "Kojiro", row: "command: 1", zone: "second front"},
				{name: "Oni", row: "grade: elite, yoma: true, wounds: 4, weapons: [kanabo]", zone: "second front"}, squad("Levies", levies, 6, "Kojiro", "second front")}}
		_, err := Load("setup.yaml", []byte(sc.text()), sc.book(t))
		return err
	}
	for _, c := range []struct{ list, known, before, want string }{
		{"barrier", "city of straw rope", "city of straw rope", ""},
		{"barrier", "city of straw rope, nine shut gates", "city of straw rope, nine shut gates",
			`Seimei has no slot left for "nine shut gates": want a slot of its dan`},
		{"barrier", "city of straw rope", "city of straw rope > first front",
			`Seimei casts "city of straw rope > first front" before the fight: want city of straw rope alone, as it has no target`},
		{"barrier", "nine shut gates", "nine shut gates > core", `no zone "core" here: want `},
		{"barrier", "house without a door", "house without a door > Kojiro", "want house without a door > and whom: one of Seimei, Jubei"},
		{"prophecy", "last day of a name", "last day of a name > Jubei", "want last day of a name > and whom: one of Kojiro, Oni"},
		{"prophecy", "last day of a name", "last day of a name", "want last day of a name > and whom: one of Kojiro, Oni"},
		{"prophecy", "last day of a name", "last day of a name > Levies", "want last day of a name > and whom: one of Kojiro, Oni"},
		{"exorcism", "name read to the dead", "name read to the dead > Kojiro", "want name read to the dead > and whom: Oni"},
	} {
		err := begin(c.list, c.known, "before: ["+c.before+"]")
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("before: %s: got %v, want %q", c.before, err, c.want)
		}
	}
}

// A gate that a rite has set stands all fight, and is over with the last who knows one; a gate of a round laid over it takes none
// of that away..
func TestAGateOfARiteStandsAllFight(t *testing.T) {
	row := strings.Replace(tatsujin("barrier", "straw-rope gate, nine shut gates"), "energy: 12", "energy: 14", 1)
	b := setup{zones: fields, us: []man{{name: "Seimei", row: row, zone: "first front", line: `before: ["nine shut gates > first front"]`},
		{name: "Jubei", zone: "first rear"}},
		them: []man{{name: "Kojiro", zone: "second front"}}}.begin(t)
	b.play("cast straw-rope gate > first front", d{9, 8}, "end the breath")
	for range 4 {
		b.until("Kojiro counts")
		b.offers("break through > first front")
		b.refuses("walk > first front")
		b.lull()
	}
	b.edit("Seimei wounds=0")
	b.until("Kojiro counts")
	b.offers("walk > first front")
}

// A rite's slot comes back with the others, and till then a second fight has no rite of it; what was cast before a fight is paid
// from what was carried into it. SP-05, SP-06, R-163, R-165.
func TestRitesAreCarried(t *testing.T) {
	sc := setup{us: []man{{name: "Seimei", row: tatsujin("barrier", "city of straw rope"), line: "before: [city of straw rope]"}}, them: []man{{name: "Kojiro"}}}
	b := sc.begin(t)
	c := b.carried("Seimei")
	if got := c.Casts.Slots["barrier"].Rites; got != 1 {
		t.Fatalf("rites done: %d, want 1", got)
	}
	if _, err := b.into("Seimei", c); err == nil || !strings.Contains(err.Error(), "rites besides those of this fight 1: want 0 to 0") {
		t.Errorf("into a second fight with the same rite: got %v, want it refused", err)
	}
	for rest, well := range map[book.Rest]bool{{Hours: 7}: false, {Hours: 8}: true, {Interlude: true}: true} {
		if _, err := b.into("Seimei", takeRest(c, rest)); (err == nil) != well {
			t.Errorf("after %+v: %v, want it well: %v", rest, err, well)
		}
	}
	sc.us[0].line = ""
	if next, err := sc.begin(t).into("Seimei", c); err != nil || next.sheet("Seimei", "barrier") != "" {
		t.Errorf("into a fight without a rite: %v, behind a barrier: %v", err, next)
	}

	b = setup{us: []man{{name: "Ren", row: mageOf(barrows, "air-current sense"), line: "before: [air-current sense]"}}, them: []man{{name: "Kojiro"}}}.begin(t)
	c = b.carried("Ren")
	for left, want := range map[int]string{4: "3/4/3/2/1", 1: "0/4/3/2/1"} {
		c.Casts.Slots["prophecy"].Left[0] = left
		next, err := b.into("Ren", c)
		if err != nil {
			t.Fatal(err)
		}
		next.wantSheet("Ren", "prophecy slots", want)
	}
	c.Casts.Slots["prophecy"].Left[0] = 0
	if _, err := b.into("Ren", c); err == nil || !strings.Contains(err.Error(), "slots 0: want 1 to 5") {
		t.Errorf("no slot is left for what was cast before: got %v, want it refused", err)
	}
}

// What is held over foes in two zones is on all of them there, whatever its row says: it takes from their attacks, it bares them,
// they do not answer; in a third zone nobody bears it, and none of one's own..
func TestWhatIsHeldOverFoes(t *testing.T) {
	rows := "spells:\n  weight: {list: barrier, dan: 1, form: 2, at: foes around, reach: 1, for: held, does: {attack: -3, exposed: 2, hush: true}}\n"
	sc := setup{rows: rows, zones: fields, us: []man{{name: "Ren", row: strings.Replace(mageOf(barrows, "weight"), "energy: 12", "energy: 16", 1),
		zone: "first front"}, {name: "Jubei", zone: "first front", row: "energy: 7"}},
		them: []man{{name: "Kojiro", zone: "second front", row: "wounds: 6"}, {name: "Gonza", zone: "second rear", row: "weapons: [yumi], wounds: 6"}}}
	for _, held := range []bool{false, true} {
		b := sc.begin(t)
		minus := 0
		if held {
			b.play("cast weight > first front and second front", d{9, 8})
			minus = 1
		}
		b.until("Kojiro counts")
		b.wantNumber("Kojiro", "defense", 10-2*minus)
		b.wantNumber("Gonza", "defense", 10)
		b.wantNumber("Jubei", "defense", 10)
		b.play("horizontal cut > Jubei")
		b.wantCheck("attack", -3*minus, 10)
		b.play(d{1, 2}, "reserve parry", "end the breath")
		b.until("Jubei counts")
		b.play("horizontal cut > Kojiro")
		b.wantCheck("attack", 0, 10-2*minus)
		b.play(d{9, 8})
		if asked := b.can("parry (reserved)"); asked == held {
			t.Errorf("held %v: Kojiro may answer: %v; %q", held, asked, b.words())
		}
	}
}
