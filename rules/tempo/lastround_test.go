package tempo

import (
	"math"
	"math/rand/v2"
	"testing"

	"kokyu/rules"
	"kokyu/search"
)

// In the last round the leaf knows, almost as the solver does, who has a blow to come, with how many AP, and that what is not decided
// then never is. It allocates nothing.
func TestTheLastRoundIsKnownToBeTheLast(t *testing.T) {
	sword, bow := "weapons: [long sword]", "weapons: [short bow]"
	us, them := []man{{"Ann", sword, "a1"}, {"Cid", bow, "d1"}}, []man{{"Bea", sword, "b1"}, {"Dan", sword, "c1"}}
	for _, c := range []struct {
		name string
		sc   setup
	}{
		{"a duel", setup{us: us[:1], them: them[:1]}},
		{"one who has only to last", setup{us: us[:1], them: them, more: "objective: {for: us, goal: last, rounds: 1}"}},
		{"one who is to be downed", setup{us: us, them: them[:1], more: "objective: {for: them, goal: down, who: Cid}"}},
		{"two against one", setup{us: us, them: them[:1]}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.sc.ground, c.sc.more = `["...."]`, c.sc.more+"\nrounds: 1"
			c.sc.rulings = "action points: 5, minor boxes: 1, moderate boxes: 1, severe boxes: 1"
			g, start, _ := c.sc.begin(t).position()
			sol, err := search.Solve(t.Context(), search.Solvable[State](g), start, search.SolveLimits{})
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(1, 2))
			sum, n := 0.0, 0
			for range 60 {
				for s := start; s.over == rules.EndNone; {
					actions := g.Actions(&s, nil)
					if s.phase == phTurn {
						exact, _, ok := sol.Bounds(s)
						if !ok {
							t.Fatal("a turn has no exact value")
						}
						sum += math.Pow(g.Leaf(&s)-exact, 2)
						n++
						if a := testing.AllocsPerRun(1, func() { g.Leaf(&s) }); a != 0 {
							t.Fatalf("a leaf allocates %v times", a)
						}
					}
					if g.Turn(&s).Kind == rules.Chance {
						for _, o := range g.Odds(&s, nil) {
							actions = append(actions, o.Action)
						}
					}
					g.Play(&s, actions[r.IntN(len(actions))], nil)
				}
			}
			if off := math.Sqrt(sum / float64(n)); off > 0.03 {
				t.Errorf("over %d positions the leaf is off by %.3f", n, off)
			}
		})
	}
}
