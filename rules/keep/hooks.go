package keep

import (
	"unsafe"

	"kokyu/rules"
)

// Hooks returns what a search of this system uses besides the game.
func (g *Game) Hooks() rules.Hooks[State] {
	return rules.Hooks[State]{
		HashPrefix:      int(unsafe.Offsetof(State{}.lasts)), // no effect is on anybody in most fights
		Owner:           g.turnOwner,
		Leaf:            g.Leaf,
		EffectChance:    g.touchChance,
		Activity:        g.activity,
		Epsilon:         g.leafEpsilon(),
		InExchange:      g.isInExchange,
		Plain:           g.plainDecision,
		Weights:         g.Weights,
		LeafWith:        g.LeafWith,
		Throw:           g.throwDice,
		Representatives: g.representatives,
		MergedOdds:      g.mergedOdds,
	}
}
