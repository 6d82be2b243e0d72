package breath

import (
	"kokyu/rules"
	"testing"
	"unsafe"
)

// Pack writes every byte of a position but its round: whoever adds a field adds it there.
func TestPackKnowsEveryByteOfAPosition(t *testing.T) {
	const round = 1
	n := uintptr(round)
	for _, span := range layout(rules.SeatsMax, true) {
		n += span.To - span.From
	}
	if want := unsafe.Sizeof(State{}); n != want {
		t.Errorf("Pack writes %d bytes, a position has %d", n-round, want)
	}
}

// The bytes hashed in every fight are those before what is laid: with a fight of old they are all there is.
func TestTheHeadOfAPositionIsWhatEveryFightHas(t *testing.T) {
	if got, want := new(Game).Hooks().HashPrefix, int(unsafe.Sizeof(State{})-unsafe.Sizeof(extras{})); got != want || got != 184 {
		t.Errorf("the head of a position has %d bytes, want %d, which are 184", got, want)
	}
}
