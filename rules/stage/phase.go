package stage

import "kokyu/rules"

// Phase is one thing that a fight waits for: a row of a system's table. The game and its words are read off the row, which is the one
// place that names the phase beside those that lead to it. G is the game, S a position.
type Phase[G, S any] struct {
	Kind   rules.Kind
	Seat   func(g *G, s *S) rules.Seat // who decides or throws
	Begins func(g *G, s *S) bool       // whether a turn begins; without it none does
	Busy   string                      // what is under way, for a change that has to wait
	Is     string                      // the kind of its decisions, for measures; where it is empty, the decision's own
	Words  func(g *G, s *S, a rules.Action) string
	Play   func(g *G, s *S, a rules.Action, log *rules.Log)

	// Of decisions.
	Actions func(g *G, s *S, buf []rules.Action) []rules.Action
	Cost    func(g *G, s *S, a rules.Action) int // without it 0
	Plain   *rules.Action                        // the one that adds nothing to what is under way, if there is one

	// Of dice.
	Odds  func(g *G, s *S, buf []rules.Odds) []rules.Odds
	Check func(g *G, s *S, c *rules.Check)
	Throw func(g *G, s *S, die func(sides int) int) []int
	Read  func(g *G, s *S, shown []int) (rules.Action, error)
}
