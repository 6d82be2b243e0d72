package tempo

import "kokyu/rules"

// Hooks returns what a search of this system uses besides the game.
func (g *Game) Hooks() rules.Hooks[State] {
	h := rules.Hooks[State]{
		Owner:        g.Owner,
		Veil:         g.Veil,
		Leaf:         g.Leaf,
		EffectChance: g.Lands,
		Activity:     g.Activity,
		Spread:       spread,
		Epsilon:      g.Epsilon(),
		Plain:        g.Plain,
		Weights:      g.Weights,
		LeafWith:     g.LeafWith,
		Throw:        g.Throw,
	}
	if g.HasRepresentatives() {
		h.Representatives, h.MergedOdds = g.Representatives, g.MergedOdds
	}
	return h
}
