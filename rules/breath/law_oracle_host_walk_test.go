package breath

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/rulestest"
)

// hostLockstep is a table at which the engine and the second reading of retinues sit: each question must be the engine's
// too, with the same options at the same prices, the same chances and the same field, and both get the same answer.
type hostLockstep struct {
	t    *testing.T
	h    *host
	g    *Game
	s    State
	r    *rand.Rand
	left int // decisions till the walk ends
	said []string
	laid string // the position the walk began from

	decisions, throws int
}

// hostEnough ends a walk that has gone far enough.
type hostEnough struct{}

// hostUnread are the choices the second reading does not know.
var hostUnread = []string{"walk > ", "sprint > ", "break through > ", "force a way > ", "fight free > ", "enter > ", "take up ", "let go", "wait"}

func (l *hostLockstep) failf(format string, args ...any) {
	l.t.Helper()
	l.t.Fatalf("%s\nafter %s\n%s", fmt.Sprintf(format, args...), strings.Join(l.said, " · "), l.laid)
}

func (l *hostLockstep) play(act rules.Action, said string) {
	l.said = append(l.said, said)
	l.g.Play(&l.s, act, nil)
}

// leavesNoTrace reports whether the blow a Kata may follow is remembered by no more than who missed, or that it was parried.
func leavesNoTrace(g *Game, s *State) bool {
	b := *s.currentBlow()
	if _, _, k := g.kataStriker(s); s.blowDepth != 1 || k < 0 {
		return false
	}
	parried, missed := blow{striker: b.striker, target: b.target, technique: b.technique, sum: sumParried}, blow{striker: s.actor, target: b.target, technique: b.technique, flags: blowMissed}
	return b == parried || b == missed
}

func (l *hostLockstep) decide(who *hostMan, options []hostOption) hostOption {
	l.t.Helper()
	l.field()
	if l.left--; l.left < 0 {
		panic(hostEnough{})
	}
	turn := l.g.Turn(&l.s)
	if turn.Kind != rules.Decide || l.g.name(int(turn.Seat)) != who.name {
		l.failf("%s decides; in the engine a %v turn of seat %d", who.name, turn.Kind, turn.Seat)
	}
	if p := l.s.phase; (p == phCount || p == phBreath) && (l.s.maneuver != maneuver{} || l.s.blow != [2]blow{} ||
		l.s.blowDepth+l.s.cursor+l.s.overload&overloadMask != 0) { // so that equal situations are equal values
		l.failf("what is over is remembered: task %v, blows %v, %d %d %d", l.s.maneuver, l.s.blow, l.s.blowDepth, l.s.cursor, l.s.overload)
	}
	if l.s.phase == phKata && !leavesNoTrace(l.g, &l.s) {
		l.failf("what is over is remembered of the blow: %v", l.s.blow)
	}
	slices.SortFunc(options, func(a, b hostOption) int { return strings.Compare(a.words, b.words) })
	var want, have []string
	for _, o := range options {
		want = append(want, fmt.Sprintf("%s for %d", o.words, o.cost))
	}
	legal := map[string]rules.Action{}
	for _, act := range l.g.Actions(&l.s, nil) {
		words := l.g.Format(&l.s, act)
		if !slices.ContainsFunc(hostUnread, func(unread string) bool { return strings.HasPrefix(words, unread) && words != "let it be" }) {
			legal[words] = act
			have = append(have, fmt.Sprintf("%s for %d", words, l.g.Cost(&l.s, act)))
		}
	}
	slices.Sort(have)
	slices.Sort(want)
	if !slices.Equal(want, have) {
		l.failf("%s may\n%q; in the engine\n%q", who.name, want, have)
	}
	l.decisions++
	o := options[l.r.IntN(len(options))]
	for range 3 { // what passes the turn comes seldom, what is rare among many of a kind more often
		if again := options[l.r.IntN(len(options))]; o.do == nil || l.kind(again.words) != l.kind(o.words) && l.r.IntN(2) == 0 {
			o = again
		}
	}
	l.play(legal[o.words], who.name+": "+o.words)
	return o
}

// kind returns the first words of a choice, and of an order what is ordered.
func (l *hostLockstep) kind(words string) string {
	words, _, _ = strings.Cut(words, " > ")
	if _, what, ok := strings.Cut(words, ": "); ok {
		return what
	}
	return words
}

// throw compares the chance of every word, and where the throws lead with where the search's few outcomes lead.
func (l *hostLockstep) throw(who *hostMan, what string, need int, word func(a, b int) string) (a, b int) {
	l.t.Helper()
	l.field()
	turn, c := l.g.Turn(&l.s), l.g.Check(&l.s)
	if turn.Kind != rules.Chance || l.g.name(int(turn.Seat)) != who.name || c.What != what || c.Need-c.Mod != need {
		l.failf("%s throws for %s, the dice must show %d; in the engine a %v turn of seat %d, %s, %d",
			who.name, what, need, turn.Kind, turn.Seat, c.What, c.Need-c.Mod)
	}
	if want, have := hundred(word), worded(l.g, &l.s, l.g.fineOdds(&l.s, nil)); !maps.Equal(want, have) {
		l.failf("%s of %s: %v of a hundred throws, in the engine %v", what, who.name, want, have)
	}
	if wrong := merges(l.g, &l.s); wrong != "" {
		l.failf("%s of %s: %s", what, who.name, wrong)
	}
	a, b = twoDice(l.r)
	act, err := l.g.Read(&l.s, []int{a, b})
	if err != nil {
		l.failf("%v", err)
	}
	l.throws++
	l.play(act, fmt.Sprintf("%d %d", a, b))
	return a, b
}

// lot draws one of several.
func (l *hostLockstep) lot(who *hostMan, among []*hostMan) *hostMan {
	l.t.Helper()
	l.field()
	var want, have []string
	for _, m := range among {
		want = append(want, fmt.Sprintf("%s %.4f", m.name, 1/float64(len(among))))
	}
	odds := l.g.Odds(&l.s, nil)
	for _, o := range odds {
		have = append(have, fmt.Sprintf("%s %.4f", l.g.Format(&l.s, o.Action), o.P))
	}
	if turn := l.g.Turn(&l.s); turn.Kind != rules.Chance || l.g.name(int(turn.Seat)) != who.name || !slices.Equal(want, have) {
		l.failf("%s draws a lot of %q, in the engine a %v turn of %q", who.name, want, turn.Kind, have)
	}
	k := l.r.IntN(len(odds))
	l.play(odds[k].Action, "the lot of "+among[k].name)
	return among[k]
}

// field compares everything that can be seen of everybody.
func (l *hostLockstep) field() {
	l.t.Helper()
	if l.g.Round(&l.s) != l.h.round {
		l.failf("round %d, in the engine %d", l.h.round, l.g.Round(&l.s))
	}
	for i, m := range l.h.men {
		if want, have := m.sheet(), l.sheet(i); want != have {
			l.failf("%s:\n%s; in the engine\n%s", m.name, want, have)
		}
	}
	for zone, z := range l.h.ground {
		for side := range 2 {
			if want, have := l.h.hold(side, zone), l.g.domination(&l.s, rules.Side(side), uint8(slices.Index(rows.Zones, zone))); have != int(2*want) {
				l.failf("side %d holds the %s with %.1f, in the engine with %d halves", side, zone, want, have)
			}
		}
		lies := l.s.ground[slices.Index(rows.Zones, zone)]
		if z.silver != [2]bool{lies&silverOn(0) != 0, lies&silverOn(1) != 0} {
			l.failf("silver in the %s: %v, in the engine %b", zone, z.silver, lies)
		}
	}
}

// sheet words what a man is now.
func (m *hostMan) sheet() string {
	if m.down {
		return "down"
	}
	text := fmt.Sprintf("wounds %d energy %d in the %s exposed %d", m.wounds, m.energy, m.zone, m.exposed)
	if m.squad() {
		under := "nobody"
		if m.under != nil {
			under = m.under.name
		}
		return text + fmt.Sprintf(" cohesion %d under %s %q orders %d %v blessed %v", m.cohesion, under, m.formation, m.orders,
			[]bool{m.attacked, m.rallied, m.charged, m.thrust, m.halved, m.unloaded}, m.blessed)
	}
	text += fmt.Sprintf(" holds %d uses %d %v", m.held, m.zero, []bool{m.closed, m.shaken, m.drained, m.strained, m.bleeding, m.received, m.blessed})
	for _, k := range m.katas {
		text += fmt.Sprintf(" %s %v %d", k.name, k.served, k.left)
	}
	return text + fmt.Sprintf(" gold %d faith %d", m.gold, m.faith)
}

// sheet words what a seat of the engine is.
func (l *hostLockstep) sheet(i int) string {
	f, c, is := &l.g.fighters[i], &l.s.seats[i], l.s.seats[i].flags
	if is&isDown != 0 && *c == (seat{flags: isDown}) && l.s.marks[i] == 0 {
		return "down"
	}
	text := fmt.Sprintf("wounds %d energy %d in the %s exposed %d", c.wounds, c.energy, rows.Zones[c.zone], c.exposed)
	blessed := l.s.marks[i]&markBlessed != 0
	if f.isSquad() {
		under := "nobody"
		if !l.s.isLeaderless(i) {
			under = l.g.name(int(c.commander()))
		}
		return text + fmt.Sprintf(" cohesion %d under %s %q orders %d %v blessed %v", c.cohesion(), under, formationNames[c.formation()], c.ordersObeyed(),
			[]bool{c.held[0]&orderedAttack != 0, c.held[0]&orderedRally != 0, c.held[0]&squadCharged != 0, c.held[0]&squadThrust != 0,
				c.held[1]&squadHalved != 0, !c.isLoaded(f.techniques[0].slot)}, blessed)
	}
	text += fmt.Sprintf(" holds %d uses %d %v", c.held[0], c.zeroUses&zeroCountMask, []bool{is&hasClosed != 0, is&isShaken != 0, is&isSpent != 0,
		is&isStrained != 0, is&isBleeding != 0, l.s.marks[i]&markReceived != 0, blessed})
	for k := range f.katas {
		x, left := &f.katas[k], 0
		if x.perFight > 0 {
			left = int(l.s.purses[x.purse])
		}
		text += fmt.Sprintf(" %s %v %d", x.name, c.zeroUses&x.bit != 0 || x.perBreath && int(l.s.actor) == i && l.s.overload&waiverUsed != 0, left)
	}
	purse := func(k int) int {
		if f.purse[k] < 0 {
			return 0
		}
		return int(l.s.purses[f.purse[k]])
	}
	return text + fmt.Sprintf(" gold %d faith %d", purse(0), purse(1))
}

// The engine and a second reading agree on every option, price, chance and consequence of squads, their orders and what breaks them,
// of units, gifts and Kata without Energy, from positions drawn at random.
// EB-20, EB-50 to EB-54, EB-67 to EB-77, EB-84 to EB-87, EB-96, EB-118, EB-123.
func TestEngineAgreesWithASecondReadingOfRetinues(t *testing.T) {
	fields, walks := 120, 40
	if testing.Short() {
		fields, walks = 50, 24
	}
	fields = rulestest.Sample(fields)
	decisions, throws, over := 0, 0, 0
	for n := range fields {
		r := rand.New(rand.NewPCG(3, uint64(n)))
		h, catalogue, encounter := hostField(r)
		book, err := rows.DefaultBook().Overlay("rows.yaml", []byte(catalogue))
		if err != nil {
			t.Fatalf("%v\n%s", err, catalogue)
		}
		g, err := Load("field.yaml", []byte(encounter), book)
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, encounter, catalogue)
		}
		for range walks {
			l := &hostLockstep{t: t, h: h, g: g, r: r, left: 1 + r.IntN(14)}
			h.table = l
			if !hostPosition(h, r) {
				continue
			}
			l.lay()
			if winner, ended := l.walk(); ended {
				over++
				want := map[int]float64{0: 1, 1: -1, -1: 0}[winner]
				if g.Turn(&l.s).Kind != rules.Over || g.Score(&l.s) != want {
					l.failf("the winner is %d; in the engine a %v turn, score %v", winner, g.Turn(&l.s).Kind, g.Score(&l.s))
				}
			}
			decisions, throws = decisions+l.decisions, throws+l.throws
		}
	}
	t.Logf("%d decisions and %d throws, %d fights to their end", decisions, throws, over)
}

// walk goes on from a position till it is enough or over.
func (l *hostLockstep) walk() (winner int, ended bool) {
	defer func() {
		switch why := recover().(type) {
		case nil, hostEnough:
		case hostOver:
			winner, ended = why.winner, true
		default:
			panic(why)
		}
	}()
	l.h.fight()
	return 0, false
}

// lay puts the engine where the second reading stands, at a count.
func (l *hostLockstep) lay() {
	l.s = State{round: uint8(l.h.round)}
	seats := map[*hostMan]uint8{nil: nobody}
	for i, m := range l.h.men {
		seats[m] = uint8(i)
	}
	for i, m := range l.h.men {
		f, c := &l.g.fighters[i], &l.s.seats[i]
		if m.down {
			c.flags = isDown
			continue
		}
		*c = seat{energy: int8(m.energy), wounds: int8(m.wounds), zone: uint8(slices.Index(rows.Zones, m.zone)),
			exposed: int8(m.exposed), held: [2]uint8{uint8(m.held), 0}}
		for _, x := range []struct {
			on bool
			is flags
		}{{m.closed, hasClosed}, {m.shaken, isShaken}, {m.drained, isSpent}, {m.strained, isStrained},
			{m.bleeding, isBleeding}, {m.breathed && l.g.inPlay[zoneFlank], hasBreathed}} {
			if x.on {
				c.flags |= x.is
			}
		}
		for _, x := range []struct {
			on bool
			is marks
		}{{m.received, markReceived}, {m.blessed, markBlessed}} {
			if x.on {
				l.s.marks[i] |= x.is
			}
		}
		if m.unloaded {
			c.lost |= lostUnloaded
		}
		c.zeroUses = uint8(m.zero)
		for k, x := range m.katas {
			if x.served {
				c.zeroUses |= f.katas[k].bit
			}
			if x.fight > 0 {
				l.s.purses[f.katas[k].purse] = uint8(x.left)
			}
		}
		for k, n := range []int{m.gold, m.faith} {
			if f.purse[k] >= 0 {
				l.s.purses[f.purse[k]] = uint8(n)
			}
		}
		if m.squad() {
			c.setCommand(seats[m.under], int8(m.cohesion))
			c.setFormation(formation(slices.Index(formationNames, m.formation)))
			c.held[0] |= uint8(m.orders)
			for k, on := range []bool{m.attacked, m.rallied, m.charged, m.thrust, m.halved} {
				if on {
					c.held[0], c.held[1] = c.held[0]|squadDoneBits[k][0], c.held[1]|squadDoneBits[k][1]
				}
			}
		}
	}
	for zone, z := range l.h.ground {
		for side, on := range z.silver {
			if on {
				l.s.ground[slices.Index(rows.Zones, zone)] |= silverOn(rules.Side(side))
			}
		}
	}
	l.g.callNext(&l.s, nil)
	l.g.goOn(&l.s, nil)
	l.laid = ""
	for _, m := range l.h.men {
		l.laid += m.name + ": " + m.sheet() + "\n"
	}
}
