package keep

import (
	"slices"

	"kokyu/rules"
)

// When effects begin (001 §Encounters, §Rounds, §Readying Phase): with the encounter, with a round, with the turn of their owner,
// with the Readying Phase; and who of several begins first.

// effectsAt returns the effects that a moment may set off: of a turn, the actor's.
func (g *Game) effectsAt(s *State, when uint8) []uint8 {
	if when == whenTurn {
		return g.turnEffects[s.actor]
	}
	return g.momentEffects[when]
}

// dueAt returns the effects whose needs are met as the moment comes, as bits (RK-02).
func (g *Game) dueAt(s *State, when uint8) (due uint8) {
	for t, k := range g.effectsAt(s, when) {
		if g.meetsNeeds(s, &g.effects[k]) {
			due |= 1 << t
		}
	}
	return due
}

// setOff sets an effect off, if what it needs is still there, and says whether the fight goes on.
func (g *Game) setOff(s *State, k uint8, log *rules.Log) bool {
	if e := &g.effects[k]; g.meetsNeeds(s, e) {
		g.applyEffect(s, e, int(e.owner), log)
	}
	return !g.decide(s, log)
}

// setOffEncounter fires what begins with the encounter, before the Initiative Values (RK-02): side by side, the allied first.
func (g *Game) setOffEncounter(s *State, log *rules.Log) {
	for _, k := range g.momentEffects[whenEncounter] {
		if e := &g.effects[k]; g.meetsNeeds(s, e) {
			g.applyEffect(s, e, int(e.owner), log)
		}
	}
}

// takeBackUnmet takes back what the beginning of the fight set off for those who have not what it needs: one who is hurt has nothing that
// only the unhurt have.
func (g *Game) takeBackUnmet(s *State) {
	for _, k := range g.momentEffects[whenEncounter] {
		e := &g.effects[k]
		if !e.isLasting() || g.meetsNeeds(s, e) {
			continue
		}
		l := &s.lasts[e.slot]
		if e.shared {
			l.on &^= 1 << e.owner
		}
		if !e.shared || l.on == 0 {
			*l = running{}
		}
	}
}

// setOffAgain sets off again what lasts from the beginning of the fight, for combatants who begin otherwise than their lines say.
func (g *Game) setOffAgain(s *State) {
	g.takeBackUnmet(s)
	for _, k := range g.momentEffects[whenEncounter] {
		if e := &g.effects[k]; e.isLasting() && s.lasts[e.slot].on&(1<<e.owner) == 0 && g.meetsNeeds(s, e) {
			g.applyEffect(s, e, int(e.owner), nil)
		}
	}
}

// tellBeginning tells what the beginning of the encounter has set off, with the first thing that happens.
func (g *Game) tellBeginning(s *State, log *rules.Log) {
	s.untold = 0
	if log == nil {
		return
	}
	for _, told := range g.beginningEvents {
		if !slices.ContainsFunc(g.momentEffects[whenEncounter], func(k uint8) bool {
			e := &g.effects[k]
			return e.isLasting() && s.lasts[e.slot] == (running{}) && told.Seat == g.name(int(e.owner)) && told.What == e.row
		}) {
			log.Events = append(log.Events, told)
		}
	}
}

// beginRoundEffects fires what begins with a round (RK-09): after the bonus of the Void stance, before Void Points (R-RK-84).
func (g *Game) beginRoundEffects(s *State, log *rules.Log) {
	s.answered, s.orderPass, s.saidLast = 0, 0, [tiersMax]uint8{}
	s.dueEffects = g.dueAt(s, whenRound)
	g.askEffectOrder(s, log)
}

// askEffectOrder asks the next owner for first or last, and sets the effects off once all are in order (RK-10, RK-11).
func (g *Game) askEffectOrder(s *State, log *rules.Log) {
	if t, ok := g.nextAsked(s); ok {
		s.phase, s.by = phFirst, g.effects[g.momentEffects[whenRound][t]].owner
		return
	}
	var room [dueMax]uint8
	order := g.settledOrder(s, room[:0])
	s.answered, s.orderPass, s.saidLast, s.by = 0, 0, [tiersMax]uint8{}, 0
	s.dueEffects = 0
	for _, t := range order {
		if !g.setOff(s, g.momentEffects[whenRound][t], log) {
			return
		}
	}
	g.askDeclarations(s, log)
}

// orderMatters reports whether the order in which the due effects begin can make a difference: one quells, hurts, or changes what another
// needs or undoes.
func (g *Game) orderMatters(s *State, when uint8) bool {
	list := g.effectsAt(s, when)
	for a := range list {
		for b := range list {
			if a != b && s.dueEffects>>a&1 != 0 && s.dueEffects>>b&1 != 0 && interferes(&g.effects[list[a]], &g.effects[list[b]]) {
				return true
			}
		}
	}
	return false
}

// interferes reports whether it matters that one effect comes before another.
func interferes(a, b *effect) bool {
	switch a.does {
	case doesQuell:
		return b.isLasting()
	case doesHurt:
		return true
	case doesHeal:
		return b.does == doesHurt || b.needs&(needsWounded|needsUnhurt) != 0
	case doesStand, doesFell:
		return b.does == doesStand || b.does == doesFell
	case doesSteady, doesBlind, doesStun:
		return b.does >= doesSteady && b.does <= doesStun
	}
	return false
}

// rankDueEffects returns the effects due at the beginning of a round, the owner's with the highest initiative first, one owner's as they are
// listed.
func (g *Game) rankDueEffects(s *State, buf []uint8) []uint8 {
	for place := range g.n {
		i := g.seatAt(s, place)
		for t, k := range g.momentEffects[whenRound] {
			if s.dueEffects>>t&1 != 0 && int(g.effects[k].owner) == i {
				buf = append(buf, uint8(t))
			}
		}
	}
	return buf
}

// hasSaidAlike reports whether two have said the same so many times: they are of one group.
func (s *State) hasSaidAlike(a, b uint8, times uint8) bool {
	for _, late := range s.saidLast[:times] {
		if late>>a&1 != late>>b&1 {
			return false
		}
	}
	return true
}

// groupSize returns how many are of one group after so many times.
func (g *Game) groupSize(s *State, t, times uint8) (n int) {
	for o := range uint8(dueMax) {
		if s.dueEffects>>o&1 != 0 && s.hasSaidAlike(t, o, times) {
			n++
		}
	}
	return n
}

// settledPlace says when the place of one in its group was settled: alone in it, or in a group that the last time left as it was
// (R-RK-02).
func (g *Game) settledPlace(s *State, t uint8) (when uint8, ok bool) {
	for n := range s.orderPass + 1 {
		size := g.groupSize(s, t, n)
		if size == 1 || n > 0 && size == g.groupSize(s, t, n-1) {
			return n, true
		}
	}
	return 0, false
}

// nextAsked returns the next whose owner says first or last, if there is one: from the highest initiative on, each group for itself, of two
// the higher alone (RK-10).
func (g *Game) nextAsked(s *State) (t uint8, ok bool) {
	if !g.orderMatters(s, whenRound) {
		return 0, false
	}
	var room [dueMax]uint8
	ranked := g.rankDueEffects(s, room[:0])
	for ; s.orderPass < tiersMax; s.orderPass++ {
		loose := false
		for _, t := range ranked {
			if _, done := g.settledPlace(s, t); done {
				continue
			}
			if loose = true; s.answered>>t&1 == 0 {
				return t, true
			}
		}
		if !loose {
			return 0, false
		}
		s.answered = 0
	}
	return 0, false
}

// listFirstOrLast returns the two answers.
func (g *Game) listFirstOrLast(s *State, buf []rules.Action) []rules.Action {
	t, _ := g.nextAsked(s)
	k := g.momentEffects[whenRound][t]
	return append(buf, rules.Action{Do: doFirst, With: k, At: rules.Nobody}, rules.Action{Do: doLast, With: k, At: rules.Nobody})
}

// takeOrder takes an answer. In a group of two the other one has the other place.
func (g *Game) takeOrder(s *State, a rules.Action, log *rules.Log) {
	t := uint8(slices.Index(g.momentEffects[whenRound], a.With))
	late := a.Do == doLast
	s.answered |= 1 << t
	pair := g.groupSize(s, t, s.orderPass) == 2
	for o := range uint8(dueMax) {
		if s.dueEffects>>o&1 == 0 || !s.hasSaidAlike(t, o, s.orderPass) || o != t && !pair {
			continue
		}
		s.answered |= 1 << o
		if (o == t) == late {
			s.saidLast[s.orderPass] |= 1 << o
		}
	}
	g.askEffectOrder(s, log)
}

// settledOrder returns the order that was settled. Of a group that has all said last the highest comes last (R-RK-02).
func (g *Game) settledOrder(s *State, buf []uint8) []uint8 {
	order := g.rankDueEffects(s, buf)
	var place [dueMax]int
	for k, t := range order {
		place[t] = k
	}
	slices.SortFunc(order, func(a, b uint8) int {
		by := place[a] - place[b]
		for n, late := range s.saidLast {
			if x, y := int(late>>a&1), int(late>>b&1); x != y {
				return x - y
			}
			if when, ok := g.settledPlace(s, a); ok && int(when) == n+1 && late>>a&1 != 0 {
				return -by
			}
		}
		return by
	})
	return order
}

// setOffTurnEffects sets off the effects of a turn's beginning, in the order its owner chooses where that matters (RK-13).
func (g *Game) setOffTurnEffects(s *State, log *rules.Log) {
	for s.dueEffects != 0 && g.canAct(s, int(s.actor)) {
		if g.orderMatters(s, whenTurn) {
			s.phase = phWhich
			return
		}
		for t, k := range g.turnEffects[s.actor] {
			if s.dueEffects>>t&1 != 0 {
				if s.dueEffects &^= 1 << t; !g.setOff(s, k, log) {
					return
				}
				break
			}
		}
	}
	s.dueEffects = 0
	g.afterTurnEffects(s, log)
}

// listTurnEffects returns the effects the actor may have first.
func (g *Game) listTurnEffects(s *State, buf []rules.Action) []rules.Action {
	for t, k := range g.turnEffects[s.actor] {
		if s.dueEffects>>t&1 != 0 {
			buf = append(buf, rules.Action{Do: doWhich, With: k, At: rules.Nobody})
		}
	}
	return buf
}

// takePick sets off the one that was chosen.
func (g *Game) takePick(s *State, a rules.Action, log *rules.Log) {
	s.dueEffects &^= 1 << slices.Index(g.turnEffects[s.actor], a.With)
	if g.setOff(s, a.With, log) {
		g.setOffTurnEffects(s, log)
	}
}

// setOffReadying sets off what a seat's effects do as the Readying Phase begins (RK-25), and says whether the fight goes on.
func (g *Game) setOffReadying(s *State, i int, log *rules.Log) bool {
	for t, k := range g.momentEffects[whenReadying] {
		if s.dueEffects>>t&1 != 0 && int(g.effects[k].owner) == i {
			if s.dueEffects &^= 1 << t; !g.setOff(s, k, log) {
				return false
			}
		}
	}
	return true
}
