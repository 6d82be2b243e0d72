package agent

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/strict"
	"kokyu/search"
)

// Tablebase is a solved small fight: the exact values of all positions that it can reach. It is safe for concurrent
// use.
type Tablebase struct {
	solution
	header fight.Header // the fight at its start
	plain  []byte       // its encounter, see withoutState
}

// solution is a solution with the type of its positions hidden.
type solution interface {
	bounds(f *fight.Fight) (low, high float64, ok bool) // of the value, seen from side 0
	options(f *fight.Fight) ([]search.Option, bool)     // in the game's order
	Mixes(ctx context.Context) ([]MixUse, error)
	Size() search.Size
	Endless() bool // whether it was solved without a last round, as a limit
	Save(ctx context.Context, w io.Writer, about json.RawMessage) error
	Position(i int) ([]byte, error)
	try(ctx context.Context, h fight.Header, a Agent, side rules.Side, response bool, cores int) (float64, int, error)
	solve(ctx context.Context, lim search.SolveLimits) error // computes it; this or load comes first
	load(ctx context.Context, r io.Reader) error             // reads it
}

// seatsToSolve is the most combatants that the solver accepts. Each one more makes tenfold the positions: no fight of
// five fits into memory.
const seatsToSolve = 4

// Solve computes the exact value of a fight of two to four combatants from its present position.
func Solve(ctx context.Context, f *fight.Fight, lim search.SolveLimits) (*Tablebase, error) {
	if n := len(f.Roster()); n > seatsToSolve {
		return nil, fmt.Errorf("the fight has %d combatants, want %d or fewer: the positions of five do not fit into any table", n, seatsToSolve)
	}
	if f.Turn().Kind == rules.Over {
		return nil, errors.New("the fight is over, want one that goes on")
	}
	truth := systemOf(f).newSolution(f)
	if err := truth.solve(ctx, lim); err != nil {
		return nil, err
	}
	return newTablebase(truth, f.Header())
}

func newTablebase(truth solution, h fight.Header) (*Tablebase, error) {
	plain, err := withoutState(h.Encounter)
	return &Tablebase{truth, h, plain}, err
}

// withoutState returns an encounter without its present values and what has happened since, in a form that can be
// compared.
func withoutState(encounter json.RawMessage) ([]byte, error) {
	parts := map[string]json.RawMessage{}
	if err := json.Unmarshal(encounter, &parts); err != nil {
		return nil, err
	}
	delete(parts, "now")
	delete(parts, "since")
	return json.Marshal(parts)
}

// Save writes the table to a new file. If it fails or the context is cancelled, no file is left.
func (t *Tablebase) Save(ctx context.Context, path string) error {
	about, err := json.Marshal(t.header)
	if err != nil {
		return err
	}
	return strict.WriteNew(path, func(w io.Writer) error { return t.solution.Save(ctx, w, about) })
}

// OpenTablebase reads a table that Save has written. The context can cancel the reading.
func OpenTablebase(ctx context.Context, path string) (*Tablebase, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("no table can be read at %s, want a file that solve --save wrote", path)
	}
	defer file.Close()
	fail := func(err error) error {
		if !errors.Is(err, search.ErrTablebase) {
			err = fmt.Errorf("%w: %w", search.ErrTablebase, err)
		}
		return fmt.Errorf("%s is %w; solve the fight again", path, err)
	}
	about, err := search.ReadAbout(file)
	if err != nil {
		return nil, fail(err)
	}
	var h fight.Header
	if err := json.Unmarshal(about, &h); err != nil {
		return nil, fail(search.ErrTablebase)
	}
	f, err := Reopen(h)
	if err != nil {
		return nil, fail(err)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	truth := systemOf(f).newSolution(f)
	if err := truth.load(ctx, file); err != nil {
		return nil, cmp.Or(ctx.Err(), fail(err))
	}
	return newTablebase(truth, h)
}

// Fight returns the solved fight at its start.
func (t *Tablebase) Fight() (*fight.Fight, error) { return Reopen(t.header) }

// ErrOtherFight is the error for a fight other than the solved one.
var ErrOtherFight = errors.New("the table was solved for another encounter, or with other rows or rulings")

// ErrNotInTablebase is the error for a position that the solved fight cannot reach.
var ErrNotInTablebase = errors.New("the position is not in the table: the solved fight cannot reach it")

// checkFight returns an error unless the table is of this fight with those who are in it now.
func (t *Tablebase) checkFight(f *fight.Fight) error {
	h, err := f.PresentHeader()
	if err != nil {
		return err
	}
	return t.checkHeader(h)
}

// checkHeader returns an error unless the table is of fights that begin with this header.
func (t *Tablebase) checkHeader(h fight.Header) error {
	if h.System == t.header.System && bytes.Equal(h.Data, t.header.Data) {
		if plain, err := withoutState(h.Encounter); err == nil && bytes.Equal(plain, t.plain) {
			return nil
		}
	}
	return ErrOtherFight
}

// Bounds returns proven bounds of the win chance of side 0 in the position of a fight, 0 to 1; a draw is half a win.
// The errors are [ErrOtherFight] and [ErrNotInTablebase].
func (t *Tablebase) Bounds(f *fight.Fight) (low, high float64, err error) {
	if err := t.checkFight(f); err != nil {
		return 0, 0, err
	}
	low, high, ok := t.bounds(f)
	if !ok {
		return 0, 0, ErrNotInTablebase
	}
	return (low + 1) / 2, (high + 1) / 2, nil
}

// Value returns the win chance of side 0 in the position of a fight, under best play by both sides.
func (t *Tablebase) Value(f *fight.Fight) (float64, bool) {
	low, high, err := t.Bounds(f)
	return (low + high) / 2, err == nil
}

// Options returns the exact values of all legal decisions in the position of a fight, as win chances of side 0, in the
// order of the fight's options.
func (t *Tablebase) Options(f *fight.Fight) ([]float64, bool) {
	if t.checkFight(f) != nil {
		return nil, false
	}
	options, ok := t.options(f)
	wins := make([]float64, len(options))
	for i, o := range options {
		wins[i] = (o.Value + 1) / 2
	}
	return wins, ok
}

// Try computes the exact win chance of side 0 when an agent plays a side of the solved fight from its start; no fights
// are played. The other side plays optimally or, with response, a best response to this agent, whose mixed strategies
// it knows but not its secrets. decisions is the number of decisions that the agent was asked for. The agent must
// decide by the position alone: random, greedy, search or solved.
func (t *Tablebase) Try(ctx context.Context, a Agent, side rules.Side, response bool, cores int) (win float64, decisions int, err error) {
	v, n, err := t.try(ctx, t.header, a, side, response, cores)
	return (v + 1) / 2, n, err
}

// solved is the solution of one system's fight.
type solved[S comparable] struct {
	game search.Solvable[S]
	sys  rules.System[S] // the same as game
	now  S
	*search.Solution[S]
}

func (t *solved[S]) solve(ctx context.Context, lim search.SolveLimits) (err error) {
	t.Solution, err = search.Solve(ctx, t.game, t.now, lim)
	return err
}

func (t *solved[S]) load(ctx context.Context, r io.Reader) (err error) {
	t.Solution, err = search.Load(ctx, t.game, r)
	return err
}

func (t *solved[S]) bounds(f *fight.Fight) (low, high float64, ok bool) {
	_, s, ok := fight.At[S](f)
	if !ok {
		return 0, 0, false
	}
	return t.Solution.Bounds(visible(t.sys, s))
}

func (t *solved[S]) options(f *fight.Fight) ([]search.Option, bool) {
	_, s, ok := fight.At[S](f)
	if !ok {
		return nil, false
	}
	return t.Solution.Options(s)
}

// try evaluates an agent exactly. That takes an agent that decides by the position alone.
func (t *solved[S]) try(ctx context.Context, h fight.Header, a Agent, side rules.Side, response bool, cores int) (float64, int, error) {
	fixed, ok := a.(policy)
	if !ok {
		return 0, 0, fmt.Errorf("%s cannot be evaluated exactly, want random, greedy, search or solved", a)
	}
	return t.Solution.Try(ctx, t.now, search.Trial[S]{Side: side, Response: response, Threads: cores, Policy: func() search.Policy[S] {
		b := newBinding(t.sys, t.now, h)
		return func(s S, actions []rules.Action, mix []float64) error {
			b.setState(s)
			return fixed.mix(ctx, View{player: b}, actions, mix)
		}
	}})
}

// Position returns the i-th state of the table, from 0 to Size().States-1, as an encounter file. A file cannot describe
// a state in the middle of an exchange, so that it describes a boundary and the way from there.
func (t *solved[S]) Position(i int) ([]byte, error) {
	s, err := t.Solution.State(i)
	if err != nil {
		return nil, err
	}
	path, ok := t.pathTo(s)
	if !ok {
		return nil, fmt.Errorf("state %d of the table is reached from no other", i)
	}
	return path.Position(t.sys)
}

// pathTo returns a path to a state from a boundary; it may end in another state that has the same key in the table.
func (t *solved[S]) pathTo(s S) (rules.Path[S], bool) {
	if rules.Boundary[S](t.game, &s) {
		return rules.Path[S]{From: s}, true
	}
	paths := pathSearch[S]{t.game, t.game.Pack(&s, nil), map[S]bool{}}
	if path, ok := paths.extend(t.sys.Start(), rules.StartPath(t.sys)); ok {
		return path, true
	}
	round := t.sys.Round(&s)
	for i := range t.Size().States {
		from, err := t.Solution.State(i)
		if err != nil || t.sys.Round(&from) != round || !rules.Boundary[S](t.game, &from) {
			continue
		}
		if path, ok := paths.extend(from, rules.Path[S]{From: from}); ok {
			return path, true
		}
	}
	return rules.Path[S]{}, false
}

// pathSearch is a depth-first search for a path to the state with a key.
type pathSearch[S comparable] struct {
	game search.Solvable[S]
	key  []byte
	seen map[S]bool
}

// extend tries everything that may happen from a position up to the next boundary.
func (w pathSearch[S]) extend(at S, path rules.Path[S]) (rules.Path[S], bool) {
	var actions []rules.Action
	switch w.game.Turn(&at).Kind {
	case rules.Over:
	case rules.Chance:
		for _, o := range w.game.Odds(&at, nil) {
			actions = append(actions, o.Action)
		}
	default:
		actions = w.game.Actions(&at, nil)
	}
	for _, a := range actions {
		to := at
		w.game.Play(&to, a, nil)
		if w.seen[to] || rules.Boundary[S](w.game, &to) {
			continue
		}
		w.seen[to] = true
		longer := path.WithAction(w.game, &at, a, &to)
		if bytes.Equal(w.game.Pack(&to, nil), w.key) {
			return longer, true
		}
		if found, ok := w.extend(to, longer); ok {
			return found, true
		}
	}
	return path, false
}

// linePlies is how long the lines of exact options are: enough for two breaths and their answers.
const linePlies = 24

// result returns the table's values as the result of a search that saw everything, with lines of a number of plies.
func (t *solved[S]) result(s S, plies int) (search.Result, bool) {
	options, ok := t.Solution.Best(s)
	if !ok {
		return search.Result{}, false
	}
	everything := search.Coverage{Share: [2]float64{1, 1}}
	for i := range options {
		options[i].Line, options[i].Coverage = t.Solution.Line(s, options[i].Action, plies), everything
	}
	r := search.Result{Options: options, Best: options[0].Action, Value: options[0].Value, Exact: true, Solved: true, Repeatable: true, Coverage: everything}
	if r.IsMixed() {
		r.Value, ok = t.Solution.Value(visible(t.sys, s))
	}
	return r, ok
}
