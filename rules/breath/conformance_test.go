package breath

import (
	"os"
	"sync"
	"testing"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/rulestest"
)

// The built-in encounters pass the conformance suite every system passes.
func TestBuiltInEncountersConform(t *testing.T) {
	for _, name := range rows.Shipped.Encounters() {
		t.Run(name, func(t *testing.T) {
			rulestest.Run(t, known(t, name), rulestest.Options[State]{Load: loading(rows.DefaultBook()), Parallel: true})
		})
	}
}

// loading reads positions against a catalogue.
func loading(book rows.Book) func(file []byte) (rules.System[State], error) {
	return func(file []byte) (rules.System[State], error) { return Load("position.yaml", file, book) }
}

// known returns a built-in encounter whose endgame tablebases are shared by all tests that ask for it by this name: they take seconds to solve.
func known(t testing.TB, name string) *Game {
	t.Helper()
	if g, ok := knownGames.Load(name); ok {
		return g.(*Game)
	}
	g, _ := knownGames.LoadOrStore(name, builtin(t, name))
	return g.(*Game)
}

var knownGames sync.Map

// retinueScenes are small fights of squads, units, gifts and Kata without Energy.
var retinueScenes = []string{"ford", "paper"}

// So do squads, units, gifts and Kata without Energy.
func TestRetinuesConform(t *testing.T) {
	for _, name := range retinueScenes {
		t.Run(name, func(t *testing.T) {
			rulestest.Run(t, retinueGame(t, name), rulestest.Options[State]{Load: loading(rows.DefaultBook()), Parallel: true})
		})
	}
}

// retinueGame returns one of them.
func retinueGame(t testing.TB, name string) *Game {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	g, err := Load(name+".yaml", data, rows.DefaultBook())
	if err != nil {
		t.Fatal(err)
	}
	return g
}
