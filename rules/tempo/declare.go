package tempo

import (
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/tempo/rows"
)

// §Actions: the closed list of combat actions, and what may be declared on one's own turn. What may be declared depends
// on the status first: in a bind or a grapple only a few actions are open, all against the partner.

// What an action does: Action.Do. The first are the combat actions, numbered as rows.Actions.
const (
	doNothing uint16 = iota // no answer; as a value of State, none
	doAim
	doMove
	doCombatMove
	doDisarm
	doEscape
	doFeint
	doGrapple
	doMelee
	doPin
	doPress
	doRanged
	doReady
	doUnarmed
	doWithdraw
	doCounterAttack
	doCounterFire
	doDodge
	doDouble
	doEvade
	doParry
	doRetreat
	doStruggle
	doWind
	doCTCounter
	doCTParry
	doRecover
	doReload
	doDraw
	doPickUp
	actionCount

	doEnd     uint16 = iota // ends the turn
	doBegin                 // the winner of the initiative begins, or At does
	doEarnest               // the secret: it is what it looks like
	doFeign                 // the secret: it is a feint
	doKeep                  // no counter-tempo
	doStep                  // To: the square; 0 stays
	doThrow                 // dice of a check, see packResults; of Recover Stamina, N the result
	doDamage                // dice: N their sum
	doWinner                // dice: At wins the initiative
)

// statusAllows reports whether the status of a seat allows an action (TP-20).
func (g *Game) statusAllows(c *seat, do uint16) bool {
	return g.combatActions[do].status&(1<<c.status) != 0
}

// price returns the AP of an action of seat i: those of the catalogue, or of the surface that is used, or of the weapon
// in hand for an action that strikes nothing (R-TP-27).
func (g *Game) price(s *State, i int, do uint16, with uint8) int8 {
	d := &g.combatActions[do]
	switch {
	case d.cost != byWeapon:
		return d.cost
	case usesArm(do):
		return g.arm(i, with).cost
	}
	hand := s.seats[i].hand
	if hand == slotNone {
		return g.arm(i, g.seats[i].bareHands).cost
	}
	return g.seats[i].slots[hand].cost
}

// noArm stands for the arm of an action that uses none: its price does not depend on it.
const noArm = 0

// usesArm reports whether an action uses one arm: every action that can roll damage, and the Feint (R-TP-46).
func usesArm(do uint16) bool { return armActions>>do&1 != 0 }

// armActions are the actions that use one arm, as bits.
var armActions = actionBits(func(a rows.Action) bool { return a.Strikes })

// actionBits returns the actions of which something is true, as bits.
func actionBits(is func(rows.Action) bool) (bits uint32) {
	for do, a := range rows.Actions {
		if is(a) {
			bits |= 1 << do
		}
	}
	return bits
}

// listProactive appends what the actor may declare (TP-16), by its status; the end of the turn is the last.
func (g *Game) listProactive(s *State, buf []rules.Action) []rules.Action {
	i := int(s.actor)
	switch s.seats[i].status {
	case bound:
		buf = g.listInBind(s, i, buf)
	case grappled, pinned:
		buf = g.listInGrapple(s, i, buf)
	default:
		buf = g.listAtArms(s, i, buf)
	}
	return append(buf, rules.Action{Do: doEnd, At: rules.Nobody})
}

// canPay reports whether the status of seat i allows an action and it has the AP for it.
func (g *Game) canPay(s *State, i int, do uint16, with uint8) bool {
	c := &s.seats[i]
	return g.statusAllows(c, do) && g.price(s, i, do, with) <= int8(c.ap)
}

// listInBind appends Disarm, Grapple, Press and Withdraw, all against the partner (R-TP-23), at whatever distance the
// bind was made; for a Grapple there must be a free square beside it (R-TP-62). A bind is of two weapons: both have one
// in hand.
func (g *Game) listInBind(s *State, i int, buf []rules.Action) []rules.Action {
	c := &s.seats[i]
	foe := rules.Seat(c.partner - 1)
	if g.canPay(s, i, doDisarm, noArm) {
		buf = append(buf, rules.Action{Do: doDisarm, At: foe})
	}
	if g.canPay(s, i, doGrapple, noArm) && g.grappleSquare(s, i, int(foe)) != 0 {
		buf = append(buf, rules.Action{Do: doGrapple, At: foe})
	}
	for k := range g.seats[i].arms {
		if g.seats[i].arms[k].slot == c.hand && g.canPay(s, i, doPress, uint8(k)) {
			buf = append(buf, rules.Action{Do: doPress, With: uint8(k), At: foe})
		}
	}
	if g.canPay(s, i, doWithdraw, noArm) {
		buf = append(buf, rules.Action{Do: doWithdraw, At: foe})
	}
	return buf
}

// listInGrapple appends Escape, Pin, and blows at the partner with empty hands. A table may also allow a Melee Attack
// with a blade short enough (R-TP-59); in the document that is only for those On Guard.
func (g *Game) listInGrapple(s *State, i int, buf []rules.Action) []rules.Action {
	c := &s.seats[i]
	foe := rules.Seat(c.partner - 1)
	if g.canPay(s, i, doEscape, noArm) {
		buf = append(buf, rules.Action{Do: doEscape, At: foe})
	}
	if c.status == pinned {
		return buf
	}
	if s.seats[foe].status != pinned && g.canPay(s, i, doPin, noArm) { // R-TP-52
		buf = append(buf, rules.Action{Do: doPin, At: foe})
	}
	for k := range g.seats[i].arms {
		a := &g.seats[i].arms[k]
		isShortBlade := a.slot == c.hand && a.slot != slotNone && !a.ranged && a.min == 0
		if g.rule.DaggerInGrapple && isShortBlade && a.cost <= int8(c.ap) {
			buf = append(buf, rules.Action{Do: doMelee, With: uint8(k), At: foe})
		}
	}
	if bare := g.seats[i].bareHands; g.canPay(s, i, doUnarmed, bare) {
		buf = append(buf, rules.Action{Do: doUnarmed, With: bare, At: foe})
	}
	return buf
}

// listAtArms appends what a seat may do that is in no bind and no grapple.
func (g *Game) listAtArms(s *State, i int, buf []rules.Action) []rules.Action {
	if g.canPay(s, i, doReady, noArm) {
		buf = append(buf, rules.Action{Do: doReady, At: rules.Nobody})
	}
	for k := range g.seats[i].arms {
		buf = g.listTargets(s, i, uint8(k), buf)
	}
	buf = g.listHandActions(s, i, buf)
	return g.listDestinations(s, i, buf)
}

// listTargets appends the attacks with arm k at every foe that it reaches, and aiming at them. Melee Attack and Feint
// are legal together (R-TP-47): they are declared alike, and the secret that follows says which it is.
func (g *Game) listTargets(s *State, i int, k uint8, buf []rules.Action) []rules.Action {
	a, c := g.arm(i, k), &s.seats[i]
	do := doMelee
	switch {
	case a.ranged:
		do = doRanged
	case a.slot == slotNone:
		do = doUnarmed
	}
	if !a.isInHand(c) || a.ranged && c.shots < a.shotsUsed {
		return buf
	}
	canStrike, canAim := g.canPay(s, i, do, k), a.ranged && a.unaimed != a.aimed && g.canPay(s, i, doAim, k)
	if !canStrike && !canAim {
		return buf
	}
	for t := range g.n {
		if !s.isInFight(t) || !g.foes(i, t) || !g.canReach(c, a, s.seats[t].square) {
			continue
		}
		if canStrike {
			buf = append(buf, rules.Action{Do: do, With: k, At: rules.Seat(t)})
		}
		if canAim && s.aimedAt != uint8(1+t) {
			buf = append(buf, rules.Action{Do: doAim, With: k, At: rules.Seat(t)})
		}
	}
	return buf
}

// listHandActions appends reloading, drawing and picking up (R-TP-39). A reload is offered whole, or as far as the AP
// go, and by half of that, which leaves AP for reactions.
func (g *Game) listHandActions(s *State, i int, buf []rules.Action) []rules.Action {
	c, f := &s.seats[i], &g.seats[i]
	if c.hand != slotNone && c.ap > 0 && g.statusAllows(c, doReload) {
		if sl := &f.slots[c.hand]; sl.ranged && c.shots < f.arms[sl.firstArm].shotsUsed {
			left := sl.reload - c.loadingAP
			most := min(left, c.ap)
			if half := (most + 1) / 2; half < most {
				buf = append(buf, rules.Action{Do: doReload, N: int16(half), At: rules.Nobody})
			}
			buf = append(buf, rules.Action{Do: doReload, N: int16(most), At: rules.Nobody})
		}
	}
	for k := range uint8(2) {
		if !f.slots[k].present || c.hand == k {
			continue
		}
		switch {
		case c.lostAt[k] == 0:
			if g.canPay(s, i, doDraw, k) {
				buf = append(buf, rules.Action{Do: doDraw, With: k, At: rules.Nobody})
			}
		case c.lostAt[k] == c.square && g.canPay(s, i, doPickUp, k):
			buf = append(buf, rules.Action{Do: doPickUp, With: k, At: rules.Nobody})
		}
	}
	return buf
}

// listDestinations appends the squares on which a Move or a Combat Move may end (R-TP-57). A Combat Move may change the
// distance to the nearest foe by one square at most.
func (g *Game) listDestinations(s *State, i int, buf []rules.Action) []rules.Action {
	canMove, canCombatMove := g.canPay(s, i, doMove, noArm), g.canPay(s, i, doCombatMove, noArm)
	if !canMove && !canCombatMove {
		return buf
	}
	taken := g.takenSquares(s)
	free := g.walkableSquares(s, i, new(book.Walk)).Without(&taken)
	if canMove {
		for sq := range free.All() {
			buf = append(buf, rules.Action{Do: doMove, At: rules.Nobody, To: sq})
		}
	}
	if canCombatMove {
		foe := g.nearestFoe(s, i)
		was := g.ground.Distance(s.seats[i].square, s.seats[foe].square)
		for sq := range free.All() {
			if now := g.ground.Distance(sq, s.seats[foe].square); now+1 >= was && now <= was+1 { // TP-39
				buf = append(buf, rules.Action{Do: doCombatMove, At: rules.Seat(foe), To: sq})
			}
		}
	}
	return buf
}

// nearestFoe returns the foe that a Combat Move is measured from: the nearest, of equals the first in the order of
// initiative.
func (g *Game) nearestFoe(s *State, i int) (foe int) {
	near := uint8(255)
	for _, k := range g.order[:g.n] {
		d := g.ground.Distance(s.seats[i].square, s.seats[k].square)
		if s.isInFight(int(k)) && g.foes(i, int(k)) && d < near {
			foe, near = int(k), d
		}
	}
	return foe
}

// declare makes a proactive action the one under way and takes its price (TP-05), or ends the turn. The price is paid
// before anybody answers, whatever comes of the action.
func (g *Game) declare(s *State, a rules.Action, log *rules.Log) {
	if a.Do == doEnd {
		g.recoverStamina(s, log)
		return
	}
	i := int(s.actor)
	cost := g.declarationPrice(s, a)
	if a.Do != doRanged && a.Do != doAim || s.aimedAt != uint8(1+a.At) {
		s.aimedAt = 0 // R-TP-24
	}
	s.do, s.with, s.to = uint8(a.Do), a.With, a.To
	if a.At != rules.Nobody {
		s.at = uint8(a.At)
	}
	if a.Do == doReload {
		s.to = uint8(a.N) // the AP paid for it
	}
	if log != nil {
		log.Add(g.declarationEvent(s, a, cost))
	}
	g.takeAP(s, i, uint8(cost), log)
	switch a.Do {
	case doMelee, doRanged:
		if arm := g.arm(i, a.With); arm.ranged {
			s.seats[i].shots -= arm.shotsUsed
		} else if s.seats[i].status == onGuard && g.canReact(s, int(s.at)) {
			s.phase = phSecret // R-TP-47: there is no feint in a grapple, and none at one who cannot answer
			return
		}
	}
	g.askReaction(s, 0, log)
}

// canReact reports whether seat k has an answer to the action under way.
func (g *Game) canReact(s *State, k int) bool {
	var buf [1]rules.Action
	return len(g.listReactions(s, k, buf[:0], 1)) > 0
}

// declarationPrice returns the AP of a declaration of the actor: of a reload as many as it chooses to spend.
func (g *Game) declarationPrice(s *State, a rules.Action) int8 {
	if a.Do == doReload {
		return int8(a.N)
	}
	return g.price(s, int(s.actor), a.Do, a.With)
}

// takeAP takes n AP from seat i.
func (g *Game) takeAP(s *State, i int, n uint8, log *rules.Log) {
	s.seats[i].ap -= n
	if log != nil && n > 0 {
		log.Add(rules.Event{Kind: "spend", Seat: g.name(i), Of: "ap", N: int(n), Left: int(s.seats[i].ap)})
	}
}
