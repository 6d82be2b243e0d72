package tale

import (
	"cmp"
	"fmt"

	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/keep/rows"
	"kokyu/rules/text"
)

// The law line: what was declared and called, which dice were kept and dropped, and what came of it. A clause begins
// with what somebody does (Law.Begin), and goes on with what comes of it (Law.And). Names come from files that people
// wrote and are escaped, so that none can add markup or control characters to a page or a terminal.

// tellLaw adds an event to the law line.
func (w *witness) tellLaw(e rules.Event, s rules.Step) {
	seat, at, what := text.Escape(e.Seat), text.Escape(e.At), text.Escape(e.What)
	switch e.Kind {
	case "order":
		txt := fmt.Sprintf("%s: initiative %d", seat, e.N)
		if e.What == "drawn" {
			txt = seat + " comes first of those"
		} else if cast := DiceText(e.Of, w.Dice); cast != "" {
			txt = fmt.Sprintf("%s: initiative %s: %s", seat, text.Escape(e.Of), cast)
		}
		w.Law.Begin(txt)
	case "value":
		w.Law.And(fmt.Sprintf("%s %s, initiative %d", seat, what, e.N))
	case "stance":
		w.Law.Begin(w.named(e.Seat, "in "+what))
	case "declare":
		w.Law.Begin(declaredWords(e))
	case "effect":
		w.effectClause(e)
	case "spell":
		w.Law.And(what + text.Either(e.OK, " works", " fails"))
	case "gain":
		w.Law.And(fmt.Sprintf("%s regains %d %s (%d left)", seat, e.N,
			map[string]string{"void": "Void", "wounds": "of its Wounds"}[e.Of], e.Left))
	case "call":
		w.Law.And(fmt.Sprintf("%s (%+d)", what, 5*e.N)) // feint (+10)
	case "spend":
		w.Law.And(w.named(e.Seat, text.Either(e.N == 0, what, fmt.Sprintf("%s (%d void left)", what, e.Left))))
	case "check":
		w.Law.And(w.throwWords(e, s))
	case "contest":
		w.Law.And(w.contestWords(e))
	case "spared":
		w.Law.And(fmt.Sprintf("no damage is rolled against %s: it comes with a contest that is won (R-RK-13)", seat))
	case "damage":
		txt := fmt.Sprintf("%d damage", max(0, e.Total))
		if cast := DiceText(e.Of, w.Dice); cast != "" {
			txt = fmt.Sprintf("damage %s: %s", text.Escape(e.Of), cast)
		}
		w.Law.And(txt + text.Either(e.N > 0, fmt.Sprintf(", less %d", e.N), ""))
	case "wound":
		w.Law.And(fmt.Sprintf("%s takes %s", seat, text.Count(e.N, "Wound")))
	case "rank", "down":
		w.Law.And(seat + " " + what)
	case "part":
		w.Law.And(fmt.Sprintf("%s's %s struck", seat, what))
	case "status":
		w.statusClause(e)
	case "drop":
		w.Law.And(fmt.Sprintf("%s loses %s at %s", seat, text.Escape(text.The(e.With)), text.Escape(e.To)))
	case "take", "put":
		w.Law.Begin(what + " " + text.Escape(e.With))
	case "ward":
		w.Law.Begin("guard > " + at)
	case "pool":
		w.Law.And(fmt.Sprintf("%s in the Tactics Pool", text.Count(e.Left, "Free Raise")))
	case "move":
		w.moveClause(e)
	case "leave":
		w.Law.Begin("leaves the field")
	}
}

// declaredWords words an action as it is declared: "katana > Bea".
func declaredWords(e rules.Event) string {
	txt := text.Escape(e.What)
	switch {
	case e.What == rows.AttackAction:
		txt = text.Escape(e.With)
	case e.Of != "" && e.With == "": // what is used, drawn, begun
		txt += " " + text.Escape(e.Of)
	case e.With != "" && e.With != rows.Unarmed:
		txt += ", " + text.Escape(e.With)
	}
	if e.At != "" {
		txt += " > " + text.Escape(e.At)
	}
	return txt
}

// effectClause adds an effect that begins or ends: "Kuro's war banner: attack +1k0 on 3".
func (w *witness) effectClause(e rules.Event) {
	txt := text.Escape(e.Seat) + "'s " + text.Escape(e.What)
	if !e.OK {
		w.Law.And(txt + " is over")
		return
	}
	on := cmp.Or(text.Escape(e.At), text.Either(e.N > 1, fmt.Sprint(e.N), ""))
	w.Law.And(txt + ": " + text.Escape(e.Of) + text.Either(on != "", " on "+on, ""))
}

// named puts a name before what somebody does, unless it is the turn of that one.
func (w *witness) named(name, txt string) string {
	return text.Either(w.Kind != "turn", text.Escape(name)+" "+txt, rules.Who(w.Seat, name, txt))
}

// DiceText words the dice of a pool, with those dropped in brackets: "10+8 9 6 [5 4 2 1] = 33 + 6". It is empty if they
// are not dice of that pool.
func DiceText(pool string, faces []int) string {
	h, err := dice.ParseHand(pool)
	if err != nil || len(faces) == 0 {
		return ""
	}
	return h.DiceText(faces)
}

// throwWords words a test: "hits 72 %: 7k3+6: 10+8 9 6 [5 4 2 1] = 33 + 6 vs 25".
func (w *witness) throwWords(e rules.Event, s rules.Step) string {
	cast := cmp.Or(DiceText(e.Of, w.Dice), fmt.Sprint(e.Total))
	txt := fmt.Sprintf("%s: %s vs %d", text.Escape(e.Of), cast, e.Need)
	if s.P > 0 && w.toldStep != s.N {
		w.toldStep = s.N
		txt = s.OddsText(Success(e.What).Verb, e.OK) + ": " + txt
	}
	if e.What != w.deed.What && e.What != rows.MoveAction {
		txt = w.named(e.Seat, text.Escape(e.What)) + " " + txt
	}
	return txt
}

// contestWords words a contest: "contest for the knockdown: 4k4 vs 3k3, 21 vs 17 won".
func (w *witness) contestWords(e rules.Event) string {
	name := text.Either(e.What == "grapple", "of all in the grapple", "for the "+text.Escape(e.What))
	result := text.Either(e.OK, "won", "not won")
	return fmt.Sprintf("contest %s: %s, %d vs %d %s", name, text.Escape(e.Of), e.Total, e.Need, result)
}

// moveClause adds where somebody has come to.
func (w *witness) moveClause(e rules.Event) {
	to := text.Escape(e.To)
	switch {
	case e.Seat != w.Seat:
		w.Law.And(text.Escape(e.Seat) + " to " + to)
	case e.What == "ride":
		w.Law.Begin("ride > " + to)
	default:
		w.Law.Begin("move > " + to)
	}
}

// statusClause adds a condition that began or ended; a grapple of two only once.
func (w *witness) statusClause(e rules.Event) {
	seat, at, what := text.Escape(e.Seat), text.Escape(e.At), text.Escape(e.What)
	switch {
	case e.What == "grappled" && e.OK && w.Law.Says("grappled"):
	case e.What == "grappled" && e.OK:
		w.Law.And(fmt.Sprintf("%s and %s grappled", at, seat))
	case e.OK:
		w.Law.And(seat + " " + what)
	case e.What == "prone":
		w.Law.And(seat + " up")
	default:
		w.Law.And(seat + " no longer " + what)
	}
}

// successes word what a success of a test is, by the name of the test; of others see [Success].
var successes = map[string]rules.Success{
	rows.AttackAction:    {Verb: "hits", Passive: "is hit"},
	"grapple":            {Verb: "grapples", Passive: "is grappled"},
	rows.MoveAction:      {Verb: "keeps on its feet"},
	"ride":               {Verb: "keeps on its feet"},
	"struggle free":      {Verb: "gets free"},
	"shake off the stun": {Verb: "shakes it off"},
	"rally":              {Verb: "rallies"},
}

// Success words what it is to succeed in a test. A spell, and a test that a scene asks for, only succeeds.
func Success(what string) rules.Success {
	if s, ok := successes[what]; ok {
		return s
	}
	return rules.Success{Verb: "succeeds"}
}

// Contest words what it is to win a contest.
var Contest = rules.Success{Verb: "wins", Passive: "is beaten"}
