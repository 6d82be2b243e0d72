package rows

import (
	"kokyu/rules/book"
	"kokyu/rules/keep/data"
)

// Document has the tables of document 001. The engine takes its numbers from them when the program starts.
var Document = book.ReadTables(data.Files)

// The tables of Document by their sections.
var (
	Stances        = Document.Table("stances")
	Actions        = Document.Table("actions") // with those of guarding and of lying on the ground
	Maneuvers      = Document.Table("maneuvers")
	Parts          = Document.Table("parts") // in the order of [PartNames]
	GrappleActions = Document.Table("grapple actions")
	VoidUses       = Document.Table("void")
	Statuses       = Document.Table("statuses")
	WoundRanks     = Document.Table("wounds") // of heroes, then of mooks
	Bonuses        = Document.Table("ATN")    // what an Armor Target Number is made of, besides 5
	Terms          = Document.Table("terms")  // other words of the document, and their numbers
	Days           = Document.Table("days")   // of rest between fights, for kokyu rest
)

// Numbers that tales and questions about odds need besides the engine.
var (
	RaiseNumber = Terms.Num("raise", "number")
	DeflectBy   = VoidUses.Num("deflect", "ATN")
	EndureBy    = -VoidUses.Num("endure", "damage")
)
