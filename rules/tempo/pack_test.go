package tempo

import (
	"testing"
	"unsafe"
)

// Pack writes every byte of a position but its round: whoever adds a field adds it there.
func TestPackKnowsEveryByteOfAPosition(t *testing.T) {
	const round = 1
	n := uintptr(round)
	for _, span := range layout(seatsMax) {
		n += span.To - span.From
	}
	if want := unsafe.Sizeof(State{}); n != want {
		t.Errorf("Pack writes %d bytes, a position has %d", n-round, want)
	}
}
