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
//
// Evaluation of positions, and hints for searches:
//
//	score.go     the static estimate
//	leaf.go      the leaf evaluation, which assumes that the turn goes on
//	lastround.go leaves of the last round
//	ahead.go     the value of an action under way before its dice are thrown
//	representatives.go  which one of several equivalent squares a search considers
//	activity.go  the activity of decisions, to break ties
//	hooks.go     the optional functions for searches
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
// The words of the document stand for these fields:
//
//	action points (AP)           seat.ap, at most Game.apMax
//	combat status                seat.status; the other one of a bind, grapple or pin, seat.partner
//	wound chart, boxes           fighter.boxes for all, seat.boxes for those filled
//	proactive action             State.do, with and at
//	reactive action              seat.reaction of whoever answers
//	counter-tempo action         State.counterTempo, in place of State.do
//	Feint                        State.feint, secret until the attack is answered
//	check, prismatic result      opposedCheck for who throws for what, verdict for what comes of it
//	outcome table                combatAction.thresholds; the row that takes effect, State.effectRow and seat.effectRow
//	combat action                combatAction, as the catalogue has it, and rows.Action, which no file can change
//	striking surface             arm, one for each of a weapon
//
// In all methods g is the game and s the position, i and k are seats, t is a target or a check. Of a seat f is the part
// that no fight changes (fighter) and c the part that it does (seat). a is an action, or an arm to strike with.
//
// Package rows has the rows, their checks and the odds expressions; package tale describes how a fight is told from its
// events.
package tempo
