// Package trial holds the small fights in which rows of a catalogue are compared.
//
// [Ways] are how the weapons of a system are set against each other: two combatants alike but for what they hold, in a fight
// that is solved or fought out by package evals. [Worths] are what rows bring for what they take: each spell and each order
// does what it is for in a fight whose people follow a script, and every throw of the dice is gone through with its chance.
//
// A trial is an encounter file. It is begun by an [agent.Catalogue] and seen as a person at a table sees it: options in words,
// their costs, sheets. What a trial has to know of rows it takes from the rows packages of the systems.
//
//	bouts.go   how weapons are compared
//	breath.go  the bouts of breath
//	keep.go    the bouts of keep
//	tempo.go   the bouts of tempo
//	worth.go   what rows bring
//	scales.go  how a row's trials become its worth
//	script.go  who does what when, and the encounter that makes of it
//	walk.go    a scripted fight gone through whole
//	spells.go  the trials of spells
//	orders.go  the trials of orders
package trial
