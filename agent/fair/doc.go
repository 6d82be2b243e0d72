// Package fair answers what a GM asks before a fight: is it fair for this party, why, and what would make it so.
//
// The encounter of a [Question] is fought many times between competent players until the interval of the answer is
// narrow enough. The luck of the dice is subtracted, which leaves the expected result unchanged and reduces its
// variance, so that fewer fights are enough. Comparisons (a combatant taken away, another level) use the same seeds as
// the fights they are compared with.
//
// # Where what is
//
//	fair.go     the question and its answer; chance.go intervals and words, tally.go what happened to whom
//	decides.go  what decides it: combatants, and what things.go takes away
//	target.go   what would make it so: changes of change.go in the file of source.go
//	day.go      several fights with rests between them; next.go who goes on from one fight into another
//	html.go     the answer as a page; measured.go the answers for built-in encounters
package fair
