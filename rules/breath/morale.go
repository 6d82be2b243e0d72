package breath

import "kokyu/rules"

// Kata with Energy that work on squads: a roar in one's breath, raised spirits in the lull.

// Prices and numbers of both, and what a roar's dice must come to.
const (
	roarCost  = 2
	roarNeed  = 11
	raiseCost = 2 // from the next Energy
)

// roarActions appends the enemy squads that seat i can roar at: within a step.
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

// takeRoar takes the dice of a roar: one Cohesion, two on a double.
func (g *Game) takeRoar(s *State, sum int8, double bool, log *rules.Log) {
	i, q := int(s.actor), int(s.task.at)
	total := sum + g.seats[i].roarBonus
	log.Add(rules.Event{Kind: "check", Seat: g.name(i), At: g.name(q), What: "roar", Total: int(total), Need: roarNeed, OK: total >= roarNeed, Double: double})
	if total >= roarNeed {
		n := int8(1)
		if double {
			n = 2
		}
		g.daunt(s, q, n, "a roar", log)
		if g.decide(s, log) {
			return
		}
	}
	g.closeManeuver(s, log)
}

// askRaising asks those who can raise their side's squads in the lull, one after the other, then begins the round.
func (g *Game) askRaising(s *State, log *rules.Log) {
	for ; int(s.scan) < g.n; s.scan++ {
		i := int(g.byTieRank[s.scan])
		if f := &g.seats[i]; f.canRaise && s.up(i) && s.seats[i].energy >= raiseCost && g.hasFaltering(s, f.side) {
			s.phase, s.actor = phRaise, uint8(i)
			return
		}
	}
	g.newRound(s, log)
}

// hasFaltering reports whether a side has a squad with Cohesion to regain.
func (g *Game) hasFaltering(s *State, side rules.Side) bool {
	for q := range g.n {
		if g.seats[q].isSquad() && g.seats[q].side == side && s.up(q) && s.seats[q].cohesion() < cohesionMax {
			return true
		}
	}
	return false
}

// takeRaise makes the choice: all of the side's squads, or nothing.
func (g *Game) takeRaise(s *State, yes bool, log *rules.Log) {
	i := int(s.actor)
	if yes {
		c := &s.seats[i]
		c.energy -= raiseCost
		log.Add(rules.Event{Kind: "spend", Seat: g.name(i), Of: "energy", N: raiseCost, Left: int(c.energy)})
		for q := range g.n {
			if g.seats[q].isSquad() && g.seats[q].side == g.seats[i].side && s.up(q) {
				g.hearten(s, q, 1, "spirits raised", log)
			}
		}
	}
	s.scan++
	g.askRaising(s, log)
}

// roarOdds returns the outcomes of a roar's dice: a double counts if it succeeds.
func (g *Game) roarOdds(s *State, buf []rules.Odds) []rules.Odds {
	need := roarNeed - g.seats[s.actor].roarBonus
	return gather(buf, func(sum int8, double bool) int16 { return bit(sum >= need) * (1 + bit(double)) })
}
