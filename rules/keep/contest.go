package keep

import (
	"kokyu/rules"
	"kokyu/rules/dice"
)

// Contests (RK-111, RK-125, RK-128, RK-139): everybody rolls, the highest wins; a tie wins nothing (R-RK-19). Whoever
// rolls may add a Void Point or the bonus of the Void stance, the active one first (R-RK-49).

// The contests of an attack, in their order; State.step is the one under way.
const (
	noContest = iota
	knockdownContest
	shoveContest
	disarmContest
	contestCount
)

// isGrappleContest reports whether the contest under way is one of all in a grapple.
func (s *State) isGrappleContest() bool { return s.do == 0 }

// contenders returns the seats that roll, the active one first, then in the order of initiative.
func (g *Game) contenders(s *State) (o order, n int) {
	o[0], n = s.actor, 1
	if !s.isGrappleContest() {
		o[1] = s.at
		return o, 2
	}
	hold := s.seats[s.actor].hold & holdNumber
	for place := range g.n {
		k := g.seatAt(s, place)
		if k != int(s.actor) && s.seats[k].grapple() == hold {
			o[n] = uint8(k)
			n++
		}
	}
	return o, n
}

// contestPool returns what a contender rolls.
func (g *Game) contestPool(s *State, k int) dice.Pool {
	f, c := &g.seats[k], &s.seats[k]
	var p dice.Pool
	switch {
	case s.isGrappleContest():
		p = g.grappleContestPool(s, k)
	default:
		p = ringPool(f.attributes[strength])
		if k == int(s.at) && s.calls&(push|pull) != 0 && s.squares > 1 && s.step == shoveContest {
			p.Add += f.rings[ringEarth] // RK-131, R-RK-14
		}
		if k == int(s.actor) && c.stun != 0 {
			p.Roll += stunDice
		}
	}
	p = g.gainOf(s, k, doesTests).more(p)
	p.Add -= g.penalty(c, k)
	var b bonus
	if s.boosters&(1<<k) != 0 {
		b |= byStrive
		if p.Explode {
			b = byBoost
		}
	}
	if s.voidTakers&(1<<k) != 0 {
		b |= byVoid
	}
	return g.withVoid(p, k, b)
}

// nextContest goes on to the next contest an attack has called for, or past the last one.
func (g *Game) nextContest(s *State, log *rules.Log) {
	for s.step++; s.step < contestCount; s.step++ {
		called := [...]calls{knockdownContest: knockdown, shoveContest: push | pull, disarmContest: disarm}[s.step]
		if s.calls&called != 0 && g.conscious(s, int(s.at)) {
			g.askContenders(s)
			return
		}
	}
	s.step = noContest
	if s.calls&disarm != 0 {
		g.afterDamage(s, log)
		return
	}
	if s.calls&(knockdown|push|pull) != 0 && s.contestsWon == 0 && !g.rule.LostContest {
		if log != nil { // R-RK-13: a lost contest does no damage, and says so
			log.Add(rules.Event{Kind: "spared", Seat: g.name(int(s.at)), At: g.name(int(s.actor)), What: "no contest won"})
		}
		g.endAttack(s, log)
		return
	}
	g.askDamage(s, log)
}

// askContenders asks the contenders what they add.
func (g *Game) askContenders(s *State) {
	o, n := g.contenders(s)
	var room [8]rules.Action
	for _, k := range o[:n] {
		if s.answered&(1<<k) == 0 && len(g.listEfforts(s, int(k), room[:0])) > 1 {
			s.phase, s.by = phEffort, k
			return
		}
	}
	s.phase, s.by = phContest, 0
}

// listEfforts returns what a contender may add.
func (g *Game) listEfforts(s *State, k int, buf []rules.Action) []rules.Action {
	c := &s.seats[k]
	buf = append(buf, rules.Action{Do: doNoMore, At: rules.Nobody})
	bit := uint8(1) << k
	if s.boosters&bit == 0 && s.voidTakers&bit == 0 && c.voidPoints > 0 {
		switch p := g.contestPool(s, k); {
		case p.Explode && c.spent&boost == 0:
			buf = append(buf, rules.Action{Do: callBoost, At: rules.Nobody})
		case !p.Explode && c.spent&strive == 0:
			buf = append(buf, rules.Action{Do: callStrive, At: rules.Nobody})
		}
	}
	if s.voidTakers&bit == 0 && c.turnMarks&beganVoid != 0 && c.spent&spentVoidBonus == 0 {
		buf = append(buf, rules.Action{Do: callVoid, At: rules.Nobody})
	}
	return buf
}

// takeEffort takes what one adds.
func (g *Game) takeEffort(s *State, a rules.Action, log *rules.Log) {
	k := int(s.by)
	switch a.Do {
	case doNoMore:
		s.answered |= 1 << k
	case callBoost:
		s.boosters |= 1 << k
		g.spend(s, k, boost, log)
	case callStrive:
		s.boosters |= 1 << k
		g.spend(s, k, strive, log)
	case callVoid:
		s.voidTakers |= 1 << k
		g.spend(s, k, spentVoidBonus, log)
	}
	g.askContenders(s)
}

// contestWinOdds returns the outcomes: each who can win, and a tie.
func (g *Game) contestWinOdds(s *State, buf []rules.Odds) []rules.Odds {
	o, n := g.contenders(s)
	var c [seatsMax]dice.Curve
	for j, k := range o[:n] {
		c[j] = g.contestPool(s, int(k)).Curve()
	}
	left := 1.0
	for j, k := range o[:n] {
		p := 0.0
		for v := c[j].First(); v <= c[j].Last(); v++ {
			q := c[j].Exactly(v)
			for l := range n {
				if l != j && q > 0 {
					q = float64(q * (1 - c[l].AtLeast(v)))
				}
			}
			p += q
		}
		if p > 0 {
			a := totals(0, 1)
			if j == 0 {
				a = totals(1, 0)
			}
			a.At = rules.Seat(k)
			buf = append(buf, rules.Odds{Action: a, P: p})
			left -= p
		}
	}
	if left > 1e-15 {
		buf = append(buf, rules.Odds{Action: totals(0, 0), P: left})
	}
	return buf
}

// totals returns what a contest came to: the active one's total, and the best of the others'.
func totals(own, other int16) rules.Action {
	return rules.Action{Do: doTotals, At: rules.Nobody, N: own, With: uint8(uint16(other)), Mode: uint8(uint16(other) >> 8)}
}

// totalsOf returns the totals that an outcome of a contest has.
func totalsOf(a rules.Action) (own, other int16) {
	return a.N, int16(uint16(a.With) | uint16(a.Mode)<<8)
}

// takeWinner takes who has won.
func (g *Game) takeWinner(s *State, a rules.Action, log *rules.Log) {
	i := int(s.actor)
	won := int(a.At) == i
	if log != nil {
		g.logContest(s, a, won, log)
	}
	s.answered, s.boosters, s.voidTakers, s.by = 0, 0, 0, 0
	if s.isGrappleContest() {
		g.takeControl(s, a.At, log)
		return
	}
	if won {
		s.contestsWon |= [...]calls{knockdownContest: knockdown, shoveContest: s.calls & (push | pull), disarmContest: disarm}[s.step]
	}
	g.nextContest(s, log)
}

// logContest logs how a contest ended. In a grapple of several At is who has won it, where the actor has not.
func (g *Game) logContest(s *State, a rules.Action, won bool, log *rules.Log) {
	own, other := totalsOf(a)
	e := rules.Event{Kind: "contest", Seat: g.name(int(s.actor)), What: g.contestName(s), Total: int(own), Need: int(other), OK: won, Of: g.contestText(s)}
	o, n := g.contenders(s)
	k := o[n-1]
	if !won && a.At != rules.Nobody {
		k = uint8(a.At)
	}
	e.At = g.name(int(k))
	log.Add(e)
}

// contestName returns what a contest is for.
func (g *Game) contestName(s *State) string {
	if s.isGrappleContest() {
		return "grapple"
	}
	return [...]string{"", "knockdown", "push or pull", "disarm"}[s.step]
}
