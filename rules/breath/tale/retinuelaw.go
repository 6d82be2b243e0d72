package tale

import (
	"fmt"
	"strings"

	"kokyu/rules"
	"kokyu/rules/text"
)

// The law line of squads, units, gifts and what is paid otherwise.

// retinue takes one of their events.
func (w *witness) retinue(e rules.Event) {
	seat := text.Escape(e.Seat)
	switch e.Kind {
	case "heads":
		if e.OK {
			w.Law.And(fmt.Sprintf("%s %s", seat, text.Count(e.Left, "head")))
		} else {
			w.Law.Tail(", " + text.Count(e.Left, "head"))
		}
	case "cohesion":
		sign := "-"
		if e.OK {
			sign = "+"
		}
		w.Law.And(fmt.Sprintf("%s Cohesion %s%d (%d), %s", seat, sign, e.N, e.Left, text.Escape(e.What)))
	case "rout":
		w.Law.Tail(", " + seat + " breaks")
	case "give":
		w.Law.And(fmt.Sprintf("%s has %d", text.Escape(e.At), e.Left))
	case "called":
		w.Law.And(seat + " rises")
	case "spend":
		w.Law.And(fmt.Sprintf("%d %s (%d left)", e.N, strings.ReplaceAll(text.Escape(e.Of), "faith", "Faith"), e.Left))
	}
}
