package evals

import (
	"context"
	"fmt"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/search"
)

// Truth has the exact values of a fight's positions. It is safe for concurrent use.
type Truth interface {
	// Value is the win chance of side 0 under best play by both, 0..1, at the fight's present position; false if unknown.
	Value(f *fight.Fight) (float64, bool)
	// Options are the exact values (win chance of side 0) of every legal decision there, in the order of f.Options().
	Options(f *fight.Fight) ([]float64, bool)
}

// judge evaluates positions. It is not safe for concurrent use.
type judge interface {
	// Judge values the fight's present position. A cancelled context is an error.
	Judge(ctx context.Context, f *fight.Fight) (Judged, error)
	// String names it, as reports do: "search nodes=20000", "exact values".
	String() string
}

// Judged is the value of a position and of what can happen next, all from one evaluation: the value of a decision is that of
// the best of Next, the value of a throw is the mean of Next over its odds.
type Judged struct {
	Value float64 // win chance of side 0
	Next  []next  // every legal decision in order, or every outcome of the dice; none when the fight is over
	Exact bool    // the game's own values
}

// next is one legal decision or one outcome of the dice.
type next struct {
	rules.Action
	P     float64 // of an outcome of the dice; 0 for a decision
	Value float64 // win chance of side 0 after it
}

// chance is a value of the seam, -1..1, as a win chance of side 0.
func chance(v float64) float64 { return min(1, max(0, (v+1)/2)) }

// own is a win chance of side 0 as the chance of a side.
func own(p float64, side rules.Side) float64 {
	if side == 1 {
		return 1 - p
	}
	return p
}

// searching judges by a search with a budget. If the budget is too small for any exchange, the values of Next are the Scores
// of the positions they lead to.
type searching struct {
	Limits search.Limits
	finder agent.Finder
}

// Judge searches the position.
func (j *searching) Judge(ctx context.Context, f *fight.Fight) (Judged, error) {
	r, err := j.finder.Search(ctx, f, j.Limits)
	if err != nil {
		return Judged{}, err
	}
	switch {
	case f.Turn().Kind == rules.Over:
		return Judged{Value: chance(r.Value), Exact: true}, nil
	case r.Blind():
		return scored(f)
	}
	value := map[rules.Action]float64{}
	for _, o := range r.Options {
		value[o.Action] = chance(o.Value)
	}
	return judged(f, r.Solved, func(a rules.Action, _ *fight.Fight) (float64, bool) { v, ok := value[a]; return v, ok })
}

func (j *searching) String() string { return (&agent.Search{Limits: j.Limits}).String() }

// scoring judges by the Score of the positions one step later.
type scoring struct{}

// Judge returns the Scores of the next positions.
func (scoring) Judge(_ context.Context, f *fight.Fight) (Judged, error) { return scored(f) }

func (scoring) String() string { return "score" }

func scored(f *fight.Fight) (Judged, error) {
	return judged(f, false, func(_ rules.Action, after *fight.Fight) (float64, bool) { return chance(after.Score()), true })
}

// knowing judges by exact values. A position without a value is an error.
type knowing struct{ Truth Truth }

// Judge looks up the values: those of decisions together, those of outcomes of the dice one by one.
func (j knowing) Judge(_ context.Context, f *fight.Fight) (Judged, error) {
	if kind := f.Turn().Kind; kind == rules.Decide || kind == rules.Commit {
		if values, ok := j.Truth.Options(f); ok {
			i := -1
			return judged(f, true, func(rules.Action, *fight.Fight) (float64, bool) { i++; return values[i], true })
		}
	}
	return judged(f, true, func(_ rules.Action, after *fight.Fight) (float64, bool) { return j.Truth.Value(after) })
}

func (knowing) String() string { return "exact values" }

// judged joins the values of what may happen next to that of the position.
func judged(f *fight.Fight, exact bool, worth func(a rules.Action, after *fight.Fight) (float64, bool)) (j Judged, err error) {
	j.Exact = exact
	turn := f.Turn()
	switch turn.Kind {
	case rules.Over:
		return Judged{Value: chance(f.Score()), Exact: true}, nil
	case rules.Chance:
		for _, o := range f.Outcomes() {
			j.Next = append(j.Next, next{Action: o.Action, P: o.P})
		}
	default:
		for _, o := range f.Options() {
			j.Next = append(j.Next, next{Action: o.Action})
		}
	}
	best := 0.0
	for i := range j.Next {
		n := &j.Next[i]
		after, err := f.After(n.Action)
		if err != nil {
			return Judged{}, err
		}
		v, ok := worth(n.Action, after)
		if !ok {
			return Judged{}, fmt.Errorf("a position in round %d has no value", after.Round())
		}
		n.Value = v
		j.Value += float64(n.P * v)
		best = max(best, own(v, f.Side(turn.Seat)))
	}
	if turn.Kind != rules.Chance {
		j.Value = own(best, f.Side(turn.Seat))
	}
	return j, nil
}

// best is the place of the best decision for a side; of equal ones (1e-9) the first.
func (j Judged) best(side rules.Side) int {
	best := 0
	for i, n := range j.Next {
		if own(n.Value, side) > own(j.Next[best].Value, side)+1e-9 {
			best = i
		}
	}
	return best
}
