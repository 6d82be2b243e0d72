package breath

import (
	"math/rand/v2"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/fight"
)

// Whatever is thrown in the built-in encounters, among squads, units and casters too, the search sees the same positions come
// of it, with the same chances, as a table does.
func TestThrowsAreMergedByTheirConsequences(t *testing.T) {
	thrown := map[string]int{}
	for _, name := range rows.Shipped.Encounters() {
		g := builtin(t, name)
		r := rand.New(rand.NewPCG(11, uint64(len(name))))
		fights := 8
		if len(g.casters) > 0 {
			fights = 40
		}
		for range fights {
			s := g.Start()
			for range 120 {
				turn := g.Turn(&s)
				if turn.Kind == rules.Over {
					break
				}
				if turn.Kind == rules.Decide {
					actions := g.Actions(&s, nil)
					act := actions[r.IntN(len(actions))]
					for _, k := range r.Perm(len(actions))[:len(actions)/2] { // what calls for rare dice
						if do := actions[k].Do; do == doCast || do == doAnswerSpell || do == doRoar || do == doControl {
							act = actions[k]
						}
					}
					g.Play(&s, act, nil)
					continue
				}
				what := g.Check(&s).What
				if wrong := merges(g, &s); wrong != "" {
					t.Fatalf("%s: %s: %s", name, what, wrong)
				}
				thrown[what]++
				fine := g.fineOdds(&s, nil)
				g.Play(&s, fine[r.IntN(len(fine))].Action, nil)
			}
		}
	}
	for _, what := range []string{"attack", "defense", "overload", "breakthrough", "casting", "fire", "roar", "half-step in"} {
		if thrown[what] == 0 {
			t.Errorf("nobody throws for %s: %v", what, thrown)
		}
	}
}

// A burst strikes its one more target by that one's own Defense, wherever it sits: what tells the two apart is told in the
// search too.
func TestABurstIsMergedByBothItStrikes(t *testing.T) {
	for _, armour := range []string{"none", "light", "o-yoroi"} {
		for _, first := range []string{"Gonza", "Tome"} {
			b := setup{us: []man{{name: "Gonza", row: "wounds: 2, armour: light"}, {name: "Tome", row: "armour: " + armour}},
				them: []man{{name: "Seimei", row: mageOf(lights, "talisman burst")}}}.begin(t)
			b.play("begin talisman burst", "end the breath")
			b.until("Seimei counts")
			b.play("complete talisman burst > " + first)
			sys, s, _ := fight.At[State](b.f)
			if wrong := merges(sys.(*Game), &s); wrong != "" || b.waits() != "Seimei rolls attack" {
				t.Errorf("at %s, Tome's armour %s: %s: %s", first, armour, b.waits(), wrong)
			}
		}
	}
}
