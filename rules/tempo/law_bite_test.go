package tempo

import (
	"testing"

	"kokyu/rules/rulestest"
)

// Laws of what seldom comes up: found by changing rule lines one at a time, each of these fails where a law would be broken
// unseen.

// R-TP-02: as many throws lead to each row of a table as a table counts with real dice, opposed by nobody, one or more, and
// as many dice of damage to each category of wound.
// TP-10, TP-11, TP-12.
func TestTheDiceAreCountedByWhatComesOfThem(t *testing.T) {
	ground := `["......", "......", "......"]`
	for name, sc := range map[string]stage{
		"face to face": {us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}},
		"three": {us: []man{{name: "Ann", at: "b2"}, {name: "Cat", row: "weapons: [spear]", at: "a2"}},
			them: []man{{name: "Bea", at: "c2"}}, ground: ground},
		"shots": {us: []man{{name: "Ann", row: "weapons: [long bow]", at: "a1"}}, them: []man{{name: "Bea", row: "weapons: [dagger]", at: "e3"}}, ground: ground},
	} {
		t.Run(name, func(t *testing.T) {
			g, err := Load("stage.yaml", []byte(sc.text()), sc.book(t))
			if err != nil {
				t.Fatal(err)
			}
			opts := conforming(DefaultBook())
			opts.Walks, opts.Looks, opts.Parallel, opts.Only = 6, 60, false, []string{"walks", "odds", "dice"}
			rulestest.Run(t, g, opts)
		})
	}
}
