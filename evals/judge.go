package evals

import (
	"fmt"

	"kokyu/agent"
	"kokyu/rules"
	"kokyu/rules/fight"
)

// Truth has the exact values of a fight's positions. It is safe for concurrent use.
type Truth interface {
	// Value is the win chance of side 0 under best play by both, 0..1, at the fight's present position; false if
	// unknown.
	Value(f *fight.Fight) (float64, bool)
	// Options are the exact values (win chance of side 0) of every legal decision there, in the order of f.Options().
	Options(f *fight.Fight) ([]float64, bool)
}

// bestAction returns the best decision at a position by exact values; of equal ones (1e-9) the first. A position
// without a value is an error.
func bestAction(truth Truth, f *fight.Fight) (best rules.Action, err error) {
	side, options := f.Side(f.Turn().Seat), f.Options()
	values, known := truth.Options(f)
	top := -1.0
	for i, o := range options {
		if !known {
			after, err := f.After(o.Action)
			if err != nil {
				return best, err
			}
			v, ok := truth.Value(after)
			if !ok {
				return best, fmt.Errorf("a position in round %d has no value", after.Round())
			}
			values = append(values, v)
		}
		if v := agent.ForSide(values[i], side); v > top+1e-9 {
			best, top = o.Action, v
		}
	}
	return best, nil
}
