package breath

// The meanings of the fields of a [rules.Action]. While an action is a maneuver under way, a [maneuver] keeps the same
// fields in State.

// What an action does: Action.Do. Behind each are the other fields that it uses. [isManeuver] depends on the order.
const (
	doEnd     uint16 = iota // ends the breath
	doWait                  // lets the next in the count go first
	doClose                 // leaves the count for this round
	doAttack                // With: technique, At: target, Mode: its aim in a duel
	doReserve               // With: defence technique
	doStance                // With: stance
	doRelease               // lets the held stance go
	doMove                  // Mode: way, To: zone
	doUpkeep                // With: nock or reload
	doDescend               // Kamuy Descent
	doPickUp                // the dropped weapon of slot With
	doStep                  // a half-step, Mode: in or out
	doPush                  // out of tsubazeriai, by strength
	doSlip                  // out of tsubazeriai, by skill
	doCast                  // With: spell, Mode: which of its stages, At: target, To: zone, or two of them
	doDefend                // With: technique, or the unit that wards; Mode: held, in haste or a ward
	doTake                  // takes the blow without an answer
	doResist                // resists a half-step
	doLet                   // declines what was offered: to resist, to strike by a Kata, to raise morale
	doKeep                  // a Lord lets the dice lie
	doShift                 // a Lord shifts one die by one: With and To are the two faces after it, the lower first
	doRoll                  // two dice: N is their sum, Mode 1 for a double; With and To are the faces if a Lord may shift them
	doDraw                  // a lot: At is whom it falls on
	doContest               // dice of both: With is the mover's sum, To the other's
	doOrder                 // With: order, Mode: squad, At: target, To: zone
	doGeneral               // With: order, to all own squads in range, To: zone
	doControl               // Mode: unit, With: technique, At: target; or a walk, To: zone
	doGift                  // With: Energy, At: receiver
	doKata                  // With: 0-Energy Kata, At: ally or own squad, To: zone
	doRoar                  // At: squad
	doUse                   // strikes by a 0-Energy Kata after a parry or a miss
	doRaise                 // raises the squads' morale, in the lull
	doName                  // At: one more target of a spell
	doMirror                // With: a spell that answers a blow, To: its caster
	doPass                  // lets the blow land without such a spell

	doCount
)

// isManeuver reports whether an action is a maneuver of a breath, which is declared and paid: doEnd to doCast, and
// doOrder to doRoar. What stands between and after them answers, or decides about dice.
func isManeuver(do uint16) bool { return do < doDefend || do >= doOrder && do <= doRoar }

// mover returns the seat that moves or strikes in the maneuver under way: the actor, the squad that obeys, or the unit
// that is controlled. During a general order State.cursor is one past the squad that is obeying.
func (s *State) mover() int {
	switch uint16(s.maneuver.do) {
	case doOrder, doControl:
		return int(s.maneuver.mode)
	case doGeneral:
		return int(s.cursor) - 1
	}
	return int(s.actor)
}

// Ways of moving, in the order in which they are offered.
const (
	wayWalk uint8 = iota
	waySprint
	wayGallop
	wayLeap
	wayStealth
	wayBreak
	wayCoreFree
	wayCoreForce
	wayCoreLeave
	wayOutside
	wayCount
)

// The half-steps: Action.Mode.
const (
	stepIn uint8 = iota
	stepOut
)

// What a doCast action does: Action.Mode.
const (
	castBegin   uint8 = iota // the first stage of several
	castOn                   // a stage between
	castAct                  // the activation, or an instant spell
	castForce                // all that is left in one breath
	castRampage              // its backlash strikes with the caster's own unit
)

// toBarrier is Action.To of a dispelling whose target is the other side's barrier; no zone has this number.
const toBarrier = zoneCount

// How an answer is paid: Action.Mode of doDefend. A ward is paid by nobody: the master paid when the unit took it up.
const (
	modeHaste = 0
	modeHeld  = 1
	modeWard  = 2 // With: the unit whose ward it is
)

// The orders, which are Action.With, in the order of rows.Orders.
const (
	orderAdvance uint8 = iota
	orderStrike
	orderVolley
	orderCharge
	orderShields
	orderSpears
	orderClose
	orderWithdraw
	orderRally
	orderReload
	orderTake // puts a squad without a commander under this one
)

// isAttackOrder reports whether an order is an attack. A squad obeys one of these in a round.
func isAttackOrder(o uint8) bool { return o == orderStrike || o == orderVolley || o == orderCharge }

// controlWalk is Action.With of a doControl that makes the unit walk. Any other With is one of the unit's techniques.
const controlWalk = 0xff
