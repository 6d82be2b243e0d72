package tempo

import (
	"testing"

	"kokyu/rules/rulestest"
	"kokyu/search"
	"kokyu/search/searchtest"
)

// A solution knows the decisions that two rounds can come to and none that take a third. Those of the first turns, which
// nobody comes back to, stay in it for the second round. Both bear nothing more here: the next hit takes them out.
func TestOnlyWhatTheRoundsCanComeToIsSolved(t *testing.T) {
	if !rulestest.Long() {
		t.Skip("walks eight hundred thousand positions")
	}
	man := func(name string) []man { return []man{{name: name, row: "boxes: [1, 1, 1, 1]"}} }
	sc := setup{us: man("Ann"), them: man("Bea"), rulings: "action points: 4", more: "rounds: 2"}
	g, err := Load("setup.yaml", []byte(sc.text()), sc.book(t))
	if err != nil {
		t.Fatal(err)
	}
	s := g.Start()
	s.seats[0].boxes, s.seats[1].boxes = [3]uint8{1, 1, 1}, [3]uint8{1, 1, 1}
	sol, err := search.Solve(t.Context(), search.Solvable[State](g), s, search.SolveLimits{})
	if err != nil {
		t.Fatal(err)
	}
	z := sol.Size()
	if met, since := searchtest.Whole(t, search.Solvable[State](g), s, sol); z.Nodes != met || z.States != since {
		t.Errorf("%d decisions, %d states, walking everything finds %d, and %d in each round from their first", z.Nodes, z.States, met, since)
	}
}
