package rules

import (
	"fmt"
	"slices"
	"strconv"
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

// Change applies a GM's edit: it finds the combatant that the change begins with, calls try on a copy of s with the rest,
// and changes s and logs the edit only if try succeeds. want is an example of a change, for the error.
func Change[S any](s *S, change, want string, names []string, log *Log, try func(next *S, seat int, rest string) error) error {
	i, rest := SplitChange(change, names)
	if i < 0 {
		return fmt.Errorf("%q names nobody here, want %s", change, want)
	}
	next := *s
	if err := try(&next, i, rest); err != nil {
		return err
	}
	*s = next
	if log != nil {
		log.Add(Event{Kind: "edit", Seat: names[i], What: rest})
	}
	return nil
}

// Figure parses the number of a change: decimal, from 0 to most.
func Figure(key, value string, most int) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || strconv.Itoa(n) != value || n < 0 || n > most {
		return 0, fmt.Errorf("%s cannot be %q, want 0 to %d", key, value, most)
	}
	return n, nil
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
