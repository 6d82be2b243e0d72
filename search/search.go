package search

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"kokyu/rules"
)

// ErrCommit says that a game breaks the promise of a Commit turn.
var ErrCommit = errors.New("search: a secret choice is not followed by the other side's answer, the same ones whatever was chosen")

// ErrAnswer says that an answer was asked for where no secret choice is due.
var ErrAnswer = errors.New("search: the answer to a secret choice needs the position before the choice")

// Limits end a search. What is zero does not limit; if Nodes, Time and Depth are all zero there is nothing to spend and
// the answer is the fallback: the game's own order, each option worth the estimate of the position.
type Limits struct {
	Nodes   int           // Plays in all, never exceeded; too few for a first stage give a glance, too few for that the fallback
	Time    time.Duration // makes the result unrepeatable
	Depth   int           // breaths
	Threads int           // changes how long it takes, nothing else; 0 is 1
	Table   int           // entries of each part's table, rounded up to a power of two; 0 is in proportion to Nodes
	// Parts is into how many parts the root options are dealt, each with a table of its own; more threads than that idle.
	// Parts changes what a budget reaches, as each part searches again what the others share: two parts made 1.7 to
	// 1.9 times the nodes of one, so that a second thread gains next to nothing. 0 is 1.
	Parts int
	// Answer asks for the other side of a secret choice. The position is the one before the choice, at its Commit, for that
	// is all that who answers may know: the options are the answers.
	Answer bool
}

// Option is one action of the root and what it is worth.
type Option struct {
	Action rules.Action
	P      float64 // its chance where the root is a throw of the dice, else 0
	Value  float64 // -1..1, seen from side 0; of a secret or an answer: against the other side's mix
	Mix    float64 // of a secret or an answer: with what chance to choose it; these add up to 1
	// Line is what is expected to follow, the option itself first: best play, likeliest dice, the likeliest of a mix. With
	// Limits.Answer the likeliest secret comes before the option.
	Line []Ply
	Seen Seen // of what begins with it, in the stage the values come from
}

// Ply is one step of a line.
type Ply struct {
	Kind   rules.Kind // Decide, Commit or Chance
	Seat   rules.Seat
	Action rules.Action
	P      float64 // Chance: the chance of this consequence, all outcomes that lead to it together; a secret and its answer: its share of the mix; else 1
}

// Result answers a search. All its values come from one finished stage.
type Result struct {
	Options    []Option     // every action of the root that is looked at: best first for the seat to move (of a mix the likeliest), ties (1e-9) in the game's order; dice in the game's order
	Best       rules.Action // of the first option; zero if the root is dice or over
	Value      float64      // of the root; of a secret choice the value of the game, which no single option need have
	Seen       Seen
	Exact      bool // nothing was narrowed: the values are exact for Seen.Depth breaths, Score at their end
	Solved     bool // moreover every line ended with the fight: the values are the game's own
	Repeatable bool // equal position and limits will give an equal result: no time was set, nothing cancelled
}

// Seen says what a result has looked at, or one of its options: what begins with that alone. All options are looked at to
// the same stage, but narrowing leaves more out of one than of another, and of some nothing.
type Seen struct {
	Nodes           int  // Plays, of a result those of an unfinished last stage included
	Depth           int  // breaths looked through in full
	Width           int  // actions looked at, besides what ends it, at each decision of breath Depth+1's owner; 0: not entered
	Exchange        bool // Depth and Width are 0, but each option's own exchange was settled
	Representatives bool // of decisions that differ in nothing the game could tell one was looked at: see Representatives of [rules.Hooks]
	Glance          bool // not even that: each option is worth the estimate of what it leads to; if false too, nothing was searched

	// Share is how much of the breath under way and of the next one was looked at: the chance that a line that picks
	// evenly among the legal actions, and throws the dice, never takes an action that narrowing left out of that
	// breath. What bounds refuted was looked at. It is 1 for a breath within Depth, 0 for one that was not entered.
	Share [2]float64
}

// Searcher searches positions of one game. It keeps its memory between searches and forgets everything else. It is not
// safe for concurrent use; the game is.
type Searcher[S comparable] struct {
	judge[S]
	switches switches
	workers  []*worker[S] // one for each part
	known    *history     // what finished stages have learned; workers only read it
	weighing func(s *S) float64
	run[S]
}

// switches are what tests turn off to compare: none of them may change the value of a full-width stage.
type switches struct {
	table, prune, probe, narrow bool
}

// New returns a searcher. It panics if S has pointers, floats, padding or anything else that is not plain.
func New[S comparable](g rules.Game[S]) *Searcher[S] {
	checkPlain[S]()
	return &Searcher[S]{
		judge:    judge[S]{game: g, hooks: g.Hooks()},
		switches: switches{table: true, prune: true, probe: true, narrow: true},
		known:    newHistory(),
	}
}

// Weighing makes it take something else at its leaves than the game's own: to try what that is worth. Nil is the game's own.
func (x *Searcher[S]) Weighing(leaf func(s *S) float64) { x.weighing = leaf }

// Search looks ahead from s until a limit is met. There is a complete answer at any budget. The errors are [ErrAnswer],
// and [ErrCommit] of a faulty game; with that comes the answer of the stages that did not meet the fault, empty if it
// is the root's. A cancelled context ends the search within a few thousand Plays: its error comes with the answer of
// the stages finished until then, complete and legal, at the least the fallback. A position between a secret choice and
// its answer is searched as if the secret were known: see [Limits].
func (x *Searcher[S]) Search(ctx context.Context, s S, lim Limits) (Result, error) {
	turn := x.game.Turn(&s)
	if turn.Kind == rules.Over && !lim.Answer {
		return Result{Value: clamp(x.game.Score(&s)), Exact: true, Solved: true, Repeatable: true}, nil
	}
	if lim.Answer && turn.Kind != rules.Commit {
		return Result{}, ErrAnswer
	}
	err := x.begin(ctx, s, turn, lim)
	defer x.prepared()
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

// result is the answer of the last finished stage, its options best first.
func (x *Searcher[S]) result() Result {
	x.seen.Nodes = x.spent()
	r := Result{Options: x.done, Seen: x.seen, Exact: x.seen.Depth > 0 && x.seen.Width == 0 && x.hooks.Representatives == nil, Solved: x.solved && x.hooks.Representatives == nil}
	if x.turn.Kind == rules.Chance {
		for _, o := range r.Options {
			r.Value += float64(o.P * o.Value)
		}
		return r
	}
	bestFirst(r.Options, x.sign())
	if noEffect := x.hooks.NoEffect; noEffect != nil && x.turn.Kind == rules.Decide && !x.solved {
		noEffectLast(r.Options, func(a rules.Action) bool { return noEffect(&x.root, a) })
	}
	if activity := x.hooks.Activity; activity != nil && x.turn.Kind == rules.Decide && x.duel == nil && !x.solved {
		mostActiveFirst(r.Options, x.sign(), x.hooks.Epsilon, func(a rules.Action) int { return activity(&x.root, a) })
	}
	r.Best, r.Value = r.Options[0].Action, r.Options[0].Value
	if x.duel != nil {
		r.Value = x.duel.value
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

// noEffectLast puts options that come to nothing as things stand behind the others, whatever a leaf says of them.
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

// mostActiveFirst puts the option that does most, of those within epsilon of the best, before all others.
func mostActiveFirst(options []Option, sign, epsilon float64, activity func(rules.Action) int) {
	first := 0
	for i, o := range options {
		if sign*(options[0].Value-o.Value) <= epsilon && activity(o.Action) > activity(options[first].Action) {
			first = i
		}
	}
	moved := options[first]
	copy(options[1:first+1], options[:first])
	options[0] = moved
}

// Blind says whether nothing was looked at, so that every option is worth what the position is.
func (r Result) Blind() bool {
	return r.Seen.Depth == 0 && r.Seen.Width == 0 && !r.Seen.Exchange && !r.Seen.Glance && !r.Solved
}
