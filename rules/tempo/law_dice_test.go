package tempo

import (
	"math"
	"testing"

	"kokyu/rules/book"
	"kokyu/rules/rulestest"
	"kokyu/rules/tempo/rows"
)

// The dice: how often they lead to what, of one throw, of several over one, of damage.

// R-TP-02: as many throws lead to each row of a table as a table counts with real dice, opposed by nobody, one or more, and
// as many dice of damage to each category of wound.
// TP-10, TP-11, TP-12.
func TestTheDiceAreCountedByWhatComesOfThem(t *testing.T) {
	ground := `["......", "......", "......"]`
	for name, sc := range map[string]setup{
		"face to face": {us: []man{{name: "Ann"}}, them: []man{{name: "Bea"}}},
		"three": {us: []man{{name: "Ann", at: "b2"}, {name: "Cat", row: "weapons: [spear]", at: "a2"}},
			them: []man{{name: "Bea", at: "c2"}}, ground: ground},
		"shots": {us: []man{{name: "Ann", row: "weapons: [long bow]", at: "a1"}}, them: []man{{name: "Bea", row: "weapons: [dagger]", at: "e3"}}, ground: ground},
	} {
		t.Run(name, func(t *testing.T) {
			g, err := Load("setup.yaml", []byte(sc.text()), sc.book(t))
			if err != nil {
				t.Fatal(err)
			}
			opts := conforming(rows.DefaultBook())
			opts.Walks, opts.Looks, opts.Parallel, opts.Only = 6, 60, false, []string{"walks", "odds", "dice"}
			rulestest.Run(t, g, opts)
		})
	}
}

// TP-12, R-TP-20: several reactors' odds over one throw are those of the sum, thrown out far enough to leave nothing.
func TestJointOddsAreTheSumOverTheThrow(t *testing.T) {
	tried := 0
	for _, name := range []string{"brawl", "archers"} {
		g := builtin(t, name)
		rulestest.VisitReached(g, 20, func(s State) {
			if s.phase != phCheck {
				return
			}
			tr := g.checkUnderWay(&s)
			if !tr.actorThrows || tr.reactors != 2 || tried == 6 {
				return
			}
			tried++
			want := map[uint16]float64{}
			var b [reactorsMax]int16
			const last = 60
			var throw func(j int, a int16, p float64)
			throw = func(j int, a int16, p float64) {
				if j == tr.reactors {
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
				a, faces := unpackResults(o.Action)
				v := g.judge(&s, &tr, a, &faces)
				if math.Abs(o.P-want[v.key()]) > 1e-4 {
					t.Fatalf("%s: %v by closed form, %v by throwing\n%+v", g.Format(&s, o.Action), o.P, want[v.key()], s)
				}
				delete(want, v.key())
			}
			for key, p := range want {
				if p > 1e-4 {
					t.Fatalf("outcome %d is left out, and thrown with %v\n%+v", key, p, s)
				}
			}
		})
	}
	if tried == 0 {
		t.Fatal("nobody moved between two: this shows nothing")
	}
}

// R-TP-11, R-TP-56: each of four who answer has its own dice, and keeps them through the outcome that stands for the throw.
// TP-12.
func TestFourAnswersKeepTheirDice(t *testing.T) {
	for _, b := range [][reactorsMax]int16{{1, 2, 3, 4}, {200, 0, 0, 0}, {0, 200, 0, 0}, {0, 0, 200, 0},
		{0, 0, 0, 200}, {129, 128, 127, 130}, {255, 255, 255, 255}} {
		if own, got := unpackResults(packResults(b[3], &b)); own != b[3] || got != b {
			t.Errorf("%v comes back as %v and %v", b, own, got)
		}
	}
	them := []man{{name: "Bea", at: "c1"}, {name: "Cid", at: "c3"}, {name: "Dov", at: "d1"}, {name: "Eli", at: "d3"}}
	for i := range them {
		them[i].row = "weapons: [short bow]"
	}
	b := setup{us: []man{{name: "Ann", at: "a2"}}, them: them, ground: `["......", "......", "......"]`}.begin(t)
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

// R-TP-34: a weapon does one to six dice of damage.
func TestDamageIsOneToSixDice(t *testing.T) {
	for dice, ok := range map[string]bool{"0d6": false, "1d6": true, "6d6": true, "7d6": false} {
		_, err := book.Overlay(rows.DefaultBook(), "club.yaml",
			[]byte("version: 1\nweapons: {club: {hands: 1h, skill: clubs, guard: 3, surfaces: [{ap: 4, damage: "+dice+", type: crush, reach: [1, 1]}]}}\n"))
		if err == nil != ok {
			t.Errorf("%s: %v, want it taken: %t", dice, err, ok)
		}
	}
}
