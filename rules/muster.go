package rules

import "encoding/json"

// Mustering is how a roster changes in the middle of a fight. A game never changes: with every change another one goes on, its
// encounter that of the moment, whose now: the position is. A system without it refuses with a sentence.
type Mustering[S comparable] interface {
	// Joined is the game that goes on from s with the combatants of one more line of a side's, as an encounter file has it.
	// Rows are a catalogue, as Data writes one, for what this fight has not used so far; nil if there is none. The error says
	// what is wrong with the line, or with the moment.
	Joined(s *S, side Side, line string, rows json.RawMessage) (System[S], error)
	// Left is the game that goes on from s without a combatant, the turn passed on if it was his. What follows is logged.
	Left(s *S, seat Seat, log *Log) (System[S], error)
}

// What an edit event says of who comes and goes: At is the side he joins, With his row.
const (
	EditJoins  = "joins"
	EditLeaves = "leaves"
)
