package tempo

import (
	"testing"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/tempo/rows"
	"kokyu/search"
	"kokyu/search/searchtest"
)

// perftRows are the rows of the small encounters, so that tuning the catalogue does not touch their counts.
const perftRows = `
version: 1
weapons:
  rod: {hands: 1h, skill: clubs, guard: 2, surfaces: [{ap: 4, damage: 1d6, type: crush, reach: [1, 1]}]}
  knife: {hands: 1h, skill: blades, guard: 1, surfaces: [{ap: 3, damage: 1d6, type: pierce, reach: [0, 1]}]}
  sling: {hands: 1h, skill: throwing, shots: 1, reload: 5, attacks: [{ap: 3, damage: 1d6, type: crush, unaimed: 0, aimed: 2, speed: 1, increment: 3}]}
combatants:
  rodman: {speed: 1, weapons: [rod], skills: {clubs: 2, footwork: 2, endurance: 4}}
  first rodman: {speed: 1, weapons: [rod], skills: {clubs: 2, footwork: 2, endurance: 4, reactions: 1}}
  knifer: {speed: 1, weapons: [knife], skills: {blades: 2, wrestling: 2, endurance: 1}}
  first knifer: {speed: 1, weapons: [knife], skills: {blades: 2, wrestling: 2, endurance: 1, reactions: 1}}
  fist: {speed: 1, weapons: [], skills: {brawling: 2, endurance: 4}}
  slinger: {speed: 1, weapons: [sling, knife], skills: {throwing: 2, footwork: 1, endurance: 4}}
`

// perftScenes are the small encounters, one for each part of the rules.
var perftScenes = []struct{ name, text string }{
	{"two rods", `
map: ["..."]
sides:
  - {name: one, status: on guard, fighters: [{who: first rodman, name: A, at: a1}]}
  - {name: other, status: on guard, fighters: [{who: rodman, name: B, at: b1}]}
`}, {"rod against fist", `
map: ["..."]
sides:
  - {name: one, status: on guard, fighters: [{who: first rodman, name: A, at: a1}]}
  - {name: other, fighters: [{who: fist, name: B, at: b1}]}
`}, {"knives and slings", `
map: ["....."]
sides:
  - {name: one, status: on guard, fighters: [{who: first knifer, name: A, at: b1}]}
  - {name: other, status: on guard, fighters: [{who: slinger, name: B, at: d1}]}
`}, {"one against two", `
map: ["...", "..."]
sides:
  - {name: one, status: on guard, fighters: [{who: first rodman, name: A, at: a1}]}
  - {name: other, status: on guard, fighters: [{who: knifer, name: B, at: c1}, {who: fist, name: C, at: c2}]}
`},
}

func perftScene(t testing.TB, name string) *Game {
	t.Helper()
	if _, ok := rows.Shipped.Encounter(name); ok {
		return builtin(t, name)
	}
	book, err := book.Overlay(rows.DefaultBook(), "perft.yaml", []byte(perftRows))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range perftScenes {
		if s.name == name {
			g, err := Load("perft.yaml", []byte("version: 1\nsystem: tempo\ntitle: "+name+
				"\nrulings: {initiative: by rating, beginner: winner, opening: half}"+s.text), book)
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
	names := []string{}
	for _, s := range perftScenes {
		names = append(names, s.name)
	}
	searchtest.Perft(t, "every outcome of the dice that leads somewhere else included", append(names, rows.Shipped.Encounters()...), "two rods",
		func(name string) rules.System[State] { return perftScene(t, name) })
}

// Two rods with half a turn's AP, counted by hand.
//
// A stands in a corner beside B, with 6 AP; a rod costs 4, a fist 3. Nobody can pass the other.
//
//	depth 1   A strikes with the rod, with a fist, or ends the turn: 3. A has no free square beside it.
//	depth 2   After the rod comes the secret, 2. After the fist B parries, evades, counters or does nothing, 4. Ending the
//	          turn draws a breath that is certain, 6 and 12 are 12, and B begins: rod, fist, a Move or a Combat Move back,
//	          or the end: 5. In all 11.
func TestPerftOfTwoRodsCountedByHand(t *testing.T) {
	g := perftScene(t, "two rods")
	for depth, want := range []uint64{1, 3, 11} {
		got, err := search.Perft[State](t.Context(), g, g.Start(), depth)
		if err != nil {
			t.Fatal(err)
		}
		if got.Nodes != want {
			t.Errorf("depth %d: %d lines, want %d", depth, got.Nodes, want)
		}
	}
	if a := g.Actions(new(g.Start()), nil); len(a) != 3 || a[0] != (rules.Action{Do: doMelee, At: 1}) {
		t.Errorf("A may do %v", a)
	}
}
