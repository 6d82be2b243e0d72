package stage

import "kokyu/rules"

// Phase is one row of a system's table of phases: something that a fight waits for, a decision or dice, with all that
// the game and its words need to know about it. Elsewhere a system names a phase only where it enters it, so that a new
// phase is one row and not a case in many switches. G is the game, S a position.
type Phase[G, S any] struct {
	Kind   rules.Kind
	Seat   func(g *G, s *S) rules.Seat // the seat that decides or throws
	Begins func(g *G, s *S) bool       // whether a turn begins here; nil: it does not
	// UnderWay names the action under way, for the error of a GM's change that has to wait: see [rules.Busy].
	UnderWay string
	// DecisionKind is the kind of its decisions, one of [rules.Phases]. If empty, each decision has its own.
	DecisionKind string
	Words        func(g *G, s *S, a rules.Action) string
	Play         func(g *G, s *S, a rules.Action, log *rules.Log)

	// Of a phase of decisions:
	Actions func(g *G, s *S, buf []rules.Action) []rules.Action
	Cost    func(g *G, s *S, a rules.Action) int // nil: 0
	// Plain is the decision that adds nothing to the action under way; nil if there is none.
	Plain *rules.Action

	// Of a phase of dice:
	Odds  func(g *G, s *S, buf []rules.Odds) []rules.Odds
	Check func(g *G, s *S, c *rules.Check)
	Throw func(g *G, s *S, die func(sides int) int) []int
	Read  func(g *G, s *S, shown []int) (rules.Action, error)
}

// Turn returns what a fight waits for in a phase.
func (p *Phase[G, S]) Turn(g *G, s *S) rules.Turn {
	return rules.Turn{Kind: p.Kind, Seat: p.Seat(g, s), Begins: p.Begins != nil && p.Begins(g, s)}
}

// PlainDecision returns Plain as the hook of [rules.Hooks] does.
func (p *Phase[G, S]) PlainDecision() (rules.Action, bool) {
	if p.Plain == nil {
		return rules.Action{At: rules.Nobody}, false
	}
	return *p.Plain, true
}
