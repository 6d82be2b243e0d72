package keep

import (
	"unsafe"

	"kokyu/rules"
)

// Hooks returns what a search of this system uses besides the game.
func (g *Game) Hooks() rules.Hooks[State] {
	h := rules.Hooks[State]{
		HashPrefix:   int(unsafe.Offsetof(State{}.lasts)), // no effect is on anybody in most fights
		Owner:        g.Owner,
		Leaf:         g.Leaf,
		EffectChance: g.Lands,
		Activity:     g.Activity,
		Epsilon:      g.Epsilon(),
		InExchange:   g.InExchange,
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
