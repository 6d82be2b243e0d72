// Package rows is the catalogue of the breath system: weapons, armours, stances, traits, combatants and spells, with
// the checks that find mistakes in them, and the forms of encounter files and positions. It knows nothing of a fight:
// package breath works one out from an encounter and a catalogue.
//
//	data.go    the rows of the catalogue, of encounters and of positions, field by field
//	book.go    the catalogue: embedded rows, overlaid by a table's own; what is wrong in them
//	names.go   the closed lists of words in rows and positions, and the limits of numbers
//	zero.go    the closed lists of 0-Energy Kata, which are techniques that cost no Energy
//	form.go    the notation of castings
//	spell.go   spells and the closed list of what they do
//	says.go    clauses for a tale about what spells do
//	caster.go  spell lists, slots, what is known
//	page.go    a caster's sheet between fights: promotion, study
//	tables.go  the tables of the documents (data/tables.yaml), which no file can change, and those made from rows
//	lists.go   the rows as people read them
//	expr.go    the odds a person may ask for
package rows
