package narrate

import (
	"slices"
	"strings"

	"kokyu/rules"
)

// Fights told turn by turn: one action after another, each declared, answered, perhaps replaced, thrown for and done.

// turnFrames are the moments of such a turn. Who the actor is, is who does it: who strikes, who parries or slips away, who
// disarms in struck. The target is the other one.
var turnFrames = []frame{
	{name: "muster", kinds: "turn", match: never},

	{name: "felled", slots: both, needs: both, kinds: "down", may: "blood fall grave", rank: 100, match: never},
	{name: "grievous", slots: both, needs: both, kinds: "wound", may: "blood grave", rank: 90, match: never},
	{name: "struck", slots: whole, needs: both, kinds: "drop", may: "loss", rank: 84, match: never},
	{name: "pin", slots: both, needs: both, kinds: "status", rank: 76, match: never},
	{name: "countertempo", slots: both, needs: both, kinds: "tempo", rank: 70, match: never},
	{name: "gash", slots: both, needs: both, kinds: "wound", may: "blood", rank: 68, match: never},
	{name: "grapple", slots: both, needs: both, kinds: "status", rank: 67, match: never},
	{name: "escape", slots: both, needs: both, kinds: "check outcome", rank: 66, match: never},
	{name: "bind", slots: both, needs: both, kinds: "status", rank: 64, match: never},
	{name: "feigned", slots: both, needs: both, kinds: "reveal", rank: 63, match: never},
	{name: "riposte", slots: both, needs: both, kinds: "check outcome", rank: 62, match: never},
	{name: "parry", slots: both, needs: both, kinds: "foil", families: atArms, may: "theirs", rank: 60, match: never},
	{name: "wind", slots: both, needs: both, kinds: "foil", rank: 58, match: never},
	{name: "press", slots: both, needs: both, kinds: "check outcome", rank: 57, match: never},
	{name: "evade", slots: both, needs: both, kinds: "foil", may: "theirs", rank: 55, match: never},
	{name: "scratch", slots: both, needs: both, kinds: "wound", may: "blood", rank: 50, match: never},
	{name: "turned", slots: both, needs: both, kinds: "harm", rank: 46, match: never},
	{name: "roused", slots: anyone, needs: anyone, kinds: "status", rank: 45, match: never},
	{name: "swing", slots: both, needs: both, kinds: "check outcome", families: atArms, rank: 33, match: never},
	{name: "shot_wide", slots: both, needs: both, kinds: "check outcome", families: afar, rank: 33, match: never},

	{name: "guard_up", slots: anyone, needs: anyone, kinds: "status", rank: 28, match: never},
	{name: "drawn", slots: armed, needs: armed, kinds: "take", rank: 25, match: never},
	{name: "loading", slots: armed, needs: armed, kinds: "reload", families: afar, rank: 24, match: never},
	{name: "aim", slots: both, needs: both, kinds: "status", families: afar, rank: 22, match: never},
	{name: "pace", slots: anyone, needs: anyone, kinds: "move", rank: 20, match: never},
	{name: "rested", slots: anyone, needs: anyone, kinds: "gain", rank: 12, match: never},
	{name: "won_field", slots: anyone, needs: anyone, kinds: "end", may: "fall", match: never},
	{name: "even_field", kinds: "end", may: "fall", match: never},
}

const (
	atArms = "blade short axe club spear pole staff unarmed"
	afar   = "bow crossbow thrown"
)

// familyOf is what a weapon's words may say of it, by the skill it asks for and the words of its name; none if nobody can
// know.
func familyOf(weapon, skill string) string {
	for word, family := range map[string]string{"dagger": "short", "knife": "short", "crossbow": "crossbow", "spear": "spear", "pike": "spear", "staff": "staff"} {
		if skill != "throwing" && strings.Contains(weapon, word) {
			return family
		}
	}
	return map[string]string{"blades": "blade", "axes": "axe", "clubs": "club", "polearms": "pole", "bows": "bow", "throwing": "thrown", "brawling": "unarmed"}[skill]
}

// turns is an action under way, as the events tell it.
type turns struct {
	deed    rules.Event            // its declaration
	of      string                 // the family of what it is done with
	answers map[string]rules.Event // by seat
}

// won are the frames of what succeeds: actions, and an answer.
var won = map[string]Frame{"press": "press", "escape": "escape", "counter-attack": "riposte"}

// strikes says whether an action is a blow that can miss.
func strikes(what string) bool {
	switch what {
	case "melee attack", "unarmed attack", "ct counter-attack", "ranged attack":
		return true
	}
	return false
}

// witnessTurn takes one event of a turn.
func (r *reader) witnessTurn(e rules.Event, s rules.Step) {
	t := &r.turns
	pair := Facts{Actor: e.Seat, Target: e.At, P: 1}
	switch e.Kind {
	case "declare":
		*t = turns{deed: e, of: familyOf(e.With, e.Of), answers: map[string]rules.Event{}}
		r.open.doing = e
	case "react":
		if t.answers != nil {
			t.answers[e.Seat] = e
		}
	case "reveal":
		if a := t.answers[e.At]; e.What == "feint" && (a.What == "parry" || a.What == "evade") { // somebody is fooled by it
			r.note("feigned", pair, "", "", s)
		}
	case "tempo":
		t.of = familyOf(e.With, e.Of)
		r.note("countertempo", pair, "", "", s)
	case "check":
		pair.P = s.P
		r.open.winded = e.What == "recover stamina" && !e.OK
		r.resolved(e, pair, s)
	case "outcome":
		r.resolved(e, pair, s)
	case "foil":
		r.foiled(e, pair, s)
	case "harm":
		if e.Of == "no" {
			r.note("turned", Facts{Actor: e.At, Target: e.Seat, P: 1}, "", "", s)
		}
	case "wound":
		f := Facts{Actor: e.At, Target: e.Seat, P: 1, Wounds: e.N, Left: e.Left, First: !r.bled}
		r.bled = true
		r.note(map[string]Frame{"minor": "scratch", "moderate": "gash", "severe": "grievous"}[e.Of], f, "", "", s)
	case "down":
		r.note("felled", Facts{Actor: e.At, Target: e.Seat, P: 1, First: !r.bled, Last: r.cast.last(&r.scene, e.Seat)}, "", "", s)
		r.bled = true
	case "status":
		r.stands(e, pair, s)
	case "drop":
		r.note("struck", Facts{Actor: e.At, Target: e.Seat, P: 1}, e.With, "", s)
	case "take":
		r.note("drawn", pair, e.With, "", s)
	case "reload":
		r.note("loading", pair, e.With, t.of, s)
	case "move":
		r.note("pace", pair, "", "", s)
	case "gain":
		if e.Seat == r.open.seat {
			r.open.regained += e.N
		}
		if !r.open.winded {
			r.note("rested", pair, "", "", s)
		}
	}
}

// note keeps a moment, if it is one of a frame that has words for all it needs.
func (r *reader) note(frame Frame, f Facts, with, of string, s rules.Step) {
	fr := frameNamed(frame)
	if fr == nil || slices.Contains(fields(fr.needs), "target") && f.Target == "" || slices.Contains(fields(fr.needs), "actor") && f.Actor == "" {
		return
	}
	f.Frame = frame
	r.add(f, with, of, s)
}

// resolved takes what an action or an answer came to.
func (r *reader) resolved(e rules.Event, f Facts, s rules.Step) {
	t := &r.turns
	frame, wins := won[e.What]
	switch {
	case frame == "riposte" && !strikes(t.deed.What): // at one who only moves or reaches: the wound is told
	case wins && e.OK:
		r.note(frame, f, "", "", s)
	case e.OK || !strikes(e.What) || e.Seat != t.deed.Seat:
	case e.What == "ranged attack":
		r.note("shot_wide", f, "", t.of, s)
	default:
		r.note("swing", f, "", t.of, s)
	}
}

// foiled takes what came to nothing by somebody's doing: it is told instead of what it stopped.
func (r *reader) foiled(e rules.Event, f Facts, s rules.Step) {
	r.open.moments = slices.DeleteFunc(r.open.moments, func(m Facts) bool {
		return m.Step == s.N && m.Actor == e.At && (m.Frame == "press" || m.Frame == "escape" || m.Frame == "riposte" || m.Frame == "swing" || m.Frame == "shot_wide")
	})
	switch e.What {
	case "parry", "ct parry":
		of := r.turns.of
		if a, ok := r.turns.answers[e.Seat]; ok {
			of = familyOf(a.With, a.Of)
		}
		r.note("parry", f, "", of, s)
	case "evade":
		r.note("evade", f, "", "", s)
	case "dodge":
		r.note("shot_wide", Facts{Actor: e.At, Target: e.Seat, P: f.P}, "", r.turns.of, s)
	case "wind":
		r.note("wind", f, "", "", s)
	}
}

// stands takes a status that began. Of a bind or a grapple, who brought it about is told.
func (r *reader) stands(e rules.Event, f Facts, s rules.Step) {
	deed := &r.turns.deed
	switch {
	case e.What == "bound" && e.Seat == deed.Seat:
		r.note("bind", f, "", "", s)
	case e.What == "grappled" && e.Seat == deed.Seat && deed.What == "grapple":
		r.note("grapple", f, "", "", s)
	case e.What == "grappled" && deed.What == "escape": // out of a pin, and still held
		r.open.moments = slices.DeleteFunc(r.open.moments, func(m Facts) bool { return m.Step == s.N && m.Frame == "escape" })
	case e.What == "pinned":
		r.note("pin", Facts{Actor: e.At, Target: e.Seat, P: 1}, "", "", s)
	case e.What == "aimed":
		r.note("aim", f, "", r.turns.of, s)
	case e.What == "on guard" && deed.What == "ready" && e.Seat == deed.Seat:
		r.note("guard_up", f, "", "", s)
	case e.What == "on guard" && strikes(deed.What) && e.Seat == deed.At:
		r.note("roused", f, "", "", s)
	}
}
