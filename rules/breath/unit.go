package breath

import (
	"slices"

	"kokyu/rules"
)

// §Shikigami and puppets: a bound unit acts in its master's breath, by his Energy and his 0-Energy uses, and can hold
// wards ready for him. A called unit has Energy of its own and breathes for itself.

// wardsMax is how many wards a unit holds ready at once.
const wardsMax = 2

// controlActions appends the actions of seat i's units. Each is one of its 0-Energy uses of the round (EB-69,
// EB-70), and costs it the Energy of the unit's technique where the unit stands.
func (g *Game) controlActions(s *State, i int, buf []rules.Action) []rules.Action {
	f, c := &g.fighters[i], &s.seats[i]
	if f.controls == natureOwn || !g.canDeclare(s, i) || !mayUseZero(c.zeroUses, 0) {
		return buf
	}
	for u := range g.n {
		if int(g.fighters[u].master) != i || !s.isUp(u) || !g.fighters[u].isBound() || !g.isInControlRange(s, i, u) {
			continue
		}
		x := &s.seats[u]
		for k := range g.fighters[u].techniques {
			a := &g.fighters[u].techniques[k]
			switch {
			case a.cost[x.zone] > c.energy:
			case a.kind == kindDefense && x.held[0] < wardsMax:
				buf = append(buf, rules.Action{Do: doControl, With: uint8(k), At: rules.Nobody, Mode: uint8(u)})
			case a.kind == kindAttack:
				first := len(buf)
				buf = g.attackActions(s, u, k, a, buf)
				for n := range buf[first:] {
					buf[first+n].Do, buf[first+n].Mode = doControl, uint8(u)
				}
			}
		}
		for _, to := range neighbours[x.zone] {
			if g.inPlay[to] && g.waysTo(s, u, to)[0] == wayWalk && g.moveCost(f, wayWalk, x.zone, to) <= c.energy {
				buf = append(buf, rules.Action{Do: doControl, With: controlWalk, At: rules.Nobody, Mode: uint8(u), To: to})
			}
		}
	}
	return buf
}

// isInControlRange reports whether a unit is near enough to its master to be controlled: a shikigami within 2 steps, a
// puppet within 1, and only both or neither of them in the Core.
func (g *Game) isInControlRange(s *State, i, u int) bool {
	steps := uint8(2)
	if g.fighters[u].nature == naturePuppet {
		steps = 1
	}
	return g.isWithin(s, i, u, steps)
}

// controlCost returns the Energy that the master pays for a unit's action (EB-54).
func (g *Game) controlCost(s *State, act rules.Action) int8 {
	u := int(act.Mode)
	zone := s.seats[u].zone
	if act.With == controlWalk {
		return g.moveCost(&g.fighters[u], wayWalk, zone, act.To)
	}
	return g.fighters[u].techniques[act.With].cost[zone]
}

// controlUnit makes the declared unit act. If a GM's edit has taken the unit or its target away, nothing happens.
func (g *Game) controlUnit(s *State, log *rules.Log) {
	m := s.maneuver
	u := int(m.mode)
	useZero(&s.seats[s.actor], 0) // EB-69
	if !s.isUp(u) {
		return
	}
	if m.with == controlWalk {
		g.enterZone(s, u, m.to, "walk", log)
		s.phase = phZoneEntered
		return
	}
	a := &g.fighters[u].techniques[m.with]
	if a.kind == kindDefense {
		s.seats[u].held[0]++
		log.Add(rules.Event{Kind: "reserve", Seat: g.name(u), What: a.name, With: g.slotName(u, a.slot), N: int(s.seats[u].held[0])})
		return
	}
	if !s.isUp(int(m.at)) {
		return
	}
	s.blowDepth = 1
	b := s.currentBlow()
	*b = blow{striker: uint8(u), target: m.at, technique: m.with, flags: g.surpriseFlag(s, u, int(m.at)),
		mod: g.capModifiers(int(a.mod[s.seats[u].zone]) + g.heightBonus(s, u, int(m.at)))}
	if log != nil {
		log.Add(g.obeyEvent(u, a.name, int(m.at), b))
	}
	s.phase = phBlowDeclared
}

// isWarded reports whether u is a unit of seat i that holds a ward and stands in its zone.
func (g *Game) isWarded(s *State, i, u int) bool {
	return int(g.fighters[u].master) == i && g.fighters[u].isBound() && s.isUp(u) && s.seats[u].held[0] > 0 &&
		s.seats[u].zone == s.seats[i].zone
}

// wardTechnique returns the index of the technique a unit wards with.
func (g *Game) wardTechnique(u int) int {
	return slices.IndexFunc(g.fighters[u].techniques, func(a technique) bool { return a.kind == kindDefense })
}

// wardAnswer is the bit of blow.answer that says that a unit's ward answers; the lower bits are then the unit's seat.
const wardAnswer uint8 = 0x80

// answererOf returns the seat that answers a blow, the target or a unit that wards for it, and the technique.
func (g *Game) answererOf(b *blow) (int, *technique) {
	if b.answer&wardAnswer != 0 {
		u := int(b.answer &^ wardAnswer)
		return u, &g.fighters[u].techniques[g.wardTechnique(u)]
	}
	return int(b.target), &g.fighters[b.target].techniques[b.answer]
}

// dropWards ends the wards that seat i's units hold, as its breath begins and reservations end.
func (g *Game) dropWards(s *State, i int) {
	for u := range g.n {
		if int(g.fighters[u].master) == i && g.fighters[u].isBound() && s.isUp(u) {
			s.seats[u].held[0] = 0
		}
	}
}

// callUnit puts a unit of a row beside seat i, which calls it, and returns the unit's seat, -1 if there is none free.
// The unit has Energy from the next round on.
func (g *Game) callUnit(s *State, i int, row string, log *rules.Log) int {
	u := g.callableSeat(s, i, row)
	if u >= 0 {
		s.seats[u] = seat{wounds: g.fighters[u].wounds, zone: s.seats[i].zone}
		log.Add(rules.Event{Kind: "called", Seat: g.name(u), At: g.name(i)})
	}
	return u
}

// callableSeat returns the seat that a unit of a row would take if seat i called it, -1 if there is none free or
// another unit of its stands.
func (g *Game) callableSeat(s *State, i int, row string) int {
	free := -1
	for u := range g.n {
		switch f := &g.fighters[u]; {
		case !f.called || int(f.master) != i:
		case s.isUp(u):
			return -1
		case f.kind == row && free < 0:
			free = u
		}
	}
	return free
}
