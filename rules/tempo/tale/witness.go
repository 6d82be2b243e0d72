package tale

import (
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/text"
)

// The facts of a tale: what the events of a turn come to. An event is small, as that dice were thrown or a box filled;
// a fact is what a person would tell of it, with its reasons.

// witness reads the events of a turn, and keeps what it needs of the action under way to see their reasons.
type witness struct {
	*rules.Passage
	deed    rules.Event            // the declaration of the action under way
	answers map[string]rules.Event // the reactions to it, by seat
	chance  float64                // the chance of what its dice showed
	feinted []string               // feints of this turn that drew an answer, as "Aldric|Bertran"

	// Of the clause that the law line is at:
	actor      string // whose action it is
	target     string
	goalSquare string // where the action is to end
	toldStep   int    // the step whose chance is in the law line
}

// Event takes one event, into the law line and into the facts.
func (w *witness) Event(e rules.Event, s rules.Step) {
	w.tellLaw(e, s)
	w.tellFacts(e, s)
}

// Ends adds to the line of the initiative who begins.
func (w *witness) Ends(e rules.Event, _ rules.Step) {
	if w.Kind == "initiative" && e.Kind == "turn" {
		w.Law.And(text.Escape(e.Seat) + " begins")
	}
}

// tellFacts adds the facts that an event comes to. These kinds have none of their own: round, which the turn that
// begins it tells; spend, which is for the law line; initiative, whose line tells who begins; intent, which is secret
// until it is revealed; and edit, which its step tells.
func (w *witness) tellFacts(e rules.Event, s rules.Step) {
	switch e.Kind {
	case "declare":
		w.deed, w.answers, w.chance = e, map[string]rules.Event{}, 1
	case "react":
		if w.answers != nil {
			w.answers[e.Seat] = e
		}
	case "reveal":
		if e.What == "feint" {
			w.seeFeint(e, s)
		}
	case "tempo":
		w.deed.With, w.deed.Of, w.deed.What = e.With, e.Of, e.What
	case "check", "outcome":
		if e.Kind == "check" {
			w.chance = s.P
		}
		w.seeResult(e, s)
	case "foil":
		w.seeFoiled(e, s)
	case "harm":
		if e.Of == "no" {
			f := w.blow("turned", e.At, e.Seat)
			f.Causes = append(f.Causes, "armour")
			w.Add(f, s)
		}
	case "wound":
		w.seeWound(e, s)
	case "down":
		w.seeFall(e, s)
	case "status":
		w.seeStatus(e, s)
	case "drop":
		what, _, _ := w.usedIn(w.deed.Seat)
		w.Add(rules.Fact{Kind: "disarmed", By: e.Seat, To: e.At, With: e.With, What: what}, s)
	case "take":
		w.Add(rules.Fact{Kind: "armed", By: e.Seat, With: e.With, What: e.What}, s)
	case "move":
		to := text.Either(e.Seat == w.deed.Seat, w.deed.At, "") // whom its own move was declared against
		w.Add(rules.Fact{Kind: "move", By: e.Seat, To: to, What: w.deed.What}, s)
	case "gain":
		if e.Seat == w.Seat {
			w.Regain += e.N
		}
	}
}

// usedIn returns somebody's action or answer, empty if it is only a blow, and the weapon of it with its family.
func (w *witness) usedIn(seat string) (what, weapon, family string) {
	e := w.answers[seat]
	if seat == w.deed.Seat {
		e = w.deed
	}
	return text.Either(canMiss(e.What), "", strings.TrimPrefix(e.What, "ct ")), e.With, familyOf(e.With, e.Of)
}

// blow returns a fact of somebody's blow at somebody else, with the answer to it and the reasons that the events give.
func (w *witness) blow(kind, by, to string) rules.Fact {
	f := rules.Fact{Kind: kind, By: by, To: to, P: w.chance}
	f.What, f.With, f.Family = w.usedIn(by)
	if by != w.deed.Seat {
		f.Because(true, "counter")
		f.Because(strings.Contains(w.deed.What, "move"), "moving")
		return f
	}
	a, answered := w.answers[to]
	f.Answer, f.Against = strings.TrimPrefix(a.What, "ct "), a.With
	f.Because(answered, "late")
	f.Because(!answered && w.Purse(to) == 0, "spent")
	f.Because(!answered && w.Purse(to) != 0, "unanswered")
	f.Because(slices.Contains(w.feinted, by+"|"+to), "feint")
	return f
}

// seeFeint adds the fact of a feint that is revealed. It has worked if it drew a Parry or an Evade; any other answer,
// or none, has not been drawn by it.
func (w *witness) seeFeint(e rules.Event, s rules.Step) {
	a := w.answers[e.At]
	f := rules.Fact{Kind: "feint", By: e.Seat, To: e.At, What: "feint", With: w.deed.With,
		Family: familyOf(w.deed.With, w.deed.Of), Answer: a.What}
	if a.What != "parry" && a.What != "evade" {
		f.Kind = "feint stopped"
	} else {
		w.feinted = append(w.feinted, e.Seat+"|"+e.At)
	}
	w.Add(f, s)
}

// seeResult adds the fact of what an action came to: of a Press or an Escape its success, of a blow its miss.
func (w *witness) seeResult(e rules.Event, s rules.Step) {
	switch {
	case e.What == "press" && e.OK, e.What == "escape" && e.OK:
		w.Add(rules.Fact{Kind: e.What, By: e.Seat, To: e.At}, s)
	case e.OK || !canMiss(e.What) || e.Seat != w.deed.Seat:
	default:
		f := w.blow("miss", e.Seat, e.At)
		f.Causes = nil
		w.Add(f, s)
	}
}

// seeFoiled adds the fact of what somebody's answer stopped, and takes back the facts of what it stopped.
func (w *witness) seeFoiled(e rules.Event, s rules.Step) {
	w.Facts = slices.DeleteFunc(w.Facts, func(f rules.Fact) bool {
		return f.Step == s.N && f.By == e.At && (f.Kind == "press" || f.Kind == "escape" || f.Kind == "miss")
	})
	if !slices.Contains([]string{"parry", "ct parry", "evade", "dodge", "wind"}, e.What) {
		return
	}
	f := w.blow("stopped", e.At, e.Seat)
	f.Causes, f.Answer = nil, strings.TrimPrefix(e.What, "ct ")
	if e.What == "ct parry" {
		f.Causes = []string{"counter"}
	}
	w.Add(f, s)
}

// How deep a wound of a category is told to be, as a share of what a person can take: the document has no points, only
// categories.
const (
	minorDepth    = 0.1
	moderateDepth = 0.35
	severeDepth   = 0.7
)

// seeWound adds the fact of a wound.
func (w *witness) seeWound(e rules.Event, s rules.Step) {
	f := w.blow("wound", e.At, e.Seat)
	w.Wound(&f, e.Seat, e.N, e.Left)
	f.Depth = map[string]float64{"minor": minorDepth, "moderate": moderateDepth, "severe": severeDepth}[e.Of]
	w.Add(f, s)
}

// seeFall makes the fact of the wound that took somebody out that of a fall, or adds one.
func (w *witness) seeFall(e rules.Event, s rules.Step) {
	if f := w.WoundOf(e.Seat, s); f != nil {
		w.MakeFall(f, e.What)
		return
	}
	f := w.blow("fall", e.At, e.Seat)
	f.First = w.FirstBlood()
	w.Add(f, s)
}

// seeStatus adds the fact of a status that began; of a bind or a grapple only for whoever brought it about.
func (w *witness) seeStatus(e rules.Event, s rules.Step) {
	f := rules.Fact{By: e.Seat, To: e.At}
	switch {
	case !e.OK:
		return
	case e.What == "bound" && e.Seat == w.deed.Seat:
		f.Kind = "bind"
	case e.What == "grappled" && e.Seat == w.deed.Seat && w.deed.What == "grapple":
		f.Kind = "grapple"
	case e.What == "grappled" && w.deed.What == "escape": // out of a pin, and still held
		w.Facts = slices.DeleteFunc(w.Facts, func(f rules.Fact) bool { return f.Step == s.N && f.Kind == "escape" })
		return
	case e.What == "pinned":
		f.Kind, f.By, f.To = "pin", e.At, e.Seat
	case e.What == "on guard" && canMiss(w.deed.What) && e.Seat == w.deed.At:
		f.Kind = "roused"
	default:
		return
	}
	w.Add(f, s)
}

// canMiss reports whether an action is a blow that can miss.
func canMiss(what string) bool {
	return slices.Contains([]string{"melee attack", "unarmed attack", "ct counter-attack", "ranged attack", "counter-attack"}, what)
}

// familyOf returns the family of a weapon, which chooses the words a tale has for it: by its name, else by its skill;
// empty if neither is known.
func familyOf(weapon, skill string) string {
	for _, word := range []struct{ in, family string }{{"dagger", "short"}, {"knife", "short"}, {"crossbow", "crossbow"},
		{"spear", "spear"}, {"pike", "spear"}, {"staff", "staff"}} {
		if skill != "throwing" && strings.Contains(weapon, word.in) {
			return word.family
		}
	}
	return map[string]string{"blades": "blade", "axes": "axe", "clubs": "club", "polearms": "pole",
		"firearms": "gun", "bows": "bow", "throwing": "thrown", "brawling": "unarmed"}[skill]
}
