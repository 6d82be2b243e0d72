package tale

import (
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/keep/rows"
)

// What the events say is decided here, moment by moment.

// witness reads the events of a turn: the action under way, and what came of it.
type witness struct {
	*rules.Passage
	deed   rules.Event // its declaration
	of     string      // the family of what it is done with
	called bool        // something was called on the roll
	odds   int         // the step whose chance has been told
}

// Event takes one event, into the law line and into the moments.
func (w *witness) Event(e rules.Event, s rules.Step) {
	w.law(e, s)
	w.tale(e, s)
}

// Ends ends a turn with the beginning of the next.
func (w *witness) Ends(rules.Event, rules.Step) {}

// Over is never so: a turn ends where the next begins.
func (w *witness) Over(rules.Step) bool { return false }

// tale takes one event of a turn.
func (w *witness) tale(e rules.Event, s rules.Step) {
	pair := rules.Moment{Actor: e.Seat, Target: e.At, P: 1}
	turned := rules.Moment{Actor: e.At, Target: e.Seat, P: 1}
	switch e.Kind {
	case "declare":
		w.deed, w.of, w.called = e, familyOf(e.With, e.Of), false
	case "call":
		w.called = w.called || e.N > 0
	case "check":
		w.checked(e, pair, s)
	case "contest":
		if e.What == "grapple" && e.OK {
			w.note("grip", pair, "", "", s)
		}
	case "damage":
		if e.Total <= e.N {
			w.note("turned", turned, "", "", s)
		}
	case "wound":
		turned.Wounds, turned.Left, turned.First = e.N, e.Left, w.FirstBlood()
		if e.At != e.Seat {
			w.note("scratch", turned, "", "", s)
		}
	case "rank":
		w.graver(e, s)
	case "down":
		turned.First, turned.Last = w.FirstBlood(), w.Alone(e.Seat)
		if e.At != e.Seat {
			w.note("felled", turned, "", "", s)
		}
	case "status":
		w.stands(e, pair, turned, s)
	case "drop":
		w.note("struck", turned, e.With, "", s)
	case "ward":
		w.note("ward", pair, "", "", s)
	case "take":
		if e.What != rows.StringAction {
			w.note("drawn", pair, e.With, "", s)
		}
	case "move":
		if e.What == "ride" {
			w.note("ride", pair, "", "", s)
		} else if e.Seat == w.Seat {
			w.note("pace", pair, "", "", s)
		}
	case "leave":
		w.note("leaves", pair, "", "", s)
	case "spend":
		if e.N > 0 {
			w.note("spent", pair, "", "", s)
		}
	case "stance":
		w.note("stance", pair, "", "", s)
	}
}

// note keeps a moment, if it is one of a frame that has words for all it needs.
func (w *witness) note(frame string, m rules.Moment, with, of string, s rules.Step) {
	i := slices.IndexFunc(frames, func(f rules.Frame) bool { return f.Name == frame })
	if i < 0 || strings.Contains(frames[i].Needs, "target") && m.Target == "" || strings.Contains(frames[i].Needs, "actor") && m.Actor == "" {
		return
	}
	m.Frame, m.Step, m.Weapon, m.Family = frame, s.N, with, of
	if m.Actor == w.deed.Seat {
		m.With, m.Kind = w.deed.With, w.of
	}
	w.Note(m)
}

// checked takes a test: a blow that misses, one that was called and missed.
func (w *witness) checked(e rules.Event, pair rules.Moment, s rules.Step) {
	pair.P = s.P
	switch {
	case e.OK || e.What != rows.AttackAction:
	case w.called:
		w.note("called", pair, "", "", s)
	case w.of == "bow" || strings.HasSuffix(e.With, " thrown") || w.of == "thrown":
		w.note("shot_wide", pair, "", map[bool]string{true: "bow", false: "thrown"}[w.of == "bow"], s)
	default:
		w.note("swing", pair, "", w.of, s)
	}
}

// graver makes of the wound told last what its rank makes of it.
func (w *witness) graver(e rules.Event, s rules.Step) {
	frame := map[string]string{"hurt": "gash", "injured": "gash", "bloodied": "grievous", "crippled": "grievous"}[e.What]
	for k := range w.Moments {
		if m := &w.Moments[k]; m.Step == s.N && m.Frame == "scratch" && m.Target == e.Seat && frame != "" {
			m.Frame = frame
		}
	}
}

// stands takes a condition that began or ended.
func (w *witness) stands(e rules.Event, pair, turned rules.Moment, s rules.Step) {
	switch {
	case e.What == "grappled" && e.OK && e.Seat == w.Seat:
		w.note("grapple", pair, "", "", s)
	case e.What == "grappled" && !e.OK && e.At != "":
		w.note("escape", pair, "", "", s)
	case e.What == "mounted" && !e.OK && w.deed.At != "":
		w.note("unhorsed", rules.Moment{Actor: w.deed.Seat, Target: e.Seat, P: 1}, "", "", s)
	case e.What == "prone" && e.OK:
		if !slices.ContainsFunc(w.Moments, func(m rules.Moment) bool { return m.Step == s.N && m.Frame == "unhorsed" }) {
			w.note("hurled", turned, "", "", s)
		}
	}
}

// familyOf is what a weapon's words may say of it, by the skill it asks for and the words of its name; none if nobody can
// know.
func familyOf(weapon, skill string) string {
	if strings.HasSuffix(weapon, " thrown") {
		return "thrown"
	}
	for _, word := range []struct{ in, family string }{{"naginata", "pole"}, {"wakizashi", "short"}, {"ono", "axe"}, {"kick", "unarmed"}, {"claws", "claw"}, {"bite", "claw"}} {
		if strings.HasPrefix(weapon, word.in) {
			return word.family
		}
	}
	return map[string]string{"weapon samurai": "blade", "swords": "blade", "knives": "short", "staves": "staff", "kanaboujutsu": "club", "spears": "spear",
		"polearms": "pole", "kyujutsu": "bow", "jujutsu": "unarmed", "athletics": "thrown"}[skill]
}
