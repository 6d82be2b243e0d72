package evals

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"kokyu/agent"
	"kokyu/agent/jobs"
	"kokyu/agent/work"
	"kokyu/rules/fight"
)

// judgedPosition is a position at which decisions are judged.
type judgedPosition struct {
	Position
	fight  *fight.Fight // stands there
	values []float64    // win chances of side 0
}

// withValues returns the positions with their values and the words of their options, as files have them.
func withValues(list []judgedPosition) []Position {
	return mapped(list, func(t judgedPosition) Position {
		p := t.Position
		p.Options, p.Values, p.Data = nil, t.values, dataOf(t.fight)
		best := exactValue(t.fight, t.values)
		options := t.fight.Options()
		for _, o := range options {
			p.Options = append(p.Options, o.Words)
		}
		p.Phase = options[slices.Index(t.values, best)].Phase
		return p
	})
}

// storedValues returns the values that a position of a file has, in the order of its fight's options; nil if it has
// none. Options are found by their words, so that a file survives another order of options but not another set.
func storedValues(position Position, f *fight.Fight) ([]float64, error) {
	options := f.Options()
	if len(options) < 2 {
		return nil, fmt.Errorf("the position %s has %d options, want one where somebody decides between two or more",
			quote(position.ID), len(options))
	}
	if position.Values == nil {
		return nil, nil
	}
	if len(position.Values) != len(options) {
		return nil, fmt.Errorf("the position %s has %d values, want %d, one for each option", quote(position.ID),
			len(position.Values), len(options))
	}
	values := make([]float64, len(options))
	for i, o := range options {
		at := slices.Index(position.Options, o.Words)
		if at < 0 {
			return nil, fmt.Errorf("the position %s has no value for %s", quote(position.ID), quote(o.Words))
		}
		values[i] = position.Values[at]
	}
	return values, nil
}

// sentPosition is a judgedPosition in the document of a bench.
type sentPosition struct {
	Position
	Fight  work.FightDoc `json:"fight"`
	Values []float64     `json:"exact,omitempty"` // exact values of the options, in their order
}

// encodePositions writes positions into a document.
func encodePositions(list []judgedPosition) (sent []sentPosition, err error) {
	for _, t := range list {
		s := sentPosition{Position: t.Position, Values: t.values}
		if s.Fight, err = work.Encode(t.fight); err != nil {
			return nil, fmt.Errorf("the position %s: %w", quote(t.ID), err)
		}
		sent = append(sent, s)
	}
	return sent, nil
}

// decodePositions is the inverse of encodePositions. The document comes from a server, so the number of positions is
// bounded first.
func decodePositions(sent []sentPosition) (list []judgedPosition, err error) {
	if len(sent) > positionsMax {
		return nil, fmt.Errorf("%d positions, want at most %d", len(sent), positionsMax)
	}
	for _, s := range sent {
		t := judgedPosition{Position: s.Position, values: s.Values}
		if t.fight, err = s.Fight.Begin(); err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

// kindChoice names the jobs of choices: in each, an agent decides at a position with exact values.
const kindChoice = "choice"

// choicesDoc is the document of the choices of one agent: job k is its choice at position k.
type choicesDoc struct {
	Agent     string         `json:"agent"`
	Positions []sentPosition `json:"items"`
}

// choiceBench returns the jobs of an agent at positions, one for each.
func choiceBench(ctx context.Context, a agent.Agent, positions []judgedPosition) jobs.Bench[judgedChoice] {
	return jobs.Bench[judgedChoice]{Kind: kindChoice, Local: !work.Sendable(a),
		Doc: func() (any, error) {
			name, err := work.EncodeAgent(a)
			sent, failed := encodePositions(positions)
			return choicesDoc{name, sent}, cmp.Or(err, failed)
		},
		Work: func() func(int) (judgedChoice, error) {
			m := &judgedAgent{agent: a}
			return func(k int) (judgedChoice, error) { return m.judgeByValues(ctx, positions[k]) }
		}}
}

// choiceKind makes choices for another machine.
var choiceKind = jobs.Kind{Name: kindChoice, Open: work.Opener(func(ctx context.Context, doc choicesDoc) (int, work.Workers[judgedChoice], error) {
	a, err := work.DecodeAgent(ctx, doc.Agent)
	if err != nil {
		return 0, nil, err
	}
	positions, err := decodePositions(doc.Positions)
	return len(positions), choiceBench(ctx, a, positions).Work, err
})}

// judgeByValues returns the agent's decision in a position with its exact loss.
func (m *judgedAgent) judgeByValues(ctx context.Context, t judgedPosition) (c judgedChoice, err error) {
	a, estimate, err := m.choose(ctx, t.fight.Fork())
	if err == nil {
		c, err = judgeChoice(t.fight, a, estimate, t.values)
	}
	if err != nil {
		return c, fmt.Errorf("the position %s: %w", quote(t.ID), err)
	}
	c.Encounter, c.Source = t.Encounter, t.Source
	return c, nil
}
