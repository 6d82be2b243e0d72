package tempo

import (
	"testing"

	"kokyu/rules"
	"kokyu/search"
	"kokyu/search/searchtest"
)

// The rules through the seam: every outcome of each built-in encounter to a depth of a few Plays, on a prepared stack.
func BenchmarkRules(b *testing.B) {
	for _, name := range Encounters() {
		b.Run(name, func(b *testing.B) {
			g := builtin(b, name)
			w := walker{game: g}
			w.stack[0] = g.Start()
			b.ReportAllocs()
			w.walk(0, walkDepth)
			searchtest.Measure(b, func() int { return w.walk(0, walkDepth) })
		})
	}
}

// What a search of each built-in encounter's start visits at the budget of advice, matrix games included.
func BenchmarkSearch(b *testing.B) {
	for _, name := range Encounters() {
		b.Run(name, func(b *testing.B) {
			g := builtin(b, name)
			searchtest.Speed[State](b, g, g.Start(), search.Limits{Nodes: 200_000})
		})
	}
}

const walkDepth = 5

// walker counts outcomes through the interface; its buffers grow once.
type walker struct {
	game    rules.Game[State]
	stack   [walkDepth + 1]State
	actions [walkDepth][]rules.Action
	odds    [walkDepth][]rules.Odds
}

func (w *walker) walk(ply, depth int) int {
	s, n := &w.stack[ply], 0
	if depth == 0 {
		return 0
	}
	switch w.game.Turn(s).Kind {
	case rules.Over:
	case rules.Chance:
		w.odds[ply] = w.game.Odds(s, w.odds[ply][:0])
		for _, o := range w.odds[ply] {
			n += w.play(ply, depth, o.Action)
		}
	default:
		w.actions[ply] = w.game.Actions(s, w.actions[ply][:0])
		for _, a := range w.actions[ply] {
			n += w.play(ply, depth, a)
		}
	}
	return n
}

func (w *walker) play(ply, depth int, a rules.Action) int {
	w.stack[ply+1] = w.stack[ply]
	w.game.Play(&w.stack[ply+1], a, nil)
	return 1 + w.walk(ply+1, depth-1)
}
