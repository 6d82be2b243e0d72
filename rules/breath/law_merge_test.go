package breath

import (
	"math/rand/v2"
	"testing"

	"kokyu/rules"
)

// Whatever is thrown in the built-in encounters, among squads, units and casters too, the search sees the same positions come
// of it, with the same chances, as a table does.
func TestThrowsAreMergedByTheirConsequences(t *testing.T) {
	for _, name := range Encounters() {
		g := builtin(t, name)
		r := rand.New(rand.NewPCG(11, uint64(len(name))))
		throws := 0
		for range 6 {
			s := g.Start()
			for range 120 {
				turn := g.Turn(&s)
				if turn.Kind == rules.Over {
					break
				}
				if turn.Kind == rules.Decide {
					actions := g.Actions(&s, nil)
					g.Play(&s, actions[r.IntN(len(actions))], nil)
					continue
				}
				if wrong := merges(g, &s); wrong != "" {
					t.Fatalf("%s: %s: %s", name, g.Check(&s).What, wrong)
				}
				throws++
				fine := g.Fine(&s, nil)
				g.Play(&s, fine[r.IntN(len(fine))].Action, nil)
			}
		}
		if throws == 0 {
			t.Errorf("%s: nobody throws", name)
		}
	}
}

// A burst strikes its one more target by that one's own Defense, wherever it sits: what tells the two apart is told in the
// search too.
func TestABurstIsMergedByBothItStrikes(t *testing.T) {
	for _, armour := range []string{"none", "light", "o-yoroi"} {
		for _, first := range []string{"Gonza", "Tome"} {
			b := stage{us: []man{{name: "Gonza", row: "wounds: 2, armour: light"}, {name: "Tome", row: "armour: " + armour}},
				them: []man{{name: "Seimei", row: mageOf(lights, "talisman burst")}}}.begin(t)
			b.play("begin talisman burst", "end the breath")
			b.until("Seimei counts")
			b.play("complete talisman burst > " + first)
			sys, s, _ := rules.At[State](b.f)
			if wrong := merges(sys.(*Game), &s); wrong != "" || b.waits() != "Seimei rolls attack" {
				t.Errorf("at %s, Tome's armour %s: %s: %s", first, armour, b.waits(), wrong)
			}
		}
	}
}
