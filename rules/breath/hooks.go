package breath

import (
	"unsafe"

	"kokyu/rules"
)

// Hooks returns what a search of this system uses besides the game.
func (g *Game) Hooks() rules.Hooks[State] {
	return rules.Hooks[State]{
		HashPrefix:   int(unsafe.Offsetof(State{}.laid)), // nothing is laid on anybody in most fights
		Owner:        g.owner,
		Leaf:         g.Leaf,
		Prepare:      g.Prepare,
		Formula:      g.formulaLeaf,
		NoEffect:     g.hasNoEffect,
		EffectChance: g.landChance,
		Activity:     g.activity,
		Epsilon:      g.epsilon(),
		Plain:        g.plainAnswer,
		FineOdds:     g.fineOdds,
		Weights:      g.Weights,
		LeafWith:     g.LeafWith,
		Meaning:      g.meaning,
	}
}
