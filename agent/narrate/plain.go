package narrate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/text"
)

// plainWitness is the witness of a system whose dialect has none, as the toy of rules/rulestest has none. Each decision
// has its law line, with the dice thrown for it, what they had to reach, and whom it hurt; the events that all systems
// share become facts. It must make sense of whatever such a system says, so an event that it does not know is left out.
type plainWitness struct {
	*rules.Passage
	life   string      // the noun for what combatants live by; empty: a Wound
	attack rules.Event // the declaration of the attack under way
}

// plainKinds are the kinds of events that it words; the first three are about dice.
var plainKinds = []string{"check", "contest", "damage", "wound", "gain", "down", "status", "reveal", "end"}

// Over adds what dice have come to if no event tells it. It returns false: a passage is over when the next decision
// begins another.
func (w *plainWitness) Over(s rules.Step) bool {
	tells := func(e rules.Event) bool { return !e.Secret && slices.Contains(plainKinds[:3], e.Kind) }
	if len(s.Roll) > 0 && !slices.ContainsFunc(s.Events, tells) {
		w.addThrow(s.Seat, "dice", strings.Trim(fmt.Sprint(s.Roll), "[]")+": "+text.Escape(s.Do))
	}
	return false
}

// Event adds the law and the fact of an event.
func (w *plainWitness) Event(e rules.Event, s rules.Step) {
	seat := text.Escape(e.Seat)
	f := rules.Fact{Step: s.N, By: e.Seat, To: e.At, P: cmp.Or(s.P, 1)}
	switch e.Kind {
	case "turn":
		w.attack = rules.Event{}
	case "declare":
		w.attack = e
	case "move":
		f.Kind, f.Spot = "move", e.To
	case "check":
		came := s.ThrowText(e) + " " + text.Either(e.OK, "success", "failure")
		if s.P > 0 && len(s.Roll) > 0 {
			came = s.OddsText("succeeds", e.OK) + ": " + came
		}
		w.addThrow(s.Seat, e.What, came)
		if e.At != "" && e.Seat == w.attack.Seat && e.At == w.attack.At && !e.OK {
			f.Kind, f.What, f.With = "miss", w.attack.What, w.attack.With
		}
	case "contest":
		w.addThrow(s.Seat, e.What, s.ThrowText(e)+" "+text.Either(e.OK, "won", "not won"))
	case "damage":
		w.addThrow(s.Seat, "damage of "+e.With, s.Sum(e))
	case "wound":
		w.Law.And(fmt.Sprintf("%s loses %s (%d left)", seat, text.Count(e.N, text.Escape(cmp.Or(w.life, "Wound"))), e.Left))
		f.Kind, f.By, f.To = "wound", e.At, e.Seat
		w.Wound(&f, e.Seat, e.N, e.Left)
		switch {
		case e.At == "" || e.At == e.Seat:
			f.Kind, f.By, f.To = "hurt", e.Seat, ""
		case w.attack.Seat == e.At && (w.attack.At == e.Seat || w.attack.At == ""): // it is the attack under way
			f.What, f.With = w.attack.What, w.attack.With
		}
	case "gain":
		w.Law.And(fmt.Sprintf("%s gains %d %s (%d now)", seat, e.N, text.Escape(e.Of), e.Left))
	case "down":
		w.Law.Tail(", " + seat + " down")
		f.Kind, f.To, f.Fate = "sunk", "", e.What
		// If the last fact is a wound of theirs in this step, it is what has felled them, and becomes the fall.
		last := w.Latest(func(*rules.Fact) bool { return true })
		if last != nil && last.Step == s.N && (last.To == e.Seat || last.Kind == "hurt" && last.By == e.Seat) {
			w.MakeFall(last, e.What)
			f.Kind = ""
		}
	case "status":
		w.Law.And(seat + " is " + text.Escape(e.What) + text.Either(e.OK, "", " no longer"))
	case "reveal":
		w.Law.And(seat + " reveals " + text.Escape(e.What))
	}
	if f.Kind != "" {
		w.Facts = append(w.Facts, f)
	}
}

// addThrow adds what dice have come to: to the decision that the passage began with, or as a sentence of its own if
// somebody else threw them.
func (w *plainWitness) addThrow(by, what, came string) {
	if what = text.Escape(what); by == "" || by == w.Seat {
		w.Law.Throw(what, came)
	} else {
		w.Law.And(text.Escape(by) + "'s " + what + " " + came)
	}
}
