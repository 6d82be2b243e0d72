package tempo

import (
	"testing"

	"kokyu/rules/rulestest"
	"kokyu/rules/tempo/rows"
)

// The built-in encounters pass the conformance suite every system passes.
func TestBuiltInEncountersConform(t *testing.T) {
	for _, name := range rows.Shipped.Encounters() {
		t.Run(name, func(t *testing.T) {
			rulestest.Run(t, builtin(t, name), conforming(rows.DefaultBook()))
		})
	}
}

// aimless returns a built-in encounter in which nobody has an objective: there is time for everything.
func aimless(t testing.TB, name string) *Game {
	t.Helper()
	file := again(t, builtin(t, name).Encounter)
	file.Objective = nil
	return rebuilt(t, file)
}

// R-TP-38: with every second check inverted, several reactors and stamina among them, a fight is still sound.
func TestInvertedChecksConform(t *testing.T) {
	book := inverted("melee attack", "ranged attack", "combat move", "counter-attack", "dodge", "wind", "escape", "recover stamina")
	for _, name := range []string{"crossing-small", "archers"} {
		data, _ := rows.Shipped.Encounter(name)
		g, err := Load(name+".yaml", data, book)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) { rulestest.Run(t, g, conforming(book)) })
	}
}
