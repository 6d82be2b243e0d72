package agent

import (
	"context"
	"fmt"
	"strings"

	"kokyu/rules"
	"kokyu/rules/text"
	"kokyu/search"
)

// Agent decides for the seats it plays. It is called only for decisions, and receives a view, never the fight.
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

// policy is an agent that decides by the position alone: what it does can be worked out. A mix is the chance of each of
// the actions.
type policy interface {
	mix(ctx context.Context, v View, actions []rules.Action, mix []float64) error
}

// pure returns the mix of an agent that never mixes.
func pure(ctx context.Context, a Agent, v View, actions []rules.Action, mix []float64) error {
	best, err := a.Choose(ctx, v)
	if err == nil {
		search.Spread([]search.Option{{Action: best}}, actions, mix)
	}
	return err
}

// NodesForFight is the default budget of one decision, in nodes; NodesMax is the largest. PlayoutsMax is the most fights that one
// forecast plays on.
const (
	NodesForFight = 20_000
	NodesMax      = 1_000_000_000
	PlayoutsMax   = 10_000
)

// Kind is a kind of agent that flags can name, with the function that reads its settings.
type Kind struct {
	Name string
	Read func(ctx context.Context, settings string, defaults search.Limits) (Agent, error)
}

// Kinds are the kinds of agents that need no person.
var Kinds = []Kind{
	{"random", readRandom},
	{"greedy", readGreedy},
	{"search", readSearch},
	{"solved", readSolved},
}

// Parse parses an agent in the form of flags: a kind and settings, "search nodes=200000 threads=2". If the agent reads a
// table, ctx can cancel that.
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

// none refuses settings where there are none.
func none(kind, settings string) error {
	if settings == "" {
		return nil
	}
	return fmt.Errorf("%s takes no settings, got %q", kind, settings)
}
