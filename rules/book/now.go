package book

import (
	"maps"

	"kokyu/rules/strict"
)

// A now: block says how a fight stands. As a position is printed it says everything; a person may say only what differs from
// the start.

// Whole says whether a now: says everything, as it is printed: the round, what it waits for, and of each combatant these keys.
func Whole(now *strict.Node, names []string, keys ...string) bool {
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

// Laid reads the seats a now: gives over those of the start: what it leaves out of one is the start's.
func Laid[S any](now *strict.Node, start map[string]S) map[string]S {
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
