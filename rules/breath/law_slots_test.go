package breath

import (
	"fmt"
	"strings"
	"testing"
)

// Document 002, the slots of a caster, spent in fights.

// casterOf returns the row of one of these lists who knows great fireball, with these further entries of its caster: block.
func casterOf(dan int, more string, lists ...string) string {
	row := "grade: lord, wisdom: 2, energy: 12, wounds: 6, weapons: [uchigatana], skills: {swordsmanship: 1, footwork: 1, hardiness: 1"
	var of []string
	for _, list := range lists {
		row += ", " + list + ": 3"
		of = append(of, "{skill: "+list+"}")
	}
	return row + fmt.Sprintf("}, caster: {mode: spells, dan: %d%s, lists: [%s], known: [great fireball]}", dan, more, strings.Join(of, ", "))
}

// spent casts great fireball as often as it is offered, round after round, and says how often; all are parried.
func (b *bout) spent() (casts int) {
	b.t.Helper()
	const words = "cast great fireball > Kojiro"
	for range 60 {
		b.until("Seimei counts")
		if _, ok := b.option(words); !ok {
			return casts
		}
		b.play(words, d{5, 6}, "parry (improvised)", d{9, 8})
		casts++
		b.lull()
	}
	b.t.Fatalf("%d casts and no end of slots", casts)
	return casts
}

// A dan has as many slots of each spell dan as its row says, its class and its school add theirs, and in a fight there are so many
// spells of the first dan and no more.
// SP-05: the dan says how many. SP-42: a school adds slots. SP-45: a class adds its own.
func TestAFightHasAsManySpellsAsSlots(t *testing.T) {
	for _, c := range []struct {
		dan   int
		more  string
		slots string
		casts int
	}{
		{1, "", "2", 2}, {3, "", "3/2", 3}, {5, "", "4/3/2", 4},
		{1, ", class: onmyoji", "3", 3}, {5, ", class: onmyoji, school: folk sorcery", "6/4/3", 6}, {5, ", school: folk sorcery", "5/3/2", 5},
	} {
		b := setup{us: []man{{name: "Seimei", row: casterOf(c.dan, c.more, "sorcery")}}, them: []man{{name: "Kojiro", row: "wounds: 6"}}}.begin(t)
		b.wantSheet("Seimei", "sorcery slots", c.slots)
		if got := b.spent(); got != c.casts {
			t.Errorf("%d dan%s: %d spells are cast, want %d", c.dan, c.more, got, c.casts)
		}
		_, rest, more := strings.Cut(c.slots, "/")
		want := "0"
		if more {
			want += "/" + rest
		}
		b.wantSheet("Seimei", "sorcery slots", want)
	}
}

// Each licensed skill has slots of its own: what Sorcery spends, Exorcism still has.
// SP-07.
func TestEachListSpendsItsOwnSlots(t *testing.T) {
	b := setup{us: []man{{name: "Seimei", row: casterOf(3, "", "sorcery", "exorcism")}}, them: []man{{name: "Kojiro", row: "wounds: 6"}}}.begin(t)
	b.wantSheet("Seimei", "sorcery slots", "3/2")
	b.wantSheet("Seimei", "exorcism slots", "3/2")
	b.spent()
	b.wantSheet("Seimei", "sorcery slots", "0/2")
	b.wantSheet("Seimei", "exorcism slots", "3/2")
}
