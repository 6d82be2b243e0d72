package tempo

import (
	"kokyu/rules"
	"kokyu/rules/book"
)

// The order of things: what the fight waits for, what may be done, and doing it. An action is declared and paid,
// answered, perhaps replaced, thrown for and resolved (TP-05 to TP-12); then the turn goes on, and ends with Recover
// Stamina.

// Turn returns what the fight waits for.
func (g *Game) Turn(s *State) rules.Turn { return phases[s.phase].Turn(g, s) }

// turnOwner returns whose turn it is between two actions, and nobody while an action is under way. So a search
// considers all decisions of an exchange (secret, answers, counter-tempo and steps), and the solver keeps no position
// in the middle of one.
func (g *Game) turnOwner(s *State) rules.Seat {
	if s.do != 0 {
		return rules.Nobody
	}
	return rules.Seat(s.actor)
}

// veil returns the position as it looks to those who do not know the secret of an attack: the one in which the secret
// has still to be chosen. They know no more until they have answered (TP-50, R-TP-07).
func (g *Game) veil(s *State) State {
	veiled := *s
	if g.hidesFeint(s) {
		veiled.phase, veiled.feint, veiled.by = phSecret, 0, 0
	}
	return veiled
}

// hidesFeint reports whether a Melee Attack that may be a feint waits for its answer: there is no Feint in a grapple
// (R-TP-47).
func (g *Game) hidesFeint(s *State) bool {
	return s.phase == phReact && uint16(s.do) == doMelee && s.seats[s.actor].status == onGuard
}

// Actions lists the legal decisions.
func (g *Game) Actions(s *State, buf []rules.Action) []rules.Action {
	if list := phases[s.phase].Actions; list != nil {
		return list(g, s, buf)
	}
	return buf
}

// unlimited is more actions than any list has whose length a caller may bound.
const unlimited = 1 << 16

// Odds returns the outcomes of the dice the fight waits for, merged by consequence.
func (g *Game) Odds(s *State, buf []rules.Odds) []rules.Odds { return phases[s.phase].Odds(g, s, buf) }

// Play makes an action happen. It does not check that it is legal: package fight does that for people's choices.
func (g *Game) Play(s *State, a rules.Action, log *rules.Log) { phases[s.phase].Play(g, s, a, log) }

// continueTurn lets the actor declare again, or ends its turn when it has nothing to do but end it (TP-04, R-TP-40), so
// that a search meets no decision with one option.
func (g *Game) continueTurn(s *State, log *rules.Log) {
	if s.seats[s.actor].ap > 0 && g.canDoMore(s) {
		s.phase = phTurn
		return
	}
	g.recoverStamina(s, log)
}

// canDoMore reports whether the actor can declare anything. There is nearly always a step to take to a square beside
// it, which is looked for first, since the whole list takes long to make.
func (g *Game) canDoMore(s *State) bool {
	i := int(s.actor)
	if g.canPay(s, i, doMove, noArm) {
		taken := g.takenSquares(s)
		if g.ground.Near[s.seats[i].square].Without(&taken) != (book.Squares{}) {
			return true
		}
	}
	var buf [2 * squaresMax]rules.Action
	return len(g.listProactive(s, buf[:0])) > 1
}

// beginNextTurn begins the turn of the next seat in the order of initiative. When that comes to the seat that began the
// fight a round is over (TP-03, TP-15), whether that seat is still in the fight or not.
func (g *Game) beginNextTurn(s *State, log *rules.Log) {
	s.aimedAt = 0
	for {
		s.actor = g.order[(int(g.rank[s.actor])+1)%g.n]
		if s.actor == s.first && g.endRound(s, log) {
			return
		}
		if s.isInFight(int(s.actor)) {
			break
		}
	}
	log.Add(rules.Event{Kind: "turn", Seat: g.name(int(s.actor)), Left: int(s.seats[s.actor].ap)})
	g.continueTurn(s, log)
}

// endRound counts a full round, six seconds (TP-01, TP-15); at the cap the fight is over (R-TP-54).
func (g *Game) endRound(s *State, log *rules.Log) (over bool) {
	s.round++
	if g.goal.Kind == book.GoalLast && s.round >= g.goal.Rounds {
		g.closeFight(s, rules.EndOf(g.goal.Side), rules.WhyHeld, log)
		return true
	}
	if s.round >= g.rounds {
		g.closeFight(s, g.capEnding, rules.WhyTimeUp, log)
		return true
	}
	log.Add(rules.Event{Kind: "round", N: int(s.round) + 1})
	return false
}

// endIfDecided ends the fight if one side has nobody left or an objective is reached, and reports whether the fight is
// over.
func (g *Game) endIfDecided(s *State, log *rules.Log) bool {
	var stand [2]bool // by side
	for i := 0; i < g.n && !(stand[0] && stand[1]); i++ {
		if s.isInFight(i) {
			stand[g.seats[i].side] = true
		}
	}
	who, winner, ok := g.goal.DecisiveFall()
	switch {
	case !stand[0] && !stand[1]:
		g.closeFight(s, rules.EndDraw, "nobody stands", log)
	case !stand[0]:
		g.closeFight(s, rules.EndSecond, rules.WhyFallen, log)
	case !stand[1]:
		g.closeFight(s, rules.EndFirst, rules.WhyFallen, log)
	case ok && !s.isInFight(who):
		g.closeFight(s, rules.EndOf(winner), rules.WhyDown(g.name(who)), log)
	case g.goal.Kind == book.GoalEscape && g.areAway(s):
		g.closeFight(s, rules.EndOf(g.goal.Side), rules.WhyAway, log)
	default:
		return false
	}
	return true
}

// areAway reports whether everybody of the side that wants to get away who still stands is on a square that leads away,
// and is not held there (K-03).
func (g *Game) areAway(s *State) bool {
	for i := range g.n {
		c := &s.seats[i]
		if g.seats[i].side == g.goal.Side && s.isInFight(i) && (!g.goal.exits[c.square] || c.partner != 0) {
			return false
		}
	}
	return true
}

// End ends the fight by decision of the players.
func (g *Game) End(s *State, won rules.Side, why string, log *rules.Log) {
	g.closeFight(s, rules.EndOf(won), why, log)
}

// closeFight ends the fight: over is the ending, why the reason that is told. All that describes a turn is set to zero,
// so that finished fights which ended alike are equal values.
func (g *Game) closeFight(s *State, over uint8, why string, log *rules.Log) {
	s.clearAction()
	s.phase, s.over, s.actor, s.first, s.aimedAt = phOver, over, 0, 0, 0
	if log != nil {
		log.Add(rules.EndEvent(over, why, g.Round(s), g.Teams))
	}
}
