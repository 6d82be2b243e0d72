package breath

import (
	"kokyu/rules"
)

// State is a fight in progress: a plain value, single bytes only, so without padding. What no longer matters is zero,
// so that equal situations are equal values.
//
// It has 256 bytes, eight of them a duel's and the last 72 of squads, gifts and spells: zero in every other fight, and
// the conformance suite refuses more.
type State struct {
	seats [rules.SeatsMax]seat

	round uint8
	phase phase
	actor uint8 // who stands at the count or breathes
	over  uint8 // how the fight ended: an ending, see count.go

	// The breath under way (zero between breaths).
	spent   int8     // Energy paid in this breath
	strikes int8     // attacks executed in it: Combo Fatigue
	focus   uint8    // what the breath carries: bonuses waiting for its next check, a strained limit
	strain  uint8    // the overload check of the maneuver under way: strainHeld, strainBroken; strainWaived
	task    task     // the maneuver under way while dice decide about it
	shown   [2]uint8 // the faces a Lord may still shift, the lower first; zero otherwise
	paused  phase    // what the shown dice are for
	scan    uint8    // in the lull: the next to bleed

	deep uint8       // exchanges under way: 0, 1, or 2 when a stance strikes into one
	blow [2]exchange // the blow and the blow of a stance into it (R-126: never deeper)

	duel duelState // what changes in a duel; zero in any other fight

	laid
}

// laid is what squads, gifts and spells have laid on people and places.
type laid struct {
	marks    [rules.SeatsMax]marks
	casters  [castersMax]caster
	barriers [2]barrier     // one a side
	ground   [zoneCount]lie // what lies on a zone
	purses   [pursesMax]uint8
}

// marks are what one seat bears of others' doing.
type marks uint16

const (
	markReceived marks = 1 << iota // has been given Energy this round
	markBlessed                    // +2 on its next attack or defence roll, till the lull
	markBurning                    // a check at the lull, or a Wound
	markHeldFast                   // no movement till its next breath ends
	markSeized                     // its next round is lost
	markLost                       // this round is lost: no answers

	termShift = 6  // from this bit: what the fight's lasting spells have laid on it, see mage.go
	wardShift = 14 // from this bit: the Wounds a ward still takes
	termBits  = wardShift - termShift
)

// castersMax, pursesMax: who casts and who pays in gold or Faith are few.
const (
	castersMax = 4
	pursesMax  = 4
)

// caster is one caster's part: the slots left, a nibble for those of 1 dan and three bits each for 3, 5, 7 and 9 dan, of two
// lists; the spell being cast or held, 0 none; how far it is and what its rounds remember, see cast.go; whom or which zones
// it holds.
type caster struct {
	slots [2]uint16
	spell uint8
	stage uint8
	is    uint8
	on    uint8
}

// barrier is one side's: which spell has made it, 0 none, and in the low five bits its Wounds, above them its zone.
type barrier struct{ of, wounds uint8 }

// lie is what lies on a zone: rounds of fire in the low two bits, then each side's gate in two, each side's silver in one.
type lie uint8

// seat is one combatant's changing part. A fallen combatant is the zero value with isDown; of one who has yielded the Wounds and
// lost weapons are left, see yield.go.
type seat struct {
	energy int8
	wounds int8  // left; a Mob stands with 0
	place  uint8 // a waiter's place in the count, in eighths of Energy; 0 when not waiting
	zone   uint8
	is     flags
	held   [2]uint8 // reservations standing, by weapon slot
	lost   uint8    // bit per weapon slot: dropped; bits 2 and 3: lost before the fight; bits 4 and 5: unloaded; bits 6 and 7: Fate Interventions used
	stance uint8    // 1 + index into Game.stances, 0 none
	zero   uint8    // 0-Energy uses this round: count in the low two bits, then one bit per source
	bare   int8     // Defense -N until its next breath
}

// flags are a combatant's yes-or-no states.
type flags uint16

const (
	isDown      flags = 1 << iota
	isClosed          // has left the count for this round
	isWaited          // has used its one wait since its last breath
	isBreathed        // its own breath has come this round
	isOpened          // its first breath of the fight has come: initiative is spent
	isStrained        // its next breath has the strained limit
	isHidden          // cannot be attacked from another zone
	isBleeding        // loses a Wound at each lull
	isShaken          // Defenseless until its next breath (a Fumble)
	isSpent           // Defenseless until the round ends (a failed overload)
	isRooted          // may not move this round
	isDescended       // Kamuy Descent, this round
	isReturned        // its Kamuy Descent is used for good
	isKataOne         // its first Kata of once a fight is used
	isKataTwo         // its second
	isYielded         // with isDown: it has yielded, or fled if its zone is the Outside; its Wounds are left

	isDefenseless = isShaken | isSpent
)

// phase is what the fight waits for.
type phase uint8

const (
	phOver    phase = iota
	phCount         // the actor: a first maneuver, wait, or close
	phBreath        // the actor: another maneuver, or end
	phStrain        // dice: the overload check
	phForce         // dice: a breakthrough or the way into the Core
	phStrike        // dice: the attack roll of the deepest blow
	phAnswer        // its target: which defence, or none
	phDefend        // dice: the defence roll
	phStray         // dice: does a shot into the Core that missed strike a friend
	phDraw          // dice: which friend
	phFate          // a Lord who has seen the dice: let them lie, or shift one
	phBleed         // dice: does the bleeding stop, in the lull
	phResist        // the other duelist: resist a half-step, or let it be
	phContest       // dice of both: a half-step, a push, a slip away
	phGrip          // dice: does a struck wrist keep its weapon
	phKata          // who has parried, or missed: strike by a 0-Energy Kata, or let it be
	phRoar          // dice: does a roar shake a squad
	phRaise         // in the lull: raise the squads' spirits, or let it be
	phName          // a caster: one more target of its spell
	phMirror        // an ally of the target, or the target: answer the blow with a spell, or not
	phReflect       // dice: the check of a spell that answers
	phCast          // dice: the check of a spell against a number, or against the Defense of all in a zone
	phFocus         // dice: does a struck caster keep its chant
	phBurn          // dice: does fire burn, in the lull
	phUnseal        // dice: does a seal break, in the lull

	phaseCount
)

// task is the maneuver under way, as its action said it.
type task struct {
	do   uint8
	with uint8
	at   uint8
	to   uint8
	mode uint8
}

// exchange is one blow: from its declaration until it has landed or not.
type exchange struct {
	by     uint8 // who strikes
	at     uint8 // whom
	with   uint8 // technique: index into the striker's arms
	mod    int8  // everything added to the dice
	sum    int8  // the dice; 0 before the roll
	is     uint8 // blowDouble ...
	answer uint8 // the technique that answers, index into the target's arms
}

const (
	blowDouble   uint8 = 1 << iota // both dice equal
	blowSurprise                   // [Direct 2] from the Flank or from hiding
	blowStance                     // struck by a stance: 0 Energy, triggers no other
	blowAsked                      // the target's spear wall has had its chance
	blowMissed                     // the roll has failed

	blowKnown = blowMissed<<1 - 1
	blowAim   = 5 // from this bit: what the blow is aimed at, see location.go
)

const (
	focusSprint uint8 = 1 << iota
	focusNock
	focusSeized  // a half-step won in a contest, for the next attack
	focusSlipped // a slip away won: nobody answers its next attack in haste
	focusOutside // the way has led into the Outside or out of it
	focusTight   // this breath's limit is the strained one
	focusWaived  // a Kata waives the price of the next order
	focusChant   // a stage of a casting is paid in it
)

const (
	strainHeld   = 1
	strainBroken = 2
	strainMask   = 3
	strainWaived = 4 // what waives an order once a breath has served in it
)

// slots of a combatant's weapons; bare hands count when the main weapon is gone.
const (
	slotMain = iota
	slotSide
	slotBare
)

// up reports whether a seat stands.
func (s *State) up(i int) bool { return s.seats[i].is&isDown == 0 }

// inHand reports whether the weapon in a slot is there to use. Bare hands are, once the main weapon is gone.
func (c *seat) inHand(slot uint8) bool {
	if slot == slotBare {
		return c.lost&1 != 0
	}
	return c.lost&(1<<slot) == 0
}

// isGone reports whether the weapon in a slot was lost before the fight, so that it lies nowhere.
func (c *seat) isGone(slot uint8) bool { return c.lost&(4<<slot) != 0 }

// lose begins a fight without the weapon in a slot.
func (c *seat) lose(slot uint8) { c.lost |= 5 << slot }

// isLoaded reports whether the weapon in a slot can shoot.
func (c *seat) isLoaded(slot uint8) bool { return c.lost&(16<<slot) == 0 }

// reservationsOf says how many reservations of a slot's defence stand. Bare hands share the main weapon's place: a dropped
// weapon takes its reservations with it.
func (c *seat) reservationsOf(slot uint8) uint8 {
	if slot == slotBare {
		slot = slotMain
	}
	return c.held[slot]
}

func (c *seat) hold(slot uint8, n int) {
	if slot == slotBare {
		slot = slotMain
	}
	c.held[slot] = uint8(int(c.held[slot]) + n)
}

// clearBreath clears what belongs to a breath, so that no trace of it tells two equal fights apart.
func (s *State) clearBreath() {
	s.spent, s.strikes, s.focus, s.strain, s.scan, s.deep = 0, 0, 0, 0, 0, 0
	s.task = task{}
	s.blow = [2]exchange{}
}

// foe returns the deepest exchange under way.
func (s *State) foe() *exchange { return &s.blow[s.deep-1] }
