package tale

import (
	"cmp"
	"fmt"
	"strings"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
	"kokyu/rules/text"
)

// The law line, which tells the events of a passage with all their numbers. It has what a reader needs to check the
// rules: chance, dice, total, number to reach, price and what is left. An event that it does not know is not told.

// seeLaw takes one event for the law line. Begin starts a maneuver, Await names dice that follow, Throw tells them, And
// and Tail add what comes of them.
func (w *witness) seeLaw(e rules.Event, s rules.Step) {
	seat, at, what := text.Escape(e.Seat), text.Escape(e.At), text.Escape(e.What)
	switch e.Kind {
	case "declare":
		w.actor, w.target, w.overloadFailed = e.Seat, e.At, false
		switch {
		case e.At != "":
			what += " > " + at
		case e.To != "":
			what += " > " + text.Escape(e.To)
		}
		w.Law.Begin(what)
	case "overload":
		w.Law.Await(fmt.Sprintf("overload by %d", e.N))
	case "react":
		txt := what + " reserved"
		if e.Paid > 0 {
			txt = fmt.Sprintf("%s in haste (%d)", what, e.Paid)
		}
		if e.Seat != w.target {
			txt = seat + " " + txt
		}
		w.Law.Await(txt)
	case "check":
		w.Law.Throw(what, throwWords(e, s, w.Dice))
		w.overloadFailed = w.overloadFailed || e.What == "overload" && !e.OK
	case "wound":
		if e.What == "bleeding" || e.What == "fire" { // in the lull: nobody's maneuver
			w.Law.Begin(w.woundWords(e))
			break
		}
		w.Law.And(w.woundWords(e))
	case "down":
		w.Law.Tail(", " + seat + " down")
	case "counter":
		w.Law.Await(fmt.Sprintf("%s strikes back: %s > %s", seat, what, at))
	case "status":
		w.addStatus(e)
	case "distance":
		w.addDistance(e)
	case "contest":
		w.addContest(e, s)
	case "guard":
		w.Law.And(w.guardWords(e))
	case "break":
		w.Law.Tail(", " + seat + "'s guard is broken")
	case "opening":
		w.Law.And(w.openingWords(e))
	case "location":
		if e.OK {
			w.Law.And(w.withName(e.Seat, "hurt at the "+what))
		}
	case "point":
		w.Law.And(fmt.Sprintf("%s (%d more to concede)", text.Count(e.N, "point"), e.Left))
	case "fate":
		w.Law.And(fmt.Sprintf("%s's fate: %d and %d", seat, e.N, e.Left))
	case "stance":
		if !e.OK && !w.Law.Says("release "+what) {
			w.Law.And(w.withName(e.Seat, "loses "+what))
		}
	case "spend": // Energy only if a failed overload takes it: prices are in the total of the passage
		if w.overloadFailed && e.Seat == w.actor && e.N > 0 && e.Of == "energy" {
			w.Law.And(fmt.Sprintf("the last %d Energy lost", e.N))
		}
		if e.Of != "energy" {
			w.seeRetinueLaw(e)
		}
	default:
		w.seeCastingLaw(e)
	}
}

// seeCastingLaw takes an event that only castings have, and hands on any other.
func (w *witness) seeCastingLaw(e rules.Event) {
	what := text.Escape(e.What)
	switch e.Kind {
	case "chant":
		if e.Left > 0 {
			w.Law.And(fmt.Sprintf("stage %d, %d to come", e.N, e.Left))
		}
		if !e.OK {
			w.Law.And("before its round")
		}
	case "slot":
		w.Law.And(fmt.Sprintf("a slot of %s (%d left)", rows.DanName(e.N), e.Left))
	case "snap":
		if !w.Law.Says("let go of " + what) {
			w.Law.And(w.withName(e.Seat, "loses "+what))
		}
	case "backlash":
		w.Law.And(w.withName(e.Seat, "is turned on by "+what))
	case "shield":
		w.Law.And(fmt.Sprintf("%s's %s takes %s (%d left)", text.Escape(e.Seat), what, text.Count(e.N, "Wound"), e.Left))
	case "lay":
		txt := what + " on " + text.Escape(e.To)
		if e.N > 0 {
			txt += fmt.Sprintf(" (%d)", e.N)
		}
		if !e.OK {
			txt = "no more " + what + " on " + text.Escape(e.To)
		}
		w.Law.And(txt)
	default:
		w.seeRetinueLaw(e)
	}
}

// seeRetinueLaw takes an event of squads, units or gifts, or a price that is not paid in Energy.
func (w *witness) seeRetinueLaw(e rules.Event) {
	seat := text.Escape(e.Seat)
	switch e.Kind {
	case "heads":
		if e.OK {
			w.Law.And(fmt.Sprintf("%s %s", seat, text.Count(e.Left, "head")))
		} else {
			w.Law.Tail(", " + text.Count(e.Left, "head"))
		}
	case "cohesion":
		sign := "-"
		if e.OK {
			sign = "+"
		}
		w.Law.And(fmt.Sprintf("%s Cohesion %s%d (%d), %s", seat, sign, e.N, e.Left, text.Escape(e.What)))
	case "rout":
		w.Law.Tail(", " + seat + " breaks")
	case "give":
		w.Law.And(fmt.Sprintf("%s has %d", text.Escape(e.At), e.Left))
	case "called":
		w.Law.And(seat + " rises")
	case "spend":
		w.Law.And(fmt.Sprintf("%d %s (%d left)", e.N, strings.ReplaceAll(text.Escape(e.Of), "faith", "Faith"), e.Left))
	}
}

// withName puts a name before what happens to it, unless it is the passage's actor.
func (w *witness) withName(name, txt string) string { return rules.Who(w.actor, name, txt) }

// addDistance adds the new distance of a duel, or that the blades lock.
func (w *witness) addDistance(e rules.Event) {
	txt := text.Escape(e.To)
	if e.What == "the blades lock" {
		txt = "the blades lock"
	}
	if !w.Law.Answer(": " + txt) { // "half-step in: near range"
		w.Law.And(txt)
	}
}

// addContest adds a contest: "wins 53 %: 7+9+3=19 vs 4+8+2=14 won".
func (w *witness) addContest(e rules.Event, s rules.Step) {
	own, other := fmt.Sprint(e.Total), fmt.Sprint(e.Need)
	if dice := w.Dice; len(dice) == 4 {
		own, other = rules.SumText(e.Total, dice[:2]), rules.SumText(e.Need, dice[2:])
	}
	word := "lost"
	switch {
	case e.OK:
		word = "won"
	case e.Total == e.Need:
		word = "tied"
	}
	txt := fmt.Sprintf("%s vs %s %s", own, other, word)
	switch {
	case s.P == 0 || len(s.Roll) == 0:
	case e.OK:
		txt = s.OddsText(Contest.Verb, true) + ": " + txt
	default: // a tie may be in the chance of a loss
		txt = s.AsItFell() + ": " + txt
	}
	w.Law.Throw(text.Escape(e.What), txt)
}

// openingWords words that an opening is over; if there is still no guard, only its Critical window is.
func (w *witness) openingWords(e rules.Event) string {
	if e.Left == 0 {
		return w.withName(e.Seat, "has had its opening used")
	}
	return w.withName(e.Seat, fmt.Sprintf("closes its opening (guard %d)", e.Left))
}

// guardWords words guard that is lost, "guard -1 (4 left)", or regained, "Kojiro guard +1 (5)": with the name unless it
// is the target's, and the reason unless it is a blow.
func (w *witness) guardWords(e rules.Event) string {
	if e.OK {
		return fmt.Sprintf("%s guard +%d (%d)", text.Escape(e.Seat), e.N, e.Left)
	}
	txt := rules.Who(w.target, e.Seat, fmt.Sprintf("guard -%d (%d left)", e.N, e.Left))
	switch e.What {
	case "the distance is lost", "a near miss", "standing off":
		txt += ", " + text.Escape(e.What)
	}
	return txt
}

// woundWords words lost Wounds, "2 Wounds (3 left)", with the name unless it is the target's.
func (w *witness) woundWords(e rules.Event) string {
	txt := text.Count(e.N, "Wound")
	switch e.What {
	case "bleeding":
		txt = "bleeds " + txt
	case "fire":
		txt = "burns for " + txt
	case "stray shot":
		txt = "the shot strays: " + txt
	}
	if e.Left > 0 {
		txt += fmt.Sprintf(" (%d left)", e.Left)
	}
	if e.Seat != w.target || e.What == "bleeding" || e.What == "fire" {
		txt = text.Escape(e.Seat) + " " + txt
	}
	return txt
}

// addStatus adds a state that begins, or the finding of one who was hidden. Other states that end are left to the
// reader.
func (w *witness) addStatus(e rules.Event) {
	switch {
	case e.What == "disarmed" && e.OK:
		w.Law.And(text.Escape(e.Seat) + " loses " + text.Escape(text.The(e.With)))
	case e.OK && e.What != "unloaded":
		w.Law.And(text.Escape(e.Seat) + " " + text.Escape(e.What))
	case !e.OK && e.What == "hidden" && e.Seat != w.actor:
		w.Law.And(text.Escape(e.Seat) + " found")
	}
}

// throwWords words a throw: "hits 64 %: 7+9+3=19 vs 12 hit", without the chance if the result did not depend on these
// dice.
func throwWords(e rules.Event, s rules.Step, dice []int) string {
	of := checks[e.What]
	result := text.Either(e.OK, of.yes, of.no)
	if e.Double {
		result = cmp.Or(text.Either(e.OK, of.critical, of.fumble), result)
	}
	txt := fmt.Sprintf("%s vs %d %s", rules.SumText(e.Total, dice), e.Need, result)
	if s.P > 0 && len(s.Roll) > 0 {
		does, ok := Success(e.What).Verb, e.OK
		if e.What == Defense {
			does, ok = Success(e.What).Passive, !ok // of a defence the chance of the hit is told, see rules.Check.HitChance
		}
		txt = s.OddsText(does, ok) + ": " + txt
	}
	return txt
}

// check has the words of a check: those of its success, and those of its results. A double has others where critical
// and fumble are set.
type check struct {
	rules.Success
	yes, no          string
	critical, fumble string
}

// Defense is the name of the check of a defence technique.
const Defense = "defense"

var hits = rules.Success{Verb: "hits", Passive: "is hit"}

// checks has the checks of the system by their names in events. A defence has the words of the blow that it answers:
// its chance is told as the chance that the blow hits.
var checks = map[string]check{
	"attack":       {Success: hits, yes: "hit", no: "miss", critical: "critical", fumble: "fumble"},
	Defense:        {Success: hits, yes: "holds", no: "fails", fumble: "fumble"},
	"overload":     {Success: rules.Success{Verb: "holds", Failure: "defenseless without Energy"}, yes: "held", no: "broken"},
	"breakthrough": {Success: rules.Success{Verb: "gets through"}, yes: "through", no: "thrown back"},
	"bleeding":     {Success: rules.Success{Verb: "stops bleeding"}, yes: "stops", no: "bleeds on"},
	"wrist":        {Success: rules.Success{Verb: "keeps hold"}, yes: "keeps hold", no: "lets go"},
	"casting":      {Success: rules.Success{Verb: "works", Passive: "is struck"}, yes: "works", no: "fails"},
	"focus":        {Success: rules.Success{Verb: "keeps focus"}, yes: "kept", no: "lost"},
	"fire":         {Success: rules.Success{Verb: "escapes the fire"}, yes: "unburnt", no: "burns"},
	"seal":         {Success: rules.Success{Verb: "breaks the seal"}, yes: "broken", no: "holds"},
	"stray shot":   {Success: rules.Success{Verb: "hits a friend"}, yes: "hits a friend", no: "harmless"},
	"roar":         {Success: rules.Success{Verb: "daunts", Passive: "is daunted"}, yes: "success", no: "failure"},
}

// Success returns the words for a success of a check, by its name.
func Success(what string) rules.Success { return checks[what].Success }

// Contest has the words for winning a contest.
var Contest = rules.Success{Verb: "wins", Passive: "is beaten"}
