package breath

import (
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
)

// §Zones: where one stands, whom one reaches from there, what moving costs, who holds a zone. An encounter without
// zones is one zone, zoneScene, in which everyone is adjacent and nothing is modified.

// The Front and the Rear of each side.
var (
	fronts = [2]uint8{zoneFirstFront, zoneSecondFront}
	rears  = [2]uint8{zoneFirstRear, zoneSecondRear}
)

// A Front or a Rear of either side.

func isFront(z uint8) bool { return z == zoneFirstFront || z == zoneSecondFront }
func isRear(z uint8) bool  { return z == zoneFirstRear || z == zoneSecondRear }

// neighbours are the zones to which ways lead from each.
var neighbours = [zoneCount][]uint8{
	zoneFirstRear:   {zoneFirstFront, zoneFlank, zoneOutside},
	zoneFirstFront:  {zoneFirstRear, zoneCore, zoneSecondFront, zoneFlank},
	zoneCore:        {zoneFirstFront, zoneSecondFront, zoneFlank},
	zoneSecondFront: {zoneFirstFront, zoneCore, zoneSecondRear, zoneFlank},
	zoneSecondRear:  {zoneSecondFront, zoneFlank, zoneOutside},
	zoneFlank:       {zoneFirstRear, zoneFirstFront, zoneCore, zoneSecondFront, zoneSecondRear, zoneOutside},
	zoneOutside:     {zoneFirstRear, zoneSecondRear, zoneFlank},
	zoneScene:       nil,
}

// farApart is more steps than any shot reaches, for zones between which no way leads.
const farApart = 9

// stepsBetweenZones returns the number of steps between any two zones, by breadth-first search over neighbours.
// Zones that a file leaves out count as well.
func stepsBetweenZones() (steps [zoneCount][zoneCount]uint8) {
	for from := range zoneCount {
		for to := range zoneCount {
			steps[from][to] = farApart
		}
		steps[from][from] = 0
		for queue := []uint8{uint8(from)}; len(queue) > 0; queue = queue[1:] {
			for _, to := range neighbours[queue[0]] {
				if steps[from][to] == farApart {
					steps[from][to] = steps[from][queue[0]] + 1
					queue = append(queue, to)
				}
			}
		}
	}
	return steps
}

// reaches reports whether a technique of seat i can strike seat t from where both stand: in the same zone; hand to hand
// from Front to Front too, and shots over their steps, unless seat t hides.
func (g *Game) reaches(s *State, i, t int, a *technique) bool {
	from, to := s.seats[i].zone, s.seats[t].zone
	if from == to {
		return true
	}
	if s.seats[t].flags&isHidden != 0 {
		return false
	}
	if a.reach == 0 {
		return isFront(from) && isFront(to)
	}
	if from == zoneCore && g.rule.CoreWithin {
		return false // EB-92, K-01: in the Core a bow or gun reaches only the Core
	}
	return g.stepsApart[from][to] <= a.reach
}

// The words for ways, in the order of their constants: wayNames are typed by people and stand in data/tables.yaml,
// wayEvents stand in move events and so in records.
var (
	wayNames  = []string{"walk", "sprint", "gallop", "leap", "steal", "break through", "enter", "force a way", "fight free", "slip away"}
	wayEvents = []string{"walk", "sprint", "gallop", "leap", "stealth", "breakthrough", "enter core", "force core", "leave core", "outside"}
)

// wayCost is the Energy of each way (EB-108 to EB-117). That of wayIntoOutside is in [fighter].outsideEnergy, since
// traits set it.
var wayCost = func() (all [wayCount]int8) {
	for way := range wayIntoOutside {
		all[way] = int8(rows.Maneuvers.Num(wayNames[way], "energy"))
	}
	return all
}()

// coreNeed is what forcing a way into the Core calls for (EB-115).
var coreNeed = int8(rows.Maneuvers.Num("force a way", "need"))

// isWithin reports whether seat k is within so many steps of seat i, with both or neither of them in the Core.
func (g *Game) isWithin(s *State, i, k int, steps uint8) bool {
	a, b := s.seats[i].zone, s.seats[k].zone
	return g.stepsApart[a][b] <= steps && (a == zoneCore) == (b == zoneCore)
}

// moveActions appends the moves open to seat i that it can pay.
func (g *Game) moveActions(s *State, i int, buf []rules.Action) []rules.Action {
	if !g.hasZones || g.isRooted(s, i) {
		return buf
	}
	f, from := &g.fighters[i], s.seats[i].zone
	for _, to := range neighbours[from] {
		if !g.inPlay[to] {
			continue
		}
		for _, w := range g.waysTo(s, i, to) {
			if w == wayCount {
				break
			}
			free := w == wayIntoOutside && f.outsideEnergy <= 0
			if g.moveCost(f, w, from, to) <= s.seats[i].energy && (!free || mayUseZero(s.seats[i].zeroUses, zeroOutside)) {
				buf = append(buf, rules.Action{Do: doMove, At: rules.Nobody, Mode: w, To: to})
			}
		}
	}
	return buf
}

// waysTo returns the ways of seat i from its zone to a neighbouring one, the last followed by wayCount, in an array
// that allocates nothing.
func (g *Game) waysTo(s *State, i int, to uint8) [5]uint8 {
	const no = wayCount
	f, from := &g.fighters[i], s.seats[i].zone
	switch {
	case to == zoneOutside && f.outsideEnergy < 0:
		return [5]uint8{no}
	case to == zoneOutside:
		return [5]uint8{wayIntoOutside, no}
	case from == zoneCore:
		return [5]uint8{wayLeaveCore, no}
	case to == zoneCore && f.coreFree:
		return [5]uint8{wayEnterCore, no}
	case to == zoneCore:
		return [5]uint8{wayForceCore, no}
	case s.ground[to].gate(1-f.side) != 0, g.heldAgainst(s, f.side, to): // the opposing Front too is a walk while nobody holds it
		return [5]uint8{wayBreakThrough, no}
	case g.isSteep(from), g.isSteep(to):
		if f.lightfoot || g.sumSpells(s, i, func(d *rows.SpellEffects) int { return int(bit(d.Lightfoot)) }) > 0 {
			return [5]uint8{wayLeap, no}
		}
		return [5]uint8{no}
	}
	ways, n := [5]uint8{wayWalk, waySprint, no, no, no}, 2
	if f.mounted {
		ways[n] = wayGallop
		n++
	}
	if f.stealth {
		ways[n] = wayStealth
	}
	return ways
}

// isSteep reports whether a zone is high ground without a path, to and from which one has to leap.
func (g *Game) isSteep(z uint8) bool { return g.zones[z].High && !g.zones[z].Path }

// moveCost returns the Energy of a way. Slow ground at either end costs 1 more, but not on the way into the Outside.
func (g *Game) moveCost(f *fighter, way, from, to uint8) int8 {
	if way == wayIntoOutside {
		return f.outsideEnergy
	}
	c := wayCost[way]
	if g.zones[from].Slow || g.zones[to].Slow {
		c++
	}
	return c
}

// isRooted reports whether seat i may not move: held by a stance or fast by a spell, or casting.
func (g *Game) isRooted(s *State, i int) bool {
	c := &s.seats[i]
	if len(g.casters) > 0 && (s.marks[i]&markHeldFast != 0 || g.isCasting(s, i)) { // SP-23
		return true
	}
	return c.flags&isRooted != 0 || c.stance != 0 && g.stances[c.stance-1].rooted == rootHeld
}

// silverTakes is twice the Domination that scattered silver takes from the men among whom it lies.
const silverTakes = 2 * 2

// domination returns twice a side's Domination in a zone: it is in halves until it is rounded. It is the sum of
// those who stand there, less the loss by scattered silver. Nobody dominates the Core.
func (g *Game) domination(s *State, side rules.Side, z uint8) int {
	if z == zoneCore {
		return 0
	}
	sum := 0
	for i := range g.n {
		if s.isUp(i) && g.fighters[i].side == side && s.seats[i].zone == z {
			sum += g.dominationOf(s, i, z)
		}
	}
	if s.ground[z]&silverOn(side) != 0 {
		sum = max(0, sum-silverTakes)
	}
	return sum
}

// dominationOf returns twice seat i's share of its side's Domination in a zone: by grade, Presence and stance,
// of a squad by its heads.
func (g *Game) dominationOf(s *State, i int, z uint8) int {
	if g.fighters[i].isSquad() {
		return g.squadDomination(s, i)
	}
	sum := int(g.fighters[i].domination)
	if st := s.seats[i].stance; st != 0 {
		sum += 2 * int(g.stances[st-1].domination)
		if isFront(z) {
			sum += 2 * int(g.stances[st-1].frontDomination)
		}
	}
	return sum
}

// squadDomination returns twice a squad's Domination in a zone, which is rounded to halves: 2 or 3 for a whole
// squad, by grade, in proportion to the men who stand; half as much again in a shield wall; 1 more for a spear wall in
// a Front.
func (g *Game) squadDomination(s *State, i int) int {
	f := &g.fighters[i]
	whole := 4 + 2*int(bit(f.grade == veteran))
	times, parts := 2+int(bit(g.isInFormation(s, i, shieldWall))), 2*int(f.heads)
	m := (2*whole*times*int(g.heads(s, i)) + parts) / (2 * parts)
	if g.isInFormation(s, i, spearWall) && isFront(s.seats[i].zone) {
		m += 2
	}
	return m
}

// roundedDomination returns a side's Domination in a zone, rounded half up once it is summed.
func (g *Game) roundedDomination(s *State, side rules.Side, z uint8) int {
	return halfRoundedUp(g.domination(s, side, z))
}

// halfRoundedUp returns half of n, rounded up; of a negative n too.
func halfRoundedUp(n int) int { return (n + 1) >> 1 }

// heldAgainst reports whether the other side holds a zone: it stands there and its Domination is greater.
func (g *Game) heldAgainst(s *State, side rules.Side, z uint8) bool {
	for i := range g.n {
		if s.isUp(i) && g.fighters[i].side != side && s.seats[i].zone == z {
			return g.roundedDomination(s, 1-side, z) > g.roundedDomination(s, side, z)
		}
	}
	return false
}

// forceNeed returns the number that 2d10 + Courage must reach to force a way: that of the Core (EB-115) or of a gate;
// elsewhere 11, or 13 where the other side's Domination is at least twice one's own. That of the mover is counted,
// unless a ruling says otherwise: without it, only those with an ally inside could need 11.
func (g *Game) forceNeed(s *State, i int, way, to uint8) int8 {
	if way == wayForceCore {
		return coreNeed
	}
	if need, ok := g.gateNeed(s, i, to); ok {
		return need
	}
	if to == zoneCore {
		return coreNeed // a squad that is ordered into it has no way of its own
	}
	side := g.fighters[i].side
	twice, theirs := g.domination(s, side, to), g.roundedDomination(s, 1-side, to)
	if g.rule.MoverCounts {
		twice += g.dominationOf(s, i, to)
	}
	if theirs > 0 && theirs >= 2*halfRoundedUp(twice) {
		return g.rule.Outnumbered
	}
	return g.rule.Breakthrough
}

// makeMove makes the declared move; a way through enemies waits for dice first (EB-113, EB-115).
func (g *Game) makeMove(s *State, log *rules.Log) {
	if s.phase = phForceWay; s.maneuver.mode != wayBreakThrough && s.maneuver.mode != wayForceCore {
		g.arrive(s, log)
	}
}

// takeForce takes the dice of a way through enemies, a combatant's or a squad's. Whoever fails stays where it is; at
// the Core it is Defenseless until its next breath besides.
func (g *Game) takeForce(s *State, ok bool, log *rules.Log) {
	i, m := s.mover(), s.maneuver
	switch {
	case ok && i != int(s.actor):
		g.enterZone(s, i, m.to, "breakthrough", log)
		s.phase = phZoneEntered
	case ok:
		g.arrive(s, log)
	default:
		s.phase = phManeuverDone
		if i == int(s.actor) && m.mode == wayForceCore && g.rule.CoreFailure {
			g.makeDefenseless(s, i, isShaken, log)
		}
	}
}

// moveNeed returns the number to reach for the move that waits for dice: the actor's, or a squad's advance.
func (g *Game) moveNeed(s *State) int8 {
	way := wayBreakThrough
	if uint16(s.maneuver.do) == doMove {
		way = s.maneuver.mode
	}
	return g.forceNeed(s, s.mover(), way, s.maneuver.to)
}

// enterZone puts a seat into a zone.
func (g *Game) enterZone(s *State, i int, to uint8, how string, log *rules.Log) {
	c := &s.seats[i]
	log.Add(rules.Event{Kind: "move", Seat: g.name(i), From: rows.Zones[c.zone], To: rows.Zones[to], What: how})
	c.zone = to
}

// arrive ends the actor's move in its zone; then the spear walls there may strike.
func (g *Game) arrive(s *State, log *rules.Log) {
	i, m := int(s.actor), s.maneuver
	if s.seats[i].zone == zoneOutside || m.to == zoneOutside {
		s.breath |= breathOutside
	}
	g.enterZone(s, i, m.to, wayEvents[m.mode], log)
	if m.mode == waySprint {
		s.breath |= breathSprint
	}
	switch m.mode {
	case wayStealth, wayIntoOutside:
		if !g.isRevealed(s, g.fighters[i].side, m.to) {
			g.setFlag(s, i, isHidden, "hidden", log)
		}
	default:
		g.clearFlag(s, i, isHidden, "hidden", log) // only stealth keeps one unseen (EB-112)
	}
	if s.phase = phZoneEntered; g.goal.Kind == book.GoalEscape {
		g.endIfDecided(s, log)
	}
}
