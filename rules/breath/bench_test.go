package breath

import (
	"testing"

	"kokyu/rules/breath/rows"
	"kokyu/search"
	"kokyu/search/searchtest"
)

// The rules through the seam: every outcome of each built-in encounter to a depth of a few Plays, on a prepared stack.
func BenchmarkRules(b *testing.B) {
	for _, name := range rows.Shipped.Encounters() {
		b.Run(name, func(b *testing.B) {
			g := builtin(b, name)
			searchtest.Rules[State](b, g, g.Start())
		})
	}
}

// What a search of each built-in encounter's start visits at the budget of advice.
func BenchmarkSearch(b *testing.B) {
	for _, name := range rows.Shipped.Encounters() {
		b.Run(name, func(b *testing.B) {
			g := builtin(b, name)
			searchtest.Speed[State](b, g, g.Start(), search.Limits{Nodes: 200_000})
		})
	}
}
