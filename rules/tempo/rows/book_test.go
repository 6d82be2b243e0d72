package rows

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"kokyu/rules/book"
	"kokyu/rules/text"
)

// What is wrong in a row of the catalogue.
func TestMistakesInTheCatalogue(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"weapons: {club: {hands: 1h, skill: clubs, surfaces: [{ap: 0, damage: 1d6, type: crush, reach: [1, 1]}]}}", "AP 0: want 1 to 12"},
		{"weapons: {club: {hands: 1h, skill: clubs, surfaces: [{ap: 4, damage: lots, type: crush, reach: [1, 1]}]}}", `"lots" is no damage`},
		{"weapons: {club: {hands: 1h, skill: clubs, surfaces: [{ap: 4, damage: 1d6, type: blunt, reach: [1, 1]}]}}", `unknown kind of damage "blunt"`},
		{"weapons: {club: {hands: 1h, skill: clubs, surfaces: [{ap: 4, damage: 1d6, type: crush, reach: [2, 1]}]}}", "a reach that is none"},
		{"weapons: {club: {hands: 3h, skill: clubs, surfaces: [{ap: 4, damage: 1d6, type: crush, reach: [1, 1]}]}}", `unknown grip "3h"`},
		{"weapons: {club: {hands: 1h, skill: klubs, surfaces: [{ap: 4, damage: 1d6, type: crush, reach: [1, 1]}]}}", `did you mean clubs?`},
		{"weapons: {club: {hands: 1h, skill: clubs}}", "a weapon that cannot strike"},
		{"weapons: {gun: {hands: 1h, skill: firearms, attacks: [{ap: 4, damage: 1d6, type: energy, speed: 1, increment: 5}]}}",
			"a ranged weapon without shots or reload"},
		{"weapons: {gun: {hands: 1h, skill: firearms, shots: 1, reload: 2, attacks: [{ap: 4, damage: 1d6, type: energy, speed: 1, increment: 0}]}}",
			"increment 0: want 1 to 99"},
		{"armours: {tin: {rating: 30}}", "Armour Rating 30: want 0 to 20"},
		{"combatants: {imp: {weapons: [longsword]}}", `did you mean long sword?`},
		{"combatants: {imp: {weapons: [dagger], skills: {blade: 2}}}", `did you mean blades?`},
		{"combatants: {imp: {weapons: [dagger], skils: {blades: 2}}}", `did you mean skills?`},
		{"actions: {parri: {kind: reactive}}", `did you mean parry?`},
		{"actions: {evade: {kind: reactive, ap: 2, status: [on guard, pinned], answers: [melee attack], outcomes: [{is: failure}, {from: 0, is: success}]}}",
			"evade is not an action of one who is pinned: want on guard"},
		{"actions: {evade: {kind: reactive, ap: 2, status: [on guard], answers: [ready], outcomes: [{is: failure}, {from: 0, is: success}]}}",
			"evade does not answer ready"},
		{"actions: {move: {kind: proactive, ap: 2, status: [on guard], answers: [aim], outcomes: [{is: failure}, {from: 0, is: success}]}}",
			"move is no answer to anything"},
		{"actions: {evade: {kind: proactive, ap: 2, status: [on guard], outcomes: [{is: failure}, {from: 0, is: success}]}}",
			`evade of the kind "proactive": want reactive`},
		{"actions: {evade: {kind: reactive, ap: 0, status: [on guard], outcomes: [{is: failure}, {from: 0, is: success}]}}", "evade: AP 0: want 1 to 12"},
		{"actions: {parry: {kind: reactive, ap: weapon, status: [on guard], outcomes: [{is: failure}, {from: 1, is: bind}, {from: 0, is: success}]}}",
			"out of order: want rising thresholds"},
		{"actions: {parry: {kind: reactive, ap: weapon, status: [on guard], outcomes: [{is: failure}, {from: 0, is: success}, {from: 1, is: bind}]}}",
			`outcome 2 of parry is "success": want "bind": the lowest first`},
		{"actions: {melee attack: {kind: proactive, ap: weapon, status: [on guard], outcomes: [{is: miss}, {from: armoured defence, is: hit}, {from: combat defence, is: critical hit}]}}", "out of order"},
		{"actions: {melee attack: {kind: proactive, ap: 4, status: [on guard], outcomes: [{is: miss}, {from: combat defence, is: hit}, {from: armoured defence, is: critical hit}]}}", "melee attack costs 4 whatever strikes"},
		{"actions: {ready: {kind: proactive, ap: 1, status: [off guard], outcomes: [{is: success}], source: ruling, cost: 3}}", `unknown key "cost"`},
		{"actions: {ct parry: {kind: counter-tempo, ap: weapon, status: [on guard], answers: [counter-attack], replaces: [move], outcomes: [{is: failure}, {from: 0, is: bind}, {from: 1, is: success}]}}", "ct parry does not replace move"},
		{"actions: {recover stamina: {kind: special, ap: 0, status: [on guard], outcomes: [{is: failure, ap: 0}, {from: -3, is: a, ap: 8}, {from: -9, is: b, ap: 12}]}}", "out of order"},
		{"actions: {aim: {kind: proactive, ap: 4, status: [on guard], inverted: true, outcomes: [{is: failure}, {from: 0, is: success}]}}",
			"aim has no check to invert"},
		{"damage: {slash: [1, 4, 3, 12, 16]}", "a severe wound from 3, a moderate one from 4: out of order"},
		{"damage: {fire: [1, 2, 3, 4, 5]}", `unknown kind of damage "fire"`},
		{"damage: {slash: [1, 4]}", "slash has 2 thresholds"},
		{"shields: {door: {with 1h: 12}}", "bonus 12: want 0 to 9"},
	} {
		_, err := book.Overlay(DefaultBook(), "rows.yaml", []byte("version: 1\n"+c.text+"\n"))
		ps, ok := errors.AsType[text.Problems](err)
		if !ok || len(ps) == 0 || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q:\n\tgot  %v\n\twant a mistake with a place: %s", c.text, err, c.want)
		}
	}
}

// The built-in encounters have the places and people they should.
func TestTheCatalogueHasEnoughOfEverything(t *testing.T) {
	book := DefaultBook()
	if n := len(book.Combatants); n < 10 {
		t.Errorf("%d combatants, want ten", n)
	}
	for _, name := range []string{"unarmed", "dagger", "short sword", "long sword", "axe", "mace", "staff", "spear", "great sword",
		"halberd", "pike", "throwing knives", "short bow", "long bow", "crossbow", "pistol", "rifle"} {
		if _, ok := book.Weapons[name]; !ok {
			t.Errorf("no %s", name)
		}
	}
	for _, r := range Shipped.Rulings() {
		if r.ID == "" || r.Open == "" || r.Decided == "" || r.Source == "" {
			t.Errorf("a ruling with a gap: %+v", r)
		}
		if r.Name == "" {
			continue
		}
		if want, ok := r.Takes(r.Default); !ok {
			t.Errorf("%s: the default %q is no choice, want %s", r.Name, r.Default, want)
		}
	}
}

// The closed form of an action is in the words of the other lists.
func TestTheActionsUseKnownWords(t *testing.T) {
	for _, a := range Actions {
		known := func(what string, words, among []string) {
			for _, w := range words {
				if !slices.Contains(among, w) {
					t.Errorf("%s: %s is no %s", a.Name, w, what)
				}
			}
		}
		known("kind", []string{a.Kind}, []string{proactive, reactive, counterTempo, Special})
		known("status of one who fights", a.Statuses, inFight)
		known("action", a.Answers, knownActions)
		if answers := a.Kind == reactive || a.Kind == counterTempo; answers != (len(a.Answers) > 0) {
			t.Errorf("%s is %s and answers %q", a.Name, a.Kind, a.Answers)
		}
		if _, ok := DefaultBook().Actions[a.Name]; !ok && a.Name != Actions[0].Name {
			t.Errorf("the catalogue has no row of %s", a.Name)
		}
	}
}
