package breath

import (
	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// What shares a byte of a position with something else, and how it is read and set.

// muster puts a squad under a commander, or nobody, with so much Cohesion.
func (c *seat) muster(under uint8, cohesion int8) { c.place = under | uint8(cohesion)<<4 }

// under returns a squad's commander, or nobody.
func (c *seat) under() uint8   { return c.place & 15 }
func (c *seat) cohesion() int8 { return int8(c.place >> 4) }

// leaderless reports whether nobody commands a squad.
func (s *State) leaderless(i int) bool { return s.seats[i].under() == nobody }

// formation is how a squad stands, until it moves; lulls do not end it.
type formation uint8

const (
	loose formation = iota
	shieldWall
	spearWall
	closeRanks
)

// What a squad remembers. Of seat.held[0] all but the formation is of this round: how many orders it has obeyed in the
// low two bits, which they were, and what it has done. Of seat.held[1] one bit is used.
const (
	orderCount    uint8 = 3
	orderedAttack uint8 = 1 << 2
	orderedRally  uint8 = 1 << 3
	formationBits uint8 = 3 << 4
	squadCharged  uint8 = 1 << 6 // Defense -2 till the lull
	squadThrust   uint8 = 1 << 7 // its spear wall has struck

	squadHalved uint8 = 1 // half of it has fallen once

	formationAt = 4
	ordersMax   = 2
)

func (c *seat) formation() formation { return formation(c.held[0] & formationBits >> formationAt) }
func (c *seat) form(f formation)     { c.held[0] = c.held[0]&^formationBits | uint8(f)<<formationAt }

// The 0-Energy uses of a round, two in all and each source once (EB-51, EB-84, EB-85, R-34, R-36): seat.zero. Behind
// these bits each Kata of the combatant has one.
const (
	zeroCount   uint8 = 3 // how many there have been
	zeroWall    uint8 = 1 << 2
	zeroGuard   uint8 = 1 << 3
	zeroOutside uint8 = 1 << 4
)

// zeroMax is how many there may be in a round.
var zeroMax = uint8(rows.ZeroTable.Num("kata", "together"))

// mayZero reports whether a source of 0 Energy is still open this round.
func mayZero(used, source uint8) bool { return used&zeroCount < zeroMax && used&source == 0 }

// useZero counts a use of a source.
func useZero(c *seat, source uint8) { c.zero = (c.zero + 1) | source }
func (b *exchange) aim() aim        { return aim(b.is >> blowAim) }
func (a aim) isLocation() bool      { return a >= aimWrist && a <= aimFace }
func (a aim) hurt() uint8           { return 1 << (a - aimWrist) }
func (a aim) name() string          { return rows.Locations[a-aimWrist] }

// isBroken reports whether seat i's guard is broken, which is an opening for the other.
func (d *duelState) isBroken(i int) bool { return d.guard[i] == 0 }

// window reports whether seat i's opening still has its Critical window: the first blow that lands in it is a critical
// (MA-34).
func (d *duelState) window(i int) bool { return d.isBroken(i) && d.is[i]&duelUsed == 0 }

// What a caster's rounds remember: caster.is. Its highest two bits are part of the zone that the caster has laid open.
const (
	stagePaid     uint8 = 1 << iota // a stage of its casting is paid this round
	chantForced                     // a stage came too early: exhaustion as the breath ends
	exhaustedNext                   // it will be exhausted in the next round (SP-29)
	exhaustedNow                    // it is in this one
	muteNext                        // it will cast nothing in the next round
	muteNow                         // nor in this one
)

// The parts of caster.stage: the stages paid, the Wounds of the hit that asks for focus, and from zoneShift on, as in
// caster.is, two bits of 1 + the zone laid open: there the higher two, in caster.is the lower.
const (
	stageMask = 7
	dueShift  = 3
	dueMost   = 7
	zoneShift = 6
	zoneLow   = 2 // the bits of it in caster.is
)

// stagesPaid returns how many stages of the spell in hand are paid.
func (c *caster) stagesPaid() uint8 { return c.stage & stageMask }

// focusDue returns the Wounds of a hit that focus must still be kept against, 0 for none.
func (c *caster) focusDue() int8 { return int8(c.stage >> dueShift & dueMost) }

func (c *caster) setFocusDue(n int8) {
	c.stage = c.stage&^(dueMost<<dueShift) | uint8(min(n, dueMost))<<dueShift
}

// putDown lets go of the spell in hand, and of what asks for focus.
func (c *caster) putDown() {
	c.spell, c.over, c.stage = 0, 0, c.stage&^(stageMask|dueMost<<dueShift)
}

// revealedZone returns the zone a caster has laid open, and whether there is one.
func (c *caster) revealedZone() (zone uint8, ok bool) {
	n := c.is>>zoneShift | c.stage>>zoneShift<<zoneLow
	return n - 1, n != 0
}

func (c *caster) setRevealedZone(zone uint8) {
	n := zone + 1
	c.is = c.is&^(3<<zoneShift) | n<<zoneShift
	c.stage = c.stage&^(3<<zoneShift) | n>>zoneLow<<zoneShift
}

// slotBits returns where in caster.slots the number of slots of a dan lies.
func slotBits(dan uint8) (shift, mask uint16) {
	if dan == 0 {
		return 0, 15
	}
	return 1 + 3*uint16(dan), 7
}

// slotsLeft returns how many slots of a list and dan a caster has.
func (c *caster) slotsLeft(list, dan uint8) uint8 {
	shift, mask := slotBits(dan)
	return uint8(c.slots[list] >> shift & mask)
}

func (c *caster) setSlotsLeft(list, dan, n uint8) {
	shift, mask := slotBits(dan)
	c.slots[list] = c.slots[list]&^(mask<<shift) | uint16(n)<<shift
}

// How a barrier is packed, and the spell that answers a blow in exchange.answer: the index of its caster stands above
// that of the spell.
const (
	barrierZoneShift = 5
	barrierWoundsMax = 1<<barrierZoneShift - 1
	spellMageShift   = 6
)

// newBarrier returns the barrier that caster k's n-th spell raises in a zone.
func newBarrier(k, n, zone uint8, wounds int8) barrier {
	return barrier{spell: 1 + n + k<<spellMageShift, wounds: zone<<barrierZoneShift | uint8(min(wounds, barrierWoundsMax))}
}

// remaining returns the Wounds a barrier still takes.
func (b *barrier) remaining() int8 { return int8(b.wounds & barrierWoundsMax) }
func (b *barrier) zone() uint8     { return b.wounds >> barrierZoneShift }

func (b *barrier) setWounds(n int8) {
	b.wounds = b.wounds&^barrierWoundsMax | uint8(min(n, barrierWoundsMax))
}

// fire returns how many more lulls fire burns in a zone.
func (l *lie) fire() uint8                { return uint8(*l & 3) }
func (l *lie) setFire(n uint8)            { *l = *l&^3 | lie(min(n, 3)) }
func (l *lie) gate(side rules.Side) uint8 { return uint8(*l >> (2 + 2*side) & 3) }

func (l *lie) setGate(side rules.Side, n uint8) {
	*l = *l&^(3<<(2+2*side)) | lie(n)<<(2+2*side)
}

// silverOn returns the bit for silver scattered among a side's men in a zone.
func silverOn(side rules.Side) lie { return 1 << (6 + side) }
