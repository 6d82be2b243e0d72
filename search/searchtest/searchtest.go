// Package searchtest measures a search on any game against a yardstick that runs in the same moment, so that figures
// from different machines and busy hours can be compared. The benchmarks of search and of the systems use it. It also
// counts the lines of play of a system's encounters.
package searchtest

import (
	"testing"
	"time"

	"kokyu/rules"
	"kokyu/search"
)

// Speed benchmarks searches of s within lim and reports nodes/s and the cost of a node in yardsticks.
func Speed[S comparable](b *testing.B, g rules.Game[S], s S, lim search.Limits) {
	x := search.New(g)
	if _, err := x.Search(b.Context(), s, lim); err != nil {
		b.Fatal(err)
	}
	nodes := 0
	b.ReportAllocs()
	Measure(b, func() int {
		r, _ := x.Search(b.Context(), s, lim)
		nodes = r.Coverage.Nodes
		return nodes
	})
	b.ReportMetric(float64(nodes), "nodes/op")
}

// Measure benchmarks f, which returns how many nodes it made, and reports nodes/s, the cost of a node in yardsticks and
// the user time it takes on all cores: on a busy machine that is what tells two programs apart.
func Measure(b *testing.B, f func() int) {
	nodes := 0
	before := measureYardstick()
	began := cpuTime()
	for b.Loop() {
		nodes += f()
	}
	took, computed := b.Elapsed(), cpuTime()-began
	yardstick := min(before, measureYardstick())
	b.ReportMetric(float64(nodes)/took.Seconds(), "nodes/s")
	b.ReportMetric(float64(took)/float64(nodes)/yardstick, "yardsticks/node")
	b.ReportMetric(float64(computed)/float64(nodes), "cpu-ns/node")
}

// measureYardstick returns the time in nanoseconds that it takes here and now to copy 256 bytes to the next place of a
// stack and draw a number: about the least a node can cost. It is the best of several short runs.
func measureYardstick() float64 {
	best, stack := time.Duration(1<<62), new([64]yardstickState)
	for range 8 {
		start := time.Now()
		runYardstick(stack, copies)
		best = min(best, time.Since(start))
	}
	return float64(best) / copies
}

// copies is how many copies a run makes.
const copies = 1 << 16

// yardstickState is a state of 256 bytes, the most that a game may have.
type yardstickState [32]uint64

// runYardstick makes n copies. It keeps what it draws inside the copied state, so that the compiler keeps every copy.
func runYardstick(stack *[64]yardstickState, n int) {
	for i := range n {
		from, to := &stack[i&63], &stack[(i+1)&63]
		*to = *from
		x := to[i&31] + 0x9e3779b97f4a7c15
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		to[i&31] = x ^ x>>31
	}
}
