package breath

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// §One Breath and §Overload: a breath begins with its first maneuver. Each maneuver is paid when it is declared, and
// one that carries the sum past the limit has an overload check.

// limitBase is the limit of one breath without skills and gear (EB-12), strainedLimit that of the breath after an
// overload that has held (EB-44), overloadNeed the number of the overload check (EB-42).
var (
	limitBase     = int8(rows.TermTable.Num("breath", "limit"))
	strainedLimit = int8(rows.StateTable.Num("strained", "limit"))
	overloadNeed  = int8(rows.TermTable.Num("overload", "need"))
)

// limit returns the limit of seat i's breath as it is now, at each payment (EB-14, R-11): 5, raised by skills, gear and
// effects (EB-13, EB-100 to EB-107), or the strained 3, which nothing raises except by a ruling.
func (g *Game) limit(s *State, i int) int8 {
	f := &g.fighters[i]
	extra := f.limit - limitBase
	if s.seats[i].zone == zoneCore {
		extra += f.coreLimit
	}
	if s.seats[i].flags&isDescended != 0 {
		extra += f.descentLimit
	}
	extra += int8(g.sumSpells(s, i, func(d *rows.SpellEffects) int { return d.Limit.N }))
	if s.breath&breathStrained != 0 {
		if g.rule.StrainedAdds {
			return strainedLimit + extra
		}
		return strainedLimit
	}
	return limitBase + extra
}

// limitUsual is the highest usual limit; a higher one is for rare occasions (EB-106).
var limitUsual = int8(rows.TermTable.Num("limit", "usual"))

// maxLimit returns the highest limit that seat i can reach in this fight, and what raises it besides skills and gear:
// held spells, of which each name counts once and each caster holds one (EB-62, EB-63), lasting spells, a descent, and
// the Core where there is one.
func (g *Game) maxLimit(i int, inCore bool) (most int8, by []string) {
	f := &g.fighters[i]
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
	for _, sheet := range g.casters {
		var held *spell
		for k := range sheet.spells {
			switch sp := &sheet.spells[k]; {
			case sp.effects.Limit.N <= 0 || g.fighters[sheet.seat].side != f.side || sp.targets == atSelf && int(sheet.seat) != i ||
				slices.Contains(by, "under "+sp.name):
			case sp.targets != atAura:
				take(int8(sp.effects.Limit.N), "under "+sp.name)
			case held == nil || sp.effects.Limit.N > held.effects.Limit.N:
				held = sp
			}
		}
		if held != nil {
			take(int8(held.effects.Limit.N), "under "+held.name)
		}
	}
	return most, by
}

// remarks returns notes for the GM on an encounter without mistakes: whose limit is high. If alone, seat 0 stands for
// its row in any fight, with a Core or without.
func remarks(g *Game, alone bool) (lines []string) {
	names := g.Names()
	if alone {
		names = []string{g.fighters[0].kind}
	}
	for i, name := range names {
		most, by := g.maxLimit(i, alone || g.inPlay[zoneCore])
		if most <= limitUsual {
			continue
		}
		says := fmt.Sprintf("the limit of %s can reach %d", name, most)
		if len(by) > 0 {
			says += " " + strings.Join(by, ", ")
		}
		lines = append(lines, fmt.Sprintf("%s; %d is the usual most, more is for rare occasions (EB-106)", says, limitUsual))
	}
	return lines
}

// begin starts a breath with its first maneuver: old reservations expire (EB-33), what lasted until this
// breath ends, the limit is set, fatigue restarts, and foes hiding in the same zone are found.
func (g *Game) begin(s *State, i int, log *rules.Log) {
	s.clearBreath()
	c := &s.seats[i]
	if c.flags&isStrained != 0 {
		s.breath |= breathStrained
	}
	c.held = [2]uint8{}
	c.place = 0
	if g.usesExtras {
		g.dropWards(s, i)
	}
	if log != nil {
		log.Add(rules.Event{Kind: "breath", Seat: g.name(i), N: int(g.limit(s, i)), Left: int(c.energy)})
	}
	g.clearExposed(s, i, log)
	g.clearFlag(s, i, isShaken, "defenseless", log)
	if len(g.casters) > 0 {
		g.expire(s, i, func(t *lastingEffect) bool { return t.until == untilBreath && !t.throughBreath }, log)
	}
	c.flags &^= hasWaited | isStrained
	if g.inPlay[zoneFlank] { // else nobody asks for it
		c.flags |= hasBreathed
	}
	if g.fighters[i].initiative != 0 {
		c.flags |= hasOpened
	}
	s.phase, s.actor = phBreath, uint8(i)
	if !g.hasZones {
		return
	}
	for k := range g.n {
		if g.foes(k, i) && s.isUp(k) && s.seats[k].zone == c.zone {
			g.clearFlag(s, k, isHidden, "hidden", log)
		}
	}
}

// overLimit returns by how much the breath is over its limit.
func (g *Game) overLimit(s *State) int8 { return s.spent - g.limit(s, int(s.actor)) }

// overloadCheckNeed returns the sum of dice that passes the overload check: 2d10 + Physique - excess must reach 11
// (EB-42, R-02).
func (g *Game) overloadCheckNeed(s *State) int8 {
	return overloadNeed - g.fighters[s.actor].physique + g.overLimit(s) + g.checkPenalty(s, int(s.actor))
}

// takeOverload takes the dice of the overload check. Its result is known before the maneuver is performed and takes
// effect after it.
func (g *Game) takeOverload(s *State, ok bool, log *rules.Log) {
	result := uint8(overloadFailed)
	if ok {
		result = overloadHeld
	}
	s.overload, s.phase = s.overload&^overloadMask|result, phManeuverPaid
}

// closeManeuver ends a maneuver. The breath goes on, unless the maneuver has passed the limit or was a forced
// casting, its actor has fallen or has no Energy left. What an overload check brought comes now: the strained limit for
// the next breath if it held, else the loss of all Energy.
func (g *Game) closeManeuver(s *State, log *rules.Log) {
	i, overload := int(s.actor), s.overload&overloadMask
	c := &s.seats[i]
	s.blowDepth, s.blow, s.phase = 0, [2]blow{}, phBreathOver
	if uint16(s.maneuver.do) == doCast && s.maneuver.mode >= castForce && overload == 0 { // the only one of its breath
		return
	}
	if uint16(s.maneuver.do) == doAttack {
		s.breath &^= breathSlipped
	}
	s.maneuver = maneuver{}
	switch {
	case c.flags&isDown != 0:
		return
	case overload == overloadHeld: // EB-44
		g.setFlag(s, i, isStrained, "strained", log)
	case overload == overloadFailed: // EB-46, EB-47, R-09
		g.spendEnergy(s, i, c.energy, log)
		g.makeDefenseless(s, i, isSpent, log)
	}
	if g.duel.on {
		g.fadeOpenings(s)
	}
	if overload == 0 && c.energy > 0 {
		s.phase = phBreath
	}
}

// endBreathSpells ends what lasts through the actor's breath, if one was under way: being held fast, lasting effects,
// and a forced chant.
func (g *Game) endBreathSpells(s *State, log *rules.Log) {
	i := int(s.actor)
	if s.phase == phOver || s.phase == phCount {
		return
	}
	if s.marks[i]&markHeldFast != 0 {
		s.marks[i] &^= markHeldFast
		g.logState(log, i, "held fast", false)
	}
	g.expire(s, i, func(t *lastingEffect) bool { return t.until == untilBreath && t.throughBreath }, log)
	if k := g.fighters[i].casterNumber; k != 0 && s.casters[k-1].flags&chantForced != 0 {
		ca := &s.casters[k-1] // stance and reservations go, and in the next round it is exhausted (SP-28, SP-31, R-159)
		ca.flags = ca.flags&^chantForced | exhaustedNext
		g.dropStance(s, i, noDoer, log)
		s.seats[i].held = [2]uint8{}
		g.logState(log, i, "exhausted", true)
	}
}
