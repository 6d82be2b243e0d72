package tale

import (
	"fmt"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/text"
)

// Castings in the tale and in the law line.

// castTells is what lines must say of castings.
var castTells = map[string][]string{
	"chant": {
		"chant, syllable*, verse",
		"begins, begin, begun, opens, opened, is inside, goes out again, started",
	},
	"chant_broken": {
		"chant",
		"runs out, comes apart, falls, goes from, breaks, goes out, already gone, no more, sand again, spills, slips off, undone, lost",
	},
	"backlash": {
		"is paid, comes back, uphill, believed, beneath, pays it, closes itself, returns to, toward {actor}, turns on",
		"only {actor}, under it, bites, poured for, to {actor}, {actor} who is, not quite standing, something tears, does not knock, everything it, the caller, finds it, sent from",
	},
	"spell": {
		"holds, it is done, taken hold, stays, is true now, begun to be so, at work, spell is there, what it comes for, spell keeps it, is answered, a law, goes on in",
	},
}

// chanting takes what only castings tell, and says whether it was that.
func (w *witness) chanting(e rules.Event, s rules.Step) bool {
	m := rules.Moment{Actor: e.Seat, Target: e.At, P: 1, Cost: w.doing.N}
	switch {
	case e.Kind == "chant" && e.N == 1 && e.Left > 0:
		m.Frame = "chant"
	case e.Kind == "snap" && !e.OK:
		m.Frame = "chant_broken"
	case e.Kind == "backlash":
		m.Frame = "backlash"
	case e.Kind == "spell" && e.OK:
		m.Frame = "spell"
	default:
		return e.Kind == "chant" || e.Kind == "snap" || e.Kind == "spell"
	}
	w.add(m, "", "", s)
	return true
}

// castLaw words what castings do, exactly.
func (w *witness) castLaw(e rules.Event) {
	what := text.Escape(e.What)
	switch e.Kind {
	case "chant":
		if e.Left > 0 {
			w.Law.And(fmt.Sprintf("stage %d, %d to come", e.N, e.Left))
		}
		if !e.OK {
			w.Law.And("before its round")
		}
	case "slot":
		w.Law.And(fmt.Sprintf("a slot of %s (%d left)", rows.DanName(e.N), e.Left))
	case "snap":
		if !w.Law.Says("let go of " + what) {
			w.Law.And(w.who(e.Seat, "loses "+what))
		}
	case "backlash":
		w.Law.And(w.who(e.Seat, "is turned on by "+what))
	case "shield":
		w.Law.And(fmt.Sprintf("%s's %s takes %s (%d left)", text.Escape(e.Seat), what, rules.Several(e.N, "Wound"), e.Left))
	case "lay":
		txt := what + " on " + text.Escape(e.To)
		if e.N > 0 {
			txt += fmt.Sprintf(" (%d)", e.N)
		}
		if !e.OK {
			txt = "no more " + what + " on " + text.Escape(e.To)
		}
		w.Law.And(txt)
	}
}
