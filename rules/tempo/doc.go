// Package tempo is the rule system of document 004: action points as a pool and as time, a proactive action answered by a
// reaction, a reaction answered by a counter-tempo, five statuses, and feints that stay secret until they are answered.
//
// Comments cite laws by number (TP-33) and rulings, which decide open questions of the text, as R-TP-13. The terms of the
// document are implemented in these files:
//
//	turn.go      round, turn, action points: who acts, what a turn waits for, the order of an action
//	opening.go   initiative: once a fight, and what the first turn has to spend
//	declare.go   proactive action: what may be declared, at whom, and what it costs
//	react.go     reactive action: who may answer what
//	tempo.go     counter-tempo action, feint: replacing an action, the larger price, the secret
//	check.go     check, outcome table: results, opposition, and their exact odds
//	inverted.go  inverted checks: rating and modifiers less the dice
//	resolve.go   what an outcome does: binds, grapples, pins, movement after a result
//	wound.go     hit, damage, wound: armour, categories, boxes, out of the fight
//	stamina.go   Recover Stamina
//	carry.go     what is taken from fight to fight
//	ground.go    square, path, threatened area: the map
//
// The engine:
//
//	state.go     everything that changes, the statuses among it
//	game.go      everything that does not
//	hooks.go     what a search uses besides the game
//
// What search is told of a position:
//
//	score.go     the estimate of winning
//	leaf.go      the estimate of one who goes on from there
//	ahead.go     what an action under way is worth before its dice
//	representatives.go  of squares that differ in nothing, the one that is looked at
//	activity.go  how much a decision does, where the estimate cannot tell
//	pack.go      positions without their round, as bytes, for solvers
//
// The system's face, alike in every system:
//
//	doc.go       this map
//	about.go     the system as it describes itself
//	unplanned.go encounters drawn by chance
//	load.go      an encounter read and worked out
//	position.go  a fight under way as a file, and a GM's edits
//	muster.go    who comes and who goes in the middle of a fight
//	words.go     actions, checks and sheets in words, and back
//	board.go     a position in places and numbers
//	motive.go    what a decision is for, to who wants more than to win
//
// Its rows, their checks and the questions about its dice are package rows, how a fight is told is package tale.
//
// What a position field is in the document:
//
//	seat.ap        action points in hand (TP-02, R-TP-28)
//	seat.status    the combat status (TP-21)
//	seat.boxes     filled boxes of the wound chart: minor, moderate, severe (R-TP-37)
//	seat.square    the square it stands on
//	seat.partner   the other one of a bind, grapple or pin (TP-22, TP-23, TP-26)
//	seat.hand      the weapon in hand
//	seat.lost      where its weapons lie
//	seat.shots     shots loaded
//	seat.loading   AP paid for a reload so far
//	seat.answer    the reactive action declared to what is under way (TP-06)
//	seat.with      what that reaction strikes with
//	seat.won       the row its reaction has reached
//	State.round    rounds fought in full (TP-14)
//	State.phase    what the fight waits for
//	State.actor    whose turn it is
//	State.first    who had the first turn (R-TP-42)
//	State.over     how the fight ended
//	State.aim      at whom the actor has aimed
//	State.do       the proactive action declared (TP-05)
//	State.at       its target
//	State.to       the square it leads to
//	State.feint    what the declarer wrote down privately (TP-50)
//	State.tempo    the counter-tempo action that replaces it (TP-07)
//	State.by       who answers, rolls damage or steps
//	State.blow     what the actor's attack has reached, until its damage is rolled
//	State.due      the category of the wound that waits for all damage to be known
//	State.stop     where on its path a mover is stopped
package tempo
