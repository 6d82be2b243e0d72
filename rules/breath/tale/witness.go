package tale

import (
	"slices"
	"strings"

	"kokyu/rules"
)

// What the events say is decided here, moment by moment.

// witness reads the events of a passage: a breath, a lull, a word of the count.
type witness struct {
	*rules.Passage
	blows  blows
	doing  rules.Event // the maneuver under way
	spent  string      // who paid the last Energy in it
	actor  string      // whose blow or maneuver the last clause of the law line is
	target string
	broken bool // its overload failed
}

// Event takes one event, into the law line and into the moments.
func (w *witness) Event(e rules.Event, s rules.Step) {
	if e.Kind == "fate" {
		w.Dice = []int{e.N, e.Left}
	}
	w.law(e, s)
	w.tale(e, s)
}

// Ends settles what waits for no dice.
func (w *witness) Ends(_ rules.Event, s rules.Step) { w.settle(s.N) }

// Over says whether a step is its seat's word that the breath is over: a decision of its own that changes nothing, where
// no blow waits for an answer.
func (w *witness) Over(s rules.Step) bool {
	if w.Kind != "breath" || s.Seat != w.Seat || s.Do == "" || len(s.Roll) > 0 || len(s.Events) > 0 ||
		slices.ContainsFunc(w.blows, func(b blow) bool { return b.at == s.Seat && b.hit && !b.wounded && !b.answered }) {
		return false
	}
	w.settle(s.N)
	return true
}

// tale takes one event of the passage under way.
func (w *witness) tale(e rules.Event, s rules.Step) {
	switch e.Kind {
	case "declare":
		w.settle(s.N)
		w.blows = nil
		if e.At != "" {
			w.blows = blows{{by: e.Seat, at: e.At, with: e.With, of: e.Of, shot: flies(e.Of), cost: e.N, p: 1,
				feint: strings.HasPrefix(e.What, "feint with the "), where: whereOf(e.What)}}
		}
		w.doing = e
	case "counter":
		w.settle(s.N)
		w.blows = append(w.blows, blow{by: e.Seat, at: e.At, with: e.With, of: e.Of, shot: flies(e.Of), p: 1})
		w.add(rules.Moment{Frame: "counter", Actor: e.Seat, Target: e.At, P: 1}, e.With, e.Of, s)
	case "check":
		w.checked(e, s)
	case "react":
		if b := w.blows.by(e.At); b != nil {
			b.answer, b.answered = e, false
		}
	case "wound":
		w.wounded(e, s)
	case "down":
		w.fell(e, s)
	case "status":
		w.changed(e, s)
	case "reserve":
		w.add(rules.Moment{Frame: "ready", Actor: e.Seat, P: 1, Cost: w.doing.N}, e.With, w.doing.Of, s)
	case "stance":
		w.stood(e, s)
	case "move":
		w.moved(e, s)
	case "wait", "close":
		w.add(rules.Moment{Frame: e.Kind, Actor: e.Seat, P: 1}, "", "", s)
	case "spend":
		if e.Left == 0 && e.N > 0 {
			w.spent = e.Seat
		}
	case "obey":
		w.obeyed(e, s)
	case "rout":
		w.add(rules.Moment{Frame: "rout", Actor: e.Seat, P: 1}, "", "", s)
	case "give":
		w.add(rules.Moment{Frame: "gift", Actor: e.Seat, Target: e.At, P: 1, Cost: w.doing.N}, "", "", s)
	case "cohesion":
		if e.OK {
			w.add(rules.Moment{Frame: "rallied", Actor: e.Seat, P: 1}, "", "", s)
		}
	default:
		if !w.chanting(e, s) {
			w.duel(e, s)
		}
	}
}

// obeyed takes what a squad or a unit does as it is told: a blow like any other, and whose word it is.
func (w *witness) obeyed(e rules.Event, s rules.Step) {
	w.settle(s.N)
	frame := "order"
	if strings.HasPrefix(w.doing.What, "command ") {
		frame = "sent"
	}
	w.add(rules.Moment{Frame: frame, Actor: w.Seat, Target: e.Seat, P: 1, Cost: w.doing.N}, "", "", s)
	if e.At != "" {
		w.blows = append(w.blows, blow{by: e.Seat, at: e.At, with: e.With, of: e.Of, shot: flies(e.Of), cost: w.doing.N, p: 1})
	}
}

// add notes a moment.
func (w *witness) add(m rules.Moment, with, of string, s rules.Step) {
	m.Step, m.Family = s.N, w.made(with, of)
	m.With, m.Kind = with, m.Family
	switch of {
	case "unarmed", "claw":
		m.Grown = with
	default:
		m.Weapon = with
	}
	m.Spent = m.Actor != "" && m.Actor == w.spent
	w.Note(m)
}

// checked takes what dice said.
func (w *witness) checked(e rules.Event, s rules.Step) {
	f := rules.Moment{Actor: e.Seat, Target: e.At, P: s.P}
	switch e.What {
	case "attack":
		b := w.blows.by(e.Seat)
		if b == nil {
			return
		}
		b.rolled, b.hit, b.double, b.p = true, e.OK, e.Double, s.P
		if e.OK {
			return
		}
		f.Frame, f.Cost = "miss", b.cost
		switch {
		case b.feint:
			f.Frame = "feint_missed"
		case b.shot:
			f.Frame = "miss_shot"
		}
		w.add(f, b.with, b.used(), s)
	case "defense":
		b := w.blows.by(e.At)
		if b == nil {
			return
		}
		b.answered = true
		if e.OK {
			w.defended(b, s.P, s)
			return
		}
		b.broken, b.brokenP, b.clumsy = true, s.P, e.Double
	case "overload":
		f.Frame = "strain_broken"
		if e.OK {
			f.Frame = "strain_held"
		}
		w.add(f, "", "", s)
	case "breakthrough":
		f.Frame = "thrown_back"
		if e.OK {
			f.Frame = "through"
		}
		w.add(f, "", "", s)
	case "wrist":
		w.gripped(e, s)
	case "bleeding":
		if e.OK {
			f.Frame = "staunched"
			w.add(f, "", "", s)
		}
	}
}

// defended notes a defence that held.
func (w *witness) defended(b *blow, p float64, s rules.Step) {
	a := b.answer
	f := rules.Moment{Frame: "hasty", Actor: a.Seat, Target: a.At, P: p, Cost: a.Paid, Reserved: a.Paid == 0}
	if f.Reserved {
		f.Frame = "held"
	}
	if b.feint {
		f.Frame = "feint_met"
	}
	of := a.Of
	if of == "gun" || of == "bow" { // it holds a blow off as any piece of wood does
		of = ""
	}
	w.add(f, a.With, of, s)
}

// settle ends what waits for no dice: a defence that needed none has held.
func (w *witness) settle(step int) {
	for i := range w.blows {
		if b := &w.blows[i]; b.answer.Seat != "" && !b.answered && !b.wounded {
			b.answered = true
			w.defended(b, 1, rules.Step{N: step})
		}
	}
}

// wounded takes a lost Wound and whose doing it was.
func (w *witness) wounded(e rules.Event, s rules.Step) {
	f := rules.Moment{Actor: e.At, Target: e.Seat, P: 1, Wounds: e.N, Left: e.Left, First: w.FirstBlood()}
	switch {
	case e.What == "bleeding":
		f.Frame, f.Actor, f.Target = "bleeding", e.Seat, ""
		w.add(f, "", "", s)
		return
	case e.What == "stray shot":
		f.Frame = "stray"
		w.add(f, e.With, e.Of, s)
		return
	}
	of, with := e.Of, e.With
	f.Frame = "wound"
	if b := w.blows.by(e.At); b != nil {
		b.wounded = true
		of, f.P, f.Cost, f.Where = b.used(), b.p, b.cost, b.where
		if b.broken {
			f.Frame, f.P = "broken_guard", b.p*b.brokenP
		}
	}
	if e.Double || f.Frame == "wound" && e.N > 1 { // the plain wound's words are small ones
		f.Frame = "critical"
	}
	w.add(f, with, of, s)
}

// fell makes the moment of the wound that of the fall.
func (w *witness) fell(e rules.Event, s rules.Step) {
	last := w.Alone(e.Seat)
	if n := len(w.Moments); n > 0 {
		f := &w.Moments[n-1]
		if f.Step == s.N && f.Wounds > 0 && (f.Target == e.Seat || f.Frame == "bleeding" && f.Actor == e.Seat) {
			if f.Frame == "bleeding" {
				f.Frame, f.Fallen = "bled_out", true
				return
			}
			if f.Actor == "" { // of a fire, a backlash, a master's fall
				f.Frame, f.Actor, f.Target, f.Fallen = "sunk", e.Seat, "", true
				return
			}
			f.Frame, f.Target, f.Fallen, f.Last = "fall", e.Seat, true, last
			return
		}
	}
	if e.At == "" {
		w.add(rules.Moment{Frame: "sunk", Actor: e.Seat, P: 1, Fallen: true}, "", "", s)
		return
	}
	w.add(rules.Moment{Frame: "fall", Actor: e.At, Target: e.Seat, P: 1, Last: last}, "", "", s)
}

// changed takes a state that began or ended.
func (w *witness) changed(e rules.Event, s rules.Step) {
	b := w.blows.by(e.Seat)
	switch {
	case e.What == "unloaded" && e.OK:
		if b != nil {
			b.shot = true
		}
	case e.What == "unloaded":
		w.add(rules.Moment{Frame: "reload", Actor: e.Seat, P: 1, Cost: w.doing.N}, w.doing.With, w.doing.Of, s)
	case e.What == "disarmed" && e.OK:
		w.turnMiss(e, "disarmed", s)
	case e.What == "disarmed" && w.Kind == "breath":
		w.add(rules.Moment{Frame: "pick_up", Actor: e.Seat, P: 1, Cost: w.doing.N}, w.doing.With, "", s)
	case e.What == "hidden" && e.OK:
		w.hid(e, s)
	case e.OK && (e.What == "defenseless" || e.What == "exposed"):
		w.opened(e, s)
	}
}

// opened takes a state that lays a seat open: a fumble's own, or what a blow did besides Wounds.
func (w *witness) opened(e rules.Event, s rules.Step) {
	if e.What == "defenseless" && w.turnMiss(e, "fumble", s) {
		return
	}
	if w.broken && w.actor == e.Seat { // the price of its overload
		return
	}
	for i := len(w.blows) - 1; i >= 0; i-- {
		b := &w.blows[i]
		felt := b.hit && (b.answer.Seat == "" || b.answered && b.broken)
		if b.at != e.Seat || !felt || b.wounded {
			continue
		}
		if b.clumsy && e.What == "defenseless" { // its own doing, in the defence
			return
		}
		w.add(rules.Moment{Frame: "toppled", Actor: b.by, Target: b.at, P: b.p, Cost: b.cost}, b.with, b.used(), s)
		return
	}
}

// misses are the frames of a blow that found nothing.
var misses = []string{"miss", "miss_shot", "near_miss", "feint_missed", "fumble"}

// turnMiss makes the latest miss of a seat the fumble it was.
func (w *witness) turnMiss(e rules.Event, into string, s rules.Step) bool {
	b := w.blows.by(e.Seat)
	if b == nil || !b.rolled || b.hit || !b.double {
		return false
	}
	for i := len(w.Moments) - 1; i >= 0; i-- {
		f := &w.Moments[i]
		if f.Actor == e.Seat && slices.Contains(misses, f.Frame) {
			f.Frame, f.Step = into, s.N
			if e.With != "" {
				f.Weapon = e.With
			}
			return true
		}
	}
	return false
}

// stood takes a stance taken, or taken away by a blow; one given up is nobody's tale.
func (w *witness) stood(e rules.Event, s rules.Step) {
	switch {
	case e.OK:
		w.add(rules.Moment{Frame: "stance", Actor: e.Seat, P: 1, Cost: w.doing.N}, "", "", s)
	case e.At != "":
		w.add(rules.Moment{Frame: "stance_lost", Actor: e.Seat, Target: e.At, P: 1}, "", "", s)
	}
}

// moved takes a change of ground, unless it was a way through.
func (w *witness) moved(e rules.Event, s rules.Step) {
	if n := len(w.Moments); n > 0 && w.Moments[n-1].Frame == "through" && w.Moments[n-1].Step == s.N {
		return
	}
	w.add(rules.Moment{Frame: "move", Actor: e.Seat, P: 1, Cost: w.doing.N}, "", "", s)
}

// hid makes a move the hiding it was.
func (w *witness) hid(e rules.Event, s rules.Step) {
	if n := len(w.Moments); n > 0 && w.Moments[n-1].Frame == "move" {
		w.Moments[n-1].Frame = "hide"
		return
	}
	w.add(rules.Moment{Frame: "hide", Actor: e.Seat, P: 1}, "", "", s)
}
