// Package rows reads the files of the system of document 001: its catalogue of weapons, armours, masteries and stat
// blocks, encounters and positions, and questions about odds. It knows the form of each file, the closed lists of words
// in it and what is wrong in it; what the rows come to in a fight is worked out by the engine.
//
//	doc.go      this map
//	data.go     the rows of data/*.yaml and of encounters, field by field
//	effects.go  what techniques, spells, objects, weapons and armours do besides
//	num.go      dice and distances as one writes them
//	names.go    the words of closed lists, in the order of the engine's constants
//	book.go     the catalogue: embedded rows, overlaid; what is wrong in them
//	tables.go   the tables of the document (data/tables.yaml), which no file can lay rows over
//	lists.go    the rows as people read them
//	says.go     what effects do, in the words of a tale
//	expr.go     the odds a person may ask for
package rows
