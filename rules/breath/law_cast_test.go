package breath

import (
	"strings"
	"testing"

	"kokyu/rules"
)

// Document 002 §3 to §5, in fights. A mage is a 9-dan caster of Sorcery and Exorcism or of Barrier and Prophecy with Wisdom 2
// (+4 on its checks), Physique 0 and Hardiness 1.

// mage is the row of a caster of two lists who knows these spells.
func mageOf(lists [2]string, spells string) string {
	return "grade: lord, wisdom: 2, energy: 12, wounds: 6, weapons: [uchigatana], skills: {swordsmanship: 1, footwork: 1, hardiness: 1, " + lists[0] + ": 3, " + lists[1] + ": 3, unarmed combat: 1}, " +
		"caster: {mode: spells, dan: 9, lists: [{skill: " + lists[0] + "}, {skill: " + lists[1] + ", since: 9}], studied: 20, known: [" + spells + "]}"
}

var (
	lights  = [2]string{"sorcery", "exorcism"}
	barrows = [2]string{"barrier", "prophecy"}
)

// chanting is a stage of a mage against a swordsman without Defense to speak of.
func chanting(t *testing.T, spells, rulings string) *bout {
	t.Helper()
	return stage{us: []man{{name: "Seimei", row: mageOf(lights, spells)}}, them: []man{{name: "Kojiro", row: "wounds: 6"}}, rulings: rulings}.begin(t)
}

// A first-dan spell takes 2 Energy and a slot, at once, on 2d10 + Wisdom + skill against its number. SP-08, SP-09, SP-19, SP-20.
func TestAnInstantSpellIsOneBreathsManeuver(t *testing.T) {
	b := chanting(t, "talisman knot, great fireball, talisman bullet", "")
	b.wantSheet("Seimei", "sorcery slots", "5/4/3/2/1")
	b.wantCost("cast talisman knot > Seimei", 2)
	b.play("cast talisman knot > Seimei")
	b.wantCheck("casting", 4, 8)
	b.wantEvents("slot", rules.Event{Seat: "Seimei", What: "talisman knot", Of: "sorcery", N: 1, Left: 4})
	b.play(d{1, 3})
	b.wantSheet("Seimei", "under", "warded 2")
	b.wantNumber("Seimei", "energy", 10)
	b.wantWaits("Seimei decides")
	b.play("cast great fireball > Kojiro")
	b.wantCheck("attack", 4, 10)
	b.play(d{3, 4}, "take the blow")
	b.wantNumber("Kojiro", "wounds", 5)
	b.wantSheet("Kojiro", "under", "burning")
	b.wantNumber("Seimei", "energy", 8)
	b.wantSheet("Seimei", "sorcery slots", "3/4/3/2/1")
}

// A preparation is paid in one breath and activated in a later one; it is a stance, and only its last stage is checked. SP-10,
// SP-18, SP-21, SP-22.
func TestAPreparationIsAStanceOverTwoBreaths(t *testing.T) {
	b := chanting(t, "talisman burst", "")
	b.play("begin talisman burst")
	b.wantSheet("Seimei", "casting", "talisman burst, 1 of 2")
	b.wantSheet("Seimei", "sorcery slots", "5/3/3/2/1")
	b.refuses("complete talisman burst > Kojiro", "begin talisman burst")
	b.offers("let go of talisman burst", "horizontal cut > Kojiro", "reserve parry")
	b.play("end the breath")
	for b.waits() != "Seimei counts" {
		b.play("close the round")
	}
	b.play("complete talisman burst > Kojiro")
	b.wantCheck("attack", 4, 10)
	b.wantNumber("Seimei", "energy", 8)
	b.play(d{3, 4})
	b.wantNumber("Kojiro", "wounds", 4)
	b.wantSheet("Seimei", "casting", "")
}

// lists is whatever the fight offers, for a failing test.
func (b *bout) listed() string { return strings.Join(b.words(), ", ") }
