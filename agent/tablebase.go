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
	"strings"

	"kokyu/rules"
	"kokyu/rules/fight"
	"kokyu/rules/strict"
	"kokyu/search"
)

// Tablebase is a solved small fight: the exact values of all positions that it can reach. It is safe for concurrent
// use.
type Tablebase struct {
	solution
	now    fight.Moment // the position that was solved
	header fight.Header // the fight at its start
	plain  []byte       // its encounter withoutState
}

// seatsToSolve is the most combatants that the solver accepts. Each one more multiplies the positions by ten: no fight
// of five fits into memory.
const seatsToSolve = 4

// Solve computes the exact value of a fight of two to four combatants from its present position.
func Solve(ctx context.Context, f *fight.Fight, lim search.SolveLimits) (*Tablebase, error) {
	if n := len(f.Roster()); n > seatsToSolve {
		return nil, fmt.Errorf("the fight has %d combatants, want %d or fewer: "+
			"the positions of five do not fit into any table", n, seatsToSolve)
	}
	if f.Turn().Kind == rules.Over {
		return nil, errors.New("the fight is over, want one that goes on")
	}
	s, err := systemOf(f).solve(ctx, f, lim)
	if err != nil {
		return nil, err
	}
	return newTablebase(s, f)
}

// newTablebase returns the tablebase of a solution and its fight.
func newTablebase(s solution, f *fight.Fight) (*Tablebase, error) {
	h := f.Header()
	plain, err := withoutState(h.Encounter)
	return &Tablebase{s, f.Moment, h, plain}, err
}

// Save writes the table to a new file. If it fails or the context is cancelled, no file is left. The header of the
// fight goes with it, so that the table says itself which fight it is of.
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
	s, err := systemOf(f).load(ctx, f, file)
	if err != nil {
		return nil, cmp.Or(ctx.Err(), fail(err))
	}
	return newTablebase(s, f)
}

// Fight returns the solved fight at its start.
func (t *Tablebase) Fight() (*fight.Fight, error) { return Reopen(t.header) }

// ErrOtherFight is the error for a fight other than the solved one.
var ErrOtherFight = errors.New("the table was solved for another encounter, or with other rows or rulings")

// checkFight returns an error unless the table is of this fight with its present combatants.
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
		if bytes.Equal(h.Encounter, t.header.Encounter) {
			return nil
		}
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
	low, high, ok := t.bounds(f.Moment)
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
	options, ok := t.options(f.Moment)
	wins := make([]float64, len(options))
	for i, o := range options {
		wins[i] = (o.Value + 1) / 2
	}
	return wins, ok
}

// EvaluateAgent computes the exact win chance of side 0 when an agent plays a side of the solved fight from its start;
// no fights are played. The other side plays optimally or, with response, a best response to this agent, whose mixed
// strategies it knows but not its secrets. decisions is the number of decisions that the agent was asked for. The agent
// must decide by the position alone: random, greedy, search or solved.
func (t *Tablebase) EvaluateAgent(ctx context.Context, a Agent, side rules.Side, response bool,
	cores int) (win float64, decisions int, err error) {
	v, n, err := t.evaluateAgent(ctx, t.header, a, side, response, cores)
	return (v + 1) / 2, n, err
}

// Position returns the i-th state of the table, from 0 to Size().States-1, as an encounter file.
func (t *Tablebase) Position(i int) ([]byte, error) {
	to, err := t.state(i)
	if err != nil {
		return nil, err
	}
	m, ok := t.reach(to)
	if !ok {
		return nil, fmt.Errorf("state %d of the table is reached from no other", i)
	}
	return m.Position()
}

// reach returns a state with a path to it from a boundary; it may be another state that has the same key in the table.
// The table does not have the path, so boundaries are tried: the start, then all of the state's round.
func (t *Tablebase) reach(to fight.Moment) (fight.Moment, bool) {
	if isBoundary(to) {
		return to.Fresh(true), true
	}
	paths := pathSearch{t, t.key(to), map[any]bool{}}
	if m, ok := paths.extend(t.start()); ok {
		return m, true
	}
	for i := range t.Size().States {
		from, err := t.state(i)
		if err != nil || from.Round() != to.Round() || !isBoundary(from) {
			continue
		}
		if m, ok := paths.extend(from.Fresh(true)); ok {
			return m, true
		}
	}
	return nil, false
}

// isBoundary is [rules.Boundary] of a moment.
func isBoundary(m fight.Moment) bool {
	turn := m.Turn()
	return turn.Begins || turn.Kind == rules.Over
}

// pathSearch is a depth-first search for a path to the state with a key. States are compared by their keys in the
// table, as the solver does: two states of one key have one value.
type pathSearch struct {
	table *Tablebase
	key   []byte
	seen  map[any]bool
}

// extend tries everything that may happen from a position up to the next boundary.
func (w pathSearch) extend(at fight.Moment) (fight.Moment, bool) {
	var actions []rules.Action
	switch at.Turn().Kind {
	case rules.Over:
	case rules.Chance:
		for _, o := range at.Outcomes() {
			actions = append(actions, o.Action)
		}
	default:
		actions = at.Actions()
	}
	for _, a := range actions {
		to := at.Next(a, nil)
		if w.seen[to.Key()] || isBoundary(to) {
			continue
		}
		w.seen[to.Key()] = true
		if bytes.Equal(w.table.key(to), w.key) {
			return to, true
		}
		if found, ok := w.extend(to); ok {
			return found, true
		}
	}
	return nil, false
}

// LookUp returns what a table says of the position of the fight, which waits for a decision. The errors are
// [ErrOtherFight] and [ErrNotInTablebase].
func (x *FightSearcher) LookUp(f *fight.Fight, t *Tablebase) (search.Result, error) {
	if err := x.moveTo(f); err != nil {
		return search.Result{}, err
	}
	return t.lookUp(x.player, linePlies)
}

// lookUp returns what the table says of a position, with lines of a number of plies.
func (t *Tablebase) lookUp(p *player, plies int) (search.Result, error) {
	if err := t.checkHeader(p.header); err != nil {
		return search.Result{}, err
	}
	r, ok := t.result(p.Moment, plies)
	if !ok {
		return r, ErrNotInTablebase
	}
	return r, nil
}

// Solved is the agent that plays from a tablebase.
type Solved struct {
	Tablebase *Tablebase
	Path      string // of the table's file
}

// readSolved reads the settings after "solved". The path extends to the end, so that it may contain blanks.
func readSolved(ctx context.Context, settings string, _ search.Limits) (Agent, error) {
	path, ok := strings.CutPrefix(settings, "table=")
	if path = strings.TrimSpace(path); !ok || path == "" {
		return nil, fmt.Errorf("solved plays from a table, want solved table=FILE")
	}
	t, err := OpenTablebase(ctx, path)
	return &Solved{Tablebase: t, Path: path}, err
}

// Choose returns the best decision, or draws from the mixed strategy. The errors are [ErrOtherFight] and
// [ErrNotInTablebase].
func (a *Solved) Choose(_ context.Context, v View) (rules.Action, error) {
	r, err := a.Tablebase.lookUp(v.player, 0) // without lines, which would take far longer than the choice
	if err != nil {
		return rules.Action{}, err
	}
	return v.drawOption(v.withoutBanned(r)), nil
}

func (a *Solved) mix(_ context.Context, v View, actions []rules.Action, mix []float64) error {
	r, err := a.Tablebase.lookUp(v.player, 0)
	if err == nil {
		search.FillMix(r.Options, actions, mix)
	}
	return err
}

func (a *Solved) String() string { return "solved table=" + a.Path }
