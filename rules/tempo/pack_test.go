package tempo

import (
	"testing"
	"unsafe"
)

// Pack writes every byte of a position but its round: whoever adds a field adds it there.
func TestPackKnowsEveryByteOfAPosition(t *testing.T) {
	const round = 1
	seats := len(State{}.seats)
	if got, want := seats*packedSeat+packedRest+round, int(unsafe.Sizeof(State{})); got != want {
		t.Errorf("Pack writes %d bytes, a position has %d", got, want)
	}
}
