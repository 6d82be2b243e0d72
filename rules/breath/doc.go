// Package breath is the rule system of document 000, Energy and Breath: 2d10 against a number, Energy as resource and
// as time, a breath of up to five, reservations, reactions in haste at one and a half, overload, zones and stances;
// of document 002: spells, their stages paid over breaths and rounds; and of document 003, Ma and Blade: two alone on a
// ladder of distance, with a guard to break.
//
// Rows and files are read in package rows; how a fight is told from its events is in package tale.
//
// Laws are cited by number (EB-33, SP-12, MA-09), decided readings as rulings. The words of the document and where they live:
//
//	count.go        count, wait, close, lull: the place of a combatant, who breathes next, the round's end
//	onebreath.go    one breath, limit, overload
//	cost.go         cost, floor, stacking: worked out once a fight, per technique and zone
//	reserve.go      reservation, haste: how a blow is answered
//	strike.go       technique, Combo Fatigue: how a blow is struck, lands, and what it does
//	fate.go         Fate Intervention: a Lord sees the dice first
//	stance.go       stance
//	zone.go         zone, breakthrough, Core, Domination
//	duel.go         the ladder, half-step, reach
//	guard.go        guard, opening
//	location.go     hit location, feint, points
//	tsubazeriai.go  tsubazeriai, empty hand
//	mage.go         a fight's casters, worked out once
//	cast.go         stages, check, failure, backlash, interruption, focus, forcing
//	effect.go       what spells do, and what it is to bear it
//	reflect.go      spells that answer a blow
//	embers.go       fire, seals, exhaustion and boons, in the lull and as the round begins
//	squad.go        squad, heads, Cohesion, formation
//	order.go        order, general command
//	morale.go       roar, raising morale
//	unit.go         shikigami, puppet: control, ward, strings, calling
//	gift.go         transfer of Energy
//	kata.go         0-Energy Kata: the closed lists, the caps, gold, Faith
//	carry.go        what is taken from fight to fight, and rest
//
// The machine they move:
//
//	state.go        everything that changes
//	game.go         everything that does not
//	hooks.go        what a search uses besides the game
//	turn.go         the order of things: what a fight waits for, what may be done, what happens
//	dice.go         the outcomes of every throw, with their exact chances
//
// What search is told of a position:
//
//	score.go        the estimate of winning
//	retinuescore.go what squads, units, purses and givers are worth to it
//	leaf.go         the estimate with all that is worked out beforehand
//	activity.go     how much a decision does, where the estimate cannot tell
//	endgame.go      how a fight of one against one is abstracted for package endgame, which solves it
//	endgamescore.go from its value to the fight's
//	castscore.go    what spells are worth to it
//	layers.go       positions without their round, as bytes, for solvers
//
// The system's face, alike in every system:
//
//	doc.go          this map
//	about.go        the system as it describes itself
//	unplanned.go    encounters drawn by chance
//	load.go         an encounter or a record's header worked out against the catalogue
//	duelload.go     what a duel: block makes of it
//	retinue.go      who leads, moves or calls whom
//	position.go     a fight under way as a file, and a GM's edits
//	muster.go       who comes and who goes in the middle of a fight
//	words.go        actions, checks and sheets in words, and back
//	motive.go       what a decision is for, to who wants more than to win
//	castposition.go a fight with spells as a file
//	castwords.go    castings in words
//	duelwords.go    those of a duel
//	retinuenow.go   squads, units and purses in positions
//	retinuewords.go orders, units, gifts and Kata in words
//	meaning.go      what an order or a stage sets going, for advice
//
// What a position field is in the document:
//
//	seat.energy     Energy left, and with it the place in the count (EB-01, EB-05)
//	seat.wounds     Wounds left
//	seat.place      the place of one who waits
//	seat.zone       the zone it stands in
//	seat.is         closed, strained, hidden, bleeding, Defenseless and what else is yes or no
//	seat.held       defences reserved, by weapon (EB-29, EB-35)
//	seat.lost       weapons dropped and unloaded, Fate Interventions used
//	seat.stance     the one stance held (EB-120)
//	seat.zero       0-Energy maneuvers of this round (EB-85)
//	seat.bare       what its Defense has lost until its next breath
//	State.spent     what is paid in the breath under way (EB-12)
//	State.strikes   its attacks: Combo Fatigue
//	State.strain    its overload check (EB-40)
//	State.task      the maneuver the dice decide about
//	State.blow      the blow under way, and the one a stance strikes into it
//	State.shown     the dice a Lord may still shift
//	State.duel      the rung (MA-01), guard (MA-25), locations struck (MA-39)
//	State.laid      marks on a seat (Energy received, R-145), what lies on a zone, gold and Faith left
//
// Of a squad, seat.place is its commander and its Cohesion, seat.held the round's orders, its formation and what it
// remembers; of a unit, seat.held the wards it holds for its master.
package breath
