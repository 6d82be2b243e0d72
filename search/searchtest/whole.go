package searchtest

import (
	"math"
	"testing"

	"kokyu/rules"
	"kokyu/search"
)

// Whole solves a fight by plain recursion over every position of every round, and compares the solution with it at each
// decision of a breath's owner. The value of a secret choice is taken from the solution. met counts the decisions that
// come up, in their rounds; since counts each in every round from the first in which it comes up, as States of
// [search.Size] does.
func Whole[S comparable](t testing.TB, g search.Solvable[S], start S, sol *search.Solution[S]) (met, since int) {
	w := &whole[S]{t: t, game: g, owner: g.Hooks().Owner, sol: sol, start: start,
		worth: map[S]float64{}, first: map[string]int{}, met: map[decisionMet]bool{}}
	w.value(start)
	for _, round := range w.first {
		since += g.Rounds() + 1 - round
	}
	return len(w.met), since
}

// whole is one call of Whole.
type whole[S comparable] struct {
	t     testing.TB
	game  search.Solvable[S]
	owner func(s *S) rules.Seat
	sol   *search.Solution[S]
	start S
	worth map[S]float64
	first map[string]int // by packed position: the first round it comes up in
	met   map[decisionMet]bool
}

// decisionMet is a decision in one round.
type decisionMet struct {
	packed string
	round  int
}

// value returns the value of a position by plain recursion, and compares the solution at each decision on the way.
func (w *whole[S]) value(s S) (v float64) {
	turn := w.game.Turn(&s)
	if turn.Kind == rules.Over {
		return w.game.Score(&s)
	}
	if v, ok := w.worth[s]; ok {
		return v
	}
	switch turn.Kind {
	case rules.Chance:
		for _, o := range w.game.Odds(&s, nil) {
			v += o.P * w.playAndValue(s, o.Action)
		}
	case rules.Commit:
		for _, a := range w.game.Actions(&s, nil) {
			w.playAndValue(s, a)
		}
		v, _ = w.sol.Value(s)
	default:
		v = math.Inf(-1)
		sign := 1 - 2*float64(w.game.Side(turn.Seat))
		for _, a := range w.game.Actions(&s, nil) {
			v = max(v, sign*w.playAndValue(s, a))
		}
		v *= sign
	}
	if s == w.start || turn.Kind != rules.Chance && (turn.Begins || w.owner == nil || w.owner(&s) == turn.Seat) {
		w.compare(s, v)
	}
	w.worth[s] = v
	return v
}

// compare fails the test unless the solution has this value for a decision.
func (w *whole[S]) compare(s S, v float64) {
	if known, ok := w.sol.Value(s); !ok || math.Abs(known-v) > 1e-9 {
		w.t.Fatalf("%+v is worth %.12f, the solution says %.12f (%v)", s, v, known, ok)
	}
	m := decisionMet{string(w.game.Pack(&s, nil)), w.game.Round(&s)}
	w.met[m] = true
	if first, ok := w.first[m.packed]; !ok || m.round < first {
		w.first[m.packed] = m.round
	}
}

// playAndValue returns the value after an action.
func (w *whole[S]) playAndValue(s S, a rules.Action) float64 {
	w.game.Play(&s, a, nil)
	return w.value(s)
}
