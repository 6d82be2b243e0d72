package breath

import (
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/rulestest"
)

// chants are small fights that between them hold every list, every form and every effect there is.
var chants = []struct{ name, text string }{
	{"book and blade", `version: 1
system: breath
title: Book and Blade
rounds: 6
sides:
  - {name: book, fighters: [{who: onmyoji of the book, name: Seimei, calls: [Shade]}, {who: great shikigami, name: Shade}]}
  - {name: blade, fighters: [{who: road ronin, name: Jinbei}, {who: nanban sorcerer, name: Duarte}]}
`},
	{"ropes and lights", `version: 1
system: breath
title: Ropes and Lights
rounds: 5
zones: {first rear: {}, first front: {}, second front: {}, flank: {}, second rear: {high: true}}
rulings: {seize: 6, force roll: excess, ward: 3, backlash: seal, fate: on}
sides:
  - name: living
    fighters:
      - {who: feng shui master, name: Ren, zone: first rear, before: [air-current sense]}
      - {who: exorcist, name: Tomas}
      - {who: ninja, name: Aki, zone: flank}
  - name: dead
    fighters:
      - {who: onryo, name: Oyuki}
      - {who: gaki, count: 2, zone: second rear}
`},
	{"temple and thunder", `version: 1
system: breath
title: Temple and Thunder
rounds: 4
zones: {first front: {}, core: {}, second front: {}}
rulings: {higher slot: yes, boons: lasting}
sides:
  - {name: temple, fighters: [{who: abbess of the last temple, name: Myoren}, {who: oni warrior, name: Akao}]}
  - {name: thunder, fighters: [{who: thunder ascetic, name: Kaminari}, {who: esoteric monk of the seal, name: Kakuin}]}
`},
	{"unit turned", `version: 1
system: breath
title: A Unit Turned
rounds: 4
rulings: {backlash: rampage}
sides:
  - {name: book, fighters: [{who: onmyoji of the book, name: Seimei, calls: [Shade], before: [great shikigami]}, {who: great shikigami, name: Shade}]}
  - {name: blade, fighters: [{who: spear lord, name: Inei}]}
`},
	{"chant against blade", `version: 1
system: breath
title: Chant against Blade
rounds: 5
duel: {start: issoku itto}
sides:
  - {name: chant, fighters: [{who: thunder ascetic, name: Kaminari}]}
  - {name: blade, fighters: [{who: duelist, name: Sasaki}]}
`},
}

// chant returns one of them.
func chant(t testing.TB, name string) *Game {
	t.Helper()
	for _, c := range chants {
		if c.name == name {
			g, err := Load(name+".yaml", []byte(c.text), rows.DefaultBook())
			if err != nil {
				t.Fatal(err)
			}
			return g
		}
	}
	t.Fatalf("no fight %s", name)
	return nil
}

// Fights with spells pass the conformance suite every fight passes.
func TestFightsWithSpellsConform(t *testing.T) {
	for _, c := range chants {
		t.Run(c.name, func(t *testing.T) {
			rulestest.Run(t, chant(t, c.name), rulestest.Options[State]{Load: loading(rows.DefaultBook()), Parallel: true})
		})
	}
}

// No list of choices in a fight with spells is longer than a person can read: 64.
func TestChoicesOfCastersAreFew(t *testing.T) {
	crowded := `version: 1
system: breath
title: A Crowd
zones: {first rear: {}, first front: {}, core: {}, second front: {}, second rear: {}, flank: {}}
sides:
  - {name: temple, fighters: [{who: abbess of the last temple, name: Myoren}, {who: thunder ascetic, name: Kaminari}, {who: feng shui master, name: Ren}, {who: samurai, count: 3}]}
  - {name: breach, fighters: [{who: oni warrior, count: 3}, {who: gaki, count: 2}, {who: nanban sorcerer, name: Duarte}]}
`
	g, err := Load("crowd.yaml", []byte(crowded), rows.DefaultBook())
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	count := func(s State) {
		if g.Turn(&s).Kind == rules.Decide {
			most = max(most, len(g.Actions(&s, nil)))
		}
	}
	start := g.Start()
	count(start)
	rulestest.VisitReached(g, 10, count)
	if most < 20 || most > 64 {
		t.Errorf("the longest list has %d choices, want 20 to 64", most)
	}
}
