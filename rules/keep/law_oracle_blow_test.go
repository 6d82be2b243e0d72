package keep

import (
	"slices"

	"kokyu/rules"
	"kokyu/rules/dice"
)

// The second reading of what is tested, contested and struck: pools, numbers, the Armor Target Number, maneuvers, damage,
// grapples.

// blind reports whether one cannot see, for good or by a blow to the eye.
func (r *reading) blind(i int) bool { return r.has(i, blind) || r.man(i).focus&hurtEye != 0 }

// helpless is Defenseless: Entangled or Incapacitated (R-RK-79).
func (r *reading) helpless(i int) bool { return r.man(i).escapeNumber != 0 || r.has(i, incapacitated) }

func (r *reading) weapon() *arm { return &r.g.arms[r.s.with] }

// blows returns the weapon attacks there are: a weapon ready, a foe within its range and in sight (RK-80, RK-84, RK-96, RK-99,
// RK-210).
func (r *reading) blows() (all []rules.Action) {
	i := r.actor()
	if st := r.man(i).stance; st == air || st == earth {
		return nil
	}
	for j := range r.g.arms {
		for _, k := range r.which(func(k int) bool { return r.canStrike(i, k, &r.g.arms[j]) }) {
			all = append(all, rules.Action{Do: doAttack, With: uint8(j), At: rules.Seat(k)})
		}
	}
	return all
}

func (r *reading) canStrike(i, k int, a *arm) bool {
	if a.item != noItem && (!r.ready(i, a.item) || r.s.items[a.item].at&itemUnstrung != 0 || a.size == large && r.has(i, prone)) {
		return false
	}
	return r.hostile(i, k) && r.conscious(k) && r.between(i, k) <= int(a.reach) && r.sees(r.man(i).square, r.man(k).square)
}

// grapples are begun with a free hand, or with a weapon made for it (RK-133, RK-142, R-RK-64).
func (r *reading) grapples() (all []rules.Action) {
	i := r.actor()
	if st := r.man(i).stance; st == air || st == earth {
		return nil
	}
	for j := range r.g.arms {
		a := &r.g.arms[j]
		if a.item == noItem && r.freeHands(i) == 0 || a.item != noItem && !(a.canGrapple && a.kind == melee) {
			continue
		}
		for _, k := range r.which(func(k int) bool { return r.canStrike(i, k, a) && (!r.has(i, prone) || r.has(k, prone)) }) {
			all = append(all, rules.Action{Do: doGrapple, With: uint8(j), At: rules.Seat(k)})
		}
	}
	return all
}

// aims is what an attack begins with; a rider who strikes has struck.
func (r *reading) aims(a rules.Action) {
	s := &r.s
	s.do, s.with, s.at, s.eventful = uint8(a.Do), a.With, uint8(a.At), 1
	if r.man(r.actor()).mount != 0 {
		s.riding |= riderStruck
		if s.riding&steedMoved != 0 {
			s.riding |= steedDone
		}
	}
	r.testing(r.actor())
}

// testing waits for what is called on a test, or for the dice if nothing can be.
func (r *reading) testing(i int) {
	r.s.by = uint8(i)
	if r.s.phase = phTest; len(r.callings()) > 1 {
		r.s.phase = phCall
	}
}

// The Armor Target Number (RK-101 to RK-107, RK-181, RK-201, RK-216).

func (r *reading) atn(i, k int, kind uint8, armours int) int {
	f, c := r.sheet(k), r.man(k)
	armour, misc, malus, deflected := f.armorBonus, f.miscBonus, f.malus, 0
	if c.mount != 0 {
		armour = f.mountedArmorBonus
	}
	for by := range r.g.n {
		if r.man(by).guards&(1<<k) != 0 && r.wards(by, k) {
			misc += 10
		}
		if c.guards&(1<<by) != 0 && r.wards(k, by) {
			malus += 5
		}
	}
	if kind != melee && r.between(i, k) > 1 {
		misc += int(r.g.rule.Cover[r.cover(i, k)])
	}
	if c.stance == fire {
		malus += 10
	}
	if r.has(k, prone) && kind == melee {
		malus += 10
	}
	if c.spent&deflect != 0 {
		deflected = 10
	}
	n := 5 + armours*armour - malus + deflected
	switch {
	case r.has(k, incapacitated), c.grapple != 0:
		return n
	case r.blind(k):
		return n + f.attributes[reflexes] + misc
	}
	n += 5*f.attributes[reflexes] + misc + f.techniqueBonus
	if f.dual && len(r.inHand(k)) >= 2 {
		n += f.rank
	}
	if r.benefits(k, air) {
		n += f.rings[ringAir] + f.skills[defense]
	}
	if r.benefits(k, earth) {
		n += int(c.earthBonus)
	}
	return n
}

// cover returns what shelters against a shot: the square, or somebody in between (R-RK-55).
func (r *reading) cover(i, k int) uint8 {
	if at := r.g.ground.cover[r.man(k).square]; at != noCover {
		return at
	}
	for _, sq := range r.line(r.man(i).square, r.man(k).square) {
		if len(r.which(func(o int) bool { return o != i && o != k && r.conscious(o) && r.man(o).square == sq })) > 0 {
			return someCover
		}
	}
	return noCover
}

// strong returns a Strong Position (RK-203 to RK-205).
func (r *reading) strong(i, k int, a *arm) bool {
	m, from, to := &r.g.ground, r.man(i).square, r.man(k).square
	return r.man(i).mount != 0 && r.man(k).mount == 0 || a.kind == melee && a.reach > 1 && r.between(i, k) > r.threat(k) ||
		m.height[from] > m.height[to] || m.mire[to] && !m.mire[from]
}

// Pools and numbers (RK-97, RK-134, RK-174, RK-179, RK-188, R-RK-73).

// skilled returns a skill with an attribute; armour hinders what is done with Agility and Reflexes.
func (r *reading) skilled(i, skill, attribute int) dice.Pool {
	f := r.sheet(i)
	p := dice.Pool{Roll: f.skills[skill] + f.attributes[attribute], Keep: f.attributes[attribute], Explode: f.skills[skill] > 0}
	if attribute == agility || attribute == reflexes {
		p.Add -= f.clumsy
	}
	return p
}

// grappling is Jujutsu, or Weapon: Samurai where bare hands are such weapons and that is better (RK-146).
func (r *reading) grappling(i, attribute int) dice.Pool {
	f := r.sheet(i)
	p := r.skilled(i, jujutsu, attribute)
	p.Emphasis = p.Explode && f.grappler
	if f.samuraiHands && f.skills[samurai] > f.skills[jujutsu] {
		p = r.skilled(i, samurai, attribute)
		p.Emphasis = f.emphases&1 != 0
	}
	return p
}

// striking returns what an attack or the beginning of a grapple gains and loses.
func (r *reading) striking(i int, p dice.Pool) dice.Pool {
	a, c := r.weapon(), r.man(i)
	if r.strong(i, int(r.s.at), a) {
		p.Roll++
	}
	hand := a.kind == melee
	if hand && r.benefits(i, fire) {
		p = p.Gain(2, 1, 0)
	}
	switch {
	case r.blind(i) && hand:
		p = p.Gain(-1, -1, 0)
	case r.blind(i):
		p = p.Gain(-3, -3, 0)
	}
	if c.focus&hurtArm != 0 {
		p = p.Gain(-1, 0, 0)
	}
	if c.focus&hurtHand != 0 {
		p = p.Gain(-1, -1, 0)
	}
	return p
}

func (r *reading) testPool(i int) (p dice.Pool) {
	a, f := r.weapon(), r.sheet(i)
	emphasis := f.emphases&(1<<r.s.with) != 0
	switch uint16(r.s.do) {
	case doAttack:
		attribute := agility
		if a.kind == aimed {
			attribute = reflexes
		}
		p = r.striking(i, r.skilled(i, int(a.skill), attribute))
		p.Emphasis = emphasis && f.skills[a.skill] > 0
		if r.has(i, prone) {
			p.Roll -= 2
		}
		p.Add -= r.otherHand(i, a)
		if a.kind == aimed && len(r.which(func(k int) bool { return r.hostile(i, k) && r.able(k) && r.between(i, k) <= 1 })) > 0 {
			p.Add += int(r.g.rule.Crowded)
		}
	case doGrapple:
		if p = r.grappling(i, agility); a.item != noItem {
			p = r.skilled(i, int(a.skill), agility)
			p.Emphasis = emphasis && f.skills[a.skill] > 0
		}
		p = r.striking(i, p)
	case doDefend:
		p = r.skilled(i, defense, reflexes)
	case doMove, doSteedMove:
		p = r.skilled(i, athletics, agility)
	case doTrial:
		t := r.g.trials[r.s.with]
		p = r.skilled(i, t.skill, t.attribute)
	case doEscape:
		p = dieOf(f.attributes[strength])
	default:
		p = dieOf(f.rings[ringEarth])
	}
	p.Add -= r.off(i)
	if do := uint16(r.s.do); r.man(i).stun != 0 && do != doShake && do != doRally {
		p.Roll -= 3
	}
	return r.helped(i, p, r.s.bonus&byBoost != 0, r.s.bonus&byStrive != 0, r.s.bonus&byVoid != 0)
}

func (r *reading) helped(i int, p dice.Pool, boosts, strives, void bool) dice.Pool {
	if boosts {
		p = p.Gain(1, 1, 0)
	}
	if strives {
		p.Roll++
		p.Explode = true
	}
	if void {
		p = p.Gain(1, 1, r.sheet(i).rings[ringVoid])
	}
	return p
}

// otherHand returns what the second weapon of two takes off an attack with the first (R-RK-33).
func (r *reading) otherHand(i int, a *arm) int {
	if !r.sheet(i).dual || a.item == noItem || a.natural {
		return 0
	}
	for _, item := range r.inHand(i) {
		if item != a.item {
			return []int{small: 5, medium: 10, large: 10}[r.way(item).size]
		}
	}
	return 0
}

// toStrike returns the ATN of the test under way, hunger on top of it.
func (r *reading) toStrike(i int) int {
	a, kind, armours := r.weapon(), uint8(melee), 0
	if uint16(r.s.do) == doAttack {
		kind, armours = a.kind, int(a.armour)
	}
	return r.atn(i, int(r.s.at), kind, armours) + 5*r.sheet(i).hungryDays
}

func (r *reading) need(i int) int {
	hungry := 5 * r.sheet(i).hungryDays
	switch uint16(r.s.do) {
	case doAttack:
		free := int(r.s.freeRaises)
		if r.s.calls&freeDisarm != 0 {
			free++
		}
		return r.toStrike(i) + 5*(r.called()-free)
	case doGrapple:
		return r.toStrike(i)
	case doMove, doSteedMove:
		return 15 + hungry
	case doEscape:
		return int(r.man(i).escapeNumber) + hungry
	case doTrial:
		return r.g.trials[r.s.with].number + hungry
	case doShake:
		return []int{1: 20, 2: 10, 3: 0}[r.man(i).stun]
	case doRally:
		return 20
	}
	return hungry // the Earth stance, against 0
}

// called returns the raises called so far (RK-109 to RK-132).
func (r *reading) called() (n int) {
	s := &r.s
	for call, raises := range map[calls]int{disarm: 3, extraAttack: 5, feint: 2, knockdown: r.toKnock(), push: 2 * int(s.squares), pull: 2 * int(s.squares), tactical: 2} {
		if s.calls&call != 0 {
			n += raises
		}
	}
	if s.part != 0 {
		n += partPrices[s.part-1]
	}
	return n + int(s.damageRaises)
}

// partPrices are the raises of an arm, a leg, a hand, a foot, the head, an eye, an ear, a finger.
var partPrices = []int{1, 1, 2, 2, 3, 4, 4, 4}

func (r *reading) toKnock() int {
	if r.sheet(int(r.s.at)).fourLegs {
		return 4
	}
	return 2
}

// callings returns what may still be called on a test, in one order: nothing that comes before the last one called.
func (r *reading) callings() (all []rules.Action) {
	i := int(r.s.by)
	if uint16(r.s.do) == doAttack {
		all = r.maneuvers(i)
	}
	c, p := r.man(i), r.testPool(i)
	if c.voidPoints > 0 && c.spent&boost == 0 && p.Explode {
		all = append(all, ask(callBoost))
	}
	if c.voidPoints > 0 && c.spent&strive == 0 && !p.Explode {
		all = append(all, ask(callStrive))
	}
	if c.turnMarks&beganVoid != 0 && c.spent&spentVoidBonus == 0 {
		all = append(all, ask(callVoid))
	}
	all = slices.DeleteFunc(all, func(a rules.Action) bool { return a.Do-doRoll <= uint16(r.s.step) })
	return append(all, ask(doRoll))
}

func (r *reading) maneuvers(i int) (all []rules.Action) {
	s, a, k := &r.s, r.weapon(), int(r.s.at)
	left := 15 - r.called()
	if r.g.rule.RaiseCap {
		left = min(left, r.sheet(i).rings[ringVoid]-r.called())
	}
	add := func(do uint16, raises, n int, part uint8) {
		if raises <= left {
			all = append(all, rules.Action{Do: do, At: rules.Nobody, N: int16(n), Mode: part})
		}
	}
	if s.calls&disarm == 0 && !a.harmless {
		add(callFeint, 2, 0, 0)
		for n := 1; n <= 15; n++ {
			add(callExtraDamage, n, n, 0)
		}
	}
	if s.calls&feint == 0 && len(r.inHand(k)) > 0 {
		add(callDisarm, 3, 0, 0)
	}
	if s.did&didExtraAttack == 0 && s.bonus&isSecond == 0 {
		add(callExtraAttack, 5, 0, 0)
	}
	if !r.has(k, prone) {
		add(callKnockdown, r.toKnock(), 0, 0)
	}
	if r.man(k).grapple == 0 {
		for n := 1; n <= 4; n++ {
			add(callPush, 2*n, n, 0)
		}
		for n := 1; n < r.between(i, k) && s.calls&push == 0; n++ {
			add(callPull, 2*n, n, 0)
		}
	}
	for part, raises := range partPrices {
		add(callFocus, raises, 0, uint8(part))
	}
	add(callTactical, 2, 0, 0)
	most := min(int(s.tacticsPools[r.sheet(i).side]), r.sheet(i).rank)
	if r.g.rule.OneRaise {
		most = min(most, 1)
	}
	for n := 1; n <= most; n++ {
		all = append(all, rules.Action{Do: callFree, At: rules.Nobody, N: int16(n)})
	}
	if s.calls&disarm != 0 && int(r.man(i).brokeFrom)%16 == 1+k {
		all = append(all, ask(callFreeDisarm))
	}
	return all
}

func (r *reading) call(a rules.Action) {
	i, s := int(r.s.by), &r.s
	s.step = uint8(a.Do - doRoll)
	maneuver := map[uint16]calls{callFeint: feint, callDisarm: disarm, callExtraAttack: extraAttack, callKnockdown: knockdown,
		callPush: push, callPull: pull, callTactical: tactical, callFreeDisarm: freeDisarm}
	s.calls |= maneuver[a.Do]
	switch a.Do {
	case callExtraDamage:
		s.damageRaises = uint8(a.N)
	case callPush, callPull:
		s.squares = uint8(a.N)
	case callFocus:
		s.part = 1 + a.Mode
	case callFree:
		s.freeRaises = uint8(a.N)
		s.tacticsPools[r.sheet(i).side] -= s.freeRaises
	case callFreeDisarm:
		r.man(i).brokeFrom = 0
	case callBoost:
		s.bonus |= byBoost
		r.point(i, boost)
	case callStrive:
		s.bonus |= byStrive
		r.point(i, strive)
	case callVoid:
		s.bonus |= byVoid
		r.man(i).spent |= spentVoidBonus
	}
	if a.Do == doRoll || len(r.callings()) == 1 {
		s.step, s.phase = 0, phTest
	}
}

// What a test comes to.

// exposed reports whether half of what an attack is above the ATN counts: by a Feint, or against the Defenseless (RK-117, RK-200).
func (r *reading) exposed() bool {
	if uint16(r.s.do) != doAttack || r.weapon().harmless || r.s.calls&disarm != 0 {
		return false
	}
	return r.s.calls&feint != 0 || r.helpless(int(r.s.at))
}

func (r *reading) tested(total int) {
	i, s := int(r.s.by), &r.s
	ok := total >= r.need(i)
	switch uint16(s.do) {
	case doAttack:
		r.lands(ok, total)
		return
	case doGrapple:
		if ok {
			r.joins(i, int(s.at))
		}
	case doDefend:
		if ok {
			r.man(i).earthBonus = uint8(min((total-r.need(i))/2, 30))
		}
	case doMove, doSteedMove:
		switch {
		case ok:
			r.moved()
		case r.man(i).mount != 0: // the steed falls, and the rider with it
			k := r.under(i)
			r.dismounted(i)
			r.prone(i)
			r.prone(k)
		default:
			r.prone(i)
		}
	case doEscape:
		if ok {
			r.man(i).escapeNumber = 0
		}
	case doShake:
		if ok {
			r.man(i).stun = 0
		} else {
			r.man(i).stun = min(r.man(i).stun+1, 3)
		}
		r.readying()
		return
	case doRally:
		if ok {
			r.man(i).status &^= incapacitated
		} else {
			r.man(i).status |= recoversNext
		}
		r.readying()
		return
	}
	r.goesOn()
}

func (r *reading) lands(ok bool, total int) {
	i, s := r.actor(), &r.s
	k := int(s.at)
	s.bonus &= isSecond
	if r.weapon().kind == thrown {
		s.items[r.weapon().item] = thing(itemLying, r.man(k).square)
	}
	if !ok {
		r.goesOn()
		return
	}
	if r.exposed() {
		half := max(0, total-r.toStrike(i)) / 2
		if !r.helpless(k) {
			half = min(half, 5*r.sheet(i).rank)
		}
		s.margin = uint8(min(half, 60))
	}
	if s.calls&tactical != 0 {
		side := r.sheet(i).side
		s.tacticsPools[side] = min(99, s.tacticsPools[side]+1)
	}
	if s.calls&extraAttack != 0 {
		s.did |= didExtraAttack
		s.bonus |= earnedSecond
	}
	if s.calls&disarm != 0 {
		r.damages()
		return
	}
	r.contend(noContest)
}

// Contests (RK-111, RK-125, RK-128, RK-131, R-RK-19).

// contend goes on with the first contest called for after one, in the order Knockdown, Push or Pull, Disarm.
func (r *reading) contend(after int) {
	s := &r.s
	for trial, call := range []calls{knockdownContest: knockdown, shoveContest: push | pull, disarmContest: disarm} {
		if trial > after && s.calls&call != 0 && r.conscious(int(s.at)) {
			s.step = uint8(trial)
			r.vying()
			return
		}
	}
	s.step = 0
	switch {
	case s.calls&disarm != 0:
		r.consequences()
	case s.calls&(knockdown|push|pull) != 0 && s.contestsWon == 0 && !r.g.rule.LostContest:
		r.attackEnds()
	default:
		r.damages()
	}
}

// rivals returns those who roll, the actor first.
func (r *reading) rivals() []int {
	i := r.actor()
	if r.s.do != 0 {
		return []int{i, int(r.s.at)}
	}
	some := []int{i}
	_, passing := r.queues()
	for _, k := range passing {
		if k != i && r.together(i, k) {
			some = append(some, k)
		}
	}
	return some
}

// together reports whether two share a grapple.
func (r *reading) together(i, k int) bool { return r.man(i).grapple&7 == r.man(k).grapple&7 }

func (r *reading) rivalPool(k int) dice.Pool {
	f, c, s := r.sheet(k), r.man(k), &r.s
	var p dice.Pool
	if s.do != 0 {
		p = dieOf(f.attributes[strength])
		if s.step == shoveContest && k == int(s.at) && s.squares > 1 {
			p.Add += f.rings[ringEarth]
		}
		if k == r.actor() && c.stun != 0 {
			p.Roll -= 3
		}
	} else {
		p = r.grappling(k, strength)
		h := s.grapples[c.grapple&7-1]
		if skill := int(r.g.arms[h.with].skill); h.starter != 0 && f.skills[skill] > p.Roll-f.attributes[strength] {
			p = r.skilled(k, skill, strength)
			p.Emphasis = f.emphases&(1<<h.with) != 0
		}
		if c.grapple&grappleMaintained != 0 {
			p = p.Gain(1, 1, 0)
		}
	}
	p.Add -= r.off(k)
	helped := s.boosters&(1<<k) != 0
	return r.helped(k, p, helped && p.Explode, helped && !p.Explode, s.voidTakers&(1<<k) != 0)
}

func (r *reading) vying() {
	s := &r.s
	for _, k := range r.rivals() {
		if s.answered&(1<<k) == 0 && len(r.efforts(k)) > 1 {
			s.phase, s.by = phEffort, uint8(k)
			return
		}
	}
	s.phase, s.by = phContest, 0
}

// efforts returns what one may add to a contest: a Void Point first, then the bonus of the Void stance.
func (r *reading) efforts(k int) (all []rules.Action) {
	c, s := r.man(k), &r.s
	boosts, voids := s.boosters&(1<<k) != 0, s.voidTakers&(1<<k) != 0
	all = append(all, ask(doNoMore))
	if c.voidPoints > 0 && !boosts && !voids {
		if tens := r.rivalPool(k).Explode; tens && c.spent&boost == 0 {
			all = append(all, ask(callBoost))
		} else if !tens && c.spent&strive == 0 {
			all = append(all, ask(callStrive))
		}
	}
	if c.turnMarks&beganVoid != 0 && c.spent&spentVoidBonus == 0 {
		all = append(all, ask(callVoid))
	}
	return all
}

func (r *reading) effort(do uint16) {
	k, s := int(r.s.by), &r.s
	switch do {
	case doNoMore:
		s.answered |= 1 << k
	case callBoost:
		s.boosters |= 1 << k
		r.point(k, boost)
	case callStrive:
		s.boosters |= 1 << k
		r.point(k, strive)
	case callVoid:
		s.voidTakers |= 1 << k
		r.man(k).spent |= spentVoidBonus
	}
	r.vying()
}

func (r *reading) contested(winner rules.Seat) {
	s := &r.s
	s.answered, s.boosters, s.voidTakers, s.by = 0, 0, 0, 0
	if s.do == 0 {
		r.controls(winner)
		return
	}
	if int(winner) == r.actor() {
		s.contestsWon |= []calls{knockdownContest: knockdown, shoveContest: s.calls & (push | pull), disarmContest: disarm}[s.step]
	}
	r.contend(int(s.step))
}

// Damage (RK-44 to RK-52, RK-110, RK-148).

func (r *reading) damages() {
	if r.weapon().harmless && r.s.calls&disarm == 0 {
		r.consequences()
		return
	}
	if r.s.phase = phDamage; len(r.additions()) > 1 {
		r.s.phase = phStrike
	}
}

// additions returns the katana's Void Point, then the bonus of the Void stance.
func (r *reading) additions() (all []rules.Action) {
	i, a := r.actor(), r.weapon()
	c, f := r.man(i), r.sheet(i)
	all = append(all, ask(doRoll))
	if a.takesVoidPoint && !f.mook && f.skills[a.skill] >= 1 && r.s.calls&disarm == 0 && c.voidPoints > 0 && c.spent&spentWeaponVoid == 0 && r.s.bonus&byVoid == 0 {
		all = append(all, ask(callWeapon))
	}
	if c.turnMarks&beganVoid != 0 && c.spent&spentVoidBonus == 0 {
		all = append(all, ask(callVoid))
	}
	return all
}

func (r *reading) adds(do uint16) {
	i := r.actor()
	switch do {
	case callWeapon:
		r.s.bonus |= byWeapon
		r.point(i, spentWeaponVoid)
	case callVoid:
		r.s.bonus |= byVoid
		r.man(i).spent |= spentVoidBonus
	}
	if do == doRoll || len(r.additions()) == 1 {
		r.s.phase = phDamage
	}
}

func (r *reading) damagePool() dice.Pool {
	i, a, s := r.actor(), r.weapon(), &r.s
	f := r.sheet(i)
	p := dice.Pool{Roll: a.roll, Keep: a.keep}
	if r.man(i).mount != 0 && s.riding&steedCharged != 0 && a.charge.roll > 0 {
		p.Roll, p.Keep = a.charge.roll, a.charge.keep
	}
	arms := f.attributes[strength]
	if a.kind == aimed {
		arms = min(arms, a.bowStrength)
	}
	p.Roll += arms
	if s.do == uint8(doAttack) {
		p = p.Gain(int(s.damageRaises), 0, int(s.margin))
	}
	if !f.mook {
		m := f.mastery[s.with]
		p = p.Gain(m.roll, m.keep, m.add)
	}
	if s.calls&disarm != 0 {
		p = dice.Pool{Roll: 1, Keep: 1}
	}
	p.Explode = !f.mook
	p = r.helped(i, p, s.bonus&byWeapon != 0, false, s.bonus&byVoid != 0)
	return p
}

func (r *reading) mayEndure() bool {
	c := r.man(int(r.s.at))
	return c.voidPoints > 0 && c.spent&endure == 0
}

// counted returns what of a damage roll counts: what is beyond death does not, nor does what Reduction takes whole, but to a chain
// that holds by it.
func (r *reading) counted(total int) int {
	k := int(r.s.at)
	_, _, dead := r.falls(k)
	most, least := r.sheet(k).reduction+dead-int(r.man(k).wounds), r.sheet(k).reduction
	if r.mayEndure() {
		most += 10
	}
	if r.weapon().entangles == entanglesByDamage && r.s.do == uint8(doAttack) && r.s.calls&disarm == 0 {
		least = min(1, least)
	}
	return max(least, min(total, most))
}

func (r *reading) struck(total int) {
	s := &r.s
	s.damage = uint8(r.counted(total))
	if r.mayEndure() && total > r.sheet(int(s.at)).reduction {
		s.phase = phEndure
		return
	}
	r.wounds()
}

func (r *reading) endures(yes bool) {
	if yes {
		r.point(int(r.s.at), endure)
		r.s.damage = uint8(max(0, int(r.s.damage)-10))
	}
	r.wounds()
}

func (r *reading) wounds() {
	k, s := int(r.s.at), &r.s
	rolled := s.damage
	n := int(rolled) - r.sheet(k).reduction
	if n > 0 {
		r.takes(k, n)
		if r.decided() {
			return
		}
	}
	s.damage = 0
	switch {
	case s.do == uint8(doHit):
		r.goesOn()
		return
	case n <= 0:
		s.part = 0
	}
	if r.weapon().entangles == entanglesByDamage && s.calls&disarm == 0 && r.conscious(k) {
		r.man(k).escapeNumber = max(1, rolled)
	}
	if s.calls&disarm != 0 {
		r.contend(noContest)
		return
	}
	r.consequences()
}

// consequences are what a hit does besides: a part struck, a net, a weapon dropped, a fall, a way to be pushed.
func (r *reading) consequences() {
	k, s := int(r.s.at), &r.s
	if !r.conscious(k) {
		r.attackEnds()
		return
	}
	c := r.man(k)
	if r.g.rule.Focused && s.part >= 1 && s.part <= 6 {
		c.focus |= []focus{hurtArm, hurtLeg, hurtHand, hurtFoot, hurtHead, hurtEye}[s.part-1]
		if s.part == 5 && c.stun == 0 {
			c.stun = 1
		}
	}
	if a := r.weapon(); a.entangles != 0 && a.entangles != entanglesByDamage && s.calls&disarm == 0 {
		c.escapeNumber = a.entangles
	}
	if has := r.inHand(k); s.contestsWon&disarm != 0 && len(has) > 0 {
		r.lies(has[0], c.square)
	}
	if s.contestsWon&knockdown != 0 {
		if c.mount != 0 {
			m := r.under(k)
			r.dismounted(k)
			if r.sheet(k).steed {
				r.prone(m)
			}
		}
		r.prone(k)
	}
	if s.contestsWon&(push|pull) != 0 && len(r.shoves()) > 1 {
		s.phase = phShove
		return
	}
	r.attackEnds()
}

// attackEnds leads to the attack that an Extra Attack has earned, if somebody is in reach (RK-113, R-RK-69).
func (r *reading) attackEnds() {
	more := r.s.bonus&earnedSecond != 0
	r.forgetAction()
	if more && len(r.blows()) > 0 {
		r.s.bonus, r.s.phase = isSecond, phExtra
		return
	}
	r.goesOn()
}

// direction returns that of a Push: straight or diagonally away, whichever the line is nearer to.
func (r *reading) direction(i, k int) (dx, dy int) {
	from, to := r.man(i).square, r.man(k).square
	dx, dy = r.x(to)-r.x(from), r.y(to)-r.y(from)
	across, along := max(dx, -dx), max(dy, -dy)
	unit := func(n int) int { return max(-1, min(1, n)) }
	switch {
	case across >= 2*along:
		return unit(dx), 0
	case along >= 2*across:
		return 0, unit(dy)
	}
	return unit(dx), unit(dy)
}

// shoves returns where a Push or a Pull ends (RK-128 to RK-130, R-RK-14, R-RK-56).
func (r *reading) shoves() []rules.Action {
	i, k, s := r.actor(), int(r.s.at), &r.s
	all := []rules.Action{ask(doStay)}
	dx, dy := r.direction(i, k)
	if s.calls&pull != 0 {
		dx, dy = -dx, -dy
	}
	was := r.man(k).square
	for n := 1; n <= int(s.squares); n++ {
		to, ok := r.open(r.x(was)+n*dx, r.y(was)+n*dy)
		if !ok || !r.empty(to) {
			break
		}
		all = append(all, rules.Action{Do: doShove, At: rules.Nobody, To: to, N: int16(n)})
		behind, ok := r.carried(i, was, to)
		if ok && s.calls&push != 0 && r.empty(behind, i, k) && r.man(i).stance != void && !r.has(i, prone) && int(s.moved)+n <= 4*r.pace(r.water(i)) {
			all = append(all, rules.Action{Do: doFollow, At: rules.Nobody, To: to, N: int16(n)})
		}
	}
	return all
}

// carried returns where one comes to that goes as another does from one square to the next.
func (r *reading) carried(i int, from, to uint8) (sq uint8, ok bool) {
	was := r.man(i).square
	return r.open(r.x(was)+r.x(to)-r.x(from), r.y(was)+r.y(to)-r.y(from))
}

func (r *reading) shoved(a rules.Action) {
	i, k, s := r.actor(), int(r.s.at), &r.s
	if a.Do != doStay {
		behind, _ := r.carried(i, r.man(k).square, a.To)
		r.puts(k, a.To)
		if a.Do == doFollow {
			r.puts(i, behind)
			s.moved += uint8(a.N)
			s.lowestWater = uint8(r.pace(r.water(i)))
		}
	}
	r.attackEnds()
}

// Grapples (RK-133 to RK-156).

func (r *reading) joins(i, k int) {
	s, o := &r.s, r.man(k)
	if o.grapple == 0 {
		n := uint8(1)
		for len(r.which(func(m int) bool { return r.man(m).grapple&7 == n })) > 0 {
			n++
		}
		o.grapple = n
		s.grapples[n-1] = grapple{}
		if r.weapon().item != noItem {
			s.grapples[n-1] = grapple{starter: uint8(1 + i), with: s.with}
		}
	}
	r.man(i).grapple = o.grapple & 7
}

// freed takes one out of its grapple; who is left alone is free too.
func (r *reading) freed(i int) {
	n := r.man(i).grapple & 7
	r.man(i).grapple = 0
	h := &r.s.grapples[n-1]
	if int(h.control) == 1+i {
		h.control = 0
	}
	left := r.which(func(k int) bool { return r.man(k).grapple&7 == n })
	if len(left) == 1 {
		r.man(left[0]).grapple = 0
	}
	if len(left) < 2 {
		*h = grapple{}
	}
}

func (r *reading) controls(winner rules.Seat) {
	i := r.actor()
	h := &r.s.grapples[r.man(i).grapple&7-1]
	for _, k := range r.which(func(k int) bool { return r.together(i, k) }) {
		r.man(k).grapple &= 7
	}
	if winner != rules.Nobody {
		h.control = uint8(1 + winner)
	} else if h.control == 0 {
		h.control = uint8(1 + i)
	}
	r.goesOn()
}

func (r *reading) grappleDeeds() (all []rules.Action) {
	i := r.actor()
	others := r.which(func(k int) bool { return k != i && r.together(i, k) })
	h := r.s.grapples[r.man(i).grapple&7-1]
	if r.s.said&saidOffer == 0 {
		all = append(all, ask(doNevermind))
	}
	if int(h.control) != 1+i {
		if r.sheet(i).speaks && r.s.said&saidFewWords == 0 {
			all = append(all, rules.Action{Do: doSpeak, N: 7, At: rules.Nobody})
		}
		return all
	}
	all = append(all, r.speaking()...)
	if r.simple(2) {
		all = append(all, ask(doMaintain))
		for j := range r.g.arms {
			a := &r.g.arms[j]
			armed := int(h.starter) == 1+i && r.ready(i, r.g.arms[h.with].item)
			begunWith := armed && a.kind == melee && a.item == r.g.arms[h.with].item
			for _, k := range others {
				if (j == 0 && (!armed || r.g.rule.EitherHit) || begunWith) && r.hostile(i, k) && r.between(i, k) <= int(a.reach) {
					all = append(all, rules.Action{Do: doHit, With: uint8(j), At: rules.Seat(k)})
				}
			}
		}
	}
	if r.simple(1) {
		all = append(all, ask(doBreak))
		for _, k := range others {
			all = append(all, r.throws(i, k)...)
		}
		if len(others) == 1 {
			all = append(all, r.drags(i, others[0])...)
		}
	}
	return all
}

// neverminds returns the proposals of those whose turn it is not (RK-156, R-RK-82).
func (r *reading) neverminds() (all []rules.Action) {
	for k := range r.g.n {
		if c := r.man(k); k != r.actor() && c.grapple != 0 && c.grapple < grappleEndOffered && r.able(k) && !r.g.rule.OwnOffers {
			all = append(all, rules.Action{Do: doNevermind, At: rules.Seat(k)})
		}
	}
	return all
}

func (r *reading) throws(i, k int) (all []rules.Action) {
	from := r.man(i).square
	if r.between(i, k) > 1 {
		return nil
	}
	for sq := range int(r.g.ground.Wide) * int(r.g.ground.High) {
		to := uint8(sq)
		if n := r.far(from, to); n >= 1 && n <= r.sheet(i).attributes[strength] && !r.g.ground.Wall[to] && r.empty(to) && r.sees(from, to) {
			all = append(all, rules.Action{Do: doThrow, At: rules.Seat(k), To: to})
		}
	}
	return all
}

func (r *reading) drags(i, k int) (all []rules.Action) {
	c, o := r.man(i), r.man(k)
	if c.stance == earth || c.stance == void || c.mount != 0 || o.mount != 0 {
		return nil
	}
	w := r.water(i)
	for sq := range int(r.g.ground.Wide) * int(r.g.ground.High) {
		to := uint8(sq)
		n := r.far(c.square, to)
		beside, ok := r.carried(k, c.square, to)
		if n < 1 || n > w || int(r.s.moved)+n > 4*r.pace(w) || !ok || r.g.ground.Wall[to] || !r.empty(to, i, k) || !r.empty(beside, i, k) {
			continue
		}
		if r.sees(c.square, to) && r.sees(o.square, beside) {
			all = append(all, rules.Action{Do: doDrag, At: rules.Nobody, To: to, N: int16(n)})
		}
	}
	return all
}

func (r *reading) wrestles(a rules.Action) {
	i, k, s := r.actor(), int(a.At), &r.s
	c := r.man(i)
	var h grapple
	if c.grapple != 0 {
		h = s.grapples[c.grapple&7-1]
	}
	switch a.Do {
	case doHit:
		s.simpleLeft -= 2
		s.do, s.with, s.at, s.eventful = uint8(doHit), a.With, uint8(a.At), 1
		r.damages()
		return
	case doBreak:
		s.simpleLeft--
		r.freed(i)
		if h.starter != 0 && int(h.starter) != 1+i {
			c.brokeFrom = h.starter
		}
	case doThrow:
		s.simpleLeft--
		r.freed(k)
		if r.man(k).mount != 0 {
			r.dismounted(k)
		}
		r.puts(k, a.To)
		r.prone(k)
	case doDrag:
		s.simpleLeft--
		other := r.which(func(k int) bool { return k != i && r.together(i, k) })[0]
		beside, _ := r.carried(other, c.square, a.To)
		r.puts(i, a.To)
		r.puts(other, beside)
		s.moved += uint8(a.N)
		s.lowestWater = uint8(r.pace(r.water(i)))
	case doMaintain:
		s.simpleLeft -= 2
		c.grapple |= grappleMaintained
	case doNevermind:
		if a.At != rules.Nobody { // R-RK-82
			r.man(k).grapple |= grappleEndOffered
			s.at = uint8(k)
		} else {
			s.said |= saidOffer
			s.answered, s.at = 1<<i, uint8(i)
		}
		r.agrees()
		return
	}
	r.goesOn()
}

// agrees asks everybody in the grapple who can answer; once all have said yes it ends.
func (r *reading) agrees() {
	s := &r.s
	i := int(s.at)
	_, passing := r.queues()
	for _, k := range passing {
		if r.together(i, k) && s.answered&(1<<k) == 0 && r.able(k) {
			s.phase, s.by = phAgree, uint8(k)
			return
		}
	}
	n := r.man(i).grapple & 7
	for _, k := range r.which(func(k int) bool { return r.man(k).grapple&7 == n }) {
		r.man(k).grapple = 0
	}
	s.grapples[n-1] = grapple{}
	r.goesOn()
}
