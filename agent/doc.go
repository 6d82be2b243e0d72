// Package agent implements the players of a fight. It connects the rule systems with the search, runs fights between
// agents, and puts the results of a search into words as advice.
//
// It is part of the supported surface: programs outside this module may import it.
package agent
