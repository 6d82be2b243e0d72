// Package breath implements the rule system of three documents.
//
// Document 000, Energy and Breath, has checks of 2d10 against a number. A breath is a combatant's turn to act:
// maneuvers paid with Energy, up to a limit of five or more, beyond which a check of overload is due. Whoever has most
// Energy breathes next; that order is the count. Defences are reserved in a breath, or paid in haste at one and a half
// times their cost when a blow comes. A side has Domination in a zone by the combatants who stand there. When the count
// is empty the lull ends the round, and Energy comes back.
//
// Document 002 has spells, whose stages are paid over breaths and rounds. Some are held after the last stage: a boon
// for those beside the caster, a seal on a foe. Wards and barriers take Wounds for others. Document 003, Ma and Blade,
// has duels: two combatants on a ladder of distance, each with a guard that can be broken.
//
// Package rows reads the catalogue and encounter files; package tale describes how a fight is told from its events.
//
// Comments cite laws by number (EB-33, SP-12, MA-09) and rulings, which decide open questions of the text, as R-17 or
// K-12. Many rulings are switches, see the type rulings in game.go: "by a ruling" means by the choice that is not the
// usual one.
//
// The terms of the documents are implemented in these files:
//
//	count.go        count, wait, close: the place of a combatant, who breathes next
//	lull.go         lull: bleeding, fire, seals; and what begins a round
//	ending.go       the end of a fight
//	onebreath.go    one breath, limit, overload
//	cost.go         cost, floor, stacking: computed once per fight, by technique and zone
//	reserve.go      reservation, haste, spells that answer: answers to a blow
//	strike.go       technique: attacks, hits and their effects
//	blow.go         the numbers of a blow, Combo Fatigue
//	wound.go        Wounds, and who falls
//	fate.go         Fate Intervention: a Lord may shift a die after seeing it
//	stance.go       stance, and the weapons in hand
//	zone.go         zone, breakthrough, Core, Domination
//	duel.go         the ladder, half-step, reach, tsubazeriai, empty hand
//	guard.go        guard, opening
//	location.go     hit location, feint, points
//	caster.go       the casters of a fight, prepared once
//	spell.go        the spells that lie on people and places, and their effects
//	cast.go         stages, check, failure, backlash, interruption, focus, forcing
//	effect.go       effects of spells, on targets and over time
//	squad.go        squad, heads, Cohesion, formation
//	order.go        order, general command, roar, raising morale
//	unit.go         shikigami, puppet: control, ward, strings, calling
//	gift.go         transfer of Energy
//	kata.go         0-Energy Kata: the closed lists, the caps, gold, Faith
//	carry.go        what combatants carry from fight to fight, and rest
//
// The engine:
//
//	state.go        the position: everything that changes
//	action.go       the kinds of decisions, and the meaning of their fields
//	phases.go       what a fight waits for, a row for each phase
//	game.go         the game: everything that does not change
//	turn.go         the course of a fight: turns, legal actions, and playing them
//	maneuver.go     the maneuvers of a breath: which are open, what they cost, doing them
//	dice.go         what two dice show
//	odds.go         the outcomes of every throw, with their exact chances
//	status.go       events about a seat, for the log
//
// Evaluation of positions, and hints for searches:
//
//	tally.go        the weights of estimates and what they add up
//	score.go        the static estimate
//	retinuescore.go its terms for squads, units, purses and givers
//	castscore.go    its terms for spells
//	leaf.go         the leaf evaluation, which uses prepared values
//	endgame.go      the abstraction of a fight of one against one, which package endgame solves
//	restleaf.go     the leaf of groups where little Energy is left to spend: its spending played out
//	endgamescore.go from the value of the abstraction to that of the fight
//	hooks.go        the optional functions for searches; decisions without effect
//	pack.go         positions without their round, as bytes, for solvers
//
// The interface to the rest of the program, which has the same files in every system:
//
//	doc.go          this list
//	about.go        the description of the system
//	unplanned.go    random encounters
//	small.go        small random encounters, for the solver
//	readers.go      what reads encounter files
//	fighterload.go  loading a combatant
//	load.go         loading an encounter or a record's header with the catalogue
//	duelload.go     loading a duel: block
//	retinue.go      who leads, moves or calls whom
//	position.go     a fight under way as a file, and a GM's edits
//	muster.go       combatants who join or leave during a fight
//	yield.go        combatants who stop fighting
//	words.go        actions, checks and sheets in words, and back
//	board.go        a position in places and numbers
//	motive.go       the purposes of decisions, for agents with goals besides winning
//	castposition.go a fight with spells as a file
//	castwords.go    castings in words
//	retinuenow.go   squads, units and purses in positions
//	retinuewords.go orders, units, gifts and Kata in words
//	meaning.go      the effects of orders and stages in words, for advice
//
// Fields of a position and their terms in the documents:
//
//	seat.energy     Energy left, which is also the place in the count (EB-01, EB-05)
//	seat.wounds     Wounds left
//	seat.place      the place of a combatant who waits
//	seat.zone       the zone it stands in
//	seat.flags      closed, strained, hidden, bleeding, Defenseless and other flags
//	seat.held       defences reserved, by weapon (EB-29, EB-35)
//	seat.lost       weapons dropped and unloaded, Fate Interventions used
//	seat.stance     the one stance held (EB-120)
//	seat.zeroUses   0-Energy maneuvers of this round (EB-85)
//	seat.exposed    the loss of Defense until its next breath
//	State.spent     the Energy paid in the breath under way (EB-12)
//	State.attacks   the attacks of that breath, for Combo Fatigue
//	State.overload  the overload check of that breath (EB-40)
//	State.maneuver  the maneuver that the next dice decide
//	State.blow      the blow under way, and a stance's blow that interrupts it
//	State.shownFaces the dice a Lord may still shift
//	State.duel      the rung (MA-01), guard (MA-25), locations struck (MA-39)
//	State.extras    marks on a seat (Energy received, R-145), effects on a zone, gold and Faith left
//
// In a squad, seat.place is its commander and its Cohesion, and seat.held the orders of the round, its
// formation and what it remembers. In a unit, seat.held is the wards it holds for its master.
//
// A field of which 0 means none counts from 1: seat.stance, fighter.casterNumber, spell.lasting, caster.spell. Hence
// the "-1" where one of them is an index. In an array of two, 1-i is the other duelist and 1-side the other side.
//
// Most functions use the same letters:
//
//	s       the position; g is the game
//	i, t    the seat that acts, and its target
//	q, u    the seat of a squad, of a unit
//	f, c    a combatant: the part that does not change (its fighter), and the one that does (its seat)
//	a, act  a technique, an action
//	b       a blow
//	m       the maneuver under way; in arithmetic a modifier
//	sp, ca  a spell; the part of a caster that changes (the other is its sheet)
//	d       the effects of a spell, or what changes in a duel
//	k       the index of a caster, of a technique or of any other seat
//	w       the weights of an estimate
//
// A log may be nil, since a search wants no events. [rules.Log.Add] of a nil log does nothing; where a search comes by
// often, the caller asks whether there is a log before it puts an event together.
package breath
