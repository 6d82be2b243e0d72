package keep

import (
	"slices"

	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/keep/rows"
	"kokyu/rules/text"
)

// Damage (001 §Damage Rolls), and what else a hit does. The order is: what the attacker adds, the roll, a Void Point of
// the target (Endure), Reduction, Wounds, which may end the fight, then the part struck, the weapon's own effect and
// the contests won.

// askDamage goes on to the damage of a hit (RK-44): first what the attacker may add to it (RK-48), then the roll. A net
// does no damage.
func (g *Game) askDamage(s *State, log *rules.Log) {
	if g.arms[s.with].harmless && s.calls&disarm == 0 {
		g.afterDamage(s, log)
		return
	}
	var room [8]rules.Action
	s.phase = phDamage
	if len(g.listDamageGains(s, room[:0])) > 1 {
		s.phase = phStrike
	}
}

// listDamageGains appends the roll of the damage, and what may be added to it before: a Void Point with a weapon like
// the katana, the bonus of the Void stance (R-RK-49).
func (g *Game) listDamageGains(s *State, buf []rules.Action) []rules.Action {
	i := int(s.actor)
	c, f, a := &s.seats[i], &g.seats[i], &g.arms[s.with]
	buf = append(buf, bareAction(doRoll))
	if a.takesVoidPoint && !f.mook && s.calls&disarm == 0 && c.canSpend(spentWeaponVoid) && f.skills[a.skill] > 0 && s.bonus&byVoid == 0 {
		buf = append(buf, bareAction(callWeapon))
	}
	if c.hasVoidBonus() {
		buf = append(buf, bareAction(callVoid))
	}
	return buf
}

// takeGain takes one such addition, and goes on to the roll if there is no other.
func (g *Game) takeGain(s *State, a rules.Action, log *rules.Log) {
	g.takeVoidCall(s, int(s.actor), a.Do, log)
	var room [8]rules.Action
	if a.Do == doRoll || len(g.listDamageGains(s, room[:0])) == 1 {
		s.phase = phDamage
	}
}

// damagePool returns the pool of the damage under way in its five steps (RK-45 to RK-49).
func (g *Game) damagePool(s *State) dice.Pool {
	i := int(s.actor)
	f, a := &g.seats[i], &g.arms[s.with]
	p := disarmDamage.addTo(dice.Pool{Explode: !f.mook}) // RK-52, RK-110, R-RK-18
	if s.calls&disarm == 0 {
		p.Roll, p.Keep = a.roll, a.keep
		if s.riding&steedCharged != 0 && a.charge != (gain{}) && s.seats[i].mount != 0 {
			p.Roll, p.Keep = a.charge.roll, a.charge.keep
		}
		if a.kind == aimed {
			p.Roll += min(a.bowStrength, f.attributes[strength])
		} else {
			p.Roll += f.attributes[strength]
		}
		if uint16(s.do) != doHit { // RK-148
			p.Roll += extraDamage.roll * int(s.damageRaises)
			p.Add += int(s.margin)
		}
		if !f.mook {
			m := f.mastery[s.with]
			p = p.Gain(m.roll, m.keep, m.add)
		}
		p = g.gainOf(s, i, doesDamage).addTo(p) // RK-47
	}
	if s.bonus&byWeapon != 0 {
		p = p.Gain(1, 1, 0)
	}
	if s.bonus&byVoid != 0 {
		p = voidGain.addTo(p).Gain(0, 0, f.rings[ringVoid])
	}
	return p
}

// canEndure reports whether the target may spend a Void Point against damage (RK-177).
func (g *Game) canEndure(s *State) bool { return s.seats[s.at].canSpend(endure) }

// damageOdds returns the outcomes of the damage roll: one for each number of Wounds, and one for all that kill. While
// the target may still Endure, which takes ten off, ten totals more are told apart (R-RK-60).
func (g *Game) damageOdds(s *State, buf []rules.Odds) []rules.Odds {
	k := int(s.at)
	c := &s.seats[k]
	curve := g.damagePool(s).Curve()
	least := g.reduction(s, k)
	most := least + int(g.deadFrom(c, k)) - int(c.wounds)
	if g.isEntangledByDamage(s) { // whoever takes no Wound is caught by what was rolled
		least = min(least, 1)
	}
	if g.canEndure(s) {
		most += endureBy
	}
	if p := 1 - curve.AtLeast(least+1); p > 0 {
		buf = append(buf, outcome(int16(least), p))
	}
	for n := least + 1; n <= most; n++ {
		p := curve.AtLeast(n)
		if n < most {
			p -= curve.AtLeast(n + 1)
		}
		if p > 0 {
			buf = append(buf, outcome(int16(n), p))
		}
	}
	return buf
}

// takeDamage takes the total of the damage roll, cut where more makes no difference, so that it fits a byte.
func (g *Game) takeDamage(s *State, a rules.Action, log *rules.Log) {
	k, n := int(s.at), a.N
	if log != nil {
		log.Add(rules.Event{Kind: "damage", Seat: g.name(k), At: g.name(int(s.actor)), With: g.arms[s.with].name,
			Of: g.damagePool(s).Normalize().Text(), Total: int(n), N: g.reduction(s, k)})
	}
	c := &s.seats[k]
	most := g.reduction(s, k) + int(g.deadFrom(c, k)) - int(c.wounds)
	if g.canEndure(s) && int(n) > g.reduction(s, k) {
		s.damage = uint8(min(int(n), most+endureBy))
		s.phase = phEndure
		return
	}
	s.damage = uint8(min(max(0, int(n)), most))
	g.woundTarget(s, log)
}

// takeEndure takes the target's decision whether it spends a Void Point, which takes ten off the roll, before Reduction
// (RK-177, R-RK-26).
func (g *Game) takeEndure(s *State, a rules.Action, log *rules.Log) {
	if a.Do == doEndure {
		g.spend(s, int(s.at), endure, log)
		s.damage = uint8(max(0, int(s.damage)-endureBy))
	}
	g.woundTarget(s, log)
}

// woundTarget deals the damage less Reduction as Wounds (RK-53), and goes on with what else the hit does.
func (g *Game) woundTarget(s *State, log *rules.Log) {
	k := int(s.at)
	n := max(0, int(s.damage)-g.reduction(s, k))
	if n > 0 {
		g.wound(s, k, int(s.actor), n, log)
		if g.endIfDecided(s, log) {
			return
		}
	}
	rolled := s.damage
	s.damage = 0
	if uint16(s.do) == doHit {
		g.continueTurn(s, log)
		return
	}
	if n == 0 {
		s.part = 0 // R-RK-62: without a Wound nothing is struck
	}
	if g.isEntangledByDamage(s) && g.isConscious(s, k) {
		g.entangle(s, k, max(1, rolled), log)
	}
	if s.calls&disarm != 0 {
		g.nextContest(s, log)
		return
	}
	g.afterDamage(s, log)
}

// isEntangledByDamage reports whether the damage roll under way is also the number to escape the weapon, as of a chain
// (R-RK-79).
func (g *Game) isEntangledByDamage(s *State) bool {
	return g.arms[s.with].entangles == entanglesByDamage && s.calls&disarm == 0 && uint16(s.do) == doAttack
}

// entangle catches a target in a net or a chain, from which it escapes by a test that reaches number.
func (g *Game) entangle(s *State, k int, number uint8, log *rules.Log) {
	s.seats[k].escapeNumber = number
	g.logStatusChange(log, k, "entangled", true)
}

// afterDamage does what else a hit does to a target that is still conscious: to the part aimed at, by the weapon, and
// by the contests won.
func (g *Game) afterDamage(s *State, log *rules.Log) {
	k := int(s.at)
	if g.isConscious(s, k) {
		if s.part != 0 && g.rule.Focused {
			g.strikePart(s, k, int(s.part)-1, log)
		}
		if a := &g.arms[s.with]; a.entangles != 0 && a.entangles != entanglesByDamage && s.calls&disarm == 0 {
			g.entangle(s, k, a.entangles, log)
		}
		if s.contestsWon&disarm != 0 {
			g.dropWeapon(s, k, log)
		}
		if s.contestsWon&knockdown != 0 {
			g.knockProne(s, k, int(s.actor), log)
		}
		if s.contestsWon&(push|pull) != 0 {
			var room [64]rules.Action
			if len(g.listShoves(s, room[:0])) > 1 {
				s.phase = phShove
				return
			}
			if s.contestsWon&push != 0 && !g.bruise(s, k, 1, log) {
				return
			}
		}
	}
	g.endAttack(s, log)
}

// strikePart applies a Focused Attack that dealt a Wound (R-RK-62). part is an index into rows.PartNames.
func (g *Game) strikePart(s *State, k, part int, log *rules.Log) {
	c := &s.seats[k]
	log.Add(rules.Event{Kind: "part", Seat: g.name(k), At: g.name(int(s.actor)), What: rows.PartNames[part]})
	if part >= len(rows.FocusNames) {
		return // an ear, a finger: no effect but in the log
	}
	c.focus |= 1 << part
	if 1<<part == int(hurtHead) && c.stun == 0 {
		c.stun = 1
		g.logStatusChange(log, k, "stunned", true)
	}
}

// dropWeapon makes seat k drop the first weapon it has ready (RK-111).
func (g *Game) dropWeapon(s *State, k int, log *rules.Log) {
	if item := g.droppable(s, k); item != noItem {
		s.layOnGround(item, s.seats[k].square)
		log.Add(rules.Event{Kind: "drop", Seat: g.name(k), At: g.name(int(s.actor)), With: g.itemName(item), To: g.ground.Name(s.seats[k].square)})
	}
}

// layOnGround puts an item on the ground (R-RK-56). An unstrung bow stays unstrung.
func (s *State) layOnGround(k, square uint8) {
	s.items[k] = item{at: itemLying | s.items[k].at&itemUnstrung, square: square}
}

// itemName returns an item's name.
func (g *Game) itemName(k uint8) string { return g.seats[itemOwner(k)].weapons[int(k)%weaponsMax] }

// knockProne makes seat k Prone by the doing of seat by. A rider falls out of the saddle, and a steed's rider with it
// (R-RK-80).
func (g *Game) knockProne(s *State, k, by int, log *rules.Log) {
	if m := s.seats[k].mount; m != 0 {
		g.dismount(s, k, log)
		if g.seats[k].steed {
			g.fallProne(s, int(m)-1, by, log)
		}
	}
	g.fallProne(s, k, by, log)
}

// endAttack ends an attack. If it earned an Extra Attack and a foe is within range, that follows at once (RK-113,
// R-RK-69).
func (g *Game) endAttack(s *State, log *rules.Log) {
	earned := s.bonus&earnedSecond != 0
	s.clearAction()
	var room [256]rules.Action
	if earned && len(g.listAttacks(s, room[:0])) > 0 {
		s.bonus = isSecond
		s.phase = phExtra
		return
	}
	g.continueTurn(s, log)
}

// takeExtraAttack makes the attack that an Extra Attack has given, or goes on without it.
func (g *Game) takeExtraAttack(s *State, a rules.Action, log *rules.Log) {
	if a.Do == doEnd {
		g.continueTurn(s, log)
		return
	}
	g.declareAttack(s, a, log)
}

// listShoves appends where a Push or Pull may move its target: nowhere, or along its direction as far as there is room.
// After a Push the attacker may follow.
func (g *Game) listShoves(s *State, buf []rules.Action) []rules.Action {
	buf = append(buf, bareAction(doStay))
	i, k := int(s.actor), int(s.at)
	from, to := s.seats[i].square, s.seats[k].square
	m := &g.ground
	dx, dy := stepToward(m.X[to]-m.X[from], m.Y[to]-m.Y[from])
	if s.calls&pull != 0 {
		dx, dy = -dx, -dy
	}
	occupied := g.seatsBySquare(s)
	at := to
	for n := uint8(1); n <= s.squares; n++ {
		next, ok := m.freeSquare(m.X[at]+dx, m.Y[at]+dy)
		if !ok || occupied[next] != 0 {
			break // R-RK-56: it stops there, and does no harm
		}
		at = next
		buf = append(buf, rules.Action{Do: doShove, To: at, N: int16(n), At: rules.Nobody})
		if s.calls&push != 0 && g.canFollow(s, &occupied, n, at) {
			buf = append(buf, rules.Action{Do: doFollow, To: at, N: int16(n), At: rules.Nobody})
		}
	}
	return buf
}

// stepToward returns the step to a neighbouring square that leads along a difference of squares: straight if one
// coordinate is at least twice the other, else diagonally.
func stepToward(dx, dy int8) (int8, int8) {
	switch {
	case dx != 0 && abs(dx) >= 2*abs(dy):
		return sign(dx), 0
	case abs(dy) >= 2*abs(dx):
		return 0, sign(dy)
	}
	return sign(dx), sign(dy)
}

// canFollow reports whether the attacker may follow a target that is pushed so many squares to a square: that is
// movement under the cap of its turn (RK-129, R-RK-14).
func (g *Game) canFollow(s *State, occupied *seatMap, squares, at uint8) bool {
	i := int(s.actor)
	c := &s.seats[i]
	if c.stance == void || c.status&prone != 0 || int(s.moved)+int(squares) > capSquares*g.lowestWater(s, g.waterOf(s, i)) {
		return false
	}
	to, ok := g.shiftedSquare(s, i, s.seats[s.at].square, at)
	return ok && (occupied[to] == 0 || occupied[to] == 1+s.at || occupied[to] == 1+s.actor)
}

// takeShove moves the target, and the attacker if it follows. A fall, or what stops a Push, may wound the target.
func (g *Game) takeShove(s *State, a rules.Action, log *rules.Log) {
	i, k := int(s.actor), int(s.at)
	if a.Do == doStay {
		g.endAttack(s, log)
		return
	}
	to, _ := g.shiftedSquare(s, i, s.seats[k].square, a.To)
	times := g.ground.heightDrop(s.seats[k].square, a.To)
	if g.isPushStopped(s, a) {
		times++
	}
	g.moveTo(s, k, a.To, log)
	if a.Do == doFollow {
		g.moveTo(s, i, to, log)
		s.moved += uint8(a.N)
		s.lowestWater = uint8(g.lowestWater(s, g.waterOf(s, i)))
	}
	if g.bruise(s, k, times, log) {
		g.endAttack(s, log)
	}
}

// isPushStopped reports whether a Push goes as far as there is room and less far than was called, for which a ruling
// deals Wounds (R-RK-88).
func (g *Game) isPushStopped(s *State, a rules.Action) bool {
	if g.rule.Bruises == 0 || s.calls&push == 0 || a.N == int16(s.squares) {
		return false
	}
	var room [64]rules.Action
	return !slices.ContainsFunc(g.listShoves(s, room[:0]), func(o rules.Action) bool { return o.N > a.N })
}

// bruise deals the Wounds of the ruling bruises, so many times, to one thrown or driven against something (R-RK-88),
// and reports whether the fight goes on.
func (g *Game) bruise(s *State, k, times int, log *rules.Log) bool {
	n := times * int(g.rule.Bruises)
	if n == 0 {
		return true
	}
	g.wound(s, k, int(s.actor), n, log)
	return !g.endIfDecided(s, log)
}

// moveTo moves a seat to a square, its steed or its rider with it.
func (g *Game) moveTo(s *State, i int, to uint8, log *rules.Log) {
	c := &s.seats[i]
	if log != nil {
		log.Add(rules.Event{Kind: "move", Seat: g.name(i), What: text.Either(c.mount != 0, "ride", ""),
			From: g.ground.Name(c.square), To: g.ground.Name(to)})
	}
	c.square = to
	if c.mount != 0 {
		s.seats[c.mount-1].square = to
	}
}
