package tale

import (
	"strings"

	"kokyu/rules"
)

// blow is a blow under way, of an attack, an order or a counter; the answer to it, and what has come of it so far. Its
// fact is made when something has come of it, since only then the reasons are known.
type blow struct {
	by, at       string // who strikes whom
	what         string // the maneuver
	with, family string // the weapon
	where        string // the location it is aimed at
	feint        bool
	counter      bool // it is struck out of turn
	order        bool // it is struck by order
	shot         bool // it is a shot or a throw

	chance float64 // of what the dice of the attack have decided
	rolled bool
	hit    bool
	double bool

	answer             rules.Event // the react event, if there was one
	answered           bool        // the answer's result is known
	answerFailed       bool
	answerFailedChance float64
	answerFumbled      bool // it has failed with a double

	told bool // a fact tells of it: a Wound, a point, a state
}

// blowOf returns the blow of an event. A blow with a gun is a shot only if it empties the gun, which a later event
// tells; else the gun is a club.
func blowOf(e rules.Event) blow {
	return blow{by: e.Seat, at: e.At, what: e.What, with: e.With, family: e.Of, shot: e.Of == "bow" || e.Of == "thrown", chance: 1}
}

// usedFamily returns the family of the weapon as it is used: a gun that is not shot strikes as a makeshift one.
func (b *blow) usedFamily() string {
	if b.family == "gun" && !b.shot {
		return "makeshift"
	}
	return b.family
}

// blows are the blows of one maneuver, in the order in which they began. A blow that interrupts another stands behind
// it.
type blows []blow

// latestOf returns the latest blow of a seat, nil if there is none.
func (x blows) latestOf(name string) *blow {
	for i := len(x) - 1; i >= 0; i-- {
		if x[i].by == name {
			return &x[i]
		}
	}
	return nil
}

// declaredBlow returns the blow of a declaration. Its aim is in the words of the event: "horizontal cut at the wrist",
// "feint with the horizontal cut".
func declaredBlow(e rules.Event) blow {
	b := blowOf(e)
	if b.where = whereOf(e.What); b.where != "" {
		b.what = strings.TrimSuffix(b.what, " at the "+b.where)
	}
	if b.feint = strings.HasPrefix(b.what, "feint with the "); b.feint {
		b.what = "feint"
	}
	return b
}

// factOf returns the fact of what has come of a blow, with the answer to it and the reasons that the events give. Its
// chance is that of the attack, times that of the failed answer if there was one.
func (w *witness) factOf(b *blow, kind string, step int) rules.Fact {
	f := rules.Fact{Kind: kind, Step: step, By: b.by, To: b.at, What: b.what, With: b.with, Family: madeOf(w.Match, b.with, b.usedFamily()),
		Part: b.where, P: b.chance}
	if b.answerFailed {
		f.P *= b.answerFailedChance
	}
	answered := b.answer.Seat == b.at && b.at != ""
	if answered {
		f.Answer, f.Against = b.answer.What, b.answer.With
	}
	f.Because(b.double && b.hit, "critical")
	f.Because(b.double && b.rolled && !b.hit, "fumble")
	f.Because(answered && b.answerFailed, "late")
	f.Because(answered && b.answer.Paid > 0, "hurried")
	f.Because(answered && b.answer.Paid == 0, "ready")
	f.Because(w.overLimit == b.by && b.by != "", "overload")
	f.Because(w.feinted[b.by+"|"+b.at], "feint")
	f.Because(b.counter, "counter")
	f.Because(b.order, "order")
	f.Because(!answered && b.hit && w.Purse(b.at) == 0, "spent")
	f.Because(!answered && b.hit && w.Purse(b.at) != 0, "unanswered")
	return f
}
