package breath

import (
	"strings"
	"testing"
)

// Document 002 in fights once more: what several casters, places and barriers have to do with each other.

// A spell at all in a zone that shakes several casters asks each of them for its focus, at once, before the breath goes on.
// SP-26, R-157.
func TestOneBurstAsksEveryCasterForFocus(t *testing.T) {
	b := stage{us: []man{{name: "Seimei", row: mageOf(lights, "eight-petal lotus")}},
		them: []man{{name: "Doji", row: mageOf(lights, "talisman burst")}, {name: "Ren", row: mageOf(barrows, "four-stake ring")}}}.begin(t)
	b.play("begin eight-petal lotus", "end the breath")
	b.until("Doji counts")
	b.play("begin talisman burst", "end the breath")
	b.until("Ren counts")
	b.play("begin four-stake ring", "end the breath")
	b.until("Seimei counts")
	b.play("complete eight-petal lotus > the scene", d{9, 9})
	b.wantWaits("Doji rolls focus")
	b.play(d{9, 8})
	b.wantWaits("Ren rolls focus")
	b.play(d{1, 2})
	b.wantSheet("Doji", "casting", "talisman burst, 1 of 2")
	b.wantSheet("Ren", "casting", "")
	b.wantWaits("Seimei decides")
}

// Where boons last, what strips a stance leaves them, and so do a fumble and a stance of one's own; a spell that ends workings
// does not, nor does their caster, and a seal is held as ever: it may break in the lull..
func TestBoonsThatLast(t *testing.T) {
	guarding := func(foe string) *bout {
		b := stage{us: []man{{name: "Seimei", row: mageOf(lights, "vajra guard")}}, them: []man{{name: "Kojiro", row: foe}}, rulings: "{boons: lasting}"}.begin(t)
		b.until("Seimei counts")
		b.play("begin vajra guard", "end the breath")
		b.until("Seimei counts")
		b.play("complete vajra guard", d{9, 8}, "end the breath")
		b.lull()
		b.wantNumber("Seimei", "energy", 12)
		return b
	}
	b := guarding("weapons: [suyari], energy: 14")
	b.until("Kojiro counts")
	b.play("check > Seimei", d{10, 10}, "take the blow")
	b.wantSheet("Seimei", "is", "defenseless")
	b.wantSheet("Seimei", "holds", "vajra guard")
	b.wantWaits("Kojiro decides") // no focus is asked
	b.until("Seimei counts")
	b.play("let go of vajra guard")
	b.wantSheet("Seimei", "holds", "")

	b = guarding(strings.Replace(mageOf(lights, "cut thread"), "energy: 12", "energy: 14", 1))
	b.until("Kojiro counts")
	b.play("cast cut thread > Seimei", d{9, 8})
	b.wantSheet("Seimei", "holds", "")

	b = stage{us: []man{{name: "Kakuin", row: mageOf(lights, "yoma-sealing knot")}}, them: []man{{name: "Oni", row: "grade: elite, yoma: true, wounds: 4, weapons: [kanabo]"}, {name: "Kojiro"}}, rulings: "{boons: lasting}"}.begin(t)
	b.play("begin yoma-sealing knot", "end the breath")
	b.until("Kakuin counts")
	b.play("complete yoma-sealing knot > Oni", d{9, 8}, "end the breath")
	b.until("Oni rolls seal")
	b.play(d{9, 6})
	b.wantSheet("Kakuin", "holds", "")
	b.until("Oni counts")
}

// Boons of one name held by two casters are one, whatever a third holds between them. EB-62, EB-63.
func TestBoonsOfOneNameAreOne(t *testing.T) {
	row := mageOf(lights, "vajra guard, four gods' guard")
	b := stage{us: []man{{name: "Seimei", row: row}, {name: "Doji", row: row}, {name: "Ren", row: row}}, them: []man{{name: "Kojiro"}}}.begin(t)
	for _, c := range []struct{ name, boon string }{{"Seimei", "vajra guard"}, {"Doji", "four gods' guard"}, {"Ren", "vajra guard"}} {
		b.until(c.name + " counts")
		b.play("begin "+c.boon, "end the breath")
	}
	for _, c := range []struct{ name, boon string }{{"Seimei", "vajra guard"}, {"Doji", "four gods' guard"}, {"Ren", "vajra guard"}} {
		b.until(c.name + " counts")
		b.play("complete "+c.boon, d{9, 8}, "end the breath")
	}
	for _, name := range []string{"Seimei", "Doji", "Ren"} {
		b.wantNumber(name, "defense", 12)
	}
}

// A burst names no second who hides in another zone. R-123.
func TestABurstPassesOverWhoHidesElsewhere(t *testing.T) {
	b := stage{us: []man{{name: "Seimei", row: mageOf(lights, "talisman burst"), zone: "first front"}},
		them: []man{{name: "Kojiro", row: "wounds: 6", zone: "second front"}, {name: "Gonza", zone: "second front"}, {name: "Tome", zone: "second front"}}, zones: everywhere}.begin(t)
	b.play("begin talisman burst", "end the breath")
	b.until("Seimei counts")
	b.edit("Gonza +hidden")
	b.play("complete talisman burst > Kojiro", d{9, 8})
	b.wantNumber("Gonza", "wounds", 3)
	b.wantNumber("Tome", "wounds", 2)
}
