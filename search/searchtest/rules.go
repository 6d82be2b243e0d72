package searchtest

import (
	"testing"

	"kokyu/rules"
)

// Rules benchmarks a game through its interface: every outcome of its start to a depth of a few Plays.
func Rules[S comparable](b *testing.B, g rules.Game[S], start S) {
	w := walker[S]{game: g}
	w.stack[0] = start
	b.ReportAllocs()
	w.walk(0)
	Measure(b, func() int { return w.walk(0) })
}

// walkDepth is how many Plays [Rules] looks ahead.
const walkDepth = 5

// walker counts outcomes through the interface; its buffers grow once.
type walker[S comparable] struct {
	game    rules.Game[S]
	stack   [walkDepth + 1]S
	actions [walkDepth][]rules.Action
	odds    [walkDepth][]rules.Odds
}

// walk returns how many outcomes there are below the position at this ply.
func (w *walker[S]) walk(ply int) int {
	if ply == walkDepth {
		return 0
	}
	s, n := &w.stack[ply], 0
	switch w.game.Turn(s).Kind {
	case rules.Over:
	case rules.Chance:
		w.odds[ply] = w.game.Odds(s, w.odds[ply][:0])
		for _, o := range w.odds[ply] {
			n += w.play(ply, o.Action)
		}
	default:
		w.actions[ply] = w.game.Actions(s, w.actions[ply][:0])
		for _, a := range w.actions[ply] {
			n += w.play(ply, a)
		}
	}
	return n
}

// play plays an action at a ply and returns how many outcomes that makes.
func (w *walker[S]) play(ply int, a rules.Action) int {
	w.stack[ply+1] = w.stack[ply]
	w.game.Play(&w.stack[ply+1], a, nil)
	return 1 + w.walk(ply+1)
}
