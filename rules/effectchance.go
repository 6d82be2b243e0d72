package rules

import "slices"

// effectPlaysMax is the most plays by which EffectChance follows one decision; a decision that needs more counts as one
// that does something.
const effectPlaysMax = 10_000

// detailPhases are the kinds of decisions that only say how an action under way is made.
var detailPhases = []string{"call", "damage", "reaction"}

// EffectChance returns the chance, 0 to 1, that a decision changes anything about a foe or the ground: a wound, a
// grapple, a weapon knocked away. It assumes that nobody answers and that its seat adds nothing: at each further
// decision it takes one whose words are in idle, or the first legal one if none is. A chance of enough or more is not
// computed exactly: the result is then any number of at least enough. owner is that of [Hooks].
func EffectChance[S comparable](sys System[S], owner func(*S) Seat, idle []string, s *S,
	a Action, enough float64) float64 {
	x := effectSearch[S]{sys: sys, owner: owner, idle: idle, by: sys.Turn(s).Seat, before: sys.Board(s), ended: *s}
	return x.after(*s, a, enough)
}

// effectSearch is one call of EffectChance.
type effectSearch[S comparable] struct {
	sys    System[S]
	owner  func(*S) Seat
	idle   []string
	by     Seat  // whose decision it is
	before Board // the position before the decision
	plays  int   // so far, at most effectPlaysMax
	// The last position whose effect was worked out: most totals of a throw end in the same one.
	ended       S
	endedEffect float64
}

// after returns the chance that an action at s has an effect.
func (x *effectSearch[S]) after(s S, a Action, enough float64) float64 {
	if x.plays++; x.plays > effectPlaysMax {
		return 1
	}
	x.sys.Play(&s, a, nil)
	turn := x.sys.Turn(&s)
	if x.isSettled(&s, turn) {
		if s != x.ended {
			x.ended, x.endedEffect = s, x.effect(&s)
		}
		return x.endedEffect
	}
	if turn.Kind != Chance {
		legal := x.sys.Actions(&s, nil)
		i := slices.IndexFunc(legal, func(a Action) bool { return slices.Contains(x.idle, x.sys.Format(&s, a)) })
		return x.after(s, legal[max(0, i)], enough)
	}
	sum := 0.0
	// Systems list hits last: from there the sum is enough soonest.
	for _, o := range slices.Backward(x.sys.Odds(&s, nil)) {
		if sum += float64(o.P * x.after(s, o.Action, (enough-sum)/o.P)); sum >= enough {
			break
		}
	}
	return sum
}

// isSettled reports whether nothing more can come of the decision: the next one of its seat, or the next turn, is due.
func (x *effectSearch[S]) isSettled(s *S, turn Turn) bool {
	switch {
	case turn.Kind == Over:
		return true
	case turn.Kind != Decide:
		return false
	case turn.Begins:
		return true
	}
	return x.owner(s) == turn.Seat && !slices.Contains(detailPhases, x.sys.Phase(s, x.sys.Actions(s, nil)[0]))
}

// effect returns 1 if anything about a foe or on the ground differs from before the decision, else 0.
func (x *effectSearch[S]) effect(s *S) float64 {
	now := x.sys.Board(s)
	if x.sys.Turn(s).Kind == Over || !slices.Equal(now.Items, x.before.Items) {
		return 1
	}
	for k := range now.Stands {
		if x.sys.Side(Seat(k)) != x.sys.Side(x.by) && !now.Stands[k].equal(&x.before.Stands[k]) {
			return 1
		}
	}
	return 0
}
