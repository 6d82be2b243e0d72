// Package rules is the contract between rule systems, searches and people: a fight waits for a turn, a turn offers actions or
// throws dice, an action changes a plain value, and what happened is told as events.
//
// The fast half is [Game] with its [Hooks]: a search sees nothing else. The slow half is [Words]: people, records and voices
// see that. Package fight joins the two and hides the type of the position.
package rules

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
	// Hooks are what the game can tell a search besides. The call may allocate: who needs them often keeps them.
	Hooks() Hooks[S]
}

// Layers is what the exact solver and its tables need of a game: a fight is the same round over and over until one side has
// lost, so a position is solved without its round, and the rounds are layers above it.
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
