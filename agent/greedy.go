package agent

import (
	"context"
	"math"

	"kokyu/rules"
	"kokyu/search"
)

// Greedy takes the decision with the largest expected gain of Score per Energy spent, after the decision and its dice. For a
// secret choice and its answer it takes the one that is best against a uniformly random choice of the other side.
type Greedy struct{}

func readGreedy(_ context.Context, settings string, _ search.Limits) (Agent, error) {
	return Greedy{}, none("greedy", settings)
}

// Choose evaluates every option.
func (Greedy) Choose(_ context.Context, v View) (rules.Action, error) {
	return v.player.greedy(v.Actions()), nil
}

func (a Greedy) mix(ctx context.Context, v View, actions []rules.Action, mix []float64) error {
	return pure(ctx, a, v, actions, mix)
}

func (Greedy) String() string { return "greedy" }

// greedy returns the one among actions whose expected gain of Score for the Energy it takes is largest; of equal ones the first. An
// action for nothing counts as one point, so that no division decides. A secret is weighed as if every answer to it were
// as likely as any other, and an answer as if every secret were.
func (b *binding[S]) greedy(among []rules.Action) rules.Action {
	sign := 1.0
	if b.Sys.Side(b.Sys.Turn(&b.Now).Seat) == 1 {
		sign = -1
	}
	s, answers := b.visibleState()
	before := b.Sys.Score(&s)
	best, most := rules.Action{}, math.Inf(-1)
	for _, a := range among {
		worth := 0.0
		if secrets := b.Sys.Actions(&s, nil); answers {
			for _, secret := range secrets {
				worth += b.after(s, secret, a) / float64(len(secrets))
			}
		} else {
			worth = b.after(s, a)
		}
		gain := sign * (worth - before) / float64(max(1, b.Sys.Cost(&b.Now, a)))
		if gain > most+1e-12 {
			best, most = a, gain
		}
	}
	return best
}

// after returns the expected Score after some actions, of which a secret one at the end is followed by any answer.
func (b *binding[S]) after(s S, actions ...rules.Action) float64 {
	kind := rules.Decide
	for _, a := range actions {
		kind = b.Sys.Turn(&s).Kind
		b.Sys.Play(&s, a, nil)
	}
	if kind != rules.Commit {
		return expectedScore(b.Sys, s)
	}
	answers, sum := b.Sys.Actions(&s, nil), 0.0
	for _, a := range answers {
		next := s
		b.Sys.Play(&next, a, nil)
		sum += expectedScore(b.Sys, next)
	}
	return sum / float64(len(answers))
}

// expectedScore returns the mean Score after the dice that wait at once have fallen.
func expectedScore[S comparable](g rules.Game[S], s S) float64 {
	if g.Turn(&s).Kind != rules.Chance {
		return g.Score(&s)
	}
	sum := 0.0
	for _, o := range g.Odds(&s, nil) {
		next := s
		g.Play(&next, o.Action, nil)
		sum += float64(o.P * expectedScore(g, next))
	}
	return sum
}
