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

// slate is the table at which the engine follows a reading: what is offered at which price, whose throw it is, what it needs,
// every word with its chance, and the whole position after each answer.
type slate struct {
	t    *testing.T
	p    *reading
	g    *Game
	s    State
	r    *rand.Rand
	said []string
	left int // questions before the table rises

	asked *int

	kind, from string // for who looks for a mistake
	deal       int
}

// risen is how a table that has seen enough leaves a fight.
type risen struct{}

func (l *slate) failf(format string, args ...any) {
	l.t.Helper()
	l.t.Fatalf("deal %d of %s: %s\nfrom %s\nby %s", l.deal, l.kind, fmt.Sprintf(format, args...), l.from, strings.Join(l.said, " · "))
}

func (l *slate) ask() {
	l.t.Helper()
	if l.left--; l.left < 0 {
		panic(risen{})
	}
	*l.asked++
	l.same()
}

func (l *slate) play(act rules.Action, said string) {
	l.said = append(l.said, said)
	l.g.Play(&l.s, act, nil)
}

func (l *slate) decide(who *warrior, options map[string]int) string {
	l.t.Helper()
	l.ask()
	turn := l.g.Turn(&l.s)
	if turn.Kind != rules.Decide || turn.Seat != rules.Seat(who.roster) {
		l.failf("%s decides between %q; in the engine a %v turn of seat %d", who.name, slices.Sorted(maps.Keys(options)), turn.Kind, turn.Seat)
	}
	legal, prices := map[string]rules.Action{}, map[string]int{}
	for _, act := range l.g.Actions(&l.s, nil) {
		words := l.g.Format(&l.s, act)
		legal[words], prices[words] = act, l.g.Cost(&l.s, act)
	}
	if !maps.Equal(options, prices) {
		l.failf("%s may %v; in the engine %v", who.name, options, prices)
	}
	words := slices.Sorted(maps.Keys(options))
	choice := words[l.r.IntN(len(words))]
	for range 2 { // what does nothing comes up less
		if choice == "close the round" || choice == "end the breath" || choice == "take the blow" || strings.HasPrefix(choice, "release ") {
			choice = words[l.r.IntN(len(words))]
		}
	}
	l.play(legal[choice], who.name+": "+choice)
	return choice
}

func (l *slate) throw(who *warrior, what string, mod, need int, word func(a, b int) string) (a, b int) {
	l.t.Helper()
	l.ask()
	l.waitsFor(who, what, mod, need)
	want := map[string]int{}
	for a := 1; a <= 10; a++ {
		for b := 1; b <= 10; b++ {
			want[word(a, b)]++
		}
	}
	fated := who.fated < who.fates && l.p.is("fate", "on")
	if fated {
		want = map[string]int{}
		for a := 1; a <= 10; a++ {
			for b := 1; b <= 10; b++ {
				want[fmt.Sprintf("%d and %d", min(a, b), max(a, b))]++
			}
		}
	}
	have := map[string]int{}
	for _, o := range l.g.fineOdds(&l.s, nil) {
		have[l.g.Format(&l.s, o.Action)] += int(o.P*100 + 0.5)
	}
	if !maps.Equal(want, have) {
		l.failf("%s of %s: %v of a hundred throws, in the engine %v", what, who.name, want, have)
	}
	l.merges()
	switch a, b = 1+l.r.IntN(10), 1+l.r.IntN(10); l.r.IntN(10) {
	case 0:
		a, b = 1, 1
	case 1:
		a, b = 10, 10
	case 2:
		b = a
	case 3, 4, 5: // at the edge
		sum := min(max(need-mod-l.r.IntN(3)+1, 2), 20)
		a = min(max(sum/2, 1), 10)
		b = sum - a
		if a < 10 && b > 1 && l.r.IntN(2) == 0 {
			a, b = a+1, b-1
		}
	}
	act, err := l.g.Read(&l.s, []int{a, b})
	if err != nil {
		l.failf("%v", err)
	}
	l.play(act, fmt.Sprintf("%d %d", a, b))
	if fated {
		a, b = l.shifts(who, a, b)
	}
	return a, b
}

// shifts lets a Lord move one die by one.
func (l *slate) shifts(who *warrior, a, b int) (int, int) {
	a, b = min(a, b), max(a, b)
	options := map[string]int{fmt.Sprintf("let %d and %d lie", a, b): 0}
	faces := map[string][2]int{}
	for _, x := range [][2]int{{a - 1, b}, {a + 1, b}, {a, b - 1}, {a, b + 1}} {
		if x[0] >= 1 && x[1] >= 1 && x[0] <= 10 && x[1] <= 10 {
			words := fmt.Sprintf("shift fate to %d and %d", min(x[0], x[1]), max(x[0], x[1]))
			options[words], faces[words] = 0, x
		}
	}
	if x, ok := faces[l.decide(who, options)]; ok {
		who.fated++
		return x[0], x[1]
	}
	return a, b
}

func (l *slate) waitsFor(who *warrior, what string, mod, need int) {
	l.t.Helper()
	turn, c := l.g.Turn(&l.s), l.g.Check(&l.s)
	if turn.Kind != rules.Chance || turn.Seat != rules.Seat(who.roster) || c.What != what || c.Need-c.Mod != need-mod {
		l.failf("%s throws for %s, the dice must show %d; in the engine a %v turn of seat %d, %s, %d",
			who.name, what, need-mod, turn.Kind, turn.Seat, c.What, c.Need-c.Mod)
	}
}

func (l *slate) merges() {
	l.t.Helper()
	if wrong := merges(l.g, &l.s); wrong != "" {
		l.failf("%s", wrong)
	}
}

// merges holds what the search sees of a throw to what a table sees: the same positions come of it with the same chances. A blow
// that spells may answer is left out: it keeps the dice it was thrown with, which the spell does not ask for.
func merges(g *Game, s *State) (wrong string) {
	answered := false
	leads := func(odds []rules.Odds) map[State]int {
		to := map[State]int{}
		for _, o := range odds {
			next := *s
			g.Play(&next, o.Action, nil)
			if next.phase == phAllySpell {
				answered = true
			}
			to[next] += int(o.P*10_000 + 0.5)
		}
		return to
	}
	if want, have := leads(g.fineOdds(s, nil)), leads(g.Odds(s, nil)); !maps.Equal(want, have) && !answered {
		wrong = fmt.Sprintf("a throw leads to %d positions, as the search sees it to %d: want the same with the same chances", len(want), len(have))
	}
	return wrong
}

func (l *slate) lot(who *warrior, friends []string) string {
	l.t.Helper()
	l.ask()
	want, have := map[string]float64{}, map[string]float64{}
	for _, f := range friends {
		want[f] = 1 / float64(len(friends))
	}
	odds := l.g.Odds(&l.s, nil)
	for _, o := range odds {
		have[l.g.Format(&l.s, o.Action)] += o.P
	}
	if turn := l.g.Turn(&l.s); turn.Kind != rules.Chance || turn.Seat != rules.Seat(who.roster) ||
		!maps.Equal(want, have) || !slices.Equal(odds, l.g.fineOdds(&l.s, nil)) {
		l.failf("a lot of %s falls on %v; in the engine %v", who.name, want, have)
	}
	n := 1 + l.r.IntN(len(friends))
	act, err := l.g.Read(&l.s, []int{n})
	if err != nil {
		l.failf("%v", err)
	}
	l.play(act, fmt.Sprint(n))
	return friends[n-1]
}

func (l *slate) contest(who *warrior, what string, mod, against int, ties bool) (won, lost bool) {
	l.t.Helper()
	l.ask()
	turn, c := l.g.Turn(&l.s), l.g.Check(&l.s)
	if turn.Kind != rules.Chance || turn.Seat != rules.Seat(who.roster) || c.What != what || c.Mod != mod || c.Need != against {
		l.failf("%s throws for %s with %d against %d; in the engine a %v turn of seat %d, %s, %d against %d",
			who.name, what, mod, against, turn.Kind, turn.Seat, c.What, c.Mod, c.Need)
	}
	word := func(own, other int) string {
		switch own, other = own+mod, other+against; {
		case own > other, own == other && ties:
			return "won"
		case own == other:
			return "tied"
		}
		return "lost"
	}
	ways := func(sum int) int { return 10 - max(sum-11, 11-sum) }
	want := map[string]int{}
	for own := 2; own <= 20; own++ {
		for other := 2; other <= 20; other++ {
			want[word(own, other)] += ways(own) * ways(other)
		}
	}
	have := map[string]int{}
	for _, o := range l.g.fineOdds(&l.s, nil) {
		have[l.g.Format(&l.s, o.Action)] += int(o.P*10_000 + 0.5)
	}
	if !maps.Equal(want, have) || c.Num*10_000 != int64(want["won"])*c.Den {
		l.failf("%s of %s: %v of 10,000 throws, in the engine %v", what, who.name, want, have)
	}
	l.merges()
	dice := []int{1 + l.r.IntN(10), 1 + l.r.IntN(10), 1 + l.r.IntN(10), 1 + l.r.IntN(10)}
	if sum := dice[0] + dice[1] + mod - against; sum >= 2 && sum <= 20 && l.r.IntN(3) == 0 { // a tie
		dice[2] = min(sum-1, 10)
		dice[3] = sum - dice[2]
	}
	act, err := l.g.Read(&l.s, dice)
	if err != nil {
		l.failf("%v", err)
	}
	w := word(dice[0]+dice[1], dice[2]+dice[3])
	if have := l.g.Format(&l.s, act); have != w {
		l.failf("%v is %s; in the engine %s", dice, w, have)
	}
	l.play(act, fmt.Sprint(dice))
	return w == "won", w == "lost"
}

// same holds the whole position to the paper.
func (l *slate) same() {
	l.t.Helper()
	want := l.paper()
	have := l.s
	have.actor, have.phase, have.maneuver, have.blowDepth, have.blow, have.overload, have.shownFaces, have.pausedPhase, have.cursor = 0, 0, maneuver{}, 0, [2]blow{}, 0, [2]uint8{}, 0, 0
	if have != want {
		l.failf("the paper says\n%+v %+v %d %d %b\nthe engine\n%+v %+v %d %d %b", want.seats[:len(l.p.fighters)], want.duel, want.spent, want.attacks, want.breath,
			have.seats[:len(l.p.fighters)], have.duel, have.spent, have.attacks, have.breath)
	}
	if l.s.phase == phCount || l.s.phase == phBreath { // nothing of a maneuver that is over is left, nor of a breath
		if want.phase, want.actor = l.s.phase, l.s.actor; l.s != want {
			l.failf("something that is over is left: %+v", l.s)
		}
	}
}

// paper returns the position as the engine writes it.
func (l *slate) paper() State {
	p, g := l.p, l.g
	s := State{round: uint8(p.round), spent: int8(p.spent), attacks: int8(p.attacks)}
	for _, x := range []struct {
		on  bool
		bit uint8
	}{{p.sprinted, breathSprint}, {p.nocked, breathNock}, {p.seized, breathStepWon}, {p.slipped, breathSlipped}, {p.out, breathOutside}, {p.tight, breathStrained}} {
		if x.on {
			s.breath |= x.bit
		}
	}
	for i, f := range p.fighters {
		c := &s.seats[i]
		if f.down {
			*c = seat{flags: isDown}
			continue
		}
		*c = seat{energy: int8(f.energy), wounds: int8(f.wounds), zone: zoneScene, held: [2]uint8{uint8(f.ready[0]), uint8(f.ready[1])},
			zeroUses: uint8(f.free), exposed: int8(f.exposed)}
		if f.zone != "" {
			c.zone = uint8(slices.Index(rows.Zones, f.zone))
		}
		if f.waits != (rank{}) {
			c.place = uint8(placesPerEnergy*f.waits.energy - f.waits.behind)
		}
		for k, on := range []bool{f.dropped[0], f.dropped[1], f.lost[0], f.lost[1], f.unloaded[0], f.unloaded[1]} {
			if on {
				c.lost |= 1 << k
			}
		}
		c.lost |= uint8(f.fated) << 6
		for k, on := range []bool{f.wall, f.guard, f.away} {
			if on {
				c.zeroUses |= zeroWall << k
			}
		}
		for _, st := range g.fighters[i].stances {
			if g.stances[st].name == f.stance && f.stance != "" {
				c.stance = 1 + st
			}
		}
		_, flanked := p.zones["flank"]
		for _, x := range []struct {
			on bool
			is flags
		}{{f.closed, hasClosed}, {f.waited, hasWaited}, {f.breathed && flanked, hasBreathed},
			{f.opened && g.fighters[i].initiative != 0, hasOpened}, {f.strained, isStrained},
			{f.hidden, isHidden}, {f.bleeding, isBleeding}, {f.shaken, isShaken}, {f.drained, isSpent}, {f.rooted, isRooted}, {f.descended, isDescended},
			{f.returned, descentUsed}, {f.once[0], kataOneUsed}, {f.once[1], kataTwoUsed}} {
			if x.on {
				c.flags |= x.is
			}
		}
	}
	if p.ladder != nil {
		l.paperDuel(&s)
	}
	return s
}

func (l *slate) paperDuel(s *State) {
	d := &s.duel
	d.rung = uint8(l.p.rungAt())
	if l.p.ladder.met {
		d.highUsed = 1
	}
	for i, f := range l.p.fighters {
		d.guard[i] = int8(f.calmLeft)
		for k, place := range rows.Locations {
			if f.struck[place] {
				d.hurt[i] |= 1 << k
			}
		}
		for k, on := range []bool{f.outstepped, f.fading, f.brokeAway, f.still, f.stood, f.windowUsed} {
			if on {
				d.flags[i] |= 1 << k
			}
		}
	}
}

// sits goes on from a position for some questions.
func (l *slate) sits() {
	defer func() {
		switch x := recover(); x {
		case nil, risen{}:
		default:
			l.t.Logf("after %s", strings.Join(l.said, " · "))
			panic(x)
		}
	}()
	l.t.Helper()
	for _, f := range l.p.fighters {
		l.from += fmt.Sprintf("\n  %s: %s %+v", f.name, f.row(), f.pencil)
	}
	if l.p.ladder != nil {
		l.from += fmt.Sprintf("\n  %+v", *l.p.ladder)
	}
	l.s = l.paper()
	l.g.callNext(&l.s, nil)
	l.g.goOn(&l.s, nil)
	l.p.fight()
	l.p.rests()
	want := l.paper()
	want.ending = map[int]uint8{-1: rules.EndDraw, 0: rules.EndFirst, 1: rules.EndSecond}[l.p.winner]
	if want.duel = l.s.duel; l.s != want { // a duel that is over has no guard to speak of
		l.failf("the winner is %d; in the engine %+v", l.p.winner, l.s)
	}
	if score := l.g.Score(&l.s); score != map[int]float64{-1: 0, 0: 1, 1: -1}[l.p.winner] {
		l.failf("the winner is %d; in the engine a score of %v", l.p.winner, score)
	}
}

// The engine and a reading of the text agree on every option and its price, every throw and its chances, and on the whole
// position after it, from positions written at random: on zones, in one scene, and on the ladder of a duel.
func TestEngineAgreesWithTheTextOnZones(t *testing.T)    { onPaper(t, "zones", 240, 16) }
func TestEngineAgreesWithTheTextInOneScene(t *testing.T) { onPaper(t, "scene", 60, 16) }
func TestEngineAgreesWithTheTextInDuels(t *testing.T)    { onPaper(t, "duel", 160, 20) }

func onPaper(t *testing.T, kind string, deals, positions int) {
	t.Helper()
	if deals = rulestest.Sample(deals); testing.Short() {
		deals /= 2
	}
	catalogue, err := rows.DefaultBook().Overlay("rows.yaml", []byte(readingRows()))
	if err != nil {
		t.Fatalf("%v\n%s", err, readingRows())
	}
	asked := 0
	for n := range deals {
		r := rand.New(rand.NewPCG(7, uint64(n)))
		p, file := dealt(r, kind)
		book, err := catalogue.Overlay("sheets.yaml", []byte(p.sheets()))
		if err != nil {
			t.Fatalf("%v\n%s", err, p.sheets())
		}
		g, err := Load("paper.yaml", []byte(file), book)
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, file, p.sheets())
		}
		for range positions {
			p.writes(r)
			if p.decided(); p.ended { // as nobody is left to find it
				continue
			}
			l := &slate{t: t, p: p, g: g, r: r, left: 4 + r.IntN(14), asked: &asked, kind: kind, deal: n}
			p.table = l
			l.sits()
		}
	}
	t.Logf("%d questions", asked)
}
