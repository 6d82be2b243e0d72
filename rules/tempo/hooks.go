package tempo

import "kokyu/rules"

// Hooks returns what a search of this system uses besides the game.
func (g *Game) Hooks() rules.Hooks[State] {
	h := rules.Hooks[State]{
		Owner:        g.turnOwner,
		Veil:         g.veil,
		Leaf:         g.Leaf,
		EffectChance: g.touchChance,
		Activity:     g.activity,
		Spread:       spread,
		Epsilon:      g.leafEpsilon(),
		Plain:        g.plainDecision,
		Weights:      g.Weights,
		LeafWith:     g.LeafWith,
		Throw:        g.throwDice,
	}
	if !g.isDuel() { // of two alone all that there is can be worked out
		h.Representatives, h.MergedOdds = g.representatives, g.Odds
	}
	return h
}
