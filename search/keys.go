package search

// keys is a set of packed positions, numbered in the order in which they are added.
type keys struct {
	text    arena[byte] // size byte, then the key
	at      []uint32    // of each number: where its key lies
	index   []uint32    // open addressing: 1 + number, 0 empty
	tags    []uint32    // of each slot of index: the upper half of the hash
	scratch []byte      // scratch: a key after its size
}

// len returns how many keys there are.
func (k *keys) len() int { return len(k.at) }

// intern returns the number of a key, which is added if it is new. The error is that of a cancelled context.
func (k *keys) intern(key []byte, hash uint64, w *watch) (uint32, error) {
	if (len(k.at)+1)*4 > len(k.index)*3 {
		if err := k.grow(max(indexLeast, 2*len(k.index)), w); err != nil {
			return 0, err
		}
	}
	slot, ok := k.find(key, hash)
	if ok {
		return k.index[slot] - 1, nil
	}
	id := uint32(len(k.at))
	k.scratch = append(append(k.scratch[:0], byte(len(key))), key...)
	k.at = append(k.at, k.text.put(k.scratch))
	k.index[slot], k.tags[slot] = id+1, uint32(hash>>32)
	return id, nil
}

// find returns the slot of a key, or the empty one where it belongs.
func (k *keys) find(key []byte, hash uint64) (slot uint64, ok bool) {
	mask := uint64(len(k.index) - 1)
	for slot = hash & mask; ; slot = (slot + 1) & mask {
		id := k.index[slot]
		if id == 0 {
			return slot, false
		}
		if k.tags[slot] == uint32(hash>>32) && string(k.key(id-1)) == string(key) {
			return slot, true
		}
	}
}

// idOf returns the number of a key that is in the set.
func (k *keys) idOf(key []byte) (id uint32, ok bool) {
	slot, ok := k.find(key, hashBytes(key))
	return k.index[slot] - 1, ok
}

// indexLeast is the size an index begins with, a power of two.
const indexLeast = 1 << 12

// grow enlarges the index to a size and enters every key again.
func (k *keys) grow(size int, w *watch) error {
	k.index, k.tags = make([]uint32, size), make([]uint32, size)
	mask := uint64(size - 1)
	for id := range k.at {
		if err := w.check(); err != nil {
			return err
		}
		h := hashBytes(k.key(uint32(id)))
		slot := h & mask
		for k.index[slot] != 0 {
			slot = (slot + 1) & mask
		}
		k.index[slot], k.tags[slot] = uint32(id)+1, uint32(h>>32)
	}
	return nil
}

// sizedKey returns a key with its size before it, as text stores it.
func (k *keys) sizedKey(id uint32) []byte {
	text := k.text.from(k.at[id])
	return text[:1+int(text[0])]
}

// key returns the key of a number.
func (k *keys) key(id uint32) []byte { return k.sizedKey(id)[1:] }

// bytes returns the memory that the set takes.
func (k *keys) bytes() int64 {
	return k.text.bytes() + int64(cap(k.at))*4 + int64(len(k.index))*8
}
