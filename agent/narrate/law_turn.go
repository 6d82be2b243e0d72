package narrate

import (
	"fmt"
	"math"
	"strings"

	"kokyu/rules"
	"kokyu/rules/strict"
)

// turnEvent adds one event of a turn to the law: what was declared, answered and replaced, what the dice showed and made of
// it.
func (l *law) turnEvent(e rules.Event, s rules.Step, roll []int) {
	seat, what := strict.Escape(e.Seat), strict.Escape(e.What)
	switch e.Kind {
	case "initiative":
		l.begin(fmt.Sprintf("%s wins the initiative (%s)", seat, strings.Trim(fmt.Sprint(roll), "[]")))
	case "turn":
		if l.first {
			l.and(seat + " begins")
		}
	case "declare":
		l.actor, l.target, l.goal = e.Seat, e.At, e.To
		if e.To != "" { // at a square: who answers is named
			l.target = ""
		}
		l.begin(deed(e))
	case "react":
		text := using(e)
		if e.Seat != l.target {
			text = seat + " " + text
		}
		l.and(fmt.Sprintf("%s (%d)", text, e.Paid))
	case "reveal":
		if e.What == "feint" {
			l.and("a feint")
		}
	case "tempo":
		text := using(e)
		if e.Paid > 0 {
			text += fmt.Sprintf(" (%d more)", e.Paid)
		}
		l.and(text)
	case "check":
		if e.What == "recover stamina" {
			l.begin(what)
			l.and(l.thrown(e, s))
			break
		}
		l.and(l.named(e) + l.thrown(e, s))
	case "outcome":
		if e.What != "move" { // where it leads is told
			l.and(strict.Escape(e.Of) + " without a throw")
		}
	case "foil":
		if e.Seat == l.actor {
			seat = "the"
		} else {
			seat += "'s"
		}
		l.and(seat + " " + what + " stops it")
	case "harm":
		l.and(l.harm(e, s, roll))
	case "wound":
		text := fmt.Sprintf("%s wound (%s left)", strict.Escape(e.Of), boxes(e.Left))
		if e.Seat != l.target {
			text = seat + " " + text
		}
		l.and(text)
	case "down":
		l.and(seat + " down")
	case "spend":
		if e.What == "wound" {
			l.and(l.who(e.Seat, fmt.Sprintf("loses %d AP", e.N)))
		}
	case "status":
		l.stands(e)
	case "drop":
		l.and(fmt.Sprintf("%s loses the %s at %s", seat, strict.Escape(e.With), strict.Escape(e.To)))
	case "take":
		if !l.says(what) {
			l.and(l.who(e.Seat, "has the "+strict.Escape(e.With)))
		}
	case "reload":
		if e.Left == 0 {
			l.and("loaded")
			break
		}
		l.and(fmt.Sprintf("%d AP done, %d to go", e.N, e.Left))
	case "move":
		if e.Seat != l.actor || e.To != l.goal {
			l.and(l.who(e.Seat, "gets to "+strict.Escape(e.To)))
		}
	case "gain":
		if !l.says("recover stamina") {
			l.begin("recover stamina")
		}
		l.and(fmt.Sprintf("%d AP back (%d)", e.N, e.Left))
	}
}

// deed is an action as it is declared: "long sword cut > Bertran", "combat move > e5".
func deed(e rules.Event) string {
	text := strict.Escape(e.What)
	switch e.What {
	case "melee attack", "ranged attack":
		text = strict.Escape(e.With)
	default:
		if e.With != "" && e.What != "unarmed attack" && e.What != "disarm" {
			text += " " + strict.Escape(e.With)
		}
	}
	switch {
	case e.To != "" && e.What != "reload":
		text += " > " + strict.Escape(e.To)
	case e.At != "":
		text += " > " + strict.Escape(e.At)
	}
	if e.What == "reload" {
		text += fmt.Sprintf(" for %d", e.N)
	}
	return text
}

// using is an answer with what it strikes with; a parry is made with what is in hand.
func using(e rules.Event) string {
	switch e.What {
	case "counter-attack", "counter-fire", "double", "ct counter-attack":
		return strict.Escape(e.What) + " with " + strict.Escape(e.With)
	}
	return strict.Escape(e.What)
}

// named says whose check it is and of what, where that is not the declared action's.
func (l *law) named(e rules.Event) string {
	if e.Seat == l.actor && !strings.HasPrefix(e.What, "ct ") && e.What != "feint" {
		return ""
	}
	return l.who(e.Seat, strict.Escape(e.What)) + " "
}

// thrown is "54 %: throw 3, result 5 vs 1 hit". The chance is of the first check of a throw; a feint needs nothing.
func (l *law) thrown(e rules.Event, s rules.Step) string {
	text := fmt.Sprintf("throw %d, result %d", e.N, e.Total)
	if e.What != "feint" {
		text += fmt.Sprintf(" vs %d", e.Need)
		if e.Of != "" {
			text += " " + strict.Escape(e.Of)
		}
	}
	if s.P > 0 && l.odds != s.N {
		l.odds = s.N
		if e.What != "feint" {
			text = chance(e, s) + ": " + text
		}
	}
	return text
}

// harm is "42 %: 3+4=7 slash".
func (l *law) harm(e rules.Event, s rules.Step, roll []int) string {
	text := fmt.Sprintf("%s %s", sum(e, roll), strict.Escape(e.What))
	if e.Total == 0 {
		text = "no damage"
	}
	if s.P > 0 {
		text = fmt.Sprintf("%.0f %%: ", math.Round(100*s.P)) + text
	}
	if e.At != l.actor {
		text = strict.Escape(e.At) + " " + text
	}
	return text
}

func boxes(n int) string {
	if n == 1 {
		return "1 box"
	}
	return fmt.Sprintf("%d boxes", n)
}

// stands tells a status that began; of two who are in it together once.
func (l *law) stands(e rules.Event) {
	seat, at, what := strict.Escape(e.Seat), strict.Escape(e.At), strict.Escape(e.What)
	switch {
	case e.What == "aimed":
		l.and("aimed")
	case e.At == "":
		l.and(l.who(e.Seat, what))
	case e.What == "pinned":
		l.and(fmt.Sprintf("%s pinned by %s", seat, at))
	case !l.says(at + " and " + seat + " " + what):
		l.and(fmt.Sprintf("%s and %s %s", seat, at, what))
	}
}
