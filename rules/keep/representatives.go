package keep

import (
	"slices"

	"kokyu/rules"
	"kokyu/rules/keep/rows"
)

// What a search considers: of moves one to each kind of square, of calls those that are likely enough to succeed, of
// the rest what could be of use in a fight. All else stays legal: people may choose it, and the solver of small fights
// considers it.

// representatives appends the decisions that a search considers (Representatives of rules.Hooks).
func (g *Game) representatives(s *State, buf []rules.Action) []rules.Action {
	first := len(buf)
	if s.phase == phAct {
		buf = g.listNeverminds(s, g.turnActions(s, buf, oneSquarePerKind))
	} else {
		buf = g.Actions(s, buf)
	}
	all := buf[first:]
	switch s.phase {
	case phAct:
		all = g.representActs(s, g.representBlows(s, all))
	case phCall:
		all = g.representCalls(s, all)
	case phExtra:
		all = g.representBlows(s, all)
	}
	return buf[:first+len(all)]
}

// representActs leaves out actions that can be of no use in a fight, or for which there is a quicker one.
func (g *Game) representActs(s *State, all []rules.Action) []rules.Action {
	i := int(s.actor)
	kept := all[:0]
	for _, a := range all {
		switch a.Do {
		case doSpeak, doTrial, doStow, doPutAway: // letting go is quicker than stowing
			continue
		case doNevermind: // if both sides are in the grapple, somebody would refuse what another proposes
			if a.At != rules.Nobody && !g.isOwnSideGrapple(s, int(a.At)) {
				continue
			}
		case doLetGo:
			if !g.isBetterEmptyHanded(s, i) {
				continue
			}
		case doReady, doRecover:
			if g.canBeDisarmed(s, i) && !g.seats[i].dual {
				continue
			}
		case doCrawl:
			if s.simpleLeft >= 1 && g.isPressed(s, i) {
				continue
			}
		}
		kept = append(kept, a)
	}
	return kept
}

// isOwnSideGrapple reports whether all in seat k's grapple are of the actor's side.
func (g *Game) isOwnSideGrapple(s *State, k int) bool {
	for o := range g.n {
		if s.seats[o].grappleNumber() == s.seats[k].grappleNumber() && g.foes(int(s.actor), o) {
			return false
		}
	}
	return true
}

// isBetterEmptyHanded reports whether a seat may gain by letting go of what it holds: it is good at Jujutsu and has no
// hand free, or it is Prone or pressed with a bow in hand and carries another weapon.
func (g *Game) isBetterEmptyHanded(s *State, i int) bool {
	f := &g.seats[i]
	if f.skills[jujutsu] >= 3 && g.freeHands(s, i) == 0 {
		return true
	}
	return (s.seats[i].status&prone != 0 || g.isPressed(s, i) && g.hasBowReady(s, i)) && slices.ContainsFunc(g.items, func(item uint8) bool {
		it := s.items[item]
		return it.isCarriedBy(i) && it.at&itemReady == 0 && !g.isNatural(item)
	})
}

// hasBowReady reports whether a seat has a bow ready.
func (g *Game) hasBowReady(s *State, i int) bool {
	for j := range g.arms {
		if a := &g.arms[j]; a.kind == aimed && g.hasReady(s, i, a.item) {
			return true
		}
	}
	return false
}

// squareChoice says to which squares a list of actions leads.
type squareChoice bool

const (
	everySquare      squareChoice = false // all that are legal
	oneSquarePerKind squareChoice = true  // one of those that differ in nothing that could matter, for a search
)

// kindsMax is how many kinds of squares are told apart; of further ones every square is listed.
const kindsMax = 64

// surroundings are what stands around a seat that goes somewhere, and the kinds of squares that its actions lead to so
// far.
type surroundings struct {
	distances [seatsMax]*[squaresMax]uint8 // by foe: how far every square is from it
	reach     [seatsMax]uint8              // by foe: how far it strikes
	n         int                          // how many foes there are
	squares   squareChoice
	marks     [squaresMax]uint32   // by square, a byte of seats each: foes it reaches from there, foes that reach it, friends beside
	kinds     [2 * kindsMax]uint64 // a hash table of the kinds so far, 0 for a free place
	listed    int                  // how many they are
}

// fillSurroundings fills the surroundings of seat i, in place since they are large.
func (g *Game) fillSurroundings(s *State, i int, squares squareChoice, o *surroundings) {
	o.squares = squares
	own := g.meleeReach(s, i)
	for k := range g.n {
		if k == i || !g.isConscious(s, k) {
			continue
		}
		at := s.seats[k].square
		if !g.foes(i, k) {
			o.mark(&g.ground, at, 1, 1<<(16+k))
			continue
		}
		far := g.meleeReach(s, k)
		o.distances[o.n], o.reach[o.n] = g.ground.Distances(at), far
		o.n++
		o.mark(&g.ground, at, own, 1<<k)
		o.mark(&g.ground, at, far, 1<<(8+k))
	}
}

// mark sets a bit in the marks of all squares that are at most far from a square.
func (o *surroundings) mark(m *ground, at, far uint8, bit uint32) {
	x, y, wide := int(m.X[at]), int(m.Y[at]), int(m.Wide)
	left, right := max(0, x-int(far)), min(x+int(far), wide-1)
	for row := max(0, y-int(far)); row <= min(y+int(far), int(m.High)-1); row++ {
		marks := o.marks[row*wide:]
		for col := left; col <= right; col++ {
			marks[col] |= bit
		}
	}
}

// leadsAway reports whether a step begins within the reach of a foe and leads away from it, as the Fire stance forbids
// (R-RK-08).
func (o *surroundings) leadsAway(from, to uint8) bool {
	for k, steps := range o.distances[:o.n] {
		if steps[from] <= o.reach[k] && steps[to] > steps[from] {
			return true
		}
	}
	return false
}

// isNewKind reports whether an action leads to a square of a kind that no such action leads to yet, and notes the kind.
// With everySquare every square is new. A kind is:
//
//	bits 0 to 23   marks: foes within its reach, foes whose reach it is in, friends beside it
//	bits 24 to 26  how far the nearest foe is, 7 for seven and more
//	bits 28 to 35  height, cover, mire and exit of the square, see findFeatures
//	bits 40 to 47  whom the action is done to
//	bits 56 to 63  the kind of action
func (o *surroundings) isNewKind(m *ground, a rules.Action) bool {
	if o.squares == everySquare {
		return true
	}
	near := uint8(7)
	for _, steps := range o.distances[:o.n] {
		near = min(near, steps[a.To])
	}
	kind := uint64(a.Do)<<56 | uint64(a.At)<<40 | m.kinds[a.To] | uint64(near)<<24 | uint64(o.marks[a.To])
	k := kind * 0x9e3779b97f4a7c15 >> 57 // the upper 7 bits, as there are 128 places
	for ; o.kinds[k] != 0; k = (k + 1) % uint64(len(o.kinds)) {
		if o.kinds[k] == kind {
			return false
		}
	}
	if o.listed < kindsMax {
		o.kinds[k] = kind
		o.listed++
	}
	return true
}

// findFeatures works out ground.kinds: height, cover, mire and exit of each square, in bits that isNewKind leaves free.
func (m *ground) findFeatures() {
	for sq := range m.Squares() {
		kind := uint64(m.height[sq])<<28 | uint64(m.cover[sq])<<32
		if m.mire[sq] {
			kind |= 1 << 34
		}
		if m.exit[sq] {
			kind |= 1 << 35
		}
		m.kinds[sq] = kind
	}
}

// representBlows leaves out attacks with bare hands or a thrown weapon at a foe whom a weapon in hand reaches too. In
// the last round, when nothing is to be saved for later, it keeps those that promise more Wounds.
func (g *Game) representBlows(s *State, all []rules.Action) []rules.Action {
	var armed uint8            // the foes that a weapon in hand reaches
	var most [seatsMax]float64 // by foe: the mean Wounds of an attack with one
	isLast := g.isLastRound(s)
	for _, a := range all {
		if a.Do == doAttack && g.usesWeaponInHand(a) {
			armed |= 1 << a.At
			if isLast {
				most[a.At] = max(most[a.At], g.meanAttackWounds(s, a))
			}
		}
	}
	return slices.DeleteFunc(all, func(a rules.Action) bool {
		return a.Do == doAttack && armed&(1<<a.At) != 0 && !g.usesWeaponInHand(a) && !(isLast && g.meanAttackWounds(s, a) > most[a.At])
	})
}

// usesWeaponInHand reports whether an attack is made with a weapon that stays in hand, neither bare hands nor thrown.
func (g *Game) usesWeaponInHand(a rules.Action) bool {
	return g.arms[a.With].item != noItem && g.arms[a.With].kind != thrown
}

// meanAttackWounds returns the mean Wounds of an attack of the actor, without calls.
func (g *Game) meanAttackWounds(s *State, a rules.Action) float64 {
	i, k, arm := int(s.actor), int(a.At), &g.arms[a.With]
	need := g.armorTargetNumber(s, i, k, blow{arm.kind, int(arm.armour)}).sum() + g.penalty(&s.seats[i], i)
	return float64(g.attackPool(s, i, k, a.With).Curve().AtLeast(need) * g.ratings[i].meanWounds[k][a.With])
}

// representCalls leaves out calls that succeed in less than a fifth of all throws, a second maneuver on one attack,
// contests of Strength for whoever is not the stronger, and calls from which a search gains nothing.
func (g *Game) representCalls(s *State, all []rules.Action) []rules.Action {
	if uint16(s.do) != doAttack {
		return all
	}
	i := int(s.by)
	curve, need := g.testPool(s, i).Curve(), g.testNumber(s, i)
	likely := func(raises int) bool { return curve.AtLeast(need+raiseNumber*raises) > 0.2 }
	stronger := g.seats[i].attributes[strength] > g.seats[s.at].attributes[strength]
	called := g.raisesCalled(s) > 0
	return slices.DeleteFunc(all, func(a rules.Action) bool {
		if called && a.Do > doRoll && a.Do < callFree { // one maneuver an attack
			return true
		}
		switch a.Do {
		case callFeint:
			return !likely(feintRaises)
		case callDisarm:
			return !likely(disarmRaises) || !stronger
		case callExtraAttack:
			return !likely(extraRaises)
		case callExtraDamage:
			return a.N > 3 || !likely(int(a.N))
		case callKnockdown:
			return !likely(knockdownRaises) || !stronger
		case callPush, callPull:
			return true
		case callFocus:
			return rows.PartNames[a.Mode] != "head" || !likely(partRaises[a.Mode])
		case callTactical:
			return !likely(tacticalRaises)
		}
		return false
	})
}

// mergedOdds appends the outcomes of the dice (MergedOdds of rules.Hooks). Damage rolls that leave the target in one
// rank are one outcome with their mean total; if it may Endure, which takes ten off, also one outcome for each ten.
func (g *Game) mergedOdds(s *State, buf []rules.Odds) []rules.Odds {
	first := len(buf)
	buf = g.Odds(s, buf)
	if s.phase != phDamage {
		return buf
	}
	k := int(s.at)
	c := s.seats[k]
	was := c.wounds
	out := buf[:first]
	last, chance, mean := -1, 0.0, 0.0 // of the outcomes that are being merged: their class, and sums
	flush := func() {
		if chance > 0 {
			out = append(out, outcome(int16(mean/chance+0.5), chance))
		}
		chance, mean = 0, 0
	}
	for _, o := range buf[first:] {
		c.wounds = uint8(min(int(was)+max(0, int(o.N)-g.reduction(s, k)), int(g.deadFrom(&c, k))))
		class := g.rankOf(&c, k)
		if c.wounds == was {
			class = -2 // no Wound
		} else if g.canEndure(s) {
			class = class<<4 | int(o.N)/10
		}
		if class != last {
			flush()
			last = class
		}
		chance += o.P
		mean += float64(o.P * float64(o.N))
	}
	flush()
	return buf[:len(out)]
}

// exchangeRaisesMax is the most raises on one roll with which its calls belong to the exchange: with more there are too
// many sets of calls to be searched to the end.
const exchangeRaisesMax = 3

// isInExchange reports whether the fight waits for a decision of the exchange under way (InExchange of rules.Hooks): a
// call on a roll on which few raises can be called.
func (g *Game) isInExchange(s *State) bool {
	return s.phase == phCall && g.rule.RaiseCap && g.seats[s.by].rings[ringVoid] <= exchangeRaisesMax
}
