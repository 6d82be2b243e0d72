package keep

import (
	"kokyu/rules"
	"kokyu/rules/dice"
)

// Contests (RK-111, RK-125, RK-128, RK-139): all contenders roll, and the highest total wins; nobody wins a tie
// (R-RK-19). Before the roll each may add a Void Point or the bonus of the Void stance, the actor first (R-RK-49).
// Nobody rolls until all have decided, so that no decision depends on another's dice.

// The contests of an attack, in their order; State.step is the one under way.
const (
	noContest = iota
	knockdownContest
	shoveContest
	disarmContest
)

// contests has the name of each contest in events, and the maneuvers that call for it.
var contests = [...]struct {
	name     string
	calledBy calls
}{knockdownContest: {"knockdown", knockdown}, shoveContest: {"push or pull", push | pull}, disarmContest: {"disarm", disarm}}

// isGrappleContest reports whether the contest under way is that of a grapple, which is held as a turn begins, when no
// action is under way.
func (s *State) isGrappleContest() bool { return s.do == 0 }

// contenders returns the n seats that roll: the actor first, then the others in the order of initiative.
func (g *Game) contenders(s *State) (seats order, n int) {
	seats[0], n = s.actor, 1
	if !s.isGrappleContest() {
		seats[1] = s.at
		return seats, 2
	}
	own := s.seats[s.actor].grappleNumber()
	for place := range g.n {
		k := g.seatAt(s, place)
		if k != int(s.actor) && s.seats[k].grappleNumber() == own {
			seats[n] = uint8(k)
			n++
		}
	}
	return seats, n
}

// contestPool returns the pool that a contender rolls. Being Stunned hinders only the actor of an attack.
func (g *Game) contestPool(s *State, k int) dice.Pool {
	f, c := &g.seats[k], &s.seats[k]
	var p dice.Pool
	if s.isGrappleContest() {
		p = g.grappleContestPool(s, k)
	} else {
		p = traitPool(f.attributes[strength])
		if k == int(s.at) && s.calls&(push|pull) != 0 && s.squares > 1 && s.step == shoveContest {
			p.Add += f.rings[ringEarth] // RK-131, R-RK-14
		}
		if k == int(s.actor) && c.stun != 0 {
			p.Roll += stunDice
		}
	}
	p = g.gainOf(s, k, doesTests).addTo(p)
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

// nextContest goes on to the next contest that a hit has called for, and after the last one to the damage. A Disarm has
// rolled that before its contest (R-RK-13).
func (g *Game) nextContest(s *State, log *rules.Log) {
	for s.step++; int(s.step) < len(contests); s.step++ {
		if s.calls&contests[s.step].calledBy != 0 && g.isConscious(s, int(s.at)) {
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
		if log != nil { // R-RK-13: a lost contest does no damage
			log.Add(rules.Event{Kind: "spared", Seat: g.name(int(s.at)), At: g.name(int(s.actor)), What: "no contest won"})
		}
		g.endAttack(s, log)
		return
	}
	g.askDamage(s, log)
}

// askContenders asks the next contender who has a choice what it adds to its roll. When all have said, the dice are
// next.
func (g *Game) askContenders(s *State) {
	seats, n := g.contenders(s)
	var room [8]rules.Action
	for _, k := range seats[:n] {
		if s.answered&(1<<k) == 0 && len(g.listEfforts(s, int(k), room[:0])) > 1 {
			s.phase, s.by = phEffort, k
			return
		}
	}
	s.phase, s.by = phContest, 0
}

// listEfforts appends what a contender may add to its roll: nothing more, one Void Point, which is a Boost if its dice
// explode and else a Strive, and the bonus of the Void stance.
func (g *Game) listEfforts(s *State, k int, buf []rules.Action) []rules.Action {
	c := &s.seats[k]
	buf = append(buf, bareAction(doNoMore))
	bit := uint8(1) << k
	if s.boosters&bit == 0 && s.voidTakers&bit == 0 && c.voidPoints > 0 {
		switch p := g.contestPool(s, k); {
		case p.Explode && c.canSpend(boost):
			buf = append(buf, bareAction(callBoost))
		case !p.Explode && c.canSpend(strive):
			buf = append(buf, bareAction(callStrive))
		}
	}
	if s.voidTakers&bit == 0 && c.hasVoidBonus() {
		buf = append(buf, bareAction(callVoid))
	}
	return buf
}

// takeEffort takes what a contender adds to its roll, and asks again, since it may add a second thing.
func (g *Game) takeEffort(s *State, a rules.Action, log *rules.Log) {
	k := int(s.by)
	switch a.Do {
	case doNoMore:
		s.answered |= 1 << k
	case callBoost, callStrive:
		s.boosters |= 1 << k
	case callVoid:
		s.voidTakers |= 1 << k
	}
	if use := voidCalls[a.Do].use; use != 0 {
		g.spend(s, k, use, log)
	}
	g.askContenders(s)
}

// contestWinOdds returns the outcomes of the contest under way: that each contender wins, and a tie. The totals in them
// are 1 and 0, since only who wins matters; the real totals are for the log.
func (g *Game) contestWinOdds(s *State, buf []rules.Odds) []rules.Odds {
	seats, n := g.contenders(s)
	var curves [seatsMax]dice.Curve
	for j, k := range seats[:n] {
		curves[j] = g.contestPool(s, int(k)).Curve()
	}
	left := 1.0
	for j, k := range seats[:n] {
		p := 0.0
		for total := curves[j].First(); total <= curves[j].Last(); total++ {
			wins := curves[j].Exactly(total) // and all others roll less
			for other := range n {
				if other != j && wins > 0 {
					wins = float64(wins * (1 - curves[other].AtLeast(total)))
				}
			}
			p += wins
		}
		if p > 0 {
			a := packTotals(0, 1)
			if j == 0 {
				a = packTotals(1, 0)
			}
			a.At = rules.Seat(k)
			buf = append(buf, rules.Odds{Action: a, P: p})
			left -= p
		}
	}
	if left > 1e-15 { // more than the rounding of the sums above
		buf = append(buf, rules.Odds{Action: packTotals(0, 0), P: left})
	}
	return buf
}

// packTotals returns the outcome of a contest without its winner: the actor's total in N, the best total of the others
// in the two bytes With and Mode.
func packTotals(own, other int16) rules.Action {
	return rules.Action{Do: doTotals, At: rules.Nobody, N: own, With: uint8(uint16(other)), Mode: uint8(uint16(other) >> 8)}
}

// unpackTotals returns the inverse of packTotals.
func unpackTotals(a rules.Action) (own, other int16) {
	return a.N, int16(uint16(a.With) | uint16(a.Mode)<<8)
}

// takeWinner takes the winner of the contest under way, and goes on with the grapple or the attack.
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
		s.contestsWon |= s.calls & contests[s.step].calledBy
	}
	g.nextContest(s, log)
}

// logContest logs how a contest ended. The event's At is the other contender; in a grapple of several it is the winner,
// unless the actor has won.
func (g *Game) logContest(s *State, a rules.Action, won bool, log *rules.Log) {
	own, other := unpackTotals(a)
	e := rules.Event{Kind: "contest", Seat: g.name(int(s.actor)), What: g.contestName(s), Total: int(own), Need: int(other), OK: won, Of: g.contestText(s)}
	seats, n := g.contenders(s)
	e.At = g.name(int(seats[n-1]))
	if !won && a.At != rules.Nobody {
		e.At = g.name(int(a.At))
	}
	log.Add(e)
}

// contestName returns what a contest is for.
func (g *Game) contestName(s *State) string {
	if s.isGrappleContest() {
		return "grapple"
	}
	return contests[s.step].name
}
