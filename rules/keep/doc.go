// Package keep is the rule system of document 001: ten-sided dice that explode, rolled and kept; five stances; two
// Simple Actions a turn; raises called before the roll; ranks of Wounds; grapples, guards, horses and Void Points on
// squares of five feet.
//
// Comments cite laws by number (RK-33) and rulings, which decide open questions of the text, as R-RK-13. The terms of
// the document are implemented in these files:
//
//	turn.go      the course of a fight: what it waits for, turns, the end of the fight
//	order.go     initiative, ties, opening stances, Void Points at the beginning of a round
//	stance.go    the five stances
//	act.go       Free, Simple and Complex Actions
//	move.go      movement and its cap, crawling, riding
//	target.go    the Armor Target Number, cover, Strong Position
//	attack.go    attack tests: maneuvers called, pools, target numbers, outcomes
//	contest.go   contests of Strength and of grapples
//	damage.go    damage step by step, and the other effects of a hit
//	wound.go     ranks of Wounds, Downing and Killing
//	grapple.go   grapples and their actions
//	readying.go  the Readying Phase
//	effects.go   the effects of techniques, spells, objects and equipment, at once or lasting
//	triggers.go  the moments that set effects off, and who comes first
//	deeds.go     using techniques, small objects and spells, and what that costs
//	days.go      days between fights: hunger, want of sleep, rest
//	carry.go     what combatants carry from fight to fight
//	ground.go    squares, walls, rough ground, sight
//	numbers.go   the numbers of the document's tables; package rows has their sources
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
//	leaf.go      the leaf evaluation; in fights of one against one its weights are fitted to exact values
//	lastround.go the leaf evaluation of the round that ends the fight
//	representatives.go  which decisions a search considers, and which outcomes it merges
//	activity.go  the activity of decisions, to break ties
//	hooks.go     the optional functions for searches
//	pack.go      positions without their round, as bytes, for solvers
//
// The interface to the rest of the program, which has the same files in every system. Package rows reads the catalogue
// and encounter files; package tale describes how a fight is told from its events:
//
//	doc.go       this list
//	about.go     the description of the system
//	unplanned.go random encounters
//	small.go     small random encounters, for the solver
//	load.go      loading an encounter or a record's header with the catalogue
//	bring.go     loading the effects that combatants bring into a fight
//	position.go  a fight under way as a file, and a GM's edits
//	muster.go    combatants who join or leave during a fight
//	yield.go     combatants who stop fighting
//	words.go     actions, checks and sheets in words, and back
//	board.go     a position in places and numbers
//	motive.go    the purposes of decisions, for agents with goals besides winning
//
// The words of the document, and the fields that hold them:
//
//	dice, as in 7k3        dice.Pool: seven rolled, the three highest kept and added; a ten explodes, is rolled again
//	                       and added too, except in rolls of the unskilled and damage of mooks
//	rings                  fighter.rings: Air, Earth, Fire and Water, the lower of two attributes each, and Void
//	Wounds, Wound Rank     seat.wounds, damage so far; the rank follows from it and from Earth (ladder). The Crippled
//	                       are Downed, lost to their side; who is Out cannot act
//	mooks                  fighter.mook: combatants without techniques, whom fewer Wounds bring down
//	Initiative Value       seat.initiative; with what the round adds, Game.initiativeOf. The highest has its turn first
//	Simple Actions         State.simpleLeft, two a turn, and State.steedSimpleLeft of the steed; a Complex Action takes two
//	Free Actions           State.did, State.said, State.smallActions: what has been taken, each once a turn, those on Small weapons twice
//	stance                 seat.stance; whether its benefits count, Game.hasBenefit
//	Armor Target Number    atnParts, made by Game.armorTargetNumber: what the roll of an attack has to reach
//	raises                 State.calls, damageRaises, squares and part, all put into Game.raisesCalled: each makes that
//	                       number five higher, and buys a maneuver or damage
//	Free Raises            State.freeRaises: each takes five off again; those left in a Tactics Pool, State.tacticsPools
//	Void Points            seat.voidPoints, spent for dice or numbers; the uses made in this round, seat.spent
//	Status Effects         seat.status; Stunned seat.stun, Entangled seat.escapeNumber, Grappled seat.grapple
//	control of a grapple   grapple.control
//	techniques, spells     deed for using them, effect for what they do
//
// In all methods g is the game and s the position, i and k are seats. Of a seat f is the part that no fight changes
// (fighter) and c the part that it does (seat); o is the c of another seat. a is an action, or an arm to strike with; m
// is the ground, e an effect, d a deed.
package keep
