package keep

import (
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/keep/rows"
)

// The order of initiative (001 §Initiative, §Void Points): values are rolled once and ties drawn once, and a seat whose
// value changes goes behind those who have that value already. There are two orders: that of the fight, by the lasting
// values, and that of the round, by these and what the round adds. A position keeps both, since it has no other record
// of how ties were drawn.

// initiativeOf returns a seat's Initiative Value in this round: its lasting value, what the Void stance adds for the
// round (RK-94), and what effects do.
func (g *Game) initiativeOf(s *State, i int) int {
	c := &s.seats[i]
	n := int(c.initiative)
	if c.turnMarks&beganVoid != 0 {
		n += voidInitiative * g.seats[i].rank
	}
	return max(0, n+g.gainOf(s, i, doesInitiative).add)
}

// order has the seats in an order of initiative, the first to act first.
type order [seatsMax]uint8

// seatAt returns the seat at a place of the round's order.
func (g *Game) seatAt(s *State, place int) int {
	for i := range g.n {
		if int(s.seats[i].roundPlace()) == place {
			return i
		}
	}
	return 0
}

// orders returns the orders of the fight and of the round.
func (g *Game) orders(s *State) (fight, round order) {
	for i := range g.n {
		c := &s.seats[i]
		fight[c.fightPlace()], round[c.roundPlace()] = uint8(i), uint8(i)
	}
	return fight, round
}

// storeOrders is the inverse of orders.
func (g *Game) storeOrders(s *State, fight, round order) {
	for k := range g.n {
		first, now := &s.seats[fight[k]], &s.seats[round[k]]
		first.place = uint8(k)<<4 | first.roundPlace()
		now.place = now.fightPlace()<<4 | uint8(k)
	}
}

// moveBehind takes the seats whose values have changed out of an order of n, and puts them back one after the other,
// each behind all seats whose value is not lower (RK-05).
func (o *order) moveBehind(n int, values *[seatsMax]int, changed ...uint8) {
	left := 0
	for _, i := range o[:n] {
		if !slices.Contains(changed, i) {
			o[left] = i
			left++
		}
	}
	for _, i := range changed {
		to := left
		for to > 0 && values[o[to-1]] < values[i] {
			to--
		}
		copy(o[to+1:left+1], o[to:left])
		o[to] = i
		left++
	}
}

// initiativeValues returns everybody's Initiative Values, the lasting ones and those of the round.
func (g *Game) initiativeValues(s *State) (fight, round [seatsMax]int) {
	for i := range g.n {
		fight[i], round[i] = int(s.seats[i].initiative), g.initiativeOf(s, i)
	}
	return fight, round
}

// reorder puts seats whose lasting values have changed into their new places in both orders.
func (g *Game) reorder(s *State, changed ...uint8) {
	fightValues, roundValues := g.initiativeValues(s)
	fight, round := g.orders(s)
	fight.moveBehind(g.n, &fightValues, changed...)
	round.moveBehind(g.n, &roundValues, changed...)
	g.storeOrders(s, fight, round)
}

// makeRoundOrder makes the order of a round from that of the fight: a seat that has another value for this round, by
// the Void stance or an effect, goes behind those of that value (R-RK-05).
func (g *Game) makeRoundOrder(s *State, log *rules.Log) {
	fight, _ := g.orders(s)
	lasting, values := g.initiativeValues(s)
	g.storeRoundOrder(s, fight, fight, &lasting, &values)
	for _, i := range fight[:g.n] {
		if s.seats[i].turnMarks&beganVoid != 0 {
			g.logInitiative(s, int(i), "void stance", log)
		}
	}
}

// reorderByEffects puts the seats whose values for this round an effect has changed into their new places (RK-05).
// before are the values without the effect.
func (g *Game) reorderByEffects(s *State, before [seatsMax]int, log *rules.Log) {
	if s.phase == phInitiative || s.phase == phTie {
		return // there is no order yet
	}
	fight, round := g.orders(s)
	_, values := g.initiativeValues(s)
	changed, n := g.storeRoundOrder(s, fight, round, &before, &values)
	for _, i := range changed[:n] {
		g.logInitiative(s, int(i), "effect", log)
	}
}

// storeRoundOrder stores the orders once the n seats whose value for the round is not as before are in their new places
// of that of the round (RK-05), and returns these.
func (g *Game) storeRoundOrder(s *State, fight, round order, before, values *[seatsMax]int) (changed order, n int) {
	for _, i := range round[:g.n] {
		if values[i] != before[i] {
			changed[n] = i
			n++
		}
	}
	round.moveBehind(g.n, values, changed[:n]...)
	g.storeOrders(s, fight, round)
	return changed, n
}

// logInitiative logs a seat's Initiative Value, and why it has changed.
func (g *Game) logInitiative(s *State, i int, why string, log *rules.Log) {
	log.Add(rules.Event{Kind: "value", Seat: g.name(i), What: why, N: g.initiativeOf(s, i)})
}

// initiativeMax is the highest Initiative Value told apart; all above it are one outcome. Of 7k5 one throw in 10^12 is
// higher.
const initiativeMax = 150

// initiativeOdds returns the Initiative Values that seat State.by can roll, with their chances.
func (g *Game) initiativeOdds(s *State, buf []rules.Odds) []rules.Odds {
	c := g.initiativePool(int(s.by)).Curve()
	last := min(c.Last(), initiativeMax)
	for n := c.First(); n <= last; n++ {
		p := c.Exactly(n)
		if n == last {
			p = c.AtLeast(n)
		}
		if p > 0 {
			buf = append(buf, outcome(int16(n), p))
		}
	}
	return buf
}

// takeInitiative takes the value of a roll, and goes on with the next who rolls.
func (g *Game) takeInitiative(s *State, a rules.Action, log *rules.Log) {
	i := int(s.by)
	s.seats[i].initiative = uint8(min(a.N, initiativeMax))
	if log != nil {
		log.Add(rules.Event{Kind: "order", Seat: g.name(i), What: "rolled", Of: g.initiativePool(i).Normalize().Text(), N: int(a.N)})
	}
	g.askInitiative(s, i+1, log)
}

// askInitiative waits for the roll of the first seat from i on whose value the file does not set. When all have a value
// it makes the order of the fight and goes on with the ties.
func (g *Game) askInitiative(s *State, i int, log *rules.Log) {
	for ; i < g.n; i++ {
		if g.seats[i].initiative == 0 {
			s.phase, s.by = phInitiative, uint8(i)
			return
		}
	}
	values, _ := g.initiativeValues(s)
	var all, sorted order
	for i := range g.n {
		all[i] = uint8(i)
	}
	sorted.moveBehind(0, &values, all[:g.n]...)
	g.storeOrders(s, sorted, sorted)
	g.askTie(s, log)
}

// firstTie returns the n seats still to be drawn of the first tie that has several such, in the order so far; n is 0 if
// there is none. State.answered has the seats that have been drawn.
func (g *Game) firstTie(s *State) (tied order, n int) {
	all, _ := g.orders(s)
	for k := range g.n {
		n = 0
		for j := k; j < g.n && s.seats[all[j]].initiative == s.seats[all[k]].initiative; j++ {
			if s.answered&(1<<all[j]) == 0 {
				tied[n] = all[j]
				n++
			}
		}
		if n > 1 {
			return tied, n
		}
	}
	return tied, 0
}

// askTie waits for a draw of who comes first among the tied (RK-04). When nobody is tied the opening stances are next.
func (g *Game) askTie(s *State, log *rules.Log) {
	if tied, n := g.firstTie(s); n != 0 {
		s.phase, s.by = phTie, tied[0]
		return
	}
	s.clearAction()
	if len(g.slots) > 0 {
		g.makeRoundOrder(s, nil)
	}
	g.askOpening(s, log)
}

// tieOdds returns who can come first in a tie: all equally likely.
func (g *Game) tieOdds(s *State, buf []rules.Odds) []rules.Odds {
	tied, n := g.firstTie(s)
	for _, i := range tied[:n] {
		buf = append(buf, rules.Odds{Action: rules.Action{Do: doTieWinner, At: rules.Seat(i)}, P: 1 / float64(n)})
	}
	return buf
}

// takeTieWinner puts the seat that was drawn before the others of its tie that are still to be drawn.
func (g *Game) takeTieWinner(s *State, a rules.Action, log *rules.Log) {
	i := int(a.At)
	tied, n := g.firstTie(s)
	all, _ := g.orders(s)
	to, from := s.seats[tied[0]].fightPlace(), s.seats[i].fightPlace()
	copy(all[to+1:from+1], all[to:from])
	all[to] = uint8(i)
	g.storeOrders(s, all, all)
	s.answered |= 1 << i
	if n == 2 { // the other one has the place that is left
		s.answered |= 1<<tied[0] | 1<<tied[1]
	}
	log.Add(rules.Event{Kind: "order", Seat: g.name(i), What: "drawn", N: g.initiativeOf(s, i)})
	g.askTie(s, log)
}

// askOpening asks the next seat that has none for its opening stance, the last in the order first (RK-06). When all
// have one the round begins.
func (g *Game) askOpening(s *State, log *rules.Log) {
	for place := g.n - 1; place >= 0; place-- {
		i := g.seatAt(s, place)
		if s.seats[i].stance == noStance {
			s.phase, s.by = phOpening, uint8(i)
			return
		}
	}
	s.phase = phOpening // also if nobody was asked, since the file has all stances: reorderByEffects looks at the phase
	g.beginRound(s, log)
}

// takeOpening takes an opening stance.
func (g *Game) takeOpening(s *State, a rules.Action, log *rules.Log) {
	g.setStance(s, int(s.by), stance(a.With), log)
	g.askOpening(s, log)
}

// askDeclarations waits for the next seat that may use Void Points at the beginning of the round, or begins the turns.
// From the lowest Initiative Value up each seat makes all its uses before the next (R-RK-50), and is marked declared
// then.
func (g *Game) askDeclarations(s *State, log *rules.Log) {
	for place := g.n - 1; place >= 0; place-- {
		i := g.seatAt(s, place)
		c := &s.seats[i]
		if c.turnMarks&declared == 0 && c.voidPoints > 0 && g.canAct(s, i) && !g.isRidden(s, i) {
			s.phase, s.by = phRound, uint8(i)
			return
		}
	}
	for i := range g.n {
		s.seats[i].turnMarks &^= declared
	}
	s.by = 0
	g.beginNextTurn(s, log)
}

// listVoidUses appends what seat State.by may use Void Points on at the beginning of a round, each use once.
func (g *Game) listVoidUses(s *State, buf []rules.Action) []rules.Action {
	i := int(s.by)
	c := &s.seats[i]
	buf = append(buf, bareAction(doNoMore))
	if c.spent&accelerate == 0 {
		buf = append(buf, rules.Action{Do: doAccelerate, At: rules.Seat(i)})
		if c.swappedWith != 0 {
			buf = append(buf, rules.Action{Do: doAccelerate, At: rules.Seat(c.swappedWith - 1)}) // RK-173
		}
	}
	if c.spent&deflect == 0 {
		buf = append(buf, bareAction(doDeflect))
	}
	for k := range g.n {
		if c.spent&swap == 0 && k != i && !g.foes(i, k) && g.canAct(s, k) && !g.isRidden(s, k) {
			buf = append(buf, rules.Action{Do: doSwap, At: rules.Seat(k)})
		}
	}
	return buf
}

// takeVoidUse makes one such use, and asks the same seat again as long as it has another.
func (g *Game) takeVoidUse(s *State, a rules.Action, log *rules.Log) {
	i := int(s.by)
	c := &s.seats[i]
	switch k := int(a.At); a.Do {
	case doAccelerate:
		g.spend(s, i, accelerate, log)
		o := &s.seats[k]
		o.initiative = uint8(min(int(o.initiative)+accelerateBy, 255))
		g.reorder(s, uint8(k))
		g.logInitiative(s, k, "accelerated", log)
	case doDeflect:
		g.spend(s, i, deflect, log)
	case doSwap:
		g.spend(s, i, swap, log)
		o := &s.seats[k]
		c.initiative, o.initiative = o.initiative, c.initiative
		c.swappedWith, o.swappedWith = uint8(1+k), uint8(1+i)
		g.reorder(s, uint8(i), uint8(k))
		g.logInitiative(s, i, "swapped", log)
		g.logInitiative(s, k, "swapped", log)
	}
	var room [2 * seatsMax]rules.Action
	if a.Do != doNoMore && c.voidPoints > 0 && len(g.listVoidUses(s, room[:0])) > 1 {
		return
	}
	c.turnMarks |= declared
	g.askDeclarations(s, log)
}

// spend uses a Void Point, or the bonus of the Void stance, which costs none.
func (g *Game) spend(s *State, i int, on spent, log *rules.Log) {
	c := &s.seats[i]
	c.spent |= on
	n := 0
	if on != spentVoidBonus {
		c.voidPoints--
		n = 1
	}
	if log != nil {
		log.Add(rules.Event{Kind: "spend", Seat: g.name(i), What: book.BitWords(on, rows.SpentNames)[0], Of: "void", N: n, Left: int(c.voidPoints)})
	}
}
