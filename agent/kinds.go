package agent

import (
	"context"
	"fmt"
	"strings"

	"kokyu/rules/text"
	"kokyu/search"
)

// Kind is a kind of agent that flags can name, with the function that reads its settings.
type Kind struct {
	Name string
	Read func(ctx context.Context, settings string, defaults search.Limits) (Agent, error)
}

// Kinds are the kinds of agents that are no persons. Whether a person sits at a seat is the concern of a session.
var Kinds = []Kind{
	{"random", readPlain(Random{})},
	{"greedy", readPlain(Greedy{})},
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

// readPlain returns the function that reads a kind of agent without settings.
func readPlain(a Agent) func(context.Context, string, search.Limits) (Agent, error) {
	return func(_ context.Context, settings string, _ search.Limits) (Agent, error) {
		if settings != "" {
			return nil, fmt.Errorf("%s takes no settings, got %q", a, settings)
		}
		return a, nil
	}
}
