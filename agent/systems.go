package agent

import (
	"kokyu/rules/breath"
	"kokyu/rules/keep"
	"kokyu/rules/tempo"
)

// DefaultSystem is the system that is meant where none is named.
const DefaultSystem = "breath"

// systems is every rule system that can be played, in any order. No other file names a system.
var systems = []*system{
	describe(breath.About()),
	describe(tempo.About()),
	describe(keep.About()),
}
