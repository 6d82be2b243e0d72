package agent

import (
	"context"
	"fmt"

	"kokyu/rules"
	"kokyu/search"
)

// Ring plays fights from one position without their words, one at a time. It is not safe for concurrent use.
type Ring struct{ arena }

// NewRing is a ring where f stands.
func NewRing(f *rules.Fight) (*Ring, error) {
	a, err := newArena(f)
	return &Ring{a}, err
}

// Fight plays one fight: the agents of the first and the second side, the dice that a [rules.Fight] of this seed throws.
// If luck is not nil the outcome tells what the dice gave: at each throw what they showed, less the mean over what they
// could have shown, valued by the search at this budget or, where that is too small for an exchange, by Score. Its mean
// over fights is zero whatever the values are, so that results less their luck mean the same and scatter less.
func (r *Ring) Fight(ctx context.Context, agents [2]Agent, seed uint64, luck *search.Limits) (Outcome, error) {
	return r.fight(ctx, agents, seed, luck)
}

// arena is a ring whose system is hidden.
type arena interface {
	fight(ctx context.Context, agents [2]Agent, seed uint64, luck *search.Limits) (Outcome, error)
}

// hall is the arena of one system.
type hall[S comparable] struct {
	binding[S]
	start  S
	fought *rules.Fight // that stands at start
	known  *Solved      // whose table is of this fight
}

func newHall[S comparable](f *rules.Fight, sys rules.System[S], s S) *hall[S] {
	return &hall[S]{binding: binding[S]{sys: sys, now: s}, start: s, fought: f}
}

// Harmed is an optional method of a system: the Wounds each side has lost.
type Harmed[S comparable] interface {
	Harm(s *S) [2]int
}

func (h *hall[S]) fight(ctx context.Context, agents [2]Agent, seed uint64, luck *search.Limits) (Outcome, error) {
	h.now = h.start
	given := 0.0
	for step := 1; step <= StepsMax; step++ {
		turn := h.sys.Turn(&h.now)
		switch turn.Kind {
		case rules.Over:
			o := h.outcome()
			o.Luck = given
			return o, ctx.Err()
		case rules.Chance:
			a, err := h.sys.Read(&h.now, throw(h.sys, &h.now, seed, step))
			if err != nil {
				return Outcome{}, err
			}
			after := h.now
			h.sys.Play(&after, a, nil)
			if luck != nil {
				gift, err := h.gift(ctx, after, *luck)
				if err != nil {
					return Outcome{}, err
				}
				given += gift
			}
			h.now = after
		default:
			a, err := h.choose(ctx, agents[h.sys.Side(turn.Seat)], seed, step)
			if err != nil {
				return Outcome{}, err
			}
			h.sys.Play(&h.now, a, nil)
		}
		if err := ctx.Err(); err != nil {
			return Outcome{}, err
		}
	}
	return Outcome{}, fmt.Errorf("a fight of seed %d has not ended after %d steps", seed, StepsMax)
}

// gift is what the dice gave side 0 by leading from the present to after, in win chance.
func (h *hall[S]) gift(ctx context.Context, after S, lim search.Limits) (float64, error) {
	r, err := h.search(ctx, lim)
	if err != nil || len(r.Options) == 1 {
		return 0, err
	}
	blind := r.Blind()
	mean, got, found := 0.0, 0.0, false
	for _, o := range r.Options {
		next := h.now
		h.sys.Play(&next, o.Action, nil)
		v := o.Value
		if blind {
			v = h.sys.Score(&next)
		}
		mean += o.P * v
		if next == after {
			got, found = v, true
		}
	}
	if !found {
		return 0, fmt.Errorf("the dice led where no outcome of theirs leads")
	}
	return (got - mean) / 2, nil
}

// choose is the agent's decision, made here without the words a Fight would prepare.
func (h *hall[S]) choose(ctx context.Context, a Agent, seed uint64, step int) (rules.Action, error) {
	actions := h.actions()
	if len(actions) == 1 {
		return actions[0], nil
	}
	switch a := a.(type) {
	case Random:
		return actions[draw(seed, step-1, len(actions))], nil
	case Greedy:
		return h.greedy(), nil
	case *Search:
		return a.choose(ctx, h, seed, step-1)
	case *Solved:
		return h.lookUp(a, seed, step-1)
	}
	return rules.Action{}, fmt.Errorf("%s does not play many fights; random, greedy, search and solved do", a)
}

// mix fills in with what chances an agent takes each of the actions.
func (h *hall[S]) mix(ctx context.Context, a Agent, actions []rules.Action, mix []float64) error {
	var options []search.Option
	switch a := a.(type) {
	case Random:
		for i := range mix {
			mix[i] = 1 / float64(len(mix))
		}
		return nil
	case *Search:
		r, err := h.search(ctx, a.Limits)
		if err != nil {
			return err
		}
		options = r.Options
	case *Solved:
		var ok bool
		if options, ok = a.Table.truth.(*solved[S]).sol.Best(h.now); !ok {
			return ErrNotInTable
		}
	default:
		best, err := h.choose(ctx, a, 0, 1)
		options = []search.Option{{Action: best}}
		if err != nil {
			return err
		}
	}
	search.Spread(options, actions, mix)
	return nil
}

// lookUp is a solved agent's decision.
func (h *hall[S]) lookUp(a *Solved, seed uint64, step int) (rules.Action, error) {
	if h.known != a {
		if err := a.Table.fits(h.fought); err != nil {
			return rules.Action{}, err
		}
		h.known = a
	}
	options, ok := a.Table.truth.(*solved[S]).sol.Best(h.now)
	if !ok {
		return rules.Action{}, ErrNotInTable
	}
	return drawn(search.Result{Options: options, Best: options[0].Action}, seed, step), nil
}

func (h *hall[S]) outcome() Outcome {
	o := Outcome{Score: (h.sys.Score(&h.now) + 1) / 2, Rounds: h.sys.Round(&h.now)}
	if sys, ok := h.sys.(Harmed[S]); ok {
		o.Wounds = sys.Harm(&h.now)
	}
	return o
}
