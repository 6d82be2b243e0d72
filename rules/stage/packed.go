package stage

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"unsafe"
)

// Positions as bytes, for solvers and their tables ([rules.Layers]). Packed are the bytes that can differ between
// positions of a game, in the order of the fields and without the zeros, which most of them are. A field of two bytes
// has the byte order of the machine: a table can be read only on machines of the same order.

// bytesMax is the size of the largest position, so that packing needs no allocation; the conformance suite refuses
// larger positions.
const bytesMax = 256

// Layout lists the spans of bytes of a position that are packed. S is a plain value: no pointers and no padding.
type Layout[S any] []span

// span is the bytes of a position at the offsets From to To-1.
type span struct{ From, To uintptr }

// Pack appends a position's bytes to buf.
func (l Layout[S]) Pack(s *S, buf []byte) []byte {
	var plain [bytesMax]byte
	n := 0
	for _, span := range l {
		n += copy(plain[n:], bytesOf(s)[span.From:span.To])
	}
	return compressZeros(plain[:n], buf)
}

// Unpack writes packed bytes into a position, whose other bytes are left as they are.
func (l Layout[S]) Unpack(packed []byte, s *S) error {
	var plain [bytesMax]byte
	n := 0
	for _, span := range l {
		n += int(span.To - span.From)
	}
	if err := expandZeros(packed, plain[:n]); err != nil {
		return err
	}
	rest := plain[:n]
	for _, span := range l {
		rest = rest[copy(bytesOf(s)[span.From:span.To], rest):]
	}
	return nil
}

// Differ replaces each byte of s by its exclusive or with that of from: mostly zeros, which Pack leaves out. Called
// again with the same from it restores s.
func (l Layout[S]) Differ(s, from *S) {
	a, b := bytesOf(s), bytesOf(from)
	for _, span := range l {
		for i := span.From; i < span.To; i++ {
			a[i] ^= b[i]
		}
	}
}

// bytesOf returns the memory of a position, which changes with it.
func bytesOf[S any](s *S) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(s)), unsafe.Sizeof(*s)) }

// compressZeros appends to buf a mark for each byte, a bit that is set if it is not zero, and then the bytes that are
// not zero. The marks of eight bytes are one byte, the first the lowest bit.
func compressZeros(plain, buf []byte) []byte {
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

// expandZeros is the inverse of compressZeros. It writes to plain, which must have the original length.
func expandZeros(squeezed, plain []byte) error {
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
