package tale

import (
	"fmt"
	"strings"

	"kokyu/rules"
	"kokyu/rules/text"
)

// The law line: what was declared, answered and replaced, what the dice showed and made of it.

// law takes one event.
func (w *witness) law(e rules.Event, s rules.Step) {
	seat, what := text.Escape(e.Seat), text.Escape(e.What)
	switch e.Kind {
	case "initiative":
		w.Law.Begin(fmt.Sprintf("%s wins the initiative (%s)", seat, strings.Trim(fmt.Sprint(w.Dice), "[]")))
	case "declare":
		w.actor, w.target, w.goal = e.Seat, e.At, e.To
		if e.To != "" { // at a square: who answers is named
			w.target = ""
		}
		w.Law.Begin(declared(e))
	case "react":
		text := using(e)
		if e.Seat != w.target {
			text = seat + " " + text
		}
		w.Law.And(fmt.Sprintf("%s (%d)", text, e.Paid))
	case "reveal":
		if e.What == "feint" {
			w.Law.And("a feint")
		}
	case "tempo":
		text := using(e)
		if e.Paid > 0 {
			text += fmt.Sprintf(" (%d more)", e.Paid)
		}
		w.Law.And(text)
	case "check":
		if e.What == "recover stamina" {
			w.Law.Begin(what)
			w.Law.And(w.thrown(e, s))
			break
		}
		w.Law.And(w.named(e) + w.thrown(e, s))
	case "outcome":
		if e.What != "move" { // where it leads is told
			w.Law.And(text.Escape(e.Of) + " without a throw")
		}
	case "foil":
		if e.Seat == w.actor {
			seat = "the"
		} else {
			seat += "'s"
		}
		w.Law.And(seat + " " + what + " stops it")
	case "harm":
		w.Law.And(w.harm(e, s))
	case "wound":
		text := fmt.Sprintf("%s wound (%s left)", text.Escape(e.Of), boxes(e.Left))
		if e.Seat != w.target {
			text = seat + " " + text
		}
		w.Law.And(text)
	case "down":
		w.Law.And(seat + " down")
	case "spend":
		if e.What == "wound" {
			w.Law.And(w.who(e.Seat, fmt.Sprintf("loses %d AP", e.N)))
		}
	case "status":
		w.status(e)
	case "drop":
		w.Law.And(fmt.Sprintf("%s loses the %s at %s", seat, text.Escape(e.With), text.Escape(e.To)))
	case "take":
		if !w.Law.Says(what) {
			w.Law.And(w.who(e.Seat, "has the "+text.Escape(e.With)))
		}
	case "reload":
		if e.Left == 0 {
			w.Law.And("loaded")
			break
		}
		w.Law.And(fmt.Sprintf("%d AP done, %d to go", e.N, e.Left))
	case "move":
		if e.Seat != w.actor || e.To != w.goal {
			w.Law.And(w.who(e.Seat, "gets to "+text.Escape(e.To)))
		}
	case "gain":
		if !w.Law.Says("recover stamina") {
			w.Law.Begin("recover stamina")
		}
		w.Law.And(fmt.Sprintf("%d AP back (%d)", e.N, e.Left))
	}
}

// declared is an action as it is declared: "long sword cut > Bertran", "combat move > e5".
func declared(e rules.Event) string {
	txt := text.Escape(e.What)
	switch e.What {
	case "melee attack", "ranged attack":
		txt = text.Escape(e.With)
	default:
		if e.With != "" && e.What != "unarmed attack" && e.What != "disarm" {
			txt += " " + text.Escape(e.With)
		}
	}
	switch {
	case e.To != "" && e.What != "reload":
		txt += " > " + text.Escape(e.To)
	case e.At != "":
		txt += " > " + text.Escape(e.At)
	}
	if e.What == "reload" {
		txt += fmt.Sprintf(" for %d", e.N)
	}
	return txt
}

// using is an answer with what it strikes with; a parry is made with what is in hand.
func using(e rules.Event) string {
	switch e.What {
	case "counter-attack", "counter-fire", "double", "ct counter-attack":
		return text.Escape(e.What) + " with " + text.Escape(e.With)
	}
	return text.Escape(e.What)
}

// who puts a name before what happens to somebody, unless it is the turn's actor.
func (w *witness) who(name, txt string) string {
	if name == w.actor {
		return txt
	}
	return text.Escape(name) + " " + txt
}

// named says whose check it is and of what, where that is not the declared action's.
func (w *witness) named(e rules.Event) string {
	if e.Seat == w.actor && !strings.HasPrefix(e.What, "ct ") && e.What != "feint" {
		return ""
	}
	return w.who(e.Seat, text.Escape(e.What)) + " "
}

// thrown is "54 %: throw 3, result 5 vs 1 hit". The chance is of the first check of a throw; a feint needs nothing.
func (w *witness) thrown(e rules.Event, s rules.Step) string {
	txt := fmt.Sprintf("throw %d, result %d", e.N, e.Total)
	if e.What != "feint" {
		txt += fmt.Sprintf(" vs %d", e.Need)
		if e.Of != "" {
			txt += " " + text.Escape(e.Of)
		}
	}
	if s.P > 0 && w.odds != s.N {
		w.odds = s.N
		if e.What != "feint" {
			txt = s.OddsText(e.OK) + ": " + txt
		}
	}
	return txt
}

// harm is "42 %: 3+4=7 slash".
func (w *witness) harm(e rules.Event, s rules.Step) string {
	txt := fmt.Sprintf("%s %s", rules.SumText(e.Total, w.Dice), text.Escape(e.What))
	if e.Total == 0 {
		txt = "no damage"
	}
	if s.P > 0 {
		txt = s.OddsText(true) + ": " + txt
	}
	if e.At != w.actor {
		txt = text.Escape(e.At) + " " + txt
	}
	return txt
}

func boxes(n int) string {
	if n == 1 {
		return "1 box"
	}
	return fmt.Sprintf("%d boxes", n)
}

// status tells one that began; of two who are in it together once.
func (w *witness) status(e rules.Event) {
	seat, at, what := text.Escape(e.Seat), text.Escape(e.At), text.Escape(e.What)
	switch {
	case e.What == "aimed":
		w.Law.And("aimed")
	case e.At == "":
		w.Law.And(w.who(e.Seat, what))
	case e.What == "pinned":
		w.Law.And(fmt.Sprintf("%s pinned by %s", seat, at))
	case !w.Law.Says(at + " and " + seat + " " + what):
		w.Law.And(fmt.Sprintf("%s and %s %s", seat, at, what))
	}
}
