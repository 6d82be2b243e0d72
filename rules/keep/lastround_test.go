package keep

import (
	"math"
	"testing"

	"kokyu/search"
)

// In the last round whoever has had its turn strikes no more, and what is not decided is a draw: the leaf knows both, and what
// one blow more is worth, almost as the solver does. It allocates nothing.
func TestTheLastRoundIsKnownToBeTheLast(t *testing.T) {
	weak := "attributes: {}, mook: true, weapons: []"
	sc := setup{us: []man{{name: "Ann", row: weak}}, them: []man{{name: "Bea", row: weak}}, ground: `[".."]`,
		rulings: `raise cap: void, focused effects: "no"`, more: "rounds: 1"}
	g := sc.game(t)
	s := g.Start()
	for i := range 2 {
		s.seats[i].wounds, s.seats[i].stance, s.seats[i].turns = 20, water, acted
	}
	s.phase, s.actor, s.simple = phAct, 1, 0
	if v := g.Leaf(&s); v != 0 {
		t.Errorf("with both turns over the leaf is %v, want the draw that it is", v)
	}
	s.phase, s.simple, s.seats[1].turns = phStance, 2, 0
	sol, err := search.Solve(t.Context(), search.Solvable[State](g), s, search.SolveLimits{})
	if err != nil {
		t.Fatal(err)
	}
	exact, _, _ := sol.Bounds(s)
	if v := g.Leaf(&s); exact > -0.1 || math.Abs(v-exact) > 0.1 {
		t.Errorf("with Bea's blow to come the leaf is %v, want about %v", v, exact)
	}
	if n := testing.AllocsPerRun(100, func() { g.Leaf(&s) }); n != 0 {
		t.Errorf("a leaf allocates %v times", n)
	}
}
