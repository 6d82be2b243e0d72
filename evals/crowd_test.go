package evals_test

import (
	"math"
	"testing"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/search"
)

// crowds are fights of three and four that plain recursion can still know all of.
var crowds = map[string]string{
	"two against one, who may wait": `
rounds: 1
sides:
  - {name: pack, fighters: [wolf: 2]}
  - {name: road, fighters: [{who: bandit, name: Saku}]}
now:
  round: 1
  waits for: count
  seat: Saku
  seats: {Wolf 1: {energy: 2, wounds: 1}, Wolf 2: {energy: 2, wounds: 1}, Saku: {energy: 3, wounds: 1}}
`,
	"an archer behind": `
rounds: 2
rulings: {waiting: "off"}
zones: {first front: {}, second front: {}, second rear: {}}
sides:
  - {name: road, fighters: [{who: bandit, name: Saku, weapons: [wolf fangs]}]}
  - {name: band, fighters: [{who: wolf, name: Shiro}, {who: bandit archer, name: Oyuki, zone: second rear}]}
now:
  round: 2
  waits for: count
  seat: Saku
  seats:
    Shiro: {energy: 2, wounds: 1, zone: second front}
    Oyuki: {energy: 2, wounds: 1, zone: second rear}
    Saku: {energy: 3, wounds: 1, zone: first front}
`,
	"two against two, one side has to last": `
rounds: 3
rulings: {waiting: "off"}
sides:
  - {name: dead, fighters: [gaki: 2]}
  - {name: pack, fighters: [wolf: 2]}
objective: {for: pack, goal: last, rounds: 1}
now:
  round: 1
  waits for: count
  seat: Gaki 1
  seats: {Gaki 1: {energy: 3, wounds: 1}, Gaki 2: {energy: 2, wounds: 1}, Wolf 1: {energy: 2, wounds: 1}, Wolf 2: {energy: 1, wounds: 1}}
`,
	"a lord and his squad, by orders": `
rounds: 1
rulings: {waiting: "off"}
zones: {first front: {}, second front: {}}
sides:
  - {name: house, fighters: [{who: samurai, name: Araki, weapons: [wolf fangs], zone: first front}, {who: spear squad, name: Spears, heads: 3, under: Araki, zone: first front}]}
  - {name: pack, fighters: [{who: wolf, name: Shiro, zone: second front}]}
now:
  round: 1
  waits for: count
  seat: Araki
  seats:
    Araki: {energy: 3, wounds: 1, zone: first front}
    Spears: {wounds: 3, zone: first front}
    Shiro: {energy: 2, wounds: 1, zone: second front}
`,
}

// The solver takes more than two: in every position that random play comes to, it has the value of plain recursion over
// everything that can happen.
func TestAFightOfManyIsSolvedAsPlainRecursionHasIt(t *testing.T) {
	for name, text := range crowds {
		f := begin(t, "version: 1\nsystem: breath\ntitle: Crowd\n"+text, 1)
		table, err := agent.Solve(t.Context(), f, search.SolveLimits{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		plain, seen := solved(t, f), 0
		for seed := range uint64(30) {
			for g := f.Again(seed); g.Turn().Kind != rules.Over; seen++ {
				want, _ := plain.Value(g)
				if got, ok := table.Value(g); !ok || math.Abs(got-want) > 1e-9 {
					t.Fatalf("%s, seed %d: the solver has %.12f (%v), plain recursion %.12f", name, seed, got, ok, want)
				}
				if g.Turn().Kind == rules.Chance {
					_, err = g.Roll()
				} else {
					options := g.Options()
					_, err = g.Play(options[(int(seed)+seen)%len(options)].Action)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		t.Logf("%s: %d positions, %d met", name, len(plain.values), seen)
	}
}
