package breath

import (
	"slices"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// §Squad orders: a squad acts on its commander's orders and on nothing else. An order is a maneuver of the commander's
// breath: it is paid in Energy and is no 0-Energy use (EB-20, EB-71, EB-72).

// orderActions appends the orders that seat i may give, to each squad and to all at once.
func (g *Game) orderActions(s *State, i int, buf []rules.Action) []rules.Action {
	f := &g.fighters[i]
	if f.squadsMax == 0 || !f.isLord && f.grade != elite || !g.canDeclare(s, i) {
		return buf
	}
	led, _ := g.countSeats(func(q int) bool { return g.isCommander(s, i, q) })
	for q := range g.n {
		if !g.fighters[q].isSquad() || g.fighters[q].side != f.side || !s.isUp(q) || !g.isWithin(s, i, q, f.orderReach) {
			continue
		}
		first := len(buf)
		switch {
		case g.isCommander(s, i, q):
			buf = g.squadOrderActions(s, i, q, buf)
		case s.isLeaderless(q) && led < int(f.squadsMax) && s.seats[q].ordersObeyed() < ordersMax:
			buf = append(buf, rules.Action{Do: doOrder, With: orderTakeOver, At: rules.Nobody, Mode: uint8(q)})
		}
		unpaid := func(act rules.Action) bool { return g.orderCost(s, i, act) > s.seats[i].energy }
		kept := slices.DeleteFunc(buf[first:], unpaid)
		buf = buf[:first+len(kept)]
	}
	if led > 1 && s.breath&breathWaived == 0 { // a Kata waives one order's price
		buf = g.generalOrderActions(s, i, buf)
	}
	return buf
}

// isCommander reports whether seat i commands squad q, which stands.
func (g *Game) isCommander(s *State, i, q int) bool {
	return g.fighters[q].isSquad() && s.isUp(q) && int(s.seats[q].commander()) == i
}

// hasOrderToWaive reports whether seat i could give an order if a Kata waived its price.
func (g *Game) hasOrderToWaive(s *State, i int) bool {
	var buf [choicesMax]rules.Action
	waived := *s
	waived.breath |= breathWaived
	return len(g.orderActions(&waived, i, buf[:0])) > 0
}

// choicesMax is room for the longest list of orders, so that hasOrderToWaive allocates nothing.
const choicesMax = 128

// squadOrderActions appends the orders that squad q could obey now: two a round, among them at most one attack and one
// rally. It does not ask whether their commander can pay for them.
func (g *Game) squadOrderActions(s *State, i, q int, buf []rules.Action) []rules.Action {
	c, f := &s.seats[q], &g.fighters[q]
	if c.ordersObeyed() >= ordersMax {
		return buf
	}
	put := func(what uint8, at rules.Seat, to uint8) {
		buf = append(buf, rules.Action{Do: doOrder, With: what, At: at, Mode: uint8(q), To: to})
	}
	a := &f.techniques[0]
	if c.held[0]&orderedAttack == 0 {
		if what := orderStrike + uint8(bit(a.reach > 0)); c.isLoaded(a.slot) {
			for t := range g.n {
				if g.fighters[t].side != f.side && s.isUp(t) && g.reaches(s, q, t, a) {
					put(what, rules.Seat(t), 0)
				}
			}
		}
		if a.reach == 0 && c.cohesion() > wavering {
			for _, to := range neighbours[c.zone] {
				if !g.canMarchTo(s, q, to) {
					continue
				}
				for t := range g.n {
					if g.fighters[t].side != f.side && s.isUp(t) && s.seats[t].zone == to {
						put(orderCharge, rules.Seat(t), to)
					}
				}
			}
		}
	}
	if c.zone != zoneCore {
		if c.formation() != shieldWall {
			put(orderShields, rules.Nobody, 0)
		}
		if c.formation() != spearWall && f.slots[slotMain].family == "spear" {
			put(orderSpears, rules.Nobody, 0)
		}
		if c.formation() != closeRanks && s.seats[i].zone == c.zone {
			put(orderCloseRanks, rules.Nobody, 0)
		}
	}
	for _, to := range neighbours[c.zone] {
		if g.canMarchTo(s, q, to) {
			put(orderAdvance, rules.Nobody, to)
		}
	}
	if to, ok := g.rearward(s, q); ok {
		put(orderWithdraw, rules.Nobody, to)
	}
	if c.held[0]&orderedRally == 0 && c.cohesion() < cohesionMax {
		put(orderRally, rules.Nobody, 0)
	}
	if !c.isLoaded(a.slot) {
		put(orderReload, rules.Nobody, 0)
	}
	return buf
}

// canMarchTo reports whether a squad can be ordered into a zone: not to or from high ground without a path, and not
// into the Outside; a wavering one not into the Core either, nor where the enemy holds the zone.
func (g *Game) canMarchTo(s *State, q int, to uint8) bool {
	c := &s.seats[q]
	if !g.inPlay[to] || to == zoneOutside || g.isSteep(c.zone) || g.isSteep(to) {
		return false
	}
	return c.cohesion() > wavering || to != zoneCore && !g.heldAgainst(s, g.fighters[q].side, to)
}

// rearward returns the zone to which a squad withdraws: the next on the way to its side's Rear, unless the enemy holds
// it.
func (g *Game) rearward(s *State, q int) (uint8, bool) {
	side, from := g.fighters[q].side, s.seats[q].zone
	rear := rears[side]
	for _, to := range neighbours[from] {
		if g.inPlay[to] && g.stepsApart[to][rear] < g.stepsApart[from][rear] && to != zoneOutside &&
			!g.isSteep(from) && !g.isSteep(to) && !g.heldAgainst(s, side, to) {
			return to, true
		}
	}
	return 0, false
}

// The Energy of an order, and of an order by a commander of Wisdom +2 or more (EB-118).
var (
	orderEnergy     = rows.Maneuvers.Num("squad order", "energy")
	orderEnergyWise = rows.Maneuvers.Num("squad order", "wise")
)

// orderCost returns the Energy of an order, one sum that is at least 1 (EB-79, EB-80, R-134): 2, or 1 at Wisdom +2
// (EB-118); 1 more each for a charge, for a squad that wavers, for a long weapon in the Core, for an order to all
// in the Core 1 less by the Seal of Shura, if something was added (EB-96); less what traits take off orders.
func (g *Game) orderCost(s *State, i int, act rules.Action) int8 {
	if s.breath&breathWaived != 0 {
		return 0
	}
	f, base, added := &g.fighters[i], orderEnergy, 0
	if f.cheapOrders {
		base = orderEnergyWise
	}
	if act.Do == doGeneralOrder {
		_, hesitate := g.squadsHearing(s, i, act)
		added = 1 + int(bit(hesitate))
	} else {
		c := &s.seats[act.Mode]
		added = int(bit(act.With == orderCharge))*chargeEnergy + int(bit(c.cohesion() <= wavering && act.With != orderTakeOver)+
			bit(isAttackOrder(act.With) && c.zone == zoneCore && g.fighters[act.Mode].slots[slotMain].long))
	}
	if added > 0 && f.hasSeal && s.seats[i].zone == zoneCore {
		added--
	}
	return int8(max(energyFloor, base+added-int(f.orderDiscount))) // EB-83: a discount on orders is for orders alone
}

// generalOrderActions appends the orders to all own squads in range at once that two or more can obey. Only an
// advance has a zone.
func (g *Game) generalOrderActions(s *State, i int, buf []rules.Action) []rules.Action {
	for _, what := range [...]uint8{orderAdvance, orderShields, orderWithdraw, orderRally} {
		for to := range uint8(zoneScene) {
			act := rules.Action{Do: doGeneralOrder, With: what, At: rules.Nobody, To: to}
			if what != orderAdvance && to > 0 || what == orderAdvance && !g.inPlay[to] {
				continue
			}
			if n, _ := g.squadsHearing(s, i, act); n > 1 && g.orderCost(s, i, act) <= s.seats[i].energy {
				buf = append(buf, act)
			}
		}
	}
	return buf
}

// squadsHearing returns how many squads in range can obey a general order, and whether one of them hesitates, as
// wavering squads do, which makes the order dearer.
func (g *Game) squadsHearing(s *State, i int, act rules.Action) (n int, hesitate bool) {
	for q := range g.n {
		if g.canHear(s, i, q, act) {
			n++
			hesitate = hesitate || s.seats[q].cohesion() <= wavering
		}
	}
	return n, hesitate
}

// canHear reports whether squad q can obey a general order of seat i now.
func (g *Game) canHear(s *State, i, q int, act rules.Action) bool {
	if !g.isCommander(s, i, q) || !g.isWithin(s, i, q, g.fighters[i].orderReach) {
		return false
	}
	c := &s.seats[q]
	if c.ordersObeyed() >= ordersMax {
		return false
	}
	switch act.With {
	case orderAdvance:
		return slices.Contains(neighbours[c.zone], act.To) && g.canMarchTo(s, q, act.To)
	case orderShields:
		return c.formation() != shieldWall && c.zone != zoneCore
	case orderWithdraw:
		_, ok := g.rearward(s, q)
		return ok
	}
	return c.held[0]&orderedRally == 0 && c.cohesion() < cohesionMax
}

// obeyOrder has the declared squad obey its order.
func (g *Game) obeyOrder(s *State, log *rules.Log) {
	m := s.maneuver
	s.breath &^= breathWaived
	if s.isUp(int(m.mode)) { // else a GM's edit has taken it away
		g.carryOutOrder(s, int(m.mode), m.with, m.to, log)
	}
}

// obeyNext has the next squad that can obey a general order obey it, by seat, and returns false after the last. What
// those before it have done may have changed whether it can.
func (g *Game) obeyNext(s *State, log *rules.Log) bool {
	m, i := s.maneuver, int(s.actor)
	act := rules.Action{Do: doGeneralOrder, With: m.with, To: m.to}
	for int(s.cursor) < g.n {
		q := int(s.cursor)
		s.cursor++
		if g.canHear(s, i, q, act) {
			to := m.to
			if m.with == orderWithdraw {
				to, _ = g.rearward(s, q)
			}
			g.carryOutOrder(s, q, m.with, to, log)
			return true
		}
	}
	s.cursor = 0
	return false
}

// forceMod returns the modifier of a mover's dice on a way through enemies: Courage, for a squad less its missing men
//
func (g *Game) forceMod(s *State, i int) int8 {
	if g.fighters[i].isSquad() {
		return g.fighters[i].courage - g.headsMissing(s, i)
	}
	return g.fighters[i].courage
}

// carryOutOrder has squad q carry out an order, to a zone if it needs one. What leads into held ground waits for dice;
// a charge strikes once it has arrived.
func (g *Game) carryOutOrder(s *State, q int, what, to uint8, log *rules.Log) {
	c, m := &s.seats[q], s.maneuver
	c.held[0]++
	if isAttackOrder(what) {
		c.held[0] |= orderedAttack
	}
	if log != nil {
		at, b := -1, &blow{striker: uint8(q)}
		if isAttackOrder(what) {
			at = int(m.at)
		}
		e := g.obeyEvent(q, rows.Orders[what], at, b)
		if what == orderAdvance || what == orderWithdraw || what == orderCharge {
			e.To = rows.Zones[to]
		}
		log.Add(e)
	}
	switch what {
	case orderAdvance, orderCharge:
		g.dissolveFormation(s, q, log)
		if what == orderCharge {
			c.held[0] |= squadCharged
		}
		if to == zoneCore || g.heldAgainst(s, g.fighters[q].side, to) {
			s.phase = phForceWay
			return
		}
		g.enterZone(s, q, to, "advance", log)
		s.phase = phZoneEntered
	case orderWithdraw:
		g.dissolveFormation(s, q, log)
		g.enterZone(s, q, to, "withdraw", log)
	case orderStrike, orderVolley:
		if s.isUp(int(m.at)) {
			g.strikeAsSquad(s, q, int(m.at), 0, log)
		}
	case orderShields, orderSpears, orderCloseRanks:
		c.setFormation(shieldWall + formation(what-orderShields))
		log.Add(rules.Event{Kind: "stance", Seat: g.name(q), What: formationNames[c.formation()], OK: true})
	case orderRally:
		c.held[0] |= orderedRally
		g.regainCohesion(s, q, g.fighters[s.actor].rallyGain, "rally", log)
	case orderReload:
		g.loadGun(s, q, &g.fighters[q].techniques[0], log)
	case orderTakeOver:
		c.setCommand(s.actor, c.cohesion())
	}
}

// strikeAsSquad strikes a squad's blow: one roll for all its men, answered like any other. bonus is for this
// blow alone. It uses up a blessing.
func (g *Game) strikeAsSquad(s *State, i, target, bonus int, log *rules.Log) {
	s.blowDepth = 1
	*s.currentBlow() = blow{striker: uint8(i), target: uint8(target), mod: g.squadMod(s, i, target, bonus+g.blessingBonus(s, i)),
		flags: g.surpriseFlag(s, i, target)}
	s.marks[i] &^= markBlessed
	g.emptyGun(s, i, &g.fighters[i].techniques[0], log)
	s.phase = phBlowDeclared
}

// finishMove goes on when a squad has come where it was sent and the spear walls there have struck: a charge then
// strikes.
func (g *Game) finishMove(s *State, log *rules.Log) {
	m := s.maneuver
	s.phase = phManeuverDone
	if uint16(m.do) == doOrder && m.with == orderCharge && s.isUp(int(m.mode)) && s.isUp(int(m.at)) && s.seats[m.at].zone == m.to {
		g.strikeAsSquad(s, int(m.mode), int(m.at), 1, log)
	}
}

// The Energy of a roar at a squad and of raising the morale of one's own, and the number of a roar's check.
const (
	roarCost        = 2
	roarNeed        = 11
	raiseMoraleCost = 2 // of the next round's Energy
)

// roarActions appends a roar at each enemy squad within a step of seat i.
func (g *Game) roarActions(s *State, i int, buf []rules.Action) []rules.Action {
	f, c := &g.fighters[i], &s.seats[i]
	if !f.canRoar || c.energy < roarCost || !g.canDeclare(s, i) {
		return buf
	}
	for q := range g.n {
		if g.fighters[q].isSquad() && g.fighters[q].side != f.side && s.isUp(q) && g.stepsApart[c.zone][s.seats[q].zone] <= 1 {
			buf = append(buf, rules.Action{Do: doRoar, At: rules.Seat(q)})
		}
	}
	return buf
}

// takeRoar takes the dice of a roar, which takes one Cohesion, or two on a double.
func (g *Game) takeRoar(s *State, sum int8, double bool, log *rules.Log) {
	s.phase = phManeuverDone
	if sum+g.fighters[s.actor].roarBonus >= roarNeed {
		g.loseCohesion(s, int(s.maneuver.at), 1+int8(bit(double)), "a roar", log)
		g.endIfDecided(s, log)
	}
}

// askRaiseMorale asks the next one who can raise its squads' morale in the lull, in the order of ties in the count, if
// any squad of its side has Cohesion to regain; after the last one it begins the round.
func (g *Game) askRaiseMorale(s *State, log *rules.Log) {
	for ; int(s.cursor) < g.n; s.cursor++ {
		i := int(g.byTieRank[s.cursor])
		if f := &g.fighters[i]; !f.canRaise || !s.isUp(i) || s.seats[i].energy < raiseMoraleCost {
			continue
		}
		falters := func(q int) bool {
			f := &g.fighters[q]
			return f.isSquad() && f.side == g.fighters[i].side && s.isUp(q) && s.seats[q].cohesion() < cohesionMax
		}
		if g.anySeat(falters) {
			s.phase, s.actor = phRaiseMorale, uint8(i)
			return
		}
	}
	s.phase = phRoundBegins
}

// takeRaiseMorale takes the choice to raise morale or not. It raises that of all squads of the side, for Energy of the
// next round.
func (g *Game) takeRaiseMorale(s *State, yes bool, log *rules.Log) {
	i := int(s.actor)
	if yes {
		g.spendEnergy(s, i, raiseMoraleCost, log)
		for q := range g.n {
			if g.fighters[q].isSquad() && !g.foes(q, i) && s.isUp(q) {
				g.regainCohesion(s, q, 1, "spirits raised", log)
			}
		}
	}
	s.cursor++
	g.askRaiseMorale(s, log)
}
