package tempo

import "kokyu/rules"

// Hooks returns what a search uses of this system besides the methods of the game. Fights of one against one are small
// enough for every square and every class of dice; in others one square stands for all of its kind.
func (g *Game) Hooks() rules.Hooks[State] {
	h := rules.Hooks[State]{
		Owner:        g.turnOwner,
		Veil:         g.veil,
		Leaf:         g.Leaf,
		EffectChance: g.effectChance,
		Activity:     g.activity,
		IsPlayedOut:  g.isLastRound,
		Spread:       spread,
		Epsilon:      duelEpsilon,
		Plain:        func(s *State) (rules.Action, bool) { return phases[s.phase].PlainDecision() },
		Weights:      g.Weights,
		LeafWith:     g.LeafWith,
		Throw:        func(s *State, die func(sides int) int) []int { return phases[s.phase].Throw(g, s, die) },
	}
	if !g.isDuel() { // of two alone all that there is can be worked out
		h.Epsilon, h.Representatives, h.MergedOdds = epsilon, g.representatives, g.Odds
	}
	return h
}
