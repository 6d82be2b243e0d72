package tempo

import (
	"math"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/tempo/rows"
)

// The second reading, continued: what is thrown for, and what becomes of it.

// fate is what a throw has decided: the rows that count, the actor's and those of the reactors in the order of initiative. What
// a reaction has stopped counts for nothing.
type fate struct {
	won  uint8
	wons [reactorsMax]uint8
}

// check is what is thrown for: the totals besides the dice, and the signs of the dice.
type check struct {
	do     uint16 // whose table is the actor's
	thrown bool   // an action without a check results in 0 (R-TP-12)
	total  int
	sign   int
	who    []int
	totals []int
	signs  []int
}

func (r *reading) check(s *State) (c check) {
	c.do = uint16(s.do)
	if s.counterTempo != 0 {
		c.do = uint16(s.counterTempo)
	} else if s.feint == 1 {
		c.do = doFeint
	}
	for _, k := range r.order {
		if answer := uint16(s.seats[k].reaction); answer != doNothing {
			c.who, c.totals, c.signs = append(c.who, k), append(c.totals, r.answering(s, k, answer)), append(c.signs, r.sign(answer))
		}
	}
	switch c.do {
	case doAim, doMove, doReady, doReload, doDraw, doPickUp:
	default:
		c.thrown, c.total, c.sign = true, r.acting(s, c.do, len(c.who) > 0), r.sign(c.do)
	}
	return c
}

func (r *reading) sign(do uint16) int {
	if r.inverted[do] { // R-TP-38
		return -1
	}
	return 1
}

// hurts returns what the worst wound takes off every check (R-TP-32, R-TP-36).
func (r *reading) hurts(s *State, i int) int {
	switch boxes := s.seats[i].boxes; {
	case boxes[2] > 0:
		return int(r.g.rule.WoundPenalty[2])
	case boxes[1] > 0:
		return int(r.g.rule.WoundPenalty[1])
	}
	return 0
}

// aims returns the rating of a shot, its accuracy, and 1 off for each range increment begun beyond the first (R-TP-31, R-TP-32).
func (r *reading) aims(s *State, i, at int, w uint8, aimed bool) int {
	a := &r.g.seats[i].arms[w]
	n := int(a.skill) + int(a.unaimed)
	if aimed {
		n = int(a.skill) + int(a.aimed)
	}
	for d := r.far(s.seats[i].square, s.seats[at].square); d > int(a.increment); d -= int(a.increment) {
		n--
	}
	return n
}

// acting returns the total of the actor's check besides the dice (R-TP-31, R-TP-41, R-TP-53).
func (r *reading) acting(s *State, do uint16, opposed bool) int {
	i, rule := int(s.actor), &r.g.rule
	f := &r.g.seats[i]
	n := r.hurts(s, i)
	switch do {
	case doMelee, doFeint, doPress, doUnarmed:
		n += int(f.arms[s.with].skill)
	case doCTCounter:
		n += int(f.arms[s.with].skill)
		if uint16(s.seats[s.at].reaction) == doParry {
			n += int(rule.DrawnParry)
		}
	case doRanged:
		n += r.aims(s, i, int(s.at), s.with, s.aimedAt == 1+s.at)
	case doCTParry:
		n += r.guarding(s, i)
	case doDisarm:
		n += int(f.slots[s.seats[i].hand].skill)
		if opposed {
			n += int(rule.Disarm)
		}
	case doGrapple:
		n += int(f.skills[wrestling])
		if opposed {
			n += int(rule.Grapple)
		}
	case doPin, doEscape:
		n += int(f.skills[wrestling])
	case doCombatMove, doWithdraw:
		n += int(f.skills[footwork]) - int(f.burden)
	}
	return n
}

func (r *reading) guarding(s *State, i int) int {
	slot := &r.g.seats[i].slots[s.seats[i].hand]
	return int(slot.skill) + int(slot.guard)
}

// answering returns the total of a reaction besides the dice.
func (r *reading) answering(s *State, k int, do uint16) int {
	rule, c := &r.g.rule, &s.seats[k]
	f := &r.g.seats[k]
	n := r.hurts(s, k)
	switch do {
	case doCounterAttack:
		n += int(f.arms[c.reactionArm].skill) + int(rule.Counter)
		if uint16(s.do) == doUnarmed && f.arms[c.reactionArm].slot != slotNone { // TP-79
			n += int(rule.ArmedCounter)
		}
	case doCounterFire:
		n += r.aims(s, k, int(s.actor), c.reactionArm, false)
	case doDouble:
		n += int(f.arms[c.reactionArm].skill) + int(rule.Double)
	case doWind:
		n += int(f.slots[c.hand].skill) + int(rule.Wind)
	case doParry:
		n += r.guarding(s, k)
	case doEvade:
		n += int(f.skills[footwork]) - int(f.burden) + int(rule.Evade)
	case doDodge, doRetreat:
		n += int(f.skills[footwork]) - int(f.burden)
	case doStruggle:
		n += int(f.skills[wrestling])
	}
	return n
}

// row returns the greatest row of an action's table that a result reaches against somebody (R-TP-02).
func (r *reading) row(do uint16, at, result int) (row uint8) {
	for k, o := range r.rows[do] {
		if k > 0 && result >= r.threshold(o.From, at) {
			row = uint8(k)
		}
	}
	return row
}

// threshold returns a row's, against somebody: a number or one of its defences (R-TP-30).
func (r *reading) threshold(from rows.Mark, at int) int {
	switch f := &r.g.seats[at]; from.Word {
	case "combat defence":
		return int(f.combatDefence)
	case "armoured defence":
		return int(f.armouredDefence)
	case "grapple defence":
		return int(f.grappleDefence)
	}
	return from.N
}

// judged reads the tables of all who are in an exchange: the results are the opposed ones.
func (r *reading) judged(s *State, c *check, results []int, alone int) (f fate) {
	worst := alone // R-TP-21, R-TP-56
	if len(results) > 0 {
		worst = slices.Min(results)
	}
	own := r.row(c.do, int(s.at), worst)
	if c.do == doCTParry && r.g.seats[s.at].arms[s.seats[s.at].reactionArm].slot == slotNone && own == 1 {
		own = 2 // R-TP-18
	}
	stopped, hit := false, false
	for j, k := range c.who {
		answer := uint16(s.seats[k].reaction)
		row := r.row(answer, int(s.actor), -results[j]) // TP-12
		switch answer {
		case doParry:
			stopped = stopped || row > 0 // TP-123, TP-125
			if row == 1 && c.do != doUnarmed {
				f.wons[j] = 1 // it binds (TP-124)
			}
		case doEvade, doDodge, doStruggle, doWind:
			stopped = stopped || row > 0
		case doRetreat:
			f.wons[j] = row
		default: // a blow
			if c.do != doCTParry || own == 0 {
				f.wons[j] = r.struck(row, k, s.seats[k].reactionArm, int(s.actor))
				hit = hit || f.wons[j] > 0
			}
		}
	}
	f.won = own
	switch c.do {
	case doFeint:
		f.won = 0 // TP-51
	case doMelee, doPress, doRanged, doUnarmed, doCTCounter:
		f.won = r.struck(own, int(s.actor), s.with, int(s.at))
	case doCTParry:
		if own == 2 {
			f.won = 0 // it has stopped the counter, and binds nobody
		}
	case doMove:
		if !hit {
			f.won = 1 // R-TP-13
		}
	case doAim:
		if hit {
			f.won = 0 // R-TP-24
		}
	case doReload, doDraw, doPickUp:
		f.won = 1
	}
	if stopped {
		f.won = 0 // R-TP-17
	}
	return f
}

// struck returns what a row of an attack does: where armour stops nothing, a hit is as good as a critical hit.
func (r *reading) struck(row uint8, by int, w uint8, at int) uint8 {
	if row == 1 && r.g.seats[at].protection[r.g.seats[by].arms[w].kind] == 0 {
		return 2
	}
	return row
}

// thrown returns what given dice decide.
func (r *reading) thrown(s *State, c *check, own int, theirs []int) fate {
	total := 0
	if c.thrown {
		total = c.total + c.sign*own
	}
	var results []int
	for j := range c.who {
		results = append(results, total-c.totals[j]-c.signs[j]*theirs[j])
	}
	return r.judged(s, c, results, total)
}

// diceMany is how high prismatic results are counted: what is beyond happens once in 10^10 throws.
const diceMany = 130

// chanceOf is the chance of each prismatic result.
var chanceOf = func() (p [diceMany]float64) {
	for n := range p {
		p[n] = math.Pow(5.0/6, float64(n)) / 6
	}
	return p
}()

// apart are the chances of every difference of two signed throws, the first less the second.
var apart = func() map[[2]int]map[int]float64 {
	all := map[[2]int]map[int]float64{}
	for _, signs := range [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
		all[signs] = map[int]float64{}
		for a, p := range chanceOf {
			for b, q := range chanceOf {
				all[signs][signs[0]*a-signs[1]*b] += p * q
			}
		}
	}
	return all
}()

// fates returns the chances of all that a check can decide.
func (r *reading) fates(s *State, c *check) map[fate]float64 {
	fates := map[fate]float64{}
	switch {
	case len(c.who) == 0 && !c.thrown:
		fates[r.judged(s, c, nil, 0)] = 1
	case len(c.who) == 0:
		for a, p := range chanceOf {
			fates[r.judged(s, c, nil, c.total+c.sign*a)] += p
		}
	case len(c.who) == 1 && c.thrown:
		for d, p := range apart[[2]int{c.sign, c.signs[0]}] {
			fates[r.judged(s, c, []int{c.total - c.totals[0] + d}, 0)] += p
		}
	case !c.thrown:
		r.throws(s, c, 0, 1, nil, fates)
	default:
		for a, p := range chanceOf {
			r.throws(s, c, c.total+c.sign*a, p, nil, fates)
		}
	}
	return fates
}

// throws goes through what the reactors throw against one total of the actor. Of throws that reach the same rows one is looked
// at for all.
func (r *reading) throws(s *State, c *check, total int, p float64, results []int, fates map[fate]float64) {
	j := len(results)
	if j == len(c.who) {
		fates[r.judged(s, c, results, 0)] += p
		return
	}
	type rows struct{ own, theirs uint8 }
	chances, stand := map[rows]float64{}, map[rows]int{}
	for b, q := range chanceOf {
		opposed := total - c.totals[j] - c.signs[j]*b
		reached := rows{r.row(c.do, int(s.at), opposed), r.row(uint16(s.seats[c.who[j]].reaction), int(s.actor), -opposed)}
		chances[reached] += q
		stand[reached] = opposed
	}
	for reached, q := range chances {
		r.throws(s, c, total, p*q, append(results[:j:j], stand[reached]), fates)
	}
}

// outcomes returns the positions the dice may lead to, with their chances, and how many things they decide: two of them may come
// to the same in the end.
func (r *reading) outcomes(s *State) (all map[State]float64, n int) {
	all = map[State]float64{}
	then := func(p float64, do func(*State)) {
		next := *s
		do(&next)
		all[next] += p
	}
	switch s.phase {
	case phInitiative:
		wins := r.wins()
		for i, p := range wins {
			then(p, func(s *State) { r.won(s, i) })
		}
		return all, len(wins)
	case phCheck:
		c := r.check(s)
		fates := r.fates(s, &c)
		for f, p := range fates {
			then(p, func(s *State) { r.settle(s, &c, f) })
		}
		return all, len(fates)
	case phDamage:
		a, _, _ := r.blow(s)
		for sum, p := range sumsOf(int(a.dice)) {
			then(p, func(s *State) { r.damage(s, sum) })
		}
	case phStamina:
		regained := map[int]float64{}
		for n, p := range chanceOf {
			regained[r.regained(s, n)] += p
		}
		for ap, p := range regained {
			then(p, func(s *State) { r.recover(s, ap) })
		}
		return all, len(regained)
	}
	return all, len(all)
}

// said returns the chance a check is announced with: that the actor reaches more than the lowest row, or where it throws nothing the
// first reactor; that Recover Stamina regains all there is; and of dice that only count, 1.
func (r *reading) said(s *State) (p float64) {
	switch s.phase {
	case phInitiative, phDamage:
		return 1
	case phStamina:
		rows := r.rows[doRecover]
		for n, q := range chanceOf {
			if r.breath(s, n) >= rows[len(rows)-1].From.N {
				p += q
			}
		}
		return p
	}
	c := r.check(s)
	reaches := func(do uint16, at, result int) bool {
		return len(r.rows[do]) > 1 && result >= r.threshold(r.rows[do][1].From, at)
	}
	for a, q := range chanceOf {
		if !c.thrown {
			if k := c.who[0]; reaches(uint16(s.seats[k].reaction), int(s.actor), c.totals[0]+c.signs[0]*a) {
				p += q
			}
			continue
		}
		for j, less := range c.totals {
			opposed := 0.0
			for b, o := range chanceOf {
				if reaches(c.do, int(s.at), c.total+c.sign*a-less-c.signs[j]*b) {
					opposed += o
				}
			}
			q *= opposed
		}
		if len(c.who) > 0 || reaches(c.do, int(s.at), c.total+c.sign*a) {
			p += q
		}
	}
	return p
}

// sumsOf returns the chances of the sums of so many dice.
func sumsOf(dice int) map[int]float64 {
	sums := map[int]float64{0: 1}
	for range dice {
		more := map[int]float64{}
		for n, p := range sums {
			for face := 1; face <= 6; face++ {
				more[n+face] += p / 6
			}
		}
		sums = more
	}
	return sums
}

// waits returns whom the fight waits for, and for what: of a check its actor, or where that throws nothing the first reactor.
func (r *reading) waits(s *State) rules.Turn {
	actor, by := rules.Seat(s.actor), rules.Seat(s.by)
	switch s.phase {
	case phOver:
		return rules.Turn{Kind: rules.Over, Seat: rules.Nobody}
	case phInitiative:
		return rules.Turn{Kind: rules.Chance, Seat: rules.Seat(r.order[0])}
	case phTurn:
		return rules.Turn{Kind: rules.Decide, Seat: actor, Begins: true}
	case phSecret:
		return rules.Turn{Kind: rules.Commit, Seat: actor}
	case phReact, phStep:
		return rules.Turn{Kind: rules.Decide, Seat: by}
	case phDamage:
		return rules.Turn{Kind: rules.Chance, Seat: by}
	case phStamina:
		return rules.Turn{Kind: rules.Chance, Seat: actor}
	case phCheck:
		if c := r.check(s); !c.thrown {
			actor = rules.Seat(c.who[0])
		}
		return rules.Turn{Kind: rules.Chance, Seat: actor}
	}
	return rules.Turn{Kind: rules.Decide, Seat: actor}
}

// play does what was decided.
func (r *reading) play(s *State, a rules.Action) {
	i := int(s.actor)
	pay := func(i, n int) { s.seats[i].ap -= uint8(n) }
	switch s.phase {
	case phBegin:
		r.begin(s, int(a.At))
	case phTurn:
		if a.Do == doEnd {
			r.rest(s)
			return
		}
		r.declare(s, a)
	case phSecret:
		if a.Do == doFeign {
			s.feint = 1
		}
		r.ask(s, 0)
	case phReact:
		k := int(s.by)
		if a.Do != doNothing {
			s.seats[k].reaction, s.seats[k].reactionArm = uint8(a.Do), a.With
			pay(k, r.cost(s, k, a.Do, a.With))
			if a.Do == doCounterFire {
				s.seats[k].shots -= r.g.seats[k].arms[a.With].shotsUsed
			}
		}
		r.ask(s, 1+slices.Index(r.order, k))
	case phTempo:
		if a.Do != doKeep {
			pay(i, r.dearer(s, a.Do, a.With))
			s.counterTempo = uint8(a.Do)
			if a.Do == doCTCounter {
				s.with = a.With
			}
		}
		r.throw(s)
	case phStep:
		k := int(s.by)
		if a.To != 0 {
			s.seats[k].square = a.To
		}
		s.seats[k].effectRow = 0
		if k == i {
			s.effectRow, s.to = 0, 0
		}
		if uint16(s.do) == doWithdraw {
			r.finish(s)
			return
		}
		r.moved(s)
	}
}

// opened returns the fight before anybody has done anything (TP-02, TP-14, TP-24, TP-25): everybody has the first of its weapons in
// hand. Where the initiative goes by rating and one has the highest, it is won already (R-TP-64).
func (r *reading) opened() (s State) {
	s.phase, s.actor = phInitiative, uint8(r.order[0])
	for i := range r.g.n {
		f, c := &r.g.seats[i], &s.seats[i]
		*c = seat{ap: uint8(r.g.rule.ActionPoints), status: offGuard, square: f.square, hand: slotNone}
		if f.startsOnGuard {
			c.status = onGuard
		}
		if f.slots[slotMain].present {
			c.hand = slotMain
		}
		for _, slot := range f.slots {
			c.shots += slot.shots // one of them at most shoots
		}
	}
	if wins := r.wins(); !r.g.rule.RolledInitiative && len(wins) == 1 {
		for i := range wins {
			r.won(&s, i)
		}
	}
	return s
}

// wins returns the chances to win the initiative: the highest of result and Reactions, of those the highest Reactions, of those an
// even draw (R-TP-28); by rating the highest Reactions, of those an even draw (R-TP-64).
func (r *reading) wins() map[int]float64 {
	wins := map[int]float64{}
	rating := func(i int) int { return int(r.g.seats[i].skills[reactions]) }
	if !r.g.rule.RolledInitiative {
		high := slices.DeleteFunc(slices.Clone(r.order), func(i int) bool { return rating(i) < rating(r.order[0]) })
		for _, i := range high {
			wins[i] = 1 / float64(len(high))
		}
		return wins
	}
	under := func(n int) float64 { return 1 - math.Pow(5.0/6, float64(max(0, n))) } // the chance of less than n
	for i := range r.g.n {
		for n, p := range chanceOf {
			even := []float64{p} // with so many others
			for k := range r.g.n {
				high := n + rating(i) - rating(k)
				switch {
				case k == i:
				case rating(k) == rating(i):
					more := make([]float64, len(even)+1)
					for e, q := range even {
						more[e] += q * under(high)
						more[e+1] += q * p
					}
					even = more
				default:
					if rating(k) < rating(i) {
						high++
					}
					for e := range even {
						even[e] *= under(high)
					}
				}
			}
			for e, q := range even {
				wins[i] += q / float64(e+1)
			}
		}
	}
	return wins
}

// won lets the winner of the initiative choose who begins, or begin (R-TP-42).
func (r *reading) won(s *State, i int) {
	s.actor = uint8(i)
	if !r.g.rule.ChosenBeginner {
		r.begin(s, i)
		return
	}
	s.phase = phBegin
}

// begin gives somebody the first turn, with all its AP, or as the table decides (R-TP-42, R-TP-58).
func (r *reading) begin(s *State, i int) {
	s.actor, s.first = uint8(i), uint8(i)
	if r.g.rule.HalfOpening {
		part := int(r.g.rule.ActionPoints) * 2 / 3
		for k := range r.g.n {
			if r.foes(i, k) && s.seats[k].status > offGuard {
				part = int(r.g.rule.ActionPoints) / 2
			}
		}
		s.seats[i].ap = min(s.seats[i].ap, uint8(part))
	}
	r.turn(s)
}

// declare: the price is taken, the aim lost by what is no shot at who was aimed at (TP-05, R-TP-24).
func (r *reading) declare(s *State, a rules.Action) {
	i := int(s.actor)
	c := &s.seats[i]
	cost := int(a.N)
	if a.Do != doReload {
		cost = r.cost(s, i, a.Do, a.With)
	}
	if (a.Do != doRanged && a.Do != doAim) || int(s.aimedAt) != 1+int(a.At) {
		s.aimedAt = 0
	}
	s.do, s.with, s.to = uint8(a.Do), a.With, a.To
	if a.Do == doReload {
		s.to = uint8(a.N)
	}
	if a.At != rules.Nobody {
		s.at = uint8(a.At)
	}
	c.ap -= uint8(cost)
	if a.Do == doRanged {
		c.shots -= r.g.seats[i].arms[a.With].shotsUsed
	}
	if a.Do == doMelee && c.status == onGuard && len(r.reactions(s, int(s.at))) > 0 { // R-TP-47
		s.phase = phSecret
		return
	}
	r.ask(s, 0)
}

// ask waits for the next who can answer; after the last the actor may reply.
func (r *reading) ask(s *State, from int) {
	for _, k := range r.order[from:] {
		if len(r.reactions(s, k)) > 0 {
			s.by, s.phase = uint8(k), phReact
			return
		}
	}
	s.by = 0
	if len(r.tempi(s)) > 0 {
		s.phase = phTempo
		return
	}
	r.throw(s)
}

// throw asks for the dice, where they can decide anything. Several reactors always throw.
func (r *reading) throw(s *State) {
	c := r.check(s)
	s.by = 0
	if len(c.who) < 2 {
		if fates := r.fates(s, &c); len(fates) == 1 {
			for f := range fates {
				r.settle(s, &c, f)
			}
			return
		}
	}
	s.phase = phCheck
}

// settle writes down what the dice have decided.
func (r *reading) settle(s *State, c *check, f fate) {
	s.effectRow = f.won
	switch c.do {
	case doMelee, doPress, doRanged, doUnarmed, doCTCounter:
		s.actorHit, s.effectRow = f.won, min(1, f.won)
	}
	for j, k := range c.who {
		s.seats[k].effectRow = f.wons[j]
	}
	r.harm(s)
}

// harm: damage is rolled by the actor, then by the reactors in the order of initiative (R-TP-21).
func (r *reading) harm(s *State) {
	if s.actorHit > 0 {
		s.by, s.phase = s.actor, phDamage
		return
	}
	for _, k := range r.order {
		switch uint16(s.seats[k].reaction) {
		case doCounterAttack, doCounterFire, doDouble:
			if s.seats[k].effectRow > 0 {
				s.by, s.phase = uint8(k), phDamage
				return
			}
		}
	}
	if s.dueWound > 0 {
		r.wound(s, int(s.at), int(s.dueWound))
		s.dueWound = 0
	}
	r.resolve(s)
}

// blow returns whose damage is rolled: with what, at whom, and what is added to the dice (TP-60, TP-61).
func (r *reading) blow(s *State) (a *arm, at, plus int) {
	by, row := int(s.by), s.seats[s.by].effectRow
	a, at = &r.g.seats[by].arms[s.seats[by].reactionArm], int(s.actor)
	if s.by == s.actor {
		a, at, row = &r.g.seats[by].arms[s.with], int(s.at), s.actorHit
	}
	plus = int(a.damageBonus)
	if row == 1 {
		plus -= int(r.g.seats[at].protection[a.kind])
	}
	return a, at, plus
}

// damage is a wound, or none: 1 minor to 3 severe, 4 what takes out of the fight (R-TP-36, R-TP-37, R-TP-44, R-TP-45). Wounds
// of one exchange fall together.
func (r *reading) damage(s *State, sum int) {
	a, at, plus := r.blow(s)
	kind := 0
	if sum+plus > 0 {
		for _, from := range r.g.woundThresholds[a.kind] {
			if sum+plus >= int(from)+int(r.g.seats[at].toughness) {
				kind++
			}
		}
	}
	for kind >= 1 && kind <= 3 && s.seats[at].boxes[kind-1] == r.g.seats[at].boxes[kind-1] {
		kind++
	}
	kind = min(kind, 4)
	if s.by == s.actor {
		s.actorHit, s.dueWound = 0, uint8(kind)
		r.harm(s)
		return
	}
	r.stops(s, int(s.by))
	s.seats[s.by].effectRow = 0
	if s.dueWound > 0 {
		r.wound(s, int(s.at), int(s.dueWound))
		s.dueWound = 0
	}
	if kind > 0 {
		r.wound(s, int(s.actor), kind)
	}
	if s.seats[s.actor].status == out {
		for k := range s.seats {
			s.seats[k].effectRow = 0
		}
	}
	r.harm(s)
}

// stops: a failed Move ends where the one who has hit the mover first came at it (TP-33, R-TP-13).
func (r *reading) stops(s *State, k int) {
	if uint16(s.do) != doMove || s.effectRow > 0 {
		return
	}
	for n, sq := range r.passed(s) {
		if r.comes(s, k, s.seats[k].reactionArm, sq) {
			if s.stopPlace == 0 || 1+n < int(s.stopPlace) {
				s.stopPlace = uint8(1 + n)
			}
			return
		}
	}
}

func (r *reading) apMax(s *State, i int) int {
	if s.seats[i].boxes[2] > 0 {
		return int(r.g.rule.ActionPoints) - int(r.g.rule.APMaxLost)
	}
	return int(r.g.rule.ActionPoints)
}

// wound fills a box and costs AP, or takes out of the fight.
func (r *reading) wound(s *State, i, kind int) {
	c := &s.seats[i]
	if i == int(s.actor) {
		s.aimedAt = 0
	}
	if kind == 4 {
		r.apart(s, i)
		*c = seat{}
		return
	}
	c.boxes[kind-1]++
	c.ap = uint8(min(max(0, int(c.ap)-int(r.g.rule.APLost[kind-1])), r.apMax(s, i)))
}

// apart ends a bind or grapple: both are On Guard.
func (r *reading) apart(s *State, i int) {
	if k := int(s.seats[i].partner) - 1; k >= 0 {
		s.seats[i].partner, s.seats[i].status = 0, onGuard
		s.seats[k].partner, s.seats[k].status = 0, onGuard
	}
}

func (r *reading) together(s *State, i, k int, st status) {
	s.seats[i].partner, s.seats[i].status = uint8(1+k), st
	s.seats[k].partner, s.seats[k].status = uint8(1+i), st
}

// resolve does what the outcomes say once the wounds are known.
func (r *reading) resolve(s *State) {
	if r.decided(s) {
		return
	}
	i, k := int(s.actor), int(s.at)
	c, o := &s.seats[i], &s.seats[k]
	up := c.status != out
	both := up && o.status != out
	done := both && s.effectRow > 0
	switch do := uint16(s.do); do {
	case doMove, doCombatMove:
		r.moved(s)
		return
	case doMelee, doUnarmed, doRanged:
		if uint16(o.reaction) == doParry && o.effectRow == 1 || uint16(s.counterTempo) == doCTParry && s.effectRow == 1 {
			r.together(s, i, k, bound)
		}
		if o.status == offGuard { // R-TP-51
			o.status = onGuard
		}
	case doGrapple:
		if done {
			c.square = r.grip(s, i, k)
			r.together(s, i, k, grappled)
		} else if both && uint16(o.reaction) == doDouble {
			r.apart(s, i)
		}
	case doDisarm, doPress, doWithdraw:
		if done && do == doDisarm {
			o.lostAt[o.hand], o.hand = o.square, slotNone
		}
		if done || both && uint16(o.reaction) == doDouble { // R-TP-15
			r.apart(s, i)
		}
		if done && do == doWithdraw && r.back(s, i, k) != 0 {
			s.by, s.phase = s.actor, phStep
			return
		}
	case doEscape:
		switch {
		case done && c.status == pinned:
			c.status = grappled
		case done:
			r.apart(s, i)
		}
	case doPin:
		if done {
			o.status = pinned
		}
	case doAim:
		if up && s.effectRow > 0 {
			s.aimedAt = 1 + s.at
		}
	case doReady:
		c.status = onGuard
	case doReload:
		if c.loadingAP += s.to; up && c.loadingAP == r.g.seats[i].slots[c.hand].reload {
			c.loadingAP, c.shots = 0, r.g.seats[i].slots[c.hand].shots
		}
		if !up {
			*c = seat{}
		}
	case doDraw, doPickUp:
		if up {
			c.hand, c.lostAt[s.with] = s.with, 0
		}
	}
	r.finish(s)
}

// moved walks the mover, then asks those whose Retreat has succeeded, one after another, where they go (R-TP-48).
func (r *reading) moved(s *State) {
	if r.decided(s) {
		return
	}
	c := &s.seats[s.actor]
	if c.status != out && s.to != 0 {
		switch {
		case uint16(s.do) == doCombatMove && s.effectRow == 2:
			s.by, s.phase = s.actor, phStep
			return
		case uint16(s.do) == doCombatMove && s.effectRow == 0: // TP-38
		case s.effectRow == 0 && s.stopPlace > 0:
			way := r.passed(s)[s.stopPlace-1:]
			if way[0] != c.square {
				c.square = way[slices.IndexFunc(way, func(sq uint8) bool { return r.stands(s, sq) < 0 })]
			}
		default:
			c.square = s.to
		}
		s.to, s.stopPlace = 0, 0
	}
	for _, k := range r.order {
		if uint16(s.seats[k].reaction) != doRetreat || s.seats[k].effectRow == 0 {
			continue
		}
		s.by, s.phase = uint8(k), phStep
		if len(r.ways(s)) > 1 {
			return
		}
		s.seats[k].effectRow = 0
	}
	r.finish(s)
}

// finish: who was struck at is awake (R-TP-63), the action is over, the turn goes on.
func (r *reading) finish(s *State) {
	for k := range r.g.n {
		c := &s.seats[k]
		if a := &s.seats[s.actor]; a.status == offGuard && (uint16(c.reaction) == doCounterAttack || uint16(c.reaction) == doCounterFire) {
			a.status = onGuard
		}
		c.reaction, c.reactionArm, c.effectRow = 0, 0, 0
	}
	*s = State{seats: s.seats, round: s.round, phase: s.phase, actor: s.actor, first: s.first, over: s.over, aimedAt: s.aimedAt}
	switch {
	case r.decided(s):
	case s.seats[s.actor].status == out:
		r.next(s)
	default:
		r.turn(s)
	}
}

// turn goes on while its owner has AP and something to do with them (TP-04, R-TP-40).
func (r *reading) turn(s *State) {
	if s.seats[s.actor].ap > 0 && len(r.proactive(s)) > 0 {
		s.phase = phTurn
		return
	}
	r.rest(s)
}

// breath returns a result of Recover Stamina (R-TP-53).
func (r *reading) breath(s *State, n int) int {
	f := &r.g.seats[s.actor]
	return int(f.skills[endurance]) - int(f.burden) + int(r.g.rule.Stamina) + r.hurts(s, int(s.actor)) + r.sign(doRecover)*n
}

// regained returns the AP its owner then has (TP-157 to TP-167, R-TP-28).
func (r *reading) regained(s *State, n int) int {
	gain := 0
	for k, row := range r.rows[doRecover] {
		if k == 0 || r.breath(s, n) >= row.From.N {
			gain = row.AP.N
		}
	}
	return min(r.apMax(s, int(s.actor)), int(s.seats[s.actor].ap)+gain)
}

// rest ends a turn: Recover Stamina is thrown for, where the dice decide anything (TP-13).
func (r *reading) rest(s *State) {
	s.aimedAt = 0
	few, many := r.regained(s, 0), r.regained(s, diceMany-1)
	if few == many {
		r.recover(s, few)
		return
	}
	s.phase = phStamina
}

func (r *reading) recover(s *State, ap int) {
	s.seats[s.actor].ap = uint8(ap)
	r.next(s)
}

// next is the turn of the next who stands; where the first one's turn comes round again, a round is over (TP-03, TP-15).
func (r *reading) next(s *State) {
	s.aimedAt = 0
	at := slices.Index(r.order, int(s.actor))
	for {
		at = (at + 1) % len(r.order)
		k := r.order[at]
		if k == int(s.first) {
			s.round++
			switch goal := &r.g.goal; {
			case goal.Kind == book.GoalLast && s.round >= goal.Rounds:
				r.end(s, rules.EndFirst+uint8(goal.Side))
				return
			case s.round >= r.g.rounds: // R-TP-54
				r.end(s, r.g.capEnding)
				return
			}
		}
		if s.seats[k].status != out {
			s.actor = uint8(k)
			r.turn(s)
			return
		}
	}
}

// decided reports whether the fight is over, and ends it.
func (r *reading) decided(s *State) bool {
	var stand [2]int
	held, goal := true, &r.g.goal // all of the side that wants away are
	for i := range r.g.n {
		c, side := &s.seats[i], r.g.seats[i].side
		if c.status == out {
			continue
		}
		stand[side]++
		held = held && (side != goal.Side || goal.exits[c.square] && c.partner == 0)
	}
	fallen := goal.Kind != book.GoalNone && s.seats[goal.Who].status == out
	switch {
	case stand == [2]int{}:
		r.end(s, rules.EndDraw)
	case stand[0] == 0:
		r.end(s, rules.EndSecond)
	case stand[1] == 0:
		r.end(s, rules.EndFirst)
	case goal.Kind == book.GoalDown && fallen, goal.Kind == book.GoalEscape && held:
		r.end(s, rules.EndFirst+uint8(goal.Side))
	case goal.Kind == book.GoalProtect && fallen:
		r.end(s, rules.EndSecond-uint8(goal.Side))
	default:
		return false
	}
	return true
}

// end closes the fight: only who stands how is left.
func (r *reading) end(s *State, over uint8) {
	for k := range s.seats {
		s.seats[k].reaction, s.seats[k].reactionArm, s.seats[k].effectRow = 0, 0, 0
	}
	*s = State{seats: s.seats, round: s.round, phase: phOver, over: over}
}
