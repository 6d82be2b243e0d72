package keep

import "slices"

// What happens at one moment, and what lasts: rules that the techniques of a table ask for. No built-in sheet has any, so
// they are functions of their own.

// Trigger is an effect that a moment sets off.
type Trigger struct {
	What       string
	Owner      string
	Initiative int  // its owner's Initiative Value
	Barred     bool // something else it needs is not there
}

// Ready are the triggers that all they need is there for (RK-02).
func Ready(triggers []Trigger) []Trigger {
	return slices.DeleteFunc(slices.Clone(triggers), func(t Trigger) bool { return t.Barred })
}

// FirstOrLast puts triggers of one moment in order (RK-10, RK-11): from the highest initiative on each owner says whether its
// own comes first or last, and each of the two groups is asked again, until all are in order. A group that does not get
// smaller is ordered by initiative: of the first the highest first, of the last the highest last (R-RK-02).
func FirstOrLast(triggers []Trigger, first func(t Trigger, among []Trigger) bool) []Trigger {
	all := byInitiative(triggers)
	if len(all) < 2 {
		return all
	}
	var early, late []Trigger
	for _, t := range all {
		if first(t, all) {
			early = append(early, t)
		} else {
			late = append(late, t)
		}
	}
	switch {
	case len(early) == len(all):
		return all
	case len(late) == len(all):
		slices.Reverse(all)
		return all
	}
	return append(FirstOrLast(early, first), FirstOrLast(late, first)...)
}

// Readied is the order in which the Readying Phase sets things off: the lowest initiative first (RK-25).
func Readied(triggers []Trigger) []Trigger {
	all := byInitiative(triggers)
	slices.Reverse(all)
	return all
}

func byInitiative(triggers []Trigger) []Trigger {
	all := slices.Clone(triggers)
	slices.SortStableFunc(all, func(a, b Trigger) int { return b.Initiative - a.Initiative })
	return all
}

// Timer is what lasts for a number of rounds.
type Timer struct{ Left int }

// Tick is a Readying Phase: the effect ends on entering it with no round left, so that one of a single round sees two
// (RK-26, RK-27).
func (t *Timer) Tick() (ended bool) {
	if t.Left == 0 {
		return true
	}
	t.Left--
	return false
}
