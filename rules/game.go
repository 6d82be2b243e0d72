// Package rules is the vocabulary every rule system and every searcher shares: a fight waits for a turn, a turn offers
// actions or throws dice, an action changes a plain value, and what happened is told as events.
//
// The fast half is [Game]: a search sees nothing else. The slow half is [Words]: people, records and voices see that.
// [Fight] joins the two and hides the type of the position.
package rules

import (
	"context"

	"kokyu/rules/book"
)

// Seat is a combatant's place in the roster of its encounter, counted from 0.
type Seat uint8

// Nobody is the seat of an action without a target and of a turn that belongs to nobody.
const Nobody Seat = 255

// SeatsMax is the largest roster any system takes.
const SeatsMax = 12

// Side is 0 for the side listed first in the encounter and 1 for the other. Values are seen from side 0.
type Side uint8

// Neither is the winner of a fight that is ended by word as a draw.
const Neither Side = 2

// Kind says what a fight waits for.
type Kind uint8

const (
	Over   Kind = iota // the fight is decided
	Decide             // an open decision
	Commit             // a decision the other side will not see before it has answered (a feint)
	Chance             // the dice
)

// String is the kind's name in messages.
func (k Kind) String() string {
	return [...]string{"over", "decide", "commit", "chance"}[k&3]
}

// Turn is what the fight waits for, and from whom.
type Turn struct {
	Kind   Kind
	Seat   Seat // who decides, or whose dice they are; Nobody when the fight is over
	Begins bool // a breath (a turn) begins here: search may cut a line, and only here
}

// Action is one decision, or one outcome of the dice: 8 bytes, comparable. What the numbers mean is the system's
// business; [Words] turns them into words and back.
type Action struct {
	Do   uint16 // maneuver, stance, reaction, outcome: index into the system's table
	With uint8  // weapon, technique
	At   Seat   // target
	N    int16  // raises, rungs, points, a total
	Mode uint8
	To   uint8 // zone
}

// Won says whether a side has won a fight that is over.
func Won[S comparable](g Game[S], s *S, side Side) bool {
	if g.Turn(s).Kind != Over {
		return false
	}
	v := g.Score(s)
	return side == 0 && v > 0 || side == 1 && v < 0
}

// Odds is one outcome of the dice with its exact chance.
type Odds struct {
	Action
	P float64 // in (0, 1]; the chances of one turn add up to 1
}

// Draw is the outcome that a draw from [0, 1) falls on. There is one at least.
func Draw(odds []Odds, at float64) Action {
	for _, o := range odds {
		if at -= o.P; at < 0 {
			return o.Action
		}
	}
	return odds[len(odds)-1].Action // rounding
}

// Game is one encounter under one rule system: immutable, safe for concurrent use. Everything that changes is in S,
// a plain value without pointers, floats or padding: = copies a fight, == compares two, a map can be keyed by one.
type Game[S comparable] interface {
	// Side is the side a seat fights for.
	Side(Seat) Side
	// Turn is what the fight waits for.
	Turn(s *S) Turn
	// Actions appends the legal decisions of a Decide or Commit turn to buf, in a fixed order, never none.
	Actions(s *S, buf []Action) []Action
	// Odds appends the outcomes of a Chance turn to buf, in a fixed order; outcomes with equal consequences are one.
	Odds(s *S, buf []Odds) []Odds
	// Play makes a happen: a legal action of the turn or a possible outcome of its dice. A nil log is search.
	Play(s *S, a Action, log *Log)
	// Score is how side 0 stands: -1 lost, 1 won, 0 even; exact when Over, else a bounded estimate.
	Score(s *S) float64
}

// Fine is the optional half of a game whose dice have more outcomes than consequences: every outcome a table could
// tell apart (for 2d10: total and double). Perft counts these; Odds merges those of equal consequence.
type Fine[S comparable] interface {
	Fine(s *S, buf []Odds) []Odds
}

// Futile is the optional half of a game with decisions that come to nothing as things stand: a defence held ready against
// nobody. A search puts them behind all others, whatever its leaves say of them; where it has worked everything out to the
// end it knows better.
type Futile[S comparable] interface {
	// Vain says whether a, a legal decision, comes to nothing as things stand.
	Vain(s *S, a Action) bool
}

// Meant is the optional half of a game whose decisions may set others going, or be parts of something longer.
type Meant[S comparable] interface {
	// Meaning says in a sentence or two what a, a legal decision, sets going; empty where its words say all.
	Meaning(s *S, a Action) string
}

// Restless is the optional half of a game whose estimates cannot tell waiting from acting to the last digit. Of what lies
// within the grain of the best a search takes what does most, so that nobody paces before a foe for a thousandth of a win;
// where it has worked everything out to the end it knows better.
type Restless[S comparable] interface {
	// Stirs is how much a, a legal decision, does: 0 lets time pass.
	Stirs(s *S, a Action) int
	// Grain is the difference of value (0 to 2) that the estimate does not tell.
	Grain() float64
}

// Sparing is the optional half of a game with decisions that differ in nothing a search could tell: a move to one of twenty
// squares where nobody is nearer, higher or better covered. A search looks at these; perft, the exact solver and people have
// all there is.
type Sparing[S comparable] interface {
	// Spares says whether a search of this fight passes over anything at all.
	Spares() bool
	// Spared appends the decisions worth a look, in the order of Actions, never none.
	Spared(s *S, buf []Action) []Action
	// Coarse appends the outcomes of the dice for the turns after the one under way: those of nearly equal consequence are
	// one, with their mean.
	Coarse(s *S, buf []Odds) []Odds
}

// Leaves is the optional half of a game that knows more of a position than Score can say, because it has worked out
// part of the fight beforehand: as endgame tables do for chess.
type Leaves[S comparable] interface {
	// Leaf is Score with all that can be worked out. The first call may take a while, the next ones no more than Score.
	Leaf(s *S) float64
}

// Studied is the optional half of a game whose leaves have to be worked out first, by far longer than a leaf may take. A
// search says how much of that it can pay for:
//
//   - one of fewer nodes than [StudyNodes] takes Plain;
//   - one of as many or more, or of a depth, takes Study under its own context;
//   - one whose time is limited takes Study for a part of that time, and what is not worked out by then is Plain.
//
// So what a budget of nodes answers never depends on what was worked out before.
type Studied[S comparable] interface {
	Leaves[S]
	// Study is Leaf for one search, for several goroutines at a time: what it needs and nobody has worked out yet it works
	// out then and there, until ctx is done; after that only what is known is more than Plain. It stops within some
	// milliseconds of ctx.
	Study(ctx context.Context) Leaves[S]
	// Plain is Leaf by formula alone: nothing is worked out for it, and nothing used that was.
	Plain(s *S) float64
}

// StudyNodes is the least budget of nodes that is worth working anything out for: to look at fewer takes less than a
// hundredth of the second that a duel may take, once. At 2,000 nodes the dojo is played better by what was worked out,
// 0.76 against greedy where the formula has 0.61.
const StudyNodes = 1_000

// Tuned is the optional half of a game whose leaves are weighed by numbers: to be fitted to exact values, or by play.
type Tuned[S comparable] interface {
	Leaves[S]
	// Weights are the numbers that can make a difference in this fight, none if there are none.
	Weights() []book.Weight
	// Weighing is Leaf with other values, in the order of Weights.
	Weighing(values []float64) func(s *S) float64
}

// Tailed is a position whose bytes from Head on are zero in most fights: a search hashes them only where they are not.
type Tailed interface {
	// Head is how many bytes are always hashed, the same for every position.
	Head() int
}

// Layers is the optional half the exact solver and its tables need: a fight is the same round over and over until one
// side has lost, so a position is solved without its round and the rounds are layers above it.
type Layers[S comparable] interface {
	// Round is the number of the round under way, from 1.
	Round(s *S) int
	// SetRound puts a position into another round and changes nothing else.
	SetRound(s *S, round int)
	// Rounds is the last round: with its end the fight is over. 0 if there is none.
	Rounds() int
	// Pack appends all of a position but its round to buf, at most 255 bytes: equal bytes, equal positions.
	Pack(s *S, buf []byte) []byte
	// Unpack is the way back, into round 1. The error says what cannot be right.
	Unpack(packed []byte, s *S) error
}

// Owner is the optional half of a game whose decisions belong to somebody's breath or turn: whose. Without it, a search that
// starts within a breath takes the seat to move for the owner, which is wrong for a reaction: narrowing then spares the
// wrong seat.
type Owner[S comparable] interface {
	Owner(s *S) Seat
}

// Amid is the optional half of a game with decisions of the owner's that only say how an action under way is made, a few at a
// time: the solver works them out together with it and keeps no position for them.
type Amid[S comparable] interface {
	// Amid says whether a decision of whose breath it is belongs to the exchange under way.
	Amid(s *S) bool
}

// Harmed is the optional half of a game that counts the Wounds each side has lost.
type Harmed[S comparable] interface {
	Harm(s *S) [2]int
}

// Veiled is the optional half of games with Commit turns.
type Veiled[S comparable] interface {
	// Veil takes the secret out of a position: while a Commit waits for its answer it is the position before the choice,
	// which is all that everyone but its owner may know; any other position it leaves as it is.
	Veil(s *S) S
}
