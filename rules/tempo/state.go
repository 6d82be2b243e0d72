package tempo

// seatsMax is the largest roster of this system: four against four.
const seatsMax = 8

// State is a fight in progress: a plain value of single bytes, so that it has no padding and can be compared and hashed
// as it lies in memory. Whatever no longer matters is set to zero, so that equal situations are equal values.
//
// A field that may name no seat, or no place, holds 1 + the seat or the place, so that 0 stands for none.
type State struct {
	seats [seatsMax]seat

	round   uint8 // full rounds fought (TP-14)
	phase   phase
	actor   uint8 // whose turn it is; before the first one, who won the initiative
	first   uint8 // who took the first turn: the round ends when its turn comes again (R-TP-42)
	over    uint8 // how the fight ended, an ending of package rules
	aimedAt uint8 // 1 + the target the actor has aimed at

	// The action under way (zero between actions).
	do           uint8 // the proactive action declared: doAim and so on; 0 none (TP-05)
	with         uint8 // what it is done with: an index into the actor's arms, or a weapon slot
	at           uint8 // its target
	to           uint8 // the square it leads to, 0 none or already there; of a reload, the AP spent on it
	feint        uint8 // the secret: 1 if the melee attack is feigned (TP-50)
	counterTempo uint8 // the counter-tempo action in its place, 0 none (TP-07)
	by           uint8 // whose answer, dice or step is waited for; who that is depends on the phase
	actorHit     uint8 // the actor's hit whose damage is still to be rolled: landed, pierced; 0 none
	effectRow    uint8 // the row of its outcome table that takes effect: 0 the lowest, or cancelled
	dueWound     uint8 // the category of the wound that the target takes when all damage is known
	stopPlace    uint8 // 1 + the place on its path where a hit has stopped the mover
}

// seat is the part of one combatant that a fight changes. Of one who is out of the fight it is the zero value; of one
// who has yielded or fled only the wounds and the lost weapons are left.
type seat struct {
	ap        uint8    // in hand (TP-02, R-TP-28)
	status    status   // the combat status (TP-21)
	boxes     [3]uint8 // wounds by category: minor, moderate, severe (R-TP-37)
	square    uint8
	partner   uint8    // 1 + the other one of a bind, grapple or pin, 0 none (TP-22, TP-23, TP-26)
	hand      uint8    // the weapon slot in hand, slotNone if empty-handed
	lostAt    [2]uint8 // where its weapons lie, 0 none; nowhere for one lost before the fight
	shots     uint8    // left in the ranged weapon
	loadingAP uint8    // AP already spent on reloading it

	reaction    uint8 // the reactive action declared in answer to the action under way, 0 none (TP-06)
	reactionArm uint8 // what it is done with, an index into its arms
	effectRow   uint8 // the row of its outcome table that takes effect, 0 the lowest
}

// status is a combat status (TP-21), in the order of rows.StatusNames. The zero status is out of the fight, so that the
// zero seat is nobody.
type status uint8

const (
	out status = iota
	offGuard
	onGuard
	bound
	grappled
	pinned

	statusCount
)

// Statuses of those who are out of the fight of their own will, as hurt as they were.
const (
	yielded = statusCount + iota
	fled    // and off the field

	statusWords // how many have a name
)

// isInFight reports whether a combatant with this status is in the fight.
func (st status) isInFight() bool { return st-1 < pinned } // of out, st-1 wraps around to 255

// phase is what the fight waits for, in the order of rows.PhaseNames. An action under way goes through the phases from
// phSecret to phStep in this order and leaves out what does not apply.
type phase uint8

const (
	phOver       phase = iota
	phInitiative       // dice: who wins the initiative
	phBegin            // its winner: who begins
	phTurn             // the actor: a proactive action, or the end of the turn
	phSecret           // the actor, in secret: an attack in earnest, or a feint
	phReact            // by: a reactive action, or none
	phTempo            // the actor: a counter-tempo action, or none
	phCheck            // dice: the action against its reactions
	phDamage           // dice: by's damage
	phStep             // by: where the outcome takes it
	phStamina          // dice: Recover Stamina

	phaseCount
)

// What a hit does with armour: the values of State.actorHit, and the rows above the lowest of an attack's outcome
// table.
const (
	landed  = 1 // a hit: armour counts
	pierced = 2 // a critical hit: it does not
)

// The slots of a combatant's weapons.
const (
	slotMain = iota
	slotSide
	slotNone // empty hands
)

// nowhere is the square of a weapon that was lost before the fight.
const nowhere = 255

// isInFight reports whether a seat is still in the fight.
func (s *State) isInFight(i int) bool { return s.seats[i].status.isInFight() }

// clearAction sets all that describes the action under way to 0, so that positions which differ only in it are equal.
func (s *State) clearAction() {
	s.do, s.with, s.at, s.to, s.feint, s.counterTempo, s.by = 0, 0, 0, 0, 0, 0, 0
	s.actorHit, s.effectRow, s.dueWound, s.stopPlace = 0, 0, 0, 0
	for i := range s.seats {
		c := &s.seats[i]
		c.reaction, c.reactionArm, c.effectRow = 0, 0, 0
	}
}

// separate ends the bind, grapple or pin of seat i, if it is in one: then both are On Guard (R-TP-14, R-TP-23). It
// returns the other one, or -1.
func (s *State) separate(i int) (partner int) {
	partner = int(s.seats[i].partner) - 1
	if partner < 0 {
		return -1
	}
	for _, k := range [2]int{i, partner} {
		c := &s.seats[k]
		c.partner = 0
		if c.status.isInFight() {
			c.status = onGuard
		}
	}
	return partner
}

// remove takes seat i out of the fight and sets it to kept, which is what still matters of it. It returns the other one
// of the bind, grapple or pin that this ends, or -1.
func (s *State) remove(i int, kept seat) (partner int) {
	partner = s.separate(i)
	s.seats[i] = kept
	if s.aimedAt == uint8(1+i) {
		s.aimedAt = 0
	}
	return partner
}

// isPartner reports whether seat k is the other one of its bind, grapple or pin.
func (c *seat) isPartner(k int) bool { return int(c.partner) == 1+k }

// join puts two seats into a status together: each is the partner of the other (TP-22, TP-23).
func (s *State) join(i, k int, st status) {
	s.seats[i].status, s.seats[i].partner = st, uint8(1+k)
	s.seats[k].status, s.seats[k].partner = st, uint8(1+i)
}
