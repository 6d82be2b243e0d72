package breath

import (
	"testing"

	"kokyu/rules/breath/rows"
	"kokyu/rules/rulestest"
)

// Every switch is a named value that the game reads: set otherwise, the rules in force are others.
func TestEveryRulingIsRead(t *testing.T) {
	load := func(rulings string) any { return yardWith(t, rulings).rule }
	rulestest.Rulings(t, rows.Shipped.Rulings(), load)
	rulestest.Presets(t, rows.Shipped.Rulings(), load)
}
