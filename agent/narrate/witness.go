package narrate

import (
	"slices"
	"strings"

	"kokyu/rules"
)

// What the events say is decided here, moment by moment.

// witness takes one event of the passage under way.
func (r *reader) witness(e rules.Event, s rules.Step) {
	switch e.Kind {
	case "declare":
		r.settle(s.N)
		r.exchange = nil
		if e.At != "" {
			r.exchange = exchange{{by: e.Seat, at: e.At, with: e.With, of: e.Of, shot: flies(e.Of), cost: e.N, p: 1,
				feint: strings.HasPrefix(e.What, "feint with the "), where: whereOf(e.What)}}
		}
		r.open.doing = e
	case "counter":
		r.settle(s.N)
		r.exchange = append(r.exchange, blow{by: e.Seat, at: e.At, with: e.With, of: e.Of, shot: flies(e.Of), p: 1})
		r.add(Facts{Frame: "counter", Actor: e.Seat, Target: e.At, P: 1}, e.With, e.Of, s)
	case "check":
		r.checked(e, s)
	case "react":
		if b := r.exchange.by(e.At); b != nil {
			b.answer, b.answered = e, false
		}
	case "wound":
		r.wounded(e, s)
	case "down":
		r.fell(e, s)
	case "status":
		r.changed(e, s)
	case "reserve":
		r.add(Facts{Frame: "ready", Actor: e.Seat, P: 1, Cost: r.open.doing.N}, e.With, r.open.doing.Of, s)
	case "stance":
		r.stood(e, s)
	case "move":
		r.moved(e, s)
	case "wait", "close":
		r.add(Facts{Frame: Frame(e.Kind), Actor: e.Seat, P: 1}, "", "", s)
	case "spend":
		if e.Left == 0 && e.N > 0 {
			r.open.spent = e.Seat
		}
	default:
		r.witnessDuel(e, s)
	}
}

// add notes a moment.
func (r *reader) add(f Facts, with, of string, s rules.Step) {
	f.Step, f.Stage, f.Family, f.Match = s.N, r.open.stage, r.made(with, of), r.match
	if f.P <= 0 { // dice a fate let lie: how likely they were is not known any more
		f.P = 1
	}
	switch of {
	case "unarmed", "claw":
		f.Grown = with
	default:
		f.Weapon = with
	}
	if !f.Last {
		f.Last = f.Target != "" && r.cast.last(&r.scene, f.Target)
	}
	f.Fallen = r.fallen
	f.Spent = f.Actor != "" && f.Actor == r.open.spent
	r.open.moments = append(r.open.moments, f)
}

// checked takes what dice said.
func (r *reader) checked(e rules.Event, s rules.Step) {
	f := Facts{Actor: e.Seat, Target: e.At, P: s.P}
	switch e.What {
	case "attack":
		b := r.exchange.by(e.Seat)
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
		r.add(f, b.with, b.used(), s)
	case "defense":
		b := r.exchange.by(e.At)
		if b == nil {
			return
		}
		b.answered = true
		if e.OK {
			r.defended(b, s.P, s)
			return
		}
		b.broken, b.brokenP, b.clumsy = true, s.P, e.Double
	case "overload":
		f.Frame = "strain_broken"
		if e.OK {
			f.Frame = "strain_held"
		}
		r.add(f, "", "", s)
	case "breakthrough":
		f.Frame = "thrown_back"
		if e.OK {
			f.Frame = "through"
		}
		r.add(f, "", "", s)
	case "wrist":
		r.gripped(e, s)
	case "bleeding":
		if e.OK {
			f.Frame = "staunched"
			r.add(f, "", "", s)
		}
	}
}

// defended notes a defence that held.
func (r *reader) defended(b *blow, p float64, s rules.Step) {
	a := b.answer
	f := Facts{Frame: "hasty", Actor: a.Seat, Target: a.At, P: p, Cost: a.Paid, Reserved: a.Paid == 0}
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
	r.add(f, a.With, of, s)
}

// settle ends what waits for no dice: a defence that needed none has held.
func (r *reader) settle(step int) {
	for i := range r.exchange {
		if b := &r.exchange[i]; b.answer.Seat != "" && !b.answered && !b.wounded {
			b.answered = true
			r.defended(b, 1, rules.Step{N: step})
		}
	}
}

// wounded takes a lost Wound and whose doing it was.
func (r *reader) wounded(e rules.Event, s rules.Step) {
	f := Facts{Actor: e.At, Target: e.Seat, P: 1, Wounds: e.N, Left: e.Left, First: !r.bled}
	r.bled = true
	switch {
	case e.What == "bleeding":
		f.Frame, f.Actor, f.Target = "bleeding", e.Seat, ""
		r.add(f, "", "", s)
		return
	case e.What == "stray shot":
		f.Frame = "stray"
		r.add(f, e.With, e.Of, s)
		return
	}
	of, with := e.Of, e.With
	f.Frame = "wound"
	if b := r.exchange.by(e.At); b != nil {
		b.wounded = true
		of, f.P, f.Cost, f.Where = b.used(), b.p, b.cost, b.where
		if b.broken {
			f.Frame, f.P = "broken_guard", b.p*b.brokenP
		}
	}
	if e.Double || f.Frame == "wound" && e.N > 1 { // the plain wound's words are small ones
		f.Frame = "critical"
	}
	r.add(f, with, of, s)
}

// fell makes the moment of the wound that of the fall.
func (r *reader) fell(e rules.Event, s rules.Step) {
	last := r.cast.last(&r.scene, e.Seat)
	if n := len(r.open.moments); n > 0 {
		f := &r.open.moments[n-1]
		if f.Step == s.N && f.Wounds > 0 && (f.Target == e.Seat || f.Frame == "bleeding" && f.Actor == e.Seat) {
			if f.Frame == "bleeding" {
				f.Frame, f.Fallen = "bled_out", true
				return
			}
			f.Frame, f.Target, f.Fallen, f.Last = "fall", e.Seat, true, last
			return
		}
	}
	r.add(Facts{Frame: "fall", Actor: e.At, Target: e.Seat, P: 1, Last: last}, "", "", s)
}

// changed takes a state that began or ended.
func (r *reader) changed(e rules.Event, s rules.Step) {
	b := r.exchange.by(e.Seat)
	switch {
	case e.What == "unloaded" && e.OK:
		if b != nil {
			b.shot = true
		}
	case e.What == "unloaded":
		r.add(Facts{Frame: "reload", Actor: e.Seat, P: 1, Cost: r.open.doing.N}, r.open.doing.With, r.open.doing.Of, s)
	case e.What == "disarmed" && e.OK:
		r.turnMiss(e, "disarmed", s)
	case e.What == "disarmed" && r.open.kind == "breath":
		r.add(Facts{Frame: "pick_up", Actor: e.Seat, P: 1, Cost: r.open.doing.N}, r.open.doing.With, "", s)
	case e.What == "hidden" && e.OK:
		r.hid(e, s)
	case e.OK && (e.What == "defenseless" || e.What == "exposed"):
		r.opened(e, s)
	}
}

// opened takes a state that lays a seat open: a fumble's own, or what a blow did besides Wounds.
func (r *reader) opened(e rules.Event, s rules.Step) {
	if e.What == "defenseless" && r.turnMiss(e, "fumble", s) {
		return
	}
	if l := &r.open.law; l.broken && l.actor == e.Seat { // the price of its overload
		return
	}
	for i := len(r.exchange) - 1; i >= 0; i-- {
		b := &r.exchange[i]
		felt := b.hit && (b.answer.Seat == "" || b.answered && b.broken)
		if b.at != e.Seat || !felt || b.wounded {
			continue
		}
		if b.clumsy && e.What == "defenseless" { // its own doing, in the defence
			return
		}
		r.add(Facts{Frame: "toppled", Actor: b.by, Target: b.at, P: b.p, Cost: b.cost}, b.with, b.used(), s)
		return
	}
}

// misses are the frames of a blow that found nothing.
var misses = []Frame{"miss", "miss_shot", "near_miss", "feint_missed", "fumble"}

// turnMiss makes the latest miss of a seat the fumble it was.
func (r *reader) turnMiss(e rules.Event, into Frame, s rules.Step) bool {
	b := r.exchange.by(e.Seat)
	if b == nil || !b.rolled || b.hit || !b.double {
		return false
	}
	for i := len(r.open.moments) - 1; i >= 0; i-- {
		f := &r.open.moments[i]
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
func (r *reader) stood(e rules.Event, s rules.Step) {
	switch {
	case e.OK:
		r.add(Facts{Frame: "stance", Actor: e.Seat, P: 1, Cost: r.open.doing.N}, "", "", s)
	case e.At != "":
		r.add(Facts{Frame: "stance_lost", Actor: e.Seat, Target: e.At, P: 1}, "", "", s)
	}
}

// moved takes a change of ground, unless it was a way through.
func (r *reader) moved(e rules.Event, s rules.Step) {
	if n := len(r.open.moments); n > 0 && r.open.moments[n-1].Frame == "through" && r.open.moments[n-1].Step == s.N {
		return
	}
	r.add(Facts{Frame: "move", Actor: e.Seat, P: 1, Cost: r.open.doing.N}, "", "", s)
}

// hid makes a move the hiding it was.
func (r *reader) hid(e rules.Event, s rules.Step) {
	if n := len(r.open.moments); n > 0 && r.open.moments[n-1].Frame == "move" {
		r.open.moments[n-1].Frame = "hide"
		return
	}
	r.add(Facts{Frame: "hide", Actor: e.Seat, P: 1}, "", "", s)
}
