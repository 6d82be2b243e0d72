package agent

import (
	"context"

	"kokyu/rules"
	"kokyu/search"
)

// Random chooses uniformly among the legal actions. Its choice is a function of the fight's seed and step.
type Random struct{}

func readRandom(_ context.Context, settings string, _ search.Limits) (Agent, error) {
	return Random{}, noSettings("random", settings)
}

// Choose draws a legal decision.
func (Random) Choose(_ context.Context, v View) (rules.Action, error) {
	actions := v.Actions()
	return actions[v.draw(len(actions))], nil
}

func (Random) mix(_ context.Context, _ View, _ []rules.Action, mix []float64) error {
	for i := range mix {
		mix[i] = 1 / float64(len(mix))
	}
	return nil
}

func (Random) String() string { return "random" }
