package trial

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"kokyu/agent"
	"kokyu/rules/keep/rows"
)

// How weapons are set against each other: where nobody can step back and where everybody can, fought out by the same search.

const keepSays = `is melee, fought out. Both are played by the same search, in pairs of fights on the same dice, each weapon once on
either side, half of them begun side by side in a passage and half thirty feet apart on a lane, where the row has six rounds
to win. --pairs says how many of each two weapons in either place.`

// The skill of both in every weapon of keep, their attributes, enough for the heaviest, and their Void Points, which a katana has a use
// of its own for.
const (
	keepSkill     = 3
	keepAttribute = 3
	keepPoints    = 1
)

// keepGrounds are where they meet: in a passage too short to keep away in, and on a lane. With room for both, to walk up is to
// be struck first: nobody would, and the fight be a draw (R-RK-74) that says nothing of weapons. So on the lane one must.
var keepGrounds = []string{`map: ["...."]
sides:
  - {name: row, fighters: [{who: %[2]s, name: Row, weapons: [%[3]q], at: b1}]}
  - {name: column, fighters: [{who: %[2]s, name: Column, weapons: [%[4]q], at: c1}]}
`, `map: ["..........", ".........."]
rounds: 6
at the cap: column
rulings: {quiet rounds: 12}
sides:
  - {name: row, fighters: [{who: %[2]s, name: Row, weapons: [%[3]q], at: c1}]}
  - {name: column, fighters: [{who: %[2]s, name: Column, weapons: [%[4]q], at: i1}]}
`}

// keepBouts is the one way, with the weapons of a catalogue.
func keepBouts(c agent.Catalogue) []Bouts {
	catalogue := rowsOf[rows.Book](c, rows.System)
	melee := func() []string { return keepMelee(catalogue()) }
	return []Bouts{{
		Name: "melee", Says: keepSays, Samples: []string{"--pairs 50 --nodes 1000"},
		Title: "Balance of weapons in " + rows.System, Kind: "melee weapon",
		Weapons: func() []string { return []string{"katana", "no-dachi", "yari", "naginata", "tetsubo"} }, Known: melee,
		Row:   func(weapon string) string { return keepWeapon(catalogue().Weapons[weapon]) },
		Level: true, Starts: []string{"in a passage", "on a lane"}, Among: "half of them in a passage and half on a lane, where the row's has six rounds to win", Pairs: 50,
		Both: func([]int) string {
			return fmt.Sprintf("Both have %d in every weapon skill, %d in Agility and Strength, 2 in all else, %d Void Point and no armour.", keepSkill, keepAttribute, keepPoints)
		},
		Rows:  func(_ []int, weapons []string) []byte { return keepMeasured(weapons[0]) },
		Fight: func(_ []int, weapon, against string, start int) []byte { return keepFight(weapon, against, start) },
	}}
}

// keepMelee lists every weapon that strikes hand to hand, in the order of names; bare hands and bodies are none.
func keepMelee(b rows.Book) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(b.Weapons)) {
		w := b.Weapons[name]
		if name != rows.Unarmed && !w.Natural && slices.ContainsFunc(w.Uses, func(u rows.Use) bool { return u.Kind == "" || u.Kind == rows.MeleeKind }) {
			names = append(names, name)
		}
	}
	return names
}

// keepMeasured is the row that both combatants have.
func keepMeasured(weapon string) []byte {
	var skills []string
	for _, skill := range rows.SkillNames[:slices.Index(rows.SkillNames, "jujutsu")+1] {
		skills = append(skills, fmt.Sprintf("%s: %d house", skill, keepSkill))
	}
	return fmt.Appendf(nil, `version: 1
sheets:
  %s:
    attributes: {agility: %d house, strength: %[2]d house}
    void: 2 house
    rank: 1 house
    void points: %[5]d house
    weapons: [%[3]q]
    skills: {%[4]s}
`, measuredName, keepAttribute, weapon, strings.Join(skills, ", "), keepPoints)
}

// keepFight is the duel of a pair, on one of the grounds.
func keepFight(weapon, against string, start int) []byte {
	return fmt.Appendf(nil, `version: 1
system: %s
title: One weapon against another
`+keepGrounds[start], rows.System, measuredName, weapon, against)
}

// keepWeapon is what a weapon is by the rules: what a tale may say of it makes no other weapon of it.
func keepWeapon(w rows.Weapon) string {
	w.Made = nil
	return rowText(w)
}
