package rules

import "encoding/json"

// Mustering is how a roster changes in the middle of a fight. A game never changes: with every change another one goes on, its
// encounter that of the moment, whose now: the position is. A system without it refuses with a sentence.
type Mustering[S comparable] interface {
	// Joined is the game that goes on from s with the combatants of one more line of a side's, as an encounter file has it.
	// Rows are a catalogue, as Data writes one, for what this fight has not used so far; nil if there is none. The error says
	// what is wrong with the line, or with the moment. With a [Busy] moment comes the game of those who are to join, at its start,
	// for its rows.
	Joined(s *S, side Side, line string, rows json.RawMessage) (System[S], error)
	// Left is the game that goes on from s without a combatant, the turn passed on if it was his. What follows is logged.
	Left(s *S, seat Seat, log *Log) (System[S], error)
}

// Busy is the error of a GM's change that has to wait: nothing else is wrong with it, but something is under way.
type Busy struct {
	What  string // "the blow is under way"
	Until string // "the blow is over"
}

// UnderWay returns the error of a change that has to wait until this is over, "the blow".
func UnderWay(what string) Busy { return Busy{what + " is under way", what + " is over"} }

func (b Busy) Error() string { return b.What + ", want the change when " + b.Until }

// What an edit event says of who comes and goes: At is the side he joins, With his row.
const (
	EditJoins  = "joins"
	EditLeaves = "leaves"
)

// What an edit event says of who stops fighting. Every system reads both as changes of [Words.Edit]: the seat is out of the
// fight from there on, as hurt as it was, and its side is without it, as if it had fallen. Who flees leaves the field as well,
// from where the system lets it.
const (
	EditYields = "yields"
	EditFlees  = "flees"
)

// Yields reports whether a change of a combatant is that it yields or flees.
func Yields(change string) bool { return change == EditYields || change == EditFlees }

// YieldedWords returns why a fight ends that somebody decides by yielding or fleeing.
func YieldedWords(name, change string) string {
	if change == EditFlees {
		return name + " has fled"
	}
	return name + " has yielded"
}
