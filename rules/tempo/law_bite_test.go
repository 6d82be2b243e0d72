package tempo

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/rulestest"
)

// Laws of what seldom comes up: found by changing rule lines one at a time, each of these fails where a law would be broken
// unseen.

// R-TP-02: as many throws lead to each row of a table as a table counts with real dice, opposed by nobody, one or more, and
// as many dice of damage to each category of wound.
// TP-10, TP-11, TP-12.
func TestTheDiceAreCountedByWhatComesOfThem(t *testing.T) {
	ground := `["......", "......", "......"]`
	for name, sc := range map[string]stage{
		"face to face": {us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}},
		"three": {us: []man{{name: "Ann", at: "b2"}, {name: "Cat", row: "weapons: [spear]", at: "a2"}},
			them: []man{{name: "Bea", at: "c2"}}, ground: ground},
		"shots": {us: []man{{name: "Ann", row: "weapons: [long bow]", at: "a1"}}, them: []man{{name: "Bea", row: "weapons: [dagger]", at: "e3"}}, ground: ground},
	} {
		t.Run(name, func(t *testing.T) {
			g, err := Load("stage.yaml", []byte(sc.text()), sc.book(t))
			if err != nil {
				t.Fatal(err)
			}
			opts := conforming(DefaultBook())
			opts.Walks, opts.Looks, opts.Parallel, opts.Only = 6, 60, false, []string{"walks", "odds", "dice"}
			rulestest.Run(t, g, opts)
		})
	}
}

// R-TP-28: the highest prismatic result and Reactions wins the initiative, ties go to the higher Reactions, then to an even
// draw: the odds are those of throwing for everyone.
// TP-03.
func TestTheInitiativeIsWonAsOftenAsItIsThrown(t *testing.T) {
	for _, rated := range [][]int{{4, 4, 4}, {2, 4, 3}, {3, 3, 5}, {5, 3, 3}, {1, 2, 2}} {
		t.Run(fmt.Sprint(rated), func(t *testing.T) {
			row := func(i int) string { return fmt.Sprintf("skills: {reactions: %d}", rated[i]) }
			sc := stage{us: []man{{name: "Ann", row: row(0)}, {name: "Cat", row: row(1)}}, them: []man{{name: "Bea", row: row(2)}}, rulings: "initiative: rolled"}
			g, err := Load("stage.yaml", []byte(sc.text()), sc.book(t))
			if err != nil {
				t.Fatal(err)
			}
			var want [3]float64
			var thrown [3]int
			var count func(seat int, p float64)
			count = func(seat int, p float64) {
				if seat < 3 {
					for n := range 70 {
						thrown[seat] = n
						count(seat+1, p*math.Pow(5.0/6, float64(n))/6)
					}
					return
				}
				best := []int{0}
				for i := 1; i < 3; i++ {
					switch d := thrown[i] + rated[i] - thrown[best[0]] - rated[best[0]]; {
					case d > 0 || d == 0 && rated[i] > rated[best[0]]:
						best = []int{i}
					case d == 0 && rated[i] == rated[best[0]]:
						best = append(best, i)
					}
				}
				for _, i := range best {
					want[i] += p / float64(len(best))
				}
			}
			count(0, 1)
			s := g.Start()
			for _, o := range g.Odds(&s, nil) {
				if i := o.Action.At; math.Abs(o.P-want[i]) > 1e-4 {
					t.Errorf("%s wins with the chance %v, counting says %v", g.name(int(i)), o.P, want[i])
				}
				want[o.Action.At] = 0
			}
			if want != [3]float64{} {
				t.Errorf("left out: %v", want)
			}
		})
	}
}

// R-TP-28: thrown from the seed, the initiative goes to the highest of result and Reactions, or to one of the even as the draw
// says.
func TestTheSeedThrowsForTheInitiative(t *testing.T) {
	names, drawn := []string{"Ann", "Cat", "Bea"}, 0
	for _, row := range []string{"skills: {reactions: 4}", "skills: {reactions: 1}"} {
		sc := stage{us: []man{{name: "Ann", row: "skills: {reactions: 4}"}, {name: "Cat", row: row}}, them: []man{{name: "Bea", row: "skills: {reactions: 2}"}}, rulings: "initiative: rolled"}
		for seed := range uint64(120) {
			b := sc.begin(t)
			step, err := b.f.Again(seed).Roll()
			if err != nil {
				t.Fatal(err)
			}
			g, s, _ := b.position()
			var even []int
			for i, n := range step.Roll[:3] {
				switch best := total(g, even, step.Roll); {
				case total(g, []int{i}, step.Roll) > best:
					even = []int{i}
				case total(g, []int{i}, step.Roll) == best:
					even = append(even, i)
				}
				if n < 0 {
					t.Errorf("a result of %d", n)
				}
			}
			winner := even[0]
			if len(step.Roll) == 4 {
				winner = even[step.Roll[3]-1]
				drawn++
			} else if len(even) > 1 || len(step.Roll) != 3 {
				t.Errorf("%v are thrown where %v are even", step.Roll, even)
			}
			if got := step.Events[0]; got.Kind != "initiative" || got.Seat != names[winner] {
				t.Errorf("of %v the winner is %+v, want %s", step.Roll, got, names[winner])
			}
			if a, err := g.Read(&s, step.Roll); err != nil || int(a.At) != winner {
				t.Errorf("%v is read as %+v (%v), want %s", step.Roll, a, err, names[winner])
			}
		}
	}
	if drawn == 0 {
		t.Error("nobody was ever even")
	}
}

// total is what the first of some seats has thrown, Reactions added and, for ties, counted again as the smallest part.
func total(g *Game, seats, thrown []int) int {
	if len(seats) == 0 {
		return -1
	}
	r := int(g.seats[seats[0]].skills[reactions])
	return 1000*(thrown[seats[0]]+r) + r
}

// R-TP-28: what a table throws for the initiative must be that: a result for each, and a draw where it takes one.
func TestWhatIsNoThrowForTheInitiative(t *testing.T) {
	sc := stage{us: []man{{name: "Ann", row: "skills: {reactions: 4}"}, {name: "Cat", row: "skills: {reactions: 4}"}}, them: []man{{name: "Bea", row: "skills: {reactions: 2}"}}, rulings: "initiative: rolled"}
	for _, c := range []struct {
		thrown d
		want   string // the winner, or what is wrong
	}{
		{d{1, 2}, "2 numbers, want a prismatic result for each of 3"},
		{d{1, 2, 3, 1, 1}, "5 numbers, want a prismatic result for each of 3"},
		{d{1, -1, 0}, "want"},
		{d{1, 2, 0}, "Cat"},
		{d{1, 1, 4}, "Bea"},
		{d{2, 0, 4}, "Ann"},
		{d{1, 2, 0, 1}, "a draw where nobody is even, want 3 results"},
		{d{2, 2, 0}, "2 are even, want one number more: a draw from 1 to 2"},
		{d{2, 2, 0, 0}, "the draw shows 0, want 1 to 2"},
		{d{2, 2, 0, 3}, "the draw shows 3, want 1 to 2"},
		{d{2, 2, 0, 1}, "Ann"},
		{d{2, 2, 0, 2}, "Cat"},
	} {
		step, err := sc.begin(t).f.Dice(c.thrown...)
		switch {
		case err != nil && (len(c.want) == 3 || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%v: %v, want %s", c.thrown, err, c.want)
		case err == nil && step.Events[0].Seat != c.want:
			t.Errorf("%v: %+v, want %s", c.thrown, step.Events[0], c.want)
		}
	}
}

// The word of the table ends a fight: who concedes has lost.
func TestWhoConcedesHasLost(t *testing.T) {
	for team, winner := range map[string]rules.Side{"us": 1, "them": 0} {
		b := duel(t, "", "")
		if _, err := b.f.Concede(team, "enough"); err != nil {
			t.Fatal(err)
		}
		if side, draw, over := b.f.Winner(); draw || !over || side != winner {
			t.Errorf("%s concede: side %d wins (draw %t, over %t), want %d", team, side, draw, over, winner)
		}
	}
}

// TP-60: a hit does damage less what armour stops: where it stops nothing of this kind, a hit is as good as a critical hit.
func TestArmourThatStopsNothingOfAKind(t *testing.T) {
	sc := stage{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}}
	book, err := sc.book(t).Overlay("bark.yaml", []byte("version: 1\narmours: {bark: {rating: 9, protection: {slash: 0, pierce: 4, crush: 4, energy: 4}}}\n"+
		"combatants: {the bea: {armour: bark, weapons: [long sword], skills: {blades: 4}}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := Load("stage.yaml", []byte(sc.text()), book)
	if err != nil {
		t.Fatal(err)
	}
	b := begun(t, g)
	b.play("long sword cut > Bea", "melee attack", "no reaction") // it cannot miss, and dice could add nothing
	if s := b.state(); s.phase != phDamage || s.blow != pierced {
		t.Errorf("the cut waits for %s and counts as %d, want damage of a critical hit", phaseNames[s.phase], s.blow)
	}
	b = begun(t, g)
	b.play("long sword thrust > Bea", "melee attack", "no reaction", d{0})
	b.wantOutcome("Ann", "melee attack", "hit")
	if s := b.state(); s.phase != phDamage || s.blow != landed {
		t.Errorf("the thrust waits for %s and counts as %d, want damage of a hit", phaseNames[s.phase], s.blow)
	}
}

// The map, read a second time: squares and walls as drawn, steps to any neighbour, sight along a straight line.
// R-TP-20, R-TP-22, R-TP-48, R-TP-57: one walks by friends and not by foes or walls; the way is a shortest one, of those one
// through the fewest threatened squares, of those the one whose squares come first from its end.
func TestTheMapIsWalkedAsItIsDrawn(t *testing.T) {
	const wide, high = 6, 5
	r := rand.New(rand.NewPCG(3, 4))
	maps := 0
	for range 40 {
		rows, free := make([]string, high), []string{}
		for y := range high {
			for x := range wide {
				if r.IntN(5) == 0 {
					rows[y] += "#"
					continue
				}
				rows[y] += "."
				free = append(free, string(rune('a'+x))+string(rune('1'+y)))
			}
		}
		r.Shuffle(len(free), func(i, k int) { free[i], free[k] = free[k], free[i] })
		sc := stage{us: []man{{name: "Ann", at: free[0]}, {name: "Cat", at: free[1]}}, them: []man{{name: "Bea", at: free[2]}, {name: "Dov", at: free[3], row: "weapons: [spear]"}},
			ground: `["` + strings.Join(rows, `", "`) + `"]`}
		g, err := Load("stage.yaml", []byte(sc.text()), sc.book(t))
		if err != nil {
			continue // a map nobody could fight on
		}
		s := begun(t, g).state()
		m := mapped{g: g, s: &s, rows: rows}
		m.wantSight(t)
		m.wantWays(t)
		maps++
	}
	if maps < 20 {
		t.Errorf("%d maps could be fought on, want 20 and more", maps)
	}
}

// mapped is a map as drawn, with who stands where.
type mapped struct {
	g    *Game
	s    *State
	rows []string
}

func (m mapped) square(x, y int) uint8 { return uint8(1 + y*len(m.rows[0]) + x) }
func (m mapped) at(sq uint8) (x, y int) {
	return int(sq-1) % len(m.rows[0]), int(sq-1) / len(m.rows[0])
}

func (m mapped) wantSight(t *testing.T) {
	t.Helper()
	n := uint8(len(m.rows) * len(m.rows[0]))
	for a := uint8(1); a <= n; a++ {
		for b := a; b <= n; b++ {
			ax, ay := m.at(a)
			bx, by := m.at(b)
			steps := max(bx-ax, ax-bx, by-ay, ay-by)
			open := true
			for k := 1; k < steps; k++ {
				along := func(from, to int) int {
					return from + int(math.Floor(float64(k*(to-from))/float64(steps)+0.5))
				}
				open = open && m.rows[along(ay, by)][along(ax, bx)] != '#'
			}
			if m.g.ground.sees(a, b) != open || m.g.ground.sees(b, a) != open || m.g.ground.far(a, b) != uint8(steps) || m.g.ground.far(b, a) != uint8(steps) {
				t.Errorf("%q: from %s to %s one sees: %t and %t, %d far, want %t and %d", m.rows, m.g.ground.name(a), m.g.ground.name(b),
					m.g.ground.sees(a, b), m.g.ground.sees(b, a), m.g.ground.far(a, b), open, steps)
			}
		}
	}
}

// wantWays compares what the first of us can walk to, and how, with all ways there are.
func (m mapped) wantWays(t *testing.T) {
	t.Helper()
	g, from, speed := m.g, m.s.seats[0].square, int(m.g.seats[0].speed)
	best := map[uint8][]uint8{}
	var try func(way []uint8)
	try = func(way []uint8) {
		here := way[len(way)-1]
		if have, ok := best[here]; !ok || m.better(way, have) {
			best[here] = slices.Clone(way)
		} else if len(way) > len(have) {
			return
		}
		if len(way) > speed {
			return
		}
		x, y := m.at(here)
		for ny := max(0, y-1); ny <= min(y+1, len(m.rows)-1); ny++ {
			for nx := max(0, x-1); nx <= min(x+1, len(m.rows[0])-1); nx++ {
				if to := m.square(nx, ny); m.rows[ny][nx] != '#' && to != m.s.seats[2].square && to != m.s.seats[3].square && !slices.Contains(way, to) {
					try(append(way[:len(way):len(way)], to))
				}
			}
		}
	}
	try([]uint8{from})
	f := g.stand(m.s)
	var reached walk
	g.reach(m.s, 0, &f, uint8(speed), 0, &reached)
	for sq := uint8(1); int(sq) <= g.ground.squares(); sq++ {
		want, ok := best[sq]
		if reached.to(sq) != (ok && sq != from) {
			t.Errorf("%q from %s: %s is reached: %t, want %t", m.rows, g.ground.name(from), g.ground.name(sq), reached.to(sq), ok)
			continue
		}
		if !ok || sq == from {
			want = []uint8{from}
		}
		if p := g.way(m.s, 0, sq); !slices.Equal(p.squares[:p.n], want) {
			t.Errorf("%q from %s to %s: the way is %v, want %v", m.rows, g.ground.name(from), g.ground.name(sq), p.squares[:p.n], want)
		}
	}
}

// better says whether one way to a square is to be taken rather than another.
func (m mapped) better(a, b []uint8) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	if x, y := m.threatened(a), m.threatened(b); x != y {
		return x < y
	}
	for k := len(a) - 1; k >= 0; k-- {
		if a[k] != b[k] {
			return a[k] < b[k]
		}
	}
	return false
}

// threatened counts the squares of a way that a foe On Guard reaches with what it has in hand, or with bare hands.
func (m mapped) threatened(way []uint8) (n int) {
	for _, sq := range way[1:] {
		x, y := m.at(sq)
		for k := 2; k < 4; k++ {
			c := m.s.seats[k]
			fx, fy := m.at(c.square)
			d := max(x-fx, fx-x, y-fy, fy-y)
			if c.status == onGuard && slices.ContainsFunc(m.g.seats[k].arms, func(a arm) bool { return a.usable(&c) && !a.ranged && int(a.min) <= d && d <= int(a.max) }) {
				n++
				break
			}
		}
	}
	return n
}

// TP-12, R-TP-20: several reactors' odds over one throw are those of the sum, thrown out far enough to leave nothing.
func TestJointOddsAreTheSumOverTheThrow(t *testing.T) {
	tried := 0
	for _, name := range []string{"brawl", "archers"} {
		g := builtin(t, name)
		rulestest.Reached(g, 20, func(s State) {
			if s.phase != phCheck {
				return
			}
			tr := g.trial(&s)
			if !tr.own || tr.n != 2 || tried == 6 {
				return
			}
			tried++
			want := map[uint16]float64{}
			var b [reactorsMax]int16
			const last = 60
			var throw func(j int, a int16, p float64)
			throw = func(j int, a int16, p float64) {
				if j == tr.n {
					v := g.judge(&s, &tr, a, &b)
					want[v.key()] += p
					return
				}
				for k := int16(0); k <= last; k++ {
					b[j] = k
					q := power(k) / 6
					if k == last {
						q = power(k)
					}
					throw(j+1, a, p*q)
				}
			}
			for a := int16(0); a <= last; a++ {
				q := power(a) / 6
				if a == last {
					q = power(a)
				}
				throw(0, a, q)
			}
			for _, o := range g.Odds(&s, nil) {
				a, faces := unfaced(o.Action)
				v := g.judge(&s, &tr, a, &faces)
				if math.Abs(o.P-want[v.key()]) > 1e-4 {
					t.Fatalf("%s: %v by closed form, %v by throwing\n%+v", g.Format(&s, o.Action), o.P, want[v.key()], s)
				}
			}
		})
	}
	if tried == 0 {
		t.Fatal("nobody moved between two: this shows nothing")
	}
}

// R-TP-15: out of a bind one steps directly away, in whatever direction that is, if the square is free.
// TP-87.
func TestAWithdrawalLeadsDirectlyAway(t *testing.T) {
	for at, away := range map[string]string{"b2": "d4", "c2": "c4", "d2": "b4", "b3": "d3", "d3": "b3", "b4": "d2", "c4": "c2", "d4": "b2"} {
		b := bindAt(t, at, `[".....", ".....", ".....", ".....", "....."]`)
		b.play("withdraw > Bea", "no reaction")
		b.wantOptions("stay", "step > "+away)
		b.play("step > " + away)
		b.wantSheet("Ann", "square", away)
		b.wantSheet("Ann", "status", "on guard")
	}
	b := bindAt(t, "c2", `[".....", ".....", ".....", "..#..", "....."]`)
	b.play("withdraw > Bea", "no reaction")
	b.wantSheet("Ann", "square", "c3")
	b.wantTurn("Ann", rules.Decide)
}

// R-TP-15: it is one square, from however far away the blades are bound.
// TP-87.
func TestAWithdrawalIsOneSquare(t *testing.T) {
	const spear = "weapons: [spear]"
	for from, away := range map[string][2]string{"c3": {"a1", "d4"}, "d4": {"f6", "c3"}, "c4": {"e2", "b5"}, "d3": {"d1", "d4"}} {
		b := stage{us: []man{{name: "Ann", at: from, row: spear}}, them: []man{{name: "Bea", at: away[0], row: spear}}, ground: `["......", "......", "......", "......", "......", "......"]`}.begin(t)
		g, s, _ := b.position()
		s.join(0, 1, bound)
		b = at(t, g, &s)
		b.play("withdraw > Bea", "no reaction")
		b.wantOptions("stay", "step > "+away[1])
	}
}

// R-TP-44: a wound is of the action that dealt it: a blow that misses deals none, nor does a move, whatever came before.
func TestAWoundIsOfItsOwnAction(t *testing.T) {
	b := duel(t, "", "")
	for range 3 {
		b.play("unarmed attack > Bea", "evade", d{0, 9})
		b.wantWounds("Ann", 0, 0, 0)
		b.wantWounds("Bea", 0, 0, 0)
	}
	b = duel(t, "", "")
	b.play("move > d1", "counter-attack, long sword cut", d{1, 1}, "move > d1", "no reaction")
	b.wantWounds("Ann", 1, 0, 0)
}

// bindAt is Ann on c3 bound with Bea.
func bindAt(t *testing.T, bea, ground string) *bout {
	t.Helper()
	b := stage{us: []man{{name: "Ann", at: "c3"}}, them: []man{{name: "Bea", at: bea}}, ground: ground}.begin(t)
	g, s, _ := b.position()
	s.join(0, 1, bound)
	return at(t, g, &s)
}

// R-TP-14, R-TP-44: who falls to a Press is out, and its bind with it: only the other one is On Guard again.
func TestAPressThatFellsLeavesOneOnGuard(t *testing.T) {
	b := stage{us: []man{{name: "Ann", at: "a1"}}, them: []man{{name: "Bea", at: "b1"}, {name: "Dov", at: "e1"}}, ground: `["......", "......"]`}.begin(t)
	g, s, _ := b.position()
	s.join(0, 1, bound)
	s.seats[1].boxes, s.seats[1].ap = g.seats[1].boxes, 4
	b = at(t, g, &s)
	b.play("press, long sword cut > Bea", "no reaction", d{6, 6})
	var told []string
	for _, e := range b.events("status") {
		told = append(told, e.Seat+" "+e.What)
	}
	if want := []string{"Ann on guard"}; !slices.Equal(told, want) {
		t.Errorf("told %q, want %q", told, want)
	}
}

// TP-04, R-TP-40: a turn lasts as long as its owner can do something: with 1 AP Off Guard one can still get ready, walled in
// with nobody in reach there is nothing.
func TestATurnLastsWhileSomethingCanBeDone(t *testing.T) {
	b := stage{us: []man{{name: "Ann", at: "a1"}}, them: []man{{name: "Bea", at: "e1"}}, ground: `["......", "......"]`, off: "us"}.begin(t)
	g, s, _ := b.position()
	s.seats[0].ap = 3
	b = at(t, g, &s)
	b.play("move > a2")
	b.wantTurn("Ann", rules.Decide)
	b.wantOptions("ready", "end the turn")

	for at, ground := range map[string]string{
		"a1": `[".#.....", "##.....", ".......", ".......", "......."]`,
		"c3": `[".......", ".###...", ".#.#...", ".###...", "......."]`,
	} {
		b = stage{us: []man{{name: "Ann", at: at}}, them: []man{{name: "Bea", at: "g5"}}, ground: ground}.begin(t)
		b.wantTurn("Bea", rules.Decide)
	}
}

// R-TP-33, R-TP-48: a map has up to 12 by 12 squares, and its last one is as good as any.
func TestTheLastSquareOfTheLargestMap(t *testing.T) {
	row := strings.Repeat(".", 12)
	ground := `["` + strings.Repeat(row+`", "`, 11) + row + `"]`
	b := stage{us: []man{{name: "Ann", at: "l11", row: "weapons: [short bow]"}}, them: []man{{name: "Bea", at: "a1"}}, ground: ground}.begin(t)
	b.play("move > l12")
	b.wantSheet("Ann", "square", "l12")
	sc := stage{us: []man{{name: "Ann", at: "a1"}}, them: []man{{name: "Bea", at: "b1"}}, ground: `["` + row + `."]`}
	if _, err := Load("stage.yaml", []byte(sc.text()), sc.book(t)); err == nil {
		t.Error("a map 13 squares wide loads")
	}
}

// R-TP-34: a weapon does one to six dice of damage.
func TestDamageIsOneToSixDice(t *testing.T) {
	for dice, ok := range map[string]bool{"0d6": false, "1d6": true, "6d6": true, "7d6": false} {
		_, err := DefaultBook().Overlay("club.yaml", []byte("version: 1\nweapons: {club: {hands: 1h, skill: clubs, guard: 3, surfaces: [{ap: 4, damage: "+dice+", type: crush, reach: [1, 1]}]}}\n"))
		if err == nil != ok {
			t.Errorf("%s: %v, want it taken: %t", dice, err, ok)
		}
	}
}

// R-TP-11, R-TP-56: each of four who answer has its own dice, and keeps them through the outcome that stands for the throw.
// TP-12.
func TestFourAnswersKeepTheirDice(t *testing.T) {
	for _, b := range [][reactorsMax]int16{{1, 2, 3, 4}, {200, 0, 0, 0}, {0, 200, 0, 0}, {0, 0, 200, 0}, {0, 0, 0, 200}, {129, 128, 127, 130}, {255, 255, 255, 255}} {
		if own, got := unfaced(faced(b[3], &b)); own != b[3] || got != b {
			t.Errorf("%v comes back as %v and %v", b, own, got)
		}
	}
	them := []man{{name: "Bea", at: "c1"}, {name: "Cid", at: "c3"}, {name: "Dov", at: "d1"}, {name: "Eli", at: "d3"}}
	for i := range them {
		them[i].row = "weapons: [short bow]"
	}
	b := stage{us: []man{{name: "Ann", at: "a2"}}, them: them, ground: `["......", "......", "......"]`}.begin(t)
	b.play("combat move > b2", "counter-fire, short bow", "counter-fire, short bow", "counter-fire, short bow", "counter-fire, short bow", d{30, 1, 2, 3, 4})
	for i, m := range them {
		for _, e := range b.events("check") {
			if e.Seat == m.name && e.N != 1+i {
				t.Errorf("%s threw %d, want %d: %+v", m.name, e.N, 1+i, e)
			}
		}
	}
	if n := len(b.events("check")); n != 5 {
		t.Errorf("%d checks are told, want 5", n)
	}
}

// R-TP-39: either weapon may be drawn while the other is in hand.
func TestEitherWeaponIsDrawn(t *testing.T) {
	b := duel(t, "weapons: [long sword, dagger]", "")
	b.wantSheet("Ann", "weapon", "long sword")
	b.wantOffered(true, "draw dagger")
	b.play("draw dagger")
	b.wantSheet("Ann", "weapon", "dagger")
	b.wantOffered(true, "draw long sword")
	b.wantOffered(false, "draw dagger")
}

// TP-08: who has nothing left can still replace an action by one that is no dearer.
func TestAReplacementForNothingNeedsNothing(t *testing.T) {
	b := duel(t, "", "")
	g, s, _ := b.position()
	s.seats[0].ap = 4
	b = at(t, g, &s)
	b.play("long sword cut > Bea", "melee attack", "counter-attack, long sword cut")
	b.wantAP("Ann", 0)
	b.wantOffered(true, "ct parry")
}

// TP-151: what a counter-tempo action replaces is its own row's word, and no other row bars it: in a house whose CT
// Counter-Attack replaces nothing but a Feint, a Melee Attack still becomes a CT Parry.
func TestEachCounterTempoActionReplacesForItself(t *testing.T) {
	sc := stage{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}}
	book, err := sc.book(t).Overlay("house.yaml", []byte("version: 1\nactions: {ct counter-attack: {kind: counter-tempo, ap: weapon, status: [on guard], answers: [counter-attack], replaces: [feint], "+
		"outcomes: [{is: miss}, {from: combat defence, is: hit}, {from: armoured defence, is: critical hit}]}}\n"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := Load("stage.yaml", []byte(sc.text()), book)
	if err != nil {
		t.Fatal(err)
	}
	b := begun(t, g)
	b.play("long sword cut > Bea", "melee attack", "counter-attack, long sword cut")
	b.wantOptions("ct parry", "no counter-tempo")
}

// R-TP-39: a reload is paid at once or by half, rounded up, out of what is left of it and of one's AP.
func TestAReloadIsPaidWholeOrByHalf(t *testing.T) {
	sc := stage{us: []man{{name: "Ann", row: "weapons: [crossbow]", at: "a1"}}, them: []man{{name: "Bea", at: "f1"}}, ground: `["......", "......"]`}
	for _, c := range []struct {
		ap, loading uint8
	}{{12, 0}, {12, 1}, {12, 2}, {5, 0}, {4, 0}, {3, 0}, {2, 0}, {1, 0}, {12, 5}} {
		b := sc.begin(t)
		g, s, _ := b.position()
		s.seats[0].shots, s.seats[0].ap, s.seats[0].loading = 0, c.ap, c.loading
		most := min(int(g.seats[0].slots[0].reload-c.loading), int(c.ap))
		var want, got []string
		if half := int(math.Ceil(float64(most) / 2)); half < most {
			want = append(want, fmt.Sprintf("reload for %d", half))
		}
		want = append(want, fmt.Sprintf("reload for %d", most))
		for _, words := range at(t, g, &s).words() {
			if strings.HasPrefix(words, "reload") {
				got = append(got, words)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("with %d AP, %d paid: got %q, want %q", c.ap, c.loading, got, want)
		}
	}
}
