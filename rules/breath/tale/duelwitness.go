package tale

import (
	"slices"

	"kokyu/rules"
)

// The facts of events that only duels have.

// seeDuel takes an event that only duels have.
func (w *witness) seeDuel(e rules.Event, s rules.Step) {
	switch e.Kind {
	case "contest":
		if e.OK {
			break // the step is told
		}
		f := rules.Fact{Kind: "step held", By: e.Seat, To: e.At, What: e.What, P: s.P}
		if e.What == "push out" || e.What == "slip away" {
			f.Kind = "lock kept"
		}
		w.Add(f, s)
	case "distance":
		w.seeStep(e, s)
	case "guard":
		w.seeGuard(e, s)
	case "break":
		if w.Kind != "lull" { // there it breaks by standing off, by nobody's doing
			w.Add(rules.Fact{Kind: "guard broken", By: e.At, To: e.Seat}, s)
		}
	case "opening":
		if e.What == "past" {
			w.Add(rules.Fact{Kind: "opening past", By: e.Seat}, s)
		} else if f := w.latestWound(e.Seat); f != nil && f.Step == s.N { // its Critical window is used
			f.Causes = append([]string{"window"}, f.Causes...)
		}
	case "location":
		if f := w.latestWound(e.Seat); f != nil && f.Step == s.N {
			f.Part = e.What
		}
	case "point":
		w.seePoint(e, s)
	}
}

// seeStep takes a change of distance and how it came about.
func (w *witness) seeStep(e rules.Event, s rules.Step) {
	f := rules.Fact{Kind: "step", By: e.Seat, To: e.At, What: e.What, Spot: distanceWords[e.To], P: 1}
	if slices.ContainsFunc(s.Events, func(e rules.Event) bool { return e.Kind == "contest" }) {
		f.P = s.P
	} else {
		f.Causes = []string{"unanswered"}
	}
	switch e.What {
	case "push out", "slip away":
		f.Kind = "lock broken"
	case "the blades lock":
		f.Kind = "locked"
	}
	w.Add(f, s)
}

// distanceWords has the words of a tale for the rungs, which are terms of the document.
var distanceWords = map[string]string{"far range": "far apart", "issoku itto": "one step out of reach",
	"near range": "within reach of each other", "close fighting": "close together",
	"tsubazeriai": "blade against blade"}

// seeGuard takes guard lost or regained. A blow that has a fact already needs none for the guard it takes.
func (w *witness) seeGuard(e rules.Event, s rules.Step) {
	f := rules.Fact{Kind: "guard shaved", By: e.At, To: e.Seat, What: e.What}
	b := w.blows.latestOf(e.At)
	switch {
	case e.OK:
		f = rules.Fact{Kind: "guard back", By: e.Seat}
	case e.What == "standing off":
		f = rules.Fact{Kind: "stands off", By: e.Seat}
	case e.What == "a near miss":
		if n := len(w.Facts); n > 0 && w.Facts[n-1].Kind == "miss" && w.Facts[n-1].By == e.At {
			w.Facts[n-1].Kind = "near"
		}
		return
	case e.What == "a feint landed" && b != nil:
		b.told = true
		f = w.factOf(b, "feint", s.N)
		w.feinted[b.by+"|"+b.at] = true
	case e.What == "a blow landed" && b != nil && b.told:
		return
	}
	w.Add(f, s)
}

// seePoint takes a point of a sparring match.
func (w *witness) seePoint(e rules.Event, s rules.Step) {
	f := rules.Fact{Kind: "point", Step: s.N, By: e.Seat, To: e.At, With: e.With, Family: madeOf(true, e.With, e.Of)}
	if b := w.blows.latestOf(e.Seat); b != nil {
		b.told = true
		f = w.factOf(b, "point", s.N)
	}
	w.Wound(&f, e.At, e.N, e.Left)
	w.Note(f)
}
