package rules

import (
	"fmt"
	"strings"

	"kokyu/rules/text"
)

// SeatNamed returns the seat of the combatant that a typed name means, as [text.Which] finds it. The error lists the
// names.
func SeatNamed(roster []Fighter, name string) (Seat, error) {
	i, err := findCalled("nobody here is called", name, Names(roster), "")
	return Seat(i), err
}

// SideNamed returns the roster's name of the side that a typed name means.
func SideNamed(roster []Fighter, name string) (string, error) {
	teams := namesOf(roster, func(f Fighter) []string { return []string{f.Team} })
	i, err := findCalled("no side is called", name, teams, "")
	if err != nil {
		return "", err
	}
	return teams[i], nil
}

// SeatOrSideNamed returns the roster's name of the combatant or the side that a typed name means. or is added to what
// the error lists.
func SeatOrSideNamed(roster []Fighter, name, or string) (string, error) {
	names := namesOf(roster, func(f Fighter) []string { return []string{f.Name, f.Team} })
	i, err := findCalled("nobody here is called", name, names, or)
	if err != nil {
		return "", err
	}
	return names[i], nil
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

// findCalled returns the index of the name that is meant; none begins the error if there is no such name.
func findCalled(none, name string, names []string, or string) (int, error) {
	i, err := text.Which(name, names)
	switch {
	case err != nil:
		return int(Nobody), err
	case i >= 0:
		return i, nil
	case strings.TrimSpace(name) == "":
		none = "nobody is named"
	default:
		none = fmt.Sprintf("%s %q", none, name)
	}
	return int(Nobody), text.Problem{What: none, Want: text.OneOf(name, names) + or}
}
