package rules

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
)

// Most bytes of a position are zero. Systems write theirs plain, in the order of the fields, and leave the zeros out of
// what tables keep.

// CompressZeros appends bytes without their zeros to buf: a bit for each that is not zero, then those.
func CompressZeros(plain, buf []byte) []byte {
	marks := (len(plain) + 7) / 8
	first := len(buf)
	buf = slices.Grow(buf, marks+len(plain))[:first+marks+len(plain)]
	out := buf[first:]
	end := marks
	for w := range marks {
		x := word(plain, w)
		out[w] = 0
		for x != 0 {
			i := bits.TrailingZeros64(x) / 8
			out[w] |= 1 << i
			out[end] = byte(x >> (8 * i))
			x &^= 0xff << (8 * i)
			end++
		}
	}
	return buf[:first+end]
}

// word returns the eight bytes from the w-th word on, the first the lowest; those behind the end are zero.
func word(plain []byte, w int) uint64 {
	if rest := plain[8*w:]; len(rest) >= 8 {
		return binary.LittleEndian.Uint64(rest)
	}
	var last [8]byte
	copy(last[:], plain[8*w:])
	return binary.LittleEndian.Uint64(last[:])
}

// ExpandZeros returns the inverse of CompressZeros. It writes to plain, which must have the original length.
func ExpandZeros(squeezed, plain []byte) error {
	marks := (len(plain) + 7) / 8
	if len(squeezed) < marks {
		return fmt.Errorf("a packed position of %d bytes, want %d and more", len(squeezed), marks)
	}
	rest, ones := squeezed[marks:], 0
	for _, m := range squeezed[:marks] {
		ones += bits.OnesCount8(m)
	}
	if extra := len(plain) % 8; extra > 0 && squeezed[marks-1]>>extra != 0 {
		return fmt.Errorf("a packed position with marks beyond its %d bytes", len(plain))
	}
	if ones != len(rest) {
		return fmt.Errorf("a packed position with %d bytes after its marks, want %d", len(rest), ones)
	}
	for i := range plain {
		plain[i] = 0
		if squeezed[i/8]&(1<<(i%8)) != 0 {
			plain[i], rest = rest[0], rest[1:]
		}
	}
	return nil
}
