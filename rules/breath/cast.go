package breath

import (
	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// Document 002 §Casting Structure: stages paid over breaths and rounds, the check at the activation, what breaks a chant, what
// forcing it costs.

// What a doCast action does: Action.Mode.
const (
	castBegin   uint8 = iota // the first stage of several
	castOn                   // a stage between
	castAct                  // the activation, or an instant spell
	castForce                // all that is left in one breath
	castRampage              // its backlash strikes with the caster's own unit
)

// toBarrier is the target of a spell that ends workings, where it is the other side's barrier: Action.To.
const toBarrier = zoneCount

// What a caster's rounds remember: caster.is. The two bits above and two of caster.stage hold the zone it has laid open.
const (
	isPaid     uint8 = 1 << iota // a stage of its casting is paid this round
	isForced                     // a stage came too early: exhaustion as the breath ends
	isTiring                     // the next round is exhaustion's (SP-29)
	isTired                      // this one is
	isMuting                     // no casting in the next round
	isMute                       // none in this one
	openedLow                    // from this bit: 1 + the zone laid open
	openedBits = 2
)

const (
	stageMask = 7
	dueShift  = 3 // of caster.stage: Wounds of the hit that asks for focus
	dueMost   = 7
	highShift = 6 // the higher bits of the zone laid open
)

// stagesPaid returns how many stages of the spell in hand are paid.
func (c *caster) stagesPaid() uint8 { return c.stage & stageMask }

// due returns the Wounds of a hit that focus must still be kept against, 0 none.
func (c *caster) due() int8 { return int8(c.stage >> dueShift & dueMost) }

func (c *caster) setDue(n int8) {
	c.stage = c.stage&^(dueMost<<dueShift) | uint8(min(n, dueMost))<<dueShift
}

// puts puts the spell in hand down, and with it what asks for focus.
func (c *caster) puts() {
	c.spell, c.on, c.stage = 0, 0, c.stage&^(stageMask|dueMost<<dueShift)
}

// revealedZone returns the zone a caster has laid open, and whether there is one.
func (c *caster) revealedZone() (zone uint8, ok bool) {
	n := c.is>>highShift | c.stage>>highShift<<openedBits
	return n - 1, n != 0
}

func (c *caster) open(n uint8) {
	c.is = c.is&^(3<<highShift) | n<<highShift
	c.stage = c.stage&^(3<<highShift) | n>>openedBits<<highShift
}

// slotsLeft returns how many slots of a list and dan a caster has: a nibble for the first dan, three bits each for the others.
func (c *caster) slotsLeft(list, dan uint8) uint8 {
	if dan == 0 {
		return uint8(c.slots[list] & 15)
	}
	return uint8(c.slots[list] >> (1 + 3*dan) & 7)
}

func (c *caster) setSlotsLeft(list, dan, n uint8) {
	shift, mask := uint16(0), uint16(15)
	if dan > 0 {
		shift, mask = 1+3*uint16(dan), 7
	}
	c.slots[list] = c.slots[list]&^(mask<<shift) | uint16(n)<<shift
}

// inHand returns the spell a caster is casting or holding, nil for none.
func (g *Game) inHand(s *State, k uint8) *work {
	if n := s.casters[k].spell; n != 0 {
		return &g.mages[k].works[n-1]
	}
	return nil
}

// isCasting reports whether seat i is casting: stages are paid and the activation is not.
func (g *Game) isCasting(s *State, i int) bool {
	k := g.seats[i].mage
	if k == 0 || s.casters[k-1].spell == 0 {
		return false
	}
	return s.casters[k-1].stagesPaid() < g.inHand(s, k-1).stages
}

// heldSpell returns the spell caster k holds after its activation, nil for none.
func (g *Game) heldSpell(s *State, k uint8) *work {
	if w := g.inHand(s, k); w != nil && s.casters[k].stagesPaid() == w.stages {
		return w
	}
	return nil
}

// persists reports whether what seat i holds stands by itself: a boon, at a table where boons last; a seal is held.
func (g *Game) persists(s *State, i int) bool {
	k := g.seats[i].mage
	if g.rule.HeldBoons || k == 0 {
		return false
	}
	w := g.heldSpell(s, k-1)
	return w != nil && !w.does.Seal
}

// slot returns the dan of the slot a spell would take now.
func (g *Game) slot(c *caster, w *work) (dan uint8, ok bool) {
	for dan = w.dan; dan < slotDans; dan++ {
		if c.slotsLeft(w.list, dan) > 0 {
			return dan, true
		}
		if !g.rule.HigherSlot {
			break
		}
	}
	return 0, false
}

// castings appends the stages and spells open to seat i: first stages and instants, or what its chant goes on with.
func (g *Game) castings(s *State, i int, firm bool, buf []rules.Action) []rules.Action {
	k := g.seats[i].mage - 1
	c, m, energy := &s.casters[k], &g.mages[k], s.seats[i].energy
	if c.is&isMute != 0 {
		return buf
	}
	chanting := g.isCasting(s, i)
	if chanting {
		buf = g.goesOn(s, i, &m.works[c.spell-1], buf)
	}
	for n := range m.works {
		w := &m.works[n]
		if _, ok := g.slot(c, w); !ok || w.is&workReacts != 0 {
			continue
		}
		switch {
		case w.stages == 1 && w.cost[0] <= energy: // also while casting
			buf = g.castAts(s, i, w, uint8(n), castAct, buf)
		case w.stages == 1 || chanting:
		case firm && w.cost[0] <= energy && s.focus&focusChant == 0:
			buf = append(buf, rules.Action{Do: doCast, With: uint8(n), At: rules.Nobody, Mode: castBegin})
		}
		if w.is&workDispersed != 0 && !chanting && s.phase == phCount && w.whole(0) <= energy {
			buf = g.castAts(s, i, w, uint8(n), castForce, buf)
		}
	}
	return buf
}

// goesOn appends the next stage of the chant in hand: one a breath, of a dispersed spell in a later round, or earlier, which
// is forcing it in two breaths; and forcing all that is left in this one.
func (g *Game) goesOn(s *State, i int, w *work, buf []rules.Action) []rules.Action {
	c := &s.casters[g.seats[i].mage-1]
	next, energy := c.stagesPaid(), s.seats[i].energy
	if s.focus&focusChant == 0 && w.cost[next] <= energy {
		if next+1 < w.stages {
			buf = append(buf, rules.Action{Do: doCast, With: c.spell - 1, At: rules.Nobody, Mode: castOn})
		} else {
			buf = g.castAts(s, i, w, c.spell-1, castAct, buf)
		}
	}
	if next+1 < w.stages && w.waits(next) && s.phase == phCount && w.whole(next) <= energy {
		buf = g.castAts(s, i, w, c.spell-1, castForce, buf)
	}
	return buf
}

// waits reports whether a stage from the n-th on waits for a later round.
func (w *work) waits(n uint8) bool {
	for _, after := range w.after[n:w.stages] {
		if after == rows.PauseRound {
			return true
		}
	}
	return false
}

// whole returns what the stages from the n-th on cost together.
func (w *work) whole(n uint8) (sum int8) {
	for _, cost := range w.cost[n:w.stages] {
		sum += cost
	}
	return sum
}

// early reports whether the next stage of a chant comes before its round.
func (c *caster) early(w *work) bool {
	return c.is&isPaid != 0 && c.stagesPaid() < w.stages && w.after[c.stagesPaid()] == rows.PauseRound
}

// castAts appends a spell at everything it can be cast at.
func (g *Game) castAts(s *State, i int, w *work, n, mode uint8, buf []rules.Action) []rules.Action {
	act := rules.Action{Do: doCast, With: n, At: rules.Nobody, Mode: mode}
	at := func(t int) {
		act.At = rules.Seat(t)
		buf = append(buf, act)
	}
	switch w.at {
	case atFoe, atYoma, atAlly, atFriend:
		for t := range g.n {
			if g.mayAim(s, i, t, w) {
				at(t)
			}
		}
	case atSelf:
		at(i)
	case atZone, atAll, atAllYoma:
		for z := range uint8(zoneCount) {
			if g.inReach(s, i, z, w) && (w.at == atZone || g.someone(s, i, z, w)) {
				act.To = z
				buf = append(buf, act)
			}
		}
	case atFoes:
		return g.pairsOfZones(s, i, w, act, buf)
	case atAura, atSide:
		buf = append(buf, act)
	case atBarrier:
		if s.barriers[g.seats[i].side].of != 0 {
			buf = append(buf, act)
		}
	case atUnit:
		if t := g.callable(s, i, w.does.Call); t >= 0 {
			at(t)
		}
	case atWorkings:
		for k := range g.mages {
			if t := int(g.mages[k].seat); g.seats[t].side != g.seats[i].side && s.casters[k].spell != 0 && g.stepsTo(s, i, t) <= w.reach {
				at(t)
			}
		}
		if s.barriers[1-g.seats[i].side].of != 0 {
			act.At, act.To = rules.Nobody, toBarrier
			buf = append(buf, act)
		}
	}
	return buf
}

// mayAim reports whether a spell may be cast at seat t.
func (g *Game) mayAim(s *State, i, t int, w *work) bool {
	if !s.up(t) || g.isSealed(s, t) || g.stepsTo(s, i, t) > w.reach {
		return false
	}
	friend := g.seats[t].side == g.seats[i].side
	if w.at == atAlly || w.at == atFriend {
		return friend && (t != i || w.at == atFriend) && !(w.does.Ward && s.marks[t]>>wardShift != 0) && (!w.does.Cleanse || g.ails(s, t))
	}
	if g.seats[t].squad() && w.minds() {
		return false
	}
	if friend || g.hides(s, i, t) || w.at == atYoma && !g.seats[t].yoma {
		return false
	}
	d := w.does
	switch {
	case d.Seize && s.marks[t]&markSeized != 0: // not twice before its round
		return false
	case (d.Seal || d.Repel) && g.seats[t].lord && 2*s.seats[t].wounds > g.seats[t].wounds:
		return false
	case d.Seldom && w.term != 0 && g.bears(s, t, &g.terms[w.term-1]) > 0:
		return false
	}
	return true
}

// hides reports whether seat t hides from seat i in another zone.
func (g *Game) hides(s *State, i, t int) bool {
	return s.seats[t].is&isHidden != 0 && s.seats[t].zone != s.seats[i].zone
}

// ails reports whether there is anything on seat t that a cleansing ends.
func (g *Game) ails(s *State, t int) bool {
	c := &s.seats[t]
	if c.is&(isDefenseless|isBleeding) != 0 || c.bare != 0 || s.marks[t]&(markBurning|markHeldFast) != 0 {
		return true
	}
	for n := range g.terms {
		if x := &g.terms[n]; x.ill() && g.bears(s, t, x) != 0 {
			return true
		}
	}
	return false
}

// minds reports whether a spell works on somebody's mind, of which a squad has none.
func (w *work) minds() bool { return w.is&workWise != 0 || w.does.Mirage }

// inReach reports whether a spell reaches a zone.
func (g *Game) inReach(s *State, i int, z uint8, w *work) bool {
	if !g.zoned {
		return z == scene
	}
	return z < scene && g.inPlay[z] && g.steps[s.seats[i].zone][z] <= w.reach
}

func (g *Game) stepsTo(s *State, i, t int) uint8 {
	if !g.zoned {
		return 0
	}
	return g.steps[s.seats[i].zone][s.seats[t].zone]
}

// someone reports whether a spell at all in a zone would find a foe there.
func (g *Game) someone(s *State, i int, z uint8, w *work) bool {
	for t := range g.n {
		if g.seats[t].side != g.seats[i].side && g.struckThere(s, t, z, w) {
			return true
		}
	}
	return false
}

// struckThere reports whether a spell at all in a zone is rolled against seat t.
func (g *Game) struckThere(s *State, t int, z uint8, w *work) bool {
	return s.up(t) && s.seats[t].zone == z && !g.isSealed(s, t) && (w.at != atAllYoma || g.seats[t].yoma)
}

// pairsOfZones appends a zone in reach and one of its neighbours; where there are no zones, the scene.
func (g *Game) pairsOfZones(s *State, i int, w *work, act rules.Action, buf []rules.Action) []rules.Action {
	if !g.zoned {
		act.To = scene
		return append(buf, act)
	}
	for z := range uint8(scene) {
		if !g.inReach(s, i, z, w) {
			continue
		}
		for _, other := range neighbours[z] {
			if g.inPlay[other] && (z < other || !g.inReach(s, i, other, w)) {
				act.To = min(z, other) | max(z, other)<<4
				buf = append(buf, act)
			}
		}
	}
	return buf
}

// stageCost returns the Energy of a casting's action.
func (g *Game) stageCost(s *State, a rules.Action) int8 {
	k := g.seats[s.actor].mage - 1
	w, paid := &g.mages[k].works[a.With], uint8(0)
	if c := &s.casters[k]; a.With+1 == c.spell && w.stages > 1 {
		paid = c.stagesPaid() % w.stages // one that is held is cast anew
	}
	if a.Mode == castForce {
		return w.whole(paid)
	}
	return w.cost[paid]
}

// cast pays a stage: the first takes the slot and the stance's place, the last is the activation.
func (g *Game) cast(s *State, log *rules.Log) {
	i, t := int(s.actor), s.task
	k := g.seats[i].mage - 1
	c, w := &s.casters[k], &g.mages[k].works[t.with]
	begun := g.isCasting(s, i) && c.spell == t.with+1
	early := begun && c.early(w)
	if !begun {
		g.takeSlot(s, k, w, log)
	}
	if w.stages > 1 {
		s.focus |= focusChant
		if !begun {
			g.interrupts(s, i, byItself, log)
			g.dropStance(s, i, byItself, log)
			c.spell, c.stage, c.is = t.with+1, c.stage&^stageMask, c.is&^isPaid
		}
		c.stage++
		c.is |= isPaid
		if early || t.mode == castForce {
			c.is |= isForced
		}
		g.chantEvent(s, k, w, early || t.mode == castForce, log)
	}
	if t.mode == castBegin || t.mode == castOn {
		g.closeManeuver(s, log)
		return
	}
	if w.stages > 1 { // what follows is no chant any more, whatever comes of it
		c.puts()
	}
	g.looses(s, w, log)
}

// takeSlot uses a slot up: all ends use it (SP-36, SP-39).
func (g *Game) takeSlot(s *State, k uint8, w *work, log *rules.Log) {
	c := &s.casters[k]
	dan, _ := g.slot(c, w)
	n := c.slotsLeft(w.list, dan) - 1
	c.setSlotsLeft(w.list, dan, n)
	log.Add(rules.Event{Kind: "slot", Seat: g.name(int(g.mages[k].seat)), What: w.name, Of: g.mages[k].lists[w.list], N: rows.SpellDans[dan], Left: int(n)})
}

// chantEvent logs a stage of a chant: how many are paid, and how many are left. A chant that is forced pays all of them at once.
func (g *Game) chantEvent(s *State, k uint8, w *work, forced bool, log *rules.Log) {
	if log != nil {
		e := rules.Event{Kind: "chant", Seat: g.name(int(g.mages[k].seat)), What: w.name,
			N: int(s.casters[k].stagesPaid()), Left: int(w.stages - s.casters[k].stagesPaid())}
		if s.task.mode == castForce {
			e.N, e.Left = int(w.stages), 0
		}
		e.OK = !forced
		log.Add(e)
	}
}

// looses brings an activation to its dice: a spell at one target's Defense strikes as a blow does, any other has a check of its
// own.
func (g *Game) looses(s *State, w *work, log *rules.Log) {
	if w.is&workDefense == 0 || w.at == atAll || w.at == atAllYoma {
		s.phase = phCast
		return
	}
	if !s.up(int(s.task.at)) { // a GM's edit has taken the target away
		g.closeManeuver(s, log)
		return
	}
	s.deep = 1
	*s.foe() = exchange{by: s.actor, at: s.task.at, with: w.arm, mod: g.castMod(s, w)}
	if g.duel.on {
		g.endStandoff(s, int(s.actor))
	}
	g.ends(s, int(s.actor), isHidden, "hidden", log)
	s.task.to = 0
	if w.does.Beside.N != 0 {
		if n, only := g.besideCount(s); n > 1 {
			s.phase = phName
			return
		} else if n == 1 {
			s.task.to = uint8(only) + 1
		}
	}
	g.strike(s, log)
}

// castMod returns what a check adds: Wisdom and the skill, no zone, no height, no fatigue; less what a forced one exceeds
// the limit by, where a table plays so.
func (g *Game) castMod(s *State, w *work) int8 {
	m := int(w.mod - g.ill(s, int(g.mages[w.mage].seat)))
	if g.rule.ForceRoll && s.task.mode == castForce {
		m -= max(0, int(g.excess(s)))
	}
	return g.cap(m)
}

// besideCount counts the other foes in the target's zone, and names the last.
func (g *Game) besideCount(s *State) (n, last int) {
	for t := range g.n {
		if g.isBeside(s, t) {
			n, last = n+1, t
		}
	}
	return n, last
}

func (g *Game) isBeside(s *State, t int) bool {
	b := s.foe()
	return t != int(b.at) && s.up(t) && g.seats[t].side != g.seats[s.actor].side && s.seats[t].zone == s.seats[b.at].zone &&
		!g.isSealed(s, t) && !g.hides(s, int(s.actor), t)
}

// secondTargets returns the second targets a caster may name: one more for a burst, whom the seized strikes.
func (g *Game) secondTargets(s *State, buf []rules.Action) []rules.Action {
	for t := range g.n {
		if s.deep > 0 && g.isBeside(s, t) || s.deep == 0 && g.mayBeStruckBy(s, int(s.task.at), t) {
			buf = append(buf, rules.Action{Do: doName, At: rules.Seat(t)})
		}
	}
	return buf
}

// takeSecondTarget goes on with the second target.
func (g *Game) takeSecondTarget(s *State, a rules.Action, log *rules.Log) {
	if s.deep > 0 {
		s.task.to = uint8(a.At) + 1
		g.strike(s, log)
		return
	}
	g.forcedBlow(s, int(a.At), log)
}

// rolledSpell returns the spell whose dice the fight waits for.
func (g *Game) rolledSpell(s *State) *work {
	if s.phase == phReflect {
		return g.reflectingSpell(s)
	}
	return &g.mages[g.seats[s.actor].mage-1].works[s.task.with]
}

// castNeed returns what the check's total must reach: the number, with a target's Wisdom where it is against that; of a
// spell at all in a zone the least Defense there.
func (g *Game) castNeed(s *State, w *work) int8 {
	if w.is&workDefense != 0 {
		need := int8(127)
		for t := range g.n {
			if g.struckThere(s, t, s.task.to, w) {
				need = min(need, g.spellDefense(s, t))
			}
		}
		return need
	}
	if w.is&workWise != 0 {
		return w.need + g.seats[s.task.at].wisdom
	}
	return w.need
}

// spellDefense returns the Defense of seat t against a spell: as against a blow that pierces nothing.
func (g *Game) spellDefense(s *State, t int) int8 { return g.shownDefense(s, t) }

// takeCast takes the dice of a check that strikes nobody alone (SP-19, SP-21).
func (g *Game) takeCast(s *State, sum int8, double bool, log *rules.Log) {
	w := g.rolledSpell(s)
	i, need := int(s.actor), g.castNeed(s, w)
	total := sum + g.castMod(s, w)
	if log != nil {
		e := rules.Event{Kind: "check", Seat: g.name(i), What: "casting", Total: int(total), Need: int(need), OK: total >= need, Double: double}
		if t := s.task.at; int(t) < g.n && int(t) != i {
			e.At = g.name(int(t))
		}
		log.Add(e)
	}
	if total < need { // SP-20
		g.fails(s, w, sum, log)
		return
	}
	if w.is&workDefense != 0 {
		g.area(s, w, total, double, log)
		return
	}
	g.applySpell(s, w, log)
}

// fails ends a casting whose check was not made: slot and Energy are gone, the breath ends; on 1-1 the chant turns on its
// caster first (SP-40).
func (g *Game) fails(s *State, w *work, sum int8, log *rules.Log) {
	i := int(g.mages[w.mage].seat)
	log.Add(rules.Event{Kind: "spell", Seat: g.name(i), What: w.name})
	if sum == 2 {
		g.backlash(s, w, log)
		if s.task.mode == castRampage || g.decide(s, log) {
			return
		}
	}
	g.breathless(s, log)
}

// breathless ends the maneuver and the breath with it.
func (g *Game) breathless(s *State, log *rules.Log) {
	g.closeManeuver(s, log)
	if s.phase == phBreath {
		g.call(s, log)
	}
}

// backlash takes 3 Wounds, and half of what the spell would have taken (SP-40, R-58, R-160); a table may want more (SP-41).
func (g *Game) backlash(s *State, w *work, log *rules.Log) {
	i := int(g.mages[w.mage].seat)
	n := backlashWounds + (max(int8(w.does.Wounds.N), int8(w.does.Yoma.N))+1)/2
	log.Add(rules.Event{Kind: "backlash", Seat: g.name(i), What: w.name, N: int(n)})
	g.takeWounds(s, i, byItself, n, woundCause{what: "backlash"}, log)
	if !s.up(i) {
		return
	}
	if g.rule.Muted {
		s.casters[w.mage].is |= isMuting
	}
	if g.rule.Rampage && s.phase != phReflect {
		g.rampage(s, i, log)
	}
}

// backlashWounds are those of every backlash.
var backlashWounds = int8(rows.TermTable.Num("backlash", "wounds"))

// byItself is by whom a thing is done that nobody has done.
const byItself = -1

// interrupts breaks seat i's chant, or ends what it holds; by is who did it, or byItself (SP-25, SP-38, SP-39). All that was
// paid is lost.
func (g *Game) interrupts(s *State, i, by int, log *rules.Log) {
	k := g.seats[i].mage
	if k == 0 || s.casters[k-1].spell == 0 {
		return
	}
	c, w := &s.casters[k-1], g.inHand(s, k-1)
	held := c.stagesPaid() == w.stages
	if log != nil {
		e := rules.Event{Kind: "snap", Seat: g.name(i), What: w.name, Of: g.mages[k-1].lists[w.list], N: int(c.stagesPaid()), Left: rows.SpellDans[w.dan], OK: held}
		if by >= 0 {
			e.At = g.name(by)
		}
		log.Add(e)
	}
	if held && w.does.Seal {
		g.status(log, int(c.on), "sealed", false)
	}
	c.puts()
	c.is &^= isPaid
}

// noteFocus notes that a hit asks seat i for focus: a critical, two Wounds or more, a surprise that wounds (SP-26, R-157). n is what it
// lost: a hit whose Wounds wards and barriers have taken whole asks for nothing.
func (g *Game) noteFocus(s *State, i int, n int8, critical, surprise bool) {
	k := g.seats[i].mage
	if k == 0 || !s.up(i) || s.casters[k-1].spell == 0 || g.persists(s, i) || n < 1 || !critical && n < 2 && !surprise {
		return
	}
	c := &s.casters[k-1]
	c.setDue(max(c.due(), n))
}

// focusSeat returns the caster who must keep its focus, -1 for none.
func (g *Game) focusSeat(s *State) int {
	for k := range g.mages {
		if s.casters[k].due() > 0 {
			return k
		}
	}
	return -1
}

// focusNeed returns what the two dice must show: 10 and the Wounds, less Physique and Hardiness.
func (g *Game) focusNeed(s *State) int8 {
	k := g.focusSeat(s)
	i := g.mages[k].seat
	return focusBase + s.casters[k].due() - g.focusMod(s, int(i))
}

func (g *Game) focusMod(s *State, i int) int8 {
	f := &g.seats[i]
	return f.physique + f.hardiness - g.ill(s, i)
}

// focusBase is what focus must reach before the Wounds of the hit (SP-26).
var focusBase = int8(rows.TermTable.Num("focus", "need"))

// takeFocus takes the dice.
func (g *Game) takeFocus(s *State, ok bool, log *rules.Log) {
	k := g.focusSeat(s)
	s.casters[k].setDue(0)
	if !ok {
		by := int(s.actor)
		if s.deep > 0 {
			by = int(s.foe().by)
		}
		g.interrupts(s, int(g.mages[k].seat), by, log)
	}
	switch {
	case s.deep > 0:
		g.endExchange(s, log)
	case g.focusSeat(s) < 0: // a spell at all in a zone may ask several
		g.closeManeuver(s, log)
	}
}

// exhausts ends a breath in which a chant was forced: stance and reservations go, and the next round is exhaustion's (SP-28,
// SP-31, R-159).
func (g *Game) exhausts(s *State, i int, log *rules.Log) {
	c := &s.casters[g.seats[i].mage-1]
	c.is = c.is&^isForced | isTiring
	g.dropStance(s, i, byItself, log)
	s.seats[i].held = [2]uint8{}
	g.status(log, i, "exhausted", true)
}

// tires returns what exhaustion has laid on seat i, which nothing washes off.
func (g *Game) tires(s *State, i int) (spent flags) {
	if k := g.seats[i].mage; k != 0 && s.casters[k-1].is&isTired != 0 {
		spent = isSpent
	}
	return spent
}

// breathEnds ends what ends with seat i's breath besides: being held fast, a moment that was its own, a forced chant.
func (g *Game) breathEnds(s *State, log *rules.Log) {
	i := int(s.actor)
	if s.phase == phOver || s.phase == phCount {
		return
	}
	if s.marks[i]&markHeldFast != 0 {
		s.marks[i] &^= markHeldFast
		g.status(log, i, "held fast", false)
	}
	g.expire(s, i, func(t *term) bool { return t.until == untilBreath && t.after }, log)
	if k := g.seats[i].mage; k != 0 && s.casters[k-1].is&isForced != 0 {
		g.exhausts(s, i, log)
	}
}

// prepares fills the slots, and casts what the file has cast before the fight.
func (g *Game) prepares(s *State) {
	for k := range g.mages {
		for l := range g.mages[k].lists {
			for d, n := range g.mages[k].slots[l] {
				s.casters[k].setSlotsLeft(uint8(l), uint8(d), n)
			}
		}
	}
	for _, b := range g.befores {
		w, i := &g.mages[b.mage].works[b.work], int(g.mages[b.mage].seat)
		if w.does.Barrier.N != 0 {
			g.raiseBarrier(s, w, b.work, b.zone, nil)
		}
		g.setsGate(s, w, b.zone, nil)
		switch {
		case w.does.Reveal:
			g.opens(s, b.mage, b.zone, nil)
		case w.does.Call != "":
			if t := g.callable(s, i, w.does.Call); t >= 0 {
				g.summon(s, i, w.does.Call, nil)
				s.seats[t].energy = g.seats[t].energy
			}
		case w.at != atZone && w.at != atSide:
			g.lays(s, w, int(b.at), nil)
		}
	}
}
