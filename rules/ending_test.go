package rules

import (
	"testing"

	"kokyu/rules/book"
)

// The words of endings are in the order of their numbers.
func TestEndingsAreNamedInTheirOrder(t *testing.T) {
	for end, want := range map[uint8]string{EndNone: "", EndOf(Neither): "draw", EndOf(0): "first", EndOf(1): "second"} {
		if got := book.EndNames[end]; got != want {
			t.Errorf("ending %d is called %q, want %q", end, got, want)
		}
	}
	if n := len(book.EndNames); n != int(EndSecond)+1 {
		t.Errorf("%d words for endings, want %d", n, EndSecond+1)
	}
}
