package breath

import (
	"testing"

	"kokyu/rules"
	"kokyu/rules/rulestest"
)

// The built-in encounters pass the conformance suite every system passes.
func TestBuiltInEncountersConform(t *testing.T) {
	for _, name := range Encounters() {
		t.Run(name, func(t *testing.T) {
			g := builtin(t, name)
			rulestest.Run(t, g, rulestest.Options[State]{
				Load: loading(DefaultBook()),
			})
		})
	}
}

// loading reads positions against a catalogue.
func loading(book Book) func(file []byte) (rules.System[State], error) {
	return func(file []byte) (rules.System[State], error) { return Load("position.yaml", file, book) }
}

func builtin(t testing.TB, name string) *Game {
	t.Helper()
	data, ok := Encounter(name)
	if !ok {
		t.Fatalf("no encounter %s", name)
	}
	g, err := Load(name+".yaml", data, DefaultBook())
	if err != nil {
		t.Fatal(err)
	}
	return g
}
