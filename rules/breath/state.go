package breath

import (
	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// State is a fight in progress: a plain value without padding. A field that no longer matters is zero, so that equal
// situations are equal values.
//
// It has 256 bytes, and the conformance suite refuses more. Eight of them, duel, are used by duels only, and the last
// 72, extras, by squads, gifts and spells: both are zero in every other fight.
type State struct {
	seats [rules.SeatsMax]seat

	round  uint8
	phase  phase
	actor  uint8 // who stands at the count or breathes; in the lull, who throws or chooses
	ending uint8 // how the fight ended, as rules.EndOf has it; 0 while it goes on

	// The breath under way; all of it is zero between breaths.
	spent       int8     // Energy paid in it (EB-12)
	attacks     int8     // attacks made in it, for Combo Fatigue
	breath      uint8    // what it carries, a bit each: breathSprint ...
	overload    uint8    // the overload check of the maneuver under way: overloadHeld, overloadFailed; and waiverUsed
	maneuver    maneuver // the maneuver under way while dice decide about it
	shownFaces  [2]uint8 // the faces a Lord may still shift, the lower first; zero otherwise
	pausedPhase phase    // the phase that the shown dice are for
	cursor      uint8    // the next seat or caster of the loop under way: of the lull, see lull.go, or of a general order

	blowDepth uint8   // blows under way: 0, 1, or 2 when a stance strikes into one
	blow      [2]blow // that blow, and the blow of a stance into it (R-126: never deeper)

	duel duelState // what changes in a duel; zero in any other fight

	extras
}

// The zones, in the order of rows.Zones.
const (
	zoneFirstRear = iota
	zoneFirstFront
	zoneCore
	zoneSecondFront
	zoneSecondRear
	zoneFlank
	zoneOutside
	zoneScene // the one zone of a fight without zones
	zoneCount
)

// The rungs, from far to near.
const (
	farRange uint8 = iota
	issoku         // itto: one step to strike
	nearRange
	closeFighting
	tsubazeriai // the blades locked at the guards
	rungCount
)

// duelState is the part of a duel that changes. The duelists are the seats 0 and 1; a guard of 0 is a broken guard.
type duelState struct {
	rung     uint8
	guard    [2]int8
	hurt     [2]uint8 // locations struck, a bit each
	flags    [2]uint8 // duelLostStep ...
	highUsed uint8    // 1 once a half-step contest has been made in which somebody had high ground: it counts no more
}

// What is remembered of a duelist from round to round: duelState.flags.
const (
	duelLostStep     uint8 = 1 << iota // it lost the last half-step contest
	duelOpeningFades                   // its opening ends with this round
	duelBrokeAway                      // it made the half-step out to far range
	duelStandsOff                      // all this round at far range without an attack or a step inward of its own
	duelStoodOff                       // and all of the round before
	duelWindowUsed                     // the Critical window of its opening has been used

	duelAtFar = duelBrokeAway | duelStandsOff | duelStoodOff // these matter only at far range
)

// Struck locations, a bit each.
const (
	hurtWrist uint8 = 1 << iota
	hurtArm
	hurtLeg
	hurtTorso
	hurtFace
)

// extras holds the effects of squads, gifts and spells on people and places. It is the last part of State, so that a
// search need not hash it, nor a solver pack it, in a fight without any.
type extras struct {
	marks    [rules.SeatsMax]marks
	casters  [castersMax]caster
	barriers [2]barrier             // by side
	ground   [zoneCount]zoneEffects // by zone
	purses   [pursesMax]uint8       // gold, Faith and uses of Kata left
}

// marks are the effects of others on a seat: six flags, then the lasting spells of the fight, then the Wounds that its
// ward still takes.
type marks uint16

const (
	markReceived  marks = 1 << iota // has been given Energy this round
	markBlessed                     // +2 on its next attack or defence roll, till the lull
	markBurning                     // a check at the lull, or a Wound
	markHeldFast                    // no movement till its next breath ends
	markSeized                      // its next round is lost
	markRoundLost                   // this round is lost: no answers

	lastingShift = 6  // from this bit: the lasting effects of the fight's spells, see caster.go
	wardShift    = 14 // from this bit: the Wounds a ward still takes
	lastingBits  = wardShift - lastingShift
)

// How many casters and purses a fight has room for.
const (
	castersMax = 4
	pursesMax  = 4
)

// Two zones in one byte, in Action.To and in caster.target: the lower zone in the low four bits, the other above them.
const (
	zoneMask        = 15
	secondZoneShift = 4
)

// caster is the part of one caster that changes. Its fields are packed, since a position has room for 256 bytes.
type caster struct {
	slots  [2]uint16 // slots left, by list: four bits for those of 1 dan, then three bits each for 3, 5, 7 and 9 dan
	spell  uint8     // 1 + the spell it is casting or holds, as an index into casterSheet.spells; 0 for none
	stage  uint8     // stages of that spell paid; the Wounds that ask for focus, and two bits more, see stageMask
	flags  uint8     // what its rounds remember: paidThisRound ...
	target uint8     // of a held spell: the seat it is held over, or two zones in four bits each
}

// barrier is the barrier of a side: 1 + the number of the spell that has made it, see spellCasterShift, or 0 for none;
// in the low five bits of wounds the Wounds it still takes, above them its zone.
type barrier struct{ spell, wounds uint8 }

// zoneEffects are the effects on a zone: rounds of fire in the low two bits, then each side's gate in two, each side's
// silver in one.
type zoneEffects uint8

// seat is the part of one combatant that changes. One who has fallen is the zero value with isDown; one who has yielded
// keeps Wounds and lost weapons, see yield.go. Squads and units use some bytes differently, see squad.go and unit.go.
type seat struct {
	energy   int8  // left in this round, which is also the place in the count (EB-01, EB-05)
	wounds   int8  // left; a Mob stands with 0
	place    uint8 // a waiter's place in the count, in eighths of Energy; 0 when not waiting
	zone     uint8
	flags    flags
	held     [2]uint8 // reservations standing, by weapon slot
	lost     uint8    // weapons not in hand or not loaded, see lostDropped, and above them Fate Interventions used
	stance   uint8    // 1 + index into Game.stances, 0 none
	zeroUses uint8    // 0-Energy uses of this round, see zeroCountMask
	exposed  int8     // Defense lost until its next breath
}

// The bits of seat.lost, for the weapon of slotMain; that of slotSide has the next higher bit of each. A weapon that
// was lost before the fight counts as dropped too, but lies nowhere.
const (
	lostDropped  = 1
	lostGone     = 1 << goneShift
	lostUnloaded = 1 << unloadedShift

	goneShift     = 2 // from lostDropped to lostGone
	unloadedShift = 4 // from lostDropped to lostUnloaded
	fateShift     = 6 // from this bit: how many Fate Interventions have been used

	notInHandMask = 1<<unloadedShift - 1 // the weapons dropped or gone
)

// flags are a combatant's yes-or-no states.
type flags uint16

const (
	isDown      flags = 1 << iota
	hasClosed         // has left the count for this round
	hasWaited         // has used its one wait since its last breath
	hasBreathed       // its own breath has come this round
	hasOpened         // its first breath of the fight has come: initiative is spent
	isStrained        // its next breath has the strained limit
	isHidden          // cannot be attacked from another zone
	isBleeding        // loses a Wound at each lull
	isShaken          // Defenseless until its next breath (a Fumble)
	isSpent           // Defenseless until the round ends (a failed overload)
	isRooted          // may not move this round
	isDescended       // Kamuy Descent, this round
	descentUsed       // its Kamuy Descent is used for good
	kataOneUsed       // its first Kata of once a fight is used
	kataTwoUsed       // its second
	hasYielded        // with isDown: it has yielded, or fled if its zone is the Outside; its Wounds are left

	isDefenseless = isShaken | isSpent
)

// nobody stands for no commander and no master. It fits into the four bits of seat.place, and no seat has this number.
const nobody = 15

// phase is what the fight waits for. The table phases says of each who decides or throws, and what then.
type phase uint8

const (
	phOver         phase = iota // nothing any more
	phCount                     // the actor: a first maneuver, wait, or close
	phBreath                    // the actor: another maneuver, or end
	phOverload                  // dice: the overload check
	phForceWay                  // dice: a breakthrough or the way into the Core
	phStrike                    // dice: the attack roll of the deepest blow
	phAnswer                    // its target: which defence, or none
	phDefend                    // dice: the defence roll
	phStray                     // dice: does a shot into the Core that missed strike a friend
	phLot                       // dice: which friend
	phFate                      // a Lord who has seen the dice: let them lie, or shift one
	phBleed                     // dice: does the bleeding stop, in the lull
	phResist                    // the other duelist: resist a half-step, or let it be
	phContest                   // dice of both: a half-step, a push, a slip away
	phGrip                      // dice: does a struck wrist keep its weapon
	phKata                      // who has parried, or missed: strike by a 0-Energy Kata, or let it be
	phRoar                      // dice: does a roar shake a squad
	phRaiseMorale               // in the lull: raise the squads' spirits, or let it be
	phSecondTarget              // a caster: one more target of its spell
	phAllySpell                 // an ally of the target, or the target: answer the blow with a spell, or not
	phSpellAnswer               // dice: the check of a spell that answers
	phCast                      // dice: the check of a spell against a number, or against the Defense of all in a zone
	phFocus                     // dice: does a struck caster keep its chant
	phBurn                      // dice: does fire burn, in the lull
	phUnseal                    // dice: does a seal break, in the lull

	phaseCount
)

// The steps of a fight between two things that it waits for. A law says what comes next by setting State.phase to one
// of them, and [Game.goOn] takes one after the other. No position at rest has such a phase.
const (
	phManeuverPaid = phaseCount + iota // a maneuver is paid for: it is performed
	phBlowDeclared                     // a blow is declared: a spear wall may strike into it
	phBlowReady                        // its dice are thrown, if it needs any
	phUnanswered                       // nobody answers it
	phBlowOver                         // it has landed or not, and what it interrupted goes on
	phZoneEntered                      // somebody has come into a zone: the spear walls there may strike
	phManeuverDone                     // the maneuver is done, of a general order for one more squad
	phBreathOver                       // the breath is over
	phLullBegins                       // nobody is left in the count
	phRoundBegins                      // the next round begins
)

// maneuver is the maneuver under way: the fields of its rules.Action, whose meanings action.go lists.
type maneuver struct {
	do   uint8
	with uint8
	at   uint8
	to   uint8
	mode uint8
}

// blow is one blow under way, from its declaration until it has landed or not.
type blow struct {
	striker   uint8 // the seat that strikes
	target    uint8 // its target
	technique uint8 // index into the striker's techniques
	mod       int8  // everything added to the dice
	sum       int8  // the dice; 0 before the roll
	flags     uint8 // blowDouble ..., and above them its aim
	answer    uint8 // the technique that answers, index into the target's techniques; or a unit's ward, see wardAnswer; or a spell
}

// aim is the aim of a blow: nothing in particular, a location, or, of a feint, the other's guard. It is
// Action.Mode of doAttack.
type aim uint8

const (
	aimNone aim = iota
	aimWrist
	aimArm
	aimLeg
	aimTorso
	aimFace
	aimFeint
)

// The memory of a blow: blow.flags.
const (
	blowDouble   uint8 = 1 << iota // both dice equal
	blowSurprise                   // [Direct 2] from the Flank or from hiding
	blowStance                     // struck by a stance: 0 Energy, triggers no other
	blowAsked                      // the target's spear wall has had its chance
	blowMissed                     // the roll has failed

	blowFlagsMask = blowMissed<<1 - 1
	aimShift      = 5 // from this bit: what the blow is aimed at
)

// The bonuses and limits that a breath carries on to its next maneuvers: State.breath.
const (
	breathSprint   uint8 = 1 << iota // the next attack has the bonus of a sprint (EB-109)
	breathNock                       // the next shot has that of a nocked arrow
	breathStepWon                    // the next attack has that of a half-step won
	breathSlipped                    // after a slip away nobody answers the next attack in haste
	breathOutside                    // the way has led into the Outside or out of it
	breathStrained                   // its limit is the strained one
	breathWaived                     // a Kata waives the price of the next order
	breathChant                      // a stage of a casting is paid in it
)

// The result of an overload check, which is applied after the maneuver: State.overload.
const (
	overloadHeld   = 1
	overloadFailed = 2
	overloadMask   = 3
	waiverUsed     = 4 // the trait that waives an order's price once a breath has served in this one
)

// The slots of a combatant's weapons. Bare hands are used when the main weapon is gone.
const (
	slotMain = iota
	slotSide
	slotBare
)

// isUp reports whether a seat stands.
func (s *State) isUp(i int) bool { return s.seats[i].flags&isDown == 0 }

// inHand reports whether the weapon in a slot can be used. Bare hands can once the main weapon is gone.
func (c *seat) inHand(slot uint8) bool {
	if slot == slotBare {
		return c.lost&lostDropped != 0
	}
	return c.lost&(lostDropped<<slot) == 0
}

// isGone reports whether the weapon in a slot was lost before the fight, so that it lies nowhere.
func (c *seat) isGone(slot uint8) bool { return c.lost&(lostGone<<slot) != 0 }

// loseWeapon takes the weapon in a slot away before the fight begins.
func (c *seat) loseWeapon(slot uint8) { c.lost |= (lostDropped | lostGone) << slot }

// isLoaded reports whether the weapon in a slot can shoot.
func (c *seat) isLoaded(slot uint8) bool { return c.lost&(lostUnloaded<<slot) == 0 }

// reservationsOf returns the reservations of a slot's defence that stand, to be read or changed. Bare hands share the
// main weapon's: a dropped weapon takes its reservations with it, so that never both have any.
func (c *seat) reservationsOf(slot uint8) *uint8 {
	if slot == slotBare {
		slot = slotMain
	}
	return &c.held[slot]
}

// clearBreath clears what belongs to a breath, so that no trace of it tells two equal fights apart.
func (s *State) clearBreath() {
	s.spent, s.attacks, s.breath, s.overload, s.cursor, s.blowDepth = 0, 0, 0, 0, 0, 0
	s.maneuver = maneuver{}
	s.blow = [2]blow{}
}

// currentBlow returns the deepest blow under way, which dice and answers are about now.
func (s *State) currentBlow() *blow { return &s.blow[s.blowDepth-1] }

// The parts of a squad's seat.place: its commander in the lower bits, its Cohesion above.
const (
	cohesionShift = 4
	commanderMask = 1<<cohesionShift - 1
)

// setCommand sets a squad's commander, or nobody, and its Cohesion, which share a byte.
func (c *seat) setCommand(commander uint8, cohesion int8) {
	c.place = commander | uint8(cohesion)<<cohesionShift
}

// commander returns a squad's commander, or nobody.
func (c *seat) commander() uint8 { return c.place & commanderMask }

// cohesion returns a squad's Cohesion, 0 to cohesionMax.
func (c *seat) cohesion() int8 { return int8(c.place >> cohesionShift) }

// isLeaderless reports whether nobody commands a squad.
func (s *State) isLeaderless(i int) bool { return s.seats[i].commander() == nobody }

// formation is how a squad stands, until it moves; a lull does not end it.
type formation uint8

const (
	loose formation = iota
	shieldWall
	spearWall
	closeRanks
)

// What is remembered of a squad. In seat.held[0]: how many orders it has obeyed in this round, in the low two bits;
// which they were; its formation; and what it has done in this round. In seat.held[1]: squadHalved.
const (
	orderCountMask uint8 = 3
	orderedAttack  uint8 = 1 << 2
	orderedRally   uint8 = 1 << 3
	formationMask  uint8 = 3 << 4
	squadCharged   uint8 = 1 << 6 // Defense -2 till the lull
	squadThrust    uint8 = 1 << 7 // its spear wall has struck

	squadHalved uint8 = 1 // half of it has fallen once

	formationShift = 4
	ordersMax      = 2
)

// ordersObeyed returns how many orders a squad has obeyed in this round, 0 to ordersMax.
func (c *seat) ordersObeyed() uint8 { return c.held[0] & orderCountMask }

// A squad's formation, in seat.held[0].

func (c *seat) formation() formation { return formation(c.held[0] & formationMask >> formationShift) }
func (c *seat) setFormation(f formation) {
	c.held[0] = c.held[0]&^formationMask | uint8(f)<<formationShift
}

// seat.zeroUses: the 0-Energy uses of a round, two in all and each source once (EB-51, EB-84, EB-85, R-34, R-36). The
// bits above zeroOutside are the Kata of the combatant, in order.
const (
	zeroCountMask uint8 = 3 // how many there have been
	zeroWall      uint8 = 1 << 2
	zeroGuard     uint8 = 1 << 3
	zeroOutside   uint8 = 1 << 4
)

// zeroMax is the most 0-Energy uses of a round.
var zeroMax = uint8(rows.ZeroTable.Num("kata", "together"))

// mayUseZero reports whether a source of 0 Energy is still open this round. source is its bit, 0 for a source without
// one.
func mayUseZero(used, source uint8) bool { return used&zeroCountMask < zeroMax && used&source == 0 }

// useZero counts a use of a source.
func useZero(c *seat, source uint8) { c.zeroUses = (c.zeroUses + 1) | source }

// The aim of a blow. locationBit, its bit in duelState.hurt, and word are for a location only.

func (b *blow) aim() aim         { return aim(b.flags >> aimShift) }
func (a aim) isLocation() bool   { return a >= aimWrist && a <= aimFace }
func (a aim) locationBit() uint8 { return 1 << (a - aimWrist) }
func (a aim) word() string       { return rows.Locations[a-aimWrist] }

// isBroken reports whether seat i's guard is broken, which is an opening for the other.
func (d *duelState) isBroken(i int) bool { return d.guard[i] == 0 }

// hasCriticalWindow reports whether seat i's opening still has its Critical window: the first blow that lands in it is
// a critical (MA-34).
func (d *duelState) hasCriticalWindow(i int) bool {
	return d.isBroken(i) && d.flags[i]&duelWindowUsed == 0
}

// caster.flags: what is remembered of a caster from round to round. The highest two bits are part of the zone that it
// has laid open, see revealShift.
const (
	paidThisRound uint8 = 1 << iota // a stage of its casting is paid this round
	chantForced                     // a stage came too early: exhaustion as the breath ends
	exhaustedNext                   // exhausted in the next round (SP-29)
	exhaustedNow                    // exhausted in this round
	muteNext                        // casts nothing in the next round
	muteNow                         // casts nothing in this round
)

// The parts of caster.stage: the stages paid, then the Wounds of the hit that asks for focus. The highest two bits of
// caster.flags and of caster.stage are together 1 + the zone laid open; those of caster.flags are the lower.
const (
	stageMask     = 7
	focusShift    = 3
	focusMax      = 7
	revealShift   = 6
	revealLowBits = 2 // the bits of it in caster.flags
)

// hasInHand reports whether the caster is casting or holding its n-th spell.
func (ca *caster) hasInHand(n uint8) bool { return ca.spell == n+1 }

// stagesPaid returns how many stages of the spell in hand are paid.
func (ca *caster) stagesPaid() uint8 { return ca.stage & stageMask }

// focusDue returns the Wounds of a hit that focus must still be kept against, 0 for none.
func (ca *caster) focusDue() int8 { return int8(ca.stage >> focusShift & focusMax) }

// setFocusDue sets what focusDue returns. It has three bits, so that more than focusMax counts as focusMax.
func (ca *caster) setFocusDue(n int8) {
	ca.stage = ca.stage&^(focusMax<<focusShift) | uint8(min(n, focusMax))<<focusShift
}

// dropSpell clears the spell in hand and what asks for focus. A zone laid open, also in caster.stage, stays.
func (ca *caster) dropSpell() {
	ca.spell, ca.target, ca.stage = 0, 0, ca.stage&^(stageMask|focusMax<<focusShift)
}

// revealedZone returns the zone that a caster has laid open (rows.SpellEffects.Reveal), and whether there is one.
func (ca *caster) revealedZone() (zone uint8, ok bool) {
	n := ca.flags>>revealShift | ca.stage>>revealShift<<revealLowBits
	return n - 1, n != 0
}

// setRevealedZone sets what revealedZone returns.
func (ca *caster) setRevealedZone(zone uint8) {
	n := zone + 1
	ca.flags = ca.flags&^(3<<revealShift) | n<<revealShift
	ca.stage = ca.stage&^(3<<revealShift) | n>>revealLowBits<<revealShift
}

// slotBits returns where in caster.slots the number of slots of a dan lies.
func slotBits(dan uint8) (shift, mask uint16) {
	if dan == 0 {
		return 0, 15
	}
	return 1 + 3*uint16(dan), 7
}

// slotsLeft returns how many slots of a list and dan a caster has.
func (ca *caster) slotsLeft(list, dan uint8) uint8 {
	shift, mask := slotBits(dan)
	return uint8(ca.slots[list] >> shift & mask)
}

// setSlotsLeft sets how many slots of a list and dan a caster has. The caller keeps to rows.SlotsMax.
func (ca *caster) setSlotsLeft(list, dan, n uint8) {
	shift, mask := slotBits(dan)
	ca.slots[list] = ca.slots[list]&^(mask<<shift) | uint16(n)<<shift
}

// How a barrier is packed, and the number of a spell, in barrier.spell and blow.answer.
const (
	barrierZoneShift = 5
	barrierWoundsMax = 1<<barrierZoneShift - 1
	spellCasterShift = 6 // from this bit: the caster, above the index of the spell among its own
)

// newBarrier returns the barrier that caster k's n-th spell raises in a zone.
func newBarrier(k, n, zone uint8, wounds int8) barrier {
	return barrier{spell: 1 + n + k<<spellCasterShift, wounds: zone<<barrierZoneShift | uint8(min(wounds, barrierWoundsMax))}
}

// remaining returns the Wounds a barrier still takes.
func (b *barrier) remaining() int8 { return int8(b.wounds & barrierWoundsMax) }

// zone returns the zone in which a barrier stands, or zoneScene.
func (b *barrier) zone() uint8 { return b.wounds >> barrierZoneShift }

// setWounds sets the Wounds that a barrier still takes, at most barrierWoundsMax.
func (b *barrier) setWounds(n int8) {
	b.wounds = b.wounds&^barrierWoundsMax | uint8(min(n, barrierWoundsMax))
}

// fire returns how many more lulls fire burns in a zone.
func (l *zoneEffects) fire() uint8 { return uint8(*l & 3) }

// setFire sets how many more lulls fire burns in a zone, at most 3.
func (l *zoneEffects) setFire(n uint8) { *l = *l&^3 | zoneEffects(min(n, 3)) }

// gate returns how many more lulls a side's gate stands in a zone, or gateForever.
func (l *zoneEffects) gate(side rules.Side) uint8 { return uint8(*l >> (2 + 2*side) & 3) }

// setGate sets what gate returns.
func (l *zoneEffects) setGate(side rules.Side, n uint8) {
	*l = *l&^(3<<(2+2*side)) | zoneEffects(n)<<(2+2*side)
}

// silverOn returns the bit for silver scattered among a side's men in a zone.
func silverOn(side rules.Side) zoneEffects { return 1 << (6 + side) }
