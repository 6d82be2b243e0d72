package breath

// The meanings of the fields of a [rules.Action]. While an action is a maneuver under way, a [maneuver] keeps the same
// fields in State.

// What an action does: Action.Do. The comment of each names the other fields that it uses. [isManeuver] depends on the
// order.
//
// A squad is a seat of several men who obey a commander's orders (squad.go), a unit a creature or puppet that its
// master controls (unit.go). A Kata is a trained maneuver. A Lord is a combatant of the highest grade.
const (
	doEnd           uint16 = iota // ends the breath
	doWait                        // lets the next in the count go first
	doCloseRound                  // leaves the count for this round
	doAttack                      // With: technique, At: target, Mode: its aim in a duel
	doReserve                     // With: defence technique
	doStance                      // With: stance
	doReleaseStance               // lets the held stance go
	doMove                        // Mode: way, To: zone
	doUpkeep                      // With: nock or reload
	doDescend                     // Kamuy Descent: a higher limit of the breath for this round, for Energy
	doPickUp                      // the dropped weapon of slot With
	doHalfStep                    // a half-step, Mode: in or out
	doPush                        // leaves tsubazeriai, where the blades are locked at the guards, by strength
	doSlip                        // leaves it by skill
	doCast                        // With: spell, Mode: castBegin ..., At: target, To: a zone, or two in four bits each
	doDefend                      // With: technique, or of a ward the unit that takes the blow; Mode: modeHaste ...
	doTakeBlow                    // takes the blow without an answer
	doResistStep                  // resists a half-step
	doDecline                     // declines what was offered: to resist a half-step, to strike by a Kata, to raise morale
	doKeepDice                    // a Lord, who may shift a die after seeing it (fate.go), lets the dice lie
	doShiftDie                    // a Lord shifts one die by one: With and To are the two faces after it, the lower first
	doRoll                        // two dice: N is their sum, Mode 1 for a double; With and To are the faces if a Lord may shift them
	doDrawLot                     // a lot: At is whom it falls on
	doContest                     // dice of both: With is the mover's sum, To the other's
	doOrder                       // With: order, Mode: squad, At: target, To: zone
	doGeneralOrder                // With: order, to all own squads in range, To: zone
	doControl                     // Mode: unit, With: technique, At: target; or a walk, To: zone
	doGift                        // With: Energy, At: receiver
	doKata                        // With: a Kata that costs no Energy, At: ally or own squad, To: zone
	doRoar                        // At: squad
	doKataStrike                  // strikes by such a Kata after a parry or a miss
	doRaiseMorale                 // raises the morale of the side's squads, in the lull: the end of a round
	doNameTarget                  // At: one more target of a spell
	doAnswerSpell                 // With: a spell that answers a blow, To: the index of its caster
	doDeclineSpell                // lets the blow land without such a spell

	doCount
)

// isManeuver reports whether an action is a maneuver of a breath, which is declared and paid: doEnd to doCast, and
// doOrder to doRoar. The others are answers, or are about dice.
func isManeuver(do uint16) bool { return do < doDefend || do >= doOrder && do <= doRoar }

// mover returns the seat that moves or strikes in the maneuver under way: the actor, the squad that obeys, or the unit
// that is controlled. During a general order State.cursor is one past the squad that is obeying.
func (s *State) mover() int {
	switch uint16(s.maneuver.do) {
	case doOrder, doControl:
		return int(s.maneuver.mode)
	case doGeneralOrder:
		return int(s.cursor) - 1
	}
	return int(s.actor)
}

// Ways of moving: Action.Mode of doMove, in the order of wayNames. The Core is the middle of the fight, between the two
// Fronts; the Outside is out of everybody's sight.
const (
	wayWalk         uint8 = iota
	waySprint             // adds to the next attack
	wayGallop             // mounted
	wayLeap               // to or from high ground without a path
	wayStealth            // hides the mover
	wayBreakThrough       // into a zone that the other side holds, or through its gate: waits for dice
	wayEnterCore          // by a trait that needs no check
	wayForceCore          // into the Core by a check
	wayLeaveCore          // fights free of the Core
	wayIntoOutside        // slips away into the Outside, and hides
	wayCount
)

// The half-steps: Action.Mode.
const (
	stepIn uint8 = iota
	stepOut
)

// What a doCast action does: Action.Mode.
const (
	castBegin    uint8 = iota // the first stage of several
	castContinue              // a stage between
	castActivate              // the activation, or an instant spell
	castForce                 // all that is left in one breath
	castRampage               // its backlash strikes with the caster's own unit
)

// toBarrier is Action.To of a dispelling whose target is the other side's barrier; no zone has this number.
const toBarrier = zoneCount

// How an answer is paid: Action.Mode of doDefend. A ward costs nothing now: the master paid when the unit took it up.
const (
	modeHaste = 0
	modeHeld  = 1
	modeWard  = 2 // With: the unit whose ward it is
)

// The orders, which are Action.With, in the order of rows.Orders.
const (
	orderAdvance uint8 = iota
	orderStrike
	orderVolley     // strike, of a squad that shoots
	orderCharge     // advance and strike
	orderShields    // form a shield wall
	orderSpears     // form a spear wall
	orderCloseRanks // stand around the commander and take a blow for him
	orderWithdraw
	orderRally // raises Cohesion
	orderReload
	orderTakeOver // puts a squad without a commander under this one
)

// isAttackOrder reports whether an order is an attack. A squad obeys one of these in a round.
func isAttackOrder(o uint8) bool { return o == orderStrike || o == orderVolley || o == orderCharge }

// controlWalk is Action.With of a doControl that makes the unit walk. Any other With is one of the unit's techniques.
const controlWalk = 0xff
