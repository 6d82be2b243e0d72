package breath

import (
	"kokyu/rules"
	"kokyu/rules/book"
	"kokyu/rules/breath/rows"
	"kokyu/rules/strict"
)

// The readers of an encounter file. They go on after a mistake, so that one pass tells all of them.

// builder turns rows into a Game and gathers every complaint on the way.
type builder struct {
	g         *Game
	book      rows.Book
	file      rows.EncounterFile
	fileSeats [rules.SeatsMax]newSeat // what the file says of each seat
	n         int                     // combatants in the file, of whom only SeatsMax have a seat
	purses    int                     // how many places of State.purses are taken
	strict.Complaints
}

// newSeat is a combatant of the file: its line, and its row with the values of the line.
type newSeat = book.NewSeat[rows.FighterFile, rows.Combatant]

// nowReader turns a now: block into a State and gathers every complaint on the way.
type nowReader struct {
	g *Game
	s State
	strict.Complaints
	given *strict.Node // what the file itself says; nil for a record
}
