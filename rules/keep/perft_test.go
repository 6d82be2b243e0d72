package keep

import (
	"encoding/json"
	"testing"

	"kokyu/rules"
	"kokyu/rules/keep/rows"
	"kokyu/search"
	"kokyu/search/searchtest"
)

// perftScenes are small encounters, one for each part of the rules.
var perftScenes = []struct {
	name  string
	stage setup
}{
	{"two bare hands", setup{us: []man{{name: "Ann", row: "mook: true, weapons: []"}},
		them: []man{{name: "Bea", row: "mook: true, weapons: []"}}, ground: `[".."]`}},
	{"void points", setup{us: []man{{name: "Ann", row: "void points: 1"}},
		them: []man{{name: "Bea", row: "void points: 2", line: "stance: void"}}, ground: `["..."]`}},
	{"a clinch", setup{us: []man{{name: "Ann", row: "weapons: [sasumata], skills: {polearms: 2}"}},
		them: []man{{name: "Bea", line: "stance: chosen"}}, ground: `["...", "..."]`}},
	{"a bell and a banner", setup{rows: `techniques:
  bell: {effects: [{when: round, does: quell, on: foes}]}
  banner: {effects: [{when: round, does: attack, dice: 1k0, lasts: round}]}
`, us: []man{{name: "Ann", row: "techniques: [bell], weapons: []"}}, them: []man{{name: "Bea", row: "techniques: [banner], weapons: []"}}, ground: `[".."]`}},
	{"a spell", setup{rows: `spells:
  mist: {cost: simple, number: 15, ring: air, effects: [{does: ATN, by: 10, on: friend, lasts: 1 round}]}
`, us: []man{{name: "Ann", row: "spells: [mist], weapons: []"}}, them: []man{{name: "Bea", row: "weapons: []"}}, ground: `["..."]`}},
	{"a rider", setup{us: []man{{name: "Ann", row: "weapons: [lance]", line: "rides: Ash"},
		{name: "Ash", row: "steed: true, four legs: true, weapons: [kick]", at: "a1"}}, them: []man{{name: "Bea", at: "e1"}}, ground: `["..,^.."]`}},
}

// settledStart returns a built-in encounter whose initiative is set and whose opening stances are Water: the dice of the start
// alone are ten thousand lines.
func settledStart(t testing.TB, name string) *Game {
	t.Helper()
	data, err := json.Marshal(builtin(t, name).Encounter)
	if err != nil {
		t.Fatal(err)
	}
	var file rows.EncounterFile
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	value := 90
	for s := range file.Sides {
		for k := range file.Sides[s].Fighters {
			f := &file.Sides[s].Fighters[k]
			f.Initiative, f.Stance = new(value), rows.StanceNames[water]
			value -= 10
		}
	}
	g, bad := build(rows.DefaultBook(), file)
	if len(bad) > 0 {
		t.Fatal(bad)
	}
	return g
}

func perftScene(t testing.TB, name string) *Game {
	t.Helper()
	for _, sc := range perftScenes {
		if sc.name == name {
			return sc.stage.game(t)
		}
	}
	return settledStart(t, name)
}

func TestPerft(t *testing.T) {
	names := []string{}
	for _, s := range perftScenes {
		names = append(names, s.name)
	}
	searchtest.Perft(t, "every outcome of the dice that leads somewhere else included; initiative and opening stances are set",
		append(names, rows.Shipped.Encounters()...), "two bare hands",
		func(name string) rules.System[State] { return perftScene(t, name) })
}

// Two mooks with bare hands on two squares, counted by hand.
//
//	depth 1   A blow, a grapple, or the end of the turn: 3. There is nowhere to go and nothing to let go of.
//	depth 2   After the blow what is called: to roll, Feint, Extra Attack, Extra Damage of 1 to 15 raises, Knockdown, a Push
//	          of 5 to 20 feet, eight parts of the body, Tactical Strike: 1+1+1+15+1+4+8+1 = 32. The grapple has nothing to
//	          call, and hits or misses: 2. The end is the other's turn: 3. In all 37.
func TestPerftOfTwoBareHandsCountedByHand(t *testing.T) {
	g := perftScene(t, "two bare hands")
	for depth, want := range []uint64{1, 3, 37} {
		got, err := search.Perft[State](t.Context(), g, g.Start(), depth)
		if err != nil {
			t.Fatal(err)
		}
		if got.Nodes != want {
			t.Errorf("depth %d: %d lines, want %d", depth, got.Nodes, want)
		}
	}
}
