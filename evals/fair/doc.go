// Package fair answers what a GM asks before a fight: is it fair for this party, why, and what would make it so.
//
// A [Question] is fought out many times between competent players until the interval of the answer is narrow enough. The
// luck of the dice is taken off as package evals does, which leaves the expected result unchanged and makes fewer fights
// tell as much. Comparisons (a combatant taken away, another level) use the same seeds as the fights they are compared with.
package fair
