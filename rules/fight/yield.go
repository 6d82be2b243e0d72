package fight

import "kokyu/rules"

// YieldEdit returns the edit by which a combatant stops fighting, as hurt as it is; with flee it leaves the field, if
// it can from where it stands.
func YieldEdit(name string, flee bool) string {
	if flee {
		return name + " " + rules.EditFlees
	}
	return name + " " + rules.EditYields
}

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
