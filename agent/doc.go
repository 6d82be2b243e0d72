// Package agent implements the players of a fight. It connects the rule systems with the search, runs fights between
// agents, and puts the results of a search into words as advice.
//
// Its files stand on one another, and none uses what stands above it. From below: values and rows of characters
// (chance.go, forecast.go, character.go); a position joined with the search (bind.go, view.go); agents and how they
// choose (agent.go, choose.go, sense.go); the fights that they play (run.go, playouts.go, match.go, solution.go); the
// systems with their rows, encounters and records (system.go, systems.go, catalogue.go, begin.go, record.go); and what
// needs all of these, as advice, forecasts of fights, tables, sheets and random encounters.
//
// It is part of the supported surface: programs outside this module may import it.
package agent
