package tale

import (
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/text"
)

// What the events say is decided here, moment by moment.

// witness reads the events of a turn: the action under way, and what came of it.
type witness struct {
	*rules.Passage
	deed    rules.Event            // its declaration
	of      string                 // the family of what it is done with
	answers map[string]rules.Event // by seat
	winded  bool                   // what the stamina gave back is not all of it

	actor  string // whose action the last clause of the law line is
	target string
	goal   string // where it is to end
	odds   int    // the step whose chance has been told
}

// Event takes one event, into the law line and into the moments.
func (w *witness) Event(e rules.Event, s rules.Step) {
	w.law(e, s)
	w.tale(e, s)
}

// Ends says in the line of the initiative who begins.
func (w *witness) Ends(e rules.Event, _ rules.Step) {
	if w.Kind == "initiative" && e.Kind == "turn" {
		w.Law.And(text.Escape(e.Seat) + " begins")
	}
}

// Over is never so: a turn ends where the next begins.
func (w *witness) Over(rules.Step) bool { return false }

// tale takes one event of a turn.
func (w *witness) tale(e rules.Event, s rules.Step) {
	pair := rules.Moment{Actor: e.Seat, Target: e.At, P: 1}
	switch e.Kind {
	case "declare":
		w.deed, w.of, w.answers = e, familyOf(e.With, e.Of), map[string]rules.Event{}
	case "react":
		if w.answers != nil {
			w.answers[e.Seat] = e
		}
	case "reveal":
		if a := w.answers[e.At]; e.What == "feint" && (a.What == "parry" || a.What == "evade") { // somebody is fooled by it
			w.note("feigned", pair, "", "", s)
		}
	case "tempo":
		w.deed.With, w.of = e.With, familyOf(e.With, e.Of)
		w.note("countertempo", pair, "", "", s)
	case "check":
		pair.P = s.P
		w.winded = e.What == "recover stamina" && !e.OK
		w.resolved(e, pair, s)
	case "outcome":
		w.resolved(e, pair, s)
	case "foil":
		w.foiled(e, pair, s)
	case "harm":
		if e.Of == "no" {
			w.note("turned", rules.Moment{Actor: e.At, Target: e.Seat, P: 1}, "", "", s)
		}
	case "wound":
		f := rules.Moment{Actor: e.At, Target: e.Seat, P: 1, Wounds: e.N, Left: e.Left, First: w.FirstBlood()}
		w.note(map[string]string{"minor": "scratch", "moderate": "gash", "severe": "grievous"}[e.Of], f, "", "", s)
	case "down":
		w.note("felled", rules.Moment{Actor: e.At, Target: e.Seat, P: 1, First: w.FirstBlood(), Last: w.Alone(e.Seat)}, "", "", s)
	case "status":
		w.stands(e, pair, s)
	case "drop":
		w.note("struck", rules.Moment{Actor: e.At, Target: e.Seat, P: 1}, e.With, "", s)
	case "take":
		w.note("drawn", pair, e.With, "", s)
	case "reload":
		w.note("loading", pair, e.With, w.of, s)
	case "move":
		w.note("pace", pair, "", "", s)
	case "gain":
		if e.Seat == w.Seat {
			w.Regained += e.N
		}
		if !w.winded {
			w.note("rested", pair, "", "", s)
		}
	}
}

// note keeps a moment, if it is one of a frame that has words for all it needs.
func (w *witness) note(frame string, m rules.Moment, with, of string, s rules.Step) {
	i := slices.IndexFunc(frames, func(f rules.Frame) bool { return f.Name == frame })
	if i < 0 || strings.Contains(frames[i].Needs, "target") && m.Target == "" || strings.Contains(frames[i].Needs, "actor") && m.Actor == "" {
		return
	}
	m.Frame, m.Step, m.Weapon, m.Family = frame, s.N, with, of
	m.With, m.Kind = w.used(m.Actor)
	w.Note(m)
}

// used is what somebody acts or answers with, and of what family that is.
func (w *witness) used(seat string) (weapon, family string) {
	if seat == w.deed.Seat {
		return w.deed.With, w.of
	}
	a := w.answers[seat]
	return a.With, familyOf(a.With, a.Of)
}

// resolved takes what an action or an answer came to.
func (w *witness) resolved(e rules.Event, f rules.Moment, s rules.Step) {
	frame, wins := won[e.What]
	switch {
	case frame == "riposte" && !misses(w.deed.What): // at one who only moves or reaches: the wound is told
	case wins && e.OK:
		w.note(frame, f, "", "", s)
	case e.OK || !misses(e.What) || e.Seat != w.deed.Seat:
	case e.What == "ranged attack":
		w.note("shot_wide", f, "", w.of, s)
	default:
		w.note("swing", f, "", w.of, s)
	}
}

// foiled takes what came to nothing by somebody's doing: it is told instead of what it stopped.
func (w *witness) foiled(e rules.Event, f rules.Moment, s rules.Step) {
	w.Moments = slices.DeleteFunc(w.Moments, func(m rules.Moment) bool {
		return m.Step == s.N && m.Actor == e.At && (m.Frame == "press" || m.Frame == "escape" || m.Frame == "riposte" || m.Frame == "swing" || m.Frame == "shot_wide")
	})
	switch e.What {
	case "parry", "ct parry":
		of := w.of
		if a, ok := w.answers[e.Seat]; ok {
			of = familyOf(a.With, a.Of)
		}
		w.note("parry", f, "", of, s)
	case "evade":
		w.note("evade", f, "", "", s)
	case "dodge":
		w.note("shot_wide", rules.Moment{Actor: e.At, Target: e.Seat, P: f.P}, "", w.of, s)
	case "wind":
		w.note("wind", f, "", "", s)
	}
}

// stands takes a status that began. Of a bind or a grapple, who brought it about is told.
func (w *witness) stands(e rules.Event, f rules.Moment, s rules.Step) {
	switch {
	case e.What == "bound" && e.Seat == w.deed.Seat:
		w.note("bind", f, "", "", s)
	case e.What == "grappled" && e.Seat == w.deed.Seat && w.deed.What == "grapple":
		w.note("grapple", f, "", "", s)
	case e.What == "grappled" && w.deed.What == "escape": // out of a pin, and still held
		w.Moments = slices.DeleteFunc(w.Moments, func(m rules.Moment) bool { return m.Step == s.N && m.Frame == "escape" })
	case e.What == "pinned":
		w.note("pin", rules.Moment{Actor: e.At, Target: e.Seat, P: 1}, "", "", s)
	case e.What == "aimed":
		w.note("aim", f, "", w.of, s)
	case e.What == "on guard" && w.deed.What == "ready" && e.Seat == w.deed.Seat:
		w.note("guard_up", f, "", "", s)
	case e.What == "on guard" && misses(w.deed.What) && e.Seat == w.deed.At:
		w.note("roused", f, "", "", s)
	}
}

// won are the frames of what succeeds: actions, and an answer.
var won = map[string]string{"press": "press", "escape": "escape", "counter-attack": "riposte"}

// misses says whether an action is a blow that can miss.
func misses(what string) bool {
	switch what {
	case "melee attack", "unarmed attack", "ct counter-attack", "ranged attack":
		return true
	}
	return false
}

// familyOf is what a weapon's words may say of it, by the skill it asks for and the words of its name; none if nobody can
// know.
func familyOf(weapon, skill string) string {
	for _, word := range []struct{ in, family string }{{"dagger", "short"}, {"knife", "short"}, {"crossbow", "crossbow"}, {"spear", "spear"}, {"pike", "spear"}, {"staff", "staff"}} {
		if skill != "throwing" && strings.Contains(weapon, word.in) {
			return word.family
		}
	}
	return map[string]string{"blades": "blade", "axes": "axe", "clubs": "club", "polearms": "pole", "bows": "bow", "throwing": "thrown", "brawling": "unarmed"}[skill]
}
