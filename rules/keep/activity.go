package keep

import "kokyu/rules"

// epsilon is a difference of value that the leaves of group fights cannot tell: ten thousandths of a win. Among
// decisions so near to each other a search takes the most active one. With it fewer turns only walk about, and the
// search is no weaker for it: it scores 0.549 (0.493 to 0.605, luck off, 100 pairs of the five built-in encounters at
// 20,000 nodes) against itself without.
const epsilon = 0.02

// duelEpsilon is the same for fights of one against one, where to wait for the other to come may be right: it decides
// only between decisions of equal value.
const duelEpsilon = 0.002

// activity returns how much a decision of one's own turn does (Activity of rules.Hooks): 3 for a blow at a foe, 2 for
// the first move towards one and for any other action, 1 for ending the turn or defending, 0 for further moves, moves
// away, and putting a weapon away. Stances that allow attacks do more than the others.
func (g *Game) activity(s *State, a rules.Action) int {
	switch s.phase {
	case phOpening, phStance:
		if st := stance(a.With); st == air || st == earth || st == void {
			return 0
		}
		return 1
	case phAct, phExtra:
		return g.actionActivity(s, a)
	}
	return 0
}

// actionActivity is activity of an action.
func (g *Game) actionActivity(s *State, a rules.Action) int {
	switch m := g.Motive(s, a); {
	case m.Strikes != rules.Nobody:
		return 3
	case m.Nears > 0 && s.moved == 0:
		return 2
	case m.Rests, m.Guards:
		return 1
	}
	switch a.Do {
	case doFreeMove, doMove, doSteedFree, doSteedMove, doCrawl, doLeave, doStow, doLetGo:
		return 0
	}
	return 2
}

// touchChance returns the chance that an attack changes anything for a foe (EffectChance of rules.Hooks), 1 for any
// other decision. It may stop once the chance is at least enough.
func (g *Game) touchChance(s *State, a rules.Action, enough float64) float64 {
	if a.Do != doAttack && a.Do != doGrapple && a.Do != doHit {
		return 1
	}
	return rules.TouchChance(g, g.turnOwner, idleWords(), s, a, enough)
}
