package keep

import (
	"testing"

	"kokyu/rules/keep/rows"
	"kokyu/rules/rulestest"
)

// Every switch is a named value that the game reads: set otherwise, the rules in force are others.
func TestEveryRulingIsRead(t *testing.T) {
	load := func(rulings string) any {
		text := "version: 1\nsystem: keep\ntitle: A Ruling\n" + rulings +
			"\nsides:\n- {name: a, fighters: [{who: ronin}]}\n- {name: b, fighters: [{who: ronin, name: Goro}]}\n"
		g, err := Load("ruling.yaml", []byte(text), rows.DefaultBook())
		if err != nil {
			t.Fatal(err)
		}
		return g.rule
	}
	rulestest.Rulings(t, rows.Shipped.Rulings(), load)
	rulestest.Presets(t, rows.Shipped.Rulings(), load)
}
