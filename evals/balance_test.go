package evals_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kokyu/agent"
	"kokyu/evals"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// brief is a balance of few and tired hands.
func brief(weapons ...string) evals.Balance {
	return briefOf(agent.Builtin(), weapons...)
}

// The settings of the plain fight, in their order.
const (
	energy = iota
	wounds
	defense
	rounds
)

func briefOf(c agent.Catalogue, weapons ...string) evals.Balance {
	b := evals.Balance{Weighing: weighing(c, "breath", "")}
	b.Weapons, b.Set[energy], b.Set[wounds], b.Set[rounds], b.Cores = weapons, 3, 1, 2, 1
	return b
}

func weighing(c agent.Catalogue, system, way string) evals.Weighing {
	w, err := evals.NewWeighing(c, system, way)
	if err != nil {
		panic(err)
	}
	return w
}

func weighed(t *testing.T, b evals.Balance) evals.BalanceReport {
	t.Helper()
	r, err := b.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What a row wins its column loses, a weapon is worth half against itself, and the mean is of the others.
func TestBalanceIsAntisymmetric(t *testing.T) {
	r := weighed(t, brief("uchigatana", "staff", "kodachi"))
	for i, w := range r.Weapons {
		mean := 0.0
		for k, win := range w.Wins {
			if back := r.Weapons[k].Wins[i]; math.Abs(win+back-1) > 1e-12 {
				t.Errorf("%s wins %v against %s, which wins %v", w.Weapon, win, r.Weapons[k].Weapon, back)
			}
			if k != i {
				mean += win / 2
			}
		}
		if w.Wins[i] != 0.5 || math.Abs(mean-w.Mean) > 1e-12 {
			t.Errorf("%s: %v against itself, the mean %v, want 0.5 and %v", w.Weapon, w.Wins[i], w.Mean, mean)
		}
	}
}

// It does not matter which of two is named first: either acts first once.
func TestBalanceIsFairToTheSecond(t *testing.T) {
	one, two := weighed(t, brief("uchigatana", "kodachi")), weighed(t, brief("kodachi", "uchigatana"))
	if a, b := one.Weapons[0].Wins[1], two.Weapons[1].Wins[0]; math.Abs(a-b) > 1e-9 {
		t.Errorf("uchigatana wins %v named first and %v named last", a, b)
	}
	if b := brief("uchigatana", "bokken"); b.Pairs() != 1 {
		t.Error("uchigatana and bokken are one weapon, want two: the bokken pierces nothing")
	}
}

// The same report for any number of cores.
func TestBalanceDoesNotDependOnCores(t *testing.T) {
	b := brief("uchigatana", "staff", "kodachi", "naginata")
	one := weighed(t, b)
	b.Cores = 3
	if two := weighed(t, b); !reflect.DeepEqual(one, two) {
		t.Errorf("one core: %v\nthree: %v", one, two)
	}
}

// Weapons that differ only in their names or only in a duel are solved once, and are even.
func TestWeaponsOfOneKindAreEven(t *testing.T) {
	b := brief("nodachi", "oar sword", "monohoshizao", "uchigatana")
	if got := b.Pairs(); got != 1 {
		t.Fatalf("%d pairs, want 1", got)
	}
	r := weighed(t, b)
	if w := r.Weapons[0].Wins; w[1] != 0.5 || w[2] != 0.5 || w[3] != r.Weapons[1].Wins[3] {
		t.Errorf("nodachi %v, oar sword %v", w, r.Weapons[1].Wins)
	}
}

// A weapon that hits as it likes is named, the worst pair first, and the answer is no.
func TestAnUnbalancedWeaponIsNamed(t *testing.T) {
	c, err := agent.Builtin().With("own rows", []byte(`version: 1
weapons:
  moonbeam:
    family: blade
    skill: swordsmanship
    attack: [{name: shine, energy: 1 house, check: courage, bonus: 9 house, wounds: 3 house}]
    defense: [{name: dazzle, energy: 1 house, check: courage, bonus: 9 house}]
`))
	if err != nil {
		t.Fatal(err)
	}
	b := briefOf(c, "uchigatana", "moonbeam", "kodachi")
	r := weighed(t, b)
	if len(r.Outside) < 2 || r.Passed || r.Outside[0].Weapon != "moonbeam" || r.Outside[0].Win < r.Outside[1].Win {
		t.Errorf("outside: %v, passed %v", r.Outside, r.Passed)
	}
	if text := evals.Page(r.Sections()); !strings.Contains(text, "\n| moonbeam against ") {
		t.Errorf("no pair of moonbeam in\n%s", text)
	}
	if names := weighing(c, "breath", "").Weapons; !slices.Contains(names, "moonbeam") || slices.Contains(names, "kama") || slices.Contains(names, "yumi") {
		t.Errorf("the default weapons are %v", names)
	}
}

// All Defense above 10 is armour: what pierces gains by it.
func TestMeasuredDefenseIsArmour(t *testing.T) {
	b := brief("dagger", "wakizashi")
	low := weighed(t, b).Weapons[0].Wins[1]
	b.Set[defense] = 16
	if high := weighed(t, b).Weapons[0].Wins[1]; high <= low {
		t.Errorf("the dagger wins %v at Defense 16 and %v at 12, want more", high, low)
	}
}

// Further rounds change nothing that anybody sees: eight are enough.
func TestEightRoundsAreEnough(t *testing.T) {
	if !rulestest.Long() {
		t.Skip("LONG=1: two duels of eight and sixteen rounds are solved")
	}
	b := brief("uchigatana", "suyari")
	b.Set[energy], b.Set[wounds], b.Set[rounds] = 4, 2, 8
	eight := weighed(t, b).Weapons[0].Wins[1]
	b.Set[rounds] = 16
	if more := weighed(t, b).Weapons[0].Wins[1]; math.Abs(more-eight) > 0.001 {
		t.Errorf("%v in 8 rounds, %v in 16", eight, more)
	}
}

func TestBalanceRefuses(t *testing.T) {
	for want, b := range map[string]func(b *evals.Balance){
		"did you mean uchigatana":          func(b *evals.Balance) { b.Weapons[0] = "uchigatan" },
		`no weapon that attacks "shield"`:  func(b *evals.Balance) { b.Weapons[0] = "shield" },
		"1 weapon to set":                  func(b *evals.Balance) { b.Weapons = b.Weapons[:1] },
		"is there twice":                   func(b *evals.Balance) { b.Weapons[1] = "staff" },
		"--energy is 99: want 1 to 20":     func(b *evals.Balance) { b.Set[energy] = 99 },
		"--wounds is 0: want 1 to 20":      func(b *evals.Balance) { b.Set[wounds] = 0 },
		"--defense is 9: want 10 to 20":    func(b *evals.Balance) { b.Set[defense] = 9 },
		"--rounds is 900: want 1 to 200":   func(b *evals.Balance) { b.Set[rounds] = 900 },
		"staff against kodachi: too large": func(b *evals.Balance) { b.Set[energy], b.Memory = 8, 1<<20 },
	} {
		x := brief("staff", "kodachi")
		b(&x)
		_, err := x.Run(t.Context())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
		if x.Memory > 0 && !errors.Is(err, search.ErrTooLarge) {
			t.Errorf("%v is not ErrTooLarge", err)
		}
	}
}
