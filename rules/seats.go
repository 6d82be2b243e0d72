package rules

import (
	"slices"
	"strings"
)

// Ranks orders n seats: higher ratings first, then the allied side, then as in the file.
func Ranks(n int, rating func(i int) int, side func(Seat) Side, allied Side) []int {
	seats := make([]int, n)
	for i := range seats {
		seats[i] = i
	}
	slices.SortStableFunc(seats, func(a, b int) int {
		if ra, rb := rating(a), rating(b); ra != rb {
			return rb - ra
		}
		if sa, sb := side(Seat(a)), side(Seat(b)); sa != sb {
			if sa == allied {
				return -1
			}
			return 1
		}
		return a - b
	})
	return seats
}

// SplitChange splits a GM's change into the combatant it begins with, the longest name first, and the rest; -1 for nobody.
func SplitChange(change string, names []string) (seat int, rest string) {
	seat = -1
	best := 0
	for i, name := range names {
		if len(change) > len(name) && strings.EqualFold(change[:len(name)], name) && change[len(name)] == ' ' && len(name) > best {
			seat, best = i, len(name)
		}
	}
	return seat, strings.TrimSpace(change[best:])
}
