package breath

import (
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
