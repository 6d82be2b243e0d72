package narrate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/text"
)

// plain is the witness of a system whose dialect has none: each decision has its law line, with the dice thrown for it, what they had to
// reach, and whom it hurt, and what all systems share makes facts.
type plain struct {
	*rules.Passage
	life string
	deed rules.Event // the attack under way
}

// plainKinds are the kinds of events that it words.
var plainKinds = []string{"check", "contest", "damage", "wound", "gain", "down", "status", "reveal", "end"}

// Over says what dice have come to that no event tells. A decision is over with the next.
func (w *plain) Over(s rules.Step) bool {
	if len(s.Roll) > 0 && !slices.ContainsFunc(s.Events, func(e rules.Event) bool { return !e.Secret && slices.Contains(plainKinds[:3], e.Kind) }) {
		w.thrown(s.Seat, "dice", strings.Trim(fmt.Sprint(s.Roll), "[]")+": "+text.Escape(s.Do))
	}
	return false
}

// Event adds what an event of any system says.
func (w *plain) Event(e rules.Event, s rules.Step) {
	seat := text.Escape(e.Seat)
	f := rules.Fact{Step: s.N, By: e.Seat, To: e.At, P: cmp.Or(s.P, 1)}
	switch e.Kind {
	case "turn":
		w.deed = rules.Event{}
	case "declare":
		w.deed = e
	case "move":
		f.Kind, f.Spot = "move", e.To
	case "check":
		txt := fmt.Sprintf("%s %s", s.ThrowText(e), map[bool]string{true: "success", false: "failure"}[e.OK])
		if s.P > 0 && len(s.Roll) > 0 {
			txt = s.OddsText("succeeds", e.OK) + ": " + txt
		}
		w.thrown(s.Seat, e.What, txt)
		if e.At != "" && e.Seat == w.deed.Seat && e.At == w.deed.At && !e.OK {
			f.Kind, f.What, f.With = "miss", w.deed.What, w.deed.With
		}
	case "contest":
		w.thrown(s.Seat, e.What, s.ThrowText(e)+" "+map[bool]string{true: "won", false: "not won"}[e.OK])
	case "damage":
		w.thrown(s.Seat, "damage of "+e.With, s.Sum(e))
	case "wound":
		w.Law.And(fmt.Sprintf("%s loses %s (%d left)", seat, text.Count(e.N, text.Escape(cmp.Or(w.life, "Wound"))), e.Left))
		f.Kind, f.By, f.To = "wound", e.At, e.Seat
		w.Wound(&f, e.Seat, e.N, e.Left)
		switch {
		case e.At == "" || e.At == e.Seat:
			f.Kind, f.By, f.To = "hurt", e.Seat, ""
		case w.deed.Seat == e.At && (w.deed.At == e.Seat || w.deed.At == ""): // the attack under way is that one's
			f.What, f.With = w.deed.What, w.deed.With
		}
	case "gain":
		w.Law.And(fmt.Sprintf("%s gains %d %s (%d now)", seat, e.N, text.Escape(e.Of), e.Left))
	case "down":
		w.Law.Tail(", " + seat + " down")
		f.Kind, f.To, f.Fate = "sunk", "", e.What
		last := w.Latest(func(*rules.Fact) bool { return true })
		if last != nil && last.Step == s.N && (last.To == e.Seat || last.Kind == "hurt" && last.By == e.Seat) {
			last.Kind = map[bool]string{true: "sunk", false: "fall"}[last.Kind == "hurt"]
			last.Fate, f.Kind = e.What, ""
		}
	case "status":
		w.Law.And(seat + " is " + text.Escape(e.What) + map[bool]string{true: "", false: " no longer"}[e.OK])
	case "reveal":
		w.Law.And(seat + " reveals " + text.Escape(e.What))
	}
	if f.Kind != "" {
		w.Facts = append(w.Facts, f)
	}
}

// thrown adds what dice have come to. Those of somebody else than whose passage it is are no part of the decision it ends with.
func (w *plain) thrown(by, what, came string) {
	if what = text.Escape(what); by == "" || by == w.Seat {
		w.Law.Throw(what, came)
	} else {
		w.Law.And(text.Escape(by) + "'s " + what + " " + came)
	}
}
