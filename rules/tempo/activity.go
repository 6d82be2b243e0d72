package tempo

import "kokyu/rules"

// epsilon is the difference of value that leaves cannot tell: 80 thousandths of a win, a little less than they are off by in positions whose exact
// values are known (alone.yaml). They hold a blow for less than it is, as what it costs comes back with the turn's end: in
// brawl and archers the search that strikes within epsilon wins 0.67 of 32 pairs (0.60 to 0.75, luck off, 20,000 nodes)
// against the one that takes its leaves at their word, and half as many turns only pace.
const epsilon = 0.16

// duelEpsilon is the same where two are alone: their leaves are fitted to exact values and nearer to them.
const duelEpsilon = 0.04

// Activity is how much a decision does: 1 for a strike at a foe in one's own turn, 0 for all else.
func (g *Game) Activity(s *State, a rules.Action) int {
	if s.phase == phTurn && g.Phase(s, a) == "attack" {
		return 1
	}
	return 0
}

// Epsilon is the difference of value that leaves cannot tell.
func (g *Game) Epsilon() float64 {
	if g.single() {
		return duelEpsilon
	}
	return epsilon
}
