package search

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"sync"
	"time"

	"kokyu/rules"
)

// ErrCommit is returned for a game that breaks the contract of Commit turns.
var ErrCommit = errors.New("search: a secret choice is not followed by the other side's answer, the same ones whatever was chosen")

// ErrAnswer is returned if Limits.Answer is set and the position does not wait for a secret choice.
var ErrAnswer = errors.New("search: the answer to a secret choice needs the position before the choice")

// Limits are the limits of a search. A zero field is no limit. If Nodes, Time and Depth are all zero, nothing is
// searched and the result is the fallback: the options in the game's order, each valued by the estimate of the root.
type Limits struct {
	// Nodes is how many Plays a search makes at most. If they are too few for a first stage, the result is a glance
	// (see [Coverage]); if they are too few for that, the fallback.
	Nodes int
	Time  time.Duration // with a time limit the result is not reproducible
	Depth int           // breaths
	// Full leaves nothing out at any decision: depth is deepened, never widened.
	Full bool
	// Answer asks for the answer to a secret choice: the options are the answers. The position is the one before the
	// choice, at its Commit, since the side that answers may know no more.
	Answer bool
}

// Option is one action of the root with its value.
type Option struct {
	Action rules.Action
	P      float64 // its chance if the root is a Chance turn, else 0
	Value  float64 // -1..1, for side 0; of a secret or an answer: against the other side's mixed strategy
	Mix    float64 // of a secret or an answer: the chance to choose it; these add up to 1
	// Line is the principal variation, beginning with the option: best play, the most likely outcome of dice, the most
	// likely action of a mixed strategy. With Limits.Answer the most likely secret comes before the option.
	Line     []Ply
	Coverage Coverage // of the part below the option, in the stage from which the values come
}

// Ply is one step of a line.
type Ply struct {
	Kind   rules.Kind // Decide, Commit or Chance
	Seat   rules.Seat
	Action rules.Action
	// P is, for dice, the chance of all outcomes that lead to the same position; for a secret or its answer, its share of
	// the mix; else 1.
	P float64
}

// Result is the result of a search. All its values come from one finished stage.
type Result struct {
	// Options are the actions searched at the root: best first for the seat to move (of a mix the most likely first), ties
	// (1e-9) in the game's order. Dice are in the game's order.
	Options []Option
	Best    rules.Action // of the first option; zero if the root is a Chance turn or over
	// Value is of the root. The value of a secret choice is that of the matrix game, which may differ from that of every
	// option.
	Value      float64
	Coverage   Coverage
	Exact      bool // nothing was narrowed: the values are exact for Coverage.Depth breaths, Score at their end
	Solved     bool // moreover every line ended with the fight: the values are the exact values of the game
	Repeatable bool // no time limit, context not cancelled: an equal position and limits give an equal result
}

// Coverage says how much of the tree was searched for a result, or for one option: the part below that option. All
// options are searched to the same stage, but narrowing leaves out more below some options than below others.
type Coverage struct {
	Nodes int // Plays; of a result including those of an unfinished last stage
	Depth int // breaths searched in full
	// Width is how many actions were searched at each decision of the owner of breath Depth+1, besides those that end the
	// breath; 0 if none was.
	Width           int
	Exchange        bool // Depth and Width are 0, but each option's own exchange was settled
	Representatives bool // of equivalent decisions only one representative was searched: see [rules.Hooks]
	// Glance: not even the exchange of every option was searched. An option has what it does at once, unanswered, or the
	// value of its own exchange. If Glance is false too, nothing was searched.
	Glance bool

	// Share says how much of the breath under way and of the next one was searched: the chance that a random line, with
	// uniformly random legal actions and thrown dice, takes no action of that breath that narrowing left out. Actions
	// refuted by bounds count as searched. It is 1 for a breath within Depth, 0 for one that was not entered.
	Share [2]float64
}

// Searcher searches positions of one game. Between searches it keeps its allocated memory but no results. It is not
// safe for concurrent use.
type Searcher[S comparable] struct {
	evaluator[S]
	switches switches
	idle     *sync.Pool         // workers of this type of state that no search uses
	worker   *worker[S]         // while a search is under way
	known    *history           // what finished stages have learned; the worker only reads it
	ownLeaf  func(s *S) float64 // of SetLeaf; nil: the game's leaf evaluation
	run[S]
}

// switches are what tests turn off to compare. None of them may change the value of a full-width stage; leaves may not
// change any result.
type switches struct {
	table, prune, star2, leaves bool
	entries                     int // of the table; 0 means in proportion to the nodes
}

// New returns a searcher. It panics if S is not a plain value, that is if it has pointers, floats or padding.
func New[S comparable](g rules.Game[S]) *Searcher[S] {
	checkPlain[S]()
	return &Searcher[S]{
		evaluator: evaluator[S]{game: g, hooks: g.Hooks()},
		switches:  switches{table: true, prune: true, star2: true, leaves: true},
		known:     newHistory(),
		idle:      idleWorkers[S](),
	}
}

// pools maps a type of state to its idle workers. A worker's tables take megabytes and a fight makes a searcher for
// each decision, so workers are reused.
var pools sync.Map

// idleWorkers returns the pool of a type of state.
func idleWorkers[S comparable]() *sync.Pool {
	pool, _ := pools.LoadOrStore(reflect.TypeFor[S](), &sync.Pool{New: func() any { return newWorker[S]() }})
	return pool.(*sync.Pool)
}

// SetLeaf replaces the leaf evaluation, for experiments and tuning. Nil restores that of the game.
func (x *Searcher[S]) SetLeaf(leaf func(s *S) float64) { x.ownLeaf = leaf }

// Search searches s until a limit is reached. The result is complete at any budget. The errors are [ErrAnswer] and, for
// a faulty game, [ErrCommit]; with the latter the result is that of the stages without the fault, empty if the fault is
// at the root. A cancelled context ends the search within a few thousand Plays; with its error comes the result of the
// stages finished until then, complete and legal, at least the fallback. A position between a secret choice and its
// answer is searched as if the secret were known: see Answer of [Limits].
func (x *Searcher[S]) Search(ctx context.Context, s S, lim Limits) (Result, error) {
	turn := x.game.Turn(&s)
	if turn.Kind == rules.Over && !lim.Answer {
		return Result{Value: clamp(x.game.Score(&s)), Exact: true, Solved: true, Repeatable: true}, nil
	}
	if lim.Answer && turn.Kind != rules.Commit {
		return Result{}, ErrAnswer
	}
	err := x.begin(ctx, s, turn, lim)
	defer x.release()
	if err != nil {
		return Result{}, err
	}
	err = x.deepen()
	r := x.result()
	if err == nil {
		err = ctx.Err()
	}
	r.Repeatable = lim.Time == 0 && ctx.Err() == nil
	return r, err
}

// result returns the answer of the last finished stage, its options best first.
func (x *Searcher[S]) result() Result {
	x.seen.Nodes = x.worker.nodes
	r := Result{Options: x.finished, Coverage: x.seen, Exact: x.seen.Depth > 0 && x.seen.Width == 0 &&
		x.hooks.Representatives == nil, Solved: x.solved && x.hooks.Representatives == nil}
	if x.turn.Kind == rules.Chance {
		for _, o := range r.Options {
			r.Value += float64(o.P * o.Value)
		}
		return r
	}
	bestFirst(r.Options, x.sign())
	if x.turn.Kind == rules.Decide && !x.solved {
		x.rankByDeed(r.Options)
	}
	r.Best, r.Value = r.Options[0].Action, r.Options[0].Value
	if x.matrixGame != nil {
		r.Value = x.matrixGame.value
	}
	return r
}

// bestFirst sorts options for a side: of a mix the likeliest first, then what is worth more, ties (1e-9) in the game's
// order.
func bestFirst(options []Option, sign float64) {
	slices.SortStableFunc(options, func(a, b Option) int {
		if d := int(math.Round(b.Mix*1e9)) - int(math.Round(a.Mix*1e9)); d != 0 {
			return d
		}
		return int(math.Round(sign*b.Value*1e9)) - int(math.Round(sign*a.Value*1e9))
	})
}

// EffectChanceLeast is the least chance of a blow that is preferred to doing something else.
const EffectChanceLeast = 0.05

// playedOutShare is the share of Epsilon that counts where leaves play the rest of the fight out.
const playedOutShare = 0.25

// rankByDeed ranks options by what they do, where values say too little: options without effect go last, and of those
// within the error of the leaves the most active goes first.
func (x *Searcher[S]) rankByDeed(options []Option) {
	h := x.hooks
	if h.IsPlayedOut != nil && h.IsPlayedOut(&x.root) {
		h.Epsilon *= playedOutShare
	}
	hasEffect := func(a rules.Action) bool {
		return h.EffectChance == nil || h.EffectChance(&x.root, a, EffectChanceLeast) >= EffectChanceLeast
	}
	if h.NoEffect != nil {
		noEffectLast(options, func(a rules.Action) bool { return h.NoEffect(&x.root, a) })
	}
	if h.Activity != nil && x.matrixGame == nil {
		activity := func(a rules.Action) int { return h.Activity(&x.root, a) }
		mostActiveFirst(options, x.sign(), h.EpsilonShare, activity, hasEffect)
	}
	if h.EffectChance != nil && !hasEffect(options[0].Action) {
		x.preferEffect(options, h.Epsilon)
	}
}

// preferEffect replaces a first option whose blow has hardly any chance of effect by the best option that has one. It
// must be worth as much within the error of the leaves, epsilon, unless the first option's blow has no chance at all.
func (x *Searcher[S]) preferEffect(options []Option, epsilon float64) {
	h := &x.hooks
	never := h.EffectChance(&x.root, options[0].Action, EffectChanceLeast) == 0
	for i, o := range options[1:] {
		if h.NoEffect != nil && h.NoEffect(&x.root, o.Action) ||
			h.EffectChance(&x.root, o.Action, EffectChanceLeast) < EffectChanceLeast {
			continue
		}
		if never || x.sign()*(options[0].Value-o.Value) <= epsilon {
			moveToFirst(options, 1+i)
		}
		return
	}
}

// noEffectLast puts options that have no effect in this position behind the others, whatever their values.
func noEffectLast(options []Option, noEffect func(rules.Action) bool) {
	slices.SortStableFunc(options, func(a, b Option) int {
		switch noneA, noneB := noEffect(a.Action), noEffect(b.Action); {
		case noneA == noneB:
			return 0
		case noneA:
			return 1
		}
		return -1
	})
}

// mostActiveFirst puts the most active option first, of those that do more than the best one and lose no more than
// epsilonShare allows for the difference of grades. Options without hasEffect are passed over.
func mostActiveFirst(options []Option, sign float64, epsilonShare func(grades int) float64,
	activity func(rules.Action) int, hasEffect func(rules.Action) bool) {
	first, least := 0, activity(options[0].Action)
	most := least
	for i, o := range options {
		loss := sign * (options[0].Value - o.Value)
		if grade := activity(o.Action); grade > most && loss <= epsilonShare(grade-least) && hasEffect(o.Action) {
			first, most = i, grade
		}
	}
	moveToFirst(options, first)
}

// moveToFirst puts an option before all others, which keep their order.
func moveToFirst(options []Option, i int) {
	moved := options[i]
	copy(options[1:i+1], options[:i])
	options[0] = moved
}

// IsBlind reports whether nothing was searched, so that every option has the value of the position.
func (r Result) IsBlind() bool {
	return r.Coverage.Depth == 0 && r.Coverage.Width == 0 && !r.Coverage.Exchange && !r.Coverage.Glance && !r.Solved
}
