// Package keep is the rule system of document 001: ten-sided dice that explode, rolled and kept; five stances; two Simple
// Actions a turn; raises called before the roll; ranks of Wounds; grapples, guards, horses and Void Points on squares of five
// feet.
//
// Comments cite laws by number (RK-33) and rulings, which decide open questions of the text, as R-RK-13. The terms of the
// document are implemented in these files:
//
//	turn.go      the order of things: what a fight waits for, a turn from its beginning to its end, the end of the fight
//	order.go     initiative, ties, opening stances, Void Points at the beginning of a round
//	stance.go    the five stances
//	act.go       Free, Simple and Complex Actions
//	move.go      movement and its cap, crawling, riding
//	target.go    the Armor Target Number, cover, Strong Position
//	attack.go    tests: what is called, pools, numbers, outcomes
//	contest.go   contests of Strength and of grapples
//	damage.go    damage in its steps, and what a hit does besides
//	wound.go     ranks of Wounds, Downing and Killing
//	grapple.go   grapples and their actions
//	readying.go  the Readying Phase
//	effects.go   what techniques, spells and things do, once or for a time
//	triggers.go  the moments that set effects off, and who comes first
//	deeds.go     what is used: techniques for their cost, small objects, spells
//	days.go      days between fights: hunger, want of sleep, rest
//	carry.go     what is taken from fight to fight
//	ground.go    squares, walls, rough ground, sight
//	numbers.go   the numbers of the tables, which package rows has with their sources
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
//	leaf.go      the same for leaves, of one against one with weights fitted to exact values
//	representatives.go  which decisions are worth a look, and outcomes taken together
//	activity.go  how much a decision does, where the estimate cannot tell
//	pack.go      positions without their round, as bytes, for solvers
//
// The system's face, alike in every system; the package rows reads its files, and the package tale says how a fight is told:
//
//	doc.go       this map
//	about.go     the system as it describes itself
//	unplanned.go encounters drawn by chance
//	load.go      an encounter worked out
//	bring.go     the effects that combatants bring, worked out
//	position.go  a fight under way as a file, and a GM's edits
//	muster.go    who comes and who goes in the middle of a fight
//	words.go     actions, checks and sheets in words, and back
//	board.go     a position in places and numbers
//	motive.go    what a decision is for, to who wants more than to win
//
// What a position field is in the document:
//
//	seat.wounds      Wounds (RK-54)
//	seat.square      the square it stands on (R-RK-52)
//	seat.stance      its stance (RK-16)
//	seat.status      Prone, Blind, Incapacitated; off the field; tended
//	seat.focus       what Focused Attacks have struck (R-RK-62)
//	seat.stun        Stunned, and the number that shakes it off (RK-189)
//	seat.tangle      Entangled, and the number that frees it (RK-192)
//	seat.initiative  the Initiative Value without what a round adds (RK-03)
//	seat.place       its places in the orders of the fight and of the round (RK-04, RK-05)
//	seat.void        Void Points left
//	seat.spent       what it has used this round (RK-171)
//	seat.turns       how it began the round, and whether its turn is over
//	seat.swapped     with whom it exchanged Initiative Values this round (RK-173)
//	seat.earth       the bonus of the Earth stance (RK-83)
//	seat.guards      whom it guards (RK-157)
//	seat.hold        its grapple, and whether it maintains it (RK-135, RK-154)
//	seat.spite       whose weapon grapple it broke (RK-145)
//	seat.mount       steed or rider (RK-207)
//	seat.mettle      what the GM's word adds to its Earth (RK-71)
//	item.at          who has a weapon, ready or not; lying; gone; unstrung
//	item.square      where it lies (R-RK-56)
//	hold.control     who is in control (RK-140)
//	hold.starter     who began the grapple with a weapon (RK-142)
//	hold.with        that weapon
//	State.round      the round under way
//	State.first      whether it is the first (RK-07)
//	State.phase      what the fight waits for
//	State.actor      whose turn it is
//	State.by         who decides or throws besides
//	State.over       how the fight ended
//	State.pools      the Tactics Pools (RK-132)
//	State.quiet      rounds in which nobody struck (R-RK-74)
//	State.busy       whether somebody did in this one
//	State.simple     Simple Actions left (RK-15)
//	State.did        Free Actions taken (RK-21)
//	State.said       words, spells and costs of the turn
//	State.quick      Free Actions on [Small] weapons (RK-29)
//	State.moved      squares moved (RK-166)
//	State.pace       the lowest Water moved with (RK-169)
//	State.steeds     the steed's Simple Actions (R-RK-42)
//	State.run        what the riding has come to (R-RK-80)
//	State.do         the action under way
//	State.with       its weapon
//	State.at         its target
//	State.to         the square it leads to
//	State.calls      maneuvers called (RK-108)
//	State.last       the last thing called, then the contest under way
//	State.more       raises on Extra Damage (RK-115)
//	State.far        squares of a Push, a Pull or a move
//	State.part       the body part aimed at (RK-119)
//	State.free       Free Raises put in (R-RK-58)
//	State.bonus      what the roll gains: Void Points, the Void stance
//	State.margin     half of what an attack was above the ATN (RK-117, RK-200)
//	State.damage     the damage rolled, until it is taken
//	State.boost      who boosts the contest (RK-174)
//	State.void       who takes the bonus of the Void stance to it (RK-93)
//	State.asked      who has said what it adds
//	State.won        the contests won
//	running.on       on whom an effect of a row is
//	running.left     its rounds left (RK-26), or how far one has come with what is begun, drawn, used once
//	State.lasts      the effects that last, by Game.slots
//	State.due        which effects a moment has still to set off (RK-02, RK-13, RK-25)
//	State.late       who has said last, time by time (RK-11)
//	State.tier       which time it is
//	State.untold     whether what the beginning of the fight set off has still to be told
package keep
