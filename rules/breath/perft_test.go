package breath

import (
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/search"
	"kokyu/search/searchtest"
)

// perftRows are the rows of the small encounters, so that tuning the catalogue does not touch their counts.
const perftRows = `
stances:
  perft wall: {energy: 2, strikes: shorter}
  perft guard: {energy: 2, strikes: miss}
spells:
  perft dart: {list: sorcery, dan: 1, form: 2, against: defense, answer: true, at: foe, reach: 1, does: {wounds: 1, burn: true}}
  perft storm: {list: sorcery, dan: 3, form: 2+2 dispersed, against: defense, at: all in a zone, reach: 1, does: {wounds: 1, fire: 1}}
  perft ring: {list: barrier, dan: 1, form: 2, at: zone, reach: 1, does: {barrier: 2}}
  perft glass: {list: barrier, dan: 3, form: 3, at: blow, reacts: true, does: {negate: true}}
traits:
  perft guarded: {stance: perft guard}
  perft free: {core free: true}
combatants:
  reader: {grade: veteran, wisdom: 2, energy: 6, wounds: 2, weapons: [unarmed], skills: {sorcery: 3, barrier: 3, hardiness: 2}, caster: {mode: spells, dan: 3, studied: 3, lists: [{skill: sorcery}, {skill: barrier, since: 3}], known: [perft dart, perft ring, perft storm, perft glass]}}
  hand: {grade: minion, courage: 1, energy: 1, wounds: 1, weapons: [unarmed], skills: {unarmed combat: 4}}
  blade: {grade: veteran, courage: 2, finesse: 1, wounds: 2, weapons: [uchigatana], skills: {swordsmanship: 2}}
  guarded: {grade: veteran, courage: 1, wounds: 2, weapons: [uchigatana], skills: {swordsmanship: 1}, traits: [perft guarded]}
  free: {grade: veteran, finesse: 2, wounds: 2, weapons: [kodachi], skills: {swordsmanship: 1, footwork: 1}, traits: [perft free]}
  pole: {grade: veteran, physique: 1, wounds: 2, weapons: [staff], skills: {staff: 1}}
  leader: {grade: elite, courage: 1, wisdom: 2, energy: 3, wounds: 2, weapons: [uchigatana], skills: {swordsmanship: 1}, traits: [one voice]}
  points: {grade: minion, wounds: 1, weapons: [yari], skills: {spearmanship: 1}}
  master: {grade: elite, courage: 1, energy: 3, wounds: 2, weapons: [uchigatana], skills: {swordsmanship: 1}, traits: [puppet strings, hands on breath]}
  wood: {grade: veteran, unit: puppet, energy: 0, wounds: 2, weapons: [oak arms], skills: {unarmed combat: 1}}
`

// perftScenes are the small encounters, one for each part of the rules.
var perftScenes = []struct{ name, text string }{
	{"two hands", `
sides:
  - {name: one, fighters: [{who: hand, name: A}]}
  - {name: other, fighters: [{who: hand, name: B}]}
`}, {"two blades", `
sides:
  - {name: one, fighters: [{who: blade, name: A}]}
  - {name: other, fighters: [{who: blade, name: B}]}
`}, {"guard against pole", `
sides:
  - {name: one, fighters: [{who: guarded, name: A}]}
  - {name: other, fighters: [{who: pole, name: B}]}
`}, {"three who may wait", `
sides:
  - {name: one, fighters: [{who: blade, name: A}, {who: hand, name: B}]}
  - {name: other, fighters: [{who: pole, name: C}]}
`}, {"two on the ladder", `
duel: {start: issoku itto}
sides:
  - {name: one, fighters: [{who: blade, name: A}]}
  - {name: other, fighters: [{who: blade, name: B}]}
`}, {"locked blades", `
duel: {start: tsubazeriai, terrain: narrow path}
sides:
  - {name: one, fighters: [{who: pole, name: A}]}
  - {name: other, fighters: [{who: free, name: B, weapons: [tanto]}]}
`}, {"two hands to a point", `
duel: {start: tsubazeriai, points: 1}
sides:
  - {name: one, fighters: [{who: hand, name: A}]}
  - {name: other, fighters: [{who: hand, name: B}]}
`}, {"front, core and front", `
zones: {first front: {}, core: {}, second front: {}}
sides:
  - {name: one, fighters: [{who: blade, name: A}, {who: free, name: B, zone: core}]}
  - {name: other, fighters: [{who: pole, name: C}]}
`}, {"a line against a pole", `
zones: {first front: {}, second front: {}}
sides:
  - {name: one, fighters: [{who: leader, name: A}, {who: points, name: Line, heads: 4, under: A}]}
  - {name: other, fighters: [{who: pole, name: C}]}
`}, {"book and blade", `
zones: {first front: {}, second front: {}}
sides:
  - {name: one, fighters: [{who: reader, name: A}]}
  - {name: other, fighters: [{who: blade, name: B}]}
`}, {"strings and breath", `
sides:
  - {name: one, fighters: [{who: master, name: A}, {who: wood, name: Oak, of: A}, {who: hand, name: B}]}
  - {name: other, fighters: [{who: pole, name: C}]}
`},
}

func perftScene(t testing.TB, name string) *Game {
	t.Helper()
	if _, ok := rows.Shipped.Encounter(name); ok {
		return builtin(t, name)
	}
	book, err := rows.DefaultBook().Overlay("perft.yaml", []byte("version: 1\n"+oracleRows()+perftRows))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range perftScenes {
		if s.name == name {
			g, err := Load("perft.yaml", []byte("version: 1\nsystem: breath\ntitle: "+name+s.text), book)
			if err != nil {
				t.Fatal(err)
			}
			return g
		}
	}
	t.Fatalf("no scene %q", name)
	return nil
}

func TestPerft(t *testing.T) {
	searchtest.Perft(t, "every throw that a table can tell apart (total, double) included", append(perftNames(), rows.Shipped.Encounters()...), "two blades",
		func(name string) rules.System[State] { return perftScene(t, name) })
}

func perftNames() (names []string) {
	for _, s := range perftScenes {
		names = append(names, s.name)
	}
	return names
}

// Two empty hands with one Energy and one Wound each, counted by hand.
//
// The strike costs 1 and adds 1+3-4 = 0 to the dice, so it needs 10. Two ten-sided dice show 27 different things: the sums
// 3 to 19 with different faces (17) and ten doubles. Of these 16 reach 10 (the sums 10 to 19, the doubles of 5 to 10) and
// 11 do not. A shove in haste costs 2, so nobody can answer unless a shove is held ready.
//
//	depth 1   A strikes, reserves or closes: 3.
//	depth 2   The strike asks for dice, 27. After the other two A is out of the count and B has the same three choices:
//	          27 + 3 + 3 = 33.
//	depth 3   Of the 27 throws 16 kill B, so their lines have ended; 11 miss, and B has 3 choices: 33. After a reserve or a
//	          close of A, B's strike asks for 27 throws, and B's reserve or close empties the count: the lull, and A begins
//	          round 2 with 3 choices: 27 + 3 + 3 = 33, twice. In all 99.
//	depth 4   A struck and missed (11): B strikes (27) or brings round 2 with A's 3 choices, twice: 11 * 33 = 363.
//	          A reserved: B's strike hits with 16 throws and A may answer or not, 2 each; it misses with 11 and round 2 has
//	          3 choices: 32 + 33 = 65. B reserved or closed and it is round 2, where A's first choices lead on as at depth
//	          2: 33, twice. 131.
//	          A closed: B's strike kills with 16 throws, ended, and misses with 11: 33. Round 2 as before: 33, twice. 99.
//	          In all 363 + 131 + 99 = 593, and 16 + 16 lines have ended before.
func TestPerftOfTwoHandsCountedByHand(t *testing.T) {
	g := perftScene(t, "two hands")
	for depth, want := range []search.Count{{Nodes: 1}, {Nodes: 3}, {Nodes: 33}, {Nodes: 99, EndedLines: 16}, {Nodes: 593, EndedLines: 32}} {
		got, err := search.Perft[State](t.Context(), g, g.Start(), depth)
		if err != nil {
			t.Fatal(err)
		}
		if got.Nodes != want.Nodes || got.EndedLines != want.EndedLines {
			t.Errorf("depth %d: %d lines and %d ended, want %d and %d", depth, got.Nodes, got.EndedLines, want.Nodes, want.EndedLines)
		}
	}
	if a := g.Actions(new(g.Start()), nil); len(a) != 3 || a[0] != (rules.Action{Do: doAttack, At: 1}) {
		t.Errorf("A may do %v", a)
	}
}
