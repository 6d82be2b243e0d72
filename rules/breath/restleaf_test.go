package breath

import (
	"math"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/search"
)

// Where little Energy is left to spend a leaf is near what the solver finds: it knows who strikes next, what is held ready, who has only to
// last or must be downed, and how few rounds there are. It allocates nothing.
func TestALeafKnowsTheRestOfAFight(t *testing.T) {
	few := "rulings: {waiting: off}\nrows: {combatants: {bandit: {grade: minion, weapons: [uchigatana], energy: 2 house, wounds: 1 house, defense: 11 house, source: house},\n" +
		"  samurai: {grade: lord, weapons: [uchigatana], energy: 3 house, wounds: 2 house, skills: {swordsmanship: 1 house}, source: house}}}\n"
	three := "sides:\n  - {name: east, fighters: [{who: samurai, name: Aki}]}\n  - {name: west, fighters: [{who: bandit, name: Bo}, {who: bandit, name: Chu}]}\n"
	for _, c := range []struct {
		name, more string
		off        float64 // at most, of a win
	}{
		{"a draw", "rounds: 1\n", 0.02},
		{"two rounds", "rounds: 2\n", 0.1},
		{"who lasts", "rounds: 1\nobjective: {for: east, goal: last, rounds: 1}\n", 0.02},
		{"who is downed", "rounds: 1\nobjective: {for: east, goal: down, who: Chu}\n", 0.02},
		{"zones", "rounds: 1\nzones: {first front: {}, second front: {}}\n", 0.02},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, err := Load("rest.yaml", []byte("version: 1\nsystem: breath\ntitle: Rest\n"+c.more+few+three), rows.DefaultBook())
			if err != nil {
				t.Fatal(err)
			}
			start := g.Start()
			sol, err := search.Solve(t.Context(), search.Solvable[State](g), start, search.SolveLimits{})
			if err != nil {
				t.Fatal(err)
			}
			sum, n := 0.0, 0
			var look func(s State, deep int)
			look = func(s State, deep int) {
				if exact, _, ok := sol.Bounds(s); ok && s.ending == 0 && s.phase == phCount {
					sum, n = sum+(g.Leaf(&s)-exact)*(g.Leaf(&s)-exact), n+1
				}
				if deep == 0 || s.ending != 0 {
					return
				}
				moves := g.Actions(&s, nil)
				if g.Turn(&s).Kind == rules.Chance {
					for _, o := range g.Odds(&s, nil) {
						moves = append(moves, o.Action)
					}
				}
				for _, act := range moves {
					next := s
					g.Play(&next, act, nil)
					look(next, deep-1)
				}
			}
			look(start, 4)
			if off := math.Sqrt(sum/float64(n)) / 2; n < 100 || !(off <= c.off) {
				t.Errorf("%d leaves are off by %.3f of a win (root of the mean square), want a hundred or more and %v at most", n, off, c.off)
			}
			if n := testing.AllocsPerRun(10, func() { g.Leaf(&start) }); n != 0 {
				t.Errorf("a leaf allocates %v times", n)
			}
		})
	}
}

// A leaf knows which of two weapons is held ready, that ranks take one hit for whoever stands in them, that a blow goes to somebody else
// where its target has fallen, and what a way of several steps takes.
func TestALeafKnowsWhoCanBeStruck(t *testing.T) {
	for name, text := range map[string]string{
		"a weapon that stops less is held ready": `
rounds: 4
objective: {for: east, goal: last, rounds: 4}
sides:
  - {name: east, fighters: [{who: inei of the spear, name: Eiji}]}
  - {name: west, fighters: [{who: onryo, name: Benzo}, {who: oni of the breach, name: Juro}]}
now: {round: 4, waits for: count, seat: Benzo, seats: {
  Eiji: {energy: 2, wounds: 1, held: [0, 2]}, Benzo: {energy: 4, wounds: 1}, Juro: {energy: 4, wounds: 2}}}`,
		"a squad closes ranks around its commander": `
rounds: 2
sides:
  - {name: east, fighters: [{who: war merchant, name: Kaede}, {who: levy squad, name: Eiji, heads: 4, under: Kaede}]}
  - {name: west, fighters: [{who: dojo senior, name: Isamu}, {who: landsknecht, name: Haru}]}
now: {round: 2, waits for: count, seat: Isamu, seats: {
  Kaede: {energy: 0, wounds: 1}, Eiji: {energy: 0, wounds: 4, formation: close ranks, orders: 1},
  Isamu: {energy: 3, wounds: 2}, Haru: {energy: 2, wounds: 1}}}`,
		"a squad closes ranks around nobody": `
rounds: 2
sides:
  - {name: east, fighters: [{who: war merchant, name: Kaede}, {who: levy squad, name: Eiji, heads: 4}]}
  - {name: west, fighters: [{who: dojo senior, name: Isamu}, {who: landsknecht, name: Haru}]}
now: {round: 2, waits for: count, seat: Isamu, seats: {
  Kaede: {energy: 0, wounds: 1}, Eiji: {energy: 0, wounds: 4, formation: close ranks}, Isamu: {energy: 3, wounds: 2}, Haru: {energy: 2, wounds: 1}}}`,
		"both have to fall": `
rounds: 3
sides:
  - {name: east, fighters: [{who: dojo senior, name: Chika}, {who: muso gonnosuke, name: Sayo}]}
  - {name: west, fighters: [{who: captain of guns, name: Kaede}, {who: mikkyo monk, name: Isamu}]}
now: {round: 3, waits for: count, seat: Sayo, seats: {
  Chika: {energy: 2, wounds: 2}, Sayo: {energy: 2, wounds: 2},
  Kaede: {energy: 2, wounds: 1, held: [0, 1]}, Isamu: {energy: 2, wounds: 1}}}`,
		"two steps, the second with foes in it": `
rounds: 4
zones: {first front: {}, second front: {}, second rear: {}}
sides:
  - {name: east, fighters: [{who: onryo, name: Isamu}]}
  - {name: west, fighters: [{who: peasant levy, name: Haru}]}
now: {round: 4, waits for: count, seat: Isamu, seats: {
  Isamu: {energy: 5, wounds: 2, zone: first front}, Haru: {energy: 4, wounds: 1, zone: second rear}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			g, err := Load("rest.yaml", []byte("version: 1\nsystem: breath\ntitle: Rest\nrulings: {waiting: off}"+text), rows.DefaultBook())
			if err != nil {
				t.Fatal(err)
			}
			start := g.Start()
			sol, err := search.Solve(t.Context(), search.Solvable[State](g), start, search.SolveLimits{})
			if err != nil {
				t.Fatal(err)
			}
			exact, _, _ := sol.Bounds(start)
			if leaf := g.Leaf(&start); !(math.Abs(leaf-exact)/2 <= 0.03) {
				t.Errorf("the leaf says %.3f, the solver %.3f", leaf, exact)
			}
		})
	}
}
