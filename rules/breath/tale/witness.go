package tale

import (
	"slices"
	"strings"

	"kokyu/rules"
)

// What the events say is decided here, fact by fact.

// witness reads the events of a passage: a breath, a lull, a word of the count.
type witness struct {
	*rules.Passage
	blows    blows
	doing    rules.Event // the maneuver under way
	actor    string      // whose blow or maneuver the last clause of the law line is
	target   string
	broken   bool            // its overload failed
	answer   string          // the defence declared last
	strained string          // who went over the limit for the maneuver under way, and held
	feinted  map[string]bool // "by|at" of feints that were taken for blows in this passage
}

// Event takes one event, into the law line and into the facts.
func (w *witness) Event(e rules.Event, s rules.Step) {
	if e.Kind == "fate" {
		w.Dice = []int{e.N, e.Left}
	}
	w.law(e, s)
	w.tale(e, s)
}

// Ends settles what waits for no dice.
func (w *witness) Ends(_ rules.Event, s rules.Step) { w.settle(s.N) }

// Over reports whether a step is its seat's word that the breath is over: a decision of its own that changes nothing, where
// no blow waits for an answer.
func (w *witness) Over(s rules.Step) bool {
	waits := func(b blow) bool { return b.at == s.Seat && b.hit && !b.told && !b.answered }
	if w.Kind != "breath" || s.Seat != w.Seat || s.Do == "" || len(s.Roll) > 0 || len(s.Events) > 0 || slices.ContainsFunc(w.blows, waits) {
		return false
	}
	w.settle(s.N)
	return true
}

// tale takes one event of the passage under way.
// Silent are round, whose lull before it is told, lull, in which nothing is done but what its own events say, fate and slot, which are for the
// law line, edit, which is told by the step, and heads, which are told as Wounds.
func (w *witness) tale(e rules.Event, s rules.Step) {
	switch e.Kind {
	case "declare":
		w.declare(e, s)
	case "counter":
		w.settle(s.N)
		w.blows = append(w.blows, blow{by: e.Seat, at: e.At, what: e.What, with: e.With, of: e.Of, shot: flies(e.Of), p: 1, counter: true})
	case "check":
		w.takeCheck(e, s)
	case "react":
		w.answer = e.What
		if b := w.blows.by(e.At); b != nil {
			b.answer, b.answered = e, false
		}
	case "wound":
		w.takeWound(e, s)
	case "down":
		w.fell(e, s)
	case "status":
		w.takeState(e, s)
	case "reserve":
		w.Add(rules.Fact{Kind: "ready", By: e.Seat, What: e.What, With: e.With}, s)
	case "stance":
		if !e.OK && e.At != "" { // by a blow; one taken or given up is nobody's tale
			w.Add(rules.Fact{Kind: "stance lost", By: e.Seat, To: e.At, What: e.What}, s)
		}
	case "move":
		w.takeMove(e, s)
	case "wait", "close":
		w.Add(rules.Fact{Kind: e.Kind, By: e.Seat}, s)
	case "overload":
		w.strained = e.Seat
	case "obey":
		w.takeObeyed(e, s)
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
		w.cast(e, s)
	default:
		w.duel(e, s)
	}
}

// declare begins a decision: what was told of the one before is settled, and blows are counted anew.
func (w *witness) declare(e rules.Event, s rules.Step) {
	w.settle(s.N)
	w.blows, w.strained = nil, ""
	if e.At != "" {
		w.blows = blows{declaredBlow(e)}
	}
	w.doing = e
}

// takeObeyed takes what a squad or a unit does as it is told: a blow like any other, and whose word it is.
func (w *witness) takeObeyed(e rules.Event, s rules.Step) {
	w.settle(s.N)
	told := w.Latest(func(f *rules.Fact) bool { return f.Kind == "order" && f.By == w.Seat && f.To == e.Seat })
	if e.Seat != w.Seat && told == nil {
		w.Add(rules.Fact{Kind: "order", By: w.Seat, To: e.Seat, What: e.What}, s)
	}
	if e.At != "" {
		w.blows = append(w.blows, blow{by: e.Seat, at: e.At, what: e.What, with: e.With, of: e.Of, shot: flies(e.Of), p: 1, order: true})
	}
}

// cast takes what only castings tell.
func (w *witness) cast(e rules.Event, s rules.Step) {
	f := rules.Fact{By: e.Seat, To: e.At, What: e.What}
	switch {
	case e.Kind == "chant" && e.N == 1 && e.Left > 0:
		f.Kind = "chant"
	case e.Kind == "snap" && !e.OK:
		f.Kind = "chant broken"
	case e.Kind == "backlash":
		f.Kind = "backlash"
	case e.Kind == "spell" && e.OK:
		f.Kind = "spell"
	case e.Kind == "spell":
		f.Kind = "spell failed"
	case e.Kind == "called":
		f.Kind = "rises"
	case e.Kind == "shield":
		f.Kind = "shielded"
	default:
		return
	}
	if f.To == f.By {
		f.To = ""
	}
	w.Add(f, s)
}

// takeCheck takes what dice said.
func (w *witness) takeCheck(e rules.Event, s rules.Step) {
	f := rules.Fact{By: e.Seat, To: e.At, P: s.P}
	switch e.What {
	case "attack":
		w.takeThrow(e, s)
		return
	case "defense":
		if f := w.Latest(func(f *rules.Fact) bool { return f.Kind == "spell" && f.By == e.At && f.To == e.Seat }); f != nil && e.OK && w.blows.by(e.At) == nil {
			f.Kind, f.Answer = "spell failed", w.answer // the cast has worked, and does not reach whom it was for
			return
		}
		if b := w.blows.by(e.At); b != nil {
			b.answered = true
			if e.OK {
				w.noteDefence(b, s.P, s)
				return
			}
			b.broken, b.brokenP, b.clumsy = true, s.P, e.Double
		}
		return
	case "overload":
		if e.OK {
			return // the blow it was for says so
		}
		w.strained = ""
		d := declaredBlow(w.doing)
		f.Kind, f.To, f.What, f.With, f.Family = "broke", d.at, d.what, d.with, d.of
	case "breakthrough":
		f.Kind, f.To, f.Spot = "thrown back", "", rules.Spot(e.To, w.Teams)
		if e.OK {
			f.Kind = "through"
		}
	case "wrist":
		if m := w.hurt(e.Seat); m != nil && !e.OK {
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

// takeThrow takes the dice of an attack.
func (w *witness) takeThrow(e rules.Event, s rules.Step) {
	b := w.blows.by(e.Seat)
	if b == nil {
		return
	}
	b.rolled, b.hit, b.double, b.p = true, e.OK, e.Double, s.P
	if !e.OK {
		w.Note(w.fact(b, "miss", s.N))
	}
}

// noteDefence notes a defence that held.
func (w *witness) noteDefence(b *blow, p float64, s rules.Step) {
	b.told = true
	f := w.fact(b, "stopped", s.N)
	f.P = b.p * max(p, 0)
	if b.feint {
		f.Kind = "feint stopped"
	}
	if f.Answer == "" { // somebody else's answer
		f.Answer, f.Against = b.answer.What, b.answer.With
	}
	w.Note(f)
}

// settle ends what waits for no dice: a defence that needed none has held.
func (w *witness) settle(step int) {
	for i := range w.blows {
		if b := &w.blows[i]; b.answer.Seat != "" && !b.answered && !b.told {
			b.answered = true
			w.noteDefence(b, 1, rules.Step{N: step})
		}
	}
}

// takeWound takes a lost Wound and whose doing it was.
func (w *witness) takeWound(e rules.Event, s rules.Step) {
	b := w.blows.by(e.At)
	f := rules.Fact{Kind: "wound", Step: s.N, By: e.At, To: e.Seat, What: e.What, With: e.With, Family: madeOf(w.Match, e.With, e.Of)}
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
		f = w.fact(b, "wound", s.N)
	}
	w.Wound(&f, e.Seat, e.N, e.Left)
	w.Note(f)
}

// hurt returns the latest Wound that somebody has lost to a blow, nil if there is none.
func (w *witness) hurt(seat string) *rules.Fact {
	return w.Latest(func(f *rules.Fact) bool { return f.To == seat && f.Wounds > 0 })
}

// fell makes the fact of the wound that of the fall.
func (w *witness) fell(e rules.Event, s rules.Step) {
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
		if n := len(w.Facts); n > 0 && e.At == "" && e.What == "" && w.Facts[n-1].Step == s.N && (w.Facts[n-1].Kind == "fall" || w.Facts[n-1].Kind == "sunk") {
			f.Causes = []string{"master"} // a unit goes with who called it
		}
	case w.doing.At == e.Seat || e.What == "repelled":
		f.What, f.With = w.doing.What, w.doing.With
	}
	w.Add(f, s)
}

// takeState takes a state that began or ended.
func (w *witness) takeState(e rules.Event, s rules.Step) {
	b := w.blows.by(e.Seat)
	switch {
	case e.What == "unloaded" && e.OK:
		if b != nil {
			b.shot = true
		}
	case e.What == "unloaded":
		w.Add(rules.Fact{Kind: "loaded", By: e.Seat, With: w.doing.With}, s)
	case e.What == "disarmed" && e.OK:
		w.takeLoss(e, b, s)
	case e.What == "disarmed" && w.Kind == "breath":
		w.Add(rules.Fact{Kind: "armed", By: e.Seat, With: w.doing.With}, s)
	case e.What == "hidden" && e.OK:
		w.hid(e, s)
	case e.OK && (e.What == "defenseless" || e.What == "exposed" || e.What == "staggered" || e.What == "bleeding"):
		w.takeOpening(e, s)
	}
}

// takeLoss takes a weapon that leaves its hand: by a fumble of its own, or by somebody's blow.
func (w *witness) takeLoss(e rules.Event, own *blow, s rules.Step) {
	f := rules.Fact{Kind: "disarmed", By: e.Seat, With: e.With}
	if own != nil && own.rolled && !own.hit && own.double {
		f.What, f.Causes = own.what, []string{"fumble"}
		if n := len(w.Facts); n > 0 && w.Facts[n-1].Kind == "miss" && w.Facts[n-1].By == e.Seat { // the miss is that
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

// takeOpening takes a state that lays a seat open: what a blow did besides Wounds. A fumble's own is said by the fumble, the price
// of an overload by that.
func (w *witness) takeOpening(e rules.Event, s rules.Step) {
	if w.broken && w.actor == e.Seat {
		return
	}
	for i := len(w.blows) - 1; i >= 0; i-- {
		b := &w.blows[i]
		felt := b.hit && (b.answer.Seat == "" || b.answered && b.broken)
		if b.at != e.Seat || !felt || b.told || b.clumsy {
			continue
		}
		b.told = true
		f := w.fact(b, "landed", s.N)
		f.Fate = e.What
		w.Note(f)
		return
	}
}

// takeMove takes a change of ground, unless it was a way through.
func (w *witness) takeMove(e rules.Event, s rules.Step) {
	if f := w.Latest(func(f *rules.Fact) bool { return f.Kind == "through" && f.Step == s.N }); f != nil {
		f.Spot = rules.Spot(e.To, w.Teams)
		return
	}
	w.Add(rules.Fact{Kind: "move", By: e.Seat, What: e.What, Spot: rules.Spot(e.To, w.Teams)}, s)
}

// hid makes a move the hiding it was.
func (w *witness) hid(e rules.Event, s rules.Step) {
	if f := w.Latest(func(*rules.Fact) bool { return true }); f != nil && f.Kind == "move" && f.By == e.Seat {
		f.Kind = "hides"
		return
	}
	w.Add(rules.Fact{Kind: "hides", By: e.Seat}, s)
}

// places are the locations that a blow of a duel can be aimed at.
var places = []string{"wrist", "arm", "leg", "torso", "face"}

// whereOf reads the location off a declared blow: "horizontal cut at the wrist".
func whereOf(what string) string {
	for _, where := range places {
		if strings.HasSuffix(what, " at the "+where) {
			return where
		}
	}
	return ""
}

// madeOf returns a weapon's family with what it is made of in view: an oar has no steel. In a sparring match no sword has any,
// whatever it is called.
func madeOf(match bool, with, of string) string {
	wood := []string{"bokken", "bokuto", "shinai", "suburito", "oar", "wooden", "practice"}
	if of == "blade" || of == "short" {
		if match || slices.ContainsFunc(strings.Fields(with), func(w string) bool { return slices.Contains(wood, w) }) {
			return "wooden"
		}
	}
	return of
}
