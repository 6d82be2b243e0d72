package rulestest

import (
	"slices"
	"testing"

	"kokyu/rules"
)

// WantKept fails a test unless the printed position of the start of a fight and its record both load as the same game,
// with the same choices in the same words. It returns the printed position.
func WantKept[S comparable](t testing.TB, sys rules.System[S], load func(position []byte) (rules.System[S], error),
	reload func() (rules.System[S], error)) string {
	t.Helper()
	s, start := sys.Start(), rules.StartPath(sys)
	text, err := start.Position(sys)
	if err != nil {
		t.Fatal(err)
	}
	record := func([]byte) (rules.System[S], error) { return reload() }
	for what, load := range map[string]func([]byte) (rules.System[S], error){"position": load, "record": record} {
		if wrong := readAgain(sys, start, s, load); wrong != "" {
			t.Fatalf("the %s: %s", what, wrong)
		}
		again, err := load(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := rules.Choices(again, &s), rules.Choices(sys, &s); !slices.Equal(got, want) {
			t.Errorf("the %s offers %q, want %q", what, got, want)
		}
	}
	return string(text)
}
