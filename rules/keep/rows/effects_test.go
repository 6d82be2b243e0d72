package rows

import (
	"strings"
	"testing"

	"kokyu/rules/book"
)

// What is wrong with an effect is said with its place and what would be right.
func TestMistakesInEffects(t *testing.T) {
	for row, want := range map[string]string{
		"techniques: {a: {effects: [{when: rond, does: ATN, by: 1, lasts: round}]}}":                        `unknown moment "rond": want one of used, encounter, round, turn, readying; did you mean round?`,
		"techniques: {a: {cost: free, effects: [{does: atack, lasts: round}]}}":                             `unknown effect "atack"`,
		"techniques: {a: {effects: [{does: ATN, by: 1, lasts: round}]}}":                                    "it is used and costs nothing",
		"techniques: {a: {cost: free, effects: [{when: round, does: ATN, by: 1, lasts: round}]}}":           "a cost and nothing that is used",
		"techniques: {a: {cost: free, number: 15, ring: air, effects: [{does: ATN, by: 1, lasts: round}]}}": "a test to complete what is no spell",
		"spells: {a: {number: 15, effects: [{does: ATN, by: 1, lasts: round}]}}":                            "a test with a number alone",
		"spells: {a: {effects: []}}": "it does nothing",
		"objects: {a: {cost: free, effects: [{when: turn, does: ATN, by: 1, lasts: turn}]}}":              "a cost and nothing that is used",
		"techniques: {a: {cost: free, effects: [{does: attack, by: 3, lasts: round}]}}":                   "attack by a number: want dice: as in 0k0+5",
		"techniques: {a: {cost: free, effects: [{does: ATN, dice: 1k0, lasts: round}]}}":                  "ATN by dice: want by: and a number",
		"techniques: {a: {cost: free, effects: [{does: ATN, lasts: round}]}}":                             "ATN by nothing",
		"techniques: {a: {cost: free, effects: [{does: stand, by: 2}]}}":                                  "stand by a number: want no by:",
		"techniques: {a: {cost: free, effects: [{does: heal, by: 3, lasts: 2 rounds}]}}":                  "heal that lasts",
		"techniques: {a: {cost: free, effects: [{does: ATN, by: 3, lasts: 21 rounds}]}}":                  `"21 rounds" is no time: want turn, round, 1 round to 20 rounds, or encounter`,
		"techniques: {a: {cost: free, effects: [{does: ATN, by: 3, lasts: 1 rounds}]}}":                   `"1 rounds" is no time`,
		"techniques: {a: {effects: [{when: round, does: ATN, by: 3, lasts: turn}]}}":                      "what lasts for a turn and begins outside of one",
		"techniques: {a: {effects: [{when: turn, does: initiative, by: 3, lasts: turn}]}}":                "initiative for a turn",
		"techniques: {a: {effects: [{when: encounter, does: hurt, by: 3}]}}":                              "a fight that begins with a Wound",
		"techniques: {a: {effects: [{when: round, does: hurt, by: 3, on: foe}]}}":                         "one who is named, of an effect that nobody uses",
		"techniques: {a: {cost: free, effects: [{does: stand, needs: [woundd]}]}}":                        `unknown need "woundd"`,
		"armours: {a: {bonus: 1, reduction: 1, effects: [{does: stand}]}}":                                "a piece of equipment that is used",
		"sheets: {a: {attributes: {}, void: 1, rank: 1, weapons: [katana], techniques: [batle cry]}}":     `unknown technique "batle cry"`,
		"sheets: {a: {mook: true, attributes: {}, void: 1, rank: 1, weapons: [], spells: [spring rain]}}": "a mook with a technique",
	} {
		_, err := book.Overlay(DefaultBook(), "rows.yaml", []byte("version: 1\n"+row+"\n"))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "rows.yaml:2:") {
			t.Errorf("%s\n\tgot  %v\n\twant %s", row, err, want)
		}
	}
}
