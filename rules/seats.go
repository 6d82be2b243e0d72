package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kokyu/rules/text"
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

// Edits are what a system makes of a GM's edit of a position.
type Edits[S any] struct {
	Want   string                                                 // an example of a change, for the error
	May    func(seat int) error                                   // why a combatant may not be changed now, nil if it may; that it is Busy comes last
	Change func(next *S, seat int, change string) error           // changes a combatant
	Yields func(next *S, seat int, change string, log *Log) error // takes one that yields or flees out of the fight
	Then   func(seat int)                                         // goes on from the changed position
}

// Change applies a GM's edit: it finds the combatant that the change begins with and changes a copy of s by the rest, and s and
// the log only if that succeeds. It is refused as [Busy] only if nothing else is wrong with it.
func Change[S any](s *S, change string, names []string, log *Log, to Edits[S]) error {
	i, rest, err := SplitChange(change, names)
	switch {
	case err != nil:
		return err
	case i < 0:
		return fmt.Errorf("%q names nobody here, want %s", change, to.Want)
	}
	may, next := to.May(i), *s
	busy, waits := may.(Busy)
	if may != nil && !waits {
		return may
	}
	var follows Log // from a yield
	why := ""
	if Yields(rest) {
		why, err = YieldedWords(names[i], rest), to.Yields(&next, i, rest, &follows)
	} else {
		err = to.Change(&next, i, rest)
	}
	switch {
	case err != nil:
		return err
	case waits:
		return busy
	}
	*s = next
	if log != nil {
		log.Add(Event{Kind: "edit", Seat: names[i], What: rest})
		log.Events = append(log.Events, follows.Events...)
	}
	to.Then(i)
	log.EndsBy(why)
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

// SplitChange splits a GM's change into the combatant it begins with, the longest name first, and the rest; -1 for nobody. Names are
// found as by [text.Which], whose error it returns.
func SplitChange(change string, names []string) (seat int, rest string, err error) {
	for at := min(len(change), nameBytes) - 1; at > 0; at-- {
		if change[at] != ' ' {
			continue
		}
		if i, err := text.Which(change[:at], names); i >= 0 || err != nil {
			return i, strings.TrimSpace(change[at:]), err
		}
	}
	return -1, change, nil
}

// nameBytes is more than any name has, in whatever letters it is written.
const nameBytes = 4 * utf8.UTFMax * text.NameMax
