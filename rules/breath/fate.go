package breath

import (
	"slices"

	"kokyu/rules"
)

// Fate Intervention, which a ruling may switch on: a Lord who has seen the dice may shift one of them by
// one, as often in a fight as its Fate says, at least once. The faces after it count as thrown: they make and break
// doubles. Some spells let their bearer do the same.

// mayShiftDice reports whether the thrower may shift the dice about to be thrown. Then their outcomes are
// told face by face and the fight waits in phFate before they count. Lots and contests are not shifted.
func (g *Game) mayShiftDice(s *State) bool {
	if !g.rule.Fate && !g.shiftsDice || s.phase == phLot || s.phase == phContest { // K-12
		return false
	}
	i := phases[s.phase].Seat(g, s)
	return s.seats[i].lost>>fateShift < g.fighters[i].fate || g.shiftSpell(s, int(i)) != nil
}

// shiftSpell returns the unused spell that lets seat i shift a die, nil for none. A Lord uses its own Fate before it.
func (g *Game) shiftSpell(s *State, i int) *lastingEffect {
	for n := range g.lasting {
		if t := &g.lasting[n]; t.effects.Shift && g.lastingOn(s, i, t) == 1 {
			return t
		}
	}
	return nil
}

// shiftActions appends the choices of a Lord who sees the dice: to let them lie, or to shift one die up or down by one.
// With a double both dice lead to the same two throws, which are offered once.
func shiftActions(_ *Game, s *State, buf []rules.Action) []rules.Action {
	lo, hi := s.shownFaces[0], s.shownFaces[1]
	buf = append(buf, rules.Action{Do: doKeepDice, At: rules.Nobody})
	for _, faces := range [...][2]uint8{{lo - 1, hi}, {lo + 1, hi}, {lo, hi - 1}, {lo, hi + 1}} {
		act := rules.Action{Do: doShiftDie, At: rules.Nobody, With: min(faces[0], faces[1]), To: max(faces[0], faces[1])}
		if act.With >= 1 && act.To <= 10 && !slices.Contains(buf[1:], act) {
			buf = append(buf, act)
		}
	}
	return buf
}

// intervene returns the dice as they lie, or as they are after a shift, and puts the fight back into the phase that
// waits for them.
func (g *Game) intervene(s *State, act rules.Action, log *rules.Log) (sum int8, double bool) {
	lo, hi := s.shownFaces[0], s.shownFaces[1]
	i := phases[s.pausedPhase].Seat(g, s)
	s.phase, s.pausedPhase, s.shownFaces = s.pausedPhase, phOver, [2]uint8{}
	if act.Do == doShiftDie {
		lo, hi = act.With, act.To
		if s.seats[i].lost>>fateShift < g.fighters[i].fate {
			s.seats[i].lost += 1 << fateShift
		} else {
			g.setLasting(s, int(i), g.shiftSpell(s, int(i)), 2)
		}
		log.Add(rules.Event{Kind: "fate", Seat: g.name(int(i)), N: int(lo), Left: int(hi)})
	}
	return int8(lo + hi), lo == hi
}
