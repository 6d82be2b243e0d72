package agent

import (
	"kokyu/rules"
	"kokyu/rules/dice"
)

// throw is what the seed's dice show at a step, as a [rules.Fight] throws them.
func throw[S comparable](sys rules.System[S], s *S, seed uint64, step int) []int {
	stream := dice.Stream{Seed: seed, Name: "dice"}
	if open, ok := sys.(rules.Open[S]); ok {
		rand := stream.Rand(step)
		return open.Throw(s, func(sides int) int { return 1 + int(rand.Uint32N(uint32(sides))) })
	}
	return stream.Throw(step, sys.Check(s).Dice)
}
