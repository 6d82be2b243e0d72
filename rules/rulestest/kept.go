package rulestest

import (
	"slices"
	"testing"

	"kokyu/rules"
)

// WantKept fails a test unless the position that a fight prints and its record keep its start: both read back as the
// same game, with the same choices in the same words. It answers with the position.
func WantKept[S comparable](t testing.TB, sys rules.System[S], load func(position []byte) (rules.System[S], error), reload func() (rules.System[S], error)) string {
	t.Helper()
	s := sys.Start()
	text, err := rules.StartPath(sys).Position(sys)
	if err != nil {
		t.Fatal(err)
	}
	from, err := load(text)
	if err != nil {
		t.Fatalf("the position does not load: %v\n%s", err, text)
	}
	kept, err := reload()
	if err != nil {
		t.Fatalf("the record does not load: %v", err)
	}
	for what, again := range map[string]rules.System[S]{"position": from, "record": kept} {
		b := again.Start()
		if more, err := rules.StartPath(again).Position(again); b != s || err != nil || string(more) != string(text) {
			t.Errorf("the %s reads back as\n%s\nwant\n%s (%v)", what, more, text, err)
			continue
		}
		if got, want := rules.Choices(again, &b), rules.Choices(sys, &s); !slices.Equal(got, want) {
			t.Errorf("the %s offers %q, want %q", what, got, want)
		}
	}
	return string(text)
}
