package trial

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/rules/tempo/rows"
)

// How weapons are set against each other: on a map, where their duels are too large to be solved, they are fought out.

const tempoSays = `is melee on a map, where a fight is too large to be solved: it is fought out. Both are played by the
same search, in pairs of fights on the same dice, each weapon once on either side, half of them begun a step apart and half
two. --pairs says how many of each two weapons at either distance.`

// tempoSkill is the skill of both in every weapon: trained.
const tempoSkill = 4

// tempoSquares are where the column's combatant begins: the row's stands on e1.
var tempoSquares = []string{"f1", "g1"}

// tempoBouts is the one way, with the weapons of a catalogue.
func tempoBouts(c agent.Catalogue) []Bouts {
	catalogue := rowsOf[rows.Book](c, rows.System)
	list := func() []string { return tempoMelee(catalogue()) }
	return []Bouts{{
		Name: "melee", Says: tempoSays, Samples: []string{"--pairs 100 --nodes 1000"},
		Title: "Balance of weapons in " + rows.System, Kind: "melee weapon",
		Weapons: list, Known: list, Row: func(weapon string) string { return tempoWeapon(catalogue().Weapons[weapon]) },
		Level: true, Starts: []string{"a step apart", "two steps apart"}, Among: "half of them begun a step apart and half two", Pairs: 100,
		Both: func([]int) string {
			return fmt.Sprintf("Both have skill %d with every weapon, footwork 4, endurance 4, wrestling 3, reactions 3, brawling 2, a full wound chart and no armour; both are on guard, and the first turn has half its points.", tempoSkill)
		},
		Rows:  func(_ []int, weapons []string) []byte { return tempoMeasured(catalogue(), weapons[0]) },
		Fight: func(_ []int, weapon, against string, start int) []byte { return tempoFight(weapon, against, start) },
	}}
}

// tempoMelee lists every weapon that strikes hand to hand, in the order of names; empty hands are none.
func tempoMelee(b rows.Book) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(b.Weapons)) {
		if len(b.Weapons[name].Surfaces) > 0 && name != "unarmed" {
			names = append(names, name)
		}
	}
	return names
}

// tempoMeasured is the row that both combatants have: a swordsman as well trained in every other weapon.
func tempoMeasured(b rows.Book, weapon string) []byte {
	var skills []string
	for _, name := range tempoMelee(b) {
		if s := fmt.Sprintf("%s: %d house", b.Weapons[name].Skill, tempoSkill); !slices.Contains(skills, s) {
			skills = append(skills, s)
		}
	}
	slices.Sort(skills)
	return fmt.Appendf(nil, `version: 1
combatants:
  %s:
    weapons: [%q]
    skills: {%s, brawling: 2 house, wrestling: 3 house, footwork: 4 house, endurance: 4 house, reactions: 3 house}
`, measuredName, weapon, strings.Join(skills, ", "))
}

// tempoFight is the duel of a pair on open ground. Its first turn has half its points, as in the built-in encounters: with all of
// them whoever begins wins too often for a weapon to matter.
func tempoFight(weapon, against string, start int) []byte {
	return fmt.Appendf(nil, `version: 1
system: %s
title: One weapon against another
rulings: {opening: half}
map: ["...........", "..........."]
sides:
  - {name: row, status: on guard, fighters: [{who: %[2]s, name: Row, weapons: [%[3]q], at: e1}]}
  - {name: column, status: on guard, fighters: [{who: %[2]s, name: Column, weapons: [%[4]q], at: %[5]s}]}
`, rows.System, measuredName, weapon, against, tempoSquares[start])
}

// tempoWeapon is what a weapon is by the rules: what a tale may say of it makes no other weapon of it.
func tempoWeapon(w rows.Weapon) string {
	w.Made = nil
	return rowText(w)
}
