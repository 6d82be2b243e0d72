package book

import (
	"maps"

	"kokyu/rules/strict"
)

// A now: block says how a fight stands. As a position is printed it says everything; a person may say only what differs from
// the start.

// said is a pointer to a system's now: block.
type said[N, S any] interface {
	*N
	UnmarshalNode(*strict.Node)
	Said() (given *strict.Node, seats *map[string]S)
}

// Filled is a now: over the words of the start, where it says only what differs from them; part says that it does. Of a whole
// one each combatant has these keys.
func Filled[N, S any, P said[N, S]](now P, start func() P, names []string, keys ...string) (all P, part bool) {
	given, _ := now.Said()
	if given == nil || whole(given, names, keys...) {
		return now, false
	}
	all = start()
	_, seats := all.Said()
	begun := *seats
	all.UnmarshalNode(given)
	*seats = laid(given, begun)
	return all, true
}

// whole says whether a now: says everything, as it is printed: the round, what it waits for, and of each combatant these keys.
func whole(now *strict.Node, names []string, keys ...string) bool {
	seats := now.Get("seats")
	if now.Get("round") == nil || now.Get("waits for") == nil || seats == nil {
		return false
	}
	for _, name := range names {
		seat := seats.Get(name)
		if seat == nil {
			return false
		}
		for _, key := range keys {
			if seat.Get(key) == nil {
				return false
			}
		}
	}
	return true
}

// Gives says whether a now: says something of a combatant itself, or leaves it as it is at the start.
func Gives(now *strict.Node, name, key string) bool {
	seats := now.Get("seats")
	return seats != nil && seats.Get(name) != nil && seats.Get(name).Get(key) != nil
}

// laid reads the seats a now: gives over those of the start: what it leaves out of one is the start's.
func laid[S any](now *strict.Node, start map[string]S) map[string]S {
	out := maps.Clone(start)
	seats := now.Get("seats")
	if seats == nil {
		return out
	}
	for _, name := range seats.Keys() {
		seat := start[name]
		seats.Get(name).Decode(&seat)
		out[name] = seat
	}
	return out
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

// Position is an encounter file that stands where now: and since: say.
func Position(page *strict.Page, now any, since []Move) ([]byte, error) {
	return page.With(struct {
		Now   any    `yaml:"now"`
		Since []Move `yaml:"since,omitempty"`
	}{now, since})
}

// BitWords are the words of the bits that are set; a bit without a word is left out.
func BitWords[B ~uint8 | ~uint16](bits B, names []string) (words []string) {
	for k, name := range names {
		if bits&(1<<k) != 0 && name != "" {
			words = append(words, name)
		}
	}
	return words
}
