package keep

import (
	"math/bits"
	"slices"

	"kokyu/rules"
)

// What sets effects off (001 §Encounters, §Rounds, §Readying Phase): the beginning of the encounter, of a round, of the
// turn of their owner, of the Readying Phase; and which of several comes first. People are asked for an order only
// where it can make a difference.

// effectsAt returns the effects that a moment may set off, as indices into Game.effects; for a turn those of the actor.
func (g *Game) effectsAt(s *State, when uint8) []uint8 {
	if when == whenTurn {
		return g.turnEffects[s.actor]
	}
	return g.momentEffects[when]
}

// dueAt returns the effects whose needs are met at a moment (RK-02), as bits by place in the list of [Game.effectsAt].
func (g *Game) dueAt(s *State, when uint8) (due uint8) {
	for t, k := range g.effectsAt(s, when) {
		if g.meetsNeeds(s, &g.effects[k]) {
			due |= 1 << t
		}
	}
	return due
}

// setOff sets an effect off if its needs are still met, and reports whether the fight goes on.
func (g *Game) setOff(s *State, k uint8, log *rules.Log) bool {
	if e := &g.effects[k]; g.meetsNeeds(s, e) {
		g.applyEffect(s, e, int(e.owner), log)
	}
	return !g.endIfDecided(s, log)
}

// takeBackUnmet takes back what the beginning of the fight set off for seats that do not meet its needs in this
// position: whoever begins the fight hurt has nothing that only the unhurt have.
func (g *Game) takeBackUnmet(s *State) {
	for _, k := range g.momentEffects[whenEncounter] {
		e := &g.effects[k]
		if !e.isLasting() || g.meetsNeeds(s, e) {
			continue
		}
		l := &s.slots[e.slot]
		if e.shared {
			l.on &^= 1 << e.owner
		}
		if !e.shared || l.on == 0 {
			*l = slotState{}
		}
	}
}

// setOffAgain brings what lasts from the beginning of the fight up to date, after a GM's edit or a campaign has changed
// how combatants begin.
func (g *Game) setOffAgain(s *State) {
	g.takeBackUnmet(s)
	for _, k := range g.momentEffects[whenEncounter] {
		if e := &g.effects[k]; e.isLasting() && s.slots[e.slot].on&(1<<e.owner) == 0 && g.meetsNeeds(s, e) {
			g.applyEffect(s, e, int(e.owner), nil)
		}
	}
}

// logBeginning logs what the beginning of the encounter has set off and nothing has taken back since. It is called with
// the first thing that happens: only then is there a log.
func (g *Game) logBeginning(s *State, log *rules.Log) {
	s.untold = 0
	if log == nil {
		return
	}
	for _, event := range g.beginningEvents {
		takenBack := slices.ContainsFunc(g.momentEffects[whenEncounter], func(k uint8) bool {
			e := &g.effects[k]
			return e.isLasting() && s.slots[e.slot] == (slotState{}) && event.Seat == g.name(int(e.owner)) && event.What == e.row
		})
		if !takenBack {
			log.Add(event)
		}
	}
}

// beginRoundEffects sets off what begins with a round (RK-09): after the bonus of the Void stance, before Void Points
// (R-RK-84).
//
// Their order is asked for in passes. In the first pass all due effects are one group: each owner says whether its
// effect comes first or last, which splits the group in two. The next pass does so with each of these groups, until
// every group is a single effect or a pass has not split it (R-RK-02). State.saidLast has the answers of each pass:
// effects of one group have had the same ones.
func (g *Game) beginRoundEffects(s *State, log *rules.Log) {
	s.answered, s.orderPass, s.saidLast = 0, 0, [passesMax]uint8{}
	s.dueEffects = g.dueAt(s, whenRound)
	g.askEffectOrder(s, log)
}

// askEffectOrder asks the next owner for first or last, and sets the effects off once all are in order (RK-10, RK-11).
// Here and below t is the place of an effect in the list of the round's, and its bit in State.dueEffects, answered and
// saidLast.
func (g *Game) askEffectOrder(s *State, log *rules.Log) {
	if t, ok := g.nextAsked(s); ok {
		s.phase, s.by = phFirst, g.effects[g.momentEffects[whenRound][t]].owner
		return
	}
	var room [dueMax]uint8
	order := g.effectOrder(s, room[:0])
	s.answered, s.orderPass, s.saidLast, s.by = 0, 0, [passesMax]uint8{}, 0
	s.dueEffects = 0
	for _, t := range order {
		if !g.setOff(s, g.momentEffects[whenRound][t], log) {
			return
		}
	}
	g.askDeclarations(s, log)
}

// orderMatters reports whether the order of the effects due at a moment can make a difference.
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

// interferes reports whether it can matter that effect a comes before effect b: if a quells, hurts, or changes what b
// needs or undoes.
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

// rankDueEffects appends the effects due at the beginning of a round by the initiative of their owners, the highest
// first.
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

// inOneGroup reports whether two effects are in one group after so many passes.
func (s *State) inOneGroup(a, b uint8, passes uint8) bool {
	for _, last := range s.saidLast[:passes] {
		if last>>a&1 != last>>b&1 {
			return false
		}
	}
	return true
}

// groupSize returns how many effects are in the group of one after so many passes.
func (g *Game) groupSize(s *State, t, passes uint8) (n int) {
	for o := range uint8(dueMax) {
		if s.dueEffects>>o&1 != 0 && s.inOneGroup(t, o, passes) {
			n++
		}
	}
	return n
}

// settledPass returns the number of passes that settled the place of an effect: after them it is alone in its group, or
// in a group that the last of them did not split (R-RK-02).
func (g *Game) settledPass(s *State, t uint8) (passes uint8, ok bool) {
	for n := range s.orderPass + 1 {
		size := g.groupSize(s, t, n)
		if size == 1 || n > 0 && size == g.groupSize(s, t, n-1) {
			return n, true
		}
	}
	return 0, false
}

// nextAsked returns the next effect whose owner has to say first or last, and begins the next pass when nobody is left
// in one. In each group the owner with the highest initiative is asked first, and in a group of two nobody else
// (RK-10).
func (g *Game) nextAsked(s *State) (t uint8, ok bool) {
	if !g.orderMatters(s, whenRound) {
		return 0, false
	}
	var room [dueMax]uint8
	ranked := g.rankDueEffects(s, room[:0])
	for ; s.orderPass < passesMax; s.orderPass++ {
		settled := true
		for _, t := range ranked {
			if _, done := g.settledPass(s, t); done {
				continue
			}
			if settled = false; s.answered>>t&1 == 0 {
				return t, true
			}
		}
		if settled {
			return 0, false
		}
		s.answered = 0
	}
	return 0, false
}

// listFirstOrLast appends the two answers: the effect comes first, or last.
func (g *Game) listFirstOrLast(s *State, buf []rules.Action) []rules.Action {
	t, _ := g.nextAsked(s)
	k := g.momentEffects[whenRound][t]
	return append(buf, rules.Action{Do: doFirst, With: k, At: rules.Nobody}, rules.Action{Do: doLast, With: k, At: rules.Nobody})
}

// takeFirstOrLast takes the answer. In a group of two the other effect gets the other place.
func (g *Game) takeFirstOrLast(s *State, a rules.Action, log *rules.Log) {
	t := uint8(slices.Index(g.momentEffects[whenRound], a.With))
	last := a.Do == doLast
	pair := g.groupSize(s, t, s.orderPass) == 2
	for o := range uint8(dueMax) {
		if s.dueEffects>>o&1 == 0 || !s.inOneGroup(t, o, s.orderPass) || o != t && !pair {
			continue
		}
		s.answered |= 1 << o
		if (o == t) == last {
			s.saidLast[s.orderPass] |= 1 << o
		}
	}
	g.askEffectOrder(s, log)
}

// effectOrder appends the due effects in the order that the answers give. If all owners of a group have said last, the
// one with the highest initiative comes last (R-RK-02).
func (g *Game) effectOrder(s *State, buf []uint8) []uint8 {
	order := g.rankDueEffects(s, buf)
	var rank [dueMax]int // by initiative
	for k, t := range order {
		rank[t] = k
	}
	slices.SortFunc(order, func(a, b uint8) int {
		byRank := rank[a] - rank[b]
		for pass, last := range s.saidLast {
			if x, y := int(last>>a&1), int(last>>b&1); x != y {
				return x - y
			}
			if passes, ok := g.settledPass(s, a); ok && int(passes) == pass+1 && last>>a&1 != 0 {
				return -byRank
			}
		}
		return byRank
	})
	return order
}

// setOffTurnEffects sets off the effects of a turn's beginning, in the order its owner chooses where that matters
// (RK-13).
func (g *Game) setOffTurnEffects(s *State, log *rules.Log) {
	for s.dueEffects != 0 && g.canAct(s, int(s.actor)) {
		if g.orderMatters(s, whenTurn) {
			s.phase = phWhich
			return
		}
		first := bits.TrailingZeros8(s.dueEffects)
		s.dueEffects &^= 1 << first
		if !g.setOff(s, g.turnEffects[s.actor][first], log) {
			return
		}
	}
	s.dueEffects = 0
	g.afterTurnEffects(s, log)
}

// listTurnEffects appends the effects of its turn that the actor may have first.
func (g *Game) listTurnEffects(s *State, buf []rules.Action) []rules.Action {
	for t, k := range g.turnEffects[s.actor] {
		if s.dueEffects>>t&1 != 0 {
			buf = append(buf, rules.Action{Do: doWhich, With: k, At: rules.Nobody})
		}
	}
	return buf
}

// takeFirstEffect sets off the effect that was chosen, and goes on with the others.
func (g *Game) takeFirstEffect(s *State, a rules.Action, log *rules.Log) {
	s.dueEffects &^= 1 << slices.Index(g.turnEffects[s.actor], a.With)
	if g.setOff(s, a.With, log) {
		g.setOffTurnEffects(s, log)
	}
}

// setOffReadying sets off a seat's effects that begin with the Readying Phase (RK-25), and reports whether the fight
// goes on.
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
