package breath

import "kokyu/rules"

// grain is what leaves of groups do not tell: ten thousandths of a win. They hold the Energy of a breath for nearly as good as
// what is done with it, and one who may strike or draw nearer for so little reserves instead.
const grain = 0.02

// Stirs is how much a decision does in one's own breath: 2 for a blow at a foe, 1 for coming nearer, 0 for all else.
func (g *Game) Stirs(s *State, a rules.Action) int {
	if g.bony() {
		return 0 // where two are alone leaves are fitted to exact values
	}
	switch m := g.Motive(s, a); {
	case m.Strikes != rules.Nobody:
		return 2
	case m.Nears > 0:
		return 1
	}
	return 0
}

// Grain is the difference of value that leaves do not tell.
func (g *Game) Grain() float64 { return grain }
