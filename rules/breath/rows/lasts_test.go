package rows

import (
	"slices"
	"strings"
	"testing"
)

// The list of spells says how long each lasts, and which may be cast before a fight; every term has its words.
func TestSpellsSayHowLongTheyLast(t *testing.T) {
	does := map[string]string{}
	for _, row := range DefaultBook().spellRows() {
		does[row[0]] = row[len(row)-1]
	}
	for name, want := range map[string]string{"nine shut gates": "barrier 8r; gate 13r; all fight; before the fight", "ground of pins": "attack -3r; while held",
		"air-current sense": "shift; all fight; or before the fight", "talisman knot": "ward", "fortune told": "",
		"seven walls": "barrier 12r; defense 1r; while the barrier stands"} {
		if does[name] != want {
			t.Errorf("%s does %q, want %q", name, does[name], want)
		}
	}
	for _, term := range SpellTerms {
		if words := (Spell{For: term}).durationWords(); len(words) != 1 || slices.Contains(words, "") || strings.Contains(words[0], ";") {
			t.Errorf("%s lasts %q", term, words)
		}
	}
}
