package breath

import (
	"testing"
	"unsafe"
)

// Pack writes every byte of a position but its round: whoever adds a field adds it there.
func TestPackKnowsEveryByteOfAPosition(t *testing.T) {
	const round = 1
	if got, want := 12*seatBytes+sceneBytes+laidBytes+round, int(unsafe.Sizeof(State{})); got != want {
		t.Errorf("Pack writes %d bytes, a position has %d", got, want)
	}
}

// What squads, gifts and spells lay on people and places comes back byte for byte from a packed position, where a fight
// has room for it.
func TestWhatIsLaidIsPackedByteForByte(t *testing.T) {
	var plain [laidBytes]byte
	for i := range plain {
		plain[i] = byte(i + 1)
	}
	var l laid
	l.unmarshal(plain[:])
	var back [laidBytes]byte
	l.marshal(&back)
	if back != plain {
		t.Errorf("unmarshalled and marshalled again: %v, want %v", back, plain)
	}
}

// The bytes hashed in every fight are those before what is laid: with a fight of old they are all there is.
func TestTheHeadOfAPositionIsWhatEveryFightHas(t *testing.T) {
	if got, want := new(Game).Hooks().HashPrefix, int(unsafe.Sizeof(State{})-unsafe.Sizeof(laid{})); got != want || got != 184 {
		t.Errorf("the head of a position has %d bytes, want %d, which are 184", got, want)
	}
}
