package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/rules"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/rules/text"
	"kokyu/search"
)

// WhatIf asks how a fight goes on if another decision is made at a step of its record. Fights are played from both
// decisions, by the same players and on the same seeds, so that the difference is due to the decision and not to dice.
type WhatIf struct {
	Start    *fight.Fight // as the record begins, without steps
	Steps    []rules.Step // of the record, without those that were undone; see [fight.StandingSteps]
	At       int          // the number of the step that the other decision replaces
	Do       string       // the other decision
	Count    int          // fights from either decision
	Seed     uint64       // fight k has the seed dice.Series(Seed, k), after either decision
	Nodes    int          // the budget of both sides for a decision; 0 is [whatIfNodes]
	Cores    int
	Progress func(n, of int) // n of the fights from either decision are over; may be nil
}

// whatIfNodes is the budget of both sides for a decision, if nobody says.
const whatIfNodes = 1000

// WhatIfMost is the most fights from either decision.
const WhatIfMost = 10_000

// luckNodes is the budget in nodes of the search that values each result of a throw, so that its luck can be taken off.
const luckNodes = 200

// Comparison is the answer to a [WhatIf]: the chance to win of the side that decides, after either decision. Intervals
// are at 95 %, and the luck of the dice is taken off.
type Comparison struct {
	Step     int            `json:"step"`
	Round    int            `json:"round"`
	Seat     string         `json:"seat"`
	Side     string         `json:"side"`
	Did      string         `json:"did"`
	Do       string         `json:"do"` // instead
	AsPlayed agent.Interval `json:"as_it_was"`
	Instead  agent.Interval `json:"if"`
	Effect   agent.Interval `json:"effect"` // the difference, on the same seeds
	Fights   int            `json:"fights"` // from either
	Seed     uint64         `json:"seed"`
	Nodes    int            `json:"nodes"`
}

// Run plays the fights from both decisions. The same question has the same answer on any number of cores. If ctx is
// done, Run returns the error of ctx with an answer from the fights that were over by then, and [ErrStopped] if none
// was. Both fights of a seed are one job, so that a run that is ended early has as many of the one as of the other.
func (w *WhatIf) Run(ctx context.Context) (*Comparison, error) {
	answer, from, side, err := w.findStep()
	if err != nil {
		return nil, err
	}
	// [0] is after what was done, [1] after the other decision. Results are those of the fights for the side that decides,
	// from 0 to 1; adjusted are the same less the luck of the dice.
	var results, adjusted [2][]float64
	worker := func() func(k int) ([2]agent.Outcome, error) {
		playouts := [2]*agent.Playouts{agent.NewPlayouts(from[0]), agent.NewPlayouts(from[1])}
		player := &agent.Search{Limits: search.Limits{Nodes: answer.Nodes}}
		agents, luck := [2]agent.Agent{player, player}, &search.Limits{Nodes: luckNodes}
		return func(k int) (got [2]agent.Outcome, err error) {
			for i, p := range playouts {
				if got[i], err = p.Fight(ctx, agents, dice.Series(w.Seed, k), luck); err != nil {
					return got, err
				}
			}
			return got, nil
		}
	}
	err = jobs.RunOrdered(ctx, w.Count, w.Cores, worker, func(k int, got [2]agent.Outcome) bool {
		for i, o := range got {
			results[i] = append(results[i], agent.ForSide(o.Score, side))
			adjusted[i] = append(adjusted[i], agent.ForSide(o.Score-o.Luck, side))
		}
		if w.Progress != nil {
			w.Progress(k+1, w.Count)
		}
		return false
	})
	if len(results[0]) == 0 {
		if err == nil || ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			err = ErrStopped
		}
		return nil, err
	}
	answer.AsPlayed, answer.Instead = agent.ChanceOf(results[0], adjusted[0]), agent.ChanceOf(results[1], adjusted[1])
	answer.Effect, answer.Fights = agent.DifferenceOf(adjusted[1], adjusted[0]), len(results[0])
	return answer, err
}

// findStep finds the step, and the positions after the decision of the record and after the other one. The positions
// are forks, so that they hold no steps and no record.
func (w *WhatIf) findStep() (answer *Comparison, from [2]*fight.Fight, side rules.Side, err error) {
	moments, err := positionsOf(w.Start, w.Steps)
	if err != nil {
		return nil, from, 0, err
	}
	for _, m := range moments {
		if m.step.N != w.At || w.At == 0 {
			continue
		}
		turn := m.position.Turn()
		if turn.Kind != rules.Decide && turn.Kind != rules.Commit || m.step.Edit != "" {
			return nil, from, 0, text.Problem{What: fmt.Sprintf("step %d is no decision", w.At),
				Want: "a step at which somebody decided"}
		}
		instead, err := agent.OptionByPrefix(m.position.Options(), w.Do)
		if err != nil {
			return nil, from, 0, err
		}
		side = m.position.Side(turn.Seat)
		for i, do := range []string{m.step.Do, instead.Words} {
			from[i] = m.position.Fork()
			if _, err := from[i].Do(do); err != nil {
				return nil, from, 0, err
			}
			from[i] = from[i].Fork()
		}
		answer = &Comparison{Step: w.At, Round: m.position.Round(), Seat: m.step.Seat,
			Side: m.position.Roster()[turn.Seat].Team, Did: m.step.Do, Do: instead.Words, Seed: w.Seed,
			Nodes: cmp.Or(w.Nodes, whatIfNodes)}
		return answer, from, side, nil
	}
	what := fmt.Sprintf("no step %d stands in the record", w.At)
	return nil, from, 0, text.Problem{What: what, Want: "the number of a decision, as kokyu review shows it"}
}
