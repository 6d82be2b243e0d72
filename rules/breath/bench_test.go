package breath

import (
	"testing"

	"kokyu/rules"
	"kokyu/search"
)

// The rules through the seam: every Play of a perft of the default encounter.
func BenchmarkPerft(b *testing.B) {
	g := builtin(b, "ambush")
	s := g.Start()
	b.ReportAllocs()
	var nodes uint64
	for b.Loop() {
		nodes += search.Perft[State](g, s, 4).Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "outcomes/s")
}

func BenchmarkSearch(b *testing.B) {
	for _, name := range Encounters() {
		b.Run(name, func(b *testing.B) {
			g := builtin(b, name)
			x := search.New[State](g)
			b.ReportAllocs()
			nodes := 0
			for b.Loop() {
				r, err := x.Search(g.Start(), search.Limits{Nodes: 200_000})
				if err != nil {
					b.Fatal(err)
				}
				nodes += r.Seen.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

func TestSeen(t *testing.T) {
	for _, name := range Encounters() {
		g := builtin(t, name)
		x := search.New[State](g)
		s := g.Start()
		for _, n := range []int{20_000, 200_000, 2_000_000} {
			r, err := x.Search(g.Start(), search.Limits{Nodes: n})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s %d: %+v value %.3f best %s of %d", name, n, r.Seen, r.Value, g.Format(&s, r.Best), len(r.Options))
		}
	}
}

var _ rules.Game[State] = (*Game)(nil)
