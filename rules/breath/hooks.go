package breath

import (
	"slices"
	"unsafe"

	"kokyu/rules"
	"kokyu/rules/book"
)

// Hooks returns what a search of this system uses besides the game. The hash of a position leaves State.extras out while
// that is zero, so that a fight without squads and spells hashes fewer bytes.
func (g *Game) Hooks() rules.Hooks[State] {
	return rules.Hooks[State]{
		HashPrefix:   int(unsafe.Offsetof(State{}.extras)),
		Owner:        g.owner,
		Leaf:         g.Leaf,
		Prepare:      g.Prepare,
		Formula:      g.formulaLeaf,
		NoEffect:     g.hasNoEffect,
		EffectChance: g.landChance,
		Activity:     g.activity,
		IsPlayedOut:  g.isNearlyOver,
		Epsilon:      epsilon,
		Plain:        g.plainAnswer,
		FineOdds:     g.fineOdds,
		Weights:      g.Weights,
		LeafWith:     g.LeafWith,
		Meaning:      g.meaning,
	}
}

// epsilon is the difference of value below which leaves of groups cannot tell decisions apart: a hundredth of a win.
// They value the Energy of a breath nearly as high as what is done with it, so that for less than that a seat would
// reserve where it could strike or come nearer.
const epsilon = 0.02

// activity returns how much a decision of a seat's own breath does: 2 for an attack on a foe, 1 for coming nearer, 0
// for anything else. An overload is 0 too: what may leave its seat Defenseless has to be worth it by its value.
func (g *Game) activity(s *State, act rules.Action) int {
	if g.isOneOnOne() {
		return 0 // leaves of one against one are fitted to exact values
	}
	switch m := g.Motive(s, act); {
	case m.Stakes:
		return 0
	case m.Strikes != rules.Nobody:
		return 2
	case m.Nears > 0:
		return 1
	}
	return 0
}

// landChance returns the chance that a blow does anything to a foe, see [rules.Hooks].
func (g *Game) landChance(s *State, act rules.Action, enough float64) float64 {
	if act.Do != doAttack {
		return 1
	}
	return rules.EffectChance(g, g.owner, idle(), s, act, enough)
}

// plainAnswer returns the decision that adds nothing to the action under way, see [rules.Hooks].
func (g *Game) plainAnswer(s *State) (rules.Action, bool) {
	if s.phase == phAnswer {
		return rules.Action{Do: doTakeBlow, At: rules.Seat(s.currentBlow().striker)}, true
	}
	if act := phases[s.phase].Plain; act != nil {
		return *act, true
	}
	return rules.Action{At: rules.Nobody}, false
}

// hasNoEffect reports whether a decision comes to nothing as things stand:
//
//	a reservation that ends, in the lull (EB-34) or with its holder's next breath (EB-33), before anybody can strike
//	a stance that could be taken up as well in that next breath
//	a stance let go in the middle of a breath though it can only help, or in a breath after which its holder is next
//
// The time that a stance takes is worth something to a side that only has to last. Such a reservation is made too
// early: its holder can spend Energy on other things first, until a foe breathes before it, and reserve then.
func (g *Game) hasNoEffect(s *State, act rules.Action) bool {
	switch act.Do {
	case doReserve:
		return g.lapsesUnused(s, act)
	case doStance:
		return g.isEarlyStance(s, act)
	case doReleaseStance:
		held := s.seats[s.actor].stance
		if s.phase != phBreath || held == 0 {
			return s.phase == phCount && g.isCalledAgain(s, act)
		}
		return g.stances[held-1].strikes == 0 && g.stances[held-1].rooted != rootHeld
	}
	return false
}

// isEarlyStance reports whether the actor, if it takes up a stance, breathes again before any foe does, with the Energy
// to take it up then.
func (g *Game) isEarlyStance(s *State, act rules.Action) bool {
	i, after := int(s.actor), *s
	c, cost := &after.seats[i], g.cost(s, act)
	c.energy -= cost
	c.flags |= hasOpened
	if c.energy < cost || !g.isInCount(&after, i) || g.hasOnlyToLast(i) {
		return false
	}
	return !g.anySeat(func(k int) bool {
		return g.foes(k, i) && g.isInCount(s, k) && !g.isBefore(&after, i, k)
	})
}

// isCalledAgain reports whether the actor would have the next breath too if it did nothing else in this one. In a fight
// drawn by seed 4046 a gunner let a stance go to be called again at once, which won 27 of 100 playouts, where a shot
// won 48.
func (g *Game) isCalledAgain(s *State, act rules.Action) bool {
	after := *s
	g.Play(&after, act, nil)
	if after.phase != phBreath || g.hasOnlyToLast(int(s.actor)) {
		return false
	}
	g.callNext(&after, nil)
	g.goOn(&after, nil)
	return after.phase == phCount && after.actor == s.actor
}

// hasOnlyToLast reports whether the objective of seat i's side is to last.
func (g *Game) hasOnlyToLast(i int) bool {
	return g.goal.Kind == book.GoalLast && g.goal.Side == g.fighters[i].side
}

// lapsesUnused reports whether a reservation ends before anybody can strike at its holder. One in a strained breath is
// excepted: it lets its holder get the strained breath over.
func (g *Game) lapsesUnused(s *State, act rules.Action) bool {
	i, after := int(s.actor), *s
	if s.seats[i].flags&isStrained != 0 {
		return false
	}
	after.seats[i].energy -= g.cost(s, act)
	return !g.anySeat(func(k int) bool { return g.foes(k, i) && g.mayStrike(&after, i, k) })
}

// mayStrike reports whether seat k breathes before seat i does again, with the Energy for its cheapest blow in any
// zone. It does not ask whether k comes within reach, so that a reservation is never held to be useless by mistake.
func (g *Game) mayStrike(s *State, i, k int) bool {
	if !g.isInCount(s, k) || g.isInCount(s, i) && g.isBefore(s, i, k) {
		return false
	}
	if g.usesExtras { // squads and units may strike for it, and it may be given Energy
		return true
	}
	return slices.ContainsFunc(g.fighters[k].techniques, func(a technique) bool {
		return a.isBlow() && slices.Min(a.cost[:]) <= s.seats[k].energy
	})
}
