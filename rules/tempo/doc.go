// Package tempo is the rule system of document 004: action points as a pool and as time, a proactive action answered by
// a reaction, a reaction answered by a counter-tempo, five statuses, and feints that stay secret until they are
// answered.
//
// Comments cite laws by number (TP-33) and rulings, which decide open questions of the text, as R-TP-13. The terms of
// the document are implemented in these files:
//
//	turn.go      round, turn, action points: who acts, what a turn waits for, the order of an action
//	opening.go   initiative, once per fight, and the AP of the first turn
//	declare.go   proactive action: what may be declared, at whom, and what it costs
//	react.go     reactive action: who may answer what
//	tempo.go     counter-tempo action, feint: replacing an action, the larger price, the secret
//	check.go     check, outcome table: results, opposition, and their exact odds
//	inverted.go  inverted checks: rating and modifiers less the dice
//	resolve.go   what an outcome does: binds, grapples, pins, movement after a result
//	wound.go     hit, damage, wound: armour, categories, boxes, out of the fight
//	stamina.go   Recover Stamina
//	carry.go     what combatants carry from fight to fight
//	ground.go    square, path, threatened area: the map
//
// The engine:
//
//	state.go     the position: everything that changes, statuses included
//	phases.go    what a fight waits for, a row for each phase
//	game.go      the game: everything that does not
//	hooks.go     the optional functions for searches
//
// Evaluation of positions, and hints for searches:
//
//	score.go     the static estimate
//	leaf.go      the leaf evaluation, which assumes that the turn goes on
//	lastround.go leaves of the last round
//	ahead.go     the value of an action under way before its dice are thrown
//	representatives.go  which one of several equivalent squares a search considers
//	activity.go  the activity of decisions, to break ties
//	pack.go      positions without their round, as bytes, for solvers
//
// The interface to the rest of the program, which has the same files in every system:
//
//	doc.go       this list
//	about.go     the description of the system
//	unplanned.go random encounters
//	small.go     small random encounters, for the solver
//	load.go      loading an encounter or a record's header with the catalogue
//	position.go  a fight under way as a file, and a GM's edits
//	muster.go    combatants who join or leave during a fight
//	yield.go     combatants who stop fighting
//	words.go     actions, checks and sheets in words, and back
//	board.go     a position in places and numbers
//	motive.go    the purposes of decisions, for agents with goals besides winning
//
// Package rows has the rows, their checks and the odds expressions; package tale describes how a fight is told from its
// events.
//
// Fields of a position and their terms in the document:
//
//	seat.ap             action points in hand (TP-02, R-TP-28)
//	seat.status         the combat status (TP-21)
//	seat.boxes          filled boxes of the wound chart: minor, moderate, severe (R-TP-37)
//	seat.square         the square it stands on
//	seat.partner        the other one of a bind, grapple or pin (TP-22, TP-23, TP-26)
//	seat.hand           the weapon in hand
//	seat.lostAt         where its weapons lie
//	seat.shots          shots loaded
//	seat.loadingAP      AP paid for a reload so far
//	seat.reaction       the reactive action declared in answer to the action under way (TP-06)
//	seat.reactionArm    the weapon of that reaction
//	seat.effectRow      the row of the outcome table that its reaction has reached
//	State.round         rounds fought in full (TP-14)
//	State.phase         what the fight waits for
//	State.actor         whose turn it is
//	State.first         who had the first turn (R-TP-42)
//	State.over          how the fight ended
//	State.aimedAt       at whom the actor has aimed
//	State.do            the proactive action declared (TP-05)
//	State.at            its target
//	State.to            the square it leads to
//	State.feint         what the declarer wrote down privately (TP-50)
//	State.counterTempo  the counter-tempo action that replaces it (TP-07)
//	State.by            who answers, rolls damage or steps
//	State.actorHit      the outcome of the actor's attack, until its damage is rolled
//	State.dueWound      the category of the wound that waits for all damage to be known
//	State.stopPlace     where on its path a mover is stopped
package tempo
