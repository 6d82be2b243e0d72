package tale

import (
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/keep/rows"
)

// What the events say is decided here, fact by fact.

// witness reads the events of a turn: the action under way, and what came of it.
type witness struct {
	*rules.Passage
	deed   rules.Event // its declaration
	calls  []string    // the maneuvers called on its roll
	missed bool        // its roll
	chance float64     // of its roll
	odds   int         // the step whose chance has been told
	rank   string      // whose Wounds have reached which rank last, as "Hana|crippled"
}

// Event takes one event, into the law line and into the facts.
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
	f := rules.Fact{By: e.Seat, To: e.At}
	switch e.Kind {
	case "declare":
		w.deed, w.calls, w.missed, w.chance = e, nil, false, 1
		if e.What != rows.BeginAction {
			return
		}
		f.Kind, f.What = "chant", e.Of
	case "call":
		if e.N > 0 {
			w.calls = append(w.calls, e.What)
		}
		return
	case "check":
		w.takeCheck(e, s)
		return
	case "contest":
		w.takeContest(e, s)
		return
	case "damage":
		if e.Total <= e.N {
			f = w.blow("turned", e.At, e.Seat)
			f.Causes = []string{"armour"}
		}
	case "wound":
		w.takeWound(e, s)
		return
	case "rank":
		w.rank = e.Seat + "|" + e.What
		return
	case "part":
		if m := w.hurt(e.Seat, s); m != nil {
			m.Part = e.What
		}
		return
	case "down":
		w.fell(e, s)
		return
	case "status":
		w.stands(e, s)
		return
	case "effect":
		if e.OK {
			f.Kind, f.What = "effect", e.What
		}
	case "spell":
		f.Kind, f.What = map[bool]string{true: "spell", false: "spell failed"}[e.OK], e.What
		if f.To == f.By {
			f.To = ""
		}
	case "gain":
		if e.Of == "wounds" {
			f.Kind = "staunched"
		}
	case "drop":
		f.Kind, f.With, f.What = "disarmed", e.With, w.blow("", w.deed.Seat, e.Seat).What
	case "ward":
		f.Kind = "guards"
	case "take":
		if e.What != rows.StringAction {
			f.Kind, f.With, f.What = "armed", e.With, e.What
		}
	case "move":
		f.Kind, f.To = "move", ""
		if e.What == "ride" {
			f.Kind = "rides"
		}
	case "leave":
		f.Kind = "leaves"
	case "spend":
		if e.N > 0 {
			f.Kind, f.What = "spends", e.What
		}
	case "stance":
		f.Kind, f.What = "stance", e.What+" stance"
	}
	w.add(f, s)
}

// add notes a fact of this step, if it is one.
func (w *witness) add(f rules.Fact, s rules.Step) {
	if f.Kind != "" {
		f.Step = s.N
		w.Note(f)
	}
}

// blow returns a fact of somebody's blow at somebody, with the reasons that the events give.
func (w *witness) blow(kind, by, to string) rules.Fact {
	f := rules.Fact{Kind: kind, By: by, To: to, P: w.chance}
	if by != w.deed.Seat {
		return f
	}
	f.With, f.Family = w.deed.With, familyOf(w.deed.With, w.deed.Of)
	if w.deed.What != rows.AttackAction {
		f.What = w.deed.What
	}
	var names []string
	for _, call := range w.calls {
		switch {
		case call == "feint": // it has made way for the blow
			f.Causes = append(f.Causes, "feint")
		case call == "extra damage", call == "extra attack", strings.HasPrefix(call, "aim at "): // the Wound, the next blow and the part say so
		default:
			names = append(names, call)
		}
	}
	if len(names) > 0 {
		f.What = strings.Join(names, " and ")
	}
	return f
}

// takeCheck takes a test: a blow that misses, one for which too much was called.
func (w *witness) takeCheck(e rules.Event, s rules.Step) {
	if e.What != rows.AttackAction {
		return
	}
	if w.chance = s.P; e.OK {
		return
	}
	f := w.blow("miss", e.Seat, e.At)
	f.Causes = nil // a feint before a miss has made way for nothing
	if len(w.calls) > 0 {
		f.Causes = []string{"overreach"}
	}
	w.add(f, s)
}

// takeContest takes a contest of two: who has the better hold, or whether a maneuver's second half comes off.
func (w *witness) takeContest(e rules.Event, s rules.Step) {
	switch {
	case e.What == "grapple" && e.OK:
		w.add(rules.Fact{Kind: "grip", By: e.Seat, To: e.At}, s)
	case e.What == "grapple":
		w.add(rules.Fact{Kind: "grip", By: e.At, To: e.Seat}, s)
	}
}

func (w *witness) takeWound(e rules.Event, s rules.Step) {
	f := w.blow("wound", e.At, e.Seat)
	if e.At == "" || e.At == e.Seat {
		f = rules.Fact{Kind: "hurt", By: e.Seat}
	} else if f.With == "" && w.Latest(func(g *rules.Fact) bool { return g.Kind == "grip" && g.By == e.At && g.To == e.Seat }) != nil { // who has the hold
		f.With, f.Family, f.Causes = "unarmed", "unarmed", []string{"grapple"}
	}
	w.Wound(&f, e.Seat, e.N, e.Left)
	w.add(f, s)
}

// hurt returns the Wound that somebody has lost to a blow in this step, nil if there is none.
func (w *witness) hurt(seat string, s rules.Step) *rules.Fact {
	return w.Latest(func(f *rules.Fact) bool {
		return f.Wounds > 0 && f.Step == s.N && (f.To == seat || f.Kind == "hurt" && f.By == seat)
	})
}

// fell makes the fact of a wound that of the fall.
func (w *witness) fell(e rules.Event, s rules.Step) {
	last := w.Alone(e.Seat)
	if e.What == "downed" && w.rank == e.Seat+"|crippled" { // who is may act yet
		e.What = "crippled"
	}
	if f := w.hurt(e.Seat, s); f != nil {
		f.Kind = map[bool]string{true: "sunk", false: "fall"}[f.Kind == "hurt"]
		f.Fate, f.Last = e.What, last
		return
	}
	if k := w.Latest(func(f *rules.Fact) bool { return f.Kind == "fall" && f.To == e.Seat && f.Step == s.N }); k != nil {
		k.Fate = e.What // downed and dead at once
		return
	}
	f := w.blow("fall", e.At, e.Seat)
	if e.At == "" || e.At == e.Seat {
		f = rules.Fact{Kind: "sunk", By: e.Seat}
	}
	f.Fate, f.Last, f.First = e.What, last, w.FirstBlood()
	w.add(f, s)
}

// stands takes a condition that began or ended.
func (w *witness) stands(e rules.Event, s rules.Step) {
	f := rules.Fact{By: e.Seat, To: e.At}
	switch {
	case e.What == "grappled" && e.OK && e.Seat == w.Seat:
		f.Kind = "grapple"
	case e.What == "grappled" && !e.OK && e.At != "":
		f.Kind = "escape"
	case e.What == "mounted" && !e.OK && w.deed.At != "" && w.deed.Seat != e.Seat:
		f.Kind, f.By, f.To = "unhorsed", w.deed.Seat, e.Seat
	case e.What == "mounted":
		f.Kind, f.To = map[bool]string{true: "mounts", false: "dismounts"}[e.OK], ""
	case e.What == "prone" && e.OK && e.At != "" && e.At != e.Seat:
		thrown := func(f rules.Fact) bool { return f.Step == s.N && f.Kind == "unhorsed" }
		if slices.ContainsFunc(w.Facts, thrown) {
			return
		}
		f = w.blow("prone", e.At, e.Seat)
	case e.What == "prone" && !e.OK:
		f.Kind = "up"
	}
	w.add(f, s)
}

// familyOf returns what a weapon's words may say of it, by the skill it asks for and the words of its name; none if nobody can
// know.
func familyOf(weapon, skill string) string {
	if strings.HasSuffix(weapon, " thrown") {
		return "thrown"
	}
	for _, word := range []struct{ in, family string }{{"naginata", "pole"}, {"wakizashi", "short"},
		{"ono", "axe"}, {"kick", "unarmed"}, {"claws", "claw"}, {"bite", "claw"}} {
		if strings.HasPrefix(weapon, word.in) {
			return word.family
		}
	}
	return map[string]string{"weapon samurai": "blade", "swords": "blade", "knives": "short", "staves": "staff", "kanaboujutsu": "club", "spears": "spear",
		"polearms": "pole", "kyujutsu": "bow", "jujutsu": "unarmed", "athletics": "thrown"}[skill]
}
