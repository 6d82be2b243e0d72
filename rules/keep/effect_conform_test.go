package keep

import (
	"testing"

	"kokyu/rules/keep/rows"
	"kokyu/rules/rulestest"
)

// wizardry is a fight in which every kind of effect is brought by somebody.
const wizardry = `
version: 1
system: keep
title: Everything They Have Learnt
rounds: 6
rulings: {bleeding: 2}
exits: [a1]
rows:
  techniques:
    tumble: {cost: free, effects: [{does: stand}]}
    sweep: {cost: complex, effects: [{does: fell, on: foe, feet: 5}, {does: stun, on: foe, feet: 5}]}
    thorns: {effects: [{when: readying, does: hurt, by: 1, on: foes, feet: 5}]}
    hurry: {effects: [{when: round, does: initiative, by: 7, needs: [a foe in reach], lasts: round}]}
    bell: {effects: [{when: round, does: quell, on: foes}]}
    two ways: {effects: [{when: turn, does: heal, by: 2, needs: [wounded]}, {when: turn, does: damage, dice: 1k0, needs: [wounded], lasts: turn}]}
  sheets:
    all: {attributes: {agility: 3, stamina: 3, willpower: 3}, void: 2, rank: 2, void points: 1, skills: {weapon samurai: 3, jujutsu: 2, athletics: 2}, weapons: [katana, tanto], armour: banner harness, hooks: [speech]}
map: ["........", "..,,..~.", "........"]
sides:
  - name: one
    fighters: [{who: all, name: Ann, at: d1, techniques: [bell, two ways, battle cry, thorns]}, {who: shrine keeper, name: Cid, at: c2, techniques: [still water], spells: [cloak of mist]}]
  - name: other
    fighters: [{who: all, name: Bea, at: e1, armour: dread mask, techniques: [hurry, sweep, tumble]}, {who: shadow, name: Dan, at: f2, techniques: [], objects: [smoke ball, salve]}]
`

// The conformance suite on a fight with every kind of effect.
func TestEverythingTheyHaveLearntConforms(t *testing.T) {
	g, err := Load("wizardry.yaml", []byte(wizardry), rows.DefaultBook())
	if err != nil {
		t.Fatal(err)
	}
	o := conforming()
	o.Walks, o.Looks = 12, 400
	rulestest.Run(t, g, o)
}
