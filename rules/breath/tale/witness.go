package tale

import (
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/breath/rows"
)

// The facts of a tale: what somebody who was there would tell of the events. An attack, its answer and what comes of
// both are many events and one fact.

// witness reads the events of a passage: a breath, a lull, or a wait or closing at the count. Its see methods take an
// event each.
type witness struct {
	*rules.Passage
	blows          blows
	maneuver       rules.Event     // the declaration of the maneuver under way
	actor          string          // who has declared the latest maneuver, for the law line
	target         string          // whom that is against, "" for nobody
	overloadFailed bool            // the check of its overload has failed
	lastDefence    string          // the name of the defence declared last
	overLimit      string          // who has gone over the limit for the maneuver under way, unless the overload has failed
	feinted        map[string]bool // "by|at" of feints that have landed in this passage
}

// Event takes one event, into the law line and into the facts.
func (w *witness) Event(e rules.Event, s rules.Step) {
	if e.Kind == "fate" {
		w.Dice = []int{e.N, e.Left}
	}
	w.seeLaw(e, s)
	w.seeFact(e, s)
}

// Ends settles what is still open as the passage ends.
func (w *witness) Ends(_ rules.Event, s rules.Step) { w.settle(s.N) }

// Over reports whether a step ends the breath: a decision of its seat by which nothing happens, while no blow waits for
// an answer.
func (w *witness) Over(s rules.Step) bool {
	waits := func(b blow) bool { return b.at == s.Seat && b.hit && !b.told && !b.answered }
	if w.Kind != "breath" || s.Seat != w.Seat || s.Do == "" || len(s.Roll) > 0 || len(s.Events) > 0 || slices.ContainsFunc(w.blows, waits) {
		return false
	}
	w.settle(s.N)
	return true
}

// seeFact takes one event for the facts. None come of round, lull, fate, slot, edit and heads: other events or the law
// line tell of these.
func (w *witness) seeFact(e rules.Event, s rules.Step) {
	switch e.Kind {
	case "declare":
		w.settle(s.N)
		w.maneuver, w.blows, w.overLimit = e, nil, ""
		if e.At != "" {
			w.blows = blows{declaredBlow(e)}
		}
	case "counter":
		w.settle(s.N)
		b := blowOf(e)
		b.counter = true
		w.blows = append(w.blows, b)
	case "check":
		w.seeCheck(e, s)
	case "react":
		w.lastDefence = e.What
		if b := w.blows.latestOf(e.At); b != nil {
			b.answer, b.answered = e, false
		}
	case "wound":
		w.seeWound(e, s)
	case "down":
		w.seeFall(e, s)
	case "status":
		w.seeState(e, s)
	case "reserve":
		w.Add(rules.Fact{Kind: "ready", By: e.Seat, What: e.What, With: e.With}, s)
	case "stance":
		if !e.OK && e.At != "" { // by a blow; taking one up or letting it go is not told
			w.Add(rules.Fact{Kind: "stance lost", By: e.Seat, To: e.At, What: e.What}, s)
		}
	case "move":
		w.seeMove(e, s)
	case "wait", "close":
		w.Add(rules.Fact{Kind: e.Kind, By: e.Seat}, s)
	case "overload":
		w.overLimit = e.Seat
	case "obey":
		w.seeObedience(e, s)
	case "rout":
		w.Add(rules.Fact{Kind: "rout", By: e.Seat}, s)
	case "give":
		w.Add(rules.Fact{Kind: "gift", By: e.Seat, To: e.At}, s)
	case "cohesion":
		kind := "shaken"
		if e.OK {
			kind = "rallied"
		}
		w.Add(rules.Fact{Kind: kind, By: e.Seat, What: e.What}, s)
	case "chant", "snap", "backlash", "spell", "called", "shield":
		w.seeCasting(e, s)
	default:
		w.seeDuel(e, s)
	}
}

// seeObedience takes the action of a squad or a unit that obeys: who has told it, unless that has been said, and its
// blow.
func (w *witness) seeObedience(e rules.Event, s rules.Step) {
	w.settle(s.N)
	told := w.Latest(func(f *rules.Fact) bool { return f.Kind == "order" && f.By == w.Seat && f.To == e.Seat })
	if e.Seat != w.Seat && told == nil {
		w.Add(rules.Fact{Kind: "order", By: w.Seat, To: e.Seat, What: e.What}, s)
	}
	if e.At != "" {
		b := blowOf(e)
		b.order = true
		w.blows = append(w.blows, b)
	}
}

// seeCasting takes an event that only castings have. Of a chant its beginning is told, of a spell that ends whether it
// had been completed.
func (w *witness) seeCasting(e rules.Event, s rules.Step) {
	f := rules.Fact{Kind: castingFacts[e.Kind][e.OK], By: e.Seat, To: e.At, What: e.What}
	if f.Kind == "" || f.Kind == "chant" && (e.N != 1 || e.Left == 0) {
		return
	}
	if f.To == f.By {
		f.To = ""
	}
	w.Add(f, s)
}

// castingFacts has the kinds of facts of castings, by the kind of the event and whether it is OK; "" for none.
var castingFacts = map[string]map[bool]string{
	"chant":    {false: "chant", true: "chant"},
	"snap":     {false: "chant broken"},
	"backlash": {false: "backlash", true: "backlash"},
	"spell":    {false: "spell failed", true: "spell"},
	"called":   {false: "rises", true: "rises"},
	"shield":   {false: "shielded", true: "shielded"},
}

// seeCheck takes the dice of a check.
func (w *witness) seeCheck(e rules.Event, s rules.Step) {
	f := rules.Fact{By: e.Seat, To: e.At, P: s.P}
	switch e.What {
	case "attack":
		if b := w.blows.latestOf(e.Seat); b != nil {
			b.rolled, b.hit, b.double, b.chance = true, e.OK, e.Double, s.P
			if !e.OK {
				w.Note(w.factOf(b, "miss", s.N))
			}
		}
		return
	case "defense":
		b := w.blows.latestOf(e.At)
		f := w.Latest(func(f *rules.Fact) bool { return f.Kind == "spell" && f.By == e.At && f.To == e.Seat })
		if f != nil && e.OK && b == nil {
			f.Kind, f.Answer = "spell failed", w.lastDefence // it has worked, but a defence has stopped it
			return
		}
		if b != nil {
			b.answered = true
			if e.OK {
				w.noteDefence(b, s.P, s)
				return
			}
			b.answerFailed, b.answerFailedChance, b.answerFumbled = true, s.P, e.Double
		}
		return
	case "overload":
		if e.OK {
			return // the blow's fact says so
		}
		w.overLimit = ""
		d := declaredBlow(w.maneuver)
		f.Kind, f.To, f.What, f.With, f.Family = "broke", d.at, d.what, d.with, d.family
	case "breakthrough":
		f.Kind, f.To, f.Spot = "thrown back", "", rules.Spot(e.To, w.Teams)
		if e.OK {
			f.Kind = "through"
		}
	case "wrist":
		if m := w.latestWound(e.Seat); m != nil && !e.OK {
			m.Part = "wrist"
		}
		return
	case "bleeding":
		if !e.OK {
			return
		}
		f.Kind, f.To = "staunched", ""
	default:
		return
	}
	w.Add(f, s)
}

// noteDefence notes a defence that has held, with its chance.
func (w *witness) noteDefence(b *blow, p float64, s rules.Step) {
	b.told = true
	f := w.factOf(b, "stopped", s.N)
	f.P = b.chance * max(p, 0)
	if b.feint {
		f.Kind = "feint stopped"
	}
	if f.Answer == "" { // somebody else's answer
		f.Answer, f.Against = b.answer.What, b.answer.With
	}
	w.Note(f)
}

// settle notes the defences for which no dice were thrown: they have held, as that of a Saint does.
func (w *witness) settle(step int) {
	for i := range w.blows {
		if b := &w.blows[i]; b.answer.Seat != "" && !b.answered && !b.told {
			b.answered = true
			w.noteDefence(b, 1, rules.Step{N: step})
		}
	}
}

// seeWound takes lost Wounds and whose doing they are.
func (w *witness) seeWound(e rules.Event, s rules.Step) {
	b := w.blows.latestOf(e.At)
	f := rules.Fact{Kind: "wound", Step: s.N, By: e.At, To: e.Seat, What: e.What, With: e.With,
		Family: madeOf(w.Match, e.With, e.Of)}
	switch {
	case e.What == "bleeding" || e.What == "fire" || e.What == "backlash" || e.At == "" || e.At == e.Seat:
		f.Kind, f.By, f.To, f.With, f.Family = "hurt", e.Seat, "", "", ""
		if slices.Contains(rules.Causes, e.What) {
			f.Causes = []string{e.What}
		}
	case e.What == "stray shot":
		f.Causes = []string{"stray"}
		if b != nil {
			f.What = b.what
		}
	case b != nil && b.at == e.Seat:
		b.told = true
		f = w.factOf(b, "wound", s.N)
	}
	w.Wound(&f, e.Seat, e.N, e.Left)
	w.Note(f)
}

// latestWound returns the fact of the last Wounds that a seat has lost to a blow, nil if there is none.
func (w *witness) latestWound(seat string) *rules.Fact {
	return w.Latest(func(f *rules.Fact) bool { return f.To == seat && f.Wounds > 0 })
}

// seeFall takes a fall. Where the Wounds that brought it have a fact of the same step, that becomes the fact of the
// fall.
func (w *witness) seeFall(e rules.Event, s rules.Step) {
	if n := len(w.Facts); n > 0 {
		f := &w.Facts[n-1]
		if f.Step == s.N && f.Wounds > 0 && (f.To == e.Seat || f.Kind == "hurt" && f.By == e.Seat) {
			w.MakeFall(f, e.What)
			return
		}
	}
	f := rules.Fact{Kind: "fall", By: e.At, To: e.Seat, Fate: e.What}
	switch {
	case e.What == "rampage", e.At == "", e.At == e.Seat:
		f.Kind, f.By, f.To = "sunk", e.Seat, ""
		if n := len(w.Facts); n > 0 && e.At == "" && e.What == "" && w.Facts[n-1].Step == s.N &&
			slices.Contains([]string{"fall", "sunk"}, w.Facts[n-1].Kind) {
			f.Causes = []string{"master"} // a unit falls with its master
		}
	case w.maneuver.At == e.Seat || e.What == "repelled":
		f.What, f.With = w.maneuver.What, w.maneuver.With
	}
	w.Add(f, s)
}

// seeState takes a state that begins or ends.
func (w *witness) seeState(e rules.Event, s rules.Step) {
	b := w.blows.latestOf(e.Seat)
	switch {
	case e.What == "unloaded" && e.OK:
		if b != nil {
			b.shot = true
		}
	case e.What == "unloaded":
		w.Add(rules.Fact{Kind: "loaded", By: e.Seat, With: w.maneuver.With}, s)
	case e.What == "disarmed" && e.OK:
		w.seeDisarming(e, b, s)
	case e.What == "disarmed" && w.Kind == "breath":
		w.Add(rules.Fact{Kind: "armed", By: e.Seat, With: w.maneuver.With}, s)
	case e.What == "hidden" && e.OK:
		w.seeHiding(e, s)
	case e.OK && (e.What == "defenseless" || e.What == "exposed" || e.What == "staggered" || e.What == "bleeding"):
		w.seeStateByBlow(e, s)
	}
}

// seeDisarming takes the loss of a weapon, by a fumble of its owner, whose blow is own, or by somebody's blow.
func (w *witness) seeDisarming(e rules.Event, own *blow, s rules.Step) {
	f := rules.Fact{Kind: "disarmed", By: e.Seat, With: e.With}
	if own != nil && own.rolled && !own.hit && own.double {
		f.What, f.Causes = own.what, []string{"fumble"}
		if n := len(w.Facts); n > 0 && w.Facts[n-1].Kind == "miss" && w.Facts[n-1].By == e.Seat { // this fact tells of the miss too
			w.Facts = w.Facts[:n-1]
		}
	}
	for i := len(w.blows) - 1; i >= 0 && f.What == ""; i-- {
		if b := &w.blows[i]; b.at == e.Seat {
			f.To, f.What, b.told = b.by, b.what, true
		}
	}
	w.Add(f, s)
}

// seeStateByBlow takes a state in which a blow has left its target besides Wounds. That of a fumble is told by the
// miss, that of an overload by the overload.
func (w *witness) seeStateByBlow(e rules.Event, s rules.Step) {
	if w.overloadFailed && w.actor == e.Seat {
		return
	}
	for i := len(w.blows) - 1; i >= 0; i-- {
		b := &w.blows[i]
		felt := b.hit && (b.answer.Seat == "" || b.answered && b.answerFailed)
		if b.at != e.Seat || !felt || b.told || b.answerFumbled {
			continue
		}
		b.told = true
		f := w.factOf(b, "landed", s.N)
		f.Fate = e.What
		w.Note(f)
		return
	}
}

// seeMove takes a change of zone. A way through enemies has a fact already.
func (w *witness) seeMove(e rules.Event, s rules.Step) {
	if f := w.Latest(func(f *rules.Fact) bool { return f.Kind == "through" && f.Step == s.N }); f != nil {
		f.Spot = rules.Spot(e.To, w.Teams)
		return
	}
	w.Add(rules.Fact{Kind: "move", By: e.Seat, What: e.What, Spot: rules.Spot(e.To, w.Teams)}, s)
}

// seeHiding takes a move into hiding: the fact of the move becomes one of hiding.
func (w *witness) seeHiding(e rules.Event, s rules.Step) {
	if f := w.Latest(func(*rules.Fact) bool { return true }); f != nil && f.Kind == "move" && f.By == e.Seat {
		f.Kind = "hides"
		return
	}
	w.Add(rules.Fact{Kind: "hides", By: e.Seat}, s)
}

// whereOf returns the location of a declared blow, as of "horizontal cut at the wrist"; "" if it names none.
func whereOf(what string) string {
	for _, where := range rows.Locations {
		if strings.HasSuffix(what, " at the "+where) {
			return where
		}
	}
	return ""
}

// madeOf returns a weapon's family, or "wooden" for a blade of wood, which draws no blood: by its name, and for any
// blade in a sparring match.
func madeOf(match bool, with, of string) string {
	wood := []string{"bokken", "bokuto", "shinai", "suburito", "oar", "wooden", "practice"}
	if of == "blade" || of == "short" {
		if match || slices.ContainsFunc(strings.Fields(with), func(w string) bool { return slices.Contains(wood, w) }) {
			return "wooden"
		}
	}
	return of
}
