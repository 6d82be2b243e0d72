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
//	hooks.go     the optional functions for searches
//
// Evaluation of positions, and hints for searches:
//
//	score.go     the static estimate
//	leaf.go      the leaf evaluation; in fights of one against one its weights are fitted to exact values
//	lastround.go the leaf evaluation of the round that ends the fight
//	representatives.go  which decisions a search considers, and which outcomes it merges
//	activity.go  the activity of decisions, to break ties
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
// Fields of a position and their terms in the document:
//
//	seat.wounds            Wounds (RK-54)
//	seat.square            the square it stands on (R-RK-52)
//	seat.stance            its stance (RK-16)
//	seat.status            Prone, Blind, Incapacitated; off the field; tended
//	seat.focus             what Focused Attacks have struck (R-RK-62)
//	seat.stun              Stunned, and the number that shakes it off (RK-189)
//	seat.escapeNumber      Entangled, and the number that frees it (RK-192)
//	seat.initiative        the Initiative Value without what a round adds (RK-03)
//	seat.place             its places in the orders of the fight and of the round (RK-04, RK-05)
//	seat.voidPoints        Void Points left
//	seat.spent             what it has used this round (RK-171)
//	seat.turnMarks         how it began the round, and whether its turn is over
//	seat.swapped           with whom it exchanged Initiative Values this round (RK-173)
//	seat.earth             the bonus of the Earth stance (RK-83)
//	seat.guards            whom it guards (RK-157)
//	seat.hold              its grapple, and whether it maintains it (RK-135, RK-154)
//	seat.brokeFrom         whose weapon grapple it broke (RK-145)
//	seat.mount             steed or rider (RK-207)
//	seat.earthChange       what the GM's word adds to its Earth (RK-71)
//	item.at                who has a weapon, ready or not; lying; gone; unstrung
//	item.square            where it lies (R-RK-56)
//	hold.control           who is in control (RK-140)
//	hold.starter           who began the grapple with a weapon (RK-142)
//	hold.with              the weapon with which the grapple began (RK-142)
//	State.round            the round under way
//	State.first            whether it is the first (RK-07)
//	State.phase            what the fight waits for
//	State.actor            whose turn it is
//	State.by               the other seat that decides or throws, if it is not the actor
//	State.over             how the fight ended
//	State.pools            the Tactics Pools (RK-132)
//	State.quietRounds      rounds in which nobody struck (R-RK-74)
//	State.busy             whether somebody has struck in this round
//	State.simpleLeft       Simple Actions left (RK-15)
//	State.did              Free Actions taken (RK-21)
//	State.said             words, spells and costs of the turn
//	State.smallActions     Free Actions on [Small] weapons (RK-29)
//	State.moved            squares moved (RK-166)
//	State.lowestWater      the lowest Water moved with (RK-169)
//	State.steedSimpleLeft  the steed's Simple Actions (R-RK-42)
//	State.riding           flags of riding in this turn: steed moved, rider struck, charge (R-RK-80)
//	State.do               the action under way
//	State.with             its weapon
//	State.at               its target
//	State.to               the square it leads to
//	State.calls            maneuvers called (RK-108)
//	State.step             the last maneuver called; after the roll, the contest under way
//	State.damageRaises     raises on Extra Damage (RK-115)
//	State.squares          squares of a Push, a Pull or a move
//	State.part             the body part aimed at (RK-119)
//	State.freeRaises       Free Raises put in (R-RK-58)
//	State.bonus            what the roll gains: Void Points, the Void stance
//	State.margin           half of what an attack was above the ATN (RK-117, RK-200)
//	State.damage           the damage rolled, until it is taken
//	State.boosters         who boosts the contest (RK-174)
//	State.voidTakers       who takes the bonus of the Void stance to it (RK-93)
//	State.answered         who has decided about boost and Void for the contest
//	State.contestsWon      the contests won
//	running.on             on whom an effect of a row is
//	running.left           its rounds left (RK-26), or a mark: object drawn, spell begun or paid for, used up
//	State.lasts            the effects that last, by Game.slots
//	State.dueEffects       the effects that have still to begin at this moment (RK-02, RK-13, RK-25)
//	State.saidLast         the owners who chose last, in each pass of asking for first or last (RK-11)
//	State.orderPass        the number of the pass
//	State.untold           1 until the effects of the beginning of the fight are in the log
package keep
