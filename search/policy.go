package search

import (
	"context"
	"errors"
	"sync"

	"kokyu/rules"
)

// Evenly is what a policy answers that draws evenly among the actions.
const Evenly = -1

// Policy is a player whose every decision is known: the place of its action in actions, or Evenly. It is asked once
// for each position, by several goroutines at a time, each with a policy of its own.
type Policy[S comparable] func(s S, actions []rules.Action) (int, error)

// Trial is a policy to be judged.
type Trial[S comparable] struct {
	Side     rules.Side       // that the policy plays
	Policy   func() Policy[S] // makes one for a goroutine
	Response bool             // the other side plays what is best against this very policy, else what is best against anyone
	Threads  int
	Progress func(decisions int) // may be nil
}

// positionsMax bounds the positions a trial may come to.
const positionsMax = 4 << 20

// ErrTooWide says that a trial would come to too many positions.
var ErrTooWide = errors.New("search: more than 4 million positions can be reached against this player, too many to evaluate it exactly")

// Try is what a policy is worth from s on, seen from side 0, and how many of its decisions that took: every line it can
// come to is followed, so there are no games and no luck in it. Against the best player its shortfall from the value of
// the fight is its loss a duel; against the best response, its exploitability. The fight must be capped.
func (sol *Solution[S]) Try(ctx context.Context, s S, t Trial[S]) (value float64, decisions int, err error) {
	if sol.Endless() {
		return 0, 0, errors.New("search: a policy is evaluated in a fight with a last round")
	}
	r := &trying[S]{sol: sol, game: sol.graph.game, trial: t, chosen: map[S]int{}, worth: map[S]float64{}}
	if err := r.reach(ctx, s); err != nil {
		return 0, 0, err
	}
	return r.value(s), r.asked, nil
}

// trying is a trial under way.
type trying[S comparable] struct {
	sol    *Solution[S]
	game   Solvable[S]
	trial  Trial[S]
	chosen map[S]int // what the policy or the best player does
	asked  int
	worth  map[S]float64
}

// reach finds every position that can come up, breadth first, and what is chosen there.
func (r *trying[S]) reach(ctx context.Context, s S) error {
	policies := make([]Policy[S], max(1, r.trial.Threads))
	for i := range policies {
		policies[i] = r.trial.Policy()
	}
	known := map[S]struct{}{s: {}}
	for layer := []S{s}; len(layer) > 0; {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.decide(ctx, layer, policies); err != nil {
			return err
		}
		var next []S
		for i := range layer {
			for _, child := range r.children(&layer[i]) {
				if _, ok := known[child]; !ok {
					known[child] = struct{}{}
					next = append(next, child)
				}
			}
		}
		if len(known) > positionsMax {
			return ErrTooWide
		}
		if r.trial.Progress != nil {
			r.trial.Progress(r.asked)
		}
		layer = next
	}
	return nil
}

// decide asks for the decisions of a layer, each thread every so many of them.
func (r *trying[S]) decide(ctx context.Context, layer []S, policies []Policy[S]) error {
	choices, errs := make([]int, len(layer)), make([]error, len(policies))
	var wait sync.WaitGroup
	for k, policy := range policies {
		wait.Go(func() {
			for i := k; i < len(layer) && errs[k] == nil && ctx.Err() == nil; i += len(policies) {
				choices[i], errs[k] = r.choice(layer[i], policy)
			}
		})
	}
	wait.Wait()
	if err := errors.Join(append(errs, ctx.Err())...); err != nil {
		return err
	}
	for i, s := range layer {
		if turn := r.game.Turn(&s); turn.Kind == rules.Decide {
			r.chosen[s] = choices[i]
			if r.game.Side(turn.Seat) == r.trial.Side {
				r.asked++
			}
		}
	}
	return nil
}

// all is the choice of a best response: which it is shows when everything below is worth something.
const all = -2

func (r *trying[S]) choice(s S, policy Policy[S]) (int, error) {
	turn := r.game.Turn(&s)
	if turn.Kind != rules.Decide {
		return 0, nil
	}
	actions := r.game.Actions(&s, nil)
	switch {
	case len(actions) == 1:
		return 0, nil
	case r.game.Side(turn.Seat) == r.trial.Side:
		return policy(s, actions)
	case r.trial.Response:
		return all, nil
	}
	options, ok := r.sol.Best(s)
	if !ok {
		return 0, errors.New("search: the fight comes to a position that the solution does not hold")
	}
	for i, a := range actions {
		if a == options[0].Action {
			return i, nil
		}
	}
	return 0, nil
}

// children are the positions that can follow.
func (r *trying[S]) children(s *S) (list []S) {
	play := func(a rules.Action) {
		child := *s
		r.game.Play(&child, a, nil)
		list = append(list, child)
	}
	switch r.game.Turn(s).Kind {
	case rules.Chance:
		for _, o := range r.game.Odds(s, nil) {
			play(o.Action)
		}
	case rules.Decide:
		actions := r.game.Actions(s, nil)
		if i := r.chosen[*s]; i >= 0 {
			actions = actions[i : i+1]
		}
		for _, a := range actions {
			play(a)
		}
	}
	return list
}

// value is what a position is worth when everybody does what was chosen.
func (r *trying[S]) value(s S) float64 {
	turn := r.game.Turn(&s)
	if turn.Kind == rules.Over {
		return clamp(r.game.Score(&s))
	}
	if v, ok := r.worth[s]; ok {
		return v
	}
	weights := []float64{}
	if turn.Kind == rules.Chance {
		for _, o := range r.game.Odds(&s, nil) {
			weights = append(weights, o.P)
		}
	}
	v, best := 0.0, 0.0
	children := r.children(&s)
	for i, child := range children {
		w := r.value(child)
		if turn.Kind == rules.Chance {
			v += float64(weights[i] * w)
		} else {
			v += w / float64(len(children))
		}
		if i == 0 || r.game.Side(turn.Seat) == 0 && w > best || r.game.Side(turn.Seat) == 1 && w < best {
			best = w
		}
	}
	if turn.Kind == rules.Decide && r.chosen[s] == all {
		v = best
	}
	r.worth[s] = v
	return v
}
