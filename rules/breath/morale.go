package breath

import "kokyu/rules"

// Kata with Energy that work on squads: a roar in one's breath, raised morale in the lull.

// The Energy of both, and the number of a roar's check.
const (
	roarCost  = 2
	roarNeed  = 11
	raiseCost = 2 // of the next round's Energy
)

// roarActions appends a roar at each enemy squad within a step of seat i.
func (g *Game) roarActions(s *State, i int, buf []rules.Action) []rules.Action {
	f, c := &g.seats[i], &s.seats[i]
	if !f.canRoar || c.energy < roarCost || !g.canDeclare(s, i) {
		return buf
	}
	for q := range g.n {
		if g.seats[q].isSquad() && g.seats[q].side != f.side && s.up(q) && g.stepsApart[c.zone][s.seats[q].zone] <= 1 {
			buf = append(buf, rules.Action{Do: doRoar, At: rules.Seat(q)})
		}
	}
	return buf
}

// takeRoar takes the dice of a roar, which takes one Cohesion, or two on a double.
func (g *Game) takeRoar(s *State, sum int8, double bool, log *rules.Log) {
	s.phase = phDone
	if sum+g.seats[s.actor].roarBonus >= roarNeed {
		g.daunt(s, int(s.task.at), 1+int8(bit(double)), "a roar", log)
		g.decide(s, log)
	}
}

// askRaising asks the next one who can raise its squads' morale in the lull, where one has Cohesion to regain, in the
// order of ties in the count; after the last one it begins the round.
func (g *Game) askRaising(s *State, log *rules.Log) {
	for ; int(s.scan) < g.n; s.scan++ {
		i := int(g.byTieRank[s.scan])
		if f := &g.seats[i]; !f.canRaise || !s.up(i) || s.seats[i].energy < raiseCost {
			continue
		}
		falters := func(q int) bool {
			f := &g.seats[q]
			return f.isSquad() && f.side == g.seats[i].side && s.up(q) && s.seats[q].cohesion() < cohesionMax
		}
		if g.has(falters) {
			s.phase, s.actor = phRaise, uint8(i)
			return
		}
	}
	s.phase = phRound
}

// takeRaise takes the choice to raise morale or not: that of all squads of the side.
func (g *Game) takeRaise(s *State, yes bool, log *rules.Log) {
	i := int(s.actor)
	if yes {
		g.spendEnergy(s, i, raiseCost, log)
		for q := range g.n {
			if g.seats[q].isSquad() && g.seats[q].side == g.seats[i].side && s.up(q) {
				g.hearten(s, q, 1, "spirits raised", log)
			}
		}
	}
	s.scan++
	g.askRaising(s, log)
}
