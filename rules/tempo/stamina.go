package tempo

import (
	"kokyu/rules"
	"kokyu/rules/tempo/rows"
)

// §Recover Stamina: at the end of one's turn, for nothing, in every status (TP-13, TP-157, R-TP-29).

// recoverStamina ends the actor's turn. Where every throw fills the pool, none is made.
func (g *Game) recoverStamina(s *State, log *rules.Log) {
	s.aim = 0
	i := int(s.actor)
	if s.seats[i].ap == g.apMax(&s.seats[i]) {
		g.next(s, log)
		return
	}
	if g.recoveryIsFixed(s) {
		g.fill(s, g.regain(s, g.breath(s)), log)
		g.next(s, log)
		return
	}
	s.phase = phStamina
}

// recoveryIsFixed reports whether every throw of Recover Stamina regains the same.
func (g *Game) recoveryIsFixed(s *State) bool {
	if !g.combatActions[doRecover].inverted {
		return g.regain(s, g.breath(s)) == g.apMax(&s.seats[s.actor]) // the worst throw is 0
	}
	var few [16]rules.Odds
	return len(g.recoveries(s, few[:0])) == 1
}

// recoveryResult returns the result of a Recover Stamina check with these dice.
func (g *Game) recoveryResult(s *State, n int16) int16 { return g.breath(s) + g.sign(doRecover)*n }

// sign returns 1 for an action whose dice count for it, -1 for one whose check is inverted.
func (g *Game) sign(do uint16) int16 {
	if g.combatActions[do].inverted {
		return -1
	}
	return 1
}

// breath returns the result of a Recover Stamina check besides the dice (R-TP-53).
func (g *Game) breath(s *State) int16 {
	i := int(s.actor)
	f := &g.seats[i]
	return int16(f.skills[endurance]) - int16(f.burden) + int16(g.rule.Stamina) + int16(g.weak(&s.seats[i]))
}

// recovery returns what a result regains: the row with the greatest threshold not above it (TP-158 to TP-167).
func (g *Game) recovery(result int16) (ap uint8) {
	for _, r := range g.stamina {
		if result >= int16(r.from) {
			ap = uint8(r.ap)
		}
	}
	return ap
}

// regain returns the AP the actor then has: a pool, capped (R-TP-28).
func (g *Game) regain(s *State, result int16) uint8 {
	c := &s.seats[s.actor]
	return min(g.apMax(c), c.ap+g.recovery(result))
}

func (g *Game) fill(s *State, ap uint8, log *rules.Log) {
	c := &s.seats[s.actor]
	if log != nil && ap > c.ap {
		log.Add(rules.Event{Kind: "gain", Seat: g.name(int(s.actor)), Of: "ap", N: int(ap - c.ap), Left: int(ap)})
	}
	c.ap = ap
}

// recoveries returns the outcomes of the check, by the AP they lead to: they change where a row of the table begins.
func (g *Game) recoveries(s *State, buf []rules.Odds) []rules.Odds {
	mod, sign := g.breath(s), g.sign(doRecover)
	from, ap := int16(0), g.regain(s, mod)
	for k := range g.stamina {
		n := int16(g.stamina[k].from) - mod
		if sign < 0 { // the highest row is left first
			n = mod - int16(g.stamina[len(g.stamina)-1-k].from) + 1
		}
		if n <= 0 {
			continue
		}
		if more := g.regain(s, mod+sign*n); more != ap {
			buf = append(buf, rules.Odds{Action: rules.Action{Do: doThrow, At: rules.Nobody, N: from}, P: tail(from) - tail(n)})
			from, ap = n, more
		}
	}
	return append(buf, rules.Odds{Action: rules.Action{Do: doThrow, At: rules.Nobody, N: from}, P: tail(from)})
}

// takeRecovery is a thrown Recover Stamina.
func (g *Game) takeRecovery(s *State, a rules.Action, log *rules.Log) {
	result := g.recoveryResult(s, a.N)
	log.Add(rules.Event{Kind: "check", Seat: g.name(int(s.actor)), What: rows.ActionNames[doRecover], N: int(a.N), Total: int(result),
		Need: g.fullBreath(), OK: int(result) >= g.fullBreath()})
	g.fill(s, g.regain(s, result), log)
	g.next(s, log)
}

// fullBreath returns the result that regains everything the table has.
func (g *Game) fullBreath() int { return int(g.stamina[len(g.stamina)-1].from) }
