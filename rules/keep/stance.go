package keep

import (
	"kokyu/rules"
	"kokyu/rules/keep/rows"
)

// Stances (001 §Stances): five, chosen at the start of a turn and kept until the next. A seat whose condition forbids
// its stance stays in it, without the benefits but with the drawbacks (R-RK-09).

// listStances appends the stances that a seat may take now.
func (g *Game) listStances(s *State, i int, buf []rules.Action) []rules.Action {
	for st := water; st < stanceCount; st++ {
		if g.canBeIn(s, i, st) && (st != void || g.mayTakeVoid(s, i)) {
			buf = append(buf, rules.Action{Do: doStance, With: uint8(st), At: rules.Nobody})
		}
	}
	return buf
}

// canBeIn reports whether a seat's conditions allow a stance: Stunned only Air and Earth (RK-187), Prone only Water and
// Air (RK-211), mounted all but Fire (RK-206).
func (g *Game) canBeIn(s *State, i int, st stance) bool {
	c := &s.seats[i]
	return !(c.stun != 0 && st != air && st != earth ||
		c.status&prone != 0 && st != water && st != air ||
		g.isRiding(s, i) && st == fire)
}

// mayTakeVoid reports whether the rulings let a seat take the Void stance: mooks may not (R-RK-77), nor anybody twice
// running (R-RK-74), unless a group decides otherwise.
func (g *Game) mayTakeVoid(s *State, i int) bool {
	return (!g.seats[i].mook || g.rule.MookVoid) && (g.rule.VoidTwice || s.seats[i].turnMarks&wasVoid == 0)
}

// chooseStance takes the stance of the turn that begins.
func (g *Game) chooseStance(s *State, a rules.Action, log *rules.Log) {
	g.setStance(s, int(s.actor), stance(a.With), log)
	g.beginActions(s, log)
}

// setStance puts a seat into a stance, and marks it wasVoid where Void may not be taken twice running (R-RK-74).
func (g *Game) setStance(s *State, i int, st stance, log *rules.Log) {
	c := &s.seats[i]
	c.stance = st
	c.turnMarks &^= wasVoid
	if st == void && !g.rule.VoidTwice {
		c.turnMarks |= wasVoid
	}
	if log != nil {
		log.Add(rules.Event{Kind: "stance", Seat: g.name(i), What: rows.StanceNames[st], OK: true})
	}
}

// hasBenefit reports whether a seat has the benefits of a stance: it is in it, its conditions still allow that
// (R-RK-09), and it is not Exhausted if that is Earth or Fire (RK-197).
func (g *Game) hasBenefit(s *State, i int, st stance) bool {
	if s.seats[i].stance != st || !g.canBeIn(s, i, st) {
		return false
	}
	isExhausted := g.seats[i].exhausted || g.seats[i].sleeplessDays > 0
	return !isExhausted || st != earth && st != fire
}

// stanceBonus returns the Stance Bonus to the ATN (RK-79, RK-83).
func (g *Game) stanceBonus(s *State, i int) int {
	f := &g.seats[i]
	switch {
	case g.hasBenefit(s, i, air):
		return f.rings[ringAir] + f.skills[defense]
	case g.hasBenefit(s, i, earth):
		return int(s.seats[i].earthBonus)
	}
	return 0
}
