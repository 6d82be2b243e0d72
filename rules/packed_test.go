package rules_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"kokyu/rules"
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
		packed := rules.CompressZeros(plain, append(dirty[:0], 1, 2))
		if !bytes.HasPrefix(packed, []byte{1, 2}) || len(packed) != 2+(n+7)/8+some {
			t.Fatalf("%v squeezed is %v, want %d bytes after 1 2", plain, packed, (n+7)/8+some)
		}
		back := bytes.Repeat([]byte{0xee}, n)
		if err := rules.ExpandZeros(packed[2:], back); err != nil || !bytes.Equal(back, plain) {
			t.Fatalf("%v comes back as %v, %v", plain, back, err)
		}
	}
}

// What cannot have been squeezed is refused.
func TestWhatWasNeverSqueezedIsRefused(t *testing.T) {
	for what, squeezed := range map[string][]byte{"too short": {1}, "a byte missing": {3, 0, 9},
		"a byte too many": {1, 0, 9, 9}, "marks beyond the end": {0, 4, 9}} {
		if err := rules.ExpandZeros(squeezed, make([]byte, 10)); err == nil {
			t.Errorf("%s: %v is accepted", what, squeezed)
		}
	}
}

// Leaving the zeros out of a position of twelve seats.
func BenchmarkSqueeze(b *testing.B) {
	plain, buf := make([]byte, 183), make([]byte, 0, 256)
	for i := 0; i < len(plain); i += 3 {
		plain[i] = byte(i)
	}
	for b.Loop() {
		buf = rules.CompressZeros(plain, buf[:0])
	}
}
