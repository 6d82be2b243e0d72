package breath

import "kokyu/rules"

// Document 003 §Close Fighting and Tsubazeriai: the blades lock. No ordinary cut is possible (MA-20), only weapons that
// are at home there strike. A push or a slip leads out, an empty hand shaves the other's guard.

// wrestle tries a push or a slip. Against one who can resist the dice of both decide.
func (g *Game) wrestle(s *State, log *rules.Log) {
	if s.canResist(1 - int(s.actor)) {
		s.phase = phContest
		return
	}
	g.unlock(s, log)
	g.closeManeuver(s, log)
}

// unlock makes a push or a slip that succeeds. A push leads out by one rung and takes guard from the one pushed (MA-21,
// MA-24). A slip leads to issoku itto (MA-22), and an attack that follows in the breath is not answered in haste (R-79,
//
func (g *Game) unlock(s *State, log *rules.Log) {
	i := int(s.actor)
	if uint16(s.task.do) == doSlip {
		g.setRung(s, i, issoku, "slip away", log)
		if g.rule.SlipTakes {
			s.breath |= breathSlipped
		}
		return
	}
	g.setRung(s, i, closeFighting, "push out", log)
	g.shave(s, 1-i, i, g.rule.Pushed, "pushed", log)
}

// emptyHandOpen reports whether seat i may make the empty-hand move: at close fighting and tsubazeriai, if none of its
// weapons can strike there.
func (g *Game) emptyHandOpen(s *State, i int) bool {
	if s.duel.rung < closeFighting {
		return false
	}
	f := &g.seats[i]
	for k := range f.arms {
		if a := &f.arms[k]; a.isBlow() && a.is&armEmpty == 0 && s.seats[i].inHand(a.slot) && a.rungMod[s.duel.rung] != outOfReach {
			return false
		}
	}
	return true
}
