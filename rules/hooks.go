package rules

import (
	"context"

	"kokyu/rules/book"
)

// Hooks are what a game can tell a search, a solver or a table beyond [Game], in the order in which a search uses it. A nil
// function means that the game has none of it; every system has those marked so, and the conformance suite asks for them.
// The functions are as safe for concurrent use as the game.
type Hooks[S comparable] struct {
	// HashPrefix is how many bytes of a position are always hashed; those behind are hashed where they are not all zero.
	// 0 is the whole position.
	HashPrefix int

	// Owner is whose breath or turn a decision is part of: of a reaction the one who acted. Without it a search that starts
	// within a breath takes the seat to move for the owner, and narrows the wrong one. Every system has it.
	Owner func(s *S) Seat

	// Veil takes the secret out of a position: while a Commit waits for its answer it is the position before the choice,
	// which is all that everybody but its owner may know; any other position it leaves as it is. Games with Commit turns
	// have it.
	Veil func(s *S) S

	// Leaf is Score with all that can be worked out beforehand, as endgame tables do for chess. The first call may take a
	// while, the next ones no longer than Score. Every system has it.
	Leaf func(s *S) float64
	// Prepare is Leaf for one search, for several goroutines at a time, of a game whose leaves have to be worked out first:
	// what it needs and nobody has worked out yet it works out then and there, until ctx is done; after that what is not
	// known is Formula. It stops within some milliseconds of ctx. Nil where leaves take no preparation.
	//
	// A search of fewer nodes than [PrepareNodes] takes Formula; one of as many or more, or of a depth, takes Prepare under
	// its own context; one whose time is limited takes Prepare for a part of that time. So what a budget of nodes answers
	// never depends on what was worked out before.
	Prepare func(ctx context.Context) (leaf func(s *S) float64)
	// Formula is Leaf by formula alone: nothing is worked out for it, and nothing used that was. It goes with Prepare.
	Formula func(s *S) float64

	// Representatives appends one decision of each class of those that differ in nothing a search could tell (a move to
	// one of twenty squares where nobody is nearer, higher or better covered), in the order of Actions, never none. A search
	// looks at these; perft, the exact solver and people have all there are. Nil where a search looks at all.
	Representatives func(s *S, buf []Action) []Action
	// MergedOdds appends the outcomes of the dice for the turns after the one under way: those of nearly equal consequence
	// are one, with their mean. It goes with Representatives.
	MergedOdds func(s *S, buf []Odds) []Odds

	// NoEffect says whether a legal decision comes to nothing as things stand: a defence held ready against nobody. A search
	// puts these behind all others, whatever its leaves say of them, unless it has worked everything out to the end.
	NoEffect func(s *S, a Action) bool
	// Activity is how much a legal decision does: 0 lets time pass. Of what lies within Epsilon of the best a search takes
	// what does most, so that nobody paces before a foe for a thousandth of a win. Every system has it.
	Activity func(s *S, a Action) int
	// Epsilon is the difference of value, 0 to 2, that the estimate of this fight does not tell.
	Epsilon float64

	// InExchange says whether a decision of whose breath it is only says how an action under way is made: the solver works
	// these out together with the action and keeps no position for them.
	InExchange func(s *S) bool

	// FineOdds appends every outcome of the dice that a table could tell apart (for 2d10: total and double), where Odds merges
	// those of equal consequence. Perft counts these.
	FineOdds func(s *S, buf []Odds) []Odds

	// Weights are the numbers the leaves of this fight are weighed by, none if none makes a difference. Every system has it.
	Weights func() []book.Weight
	// Weighing is Leaf with other values, in the order of Weights.
	Weighing func(values []float64) func(s *S) float64

	// Throw throws the dice of a check that has no fixed number of them (exploding ones, rerolls), die by die; Read then checks
	// what a table says. Nil where Check says how many there are.
	Throw func(s *S, die func(sides int) int) []int
	// Meaning says in a sentence or two what a legal decision sets going; empty where its words say all.
	Meaning func(s *S, a Action) string
}

// PrepareNodes is the least budget of nodes that is worth working anything out for: to look at fewer takes less than a
// hundredth of the second that a duel may take, once. At 2,000 nodes the dojo is played better by what was worked out,
// 0.76 against greedy where the formula has 0.61.
const PrepareNodes = 1_000
