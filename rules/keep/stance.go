package keep

import (
	"kokyu/rules"
	"kokyu/rules/keep/rows"
)

// Stances (001 §Stances): five, chosen at the start of a turn, kept until the next.

// stances returns the stances that a seat may take now.
func (g *Game) stances(s *State, i int, buf []rules.Action) []rules.Action {
	for st := water; st < stanceCount; st++ {
		if g.allows(s, i, st) && (st != void || g.mayVoid(s, i)) {
			buf = append(buf, rules.Action{Do: doStance, With: uint8(st), At: rules.Nobody})
		}
	}
	return buf
}

// allows reports whether a seat's conditions let it be in a stance: Stunned Air and Earth, Prone Water and Air, mounted all
// but Fire (RK-187, RK-211, RK-206).
func (g *Game) allows(s *State, i int, st stance) bool {
	c := &s.seats[i]
	switch {
	case c.stun != 0 && st != air && st != earth,
		c.status&prone != 0 && st != water && st != air,
		c.mount != 0 && !g.seats[i].steed && st == fire:
		return false
	}
	return true
}

// mayVoid reports whether the table lets a seat take the Void stance.
func (g *Game) mayVoid(s *State, i int) bool {
	if g.seats[i].mook && !g.rule.MookVoid {
		return false
	}
	return g.rule.VoidTwice || s.seats[i].turns&wasVoid == 0
}

// chooseStance takes the stance of the turn that begins.
func (g *Game) chooseStance(s *State, a rules.Action, log *rules.Log) {
	g.assume(s, int(s.actor), stance(a.With), log)
	g.beginActions(s, log)
}

// assume puts a seat into a stance.
func (g *Game) assume(s *State, i int, st stance, log *rules.Log) {
	c := &s.seats[i]
	c.stance = st
	c.turns &^= wasVoid
	if st == void && !g.rule.VoidTwice {
		c.turns |= wasVoid
	}
	if log != nil {
		log.Add(rules.Event{Kind: "stance", Seat: g.name(i), What: rows.StanceNames[st], OK: true})
	}
}

// gives reports whether a seat has the benefits of a stance: not of one its conditions forbid by now (R-RK-09), nor of
// Earth or Fire while Exhausted (RK-197).
func (g *Game) gives(s *State, i int, st stance) bool {
	f := &g.seats[i]
	if s.seats[i].stance != st || !g.allows(s, i, st) {
		return false
	}
	return !(f.exhausted || f.sleepless > 0) || st != earth && st != fire
}

// stanceBonus returns the Stance Bonus to the ATN (RK-79, RK-83).
func (g *Game) stanceBonus(s *State, i int) int {
	f := &g.seats[i]
	switch {
	case g.gives(s, i, air):
		return f.rings[ringAir] + f.skills[defense]
	case g.gives(s, i, earth):
		return int(s.seats[i].earth)
	}
	return 0
}
