package searchtest

import (
	"math/rand/v2"
	"testing"

	"kokyu/rules"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// fightNodes is how far a fight of [HasStrikes] looks ahead with each decision.
const fightNodes = 1_000

// HasStrikes reports whether anybody strikes at anybody in a fight of a search against itself. If nobody does although
// they could, a blow is further ahead than the search looks, or changes nothing that the system's estimate counts.
func HasStrikes[S comparable](t *testing.T, sys rules.System[S]) bool {
	t.Helper()
	x, r := search.New[S](sys), rand.New(rand.NewPCG(1, 1))
	for s := sys.Start(); ; {
		a := rules.Action{}
		switch sys.Turn(&s).Kind {
		case rules.Over:
			return false
		case rules.Chance:
			a = rulestest.AnyMove(r, sys, &s)
		default:
			found, err := x.Search(t.Context(), s, search.Limits{Nodes: fightNodes})
			if err != nil {
				t.Fatal(err)
			}
			if a = found.Best; sys.Motive(&s, a).Strikes != rules.Nobody {
				return true
			}
		}
		sys.Play(&s, a, nil)
	}
}
