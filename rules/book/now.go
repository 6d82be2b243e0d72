package book

import (
	"kokyu/rules/strict"
)

// A now: block is the position of a fight. What it leaves out is as at the beginning of the fight.

// nowBlock is a pointer to a system's now: block.
type nowBlock[N any] interface {
	*N
	UnmarshalNode(*strict.Node)
	WrittenNode() *strict.Node
}

// AsWritten is the node of a file from which a now: block was read. It is nil in a record, whose now: block is JSON and
// leaves nothing out.
type AsWritten struct{ Node *strict.Node }

// WrittenNode returns the node: a now: block embeds AsWritten, and generic code can only call methods.
func (t *AsWritten) WrittenNode() *strict.Node { return t.Node }

// FillNow completes the now: block of a file by the block at the beginning of the fight, of which start returns a new
// copy. It also returns the node of what the file itself has. In a record the block is complete and the node is nil.
func FillNow[N any, P nowBlock[N]](now P, start func() P) (all P, written *strict.Node) {
	if written = now.WrittenNode(); written == nil {
		return now, nil
	}
	all = start()
	all.UnmarshalNode(written)
	return all, written
}

// IsLeftOut reports whether the now: block of a file leaves out a key of a combatant. In a record, where written is
// nil, nothing is left out.
func IsLeftOut(written *strict.Node, name, key string) bool {
	if written == nil {
		return false
	}
	seats := written.Get("seats")
	return seats == nil || seats.Get(name) == nil || seats.Get(name).Get(key) == nil
}

// EachSeat calls read with the path, number and values of each seat of a now: block, which must have one for each
// combatant.
func EachSeat[S any](seats map[string]S, names []string, bad *strict.Complaints,
	read func(at strict.Path, i int, seat S)) {
	for _, name := range Keys(seats) {
		bad.OneOf(strict.Path{"now", "seats", strict.Key(name)}, "combatant", name, names)
	}
	for i, name := range names {
		seat, ok := seats[name]
		if !ok {
			bad.Wrong(strict.Path{"now", "seats"}, "nothing about "+name, "one entry for each combatant", NamesKnown)
			continue
		}
		read(strict.Path{"now", "seats", name}, i, seat)
	}
}

// Ending reads how the fight of a now: block that is over has ended, as an index of [EndNames].
func Ending(ended string, bad *strict.Complaints) uint8 {
	at := strict.Path{"now", "ended"}
	end := bad.Index(at, "ending", ended, EndNames)
	if end == 0 {
		bad.Wrong(at, "a fight that is over without an ending", "one of draw, first, second", strict.Path{"now", "waits for"})
	}
	return uint8(end)
}

// Position returns an encounter file with the position now and the moves since. begun is the now: block at the
// beginning of the fight. What only begun has is written as empty, since a key that a file leaves out is read as at the
// beginning.
func Position(page *strict.Page, now, begun any, since []Move) ([]byte, error) {
	all, err := strict.Over(now, begun)
	if err != nil {
		return nil, err
	}
	return page.With(struct {
		Now   any    `yaml:"now"`
		Since []Move `yaml:"since,omitempty"`
	}{all, since})
}

// BitWords returns the words of the bits that are set; a bit without a word is left out.
func BitWords[B ~uint8 | ~uint16](bits B, names []string) (words []string) {
	for k, name := range names {
		if bits&(1<<k) != 0 && name != "" {
			words = append(words, name)
		}
	}
	return words
}
