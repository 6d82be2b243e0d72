package search

import (
	"context"
	"errors"
	"slices"
	"sync"

	"kokyu/rules"
)

// Policy is a player whose decisions are known as mixed strategies: it sets mix, which has a zero for each action, to
// the chance of each. It is called once for each position; each goroutine has a policy of its own. The answer to a
// secret choice is asked for after an arbitrary secret: it must not depend on it.
type Policy[S comparable] func(s S, actions []rules.Action, mix []float64) error

// Trial is a policy to be evaluated.
type Trial[S comparable] struct {
	Side     rules.Side       // that the policy plays
	Policy   func() Policy[S] // returns a policy for one goroutine
	Response bool             // the other side plays a best response to the policy; else optimal play
	Threads  int
	Progress func(decisions int) // may be nil
}

// positionsMax is the most positions that a trial may reach.
const positionsMax = 4 << 20

// ErrTooWide is returned if a trial would reach more than 4 million positions.
var ErrTooWide = errors.New("search: more than 4 million positions can be reached against this player, too many to evaluate it exactly")

// Try returns the exact value of a policy from s on, for side 0, and the number of its decisions that were asked for.
// Every line that it can reach is followed; nothing is sampled. Against optimal play the difference from the value of
// the fight is the policy's loss per fight; against a best response it is its exploitability. The fight must have a
// last round.
func (sol *Solution[S]) Try(ctx context.Context, s S, t Trial[S]) (value float64, decisions int, err error) {
	if sol.Endless() {
		return 0, 0, errors.New("search: a policy is evaluated in a fight with a last round")
	}
	r := &trialRun[S]{sol: sol, game: sol.graph.game, trial: t, choices: map[S]choice{}, values: map[S]float64{}}
	r.watch.ctx = ctx
	if err := r.findPositions(ctx, s); err != nil {
		return 0, 0, err
	}
	value, err = r.value(s)
	return value, r.decisions, err
}

// choice is what the policy or its opponent does at a decision, as the chances of the actions; at a secret choice mix
// has those of the secrets, reply those of the answers. nil leaves the choice to a best response, which is known once
// the positions below have values.
type choice struct{ mix, reply []float64 }

// trialRun is a trial under way.
type trialRun[S comparable] struct {
	watch     watch
	sol       *Solution[S]
	game      Solvable[S]
	trial     Trial[S]
	choices   map[S]choice  // by position
	decisions int           // decisions of the policy so far
	values    map[S]float64 // values of positions, as far as they are known
}

// findPositions finds every position that can come up, breadth first, and what is chosen there.
func (r *trialRun[S]) findPositions(ctx context.Context, s S) error {
	policies := make([]Policy[S], max(1, r.trial.Threads))
	for i := range policies {
		policies[i] = r.trial.Policy()
	}
	known := map[S]struct{}{s: {}}
	for layer := []S{s}; len(layer) > 0; {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.askLayer(ctx, layer, policies); err != nil {
			return err
		}
		var next []S
		for i := range layer {
			if err := r.watch.check(); err != nil {
				return err
			}
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
			r.trial.Progress(r.decisions)
		}
		layer = next
	}
	return nil
}

// askLayer asks for the decisions of a layer, each thread every so many of them.
func (r *trialRun[S]) askLayer(ctx context.Context, layer []S, policies []Policy[S]) error {
	choices, errs := make([]choice, len(layer)), make([]error, len(policies))
	var wait sync.WaitGroup
	for k, policy := range policies {
		wait.Go(func() {
			for i := k; i < len(layer) && errs[k] == nil && ctx.Err() == nil; i += len(policies) {
				choices[i], errs[k] = r.choose(layer[i], policy)
			}
		})
	}
	wait.Wait()
	if err := errors.Join(append(errs, ctx.Err())...); err != nil {
		return err
	}
	for i, s := range layer {
		switch turn := r.game.Turn(&s); turn.Kind {
		case rules.Commit: // both sides decide
			r.decisions++
		case rules.Decide:
			if r.game.Side(turn.Seat) == r.trial.Side {
				r.decisions++
			}
		default:
			continue
		}
		r.choices[s] = choices[i]
	}
	return nil
}

// choose returns what is chosen at a position.
func (r *trialRun[S]) choose(s S, policy Policy[S]) (chosen choice, err error) {
	turn := r.game.Turn(&s)
	switch turn.Kind {
	case rules.Decide:
		chosen.mix, err = r.mixOf(s, s, r.game.Actions(&s, nil), r.game.Side(turn.Seat), r.sol.Best, policy)
	case rules.Commit:
		d, err := newMatrixGame[S](r.game, &s, turn, 0)
		if err != nil {
			return chosen, err
		}
		side, answers := r.game.Side(turn.Seat), s
		r.game.Play(&answers, d.rows[0], nil)
		if chosen.mix, err = r.mixOf(s, s, d.rows, side, r.sol.Options, policy); err != nil {
			return chosen, err
		}
		chosen.reply, err = r.mixOf(s, answers, d.cols, 1-side, r.sol.Answers, policy)
		return chosen, err
	}
	return chosen, err
}

// mixOf returns the chances of one side's actions: those of the policy, asked at the position at, or of the solution at
// s; nil leaves them to the best response.
func (r *trialRun[S]) mixOf(s, at S, actions []rules.Action, side rules.Side, best func(S) ([]Option, bool),
	policy Policy[S]) ([]float64, error) {
	mix := make([]float64, len(actions))
	switch {
	case len(actions) == 1:
		mix[0] = 1
	case side == r.trial.Side:
		return mix, policy(at, actions, mix)
	case r.trial.Response:
		return nil, nil
	default:
		options, ok := best(s)
		if !ok {
			return nil, errors.New("search: the fight comes to a position that the solution does not hold")
		}
		FillMix(options, actions, mix)
	}
	return mix, nil
}

// isPlayed reports whether the i-th action can come up. With a nil mix, left to a best response, all can.
func isPlayed(mix []float64, i int) bool { return mix == nil || mix[i] > 0 }

// children returns the positions that can follow; of a secret choice those after the answer.
func (r *trialRun[S]) children(s *S) (list []S) {
	play := func(s S, a rules.Action) S {
		r.game.Play(&s, a, nil)
		return s
	}
	turn, chosen := r.game.Turn(s), r.choices[*s]
	switch turn.Kind {
	case rules.Chance:
		for _, o := range r.game.Odds(s, nil) {
			list = append(list, play(*s, o.Action))
		}
	case rules.Decide:
		for i, a := range r.game.Actions(s, nil) {
			if isPlayed(chosen.mix, i) {
				list = append(list, play(*s, a))
			}
		}
	case rules.Commit:
		for i, a := range r.game.Actions(s, nil) {
			if !isPlayed(chosen.mix, i) {
				continue
			}
			between := play(*s, a)
			for j, b := range r.game.Actions(&between, nil) {
				if isPlayed(chosen.reply, j) {
					list = append(list, play(between, b))
				}
			}
		}
	}
	return list
}

// value returns what a position is worth when everybody does what was chosen.
func (r *trialRun[S]) value(s S) (v float64, err error) {
	turn := r.game.Turn(&s)
	if turn.Kind == rules.Over {
		return clamp(r.game.Score(&s)), nil
	}
	if v, ok := r.values[s]; ok {
		return v, nil
	}
	if err := r.watch.check(); err != nil {
		return 0, err
	}
	var worth []float64
	for _, child := range r.children(&s) {
		v, err := r.value(child)
		if err != nil {
			return 0, err
		}
		worth = append(worth, v)
	}
	chosen := r.choices[s]
	switch turn.Kind {
	case rules.Chance:
		for i, o := range r.game.Odds(&s, nil) {
			v += float64(o.P * worth[i])
		}
	case rules.Decide:
		v = r.mixValue(chosen.mix, worth, r.game.Side(turn.Seat))
	case rules.Commit:
		v = r.secretValue(chosen, worth, r.game.Side(turn.Seat))
	}
	r.values[s] = v
	return v, nil
}

// mixValue returns the mean of the values of what is played, or the best for a side if mix is nil.
func (r *trialRun[S]) mixValue(mix, worth []float64, side rules.Side) (v float64) {
	if mix == nil {
		if side == 0 {
			return slices.Max(worth)
		}
		return slices.Min(worth)
	}
	for _, p := range mix {
		if p > 0 {
			v += float64(p * worth[0])
			worth = worth[1:]
		}
	}
	return v
}

// secretValue returns the value of a secret choice of a side with its answer. A best response knows the other side's
// mix, never what was drawn from it.
func (r *trialRun[S]) secretValue(chosen choice, worth []float64, side rules.Side) float64 {
	if chosen.reply == nil { // the answer is a best response: any column, over the rows that are played
		rows := countPlayed(chosen.mix)
		cols := len(worth) / rows
		columns := make([]float64, cols)
		for j := range columns {
			column := make([]float64, 0, rows)
			for k := j; k < len(worth); k += cols {
				column = append(column, worth[k])
			}
			columns[j] = r.mixValue(chosen.mix, column, side)
		}
		return r.mixValue(nil, columns, 1-side)
	}
	var rows []float64
	cols := countPlayed(chosen.reply)
	for k := 0; k < len(worth); k += cols {
		rows = append(rows, r.mixValue(chosen.reply, worth[k:k+cols], 1-side))
	}
	return r.mixValue(chosen.mix, rows, side)
}

// countPlayed returns how many actions have a chance.
func countPlayed(mix []float64) (n int) {
	for _, p := range mix {
		if p > 0 {
			n++
		}
	}
	return n
}
