package tale

import (
	"fmt"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/text"
)

// The law line of castings.

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
		w.Law.And(fmt.Sprintf("%s's %s takes %s (%d left)", text.Escape(e.Seat), what, text.Count(e.N, "Wound"), e.Left))
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
