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
	case "contest":
		if !e.OK {
			r.stayed(e, s)
		}
	case "distance":
		r.stepped(e, s)
	case "guard":
		r.guarded(e, s)
	case "break":
		if r.open.kind != "lull" { // by standing off it breaks of itself
			r.add(Facts{Frame: "guard_gone", Actor: e.At, Target: e.Seat, P: 1}, "", "", s)
		}
	case "opening":
		r.closed(e, s)
	case "location":
		if f := r.struck(e, s); f != nil && e.What != "wrist" {
			f.Frame, f.Where = Frame(e.What), e.What
		}
	case "point":
		r.scored(e, s)
	}
}

// stayed takes a contest that changed nothing: lost or tied, the distance is what it was.
func (r *reader) stayed(e rules.Event, s rules.Step) {
	f := Facts{Frame: "step_held", Actor: e.Seat, Target: e.At, P: s.P}
	switch e.What {
	case "push out":
		f.Frame = "push_lost"
	case "slip away":
		f.Frame = "slip_lost"
	}
	r.add(f, "", "", s)
}

// stepped takes a new distance: how it came about, and where the two stand now.
func (r *reader) stepped(e rules.Event, s rules.Step) {
	f := Facts{Frame: "step_free", Actor: e.Seat, Target: e.At, P: 1}
	if slices.ContainsFunc(s.Events, func(e rules.Event) bool { return e.Kind == "contest" }) {
		f.Frame, f.P = "step_won", s.P
	}
	switch e.What {
	case "push out":
		f.Frame = "push_won"
		r.add(f, "", "", s)
		return
	case "slip away":
		f.Frame = "slip_won"
		r.add(f, "", "", s)
		return
	case "the blades lock":
	default:
		r.add(f, "", "", s)
	}
	for _, fr := range frames {
		if fr.rung != "" && fr.rung == e.To {
			r.add(Facts{Frame: fr.name, Actor: e.Seat, Target: e.At, P: 1, Distance: e.To}, "", "", s)
		}
	}
}

// guarded takes guard lost or regained.
func (r *reader) guarded(e rules.Event, s rules.Step) {
	if e.OK {
		r.add(Facts{Frame: "recovered", Actor: e.Seat, P: 1}, "", "", s)
		return
	}
	f := Facts{Frame: "shaved", Actor: e.At, Target: e.Seat, P: 1}
	b := r.exchange.by(e.At)
	switch e.What {
	case "standing off":
		r.add(Facts{Frame: "stood_off", Actor: e.Seat, P: 1}, "", "", s)
	case "a near miss":
		r.neared(e, s)
	case "a feint landed":
		f.Frame = "feint"
		r.drawn(f, b, s)
	case "an empty hand":
		f.Frame = "empty_hand"
		r.drawn(f, b, s)
	case "the distance is lost":
		r.add(f, "", "", s)
	case "a blow landed":
		if b == nil || !b.wounded {
			r.add(f, "", "", s)
		}
	}
}

// drawn notes a blow that took guard and nothing else.
func (r *reader) drawn(f Facts, b *blow, s rules.Step) {
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
	r.add(f, with, of, s)
}

// neared makes the latest miss the near one it was.
func (r *reader) neared(e rules.Event, s rules.Step) {
	b, n := r.exchange.by(e.At), len(r.open.moments)
	if b == nil || n == 0 {
		return
	}
	if f := &r.open.moments[n-1]; f.Step == s.N && f.Actor == e.At && (f.Frame == "miss" || f.Frame == "miss_shot") {
		f.Frame, f.Where = "near_miss", b.where
	}
}

// closed takes an opening that has ended, by the blow it was for or unused.
func (r *reader) closed(e rules.Event, s rules.Step) {
	if e.What == "past" {
		r.add(Facts{Frame: "opening_past", Actor: e.Seat, P: 1}, "", "", s)
		return
	}
	for i := range r.open.moments {
		f := &r.open.moments[i]
		if f.Step == s.N && f.Target == e.Seat && f.Frame == "critical" {
			f.Frame = "window"
		}
	}
}

// struck finds the wound whose location an event names, nil if there is none, or if it was a critical: then that is
// told.
func (r *reader) struck(e rules.Event, s rules.Step) *Facts {
	for i := len(r.open.moments) - 1; i >= 0; i-- {
		f := &r.open.moments[i]
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
func (r *reader) gripped(e rules.Event, s rules.Step) {
	frame := Frame("wrist_lost")
	if e.OK {
		frame = "wrist_kept"
	}
	for i := len(r.open.moments) - 1; i >= 0; i-- {
		f := &r.open.moments[i]
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
		r.open.moments = append(r.open.moments, told)
		return
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
