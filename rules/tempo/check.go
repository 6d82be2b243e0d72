package tempo

import (
	"math"

	"kokyu/rules"
	"kokyu/rules/bitexact"
	"kokyu/rules/dice"
	"kokyu/rules/tempo/rows"
)

// §Resolve Action: totals, results, outcome tables, and what the dice can make of them.
//
// A total is a prismatic result, the rating and the modifiers (R-TP-31). Opposed, each side subtracts the other's total
// and reads its own table (TP-11, TP-12): the two results are each other's negative. So one number decides a pair of
// them, the margin of two dice, and every outcome is an interval of margins whose chance has a closed form.

// opposedCheck is the check under way: the actor throws if its action has a check, and so does each reactor against it.
type opposedCheck struct {
	// the action whose outcome table the actor reads: the one declared, the feint, or the counter-tempo
	do          uint16
	actorThrows bool
	mod         int16              // what the actor adds to its dice
	reactors    int                // how many there are
	seats       [reactorsMax]uint8 // theirs, in the order of initiative
	mods        [reactorsMax]int16 // what they add to their dice

	inverted bool               // the dice of somebody are taken off (R-TP-38)
	sign     int16              // of the actor's dice: 1, or -1 inverted
	signs    [reactorsMax]int16 // of the reactors'
}

const (
	reactorsMax = rows.SideMax // all of the other side
	resultMax   = 200          // the highest prismatic result told apart: 1 throw in 10^15 is higher
)

// checkUnderWay returns the check of the action under way.
func (g *Game) checkUnderWay(s *State) (t opposedCheck) {
	i := int(s.actor)
	t.do = uint16(s.do)
	switch {
	case s.counterTempo != 0:
		t.do = uint16(s.counterTempo)
	case s.feint != 0:
		t.do = doFeint
	}
	for _, k := range g.order[:g.n] {
		if answer := s.seats[k].reaction; answer != 0 {
			t.seats[t.reactors], t.mods[t.reactors], t.signs[t.reactors] = k, int16(g.reactorMod(s, int(k))), g.diceSign(uint16(answer))
			t.inverted = t.inverted || g.combatActions[answer].inverted
			t.reactors++
		}
	}
	t.actorThrows = !hasNoCheck(t.do)
	if t.actorThrows {
		t.mod = int16(g.actorMod(s, i, t.do, t.reactors > 0))
		t.sign = g.diceSign(t.do)
		t.inverted = t.inverted || g.combatActions[t.do].inverted
	}
	return t
}

// hasNoCheck reports whether an action has no check: its result is 0 (R-TP-12, R-TP-49).
func hasNoCheck(do uint16) bool { return fixedActions>>do&1 != 0 }

// fixedActions are the actions without a check, as bits.
var fixedActions = actionBits(func(a rows.Action) bool { return a.Fixed })

// actorMod returns the rating and the modifiers of the actor's check. opposed says whether somebody opposes it: some
// modifiers count only then.
func (g *Game) actorMod(s *State, i int, do uint16, opposed bool) int8 {
	c, f := &s.seats[i], &g.seats[i]
	mod := g.woundPenalty(c)
	switch do {
	case doMelee, doFeint, doPress, doUnarmed:
		mod += g.arm(i, s.with).skill
	case doRanged:
		a := g.arm(i, s.with)
		mod += a.skill + g.accuracy(s, i, int(s.at), a, s.aimedAt == 1+s.at)
	case doDisarm:
		mod += f.slots[c.hand].skill
		if opposed {
			mod += g.rule.Disarm
		}
	case doGrapple:
		mod += f.skills[wrestling]
		if opposed {
			mod += g.rule.Grapple
		}
	case doPin, doEscape:
		mod += f.skills[wrestling]
	case doCombatMove, doWithdraw:
		mod += f.skills[footwork] - f.burden
	case doCTCounter:
		mod += g.arm(i, s.with).skill
		if uint16(s.seats[s.at].reaction) == doParry {
			mod += g.rule.DrawnParry // TP-52
		}
	case doCTParry:
		mod += g.parryRating(c, i)
	}
	return mod
}

// parryRating returns the rating of a Parry with what the weapon and a buckler add to it (R-TP-41, R-TP-55).
func (g *Game) parryRating(c *seat, i int) int8 {
	sl := &g.seats[i].slots[c.hand]
	return sl.skill + sl.guard
}

// accuracy returns what a ranged weapon adds to a shot of seat i at seat t: its accuracy, less 1 for each increment of
// distance that is begun beyond the first (R-TP-32).
func (g *Game) accuracy(s *State, i, t int, a *arm, aimed bool) int8 {
	bonus := a.unaimed
	if aimed {
		bonus = a.aimed
	}
	d := g.ground.Distance(s.seats[i].square, s.seats[t].square)
	return bonus - int8(d-1)/int8(a.increment)
}

// reactorMod returns the rating and the modifiers of a reactor's check.
func (g *Game) reactorMod(s *State, k int) int8 {
	i := int(s.actor)
	c, f := &s.seats[k], &g.seats[k]
	mod := g.woundPenalty(c)
	switch uint16(c.reaction) {
	case doCounterAttack:
		a := g.arm(k, c.reactionArm)
		mod += a.skill + g.rule.Counter
		if uint16(s.do) == doUnarmed && a.slot != slotNone {
			mod += g.rule.ArmedCounter // TP-79
		}
	case doCounterFire:
		a := g.arm(k, c.reactionArm)
		mod += a.skill + g.accuracy(s, k, i, a, false)
	case doDouble:
		mod += g.arm(k, c.reactionArm).skill + g.rule.Double
	case doParry:
		mod += g.parryRating(c, k)
	case doEvade:
		mod += f.skills[footwork] - f.burden + g.rule.Evade
	case doDodge, doRetreat:
		mod += f.skills[footwork] - f.burden
	case doStruggle:
		mod += f.skills[wrestling]
	case doWind:
		mod += f.slots[c.hand].skill + g.rule.Wind
	}
	return mod
}

// thresholds returns where the two rows above the lowest begin in an action's outcome table against seat k: noRow for a
// row that is not there.
func (g *Game) thresholds(do uint16, k int) (rows [2]int16) {
	f := &g.seats[k]
	for r, m := range g.combatActions[do].thresholds {
		switch m.what {
		case atNumber:
			rows[r] = int16(m.n)
		case atCombatDefence:
			rows[r] = int16(f.combatDefence)
		case atArmouredDefence:
			rows[r] = int16(f.armouredDefence)
		case atGrappleDefence:
			rows[r] = int16(f.grappleDefence)
		default:
			rows[r] = noRow
		}
	}
	return rows
}

// noRow is a threshold that no result reaches, beyond every margin. It is half of the largest int16, so that the sum of
// two does not overflow.
const noRow = math.MaxInt16 / 2

// rowOf returns the row of an outcome table that a result reaches: the one with the greatest threshold not above it
// (R-TP-02), 0 for the lowest row.
func rowOf(rows [2]int16, result int16) uint8 {
	switch {
	case result >= rows[1]:
		return 2
	case result >= rows[0]:
		return 1
	}
	return 0
}

// verdict is what the dice of a check make of it: the rows that are read from the tables, and those that take effect.
type verdict struct {
	result         int16              // the actor's, the lowest of its opposed ones (R-TP-21, R-TP-56)
	row            uint8              // of its table
	reactorRows    [reactorsMax]uint8 // of the reactors' tables
	effectRow      uint8              // what takes effect of row, see State.effectRow
	reactorEffects [reactorsMax]uint8 // what takes effect of reactorRows, see seat.effectRow
}

// judge reads the outcome tables: own is the actor's prismatic result, theirs are those of the reactors.
func (g *Game) judge(s *State, t *opposedCheck, own int16, theirs *[reactorsMax]int16) (v verdict) {
	i := int(s.actor)
	total := t.mod
	if t.actorThrows {
		total += t.sign * own
	}
	v.result = total
	for j := range t.reactors {
		opposed := total - t.signs[j]*theirs[j] - t.mods[j] // TP-11, TP-12
		if j == 0 {
			v.result = opposed
		}
		v.result = min(v.result, opposed)
		v.reactorRows[j] = rowOf(g.thresholds(uint16(s.seats[t.seats[j]].reaction), i), -opposed)
		if t.do == doUnarmed && uint16(s.seats[t.seats[j]].reaction) == doParry {
			v.reactorRows[j] = withoutBind(v.reactorRows[j])
		}
	}
	v.row = rowOf(g.thresholds(t.do, int(s.at)), v.result)
	if t.do == doCTParry && g.arm(int(s.at), s.seats[s.at].reactionArm).slot == slotNone {
		v.row = withoutBind(v.row)
	}
	g.setEffects(s, t, &v)
	return v
}

// withoutBind returns a Parry's row against empty hands: what would be a bind is a success there (R-TP-18, R-TP-61).
func withoutBind(row uint8) uint8 {
	if row == 1 {
		return 2
	}
	return row
}

// setEffects sets which rows of a verdict take effect. A row that cancels does so (R-TP-17), that of a Parry also to
// the blow that replaced a feint (R-TP-05); a Feint itself does nothing (TP-51). Rows between which there is no
// difference are made one, so that fewer outcomes are told apart.
func (g *Game) setEffects(s *State, t *opposedCheck, v *verdict) {
	v.effectRow = v.row
	for j := range t.reactors {
		k := int(t.seats[j])
		v.reactorEffects[j] = v.reactorRows[j]
		switch answer := uint16(s.seats[k].reaction); answer {
		case doParry:
			if v.reactorRows[j] > 0 { // TP-122, TP-123, TP-125
				v.effectRow = 0
			}
			if v.reactorRows[j] == 2 { // TP-125
				v.reactorEffects[j] = 0
			}
		case doDodge, doEvade, doStruggle, doWind:
			if v.reactorRows[j] > 0 { // TP-105, TP-106, TP-117, TP-118, TP-135, TP-136, TP-140, TP-141
				v.effectRow = 0
			}
			v.reactorEffects[j] = 0
		case doCounterAttack, doCounterFire, doDouble:
			if t.do == doCTParry && v.row > 0 { // TP-153, TP-154, TP-156
				v.reactorEffects[j] = 0
			} else {
				v.reactorEffects[j] = g.hitEffect(v.reactorRows[j], g.arm(k, s.seats[k].reactionArm), int(s.actor))
			}
		}
	}
	switch t.do {
	case doFeint:
		v.effectRow = 0
	case doMelee, doPress, doRanged, doUnarmed, doCTCounter:
		v.effectRow = g.hitEffect(v.effectRow, g.arm(int(s.actor), s.with), int(s.at))
	case doCTParry:
		if v.row == 2 { // TP-156
			v.effectRow = 0
		}
	case doMove:
		if !g.isStruck(s, t, v) {
			v.effectRow = 1 // R-TP-13: it travels all the way unless it is hit
		}
	case doReload, doDraw, doPickUp:
		v.effectRow = 1 // R-TP-60: answered, but not undone
	case doAim:
		if g.isStruck(s, t, v) {
			v.effectRow = 0 // R-TP-24
		}
	}
}

// isStruck reports whether some reactor hits the actor.
func (g *Game) isStruck(s *State, t *opposedCheck, v *verdict) bool {
	for j := range t.reactors {
		if v.reactorEffects[j] > 0 && usesArm(uint16(s.seats[t.seats[j]].reaction)) {
			return true
		}
	}
	return false
}

// hitEffect returns what a row of an attack's table does. Where the target's armour takes nothing off, a hit is as good
// as a critical hit, so that both are one outcome.
func (g *Game) hitEffect(row uint8, a *arm, target int) uint8 {
	if row == landed && g.seats[target].protection[a.kind] == 0 {
		return pierced
	}
	return row
}

// key returns what takes effect of a verdict as one number: two throws with one key lead to the same position.
func (v *verdict) key() (k uint16) {
	k = uint16(v.effectRow)
	for _, w := range v.reactorEffects {
		k = k<<2 | uint16(w)
	}
	return k
}

// cuts are the margins of the dice at which an outcome changes, rising, for one reactor: its dice less the actor's, or
// those of whoever throws alone. They divide all margins into n+1 cells. Cell c has those from at[c-1] on that are
// below at[c]; the first cell has no lower end and the last no upper one.
//
// For example, an unopposed attack with a skill of 4 against Combat Defence 5 and armoured Combat Defence 7 has the
// cuts 1 and 3: a throw of 0 misses, 1 and 2 hit, 3 and more hit critically.
type cuts struct {
	at [8]int16
	n  int
}

// addCut puts a margin in its place, once: two tables may change at the same margin.
func (c *cuts) addCut(at int16) {
	k := c.n
	for k > 0 && c.at[k-1] >= at {
		if c.at[k-1] == at {
			return
		}
		k--
	}
	copy(c.at[k+1:c.n+1], c.at[k:c.n])
	c.at[k] = at
	c.n++
}

// low and high return the ends of a cell: its lowest margin, and the lowest above it.
func (c *cuts) low(cell int) int16 {
	if cell == 0 {
		return -noRow
	}
	return c.at[cell-1]
}

func (c *cuts) high(cell int) int16 {
	if cell == c.n {
		return noRow
	}
	return c.at[cell]
}

// nearest returns the margin of a cell that is nearest to 0.
func (c *cuts) nearest(cell int) int16 { return max(c.low(cell), min(c.high(cell)-1, 0)) }

// findCuts finds the margins at which the outcome of reactor j or of the actor changes; without a reactor, the results
// at which the actor's outcome does.
func (g *Game) findCuts(s *State, t *opposedCheck, j int) (c cuts) {
	edge := t.mod - t.mods[j]
	for _, at := range g.thresholds(t.do, int(s.at)) {
		switch {
		case at == noRow:
		case t.reactors == 0:
			c.addCut(at - t.mod)
		default:
			c.addCut(edge - at + 1)
		}
	}
	if t.reactors == 0 {
		return c
	}
	for _, at := range g.thresholds(uint16(s.seats[t.seats[j]].reaction), int(s.actor)) {
		if at != noRow {
			c.addCut(at + edge)
		}
	}
	return c
}

// checkOdds returns the outcomes of the check under way.
func (g *Game) checkOdds(s *State, buf []rules.Odds) []rules.Odds {
	t := g.checkUnderWay(s)
	return g.checkOutcomes(s, &t, buf)
}

// thrower returns who throws for the action under way: the actor, or the first reactor if the actor's action has no
// check.
func (g *Game) thrower(s *State) rules.Seat {
	if !hasNoCheck(uint16(s.do)) {
		return rules.Seat(s.actor)
	}
	t := g.checkUnderWay(s)
	return rules.Seat(t.seats[0])
}

// packResults returns the outcome of a check as an action: the actor's prismatic result in With, those of the reactors
// in To, Mode and the two bytes of N.
func packResults(own int16, theirs *[reactorsMax]int16) rules.Action {
	return rules.Action{Do: doThrow, At: rules.Nobody, With: uint8(own), To: uint8(theirs[0]), Mode: uint8(theirs[1]),
		N: int16(uint16(theirs[2]) | uint16(theirs[3])<<8)}
}

// unpackResults returns the inverse of packResults.
func unpackResults(a rules.Action) (own int16, theirs [reactorsMax]int16) {
	return int16(a.With), [reactorsMax]int16{int16(a.To), int16(a.Mode), int16(uint16(a.N) & 255), int16(uint16(a.N) >> 8)}
}

// checkOutcomes appends the outcomes of the check under way, merged by consequence. It goes through all choices of one
// cell for each reactor as an odometer does, and takes one throw of each for all.
func (g *Game) checkOutcomes(s *State, t *opposedCheck, buf []rules.Odds) []rules.Odds {
	var c [reactorsMax]cuts
	for j := range max(1, t.reactors) {
		c[j] = g.findCuts(s, t, j)
	}
	var keys [keysMax]uint16
	start := len(buf)
	var cell [reactorsMax]int
	for {
		if p := g.chance(t, &c, &cell); p > 0 {
			own, theirs := t.sampleResults(&c, &cell)
			v := g.judge(s, t, own, &theirs)
			buf = mergeOdds(buf, start, &keys, v.key(), rules.Odds{Action: packResults(own, &theirs), P: p})
		}
		j := 0
		for ; j < max(1, t.reactors); j++ {
			if cell[j]++; cell[j] <= c[j].n {
				break
			}
			cell[j] = 0
		}
		if j == max(1, t.reactors) {
			return buf
		}
	}
}

// keysMax is the most outcomes of a check: three rows of the actor's table and of each of four reactors'.
const keysMax = 3 * 3 * 3 * 3 * 3

// mergeOdds adds the chance of an outcome to the one of the same key, or else appends it. keys has those of buf from
// start on.
func mergeOdds(buf []rules.Odds, start int, keys *[keysMax]uint16, key uint16, o rules.Odds) []rules.Odds {
	for k := range buf[start:] {
		if keys[k] == key {
			buf[start+k].P = min(1, buf[start+k].P+o.P)
			return buf
		}
	}
	keys[len(buf)-start] = key
	return append(buf, o)
}

// sampleResults returns prismatic results that fall into a choice of cells. They stand for all that do: what takes
// effect is the same for all of them.
func (t *opposedCheck) sampleResults(c *[reactorsMax]cuts, cell *[reactorsMax]int) (own int16, theirs [reactorsMax]int16) {
	if t.inverted {
		return t.sampleInverted(c, cell)
	}
	if t.reactors == 0 {
		return max(0, c[0].nearest(cell[0])), theirs
	}
	if t.actorThrows {
		for j := range t.reactors {
			own = max(own, -c[j].nearest(cell[j]))
		}
	}
	for j := range t.reactors {
		theirs[j] = max(0, own+c[j].nearest(cell[j]))
	}
	return own, theirs
}

// chance returns the exact chance of a choice of cells. With one reactor, or nobody to oppose, it has a closed form.
func (g *Game) chance(t *opposedCheck, c *[reactorsMax]cuts, cell *[reactorsMax]int) float64 {
	switch {
	case t.inverted:
		return t.chanceInverted(c, cell)
	case t.actorThrows && t.reactors > 1:
		return jointChance(t.reactors, c, cell)
	case t.actorThrows && t.reactors == 1:
		return marginAtLeast(c[0].low(cell[0])) - marginAtLeast(c[0].high(cell[0]))
	}
	p := 1.0
	for j := range max(1, t.reactors) {
		p *= chanceAtLeast(c[j].low(cell[j])) - chanceAtLeast(c[j].high(cell[j]))
	}
	return p
}

// powersMax is the highest power of 5/6, and the widest margin, that is looked up; beyond it chances are below 10^-31.
const powersMax = 400

// powers are those of 5/6 from -powersMax on: of a prismatic result, (5/6)^n is the chance of n or more. marginChances
// are the chances that a second result exceeds a first by n or more, from -powersMax on.
var powers, marginChances = func() (powers, margins [2*powersMax + 1]float64) {
	for k := range powers {
		powers[k] = bitexact.Pow(5.0/6, float64(k-powersMax))
		margins[k] = dice.Prismatic.Margin(k - powersMax)
	}
	return powers, margins
}()

// chanceAtLeast returns the chance of a prismatic result of n or more.
func chanceAtLeast(n int16) float64 { return power(max(n, 0)) }

// power returns (5/6)^n, 0 for an n beyond powersMax.
func power(n int16) float64 {
	if n > powersMax {
		return 0
	}
	return powers[n+powersMax]
}

// marginAtLeast returns the chance that a second prismatic result exceeds a first by n or more.
func marginAtLeast(n int16) float64 {
	switch {
	case n > powersMax:
		return 0
	case n < -powersMax:
		return 1
	}
	return marginChances[n+powersMax]
}

// jointChance returns the chance that the margins of several reactors over one throw of the actor fall into their
// cells. Their margins are not independent, since all are over the same throw. So it sums over that throw k the chance
// of k, (1/6)(5/6)^k, times each reactor's chance given k. From a certain k on every cell lies within the dice: then
// each reactor's chance is x (5/6)^k + y, their product is a polynomial in (5/6)^k, and the sum of its infinite tail
// has a closed form.
func jointChance(n int, c *[reactorsMax]cuts, cell *[reactorsMax]int) float64 {
	first := int16(0)
	for j := range n {
		lo, hi := c[j].low(cell[j]), c[j].high(cell[j])
		if lo > -noRow {
			first = max(first, -lo)
		}
		first = max(first, -hi)
	}
	sum := 0.0
	for k := range first {
		p := power(k) / 6
		for j := range n {
			lo, hi := c[j].low(cell[j]), c[j].high(cell[j])
			p = float64(p * (chanceAtLeast(lo+k) - chanceAtLeast(hi+k)))
		}
		sum += p
	}
	poly := [reactorsMax + 1]float64{1}
	for j := range n {
		lo, hi := c[j].low(cell[j]), c[j].high(cell[j])
		x, y := 0.0, 0.0
		if lo == -noRow {
			y = 1
		} else {
			x += power(lo)
		}
		x -= power(hi)
		for d := j + 1; d > 0; d-- {
			poly[d] = float64(poly[d]*y) + float64(poly[d-1]*x)
		}
		poly[0] *= y
	}
	for d := range n + 1 {
		e := int16(d + 1)
		sum += poly[d] * power(e*first) / (6 * (1 - power(e)))
	}
	return sum
}
