package breath_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath"
	"kokyu/rules/breath/rows"
	"kokyu/rules/rulestest"
	"kokyu/search"
	"kokyu/search/searchtest"
)

// duelists returns a plain duel: two alike but for their weapons, without zones.
func duelists(t testing.TB, energy, wounds, rounds int, weapons ...string) *breath.Game {
	catalogue := "version: 1\ncombatants:\n"
	for i, w := range weapons {
		catalogue += fmt.Sprintf(`  duelist %d:
    grade: elite
    courage: 1 ruling
    finesse: 1 ruling
    energy: %d ruling
    wounds: %d ruling
    defense: 12 ruling
    weapons: [%s]
    skills: {swordsmanship: 2 ruling, spearmanship: 2 ruling}
    source: ruling
`, i, energy, wounds, w)
	}
	book, err := rows.DefaultBook().Overlay("rows.yaml", []byte(catalogue))
	if err != nil {
		t.Fatal(err)
	}
	g, err := breath.Load("duel.yaml", fmt.Appendf(nil, `
version: 1
system: breath
title: A plain duel
rounds: %d
sides:
  - name: first
    fighters: [{who: duelist 0, name: A}]
  - name: second
    fighters: [{who: duelist 1, name: B}]
`, rounds), book)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func solved(t testing.TB, g *breath.Game, lim search.SolveLimits) *search.Solution[breath.State] {
	sol, err := search.Solve(context.Background(), g, g.Start(), lim)
	if err != nil {
		t.Fatal(err)
	}
	return sol
}

// wander plays random decisions and dice, and calls f at every position until the fight is over.
func wander(g *breath.Game, rng *rand.Rand, f func(s *breath.State)) {
	s := g.Start()
	for {
		f(&s)
		turn := g.Turn(&s)
		var actions []rules.Action
		switch turn.Kind {
		case rules.Over:
			return
		case rules.Decide:
			actions = g.Actions(&s, nil)
		default:
			for _, o := range g.Odds(&s, nil) {
				actions = append(actions, o.Action)
			}
		}
		g.Play(&s, actions[rng.IntN(len(actions))], nil)
	}
}

// On small duels, searching every line to its end finds what solving finds: at the start, within exchanges, in the
// second round, with overload, dropped weapons and Fumbles.
func TestSearchToTheEndEqualsTheSolver(t *testing.T) {
	for _, weapons := range [][]string{{"uchigatana", "uchigatana"}, {"ninjato", "uchigatana"}} {
		g := duelists(t, 3, 1, 2, weapons...)
		sol := solved(t, g, search.SolveLimits{})
		finder, rng := search.New[breath.State](g), rand.New(rand.NewPCG(5, 6))
		seen := 0
		for seen < rulestest.Few(12, 60) {
			wander(g, rng, func(s *breath.State) {
				if rng.IntN(3) > 0 || g.Turn(s).Kind == rules.Over {
					return
				}
				seen++
				want, ok := sol.Value(*s)
				r, err := finder.Search(t.Context(), *s, search.Limits{Depth: 64})
				if !ok || err != nil || !r.Solved || math.Abs(r.Value-want) > 1e-9 {
					t.Fatalf("%v at %+v: search finds %.12f (solved: %v, %v), the solver %.12f (%v)", weapons, *s, r.Value, r.Solved, err, want, ok)
				}
			})
		}
	}
}

// A solution knows the decisions that its rounds can come to and no others: what would take a third round of two is not
// in it, nor in its first round what takes two.
func TestOnlyWhatTheRoundsCanComeToIsSolved(t *testing.T) {
	for _, c := range []struct{ energy, wounds, rounds int }{{3, 3, 1}, {3, 3, 2}, {3, 4, 2}, {3, 5, 2}}[:rulestest.Few(2, 4)] {
		g := duelists(t, c.energy, c.wounds, c.rounds, "uchigatana", "kodachi")
		sol := solved(t, g, search.SolveLimits{})
		z := sol.Size()
		if met, since := searchtest.Whole[breath.State](t, g, g.Start(), sol); z.States != met || z.States != since {
			t.Errorf("%+v: %d states, walking everything finds %d, and %d in each round from their first", c, z.States, met, since)
		}
	}
}

// What Pack leaves out of a position changes nothing: the plainest position with its key is worth the same, searched
// to the end, and is packed alike.
func TestWhatPackLeavesOutChangesNothing(t *testing.T) {
	g := duelists(t, 6, 1, 1, "uchigatana", "kodachi")
	finder, rng := search.New[breath.State](g), rand.New(rand.NewPCG(7, 8))
	told := 0
	for told < rulestest.Few(8, 40) {
		wander(g, rng, func(s *breath.State) {
			key := g.Pack(s, nil)
			var same breath.State
			if err := g.Unpack(key, &same); err != nil {
				t.Fatal(err)
			}
			g.SetRound(&same, g.Round(s))
			if !bytes.Equal(g.Pack(&same, nil), key) {
				t.Fatalf("%+v is packed otherwise than %+v, which it stands for", same, *s)
			}
			if same == *s || rng.IntN(4) > 0 {
				return
			}
			told++
			a, err := finder.Search(t.Context(), *s, search.Limits{Depth: 64})
			b, err2 := finder.Search(t.Context(), same, search.Limits{Depth: 64})
			if err != nil || err2 != nil || !a.Solved || !b.Solved || math.Abs(a.Value-b.Value) > 1e-9 {
				t.Fatalf("%+v is worth %.12f, %+v, which is packed alike, %.12f", *s, a.Value, same, b.Value)
			}
		})
	}
}

// What can be reached is in the solution, with a value that its dice and decisions bear out, wherever the walk goes:
// two positions packed alike lead to positions packed alike. The spear wall strikes into breaths.
func TestWhateverCanBeReachedIsSolved(t *testing.T) {
	for _, weapons := range [][]string{{"uchigatana", "yari"}, {"kodachi", "uchigatana"}, {"yari", "yari"}} {
		g := duelists(t, 5, 1, 2, weapons...)
		sol, rng := solved(t, g, search.SolveLimits{}), rand.New(rand.NewPCG(11, 12))
		for range 300 {
			wander(g, rng, func(s *breath.State) {
				v, ok := sol.Value(*s)
				if !ok {
					t.Fatalf("%v: no value of %+v", weapons, *s)
				}
				if g.Turn(s).Kind != rules.Chance {
					return
				}
				mean := 0.0
				for _, o := range g.Odds(s, nil) {
					next := *s
					g.Play(&next, o.Action, nil)
					w, _ := sol.Value(next)
					mean += o.P * w
				}
				if math.Abs(mean-v) > 1e-9 {
					t.Fatalf("%v: %+v is worth %v, what its dice lead to %v", weapons, *s, v, mean)
				}
			})
		}
	}
}

// plainly returns a fight of two rows in one scene, each seat's row on one line.
func plainly(t testing.TB, rounds int, rulings, us, them string) *breath.Game {
	t.Helper()
	book, err := rows.DefaultBook().Overlay("rows.yaml", fmt.Appendf(nil, "version: 1\ncombatants:\n  us: {%s}\n  them: {%s}\n", us, them))
	if err != nil {
		t.Fatal(err)
	}
	g, err := breath.Load("plain.yaml", fmt.Appendf(nil,
		"version: 1\nsystem: breath\ntitle: Two\nrounds: %d\nrulings: {%s}\nsides:\n  - {name: a, fighters: [{who: us, name: A}]}\n  - {name: b, fighters: [{who: them, name: B}]}\n", rounds, rulings), book)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// What two amended readings are worth in fights solved to their end: a bare hand or a claw that keeps what it holds ready at an attack's
// 1-1, and a ward that takes a critical whole and with it the call for focus, without which the caster would
// stand at .868961987922.
func TestWhatTheAmendedReadingsAreWorth(t *testing.T) {
	hand := func(weapon string, energy, wounds int) string {
		return fmt.Sprintf("grade: elite, courage: 1, finesse: 1, energy: %d, wounds: %d, defense: 12, weapons: [%s], skills: {swordsmanship: 2, unarmed combat: 2, footwork: 2}", energy, wounds, weapon)
	}
	fists, claws := hand("unarmed", 4, 2), hand("tiger claws", 7, 1)
	mage := "grade: lord, wisdom: 2, energy: 4, wounds: 2, defense: 10, weapons: [staff], skills: {staff: 1, hardiness: 1, sorcery: 3}, " +
		"caster: {mode: spells, dan: 3, lists: [{skill: sorcery}], studied: 20, known: [talisman knot, talisman burst]}"
	for _, c := range []struct {
		rounds            int
		rulings, us, them string
		want              float64
	}{
		{3, "", fists, fists, .013645820156},
		{3, "fumbled hand: spoils", fists, fists, .013624182830},
		{2, "", claws, claws, .894397543144},
		{2, "fumbled hand: spoils", claws, claws, .889269943142},
		{2, "", mage, "grade: lord, energy: 3, wounds: 2, weapons: [uchigatana], skills: {swordsmanship: 2}", .871065990949},
	} {
		g := plainly(t, c.rounds, c.rulings, c.us, c.them)
		if v, _ := solved(t, g, search.SolveLimits{}).Value(g.Start()); math.Abs(v-c.want) > 1e-11 {
			t.Errorf("%s; %s against %s: worth %.12f, want %.12f", c.rulings, c.us, c.them, v, c.want)
		}
	}
}

// In fights of many too, what is unpacked is packed alike.
func TestAPackedPositionComesBack(t *testing.T) {
	for _, name := range rows.Shipped.Encounters() {
		data, _ := rows.Shipped.Encounter(name)
		g, err := breath.Load(name, data, rows.DefaultBook())
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(9, 10))
		for range 5 {
			wander(g, rng, func(s *breath.State) {
				key := g.Pack(s, nil)
				var back breath.State
				if err := g.Unpack(key, &back); err != nil || len(key) > 255 {
					t.Fatalf("%s: %d bytes, %v", name, len(key), err)
				}
				if g.SetRound(&back, g.Round(s)); !bytes.Equal(g.Pack(&back, nil), key) {
					t.Fatalf("%s: %+v comes back as %+v", name, *s, back)
				}
			})
		}
		for _, bad := range [][]byte{nil, {1}, bytes.Repeat([]byte{255}, 30), bytes.Repeat([]byte{0}, 60)} {
			var s breath.State
			if err := g.Unpack(bad, &s); err == nil {
				t.Errorf("%s: %x is unpacked", name, bad)
			}
		}
	}
}

// With the sides exchanged, ties of the count still going the same way, every value changes its sign.
func TestADuelSwappedIsWorthTheOpposite(t *testing.T) {
	g := duelists(t, 5, 2, 4, "uchigatana", "yari")
	file := g.File().(rows.EncounterFile)
	file.Sides[0], file.Sides[1] = file.Sides[1], file.Sides[0]
	file.Allied = new(2)
	encounter, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := g.Data()
	if err != nil {
		t.Fatal(err)
	}
	swapped, err := breath.Reload(encounter, rows)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := solved(t, g, search.SolveLimits{}).Value(g.Start())
	b, _ := solved(t, swapped, search.SolveLimits{}).Value(swapped.Start())
	if math.Abs(a+b) > 1e-12 || math.Abs(a) < 1e-3 {
		t.Errorf("worth %v, swapped %v", a, b)
	}
}

// A Wound more is never worse for its owner, at the same position otherwise.
func TestAWoundMoreNeverHurts(t *testing.T) {
	last := math.Inf(-1)
	for wounds := 1; wounds <= 3; wounds++ {
		g := duelists(t, 4, 3, 4, "uchigatana", "uchigatana")
		s := g.Start()
		if err := g.Edit(&s, fmt.Sprintf("A wounds=%d", wounds), &rules.Log{}); err != nil {
			t.Fatal(err)
		}
		sol, err := search.Solve(context.Background(), g, s, search.SolveLimits{})
		if err != nil {
			t.Fatal(err)
		}
		v, _ := sol.Value(s)
		if v <= last {
			t.Errorf("with %d Wounds A stands at %v, with one less at %v", wounds, v, last)
		}
		last = v
	}
}

// States a second, exploring included: a state is a decision of whose breath it is, in one of its rounds. The yard is
// the machine's: copy a position, draw a number.
func BenchmarkSolve(b *testing.B) {
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprintf("threads=%d", threads), func(b *testing.B) {
			g := duelists(b, 8, 1, 20, "uchigatana", "uchigatana")
			b.ReportAllocs()
			searchtest.Measure(b, func() int { return solved(b, g, search.SolveLimits{Threads: threads}).Size().States })
		})
	}
}
