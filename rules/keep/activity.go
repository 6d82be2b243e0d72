package keep

import "kokyu/rules"

// Among decisions that differ by less than so much a search takes the most active one, so that fewer turns only walk
// about. Values go from -1 to 1.
const (
	epsilon     = 0.02  // of group fights, whose leaves cannot tell less apart
	duelEpsilon = 0.002 // of one against one: leaves are fitted to exact values, and to wait may be right
)

// activity returns how much a decision of one's own turn does (Activity of rules.Hooks): 3 for a blow at a foe, 2 for
// the first move towards one and for most other actions, 1 for ending the turn or defending, 0 for further moves, moves
// away, and putting a weapon away; 1 for a stance that allows attacks, 0 for the others.
func (g *Game) activity(s *State, a rules.Action) int {
	switch s.phase {
	case phOpening, phStance:
		if st := stance(a.With); st == air || st == earth || st == void {
			return 0
		}
		return 1
	case phAct, phExtra:
	default:
		return 0
	}
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

// effectChance returns the chance that an attack changes anything for a foe (EffectChance of rules.Hooks), 1 for any
// other decision. It may stop once the chance is at least enough.
func (g *Game) effectChance(s *State, a rules.Action, enough float64) float64 {
	if a.Do != doAttack && a.Do != doGrapple && a.Do != doHit {
		return 1
	}
	return rules.EffectChance(g, g.turnOwner, idleWords(), s, a, enough)
}
