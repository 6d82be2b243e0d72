package breath

import (
	"unsafe"

	"kokyu/rules"
)

// Hooks are what a search of this system uses besides the game.
func (g *Game) Hooks() rules.Hooks[State] {
	return rules.Hooks[State]{
		HashPrefix: int(unsafe.Offsetof(State{}.laid)), // nothing is laid on anybody in most fights
		Owner:      g.Owner,
		Leaf:       g.Leaf,
		Prepare:    g.Study,
		Formula:    g.Plain,
		NoEffect:   g.Vain,
		Activity:   g.Stirs,
		Epsilon:    g.Grain(),
		FineOdds:   g.Fine,
		Weights:    g.Weights,
		Weighing:   g.Weighing,
		Meaning:    g.Meaning,
	}
}
