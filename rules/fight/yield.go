package fight

import "kokyu/rules"

// YieldEdit returns the edit by which a combatant stops fighting.
func YieldEdit(name string) string { return name + " " + rules.EditYields }

// FleeEdit returns the edit by which a combatant leaves the field.
func FleeEdit(name string) string { return name + " " + rules.EditFlees }

// Yield takes the combatant with this name out of the fight, as hurt as it is; with flee it leaves the field, if it can
// from where it stands. It is recorded as an edit with its reason. The error is of a system or a moment in which nobody
// yields.
func (f *Fight) Yield(name string, flee bool, reason string) (rules.Step, error) {
	if flee {
		return f.Edit(FleeEdit(name), reason)
	}
	return f.Edit(YieldEdit(name), reason)
}

// CanFlee reports whether the combatant with this name could flee now.
func (f *Fight) CanFlee(name string) bool {
	_, err := f.Fork().Yield(name, true, "to see")
	return err == nil
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
