package keep

import (
	"unsafe"

	"kokyu/rules"
)

// Hooks returns what a search uses of this system besides the methods of the game.
func (g *Game) Hooks() rules.Hooks[State] {
	h := rules.Hooks[State]{
		HashPrefix:      int(unsafe.Offsetof(State{}.slots)), // in most fights all bytes from there on are 0
		Owner:           g.turnOwner,
		Leaf:            g.Leaf,
		EffectChance:    g.effectChance,
		Activity:        g.activity,
		IsPlayedOut:     g.isLastRound,
		Epsilon:         epsilon,
		InExchange:      g.isInExchange,
		Plain:           func(s *State) (rules.Action, bool) { return phases[s.phase].PlainDecision() },
		Weights:         g.Weights,
		LeafWith:        g.LeafWith,
		Throw:           g.throwDice,
		Representatives: g.representatives,
		MergedOdds:      g.mergedOdds,
	}
	if g.isDuel() {
		h.Epsilon = duelEpsilon
	}
	return h
}
