package tale

import (
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/text"
)

// The law line: what was declared, answered and replaced, what the dice showed, and what came of it. A clause begins
// with what somebody does (Law.Begin), and goes on with what comes of it (Law.And). Names come from files that people
// wrote: all of them are escaped, so that none can add markup or control characters to a page or a terminal.

// initiativeWords returns what the dice of the initiative showed for each, and last a draw: "Aldric 7, Bertran 7, draw
// 2". By rating nothing is thrown but a draw.
func (w *witness) initiativeWords() string {
	of := slices.Concat(w.Seats, []string{"draw"})
	if len(w.Dice) < len(w.Seats) {
		of = []string{"draw"}
	}
	var list []string
	for i, face := range w.Dice {
		list = append(list, text.Escape(of[min(i, len(of)-1)])+fmt.Sprint(" ", face))
	}
	return strings.Join(list, ", ")
}

// tellLaw adds an event to the law line.
func (w *witness) tellLaw(e rules.Event, s rules.Step) {
	switch e.Kind {
	case "initiative":
		w.Law.Begin(fmt.Sprintf("%s wins the initiative (%s)", text.Escape(e.Seat), w.initiativeWords()))
	case "declare":
		w.declareClause(e)
	case "react":
		// the target itself is not named
		w.Law.And(fmt.Sprintf("%s (%d)", rules.Who(w.target, e.Seat, answerWords(e)), e.Paid))
	case "reveal":
		if e.What == "feint" {
			w.Law.And("a feint")
		}
	case "tempo":
		w.Law.And(answerWords(e) + text.Either(e.Paid > 0, fmt.Sprintf(" (%d more)", e.Paid), ""))
	case "check":
		w.checkClause(e, s)
	case "outcome":
		if e.What == "move" && !e.OK {
			w.Law.And(w.named(e.Seat, "is stopped"))
		} else if e.What != "move" { // where it leads is told
			w.Law.And(text.Escape(e.Of) + " without a throw")
		}
	case "foil":
		w.Law.And(w.stoppedWords(e))
	case "harm":
		w.Law.And(w.harmWords(e, s))
	case "wound":
		w.Law.And(rules.Who(w.target, e.Seat, fmt.Sprintf("%s wound (%s left)", text.Escape(e.Of),
			text.Several(e.Left, "box", "boxes"))))
	case "down":
		w.Law.And(text.Escape(e.Seat) + " down")
	case "spend":
		if e.What == "wound" {
			w.Law.And(w.named(e.Seat, fmt.Sprintf("loses %d AP", e.N)))
		}
	case "status":
		w.statusClause(e)
	case "drop":
		w.Law.And(fmt.Sprintf("%s loses %s at %s", text.Escape(e.Seat), text.Escape(text.The(e.With)), text.Escape(e.To)))
	case "take":
		if !w.Law.Says(text.Escape(e.What)) {
			w.Law.And(w.named(e.Seat, "has "+text.Escape(text.The(e.With))))
		}
	case "reload":
		w.Law.And(text.Either(e.Left == 0, "loaded", fmt.Sprintf("%d AP done, %d to go", e.N, e.Left)))
	case "move":
		if e.Seat != w.actor || e.To != w.goalSquare {
			w.Law.And(w.named(e.Seat, "gets to "+text.Escape(e.To)))
		}
	case "gain":
		w.regainClause(e)
	}
}

// declareClause begins the clause of an action, and keeps who acts on whom.
func (w *witness) declareClause(e rules.Event) {
	w.actor, w.target, w.goalSquare = e.Seat, e.At, e.To
	if e.To != "" { // it leads to a square: whoever answers has to be named
		w.target = ""
	}
	w.Law.Begin(declaredWords(e))
}

// declaredWords returns an action as it is declared: "long sword cut > Bertran", "combat move > e5".
func declaredWords(e rules.Event) string {
	txt := text.Escape(e.What)
	switch {
	case e.What == "melee attack", e.What == "ranged attack":
		txt = text.Escape(e.With)
	case e.With != "" && e.What != "unarmed attack" && e.What != "disarm":
		txt += " " + text.Escape(e.With)
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

// answerWords words an answer with the weapon it strikes with; a parry needs none, since it is made with the weapon in
// hand.
func answerWords(e rules.Event) string {
	switch e.What {
	case "counter-attack", "counter-fire", "double", "ct counter-attack":
		return text.Escape(e.What) + " with " + text.Escape(e.With)
	}
	return text.Escape(e.What)
}

// named puts a name before what happens to somebody, unless it is the turn's actor.
func (w *witness) named(name, txt string) string { return rules.Who(w.actor, name, txt) }

// checkClause adds a throw. Recover Stamina is not declared, so that its throw begins a clause.
func (w *witness) checkClause(e rules.Event, s rules.Step) {
	if e.What == "recover stamina" {
		w.Law.Begin(text.Escape(e.What))
		w.Law.And(w.throwWords(e, s))
		return
	}
	isDeclared := e.Seat == w.actor && !strings.HasPrefix(e.What, "ct ") && e.What != "feint"
	w.Law.And(text.Either(isDeclared, "", w.named(e.Seat, text.Escape(e.What))+" ") + w.throwWords(e, s))
}

// throwWords returns "hits 54 %: throw 3, result 5 vs 1 hit". The chance stands with the first check of a step; a feint
// has nothing to reach.
func (w *witness) throwWords(e rules.Event, s rules.Step) string {
	txt := fmt.Sprintf("throw %d, result %d", e.N, e.Total)
	if e.What != "feint" {
		txt += fmt.Sprintf(" vs %d", e.Need) + text.Either(e.Of != "", " "+text.Escape(e.Of), "")
	}
	if s.P > 0 && w.toldStep != s.N {
		w.toldStep = s.N
		if e.What != "feint" {
			txt = s.OddsText(Success(e.What).Verb, e.OK) + ": " + txt
		}
	}
	return txt
}

// harmWords returns "as it fell 42 %: 3+4=7 slash".
func (w *witness) harmWords(e rules.Event, s rules.Step) string {
	txt := text.Either(e.Total == 0, "no damage", rules.SumText(e.Total, w.Dice)+" "+text.Escape(e.What))
	if s.P > 0 {
		txt = s.AsItFell() + ": " + txt
	}
	return rules.Who(w.actor, e.At, txt)
}

// stoppedWords returns "Bertran's parry stops it", or "the parry stops it" of the actor's own.
func (w *witness) stoppedWords(e rules.Event) string {
	return text.Either(e.Seat != w.actor, text.Escape(e.Seat)+"'s ", "the ") + text.Escape(e.What) + " stops it"
}

// statusClause adds a status that began; one of two together only once.
func (w *witness) statusClause(e rules.Event) {
	seat, at, what := text.Escape(e.Seat), text.Escape(e.At), text.Escape(e.What)
	switch {
	case e.What == "aimed":
		w.Law.And("aimed")
	case e.At == "":
		w.Law.And(w.named(e.Seat, what))
	case e.What == "pinned":
		w.Law.And(fmt.Sprintf("%s pinned by %s", seat, at))
	case !w.Law.Says(at + " and " + seat + " " + what):
		w.Law.And(fmt.Sprintf("%s and %s %s", seat, at, what))
	}
}

// regainClause adds AP that come back, in a clause of Recover Stamina.
func (w *witness) regainClause(e rules.Event) {
	if !w.Law.Says("recover stamina") {
		w.Law.Begin("recover stamina")
	}
	w.Law.And(fmt.Sprintf("%d AP back (%d)", e.N, e.Left))
}

// successes word what a success of a check is, by the action: a row above the lowest of its table. A feint has none:
// its table has one row.
var successes = map[string]rules.Success{
	"melee attack":      hits,
	"ranged attack":     hits,
	"unarmed attack":    hits,
	"counter-attack":    hits,
	"counter-fire":      hits,
	"double":            hits,
	"ct counter-attack": hits,
	"press":             {Verb: "presses home", Passive: "is pressed"},
	"disarm":            {Verb: "disarms", Passive: "is disarmed"},
	"grapple":           {Verb: "grapples", Passive: "is grappled"},
	"pin":               {Verb: "pins", Passive: "is pinned"},
	"escape":            {Verb: "escapes"},
	"combat move":       {Verb: "gets there"},
	"withdraw":          {Verb: "withdraws"},
	"dodge":             {Verb: "dodges"},
	"evade":             {Verb: "evades"},
	"parry":             parries,
	"ct parry":          parries,
	"retreat":           {Verb: "retreats"},
	"struggle":          {Verb: "holds fast", Passive: "is held fast"},
	"wind":              {Verb: "winds free"},
	"recover stamina":   {Verb: "recovers all"},
	"feint":             {},
}

var (
	hits    = rules.Success{Verb: "hits", Passive: "is hit"}
	parries = rules.Success{Verb: "parries", Passive: "is parried"}
)

// Success words what a success of an action's check is.
func Success(action string) rules.Success { return successes[action] }
