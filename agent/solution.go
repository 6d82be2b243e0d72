package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/dice"
	"kokyu/rules/fight"
	"kokyu/search"
)

// ErrNotInTablebase is the error for a position that the solved fight cannot reach.
var ErrNotInTablebase = errors.New("the position is not in the table: the solved fight cannot reach it")

// solution hides the type parameter of [solved]. Its values are those of the search, -1 to 1 for side 0; Tablebase
// converts them to chances. solve or load must be called first.
type solution interface {
	bounds(f *fight.Fight) (low, high float64, ok bool) // of the value, seen from side 0
	options(f *fight.Fight) ([]search.Option, bool)     // in the game's order
	result(p player, plies int) (search.Result, bool)
	Mixes(ctx context.Context) ([]MixUse, error)
	Size() search.Size
	Endless() bool // whether it was solved without a last round, as a limit
	Save(ctx context.Context, w io.Writer, about json.RawMessage) error
	Position(i int) ([]byte, error)
	evaluateAgent(ctx context.Context, h fight.Header, a Agent, side rules.Side, response bool,
		cores int) (value float64, decisions int, err error)
	solve(ctx context.Context, lim search.SolveLimits) error
	load(ctx context.Context, r io.Reader) error
}

// solved is the exact solution of a fight of one system.
type solved[S comparable] struct {
	about *book.About
	game  search.Solvable[S]
	sys   rules.System[S] // the same as game
	now   S
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

// bounds returns the bounds of the value of a position. Where a secret waits for its answer they are those before the
// secret: whoever answers does not know it.
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

// linePlies is how long the lines of exact options are: enough for two breaths and their answers.
const linePlies = 24

// result returns the exact values in the form of a search result that covers everything, with lines of a number of
// plies.
func (t *solved[S]) result(p player, plies int) (search.Result, bool) {
	s := p.(*binding[S]).Now
	options, ok := t.Solution.Best(s)
	if !ok {
		return search.Result{}, false
	}
	everything := search.Coverage{Share: [2]float64{1, 1}}
	for i := range options {
		options[i].Line, options[i].Coverage = t.Solution.Line(s, options[i].Action, plies), everything
	}
	r := search.Result{Options: options, Best: options[0].Action, Value: options[0].Value, Exact: true, Solved: true,
		Repeatable: true, Coverage: everything}
	if r.IsMixed() {
		r.Value, ok = t.Solution.Value(visible(t.sys, s))
	}
	return r, ok
}

// evaluateAgent implements [Tablebase.EvaluateAgent]. Each thread has a binding of its own, whose searcher keeps its
// memory from state to state.
func (t *solved[S]) evaluateAgent(ctx context.Context, h fight.Header, a Agent, side rules.Side, response bool,
	cores int) (float64, int, error) {
	fixed, ok := a.(policy)
	if !ok {
		return 0, 0, fmt.Errorf("%s cannot be evaluated exactly, want random, greedy, search or solved", a)
	}
	newPolicy := func() search.Policy[S] {
		b := newBinding(t.about, t.sys, t.now, h)
		return func(s S, actions []rules.Action, mix []float64) error {
			b.setState(s)
			return fixed.mix(ctx, View{player: b}, actions, mix)
		}
	}
	trial := search.Trial[S]{Side: side, Response: response, Threads: cores, Policy: newPolicy}
	return t.Solution.Try(ctx, t.now, trial)
}

// Position returns the i-th state of the table, from 0 to Size().States-1, as an encounter file, see binding.Position.
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

// pathTo returns a path to a state from a boundary; it may end in another state that has the same key in the table. The
// table does not have the path, so boundaries are tried: the start, then all of the state's round.
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

// pathSearch is a depth-first search for a path to the state with a key. States are compared by their keys in the
// table, as the solver does: two states of one key have one value.
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

// MixUse is how the mixed strategies of best play use an action of secret choices, or of the answers to them. Shares
// are probabilities, not frequencies of draws.
type MixUse struct {
	Do        string  `json:"do"`
	Secret    bool    `json:"secret"`  // a secret choice; else an answer
	Legal     int     `json:"offered"` // secret choices at which it was legal
	WithShare int     `json:"mixed"`   // of these, those in whose strategy it was
	Share     float64 `json:"share"`   // its mean probability where it was legal, 0 to 1
}

// MixFights is the number of fights of best play that Mixes plays.
const MixFights = 400

// shareMin is the least share that counts: less is rounding.
const shareMin = 1e-6

// Mixes plays fights of best play by both sides, with dice and draws from a fixed random stream, and returns the mixed
// strategies of the secret choices in them: the secrets first, each in the order in which it first came up. It is empty
// if there are no secret choices. A cancelled context ends it between fights.
func (t *solved[S]) Mixes(ctx context.Context) (list []MixUse, err error) {
	if t.sys.Hooks().Veil == nil {
		return nil, nil
	}
	m := mixer[S]{solved: t}
	for k := range MixFights {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := m.fight(dice.Stream{Seed: 1, Name: "mixes"}.Rand(int64(k))); err != nil {
			return nil, err
		}
	}
	list = append(m.secrets, m.answers...)
	for i := range list {
		list[i].Share /= float64(list[i].Legal)
	}
	return list, nil
}

// mixer gathers the mixed strategies of secret choices, and of the answers to them.
type mixer[S comparable] struct {
	*solved[S]
	secrets, answers []MixUse
}

// fight plays one fight of best play.
func (m *mixer[S]) fight(r *rand.Rand) error {
	s := m.now
	for {
		switch m.sys.Turn(&s).Kind {
		case rules.Over:
			return nil
		case rules.Chance:
			m.sys.Play(&s, rules.Draw(m.sys.Odds(&s, nil), r.Float64()), nil)
		case rules.Commit:
			secrets, ok := m.Solution.Options(s)
			answers, known := m.Solution.Answers(s)
			if !ok || !known {
				return ErrNotInTablebase
			}
			answering := s
			m.sys.Play(&answering, secrets[0].Action, nil) // any secret: the answers are the same
			m.secrets = m.add(m.secrets, &s, secrets, true)
			m.answers = m.add(m.answers, &answering, answers, false)
			m.sys.Play(&s, search.Result{Options: secrets}.Pick(r.Float64()), nil)
			m.sys.Play(&s, search.Result{Options: answers}.Pick(r.Float64()), nil)
		default:
			options, ok := m.Solution.Best(s)
			if !ok {
				return ErrNotInTablebase
			}
			m.sys.Play(&s, options[0].Action, nil)
		}
	}
}

// add adds one side's mixed strategy in a position to those of others.
func (m *mixer[S]) add(uses []MixUse, s *S, options []search.Option, secret bool) []MixUse {
	for _, o := range options {
		do, _, _ := strings.Cut(m.sys.Format(s, o.Action), " > ")
		i := slices.IndexFunc(uses, func(x MixUse) bool { return x.Do == do })
		if i < 0 {
			i = len(uses)
			uses = append(uses, MixUse{Do: do, Secret: secret})
		}
		x := &uses[i]
		x.Legal++
		x.Share += o.Mix
		if o.Mix > shareMin {
			x.WithShare++
		}
	}
	return uses
}
