package breath

import (
	"testing"

	"kokyu/rules/breath/rows"
	"kokyu/search"
)

// alone returns the built-in encounters of one against one.
func alone(t testing.TB) (names []string) {
	for _, name := range rows.Shipped.Encounters() {
		if unsolved(t, name).isOneOnOne() {
			names = append(names, name)
		}
	}
	return names
}

// The first decision of a fight of which nothing is solved, at the usual budget: nearly all of it is solving.
func BenchmarkFirstLook(b *testing.B) {
	for _, name := range alone(b) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				g := unsolved(b, name)
				b.StartTimer()
				if _, err := search.New[State](g).Search(b.Context(), g.Start(), search.Limits{Nodes: 20_000}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A leaf whose tablebase is solved.
func BenchmarkLeaf(b *testing.B) {
	for _, name := range alone(b) {
		g := unsolved(b, name)
		s := g.Start()
		g.Leaf(&s)
		leaf := g.Prepare(b.Context())
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				leaf(&s)
			}
		})
	}
}
