package breath

import (
	"sync"
	"testing"

	"kokyu/rules"
	"kokyu/rules/rulestest"
)

// The built-in encounters pass the conformance suite every system passes.
func TestBuiltInEncountersConform(t *testing.T) {
	for _, name := range Encounters() {
		t.Run(name, func(t *testing.T) {
			rulestest.Run(t, known(t, name), rulestest.Options[State]{Load: loading(DefaultBook()), Parallel: true})
		})
	}
}

// loading reads positions against a catalogue.
func loading(book Book) func(file []byte) (rules.System[State], error) {
	return func(file []byte) (rules.System[State], error) { return Load("position.yaml", file, book) }
}

// known is a built-in encounter whose bones all tests that ask for it by this name share: they take seconds to dig.
func known(t testing.TB, name string) *Game {
	t.Helper()
	if g, ok := knownGames.Load(name); ok {
		return g.(*Game)
	}
	g, _ := knownGames.LoadOrStore(name, builtin(t, name))
	return g.(*Game)
}

var knownGames sync.Map
