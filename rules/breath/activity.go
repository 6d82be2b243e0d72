package breath

import "kokyu/rules"

// epsilon is the difference of value below which leaves of groups cannot tell decisions apart: a hundredth of a win.
// They value the Energy of a breath nearly as high as what is done with it, so that a seat would reserve, for less than
// that, where it could strike or come nearer.
const epsilon = 0.02

// activity returns how much a decision of a seat's own breath does: 2 for an attack on a foe, 1 for coming nearer, 0
// for anything else.
func (g *Game) activity(s *State, a rules.Action) int {
	if g.oneOnOne() {
		return 0 // leaves of one against one are fitted to exact values
	}
	switch m := g.Motive(s, a); {
	case m.Strikes != rules.Nobody:
		return 2
	case m.Nears > 0:
		return 1
	}
	return 0
}

// epsilon returns the difference of value that leaves cannot tell.
func (g *Game) epsilon() float64 { return epsilon }

// landChance returns the chance that a blow does anything to a foe, see [rules.Hooks].
func (g *Game) landChance(s *State, a rules.Action, enough float64) float64 {
	if a.Do != doAttack {
		return 1
	}
	return rules.TouchChance(g, g.owner, idle(), s, a, enough)
}

// plainAnswer returns the decision that adds nothing to the action under way, see [rules.Hooks].
func (g *Game) plainAnswer(s *State) (rules.Action, bool) {
	if s.phase == phAnswer {
		return rules.Action{Do: doTake, At: rules.Seat(s.currentBlow().by)}, true
	}
	if a := phases[s.phase].Plain; a != nil {
		return *a, true
	}
	return rules.Action{At: rules.Nobody}, false
}
