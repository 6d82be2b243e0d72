// Package fair answers what a GM asks before a fight: is it fair for this party, why, and what would make it so.
//
// A [Question] is fought out many times between competent players until the interval of the answer is narrow enough.
// The luck of the dice is subtracted as in package evals, which leaves the expected result unchanged and reduces its
// variance, so that fewer fights are enough. Comparisons (a combatant taken away, another level) use the same seeds as
// the fights they are compared with.
package fair
