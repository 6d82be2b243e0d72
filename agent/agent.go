package agent

import (
	"context"
	"slices"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
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

const (
	NodesUsual  = 20_000        // the default budget of one decision, in nodes
	NodesMax    = 1_000_000_000 // the largest budget
	PlayoutsMax = 10_000        // the most fights that are played out for one forecast
)

// characterAgent is an agent that can take a character: a level and a temper. This and the interfaces below are
// optional, and looked for where they are needed; an agent need only have Choose and String.
type characterAgent interface {
	// WithCharacter returns the agent with the parts of c that it does not set itself.
	WithCharacter(c book.Character) Agent
}

// WithCharacter returns a with the parts of c that it does not set itself, or a as it is if it cannot take a character.
func WithCharacter(a Agent, c book.Character) Agent {
	if able, ok := a.(characterAgent); ok && c != (book.Character{}) {
		return able.WithCharacter(c)
	}
	return a
}

// Decision is what an agent does: one of the open decisions or, if Why is not empty, it yields instead.
type Decision struct {
	rules.Action
	// Why is the reason to yield: the temper, the chances and how they were found. If it is empty, the action is taken.
	Why  string
	Flee bool // to yield by leaving the field

	result *search.Result // of the search that made it; nil for agents that do not search
}

// yielder is an agent that can yield. To yield is no decision of the rules but an edit of the record, so that Choose
// has no action for it.
type yielder interface {
	// Resolve is Choose for an agent that can yield. Action is what it does if it may not yield.
	Resolve(ctx context.Context, v View) (Decision, error)
}

// Resolve returns what an agent does, which may be to yield.
func Resolve(ctx context.Context, a Agent, v View) (d Decision, err error) {
	if y, ok := a.(yielder); ok {
		return y.Resolve(ctx, v)
	}
	d.Action, err = a.Choose(ctx, v)
	return d, err
}

// Make makes the decision in a fight, for the seat to move.
func (d Decision) Make(f *fight.Fight) (rules.Step, error) {
	if d.Why != "" {
		return f.Edit(fight.YieldEdit(f.Name(f.Turn().Seat), d.Flee), d.Why)
	}
	return f.Play(d.Action)
}

// YieldWord returns "flee", "yield" or, for a decision that is no yield, "".
func (d Decision) YieldWord() string {
	switch {
	case d.Why == "":
		return ""
	case d.Flee:
		return "flee"
	}
	return "yield"
}

// policy is an agent that decides by the position alone, so that an exact evaluation can work out every line it may
// take. mix fills in the chance of each action.
type policy interface {
	mix(ctx context.Context, v View, actions []rules.Action, mix []float64) error
}

// pureMix fills in the mix of an agent that never chooses at random: 1 for its choice.
func pureMix(ctx context.Context, a Agent, v View, actions []rules.Action, mix []float64) error {
	best, err := a.Choose(ctx, v)
	if err == nil {
		mix[slices.Index(actions, best)] = 1
	}
	return err
}
