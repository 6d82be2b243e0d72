package book

import (
	"kokyu/rules/strict"
)

// A now: block says how a fight stands. What it leaves out is as at the beginning of the fight; a position that is printed says
// of everything where it is not.

// said is a pointer to a system's now: block.
type said[N any] interface {
	*N
	UnmarshalNode(*strict.Node)
	Said() *strict.Node
}

// Told is what the file of a now: block says of it; nil of one that is no text.
type Told struct{ Given *strict.Node }

// Said returns it.
func (t *Told) Said() *strict.Node { return t.Given }

// Filled returns a now: over the words of the beginning, which must be nobody else's, and what it gives itself. That is nil of one that
// a record embeds, which says everything.
func Filled[N any, P said[N]](now P, begun func() P) (all P, given *strict.Node) {
	if given = now.Said(); given == nil {
		return now, nil
	}
	all = begun()
	all.UnmarshalNode(given)
	return all, given
}

// Leaves reports whether a now: leaves something of a combatant as it is at the beginning. One that a record embeds leaves nothing.
func Leaves(given *strict.Node, name, key string) bool {
	if given == nil {
		return false
	}
	seats := given.Get("seats")
	return seats == nil || seats.Get(name) == nil || seats.Get(name).Get(key) == nil
}

// EachSeat reads the seats of a now:, which has one for each combatant: read takes the i-th and the path to it.
func EachSeat[S any](seats map[string]S, names []string, bad *strict.Complaints, read func(at strict.Path, i int, seat S)) {
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

// Ending reads how the fight of a now: ended that is over, as the place in [EndNames].
func Ending(ended string, bad *strict.Complaints) uint8 {
	at := strict.Path{"now", "ended"}
	end := bad.Index(at, "ending", ended, EndNames)
	if end == 0 {
		bad.Wrong(at, "a fight that is over without an ending", "one of draw, first, second", strict.Path{"now", "waits for"})
	}
	return uint8(end)
}

// Position returns an encounter file that stands where now: and since: say. Begun are the words of the beginning of the fight: where
// something was there that is not now, the file says so.
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
