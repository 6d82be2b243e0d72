package breath

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// §One Breath and §Overload: a breath begins with its first maneuver, each maneuver is paid when declared, and one
// that carries the sum past the limit is strained for.

// limitBase is the default limit of one breath (EB-12); strainedLimit the one after a held overload (EB-44).
var (
	limitBase     = int8(rows.TermTable.Num("breath", "limit"))
	strainedLimit = int8(rows.StateTable.Num("strained", "limit"))
	overloadNeed  = int8(rows.TermTable.Num("overload", "need"))
)

// limit returns the limit of seat i's breath right now, read at each payment (EB-14, R-11): what skills, gear and effects
// raise it to (EB-13, EB-100 to EB-107), or the strained 3, to which nothing adds.
func (g *Game) limit(s *State, i int) int8 {
	f := &g.seats[i]
	extra := f.limit - limitBase
	if s.seats[i].zone == core {
		extra += f.coreLimit
	}
	if s.seats[i].is&isDescended != 0 {
		extra += f.descentLimit
	}
	extra += g.spellLimit(s, i)
	if s.breath&breathStrained != 0 {
		if g.rule.StrainedAdds {
			return strainedLimit + extra
		}
		return strainedLimit
	}
	return limitBase + extra
}

// limitRare is the limit of a breath that is the exception: the usual one is at most one less (EB-106).
var limitRare = 1 + int8(rows.TermTable.Num("limit", "usual"))

// limitMost returns the highest limit that seat i can reach, and what it takes besides its skills and gear: held spells, each name
// once and one of each caster (EB-62, EB-63), spells that last, a descent, and the Core if it is in reach.
func (g *Game) limitMost(i int, inCore bool) (most int8, by []string) {
	f := &g.seats[i]
	most = f.limit
	take := func(n int8, what string) {
		if n > 0 {
			most, by = most+n, append(by, what)
		}
	}
	if inCore {
		take(f.coreLimit, "in the Core")
	}
	take(f.descentLimit, "while it descends")
	for _, m := range g.mages {
		var held *spell
		for k := range m.spells {
			switch w := &m.spells[k]; {
			case w.does.Limit.N <= 0 || g.seats[m.seat].side != f.side || w.at == atSelf && int(m.seat) != i || slices.Contains(by, "under "+w.name):
			case w.at != atAura:
				take(int8(w.does.Limit.N), "under "+w.name)
			case held == nil || w.does.Limit.N > held.does.Limit.N:
				held = w
			}
		}
		if held != nil {
			take(int8(held.does.Limit.N), "under "+held.name)
		}
	}
	return most, by
}

// remarks returns what a GM should know of a sound encounter: whose limit is high. alone says that seat 0 stands for its row, which
// may come into any fight.
func remarks(g *Game, alone bool) (lines []string) {
	names := g.Names()
	if alone {
		names = []string{g.seats[0].kind}
	}
	for i, name := range names {
		most, by := g.limitMost(i, alone || g.inPlay[core])
		if most < limitRare {
			continue
		}
		says := ""
		if len(by) > 0 {
			says = " " + strings.Join(by, ", ")
		}
		lines = append(lines, fmt.Sprintf("the limit of %s can reach %d%s; %d is the usual most, more is for rare occasions (EB-106)", name, most, says, limitRare-1))
	}
	return lines
}

// begin starts a breath with its first maneuver: old reservations expire (EB-33), what lasted until
// this breath ends, the limit is set, fatigue restarts, and foes hiding in the same zone are found.
func (g *Game) begin(s *State, i int, log *rules.Log) {
	s.clearBreath()
	c := &s.seats[i]
	if c.is&isStrained != 0 {
		s.breath |= breathStrained
	}
	c.held = [2]uint8{}
	c.place = 0
	if g.usesLaid {
		g.dropWards(s, i)
	}
	if log != nil {
		log.Add(rules.Event{Kind: "breath", Seat: g.name(i), N: int(g.limit(s, i)), Left: int(c.energy)})
	}
	if c.exposed != 0 {
		c.exposed = 0
		g.status(log, i, "exposed", false)
	}
	g.clearFlag(s, i, isShaken, "defenseless", log)
	if len(g.mages) > 0 {
		g.expire(s, i, func(t *term) bool { return t.until == untilBreath && !t.throughBreath }, log)
	}
	c.is = c.is&^(isWaited|isStrained) | g.firstBreathFlags(i)
	s.phase, s.actor = phBreath, uint8(i)
	if !g.zoned {
		return
	}
	for k := range g.n {
		if g.seats[k].side != g.seats[i].side && s.up(k) && s.seats[k].zone == c.zone {
			g.clearFlag(s, k, isHidden, "hidden", log)
		}
	}
}

// firstBreathFlags returns what a first breath leaves behind, where it can matter later.
func (g *Game) firstBreathFlags(i int) (is flags) {
	if g.inPlay[flank] {
		is |= isBreathed
	}
	if g.seats[i].initiative != 0 {
		is |= isOpened
	}
	return is
}

// pay takes the price of the maneuver under way and says whether the breath is now over its limit (EB-40, EB-41).
func (g *Game) pay(s *State, cost int8, log *rules.Log) (strained bool) {
	i := int(s.actor)
	c := &s.seats[i]
	c.energy -= cost
	s.spent += cost
	if log != nil && cost > 0 {
		log.Add(rules.Event{Kind: "spend", Seat: g.name(i), Of: "energy", N: int(cost), Left: int(c.energy)})
	}
	return cost > 0 && s.spent > g.limit(s, i)
}

// askOverload waits for the check of 2d10 + Physique - excess >= 11 (EB-42, R-02).
func (g *Game) askOverload(s *State, log *rules.Log) {
	s.phase = phStrain
	if log != nil {
		log.Add(rules.Event{Kind: "overload", Seat: g.name(int(s.actor)), N: int(g.excess(s))})
	}
}

func (g *Game) excess(s *State) int8 { return s.spent - g.limit(s, int(s.actor)) }

// strainNeed returns what the two dice must show (EB-42).
func (g *Game) strainNeed(s *State) int8 {
	return overloadNeed - g.seats[s.actor].physique + g.excess(s) + g.checkPenalty(s, int(s.actor))
}

// takeOverload takes the dice. The result is known before the maneuver resolves and applied after it.
func (g *Game) takeOverload(s *State, ok bool, log *rules.Log) {
	s.strain = s.strain&^strainMask | strainBroken
	if ok {
		s.strain = s.strain&^strainMask | strainHeld
	}
	g.perform(s, log)
}

// closeManeuver closes a maneuver: a strained one ends the breath, so does falling or having nothing left.
func (g *Game) closeManeuver(s *State, log *rules.Log) {
	i := int(s.actor)
	c := &s.seats[i]
	s.depth = 0
	s.blow = [2]exchange{}
	if forced := uint16(s.task.do) == doCast && s.task.mode >= castForce; forced && s.strain&strainMask == 0 { // the only maneuver of its breath
		g.callNext(s, log)
		return
	}
	if uint16(s.task.do) == doAttack {
		s.breath &^= breathSlipped
	}
	s.task = task{}
	switch {
	case c.is&isDown != 0:
		g.callNext(s, log)
		return
	case s.strain&strainMask == strainHeld: // EB-44
		g.setFlag(s, i, isStrained, "strained", log)
	case s.strain&strainMask == strainBroken: // EB-46, EB-47, R-09
		if log != nil && c.energy > 0 {
			log.Add(rules.Event{Kind: "spend", Seat: g.name(i), Of: "energy", N: int(c.energy), Left: 0})
		}
		c.energy = 0
		g.shake(s, i, isSpent, log)
	}
	if g.duel.on {
		g.fadeOpenings(s)
	}
	if s.strain&strainMask == 0 && c.energy > 0 {
		s.phase = phBreath
		return
	}
	g.callNext(s, log)
}

// shake makes a seat Defenseless: Defense -4, a held stance drops, nothing new is reserved or declared.
func (g *Game) shake(s *State, i int, how flags, log *rules.Log) {
	if s.seats[i].is&isDown != 0 || g.seats[i].isSquad() {
		return
	}
	g.setFlag(s, i, how, "defenseless", log)
	g.dropStance(s, i, -1, log)
}

// setFlag and ends set and clear a state and say so when it changes.
func (g *Game) setFlag(s *State, i int, f flags, what string, log *rules.Log) {
	if s.seats[i].is&f == 0 {
		s.seats[i].is |= f
		g.status(log, i, what, true)
	}
}

func (g *Game) clearFlag(s *State, i int, f flags, what string, log *rules.Log) {
	if s.seats[i].is&f != 0 {
		s.seats[i].is &^= f
		g.status(log, i, what, false)
	}
}

func (g *Game) status(log *rules.Log, i int, what string, ok bool) {
	if log != nil {
		log.Add(rules.Event{Kind: "status", Seat: g.name(i), What: what, OK: ok})
	}
}

func (g *Game) name(i int) string { return g.seats[i].name }
