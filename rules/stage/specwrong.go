package stage

import (
	"fmt"
	"slices"

	"kokyu/rules"
)

// wrong lists the mistakes of a system's description: those that would panic in the middle of a fight, or be ignored.
func (sp *Spec[R]) wrong() (all []string) {
	bad := func(condition bool, format string, args ...any) {
		if condition {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	named := func(what string, i int, name string) string {
		bad(name == "", "the %s %d without Name", what, i+1)
		return fmt.Sprintf("the %s %q", what, name)
	}
	bad(sp.Name == "", "no Name")
	bad(sp.Files == nil, "no Files")
	bad(sp.OddsDice.IsZero(), "no dice that its question throws, OddsDice")
	bad(len(sp.Values) == 0 || len(sp.Values) > valuesMax, "%d values, want 1 to %d", len(sp.Values), valuesMax)
	for i, v := range sp.Values {
		of := named("value", i, v.Name)
		bad(v.Means == "", "%s without Means", of)
		bad(i == Life && v.Start == nil, "%s without Start, and combatants live by it", of)
		bad(i == Life && v.Condition, "%s as a condition, and combatants live by it", of)
		bad(sp.valueIndex(v.Name) < i, "two values called %q", v.Name)
	}
	// turn: a deed of phase 0; later: a deed or cast of another phase, which needs Decider; veiled: a secret deed, which
	// needs Veil.
	turn, later, veiled := false, len(sp.Casts) > 0, false
	var thrown [phasesMax]string // the cast of each phase
	for i, c := range sp.Casts {
		of := named("cast", i, c.Name)
		bad(c.Dice == nil, "%s without Dice", of)
		bad(len(c.ClassWords) == 0 && c.Unit == "", "%s without ClassWords and without Unit", of)
		bad(c.Play == nil, "%s without Play", of)
		if bad(c.Phase == 0 || c.Phase >= phasesMax, "%s in phase %d, want 1 to %d", of, c.Phase, phasesMax-1); c.Phase >= phasesMax {
			continue
		}
		bad(thrown[c.Phase] != "", "%s in phase %d, which %s has", of, c.Phase, thrown[c.Phase])
		thrown[c.Phase] = of
	}
	for i, d := range sp.Deeds {
		of := named("deed", i, d.Name)
		bad(d.Play == nil, "%s without Play", of)
		bad(d.Means == "", "%s without Means", of)
		bad(!slices.Contains(rules.Phases, d.Kind), "%s of the kind %q, want one of rules.Phases", of, d.Kind)
		bad(d.Secret && d.Phase == 0, "%s in secret on a turn, phase 0, where all is open", of)
		// A phase is a turn of one kind, Decide or Commit, for all its deeds.
		bad(!d.Secret && slices.ContainsFunc(sp.Deeds, func(other Deed[R]) bool { return other.Phase == d.Phase && other.Secret }),
			"%s in phase %d with secret ones", of, d.Phase)
		turn, later, veiled = turn || d.Phase == 0, later || d.Phase > 0, veiled || d.Secret
		if bad(d.Phase >= phasesMax, "%s in phase %d, want at most %d", of, d.Phase, phasesMax-1); d.Phase < phasesMax {
			bad(thrown[d.Phase] != "", "%s in phase %d, which %s has", of, d.Phase, thrown[d.Phase])
		}
	}
	bad(!turn, "no deed of a turn, phase 0")
	bad(later && sp.Decider == nil, "other phases than a turn without Decider")
	bad(veiled && sp.Veil == nil, "secret deeds without Veil")
	return all
}
