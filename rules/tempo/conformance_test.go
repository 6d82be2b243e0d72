package tempo

import (
	"testing"
	"unsafe"

	"kokyu/rules"
	"kokyu/rules/rulestest"
)

// The built-in encounters pass the conformance suite every system passes.
func TestBuiltInEncountersConform(t *testing.T) {
	for _, name := range Encounters() {
		t.Run(name, func(t *testing.T) {
			rulestest.Run(t, builtin(t, name), conforming(DefaultBook()))
		})
	}
}

// conforming is what the suite needs to know: positions load, and a prismatic die is only asked for its key face, the dice
// of damage for every one.
func conforming(book Book) rulestest.Options[State] {
	prismatic := []int{5, 1}
	return rulestest.Options[State]{
		Walks: 16, Looks: 600, Parallel: true,
		Load: loading(book),
		Alike: func(s *State, sides int) []int {
			if s.phase == phDamage || sides != 6 {
				return nil
			}
			return prismatic
		},
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

// A position is plain bytes, small enough to copy and to compare without thinking of it.
func TestAPositionIsSmall(t *testing.T) {
	if n := unsafe.Sizeof(State{}); n != SeatsMax*packedSeat+packedRest+1 {
		t.Errorf("a position has %d bytes, want %d, every one of them packed but the round", n, SeatsMax*packedSeat+packedRest+1)
	}
}
