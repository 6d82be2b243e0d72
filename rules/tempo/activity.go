package tempo

import "kokyu/rules"

// epsilon is the difference of value that leaves cannot tell: 80 thousandths of a win, a little less than they are off
// by in positions whose exact values are known (alone.yaml). They undervalue a blow, as the AP it costs come back at
// the end of the turn: in brawl and archers the search that strikes within epsilon wins 0.67 of 32 pairs (0.60 to 0.75,
// luck off, 20,000 nodes) against the one that does not, and half as many turns only walk about.
const epsilon = 0.16

// duelEpsilon is the same for fights of one against one, whose leaves are fitted to exact values and so are nearer to
// them.
const duelEpsilon = 0.04

// Grades of activity. Spread of rules.Hooks is the difference for which all of epsilon counts: that of a blow to the
// end of the turn. To come nearer is a quarter of that more than to wait, and to wait a quarter more than to walk about
// or to change weapons.
const (
	paceGrade     = -1     // walks about or away, changes a weapon in hand for another
	waitGrade     = 0      // ends the turn, readies, reloads, wrestles free
	approachGrade = 1      // comes nearer to the nearest foe
	blowGrade     = spread // strikes or shoots

	spread = 4
)

// activity returns how much a decision of one's own turn does (Activity of rules.Hooks); of all others it is 0.
func (g *Game) activity(s *State, a rules.Action) int {
	if s.phase != phTurn {
		return 0
	}
	i := int(s.actor)
	switch {
	case g.Phase(s, a) == "attack":
		return blowGrade
	case a.Do == doMove || a.Do == doCombatMove:
		if g.field(s).Nears(i, a.To) > 0 {
			return approachGrade
		}
		return paceGrade
	case a.Do == doDraw && s.seats[i].hand != slotNone:
		return paceGrade
	}
	return waitGrade
}

// effectChance returns the chance that a blow or a shot changes anything for a foe (EffectChance of rules.Hooks), 1 for
// any other decision. To aim hurts nobody and is left out.
func (g *Game) effectChance(s *State, a rules.Action, enough float64) float64 {
	if s.phase != phTurn || g.Phase(s, a) != "attack" || a.Do == doAim {
		return 1
	}
	return rules.EffectChance(g, g.turnOwner, idleWords(), s, a, enough)
}
