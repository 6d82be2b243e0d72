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

// Step returns what a step was: "Jubei: thrust > Masa", "Jubei's attack: 7+9+1=17 against 14, hit (succeeds 64 %)".
func Step(s rules.Step) string {
	why := ""
	if s.Why != "" {
		why = " (" + s.Why + ")"
	}
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
			says += " (" + odds(s) + ")"
		}
		if s.Mend > 0 {
			says += ", in the place of " + text.Count(s.Mend, "step")
		}
		return says + why
	case s.Do == "":
		return s.Seat + " chooses in secret"
	case s.Secret:
		return s.Seat + " chooses in secret: " + s.Do
	}
	return s.Seat + ": " + s.Do + why
}

// InShort returns the decisions and dice of steps in a line, each throw behind what it was thrown for.
func InShort(steps []rules.Step) string {
	var parts []string
	for _, s := range steps {
		switch {
		case s.Do == "" || s.Secret: // a secret is told by its reveal
		case len(s.Roll) == 0:
			parts = append(parts, s.Seat+": "+s.Do)
		case len(parts) == 0:
			parts = append(parts, Dice(s))
		default:
			parts[len(parts)-1] += " (" + fell(s) + ")"
		}
	}
	return strings.Join(parts, "; ")
}

// Dice returns what a step's dice were thrown for and what they came to: "Jubei's attack: 7+9+1=17 against 14, hit", and where they
// decide no success "Jubei's dice, 4 6: 2 wounds".
func Dice(s rules.Step) string {
	i := slices.IndexFunc(s.Events, decides)
	faces := strings.Trim(fmt.Sprint(s.Roll), "[]")
	switch {
	case slices.ContainsFunc(s.Events, func(e rules.Event) bool { return e.Kind == "initiative" }):
		return "initiative: " + s.Do // of all
	case i < 0:
		return s.Seat + "'s dice, " + faces + ": " + s.Do
	}
	return s.Events[i].Seat + "'s " + s.Events[i].What + ": " + fell(s)
}

// decides reports whether an event is what dice decided.
func decides(e rules.Event) bool { return e.Kind == "check" || e.Kind == "contest" }

// fell returns what dice showed, what they had to reach, and what came of it.
func fell(s rules.Step) string {
	if i := slices.IndexFunc(s.Events, decides); i >= 0 {
		return s.ThrowText(s.Events[i]) + ", " + s.Do
	}
	return s.Do
}

// odds returns the chance that the dice of a step had: of a check to succeed, as the options and the log have it, else to fall so.
func odds(s rules.Step) string {
	for _, e := range s.Events {
		if e.Kind == "check" {
			return s.OddsText("succeeds", e.OK)
		}
	}
	return s.AsItFell()
}
