// Package rules defines the interfaces between rule systems, searches and user interfaces. In every position a fight
// waits for one turn, which has either legal actions or random outcomes. An action changes the position, which is a
// plain value, and produces events.
//
// Searches use only [Game] and its [Hooks], which have to be fast. User interfaces, records and tales use [Words].
// Package fight joins the two and hides the type of the position.
//
// It is part of the supported surface: programs outside this module may import it.
package rules

// Seat is a combatant's place in the roster of its encounter, counted from 0.
type Seat uint8

// Nobody is the seat of an action without a target and of a turn that belongs to nobody.
const Nobody Seat = 255

// SeatsMax is the largest roster any system takes.
const SeatsMax = 12

// Side is 0 for the side listed first in the encounter and 1 for the other. Values are from the point of view of side
// 0.
type Side uint8

// Neither is the winner of a fight that was ended as a draw, see [Words.End].
const Neither Side = 2

// Kind is the kind of a turn: what the fight waits for.
type Kind uint8

const (
	Over   Kind = iota // the fight is decided
	Decide             // an open decision
	Commit             // a decision that the other side does not see before it has answered (a feint)
	Chance             // the dice
)

// String returns the kind's name in messages.
func (k Kind) String() string {
	return [...]string{"over", "decide", "commit", "chance"}[k&3]
}

// Turn is what the fight waits for, and from whom.
type Turn struct {
	Kind   Kind
	Seat   Seat // who decides, or whose dice they are; Nobody when the fight is over
	Begins bool // a breath (a turn) begins here: a search may evaluate a position only here
}

// Action is one decision, or one outcome of the dice: 8 bytes, comparable. Each system gives the numbers their meaning;
// [Words] turns them into words and back.
type Action struct {
	Do   uint16 // maneuver, stance, reaction, outcome: index into the system's table
	With uint8  // weapon, technique
	At   Seat   // target
	N    int16  // raises, rungs, points, a total
	Mode uint8
	To   uint8 // zone
}

// HasWon reports whether the fight is over and side has won it.
func HasWon[S comparable](g Game[S], s *S, side Side) bool {
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

// Draw returns the outcome that a number at in [0, 1) selects. odds must not be empty.
func Draw(odds []Odds, at float64) Action {
	for _, o := range odds {
		if at -= o.P; at < 0 {
			return o.Action
		}
	}
	return odds[len(odds)-1].Action // rounding
}

// Game is one encounter under one rule system. It is immutable and safe for concurrent use. Everything that changes is
// in the position S, a plain value without pointers, floats or padding: = copies it, == compares it, and it can be a
// map key.
type Game[S comparable] interface {
	// Side returns the side a seat fights for.
	Side(Seat) Side
	// Turn returns what the fight waits for.
	Turn(s *S) Turn
	// Actions appends the legal decisions of a Decide or Commit turn to buf, in a fixed order. There is at least one.
	Actions(s *S, buf []Action) []Action
	// Odds appends the outcomes of a Chance turn to buf, in a fixed order. Outcomes with equal
	// consequences are merged into one.
	Odds(s *S, buf []Odds) []Odds
	// Play applies a, a legal action of the turn or a possible outcome of its dice. With a nil log no events are
	// produced, as in a search.
	Play(s *S, a Action, log *Log)
	// Score is the value for side 0: -1 lost, 1 won, 0 even. It is exact when the turn is Over, else an estimate in
	// between.
	Score(s *S) float64
	// Hooks returns the optional functions of the game. It may allocate: call it once.
	Hooks() Hooks[S]
}

// Layers is what the exact solver and its tables need of a game. Rounds are alike, so the solver stores a position
// without its round number and keeps one layer of values per round.
type Layers[S comparable] interface {
	// Round returns the number of the round under way, from 1.
	Round(s *S) int
	// SetRound changes the round number of a position and nothing else.
	SetRound(s *S, round int)
	// Rounds returns the number of the last round, at whose end the fight is over; 0 if there is no last round.
	Rounds() int
	// Pack appends the position without its round to buf, at most 255 bytes. Equal bytes mean equal positions.
	Pack(s *S, buf []byte) []byte
	// Unpack is the inverse of Pack; the position is in round 1. It returns an error for bytes that no position has.
	Unpack(packed []byte, s *S) error
}
