//go:build unix

package main

import (
	"testing"

	"kokyu/cmd/cli/clitest"
)

func TestEveryCommandStopsAtOnce(t *testing.T) {
	clitest.StopsAtOnce(t, "kokyu",
		"fight crossroads --nodes 1000000000", "fight crossroads --count 1000000 --nodes 10", "fight ambush --seat Masamune=human",
		"advise gate --nodes 1000000000", "advise mirror", "advise -", "check -", "solve crossroads")
}
