package keep

import (
	_ "embed"

	"kokyu/rules/book"
)

// The leaf evaluation: what a search takes for the value of a position that it does not look beyond. It is the estimate
// of Score with other weights, in fights of one against one by a fit to exact values; in the round that ends the fight
// lastround.go replaces it.

// groupWeights are the weights of leaves of groups: those of Score, but a blow after a Free Move counts in full.
var groupWeights = func() weights {
	w := scoreWeights
	w.freeMove = 1
	return w
}()

// duelYAML has the weights of leaves of one against one, as kokyu-lab eval fit writes them.
//
//go:embed alone.yaml
var duelYAML []byte

// duelWeights are the weights of leaves of one against one.
var duelWeights = func() weights {
	w := scoreWeights
	book.TunablesOf(&w, "alone").Read("alone.yaml", duelYAML)
	return w
}()

// isDuel reports whether a fight is one against one: such fights can be solved, so that weights are fitted to exact
// values.
func (g *Game) isDuel() bool { return g.n == 2 && g.foes(0, 1) }

// Weights returns the fitted weights of the leaves of this fight: none unless it is one against one.
func (g *Game) Weights() []book.Weight {
	if !g.isDuel() {
		return nil
	}
	return book.TunablesOf(&duelWeights, "alone").Weights()
}

// LeafWith returns Leaf with other values of Weights.
func (g *Game) LeafWith(values []float64) func(s *State) float64 {
	w := duelWeights
	book.TunablesOf(&w, "alone").Set(values)
	return func(s *State) float64 { return g.leaf(s, &w) }
}

// Leaf returns how side 0 stands, from -1 to 1; of a decided fight exactly.
func (g *Game) Leaf(s *State) float64 {
	if g.isDuel() {
		return g.leaf(s, &duelWeights)
	}
	return g.leaf(s, &groupWeights)
}

// leaf returns Leaf with other weights.
func (g *Game) leaf(s *State, w *weights) float64 {
	if g.isLastRound(s) {
		return g.lastRound(s, w)
	}
	return g.estimate(s, w)
}
