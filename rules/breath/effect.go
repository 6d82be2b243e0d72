package breath

import (
	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// Document 002 §The Spells: what spells do, and what it is to bear it.

// applySpell makes a spell against a number happen.
func (g *Game) applySpell(s *State, w *work, log *rules.Log) {
	i, t := int(s.actor), s.task
	k := &s.casters[w.mage]
	g.logSpellHit(log, w, rules.Seat(t.at))
	d := w.does
	switch {
	case w.is&workHeld != 0: // it stays in the stance's place
		g.interrupts(s, i, byItself, log)
		g.dropStance(s, i, byItself, log)
		k.spell = t.with + 1
		k.stage = k.stage&^stageMask | w.stages
		k.on = t.at
		if w.at != atFoe && w.at != atYoma {
			k.on = t.to
		}
		if d.Seal {
			g.status(log, int(t.at), "sealed", true)
			g.dropStance(s, int(t.at), i, log)
		}
	case d.Barrier.N != 0:
		g.raiseBarrier(s, w, t.with, t.to, log)
	case d.Knot.N != 0:
		b := &s.barriers[g.seats[i].side]
		b.put(b.remaining() + int8(d.Knot.N))
		g.logLie(log, i, "barrier", rows.Zones[b.zone()], b.remaining(), true)
	case d.Call != "":
		g.summon(s, i, d.Call, log)
	case d.Dispel:
		g.dispels(s, log)
	case d.Repel:
		g.repels(s, int(t.at), i, log)
	case d.Seize:
		g.seizes(s, int(t.at), log)
		return
	}
	g.setsGate(s, w, t.to, log)
	if d.Reveal {
		g.opens(s, w.mage, t.to, log)
	}
	if int(t.at) < g.n && s.up(int(t.at)) && w.is&workHeld == 0 {
		g.lays(s, w, int(t.at), log)
	}
	if g.decide(s, log) {
		return
	}
	g.closeManeuver(s, log)
}

// logSpellHit says that a spell works.
func (g *Game) logSpellHit(log *rules.Log, w *work, at rules.Seat) {
	if log == nil {
		return
	}
	e := rules.Event{Kind: "spell", Seat: g.name(int(g.mages[w.mage].seat)), What: w.name, OK: true}
	if at != rules.Nobody && at != rules.Seat(g.mages[w.mage].seat) {
		e.At = g.name(int(at))
	}
	log.Add(e)
}

// logLie says what lies on a place: a barrier's Wounds, rounds of fire.
func (g *Game) logLie(log *rules.Log, by int, what, zone string, n int8, ok bool) {
	log.Add(rules.Event{Kind: "lay", Seat: g.name(by), What: what, To: zone, N: int(n), OK: ok})
}

// area strikes with one roll against the Defense of everyone in a zone, friends and the caster too: it fails only where
// it hits nobody, and its fire lies if anyone was hit. Whom it hits is settled before anybody falls, and boons with him.
func (g *Game) area(s *State, w *work, total int8, double bool, log *rules.Log) {
	z, i := s.task.to, int(s.actor)
	g.logSpellHit(log, w, rules.Nobody)
	hit := uint16(0)
	for t := range g.n {
		hit |= uint16(bit(g.struckThere(s, t, z, w) && total >= g.spellDefense(s, t))) << t
	}
	for t := range g.n {
		if hit&(1<<t) == 0 {
			continue
		}
		g.burstOn(s, w, t, i, g.areaWounds(t, g.harm(w, t, double)), double, log)
	}
	if n := uint8(w.does.Fire.N); n != 0 {
		s.ground[z].setFire(max(n, s.ground[z].fire()))
		g.logLie(log, i, "fire", rows.Zones[z], int8(n), true)
	}
	if g.decide(s, log) {
		return
	}
	if g.focusSeat(s) >= 0 {
		s.phase = phFocus
		return
	}
	g.closeManeuver(s, log)
}

// harm returns the Wounds a spell takes from seat t: its own, more of a yoma, one more on a double.
func (g *Game) harm(w *work, t int, double bool) int8 {
	n := int8(w.does.Wounds.N)
	if g.seats[t].yoma && w.does.Yoma.N != 0 {
		n = int8(w.does.Yoma.N)
	}
	if double {
		n++
	}
	return n
}

// burstOn takes a spell's Wounds from one it hits, and lays on it what it lays.
func (g *Game) burstOn(s *State, w *work, t, by int, n int8, double bool, log *rules.Log) {
	lost := s.seats[t].wounds
	if n > 0 {
		g.takeWounds(s, t, by, n, woundCause{what: w.name, critical: double}, log)
	}
	if !s.up(t) {
		return
	}
	g.noteFocus(s, t, lost-s.seats[t].wounds, double, false)
	g.lays(s, w, t, log)
}

// applySpellEffects does what a spell that strikes as a blow does besides its Wounds: what it leaves on its target, and a burst's Wounds
// to the one beside.
func (g *Game) applySpellEffects(s *State, b *exchange, log *rules.Log) {
	w := g.rolledSpell(s)
	if s.up(int(b.at)) {
		g.lays(s, w, int(b.at), log)
	}
	if s.task.to == 0 {
		return
	}
	t := int(s.task.to) - 1
	if s.up(t) && b.sum+b.mod >= g.spellDefense(s, t) {
		n := int8(w.does.Beside.N)
		if b.is&blowDouble != 0 {
			n++
		}
		lost := s.seats[t].wounds
		g.takeWounds(s, t, int(b.by), n, woundCause{what: w.name}, log)
		if s.up(t) {
			g.noteFocus(s, t, lost-s.seats[t].wounds, b.is&blowDouble != 0, false)
		}
	}
}

// lays leaves on seat t what a spell leaves on people.
func (g *Game) lays(s *State, w *work, t int, log *rules.Log) {
	d, m := w.does, &s.marks[t]
	squad := g.seats[t].squad()
	if d.Burn && !squad && *m&markBurning == 0 {
		*m |= markBurning
		g.status(log, t, "burning", true)
	}
	if d.Fast && !squad && *m&markHeldFast == 0 {
		*m |= markHeldFast
		g.status(log, t, "held fast", true)
	}
	if d.Exposed.N != 0 && w.until == untilDone {
		s.seats[t].bare = max(s.seats[t].bare, int8(d.Exposed.N))
		g.status(log, t, "exposed", true)
	}
	if d.Ward && *m>>wardShift == 0 {
		*m |= marks(g.rule.Ward) << wardShift
		g.status(log, t, "warded", true)
	}
	if d.Cleanse {
		g.purifies(s, t, log)
	}
	if w.term != 0 && w.until != untilBarrier {
		x := &g.terms[w.term-1]
		if d.Shift && g.bears(s, t, x) != 0 {
			return // once in the fight
		}
		if g.bears(s, t, x) == 0 {
			g.status(log, t, w.name, true)
		}
		g.put(s, t, x, x.fresh())
	}
}

// purifies ends what ails seat t, and what spells have done to it; not a round already lost.
func (g *Game) purifies(s *State, t int, log *rules.Log) {
	g.cleanse(s, t, log)
	if s.marks[t]&markHeldFast != 0 {
		s.marks[t] &^= markHeldFast
		g.status(log, t, "held fast", false)
	}
	g.expire(s, t, (*term).ill, log)
}

// expire takes off seat t the terms that a condition names.
func (g *Game) expire(s *State, t int, which func(x *term) bool, log *rules.Log) {
	for n := range g.terms {
		if x := &g.terms[n]; g.bears(s, t, x) != 0 && which(x) {
			g.put(s, t, x, 0)
			g.status(log, t, x.name, false)
		}
	}
}

// termsMask is the bits of all terms.
const termsMask marks = (1<<termBits - 1) << termShift

// raiseBarrier puts the barrier of a caster's n-th spell up for its side, in a zone or wherever the side stands; a stronger one
// replaces.
func (g *Game) raiseBarrier(s *State, w *work, n, in uint8, log *rules.Log) {
	i := int(g.mages[w.mage].seat)
	b := &s.barriers[g.seats[i].side]
	if b.remaining() >= int8(w.does.Barrier.N) {
		return
	}
	*b = barrier{of: 1 + n + w.mage<<barrierMage}
	zone := uint8(scene)
	if w.at == atZone {
		zone = in
	}
	b.wounds = zone << barrierZone
	b.put(int8(w.does.Barrier.N))
	g.logLie(log, i, "barrier", rows.Zones[zone], b.remaining(), true)
}

const (
	barrierZone = 5
	barrierMost = 1<<barrierZone - 1
	barrierMage = 6
)

func (b *barrier) remaining() int8 { return int8(b.wounds & barrierMost) }
func (b *barrier) zone() uint8     { return b.wounds >> barrierZone }
func (b *barrier) put(n int8) {
	b.wounds = b.wounds&^barrierMost | uint8(min(n, barrierMost))
}

// behind returns the barrier's spell if seat t stands behind its side's, else nil.
func (g *Game) behind(s *State, t int) *work {
	b := &s.barriers[g.seats[t].side]
	if b.of == 0 {
		return nil
	}
	w := g.barrierOf(b)
	if w.at == atZone && b.zone() != s.seats[t].zone {
		return nil
	}
	return w
}

func (g *Game) barrierOf(b *barrier) *work {
	return &g.mages[b.of>>barrierMage].works[b.of&(1<<barrierMage-1)-1]
}

// absorb takes off n Wounds what a barrier and a ward take: the barrier's those of foes' blows and spells, the ward's all.
func (g *Game) absorb(s *State, t, by int, n int8, log *rules.Log) int8 {
	if by >= 0 && g.seats[by].side != g.seats[t].side && g.behind(s, t) != nil {
		b := &s.barriers[g.seats[t].side]
		took := min(n, b.remaining())
		n -= took
		b.put(b.remaining() - took)
		g.shield(log, t, "barrier", took, b.remaining())
		if b.remaining() == 0 {
			*b = barrier{}
		}
	}
	if w := int8(s.marks[t] >> wardShift); w > 0 && n > 0 {
		took := min(n, w)
		n -= took
		s.marks[t] = s.marks[t]&(1<<wardShift-1) | marks(w-took)<<wardShift
		g.shield(log, t, "ward", took, w-took)
	}
	return n
}

// absorption returns how many Wounds a barrier and a ward would take off a blow at seat t.
func (g *Game) absorption(s *State, t int) (n int8) {
	if g.behind(s, t) != nil {
		n = s.barriers[g.seats[t].side].remaining()
	}
	return n + int8(s.marks[t]>>wardShift)
}

func (g *Game) shield(log *rules.Log, t int, what string, n, left int8) {
	log.Add(rules.Event{Kind: "shield", Seat: g.name(t), What: what, N: int(n), Left: int(left)})
}

// What lies on a zone: rounds of fire in two bits, then each side's gate in two.
func (l *lie) fire() uint8                { return uint8(*l & 3) }
func (l *lie) setFire(n uint8)            { *l = *l&^3 | lie(min(n, 3)) }
func (l *lie) gate(side rules.Side) uint8 { return uint8(*l >> (2 + 2*side) & 3) }
func (l *lie) setGate(side rules.Side, n uint8) {
	*l = *l&^(3<<(2+2*side)) | lie(n)<<(2+2*side)
}

// A gate is counted in the lulls it still stands; one that stands all fight is not counted down.
const (
	gateLulls  = 2
	gateStands = 3
)

// setsGate sets a spell's gate in a zone: till the end of the next round, or for the fight.
func (g *Game) setsGate(s *State, w *work, zone uint8, log *rules.Log) {
	if w.does.Gate.N == 0 {
		return
	}
	i, l, n := int(g.mages[w.mage].seat), &s.ground[zone], uint8(gateLulls)
	if w.until == untilFight {
		n = gateStands
	}
	l.setGate(g.seats[i].side, max(n, l.gate(g.seats[i].side)))
	g.logLie(log, i, "gate", rows.Zones[zone], int8(w.does.Gate.N), true)
}

// gateNeed reports whether seat i enters a zone through the other side's gate, and what that asks: yoma two more.
func (g *Game) gateNeed(s *State, i int, to uint8) (need int8, ok bool) {
	side := 1 - g.seats[i].side
	if s.ground[to].gate(side) == 0 {
		return need, false
	}
	for k := range g.mages {
		for n := range g.mages[k].works {
			if g.seats[g.mages[k].seat].side == side {
				need = max(need, int8(g.mages[k].works[n].does.Gate.N))
			}
		}
	}
	if g.seats[i].yoma {
		need += gateYoma
	}
	return need, true
}

// isBarred reports whether the other side's gate stands before seat i.
func (g *Game) isBarred(s *State, i int, to uint8) bool {
	_, ok := g.gateNeed(s, i, to)
	return ok
}

// evades returns seat t's evasion: none of a yoma's where its zone is laid open.
func (g *Game) evades(s *State, t int) int8 {
	if f := &g.seats[t]; f.yoma && g.isRevealed(s, f.side, s.seats[t].zone) {
		return 0
	}
	return g.seats[t].evasion
}

// gateYoma is what a gate asks of yoma besides.
const gateYoma = 2

// opens lays a zone open: nobody hides there and yoma lose their evasion.
func (g *Game) opens(s *State, k, z uint8, log *rules.Log) {
	i := int(g.mages[k].seat)
	s.casters[k].open(z + 1)
	g.logLie(log, i, "reveal", rows.Zones[z], 0, true)
	for t := range g.n {
		if g.seats[t].side != g.seats[i].side && s.seats[t].zone == z {
			g.ends(s, t, isHidden, "hidden", log)
		}
	}
}

// isRevealed reports whether a zone is laid open against a side.
func (g *Game) isRevealed(s *State, side rules.Side, z uint8) bool {
	for k := range g.mages {
		if zone, ok := s.casters[k].revealedZone(); ok && zone == z && g.seats[g.mages[k].seat].side != side {
			return true
		}
	}
	return false
}

// dispels ends a casting, a boon or the other side's barrier.
func (g *Game) dispels(s *State, log *rules.Log) {
	i := int(s.actor)
	if s.task.to != toBarrier {
		g.interrupts(s, int(s.task.at), i, log)
		return
	}
	b := &s.barriers[1-g.seats[i].side]
	g.logLie(log, int(g.mages[b.of>>barrierMage].seat), "barrier", rows.Zones[b.zone()], 0, false)
	*b = barrier{}
}

// repels takes seat t out of the fight: it counts as down.
func (g *Game) repels(s *State, t, by int, log *rules.Log) {
	log.Add(rules.Event{Kind: "down", Seat: g.name(t), At: g.name(by), What: "repelled"})
	g.leaves(s, t, log)
}

// seizes takes seat t's next round, and lets it strike once at whom the caster names, if anybody is in reach.
func (g *Game) seizes(s *State, t int, log *rules.Log) {
	s.marks[t] |= markSeized
	g.status(log, t, "seized", true)
	var n, last int
	for v := range g.n {
		if g.mayBeStruckBy(s, t, v) {
			n, last = n+1, v
		}
	}
	switch n {
	case 0:
		g.closeManeuver(s, log)
	case 1:
		g.forcedBlow(s, last, log)
	default:
		s.phase = phName
	}
}

// firstArm returns seat t's Attack A, -1 where it has none to strike with.
func (g *Game) firstArm(s *State, t int) int {
	f, c := &g.seats[t], &s.seats[t]
	for k := range f.arms {
		if a := &f.arms[k]; a.kind == isAttack && c.inHand(a.slot) && (a.is&armEmpties == 0 || c.isLoaded(a.slot)) {
			return k
		}
	}
	return -1
}

// mayBeStruckBy reports whether the seized seat t can be made to strike at v: anyone of its own side in reach but itself, as no
// caster names himself or a friend.
func (g *Game) mayBeStruckBy(s *State, t, v int) bool {
	k := g.firstArm(s, t)
	return k >= 0 && v != t && g.seats[v].side == g.seats[t].side && s.up(v) && !g.isSealed(s, v) && (!g.zoned || g.reaches(s, t, v, &g.seats[t].arms[k]))
}

// forcedBlow strikes the seized one's Attack A at v.
func (g *Game) forcedBlow(s *State, v int, log *rules.Log) {
	t := int(s.task.at)
	g.strikesOut(s, t, v, g.firstArm(s, t), log)
}

// strikesOut strikes a blow in another's breath: it tires nobody and takes no sprint.
func (g *Game) strikesOut(s *State, by, at, k int, log *rules.Log) {
	a := &g.seats[by].arms[k]
	s.deep = 1
	*s.foe() = exchange{by: uint8(by), at: uint8(at), with: uint8(k), mod: g.cap(int(a.mod[s.seats[by].zone]) + g.height(s, by, at) + g.spellBonus(s, by, at))}
	g.empties(s, by, a, log)
	log.Add(rules.Event{Kind: "counter", Seat: g.name(by), At: g.name(at), What: a.name, With: g.slotName(by, a.slot), Of: g.slotFamily(by, a.slot)})
	g.meet(s, log)
}

// rampage turns the caster's called unit on him: one blow, and it is down.
func (g *Game) rampage(s *State, i int, log *rules.Log) {
	for t := range g.n {
		if k := g.firstArm(s, t); g.seats[t].called && int(g.seats[t].of) == i && s.up(t) && k >= 0 && (!g.zoned || g.reaches(s, t, i, &g.seats[t].arms[k])) {
			s.task.mode = castRampage
			g.strikesOut(s, t, i, k, log)
			return
		}
	}
}

// endRampage goes on after a blow: the unit that has turned on its caster is down.
func (g *Game) endRampage(s *State, was *exchange, log *rules.Log) {
	if uint16(s.task.do) == doCast && s.task.mode == castRampage && s.up(int(was.by)) {
		log.Add(rules.Event{Kind: "down", Seat: g.name(int(was.by)), At: g.name(int(was.at)), What: "rampage"})
		g.leaves(s, int(was.by), log)
	}
	g.closeManeuver(s, log)
}

// lapse ends what hung on one who has fallen: its chant, what its spells left on people and places, fire excepted, a seal on it;
// and what it bore.
func (g *Game) lapse(s *State, i int, log *rules.Log) {
	s.marks[i] = 0
	for k := range g.mages {
		if w := g.heldSpell(s, uint8(k)); w != nil && w.does.Seal && int(s.casters[k].on) == i {
			s.casters[k].puts()
		}
	}
	m := g.seats[i].mage
	if m == 0 {
		return
	}
	k := m - 1
	c := &s.casters[k]
	if w := g.heldSpell(s, k); w != nil && w.does.Seal {
		g.status(log, int(c.on), "sealed", false)
	}
	c.spell, c.stage, c.is, c.on = 0, 0, 0, 0
	side := g.seats[i].side
	if b := &s.barriers[side]; b.of != 0 && b.of>>barrierMage == k {
		g.logLie(log, i, "barrier", rows.Zones[b.zone()], 0, false)
		*b = barrier{}
	}
	if !g.anyUp(s, g.gatekeepers(side)) {
		for z := range s.ground {
			s.ground[z].setGate(side, 0)
		}
	}
	for t := range g.n {
		g.expire(s, t, func(x *term) bool { return !g.anyUp(s, x.mages) }, log)
	}
}

// anyUp reports whether one of these casters stands.
func (g *Game) anyUp(s *State, mages uint8) bool {
	for k := range g.mages {
		if mages&(1<<k) != 0 && s.up(int(g.mages[k].seat)) {
			return true
		}
	}
	return false
}

// gatekeepers returns a side's casters who know a gate.
func (g *Game) gatekeepers(side rules.Side) (mages uint8) {
	for k := range g.mages {
		for n := range g.mages[k].works {
			if g.mages[k].works[n].does.Gate.N != 0 && g.seats[g.mages[k].seat].side == side {
				mages |= 1 << k
			}
		}
	}
	return mages
}

// isSealed reports whether seat t is under a seal that is held: it neither acts nor is harmed.
func (g *Game) isSealed(s *State, t int) bool {
	for k := range g.mages {
		if int(s.casters[k].on) == t {
			if w := g.heldSpell(s, uint8(k)); w != nil && w.does.Seal {
				return true
			}
		}
	}
	return false
}

// isUnderBoon reports whether seat t is under a boon held by caster k: the caster and the first four of its side who stand in its zone
//
func (g *Game) isUnderBoon(s *State, k uint8, t int) bool {
	i := int(g.mages[k].seat)
	if t == i {
		return true
	}
	if g.seats[t].side != g.seats[i].side || s.seats[t].zone != s.seats[i].zone {
		return false
	}
	before := 0
	for o := range t {
		if o != i && s.up(o) && g.seats[o].side == g.seats[i].side && s.seats[o].zone == s.seats[i].zone {
			before++
		}
	}
	return before < auraMost
}

// auraMost is how many besides the caster a held boon works on.
const auraMost = 4

// boon sums what spells give seat t of one kind: what lasts on it, and what is held over it, each name once (EB-62, EB-63).
func (g *Game) boon(s *State, t int, of func(d *rows.Does) int) (sum int) {
	m := s.marks[t]
	if m&termsMask != 0 {
		for n := range g.terms {
			if x := &g.terms[n]; g.bears(s, t, x) != 0 && (!x.after || g.hasOwnBreath(s, t)) {
				sum += of(x.does)
			}
		}
	}
	for k := range g.mages {
		if w := g.boonOf(s, k, t); w != nil {
			sum += of(w.does)
		}
	}
	return sum
}

// boonOf returns what caster k holds and what counts for seat t, nil for nothing: of one name only the first caster's does (EB-63).
func (g *Game) boonOf(s *State, k, t int) *work {
	w := g.heldOver(s, k, t)
	for o := 0; w != nil && o < k; o++ {
		if before := g.heldOver(s, o, t); before != nil && before.name == w.name {
			return nil
		}
	}
	return w
}

// heldOver returns what caster k holds over seat t, a boon over its own or what its foes in two zones bear; nil for nothing.
func (g *Game) heldOver(s *State, k, t int) *work {
	w := g.heldSpell(s, uint8(k))
	if w == nil || w.at == atAura && !g.isUnderBoon(s, uint8(k), t) || w.at == atFoes && !g.beset(s, k, t) || w.at != atAura && w.at != atFoes {
		return nil
	}
	return w
}

// beset reports whether seat t is a foe of caster k in one of the zones that it holds a spell over.
func (g *Game) beset(s *State, k, t int) bool {
	on, z := s.casters[k].on, s.seats[t].zone
	return g.seats[t].side != g.seats[g.mages[k].seat].side && (on&15 == z || on>>4 == z)
}

// hasOwnBreath reports whether the breath under way is seat t's.
func (g *Game) hasOwnBreath(s *State, t int) bool { return int(s.actor) == t && s.phase != phCount }

// spellGuard returns what spells add to seat t's Defense, which Direct ignores, and what they take off it, which it does not.
func (g *Game) spellGuard(s *State, t int) (guard, bare int8) {
	if len(g.mages) == 0 {
		return 0, 0
	}
	guard = int8(g.boon(s, t, func(d *rows.Does) int { return d.Defense.N }))
	if w := g.behind(s, t); w != nil && w.until == untilBarrier {
		guard += int8(w.does.Defense.N)
	}
	return guard, int8(g.boon(s, t, func(d *rows.Does) int { return d.Exposed.N }))
}

// spellBonus returns what spells give to and take from an attack.
func (g *Game) spellBonus(s *State, by, at int) int {
	if len(g.mages) == 0 {
		return 0
	}
	yoma := g.seats[by].yoma
	sum := g.boon(s, by, func(d *rows.Does) int { return d.Attack.N })
	sum -= g.boon(s, at, func(d *rows.Does) int {
		if yoma {
			return max(d.Dimmed.N, d.YomaDimmed.N)
		}
		return d.Dimmed.N
	})
	if w := g.behind(s, at); yoma && w != nil && g.seats[by].side != g.seats[at].side {
		sum -= w.does.YomaDimmed.N
	}
	return sum
}

// spellLimit returns what held boons add to the one-breath limit.
func (g *Game) spellLimit(s *State, i int) int8 {
	if len(g.mages) == 0 {
		return 0
	}
	return int8(g.boon(s, i, func(d *rows.Does) int { return d.Limit.N }))
}

// isSilenced reports whether the target of the deepest blow cannot answer it: hushed, its round lost, or struck in the other's
// moment.
func (g *Game) isSilenced(s *State) bool {
	if len(g.mages) == 0 {
		return false
	}
	b := s.foe()
	spell := g.seats[b.by].arms[b.with].is & (armSpell | armAnswered)
	if s.marks[b.at]&markLost != 0 || spell == armSpell {
		return true
	}
	if g.boon(s, int(b.at), func(d *rows.Does) int { return int(bit(d.Hush)) }) > 0 {
		return true
	}
	return b.by == s.actor && b.is&blowStance == 0 && s.strikes == 1 && spell == 0 && g.boon(s, int(b.by), func(d *rows.Does) int { return int(bit(d.Sure)) }) > 0
}

// strikesMirage reports whether a blow strikes at a mirage: the first attack of its breath, by one who sees what is not there; then
// an odd sum misses, which is exactly half, and doubles pass.
func (g *Game) strikesMirage(s *State, b *exchange) bool {
	if b.is&blowStance != 0 || b.by != s.actor || s.strikes != 1 || g.seats[b.by].arms[b.with].is&armSpell != 0 {
		return false
	}
	return g.boon(s, int(b.by), func(d *rows.Does) int { return int(bit(d.Mirage)) }) > 0
}

// light reports whether seat i may leap by a spell.
func (g *Game) light(s *State, i int) bool {
	return len(g.mages) > 0 && g.boon(s, i, func(d *rows.Does) int { return int(bit(d.Lightfoot)) }) > 0
}

// defenceBonus returns what spells add to seat t's next defence roll; it is used up by it.
func (g *Game) defenceBonus(s *State, t int) int8 {
	if len(g.mages) == 0 {
		return 0
	}
	return int8(g.boon(s, t, func(d *rows.Does) int { return d.Answering.N }))
}
