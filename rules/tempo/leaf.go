package tempo

// What a search takes at its leaves. Score sees what one step changes; a leaf is seen by one who goes on from there.

// Leafed are the weights of leaves. On one's own turn AP short of a blow are worth nothing, as the pool is filled after it:
// a search that holds them for something keeps its turn and its AP. A weapon has to be in hand, and a foe within reach, to
// count whole: greedy would then never draw or walk, for it looks at no more than one step and its price.
var Leafed = func() Weights {
	w := Fitted
	w.Part, w.Draw, w.Reload, w.Close, w.Far = 0, 0.8, 1, 1, 0.1
	return w
}()

// Leaf is how side 0 stands, from -1 to 1; of a decided fight exactly.
func (g *Game) Leaf(s *State) float64 { return g.seen(s, g.sharp) }
