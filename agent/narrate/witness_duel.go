package narrate

import (
	"slices"
	"strings"

	"kokyu/rules"
)

// What the events of a duel say.

// witnessDuel takes one event only duels have.
func (r *reader) witnessDuel(e rules.Event, s rules.Step) {
	switch e.Kind {
	case "point":
		r.scored(e, s)
	}
}

// scored takes a point of a sparring match.
func (r *reader) scored(e rules.Event, s rules.Step) {
	f := Facts{Frame: "point", Actor: e.Seat, Target: e.At, P: 1, Left: e.Left, First: !r.bled}
	r.bled = true
	if e.N > 1 {
		f.Frame = "point_deep"
	}
	of := e.Of
	if b := r.exchange.by(e.Seat); b != nil {
		b.wounded = true
		of, f.P, f.Cost, f.Where = b.used(), b.p, b.cost, b.where
		if b.broken {
			f.P *= b.brokenP
		}
	}
	r.add(f, e.With, of, s)
}

// made is a weapon's family with what it is made of in view: an oar has no steel. In a sparring match no sword has any,
// whatever it is called.
func (r *reader) made(with, of string) string {
	switch {
	case of != "blade" && of != "short":
		return of
	case wooden(with):
		return "wooden"
	case r.match:
		return ""
	}
	return of
}

// wooden says whether a sword is one of wood, by its name.
func wooden(name string) bool {
	return slices.ContainsFunc(strings.Fields(name), func(w string) bool {
		return slices.Contains([]string{"bokken", "bokuto", "shinai", "suburito", "oar", "wooden", "practice"}, w)
	})
}

// whereOf reads the location off a declared blow: "horizontal cut at the wrist".
func whereOf(what string) string {
	for _, where := range places {
		if strings.HasSuffix(what, " at the "+where) {
			return where
		}
	}
	return ""
}
