package narrate

import (
	"slices"

	"kokyu/rules"
)

// tongue is a dialect, with what is looked up in it.
type tongue struct{ rules.Dialect }

// head finds how a kind of event begins a passage.
func (t *tongue) head(kind string) (rules.Head, bool) {
	i := slices.IndexFunc(t.Heads, func(h rules.Head) bool { return h.Kind == kind })
	if i < 0 {
		return rules.Head{}, false
	}
	return t.Heads[i], true
}

// usual returns the head of a passage that no event has begun.
func (t *tongue) usual() rules.Head {
	if len(t.Heads) == 0 {
		return rules.Head{}
	}
	return t.Heads[0]
}
