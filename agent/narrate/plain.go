package narrate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/text"
)

// A system without a dialect is told all the same: each decision has its law line, with the dice thrown for it, what they
// had to reach, and whom it hurt.

// plainly takes a step and gives the lines that ended with it.
func (r *eventReader) plainly(s rules.Step) (done []*passage) {
	if s.Secret {
		return nil
	}
	if s.Do != "" && (len(s.Roll) == 0 || r.open == nil) {
		done = r.flush()
		r.enter(rules.Head{}, s.Seat, s.N)
		if len(s.Roll) == 0 {
			r.open.Law.Begin(text.Escape(s.Do))
		}
	}
	r.plain.see(s)
	checks := 0
	for _, e := range s.Events {
		if e.Secret {
			continue
		}
		if e.Kind == "check" || e.Kind == "contest" || e.Kind == "damage" {
			checks++
		}
		done = append(done, r.plainEvent(e, s)...)
	}
	if r.open == nil {
		return done
	}
	r.open.step = s.N
	if len(s.Roll) > 0 && checks == 0 {
		r.open.thrown(s.Seat, "dice", strings.Trim(fmt.Sprint(s.Roll), "[]")+": "+text.Escape(s.Do))
	}
	return done
}

// plainEvent adds what an event of any system says.
func (r *eventReader) plainEvent(e rules.Event, s rules.Step) (done []*passage) {
	r.see(e)
	switch {
	case e.Kind == "end":
		if e.N == 0 {
			e.N = max(r.round, 1)
		}
		done = r.flush()
		r.enter(rules.Head{Kind: "end"}, e.Seat, s.N)
		r.open.end = e
		return append(done, r.flush()...)
	case !slices.Contains([]string{"check", "contest", "damage", "wound", "gain", "down", "status", "reveal"}, e.Kind):
		return nil
	case r.open == nil:
		r.enter(rules.Head{}, s.Seat, s.N)
	}
	law, seat := &r.open.Law, text.Escape(e.Seat)
	switch e.Kind {
	case "check":
		txt := fmt.Sprintf("%s %s", s.Came(e), map[bool]string{true: "success", false: "failure"}[e.OK])
		if s.P > 0 && len(s.Roll) > 0 {
			txt = s.OddsText("succeeds", e.OK) + ": " + txt
		}
		r.open.thrown(s.Seat, e.What, txt)
	case "contest":
		r.open.thrown(s.Seat, e.What, s.Came(e)+" "+map[bool]string{true: "won", false: "not won"}[e.OK])
	case "damage":
		r.open.thrown(s.Seat, "damage of "+e.With, s.Sum(e))
	case "wound":
		law.And(fmt.Sprintf("%s loses %s (%d left)", seat, text.Count(e.N, text.Escape(cmp.Or(r.tongue.Life, "Wound"))), e.Left))
	case "gain":
		law.And(fmt.Sprintf("%s gains %d %s (%d now)", seat, e.N, text.Escape(e.Of), e.Left))
	case "down":
		law.Tail(", " + seat + " down")
	case "status":
		if e.OK {
			law.And(seat + " is " + text.Escape(e.What))
		} else {
			law.And(seat + " is " + text.Escape(e.What) + " no longer")
		}
	case "reveal":
		law.And(seat + " reveals " + text.Escape(e.What))
	}
	return done
}

// thrown adds what dice have come to. Those of somebody else than whose passage it is are no part of the decision it ends with.
func (p *passage) thrown(by, what, came string) {
	if what = text.Escape(what); by == "" || by == p.Seat {
		p.Law.Throw(what, came)
	} else {
		p.Law.And(text.Escape(by) + "'s " + what + " " + came)
	}
}

// plainWitness makes facts of the events that all systems share, of a system whose dialect has no witness.
type plainWitness struct {
	facts []rules.Fact
	deed  rules.Event    // the attack under way
	blood bool           // somebody has been wounded
	most  map[string]int // Wounds, by name
}

// see takes a step.
func (w *plainWitness) see(s rules.Step) {
	if w.most == nil {
		w.most = map[string]int{}
	}
	for _, e := range s.Events {
		if e.Secret {
			continue
		}
		f := rules.Fact{Step: s.N, By: e.Seat, To: e.At, P: cmp.Or(s.P, 1)}
		switch e.Kind {
		case "turn":
			w.deed = rules.Event{}
		case "declare":
			w.deed = e
		case "move":
			f.Kind, f.Spot = "move", e.To
		case "check":
			if e.At != "" && e.Seat == w.deed.Seat && e.At == w.deed.At && !e.OK {
				f.Kind, f.What, f.With = "miss", w.deed.What, w.deed.With
			}
		case "wound":
			w.wound(&f, e)
		case "down":
			f.Kind, f.To, f.Fate = "sunk", "", e.What
			if n := len(w.facts); n > 0 && w.facts[n-1].Step == s.N && (w.facts[n-1].To == e.Seat || w.facts[n-1].Kind == "hurt" && w.facts[n-1].By == e.Seat) {
				last := &w.facts[n-1]
				last.Kind = map[bool]string{true: "sunk", false: "fall"}[last.Kind == "hurt"]
				last.Fate, f.Kind = e.What, ""
			}
		}
		if f.Kind != "" {
			w.facts = append(w.facts, f)
		}
	}
}

// wound makes a fact of Wounds lost: of the attack under way, if it is that one's.
func (w *plainWitness) wound(f *rules.Fact, e rules.Event) {
	w.most[e.Seat] = max(w.most[e.Seat], e.N+e.Left)
	f.Kind, f.By, f.To, f.Wounds, f.First = "wound", e.At, e.Seat, e.N, !w.blood
	f.Depth, w.blood = float64(e.N)/float64(max(1, w.most[e.Seat])), true
	switch {
	case e.At == "" || e.At == e.Seat:
		f.Kind, f.By, f.To = "hurt", e.Seat, ""
	case w.deed.Seat == e.At && (w.deed.At == e.Seat || w.deed.At == ""):
		f.What, f.With = w.deed.What, w.deed.With
	}
}
