package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/fight"
	"kokyu/search"
)

// ErrNotInTablebase is the error for a position that the solved fight cannot reach.
var ErrNotInTablebase = errors.New("the position is not in the table: the solved fight cannot reach it")

// solution hides the type parameter of [solved]. Its values are those of the search, -1 to 1 for side 0; Tablebase
// converts them to chances. All moments are of fights of its system.
type solution interface {
	bounds(m fight.Moment) (low, high float64, ok bool) // of the value, seen from side 0
	options(m fight.Moment) ([]search.Option, bool)     // in the game's order
	result(m fight.Moment, plies int) (search.Result, bool)
	hasSecrets() bool                  // whether there are secret choices in its game
	start() fight.Moment               // the start of its game
	state(i int) (fight.Moment, error) // the i-th state of the table, whose path is unknown
	key(m fight.Moment) []byte         // by which the table has a position
	Size() search.Size
	Endless() bool // whether it was solved without a last round, as a limit
	Save(ctx context.Context, w io.Writer, about json.RawMessage) error
	evaluateAgent(ctx context.Context, h fight.Header, a Agent, side rules.Side, response bool,
		cores int) (value float64, decisions int, err error)
}

// solved is the exact solution of a fight of one system.
type solved[S comparable] struct {
	about *book.About
	now   fight.Moment // the position that was solved
	game  search.Solvable[S]
	*search.Solution[S]
}

// stateOf returns the position of a moment.
func stateOf[S comparable](m fight.Moment) S {
	_, s, _ := fight.StateOf[S](m)
	return s
}

// bounds returns the bounds of the value of a position. Where a secret waits for its answer they are those before the
// secret: whoever answers does not know it.
func (t *solved[S]) bounds(m fight.Moment) (low, high float64, ok bool) {
	m, _ = m.Visible()
	return t.Bounds(stateOf[S](m))
}

func (t *solved[S]) options(m fight.Moment) ([]search.Option, bool) { return t.Options(stateOf[S](m)) }
func (t *solved[S]) hasSecrets() bool                               { return t.game.Hooks().Veil != nil }

func (t *solved[S]) start() fight.Moment {
	sys, _, _ := fight.StateOf[S](t.now)
	return fight.Begin(sys)
}

func (t *solved[S]) key(m fight.Moment) []byte {
	s := stateOf[S](m)
	return t.game.Pack(&s, nil)
}

func (t *solved[S]) state(i int) (fight.Moment, error) {
	s, err := t.State(i)
	return fight.AtState(t.now, s), err
}

// linePlies is how long the lines of exact options are: enough for two breaths and their answers.
const linePlies = 24

// result returns the exact values in the form of a search result that covers everything, with lines of a number of
// plies.
func (t *solved[S]) result(m fight.Moment, plies int) (search.Result, bool) {
	s := stateOf[S](m)
	options, ok := t.Best(s)
	if !ok {
		return search.Result{}, false
	}
	everything := search.Coverage{Share: [2]float64{1, 1}}
	for i := range options {
		options[i].Line, options[i].Coverage = t.Line(s, options[i].Action, plies), everything
	}
	r := search.Result{Options: options, Best: options[0].Action, Value: options[0].Value, Exact: true, Solved: true,
		Repeatable: true, Coverage: everything}
	if r.IsMixed() {
		m, _ = m.Visible()
		r.Value, ok = t.Value(stateOf[S](m))
	}
	return r, ok
}

// evaluateAgent implements [Tablebase.EvaluateAgent]. Each thread has a player of its own, whose searcher keeps its
// memory from state to state.
func (t *solved[S]) evaluateAgent(ctx context.Context, h fight.Header, a Agent, side rules.Side, response bool,
	cores int) (float64, int, error) {
	fixed, ok := a.(policy)
	if !ok {
		return 0, 0, fmt.Errorf("%s cannot be evaluated exactly, want random, greedy, search or solved", a)
	}
	newPolicy := func() search.Policy[S] {
		p := newPlayer(t.about, t.now, h, newSearcher[S])
		return func(s S, actions []rules.Action, mix []float64) error {
			p.goTo(fight.AtState(t.now, s))
			return fixed.mix(ctx, View{player: p}, actions, mix)
		}
	}
	trial := search.Trial[S]{Side: side, Response: response, Threads: cores, Policy: newPolicy}
	return t.Try(ctx, stateOf[S](t.now), trial)
}
