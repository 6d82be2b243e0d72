package rules

import "encoding/json"

// Mustering changes the roster in the middle of a fight. A game never changes, so both methods return a new one: its
// encounter has the new roster, and its start is the position at that moment. A system that cannot do it returns an
// error.
type Mustering[S comparable] interface {
	// Join returns the game that goes on from s with the combatants of one more line, as an encounter file has it, on a
	// side. rows is a catalogue, as Data writes one, for rows that this fight has not used so far; it may be nil. The
	// error says what is wrong with the line or the moment. If it is [Busy] the game is returned all the same, at its
	// start: a record stores its rows until the change is made.
	Join(s *S, side Side, line string, rows json.RawMessage) (System[S], error)
	// Leave returns the game that goes on from s without a combatant, and logs what follows. If it was its turn, the
	// next one begins.
	Leave(s *S, seat Seat, log *Log) (System[S], error)
}

// Busy is the error of a GM's change that has to wait: nothing else is wrong with it, but something is under way.
type Busy struct {
	What  string // "the blow is under way"
	Until string // "the blow is over"
}

// UnderWay returns the error of a change that has to wait until an action is over; what names the action, "the blow".
func UnderWay(what string) Busy { return Busy{what + " is under way", what + " is over"} }

// Error returns "the blow is under way, want the change when the blow is over".
func (b Busy) Error() string { return b.What + ", want the change when " + b.Until }

// The What of edit events that change the roster; At is then the side that the seat joins, With its row.
const (
	EditJoins  = "joins"
	EditLeaves = "leaves"
)

// The What of edit events of a combatant that stops fighting. Every system takes both as changes in [Words.Edit]: from
// then on the seat is out of the fight, as if it had fallen, but as hurt as it was. One that flees also leaves the
// field, which the system may refuse at places without a way out.
const (
	EditYields = "yields"
	EditFlees  = "flees"
)

// IsYield reports whether a change of a combatant is EditYields or EditFlees.
func IsYield(change string) bool { return change == EditYields || change == EditFlees }

// YieldedWords returns why a fight ends that somebody decides by yielding or fleeing.
func YieldedWords(name, change string) string {
	if change == EditFlees {
		return name + " has fled"
	}
	return name + " has yielded"
}
