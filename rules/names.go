package rules

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules/text"
)

// UnknownName is the error of a name that no combatant or side has, or that several may have.
type UnknownName struct{ error }

// Unwrap returns the mistake in words.
func (u UnknownName) Unwrap() error { return u.error }

// SeatNamed returns the seat of the combatant that a typed name means: the one that [text.FindByName] finds, else the
// only one whose name begins so, unless that of a side does too. The error lists the names.
func SeatNamed(roster []Fighter, name string) (Seat, error) {
	i, _, err := findName("nobody here is called", name, Names(roster), "")
	if seat := seatByPrefix(roster, name); err != nil && seat >= 0 {
		return Seat(seat), nil
	}
	return Seat(i), err
}

// SideNamed returns the roster's name of the side that a typed name means.
func SideNamed(roster []Fighter, name string) (string, error) {
	teams := namesOf(roster, func(f Fighter) []string { return []string{f.Team} })
	_, team, err := findName("no side is called", name, teams, "")
	return team, err
}

// SeatOrSideNamed returns the roster's name of the combatant or the side that a typed name means; a combatant's may be
// shortened as for [SeatNamed]. or is added to what the error lists.
func SeatOrSideNamed(roster []Fighter, name, or string) (string, error) {
	_, found, err := findName("nobody here is called", name, seatsAndSides(roster), or)
	if seat := seatByPrefix(roster, name); err != nil && seat >= 0 {
		return roster[seat].Name, nil
	}
	return found, err
}

// seatByPrefix returns the seat of the combatant whose name alone, of all names of combatants and sides, begins with a
// text; -1 if there is no such combatant.
func seatByPrefix(roster []Fighter, name string) int {
	all := seatsAndSides(roster)
	i := text.FindByPrefix(name, all)
	if i < 0 {
		return -1
	}
	return slices.Index(Names(roster), all[i])
}

// seatsAndSides returns the different names of combatants and sides.
func seatsAndSides(roster []Fighter) []string {
	return namesOf(roster, func(f Fighter) []string { return []string{f.Name, f.Team} })
}

// Names returns the names of a roster, in its order.
func Names(roster []Fighter) []string {
	names := make([]string, len(roster))
	for i, f := range roster {
		names[i] = f.Name
	}
	return names
}

// namesOf returns the different names that of picks from the fighters.
func namesOf(roster []Fighter, of func(Fighter) []string) (names []string) {
	for _, f := range roster {
		names = append(names, of(f)...)
	}
	return text.Unique(names)
}

// findName returns the index of the name that is meant, and the name; none begins the error if there is no such name.
func findName(none, name string, names []string, or string) (i int, found string, err error) {
	i, err = text.FindByName(name, names)
	switch {
	case err != nil:
		return int(Nobody), "", UnknownName{err}
	case i >= 0:
		return i, names[i], nil
	case strings.TrimSpace(name) == "":
		none = "nobody is named"
	default:
		none = fmt.Sprintf("%s %q", none, name)
	}
	return int(Nobody), "", UnknownName{text.Problem{What: none, Want: text.OneOf(name, names) + or}}
}
