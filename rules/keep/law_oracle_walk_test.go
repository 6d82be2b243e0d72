package keep

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/keep/rows"
	"kokyu/rules/rulestest"
)

// The second reading walks beside the engine: from any position at all, of sheets, boards and house rules drawn at random, a
// few decisions and throws on. What is offered, with what chances, and what comes of it must be the same to the last byte.

// waits returns what a reading waits for, and from whom.
func (r *reading) waits() rules.Turn {
	by, actor := rules.Seat(r.s.by), rules.Seat(r.s.actor)
	switch r.s.phase {
	case phOver:
		return rules.Turn{Kind: rules.Over, Seat: rules.Nobody}
	case phInitiative, phTie, phTest:
		return rules.Turn{Kind: rules.Chance, Seat: by}
	case phContest, phDamage:
		return rules.Turn{Kind: rules.Chance, Seat: actor}
	case phOpening, phRound:
		return rules.Turn{Kind: rules.Decide, Seat: by, Begins: true}
	case phCall, phEffort, phAgree:
		return rules.Turn{Kind: rules.Decide, Seat: by}
	case phEndure:
		return rules.Turn{Kind: rules.Decide, Seat: rules.Seat(r.s.at)}
	}
	return rules.Turn{Kind: rules.Decide, Seat: actor, Begins: r.s.phase == phStance || r.s.phase == phAct && r.s.firstRound != 0 && r.untouched()}
}

// untouched reports whether nothing has been done in the turn: in the first round, which has no stances to choose, it begins so.
func (r *reading) untouched() bool {
	s := r.s
	for i := range s.seats {
		if s.seats[i].grapple >= grappleEndOffered { // somebody has proposed the end of a grapple
			return false
		}
	}
	simple := 2
	if r.man(r.actor()).stance == void {
		simple = 0
	}
	return int(s.simpleLeft) == simple && s.did == 0 && s.said == 0 && s.smallActions == 0 && s.moved == 0 && int(s.steedSimpleLeft) == r.steedActions(r.actor())
}

// owner returns whose turn it is.
func (r *reading) owner() rules.Seat {
	switch do := uint16(r.s.do); r.s.phase {
	case phOver, phInitiative, phTie, phOpening, phRound:
		return rules.Nobody
	case phCall, phTest:
		if do == doShake || do == doRally { // in the Readying Phase
			return rules.Nobody
		}
	}
	return rules.Seat(r.s.actor)
}

// options returns the decisions there are.
func (r *reading) options() []rules.Action {
	switch r.s.phase {
	case phOpening:
		return r.stances(int(r.s.by))
	case phStance:
		return r.stances(r.actor())
	case phRound:
		return r.declares(int(r.s.by))
	case phAct:
		return append(r.deeds(), r.neverminds()...)
	case phCall:
		return r.callings()
	case phEffort:
		return r.efforts(int(r.s.by))
	case phStrike:
		return r.additions()
	case phEndure:
		return []rules.Action{ask(doTake), ask(doEndure)}
	case phShove:
		return r.shoves()
	case phExtra:
		return append(r.blows(), ask(doEnd))
	}
	return []rules.Action{ask(doAgree), ask(doRefuse)}
}

// plays makes a decision or an outcome happen.
func (r *reading) plays(a rules.Action) {
	switch r.s.phase {
	case phInitiative:
		r.man(int(r.s.by)).initiative = uint8(min(a.N, 150))
		r.rolls(int(r.s.by) + 1)
	case phTie:
		r.drawn(int(a.At))
	case phOpening:
		r.stand(int(r.s.by), stance(a.With))
		r.openings()
	case phRound:
		r.declare(a)
	case phStance:
		r.stand(r.actor(), stance(a.With))
		r.stanceKnown()
	case phAct:
		r.does(a)
	case phCall:
		r.call(a)
	case phTest:
		r.tested(int(a.N))
	case phEffort:
		r.effort(a.Do)
	case phContest:
		r.contested(a.At)
	case phStrike:
		r.adds(a.Do)
	case phDamage:
		r.struck(int(a.N))
	case phEndure:
		r.endures(a.Do == doEndure)
	case phShove:
		r.shoved(a)
	case phExtra:
		if a.Do == doEnd {
			r.goesOn()
		} else {
			r.aims(a)
		}
	case phAgree:
		if a.Do == doRefuse {
			r.goesOn()
		} else {
			r.s.answered |= 1 << r.s.by
			r.agrees()
		}
	}
}

// outcomes returns those of the dice, each total by itself and then taken together with those that lead to the same: a failure
// and a blow without a Wound are shown by the highest of their totals, all others by the lowest.
func (r *reading) outcomes() (all []rules.Odds) {
	switch r.s.phase {
	case phTie:
		some := r.tied()
		for _, i := range some {
			all = append(all, rules.Odds{Action: rules.Action{Do: doTieWinner, At: rules.Seat(i)}, P: 1 / float64(len(some))})
		}
		return all
	case phContest:
		return r.contests()
	}
	i := int(r.s.by)
	f := r.sheet(i)
	pool, low := dieOf(f.attributes[reflexes]), -1000
	same := func(a, b int) bool { return a == b || min(a, b) >= 150 } // Initiative Values
	switch r.s.phase {
	case phInitiative:
		pool.Roll += f.rank
	case phTest:
		pool, low = r.testPool(i), r.need(i)-1
		leads := r.leads(r.tested)
		same = func(a, b int) bool { return max(a, b) <= low || min(a, b) > low && leads(a) == leads(b) }
	case phDamage:
		pool, low = r.damagePool(), r.sheet(int(r.s.at)).reduction
		same = func(a, b int) bool { return r.counted(a) == r.counted(b) }
	}
	c := pool.Curve()
	from, to := c.First(), c.Last()
	if r.s.phase != phInitiative { // what is shown may be a total that these dice cannot come to
		from, to = min(from, low), max(to, low)
	}
	for n := from; n <= to; n++ {
		p := c.AtLeast(n) - c.AtLeast(n+1)
		if last := len(all) - 1; last >= 0 && same(int(all[last].N), n) {
			if all[last].P += p; n <= low {
				all[last].N = int16(n)
			}
			continue
		}
		all = append(all, rules.Odds{Action: rules.Action{Do: doTotal, At: rules.Nobody, N: int16(n)}, P: p})
	}
	return slices.DeleteFunc(all, func(o rules.Odds) bool { return o.P <= 0 })
}

// leads says where a total leads to, each asked once.
func (r *reading) leads(take func(total int)) func(n int) State {
	known := map[int]State{}
	was := r.s
	return func(n int) State {
		s, ok := known[n]
		if !ok {
			take(n)
			s, r.s = r.s, was
			known[n] = s
		}
		return s
	}
}

// contests returns who can win one, and that nobody does.
func (r *reading) contests() (all []rules.Odds) {
	some := r.rivals()
	nobody := 1.0
	for j, k := range some {
		mine, p := r.rivalPool(k).Curve(), 0.0
		for n := mine.First(); n <= mine.Last(); n++ {
			q := mine.AtLeast(n) - mine.AtLeast(n+1)
			for _, o := range some {
				if o != k {
					q *= 1 - r.rivalPool(o).Curve().AtLeast(n)
				}
			}
			p += q
		}
		a := rules.Action{Do: doTotals, At: rules.Seat(k), N: 1}
		if j > 0 {
			a.N, a.With = 0, 1
		}
		if p > 0 {
			all = append(all, rules.Odds{Action: a, P: p})
		}
		nobody -= p
	}
	if nobody > 1e-13 {
		all = append(all, rules.Odds{Action: ask(doTotals), P: nobody})
	}
	return all
}

// pair is the engine and the second reading over one position.
type pair struct {
	t    testing.TB
	g    *Game
	s    State
	r    *rand.Rand
	said []string

	decisions, throws int
	seen              map[string]int
}

func (p *pair) failf(format string, args ...any) {
	p.t.Helper()
	p.t.Fatalf("%s\nafter %s\nin %s", fmt.Sprintf(format, args...), strings.Join(p.said, " · "), positionText(p.g, &p.s))
}

// positionText returns all that a position is of: the board, the sheets, the house rules and where things stand.
func positionText(g *Game, s *State) string {
	text := fmt.Sprintf("round %d, %s\n%v\n%+v\n%+v\n", s.round, rows.PhaseNames[s.phase], g.Encounter.Map, g.rule, g.goal)
	for i := range g.n {
		f := g.seats[i]
		f.mastery = f.mastery[:int(s.with)+1]
		text += fmt.Sprintf("%d %s %+v\n   %+v\n", i, g.ground.Name(s.seats[i].square), s.seats[i], f)
	}
	rest := *s
	rest.seats = [seatsMax]seat{}
	return fmt.Sprintf("%s%+v", text, rest)
}

// step compares all there is to say of a position, and goes on with one of its choices or outcomes.
func (p *pair) step() (on bool) {
	p.t.Helper()
	r := &reading{g: p.g, s: p.s}
	turn := p.g.Turn(&p.s)
	if want := r.waits(); turn != want {
		p.failf("the engine waits for %+v, the second reading for %+v", turn, want)
	}
	if got, want := p.g.turnOwner(&p.s), r.owner(); got != want {
		p.failf("the turn is of seat %d, in the second reading of %d", got, want)
	}
	p.seen[rows.PhaseNames[p.s.phase]]++
	var a rules.Action
	switch turn.Kind {
	case rules.Over:
		return false
	case rules.Decide:
		a = p.choice(sorted(p.g.Actions(&p.s, nil)), sorted(r.options()))
	case rules.Chance:
		a = p.throw(p.g.Odds(&p.s, nil), r.outcomes())
	}
	p.seen[dos(a)]++
	was := p.s
	r.plays(a)
	p.g.Play(&p.s, a, nil)
	if p.s != r.s {
		now := p.s
		p.s = was
		p.failf("%s leads to %s\nin the second reading to %s", p.g.Format(&was, a), apart(now, r.s), apart(r.s, now))
	}
	p.said = append(p.said, fmt.Sprintf("%s: %s", p.g.name(int(max(0, turn.Seat))), p.g.Format(&was, a)))
	return true
}

func dos(a rules.Action) string { return fmt.Sprint("do ", a.Do) }

func sorted(all []rules.Action) []rules.Action {
	slices.SortFunc(all, func(a, b rules.Action) int {
		return cmp.Or(cmp.Compare(a.Do, b.Do), cmp.Compare(a.At, b.At), cmp.Compare(a.To, b.To),
			cmp.Compare(a.With, b.With), cmp.Compare(a.Mode, b.Mode), cmp.Compare(a.N, b.N))
	})
	return all
}

// choice compares what is offered, and takes any kind of it as likely as any other; blows and what is rare more often, and
// seldom the end of a turn or many raises.
func (p *pair) choice(got, want []rules.Action) rules.Action {
	p.t.Helper()
	if !slices.Equal(got, want) {
		lacks := func(all, of []rules.Action) (words []string) {
			for _, a := range all {
				if !slices.Contains(of, a) {
					words = append(words, fmt.Sprintf("%s %+v", p.g.Format(&p.s, a), a))
				}
			}
			return words
		}
		p.failf("only the engine offers %q, only the second reading %q", lacks(got, want), lacks(want, got))
	}
	p.decisions++
	var kinds []uint16
	for _, a := range got {
		if a.Do != doEnd || len(got) == 1 || p.r.IntN(3) == 0 {
			kinds = append(kinds, a.Do)
		}
	}
	if len(kinds) == 0 {
		return got[0]
	}
	rare := slices.DeleteFunc(slices.Clone(kinds), func(do uint16) bool {
		return !slices.Contains([]uint16{doDefend, doMount, doRecover, doString, doTend}, do)
	})
	last := kinds[len(kinds)-1]
	switch {
	case len(rare) > 0 && p.r.IntN(2) == 0:
		kinds = rare
	case slices.Contains(kinds, doAttack):
		kinds = slices.DeleteFunc(kinds, func(do uint16) bool { return do > doGrapple && do != last && p.r.IntN(3) > 0 })
	}
	kinds = slices.Compact(kinds)
	do := kinds[p.r.IntN(len(kinds))]
	got = slices.DeleteFunc(got, func(a rules.Action) bool { return a.Do != do })
	return got[min(p.r.IntN(len(got)), p.r.IntN(len(got)))]
}

// throw compares the outcomes and their chances, and takes any as likely as any other; what misses or is lost, less often.
func (p *pair) throw(got, want []rules.Odds) rules.Action {
	p.t.Helper()
	p.throws++
	if slices.ContainsFunc(got, func(o rules.Odds) bool { return o.P <= 0 }) {
		p.failf("the engine has odds for what never happens: %v", got)
	}
	likely := func(o rules.Odds) bool { return o.P > 1e-11 }
	got, want = slices.DeleteFunc(got, func(o rules.Odds) bool { return !likely(o) }), slices.DeleteFunc(want, func(o rules.Odds) bool { return !likely(o) })
	if !slices.EqualFunc(got, want, func(a, b rules.Odds) bool { return a.Action == b.Action && math.Abs(a.P-b.P) < 1e-9 }) {
		p.failf("the engine has the odds %v\nthe second reading      %v", got, want)
	}
	switch one := p.r.IntN(4); {
	case p.s.phase == phTest && one < 2:
		got = got[len(got)-1:]
	case p.s.phase == phContest && one < 3 && p.s.do != 0, p.s.phase == phDamage && one == 0:
		got = got[:1]
	}
	return got[p.r.IntN(len(got))].Action
}

// apart returns the parts of a position that another has differently.
func apart(a, b State) string {
	var out []string
	for i := range a.seats {
		if a.seats[i] != b.seats[i] {
			out = append(out, fmt.Sprintf("seat %d %+v", i, a.seats[i]))
		}
	}
	for i := range a.items {
		if a.items[i] != b.items[i] {
			out = append(out, fmt.Sprintf("item %d %+v", i, a.items[i]))
		}
	}
	a.seats, a.items = [seatsMax]seat{}, [itemsMax]item{}
	b.seats, b.items = a.seats, a.items
	if a != b {
		out = append(out, fmt.Sprintf("%+v", a))
	}
	return strings.Join(out, "; ")
}

// fields returns the encounters the positions are of: on foot among walls, rough ground, mire, height and cover, and on horseback.
func fields(t testing.TB) []*Game {
	steed := "steed: true, four legs: true, weapons: [kick]"
	return []*Game{
		setup{
			us: []man{{name: "Ann", at: "a1", row: "weapons: [katana, wakizashi]"}, {name: "Cid", at: "b1", row: "weapons: [kusarigama, tanto]"},
				{name: "Dot", at: "c1", row: "weapons: [yumi, aiguchi]"}},
			them: []man{{name: "Bea", at: "d1", row: "weapons: [sasumata, net]"}, {name: "Eve", at: "e1", row: "weapons: [no-dachi, wakizashi]"},
				{name: "Fay", at: "f1", row: "weapons: [claws, naginata]"}},
			ground: `["......", "#.,.^.", ".o#~.,", "..O^#.", ".~,..."]`,
			more: "exits: [a1, b1, c1, d1, e1, f1, b2, a3, d3, f4, a5, c5, d5, e5]\n" +
				"tests: [{what: the gate, skill: athletics, attribute: strength, number: 15}, {what: the latch, skill: knives, attribute: agility, number: 12}]",
		}.game(t),
		setup{
			us: []man{{name: "Ann", line: "rides: Ash", row: "weapons: [lance, katana]"}, {name: "Ash", at: "a1", row: steed},
				{name: "Cid", at: "b1", row: "weapons: [han-kyu, katana]"}},
			them: []man{{name: "Bea", line: "rides: Elk", row: "weapons: [yari, tanto]"}, {name: "Elk", at: "c1", row: steed},
				{name: "Eve", at: "d1", row: "weapons: [manrikikusari, parangu]"}},
			ground: `["........", "..,.....", ".#...^..", "....~..."]`,
			more:   "exits: [a1, b1, c1, d1, a2, d2, h2, c3, d3, e3, f4, g4, h4]",
		}.game(t),
		setup{
			us: []man{{name: "Ann", at: "a1", row: "weapons: [yumi, katana]"}, {name: "Cid", at: "b1", row: "weapons: [nage-yari, net]"},
				{name: "Dot", at: "d1", row: "weapons: [tanto, jo]"}, {name: "Gil", at: "e1", row: "weapons: []"}},
			them: []man{{name: "Bea", at: "f1", row: "weapons: [han-kyu, wakizashi]"}, {name: "Eve", at: "g1", row: "weapons: [bite], four legs: true"},
				{name: "Fay", at: "h1", row: "weapons: [kusarigama, net]"}, {name: "Hal", at: "i1", row: "weapons: [sodegarami, kama]"}},
			ground: wilds(),
			more:   "exits: [a1, p16]",
		}.game(t),
	}
}

// wilds returns as many squares as a board has, no row like the next.
func wilds() string {
	row, rows := "...,..o..#~.^.O.", []string{}
	for range 16 {
		rows = append(rows, fmt.Sprintf("%q", row))
		row = row[5:] + row[:5]
	}
	rows[0] = `"................"`
	return "[" + strings.Join(rows, ", ") + "]"
}

// shaken returns a game whose sheets, house rules and objective may be anything.
func shaken(of *Game, r *rand.Rand) *Game {
	g := *of
	few := func(n int) int { return max(0, r.IntN(2*n+2)-n-1) } // nothing half the time
	one := func(in int) bool { return r.IntN(in) == 0 }
	for i := range g.n {
		f := &g.seats[i]
		for k := range f.attributes {
			f.attributes[k] = 1 + r.IntN(4)
		}
		for k := range f.rings {
			f.rings[k] = 1 + r.IntN(3)
		}
		f.rings[ringVoid] = 1 + r.IntN(6)
		for k := range f.skills {
			f.skills[k] = few(4)
		}
		f.rank, f.emphases = 1+r.IntN(3), r.Uint64()
		f.speaks = one(4)
		if one(8) { // a giant, for what is capped
			for k := range f.attributes {
				f.attributes[k] += 6
			}
			for k := range f.skills {
				f.skills[k] += 6
			}
			f.rings = [ringCount]int{7, 10, 7, 7, 3}
		}
		f.grappler, f.samuraiHands, f.dual = one(2), one(3), one(2)
		f.mastery = slices.Clone(f.mastery)
		for j := range f.mastery {
			f.mastery[j] = gain{few(1), few(1), few(4)}
		}
		f.armorBonus, f.mountedArmorBonus, f.reduction, f.clumsy = few(5), few(8), few(4), few(5)
		f.techniqueBonus, f.miscBonus, f.malus = few(4), few(4), few(4)
		f.hungryDays, f.sleeplessDays, f.exhausted = few(1), few(1), one(6)
		f.mook = one(4) && !f.steed
		f.fourLegs = f.steed || one(6)
		f.initiative = []int{0, 0, 12, 17, 17, 25}[r.IntN(6)]
	}
	side := rules.Side(r.IntN(2))
	g.goal = rules.Goal{Kind: []uint8{book.GoalNone, book.GoalLast, book.GoalDown, book.GoalProtect, book.GoalEscape}[r.IntN(5)],
		Side: side, Rounds: uint8(2 + r.IntN(3))}
	for i := range g.n {
		if !g.seats[i].steed && (g.seats[i].side == side) == (g.goal.Kind == book.GoalProtect) {
			g.goal.Who = rules.Seat(i)
		}
	}
	g.rounds, g.capEnding = uint8(3+r.IntN(3)), rules.EndDraw+uint8(r.IntN(3))
	g.rule = rulings{LostContest: one(2), RaiseCap: one(3), Cover: [3]int8{0, 5, 10}, Crowded: -10, OneRaise: one(2),
		Focused: !one(4), VoidTwice: one(2), StandOff: int8(1 + r.IntN(3)),
		Bleeding: int8(few(2)), MookVoid: one(2), HitAndRun: one(2), EndsOut: one(3), OwnOffers: one(3), EitherHit: one(3)}
	return &g
}

// anywhere is any position of a game between two actions, most of its fighters close together.
func anywhere(g *Game, r *rand.Rand) (s State) {
	one := func(in int) bool { return r.IntN(in) == 0 }
	some := func(chance int, of ...uint8) (bits uint8) {
		for _, b := range of {
			if one(chance) {
				bits |= b
			}
		}
		return bits
	}
	rd := &reading{g: g}
	squares := crowd(rd, r)
	s.round = 1 + uint8(r.IntN(int(g.rounds)))
	if s.round == 1 {
		s.firstRound = 1
	}
	rd.s.round, rd.s.firstRound = s.round, s.firstRound
	beaten := rules.Side(r.IntN(16)) // now and then a side with nobody left
	for i := range g.n {
		f, c := &g.seats[i], rd.man(i)
		c.square, c.stance = squares[i], water+stance(r.IntN(5))
		if one(8) {
			c.earthChange = int8(r.IntN(3) - 1)
		}
		e := rd.earth(i)
		c.wounds = uint8([]int{0, r.IntN(5*e + 2), max(0, e*(4+r.IntN(14))+r.IntN(3)-1)}[r.IntN(3)])
		if f.side == beaten {
			_, out, dead := rd.falls(i)
			c.wounds = uint8(out + r.IntN(dead-out+1))
		}
		c.status = status(some(5, uint8(prone)) | some(10, uint8(blind), uint8(incapacitated)))
		if c.status&incapacitated != 0 {
			c.status |= status(some(2, uint8(recoversNext)))
		}
		c.focus = focus(some(12, 1, 2, 4, 8, 16, 32))
		if one(6) {
			c.stun = uint8(1 + r.IntN(3))
		}
		if one(10) {
			c.escapeNumber = uint8(max(1, r.IntN(25)-4))
		}
		c.initiative = []uint8{12, 17, 17, 22, 25, uint8(10 + r.IntN(30)), 250}[r.IntN(7)]
		if !f.mook {
			c.voidPoints = uint8(r.IntN(4))
		}
		c.spent = spent(some(4, 1, 2, 4, 8, 16, 32, 64, 128))
		c.turnMarks = turnMarks(some(3, uint8(beganVoid)) | some(2, uint8(acted)))
		if !g.rule.VoidTwice {
			c.turnMarks |= turnMarks(some(3, uint8(wasVoid)))
		}
		if c.stance == earth && one(2) {
			c.earthBonus = uint8(r.IntN(8))
		}
		for k := range g.n {
			if k != i && !rd.hostile(i, k) {
				c.guards |= some(4, 1<<k)
				if one(8) {
					c.swappedWith = uint8(1 + k)
				}
			} else if k != i && one(8) {
				c.brokeFrom = uint8(1+k) | some(2, brokeLastTurn)
			}
		}
	}
	rd.mounts(r)
	rd.clutches(r)
	rd.arms(r)
	rd.outs(r)
	rd.orders(r)
	rd.s.phase = phAct
	rd.s.tacticsPools = [2]uint8{some(2, 1, 2), some(2, 1, 98)}
	rd.s.quietRounds, rd.s.eventful = uint8(r.IntN(int(g.rule.StandOff))), some(2, 1)
	return rd.s
}

// crowd are squares for everybody, near one of them as a rule.
func crowd(rd *reading, r *rand.Rand) (squares []uint8) {
	for sq := range int(rd.g.ground.Wide) * int(rd.g.ground.High) {
		if !rd.g.ground.Wall[sq] {
			squares = append(squares, uint8(sq))
		}
	}
	r.Shuffle(len(squares), func(i, k int) { squares[i], squares[k] = squares[k], squares[i] })
	if middle := squares[0]; r.IntN(4) > 0 {
		slices.SortStableFunc(squares, func(a, b uint8) int { return rd.far(a, middle)/2 - rd.far(b, middle)/2 })
		few := squares[:min(len(squares), rd.g.n+2)]
		r.Shuffle(len(few), func(i, k int) { few[i], few[k] = few[k], few[i] })
	}
	return squares
}

// mounts puts some on horseback.
func (r *reading) mounts(rand *rand.Rand) {
	for k := range r.g.n {
		for i := range r.g.n {
			if r.sheet(k).steed && !r.sheet(i).steed && !r.hostile(i, k) && r.conscious(i) && r.conscious(k) &&
				r.man(i).mount == 0 && r.man(k).mount == 0 && rand.IntN(2) == 0 {
				r.man(i).mount, r.man(k).mount = uint8(1+k), uint8(1+i)
				r.man(i).square = r.man(k).square
			}
		}
	}
}

// clutches makes grapples, three at most.
func (r *reading) clutches(rand *rand.Rand) {
	var with []uint8
	for j, a := range r.g.arms {
		if a.canGrapple && a.kind == melee {
			with = append(with, uint8(j))
		}
	}
	free := r.which(r.conscious)
	rand.Shuffle(len(free), func(i, k int) { free[i], free[k] = free[k], free[i] })
	for n := 1; n <= 3 && rand.IntN(2) == 0 && len(free) >= 2; n++ {
		m := min(len(free), 2+rand.IntN(3)/2+rand.IntN(2))
		for _, i := range free[:m] {
			r.man(i).grapple = uint8(n) | []uint8{0, 0, grappleMaintained}[rand.IntN(3)]
		}
		h := &r.s.grapples[n-1]
		h.control = uint8([]int{0, 1 + free[0], 1 + free[0], 1 + free[1]}[rand.IntN(4)])
		if rand.IntN(2) == 0 {
			*h = grapple{control: h.control, starter: uint8(1 + free[rand.IntN(m)]), with: with[rand.IntN(len(with))]}
		}
		free = free[m:]
	}
}

// arms hands the weapons out: to their owners as a rule, ready as far as there are hands.
func (r *reading) arms(rand *rand.Rand) {
	for item := range uint8(itemsMax) {
		a := r.way(item)
		if a == nil {
			r.s.items[item].at = itemGone
			continue
		}
		who := itemOwner(item)
		it := thing(uint8(who), 0)
		if a.natural {
			it.at |= itemReady
			r.s.items[item] = it
			continue
		}
		if rand.IntN(8) == 0 {
			it.at = uint8(rand.IntN(r.g.n))
		}
		hands := r.freeHands(int(it.at))
		switch n := rand.IntN(8); {
		case n == 0:
			it = thing(itemGone, 0)
		case n == 1:
			it = thing(itemLying, r.man(rand.IntN(r.g.n)).square)
		case n > 2 && (hands == 2 || hands == 1 && a.size != large):
			it.at |= itemReady
		}
		if a.kind == aimed && it.at&itemGone == 0 && rand.IntN(4) == 0 {
			it.at |= itemUnstrung
		}
		r.s.items[item] = it
	}
}

// outs is what is left of those who are out of the fight, some of whom have left the field.
func (r *reading) outs(rand *rand.Rand) {
	for i := range r.g.n {
		if r.conscious(i) {
			continue
		}
		if rand.IntN(3) == 0 {
			r.leaves(i)
			continue
		}
		_, _, dead := r.falls(i)
		c := r.man(i)
		for _, item := range r.inHand(i) {
			r.lies(item, c.square)
		}
		tidy := seat{wounds: uint8(min(int(c.wounds), dead)), earthChange: c.earthChange, initiative: 0}
		if r.g.rule.Bleeding > 0 && int(tidy.wounds) < dead {
			tidy.square = c.square
			if c.status&prone != 0 {
				tidy.status = tended
			}
		}
		*c = tidy
		for k := range r.g.n {
			r.man(k).guards &^= 1 << i
			if int(r.man(k).brokeFrom)%16 == 1+i {
				r.man(k).brokeFrom = 0
			}
		}
	}
}

// orders are those of the fight and of the round.
func (r *reading) orders(rand *rand.Rand) {
	lasting := queue(rand.Perm(r.g.n))
	slices.SortStableFunc(lasting, func(a, b int) int { return r.rolledValue(b) - r.rolledValue(a) })
	var began []int
	for _, i := range lasting {
		if r.man(i).turnMarks&beganVoid != 0 {
			began = append(began, i)
		}
	}
	r.lineUp(lasting, lasting.requeued(began, r.value))
}

// start leads both readings from a position into one of the moments of a round, the same way.
func (p *pair) start() (ok bool) {
	p.t.Helper()
	p.said = p.said[:0]
	p.s = anywhere(p.g, p.r)
	over := p.s
	r := &reading{g: p.g, s: p.s}
	decided := r.decided()
	if got := p.g.endIfDecided(&over, nil); got != decided || over != r.s {
		p.failf("the fight is decided: %v, in the second reading %v; %s and %s", got, decided, apart(over, r.s), apart(r.s, over))
	}
	if decided {
		return false
	}
	s := &p.s
	enter := func(what string, engine func(), again func()) {
		r.s = *s
		was := *s
		engine()
		again()
		if *s != r.s {
			now := *s
			*s = was
			p.failf("%s leads to %s\nin the second reading to %s", what, apart(now, r.s), apart(r.s, now))
		}
		p.said = append(p.said, what)
	}
	switch moment := p.r.IntN(15); {
	case moment == 0:
		for i := range p.g.n {
			c := &s.seats[i]
			*c = seat{square: c.square, initiative: uint8(p.g.seats[i].initiative), voidPoints: c.voidPoints, place: uint8(i)<<4 | uint8(i),
				stance: stance(p.r.IntN(2)) * c.stance, mount: c.mount}
		}
		s.round, s.firstRound, s.grapples, s.quietRounds, s.eventful, s.tacticsPools = 1, 1, [grapplesMax]grapple{}, 0, 0, [2]uint8{}
		enter("the beginning", func() { p.g.askInitiative(s, 0, nil) }, func() { r.rolls(0) })
	case moment == 1:
		enter("a round", func() { p.g.beginRound(s, nil) }, r.roundBegins)
	case moment <= 3:
		for i := range p.g.n {
			s.seats[i].turnMarks = s.seats[i].turnMarks&^acted | turnMarks(p.r.IntN(2))*declared
		}
		enter("what is declared", func() { p.g.askDeclarations(s, nil) }, r.declarations)
	case moment == 4:
		enter("the Readying Phase", func() { p.g.continueReadying(s, nil) }, r.readying)
	case moment <= 6:
		enter("the next turn", func() { p.g.beginNextTurn(s, nil) }, r.nextTurn)
	default:
		able := r.which(r.hasTurns)
		if r.s = *s; len(able) == 0 {
			return false
		}
		i := able[p.r.IntN(len(able))]
		s.actor, s.phase = uint8(i), phAct
		s.simpleLeft = uint8([]int{0, 1, 2, 2, 2}[p.r.IntN(5)])
		s.did, s.said, s.smallActions = did(p.r.IntN(64)&p.r.IntN(64)), said(p.r.IntN(32)&p.r.IntN(32)), uint8(p.r.IntN(3))
		s.moved, s.lowestWater = uint8(p.r.IntN(9)*p.r.IntN(2)), uint8(p.r.IntN(4)*p.r.IntN(2))
		if p.r.IntN(3) == 0 {
			s.did, s.said, s.smallActions, s.moved, s.lowestWater = 0, 0, 0, 0, 0
		}
		if p.r.IntN(3) == 0 { // nearly all is done
			s.simpleLeft, s.did, s.said, s.smallActions = uint8(p.r.IntN(3)), didHandleObject|didGuard|did(p.r.IntN(2))*didMove|did(p.r.IntN(2))*didLetGo,
				saidFewWords|saidSpellDone|saidCostPaid|saidSpellBegun|saidOffer, 2
		}
		if r.rides(i) {
			s.steedSimpleLeft, s.riding = uint8(p.r.IntN(3)), ridingMarks(p.r.IntN(16))
		}
		switch {
		case moment >= 9:
			p.strikes(able)
		case p.r.IntN(2) == 0:
			enter("what is left of a turn", func() { p.g.continueTurn(s, nil) }, r.goesOn)
		}
	}
	return true
}

// strikes leads the second reading to an attack, if anybody can make one: to its dice, or past them.
func (p *pair) strikes(able []int) {
	r := &reading{g: p.g, s: p.s}
	var blows []rules.Action
	i := 0
	for _, k := range p.r.Perm(len(able)) {
		i = able[k]
		r.s.actor = uint8(i)
		c := r.man(i)
		if c.grapple != 0 || c.escapeNumber != 0 {
			continue
		}
		if c.stance == air || c.stance == earth {
			c.stance = []stance{water, fire, void}[p.r.IntN(3)]
		}
		if blows = r.blows(); p.r.IntN(4) == 0 {
			blows = r.grapples()
		}
		if len(blows) > 0 {
			break
		}
	}
	if len(blows) == 0 {
		return
	}
	c := r.man(i)
	r.s.simpleLeft = 0
	blow := blows[p.r.IntN(len(blows))]
	if p.r.IntN(3) == 0 {
		c.brokeFrom = uint8(1+blow.At) | brokeLastTurn
	}
	r.aims(blow)
	first := []uint16{callDisarm, callKnockdown, callPush, callPush, callPull, callExtraAttack}[p.r.IntN(6)]
	if r.s.phase == phCall && p.r.IntN(2) == 0 {
		if calls := slices.DeleteFunc(r.callings(), func(a rules.Action) bool { return a.Do != first }); len(calls) > 0 {
			r.call(calls[p.r.IntN(len(calls))])
		}
	}
	for r.s.phase == phCall && p.r.IntN(4) > 0 {
		calls := r.callings()
		r.call(calls[min(p.r.IntN(len(calls)), p.r.IntN(len(calls)))])
	}
	if r.s.phase == phTest && p.r.IntN(3) > 0 {
		r.tested(r.need(i) + p.r.IntN(3)*p.r.IntN(20))
	}
	p.s = r.s
}

// Any position comes to the same in a second reading: what may be done, with what chances, and what comes of it.
// RK-01, RK-03 to RK-09, RK-12, RK-14 to RK-24, RK-28 to RK-47, RK-49, RK-52 to RK-62, RK-67 to RK-70, RK-73 to RK-76, RK-79 to
// RK-192, RK-194, RK-197, RK-198, RK-200 to RK-218.
func TestAnyPositionIsTheSameInASecondReading(t *testing.T) {
	seen := map[string]int{}
	for n, of := range fields(t) {
		p := &pair{t: t, r: rand.New(rand.NewPCG(12, uint64(n))), seen: seen}
		for range rulestest.Sample(3000) {
			p.g = shaken(of, p.r)
			if !p.start() {
				continue
			}
			for range 1 + p.r.IntN(12) {
				if !p.step() {
					break
				}
			}
		}
		t.Logf("%d decisions, %d throws", p.decisions, p.throws)
	}
	t.Logf("%v", seen)
}

// Two readings of a map agree on how far apart any two squares are, which way leads straight, what a step comes to and what is
// seen from where.
// RK-99. R-RK-52, R-RK-55.
func TestAnyBoardIsTheSameInASecondReading(t *testing.T) {
	for _, g := range fields(t) {
		r, m := &reading{g: g}, &g.ground
		for sq := range m.Squares() {
			a := uint8(sq)
			if near, steps := slices.Collect(m.Near[a].All()), r.steps(a); !slices.Equal(near, steps) {
				t.Fatalf("from %s a step leads to %v, in the second reading to %v", m.Name(a), near, steps)
			}
			for sq := range m.Squares() {
				b := uint8(sq)
				dx, dy := r.x(b)-r.x(a), r.y(b)-r.y(a)
				straight := dx == 0 || dy == 0 || dx == dy || dx == -dy
				if int(m.Distance(a, b)) != r.far(a, b) || m.isStraightLine(a, b) != straight || m.Sees(a, b) != r.sees(a, b) {
					t.Fatalf("%s and %s: %d apart, straight %v, in sight %v; in the second reading %d, %v, %v", m.Name(a), m.Name(b),
						m.Distance(a, b), m.isStraightLine(a, b), m.Sees(a, b), r.far(a, b), straight, r.sees(a, b))
				}
			}
		}
	}
}
