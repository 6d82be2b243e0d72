package keep

import (
	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/keep/rows"
)

// Attacks and other tests (001 §Attacking and Maneuvers): what is called on a roll, the pool it is made with, the
// number it has to reach, and what comes of it.

// raisesMax bounds the raises called on one attack: fifteen put its number 75 above the ATN, which nobody reaches.
const raisesMax = 15

// poolMax bounds the Free Raises in a Tactics Pool, and the Void Points of a position that a file has.
const poolMax = 99

// listAttacks appends the attacks that the actor may make: with each arm that it can use now, at each foe within range.
// Nobody attacks in the Air or Earth stance (RK-80, RK-84).
func (g *Game) listAttacks(s *State, buf []rules.Action) []rules.Action {
	i := int(s.actor)
	c := &s.seats[i]
	if c.stance == air || c.stance == earth { // RK-80, RK-84
		return buf
	}
	for j := range g.arms {
		a := &g.arms[j]
		if !g.canStrikeWith(s, i, uint8(j)) {
			continue
		}
		for k := range g.n {
			if g.foes(i, k) && g.isConscious(s, k) && g.isInRange(s, i, k, a) {
				buf = append(buf, rules.Action{Do: doAttack, With: uint8(j), At: rules.Seat(k)})
			}
		}
	}
	return buf
}

// canStrikeWith reports whether a seat can attack now with an arm, an index into Game.arms: it has the weapon ready, a
// bow strung, and is not Prone with a Large one (RK-96, RK-210).
func (g *Game) canStrikeWith(s *State, i int, j uint8) bool {
	a := &g.arms[j]
	return a.item == noItem ||
		g.hasReady(s, i, a.item) && s.items[a.item].at&itemUnstrung == 0 && (a.size != large || s.seats[i].status&prone == 0)
}

// isInRange reports whether seat k is within the range of seat i with an arm, and nothing blocks the line (RK-99,
// R-RK-45, R-RK-55).
func (g *Game) isInRange(s *State, i, k int, a *arm) bool {
	from, to := s.seats[i].square, s.seats[k].square
	return g.ground.Distance(from, to) <= a.reach && g.ground.Sees(from, to)
}

// listGrapples appends the grapples that the actor may begin or join: with a free hand or a weapon made for it, with a
// foe within reach (RK-133, RK-142). A combatant who is Prone cannot take hold of one who stands (R-RK-64).
func (g *Game) listGrapples(s *State, buf []rules.Action) []rules.Action {
	i := int(s.actor)
	c := &s.seats[i]
	if c.stance == air || c.stance == earth {
		return buf
	}
	for j := range g.arms {
		a := &g.arms[j]
		bare := a.item == noItem
		if !g.canStrikeWith(s, i, uint8(j)) || !bare && (!a.canGrapple || a.kind != melee) || bare && g.freeHands(s, i) < 1 {
			continue
		}
		for k := range g.n {
			o := &s.seats[k]
			if g.foes(i, k) && g.isConscious(s, k) && g.isInRange(s, i, k, a) && (c.status&prone == 0 || o.status&prone != 0) {
				buf = append(buf, rules.Action{Do: doGrapple, With: uint8(j), At: rules.Seat(k)})
			}
		}
	}
	return buf
}

// beginTest begins an attack or another test of seat i. The roll is next, unless something can be called on it: then
// that is asked for first.
func (g *Game) beginTest(s *State, i int) {
	s.by = uint8(i)
	var room [256]rules.Action
	if len(g.listCalls(s, room[:0])) > 1 {
		s.phase = phCall
		return
	}
	s.phase = phTest
}

// declareAttack makes an attack, or the beginning of a grapple, the action under way.
func (g *Game) declareAttack(s *State, a rules.Action, log *rules.Log) {
	i := int(s.actor)
	s.do, s.with, s.at = uint8(a.Do), a.With, uint8(a.At)
	s.eventful = 1
	if s.seats[i].mount != 0 {
		s.riding |= riderStruck
		if s.riding&steedMoved != 0 {
			s.riding |= steedDone
		}
	}
	if log != nil {
		log.Add(rules.Event{Kind: "declare", Seat: g.name(i), What: actionNames[a.Do], At: g.name(int(a.At)),
			With: g.arms[a.With].name, Of: rows.SkillNames[g.arms[a.With].skill]})
	}
	g.beginTest(s, i)
}

// raisesForShove returns the raises that a Push or Pull over so many squares takes (RK-127, RK-130).
func raisesForShove(squares int) int { return shoveRaises + fartherRaises*(squares-1) }

// raisesCalled returns how many raises have been called so far, those that [Game.freeRaisesCalled] pays for included.
func (g *Game) raisesCalled(s *State) (n int) {
	for _, m := range maneuvers {
		if s.calls&m.call != 0 {
			n += m.raises
		}
	}
	n += int(s.damageRaises)
	if s.part != 0 {
		n += partRaises[s.part-1]
	}
	if s.calls&(push|pull) != 0 {
		n += raisesForShove(int(s.squares))
	}
	if s.calls&knockdown != 0 && g.seats[s.at].fourLegs {
		n += fourLegsRaises - knockdownRaises // RK-126
	}
	return n
}

// maneuvers has the maneuvers that take a fixed number of raises (RK-109, RK-112, RK-116, RK-124, RK-132).
var maneuvers = [...]struct {
	call   calls
	raises int
}{{disarm, disarmRaises}, {extraAttack, extraRaises}, {feint, feintRaises}, {knockdown, knockdownRaises}, {tactical, tacticalRaises}}

// freeRaisesCalled returns how many Free Raises have been called: each takes five off the number (R-RK-58).
func (g *Game) freeRaisesCalled(s *State) int {
	n := int(s.freeRaises)
	if s.calls&freeDisarm != 0 {
		n++
	}
	return n
}

// listCalls appends what may be called on the roll: to throw it now, then each maneuver, Free Raise and Void Point that
// comes after the last one called. In this fixed order a search meets each set of calls once.
func (g *Game) listCalls(s *State, buf []rules.Action) []rules.Action {
	i := int(s.by)
	buf = append(buf, bareAction(doRoll))
	if uint16(s.do) == doAttack {
		buf = g.listManeuvers(s, i, buf)
	}
	c := &s.seats[i]
	p := g.testPool(s, i)
	for _, o := range [...]struct {
		do uint16
		ok bool
	}{
		{callBoost, c.canSpend(boost) && p.Explode},
		{callStrive, c.canSpend(strive) && !p.Explode},
		{callVoid, c.hasVoidBonus()},
	} {
		if o.ok && s.comesAfterLastCall(o.do) {
			buf = append(buf, bareAction(o.do))
		}
	}
	return buf
}

// comesAfterLastCall reports whether a call comes behind the last one, State.step, in the fixed order of calls.
func (s *State) comesAfterLastCall(do uint16) bool { return uint16(s.step) < do-doRoll }

// listManeuvers appends the maneuvers and Free Raises that may still be called on an attack. By the ruling raise cap
// the raises are limited by the Void Ring (R-RK-35).
func (g *Game) listManeuvers(s *State, i int, buf []rules.Action) []rules.Action {
	c, o := &s.seats[i], &s.seats[s.at]
	a := &g.arms[s.with]
	most := raisesMax
	if g.rule.RaiseCap {
		most = min(most, g.seats[i].rings[ringVoid])
	}
	left := most - g.raisesCalled(s)
	add := func(do uint16, raises int, call rules.Action) {
		if raises <= left && s.comesAfterLastCall(do) {
			call.Do, call.At = do, rules.Nobody
			buf = append(buf, call)
		}
	}
	dealsDamage := s.calls&disarm == 0 && !a.harmless
	if dealsDamage {
		add(callFeint, feintRaises, rules.Action{})
	}
	if s.calls&feint == 0 && g.canBeDisarmed(s, int(s.at)) {
		add(callDisarm, disarmRaises, rules.Action{})
	}
	if s.bonus&isSecond == 0 && s.did&didExtraAttack == 0 { // RK-114, R-RK-69
		add(callExtraAttack, extraRaises, rules.Action{})
	}
	for n := extraLeast; dealsDamage && n <= left; n++ {
		add(callExtraDamage, n, rules.Action{N: int16(n)})
	}
	if o.status&prone == 0 {
		n := knockdownRaises
		if g.seats[s.at].fourLegs {
			n = fourLegsRaises
		}
		add(callKnockdown, n, rules.Action{})
	}
	if o.grapple == 0 {
		for n := 1; n <= 4; n++ {
			add(callPush, raisesForShove(n), rules.Action{N: int16(n)})
		}
		for n := 1; s.calls&push == 0 && n < int(g.distance(s, i, int(s.at))); n++ {
			add(callPull, raisesForShove(n), rules.Action{N: int16(n)})
		}
	}
	for part := range rows.PartNames {
		add(callFocus, partRaises[part], rules.Action{Mode: uint8(part)})
	}
	add(callTactical, tacticalRaises, rules.Action{})
	if s.comesAfterLastCall(callFree) {
		most := min(int(s.tacticsPools[g.seats[i].side]), g.seats[i].rank) // even to below the ATN (R-RK-58)
		if g.rule.OneRaise {
			most = min(most, 1)
		}
		for n := 1; n <= most; n++ {
			buf = append(buf, rules.Action{Do: callFree, At: rules.Nobody, N: int16(n)})
		}
	}
	if s.calls&disarm != 0 && c.brokeFrom&brokeFromSeat == 1+s.at && s.comesAfterLastCall(callFreeDisarm) {
		buf = append(buf, bareAction(callFreeDisarm))
	}
	return buf
}

// droppable returns the first weapon that a seat has ready and can drop; noItem if it has none.
func (g *Game) droppable(s *State, k int) uint8 {
	for _, item := range g.items {
		if g.hasReady(s, k, item) && !g.isNatural(item) {
			return item
		}
	}
	return noItem
}

// canBeDisarmed reports whether a seat has a weapon ready that it can drop.
func (g *Game) canBeDisarmed(s *State, k int) bool { return g.droppable(s, k) != noItem }

// callBits says which bit a call sets in State.calls.
var callBits = [doCount]calls{callFeint: feint, callDisarm: disarm, callExtraAttack: extraAttack, callKnockdown: knockdown, callPush: push,
	callPull: pull, callTactical: tactical, callFreeDisarm: freeDisarm}

// takeCall takes one maneuver, raise or Void Point that is called, and goes on to the roll if no more is or can be
// called.
func (g *Game) takeCall(s *State, a rules.Action, log *rules.Log) {
	i := int(s.by)
	s.step = uint8(a.Do - doRoll)
	raises := g.raisesCalled(s)
	s.calls |= callBits[a.Do]
	switch a.Do {
	case doRoll:
		s.step = 0
		s.phase = phTest
		return
	case callExtraDamage:
		s.damageRaises = uint8(a.N)
	case callPush, callPull:
		s.squares = uint8(a.N)
	case callFocus:
		s.part = 1 + a.Mode
	case callFree:
		s.freeRaises = uint8(a.N)
		s.tacticsPools[g.seats[i].side] -= s.freeRaises
	case callFreeDisarm:
		s.seats[i].brokeFrom = 0
	}
	g.takeVoidCall(s, i, a.Do, log)
	if log != nil && a.Do < callBoost {
		e := rules.Event{Kind: "call", Seat: g.name(i), What: g.maneuverName(s, a), N: g.raisesCalled(s) - raises}
		if a.Do == callFree || a.Do == callFreeDisarm {
			e.N = -max(1, int(a.N))
		}
		log.Add(e)
	}
	var room [256]rules.Action
	if len(g.listCalls(s, room[:0])) == 1 {
		s.step = 0
		s.phase = phTest
	}
}

// voidCalls has the calls that use a Void Point, or the bonus of the Void stance: what each adds to the roll, and which
// use it is.
var voidCalls = [doCount]struct {
	adds bonus
	use  spent
}{callBoost: {byBoost, boost}, callStrive: {byStrive, strive}, callVoid: {byVoid, spentVoidBonus}, callWeapon: {byWeapon, spentWeaponVoid}}

// takeVoidCall takes a call of seat i if it is one of voidCalls.
func (g *Game) takeVoidCall(s *State, i int, call uint16, log *rules.Log) {
	if v := voidCalls[call]; v.use != 0 {
		s.bonus |= v.adds
		g.spend(s, i, v.use, log)
	}
}

// testPool returns the pool of the test under way, which seat i makes: that of the kind of test, changed by effects,
// Wounds, being Stunned, and Void Points.
func (g *Game) testPool(s *State, i int) dice.Pool {
	f, c := &g.seats[i], &s.seats[i]
	var p dice.Pool
	switch uint16(s.do) {
	case doAttack:
		p = g.attackPool(s, i, int(s.at), s.with)
	case doGrapple:
		p = g.grapplePool(s, i, s.with)
	case doDefend:
		p = g.skillPool(i, defense, reflexes)
		p.Add -= f.clumsy
	case doMove, doSteedMove: // Blind (RK-185)
		p = g.skillPool(i, athletics, agility)
		p.Add -= f.clumsy
	case doEscape: // RK-192
		p = traitPool(f.attributes[strength])
	case doTrial:
		t := &g.trials[s.with]
		p = g.skillPool(i, t.skill, t.attribute)
		if t.attribute == agility || t.attribute == reflexes {
			p.Add -= f.clumsy
		}
	case doShake, doRally: // RK-189, RK-217
		p = traitPool(f.rings[ringEarth])
	case doComplete: // R-RK-85
		n := f.rings[g.deeds[s.with].ring]
		p = dice.Pool{Roll: f.rank + n, Keep: n, Explode: true}
	}
	p = g.gainOf(s, i, doesTests).addTo(p)
	p.Add -= g.penalty(c, i)
	if c.stun != 0 && uint16(s.do) != doShake && uint16(s.do) != doRally {
		p.Roll += stunDice // RK-188, R-RK-28
	}
	return g.withVoid(p, i, s.bonus)
}

// withVoid returns a pool of seat i with what Void Points and the Void stance add to it: Boost to dice that explode
// (RK-174), Strive to dice that do not (RK-179), and the bonus of the stance (RK-93).
func (g *Game) withVoid(p dice.Pool, i int, b bonus) dice.Pool {
	if b&byBoost != 0 {
		p = boostGain.addTo(p)
	}
	if b&byStrive != 0 {
		p = p.Strive(striveGain.roll)
	}
	if b&byVoid != 0 {
		p = voidGain.addTo(p).Gain(0, 0, g.seats[i].rings[ringVoid])
	}
	return p
}

// traitPool returns the pool of a ring or an attribute of n without a skill; its dice explode (R-RK-34).
func traitPool(n int) dice.Pool { return dice.Pool{Roll: n, Keep: n, Explode: true} }

// skillPool returns the pool of a skill with an attribute; without a rank in it the dice do not explode.
func (g *Game) skillPool(i, skill, attribute int) dice.Pool {
	f := &g.seats[i]
	return dice.Pool{Roll: f.skills[skill] + f.attributes[attribute], Keep: f.attributes[attribute], Explode: f.skills[skill] > 0}
}

// initiativePool returns the pool of the Initiative Value (RK-03), which is neither test nor contest (R-RK-01).
func (g *Game) initiativePool(i int) dice.Pool {
	f := &g.seats[i]
	return dice.Pool{Roll: f.rank + f.attributes[reflexes], Keep: f.attributes[reflexes], Explode: true}
}

// unhinderedPool returns the pool of an attack with an arm where nothing in the position helps or hinders (RK-97).
func (g *Game) unhinderedPool(i int, with uint8) dice.Pool {
	f, a := &g.seats[i], &g.arms[with]
	attribute := agility
	if a.kind == aimed {
		attribute = reflexes
	}
	p := g.skillPool(i, int(a.skill), attribute)
	p.Emphasis = p.Explode && f.emphases&(1<<with) != 0
	p.Add -= f.clumsy
	return p
}

// attackPool returns the pool of an attack by seat i at seat k, before Wounds and Void Points change it.
func (g *Game) attackPool(s *State, i, k int, with uint8) dice.Pool {
	p := g.withAttackGains(g.unhinderedPool(i, with), s, i, k, &g.arms[with])
	if s.seats[i].status&prone != 0 {
		p.Roll += proneDice // RK-212
	}
	p.Add -= g.attackMalus(s, i, &g.arms[with])
	return p
}

// withAttackGains returns a pool with what changes attacks and the beginning of grapples alike: position, stance,
// blindness, struck parts and effects.
func (g *Game) withAttackGains(p dice.Pool, s *State, i, k int, a *arm) dice.Pool {
	c := &s.seats[i]
	if g.hasStrongPosition(s, i, k, a) {
		p.Roll += strongDice // RK-202
	}
	if a.kind == melee && g.hasBenefit(s, i, fire) {
		p = fireAttack.addTo(p) // RK-87
	}
	if g.isBlind(c) {
		if a.kind == melee {
			p = blindMelee.addTo(p) // RK-182
		} else {
			p = blindFar.addTo(p) // RK-183
		}
	}
	if c.focus&hurtArm != 0 {
		p = armAttack.addTo(p)
	}
	if c.focus&hurtHand != 0 {
		p = handAttack.addTo(p)
	}
	return g.gainOf(s, i, doesAttack).addTo(p)
}

// attackMalus returns what is taken off an attack by a second weapon in hand, and off a shot by foes beside the bowman
// (R-RK-55).
func (g *Game) attackMalus(s *State, i int, a *arm) int {
	n := g.offHandPenalty(s, i, a)
	if a.kind == aimed && g.isPressed(s, i) {
		n -= int(g.rule.Crowded)
	}
	return n
}

// isPressed reports whether a foe that can act is beside a seat.
func (g *Game) isPressed(s *State, i int) bool {
	for k := range g.n {
		if g.foes(i, k) && g.distance(s, i, k) <= 1 && g.canAct(s, k) {
			return true
		}
	}
	return false
}

// offHandPenalty returns what a second weapon in hand takes off an attack of somebody who may wield two (R-RK-70).
func (g *Game) offHandPenalty(s *State, i int, a *arm) int {
	if !g.seats[i].dual || a.natural || a.item == noItem {
		return 0
	}
	for _, item := range g.items {
		if item == a.item || !g.hasReady(s, i, item) || g.isNatural(item) {
			continue
		}
		if g.armOf(item).size == small {
			return smallPairMalus
		}
		return pairMalus
	}
	return 0
}

// The penalties for a second weapon in hand (R-RK-70).
const (
	smallPairMalus = 5 // a Small one
	pairMalus      = 10
)

// testNumber returns the number that the test under way, which seat i makes, has to reach. Days without food add to it,
// but not in the Readying Phase, whose tests are of no skill, trait or spell (RK-194).
func (g *Game) testNumber(s *State, i int) int {
	n := 0
	switch uint16(s.do) {
	case doAttack:
		n = g.atnWithoutRaises(s, i) + raiseNumber*(g.raisesCalled(s)-g.freeRaisesCalled(s))
	case doGrapple: // R-RK-64: without the Armor Bonus
		n = g.atnWithoutRaises(s, i)
	case doDefend:
		n = defendNumber
	case doMove, doSteedMove:
		n = blindNumber
	case doEscape:
		n = int(s.seats[i].escapeNumber)
	case doTrial:
		n = g.trials[s.with].number
	case doComplete:
		n = g.deeds[s.with].number
	case doShake:
		return stunNumber - stunEase*(int(s.seats[i].stun)-1)
	case doRally:
		return rallyNumber
	}
	return n + hungerNumber(g.seats[i].hungryDays)
}

// atnWithoutRaises returns the ATN against the attack under way, before raises are added. A grapple ignores the Armor
// Bonus (R-RK-64).
func (g *Game) atnWithoutRaises(s *State, i int) int {
	b := blow{kind: melee}
	if uint16(s.do) == doAttack {
		a := &g.arms[s.with]
		b = blow{a.kind, int(a.armour)}
	}
	return g.armorTargetNumber(s, i, int(s.at), b).sum()
}

// hasMarginBonus reports whether the attack under way has a bonus to its damage by how far its total is above the ATN:
// it is a Feint, or against a Defenseless target (RK-117, RK-200).
func (g *Game) hasMarginBonus(s *State) bool {
	return uint16(s.do) == doAttack && !g.arms[s.with].harmless && s.calls&disarm == 0 &&
		(s.calls&feint != 0 || g.isDefenseless(s, int(s.at)))
}

// isDefenseless reports whether a seat is Defenseless: it is Entangled or Incapacitated (R-RK-79).
func (g *Game) isDefenseless(s *State, k int) bool {
	c := &s.seats[k]
	return c.escapeNumber != 0 || c.status&incapacitated != 0
}

// marginBonus returns what a total of the attack under way adds to its damage: half of what it is above the ATN without
// raises, at most [Game.marginBonusMost]. Days without food count against it.
func (g *Game) marginBonus(s *State, i, total int) uint8 {
	if !g.hasMarginBonus(s) {
		return 0
	}
	n := max(0, total-g.atnWithoutRaises(s, i)-hungerNumber(g.seats[i].hungryDays)) / 2
	return uint8(min(n, g.marginBonusMost(s, i)))
}

// marginBonusMost returns the most that a margin adds to the damage: of a Feint five for each Insight Rank (RK-118,
// R-RK-15); against the Defenseless there is no limit but what is ever rolled.
func (g *Game) marginBonusMost(s *State, i int) int {
	if g.isDefenseless(s, int(s.at)) {
		return marginBonusMax
	}
	return min(marginBonusMax, feintMost*g.seats[i].rank)
}

// marginBonusMax bounds the bonus of a margin: one throw in 10^10 is twice as much above the ATN.
const marginBonusMax = 60

// earthMax is the highest bonus of the Earth stance (R-RK-60).
const earthMax = 30

// outcome returns the outcome of a throw whose total is n, with its chance.
func outcome(n int16, p float64) rules.Odds {
	return rules.Odds{Action: rules.Action{Do: doTotal, At: rules.Nobody, N: n}, P: p}
}

// testOdds returns the outcomes of the test under way: failure, then each class of success, with the lowest total of
// the class. Totals of one class lead to the same position.
func (g *Game) testOdds(s *State, buf []rules.Odds) []rules.Odds {
	i := int(s.by)
	c, need := g.testPool(s, i).Curve(), g.testNumber(s, i)
	if p := 1 - c.AtLeast(need); p > 0 {
		buf = append(buf, outcome(int16(need-1), p))
	}
	last := need // all totals from here on are one class
	switch {
	case uint16(s.do) == doDefend:
		last = need + 2*earthMax
	case g.hasMarginBonus(s):
		last = max(need, g.atnWithoutRaises(s, i)+hungerNumber(g.seats[i].hungryDays)+2*g.marginBonusMost(s, i))
	}
	for n := need; n <= last; {
		next, p := n+1, c.AtLeast(n)
		if n < last {
			for next < last && g.successClass(s, i, next) == g.successClass(s, i, n) {
				next++
			}
			p -= c.AtLeast(next)
		}
		if p > 0 {
			buf = append(buf, outcome(int16(n), p))
		}
		n = next
	}
	return buf
}

// successClass returns what a total that succeeds comes to: the bonus to the ATN in the Earth stance, or to the damage
// of an attack.
func (g *Game) successClass(s *State, i, total int) uint8 {
	if uint16(s.do) == doDefend {
		return uint8(min((total-g.testNumber(s, i))/2, earthMax))
	}
	return g.marginBonus(s, i, total)
}

// testName returns what the test under way is called in events: as the action, or as the spell.
func (g *Game) testName(s *State) string {
	if uint16(s.do) == doComplete {
		return g.deeds[s.with].row
	}
	return actionNames[s.do]
}

// takeTest takes the total of the test under way.
func (g *Game) takeTest(s *State, a rules.Action, log *rules.Log) {
	i, do, total := int(s.by), uint16(s.do), a.N
	need := g.testNumber(s, i)
	ok := int(total) >= need
	if log != nil {
		e := rules.Event{Kind: "check", Seat: g.name(i), What: g.testName(s), Of: g.testPool(s, i).Normalize().Text(), Total: int(total), Need: need, OK: ok}
		if do == doAttack || do == doGrapple {
			e.At, e.With = g.name(int(s.at)), g.arms[s.with].name
		}
		log.Add(e)
	}
	switch do {
	case doAttack:
		g.resolveAttack(s, ok, total, log)
		return
	case doGrapple:
		if ok {
			g.joinGrapple(s, i, int(s.at), log)
		}
	case doDefend:
		if ok {
			s.seats[i].earthBonus = g.successClass(s, i, int(total))
		}
	case doMove, doSteedMove:
		g.afterBlindTest(s, ok, log)
	case doEscape:
		if ok {
			s.seats[i].escapeNumber = 0
			g.logStatusChange(log, i, "entangled", false)
		}
	case doShake, doRally:
		g.afterEarthTest(s, do, ok, log)
		return
	case doComplete:
		g.completeSpell(s, ok, log)
		return
	}
	g.continueTurn(s, log)
}

// resolveAttack goes on after the roll of an attack. A thrown weapon comes to lie at the target; after a hit follow the
// contests that its maneuvers call for, and damage.
func (g *Game) resolveAttack(s *State, ok bool, total int16, log *rules.Log) {
	i, k := int(s.actor), int(s.at)
	a := &g.arms[s.with]
	s.bonus &= isSecond // the rest was for the roll of the attack, and not for that of the damage
	if a.kind == thrown {
		s.items[a.item] = item{at: itemLying, square: s.seats[k].square}
	}
	if !ok {
		g.continueTurn(s, log) // Free Raises are lost (R-RK-58)
		return
	}
	s.margin = g.marginBonus(s, i, int(total))
	if s.calls&tactical != 0 {
		side := g.seats[i].side
		s.tacticsPools[side] = min(s.tacticsPools[side]+tacticsGain, poolMax)
		log.Add(rules.Event{Kind: "pool", Seat: g.name(i), N: int(tacticsGain), Left: int(s.tacticsPools[side])})
	}
	if s.calls&extraAttack != 0 {
		s.did |= didExtraAttack
		s.bonus |= earnedSecond
	}
	if s.calls&disarm != 0 { // R-RK-13: its 1k1 comes before the contest
		g.askDamage(s, log)
		return
	}
	g.nextContest(s, log)
}
