package tale

import (
	"strings"

	"kokyu/rules"
)

// blow is one under way: an attack or a stance's counter, the answer to it, and what has come of it so far.
type blow struct {
	by, at   string
	what     string // the maneuver
	with, of string
	shot     bool // it flies: shot or thrown
	p        float64
	rolled   bool
	hit      bool
	double   bool
	broken   bool // a defence failed, with its chance
	brokenP  float64
	answer   rules.Event // the react event, if there was one
	answered bool        // and what came of it is known
	clumsy   bool        // with a double: it was the defender's fumble
	told     bool        // a Wound, a point, a status
	feint    bool
	counter  bool
	order    bool
	where    string // the location it is aimed at
}

// flies reports whether a blow with this weapon goes through the air. A gun's does when it empties the gun.
func flies(family string) bool { return family == "bow" || family == "thrown" }

// usedFamily returns the family of a weapon in the way it is used: a gun that did not go off is only a heavy thing.
func (b *blow) usedFamily() string {
	if b.of == "gun" && !b.shot {
		return "makeshift"
	}
	return b.of
}

// blows are the blows of one maneuver, the deepest last.
type blows []blow

// by finds the latest blow of a seat.
func (x blows) by(name string) *blow {
	for i := len(x) - 1; i >= 0; i-- {
		if x[i].by == name {
			return &x[i]
		}
	}
	return nil
}

// declaredBlow returns the blow of a declaration.
func declaredBlow(e rules.Event) blow {
	what, where := e.What, whereOf(e.What)
	if where != "" {
		what = strings.TrimSuffix(what, " at the "+where)
	}
	feint := strings.HasPrefix(what, "feint with the ")
	if feint {
		what = "feint"
	}
	return blow{by: e.Seat, at: e.At, what: what, with: e.With, of: e.Of, shot: flies(e.Of), p: 1, feint: feint, where: where}
}

// fact returns what has come of a blow, with the answer to it and the reasons that the events give.
func (w *witness) fact(b *blow, kind string, step int) rules.Fact {
	f := rules.Fact{Kind: kind, Step: step, By: b.by, To: b.at, What: b.what, With: b.with, Family: madeOf(w.Match, b.with, b.usedFamily()),
		Part: b.where, P: b.p}
	if b.broken {
		f.P *= b.brokenP
	}
	answered := b.answer.Seat == b.at && b.at != ""
	if answered {
		f.Answer, f.Against = b.answer.What, b.answer.With
	}
	f.Because(b.double && b.hit, "critical")
	f.Because(b.double && b.rolled && !b.hit, "fumble")
	f.Because(answered && b.broken, "late")
	f.Because(answered && b.answer.Paid > 0, "hurried")
	f.Because(answered && b.answer.Paid == 0, "ready")
	f.Because(w.strained == b.by && b.by != "", "overload")
	f.Because(w.feinted[b.by+"|"+b.at], "feint")
	f.Because(b.counter, "counter")
	f.Because(b.order, "order")
	f.Because(!answered && b.hit && w.Purse(b.at) == 0, "spent")
	f.Because(!answered && b.hit && w.Purse(b.at) != 0, "unanswered")
	return f
}
