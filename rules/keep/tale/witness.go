package tale

import (
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/keep/rows"
	"kokyu/rules/text"
)

// The facts of a tale. An event is small, as a roll or a Wound; a fact is what a person would tell of several, with its
// reasons.

// witness reads the events of a turn, and keeps what it needs of the action under way to see their reasons.
type witness struct {
	*rules.Passage
	deed     rules.Event // the declaration of the action under way
	calls    []string    // the maneuvers called on its roll
	raises   int         // the raises called, less the free ones
	spent    []string    // uses of Void Points since then, as "Hana|endure"
	damage   rules.Event // the damage rolled last
	chance   float64     // the chance of what its roll showed
	toldStep int         // the step whose chance is in the law line
	rank     string      // the last change of a rank, as "Hana|crippled"
}

// Event takes one event, into the law line and into the facts.
func (w *witness) Event(e rules.Event, s rules.Step) {
	w.tellLaw(e, s)
	w.tellFacts(e, s)
}

// tellFacts adds the facts that an event comes to. Some kinds have none: round, order, value, pool and put; edit, which
// its step tells; declare, but for the beginning of a spell.
func (w *witness) tellFacts(e rules.Event, s rules.Step) {
	f := rules.Fact{By: e.Seat, To: e.At}
	switch e.Kind {
	case "declare":
		w.deed, w.calls, w.raises, w.spent, w.chance = e, nil, 0, nil, 1
		if e.What != rows.BeginAction {
			return
		}
		f.Kind, f.What = "chant", e.Of
	case "call":
		if w.raises += e.N; e.N > 0 {
			w.calls = append(w.calls, e.What)
		}
		return
	case "spared":
		f = w.blow("turned", e.At, e.Seat)
		f.Causes = append([]string{"contest"}, f.Causes...)
	case "check":
		w.seeCheck(e, s)
		return
	case "contest":
		if e.What != "grapple" {
			return
		}
		if f.Kind = "grip"; !e.OK {
			f.By, f.To = e.At, e.Seat
		}
	case "damage":
		if w.damage = e; e.Total <= e.N {
			f = w.blow("turned", e.At, e.Seat)
			f.Causes = []string{"armour"}
		}
	case "wound":
		w.seeWound(e, s)
		return
	case "rank":
		w.rank = e.Seat + "|" + e.What
		return
	case "part":
		if m := w.WoundOf(e.Seat, s); m != nil {
			m.Part = e.What
		}
		return
	case "down":
		w.seeFall(e, s)
		return
	case "status":
		w.seeStatus(e, s)
		return
	case "effect":
		f.Kind, f.What = text.Either(e.OK, "effect", "over"), e.What
	case "spell":
		f.Kind, f.What = text.Either(e.OK, "spell", "spell failed"), e.What
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
		f = w.moveFact(e)
	case "leave":
		f.Kind = "leaves"
	case "spend":
		w.seeSpent(e, s)
		return
	}
	w.addFact(f, s)
}

// moveFact returns the fact of a move: none if somebody was pulled, dragged or thrown.
func (w *witness) moveFact(e rules.Event) rules.Fact {
	pushed := func(call string) bool { return strings.HasPrefix(call, "push ") }
	switch {
	case e.Seat == w.deed.At && slices.ContainsFunc(w.calls, pushed):
		return rules.Fact{Kind: "press", By: w.deed.Seat, To: e.Seat}
	case e.What == "ride":
		return rules.Fact{Kind: "rides", By: e.Seat}
	case e.Seat != w.Seat:
		return rules.Fact{}
	}
	return rules.Fact{Kind: "move", By: e.Seat}
}

// seeSpent keeps a use of a Void Point. If Endure leaves nothing of a blow (RK-177), it adds the fact that it was
// turned.
func (w *witness) seeSpent(e rules.Event, s rules.Step) {
	w.spent = append(w.spent, e.Seat+"|"+e.What)
	if e.What == "endure" && w.damage.Seat == e.Seat && w.damage.Total-rows.EndureBy <= w.damage.N {
		w.addFact(w.blow("turned", w.damage.At, e.Seat), s)
	}
}

// addFact adds a fact of a step, if it has a kind.
func (w *witness) addFact(f rules.Fact, s rules.Step) {
	if f.Kind != "" {
		w.Add(f, s)
	}
}

// blow returns a fact of somebody's blow at somebody else, with the reasons that the events give.
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
		case strings.HasPrefix(call, "push "), strings.HasPrefix(call, "pull "):
			names = append(names, call[:len("push")])
		case call == "extra damage", call == "extra attack", strings.HasPrefix(call, "aim at "):
			// seen in the Wound, the next blow and the part
		default:
			names = append(names, call)
		}
	}
	if len(names) > 0 {
		f.What = strings.Join(names, " and ")
	}
	if w.deed.At == to && w.deed.What == rows.AttackAction {
		w.addReasons(&f, by, to)
	}
	return f
}

// addReasons adds why a declared blow has hit, or hurt less: how the two stand, and the Void Points that they have
// spent.
func (w *witness) addReasons(f *rules.Fact, by, to string) {
	isFar := f.Family == "bow" || f.Family == "thrown"
	isMounted, isOnFoot := w.StateOf(by, "mounted") != nil, w.StateOf(to, "mounted") == nil
	here, there := w.Place(by), w.Place(to)
	mire := func(p rules.Place) bool { return slices.Contains(p.Features, "mire") }
	f.Because(w.StateOf(to, "entangled") != nil || w.StateOf(to, "incapacitated") != nil, "open")
	f.Because(w.StateOf(to, "grappled") != nil, "held")
	f.Because(w.StateOf(to, "prone") != nil && !isFar, "prone")
	f.Because(w.stance(to) == "fire", "bare")
	f.Because(isMounted && isOnFoot || here.Height > there.Height, "high")
	f.Because(mire(there) && !mire(here), "mire")
	f.Because(slices.ContainsFunc(w.spent, func(s string) bool { return strings.HasPrefix(s, by+"|") }), "void")
	f.Because(slices.Contains(w.spent, to+"|endure"), "endure")
}

// stance returns somebody's stance.
func (w *witness) stance(seat string) string {
	if w.Stand == nil {
		return ""
	}
	return w.Stand(seat).Stance
}

// seeCheck adds the fact of an attack that misses, and why: Deflect, raises or Wounds, if it would have hit without
// them, or the target's stance.
func (w *witness) seeCheck(e rules.Event, s rules.Step) {
	if e.What != rows.AttackAction {
		return
	}
	if w.chance = s.P; e.OK {
		return
	}
	f := w.blow("miss", e.Seat, e.At)
	f.Causes = nil // what helps a blow, as a feint, has not helped this one
	penalty := 0
	if wounded := w.StateOf(e.Seat, "wounded"); wounded != nil {
		penalty = wounded.N
	}
	stance := w.stance(e.At)
	f.Because(w.SpentOn[e.At+"|deflect"] && e.Total >= e.Need-rows.DeflectBy, "deflect")
	f.Because(w.raises > 0 && e.Total >= e.Need-w.raises*rows.RaiseNumber, "overreach")
	f.Because(penalty > 0 && e.Total+penalty >= e.Need, "hurt")
	f.Because((stance == "air" || stance == "earth") && w.StateOf(e.At, "grappled") == nil, "guarded")
	w.addFact(f, s)
}

// seeWound adds the fact of a Wound. One without a weapon, by whoever is in control of a grapple, comes of the grapple.
func (w *witness) seeWound(e rules.Event, s rules.Step) {
	f := w.blow("wound", e.At, e.Seat)
	if e.At == "" || e.At == e.Seat {
		f = rules.Fact{Kind: "hurt", By: e.Seat}
	} else if f.With == "" && w.Latest(func(g *rules.Fact) bool { return g.Kind == "grip" && g.By == e.At && g.To == e.Seat }) != nil {
		f.With, f.Family, f.Causes = "unarmed", "unarmed", []string{"grapple"}
	}
	w.Wound(&f, e.Seat, e.N, e.Left)
	w.addFact(f, s)
}

// seeFall makes the fact of the Wound that Downed or Killed somebody that of a fall, or adds one.
func (w *witness) seeFall(e rules.Event, s rules.Step) {
	if e.What == "downed" && w.rank == e.Seat+"|crippled" { // the Crippled can still act
		e.What = "crippled"
	}
	if f := w.WoundOf(e.Seat, s); f != nil {
		w.MakeFall(f, e.What)
		return
	}
	if k := w.Latest(func(f *rules.Fact) bool { return f.Kind == "fall" && f.To == e.Seat && f.Step == s.N }); k != nil {
		k.Fate = e.What // Downed and Killed in one step
		return
	}
	f := w.blow("fall", e.At, e.Seat)
	if e.At == "" || e.At == e.Seat {
		f = rules.Fact{Kind: "sunk", By: e.Seat}
	}
	f.Fate, f.First = e.What, w.FirstBlood()
	w.addFact(f, s)
}

// seeStatus adds the fact of a condition that began or ended.
func (w *witness) seeStatus(e rules.Event, s rules.Step) {
	f := rules.Fact{By: e.Seat, To: e.At}
	switch {
	case e.What == "grappled" && e.OK && e.Seat == w.Seat:
		f.Kind = "grapple"
	case e.What == "grappled" && !e.OK && e.At != "":
		f.Kind = "escape"
	case e.What == "grappled" && !e.OK && s.Edit == "":
		f.Kind, f.What = "let go", "agreed"
		for _, o := range w.Facts {
			switch {
			case o.Step == s.N && o.Kind == "escape": // this one is only left alone by it
				return
			case o.Step == s.N && (o.Wounds > 0 || o.Kind == "fall" || o.Kind == "sunk"): // who is Out leaves its grapple
				f.What = "fall"
			}
		}
	case e.What == "mounted" && !e.OK && w.deed.At != "" && w.deed.Seat != e.Seat:
		f.Kind, f.By, f.To = "unhorsed", w.deed.Seat, e.Seat
	case e.What == "mounted":
		f.Kind, f.To = text.Either(e.OK, "mounts", "dismounts"), ""
	case e.What == "prone" && e.OK && e.At != "" && e.At != e.Seat:
		thrown := func(f rules.Fact) bool { return f.Step == s.N && f.Kind == "unhorsed" }
		if slices.ContainsFunc(w.Facts, thrown) {
			return
		}
		f = w.blow("prone", e.At, e.Seat)
		f.Causes = slices.DeleteFunc(f.Causes, func(c string) bool { return c != "feint" })
		// by a throw, not by a Knockdown
		if n := len(w.Facts); w.deed.At != e.Seat || w.deed.What != rows.AttackAction {
			w.Facts = slices.DeleteFunc(w.Facts, func(f rules.Fact) bool { return f.Step == s.N && f.Kind == "let go" })
			if len(w.Facts) < n {
				f.Causes = []string{"grapple"}
			}
		}
	case e.What == "prone" && !e.OK:
		f.Kind = "up"
	}
	w.addFact(f, s)
}

// familyOf returns the family of a weapon, by which a tale chooses its words: by the weapon's name, else by its skill;
// empty if neither is known.
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
