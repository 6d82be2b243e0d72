package keep

import (
	_ "embed"

	"kokyu/rules/book"
)

// What a search takes at its leaves: the estimate of Score, with weights fitted to exact values where one fights one;
// in the round that ends the fight that of lastround.go.

// duelYAML has the weights of leaves of one against one, as kokyu-lab eval fit writes them.
//
//go:embed alone.yaml
var duelYAML []byte

// duelWeights are the weights of leaves of one against one.
var duelWeights = func() weights {
	w := groupWeights
	w.tunables().Read("alone.yaml", duelYAML)
	return w
}()

// tunables returns the weights that a fit may change, by their names in alone.yaml.
func (w *weights) tunables() book.Tunables {
	return book.Tunables{
		book.NewTunable("first", &w.standing, 0, 20),
		book.NewTunable("late", &w.acted, 0, 1),
		book.NewTunable("passing", &w.passing, 0, 1),
		book.NewTunable("sharp", &w.sharp, 0.1, 3),
		book.NewTunable("tempo", &w.tempo, 0, 3),
	}
}

// isDuel reports whether a fight is one against one.
func (g *Game) isDuel() bool { return g.n == 2 && g.foes(0, 1) }

// Weights returns what leaves of this fight are weighed by: none unless it is one against one.
func (g *Game) Weights() []book.Weight {
	if !g.isDuel() {
		return nil
	}
	w := duelWeights
	return w.tunables().Weights()
}

// LeafWith returns Leaf with other values of Weights.
func (g *Game) LeafWith(values []float64) func(s *State) float64 {
	w := duelWeights
	w.tunables().Set(values)
	return func(s *State) float64 { return g.leaf(s, &w) }
}

// Leaf returns how side 0 stands, from -1 to 1; of a decided fight exactly.
func (g *Game) Leaf(s *State) float64 {
	if g.isDuel() {
		return g.leaf(s, &duelWeights)
	}
	return g.leaf(s, &groupWeights)
}

// leaf is Leaf with these weights.
func (g *Game) leaf(s *State, w *weights) float64 {
	if g.isLastRound(s) {
		return g.lastRound(s, w)
	}
	return g.estimate(s, w)
}
