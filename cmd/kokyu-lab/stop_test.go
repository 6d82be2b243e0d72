//go:build unix

package main

import (
	"testing"

	"kokyu/cmd/cli/clitest"
)

func TestEveryCommandStopsAtOnce(t *testing.T) {
	clitest.StopsAtOnce(t, "kokyu-lab",
		"perft ambush --depth 9", "arena random greedy --count 100000", "bench", "eval", "eval calibration", "eval exploit", "eval tempo-strength")
}
