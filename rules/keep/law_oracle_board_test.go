package keep

import (
	"math"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
)

// A second reading of any position on the board, written from the text and the rulings: plain and slow, every question asked
// anew. It shares with the engine how a sheet, a map and a position are written down, and nothing that works anything out.
// This file has the order of things and the actions of a turn, law_oracle_blow_test.go what is tested, contested and struck.

// reading is a position that is read a second time.
type reading struct {
	g *Game
	s State
}

// ask returns a decision or an outcome that names nobody.
func ask(do uint16) rules.Action { return rules.Action{Do: do, At: rules.Nobody} }

func (r *reading) man(i int) *seat           { return &r.s.seats[i] }
func (r *reading) sheet(i int) *fighter      { return &r.g.seats[i] }
func (r *reading) actor() int                { return int(r.s.actor) }
func (r *reading) simple(n int) bool         { return int(r.s.simpleLeft) >= n }
func (r *reading) has(i int, st status) bool { return r.man(i).status&st != 0 }
func (r *reading) hostile(i, k int) bool     { return r.sheet(i).side != r.sheet(k).side }
func (r *reading) rides(i int) bool          { return r.man(i).mount != 0 && !r.sheet(i).steed }
func (r *reading) ridden(i int) bool         { return r.man(i).mount != 0 && r.sheet(i).steed }
func (r *reading) under(i int) int           { return int(r.man(i).mount) - 1 }

// which returns the seats that something is true of.
func (r *reading) which(is func(k int) bool) (some []int) {
	for k := range r.g.n {
		if is(k) {
			some = append(some, k)
		}
	}
	return some
}

// Wounds (RK-55 to RK-58, RK-73 to RK-76).

func (r *reading) earth(i int) int {
	return max(1, min(10, r.sheet(i).rings[ringEarth]+int(r.man(i).earthChange)))
}

// falls returns the Wounds from which one is Downed, Out and Dead.
func (r *reading) falls(i int) (downed, out, dead int) {
	e := r.earth(i)
	if r.sheet(i).mook {
		return 12*e + 1, 12*e + 1, 14*e + 1
	}
	return 15*e + 1, 17*e + 1, 19*e + 1
}

// off returns what Wounds and sleepless nights take off tests and contests (RK-59, RK-60, RK-198).
func (r *reading) off(i int) (n int) {
	e, w := r.earth(i), int(r.man(i).wounds)
	steps := []struct{ from, off int }{{5*e + 1, 3}, {7*e + 1, 5}, {9*e + 1, 10}, {11*e + 1, 15}, {13*e + 1, 20}, {15*e + 1, 40}}
	if r.sheet(i).mook {
		steps = []struct{ from, off int }{{4*e + 1, 10}, {8*e + 1, 20}, {12*e + 1, 40}}
	}
	for _, step := range steps {
		if w >= step.from {
			n = step.off
		}
	}
	return n + 5*r.sheet(i).sleeplessDays
}

func (r *reading) conscious(i int) bool {
	_, out, _ := r.falls(i)
	return !r.has(i, gone) && int(r.man(i).wounds) < out
}

func (r *reading) able(i int) bool { return r.conscious(i) && !r.has(i, incapacitated) }

// takes gives Wounds; who is Out lets go of all, and leaves the board unless it may bleed (R-RK-67, R-RK-76).
func (r *reading) takes(i, n int) {
	c := r.man(i)
	_, out, dead := r.falls(i)
	was := int(c.wounds)
	c.wounds = uint8(min(was+n, dead))
	if n > 0 {
		r.s.eventful = 1
	}
	if was < out && int(c.wounds) >= out {
		r.collapses(i)
	}
	if int(c.wounds) >= dead || int(c.wounds) >= out && r.g.rule.Bleeding == 0 {
		*c = seat{wounds: c.wounds, place: c.place, earthChange: c.earthChange}
	}
}

func (r *reading) collapses(i int) {
	c := r.man(i)
	if c.grapple != 0 {
		r.freed(i)
	}
	for _, item := range r.inHand(i) {
		r.lies(item, c.square)
	}
	if c.mount != 0 {
		k := r.under(i)
		r.dismounted(i)
		if r.sheet(i).steed {
			r.prone(k)
		}
	}
	for k := range r.g.n {
		r.man(k).guards &^= 1 << i
		if int(r.man(k).brokeFrom)%16 == 1+i {
			r.man(k).brokeFrom = 0
		}
	}
	*c = seat{wounds: c.wounds, square: c.square, place: c.place, earthChange: c.earthChange}
}

func (r *reading) prone(i int) {
	if r.conscious(i) {
		r.man(i).status |= prone
	}
}

// dismounted parts a rider and a steed; what the steed had left of this turn is lost with it.
func (r *reading) dismounted(i int) {
	k := r.under(i)
	r.man(i).mount, r.man(k).mount = 0, 0
	if r.actor() == i && !r.sheet(i).steed || r.actor() == k && !r.sheet(k).steed {
		r.s.steedSimpleLeft, r.s.riding = 0, 0
	}
}

// The board (R-RK-52 to R-RK-56).

func (r *reading) x(sq uint8) int { return int(sq) % int(r.g.ground.Wide) }
func (r *reading) y(sq uint8) int { return int(sq) / int(r.g.ground.Wide) }

func distance(x, y int) int { return max(x, -x, y, -y) }

func (r *reading) far(a, b uint8) int { return distance(r.x(a)-r.x(b), r.y(a)-r.y(b)) }

func (r *reading) between(i, k int) int { return r.far(r.man(i).square, r.man(k).square) }

// open returns a square of the board that is no wall.
func (r *reading) open(x, y int) (sq uint8, ok bool) {
	if x < 0 || y < 0 || x >= int(r.g.ground.Wide) || y >= int(r.g.ground.High) {
		return 0, false
	}
	sq = uint8(y*int(r.g.ground.Wide) + x)
	return sq, !r.g.ground.Wall[sq]
}

// line returns the squares on the straight line between the centres of two, from the lower to the higher; between two squares
// the one further on.
func (r *reading) line(a, b uint8) (on []uint8) {
	if a > b {
		a, b = b, a
	}
	n := r.far(a, b)
	for k := 1; k < n; k++ {
		at := func(from, to int) int {
			return from + int(math.Floor(float64(k*(to-from))/float64(n)+0.5))
		}
		on = append(on, uint8(at(r.y(a), r.y(b))*int(r.g.ground.Wide)+at(r.x(a), r.x(b))))
	}
	return on
}

func (r *reading) sees(a, b uint8) bool {
	return !slices.ContainsFunc(r.line(a, b), func(sq uint8) bool { return r.g.ground.Wall[sq] })
}

// on returns those who stand on a square; a steed that is ridden leaves that to its rider.
func (r *reading) on(sq uint8) []int {
	return r.which(func(k int) bool { return r.conscious(k) && !r.ridden(k) && r.man(k).square == sq })
}

func (r *reading) empty(sq uint8, but ...int) bool {
	return !slices.ContainsFunc(r.on(sq), func(k int) bool { return !slices.Contains(but, k) })
}

func (r *reading) puts(i int, sq uint8) {
	r.man(i).square = sq
	if r.man(i).mount != 0 {
		r.man(r.under(i)).square = sq
	}
}

// Weapons and hands (R-RK-54, R-RK-57).

// way returns the first way to strike with an item, nil if there is no such weapon.
func (r *reading) way(item uint8) *arm {
	for j := range r.g.arms {
		if r.g.arms[j].item == item {
			return &r.g.arms[j]
		}
	}
	return nil
}

func (r *reading) ready(i int, item uint8) bool {
	at := r.s.items[item].at
	return at&(itemReady|itemLying|itemGone) == itemReady && int(at)%seatsMax == i
}

// inHand returns the weapons one has ready that are no part of its body.
func (r *reading) inHand(i int) (items []uint8) {
	for item := range uint8(itemsMax) {
		if a := r.way(item); a != nil && !a.natural && r.ready(i, item) {
			items = append(items, item)
		}
	}
	return items
}

func (r *reading) freeHands(i int) int {
	n := 2
	for _, item := range r.inHand(i) {
		n--
		if r.way(item).size == large {
			n--
		}
	}
	return n
}

func (r *reading) lies(item, square uint8) {
	r.s.items[item] = thing(itemLying|r.s.items[item].at&itemUnstrung, square)
}

func thing(at, square uint8) item { return item{at: at, square: square} }

// threat returns how far one strikes hand to hand with what it has ready; nothing if it cannot act.
func (r *reading) threat(i int) (n int) {
	if !r.able(i) {
		return 0
	}
	n = 1
	for j := range r.g.arms {
		if a := &r.g.arms[j]; a.item != noItem && a.kind == melee && r.ready(i, a.item) {
			n = max(n, int(a.reach))
		}
	}
	return n
}

// Stances (RK-79 to RK-95, RK-187, RK-206, RK-211).

func (r *reading) lawful(i int, st stance) bool {
	c := r.man(i)
	if c.stun != 0 && (st == water || st == fire || st == void) || r.has(i, prone) && (st == earth || st == fire || st == void) {
		return false
	}
	return !(r.rides(i) && st == fire)
}

// benefits reports whether one has what a stance gives (R-RK-09, RK-197).
func (r *reading) benefits(i int, st stance) bool {
	tired := r.sheet(i).exhausted || r.sheet(i).sleeplessDays != 0
	return r.man(i).stance == st && r.lawful(i, st) && !(tired && (st == earth || st == fire))
}

func (r *reading) stances(i int) (all []rules.Action) {
	for _, st := range []stance{water, air, earth, fire, void} {
		if st == void && (r.sheet(i).mook && !r.g.rule.MookVoid || !r.g.rule.VoidTwice && r.man(i).turnMarks&wasVoid != 0) || !r.lawful(i, st) {
			continue
		}
		a := ask(doStance)
		a.With = uint8(st)
		all = append(all, a)
	}
	return all
}

func (r *reading) stand(i int, st stance) {
	c := r.man(i)
	c.stance = st
	c.turnMarks &^= wasVoid
	if st == void && !r.g.rule.VoidTwice {
		c.turnMarks |= wasVoid
	}
}

// Initiative (RK-03 to RK-06, R-RK-05, R-RK-72).

// queue is an order of seats, the first first.
type queue []int

func (r *reading) queues() (lasting, passing queue) {
	lasting, passing = make(queue, r.g.n), make(queue, r.g.n)
	for i := range r.g.n {
		lasting[r.man(i).place>>4], passing[r.man(i).place&15] = i, i
	}
	return lasting, passing
}

func (r *reading) lineUp(lasting, passing queue) {
	for i := range r.g.n {
		r.man(i).place = uint8(slices.Index(lasting, i))<<4 | uint8(slices.Index(passing, i))
	}
}

func (r *reading) rolledValue(i int) int { return int(r.man(i).initiative) }

func (r *reading) value(i int) int {
	n := r.rolledValue(i)
	if r.man(i).turnMarks&beganVoid != 0 {
		n += 5 * r.sheet(i).rank
	}
	return n
}

// requeued returns an order in which some have new values: each goes behind everybody whose value is not lower.
func (q queue) requeued(changed []int, value func(int) int) queue {
	out := slices.DeleteFunc(slices.Clone(q), func(i int) bool { return slices.Contains(changed, i) })
	for _, i := range changed {
		at := 0
		for k, o := range out {
			if value(o) >= value(i) {
				at = k + 1
			}
		}
		out = slices.Insert(out, at, i)
	}
	return out
}

func (r *reading) changed(some ...int) {
	lasting, passing := r.queues()
	r.lineUp(lasting.requeued(some, r.rolledValue), passing.requeued(some, r.value))
}

// rolls waits for the next initiative roll from seat i on; with the last one the order is made.
func (r *reading) rolls(i int) {
	for ; i < r.g.n; i++ {
		if r.sheet(i).initiative == 0 {
			r.s.phase, r.s.by = phInitiative, uint8(i)
			return
		}
	}
	q := queue{}
	for i := range r.g.n {
		q = append(q, i)
	}
	slices.SortStableFunc(q, func(a, b int) int { return r.rolledValue(b) - r.rolledValue(a) })
	r.lineUp(q, q)
	r.draws()
}

// tied returns the first who share a value and have no place among each other yet.
func (r *reading) tied() []int {
	lasting, _ := r.queues()
	for _, i := range lasting {
		var some []int
		for _, k := range lasting {
			if r.rolledValue(k) == r.rolledValue(i) && r.s.answered&(1<<k) == 0 {
				some = append(some, k)
			}
		}
		if len(some) > 1 {
			return some
		}
	}
	return nil
}

func (r *reading) draws() {
	if some := r.tied(); some != nil {
		r.s.phase, r.s.by = phTie, uint8(some[0])
		return
	}
	r.forgetAction()
	r.openings()
}

func (r *reading) drawn(i int) {
	some := r.tied()
	lasting, _ := r.queues()
	at := slices.Index(lasting, some[0])
	lasting = slices.DeleteFunc(lasting, func(k int) bool { return k == i })
	lasting = slices.Insert(lasting, at, i)
	r.lineUp(lasting, lasting)
	r.s.answered |= 1 << i
	if len(some) == 2 {
		r.s.answered |= 1<<some[0] | 1<<some[1]
	}
	r.draws()
}

func (r *reading) openings() {
	_, passing := r.queues()
	for _, i := range slices.Backward(passing) {
		if r.man(i).stance == noStance {
			r.s.phase, r.s.by = phOpening, uint8(i)
			return
		}
	}
	r.s.by = 0
	r.roundBegins()
}

// Rounds and turns (RK-09 to RK-27).

func (r *reading) forgetAction() {
	s := &r.s
	kept := *s
	*s = State{seats: kept.seats, items: kept.items, grapples: kept.grapples, round: kept.round, firstRound: kept.firstRound,
		phase: kept.phase, actor: kept.actor, over: kept.over, tacticsPools: kept.tacticsPools,
		quietRounds: kept.quietRounds, eventful: kept.eventful, simpleLeft: kept.simpleLeft, did: kept.did, said: kept.said, smallActions: kept.smallActions,
		moved: kept.moved, lowestWater: kept.lowestWater, steedSimpleLeft: kept.steedSimpleLeft, riding: kept.riding}
}

func (r *reading) forgetTurn() {
	r.forgetAction()
	s := &r.s
	kept := *s
	*s = State{seats: kept.seats, items: kept.items, grapples: kept.grapples, round: kept.round, firstRound: kept.firstRound,
		phase: kept.phase, actor: kept.actor, over: kept.over, tacticsPools: kept.tacticsPools,
		quietRounds: kept.quietRounds, eventful: kept.eventful}
}

func (r *reading) roundBegins() {
	r.s.actor, r.s.eventful = 0, 0
	r.forgetTurn()
	var began []int
	lasting, _ := r.queues()
	for _, i := range lasting {
		c := r.man(i)
		c.spent, c.swappedWith, c.turnMarks = 0, 0, c.turnMarks&wasVoid
		if r.conscious(i) && r.benefits(i, void) {
			c.turnMarks |= beganVoid
			began = append(began, i)
		}
	}
	r.lineUp(lasting, lasting.requeued(began, r.value))
	r.declarations()
}

// hasTurns leaves out the steed that is ridden: it moves in its rider's.
func (r *reading) hasTurns(i int) bool { return r.able(i) && !r.ridden(i) }

func (r *reading) declarations() {
	_, passing := r.queues()
	for _, i := range slices.Backward(passing) {
		if c := r.man(i); c.turnMarks&declared == 0 && c.voidPoints > 0 && r.hasTurns(i) {
			r.s.phase, r.s.by = phRound, uint8(i)
			return
		}
	}
	for i := range r.g.n {
		r.man(i).turnMarks &^= declared
	}
	r.s.by = 0
	r.nextTurn()
}

// declares lists Accelerate, Deflect and Swap (RK-172, RK-173, RK-175, RK-180).
func (r *reading) declares(i int) (all []rules.Action) {
	c := r.man(i)
	with := func(do uint16, k int) { all = append(all, rules.Action{Do: do, At: rules.Seat(k)}) }
	all = append(all, ask(doNoMore))
	if c.spent&accelerate == 0 {
		with(doAccelerate, i)
		if c.swappedWith != 0 {
			with(doAccelerate, int(c.swappedWith)-1)
		}
	}
	if c.spent&deflect == 0 {
		all = append(all, ask(doDeflect))
	}
	if c.spent&swap == 0 {
		for _, k := range r.which(func(k int) bool { return k != i && !r.hostile(i, k) && r.hasTurns(k) }) {
			with(doSwap, k)
		}
	}
	return all
}

func (r *reading) point(i int, use spent) {
	r.man(i).voidPoints--
	r.man(i).spent |= use
}

func (r *reading) declare(a rules.Action) {
	i, k := int(r.s.by), int(a.At)
	c := r.man(i)
	switch a.Do {
	case doAccelerate:
		r.point(i, accelerate)
		r.man(k).initiative = uint8(min(255, int(r.man(k).initiative)+10))
		r.changed(k)
	case doDeflect:
		r.point(i, deflect)
	case doSwap:
		r.point(i, swap)
		o := r.man(k)
		c.initiative, o.initiative = o.initiative, c.initiative
		c.swappedWith, o.swappedWith = uint8(1+k), uint8(1+i)
		r.changed(i, k)
	}
	if a.Do != doNoMore && c.voidPoints > 0 && len(r.declares(i)) > 1 {
		return
	}
	c.turnMarks |= declared
	r.declarations()
}

func (r *reading) nextTurn() {
	r.forgetTurn()
	for i := range r.g.n {
		r.man(i).grapple &^= grappleEndOffered
	}
	_, passing := r.queues()
	for _, i := range passing {
		c := r.man(i)
		if c.turnMarks&acted != 0 || !r.hasTurns(i) {
			continue
		}
		r.s.actor = uint8(i)
		c.guards, c.earthBonus = 0, 0
		if c.brokeFrom != 0 {
			c.brokeFrom |= brokeLastTurn
		}
		r.s.simpleLeft, r.s.steedSimpleLeft = 2, uint8(r.steedActions(i))
		if r.s.firstRound == 0 {
			r.s.phase = phStance
			return
		}
		r.stanceKnown()
		return
	}
	r.s.actor = 0
	r.readying()
}

// steedActions returns the two Simple Actions a steed has of its own, to move with.
func (r *reading) steedActions(i int) int {
	if r.rides(i) && r.able(r.under(i)) {
		return 2
	}
	return 0
}

func (r *reading) stanceKnown() {
	i := r.actor()
	if r.s.simpleLeft = 2; r.man(i).stance == void {
		r.s.simpleLeft = 0
	}
	if r.man(i).grapple != 0 {
		r.forgetAction()
		r.vying()
		return
	}
	r.goesOn()
}

// goesOn is the turn after an action: more of it if there is anything to do, else its end (RK-24).
func (r *reading) goesOn() {
	r.forgetAction()
	if r.able(r.actor()) && len(r.deeds()) > 1 {
		r.s.phase = phAct
		return
	}
	r.turnEnds()
}

func (r *reading) turnEnds() {
	c := r.man(r.actor())
	c.turnMarks |= acted
	if c.focus&hurtHead != 0 {
		c.stun = 0
	}
	c.focus = 0
	if c.brokeFrom&brokeLastTurn != 0 {
		c.brokeFrom = 0
	}
	r.nextTurn()
}

// readying is the Readying Phase (RK-189, RK-217, RK-218, R-RK-12, R-RK-46).
func (r *reading) readying() {
	stun, rally := r.s.answered, r.s.voidTakers
	r.forgetAction()
	r.s.answered, r.s.voidTakers = stun, rally
	_, passing := r.queues()
	for _, i := range slices.Backward(passing) {
		if !r.conscious(i) {
			continue
		}
		if r.man(i).stun != 0 && r.s.answered&(1<<i) == 0 {
			r.s.answered |= 1 << i
			r.s.do = uint8(doShake)
			r.testing(i)
			return
		}
		if r.has(i, incapacitated) && r.s.voidTakers&(1<<i) == 0 {
			r.s.voidTakers |= 1 << i
			if !r.has(i, recoversNext) {
				r.s.do = uint8(doRally)
				r.testing(i)
				return
			}
			r.man(i).status &^= incapacitated | recoversNext
		}
	}
	r.roundEnds()
}

func (r *reading) roundEnds() {
	r.forgetAction()
	g, s := r.g, &r.s
	if g.rule.Bleeding > 0 {
		for i := range g.n {
			if _, out, dead := r.falls(i); !r.has(i, gone|tended) && int(r.man(i).wounds) >= out && int(r.man(i).wounds) < dead {
				r.takes(i, int(g.rule.Bleeding))
			}
		}
	}
	s.quietRounds++
	if s.eventful != 0 {
		s.quietRounds = 0
	}
	s.eventful = 0
	switch {
	case r.decided():
	case g.goal.Kind == book.GoalLast && s.round >= g.goal.Rounds:
		r.over(r.wonBy(g.goal.Side))
	case int(s.quietRounds) >= int(g.rule.StandOff):
		r.over(rules.EndDraw)
	case s.round >= g.rounds:
		r.over(g.capEnding)
	default:
		s.round, s.firstRound = s.round+1, 0
		r.roundBegins()
	}
}

func (r *reading) wonBy(side rules.Side) uint8 { return []uint8{rules.EndFirst, rules.EndSecond}[side] }

func (r *reading) over(how uint8) {
	s := r.s
	r.s = State{seats: s.seats, items: s.items, grapples: s.grapples, round: s.round, firstRound: s.firstRound, phase: phOver, over: how}
}

// decided ends the fight when a side has nobody left, or somebody has what he wants (R-RK-75).
func (r *reading) decided() bool {
	down := func(i int) bool {
		downed, out, _ := r.falls(i)
		if r.g.rule.EndsOut {
			downed = out
		}
		return r.has(i, gone) || int(r.man(i).wounds) >= downed
	}
	lost := func(side rules.Side) bool {
		return len(r.which(func(i int) bool { return r.sheet(i).side == side && !r.sheet(i).steed && !down(i) })) == 0
	}
	fled := func(side rules.Side) bool {
		return len(r.which(func(i int) bool { return r.sheet(i).side == side && !r.sheet(i).steed && r.has(i, gone) })) > 0
	}
	goal := r.g.goal
	switch {
	case goal.Kind == book.GoalEscape && lost(goal.Side) && fled(goal.Side):
		r.over(r.wonBy(goal.Side))
	case lost(0) && lost(1):
		r.over(rules.EndDraw)
	case lost(0):
		r.over(rules.EndSecond)
	case lost(1):
		r.over(rules.EndFirst)
	case goal.Kind == book.GoalDown && down(int(goal.Who)):
		r.over(r.wonBy(goal.Side))
	case goal.Kind == book.GoalProtect && down(int(goal.Who)):
		r.over(r.wonBy(1 - goal.Side))
	default:
		return false
	}
	return true
}

// The actions of a turn (RK-18 to RK-43).

func (r *reading) deeds() (all []rules.Action) {
	i := r.actor()
	c := r.man(i)
	end := ask(doEnd)
	if c.escapeNumber != 0 {
		if r.simple(2) {
			all = append(all, ask(doEscape))
		}
		return append(all, end)
	}
	if c.grapple != 0 {
		return append(r.grappleDeeds(), end)
	}
	if r.simple(2) {
		all = append(all, r.blows()...)
		all = append(all, r.grapples()...)
		all = append(all, r.complex()...)
	}
	all = append(all, r.guardings()...)
	all = append(all, r.moves()...)
	all = append(all, r.footing()...)
	all = append(all, r.handling()...)
	all = append(all, r.speaking()...)
	return append(all, end)
}

func (r *reading) complex() (all []rules.Action) {
	i := r.actor()
	c := r.man(i)
	if c.stance == earth && c.earthBonus == 0 {
		all = append(all, ask(doDefend))
	}
	near := func(k int) bool { return k != i && !r.hostile(i, k) && r.between(i, k) <= 1 }
	if r.g.rule.Bleeding > 0 {
		for _, k := range r.which(near) {
			if _, out, dead := r.falls(k); int(r.man(k).wounds) >= out && int(r.man(k).wounds) < dead && !r.has(k, tended|gone) {
				all = append(all, rules.Action{Do: doTend, At: rules.Seat(k)})
			}
		}
	}
	for _, item := range r.inHand(i) {
		if r.s.items[item].at&itemUnstrung != 0 {
			a := ask(doString)
			a.With = item
			all = append(all, a)
		}
	}
	if c.mount == 0 && !r.sheet(i).steed && !r.has(i, prone) && c.stance != void {
		for _, k := range r.which(near) {
			if o := r.man(k); r.sheet(k).steed && o.mount == 0 && o.grapple == 0 && r.able(k) && !r.has(k, prone) {
				all = append(all, rules.Action{Do: doMount, At: rules.Seat(k)})
			}
		}
	}
	for t := range r.g.trials {
		a := ask(doTrial)
		a.With = uint8(t)
		all = append(all, a)
	}
	return all
}

// guardings are free once a turn in the Earth stance, else a Simple Action (RK-157, RK-160, RK-89).
func (r *reading) guardings() (all []rules.Action) {
	i := r.actor()
	if r.man(i).stance == fire {
		return nil
	}
	for _, k := range r.which(func(k int) bool { return k != i && !r.hostile(i, k) && r.wards(i, k) && r.man(i).guards&(1<<k) == 0 }) {
		a := rules.Action{Do: doGuard, At: rules.Seat(k)}
		if r.man(i).stance == earth && r.s.did&didGuard == 0 {
			a.Mode = 1
		} else if !r.simple(1) {
			continue
		}
		all = append(all, a)
	}
	return all
}

// wards reports whether a guard could keep somebody: it can act, and the other is within five feet.
func (r *reading) wards(i, k int) bool { return r.able(i) && r.conscious(k) && r.between(i, k) <= 1 }

func (r *reading) footing() (all []rules.Action) {
	i := r.actor()
	c := r.man(i)
	if !r.simple(1) {
		return nil
	}
	if r.has(i, prone) {
		all = append(all, ask(doStand))
	}
	if r.rides(i) {
		for _, to := range r.steps(c.square) {
			if r.empty(to) {
				a := ask(doDismount)
				a.To = to
				all = append(all, a)
			}
		}
	}
	if r.g.ground.exit[c.square] && c.stance != void && c.stance != earth && !r.has(i, prone) {
		all = append(all, ask(doLeave))
	}
	return all
}

func (r *reading) handling() (all []rules.Action) {
	i := r.actor()
	for item := range uint8(itemsMax) {
		a := r.way(item)
		if a == nil || a.natural {
			continue
		}
		add := func(do uint16) {
			a := ask(do)
			a.With = item
			all = append(all, a)
		}
		it := r.s.items[item]
		quick := a.size == small && r.s.smallActions < 2
		hands := r.freeHands(i)
		fits := hands == 2 || hands == 1 && a.size != large && r.sheet(i).dual
		switch {
		case it.at&itemGone != 0:
		case it.at&itemLying != 0:
			if r.simple(1) && fits && r.far(it.square, r.man(i).square) <= 1 && !r.sheet(i).steed && !r.sheet(i).fourLegs {
				add(doRecover)
			}
		case int(it.at)%seatsMax != i:
		case it.at&itemReady != 0:
			if quick || r.simple(1) {
				add(doStow)
			}
			if r.s.did&didLetGo == 0 {
				add(doLetGo)
			}
		case (quick || r.simple(1)) && fits:
			add(doReady)
		}
	}
	return all
}

func (r *reading) speaking() (all []rules.Action) {
	i := r.actor()
	add := func(ok bool, do uint16, n int16) {
		if ok {
			all = append(all, rules.Action{Do: do, N: n, At: rules.Nobody})
		}
	}
	if r.sheet(i).speaks {
		add(r.s.said&saidFewWords == 0, doSpeak, 7)
		add(r.simple(1), doSpeak, 17)
	}
	return all
}

// Movement (RK-161 to RK-170, RK-184, RK-207, R-RK-53).

// steps returns the squares next to one that can be stepped to: not diagonally between two walls.
func (r *reading) steps(sq uint8) (to []uint8) {
	x, y := r.x(sq), r.y(sq)
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			next, ok := r.open(x+dx, y+dy)
			_, beside := r.open(x+dx, y)
			_, below := r.open(x, y+dy)
			if ok && next != sq && (beside || below) {
				to = append(to, next)
			}
		}
	}
	return to
}

// mover returns who carries one: its steed, or its own feet.
func (r *reading) mover(i int) int {
	if r.rides(i) {
		return r.under(i)
	}
	return i
}

func (r *reading) water(i int) int {
	m := r.mover(i)
	w := r.sheet(m).rings[ringWater]
	if r.man(m).focus&hurtLeg != 0 {
		w--
	}
	if r.blind(m) {
		w -= 2
	}
	return max(w, 1)
}

// pace returns the lowest Water of the turn.
func (r *reading) pace(w int) int {
	if p := int(r.s.lowestWater); p != 0 && p < w {
		return p
	}
	return w
}

// mayMove reports whether a move action is open to the actor.
func (r *reading) mayMove(do uint16) bool {
	i := r.actor()
	c, m := r.man(i), r.mover(i)
	if c.stance == void || c.grapple != 0 || c.escapeNumber != 0 || r.has(i, prone) != (do == doCrawl) {
		return false
	}
	if m != i && (!r.able(m) || r.has(m, prone) || r.man(m).grapple != 0 || r.man(m).escapeNumber != 0 || !r.g.rule.HitAndRun && r.s.riding&steedDone != 0) {
		return false
	}
	switch do {
	case doFreeMove:
		return r.s.did&didMove == 0 && c.focus&hurtFoot == 0
	case doMove:
		return r.simple(1) && c.stance != earth
	case doCrawl:
		return r.simple(2) && c.stance != earth
	case doSteedFree:
		return m != i && r.s.did&didSteed == 0 && r.man(m).focus&hurtFoot == 0
	}
	return m != i && r.s.steedSimpleLeft > 0
}

// reach returns how many squares a move action with this Water covers, the cap of the turn and what is moved already minded.
func (r *reading) reach(do uint16, w int) int {
	n := w
	switch {
	case do == doMove || do == doSteedMove:
		n = 2 * w
	case do == doFreeMove && r.benefits(r.actor(), fire):
		n = w + 1
	}
	return min(n, 4*r.pace(w)-int(r.s.moved))
}

// ways returns how many steps there are to each square, 0 to none.
func (r *reading) ways(most int, rough bool) (far [squaresMax]int) {
	i := r.actor()
	from := r.man(i).square
	now := []uint8{from}
	for n := 1; n <= most; n++ {
		var next []uint8
		for _, at := range now {
			for _, to := range r.steps(at) {
				if to == from || far[to] != 0 || r.g.ground.rough.Has(to) && !rough || r.man(i).stance == fire && r.flees(i, at, to) ||
					slices.ContainsFunc(r.on(to), func(k int) bool { return r.hostile(i, k) && r.able(k) }) {
					continue
				}
				far[to] = n
				next = append(next, to)
			}
		}
		now = next
	}
	return far
}

// flees reports whether a step leads away from a foe within whose reach it begins (R-RK-08).
func (r *reading) flees(i int, at, to uint8) bool {
	return len(r.which(func(k int) bool {
		sq := r.man(k).square
		return r.hostile(i, k) && r.conscious(k) && r.far(at, sq) <= r.threat(k) && r.far(to, sq) > r.far(at, sq)
	})) > 0
}

func (r *reading) moves() (all []rules.Action) {
	w := r.water(r.actor())
	slow := max(1, w-1)
	for _, do := range []uint16{doFreeMove, doMove, doSteedFree, doSteedMove, doCrawl} {
		if !r.mayMove(do) {
			continue
		}
		even, rough := r.ways(r.reach(do, w), false), r.ways(r.reach(do, slow), true)
		for sq := range int(r.g.ground.Wide) * int(r.g.ground.High) {
			a := rules.Action{Do: do, At: rules.Nobody, To: uint8(sq), N: int16(even[sq])}
			if a.N == 0 {
				a.N, a.Mode = int16(rough[sq]), 1
			}
			if a.N != 0 && r.empty(a.To) {
				all = append(all, a)
			}
		}
	}
	return all
}

// move pays for a move action; the Blind are tested for one of a Simple Action (RK-185).
func (r *reading) move(a rules.Action) {
	i := r.actor()
	s := &r.s
	switch a.Do {
	case doFreeMove:
		s.did |= didMove
	case doSteedFree:
		s.did |= didSteed
	case doMove:
		s.simpleLeft--
	case doSteedMove:
		s.steedSimpleLeft--
	case doCrawl:
		s.simpleLeft -= 2
	}
	s.do, s.to, s.squares, s.part = uint8(a.Do), a.To, uint8(a.N), a.Mode
	if a.Do == doMove && r.blind(i) || a.Do == doSteedMove && r.blind(r.mover(i)) {
		r.testing(i)
		return
	}
	r.moved()
	r.goesOn()
}

func (r *reading) moved() {
	i := r.actor()
	s := &r.s
	w := r.water(i)
	if s.part == 1 {
		w = max(1, w-1)
	}
	s.moved += s.squares
	s.lowestWater = uint8(r.pace(w))
	if r.rides(i) {
		if s.riding&riderStruck != 0 && s.riding&steedMoved != 0 {
			s.riding |= steedDone
		}
		s.riding |= steedMoved
		from := r.man(i).square
		dx, dy := r.x(s.to)-r.x(from), r.y(s.to)-r.y(from)
		if straight := dx == 0 || dy == 0 || dx == dy || dx == -dy; straight && s.squares >= 4 && distance(dx, dy) == int(s.squares) { // 20 feet
			s.riding |= steedCharged
		}
	}
	r.puts(i, s.to)
}

// does makes an action of the turn happen.
func (r *reading) does(a rules.Action) {
	i, k := r.actor(), int(a.At)
	c, s := r.man(i), &r.s
	switch a.Do {
	case doEnd:
		r.turnEnds()
		return
	case doAttack, doGrapple:
		s.simpleLeft -= 2
		r.aims(a)
		return
	case doDefend, doEscape, doTrial:
		s.simpleLeft -= 2
		s.do, s.with = uint8(a.Do), a.With
		r.testing(i)
		return
	case doFreeMove, doMove, doSteedFree, doSteedMove, doCrawl:
		r.move(a)
		return
	case doHit, doBreak, doThrow, doDrag, doMaintain, doNevermind:
		r.wrestles(a)
		return
	case doReady, doStow:
		s.items[a.With].at ^= itemReady
		if r.way(a.With).size == small && s.smallActions < 2 {
			s.smallActions++
		} else {
			s.simpleLeft--
		}
	case doLetGo:
		s.did |= didLetGo
		r.lies(a.With, c.square)
	case doRecover:
		s.simpleLeft--
		s.items[a.With] = thing(uint8(i)|itemReady|s.items[a.With].at&itemUnstrung, 0)
	case doString:
		s.simpleLeft -= 2
		s.items[a.With].at &^= itemUnstrung
	case doSpeak:
		if a.N == 7 {
			s.said |= saidFewWords
		} else {
			s.simpleLeft--
		}
	case doGuard:
		if a.Mode == 1 {
			s.did |= didGuard
		} else {
			s.simpleLeft--
		}
		c.guards |= 1 << k
	case doTend:
		s.simpleLeft -= 2
		r.man(k).status |= tended
	case doStand:
		s.simpleLeft--
		c.status &^= prone
	case doMount:
		s.simpleLeft -= 2
		c.mount, r.man(k).mount = uint8(1+k), uint8(1+i)
		c.square = r.man(k).square
		s.steedSimpleLeft = 2
	case doDismount:
		s.simpleLeft--
		r.dismounted(i)
		c.square = a.To
	case doLeave:
		r.leaves(i)
		if !r.decided() {
			r.turnEnds()
		}
		return
	}
	r.goesOn()
}

// leaves takes one off the field, with its steed and what both have.
func (r *reading) leaves(i int) {
	who := []int{i}
	if r.rides(i) {
		who = append(who, r.under(i))
	}
	for _, k := range who {
		for j, it := range r.s.items {
			if it.at&(itemLying|itemGone) == 0 && int(it.at)%seatsMax == k {
				r.s.items[j] = thing(itemGone, 0)
			}
		}
		for o := range r.g.n {
			r.man(o).guards &^= 1 << k
			if int(r.man(o).brokeFrom)%16 == 1+k {
				r.man(o).brokeFrom = 0
			}
		}
		*r.man(k) = seat{status: gone, place: r.man(k).place, wounds: r.man(k).wounds, voidPoints: r.man(k).voidPoints, earthChange: r.man(k).earthChange} // they are carried on
	}
}

// dieOf returns an attribute or a ring alone: rolled, kept, and its tens go on (R-RK-34).
func dieOf(n int) dice.Pool { return dice.Pool{Roll: n, Keep: n, Explode: true} }
