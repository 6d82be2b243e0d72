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

// WhatIf asks how a fight goes on if another decision is made at a step of its record. It is fought on from both, by
// the same players and on the same seeds, so that the difference is what the decision does and not what the dice do.
type WhatIf struct {
	Start    *fight.Fight // as the record begins, without steps
	Steps    []rules.Step // those that stand
	At       int          // the number of the step in whose place it is made
	Do       string       // the other decision
	Count    int          // fights from either decision
	Seed     uint64       // fight k uses that of [dice.Series] after both
	Nodes    int          // that both sides search for a decision; 0 is [whatIfNodes]
	Cores    int
	Progress func(n, of int) // may be nil
}

// whatIfNodes is what both sides search for a decision, if nobody says.
const whatIfNodes = 1000

// WhatIfMost is the most fights from either decision.
const WhatIfMost = 10_000

// whatIfLuck values a throw, to take its luck off.
const whatIfLuck = 200

// Otherwise is the answer. Chances are those of the side that decides, at 95 %, the luck of the dice taken off.
type Otherwise struct {
	Step   int            `json:"step"`
	Round  int            `json:"round"`
	Seat   string         `json:"seat"`
	Side   string         `json:"side"`
	Did    string         `json:"did"`
	Do     string         `json:"do"` // instead
	As     agent.Interval `json:"as_it_was"`
	If     agent.Interval `json:"if"`
	Effect agent.Interval `json:"effect"` // the difference, on the same seeds
	Fights int            `json:"fights"` // from either
	Seed   uint64         `json:"seed"`
	Nodes  int            `json:"nodes"`
}

// Run fights on from both decisions. The same question has the same answer on any number of cores. If ctx is done, or
// its deadline has passed, Run returns the error of ctx with an answer from the fights that were over by then, and
// [ErrStopped] if none was; the error of a fight that failed is returned as it is. Both fights of a seed are fought by
// one worker, so that a run that is ended early has as many of the one as of the other.
func (w *WhatIf) Run(ctx context.Context) (*Otherwise, error) {
	answer, from, side, err := w.findStep()
	if err != nil {
		return nil, err
	}
	// Of the fights from what was done and from what is to be done instead, for the side that decides: raw are results,
	// scores the same with the luck of the dice taken off.
	var raw, scores [2][]float64
	worker := func() func(k int) ([2]agent.Outcome, error) {
		playouts := [2]*agent.Playouts{agent.NewPlayouts(from[0]), agent.NewPlayouts(from[1])}
		mind := &agent.Search{Limits: search.Limits{Nodes: answer.Nodes}}
		return func(k int) (got [2]agent.Outcome, err error) {
			for i, from := range playouts {
				if got[i], err = from.Fight(ctx, [2]agent.Agent{mind, mind}, dice.Series(w.Seed, k), &search.Limits{Nodes: whatIfLuck}); err != nil {
					return got, err
				}
			}
			return got, nil
		}
	}
	err = jobs.RunOrdered(ctx, w.Count, w.Cores, worker, func(k int, got [2]agent.Outcome) bool {
		for i, o := range got {
			raw[i] = append(raw[i], agent.ForSide(o.Score, side))
			scores[i] = append(scores[i], agent.ForSide(o.Score-o.Luck, side))
		}
		if w.Progress != nil {
			w.Progress(k+1, w.Count)
		}
		return false
	})
	if len(raw[0]) == 0 {
		if err == nil || ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			err = ErrStopped
		}
		return nil, err
	}
	answer.As, answer.If = agent.ChanceOf(raw[0], scores[0]), agent.ChanceOf(raw[1], scores[1])
	answer.Effect, answer.Fights = agent.DifferenceOf(scores[1], scores[0]), len(raw[0])
	return answer, err
}

// findStep finds the step, and the positions after what was done and what is to be done instead. The positions are
// forks, so that they hold no steps and no record.
func (w *WhatIf) findStep() (answer *Otherwise, from [2]*fight.Fight, side rules.Side, err error) {
	moments, err := positionsOf(w.Start, w.Steps)
	if err != nil {
		return nil, from, 0, err
	}
	for _, m := range moments {
		if m.step.N != w.At || w.At == 0 {
			continue
		}
		turn := m.at.Turn()
		if turn.Kind != rules.Decide && turn.Kind != rules.Commit || m.step.Edit != "" {
			return nil, from, 0, text.Problem{What: fmt.Sprintf("step %d is no decision", w.At), Want: "a step at which somebody decided"}
		}
		instead, err := agent.OptionNamed(m.at.Options(), w.Do)
		if err != nil {
			return nil, from, 0, err
		}
		side = m.at.Side(turn.Seat)
		for i, do := range []string{m.step.Do, instead.Words} {
			from[i] = m.at.Fork()
			if _, err := from[i].Do(do); err != nil {
				return nil, from, 0, err
			}
			from[i] = from[i].Fork()
		}
		answer = &Otherwise{Step: w.At, Round: m.at.Round(), Seat: m.step.Seat, Side: m.at.Roster()[turn.Seat].Team,
			Did: m.step.Do, Do: instead.Words, Seed: w.Seed, Nodes: cmp.Or(w.Nodes, whatIfNodes)}
		return answer, from, side, nil
	}
	what := fmt.Sprintf("no step %d stands in the record", w.At)
	return nil, from, 0, text.Problem{What: what, Want: "the number of a decision, as kokyu review shows it"}
}
