// Package rows is the data of the combat rules (document 004): the rows of a catalogue and what is wrong in them,
// encounters as files, laws and rulings. It knows nothing of the engine.
//
//	doc.go      this map
//	data.go     the rows of data/*.yaml and of encounters, field by field
//	num.go      prices, thresholds and damage as one writes them
//	names.go    the words of closed lists
//	actions.go  what of the combat actions no row may change
//	book.go     the catalogue: embedded rows, overlaid; what is wrong in them
//	tables.go   the tables of the document (data/tables.yaml), which no file can lay rows over
//	lists.go    the rows as people read them
//	expr.go     the odds a person may ask for
package rows
