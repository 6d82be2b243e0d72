package search

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"reflect"
	"unsafe"
)

// kind says whether a value is exact or a bound.
type kind uint8

// Kinds of values, as of bounds in a transposition table.
const (
	exact kind = iota
	lower      // the true value is this or more
	upper      // the true value is this or less

	open kind = 4 // a flag of an entry: a line below was cut, so its value depends on place.depthLeft
)

// kindOf returns the kind of a fail-soft value that was searched with a window. -1 and 1 are always exact, since
// nothing lies beyond them.
func kindOf(v, alpha, beta float64) kind {
	switch {
	case v >= 1 || v <= -1:
		return exact
	case v >= beta:
		return lower
	case v <= alpha:
		return upper
	}
	return exact
}

// entry is the result of searching a position. It holds the whole position, so that a hit is never another position's.
type entry[S comparable] struct {
	state     S
	value     float64 // of side 0
	move      move    // the best, to be tried first
	work      uint32  // nodes it took: what is lost when it is overwritten
	leftOut   float32 // the chance that a line of random actions from here takes an action that narrowing left out
	stage     uint16  // the stage whose narrowing it depends on; 0: nothing was left out below
	depthLeft int8    // place.depthLeft of that search
	kind      kind    // exact or a bound, and whether it is open
}

// suffices reports whether the value is all that a search with this window needs.
func (e *entry[S]) suffices(alpha, beta float64) bool {
	k := e.kind &^ open
	return k == exact || k == lower && e.value >= beta || k == upper && e.value <= alpha
}

// table remembers positions: pairs of slots, of which a position may take either. The hashes lie apart from the
// entries, so that a miss costs one cache line however large S is, and forgetting everything costs eight bytes a slot.
type table[S comparable] struct {
	hashes  []uint64 // 0 is an empty slot
	entries []entry[S]
	mask    uint64 // of a hash: the first slot of its pair
	head    int    // the bytes of a position that are always hashed
}

// reset empties the table and makes it size slots, a power of two: what an earlier search needed must not show. prefix
// is HashPrefix of [rules.Hooks].
func (t *table[S]) reset(size, prefix int) {
	if size > cap(t.hashes) {
		t.hashes, t.entries = make([]uint64, size), make([]entry[S], size)
	}
	t.hashes, t.entries = t.hashes[:size], t.entries[:size]
	clear(t.hashes)
	t.mask, t.head = uint64(size-1)&^1, prefix
	if prefix == 0 {
		var s S
		t.head = int(unsafe.Sizeof(s))
	}
}

// probe returns the entry of a position, nil if there is none.
func (t *table[S]) probe(h uint64, s *S) *entry[S] {
	for i := h & t.mask; i <= h&t.mask|1; i++ {
		if t.hashes[i] == h && t.entries[i].state == *s {
			return &t.entries[i]
		}
	}
	return nil
}

// store writes an entry over the one of the same position, else into an empty slot, else over an entry that depends on
// the narrowing of an earlier stage, else over the one that took less work.
func (t *table[S]) store(h uint64, s *S, e *entry[S], now uint16) {
	i := h & t.mask
	j := i | 1
	switch {
	case t.hashes[i] == h && t.entries[i].state == *s:
	case t.hashes[j] == h && t.entries[j].state == *s:
		i = j
	case t.lossOfOverwriting(i, now) > t.lossOfOverwriting(j, now):
		i = j
	}
	t.hashes[i] = h
	d := &t.entries[i]
	d.state, d.value, d.move, d.work, d.leftOut = *s, e.value, e.move, e.work, e.leftOut
	d.stage, d.depthLeft, d.kind = e.stage, e.depthLeft, e.kind
}

// lossOfOverwriting returns what overwriting a slot would lose, in nodes; -2 for an empty slot, -1 for an entry that is
// useless by now.
func (t *table[S]) lossOfOverwriting(i uint64, now uint16) int {
	e := &t.entries[i]
	switch {
	case t.hashes[i] == 0:
		return -2
	case e.stage != 0 && e.stage != now:
		return -1
	}
	return int(e.work)
}

// digest returns the hash of a position and a tag of 64 further bits. The seed is fixed, so that a position hashes
// alike in every run. The bytes after head are left out if they are all zero. Neither is ever 0, which marks an empty
// slot.
func (t *table[S]) digest(s *S) (hash, tag uint64) {
	b := unsafe.Slice((*byte)(unsafe.Pointer(s)), unsafe.Sizeof(*s))
	x, y := hashLanes(k0, uint64(t.head), b[:t.head])
	if tail := b[t.head:]; !areZero(tail) {
		x, y = hashLanes(x, y, tail)
	}
	return max(mix(x^k3, y^k0), 1), max(x^bits.RotateLeft64(y, 32), 1)
}

// The constants of wyhash, whose way of mixing this is.
const k0, k1, k2, k3 = 0xa0761d6478bd642f, 0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3, 0x589965cc75374cc3

// hashLanes mixes bytes into two lanes, 32 at a time: two independent multiplications are nearly as fast as one.
func hashLanes(x, y uint64, b []byte) (uint64, uint64) {
	for ; len(b) >= 32; b = b[32:] {
		x = mix(binary.LittleEndian.Uint64(b)^k1, binary.LittleEndian.Uint64(b[8:])^x)
		y = mix(binary.LittleEndian.Uint64(b[16:])^k2, binary.LittleEndian.Uint64(b[24:])^y)
	}
	for ; len(b) >= 8; b = b[8:] {
		x = mix(binary.LittleEndian.Uint64(b)^k3, x^k1)
	}
	for _, c := range b {
		y = mix(uint64(c)^k2, y^k3)
	}
	return x, y
}

// areZero reports whether all bytes are 0, eight at a time.
func areZero(b []byte) bool {
	for ; len(b) >= 8; b = b[8:] {
		if binary.LittleEndian.Uint64(b) != 0 {
			return false
		}
	}
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

// mix multiplies two numbers and folds the halves of the product.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// checkPlain panics unless S can be hashed by its bytes: == must say the same as comparing bytes.
func checkPlain[S comparable]() {
	t := reflect.TypeFor[S]()
	if why := notPlain(t); why != "" {
		panic(fmt.Sprintf("search: state %v is not plain: %s", t, why))
	}
}

// notPlain returns why two equal values of a type can differ in their bytes, empty if they cannot.
func notPlain(t reflect.Type) string {
	switch k := t.Kind(); {
	case k == reflect.Bool, k >= reflect.Int && k <= reflect.Uint64:
		return ""
	case k == reflect.Array:
		return notPlain(t.Elem())
	case k != reflect.Struct:
		return fmt.Sprintf("%v is a %v", t, k)
	}
	end := uintptr(0)
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Name == "_" {
			return fmt.Sprintf("%v has a blank field, which == does not see", t)
		}
		if f.Offset != end {
			return fmt.Sprintf("%v has padding before %s", t, f.Name)
		}
		if why := notPlain(f.Type); why != "" {
			return why
		}
		end = f.Offset + f.Type.Size()
	}
	if end != t.Size() {
		return fmt.Sprintf("%v has padding at its end", t)
	}
	return ""
}
