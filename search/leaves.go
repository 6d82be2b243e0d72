package search

// leaves remembers what leaves are worth. An estimate depends on nothing but its position, so a value that is
// remembered is the value. A leaf is known by its digest: to keep the positions themselves would cost most of what is
// saved. A place is chosen by one half of the digest and known by the other, so one probe in 2^64 would take another
// leaf for this one: one search of a million leaves in eighteen million million.
type leaves struct {
	list []leafEntry
}

// leafEntry is the worth of one leaf.
type leafEntry struct {
	digest uint64 // 0 is an empty place
	value  float64
}

// reset empties it and makes it size places, a power of two.
func (l *leaves) reset(size int) {
	if size > cap(l.list) {
		l.list = make([]leafEntry, size)
		return
	}
	l.list = l.list[:size]
	clear(l.list)
}

// at returns the place of a leaf, or of another one that is in the way.
func (l *leaves) at(hash uint64) *leafEntry { return &l.list[hash&uint64(len(l.list)-1)] }
