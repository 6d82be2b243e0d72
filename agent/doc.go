// Package agent implements the players of a fight. It connects the rule systems with the search, runs fights between
// agents, and puts the results of a search into words as advice.
//
// It is part of the supported surface: programs outside this module may import it.
//
// # Words
//
//	seat       a combatant; side 0 and side 1 are the two parties
//	chance     of a side to win, 0 to 1; a value of the search runs from -1 to 1 for side 0. 1 mWP is a chance of 0.001
//	character  a level of playing strength (1 to 6) and a temper, which is what a combatant wants besides winning
//	carry      what combatants keep from one fight to the next: wounds, spent slots, lost weapons
//	row        an entry of a system's catalogue: a weapon, a stance, a kind of combatant
//
// # Where what is
//
// From the lowest layer up:
//
//	chance.go, forecast.go, character.go             chances, the forecast map, levels and tempers
//	player.go, view.go                               a position bound to a search, and what a seat may know of it
//	agent.go, choose.go, sense.go, directmove.go     agents, and how they choose among the options that a search found
//	simple.go, searchagent.go                        the agents random, greedy and search
//	run.go, playouts.go, match.go, solution.go       fights between agents, and exact solutions
//	system.go, catalogue.go, folders.go, glossary.go rule systems and their rows
//	begin.go, carry.go, record.go                    encounters, carries and records
//	all others                                       advice, forecasts, tablebases, sheets, random encounters
package agent
