package evals_test

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/evals"
)

// bouts is a balance of few fights and little thought.
func bouts(weapons ...string) evals.Played {
	return boutsOf(agent.Builtin(), weapons...)
}

func boutsOf(c agent.Catalogue, weapons ...string) evals.Played {
	b := evals.NewPlayed(weighing(c, "tempo", ""))
	b.Weapons, b.Pairs, b.Nodes, b.Cores = weapons, 4, 100, 1
	return b
}

func foughtOut(t *testing.T, b evals.Played) evals.PlayedReport {
	t.Helper()
	r, err := b.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What a row wins its column loses, whichever is named first, on any number of cores.
func TestPlayedBalanceIsFair(t *testing.T) {
	b := bouts("axe", "long sword", "staff")
	r := foughtOut(t, b)
	for i, w := range r.Weapons {
		for k, win := range w.Wins {
			if back := r.Weapons[k].Wins[i]; math.Abs(win+back-1) > 1e-12 || win < 0 || win > 1 {
				t.Errorf("%s wins %v against %s, which wins %v", w.Weapon, win, r.Weapons[k].Weapon, back)
			}
		}
	}
	b.Cores = 3
	if three := foughtOut(t, b); !reflect.DeepEqual(r, three) {
		t.Errorf("one core: %v\nthree: %v", r, three)
	}
	if r.Fights != 16 || r.Margin <= 0 || !strings.Contains(evals.Page(r.Sections()), "\n| 2 long sword | ") {
		t.Errorf("%d fights of each two, want 16; a margin of %v; the page is\n%s", r.Fights, r.Margin, evals.Page(r.Sections()))
	}
	there, back := foughtOut(t, bouts("axe", "staff")).Weapons[0].Wins[1], foughtOut(t, bouts("staff", "axe")).Weapons[1].Wins[0]
	if math.Abs(there-back) > 1e-9 {
		t.Errorf("the axe wins %v named first and %v named last", there, back)
	}
}

// Two weapons that differ only in their names are even on the same dice; a better one is named, and the answer is no.
func TestPlayedBalanceFindsWhatIsUnequal(t *testing.T) {
	c, err := agent.Builtin().With("own rows", []byte(`version: 1
weapons:
  twin: {hands: 1h, skill: axes, guard: 3, surfaces: [{ap: 4, damage: 2d6+1, type: slash, reach: [1, 1]}]}
  twain: {hands: 1h, skill: axes, guard: 3, surfaces: [{ap: 4, damage: 2d6+1, type: slash, reach: [1, 1]}]}
  moonbeam: {hands: 1h, skill: blades, guard: 9, surfaces: [{ap: 2, damage: 4d6, type: slash, reach: [1, 1]}]}
`))
	if err != nil {
		t.Fatal(err)
	}
	b := boutsOf(c, "twin", "twain", "moonbeam")
	r := foughtOut(t, b)
	if win := r.Weapons[0].Wins[1]; win != 0.5 {
		t.Errorf("one weapon wins %v against its twin, want 0.5", win)
	}
	if r.Passed || len(r.Outside) != 2 || r.Outside[0].Weapon != "moonbeam" || r.Outside[0].Win < 0.8 {
		t.Errorf("outside: %v, passed %v, want the moonbeam twice", r.Outside, r.Passed)
	}
}

func TestPlayedBalanceRefuses(t *testing.T) {
	for want, change := range map[string]func(b *evals.Played){
		"did you mean long sword":         func(b *evals.Played) { b.Weapons[0] = "long sward" },
		`no melee weapon "unarmed"`:       func(b *evals.Played) { b.Weapons[0] = "unarmed" },
		`no melee weapon "crossbow"`:      func(b *evals.Played) { b.Weapons[0] = "crossbow" },
		"1 weapon to set":                 func(b *evals.Played) { b.Weapons = b.Weapons[:1] },
		"is there twice":                  func(b *evals.Played) { b.Weapons[1] = "axe" },
		"--pairs is 1: want 2 to 100000":  func(b *evals.Played) { b.Pairs = 1 },
		"--nodes is 0: want 1 to 1000000": func(b *evals.Played) { b.Nodes = 0 },
	} {
		b := bouts("axe", "staff")
		change(&b)
		if _, err := b.Run(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// A duel is fought out from each rung; nobody is out of balance there, since long and short are not meant to be even.
func TestDuelsAreFoughtFromEachRung(t *testing.T) {
	b := evals.NewPlayed(weighing(agent.Builtin(), "breath", "duel"))
	if w := b.Weapons; !slices.Contains(w, "tanto") || slices.Contains(w, "bokken") || slices.Index(w, "nodachi") > slices.Index(w, "uchigatana") {
		t.Errorf("%v: want those whose band the document names, the longest first", w)
	}
	b.Weapons, b.Pairs, b.Nodes, b.Cores = []string{"nodachi", "tanto"}, 2, 100, 1
	r := foughtOut(t, b)
	if len(r.Starts) != 4 || r.Starts[0].Start != "far range" || r.Fights != 16 || len(r.Outside) > 0 || !r.Passed {
		t.Errorf("got %+v", r)
	}
	mean := 0.0
	for _, s := range r.Starts {
		mean += s.Weapons[0].Wins[1] / 4
	}
	if math.Abs(mean-r.Weapons[0].Wins[1]) > 0.1 { // each is held between 0 and 1
		t.Errorf("the nodachi wins %v in all, %v on average of the rungs", r.Weapons[0].Wins[1], mean)
	}
	b.Cores = 2
	if two := foughtOut(t, b); !reflect.DeepEqual(r, two) {
		t.Errorf("one core: %v\ntwo: %v", r, two)
	}
}
