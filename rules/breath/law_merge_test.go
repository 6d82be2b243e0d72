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
