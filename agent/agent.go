package agent

import (
	"context"
	"fmt"
	"strings"

	"kokyu/rules"
	"kokyu/rules/text"
	"kokyu/search"
)

// Agent decides for the seats it plays. It is asked only where there is a decision, and receives a [View], never the
// fight.
type Agent interface {
	// Choose returns a legal decision for the seat to move.
	Choose(ctx context.Context, v View) (rules.Action, error)
	// String returns the agent in the form of records and flags: "search nodes=20000".
	String() string
}

// BudgetedAgent is an agent with a search budget.
type BudgetedAgent interface {
	Budget() search.Limits
}

// HasTimeLimit reports whether an agent has a time limit, so that its decisions are not reproducible.
func HasTimeLimit(a Agent) bool {
	b, ok := a.(BudgetedAgent)
	return ok && b.Budget().Time > 0
}

// policy is an agent that decides by the position alone, so that an exact evaluation can work out every line it may
// take. mix fills in the chance of each action.
type policy interface {
	mix(ctx context.Context, v View, actions []rules.Action, mix []float64) error
}

// pureMix fills in the mix of an agent that never draws: 1 for what it chooses.
func pureMix(ctx context.Context, a Agent, v View, actions []rules.Action, mix []float64) error {
	best, err := a.Choose(ctx, v)
	if err == nil {
		search.Spread([]search.Option{{Action: best}}, actions, mix)
	}
	return err
}

const (
	NodesForFight = 20_000        // the default budget of one decision, in nodes
	NodesMax      = 1_000_000_000 // the largest budget
	PlayoutsMax   = 10_000        // the most fights that are played out for one forecast
)

// Kind is a kind of agent that flags can name, with the function that reads its settings.
type Kind struct {
	Name string
	Read func(ctx context.Context, settings string, defaults search.Limits) (Agent, error)
}

// Kinds are the kinds of agents that are no persons.
var Kinds = []Kind{
	{"random", readRandom},
	{"greedy", readGreedy},
	{"search", readSearch},
	{"solved", readSolved},
}

// Parse reads an agent in the form of flags: a kind and settings, as in "search nodes=200000 level=3". The context
// can cancel the reading of a tablebase.
func Parse(ctx context.Context, spec string, defaults search.Limits, kinds []Kind) (Agent, error) {
	called, settings, _ := strings.Cut(strings.TrimSpace(spec), " ")
	var names []string
	for _, k := range kinds {
		if k.Name == called {
			return k.Read(ctx, strings.TrimSpace(settings), defaults)
		}
		names = append(names, k.Name)
	}
	if called == "" {
		return nil, fmt.Errorf("an agent without a name, want %s", text.OneOf("", names))
	}
	return nil, fmt.Errorf("no agent is called %q, want %s", called, text.OneOf(called, names))
}

// noSettings returns an error if settings were given to a kind that takes none.
func noSettings(kind, settings string) error {
	if settings == "" {
		return nil
	}
	return fmt.Errorf("%s takes no settings, got %q", kind, settings)
}
