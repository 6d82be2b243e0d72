package rows

import (
	"strings"
	"testing"
)

// Every effect is said in plain words, of whom it is on.
func TestEveryEffectSaysWhatItDoes(t *testing.T) {
	for _, name := range EffectNames {
		if got := Says([]Effect{{Does: name}}); !strings.Contains(got, "{to}") {
			t.Errorf("%s says %q, want a clause about {to}", name, got)
		}
	}
	feet := feet{}
	for want, e := range map[string]Effect{
		"every enemy nearby fights worse":      {Does: "tests", On: "foes", Feet: &feet, Dice: Roll{Add: -3}},
		"every friend now strikes more surely": {Does: "attack", On: "friends", Dice: Roll{Roll: 1}},
		"{to} now strikes less surely":         {Does: "attack", On: "foe", Dice: Roll{Add: -10}},
	} {
		if got := Says([]Effect{e}); got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
}
