package fight

import (
	"fmt"
	"regexp"

	"kokyu/rules"
)

// YieldEdit returns the edit by which a combatant stops fighting, as hurt as it is; with flee it leaves the field, if
// it can from where it stands.
func YieldEdit(name string, flee bool) string {
	if flee {
		return name + " " + rules.EditFlees
	}
	return name + " " + rules.EditYields
}

// NerveReason returns the reason of one who yields by their temper: "craven: chance to win below 25 %, standing at the
// end of 2 of 24 fights".
func NerveReason(temper string, win, stood, fights int) string {
	return fmt.Sprintf("%s: chance to win below %d %%, standing at the end of %d of %d fights", temper, win, stood, fights)
}

// nerveReason matches what NerveReason returns, and returned when it told the chance in other words.
var nerveReason = regexp.MustCompile(`^\w+: .*, standing at the end of \d+ of \d+ fights$`)

// YieldOf returns who a step takes out of the fight by yielding or fleeing; ok is false for any other step.
func YieldOf(s rules.Step) (name, change string, ok bool) {
	if s.Edit == "" {
		return "", "", false
	}
	for _, e := range s.Events {
		if e.Kind == "edit" && rules.IsYield(e.What) {
			return e.Seat, e.What, true
		}
	}
	return "", "", false
}
