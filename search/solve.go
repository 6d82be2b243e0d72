package search

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"kokyu/rules"
)

// Solvable is a game that the solver accepts: its positions can be packed, and within a round no line returns to an
// earlier position.
type Solvable[S comparable] interface {
	rules.Game[S]
	rules.Layers[S]
}

// SolveLimits are the limits of solving.
type SolveLimits struct {
	Memory   int64          // bytes; 0 means 4 GiB
	States   int            // most values to store; 0 is no limit. Endless: most nodes
	Inner    int            // most positions between nodes; 0 is no limit
	Threads  int            // does not change the result; 0 means 1
	Endless  bool           // solve the fight without a last round, as a limit
	Progress func(Progress) // may be nil; called now and then from one goroutine
}

// Progress describes how far solving has come.
type Progress struct {
	Stage string  // "exploring", "solving", "closing in"
	Round int     // the round explored, forwards, or solved, backwards
	Nodes int     // positions explored, states solved, or sweeps
	Total int     // how many of them are known so far; when solving, all; 0 if unknown
	Gap   float64 // closing in: the widest gap
}

// report calls Progress, if there is one.
func (l SolveLimits) report(p Progress) {
	if l.Progress != nil {
		l.Progress(p)
	}
}

// Solution is a solved fight: the values of all positions that any play can reach from its start.
// It is safe for concurrent use.
type Solution[S comparable] struct {
	graph         *graph[S]
	layers        [][]float64 // by round; endless: one layer for all, at 0
	high          []float64   // endless: the bound from above; the layer is the one from below
	first         int         // the first round solved
	roundingError float64     // no value is further from the true one than this by rounding
}

// Solve computes the value of a fight under optimal play by both sides, exact up to rounding. Every position that waits
// for a decision of the breath's owner becomes a node of a graph. It is explored once, in the first round in which it
// can be reached. A fight with a last round is solved by one backward pass per round over the positions reachable by
// then, a fight without one by passes from below and above until they meet (interval iteration, Haddad and Monmege
// 2014). A secret choice and its answer are a matrix game (Shapley 1953); its value is monotone in its cells, so the
// passes converge on it as on any other node. The errors are ErrTooLarge, ErrCommit, that of a cancelled context, and
// the reason why a game cannot be solved.
func Solve[S comparable](ctx context.Context, g Solvable[S], start S, lim SolveLimits) (*Solution[S], error) {
	lim.Memory, lim.Threads = cmp.Or(lim.Memory, 4<<30), max(1, lim.Threads)
	if g.Turn(&start).Kind == rules.Over {
		return nil, errors.New("search: the fight is over, there is nothing to solve")
	}
	x, err := explore(ctx, g, start, lim)
	if err != nil {
		return nil, err
	}
	sol := &Solution[S]{graph: x, first: g.Round(&start)}
	if lim.Endless || x.lastRound == 0 {
		low, high, off, err := x.solveEndless(ctx, lim)
		if err != nil {
			return nil, err
		}
		sol.layers, sol.high, sol.roundingError = [][]float64{low}, high, off
		return sol, nil
	}
	sol.layers, sol.roundingError, err = x.solveCapped(ctx, sol.first, lim)
	return sol, err
}

// Size is the size of a solution.
type Size struct {
	States int   // values stored: each node in every round from the first in which it can be reached
	Nodes  int   // positions that wait for the breath's owner
	Rounds int   // solved; 1 for an endless fight
	Inner  int   // positions between nodes (dice and answers), played out once for all rounds
	Starts int   // positions in which a round begins
	Forms  int   // different expressions of exchanges
	Depth  int   // decisions in the longest line within a round
	Bytes  int64 // memory
}

// Size returns the size of the solution.
func (sol *Solution[S]) Size() Size {
	x := sol.graph
	if x.stored.Nodes > 0 {
		return x.stored
	}
	z := Size{Nodes: x.keys.len(), Rounds: 1, Inner: x.inner, Starts: len(x.starts), Forms: len(x.forms.list)}
	z.Depth = len(x.levels) - 2
	if sol.high == nil {
		z.Rounds = x.lastRound + 1 - sol.first
	}
	z.Bytes = x.bytes() + int64(len(x.order))*4
	for _, l := range sol.layers {
		z.States += len(l)
		z.Bytes += int64(len(l)) * 8
	}
	z.Bytes += int64(len(sol.high)) * 8
	return z
}

// State returns the i-th state, from 0 to Size().States-1: a node in one of its rounds.
func (sol *Solution[S]) State(i int) (s S, err error) {
	round := 0
	for i >= len(sol.layers[round]) {
		i -= len(sol.layers[round])
		round++
	}
	if err := sol.graph.unpack(uint32(i), &s); err != nil {
		return s, err
	}
	if sol.Endless() {
		round = sol.first
	}
	sol.graph.game.SetRound(&s, round)
	return s, nil
}

// Endless reports whether the fight was solved without a last round, as a limit.
func (sol *Solution[S]) Endless() bool { return sol.high != nil }

// Bounds returns proven bounds of the value of a position for side 0. ok is false if the solution does not contain it.
// Between a secret choice and its answer they bound the value of that secret against the mixed strategy of the answers,
// which reveals the secret: for a side that may not know it, pass the veiled position.
func (sol *Solution[S]) Bounds(s S) (low, high float64, ok bool) {
	if before, ok := rules.BeforeSecret[S](sol.graph.game, sol.graph.hooks.Veil, &s); ok {
		return sol.secretValue(before, s)
	}
	low, ok = sol.valueIn(s, sol.layer)
	if !ok {
		return 0, 0, false
	}
	high = low
	if sol.high != nil {
		high, _ = sol.valueIn(s, func(int) []float64 { return sol.high })
	}
	return max(-1, low-sol.roundingError), min(1, high+sol.roundingError), true
}

// Value returns the value of a position for side 0; in an endless fight it is the middle of the bounds.
func (sol *Solution[S]) Value(s S) (float64, bool) {
	low, high, ok := sol.Bounds(s)
	return clamp((low + high) / 2), ok
}

// Options returns the actions of a decision with their values, in the game's order. For a secret choice and its answer
// they have their shares of the mixed strategy, and their values are against the mixed strategy of the other side; the
// answers do not depend on the secret if the game has a Veil.
func (sol *Solution[S]) Options(s S) ([]Option, bool) {
	game := sol.graph.game
	turn := game.Turn(&s)
	if before, ok := rules.BeforeSecret[S](game, sol.graph.hooks.Veil, &s); ok {
		return sol.Answers(before)
	}
	switch turn.Kind {
	case rules.Commit:
		d, ok := sol.matrixGame(s)
		return d.secrets(), ok
	case rules.Chance, rules.Over:
		return nil, false
	}
	var options []Option
	for _, a := range game.Actions(&s, nil) {
		child := s
		game.Play(&child, a, nil)
		v, ok := sol.Value(child)
		if !ok {
			return nil, false
		}
		options = append(options, Option{Action: a, Value: v})
	}
	return options, true
}

// Best returns the options of a decision, best first; of a mixed strategy the most likely first.
func (sol *Solution[S]) Best(s S) ([]Option, bool) {
	options, ok := sol.Options(s)
	if !ok {
		return nil, false
	}
	g := sol.graph.game
	bestFirst(options, signOf(g.Side(g.Turn(&s).Seat)))
	return options, true
}

// layer returns the values of a round; nil if it was not solved.
func (sol *Solution[S]) layer(round int) []float64 {
	if sol.high != nil {
		return sol.layers[0]
	}
	if round < sol.first || round >= len(sol.layers) {
		return nil
	}
	return sol.layers[round]
}

// valueIn returns the value of a position: of a node from layer, of a position between nodes from the nodes below it.
func (sol *Solution[S]) valueIn(s S, layer func(round int) []float64) (float64, bool) {
	game := sol.graph.game
	turn := game.Turn(&s)
	if turn.Kind == rules.Over {
		return clamp(game.Score(&s)), true
	}
	values := layer(game.Round(&s))
	if values == nil {
		return 0, false
	}
	var buf [256]byte
	id, ok := sol.graph.keys.idOf(game.Pack(&s, buf[:0]))
	if ok && int(id) < len(values) { // other nodes are first met in later rounds
		return values[id], true
	}
	after := func(a rules.Action) (float64, bool) {
		child := s
		game.Play(&child, a, nil)
		return sol.valueIn(child, layer)
	}
	if turn.Kind == rules.Chance {
		sum := 0.0
		for _, o := range game.Odds(&s, nil) {
			v, ok := after(o.Action)
			if !ok {
				return 0, false
			}
			sum += float64(o.P * v)
		}
		return sum, true
	}
	if isNodeTurn(&sol.graph.hooks, &s, turn) {
		return 0, false // a node that the solution does not hold
	}
	if turn.Kind == rules.Commit {
		d, ok := solveMatrixGame[S](game, s, func(s S) (float64, bool) { return sol.valueIn(s, layer) })
		return d.value, ok
	}
	best := 0.0
	for i, a := range game.Actions(&s, nil) {
		v, ok := after(a)
		if !ok {
			return 0, false
		}
		if i == 0 || game.Side(turn.Seat) == 0 && v > best || game.Side(turn.Seat) == 1 && v < best {
			best = v
		}
	}
	return best, true
}

// Line returns the principal variation of an action, at most so many plies, beginning with the action: best play, the
// most likely outcome of dice, the most likely action of a mixed strategy. It ends at the first position that the
// solution does not contain. Before the answer to a veiled secret comes the most likely secret; the line starts at the
// veiled position.
func (sol *Solution[S]) Line(s S, action rules.Action, plies int) (line []Ply) {
	game := sol.graph.game
	before, answers := rules.BeforeSecret[S](game, sol.graph.hooks.Veil, &s)
	if answers {
		s = before
	}
	for first := true; len(line) < plies; first = false {
		turn := game.Turn(&s)
		ply := Ply{Kind: turn.Kind, Seat: turn.Seat, Action: action, P: 1}
		switch {
		case turn.Kind == rules.Over:
			return line
		case turn.Kind == rules.Commit:
			d, ok := sol.matrixGame(s)
			if !ok || len(line)+2 > plies {
				return line
			}
			switch {
			case first && answers:
				d.likeliestAnswer = d.answer(action)
			case first:
				d.likeliestSecret = d.secret(action)
			}
			line = append(line, d.likeliestSecret)
			game.Play(&s, d.likeliestSecret.Action, nil)
			ply = d.likeliestAnswer
		case turn.Kind == rules.Chance:
			ply.Action, ply.P = likeliest[S](game, &s)
		case !first:
			options, ok := sol.Best(s)
			if !ok {
				return line
			}
			ply.Action = options[0].Action
		}
		line = append(line, ply)
		game.Play(&s, ply.Action, nil)
	}
	return line
}

// likeliest returns the likeliest consequence of the dice and its chance; among equals the first.
func likeliest[S comparable](g rules.Game[S], s *S) (a rules.Action, p float64) {
	type way struct {
		to S
		a  rules.Action
		p  float64
	}
	var ways []way
	for _, o := range g.Odds(s, nil) {
		to := *s
		g.Play(&to, o.Action, nil)
		i := slices.IndexFunc(ways, func(w way) bool { return w.to == to })
		if i < 0 {
			i, ways = len(ways), append(ways, way{to, o.Action, 0})
		}
		if ways[i].p += o.P; ways[i].p > p {
			a, p = ways[i].a, ways[i].p
		}
	}
	return a, p
}
