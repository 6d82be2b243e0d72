package tempo

import (
	"cmp"
	"math"
	"slices"

	"kokyu/rules"
	"kokyu/rules/tempo/rows"
)

// A second reading of document 004, for everybody who may stand on a map: written from its text and the rulings, plain and
// slow, without short cuts, classes of dice or thresholds merged. It shares the sheet with the engine (who has which ratings,
// weapons and armour) and the fields a fight is written down in; what is offered, what it costs, who may answer, what the dice
// make of it and what stands afterwards it finds by itself.

// reading is the second reading of one encounter.
type reading struct {
	g        *Game
	order    []int // of initiative
	price    [actionCount]rows.Mark
	allowed  [actionCount][statusCount]bool
	answers  [actionCount][actionCount]bool
	replaces [actionCount][actionCount]bool
	inverted [actionCount]bool
	rows     [actionCount][]rows.Row
	seen     map[[2]uint8]bool
}

// newReading takes the printed rows of an encounter.
func newReading(g *Game) *reading {
	r := &reading{g: g, seen: map[[2]uint8]bool{}}
	for i := range g.n {
		r.order = append(r.order, i)
	}
	slices.SortStableFunc(r.order, func(i, k int) int { // R-TP-28
		a, b := &g.seats[i], &g.seats[k]
		if a.skills[reactions] == b.skills[reactions] && a.side != b.side && a.side == g.allied {
			return -1
		} else if a.skills[reactions] == b.skills[reactions] && a.side != b.side {
			return 1
		}
		return cmp.Compare(b.skills[reactions], a.skills[reactions])
	})
	number := func(name string) int { return slices.Index(rows.ActionNames, name) }
	for name, row := range g.Rows.Actions {
		do := number(name)
		r.price[do], r.rows[do], r.inverted[do] = row.AP, row.Outcomes, row.Inverted
		for _, st := range row.Status {
			r.allowed[do][slices.Index(rows.StatusNames, st)] = true
		}
		for _, answered := range row.Answers {
			r.answers[do][number(answered)] = true
		}
		for _, replaced := range row.Replaces {
			r.replaces[do][number(replaced)] = true
		}
	}
	if g.rule.PickUp { // R-TP-60
		r.answers[doCounterAttack][doPickUp] = true
	}
	return r
}

// The map.

func (r *reading) at(sq uint8) (x, y int) {
	return int(sq-1) % int(r.g.ground.Wide), int(sq-1) / int(r.g.ground.Wide)
}

// square returns the one at a column and row, 0 where it is blocked or off the map.
func (r *reading) square(x, y int) uint8 {
	m := &r.g.ground
	if x < 0 || y < 0 || x >= int(m.Wide) || y >= int(m.High) || m.Wall[1+y*int(m.Wide)+x] {
		return 0
	}
	return uint8(1 + y*int(m.Wide) + x)
}

// far returns a distance: a diagonal step is one (R-TP-33).
func (r *reading) far(a, b uint8) int {
	ax, ay := r.at(a)
	bx, by := r.at(b)
	return max(ax-bx, bx-ax, ay-by, by-ay)
}

// beside returns the free squares a step away, the first first.
func (r *reading) beside(sq uint8) (near []uint8) {
	x, y := r.at(sq)
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if to := r.square(x+dx, y+dy); to != 0 && to != sq {
				near = append(near, to)
			}
		}
	}
	return near
}

// sees returns a straight line without a wall on it (R-TP-20).
func (r *reading) sees(a, b uint8) bool {
	if clear, ok := r.seen[[2]uint8{a, b}]; ok {
		return clear
	}
	ax, ay := r.at(min(a, b))
	bx, by := r.at(max(a, b))
	n, clear := r.far(a, b), true
	for k := 1; k < n; k++ {
		along := func(from, to int) int { return from + int(math.Floor(float64(k*(to-from))/float64(n)+0.5)) }
		clear = clear && r.square(along(ax, bx), along(ay, by)) != 0
	}
	r.seen[[2]uint8{a, b}] = clear
	return clear
}

// stands returns who stands on a square, -1 for nobody.
func (r *reading) stands(s *State, sq uint8) int {
	for i := range r.g.n {
		if s.seats[i].status != out && s.seats[i].square == sq {
			return i
		}
	}
	return -1
}

// steps returns how many steps each square is from where somebody stands, past friends, not past foes or walls, within its Base
// Combat Movement.
func (r *reading) steps(s *State, i int) map[uint8]int {
	steps := map[uint8]int{s.seats[i].square: 0}
	last := []uint8{s.seats[i].square}
	for n := 1; n <= int(r.g.seats[i].speed) && len(last) > 0; n++ {
		var next []uint8
		for _, from := range last {
			for _, to := range r.beside(from) {
				k := r.stands(s, to)
				if _, known := steps[to]; known || k >= 0 && r.foes(i, k) {
					continue
				}
				steps[to] = n
				next = append(next, to)
			}
		}
		last = next
	}
	return steps
}

// goals returns the free squares somebody can walk to, the first first.
func (r *reading) goals(s *State, i int) (goals []uint8) {
	for sq := range r.steps(s, i) {
		if r.stands(s, sq) < 0 {
			goals = append(goals, sq)
		}
	}
	slices.Sort(goals)
	return goals
}

// path returns the shortest way, of those the one through the fewest threatened squares, of those the one whose squares come
// first, looked at from its end (R-TP-48, R-TP-57).
func (r *reading) path(s *State, i int, to uint8) []uint8 {
	from := s.seats[i].square
	steps := r.steps(s, i)
	if _, ok := steps[to]; !ok || to == from {
		return []uint8{from}
	}
	threats := map[uint8]int{from: 0} // on the best way to each square
	before := map[uint8]uint8{}
	for n := 1; n <= steps[to]; n++ {
		for sq, k := range steps {
			if k != n {
				continue
			}
			best := uint8(0)
			for _, b := range r.beside(sq) {
				if k, ok := steps[b]; ok && k == n-1 && (best == 0 || threats[b] < threats[best]) {
					best = b
				}
			}
			before[sq], threats[sq] = best, threats[best]
			if r.threatened(s, i, sq) {
				threats[sq]++
			}
		}
	}
	way := []uint8{to}
	for way[0] != from {
		way = slices.Insert(way, 0, before[way[0]])
	}
	return way
}

// threatened reports whether a foe On Guard reaches a square with what it has in hand (R-TP-22).
func (r *reading) threatened(s *State, i int, sq uint8) bool {
	for k := range r.g.n {
		if !r.foes(i, k) || s.seats[k].status != onGuard {
			continue
		}
		for _, w := range r.melee(s, k) {
			if r.comes(s, k, w, sq) {
				return true
			}
		}
	}
	return false
}

// What is in hand.

func (r *reading) foes(i, k int) bool { return r.g.seats[i].side != r.g.seats[k].side }

// armed reports whether a melee weapon is in hand.
func (r *reading) armed(s *State, i int) bool {
	hand := s.seats[i].hand
	return hand != slotNone && !r.g.seats[i].slots[hand].ranged
}

// surfaces returns those of the melee weapon in hand.
func (r *reading) surfaces(s *State, i int) (which []uint8) {
	for w, a := range r.g.seats[i].arms {
		if a.slot != slotNone && a.slot == s.seats[i].hand && !a.ranged {
			which = append(which, uint8(w))
		}
	}
	return which
}

// melee returns what a Counter-Attack is made with: the weapon in hand, or else fists (R-TP-46).
func (r *reading) melee(s *State, i int) []uint8 {
	if r.armed(s, i) {
		return r.surfaces(s, i)
	}
	return []uint8{r.g.seats[i].bareHands}
}

// shooting returns what the ranged weapon in hand can do with the shots it has.
func (r *reading) shooting(s *State, i int) (which []uint8) {
	for w, a := range r.g.seats[i].arms {
		if a.ranged && a.slot == s.seats[i].hand && s.seats[i].shots >= a.shotsUsed {
			which = append(which, uint8(w))
		}
	}
	return which
}

// comes reports whether an arm comes to a square from where its owner stands.
func (r *reading) comes(s *State, i int, w, sq uint8) bool {
	a, from := &r.g.seats[i].arms[w], s.seats[i].square
	if a.ranged {
		return r.sees(from, sq)
	}
	d := r.far(from, sq)
	return int(a.min) <= d && d <= int(a.max)
}

// cost returns the AP of an action: as printed, of the surface used, or the least of the weapon in hand (R-TP-27).
func (r *reading) cost(s *State, i int, do uint16, w uint8) int {
	if r.price[do].Word == "" {
		return r.price[do].N
	}
	f := &r.g.seats[i]
	switch do {
	case doMelee, doFeint, doPress, doRanged, doUnarmed, doCounterAttack, doCounterFire, doDouble, doCTCounter:
		return int(f.arms[w].cost)
	}
	least := 99
	for _, a := range f.arms {
		if a.slot == s.seats[i].hand {
			least = min(least, int(a.cost))
		}
	}
	return least
}

// can reports whether a status allows an action and the AP pay for it (TP-20).
func (r *reading) can(s *State, i int, do uint16, w uint8) bool {
	return r.allowed[do][s.seats[i].status] && r.cost(s, i, do, w) <= int(s.seats[i].ap)
}

// What may be done.

// offers returns the decisions of the moment, in their order.
func (r *reading) offers(s *State) []rules.Action {
	alone := func(do uint16) rules.Action { return rules.Action{Do: do, At: rules.Nobody} }
	switch s.phase {
	case phBegin:
		all := []rules.Action{{Do: doBegin, At: rules.Seat(s.actor)}}
		for _, k := range r.order {
			if r.foes(int(s.actor), k) && s.seats[k].status != out {
				return append(all, rules.Action{Do: doBegin, At: rules.Seat(k)})
			}
		}
		return all
	case phTurn:
		return append(r.proactive(s), alone(doEnd))
	case phSecret:
		return []rules.Action{alone(doEarnest), alone(doFeign)}
	case phReact:
		return append(r.reactions(s, int(s.by)), alone(doNothing))
	case phTempo:
		return append(r.tempi(s), alone(doKeep))
	case phStep:
		return r.ways(s)
	}
	return nil
}

// proactive returns the table of what each status allows on one's own turn (TP-16).
func (r *reading) proactive(s *State) (all []rules.Action) {
	i := int(s.actor)
	c, f := &s.seats[i], &r.g.seats[i]
	partner := rules.Seat(c.partner - 1)
	at := func(do uint16, w uint8, foe rules.Seat) {
		if r.can(s, i, do, w) {
			all = append(all, rules.Action{Do: do, With: w, At: foe})
		}
	}
	switch c.status {
	case bound:
		at(doDisarm, 0, partner)
		if r.grip(s, i, int(partner)) != 0 {
			at(doGrapple, 0, partner)
		}
		for _, w := range r.surfaces(s, i) {
			at(doPress, w, partner)
		}
		at(doWithdraw, 0, partner)
		return all
	case pinned:
		at(doEscape, 0, partner)
		return all
	case grappled:
		at(doEscape, 0, partner)
		if s.seats[partner].status != pinned { // R-TP-52
			at(doPin, 0, partner)
		}
		for _, w := range r.surfaces(s, i) {
			if a := &f.arms[w]; r.g.rule.DaggerInGrapple && a.min == 0 && int(a.cost) <= int(c.ap) { // R-TP-59
				all = append(all, rules.Action{Do: doMelee, With: w, At: partner})
			}
		}
		at(doUnarmed, f.bareHands, partner)
		return all
	}
	at(doReady, 0, rules.Nobody)
	for w := range f.arms {
		r.strikes(s, i, uint8(w), at)
	}
	all = append(all, r.hands(s, i)...)
	return append(all, r.moves(s, i)...)
}

// strikes are an arm's blows or shots at every foe it comes to, and with a ranged weapon that gains by it an Aim (R-TP-24).
func (r *reading) strikes(s *State, i int, w uint8, at func(do uint16, w uint8, foe rules.Seat)) {
	a, c := &r.g.seats[i].arms[w], &s.seats[i]
	for k := range r.g.n {
		if s.seats[k].status == out || !r.foes(i, k) || !r.comes(s, i, w, s.seats[k].square) {
			continue
		}
		switch {
		case a.slot == slotNone:
			at(doUnarmed, w, rules.Seat(k))
		case a.slot != c.hand:
		case !a.ranged:
			at(doMelee, w, rules.Seat(k))
		case c.shots >= a.shotsUsed:
			at(doRanged, w, rules.Seat(k))
			if a.unaimed != a.aimed && s.aimedAt != uint8(1+k) {
				at(doAim, w, rules.Seat(k))
			}
		}
	}
}

// hands: to reload, all at once or the half of it, to draw, to pick up (R-TP-39).
func (r *reading) hands(s *State, i int) (all []rules.Action) {
	c, f := &s.seats[i], &r.g.seats[i]
	if c.hand != slotNone && f.slots[c.hand].ranged && r.allowed[doReload][c.status] {
		first := slices.IndexFunc(f.arms, func(a arm) bool { return a.slot == c.hand })
		most := min(int(f.slots[c.hand].reload)-int(c.loadingAP), int(c.ap))
		if c.shots < f.arms[first].shotsUsed && most > 0 {
			if half := most - most/2; half < most {
				all = append(all, rules.Action{Do: doReload, N: int16(half), At: rules.Nobody})
			}
			all = append(all, rules.Action{Do: doReload, N: int16(most), At: rules.Nobody})
		}
	}
	for slot := range uint8(2) {
		if !f.slots[slot].present || slot == c.hand {
			continue
		}
		if c.lostAt[slot] == 0 && r.can(s, i, doDraw, 0) {
			all = append(all, rules.Action{Do: doDraw, With: slot, At: rules.Nobody})
		}
		if c.lostAt[slot] == c.square && r.can(s, i, doPickUp, 0) {
			all = append(all, rules.Action{Do: doPickUp, With: slot, At: rules.Nobody})
		}
	}
	return all
}

// moves are Moves to every free square within reach, and Combat Moves to those at most one nearer to the nearest foe or
// farther from it (TP-39).
func (r *reading) moves(s *State, i int) (all []rules.Action) {
	goals, from := r.goals(s, i), s.seats[i].square
	if r.can(s, i, doMove, 0) {
		for _, sq := range goals {
			all = append(all, rules.Action{Do: doMove, At: rules.Nobody, To: sq})
		}
	}
	foe := -1
	for _, k := range r.order {
		if s.seats[k].status != out && r.foes(i, k) && (foe < 0 || r.far(from, s.seats[k].square) < r.far(from, s.seats[foe].square)) {
			foe = k
		}
	}
	if r.can(s, i, doCombatMove, 0) {
		for _, sq := range goals {
			if d := r.far(sq, s.seats[foe].square) - r.far(from, s.seats[foe].square); -1 <= d && d <= 1 {
				all = append(all, rules.Action{Do: doCombatMove, At: rules.Seat(foe), To: sq})
			}
		}
	}
	return all
}

// passed returns the squares the action under way leads over: of a move its path, else where its actor stands.
func (r *reading) passed(s *State) []uint8 {
	if do := uint16(s.do); do == doMove || do == doCombatMove {
		return r.path(s, int(s.actor), s.to)
	}
	return []uint8{s.seats[s.actor].square}
}

// reactions returns what somebody may answer the action under way with (TP-06, R-TP-20).
func (r *reading) reactions(s *State, k int) (all []rules.Action) {
	i, do, c := int(s.actor), uint16(s.do), &s.seats[k]
	if !r.foes(i, k) || c.status == out {
		return nil
	}
	add := func(answer uint16, w uint8) {
		if r.answers[answer][do] && r.can(s, k, answer, w) {
			all = append(all, rules.Action{Do: answer, With: w, At: rules.Seat(i)})
		}
	}
	crossed := func(w uint8, squares []uint8) bool {
		return slices.ContainsFunc(squares, func(sq uint8) bool { return r.comes(s, k, w, sq) })
	}
	switch do {
	case doMove, doCombatMove, doAim, doReload, doDraw, doPickUp: // of everybody concerned
		if c.status != onGuard {
			return nil
		}
		way := r.passed(s)
		for _, w := range r.melee(s, k) {
			if crossed(w, way) {
				add(doCounterAttack, w)
			}
		}
		for _, w := range r.shooting(s, k) {
			if crossed(w, way) {
				add(doCounterFire, w)
			}
		}
		if r.far(c.square, way[len(way)-1]) < r.far(c.square, way[0]) {
			add(doRetreat, 0)
		}
		return all
	}
	if k != int(s.at) || c.status > onGuard && int(c.partner) != 1+i {
		return nil // R-TP-20, R-TP-23
	}
	switch c.status {
	case onGuard:
		if do == doRanged && r.far(c.square, s.seats[i].square) > int(r.g.seats[i].arms[s.with].speed) { // TP-103
			add(doDodge, 0)
		}
		if r.armed(s, k) {
			add(doParry, 0)
		}
		add(doEvade, 0)
		for _, w := range r.melee(s, k) {
			if crossed(w, r.passed(s)) {
				add(doCounterAttack, w)
			}
		}
	case bound, grappled:
		add(doWind, 0)
		for _, w := range r.surfaces(s, k) {
			add(doDouble, w)
		}
		if do == doMelee && r.can(s, k, doStruggle, 0) { // R-TP-59
			all = append(all, rules.Action{Do: doStruggle, At: rules.Seat(i)})
		}
		add(doStruggle, 0)
	}
	return all
}

// tempi returns the counter-tempo actions (TP-07, R-TP-04 to R-TP-06, R-TP-47).
func (r *reading) tempi(s *State) (all []rules.Action) {
	i := int(s.actor)
	was, answer := uint16(s.do), uint16(s.seats[s.at].reaction)
	if was != doMelee || answer == doNothing {
		return nil
	}
	if s.feint == 1 {
		was = doFeint
	}
	add := func(do uint16, w uint8, answers bool) {
		if r.replaces[do][was] && answers && r.allowed[do][s.seats[i].status] && r.dearer(s, do, w) <= int(s.seats[i].ap) {
			all = append(all, rules.Action{Do: do, With: w, At: rules.Seat(s.at)})
		}
	}
	for _, w := range r.surfaces(s, i) {
		if r.comes(s, i, w, s.seats[s.at].square) && (was == doFeint || w != s.with) {
			add(doCTCounter, w, r.answers[doCTCounter][answer] || was == doFeint && answer == doParry)
		}
	}
	add(doCTParry, 0, r.answers[doCTParry][answer])
	return all
}

// dearer is by how much a replacement is dearer than what it replaces (TP-08, TP-09).
func (r *reading) dearer(s *State, do uint16, w uint8) int {
	i := int(s.actor)
	return max(0, r.cost(s, i, do, w)-r.cost(s, i, uint16(s.do), s.with))
}

// ways returns the squares an outcome lets somebody step on, to stay first (R-TP-11, R-TP-14).
func (r *reading) ways(s *State) []rules.Action {
	all := []rules.Action{{Do: doStep, At: rules.Nobody}}
	add := func(sq uint8) { all = append(all, rules.Action{Do: doStep, At: rules.Nobody, To: sq}) }
	k, i := int(s.by), int(s.actor)
	if uint16(s.do) == doWithdraw {
		add(r.back(s, i, int(s.at)))
		return all
	}
	for _, sq := range r.goals(s, k) {
		farther := r.far(sq, s.seats[i].square) - r.far(s.seats[k].square, s.seats[i].square)
		switch {
		case k == i, s.seats[k].effectRow == 2 && farther > 0, s.seats[k].effectRow == 1 && (farther == 0 || farther == 1 || farther == -1 && r.g.rule.RetreatMayClose):
			add(sq)
		}
	}
	return all
}

// back returns the square straight away from somebody, 0 if it is not free.
func (r *reading) back(s *State, i, from int) uint8 {
	x, y := r.at(s.seats[i].square)
	fx, fy := r.at(s.seats[from].square)
	sq := r.square(x+cmp.Compare(x, fx), y+cmp.Compare(y, fy))
	if sq != 0 && r.stands(s, sq) >= 0 {
		return 0
	}
	return sq
}

// grip returns where one grapples from: where it stands if that is beside the other, else the nearest free square beside it, 0 if
// there is none (R-TP-62).
func (r *reading) grip(s *State, i, k int) (best uint8) {
	from := s.seats[i].square
	if r.far(from, s.seats[k].square) <= 1 {
		return from
	}
	for _, sq := range r.beside(s.seats[k].square) {
		if r.stands(s, sq) < 0 && (best == 0 || r.far(from, sq) < r.far(from, best)) {
			best = sq
		}
	}
	return best
}
