package rows

import (
	"kokyu/rules/book"
	"kokyu/rules/keep/data"
)

// Document is the tables of document 001 that are not a catalogue's: nobody lays rows over them. The engine takes its numbers from
// here as the program starts.
var Document = book.ReadTables(data.Files)

var (
	Stances        = Document.Table("stances")
	Actions        = Document.Table("actions") // with the special ones of guarding and of lying on the ground
	Maneuvers      = Document.Table("maneuvers")
	Parts          = Document.Table("parts") // in the order of [PartNames]
	GrappleActions = Document.Table("grapple actions")
	VoidUses       = Document.Table("void")
	Statuses       = Document.Table("statuses")
	WoundRanks     = Document.Table("wounds") // of heroes, then of mooks
	Bonuses        = Document.Table("ATN")
	Terms          = Document.Table("terms")
	Days           = Document.Table("days") // kokyu rest lives through them
)

// tables returns the tables of the document, in the order in which they are listed.
func tables() []book.Table { return Document.Tables }
