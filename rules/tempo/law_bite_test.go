package tempo

import (
	"fmt"
	"math"
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

// R-TP-28: the highest prismatic result and Reactions wins the initiative, ties go to the higher Reactions, then to an even
// draw: the odds are those of throwing for everyone.
// TP-03.
func TestTheInitiativeIsWonAsOftenAsItIsThrown(t *testing.T) {
	for _, rated := range [][]int{{4, 4, 4}, {2, 4, 3}, {3, 3, 5}, {5, 3, 3}, {1, 2, 2}} {
		t.Run(fmt.Sprint(rated), func(t *testing.T) {
			row := func(i int) string { return fmt.Sprintf("skills: {reactions: %d}", rated[i]) }
			sc := stage{us: []man{{name: "Ann", row: row(0)}, {name: "Cat", row: row(1)}}, them: []man{{name: "Bea", row: row(2)}}, rulings: "initiative: rolled"}
			g, err := Load("stage.yaml", []byte(sc.text()), sc.book(t))
			if err != nil {
				t.Fatal(err)
			}
			var want [3]float64
			var thrown [3]int
			var count func(seat int, p float64)
			count = func(seat int, p float64) {
				if seat < 3 {
					for n := range 70 {
						thrown[seat] = n
						count(seat+1, p*math.Pow(5.0/6, float64(n))/6)
					}
					return
				}
				best := []int{0}
				for i := 1; i < 3; i++ {
					switch d := thrown[i] + rated[i] - thrown[best[0]] - rated[best[0]]; {
					case d > 0 || d == 0 && rated[i] > rated[best[0]]:
						best = []int{i}
					case d == 0 && rated[i] == rated[best[0]]:
						best = append(best, i)
					}
				}
				for _, i := range best {
					want[i] += p / float64(len(best))
				}
			}
			count(0, 1)
			s := g.Start()
			for _, o := range g.Odds(&s, nil) {
				if i := o.Action.At; math.Abs(o.P-want[i]) > 1e-4 {
					t.Errorf("%s wins with the chance %v, counting says %v", g.name(int(i)), o.P, want[i])
				}
				want[o.Action.At] = 0
			}
			if want != [3]float64{} {
				t.Errorf("left out: %v", want)
			}
		})
	}
}
