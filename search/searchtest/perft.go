package searchtest

import (
	"fmt"
	"strings"
	"testing"

	"kokyu/rules"
	"kokyu/rules/rulestest"
	"kokyu/search"
)

// perftDepth is the greatest depth to which lines are counted. After more than linesMost lines no greater depth is
// counted, as the next one would take longer than all others together.
const (
	perftDepth = 4
	linesMost  = 200_000
)

// Perft compares the number of lines of play to each depth with testdata/perft.txt, whose heading says what a throw
// counts as. A difference means that something became legal or illegal, or that dice have more or fewer outcomes.
// -update writes the new numbers; the divide of the encounter split says where to look.
func Perft[S comparable](t *testing.T, heading string, names []string, split string,
	load func(name string) rules.System[S]) {
	t.Helper()
	var out strings.Builder
	fmt.Fprintf(&out, `# Lines of play by depth, a Play each, %s.
# The small encounters have rows of their own; those of the catalogue change with it: go test -run Perft -update.

encounter               depth       lines      states   ended
`, heading)
	for _, name := range names {
		sys := load(name)
		for depth := 1; depth <= perftDepth; depth++ {
			c, err := search.Perft[S](t.Context(), sys, sys.Start(), depth)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "%-24s %4d %11d %11d %7d\n", name, depth, c.Nodes, c.States, c.EndedLines)
			if c.Nodes > linesMost {
				break
			}
		}
	}
	fmt.Fprintf(&out, "\n# %s, depth %d, by the first decision\n", split, perftDepth)
	sys := load(split)
	start := sys.Start()
	c, err := search.Perft[S](t.Context(), sys, start, perftDepth)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range c.Divide {
		fmt.Fprintf(&out, "%-32s %11d\n", sys.Format(&start, p.Action), p.Nodes)
	}
	rulestest.Golden(t, "testdata/perft.txt", out.String())
}
