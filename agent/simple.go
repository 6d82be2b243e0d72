package agent

import (
	"context"
	"math"

	"kokyu/rules"
	"kokyu/rules/fight"
)

// Random chooses uniformly among the legal actions. Its choice is a function of the fight's seed and step.
type Random struct{}

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

// Greedy takes the decision with the largest expected gain of Score, after the decision and its dice, for each point
// that the decision costs. A secret choice and the answer to one are evaluated against a uniformly random choice of the
// other side.
type Greedy struct{}

// Choose evaluates every option.
func (Greedy) Choose(_ context.Context, v View) (rules.Action, error) {
	return v.player.greedy(v.Actions()), nil
}

func (a Greedy) mix(ctx context.Context, v View, actions []rules.Action, mix []float64) error {
	return pureMix(ctx, a, v, actions, mix)
}

func (Greedy) String() string { return "greedy" }

// greedy returns the greedy one among some actions; of equal ones the first. An action without a cost counts as one
// point, so that there is no division by zero.
func (p *player) greedy(among []rules.Action) rules.Action {
	side := Sign(p.Side(p.Turn().Seat))
	m, answers := p.Visible()
	m = m.Fresh(false)
	before := m.Score()
	best, bestGain := rules.Action{}, math.Inf(-1)
	for _, a := range among {
		after := 0.0
		if answers {
			secrets := m.Actions()
			for _, secret := range secrets {
				after += scoreAfter(m, secret, a) / float64(len(secrets))
			}
		} else {
			after = scoreAfter(m, a)
		}
		gain := side * (after - before) / float64(max(1, p.Cost(a)))
		if gain > bestGain+1e-12 { // closer gains are equal but for rounding
			best, bestGain = a, gain
		}
	}
	return best
}

// scoreAfter returns the expected Score after some actions. If the last of them is a secret choice, it is the mean over
// all answers.
func scoreAfter(m fight.Moment, actions ...rules.Action) float64 {
	kind := rules.Decide
	for _, a := range actions {
		kind, m = m.Turn().Kind, m.Next(a, nil)
	}
	if kind != rules.Commit {
		return expectedScore(m)
	}
	answers, sum := m.Actions(), 0.0
	for _, a := range answers {
		sum += expectedScore(m.Next(a, nil))
	}
	return sum / float64(len(answers))
}

// expectedScore returns the mean Score after the dice for which a position waits.
func expectedScore(m fight.Moment) float64 {
	if m.Turn().Kind != rules.Chance {
		return m.Score()
	}
	sum := 0.0
	for _, o := range m.Outcomes() {
		sum += float64(o.P * expectedScore(m.Next(o.Action, nil)))
	}
	return sum
}
