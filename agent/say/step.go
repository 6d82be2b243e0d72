package say

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/text"
)

// Step returns a step in words: "Jubei: thrust > Masa", "Jubei's attack: 7+9+1=17 against 14, hit (succeeds 64 %)".
// What the step leaves out for whoever reads it, as the words of a secret, is not told either.
func Step(s rules.Step) string {
	why := text.Either(s.Why != "", " ("+s.Why+")", "")
	switch {
	case s.Edit != "":
		return "an edit, " + s.Edit + why
	case s.Undo > 0:
		return text.Count(s.Undo, "step") + " taken back"
	case s.Redo > 0:
		return text.Count(s.Redo, "step") + " returned"
	case s.Says():
		return cmp.Or(fight.SaidText(s), "the GM has said something")
	case len(s.Roll) > 0:
		says := Dice(s)
		if s.P > 0 {
			says += " (" + stepOdds(s) + ")"
		}
		return says + text.Either(s.Mend > 0, ", in the place of "+text.Count(s.Mend, "step"), "") + why
	case s.Do == "":
		return s.Seat + " chooses in secret"
	case s.Secret:
		return s.Seat + " chooses in secret: " + s.Do
	}
	return s.Seat + ": " + s.Do + why
}

// InShort returns the decisions and dice of steps in a line, each throw after the decision that it was for. Throws
// before any decision are each for itself.
func InShort(steps []rules.Step) string {
	var parts []string
	hasDecided := false
	for _, s := range steps {
		switch {
		case s.Do == "" || s.Secret: // a secret is told by the step that reveals it
		case len(s.Roll) == 0:
			parts, hasDecided = append(parts, s.Seat+": "+s.Do), true
		case !hasDecided:
			parts = append(parts, Dice(s))
		default:
			parts[len(parts)-1] += " (" + throwResult(s) + ")"
		}
	}
	return strings.Join(parts, "; ")
}

// Dice returns what a step's dice were thrown for and their result: "Jubei's attack: 7+9+1=17 against 14, hit"; if they
// decide no success, "Jubei's dice, 4 6: 2 wounds".
func Dice(s rules.Step) string {
	i := slices.IndexFunc(s.Events, isThrowResult)
	faces := strings.Trim(fmt.Sprint(s.Roll), "[]")
	switch {
	case slices.ContainsFunc(s.Events, func(e rules.Event) bool { return e.Kind == "initiative" }):
		return "initiative: " + s.Do // of all combatants
	case i < 0:
		return s.Seat + "'s dice, " + faces + ": " + s.Do
	}
	return s.Events[i].Seat + "'s " + s.Events[i].What + ": " + throwResult(s)
}

// isThrowResult reports whether an event has the result of a throw.
func isThrowResult(e rules.Event) bool { return e.Kind == "check" || e.Kind == "contest" }

// throwResult returns what dice showed, what they had to reach, and what came of it.
func throwResult(s rules.Step) string {
	if i := slices.IndexFunc(s.Events, isThrowResult); i >= 0 {
		return s.ThrowText(s.Events[i]) + ", " + s.Do
	}
	return s.Do
}

// stepOdds returns the chance of a step's dice: for a check that it succeeds, otherwise that the dice fell as they did.
func stepOdds(s rules.Step) string {
	for _, e := range s.Events {
		if e.Kind == "check" {
			return s.OddsText("succeeds", e.OK)
		}
	}
	return s.AsItFell()
}
