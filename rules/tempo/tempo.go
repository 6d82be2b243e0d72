package tempo

import (
	"kokyu/rules"
	"kokyu/rules/tempo/rows"
)

// §Counter-Tempo actions and the Feint: what the actor may put in place of its action once it has been answered
// (TP-07). A melee attack is declared without saying whether it is a feint; that is chosen in secret, before the target
// answers, and shown when it has.

// askCounterTempo asks the actor for a counter-tempo action, if one is open to it; else it goes on to the check. An
// attack has been answered now, so that its secret is out.
func (g *Game) askCounterTempo(s *State, log *rules.Log) {
	g.reveal(s, log)
	var buf [1]rules.Action
	if len(g.listCounterTempos(s, buf[:0], 1)) > 0 {
		s.phase = phTempo
		return
	}
	g.askCheck(s, log)
}

// reveal logs whether an attack was in earnest or a feint, once it has been answered.
func (g *Game) reveal(s *State, log *rules.Log) {
	if log == nil || uint16(s.do) != doMelee || s.phase != phReact {
		return
	}
	log.Add(rules.Event{Kind: "reveal", Seat: g.name(int(s.actor)), At: g.name(int(s.at)), What: intents[s.feint]})
}

// listCounterTempos appends the counter-tempo actions open to the actor, at most so many.
func (g *Game) listCounterTempos(s *State, buf []rules.Action, most int) []rules.Action {
	i, start := int(s.actor), len(buf)
	if uint16(s.do) != doMelee {
		return buf
	}
	was := doMelee
	if s.feint != 0 {
		was = doFeint
	}
	add := func(do uint16, with uint8) {
		if len(buf)-start < most {
			buf = append(buf, rules.Action{Do: do, With: with, At: rules.Seat(s.at)})
		}
	}
	answer := uint16(s.seats[s.at].reaction)
	for _, do := range [2]uint16{doCTCounter, doCTParry} {
		d := &g.combatActions[do]
		drewParry := do == doCTCounter && was == doFeint && answer == doParry // R-TP-05
		if d.replaces&(1<<was) == 0 || d.answers&(1<<answer) == 0 && !drewParry {
			continue
		}
		if do == doCTParry {
			if g.canReplaceAction(s, i, do, noArm) {
				add(do, noArm)
			}
			continue
		}
		for w := range g.seats[i].arms {
			a, c := &g.seats[i].arms[w], &s.seats[i]
			isSameBlow := was == doMelee && uint8(w) == s.with // R-TP-47
			if a.slot != c.hand || isSameBlow || !g.canReplaceAction(s, i, do, uint8(w)) {
				continue
			}
			if g.canReach(c, a, s.seats[s.at].square) {
				add(do, uint8(w))
			}
		}
	}
	return buf
}

// surcharge returns the AP that a counter-tempo action costs beyond the action that it replaces: of both prices the
// larger is paid in all (TP-08, TP-09, R-TP-03).
func (g *Game) surcharge(s *State, do uint16, with uint8) int8 {
	i := int(s.actor)
	return max(0, g.price(s, i, do, with)-g.price(s, i, uint16(s.do), s.with))
}

// canReplaceAction reports whether the actor, seat i, may replace its action by another, and can pay for that.
func (g *Game) canReplaceAction(s *State, i int, do uint16, with uint8) bool {
	return g.statusAllows(&s.seats[i], do) && g.surcharge(s, do, with) <= int8(s.seats[i].ap)
}

// intents word what an attack is meant to be, by State.feint.
var intents = [2]string{"melee attack", "feint"}

// takeIntent sets whether the attack is a feint, a secret that the actor writes down at a table (TP-50), and asks for
// answers.
func (g *Game) takeIntent(s *State, a rules.Action, log *rules.Log) {
	if a.Do == doFeign {
		s.feint = 1
	}
	log.Add(rules.Event{Kind: "intent", Seat: g.name(int(s.actor)), At: g.name(int(s.at)), What: intents[s.feint], Secret: true})
	g.askReaction(s, 0, log)
}

// takeCounterTempo puts a counter-tempo action in place of the one declared, which then does not resolve (TP-19), or
// keeps the one declared.
func (g *Game) takeCounterTempo(s *State, a rules.Action, log *rules.Log) {
	if a.Do == doKeep {
		g.askCheck(s, log)
		return
	}
	i := int(s.actor)
	extra := uint8(g.surcharge(s, a.Do, a.With))
	if log != nil {
		e := rules.Event{Kind: "tempo", Seat: g.name(i), At: g.name(int(s.at)), What: rows.ActionNames[a.Do], Paid: int(extra)}
		e.With, e.Of = g.weaponWords(s, i, a.Do, a.With)
		log.Add(e)
	}
	g.takeAP(s, i, extra, log)
	s.counterTempo = uint8(a.Do)
	if a.Do == doCTCounter {
		s.with = a.With
	}
	g.askCheck(s, log)
}
