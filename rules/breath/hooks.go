package breath

import (
	"unsafe"

	"kokyu/rules"
)

// Hooks returns what a search of this system uses besides the game.
func (g *Game) Hooks() rules.Hooks[State] {
	return rules.Hooks[State]{
		HashPrefix:   int(unsafe.Offsetof(State{}.laid)), // nothing is laid on anybody in most fights
		Owner:        g.Owner,
		Leaf:         g.Leaf,
		Prepare:      g.Prepare,
		Formula:      g.Formula,
		NoEffect:     g.NoEffect,
		EffectChance: g.Lands,
		Activity:     g.Activity,
		Epsilon:      g.Epsilon(),
		Plain:        g.Plain,
		FineOdds:     g.FineOdds,
		Weights:      g.Weights,
		LeafWith:     g.LeafWith,
		Meaning:      g.Meaning,
	}
}
