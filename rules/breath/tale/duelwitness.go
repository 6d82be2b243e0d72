package tale

import (
	"slices"
	"strings"

	"kokyu/rules"
)

// What the events of a duel say.

// duel takes one event only duels have.
func (w *witness) duel(e rules.Event, s rules.Step) {
	switch e.Kind {
	case "contest":
		if !e.OK {
			w.stayed(e, s)
		}
	case "distance":
		w.stepped(e, s)
	case "guard":
		w.guarded(e, s)
	case "break":
		if w.Kind != "lull" { // by standing off it breaks of itself
			w.add(rules.Moment{Frame: "guard_gone", Actor: e.At, Target: e.Seat, P: 1}, "", "", s)
		}
	case "opening":
		w.closed(e, s)
	case "location":
		if f := w.struck(e, s); f != nil && e.What != "wrist" {
			f.Frame, f.Where = e.What, e.What
		}
	case "point":
		w.scored(e, s)
	}
}

// stayed takes a contest that changed nothing: lost or tied, the distance is what it was.
func (w *witness) stayed(e rules.Event, s rules.Step) {
	f := rules.Moment{Frame: "step_held", Actor: e.Seat, Target: e.At, P: s.P}
	switch e.What {
	case "push out":
		f.Frame = "push_lost"
	case "slip away":
		f.Frame = "slip_lost"
	}
	w.add(f, "", "", s)
}

// stepped takes a new distance: how it came about, and where the two stand now.
func (w *witness) stepped(e rules.Event, s rules.Step) {
	f := rules.Moment{Frame: "step_free", Actor: e.Seat, Target: e.At, P: 1}
	if slices.ContainsFunc(s.Events, func(e rules.Event) bool { return e.Kind == "contest" }) {
		f.Frame, f.P = "step_won", s.P
	}
	switch e.What {
	case "push out":
		f.Frame = "push_won"
		w.add(f, "", "", s)
		return
	case "slip away":
		f.Frame = "slip_won"
		w.add(f, "", "", s)
		return
	case "the blades lock":
	default:
		w.add(f, "", "", s)
	}
	for _, fr := range frames {
		if fr.Rung != "" && fr.Rung == e.To {
			w.add(rules.Moment{Frame: fr.Name, Actor: e.Seat, Target: e.At, P: 1, Distance: e.To}, "", "", s)
		}
	}
}

// guarded takes guard lost or regained.
func (w *witness) guarded(e rules.Event, s rules.Step) {
	if e.OK {
		w.add(rules.Moment{Frame: "recovered", Actor: e.Seat, P: 1}, "", "", s)
		return
	}
	f := rules.Moment{Frame: "shaved", Actor: e.At, Target: e.Seat, P: 1}
	b := w.blows.by(e.At)
	switch e.What {
	case "standing off":
		w.add(rules.Moment{Frame: "stood_off", Actor: e.Seat, P: 1}, "", "", s)
	case "a near miss":
		w.neared(e, s)
	case "a feint landed":
		f.Frame = "feint"
		w.drawn(f, b, s)
	case "an empty hand":
		f.Frame = "empty_hand"
		w.drawn(f, b, s)
	case "the distance is lost":
		w.add(f, "", "", s)
	case "a blow landed":
		if b == nil || !b.wounded {
			w.add(f, "", "", s)
		}
	}
}

// drawn notes a blow that took guard and nothing else.
func (w *witness) drawn(f rules.Moment, b *blow, s rules.Step) {
	if b == nil {
		return
	}
	f.P, f.Cost = b.p, b.cost
	if b.broken {
		f.P *= b.brokenP
	}
	with, of := b.with, b.used()
	if f.Frame == "empty_hand" {
		with, of = "", ""
	}
	w.add(f, with, of, s)
}

// neared makes the latest miss the near one it was.
func (w *witness) neared(e rules.Event, s rules.Step) {
	b, n := w.blows.by(e.At), len(w.Moments)
	if b == nil || n == 0 {
		return
	}
	if f := &w.Moments[n-1]; f.Step == s.N && f.Actor == e.At && (f.Frame == "miss" || f.Frame == "miss_shot") {
		f.Frame, f.Where = "near_miss", b.where
	}
}

// closed takes an opening that has ended, by the blow it was for or unused.
func (w *witness) closed(e rules.Event, s rules.Step) {
	if e.What == "past" {
		w.add(rules.Moment{Frame: "opening_past", Actor: e.Seat, P: 1}, "", "", s)
		return
	}
	for i := range w.Moments {
		f := &w.Moments[i]
		if f.Step == s.N && f.Target == e.Seat && f.Frame == "critical" {
			f.Frame = "window"
		}
	}
}

// struck finds the wound whose location an event names, nil if there is none, or if it was a critical: then that is
// told.
func (w *witness) struck(e rules.Event, s rules.Step) *rules.Moment {
	for i := len(w.Moments) - 1; i >= 0; i-- {
		f := &w.Moments[i]
		if f.Step == s.N && f.Target == e.Seat && f.Wounds > 0 {
			if slices.ContainsFunc(s.Events, func(w rules.Event) bool { return w.Kind == "wound" && w.Seat == e.Seat && w.Double }) {
				return nil
			}
			return f
		}
	}
	return nil
}

// gripped takes what a struck wrist did with its weapon: the wound's own moment, or one beside a deeper wound's.
func (w *witness) gripped(e rules.Event, s rules.Step) {
	frame := "wrist_lost"
	if e.OK {
		frame = "wrist_kept"
	}
	for i := len(w.Moments) - 1; i >= 0; i-- {
		f := &w.Moments[i]
		if f.Target != e.Seat || f.Wounds == 0 || f.Where != "wrist" {
			continue
		}
		told := *f
		told.Frame, told.Step = frame, s.N
		if s.P > 0 {
			told.P *= s.P
		}
		if f.Frame == "wound" || f.Frame == "broken_guard" {
			*f = told
			return
		}
		told.First = false
		w.Moments = append(w.Moments, told)
		return
	}
}

// scored takes a point of a sparring match.
func (w *witness) scored(e rules.Event, s rules.Step) {
	f := rules.Moment{Frame: "point", Actor: e.Seat, Target: e.At, P: 1, Left: e.Left, First: w.FirstBlood()}
	if e.N > 1 {
		f.Frame = "point_deep"
	}
	of := e.Of
	if b := w.blows.by(e.Seat); b != nil {
		b.wounded = true
		of, f.P, f.Cost, f.Where = b.used(), b.p, b.cost, b.where
		if b.broken {
			f.P *= b.brokenP
		}
	}
	w.add(f, e.With, of, s)
}

// made is a weapon's family with what it is made of in view: an oar has no steel. In a sparring match no sword has any,
// whatever it is called.
func (w *witness) made(with, of string) string {
	switch {
	case of != "blade" && of != "short":
		return of
	case wooden(with):
		return "wooden"
	case w.Match:
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
		if strings.HasSuffix(what, " at the "+where.Name) {
			return where.Name
		}
	}
	return ""
}
