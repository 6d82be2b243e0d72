package search

// leaves remembers the estimates of leaves. An estimate depends on nothing but the position. A leaf is known by its
// digest: to keep the positions themselves would cost most of what is saved. One half of the digest chooses the place
// and the other identifies the leaf, so a probe takes another leaf for this one once in 2^64.
type leaves []leafEntry

// leafEntry is the worth of one leaf.
type leafEntry struct {
	tag   uint64 // the second half of its digest; 0 is an empty place
	value float64
}

// reset empties it and makes it size places, a power of two.
func (l *leaves) reset(size int) {
	if size > cap(*l) {
		*l = make(leaves, size)
		return
	}
	*l = (*l)[:size]
	clear(*l)
}

// slot returns the place of a leaf, which another one may hold.
func (l leaves) slot(hash uint64) *leafEntry { return &l[hash&uint64(len(l)-1)] }
