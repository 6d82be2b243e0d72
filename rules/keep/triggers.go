package keep

import "slices"

// What happens at one moment, and what lasts: rules that the techniques of a table ask for. No built-in sheet has any, so
// they are functions of their own.

// trigger is an effect that a moment sets off.
type trigger struct {
	what       string
	owner      string
	initiative int  // its owner's Initiative Value
	barred     bool // something else it needs is not there
}

// unbarred are the triggers that all they need is there for (RK-02).
func unbarred(triggers []trigger) []trigger {
	return slices.DeleteFunc(slices.Clone(triggers), func(t trigger) bool { return t.barred })
}

// firstOrLast puts triggers of one moment in order (RK-10, RK-11): from the highest initiative on each owner says whether its
// own comes first or last, and each of the two groups is asked again, until all are in order. A group that does not get
// smaller is ordered by initiative: of the first the highest first, of the last the highest last (R-RK-02).
func firstOrLast(triggers []trigger, first func(t trigger, among []trigger) bool) []trigger {
	all := byInitiative(triggers)
	if len(all) < 2 {
		return all
	}
	var early, late []trigger
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
	return append(firstOrLast(early, first), firstOrLast(late, first)...)
}

// readied is the order in which the Readying Phase sets things off: the lowest initiative first (RK-25).
func readied(triggers []trigger) []trigger {
	all := byInitiative(triggers)
	slices.Reverse(all)
	return all
}

func byInitiative(triggers []trigger) []trigger {
	all := slices.Clone(triggers)
	slices.SortStableFunc(all, func(a, b trigger) int { return b.initiative - a.initiative })
	return all
}

// timer is what lasts for a number of rounds.
type timer struct{ left int }

// tick is a Readying Phase: the effect ends on entering it with no round left, so that one of a single round sees two
// (RK-26, RK-27).
func (t *timer) tick() (ended bool) {
	if t.left == 0 {
		return true
	}
	t.left--
	return false
}
