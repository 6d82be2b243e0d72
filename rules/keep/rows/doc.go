// Package rows reads the files of the system of document 001: its catalogue of weapons, armours, masteries and stat
// blocks, encounters and positions, and questions about odds. It knows the form of each file, its closed lists of words
// and what is wrong in it; the engine works out what the rows come to in a fight.
//
//	doc.go      this list
//	data.go     the rows of data/*.yaml and of encounters, field by field
//	effects.go  what techniques, spells, objects, weapons and armours do besides
//	num.go      dice and distances with their sources
//	names.go    the words of closed lists, in the order of the engine's constants
//	book.go     the catalogue, and the checks of its rows
//	tables.go   the tables of the document (data/tables.yaml), which no other file can change
//	lists.go    the tables of rows that people read
//	says.go     what effects do, in the words of a tale
//	expr.go     the odds a person may ask for
package rows
