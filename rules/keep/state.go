package keep

import "kokyu/rules/keep/rows"

const (
	seatsMax = rows.SeatsMax
	slotsMax = rows.WeaponsMax     // weapons one carries
	itemsMax = seatsMax * slotsMax // weapons of everybody: slot k of seat i is item i*slotsMax+k
	holdsMax = seatsMax / 2        // grapples at a time
)

// State is a fight in progress: a plain value, single bytes only, so without padding. What no longer matters is zero, so
// that equal situations are equal values.
type State struct {
	seats [seatsMax]seat
	items [itemsMax]item
	holds [holdsMax]hold

	round       uint8 // under way, from 1
	first       uint8 // 1 as long as it is the first, whose stances are taken before it (RK-07)
	phase       phase
	actor       uint8    // whose turn it is
	by          uint8    // who decides or throws, where that is not the actor
	over        uint8    // how the fight ended
	pools       [2]uint8 // the Tactics Pools (RK-132)
	quietRounds uint8    // whole rounds on end in which nobody attacked or was hurt (R-RK-74)
	busy        uint8    // 1 if somebody did in this one

	// The turn under way (zero between turns).
	simpleLeft      uint8 // Simple Actions left (RK-15)
	did             did
	said            said
	smallActions    uint8 // Free Actions on Small weapons so far (RK-29)
	moved           uint8 // squares moved by own move actions (RK-166)
	lowestWater     uint8 // the lowest Water one of them was taken with, 0 none yet (RK-169)
	steedSimpleLeft uint8 // the steed's Simple Actions left (R-RK-42)
	riding          ridingMarks

	// What is under way within it (zero between actions).
	do           uint8 // doAttack and so on
	with         uint8 // the weapon, index into Game.arms
	at           uint8 // target
	to           uint8 // where a move leads
	calls        calls // maneuvers called
	step         uint8 // the last thing called: what comes before it in their order is past
	damageRaises uint8 // raises on Extra Damage
	squares      uint8 // squares of a Push or Pull
	part         uint8 // the body part of a Focused Attack
	freeRaises   uint8 // Free Raises put in
	bonus        bonus // what the roll under way gains
	margin       uint8 // half of what the attack was above the ATN, where that counts
	damage       uint8 // rolled, until it is taken
	boosters     uint8 // by seat, who boosts the contest
	voidTakers   uint8 // by seat, who takes the bonus of the Void stance to it
	answered     uint8 // by seat, who has said so
	contestsWon  calls // the contests won

	// Effects of rows (effects.go).
	lasts      [lastsMax]running // by Game.slots, those that last
	dueEffects uint8             // by place in the list of a moment, what it has still to set off
	saidLast   [tiersMax]uint8   // the same, who has said last, time by time (RK-11)
	orderPass  uint8             // which time it is
	untold     uint8             // 1 until what the beginning of the fight has set off is told
}

const (
	lastsMax = 8 // effects of a fight that are kept
	tiersMax = 3 // times that owners are asked for first or last
	dueMax   = 8 // effects that a moment sets off
)

// running is an effect while it lasts, or how far one has come with what does not last now.
type running struct {
	on   uint8 // by seat, on whom it is
	left uint8 // rounds; lastsTurn, lastsFight; of nobody a mark
}

const (
	markDrawn = 250 + iota // a small object in hand
	markBegun              // a spell
	markPaid               // a spell, and what it costs
	markUsed               // what can be used once
	lastsTurn              // until its owner's turn ends
	lastsFight
)

// seat is one combatant's changing part. Of one who is Out or Dead only the Wounds are left, and the square while bleeding
// matters; of one who got away or yielded its Wounds and Void Points.
type seat struct {
	wounds       uint8
	square       uint8
	stance       stance
	status       status
	focus        focus // what Focused Attacks have done, until the end of the next turn (R-RK-62)
	stun         uint8 // 0 none; else the number to shake it off is 20, 10, 0 (RK-189, RK-190)
	escapeNumber uint8 // the number to escape an entanglement, 0 none
	initiative   uint8 // without what a round adds
	place        uint8 // in the order: of the fight in the upper half, of the round in the lower
	voidPoints   uint8 // Void Points left
	spent        spent // Void Points and such used this round
	turnMarks    turnMarks
	swapped      uint8 // 1 + with whom the Initiative Value was exchanged this round
	earth        uint8 // the bonus of the Earth stance
	guards       uint8 // whom it guards, by seat
	hold         uint8 // 1 + its grapple; holdMaintained with it
	brokeFrom    uint8 // 1 + whose weapon grapple it broke; brokeLastTurn in the turn that ends it
	mount        uint8 // 1 + its steed, or of a steed its rider
	earthChange  int8  // what the GM's word adds to its Earth, for the wound ranks (RK-71)
}

// item is a weapon: where it is.
type item struct {
	at     uint8 // the seat that has it, with itemReady and such
	square uint8 // where it lies
}

const (
	itemReady    = 1 << 4
	itemLying    = 1 << 5 // on the ground
	itemGone     = 1 << 6 // with one who left the field, or thrown out of reach
	itemUnstrung = 1 << 7 // a bow without its string
	itemHolder   = seatsMax - 1
)

// hold is a grapple. Its participants name it.
type hold struct {
	control uint8 // 1 + who is in control
	starter uint8 // 1 + who began it with a weapon
	with    uint8 // that weapon
}

const (
	holdNumber     = 7
	holdMaintained = 8  // +1k1 on the next contest (RK-154)
	holdOffered    = 16 // has proposed in somebody else's turn that the grapple end (R-RK-82)
)

const (
	brokeFromSeat = 15
	brokeLastTurn = 16
)

// stance is a combat stance; none before the opening.
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

// status are conditions, as bits.
type status uint8

const (
	prone status = 1 << iota
	blind
	incapacitated // Incapacitated
	recoversNext  // of an Incapacitated one: its test has failed, and the next Readying Phase ends the status without one (RK-218)
	gone          // off the field
	tended        // does not bleed
	yielded       // with gone: it has yielded, and is on the field
)

// focus are the effects of Focused Attacks, as bits in the order of parts.
type focus uint8

const (
	hurtArm focus = 1 << iota
	hurtLeg
	hurtHand
	hurtFoot
	hurtHead
	hurtEye
)

// spent are what can be used once a round, as bits (RK-171).
type spent uint8

const (
	accelerate spent = 1 << iota
	boost
	deflect
	endure
	strive
	swap
	spentVoidBonus
	spentWeaponVoid // a Void Point on the katana
)

// turnMarks are bits about the round and the turn.
type turnMarks uint8

const (
	beganVoid turnMarks = 1 << iota // began the round in the Void stance (RK-93)
	declared                        // has made its uses at the beginning of the round
	acted                           // has had its turn
	wasVoid                         // chose the Void stance the turn before
)

// did are what has been done in the turn, as bits: each particular Free Action once (RK-21).
type did uint8

const (
	didMove did = 1 << iota
	didGuard
	didLetGo
	didObject
	didExtra // a successful Extra Attack (RK-114)
	didSteed // the steed's Free Move
)

// said are the words of a turn, as bits.
type said uint8

const (
	saidSeven said = 1 << iota // seven syllables
	saidBegun                  // a spell is begun
	saidDone                   // a spell is completed
	saidPaid                   // an action cost is paid, as a Free Action
	saidOffer                  // the end of the grapple is offered (RK-156)
)

// ridingMarks is what riding has come to in a turn, as bits (R-RK-80).
type ridingMarks uint8

const (
	rodeBefore  ridingMarks = 1 << iota // the steed has moved
	riderStruck                         // the rider has attacked
	rodeAway                            // first the one, then the other
	charged                             // 20 feet in a straight line
)

// calls are maneuvers, as bits.
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

// bonus is what one roll gains, as bits.
type bonus uint8

const (
	byBoost bonus = 1 << iota
	byStrive
	byVoid
	byWeapon
	second // it is the second attack of an Extra Attack
	earned // one may follow
)

// phase is what the fight waits for.
type phase uint8

const (
	phOver       phase = iota
	phInitiative       // dice: by's Initiative Value
	phTie              // dice: which of the tied comes first
	phOpening          // by: its opening stance
	phRound            // by: Void Points at the beginning of the round
	phStance           // the actor: its stance
	phAct              // the actor: an action, or the end of its turn
	phCall             // by: what is called on the roll, then the roll
	phTest             // dice: by's test
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
