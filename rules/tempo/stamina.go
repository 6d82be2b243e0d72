package tempo

import (
	"kokyu/rules"
	"kokyu/rules/tempo/rows"
)

// §Recover Stamina: at the end of one's turn, for nothing, in every status (TP-13, TP-157, R-TP-29).

// recoverStamina ends the actor's turn with Recover Stamina. Where every throw regains the same none is made.
func (g *Game) recoverStamina(s *State, log *rules.Log) {
	s.aimedAt = 0
	i := int(s.actor)
	if s.seats[i].ap == g.apMax(&s.seats[i]) {
		g.beginNextTurn(s, log)
		return
	}
	if g.recoveryIsFixed(s) {
		g.setAP(s, g.apAfter(s, g.staminaMod(s)), log)
		g.beginNextTurn(s, log)
		return
	}
	s.phase = phStamina
}

// recoveryIsFixed reports whether every throw of Recover Stamina regains the same: the worst one fills the pool
// already.
func (g *Game) recoveryIsFixed(s *State) bool {
	if !g.combatActions[doRecover].inverted {
		return g.apAfter(s, g.staminaMod(s)) == g.apMax(&s.seats[s.actor]) // the worst throw is 0
	}
	var few [16]rules.Odds
	return len(g.recoveryOdds(s, few[:0])) == 1
}

// recoveryResult returns the result of a Recover Stamina check with these dice.
func (g *Game) recoveryResult(s *State, n int16) int16 {
	return g.staminaMod(s) + g.diceSign(doRecover)*n
}

// diceSign returns the sign with which the dice of an action count: 1, or -1 if its check is inverted.
func (g *Game) diceSign(do uint16) int16 {
	if g.combatActions[do].inverted {
		return -1
	}
	return 1
}

// staminaMod returns what the actor adds to its dice of Recover Stamina (R-TP-53).
func (g *Game) staminaMod(s *State) int16 {
	i := int(s.actor)
	f := &g.seats[i]
	return int16(f.skills[endurance]) - int16(f.burden) + int16(g.rule.Stamina) + int16(g.woundPenalty(&s.seats[i]))
}

// recoveredAP returns the AP that a result regains: those of the row with the greatest threshold not above it (TP-158
// to TP-167).
func (g *Game) recoveredAP(result int16) (ap uint8) {
	for _, r := range g.recoveryTable {
		if result >= int16(r.from) {
			ap = uint8(r.ap)
		}
	}
	return ap
}

// apAfter returns the AP that the actor has after a result: at most its maximum (R-TP-28).
func (g *Game) apAfter(s *State, result int16) uint8 {
	c := &s.seats[s.actor]
	return min(g.apMax(c), c.ap+g.recoveredAP(result))
}

// setAP sets the AP of the actor.
func (g *Game) setAP(s *State, ap uint8, log *rules.Log) {
	c := &s.seats[s.actor]
	if log != nil && ap > c.ap {
		log.Add(rules.Event{Kind: "gain", Seat: g.name(int(s.actor)), Of: "ap", N: int(ap - c.ap), Left: int(ap)})
	}
	c.ap = ap
}

// recoveryOdds returns the outcomes of Recover Stamina, one for each number of AP that the actor has afterwards, with
// the lowest dice that lead to it. The number changes where a row of the table begins, or with inverted dice where it
// ends.
func (g *Game) recoveryOdds(s *State, buf []rules.Odds) []rules.Odds {
	mod, sign := g.staminaMod(s), g.diceSign(doRecover)
	from, ap := int16(0), g.apAfter(s, mod)
	for k := range g.recoveryTable {
		n := int16(g.recoveryTable[k].from) - mod
		if sign < 0 { // the highest row is left first
			n = mod - int16(g.recoveryTable[len(g.recoveryTable)-1-k].from) + 1
		}
		if n <= 0 {
			continue
		}
		if more := g.apAfter(s, mod+sign*n); more != ap {
			buf = append(buf, rules.Odds{Action: rules.Action{Do: doThrow, At: rules.Nobody, N: from}, P: chanceAtLeast(from) - chanceAtLeast(n)})
			from, ap = n, more
		}
	}
	return append(buf, rules.Odds{Action: rules.Action{Do: doThrow, At: rules.Nobody, N: from}, P: chanceAtLeast(from)})
}

// takeRecovery takes the dice of Recover Stamina.
func (g *Game) takeRecovery(s *State, a rules.Action, log *rules.Log) {
	result := g.recoveryResult(s, a.N)
	log.Add(rules.Event{Kind: "check", Seat: g.name(int(s.actor)), What: rows.ActionNames[doRecover], N: int(a.N), Total: int(result),
		Need: g.fullRecovery(), OK: int(result) >= g.fullRecovery()})
	g.setAP(s, g.apAfter(s, result), log)
	g.beginNextTurn(s, log)
}

// fullRecovery returns the result that regains the most AP.
func (g *Game) fullRecovery() int { return int(g.recoveryTable[len(g.recoveryTable)-1].from) }
