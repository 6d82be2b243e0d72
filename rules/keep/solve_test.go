package keep

import (
	"math"
	"testing"

	"kokyu/search"
)

// Two mooks on two squares, all stances, grapples and maneuvers included, solved to the last of two rounds: the bounds meet, and
// what the first decisions are worth is the value of the position.
func TestADuelIsSolved(t *testing.T) {
	if testing.Short() {
		t.Skip("walks a hundred thousand positions")
	}
	weak := "attributes: {}, mook: true, weapons: []"
	sc := setup{us: []man{{name: "Ann", row: weak}}, them: []man{{name: "Bea", row: weak}}, ground: `[".."]`,
		rulings: `raise cap: void, focused effects: "no"`, more: "rounds: 2"}
	g := sc.game(t)
	s := g.Start()
	s.seats[0].wounds, s.seats[1].wounds = 20, 20
	sol, err := search.Solve(t.Context(), search.Solvable[State](g), s, search.SolveLimits{})
	if err != nil {
		t.Fatal(err)
	}
	lower, upper, ok := sol.Bounds(s)
	if !ok || upper-lower > 1e-9 || lower <= -1 || upper >= 1 {
		t.Errorf("worth %v to %v (%v), want bounds that have met", lower, upper, ok)
	}
	options, ok := sol.Options(s)
	if !ok || len(options) != len(g.Actions(&s, nil)) || math.Abs(options[0].Value-lower) > 1e-9 {
		t.Errorf("the decisions are worth %+v in a position worth %v", options, lower)
	}
}
