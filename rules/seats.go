package rules

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kokyu/rules/text"
)

// TurnOrder returns n seats in the order of their turns: higher ratings first, then the allied side, then as in the
// file.
func TurnOrder(n int, rating func(i int) int, side func(Seat) Side, allied Side) []int {
	seats := make([]int, n)
	for i := range seats {
		seats[i] = i
	}
	afterAllies := func(i int) int {
		if side(Seat(i)) == allied {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(seats, func(a, b int) int {
		return cmp.Or(rating(b)-rating(a), afterAllies(a)-afterAllies(b))
	})
	return seats
}

// Edits are the parts of [Change] that depend on the system.
type Edits[S any] struct {
	Example string // an example of a change, for the error
	// MayChange returns an error unless a combatant may be changed now. It is [Busy] only if there is no other reason.
	MayChange func(seat int) error
	Change    func(next *S, seat int, change string) error // changes a combatant
	// Yield takes a combatant that yields or flees out of the fight.
	Yield func(next *S, seat int, change string, log *Log) error
	// Continue passes the turn on or ends the fight, where the change of this seat demands it.
	Continue func(seat int)
}

// Change applies a GM's edit of one change, the name of a combatant and what to change. After an error s and the log
// are as before. The error is [Busy] only if nothing else is wrong with the change: a change that has to wait is tried
// on a copy too.
func Change[S any](s *S, change string, names []string, log *Log, to Edits[S]) error {
	i, rest, err := SplitChange(change, names)
	switch {
	case err != nil:
		return err
	case i < 0:
		return fmt.Errorf("%q names nobody here, want %s", change, to.Example)
	}
	refusal, next := to.MayChange(i), *s
	if _, busy := refusal.(Busy); refusal != nil && !busy {
		return refusal
	}
	var follows Log // the events of a yield
	why := ""
	if IsYield(rest) {
		why, err = YieldedWords(names[i], rest), to.Yield(&next, i, rest, &follows)
	} else {
		err = to.Change(&next, i, rest)
	}
	if err = cmp.Or(err, refusal); err != nil {
		return err
	}
	*s = next
	if log != nil {
		log.Add(Event{Kind: "edit", Seat: names[i], What: rest})
		log.Events = append(log.Events, follows.Events...)
	}
	to.Continue(i)
	log.setEndReason(why)
	return nil
}

// changeSeparator separates the changes of one edit, "Aki wounds=1; Ume +bleeding".
const changeSeparator = "; "

// JoinChanges returns one edit of several changes, each of which begins with the name of a combatant.
func JoinChanges(changes []string) string { return strings.Join(changes, changeSeparator) }

// Edit applies a GM's edit of one or several changes, all or none. += and -= change a number by an amount, "Ume
// wounds-=1". The error is [Busy] only if nothing else is wrong with the edit. log may be nil.
func Edit[S comparable](sys System[S], s *S, edit string, log *Log) error {
	next, told := *s, Log{}
	names := Names(sys.Roster())
	var waits error
	several := false
	for more := true; more; several = several || more {
		i, rest, err := SplitChange(edit, names)
		if err != nil || i < 0 {
			rest = edit // the system says what is wrong
		}
		rest, edit, more = strings.Cut(rest, changeSeparator)
		name := ""
		if err == nil && i >= 0 {
			name, rest = names[i], names[i]+" "+rest
		}
		err = editOne(sys, &next, i, rest, &told)
		switch {
		case isBusy(err):
			waits = err
		case err != nil && (several || more) && !strings.Contains(err.Error(), name):
			return fmt.Errorf("%s: %w", name, err)
		case err != nil:
			return err
		}
	}
	if waits != nil {
		return waits
	}
	*s = next
	if log != nil {
		log.Events = append(log.Events, told.Events...)
	}
	return nil
}

// editOne makes one change, of seat i, or -1 if it names nobody. Systems know only "Ume wounds=2": here "Ume wounds-=1"
// becomes such a change, whose value is between 0 and a maximum. The maximum is that of the board or, of a number that
// counts up ("wounds taken"), the highest value that the system takes.
func editOne[S comparable](sys System[S], s *S, i int, change string, log *Log) error {
	left, amount, _ := strings.Cut(change, "=")
	head := strings.TrimRight(left, "+-") // "Ume wounds"
	sign := left[len(head):]
	if i < 0 || amount == "" || sign != "+" && sign != "-" {
		return sys.Edit(s, change, log)
	}
	key := head[strings.LastIndex(head, " ")+1:]
	numbers := sys.Board(s).Stands[i].Numbers
	k := slices.IndexFunc(numbers, func(n Number) bool { return n.Name == key || strings.HasPrefix(n.Name, key+" ") })
	if k < 0 {
		return sys.Edit(s, change, log)
	}
	n, err := strconv.Atoi(amount)
	if err != nil || n < 1 || n > amountMax {
		return fmt.Errorf("%s cannot change by %q, want a whole number from 1 to %d", key, amount, amountMax)
	}
	was, most := numbers[k].N, numbers[k].Max
	value := max(0, was-n)
	if sign == "+" {
		value = was + n
		if counted := numbers[k].Name != key; !counted && most > 0 {
			value = min(value, max(was, most))
		}
	}
	err = sys.Edit(s, fmt.Sprintf("%s=%d", head, value), log)
	for refusal := err; refusal != nil && value > was && !isBusy(err); value-- {
		if refusal = sys.Edit(s, fmt.Sprintf("%s=%d", head, value-1), log); refusal == nil {
			return nil
		}
	}
	return err
}

func isBusy(err error) bool {
	_, busy := errors.AsType[Busy](err)
	return busy
}

// amountMax bounds the amount of a += or -=: more than any number of a combatant.
const amountMax = 1000

// ParseFigure parses the number of a change: decimal, from 0 to most.
func ParseFigure(key, value string, most int) (int, error) {
	n, err := strconv.Atoi(value)
	if err != nil || strconv.Itoa(n) != value || n < 0 || n > most {
		return 0, fmt.Errorf("%s cannot be %q, want 0 to %d", key, value, most)
	}
	return n, nil
}

// SplitChange splits a GM's change into the seat whose name it begins with (-1 for none; the longest name that fits
// wins) and the rest, which begins with a comma where one follows the name. Names are found as by [text.FindByName],
// whose error it returns.
func SplitChange(change string, names []string) (seat int, rest string, err error) {
	for at := min(len(change), nameBytesMax) - 1; at > 0; at-- {
		if change[at] != ' ' && change[at] != ',' {
			continue
		}
		if i, err := text.FindByName(change[:at], names); i >= 0 || err != nil {
			return i, strings.TrimSpace(change[at:]), err
		}
	}
	return -1, change, nil
}

// nameBytesMax bounds the bytes of a typed name, whose letters and spaces may be more than those of the combatant's
// name.
const nameBytesMax = 4 * utf8.UTFMax * text.NameMax
