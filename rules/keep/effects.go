package keep

import (
	"fmt"
	"math/bits"

	"kokyu/rules"
	"kokyu/rules/keep/rows"
)

// Effects (rows.Effect): what techniques, spells, small objects, weapons and armours do, once or for a time. What sets
// them off is in triggers.go, how people use them in deeds.go.
//
// Each effect that a position keeps has a slot, of slotsMax: Game.slots says which effect it is, State.slots on whom it
// is and how long. Most fights have none, and every loop over Game.slots is empty.

// effect is one effect that one seat has brought into the fight.
type effect struct {
	row       string // the name of its row
	nth       uint8  // which of that row's effects, from 0
	owner     uint8  // the seat
	when      uint8  // whenUsed and so on
	does      uint8  // doesAttack and so on
	on        uint8  // onSelf and so on
	reach     uint8  // squares, 0 for anywhere
	needs     uint16 // bits in the order of rows.NeedNames
	gain      gain   // what it adds to a pool; what it adds to a plain number is gain.add
	rounds    uint8  // how many it lasts, or lastsTurn, lastsFight or noRounds
	item      uint8  // the weapon that has to be ready, noItem for none
	misc      bool   // it is not of a technique: what it adds to the ATN is a Misc Bonus
	shared    bool   // all who have it from this row begin it together, and it has one slot for them
	slot      uint8  // its index in Game.slots and State.slots, noSlot if the position keeps nothing of it
	firstSlot uint8  // the first slot of this effect of this row: of several on one seat only one counts (R-RK-84)
}

const (
	noRounds = 249 // of an effect that happens at once; less than all values of slotState.left that are no rounds
	noSlot   = 255
)

// Moments that set effects off, in the order of rows.MomentNames.
const (
	whenUsed uint8 = iota
	whenEncounter
	whenRound
	whenTurn
	whenReadying
	whenCount
)

// What an effect does, in the order of rows.EffectNames: up to doesWater those that last, from doesVoid on those that
// happen at once.
const (
	doesAttack uint8 = iota
	doesDamage
	doesTests
	doesATN
	doesReduction
	doesInitiative
	doesWater
	doesVoid
	doesHeal
	doesHurt
	doesRaises
	doesStand
	doesSteady
	doesBlind
	doesStun
	doesFell
	doesQuell
	doesCount
)

// On whom an effect is, in the order of rows.TargetNames.
const (
	onSelf uint8 = iota
	onFriends
	onFoes
	onFriend
	onFoe
)

// What an effect may need, as bits in the order of rows.NeedNames.
const (
	needsWounded uint16 = 1 << iota
	needsUnhurt
	needsArmed
	needsUnarmed
	needsOutnumbered
	needsFriend
	needsFoe
	needsMount
	needsStance // and the four after it, from Water on
)

// slotEffect returns the effect of a slot.
func (g *Game) slotEffect(k int) *effect { return &g.effects[g.slots[k]] }

// gainOf returns what the effects on a seat add to one thing, as doesAttack; the same of one row only once (R-RK-84).
func (g *Game) gainOf(s *State, i int, does uint8) (n gain) {
	for k := range g.slots {
		e := g.slotEffect(k)
		if e.does == does && g.isFirstEffect(s, k, i) {
			n.roll, n.keep, n.add = n.roll+e.gain.roll, n.keep+e.gain.keep, n.add+e.gain.add
		}
	}
	return n
}

// isFirstEffect reports whether the effect of slot k is on seat i and counts: of the same effects of one row only the
// one in the first slot does (R-RK-84).
func (g *Game) isFirstEffect(s *State, k, i int) bool {
	if s.slots[k].on>>i&1 == 0 {
		return false
	}
	first := g.slotEffect(k).firstSlot
	for o := int(first); o < k; o++ {
		if g.slotEffect(o).firstSlot == first && s.slots[o].on>>i&1 != 0 {
			return false
		}
	}
	return true
}

// effectBonuses returns what effects add to a seat's ATN: techniques to the Technique Bonus, others to the Misc Bonus,
// and what any of them takes off to the maluses (RK-105 to RK-107).
func (g *Game) effectBonuses(s *State, i int) (technique, misc, malus int) {
	for k := range g.slots {
		e := g.slotEffect(k)
		if e.does != doesATN || !g.isFirstEffect(s, k, i) {
			continue
		}
		switch n := e.gain.add; {
		case n < 0:
			malus -= n
		case e.misc:
			misc += n
		default:
			technique += n
		}
	}
	return technique, misc, malus
}

// reduction returns what a seat's armour and the effects on it take off a damage roll (RK-53), 0 at least.
func (g *Game) reduction(s *State, i int) int {
	return max(0, g.seats[i].reduction+g.gainOf(s, i, doesReduction).add)
}

// isAltered reports whether any effect is on a seat: then Game.ratings, worked out before the fight, may not hold.
func (g *Game) isAltered(s *State, i int) bool {
	for k := range g.slots {
		if s.slots[k].on>>i&1 != 0 {
			return true
		}
	}
	return false
}

// meetsNeeds reports whether an effect has all that it needs (RK-02): its owner can act, has the weapon ready that the
// effect is of, and what the row asks for is so.
func (g *Game) meetsNeeds(s *State, e *effect) bool {
	i := int(e.owner)
	if !g.canAct(s, i) || g.isRidden(s, i) || e.item != noItem && !g.hasReady(s, i, e.item) {
		return false
	}
	if e.needs == 0 {
		return true
	}
	c := &s.seats[i]
	friends, foes := 0, 0
	beside, reached := false, false
	for k := range g.n {
		if !g.isConscious(s, k) {
			continue
		}
		if d := g.distance(s, i, k); g.foes(i, k) {
			foes++
			reached = reached || d <= g.meleeReach(s, i)
		} else {
			friends++ // itself too
			beside = beside || k != i && d <= 1
		}
	}
	armed := g.canBeDisarmed(s, i)
	has := uint16(0)
	for _, is := range [...]struct {
		bit uint16
		ok  bool
	}{
		{needsWounded, c.wounds > 0}, {needsUnhurt, c.wounds == 0}, {needsArmed, armed}, {needsUnarmed, !armed}, {needsOutnumbered, foes > friends},
		{needsFriend, beside}, {needsFoe, reached}, {needsMount, c.mount != 0},
	} {
		if is.ok {
			has |= is.bit
		}
	}
	if c.stance != noStance {
		has |= needsStance << (c.stance - water)
	}
	return e.needs&^has == 0
}

// effectTargets returns the seats that an effect comes on. at is the seat that its user has named, if it takes one.
// Seats of which it would change nothing are left out, so that no event tells of them.
func (g *Game) effectTargets(s *State, e *effect, at int) (on uint8) {
	i := int(e.owner)
	for k := range g.n {
		if !g.isConscious(s, k) || e.reach > 0 && g.distance(s, i, k) > e.reach {
			continue
		}
		foe := g.foes(i, k)
		meant := e.on == onSelf && k == i || e.on == onFriends && !foe || e.on == onFoes && foe || e.on >= onFriend && k == at
		if meant && g.canAffect(s, e, k) {
			on |= 1 << k
		}
	}
	return on
}

// canAffect reports whether an effect would change anything of a seat: to help up changes nothing of one who stands.
func (g *Game) canAffect(s *State, e *effect, k int) bool {
	switch c := &s.seats[k]; e.does {
	case doesVoid:
		return int(c.voidPoints) < g.seats[k].voidPoints
	case doesHeal:
		return c.wounds > 0
	case doesStand:
		return c.status&prone != 0
	case doesSteady:
		return c.stun != 0 || g.isBlind(c)
	case doesStun:
		return c.stun == 0
	case doesFell:
		return c.status&prone == 0
	case doesQuell:
		for o := range g.slots {
			if s.slots[o].on>>k&1 != 0 && g.isBroughtByFoe(o, k, int(e.owner)) {
				return true
			}
		}
		return false
	}
	return true
}

// applyEffect applies an effect to [Game.effectTargets]. Its Wounds may decide the fight: the caller has to ask.
func (g *Game) applyEffect(s *State, e *effect, at int, log *rules.Log) {
	on := g.effectTargets(s, e, at)
	if on == 0 {
		return
	}
	if log != nil {
		event := rules.Event{Kind: "effect", Seat: g.name(int(e.owner)), What: e.row, Of: e.words(), N: bits.OnesCount8(on), OK: true}
		if event.N == 1 && on != 1<<e.owner {
			event.At = g.name(bits.TrailingZeros8(on))
		}
		log.Add(event)
	}
	_, before := g.initiativeValues(s)
	if e.isLasting() {
		l := &s.slots[e.slot]
		if e.shared {
			l.on |= on
		} else {
			l.on = on
		}
		l.left = e.rounds
	} else {
		for k := range g.n {
			if on>>k&1 != 0 && g.isConscious(s, k) {
				g.applyOnce(s, e, k, log)
			}
		}
	}
	g.reorderByEffects(s, before, log)
}

// isLasting reports whether an effect lasts on a seat, instead of happening at once.
func (e *effect) isLasting() bool { return e.does < doesVoid }

// applyOnce does to a seat what an effect does that happens at once.
func (g *Game) applyOnce(s *State, e *effect, k int, log *rules.Log) {
	c, by, n := &s.seats[k], int(e.owner), e.gain.add
	logGain := func(of string, n, left int) {
		if log != nil && n > 0 {
			log.Add(rules.Event{Kind: "gain", Seat: g.name(k), Of: of, N: n, Left: left})
		}
	}
	switch e.does {
	case doesVoid:
		n = max(0, min(n, g.seats[k].voidPoints-int(c.voidPoints)))
		c.voidPoints += uint8(n)
		logGain("void", n, int(c.voidPoints))
	case doesHeal:
		was := *c
		n = min(n, int(c.wounds))
		c.wounds -= uint8(n)
		logGain("wounds", n, int(g.outFrom(c, k))-int(c.wounds))
		g.applyRankChange(s, k, k, &was, log)
	case doesHurt:
		g.wound(s, k, by, n, log)
	case doesRaises:
		side := g.seats[k].side
		s.tacticsPools[side] = uint8(min(int(s.tacticsPools[side])+n, poolMax))
		log.Add(rules.Event{Kind: "pool", Seat: g.name(k), N: n, Left: int(s.tacticsPools[side])})
	case doesStand:
		c.status &^= prone
		g.logStatusChange(log, k, "prone", false)
	case doesSteady:
		c.stun, c.status, c.focus = 0, c.status&^blind, c.focus&^(hurtHead|hurtEye)
		g.logStatusChange(log, k, "stunned or blind", false)
	case doesBlind:
		c.focus |= hurtEye // until the end of its next turn, as a struck eye (R-RK-62)
		g.logStatusChange(log, k, "blind", true)
	case doesStun:
		c.stun = 1
		g.logStatusChange(log, k, "stunned", true)
	case doesFell:
		g.knockProne(s, k, by, log)
	case doesQuell:
		for o := range g.slots {
			if s.slots[o].on>>k&1 != 0 && g.isBroughtByFoe(o, k, by) {
				g.liftEffect(s, o, k, log)
			}
		}
	}
}

// isBroughtByFoe reports whether a foe of seat i brought the effect of a slot, which is on seat k. Whoever has a shared
// effect has brought it.
func (g *Game) isBroughtByFoe(slot, k, i int) bool {
	e := g.slotEffect(slot)
	if e.shared {
		return g.foes(k, i)
	}
	return g.foes(int(e.owner), i)
}

// endEffect ends the effect of a slot, and leaves markUsed if it is of a deed that can be used once.
func (g *Game) endEffect(s *State, k int, log *rules.Log) {
	e, on := g.slotEffect(k), s.slots[k].on
	s.slots[k] = slotState{}
	if d := g.deedOf(k); d != nil && d.once {
		s.slots[k].left = markUsed
	}
	if log != nil && e.rounds != 0 && e.rounds != lastsTurn { // else the log has the end of the round or turn
		owner := int(e.owner)
		if e.shared && on != 0 {
			owner = bits.TrailingZeros8(on)
		}
		log.Add(rules.Event{Kind: "effect", Seat: g.name(owner), What: e.row, Of: e.words(), N: bits.OnesCount8(on)})
	}
}

// liftEffect takes the effect of slot k off seat i, and ends it if it is on nobody else.
func (g *Game) liftEffect(s *State, k, i int, log *rules.Log) {
	if l := &s.slots[k]; l.on == 1<<i {
		g.endEffect(s, k, log)
	} else {
		l.on &^= 1 << i
	}
}

// endEffectsOf ends the effects that a seat that leaves the fight has brought, and lifts those on it (R-RK-84).
func (g *Game) endEffectsOf(s *State, i int, log *rules.Log) {
	for k := range g.slots {
		l := &s.slots[k]
		if e := g.slotEffect(k); !e.shared && int(e.owner) == i {
			if l.on != 0 {
				g.endEffect(s, k, log)
			}
			*l = slotState{}
		} else if l.on>>i&1 != 0 {
			g.liftEffect(s, k, i, log)
		}
	}
}

// countDown ends the effects with no round left, and takes a round off the others (RK-26, RK-27).
func (g *Game) countDown(s *State, log *rules.Log) {
	for k := range g.slots {
		switch l := &s.slots[k]; {
		case l.on == 0 || l.left >= noRounds:
		case l.left == 0:
			g.endEffect(s, k, log)
		default:
			l.left--
		}
	}
}

// words words what an effect does: "attack +1k0".
func (e *effect) words() string {
	name := rows.EffectNames[e.does]
	switch {
	case e.gain == (gain{}):
		return name
	case !e.isLasting():
		return fmt.Sprintf("%s %d", name, e.gain.add)
	}
	return name + " " + e.gain.words()
}
