package breath

import (
	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// Document 003 §Hit Location: any attack of a duel may name a place on the body for 1 Energy more (MA-38), or be a
// feint. What a struck location does to a duelist lasts: no lull heals it (MA-45).

// What struck locations take from checks (MA-40, MA-41, MA-44), each once, and all together; the Wound that a
// torso adds; and the numbers of the checks they call for.
var (
	wristPenalty = -int8(rows.LocationTable.Num("wrist", "attacks"))
	armPenalty   = -int8(rows.LocationTable.Num("arm", "attacks"))
	facePenalty  = -int8(rows.LocationTable.Num("face", "checks"))
	torsoWounds  = int8(rows.LocationTable.Num("torso", "wounds"))

	gripTarget    = int8(rows.LocationTable.Num("wrist", "grip"))    // with Physique: a struck wrist keeps its weapon
	staunchTarget = int8(rows.LocationTable.Num("torso", "staunch")) // with Physique: bleeding stops
	healTarget    = int8(rows.LocationTable.Num("torso", "heal"))    // with Wits and Medicine: the same
)

// blowCost returns the Energy of an attack in a duel whose aim is mode: 1 more at a location (MA-38, R-73), 1 in all
// for a feint, whatever the technique costs.
func (g *Game) blowCost(a *technique, zone, mode uint8) int8 {
	switch at := aim(mode); {
	case at == aimFeint:
		return g.rule.Feint
	case at.isLocation():
		return a.cost[zone] + g.rule.Location
	}
	return a.cost[zone]
}

// feintMod returns the bonus of an attack as a feint, smaller with a technique of 3 Energy or more; 0 for other
// aims.
func (g *Game) feintMod(a *technique, mode uint8) int {
	switch {
	case aim(mode) != aimFeint:
		return 0
	case a.cost[zoneScene] >= 3:
		return int(g.rule.FeintHeavy)
	}
	return int(g.rule.FeintLight)
}

// hurtLocation applies a landed blow to the location at which it was aimed (MA-39). Each effect comes once, but
// a struck wrist has the check to keep its weapon every time (MA-40).
func (g *Game) hurtLocation(s *State, b *blow, log *rules.Log) {
	target, striker := int(b.target), int(b.striker)
	where := b.aim()
	if !where.isLocation() {
		return
	}
	first := s.duel.hurt[target]&where.locationBit() == 0
	s.duel.hurt[target] |= where.locationBit()
	log.Add(rules.Event{Kind: "location", Seat: g.name(target), At: g.name(striker), What: where.word(), OK: first})
	switch {
	case where == aimTorso && first && g.duel.points == 0:
		g.setFlag(s, target, isBleeding, "bleeding", log)
	case where == aimWrist && g.weaponToDrop(s, target) != noGrip:
		*s.currentBlow() = blow{striker: b.striker, target: b.target, technique: b.technique, flags: uint8(aimWrist) << aimShift}
		s.phase = phGrip
	}
}

// noGrip is no slot: there is no weapon to drop.
const noGrip = 255

// weaponToDrop returns the slot of the weapon that a struck wrist may drop: the main one, else the side one, else
// noGrip.
func (g *Game) weaponToDrop(s *State, i int) uint8 {
	f, c := &g.fighters[i], &s.seats[i]
	for slot := range uint8(2) {
		if f.slots[slot].filled && c.inHand(slot) && f.slots[slot].canDrop() {
			return slot
		}
	}
	return noGrip
}

// gripNeed returns the sum of dice that keeps the weapon: 11 less Physique (MA-40). Doubles mean nothing.
func (g *Game) gripNeed(s *State) int8 {
	at := int(s.currentBlow().target)
	return gripTarget - g.fighters[at].physique + g.checkPenalty(s, at)
}

// takeGrip takes the dice of one who may drop its weapon.
func (g *Game) takeGrip(s *State, ok bool, log *rules.Log) {
	if at := int(s.currentBlow().target); !ok {
		g.disarm(s, at, g.weaponToDrop(s, at), log)
	}
	s.phase = phBlowOver
}

// bleedingNeed returns the sum of dice that stops seat i's bleeding, by the easier of the two checks (MA-43).
func (g *Game) bleedingNeed(s *State, i int) int8 {
	return g.fighters[i].staunchNeed + g.checkPenalty(s, i)
}

// checkPenalty returns the penalty on every check of a duelist, for struck eyes (MA-44) and the sun in them
// (MA-51); 0 in any other fight.
func (g *Game) checkPenalty(s *State, i int) int8 {
	if !g.duel.on {
		return 0
	}
	m := g.duel.glarePenalty[i]
	if s.duel.hurt[i]&hurtFace != 0 {
		m += facePenalty
	}
	return m
}
