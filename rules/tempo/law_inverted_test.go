package tempo

import (
	"fmt"
	"maps"
	"math"
	"testing"

	"kokyu/rules/tempo/rows"
)

// inverted returns the built-in catalogue with some checks inverted.
func inverted(names ...string) rows.Book {
	book := rows.DefaultBook()
	book.Actions = maps.Clone(book.Actions)
	for _, name := range names {
		row := book.Actions[name]
		row.Inverted = true
		book.Actions[name] = row
	}
	return book
}

// R-TP-38: rating and modifiers less the dice. Nothing is inverted unless a row says so.
func TestAnInvertedCheckTakesTheDiceOff(t *testing.T) {
	for name, row := range rows.DefaultBook().Actions {
		if row.Inverted {
			t.Errorf("%s is inverted, want none of the built-in ones", name)
		}
	}
	sc := setup{us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}}
	book := sc.book(t)
	rows := inverted("melee attack", "recover stamina")
	book.Actions = rows.Actions
	g, err := Load("setup.yaml", []byte(sc.text()), book)
	if err != nil {
		t.Fatal(err)
	}
	b := begun(t, g)
	b.play("long sword cut > Bea", "melee attack", "no reaction")
	if got, want := b.check().Says, "4 less a prismatic result, 0 for a hit"; got != want {
		t.Errorf("the check is %q, want %q", got, want)
	}
	if got, want := b.check().P, 1-math.Pow(5.0/6, 5); math.Abs(got-want) > 1e-12 {
		t.Errorf("the chance to hit is %v, want %v: a result of 4 or less", got, want)
	}
	b.play(d{5})
	b.wantOutcome("Ann", "melee attack", "miss")
	b.play("long sword cut > Bea", "melee attack", "no reaction", d{4})
	b.wantOutcome("Ann", "melee attack", "critical hit")
	b.play(d{1, 1}, "end the turn") // Ann has 4 AP and the result 0 less the dice
	b.play(d{3})
	b.wantAP("Ann", 12)
	b.play("end the turn")
	if got := b.events("check"); len(got) != 0 {
		t.Errorf("told %+v of one with a full pool, want nothing", got)
	}
}

// R-TP-38: whoever's check is inverted, the odds are those of counting throws, and the words of a check say the same.
func TestInvertedOddsAreExact(t *testing.T) {
	for _, c := range []struct {
		names  []string
		answer string
		blades int
	}{
		{nil, "parry", 4},
		{[]string{"melee attack"}, "parry", 14},
		{[]string{"parry"}, "parry", 1},
		{[]string{"melee attack", "parry"}, "parry", 4},
		{[]string{"melee attack"}, "evade", 9},
		{[]string{"evade"}, "evade", 0},
		{[]string{"melee attack", "evade"}, "evade", 7},
		{[]string{"melee attack"}, "counter-attack, long sword cut", 8},
		{[]string{"counter-attack"}, "counter-attack, long sword cut", 0},
		{[]string{"melee attack", "counter-attack"}, "counter-attack, long sword cut", 4},
	} {
		t.Run(fmt.Sprint(c.names, c.answer), func(t *testing.T) {
			row := fmt.Sprintf("armour: leather, skills: {blades: %d, footwork: 4}", c.blades)
			sc := setup{us: []man{{name: "Ann", row: row}}, them: []man{{name: "Bea", row: "armour: leather"}}}
			book := sc.book(t)
			book.Actions = inverted(c.names...).Actions
			g, err := Load("setup.yaml", []byte(sc.text()), book)
			if err != nil {
				t.Fatal(err)
			}
			b := begun(t, g)
			b.play("long sword cut > Bea", "melee attack", c.answer)
			if c.answer != "parry" && c.answer != "evade" {
				b.play("no counter-tempo")
			}
			_, s, _ := b.position()
			if s.phase != phCheck {
				t.Fatalf("waiting for %s, want a check", rows.PhaseNames[s.phase])
			}
			counted(t, g, &s, b.check().P)
		})
	}
}

// counted compares the odds of a check of two with all pairs of throws there are, up to one in 10^12.
func counted(t *testing.T, g *Game, s *State, p float64) {
	t.Helper()
	tr := g.checkUnderWay(s)
	want, reached := map[State]float64{}, 0.0
	for a := range int16(160) {
		for b := range int16(160) {
			chance := math.Pow(5.0/6, float64(a+b)) / 36
			next := *s
			g.Play(&next, packResults(a, &[reactorsMax]int16{b}), nil)
			want[next] += chance
			if g.judge(s, &tr, a, &[reactorsMax]int16{b}).row > 0 {
				reached += chance
			}
		}
	}
	if math.Abs(reached-p) > 1e-10 {
		t.Errorf("the check says %v, counting says %v", p, reached)
	}
	got := map[State]float64{}
	for _, o := range g.Odds(s, nil) {
		next := *s
		g.Play(&next, o.Action, nil)
		got[next] += o.P
	}
	for next, p := range want {
		if math.Abs(got[next]-p) > 1e-10 {
			t.Errorf("an outcome has the chance %v, counting says %v", got[next], p)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d outcomes, counting finds %d", len(got), len(want))
	}
}

// R-TP-38: the exact chances are those of counting throws, of one and of two, whatever the signs of their dice.
func TestExactChancesOfSignedDice(t *testing.T) {
	chance := func(n int) float64 { return math.Pow(5.0/6, float64(n)) / 6 }
	for n := -9; n <= 9; n++ {
		for _, own := range []int16{1, -1} {
			one, two := 0.0, map[int16]float64{}
			for a := range 140 {
				if int(own)*a >= n {
					one += chance(a)
				}
				for b := range 140 {
					for _, other := range []int16{1, -1} {
						if int(own)*a-int(other)*b >= n {
							two[other] += chance(a) * chance(b)
						}
					}
				}
			}
			if got, _ := exactAtLeast(own, n).Float64(); math.Abs(got-one) > 1e-9 {
				t.Errorf("dice of sign %d come to %d with the chance %v, counting says %v", own, n, got, one)
			}
			for other, want := range two {
				if got, _ := exactContest(own, other, n).Float64(); math.Abs(got-want) > 1e-9 {
					t.Errorf("dice of signs %d and %d come to %d with the chance %v, counting says %v", own, other, n, got, want)
				}
			}
		}
	}
}
