package rules

import (
	"context"

	"kokyu/rules/book"
)

// Hooks are the optional functions of a [Game] for searches, solvers and user interfaces, in the order in which a
// search uses them. A nil function means that the game does not have it. Every system must have those that are marked
// so; the conformance suite checks it. The functions are safe for concurrent use, as the game is.
type Hooks[S comparable] struct {
	// HashPrefix is the number of bytes of a position that are always hashed. The bytes after them are hashed only if
	// they are not all zero. 0 means the whole position.
	HashPrefix int

	// Owner returns the seat whose breath or turn is under way; for a reaction, that is the attacker. Without it a
	// search that starts within a breath takes the seat to move for the owner and narrows the wrong decisions. Every
	// system has it.
	Owner func(s *S) Seat

	// Veil removes the secret from a position. While a Commit waits for its answer, Veil returns the position before
	// the choice, which is all that anyone but the chooser may know. Other positions are returned unchanged. Games with
	// Commit turns have it.
	Veil func(s *S) S

	// Leaf is a better Score that uses precomputed values, as chess programs use endgame tablebases. The first call may
	// be slow; later calls are as fast as Score. Every system has it.
	Leaf func(s *S) float64
	// Prepare returns a Leaf for one search; it is safe for use by several goroutines. Missing endgame values are
	// computed on demand until ctx is done; from then on Formula is used where values are missing. It returns within
	// some milliseconds after ctx is done. Nil if leaves need no preparation.
	//
	// A search with a budget of fewer than [PrepareNodes] nodes uses Formula. One with a larger budget or a fixed depth
	// uses Prepare with its own context, one with a time limit uses Prepare for a part of its time. So the result of a
	// search with a node budget never depends on which values were computed before it.
	Prepare func(ctx context.Context) (leaf func(s *S) float64)
	// Formula is Leaf without prepared values: it neither computes nor uses them. Games with Prepare have it.
	Formula func(s *S) float64

	// Representatives appends one decision of each class of equivalent decisions (moves to squares that are alike in
	// distance, height and cover), in the order of Actions; of a secret choice all. There is at least one. A search
	// considers only these; perft, the exact solver and user interfaces use all Actions. Nil if a search considers all.
	Representatives func(s *S, buf []Action) []Action
	// MergedOdds is used in place of Odds for turns after the one under way: outcomes with nearly equal consequences
	// are merged into one, their mean. Games with Representatives have it.
	MergedOdds func(s *S, buf []Odds) []Odds

	// NoEffect reports whether a legal decision has no effect in this position, such as reserving a defence when nobody
	// can attack. A search ranks these decisions last, whatever their values, unless every line was searched to the
	// end.
	NoEffect func(s *S, a Action) bool
	// EffectChance returns the chance that a blow at a foe does anything to it, if nobody answers, or some number of at
	// least enough if it is more than that; 1 for every other decision. A search prefers, within Epsilon, what may do
	// something to what cannot, and ranks a blow without any chance as it ranks what NoEffect names.
	EffectChance func(s *S, a Action, enough float64) float64
	// Activity grades how much a legal decision does; 0 only lets time pass, and what is below it does not even that.
	// Among decisions within Epsilon of the best a search prefers the most active one, so that nobody paces in front of
	// a foe for a thousandth of a win. Every system has it.
	Activity func(s *S, a Action) int
	// Spread is the difference of grades from which on all of Epsilon counts; a smaller difference gets its share of
	// Epsilon, see [Hooks.EpsilonShare]. 0: every difference gets all.
	Spread int
	// Epsilon is the difference of values, 0 to 2, below which the estimate of this fight is not reliable.
	Epsilon float64
	// IsPlayedOut reports whether Leaf plays the rest of the fight out from here on, so that its error is smaller: a
	// quarter of Epsilon counts. Nil if it never does.
	IsPlayedOut func(s *S) bool

	// InExchange reports whether a decision of the breath's owner only specifies an action under way. The solver treats
	// it as part of that action and stores no position for it.
	InExchange func(s *S) bool
	// Plain returns the decision that adds nothing to the action under way: the blow is taken, the dice are thrown as
	// they are called. It is false where no action is under way. Every system has it.
	Plain func(s *S) (Action, bool)

	// FineOdds appends every outcome of the dice that players could tell apart (for 2d10: total and double), where Odds
	// merges those with equal consequences. Perft counts these.
	FineOdds func(s *S, buf []Odds) []Odds

	// Weights returns the weights of the leaf evaluation that make a difference in this fight, if any. Every system has
	// it.
	Weights func() []book.Weight
	// LeafWith returns Leaf with other values of the weights, in the order of Weights.
	LeafWith func(values []float64) func(s *S) float64

	// Throw throws the dice of a check whose number of dice is not fixed (exploding dice, rerolls), one at a time with
	// die. Read checks faces that were thrown at a table. Nil if every Check has a fixed number of dice.
	Throw func(s *S, die func(sides int) int) []int
	// Meaning describes in a sentence or two the effect of a legal decision; empty if its words are clear enough.
	Meaning func(s *S, a Action) string
}

// PrepareNodes is the smallest budget of nodes for which leaves are prepared. Preparing a duel can take a second, once;
// a search of fewer nodes takes less than a hundredth of that. At 2,000 nodes preparing pays: in the dojo the search
// scores 0.76 against greedy with it and 0.61 with Formula.
const PrepareNodes = 1_000

// EpsilonShare returns the difference of values within which a search prefers a decision to one whose Activity is lower
// by so many grades: the share of Epsilon that Spread gives to them, 0 for no grade.
func (h *Hooks[S]) EpsilonShare(grades int) float64 {
	switch {
	case grades <= 0:
		return 0
	case grades < h.Spread:
		return float64(h.Epsilon*float64(grades)) / float64(h.Spread)
	}
	return h.Epsilon
}

// BeforeSecret returns the position before the secret choice if s waits for the answer to one and the game has a Veil,
// which is that of its [Hooks]. A search takes that position and the Answer of its limits in place of s, which contains
// the secret.
func BeforeSecret[S comparable](g Game[S], veil func(s *S) S, s *S) (before S, ok bool) {
	if veil == nil || g.Turn(s).Kind != Decide {
		return before, false
	}
	before = veil(s)
	return before, before != *s && g.Turn(&before).Kind == Commit
}
