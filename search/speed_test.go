package search_test

import (
	"fmt"
	"testing"

	"kokyu/rules"
	"kokyu/search"
	"kokyu/search/searchtest"
)

// Search as it is used: table, bounds, narrowing, a state of 256 bytes.
func BenchmarkSearch(b *testing.B) {
	for _, size := range [][2]int{{1, 1}, {3, 3}, {6, 6}} {
		for _, nodes := range []int{20_000, 200_000, 2_000_000} {
			b.Run(fmt.Sprintf("%dv%d/nodes=%d", size[0], size[1], nodes), func(b *testing.B) {
				g, s := search.NewBrawl(size[0], size[1], 4, 6, 3)
				searchtest.Speed(b, g, s, search.Limits{Nodes: nodes})
			})
		}
	}
}

// What the seam costs: the same plain walk through rules.Game and against the concrete game. Compare their yardsticks a node.
func BenchmarkSeam(b *testing.B) {
	g, s := search.NewBrawl(1, 1, 4, 3, 1)
	through := &walker[search.BrawlState]{game: g, stack: make([]search.BrawlState, 64)}
	direct := &brawlWalker{game: g, stack: make([]search.BrawlState, 64)}
	if a, z := through.value(&s, 0, 1), direct.value(&s, 0, 1); a != z || through.nodes != direct.nodes {
		b.Fatalf("different walks: %v of %d nodes, %v of %d", a, through.nodes, z, direct.nodes)
	}
	b.Run("interface", func(b *testing.B) {
		b.ReportAllocs()
		searchtest.Measure(b, func() int { through.nodes = 0; through.value(&s, 0, 1); return through.nodes })
	})
	b.Run("concrete", func(b *testing.B) {
		b.ReportAllocs()
		searchtest.Measure(b, func() int { direct.nodes = 0; direct.value(&s, 0, 1); return direct.nodes })
	})
}

// walker is expectimax and nothing else, through the seam.
type walker[S comparable] struct {
	game    rules.Game[S]
	stack   []S
	actions []rules.Action
	odds    []rules.Odds
	nodes   int
}

func (w *walker[S]) value(s *S, ply, breaths int) float64 {
	t := w.game.Turn(s)
	if t.Kind == rules.Over || t.Begins && breaths == 0 {
		return w.game.Score(s)
	}
	if t.Begins {
		breaths--
	}
	c := &w.stack[ply]
	if t.Kind == rules.Chance {
		first, sum := len(w.odds), 0.0
		w.odds = w.game.Odds(s, w.odds)
		for i := first; i < len(w.odds); i++ {
			*c = *s
			w.game.Play(c, w.odds[i].Action, nil)
			w.nodes++
			sum += float64(w.odds[i].P * w.value(c, ply+1, breaths))
		}
		w.odds = w.odds[:first]
		return sum
	}
	first, sign, best := len(w.actions), 1.0, -2.0
	if w.game.Side(t.Seat) != 0 {
		sign = -1
	}
	w.actions = w.game.Actions(s, w.actions)
	for i := first; i < len(w.actions); i++ {
		*c = *s
		w.game.Play(c, w.actions[i], nil)
		w.nodes++
		best = max(best, sign*w.value(c, ply+1, breaths))
	}
	w.actions = w.actions[:first]
	return sign * best
}

// brawlWalker is walker with the types filled in: what the compiler could do if there were no seam.
type brawlWalker struct {
	game    *search.Brawl
	stack   []search.BrawlState
	actions []rules.Action
	odds    []rules.Odds
	nodes   int
}

func (w *brawlWalker) value(s *search.BrawlState, ply, breaths int) float64 {
	t := w.game.Turn(s)
	if t.Kind == rules.Over || t.Begins && breaths == 0 {
		return w.game.Score(s)
	}
	if t.Begins {
		breaths--
	}
	c := &w.stack[ply]
	if t.Kind == rules.Chance {
		first, sum := len(w.odds), 0.0
		w.odds = w.game.Odds(s, w.odds)
		for i := first; i < len(w.odds); i++ {
			*c = *s
			w.game.Play(c, w.odds[i].Action, nil)
			w.nodes++
			sum += float64(w.odds[i].P * w.value(c, ply+1, breaths))
		}
		w.odds = w.odds[:first]
		return sum
	}
	first, sign, best := len(w.actions), 1.0, -2.0
	if w.game.Side(t.Seat) != 0 {
		sign = -1
	}
	w.actions = w.game.Actions(s, w.actions)
	for i := first; i < len(w.actions); i++ {
		*c = *s
		w.game.Play(c, w.actions[i], nil)
		w.nodes++
		best = max(best, sign*w.value(c, ply+1, breaths))
	}
	w.actions = w.actions[:first]
	return sign * best
}
