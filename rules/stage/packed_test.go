package stage

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// Bytes squeezed come back, behind whatever the buffer held; zeros cost a bit each.
func TestSqueezedBytesComeBack(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 80 {
		plain, some := make([]byte, n), 0
		for i := range plain {
			if r.IntN(3) == 0 {
				plain[i] = byte(1 + r.IntN(255))
				some++
			}
		}
		dirty := bytes.Repeat([]byte{0xff}, 400)
		packed := compressZeros(plain, append(dirty[:0], 1, 2))
		if !bytes.HasPrefix(packed, []byte{1, 2}) || len(packed) != 2+(n+7)/8+some {
			t.Fatalf("%v squeezed is %v, want %d bytes after 1 2", plain, packed, (n+7)/8+some)
		}
		back := bytes.Repeat([]byte{0xee}, n)
		if err := expandZeros(packed[2:], back); err != nil || !bytes.Equal(back, plain) {
			t.Fatalf("%v comes back as %v, %v", plain, back, err)
		}
	}
}

// What cannot have been squeezed is refused.
func TestWhatWasNeverSqueezedIsRefused(t *testing.T) {
	for what, squeezed := range map[string][]byte{"too short": {1}, "a byte missing": {3, 0, 9},
		"a byte too many": {1, 0, 9, 9}, "marks beyond the end": {0, 4, 9}} {
		if err := expandZeros(squeezed, make([]byte, 10)); err == nil {
			t.Errorf("%s: %v is accepted", what, squeezed)
		}
	}
}

// A position's packed bytes are those of its spans, and a position read from them has no others.
func TestALayoutPacksItsSpans(t *testing.T) {
	type pair struct{ a, b uint8 }
	type position struct {
		seats [3]pair
		round uint8
		wait  uint8
	}
	l := Layout[position]{{0, 4}, {7, 8}}
	s := position{seats: [3]pair{{1, 0}, {2, 3}, {9, 9}}, round: 5, wait: 7}
	packed := l.Pack(&s, nil)
	if want := []byte{0b11101, 1, 2, 3, 7}; !bytes.Equal(packed, want) {
		t.Errorf("packed %v, want %v", packed, want)
	}
	back := position{round: 1}
	if err := l.Unpack(packed, &back); err != nil || back != (position{seats: [3]pair{{1, 0}, {2, 3}}, round: 1, wait: 7}) {
		t.Errorf("comes back as %+v, %v", back, err)
	}
	if err := l.Unpack(packed[:3], &back); err == nil {
		t.Error("half of it is accepted")
	}
	base := position{seats: [3]pair{{1, 1}}}
	l.Differ(&s, &base)
	if want := (position{seats: [3]pair{{0, 1}, {2, 3}, {9, 9}}, round: 5, wait: 7}); s != want {
		t.Errorf("differs by %+v, want %+v", s, want)
	}
}

// Leaving the zeros out of a position of twelve seats.
func BenchmarkSqueeze(b *testing.B) {
	plain, buf := make([]byte, 183), make([]byte, 0, 256)
	for i := 0; i < len(plain); i += 3 {
		plain[i] = byte(i)
	}
	for b.Loop() {
		buf = compressZeros(plain, buf[:0])
	}
}
