package keep

import "kokyu/rules/keep/rows"

const (
	seatsMax    = rows.SeatsMax
	weaponsMax  = rows.WeaponsMax       // weapons one carries
	itemsMax    = seatsMax * weaponsMax // weapons of everybody: weapon k of seat i is item i*weaponsMax+k
	grapplesMax = seatsMax / 2          // grapples at a time
)

// State is a position. All fields are single bytes, so that it has no padding and can be compared and hashed as it lies
// in memory. Whatever no longer matters is set to zero, so that equal situations are equal values.
//
// A set of seats is a byte with a bit for each seat (1<<i). A field that may name no seat holds 1 + the seat, so that 0
// stands for nobody.
type State struct {
	seats    [seatsMax]seat
	items    [itemsMax]item
	grapples [grapplesMax]grapple

	round        uint8 // the round under way, from 1
	firstRound   uint8 // 1 in round 1, whose stances are chosen before its turns begin (RK-07)
	phase        phase
	actor        uint8    // whose turn it is
	by           uint8    // who decides or throws in phases that do not ask the actor
	over         uint8    // how the fight ended, an ending of package rules
	tacticsPools [2]uint8 // by side, the Free Raises in its Tactics Pool (RK-132)
	quietRounds  uint8    // whole rounds on end in which nobody attacked or was hurt (R-RK-74)
	eventful     uint8    // 1 if somebody attacked or was hurt in this round

	// The turn under way (zero between turns).
	simpleLeft      uint8       // Simple Actions left (RK-15)
	did             did         // Free Actions taken (RK-21)
	said            said        // words, spells and costs of deeds taken
	smallActions    uint8       // Free Actions on Small weapons so far (RK-29)
	moved           uint8       // squares moved by own move actions (RK-166)
	lowestWater     uint8       // the lowest Water one of them was taken with, 0 none yet (RK-169)
	steedSimpleLeft uint8       // the steed's Simple Actions left (R-RK-42)
	riding          ridingMarks // how far rider and steed have come (R-RK-80)

	// The action under way (zero between actions).
	do    uint8 // doAttack and so on, 0 for none
	with  uint8 // what it is done with: an index into Game.arms, Game.trials or Game.deeds
	at    uint8 // the seat it is done to
	to    uint8 // the square a move leads to
	calls calls // maneuvers called (RK-108)
	// before the roll, the last call, as a distance from doRoll: calls are made in a fixed order; after it, the contest
	// under way, as in contests
	step         uint8
	damageRaises uint8 // raises on Extra Damage (RK-115)
	squares      uint8 // of a Push, a Pull or a move
	part         uint8 // 1 + the body part of a Focused Attack; of a move, 1 if its rough ground counts (RK-119)
	freeRaises   uint8 // from the Tactics Pool (R-RK-58)
	bonus        bonus // what adds to the roll under way
	margin       uint8 // what is added to the damage for the total above the ATN (RK-117, RK-200)
	damage       uint8 // the total of the damage roll, until the target has taken it
	boosters     uint8 // the seats that put a Void Point into the contest (RK-174)
	voidTakers   uint8 // the seats that take the bonus of the Void stance to it (RK-93)
	// who has given what the phase asks of several, an answer or a roll: seats, or effects by their place in a list
	answered    uint8
	contestsWon calls // the contests won, as the maneuvers that called for them

	// Effects of rows (effects.go).
	slots      [slotsMax]slotState // those that last, in the order of Game.slots
	dueEffects uint8               // what the moment has still to set off, as bits by place in its list (RK-02, RK-13, RK-25)
	saidLast   [passesMax]uint8    // the effects whose owners said last, in each pass of asking (RK-11)
	orderPass  uint8               // the pass under way
	untold     uint8               // 1 until the log has what the beginning of the fight has set off
}

const (
	slotsMax  = 8 // effects that a position keeps
	passesMax = 3 // passes of asking owners for first or last, see Game.beginRoundEffects
	dueMax    = 8 // effects that a moment sets off
)

// slotState is what a position keeps in one slot: an effect that lasts or, while it is on nobody, how far the owner of
// its spell, small object or technique has come with that.
type slotState struct {
	on   uint8 // the seats that the effect is on
	left uint8 // how long: rounds (RK-26), lastsTurn or lastsFight; where it is on nobody, a mark or 0
}

// Values of slotState.left that are no number of rounds. The marks are in the order of rows.MarkNames.
const (
	markDrawn = 250 + iota // a small object is in hand
	markBegun              // a spell is begun
	markPaid               // a spell is begun and paid for
	markUsed               // what can be used once is used up
	lastsTurn              // until its owner's turn ends
	lastsFight
)

// seat is the part of one combatant that a fight changes. Of one that is Out or Dead it keeps the Wounds, and the
// square as long as bleeding matters; of one that got away or yielded the Wounds and Void Points.
type seat struct {
	wounds       uint8     // Wounds (RK-54)
	square       uint8     // where it stands (R-RK-52)
	stance       stance    // kept until it chooses another (RK-16)
	status       status    // conditions, as bits
	focus        focus     // what Focused Attacks have done, until the end of the next turn (R-RK-62)
	stun         uint8     // 0 not Stunned; 1, 2, 3: the number to shake it off is 20, 10, 0 (RK-189, RK-190)
	escapeNumber uint8     // what a test to escape an entanglement has to reach, 0 not Entangled (RK-192)
	initiative   uint8     // the Initiative Value without what a round adds (RK-03)
	place        uint8     // its places in the orders of fight and round, see fightPlace (RK-04, RK-05)
	voidPoints   uint8     // left
	spent        spent     // the uses of Void Points made in this round (RK-171)
	turnMarks    turnMarks // what it has done in this round and in the turn before
	swappedWith  uint8     // 1 + with whom it exchanged Initiative Values this round (RK-173)
	earthBonus   uint8     // the bonus of the Earth stance to the ATN (RK-83)
	guards       uint8     // the seats it guards (RK-157)
	grapple      uint8     // its grapple, by the bits below (RK-135, RK-154)
	brokeFrom    uint8     // 1 + whose weapon grapple it broke, for a Free Raise against that one (RK-145), and brokeLastTurn
	mount        uint8     // 1 + its steed, or of a steed its rider (RK-207)
	earthChange  int8      // what a GM's edit adds to its Earth, for the wound ranks (RK-71)
}

// fightPlace and roundPlace return the two places that seat.place packs, 0 for the first to act. A round in which
// Initiative Values differ from the lasting ones has an order of its own.
func (c *seat) fightPlace() uint8 { return c.place >> 4 }
func (c *seat) roundPlace() uint8 { return c.place & 15 }

// canSpend reports whether a seat has a Void Point for a use that it has not made in this round (RK-171).
func (c *seat) canSpend(on spent) bool { return c.voidPoints > 0 && c.spent&on == 0 }

// hasVoidBonus reports whether a seat has the bonus of the Void stance left (RK-93).
func (c *seat) hasVoidBonus() bool { return c.turnMarks&beganVoid != 0 && c.spent&spentVoidBonus == 0 }

// grappleNumber returns 1 + the index of a seat's grapple in State.grapples, 0 if it is in none.
func (c *seat) grappleNumber() uint8 { return c.grapple & grappleNumberBits }

// item is where a weapon is. Weapon k of seat i stays State.items[i*weaponsMax+k] whoever picks it up: only at changes.
type item struct {
	at     uint8 // the seat that carries it in the bits of itemHolder, and the flags below
	square uint8 // where it lies, with itemLying (R-RK-56)
}

// The bits of item.at.
const (
	itemHolder   = seatsMax - 1
	itemReady    = 1 << 4
	itemLying    = 1 << 5 // on the ground
	itemGone     = 1 << 6 // off the field, with one who left it
	itemUnstrung = 1 << 7 // a bow without its string
)

// isCarriedBy reports whether a seat carries the weapon, ready or not.
func (it item) isCarriedBy(i int) bool {
	return it.at&(itemLying|itemGone) == 0 && int(it.at&itemHolder) == i
}

// grapple is a grapple under way. Its participants are the seats whose seat.grapple has its number.
type grapple struct {
	control uint8 // 1 + who is in control (RK-140)
	starter uint8 // 1 + who began it with a weapon, 0 of one begun with bare hands (RK-142)
	with    uint8 // that weapon, an index into Game.arms (RK-142)
}

// The bits of seat.grapple.
const (
	grappleNumberBits = 7  // 1 + the index of the grapple
	grappleMaintained = 8  // +1k1 on the next contest (RK-154)
	grappleEndOffered = 16 // has proposed in somebody else's turn that the grapple end (R-RK-82)
)

// The bits of seat.brokeFrom.
const (
	brokeFromSeat = 15
	brokeLastTurn = 16 // the Free Raise ends with the turn under way
)

// stance is a combat stance, in the order of rows.StanceNames; noStance before the opening.
type stance uint8

const (
	noStance stance = iota
	water
	air
	earth
	fire
	void

	stanceCount
)

// status are conditions, as bits in the order of rows.StatusNames.
type status uint8

const (
	prone status = 1 << iota
	blind
	incapacitated
	recoversNext // Incapacitated until the next Readying Phase, without another test (RK-218)
	gone         // off the field
	tended       // does not bleed
	yielded      // with gone: it has yielded, and is still on the field
)

// focus are the body parts that Focused Attacks have struck and whose effect lasts, as bits in the order of
// rows.FocusNames.
type focus uint8

const (
	hurtArm focus = 1 << iota
	hurtLeg
	hurtHand
	hurtFoot
	hurtHead
	hurtEye
)

// spent are the uses of Void Points, and what else is open once a round, as bits in the order of rows.SpentNames
// (RK-171).
type spent uint8

const (
	accelerate spent = 1 << iota
	boost
	deflect
	endure
	strive
	swap
	spentVoidBonus  // the bonus of the Void stance, which costs no Void Point (RK-93)
	spentWeaponVoid // a Void Point on the damage of a weapon that takes one, as a katana
)

// turnMarks are facts about a seat's round and turn, as bits in the order of rows.TurnMarkNames.
type turnMarks uint8

const (
	beganVoid turnMarks = 1 << iota // began the round in the Void stance (RK-93)
	declared                        // has used all the Void Points it will at the beginning of the round
	acted                           // has had its turn
	wasVoid                         // chose the Void stance in the turn before
)

// did are the Free Actions of a turn that can each be taken once, as bits (RK-21).
type did uint8

const (
	didMove did = 1 << iota
	didGuard
	didLetGo
	didHandleObject
	didExtraAttack // a successful Extra Attack (RK-114)
	didSteed       // the steed's Free Move
)

// said are the words, spells and costs that are each open once a turn, as bits.
type said uint8

const (
	saidFewWords said = 1 << iota // seven syllables
	saidSpellBegun
	saidSpellDone
	saidCostPaid // the Free Action that a deed costs
	saidOffer    // the end of the grapple is offered (RK-156)
)

// ridingMarks are what rider and steed have done in a turn, as bits. By the default ruling a steed moves either before
// the rider's blow or after it (R-RK-80).
type ridingMarks uint8

const (
	steedMoved ridingMarks = 1 << iota
	riderStruck
	steedDone    // moved and then attacked, or attacked and then moved twice: it moves no more
	steedCharged // moved chargeSquares or more in a straight line
)

// calls are the maneuvers called on an attack, as bits.
type calls uint8

const (
	disarm calls = 1 << iota
	extraAttack
	feint
	knockdown
	push
	pull
	tactical
	freeDisarm // a Free Raise for Disarm alone (RK-145)
)

// bonus is what adds to the roll under way, and what an Extra Attack has to do with it, as bits.
type bonus uint8

const (
	byBoost bonus = 1 << iota
	byStrive
	byVoid       // of the Void stance
	byWeapon     // a Void Point on the weapon's damage
	isSecond     // the attack is the one that an Extra Attack gave
	earnedSecond // the attack has earned such a one
)

// phase is what the fight waits for, in the order of rows.PhaseNames. No turn is under way in those before phStance,
// nor in phFirst.
type phase uint8

const (
	phOver       phase = iota
	phInitiative       // dice: the Initiative Value of State.by
	phTie              // dice: which of the tied comes first
	phOpening          // by: its opening stance
	phRound            // by: Void Points at the beginning of the round
	phStance           // the actor: its stance
	phAct              // the actor: an action, or the end of its turn
	phCall             // by: what is called on the roll, then the roll
	phTest             // dice: the test of by
	phEffort           // by: what it adds to the contest
	phContest          // dice: the contest
	phStrike           // the actor: what is added to the damage
	phDamage           // dice: the damage
	phEndure           // the target: a Void Point against it
	phShove            // the actor: where a Push or Pull leads
	phExtra            // the actor: the attack that an Extra Attack gave
	phAgree            // by: whether the grapple ends
	phFirst            // by: whether its effect comes first or last of those of the round
	phWhich            // the actor: which of the effects of its turn comes first

	phaseCount
)

// clearAction sets all that describes the action under way to 0, so that positions which differ only in it are equal.
func (s *State) clearAction() {
	s.do, s.with, s.at, s.to, s.calls, s.step, s.damageRaises, s.squares, s.part, s.freeRaises = 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
	s.bonus, s.margin, s.damage, s.boosters, s.voidTakers, s.answered, s.contestsWon, s.by = 0, 0, 0, 0, 0, 0, 0, 0
}

// clearTurn also sets to 0 what is remembered of the turn under way.
func (s *State) clearTurn() {
	s.clearAction()
	s.simpleLeft, s.did, s.said, s.smallActions, s.moved, s.lowestWater, s.steedSimpleLeft, s.riding = 0, 0, 0, 0, 0, 0, 0, 0
}
