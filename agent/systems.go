package agent

import (
	"kokyu/rules/breath"
	"kokyu/rules/keep"
	"kokyu/rules/tempo"
)

// systems is every rule system that can be played, a line each; the first is what is meant where none is named. This is
// the one place that names them.
var systems = []*system{
	describe(breath.About()),
	describe(tempo.About()),
	describe(keep.About()),
}
