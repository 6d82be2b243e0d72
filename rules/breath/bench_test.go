package breath

import (
	"testing"

	"kokyu/rules"
	"kokyu/search"
	"kokyu/search/searchtest"
)

// The rules through the seam: every outcome of the ambush to a depth of five Plays, on a prepared stack. Beside it the
// same walk written against the concrete game: what the seam costs.
func BenchmarkRules(b *testing.B) {
	g := builtin(b, "ambush")
	b.Run("seam", func(b *testing.B) {
		w := walker[State]{game: g}
		w.stack[0] = g.Start()
		b.ReportAllocs()
		w.walk(0, walkDepth)
		searchtest.Measure(b, func() int { return w.walk(0, walkDepth) })
	})
	b.Run("concrete", func(b *testing.B) {
		w := plainWalker{game: g}
		w.stack[0] = g.Start()
		b.ReportAllocs()
		w.walk(0, walkDepth)
		searchtest.Measure(b, func() int { return w.walk(0, walkDepth) })
	})
}

// What a search of each built-in encounter's start visits at the budget of advice.
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
type walker[S comparable] struct {
	game    rules.Game[S]
	stack   [walkDepth + 1]S
	actions [walkDepth][]rules.Action
	odds    [walkDepth][]rules.Odds
}

func (w *walker[S]) walk(ply, depth int) int {
	s, n := &w.stack[ply], 0
	switch {
	case depth == 0:
		return 0
	case w.game.Turn(s).Kind == rules.Chance:
		w.odds[ply] = w.game.Odds(s, w.odds[ply][:0])
		for _, o := range w.odds[ply] {
			w.stack[ply+1] = *s
			w.game.Play(&w.stack[ply+1], o.Action, nil)
			n += 1 + w.walk(ply+1, depth-1)
		}
	case w.game.Turn(s).Kind == rules.Decide:
		w.actions[ply] = w.game.Actions(s, w.actions[ply][:0])
		for _, a := range w.actions[ply] {
			w.stack[ply+1] = *s
			w.game.Play(&w.stack[ply+1], a, nil)
			n += 1 + w.walk(ply+1, depth-1)
		}
	}
	return n
}

// plainWalker is walker without the interface.
type plainWalker struct {
	game    *Game
	stack   [walkDepth + 1]State
	actions [walkDepth][]rules.Action
	odds    [walkDepth][]rules.Odds
}

func (w *plainWalker) walk(ply, depth int) int {
	s, n := &w.stack[ply], 0
	switch {
	case depth == 0:
		return 0
	case w.game.Turn(s).Kind == rules.Chance:
		w.odds[ply] = w.game.Odds(s, w.odds[ply][:0])
		for _, o := range w.odds[ply] {
			w.stack[ply+1] = *s
			w.game.Play(&w.stack[ply+1], o.Action, nil)
			n += 1 + w.walk(ply+1, depth-1)
		}
	case w.game.Turn(s).Kind == rules.Decide:
		w.actions[ply] = w.game.Actions(s, w.actions[ply][:0])
		for _, a := range w.actions[ply] {
			w.stack[ply+1] = *s
			w.game.Play(&w.stack[ply+1], a, nil)
			n += 1 + w.walk(ply+1, depth-1)
		}
	}
	return n
}
