// Package trial holds the small fights in which rows of a catalogue are compared.
//
// [Ways] compare the weapons of a system: two combatants who differ only in what they hold, in a fight that package evals
// solves or plays. [Worths] compare what rows achieve with what they cost: each spell and each order does what it is for in
// a fight whose combatants follow a script, and every outcome of the dice is taken with its exact chance.
//
// A trial is an encounter file. An [agent.Catalogue] begins it, and the trial sees it as a person at a table does: options in
// words, their costs, sheets. What a trial has to know about rows it takes from the rows packages of the systems.
//
//	bouts.go   comparing weapons
//	breath.go  the bouts of breath
//	keep.go    the bouts of keep
//	tempo.go   the bouts of tempo
//	worth.go   what rows achieve
//	scales.go  from the trials of a row to its worth
//	script.go  the script of a trial, and its encounter
//	walk.go    all outcomes of a scripted fight
//	spells.go  the trials of spells
//	orders.go  the trials of orders
package trial
